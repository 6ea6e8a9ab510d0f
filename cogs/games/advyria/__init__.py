"""The guilds of Advyria on Discord: its words and its slash commands."""

from collections import Counter
from collections.abc import Sequence

from engine.advyria.cards import GOLD, HEROES
from engine.advyria.events import Completed, Event, Found, Robbed
from engine.advyria.scoring import account, rating
from engine.advyria.state import Options, View
from engine.sentences import amount

from ..rules import pages
from ..words import MOST_BUTTONS, Choice, Label, Words
from .labels import FIELDS, KINDS, phrase, rank, value
from .offers import offers, risky, sheet
from .questions import ask, knows, private


def conceded(view: View) -> str:
    table = view.table
    total = sum(account(table, player).total for player in table.players)
    if table.options.mode == "compete":
        return "Given up: nobody wins."
    return f"Given up with {total} {'adventures completed' if table.options.simple_scoring else 'gold'}."


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
            return f"{name} completed all three adventures of {HEROES[player.hero].name.partition(',')[0]}."
    totals = sorted([account(table, player).total for player in table.players])
    if table.options.mode == "compete" and totals[-1] - totals[-2] == 1:
        return f"Decided by 1 {'adventure' if table.options.simple_scoring else 'gold'}."
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
        parts.append(f"{names[seat]} completed {amount(count, 'adventure')}.")
    if robbed:
        ((seat, count),) = robbed.most_common(1)
        parts.append(f"{names[seat]} was robbed {'once' if count == 1 else f'{count} times'}.")
    if gold and not parts:
        ((seat, count),) = gold.most_common(1)
        parts.append(f"{names[seat]} found gold {'once' if count == 1 else f'{count} times'}.")
    return " ".join(parts)


def _aim(view: View) -> str:
    return f"Earn as much gold as you can, by adventures and coins: {amount(view.table.pile, 'card')} left to draw."


WORDS = Words[Options, View, Event](
    colour=0x4C9F70,
    short="Guilds",
    blurb="Guilds send their heroes through a land of hidden quests. Play sets of cards, collect gold, complete "
    "adventures: against each other, together, or alone.",
    command="wyrm-advyria",
    in_short="Ride through a hidden land for gold and adventures",
    minutes=60,
    difficulty="hard",
    options={
        "mode": Choice(
            "You play",
            {
                "compete": Label("against each other", detail="2 to 4 players; most gold wins"),
                "coop": Label("together", detail="2 to 4 players; all gold is added up and rated"),
                "solo": Label("alone", detail="one player; the gold is rated"),
            },
        ),
        "hand_level": Choice(
            "Cards you may keep",
            {
                "by_players": Label(
                    "the same for everyone", detail="everyone starts with 3, 4, 5 or 6, by the number of players"
                ),
                "by_seat": Label("more for those who go later", detail="3, 4, 5 and 6, in the order of play"),
            },
        ),
    },
    simplifications={
        "special_actions": Label("No special actions", detail="adventure cards only complete adventures"),
        "finale": Label("No grand finale", detail="the game ends when the draw pile is empty"),
        "manoeuvres": Label("No unfriendly manoeuvres", detail="nobody takes cards from another hand"),
        "heroes": Label("No heroes", detail="no secret hero cards, no bonus for them"),
        "simple_scoring": Label("Simple scoring", detail="adventures count; gold coins break a tie"),
        "open_hands": Label("Open hands", detail="everyone sees all hands"),
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
    highlight=highlight,
    signs="tile by tile: 🪙 gold found, ⭐ an adventure completed",
    rules=pages("advyria"),
    verdict=lambda options, score, won: "adventures" if options.simple_scoring else rating(score),
)

__all__ = ["WORDS"]
