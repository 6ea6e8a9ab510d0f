"""A Wanderer in the Forest of Wyr on Discord: its words, its rules pages, its slash commands."""

from collections.abc import Sequence

from engine import Seat
from engine.forest_of_wyr.choices import flight_choices, reach
from engine.forest_of_wyr.events import (
    Attacked,
    Calm,
    Defended,
    Event,
    Flew,
    Freed,
    Invoked,
    Lost,
    PickedUp,
    Reshuffled,
    Seen,
    Strode,
    TurnedUp,
    Walked,
    Withstood,
)
from engine.forest_of_wyr.map import SPACES
from engine.forest_of_wyr.state import RAVENS, Options, Table, View
from languages import later, say, say_many

from ..rules import pages
from ..words import Choice, Label, Weight, Words, move_path
from .labels import FIELDS, KINDS, ORDER, phrase, value
from .offers import missing, offers, risky, worth


def _ask(view: View, names: Sequence[str]) -> str:
    table = view.table
    question = _asked(table)
    is_first = table.round == 1 and table.step == "act" and not table.moved
    return f"{question}\n-# {say(AIM)} {say(TO_WIN[table.wanted])}" if is_first else question


AIM = later("Walk to a raven and beat its attack: that frees it.")
TO_WIN = {6: later("Free six to win."), 7: later("Free seven to win."), 8: later("Free all eight to win.")}


def _asked(table: Table) -> str:
    match table.step:
        case "fly":
            return _asking_who_flies(table)
        case "draw":
            return say("Use a spellshard before the attack?")
        case "defend":
            return _asking_for_defence(table)
        case "renew":
            return say("Which strength cards do you redraw?")
        case "land":
            return say("Wings of the Raven: where do you land?")
        case "look":
            return say("Put the spellshards back. Which one comes next?")
        case "act":
            return _asking_to_act(table)
        case "walk":
            steps = reach(table)
            return say_many(
                "Your cards reach {count} step. Walk now?", "Your cards reach {count} steps. Walk now?", steps
            )
        case _:
            return say("The game is over.")


def _asking_who_flies(table: Table) -> str:
    origins = dict.fromkeys(origin for origin, _ in flight_choices(table))
    from_one_space = len(origins) == 1
    question = say("Which way does this raven fly?") if from_one_space else say("Which of the nearest ravens flies?")
    return f"{question} {say_many('{count} space to go.', '{count} spaces to go.', table.spaces)}"


def _asking_for_defence(table: Table) -> str:
    assert table.attack is not None
    need, held = missing(table) + 1, worth(table.hand)
    # Translators: the strength of cards that it takes to free a raven, and that of the hand
    if table.attack.defence:
        return say("To free it: {need} more. You hold {held}.", need=need, held=held)
    return say("To free it: {need}. You hold {held}.", need=need, held=held)


def _asking_to_act(table: Table) -> str:
    ravens_here = table.ravens.count(table.wanderer) - table.tried_in_vain
    if not table.moved:
        return say("You are at {space}. Where to?", space=SPACES[table.wanderer].code)
    if ravens_here > 0 and not table.attacks_over:
        return say_many(
            "{count} raven here: fight, or end round?", "{count} ravens here: fight, or end round?", ravens_here
        )
    return say("Use a spellshard, or end the round?")


def _conceded(view: View) -> str:
    return say(
        "Defeat: given up in round {round}, with {freed} of {wanted} ravens freed.",
        round=view.table.round,
        freed=view.table.freed,
        wanted=view.table.wanted,
    )


CLOSE = 2  # health left, of 8
FREED, UNHARMED, HURT, FELLED, CLOSED = "🐦", "🟩", "🔸", "💥", "🌑"


def _story(events: Sequence[Event]) -> str:
    """A sign for each round: the blow that ended the game, a raven freed, or else whether it cost health; one more if
    the wood has closed.

    No event begins the first round.
    """
    signs = [UNHARMED]
    for event in events:
        match event:
            case TurnedUp(round=number) | Calm(round=number) if number > len(signs):
                signs.append(UNHARMED)
            case Freed():
                signs[-1] = FREED
            case Withstood(health=0):
                signs[-1] = FELLED
            case Lost():
                signs.append(CLOSED)
            case Withstood(damage=damage) if damage and signs[-1] != FREED:
                signs[-1] = HURT
    return "".join(signs)


def _weight(event: Event, seat: Seat | None) -> Weight:
    match event:
        case Withstood(damage=damage):
            return Weight.LOSS if damage else Weight.NEWS
        case Lost():
            return Weight.LOSS
        case Freed():
            return Weight.GAIN
        case Attacked() | PickedUp() | Seen():
            return Weight.MINE
        case Flew() | Reshuffled() | Strode() | Walked() | Defended():
            return Weight.ASIDE
    return Weight.NEWS


def _highlight(view: View, names: Sequence[str], events: Sequence[Event]) -> str:
    """How close it was; else ravens freed in one round; else the worst blow, or the strongest attack."""
    table, most, run = view.table, 0, 0
    if table.ending == "won" and table.health <= CLOSE:
        return say_many("Won with {count} health left.", "Won with {count} health left.", table.health)
    for event in events:
        run = 0 if isinstance(event, TurnedUp | Calm) else run + isinstance(event, Freed)
        most = max(most, run)
    if most > CLOSE:
        return say_many("{count} ravens freed in one round.", "{count} ravens freed in one round.", most)
    worst = max((event.damage for event in events if isinstance(event, Withstood)), default=0)
    if worst:
        return say("The worst blow took {damage} of your health.", damage=worst)
    met = max((event.strength for event in events if isinstance(event, Defended)), default=0)
    if met:
        return say("Not a scratch, against attacks of up to {strength}.", strength=met)
    return say("Not one raven was fought.") if events else ""


def _aim(view: View) -> str:
    table = view.table
    known = {"wanted": table.wanted, "freed": table.freed, "health": table.health}
    if table.wanted == RAVENS:
        return say(
            "Free all {wanted} ravens before your health is gone: {freed} are free, your health is {health}.", **known
        )
    return say("Free {wanted} ravens before your health is gone: {freed} are free, your health is {health}.", **known)


WORDS = Words[Options, View, Event](
    colour=0x3B6B64,
    short="Forest",
    blurb=later("Eight ravens have stolen your magic. Walk to them and beat their attacks, before the wood closes."),
    command="wyrm-forest",
    in_short=later("Walk to eight ravens and beat their attacks"),
    minutes=25,
    difficulty="hard",
    options={
        "nights": Choice(
            later("Nights"),
            {
                4: Label(later("Four nights"), later("at most forty flights")),
                None: Label(later("No end of nights"), later("walk as long as you like")),
            },
        ),
        "ravens": Choice(
            later("Ravens to free"),
            {
                6: Label(later("6"), later("for a first game")),
                7: Label(later("7"), later("the last and strongest one may stay")),
                8: Label(later("8"), later("as in the deal of the day")),
            },
        ),
    },
    kinds=KINDS,
    ask=_ask,
    aim=_aim,
    fields=FIELDS,
    value=value,
    conceded=_conceded,
    phrase=phrase,
    offers=offers,
    risky=risky,
    plain=(Strode, Defended, Invoked),
    rank=lambda view, move: ORDER[move_path(move)[0]],
    story=_story,
    weight=_weight,
    highlight=_highlight,
    signs=later(
        "round by round: 🐦 a raven freed, 🟩 no harm done, 🔸 health lost; 💥 felled by a raven, "
        "🌑 the wood has closed"
    ),
    rules=pages("forest-of-wyr"),
)
