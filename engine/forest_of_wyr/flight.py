"""Phase 1: the ravens fly."""

from collections.abc import Sequence

from msgspec import Struct

from ..records import replace
from .attacks import begin_attacks
from .cards import VALUES
from .choices import nearest_first, next_to_fly, no_flight_left, require_flight, yet_to_fly
from .draft import Draft
from .events import Calm, Flew, Lost, Reshuffled, TurnedUp


def begin_round(draft: Draft) -> None:
    before = draft.table
    round_ = before.round + 1
    draft.table = replace(
        before, round=round_, phase=1, moved=False, tried_in_vain=0, attacks_over=False, winds_subsided=False
    )
    if before.winds_subsided:
        draft.events.append(Calm(round_))
        begin_attacks(draft)
    elif no_flight_left(before):
        draft.events.append(Lost())
        draft.table = replace(draft.table, step="over", ending="lost")
    else:
        if not draft.state.flight_deck:
            _reshuffle(draft)
        _turn_up(draft)
        _fly_on(draft, _flight(draft))


def _reshuffle(draft: Draft) -> None:
    draft.events.append(Reshuffled("flight"))
    night, discards = draft.table.night + 1, draft.table.flight_discards
    draft.state = replace(draft.state, flight_deck=draft.chance.shuffled(f"flight/{night}", sorted(discards)))
    draft.table = replace(draft.table, night=night, flight_discards=())


def _turn_up(draft: Draft) -> None:
    table, (card, *rest) = draft.table, draft.state.flight_deck
    draft.events.append(TurnedUp(table.round, card))
    draft.state = replace(draft.state, flight_deck=tuple(rest))
    draft.table = replace(table, flight_discards=(*table.flight_discards, card), spaces=VALUES[card])


def fly(draft: Draft, origin: int, to: int) -> None:
    """A raven flies as the player chose; then the flight goes on."""
    flight = _flight(draft)
    require_flight(flight.choices(), origin, to)
    flight.fly(origin, to)
    _fly_on(draft, flight)


def let_them_fly(draft: Draft) -> None:
    """The flight goes on to its end. Chance decides what the player could have chosen."""
    flight, ties = _flight(draft), draft.table.ties
    while choices := flight.choices():
        choice = choices[0]
        if len(choices) > 1:
            ties += 1
            choice = draft.chance.shuffled(f"ties/{ties}", choices)[0]
        flight.fly(*choice)
    _end_flight(draft, flight, ties)


def _fly_on(draft: Draft, flight: "_Flight") -> None:
    """The flight goes on until the player has a choice, or it is over."""
    while choices := flight.choices():
        if len(choices) > 1:
            draft.events += flight.events
            draft.table = replace(
                draft.table,
                step="fly",
                ravens=flight.ravens(),
                flown=tuple(sorted(flight.flown)),
                spaces=flight.spaces,
            )
            return
        flight.fly(*choices[0])
    _end_flight(draft, flight, draft.table.ties)


def _end_flight(draft: Draft, flight: "_Flight", ties: int) -> None:
    draft.events += flight.events
    draft.table = replace(draft.table, ravens=flight.ravens(), flown=(), spaces=0, ties=ties)
    begin_attacks(draft)


class _Flight(Struct):
    """A flight in progress. It is written to the table when the player is asked, or when the flight is over."""

    wanderer: int
    spaces: int  # left to fly
    waiting: list[int]  # the ravens to fly in this pass, nearest first
    flown: list[int]  # those that have flown in this pass
    others: list[int]  # those that can't fly, because they are with the wanderer
    events: list[Flew]

    def choices(self) -> Sequence[tuple[int, int]]:
        """The flights that may come next, see `next_to_fly`; none if the flight is over.

        When all ravens have flown, a new pass begins.
        """
        if not self.spaces:
            return ()
        if not self.waiting:
            self.others += [raven for raven in self.flown if raven == self.wanderer]
            self.waiting, self.flown = nearest_first(self.wanderer, self.flown), []
        return next_to_fly(self.wanderer, self.waiting, self.spaces)

    def fly(self, origin: int, to: int) -> None:
        self.waiting.remove(origin)
        self.flown.append(to)
        self.spaces -= 1
        self.events.append(Flew(origin, to))

    def ravens(self) -> tuple[int, ...]:
        """All ravens, in order."""
        return tuple(sorted([*self.waiting, *self.flown, *self.others]))


def _flight(draft: Draft) -> _Flight:
    table = draft.table
    wanderer, ravens = table.wanderer, yet_to_fly(table)
    others = [raven for raven in ravens if raven == wanderer]
    return _Flight(wanderer, table.spaces, nearest_first(wanderer, ravens), list(table.flown), others, [])
