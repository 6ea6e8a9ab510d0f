"""The panel of Wyvern's Knot: what its buttons say of risk, what it offers whole, how few presses a turn takes."""

import re
from collections.abc import Iterator, Sequence
from dataclasses import replace as replaced
from pathlib import Path
from typing import Any

import pytest

from cogs.games import WORDS
from cogs.games.wyverns_knot import SILENCE
from cogs.screens import picker
from cogs.screens.names import safe
from cogs.screens.picker import Situation
from cogs.screens.press import Press
from cogs.screens.screen import Button, Style
from engine import Chance
from engine import wyverns_knot as knot
from engine.records import replace
from engine.wyverns_knot.choices import PROMPTS

from ..engine.players import Setup, lasting, playthrough
from .hall import answer, leads, text, world
from .positions import Position, write
from .test_panels import OTHERS
from .test_wyverns_knot_at_a_table import start
from .tour import GAME

GAME_WORDS = WORDS["wyverns-knot"]
NAMES = ("Ann", "Bram", "Cosima", "Dario", "Edda")
GREEN, RED, GREY = Style.SUCCESS, Style.DANGER, Style.SECONDARY


def after(*moves: Any, seats: int = 3, state: Any = None) -> Any:
    state = state or GAME.new(seats, GAME.options(), Chance("panel"))
    for move in moves:
        state = GAME.play(state, move, Chance("panel")).state
    return state


def situation(state: Any) -> Situation:
    seat = GAME.to_act(state)
    names = NAMES[: len(state.tableaus)]
    return Situation(tuple(GAME.legal_moves(state)), GAME_WORDS, GAME.view(state, seat), names)


def buttons(state: Any, *path: str) -> dict[str, Style]:
    """What the panel offers, by label."""
    now = situation(state)
    question = picker.narrow(now, path)
    assert isinstance(question, picker.Question)
    rows = picker.controls(question, now, Press("pick", 1, 1, path))
    return {one.label: one.style for row in rows for one in row.controls if isinstance(one, Button)}


def said(state: Any) -> str:
    now = situation(state)
    question = picker.narrow(now, ())
    assert isinstance(question, picker.Question)
    return f"{GAME_WORDS.ask(now.view, now.names)}\n{picker.details(question, now)}"


def with_strike_up(state: Any) -> Any:
    """The strike dragon of row A has turned back."""
    strike = knot.Strike(5, "up", state.strikes[0])
    return replace(state, table=replace(state.table, strikes=(strike, *state.table.strikes[1:])))


# -- Risk


def test_the_riskiest_action_says_so_and_isnt_green() -> None:
    first = buttons(after())
    assert first["Mine 1"] is RED
    assert GREEN not in first.values()
    assert "Red is a guess: a miss costs the card, the egg and a strike dragon." in said(after())


def test_green_is_only_what_is_sure() -> None:
    for played in playthrough(Setup(GAME, 4, GAME.options()), "green", lasting):
        state = played.state
        if state.table.step != "action" or len(GAME.legal_moves(state)) < 2:
            continue
        now = situation(state)
        for offer in now.offers():
            if offer.label.style is GREEN:
                card, egg = offer.moves
                assert isinstance(card, knot.Enchant)
                assert isinstance(egg, knot.Aim)
                assert state.tableaus[state.table.turn][card.position] == state.nest[egg.cell]


@pytest.mark.clause("WK-18")
def test_a_wild_enchantment_says_when_it_is_of_no_use() -> None:
    state = after()
    assert buttons(state)["Wild enchantment · no use yet"] is GREY
    assert "No strike dragon is face up" in said(after(knot.Wild(0)))
    up = with_strike_up(state)
    assert "Wild enchantment · a gamble" in buttons(up)
    assert "any egg in that row" in said(after(knot.Wild(0), state=up))


def test_moving_a_strike_dragon_says_what_it_takes() -> None:
    state = with_strike_up(after())
    moves = buttons(after(knot.Scout(5), state=state))
    assert moves["Move A's dragon · takes egg A4!"] is RED
    assert "Move B's dragon · 0 → 1" in moves


def known_not_to_match() -> tuple[Any, int]:
    """The first seat's turn: its first card is face up, and it has seen the egg in this cell, which is another kind."""
    state = after()
    cell = next(cell for cell in (2, 3) if state.nest[cell] != state.tableaus[0][0])
    card = replace(state.table.tableaus[0][0], face="up", dragon=state.tableaus[0][0])
    tableaus = ((card, *state.table.tableaus[0][1:]), *state.table.tableaus[1:])
    state = replace(state, table=replace(state.table, tableaus=tableaus))
    return after(knot.Scout(cell), knot.Advance(0), *[knot.Scout(cell), knot.Advance(1)] * 2, state=state), cell


def test_what_is_known_not_to_match_asks_once_more() -> None:
    state, cell = known_not_to_match()
    chosen = picker.narrow(situation(after(knot.Enchant(0), state=state)), ("aim", str(cell)))
    assert isinstance(chosen, picker.Moves)
    assert chosen.risk


async def test_a_command_asks_before_a_risky_move(tmp_path: Path) -> None:
    """As the panel does; what is meant is then made."""
    state, cell = known_not_to_match()
    async with world(tmp_path, *NAMES[:3]) as here:
        await write(here, Position("wyverns-knot", 3, GAME.options(), state))
        await here.restart()
        ann = here.members[0]
        await here.slash(ann, "wyrm-knot", move="enchant/0")
        before = here.table()
        result = await here.slash(ann, "wyrm-knot", move=f"aim/{cell}")
        assert "Both would be lost" in answer(result)
        assert here.table() == before
        assert result.response
        (sure,) = [lead for lead in leads(result.response) if lead.verb == "dare"]
        await here.press(ann, result.response, custom_id=sure.custom_id)
        assert here.state().table.nest[cell].fate == "lost"


# -- Pointing


def test_pointing_waits_until_one_has_seen_a_dragon() -> None:
    """Before that it is a guess: offered, but last and plain."""
    looked = knot.Research(1, 2)
    labels = buttons(after(looked))
    assert labels["Point at an egg"] is GREY
    assert next(iter(labels)).startswith("Turn it face up")
    scouted = after(knot.Scout(5), knot.Advance(0), *[knot.Scout(6), knot.Advance(0)] * 2)
    card = next(
        position for owner, position in ((1, place) for place in range(7))
        if scouted.tableaus[owner][position] != scouted.nest[5]
    )  # fmt: skip
    labels = buttons(after(knot.Research(1, card), state=scouted))
    assert {"A1", "D4", "A's dragon"} <= {*labels}
    assert labels["B2"] is GREY, "what was seen there is another kind"
    assert "B2: you saw" in said(after(knot.Research(1, card), state=scouted))


def test_what_was_claimed_stands_on_what_it_concerns() -> None:
    state = after(knot.Research(1, 4), knot.Point(14), knot.Advance(0))  # D3, by Ann
    assert "Enchant D3 with card 5 · Ann says so" in buttons(state)
    assert buttons(state)["Mine 5"] is Style.PRIMARY
    assert "Mine 5: Ann says D3" in said(state)
    assert "D3: Ann says your card 5" in said(after(knot.Enchant(4), state=state))


@pytest.mark.clause("WK-52")
def test_silence_is_asked_for_before_pointing_not_after() -> None:
    looked = after(knot.Research(1, 2))
    assert SILENCE in said(looked)
    assert SILENCE not in said(after(knot.Point(3), state=looked))
    assert SILENCE in said(after(knot.Scout(3)))


HOSTILE = ("**Ann**", "`Bob`", "[C](x)", "_Dan_", "~Edda~")


def test_names_in_the_lines_above_the_buttons_are_escaped() -> None:
    state = after(knot.Research(1, 4), knot.Point(14), knot.Advance(0), knot.Scout(5), knot.Advance(0))
    now = replaced(situation(state), names=HOSTILE[:3])
    question = picker.narrow(now, ())
    assert isinstance(question, picker.Question)
    lines = picker.details(question, replaced(now, names=tuple(map(safe, HOSTILE[:3]))))
    assert f"{safe('**Ann**')} says D3" in lines
    assert not any(name in lines for name in HOSTILE)


def test_a_message_has_room_for_what_a_seat_without_cards_can_do() -> None:
    for seats in GAME.seats:
        state = after(seats=seats)
        gone = tuple(replace(card, face="gone") for card in state.table.tableaus[0])
        state = replace(state, table=replace(state.table, tableaus=(gone, *state.table.tableaus[1:])))
        now = situation(state)
        question = picker.narrow(now, ())
        assert isinstance(question, picker.Question)
        rows = picker.controls(question, now, Press("pick", 1, 1, ()))
        assert sum(1 + len(row.controls) for row in rows) + OTHERS <= 40
        assert "Scout an egg · only you see it" in buttons(state)


async def test_what_fails_for_one_player_is_told_to_the_others(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Whatever fails: a game's words, for example, that can't say what one seat knows."""

    def knows(view: Any, names: Sequence[str]) -> str:
        if view.mine and view.mine.seat == 0:
            raise KeyError("Words that fail for the first seat")
        return "What you know."

    async with world(tmp_path, *NAMES[:3]) as here:
        monkeypatch.setitem(WORDS, "wyverns-knot", replaced(GAME_WORDS, knows=knows))
        await start(here)
        table_id = here.table()["id"]
        for number, member in enumerate(here.seats()):
            moves = [knot.Scout(6 + number), knot.Advance(0)]
            await here.bot.store.tables.play(table_id, member.id, moves, 10**6 + number)
        await here.bot.services.presenter.show_and_wait(table_id)
        assert any("Words that fail" in line for line in here.errors.lines)
        here.errors.lines.clear()
        _, bram, cosima = here.seats()
        for member in (bram, cosima):
            assert "What you know." in text(here.direct_messages(member)[-1])


# -- Words


def sentences() -> Iterator[str]:
    """What players read of this game."""
    for page in GAME_WORDS.rules:
        yield from page.text.splitlines()
    yield GAME_WORDS.blurb
    yield from PROMPTS.values()
    for seats in GAME.seats:
        for played in playthrough(Setup(GAME, seats, GAME.options()), "words", lasting):
            yield from (GAME.tell(event) for event in played.step.events)
            if len(GAME.legal_moves(played.state)) > 1:
                yield from said(played.state).splitlines()


def test_no_sentence_is_longer_than_a_breath() -> None:
    for told in {*sentences()}:
        for sentence in re.split(r"(?<=[.:!?])\s", told):
            assert len(sentence.split()) < 25, sentence
