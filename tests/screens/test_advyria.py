"""What Advyria's panel offers: the sensible next step whole, in one press; what must wait, and why."""

from collections.abc import Sequence
from typing import Any

import pytest

from cogs.games.advyria import WORDS
from cogs.games.advyria.cards import cards_by_kind
from cogs.games.words import A_LINE, Offer, move_path
from cogs.screens import picker
from cogs.screens.press import CUSTOM_ID_LIMIT, Press
from cogs.screens.screen import Button
from cogs.screens.typed import suggestions
from engine import GAMES, Chance
from engine.advyria.cards import FAIRY, GOLD, HEROES, JOKER, KNIGHT, WARRIOR, WIZARD, card_of
from engine.advyria.land import SPACE_OF
from engine.advyria.moves import Complete, Discard, EndTurn, Go, Leave, Look, PlayAdventure, PlaySet, StopLooking, Turn
from engine.advyria.state import Options, State
from languages import ENGLISH, offered, speaking
from players.advyria.sensible import choose
from tables.play.model import Refused, Stale

from ..engine.test_advyria import advyria, after

NAMES = ("Ann", "Bob", "Cat", "Dan")
GAME = GAMES["advyria"]
BUTTON_LIMIT = 80  # characters


def situation(state: State) -> picker.Situation:
    seat = state.table.turn
    return picker.Situation(tuple(GAME.legal_moves(state)), WORDS, GAME.view(state, seat), NAMES)


def offers(state: State) -> dict[str, Offer]:
    return {offer.label.text: offer for offer in situation(state).offers}


def asked(state: State) -> str:
    return WORDS.ask(GAME.view(state, state.table.turn), NAMES)


def played(state: State, moves: Sequence[Any]) -> State:
    return after(state, *moves).state


def states(seats: int, options: Options, number: int) -> list[State]:
    chance = Chance(f"offers/{number}")
    found = [GAME.new(seats, options, chance)]
    while legal := GAME.legal_moves(found[-1]):
        move = choose(GAME.view(found[-1], GAME.to_act(found[-1])), legal)
        found.append(GAME.play(found[-1], move, chance).state)
    return found[:-1]


@pytest.mark.parametrize("seats", [1, 2, 4])
def test_whatever_is_offered_whole_can_be_done_and_fits_its_button(seats: int) -> None:
    options, chance = Options(mode="solo" if seats == 1 else "compete"), Chance("offers/1")
    seen = set[int]()
    for state in states(seats, options, 1):
        found = situation(state).offers
        assert len({picker.spell_all(offer.moves) for offer in found}) == len(found)
        for path in situation(state).offered:
            assert len(Press("pick", 10**6, 10**4, path).custom_id()) <= CUSTOM_ID_LIMIT
        for offer in found:
            reached = state
            for move in offer.moves:
                assert move in GAME.legal_moves(reached), offer.label.text
                reached = GAME.play(reached, move, chance).state
            assert len(offer.label.text) <= BUTTON_LIMIT
            seen.add(len(offer.moves))
    assert seen >= {1, 2, 3}


def test_a_set_flips_all_villages_that_it_can_without_asking_how_many() -> None:
    one = advyria((WARRIOR,) * 3, (), villages=1)
    assert offers(one)["Play 2 Warriors"].moves == (PlaySet(WARRIOR, 2, 0), Turn(1))
    assert "Play 3 Warriors" not in offers(one), "a third has nothing to flip"
    more = advyria((WARRIOR,) * 3, (), villages=4)
    assert offers(more)["Play 3 Warriors"].moves == (PlaySet(WARRIOR, 3, 0), Turn(2))
    assert offers(more)["Play 3 Warriors"].label.detail == "flip 2 villages to gold"


def test_a_joker_is_offered_only_where_it_does_more() -> None:
    """Two ways to flip the same village look alike."""
    one = advyria((WARRIOR,) * 3 + (JOKER,), (), villages=1)
    assert [text for text in offers(one) if "Warrior" in text] == ["Play 2 Warriors"]
    three = advyria((WARRIOR,) * 3 + (JOKER,), (), villages=3)
    assert [text for text in offers(three) if "Warrior" in text] == ["Play 3 Warriors", "Play 3 Warriors + 1 Joker"]


def test_a_play_alone_says_something_else_than_the_play_with_what_follows() -> None:
    """Both can be buttons of one message."""
    for count in (2, 3, 4):
        state = advyria((WARRIOR,) * count, (), villages=count - 1)
        whole = offers(state)[f"Play {count} Warriors"]
        assert whole.moves == (PlaySet(WARRIOR, count, 0), Turn(count - 1))
        said = picker.label_of(PlaySet(WARRIOR, count, 0), situation(state))
        assert said.detail == "you say how many" != whole.label.detail


def test_what_spends_a_card_that_may_be_worth_more_is_behind_a_kind_of_move() -> None:
    state = advyria((card_of(6), KNIGHT, KNIGHT), (), villages=2)
    assert [*offers(state)] == ["Play 2 Knights", "End your turn"]
    assert picker.label_of(PlayAdventure(6), situation(state)).text == "Play Sun King's Crown for yellow"


def test_fairies_that_can_only_take_a_loss_away_say_that_alone() -> None:
    last = advyria((FAIRY,) * 6, (), losses=1, gone=range(1, 26))
    state = played(last, (PlaySet(FAIRY, 2, 0), Look(0)))
    offer = offers(state)["Play 4 Fairies"]
    assert offer.moves == (PlaySet(FAIRY, 4, 0), StopLooking())
    assert offer.label.detail == "1 loss less"
    assert played(state, offer.moves).table.players[0].losses == 0


def test_what_cannot_be_played_says_why() -> None:
    """Where nothing else is to be played."""
    assert "Warriors must wait. You have no village to flip." in asked(advyria((WARRIOR, WARRIOR, KNIGHT), ()))
    assert "Fairies must wait. No tile lies face down" in asked(advyria((FAIRY, FAIRY), (), gone=range(26)))
    assert "Crown can't be played for its colour. You have no village" in asked(advyria((KNIGHT, card_of(6)), ()))
    assert asked(advyria((KNIGHT, WARRIOR), ())) == "You have no set to play yet."
    assert "wait" not in asked(advyria((WARRIOR, WARRIOR, KNIGHT, JOKER), (), villages=1))


def test_before_the_own_heros_adventure_card_is_spent_it_asks_once_more() -> None:
    own, other = HEROES[0].adventures[1], HEROES[1].adventures[1]  # seat 0 has hero 0
    state = advyria((card_of(own), card_of(other), *(KNIGHT,) * 4), (), level=5, villages=1)
    for adventure, risk in ((own, True), (other, False)):
        chosen = picker.next_question(situation(state), move_path(PlayAdventure(adventure)))
        assert isinstance(chosen, picker.ChosenMoves)
        assert bool(chosen.risk) == risk
    discarding = after(state, EndTurn()).state
    for adventure, risk in ((own, True), (other, False)):
        chosen = picker.next_question(situation(discarding), ("discard", str(card_of(adventure))))
        assert isinstance(chosen, picker.ChosenMoves)
        assert chosen.moves == (Discard(card_of(adventure)),)
        assert bool(chosen.risk) == risk


@pytest.mark.parametrize("language", sorted(offered().keys() - {ENGLISH}))
@pytest.mark.parametrize(
    ("hand", "level"),
    [
        ((KNIGHT, KNIGHT, FAIRY, FAIRY, FAIRY, JOKER), 5),  # "Play 2 Knights" is short, "2 Caballeros" shorter still
        ((WARRIOR, WARRIOR, KNIGHT, KNIGHT, WIZARD, JOKER), 4),
        ((KNIGHT, KNIGHT, WARRIOR, WARRIOR, WARRIOR, FAIRY, WIZARD, JOKER, card_of(0)), 5),  # many discards in a label
        ((FAIRY, FAIRY, WIZARD), 3),
    ],
)
def test_the_same_moves_are_offered_in_every_language(hand: tuple[int, ...], level: int, language: str) -> None:
    state = advyria(hand, (FAIRY,), level=level, villages=2)
    with speaking(language):
        said = offers(state)
    assert [offer.moves for offer in said.values()] == [offer.moves for offer in offers(state).values()]
    assert all(len(label) <= BUTTON_LIMIT for label in said)


@pytest.mark.parametrize("excess", range(1, 6))
def test_a_turn_ends_with_all_its_discards_in_one_press_or_on_one_sheet(excess: int) -> None:
    """What would be kept is said before it is pressed: on the button, or above it."""
    hand = (KNIGHT, KNIGHT, WARRIOR, WARRIOR, WARRIOR, FAIRY, WIZARD, JOKER, card_of(0))
    state = advyria(hand, (FAIRY,), level=len(hand) - excess)
    whole = [offer for offer in situation(state).offers if offer.moves[0] == EndTurn() and len(offer.moves) > 1]
    for offer in whole:
        assert played(state, offer.moves).table.turn == 1
        assert offer.label.text.startswith(("End turn: ", "End: "))
        gone = [move.card for move in offer.moves if isinstance(move, Discard)]
        assert len(gone) == excess
        assert all(name in offer.label.text for name in cards_by_kind(gone, briefly=True).replace("1 ", "").split(", "))
        assert len(offer.label.text) <= A_LINE
    assert bool(whole) == (excess <= 4), "what would be kept is said above, if a button has no room for it"
    discarding = after(state, EndTurn()).state
    (proposal,) = situation(discarding).offers
    assert proposal.label.text.startswith("Keep these, discard ")
    assert Discard(FAIRY) in proposal.moves, "what is missed least"
    assert proposal.moves.count(Discard(WARRIOR)) < 3, "the last of a set is missed"
    assert played(discarding, proposal.moves).table.turn == 1
    left = played(discarding, proposal.moves).hands[0]
    assert asked(discarding) == f"Keep {cards_by_kind(left, briefly=True)}?"
    sheet = situation(discarding).sheet()
    assert (sheet is not None) == (excess > 1)
    if sheet:
        assert (sheet.least, sheet.most) == (excess, excess)
        assert played(discarding, sheet.moves[:excess]).table.turn == 1


@pytest.mark.parametrize("excess", [2, 3, 7])
def test_a_sheet_that_costs_much_asks_once_more_and_is_meant(excess: int) -> None:
    """All that it may cost is said, and the button's custom id stands for all that was ticked."""
    own = [card_of(adventure) for adventure in HEROES[0].adventures[:2]]
    state = advyria((*own, *(KNIGHT,) * 4, *(WARRIOR,) * 4), (FAIRY,), level=10 - excess)
    now = situation(after(state, EndTurn()).state)
    sheet = now.sheet()
    assert sheet
    options = picker.sheet_options(sheet, now)
    risky = [value for value, _, move in options if move in [*map(Discard, own)]]
    values = [*risky, *[value for value, *_ in options if value not in risky][: excess - 2]]
    asked = picker.ticked(values, now)
    assert asked.risk
    assert asked.risk.count("Discard it anyway?") == 2
    sure, back = (one for one in picker.confirm(asked, now, Press("pick", 10**6, 10**4)) if isinstance(one, Button))
    if excess == 7:
        assert sure.label == sheet.title
    press = Press.read(sure.press.custom_id())
    assert press.verb == "dare"
    assert picker.confirmed_moves(now, press.args) == asked
    assert Press.read(back.press.custom_id()) == Press("pick", 10**6, 10**4)
    marker, *numbers = press.args
    for wrong in ([], ["0"], numbers[1:], [*numbers, numbers[0]], ["99", *numbers[1:]], ["-1", *numbers[1:]],
                  ["0" + numbers[0], *numbers[1:]], ["²", *numbers[1:]]):  # fmt: skip
        with pytest.raises(Refused):
            picker.confirmed_moves(now, (marker, *wrong))
    with pytest.raises(Stale):
        picker.confirmed_moves(situation(state), press.args)


def test_the_nearest_unknown_tiles_are_looked_at_in_one_press() -> None:
    state = advyria((FAIRY,) * 3, (), pawns=("G1", "G2"))
    (text, offer) = next(iter(offers(state).items()))
    assert text.startswith("Play 3 Fairies: W1, ")
    looked = [move.space for move in offer.moves if isinstance(move, Look)]
    assert len(looked) == 2
    assert played(state, offer.moves).table.step == "play"
    (whole,) = (
        picker.label_of(move, situation(state)) for move in situation(state).legal if move == PlaySet(FAIRY, 3, 0)
    )
    assert whole.text != text, "alone it asks which tiles"
    known = played(state, offer.moves)
    last = advyria((FAIRY,) * 3, (), gone=range(1, 26))
    assert offers(last)["Play 3 Fairies: W1"].moves == (PlaySet(FAIRY, 3, 0), Look(0), StopLooking())
    assert GAME.view(known, 0).mine.tiles[looked[0]] is not None


def test_an_adventure_whose_card_is_at_hand_is_reached_and_completed_in_one_press() -> None:
    state = after(advyria((KNIGHT, KNIGHT, card_of(0)), (), up=(0,)), PlaySet(KNIGHT, 2, 0)).state
    offer = offers(state)["To W1, complete Griffin's Egg"]
    assert offer.moves == (Go(SPACE_OF["W1"]), Complete())
    assert played(state, offer.moves).table.players[0].completed == (0,)


def test_who_stands_beside_a_space_is_said_where_it_is_chosen() -> None:
    red = 0
    state = after(advyria((card_of(red), KNIGHT), (FAIRY,) * 6, pawns=("G1", "W2")), PlayAdventure(red)).state
    near = offers(state)["Go to W1: face down"]
    assert near.label.detail == "1 step, beside Bob (6 cards)"
    assert picker.label_of(Go(SPACE_OF["W1"]), situation(state)).detail == "1 step, face down, beside Bob (6 cards)"


def test_no_way_is_offered_to_an_adventure_whose_card_is_missing() -> None:
    state = after(advyria((KNIGHT, KNIGHT), (), up=(0,), pawns=("G1", "D3")), PlaySet(KNIGHT, 2, 0)).state
    ways = [move.space for offer in situation(state).offers for move in offer.moves if isinstance(move, Go)]
    assert ways
    assert SPACE_OF["W1"] not in ways
    assert Go(SPACE_OF["W1"]) in situation(state).legal


def test_the_guilds_with_the_most_tiles_near_them_are_offered() -> None:
    state = GAME.new(2, Options(), Chance("guilds"))
    assert [*offers(state)] == ["G6, the Heron", "G5, the Anchor"]
    assert [offer.label.detail for offer in offers(state).values()] == ["7 tiles are near", "6 tiles are near"]


def test_an_adventure_without_its_card_is_left_and_the_turn_ended_in_one_press() -> None:
    state = after(advyria((KNIGHT, KNIGHT), (), up=(0,)), PlaySet(KNIGHT, 2, 0), Go(0)).state
    assert offers(state)["Leave it there, end your turn"].moves == (Leave(), EndTurn())
    near = advyria((KNIGHT, KNIGHT), (FAIRY,) * 3, up=(0,), pawns=("G1", "W2"))
    assert not offers(after(near, PlaySet(KNIGHT, 2, 0), Go(0)).state), "a richer neighbour stands there"


def test_nothing_is_offered_to_whoever_waits_while_another_discards() -> None:
    state = after(advyria((FAIRY,) * 3, (KNIGHT, KNIGHT), level=2), EndTurn()).state
    waiting = picker.Situation((), WORDS, GAME.view(state, 1), NAMES)
    assert (waiting.offers, waiting.sheet(), suggestions(waiting, "")) == ((), None, [])
    assert suggestions(situation(state), "")


def test_ending_the_game_by_doing_nothing_asks_once_more() -> None:
    state = advyria((FAIRY, FAIRY), phase="finale", tiles=(GOLD, *range(12), *(GOLD,) * 13))
    (end,) = (offer for offer in situation(state).offers if offer.moves == (EndTurn(),))
    assert end.label.text == "End the game"
    assert end.risk
    assert GAME.outcome(played(state, end.moves))
