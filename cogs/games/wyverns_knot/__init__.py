"""Wyvern's Knot on Discord: its words, its rules pages, its slash commands."""

from collections.abc import Sequence

from engine.wyverns_knot.events import Event, Lost, Mismatched, Saved
from engine.wyverns_knot.state import DRAGONS, Options, View
from languages import later, say

from ..rules import pages
from ..words import Choice, Label, Words
from .highlight import highlight
from .labels import FIELDS, KINDS, kind, phrase, rank, value
from .news import weight
from .offers import offers
from .questions import ask, private
from .risks import risky


def _conceded(view: View) -> str:
    return say(
        "Given up with {saved} of {target} eggs saved.", saved=view.table.saved, target=view.table.options.target
    )


def _advice(seats: int, options: Options) -> str | None:
    """WK-5: more players is harder."""
    if seats >= 5 and options.target >= 10:
        return say("The more mages, the harder: for five, 10 eggs is a good target.")
    return None


def _verdict(options: Options, score: int, won: bool) -> str:
    if won:
        # Translators: the number of eggs saved stands before it
        return say("of {target} eggs", target=options.target)
    return say("of {target} eggs, lost", target=options.target)


def _story(events: Sequence[Event]) -> str:
    """A sign for each egg that was tried or taken. Which egg it was stays out: it would tell where it lies."""
    signs = list[str]()
    for event in events:
        match event:
            case Saved(by_strike=by_strike):
                signs.append("🐲" if by_strike else "🥚")
            case Mismatched():
                signs.append("💨")
            case Lost():
                signs.append("🔥")
    return "".join(signs)


WORDS = Words[Options, View, Event](
    colour=0xC9782F,
    blurb=later(
        "Save dragon eggs together. Find out which dragon sleeps in which egg, and match it with a card. Hurry: the "
        "strike dragons come and go."
    ),
    command="wyrm-knot",
    in_short=later("Steer the strike dragons and save dragon eggs together"),
    minutes=25,
    difficulty="medium",
    options={
        "target": Choice(
            later("Eggs to save"),
            {
                8: Label(later("8"), detail=later("with young children")),
                10: Label(later("10"), detail=later("easier, or five players")),
                12: Label(later("12"), detail=later("standard")),
                14: Label(later("14"), detail=later("harder")),
                16: Label(later("16"), detail=later("extreme: every single egg")),
            },
        ),
        "memory": Choice(
            # Translators: its two answers: "stays in your picture", "is for you to remember"
            later("What you have looked at"),
            {
                True: Label(later("stays in your picture"), detail=later("only you see it")),
                False: Label(
                    later("is for you to remember"), detail=later("your picture forgets it when the turn ends")
                ),
            },
        ),
    },
    kinds=KINDS,
    kind=kind,
    ask=ask,
    fields=FIELDS,
    value=value,
    phrase=phrase,
    rank=rank,
    offers=offers,
    risky=risky,
    conceded=_conceded,
    highlight=highlight,
    story=_story,
    weight=weight,
    signs=later("🥚 an egg saved, 🐲 by a strike dragon, 💨 no match, 🔥 an egg lost"),
    board_names=lambda: [*map(say, DRAGONS)],
    private=private,
    advice=_advice,
    vacant=later("You see nothing that this seat has looked at. What it looks at now, nobody sees."),
    rules=pages("wyverns-knot"),
    verdict=_verdict,
)
