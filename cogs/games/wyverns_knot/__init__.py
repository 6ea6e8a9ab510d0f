"""Wyvern's Knot on Discord: its words, its rules pages, its slash commands."""

from collections.abc import Sequence

from engine.wyverns_knot.events import Event, Lost, Mismatched, Saved
from engine.wyverns_knot.state import Options, View

from ..rules import pages
from ..words import Choice, Label, Words
from .highlight import highlight
from .labels import FIELDS, KINDS, kind, phrase, rank, value
from .offers import offers
from .questions import ask, private
from .risks import risky


def _conceded(view: View) -> str:
    return f"Given up with {view.table.saved} of {view.table.options.target} eggs saved."


def _advice(seats: int, options: Options) -> str | None:
    """WK-5: more players is harder."""
    if seats >= 5 and options.target >= 10:
        return "The more mages, the harder: for five, 10 eggs is a good target."
    return None


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
    blurb="Save dragon eggs together. Find out which dragon sleeps in which egg, and match it with a card. Hurry: the "
    "strike dragons come and go.",
    command="wyrm-knot",
    in_short="Steer the strike dragons and save dragon eggs together",
    minutes=25,
    difficulty="medium",
    options={
        "target": Choice(
            "Eggs to save",
            {
                8: Label("8", detail="with young children"),
                10: Label("10", detail="easier, or five players"),
                12: Label("12", detail="standard"),
                14: Label("14", detail="harder"),
                16: Label("16", detail="extreme: every single egg"),
            },
        ),
        "memory": Choice(
            "What you have looked at",
            {
                True: Label("stays in your picture", detail="only you see it"),
                False: Label("is for you to remember", detail="your picture forgets it when the turn ends"),
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
    signs="🥚 an egg saved, 🐲 by a strike dragon, 💨 no match, 🔥 an egg lost",
    private=private,
    advice=_advice,
    vacant="You see nothing that this seat has looked at. What it looks at now, nobody sees.",
    rules=pages("wyverns-knot"),
    verdict=lambda options, score, won: f"of {options.target} eggs{'' if won else ', lost'}",
)
