"""The guilds of Advyria on Discord: its words and its slash commands."""

from collections import Counter
from collections.abc import Sequence

from engine.advyria.cards import ADVENTURES, GOLD, HEROES, adventure_name, short_name
from engine.advyria.events import Completed, Event, Found, HeroShown, Robbed
from engine.advyria.land import SPACES, space_name
from engine.advyria.scoring import account, rating
from engine.advyria.state import Options, View
from languages import later, say, say_as, say_many

from ..rules import pages
from ..words import MOST_BUTTONS, Choice, Label, Words
from .ending import ending
from .labels import FIELDS, KINDS, phrase, rank, value
from .news import weight
from .offers import offers, risky, sheet
from .questions import ask, knows, private


def conceded(view: View) -> str:
    table = view.table
    total = sum(account(table, player).total for player in table.players)
    if table.options.mode == "compete":
        return say("Given up: nobody wins.")
    if table.options.simple_scoring:
        return say_many(
            "Given up with {count} adventures completed.", "Given up with {count} adventures completed.", total
        )
    return say_many("Given up with {count} gold.", "Given up with {count} gold.", total)


def board_names() -> list[str]:
    """Adventures and guilds, first by their short names. All other spaces have their codes everywhere."""
    adventures, guilds = range(len(ADVENTURES)), [n for n, space in enumerate(SPACES) if space.kind == "guild"]
    short = [*map(short_name, adventures), *(say_as("a guild, short", SPACES[guild].short) for guild in guilds)]
    return [*short, *map(adventure_name, adventures), *map(space_name, guilds)]


def story(events: Sequence[Event]) -> str:
    """A sign for each tile that was taken, in order."""
    signs = [
        "⭐" if isinstance(event, Completed) else "🪙"
        for event in events
        if isinstance(event, Completed) or (isinstance(event, Found) and event.tile == GOLD)
    ]
    return "".join(signs)


def highlight(view: View, names: Sequence[str], events: Sequence[Event]) -> str:
    """A hero whose three adventures are completed, a narrow win; else who completed, found or was robbed most."""
    table = view.table
    for name, player in zip(names, table.players, strict=True):
        if player.hero is not None and {*HEROES[player.hero].adventures} <= {*player.completed}:
            hero = say(HEROES[player.hero].name).partition(",")[0]
            return say("{player} completed all three adventures of {hero}.", player=name, hero=hero)
    totals = sorted([account(table, player).total for player in table.players])
    if table.options.mode == "compete" and totals[-1] - totals[-2] == 1:
        return say("Decided by 1 adventure.") if table.options.simple_scoring else say("Decided by 1 gold.")
    return _most(names, events)


def _most(names: Sequence[str], events: Sequence[Event]) -> str:
    """Who completed, was robbed or found gold most."""
    completed, robbed, gold = Counter[int](), Counter[int](), Counter[int]()
    for event in events:
        match event:
            case Completed(seat):
                completed[seat] += 1
            case Robbed(_, victim):
                robbed[victim] += 1
            case Found(seat, tile=tile) if tile == GOLD:
                gold[seat] += 1
    parts = list[str]()
    if completed:
        ((seat, count),) = completed.most_common(1)
        parts.append(
            say_many(
                "{player} completed {count} adventure.",
                "{player} completed {count} adventures.",
                count,
                player=names[seat],
            )
        )
    if robbed:
        ((seat, count),) = robbed.most_common(1)
        parts.append(
            say_many("{player} was robbed once.", "{player} was robbed {count} times.", count, player=names[seat])
        )
    if gold and not parts:
        ((seat, count),) = gold.most_common(1)
        parts.append(
            say_many("{player} found gold once.", "{player} found gold {count} times.", count, player=names[seat])
        )
    return " ".join(parts)


def _aim(view: View) -> str:
    return say_many(
        "Earn as much gold as you can, by adventures and coins: {count} card left to draw.",
        "Earn as much gold as you can, by adventures and coins: {count} cards left to draw.",
        view.table.pile,
    )


def _verdict(options: Options, score: int, won: bool) -> str:
    # Translators: the number of completed adventures stands before it
    return say("adventures") if options.simple_scoring else rating(score)


WORDS = Words[Options, View, Event](
    colour=0x4C9F70,
    short="Guilds",
    blurb=later(
        "Guilds send their heroes through a land of hidden quests. Play sets of cards, collect gold, complete "
        "adventures: against each other, together, or alone."
    ),
    command="wyrm-advyria",
    in_short=later("Ride through a hidden land for gold and adventures"),
    minutes=60,
    difficulty="hard",
    options={
        "mode": Choice(
            # Translators: its answers are "against each other", "together" and "alone"
            later("You play"),
            {
                "compete": Label(later("against each other"), later("2 to 4 players; most gold wins")),
                "coop": Label(later("together"), later("2 to 4 players; all gold is added up and rated")),
                "solo": Label(later("alone"), later("one player; the gold is rated")),
            },
        ),
        "hand_level": Choice(
            later("Cards you may keep"),
            {
                "by_players": Label(
                    later("the same for everyone"), later("everyone starts with 3, 4, 5 or 6, by the number of players")
                ),
                "by_seat": Label(later("more for those who go later"), later("3, 4, 5 and 6, in the order of play")),
            },
        ),
    },
    simplifications={
        "special_actions": Label(later("No special actions"), later("adventure cards only complete adventures")),
        "finale": Label(later("No grand finale"), later("the game ends when the draw pile is empty")),
        "manoeuvres": Label(later("No unfriendly manoeuvres"), later("nobody takes cards from another hand")),
        "heroes": Label(later("No heroes"), later("no secret hero cards, no bonus for them")),
        "simple_scoring": Label(later("Simple scoring"), later("adventures count; gold coins break a tie")),
        "open_hands": Label(later("Open hands"), later("everyone sees all hands")),
    },
    kinds=KINDS,
    ask=ask,
    aim=_aim,
    fields=FIELDS,
    value=value,
    phrase=phrase,
    rank=rank,
    few_moves=MOST_BUTTONS,
    offers=offers,
    sheet=sheet,
    risky=risky,
    conceded=conceded,
    private=private,
    knows=knows,
    story=story,
    weight=weight,
    plain=(HeroShown,),
    highlight=highlight,
    ending=ending,
    board_names=board_names,
    signs=later("tile by tile: 🪙 gold found, ⭐ an adventure completed"),
    rules=pages("advyria"),
    verdict=_verdict,
)

__all__ = ["WORDS"]
