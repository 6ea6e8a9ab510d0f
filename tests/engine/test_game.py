"""The contract's own functions, and the form in which tables keep what was told."""

import pytest

from engine import Outcome, decode, encode, heard
from engine import wyverns_knot as knot

PUBLIC = knot.events.Looked(0, 1, 2)
PRIVATE = knot.events.Looked(0, 1, 2, dragon=9, audience=(0,))
STORED = (  # as every log in use has it
    b'[{"type":"looked","seat":0,"owner":1,"position":2,"dragon":null,"audience":null},'
    b'{"type":"looked","seat":0,"owner":1,"position":2,"dragon":9,"audience":[0]},'
    b'{"type":"kept","seat":0,"audience":null}]'
)


@pytest.mark.parametrize(
    ("seat", "first"), [(None, PUBLIC), (0, PRIVATE), (1, PUBLIC)], ids=["everyone", "who looked", "another"]
)
def test_a_seat_hears_what_is_told_to_it_instead_of_what_everyone_hears(
    seat: int | None, first: knot.events.Event
) -> None:
    assert heard((PUBLIC, PRIVATE, knot.events.Kept(0)), seat) == (first, knot.events.Kept(0))


def test_one_public_event_is_told_to_several_seats_in_their_own_ways() -> None:
    other = knot.events.Looked(0, 1, 2, dragon=3, audience=(1, 2))
    events = (knot.events.Kept(0), PUBLIC, PRIVATE, other)
    assert [heard(events, seat)[1:] for seat in (None, 0, 1, 2, 3)] == [
        (PUBLIC,),
        (PRIVATE,),
        (other,),
        (other,),
        (PUBLIC,),
    ]


def test_what_tables_have_stored_is_told_as_ever() -> None:
    events = decode(tuple[knot.events.Event, ...], STORED)
    assert heard(events, 0) == (PRIVATE, knot.events.Kept(0))
    assert heard(events, None) == (PUBLIC, knot.events.Kept(0))
    assert encode(events) == STORED


@pytest.mark.parametrize(
    ("outcome", "won", "losers"),
    [
        (Outcome((0, 1), (9, 9), True), [True, True], ()),
        (Outcome((), (3, 3), False), [False, False], (0, 1)),
        (Outcome((1,), (4, 7, 6), None), [False, True, False], (0, 2)),
        (Outcome((0, 1), (5, 5), None), [True, True], ()),
        (Outcome((), (42,), None), [None], ()),
    ],
    ids=["together, won", "together, lost", "competing", "a shared win", "a score"],
)
def test_an_outcome_says_who_won_and_who_lost(outcome: Outcome, won: list[bool | None], losers: tuple[int]) -> None:
    assert [outcome.has_won(seat) for seat in range(len(outcome.scores))] == won
    assert outcome.losers == losers
