"""Phase 1: the ravens fly."""

from collections.abc import Sequence

from msgspec import Struct

from ..records import replace
from .attacks import begin_attacks
from .cards import VALUES
from .choices import next_to_fly, require_flight, yet_to_fly
from .pieces import Calm, Draft, Flew, Lost, Reshuffled, TurnedUp


def begin_round(draft: Draft) -> None:
    before = draft.table
    round_ = before.round + 1
    draft.table = replace(
        before, round=round_, phase=1, moved=False, tried_in_vain=0, attacks_over=False, winds_subsided=False
    )
    if before.winds_subsided:
        draft.told.append(Calm(round_))
        begin_attacks(draft)
    elif not draft.flight_deck and before.night == before.options.nights:
        draft.told.append(Lost())
        draft.table = replace(draft.table, step="over", ending="lost")
    else:
        if not draft.flight_deck:
            _reshuffle(draft)
        _turn_up(draft)
        _fly_on(draft, _flight(draft))


def _reshuffle(draft: Draft) -> None:
    draft.told.append(Reshuffled("flight"))
    night, discards = draft.table.night + 1, draft.table.flight_discards
    draft.flight_deck = draft.chance.shuffled(f"flight/{night}", sorted(discards))
    draft.table = replace(draft.table, night=night, flight_discards=())


def _turn_up(draft: Draft) -> None:
    table, card = draft.table, draft.flight_deck[0]
    draft.told.append(TurnedUp(table.round, card))
    draft.flight_deck = draft.flight_deck[1:]
    draft.table = replace(table, flight_discards=(*table.flight_discards, card), spaces=VALUES[card])


def fly(draft: Draft, origin: int, to: int) -> None:
    """As the player chose; then the flight goes on."""
    require_flight(draft.table, origin, to)
    flight = _flight(draft)
    flight.fly(origin, to)
    _fly_on(draft, flight)


def let_them_fly(draft: Draft) -> None:
    """To the end of the flight. Chance decides whatever the player could have chosen."""
    flight, ties = _flight(draft), draft.table.ties
    while choices := flight.choices():
        choice = choices[0]
        if len(choices) > 1:
            ties += 1
            choice = draft.chance.shuffled(f"ties/{ties}", choices)[0]
        flight.fly(*choice)
    _end_flight(draft, flight, ties)


def _fly_on(draft: Draft, flight: "_Flight") -> None:
    """Until the player has a choice, or the flight is over."""
    while choices := flight.choices():
        if len(choices) > 1:
            draft.told += flight.told
            draft.table = replace(
                draft.table,
                step="fly",
                ravens=_in_order([*flight.waiting, *flight.flown]),
                flown=_in_order(flight.flown),
                spaces=flight.spaces,
            )
            return
        flight.fly(*choices[0])
    _end_flight(draft, flight, draft.table.ties)


def _end_flight(draft: Draft, flight: "_Flight", ties: int) -> None:
    draft.told += flight.told
    ravens = _in_order([*flight.waiting, *flight.flown])
    draft.table = replace(draft.table, ravens=ravens, flown=(), spaces=0, ties=ties)
    begin_attacks(draft)


class _Flight(Struct):
    """Ravens on the wing. They are on the table again when the player is asked, or when the flight is over."""

    wanderer: int
    spaces: int  # left to fly
    waiting: list[int]  # the ravens that have not flown in this pass, in order
    flown: list[int]  # the others
    told: list[Flew]

    def choices(self) -> list[tuple[int, int]]:
        """Which raven may fly next, and where to; none when the flight is over.

        When all have flown a new pass begins.
        """
        if not self.spaces:
            return []
        choices = next_to_fly(self.wanderer, self.waiting, self.spaces)
        if not choices and self.flown:
            self.waiting, self.flown = sorted([*self.waiting, *self.flown]), []
            choices = next_to_fly(self.wanderer, self.waiting, self.spaces)
        return choices

    def fly(self, origin: int, to: int) -> None:
        self.waiting.remove(origin)
        self.flown.append(to)
        self.spaces -= 1
        self.told.append(Flew(origin, to))


def _flight(draft: Draft) -> _Flight:
    table = draft.table
    return _Flight(table.wanderer, table.spaces, yet_to_fly(table), list(table.flown), [])


def _in_order(spaces: Sequence[int]) -> tuple[int, ...]:
    return tuple(sorted(spaces))
