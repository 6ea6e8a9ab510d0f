"""The panel of Wyvern's Knot: what it offers first, what it says of risk, what it asks and how few presses it takes."""

import re
from collections.abc import Iterator
from typing import Any

import pytest

from cogs.games import WORDS
from cogs.games.wyverns_knot.questions import MISS, SILENCE
from cogs.screens import picker
from cogs.screens.picker import RISKY, Situation
from cogs.screens.press import Press
from cogs.screens.screen import Button, Control, Menu, Option, Screen, Style
from engine import Chance
from engine import wyverns_knot as knot
from engine.records import replace
from engine.wyverns_knot.choices import PROMPTS
from tables.people.first_moves import FirstGame
from tables.people.people import Preferences

from ..engine.players import Setup, lasting, playthrough
from . import told
from .game import NAMES, Game
from .phone import BUTTON, HIGH, lines
from .told import labels, options, text
from .turns import Met, chosen, played, presses_a_turn

GAME, GAME_WORDS = knot.GAME, WORDS["wyverns-knot"]
ANN, BOB, CAT = range(3)
GREEN, BLUE, RED, GREY = Style.SUCCESS, Style.PRIMARY, Style.DANGER, Style.SECONDARY
WORDED = Preferences(form="words-only")


def after(*moves: Any, seats: int = 3, state: Any = None) -> Any:
    state = state or GAME.new(seats, GAME.options(), Chance("panel"))
    for move in moves:
        state = GAME.play(state, move, Chance("panel")).state
    return state


def situation(state: Any, *, worded: bool = False) -> Situation:
    seat = GAME.to_act(state)
    names = NAMES[: len(state.tableaus)]
    return Situation(tuple(GAME.legal_moves(state)), GAME_WORDS, GAME.view(state, seat), names, worded=worded)


def controls(state: Any, *path: str, worded: bool = False) -> list[Control]:
    now = situation(state, worded=worded)
    question = picker.next_question(now, path)
    assert isinstance(question, picker.Question)
    return picker.controls(question, now, Press("pick", 1, 1, path))


def buttons(state: Any, *path: str, worded: bool = False) -> dict[str, Style]:
    """What the panel offers, by label, in its order."""
    return {one.label: one.style for one in controls(state, *path, worded=worded) if isinstance(one, Button)}


def menu(state: Any, *path: str, worded: bool = False) -> dict[str, Option]:
    (one,) = [one for one in controls(state, *path, worded=worded) if isinstance(one, Menu)]
    return {option.label: option for option in one.options}


def asked(state: Any) -> str:
    now = situation(state)
    return GAME_WORDS.ask(now.view, now.names)


def with_strike_up(state: Any) -> Any:
    """The strike dragon of row A has turned back."""
    strike = knot.state.Strike(5, "up", state.strikes[0])
    return replace(state, table=replace(state.table, strikes=(strike, *state.table.strikes[1:])))


# -- What stands first


def test_the_first_question_is_whom_to_help_what_to_scout_and_how_to_enchant() -> None:
    first = [*buttons(after())]
    assert first[:4] == ["Scout an egg", "Help Bob", "Help Cat", "Enchant…"], "nobody has seen a dragon"
    seen = after(*[knot.moves.Scout(5), knot.moves.Advance(0)] * 3)
    assert [*buttons(seen)][:4] == ["Help Bob", "Help Cat", "Scout an egg", "Enchant…"]


def test_who_is_helped_has_their_cards_in_one_menu() -> None:
    cards = menu(after(knot.moves.Research(1, 4), knot.moves.Point(14), knot.moves.Advance(0)), "research", "0")
    assert [*cards] == [f"Help Ann: card {number}" for number in range(1, 8)]
    assert {card.detail for card in cards.values()} == {"nothing known"}
    state = after(
        knot.moves.Research(1, 4),
        knot.moves.Point(14),
        knot.moves.Advance(0),
        knot.moves.Scout(5),
        knot.moves.Advance(0),
    )
    assert menu(state, "research", "1")["Help Bob: card 5"].detail == "Ann says D3"


def test_somebody_who_has_one_card_left_is_helped_at_once() -> None:
    state = after()
    gone = replace(state.table.tableaus[1][0], face="gone")
    tableau = (*[gone] * 6, state.table.tableaus[1][6])
    state = replace(
        state, table=replace(state.table, tableaus=(state.table.tableaus[0], tableau, *state.table.tableaus[2:]))
    )
    assert "Help Bob: card 7 · nothing known" in buttons(state)


def test_what_somebody_vouches_for_stands_first() -> None:
    state = after(knot.moves.Research(1, 4), knot.moves.Point(14), knot.moves.Advance(0))  # D3, by Ann
    (first, style), *_ = buttons(state).items()
    assert (first, style) == ("Enchant D3 with card 5 · says Ann", BLUE)
    assert menu(state, "enchant")["Enchant with card 5"].detail == "Ann says D3"
    assert next(iter(menu(after(knot.moves.Enchant(4), state=state), "aim").values())).detail == "Ann says your card 5"


def matching(state: Any, owner: int) -> tuple[int, int]:
    """A card of this seat, and an egg of its kind in the lower rows."""
    return next(
        (position, cell)
        for position, card in enumerate(state.tableaus[owner])
        for cell, egg in enumerate(state.nest)
        if egg == card and cell >= 8
    )


def test_a_known_match_of_another_is_pointed_at_with_one_press() -> None:
    """Until somebody has pointed at it."""
    state = after()
    position, cell = matching(state, BOB)
    other = next(one for one in range(8, 16) if one != cell)
    state = after(
        knot.moves.Scout(cell), knot.moves.Advance(0), knot.moves.Scout(other), knot.moves.Advance(0),
        knot.moves.Research(BOB, position), knot.moves.TurnUp(), knot.moves.Advance(1), state=state,
    )  # fmt: skip
    label = f"Point Bob's card {position + 1} at {'ABCD'[cell // 4]}{cell % 4 + 1} · a match"
    assert buttons(state)[label] is GREEN
    state = after(knot.moves.Research(BOB, position), knot.moves.Point(cell), knot.moves.Advance(0), state=state)
    state = after(*[knot.moves.Scout(other), knot.moves.Advance(1)] * 2, state=state)
    assert label not in buttons(state)


def test_what_one_press_makes_is_sure_where_it_is_green() -> None:
    for game in playthrough(Setup(GAME, 4, GAME.options()), "green", lasting):
        state = game.state
        if state.table.step != "action" or len(GAME.legal_moves(state)) < 2:
            continue
        for offer in situation(state).offers:
            if offer.label.style is not GREEN:
                continue
            match offer.moves:
                case (knot.moves.Enchant(position), knot.moves.Aim(cell)):
                    assert state.tableaus[state.table.turn][position] == state.nest[cell]
                case (knot.moves.Research(owner, position), knot.moves.Point(cell)):
                    assert state.tableaus[owner][position] == state.nest[cell]
                case (knot.moves.Research(owner, position), knot.moves.PointStrike(row)):
                    assert state.tableaus[owner][position] == state.strikes[row]
                case _:
                    pytest.fail(str(offer.moves))


# -- Risk


def test_nothing_is_red_that_doesnt_surely_cost() -> None:
    state = after()
    assert RED not in buttons(state).values()
    assert RED not in buttons(after(knot.moves.Enchant(0), state=state)).values()
    assert MISS in asked(after(knot.moves.Enchant(0), state=state))
    tried = [after(knot.moves.Enchant(0), knot.moves.Aim(cell), state=state) for cell in range(16)]
    missed = next(state for state in tried if state.table.step == "remove")
    assert RED not in buttons(missed).values()


def known_not_to_match() -> tuple[Any, int]:
    """The first seat's turn: its first card is face up, and it has seen the egg in this cell, which is another kind."""
    state = after()
    cell = next(cell for cell in (2, 3) if state.nest[cell] != state.tableaus[0][0])
    card = replace(state.table.tableaus[0][0], face="up", dragon=state.tableaus[0][0])
    tableaus = ((card, *state.table.tableaus[0][1:]), *state.table.tableaus[1:])
    state = replace(state, table=replace(state.table, tableaus=tableaus))
    return after(
        knot.moves.Scout(cell), knot.moves.Advance(0), *[knot.moves.Scout(cell), knot.moves.Advance(1)] * 2, state=state
    ), cell


def test_what_is_known_not_to_match_asks_once_more_and_has_a_sign_in_the_menu() -> None:
    state, cell = known_not_to_match()
    state = after(knot.moves.Enchant(0), state=state)
    chosen = picker.next_question(situation(state), ("aim", str(cell)))
    assert isinstance(chosen, picker.ChosenMoves)
    assert chosen.risk
    eggs = menu(state, "aim")
    assert {label for label, egg in eggs.items() if egg.emoji} == {f"A{cell + 1}"}
    assert "no match" in str(eggs[f"A{cell + 1}"].detail)


def test_words_mark_every_guess_and_every_known_miss_alike() -> None:
    state, cell = known_not_to_match()
    state = after(knot.moves.Enchant(0), state=state)
    assert all(label.endswith(RISKY) for label in menu(state, "aim", worded=True))
    assert f"A{cell + 1} {RISKY}" in menu(state, "aim", worded=True)
    claimed = after(knot.moves.Research(1, 4), knot.moves.Point(14), knot.moves.Advance(0))
    marked = {label: label.endswith(RISKY) for label in menu(claimed, "enchant", worded=True)}
    assert [label for label, risky in marked.items() if not risky] == ["Enchant with card 5"]
    assert not any(label.endswith(RISKY) for label in buttons(claimed, worded=True))


def test_moving_a_strike_dragon_says_what_it_takes() -> None:
    moves = buttons(after(knot.moves.Scout(5), state=with_strike_up(after())))
    assert moves["Move A's dragon · takes egg A4!"] is RED
    assert moves["Move B's dragon · to column 1"] is BLUE


# -- Wild enchantment


@pytest.mark.clause("WK-18")
def test_a_wild_enchantment_says_when_it_is_of_no_use() -> None:
    state = after()
    assert buttons(state)["Wild enchantment · no use yet"] is GREY
    assert "No strike dragon is face up" in asked(after(knot.moves.Wild(0)))
    up = with_strike_up(state)
    assert buttons(up)["Wild enchantment · a guess"] is GREY
    assert "If card 1 is no strike dragon's kind: which egg?" in asked(after(knot.moves.Wild(0), state=up))


def pointed_at_a_strike_dragon() -> tuple[Any, int]:
    """Bob's turn: Ann has said of his card that it is of the face-up strike dragon's kind, and it is."""
    deals = (with_strike_up(GAME.new(3, GAME.options(), Chance(f"panel {number}"))) for number in range(100))
    state = next(deal for deal in deals if deal.strikes[0] in deal.tableaus[BOB])
    position = state.tableaus[BOB].index(state.strikes[0])
    return after(
        knot.moves.Research(BOB, position), knot.moves.PointStrike(0), knot.moves.Advance(1), state=state
    ), position


@pytest.mark.clause("WK-18")
def test_a_card_that_somebody_pointed_at_is_no_gamble_also_wild() -> None:
    state, position = pointed_at_a_strike_dragon()
    (first, style), *_ = buttons(state).items()
    assert (first, style) == (f"Wild: row A, card {position + 1} · says Ann", BLUE)
    assert buttons(state)["Wild enchantment"] is BLUE
    marked = {label: label.endswith(RISKY) for label in menu(state, "wild", worded=True)}
    assert not marked.pop(f"Wild with card {position + 1}")
    assert all(marked.values())


@pytest.mark.clause("WK-18")
def test_the_egg_of_a_wild_card_is_asked_once() -> None:
    """After the card is seen; the egg for the case that it is another kind has been chosen with it."""
    state, _ = pointed_at_a_strike_dragon()
    offer = situation(state).offers[0]
    state = after(*offer.moves, state=state)
    assert state.table.step == "place"
    assert asked(state) == f"{knot.state.DRAGONS[state.strikes[0]]} is A's dragon: which egg?"
    assert [*buttons(state)][:4] == ["Save A1", "Save A2", "Save A3", "Save A4"]
    (last,) = [label for label in buttons(state) if label.startswith("Try your first egg")]
    assert re.fullmatch(r"Try your first egg · A[1-4]", last)


# -- Pointing


def test_pointing_at_what_nobody_knows_stands_last() -> None:
    """It is a guess. What is known to match stands first."""
    looked = after(knot.moves.Research(1, 2))
    assert [*buttons(looked)] == [
        "Turn it face up · for everyone", "Show nothing", "Point at an egg", "Point at a strike dragon"
    ]  # fmt: skip
    state = after()
    position, cell = matching(state, BOB)
    state = after(*[knot.moves.Scout(cell), knot.moves.Advance(0)] * 3, knot.moves.Research(BOB, position), state=state)
    (first, style), *_ = buttons(state).items()
    assert style is GREEN
    assert first == f"Point at {'ABCD'[cell // 4]}{cell % 4 + 1} · a match"


@pytest.mark.clause("WK-52")
def test_silence_is_asked_for_before_pointing_not_after() -> None:
    looked = after(knot.moves.Research(1, 2))
    assert SILENCE in asked(looked)
    assert SILENCE not in asked(after(knot.moves.Point(3), state=looked))
    assert SILENCE in asked(after(knot.moves.Scout(3)))


# -- A whole panel


def test_what_a_kind_of_move_is_stands_where_it_is_offered_and_is_read_once() -> None:
    game = Game(GAME.key, NAMES[:3], state=pointed_at_a_strike_dragon()[0])
    panel = game.panel(BOB)
    newcomer = replace_made(panel, FirstGame(None, frozenset()))
    assert "💡 **Wild**" in text(newcomer.opening()), "the first that is offered"
    question = picker.next_question(newcomer.now, ("wild",))
    assert isinstance(question, picker.Question)
    assert "**Wild**" not in text(newcomer.asking(question, ("wild",))), "and it was read there"
    other = picker.next_question(newcomer.now, ("enchant",))
    assert isinstance(other, picker.Question)
    assert "💡 **Enchant**" in text(newcomer.asking(other, ("enchant",)))
    used = replace_made(panel, FirstGame(None, frozenset({"wild"})))
    assert "**Wild**" not in text(used.opening())
    assert "**Wild**" not in text(used.asking(question, ("wild",)))


def replace_made(panel: Any, made: FirstGame) -> Any:
    return type(panel)(panel.seen, panel.preferences, panel.heard, panel.acted, made)


def test_a_seat_without_cards_can_still_scout_and_help() -> None:
    for seats in GAME.seats:
        state = after(seats=seats)
        gone = tuple(replace(card, face="gone") for card in state.table.tableaus[0])
        state = replace(state, table=replace(state.table, tableaus=(gone, *state.table.tableaus[1:])))
        panel = Game(GAME.key, NAMES[:seats], state=state).panel(ANN)
        shown = panel.opening()
        assert {"Scout an egg", "Help Bob"} <= {*labels(shown)}
        assert "Enchant…" not in labels(shown)
        assert Met.of(panel, shown).height <= HIGH


def test_all_that_isnt_in_sight_is_behind_more() -> None:
    game = Game(GAME.key, NAMES[:5])
    shown = game.panel(ANN).private("https://discord.com/channels/60/70/80")
    folded = [option.label for option in options(shown)]
    assert folded == ["Help Eve", "Enchant…", "Wild enchantment · no use yet", "My hand"]
    in_sight = [label for label in labels(shown) if label not in folded]
    assert in_sight == ["Scout an egg", "Help Bob", "Help Cat", "Help Dan", "To the board"]


@pytest.mark.parametrize("seats", GAME.seats)
def test_a_turn_takes_three_presses_whoever_sits_there(seats: int) -> None:
    assert presses_a_turn([press for number in range(2) for press in played(GAME.key, seats, number)]) <= 3


# -- Words


def sentences() -> Iterator[str]:
    """What players read of this game."""
    for page in GAME_WORDS.rules:
        yield from page.text.splitlines()
    yield GAME_WORDS.blurb
    yield from PROMPTS.values()
    for seats in GAME.seats:
        for game in playthrough(Setup(GAME, seats, GAME.options()), "words", lasting):
            yield from (GAME.tell(event) for event in game.step.events)
            if len(GAME.legal_moves(game.state)) > 1:
                yield from asked(game.state).splitlines()


def test_no_sentence_is_longer_than_a_breath() -> None:
    for said in {*sentences()}:
        for sentence in re.split(r"(?<=[.:!?])\s", said):
            assert len(sentence.split()) < 25, sentence


# -- What friends have told, and what would spoil it


def pointed_at(cell: int, *, position: int = 0) -> Any:
    """Bob has pointed at an egg for Ann, and Ann is to move again. Strike dragons lie in row D."""
    state = after(
        knot.moves.Scout(0), knot.moves.Advance(3), knot.moves.Research(ANN, position), knot.moves.Point(cell)
    )
    return after(knot.moves.Advance(3), knot.moves.Scout(1), knot.moves.Advance(3), state=state)


def test_what_a_friend_pointed_at_is_the_first_button_even_beside_a_sure_match() -> None:
    state = pointed_at(9)
    sure = next(cell for cell in range(12) if cell != 9 and state.nest[cell] == state.tableaus[ANN][1])
    cards = [
        replace(card, face="up", dragon=dragon)
        for card, dragon in zip(state.table.tableaus[ANN], state.tableaus[ANN], strict=True)
    ]
    eggs = [replace(egg, looked=(ANN,)) if cell == sure else egg for cell, egg in enumerate(state.table.nest)]
    tableaus = ((state.table.tableaus[ANN][0], *cards[1:]), *state.table.tableaus[1:])
    known = replace(state, table=replace(state.table, tableaus=tableaus, nest=tuple(eggs)))
    first, second, *_ = buttons(known)
    assert first.startswith("Enchant C2 with card 1")
    assert "with card 2" in second


def test_an_egg_that_was_pointed_at_says_why_it_cant_be_tried_now() -> None:
    state = pointed_at(9)
    assert "Bob" not in asked(state)
    covering = replace(state.table.strikes[2], column=2)
    strikes = (*state.table.strikes[:2], covering, state.table.strikes[3])
    covered = replace(state, table=replace(state.table, strikes=strikes))
    assert "Bob pointed your card 1 at C2: the dragon on it must leave first." in asked(covered)
    assert not any("C2" in label for label in buttons(covered))


def test_who_moves_a_dragon_onto_an_egg_that_was_pointed_at_reads_so_first() -> None:
    state = after(knot.moves.Scout(0), knot.moves.Advance(3), knot.moves.Research(ANN, 0), knot.moves.Point(8))
    risks = {row: GAME_WORDS.risky(GAME.view(state, BOB), knot.moves.Advance(row)) for row in range(4)}
    assert [row for row, risk in risks.items() if risk] == [2]
    assert risks[2] == "Somebody has pointed at egg C1. With a dragon on it, nobody can try it. Move it anyway?"
    turned = replace(state.table.strikes[2], column=2, face="up", dragon=state.strikes[2])
    up = replace(state, table=replace(state.table, strikes=(*state.table.strikes[:2], turned, state.table.strikes[3])))
    taking = GAME_WORDS.risky(GAME.view(up, BOB), knot.moves.Advance(2))
    assert taking == "Somebody has pointed at egg C1, and this dragon takes it. Move it anyway?"


def test_pointing_is_asked_once_where_what_one_knows_says_that_it_is_no_match() -> None:
    state = after()
    card = state.tableaus[BOB][0]
    match = next(cell for cell in range(16) if state.nest[cell] == card)
    other = next(cell for cell in range(16) if state.nest[cell] != card)
    looked = after(knot.moves.Research(BOB, 0), state=state)
    assert not GAME_WORDS.risky(GAME.view(looked, ANN), knot.moves.Point(other)), "nobody has seen that egg"
    knows = replace(looked, table=replace(looked.table, nest=tuple(
        [replace(egg, looked=(ANN,)) if cell in (match, other) else egg for cell, egg in enumerate(looked.table.nest)]
    )))  # fmt: skip
    risk = GAME_WORDS.risky(GAME.view(knows, ANN), knot.moves.Point(other))
    assert risk
    assert "no match. Point at it anyway?" in risk
    assert not GAME_WORDS.risky(GAME.view(knows, ANN), knot.moves.Point(match))
    found = picker.next_question(situation(knows), ("point", str(other)))
    assert isinstance(found, picker.ChosenMoves)
    assert found.risk == risk
    eggs = [*menu(knows, "point")]
    assert eggs[0] == f"Point at {'ABCD'[match // 4]}{match % 4 + 1}"
    assert eggs[-1] == f"Point at {'ABCD'[other // 4]}{other % 4 + 1}"


def test_who_knows_where_both_of_a_kind_are_is_asked_before_pointing_elsewhere() -> None:
    state = next(
        state
        for state in (GAME.new(3, GAME.options(), Chance(f"{number}")) for number in range(50))
        if state.nest.count(state.tableaus[BOB][0]) == 2
    )
    both = [cell for cell in range(16) if state.nest[cell] == state.tableaus[BOB][0]]
    looked = after(knot.moves.Research(BOB, 0), state=state)
    nest = [replace(egg, looked=(ANN,)) if cell in both else egg for cell, egg in enumerate(looked.table.nest)]
    knows = replace(looked, table=replace(looked.table, nest=tuple(nest)))
    elsewhere = next(cell for cell in range(16) if cell not in both)
    assert "you know where both of that kind are" in str(
        GAME_WORDS.risky(GAME.view(knows, ANN), knot.moves.Point(elsewhere))
    )


def asked_for_a_card(wish: Preferences) -> Iterator[Screen]:
    """Which card of somebody is looked at: the questions in some games."""
    for number in range(3):
        game = Game("wyverns-knot", NAMES[:4], f"{number:064x}")
        while (seat := GAME.to_act(game.state)) is not None:
            panel = game.panel(seat, wish)
            for owner in {str(move.owner) for move in panel.seen.legal if isinstance(move, knot.moves.Research)}:
                question = picker.next_question(panel.now, ("research", owner))
                if isinstance(question, picker.Question) and len(question.choices) > 1:  # else it is offered whole
                    yield panel.asking(question, ("research", owner))
            game.press(chosen(game, seat))


def test_somebodys_cards_are_numbers_in_one_row_below_what_is_done() -> None:
    rows = 0
    for screen in asked_for_a_card(Preferences()):
        if options(screen):
            continue  # what is known of them is long
        asked = re.fullmatch(r"### Help (\w+)\nWhich card\?", text(screen))
        cards = [one for one in told.controls(screen) if isinstance(one, Button) and one.label.isdecimal()]
        assert asked
        assert lines((*cards,)) == BUTTON, "a phone shows them side by side"
        for one in cards:
            assert one.detail
            assert one.detail.startswith(f"Help {asked[1]}: card {one.label} · "), "behind “More…” it is said whole"
            assert one.style is BLUE or "nothing known" not in one.detail
        rows += 1
    assert rows > 5


def test_in_words_a_card_is_said_whole() -> None:
    shown = [one for screen in asked_for_a_card(WORDED) for one in told.controls(screen) if isinstance(one, Button)]
    assert any(one.label.startswith("Help ") for one in shown)
    assert not [one for one in shown if one.label.isdecimal()]


def row_of(screen: Screen) -> list[Control]:
    return [*told.controls(screen)]
