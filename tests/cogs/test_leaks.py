"""Nothing that somebody is shown depends on cards that are hidden from them.

Two halls with the same table, the same history and the same commitment as far as one observer knows, but other hidden
cards: that observer is sent the same bytes. In the channel the observer is everybody; in private it is each player.
A solitaire is played openly, against nobody: its message shows what its player knows, and no more.
"""

import hashlib
import json
import logging
import re
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import replace
from functools import partial
from pathlib import Path
from random import Random
from typing import Any

import msgspec
import pytest
from simcord.results import InteractionResult, ResponseMessage

from cogs.games import WORDS
from engine import GAMES, Chance, Data
from engine import wyverns_knot as knot
from engine.advyria.cards import FAIRY, KNIGHT, card_of
from engine.advyria.moves import EndTurn, Go, Leave, PlaySet
from host.logs import LIBRARIES
from tables.daily.attempts import WEEKLY

from ..engine.leaks import new_dice_to_the_next
from ..engine.luck import Luck, Other
from ..engine.players import Setup, lasting, positions
from ..engine.test_advyria import advyria, after
from ..engine.worlds import redealt
from ..toys import cups
from ..toys.hall import registered
from .hall import World, labels, privately, text, world
from .positions import SEED, Position, write
from .test_daily_on_discord import hall
from .test_week_on_discord import give_up, lobby

NAMES = ("Ann", "Bob", "Cat", "Dan", "Eve", "Finn", "Gil", "Hal")
OUTSIDER = "Zoe"
MORE_MOVES = 3  # made at the table after it was written
Sent = dict[int | None, list[Any]]  # what each seat got in private, and everybody (None) in the channel


def cases() -> Iterator[Any]:
    """Tables of few and of many, near the beginning and in the midst; one of each game isn't slow."""
    for key in WORDS:
        few, many = max(GAMES[key].seats[0], min(2, GAMES[key].seats[-1])), GAMES[key].seats[-1]
        yield pytest.param(key, few, 9)
        for seats, moves in ((many, 5), (few, 30)):
            yield pytest.param(key, seats, moves, marks=pytest.mark.slow)
    yield pytest.param("forest-of-wyr", 1, 41, marks=pytest.mark.slow)  # some spellshards have been foreseen


def position(key: str, seats: int, moves: int) -> Position:
    """After so many moves, or when the game was about to end."""
    game, draw, chance = GAMES[key], Random(moves).random, Chance(SEED)
    options = game.options()
    state, turn = game.new(seats, options, chance), 1
    log: list[dict[str, Any]] = []
    while len(log) < moves or is_forced(game, state):
        move, seat = lasting(game, state, draw), game.to_act(state)
        step = game.play(state, move, chance)
        if game.outcome(step.state) is not None:
            break
        log.append({"turn": turn, "seat": seat, "move": move, "events": step.events, "reveals": step.reveals})
        turn += game.to_act(step.state) != seat
        state = step.state
    return Position(key, seats, options, state, tuple(log), turn)


def is_forced(game: Any, state: Any) -> bool:
    """Whether the next move is played by itself."""
    return game.forced(state, alone=max(game.seats) == 1) is not None


def other(position: Position, observer: int | None) -> Position:
    """The same for `observer`, with other cards where they can't see, and without what only others heard."""
    states = (redealt(GAMES[position.key], position.state, observer, Random(number)) for number in range(9))
    state = next((state for state in states if state != position.state), position.state)
    log = tuple({**row, "events": reaching(row["events"], observer)} for row in position.log)
    return replace(position, state=state, log=log)


def hides(key: str, seats: int) -> bool:
    """Whether there is ever anything in this game that a spectator, or whoever plays alone, doesn't know."""
    game, viewer = GAMES[key], 0 if seats == 1 else None
    played = positions(Setup(game, seats, game.options()), SEED, lasting)
    return any(redealt(game, state, viewer, Random("other")) != state for state in played)


def reaching(events: Sequence[Any], observer: int | None) -> tuple[Any, ...]:
    """What everyone hears, and what the observer hears instead."""
    return tuple(event for event in events if event.audience is None or observer in event.audience)


def onward(one: Position, two: Position, observer: int | None) -> list[tuple[int, Data]]:
    """Moves that can be made at both tables and look the same to `observer`; with the seats that make them."""
    game, chance, draw = GAMES[one.key], Chance(SEED), Random(one.turn)
    first, second = one.state, two.state
    found: list[tuple[int, Data]] = []
    while len(found) < MORE_MOVES and (seat := game.to_act(first)) is not None:
        both = [move for move in game.legal_moves(first) if move in game.legal_moves(second)]
        draw.shuffle(both)
        for move in both if not is_forced(game, first) and not is_forced(game, second) else ():
            steps = game.play(first, move, chance), game.play(second, move, chance)
            views = [game.view(step.state, observer) for step in steps]
            if views[0] != views[1] or reaching(steps[0].events, observer) != reaching(steps[1].events, observer):
                continue
            if any(game.outcome(step.state) or is_forced(game, step.state) for step in steps):
                continue
            found.append((seat, move))
            first, second = (step.state for step in steps)
            break
        else:
            break
    return found


@pytest.mark.parametrize(("key", "seats", "moves"), [*cases()])
async def test_what_is_sent_depends_on_nothing_hidden(tmp_path: Path, key: str, seats: int, moves: int) -> None:
    here = position(key, seats, moves)
    solo = max(GAMES[key].seats) == 1
    for observer in range(1) if solo else (None, *range(seats)):
        there = other(here, observer)
        if there.state == here.state:
            assert not hides(key, seats), "nothing is hidden: choose another position"
            continue
        made = onward(here, there, observer)
        sent, lines = await everything(here, made, tmp_path / f"here-{observer}")
        other_sent, other_lines = await everything(there, made, tmp_path / f"there-{observer}")
        assert sent[observer], "something is sent"
        assert sent[observer] == other_sent[observer]
        assert sent[None] == other_sent[None]
        assert lines == other_lines
        assert not [line for line in lines if SEED in line]


@pytest.mark.parametrize(("key", "seats", "moves"), [("wyverns-knot", 3, 40), ("advyria", 2, 30)])
async def test_what_is_shared_of_a_game_depends_on_nothing_hidden(
    tmp_path: Path, key: str, seats: int, moves: int
) -> None:
    """It was given up, so what was hidden is never turned up."""
    here = position(key, seats, moves)
    there = other(here, None)
    assert there.state != here.state
    assert any(event.audience is not None for row in here.log for event in row["events"]), "somebody alone heard"
    shared = [await given_up_and_shared(one, tmp_path / name) for one, name in ((here, "here"), (there, "there"))]
    assert shared[0] == shared[1]


async def given_up_and_shared(position: Position, folder: Path) -> Any:
    folder.mkdir()  # noqa: ASYNC240
    async with world(folder, *NAMES[: position.seats], OUTSIDER) as here:
        await write(here, position)
        await here.restart()
        ann, *others = here.seats()
        asked = (await here.slash(ann, "concede")).response
        if asked and "Resign" in labels(asked):
            await here.press(ann, asked, "Resign")
        for member in others:
            if here.table()["phase"] == "playing":
                await here.press(member, here.board, "Give up")
        await here.press(ann, here.board, "Share")
        message = here.messages()[-1]
        assert "Try it" in labels(message)
        assert WORDS[position.key].signs in text(message), "it tells the course"
        return _bytes(here, message)


@pytest.mark.clause("WK-50")
async def test_who_plays_for_an_empty_seat_is_sent_nothing_of_their_own_cards(tmp_path: Path) -> None:
    """The empty seat has looked at cards before Ann. Whatever they are, all that she is sent is the same."""
    sent: list[list[Any]] = []
    for number, turned in enumerate((1, -1)):
        game, chance = GAMES["wyverns-knot"], Chance(SEED)
        state = game.new(3, game.options(), chance)
        state = _turned(state, turned)
        before, log = state, list[dict[str, Any]]()
        for turn, move in ((1, knot.moves.Scout(9)), (1, knot.moves.Advance(0)), (2, knot.moves.Research(0, 1))):
            step, seat = game.play(before, move, chance), game.to_act(before)
            log.append({"turn": turn, "seat": seat, "move": move, "events": step.events, "reveals": step.reveals})
            before = step.state
        begun = Position("wyverns-knot", 3, game.options(), before, tuple(log), 2)
        folder = tmp_path / str(number)
        folder.mkdir()
        async with world(folder, *NAMES[:3]) as here:
            await write(here, begun)
            here.rows("UPDATE tables SET unranked = TRUE")  # they have agreed to play for empty seats
            await here.restart()
            sent.append(await _played_for_bob(here))
    assert sent[0] == sent[1]


def _turned(state: knot.state.State, turned: int) -> knot.state.State:
    """With the cards before seat 0 in their order, or the other way round."""
    return msgspec.structs.replace(state, tableaus=(state.tableaus[0][::turned], *state.tableaus[1:]))


async def _played_for_bob(here: World) -> list[Any]:
    """Bob has just looked at a card of Ann's and leaves. She goes on for him, and later looks at another for him."""
    ann, bob, cat = here.seats()
    asked = await here.slash(bob, "leave")
    assert asked.response
    await here.press(bob, asked.response, "Leave the table")
    sent: list[Any] = []

    async def look_around() -> None:
        for result in (
            await here.slash(ann, "hand"),
            await here.slash(ann, "board", text=True),
            await here.press(ann, here.game_board, "My hand"),
            await here.press(ann, here.game_board, "Play"),
        ):
            sent.append(_bytes(here, privately(result)))
        sent.extend(_bytes(here, message) for message in (*here.direct_messages(ann), *here.messages()))

    async def make(member: Any, *moves: Data) -> None:
        panel = await here.play(member)
        for move in moves:
            await here.make(member, panel, move)
            if member is ann:
                sent.append(_bytes(here, panel))

    await look_around()
    await make(ann, knot.moves.Point(3), knot.moves.Advance(0))
    await make(cat, knot.moves.Scout(10), knot.moves.Advance(0))
    await make(ann, knot.moves.Scout(11), knot.moves.Advance(0))
    await make(ann, knot.moves.Research(0, 2))
    await look_around()
    await make(ann, knot.moves.Keep(), knot.moves.Advance(0))
    await look_around()
    return sent


async def test_what_is_sent_beside_computer_players_depends_on_nothing_that_nobody_at_the_table_sees(
    tmp_path: Path,
) -> None:
    """Two eggs that nobody looks at change places: all moves, those of the computers too, and all messages stay."""
    found: list[Any] = []
    for number, cells in enumerate(((14, 15), (15, 14))):
        state = knot.GAME.new(3, knot.state.Options(), Chance(SEED))
        assert state.nest[14] != state.nest[15]
        nest = (*state.nest[:14], *(state.nest[cell] for cell in cells))
        position = Position("wyverns-knot", 3, knot.state.Options(), msgspec.structs.replace(state, nest=nest))
        found.append(
            await _beside_computers(position, [knot.moves.Scout(0), knot.moves.Advance(0)], tmp_path / str(number))
        )
    assert found[0] == found[1]


@pytest.mark.slow
async def test_what_is_sent_beside_computer_players_depends_on_nothing_in_their_hands(tmp_path: Path) -> None:
    """They compete, and hold each other's adventure, which makes neither of them play otherwise."""
    found: list[Any] = []
    for number, (one, other) in enumerate(((6, 7), (7, 6))):
        hands = (KNIGHT, FAIRY), (KNIGHT, KNIGHT, card_of(one)), (FAIRY, FAIRY, card_of(other))
        state = advyria(*hands, pawns=("G1", "G4", "G6"))
        position = Position("advyria", 3, state.table.options, state)
        found.append(await _beside_computers(position, [EndTurn()], tmp_path / str(number)))
    assert found[0] == found[1]


async def _beside_computers(position: Position, moves: Sequence[Data], folder: Path) -> tuple[list[Any], list[str]]:
    """What Ann and an onlooker are sent while she makes these moves and two computers theirs; and what is logged."""
    folder.mkdir()  # noqa: ASYNC240
    async with world(folder, "Ann", OUTSIDER) as here:
        await write(here, position, people=1)
        with logged() as told:
            await here.restart()
            ann, zoe = here.members
            panel = await here.play(ann)
            for move in moves:
                await here.make(ann, panel, move)
            played = {row["user_id"] for row in here.rows("SELECT user_id FROM log WHERE user_id < 0")}
            assert len(played) == 2, "both computers have played"
            shown = [panel, *here.messages(), *here.direct_messages(ann)]
            for member in (ann, zoe):
                for result in (await here.slash(member, "log"), await here.slash(member, "board", text=True)):
                    assert result.response
                    shown.append(result.response)
        return [_bytes(here, message) for message in shown], told


@pytest.mark.clause("GA-91")
async def test_an_adventure_reached_tells_nothing_of_the_hand(tmp_path: Path) -> None:
    """Whoever holds its card has a choice more. It shows to nobody else, and nobody else is shown that it is made."""
    found: list[tuple[Sent, list[str]]] = []
    for held in (card_of(0), card_of(1)):
        state = advyria((KNIGHT, KNIGHT, held), (FAIRY,), up=(0,))
        reached = after(state, PlaySet(KNIGHT, 2, 0), Go(0)).state
        position = Position("advyria", 2, state.table.options, reached)
        found.append(await everything(position, [(0, Leave())], tmp_path / str(held)))
    (sent, lines), (other_sent, other_lines) = found
    assert sent[None] == other_sent[None]
    assert sent[1] == other_sent[1]
    assert lines == other_lines
    assert sent[0] != other_sent[0], "she knows what she holds"


@pytest.mark.slow
async def test_until_a_week_is_closed_what_is_sent_of_its_deals_depends_on_none_of_their_cards(tmp_path: Path) -> None:
    """In the channel, to an onlooker, and on each one's own page of the week. Only the fingerprints are others."""
    sent: list[list[Any]] = []
    states: list[Any] = []
    for number in range(2):
        folder = tmp_path / str(number)
        folder.mkdir()
        async with hall(folder, *NAMES[:3], OUTSIDER) as here:
            fingerprints: list[str] = []
            for seats in GAMES[WEEKLY].seats:
                seed = f"{10 * number + seats:064x}"
                fingerprints.append(hashlib.sha256(bytes.fromhex(seed)).hexdigest())
                row = (WEEKLY, "2025-12-29", seats, GAMES[WEEKLY].version, "{}", seed, fingerprints[-1])
                here.rows("INSERT INTO deals VALUES ('week', ?, ?, ?, ?, ?, ?, ?, FALSE, NULL)", *row)
            told = re.compile("|".join(f"{one[:12]}[0-9a-f]*" for one in fingerprints))
            shown = await _a_week(here)
            states.append(here.state())
            assert any(told.search(content) for content, *_ in shown)
        sent.append([(told.sub("#", content), *rest) for content, *rest in shown])
    assert states[0] != states[1]
    assert sent[0] == sent[1]


async def _a_week(here: World) -> list[Any]:
    """Three play its deal for a turn, and give up. All that others see of it."""
    ann, zoe = here.members[0], here.members[-1]
    shown: list[Any] = []

    async def look_around() -> None:
        asked = [await here.slash(one, "week") for one in here.members]
        asked += [await here.slash(zoe, "board", text=True), await here.slash(zoe, "log")]
        asked += [await here.slash(zoe, "verify", table=1), await here.slash(zoe, "verify", week="2026-01-01")]
        asked += [await here.slash(zoe, "leaderboard", game=f"{WEEKLY}/groups", text=True)]
        messages = [result.response or result.followups[0] for result in asked]
        shown.extend([_bytes(here, message) for message in (*messages, *here.messages())])

    await here.press(ann, await lobby(here), "Start")
    panel = await here.play(ann)
    for move in (knot.moves.Scout(0), knot.moves.Advance(0)):
        await here.make(ann, panel, move)
    await look_around()
    await give_up(here)
    await look_around()
    return shown


@pytest.mark.parametrize("observer", [None, 1, 2], ids=["everybody", "the next", "the last"])
async def test_what_is_sent_depends_on_no_luck_that_is_hidden(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, observer: int | None
) -> None:
    """A die that a player rolls unseen by others comes up otherwise in the other hall."""
    with registered():
        assert await _differ_by_luck(tmp_path, monkeypatch, observer) == []


@pytest.mark.parametrize("observer", [None, 1, 2], ids=["everybody", "the next", "the last"])
async def test_new_dice_that_another_seat_is_told_are_noticed(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, observer: int | None
) -> None:
    with registered(replace(cups.GAME, play=new_dice_to_the_next)):
        assert await _differ_by_luck(tmp_path, monkeypatch, observer) == ([observer] if observer == 1 else [])


@pytest.mark.slow
@pytest.mark.parametrize("key", ["advyria", "advent-of-the-wyrms", "forest-of-wyr"])
async def test_what_is_sent_depends_on_no_order_of_a_pile_shuffled_just_now(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, key: str
) -> None:
    """Two cards that nobody sees change places. In the other games nothing is shuffled after the deal."""
    before, moves, other = shuffling(key)
    sent, lines = await everything(before, moves, tmp_path / "here")
    monkeypatch.setattr("tables.play.model.Chance", partial(Luck, other=other))
    other_sent, other_lines = await everything(before, moves, tmp_path / "there")
    assert any(sent.values())
    assert sent == other_sent
    assert lines == other_lines


def shuffling(key: str) -> tuple[Position, list[tuple[int, Data]], Other]:
    """A position, the move that shuffles a pile there, and how else it may lie without anybody's seeing it."""
    game, draw = GAMES[key], Random(key).random
    seats, options = max(game.seats[0], min(2, game.seats[-1])), game.options()
    for _ in range(50):
        state = game.new(seats, options, Chance(SEED))
        while (seat := game.to_act(state)) is not None:
            move, luck = lasting(game, state, draw), Luck(SEED)
            step = game.play(state, move, luck)
            for other in luck.others(Random(key)) if not is_forced(game, state) else ():
                twin = game.play(state, move, other)
                same = all(game.view(twin.state, one) == game.view(step.state, one) for one in (None, *range(seats)))
                if same and twin.state != step.state and other.other and not is_forced(game, step.state):
                    return Position(key, seats, options, state), [(seat, move)], other.other
            state = step.state
    raise AssertionError("nothing is shuffled")


async def _differ_by_luck(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, observer: int | None) -> list[int | None]:
    """Whether the observer is sent something else where the first die of a roll that they don't see is another."""
    start = Position("cups", 3, cups.Options(), cups.new(3, cups.Options(), Chance(SEED)))
    moves = [(0, cups.Shake())]
    sent, lines = await everything(start, moves, tmp_path / "here")
    monkeypatch.setattr("tables.play.model.Chance", partial(Luck, other=Other("shake/1", 0, 1, 3)))
    other_sent, other_lines = await everything(start, moves, tmp_path / "there")
    assert sent[0] != other_sent[0], "who rolled sees it"
    assert sent[observer]
    assert lines == other_lines
    return [observer] if sent[observer] != other_sent[observer] else []


class Lines(logging.Handler):
    def __init__(self) -> None:
        super().__init__(logging.DEBUG)
        self.lines: list[str] = []

    def emit(self, record: logging.LogRecord) -> None:
        if not record.name.startswith("simcord"):
            self.lines.append(f"{record.name} {record.getMessage()}")


@contextmanager
def logged() -> Iterator[list[str]]:
    """All that a host can make the bot log."""
    handler, root = Lines(), logging.getLogger()
    levels = {name: logging.getLogger(name).level for name in ("", *LIBRARIES)}
    root.addHandler(handler)
    root.setLevel(logging.DEBUG)
    for name in LIBRARIES:
        logging.getLogger(name).setLevel(logging.INFO)
    try:
        yield handler.lines
    finally:
        root.removeHandler(handler)
        for name, level in levels.items():
            logging.getLogger(name).setLevel(level)


async def everything(position: Position, moves: Sequence[tuple[int, Data]], folder: Path) -> tuple[Sent, list[str]]:
    """What is sent to whom at this table, while these moves are made and all is asked for; and what is logged."""
    folder.mkdir()  # noqa: ASYNC240
    async with world(folder, *NAMES[: position.seats], OUTSIDER) as here:
        await write(here, position)
        with logged() as lines:
            return await _everything(here, position, moves), lines


async def _everything(here: World, position: Position, moves: Sequence[tuple[int, Data]]) -> Sent:
    sent: Sent = {seat: [] for seat in (None, *range(position.seats))}
    members, zoe = here.seats(), here.members[-1]
    solo = max(GAMES[position.key].seats) == 1

    def keep(seat: int | None, result: InteractionResult) -> ResponseMessage:
        """An answer that only whoever asked sees."""
        message = result.response or result.followups[0]
        assert message.ephemeral
        assert message.channel_id == here.channel.id
        sent[seat].append(_bytes(here, message))
        return message

    await here.restart()  # and the table is shown
    keep(None, await here.slash(zoe, "verify", table=1))
    if solo:
        shown = (await here.slash(members[0], "board")).response
        assert shown
        for _, move in moves:
            sent[None].append(_bytes(here, shown))
            await here.make(members[0], shown, move)
        sent[0].append(_bytes(here, shown))
    else:
        keep(None, await here.slash(zoe, "board", text=True))
        keep(None, await here.slash(zoe, "log"))
        keep(None, await here.press(zoe, here.board, "My hand"))
        for seat, move in moves:
            panel = await here.play(members[seat])
            await here.make(members[seat], panel, move)
            sent[seat].append(_bytes(here, panel))
            sent[None].append([_bytes(here, message) for message in here.messages()])
        for seat, member in enumerate(members):
            keep(seat, await here.slash(member, "board", text=True))
            keep(seat, await here.press(member, here.board, "My hand"))
            keep(seat, await here.slash(member, "log"))
            keep(seat, await here.press(member, here.board, "Play"))
            for message in here.direct_messages(member):
                assert here.env.backend.dm_channels[member.id] == message.channel_id
                sent[seat].append(_bytes(here, message))
    sent[None].append([_bytes(here, message) for message in here.messages()])
    assert zoe.id not in here.env.backend.dm_channels
    return sent


def _bytes(here: World, message: ResponseMessage) -> Any:
    """All of a message, its pictures too; but not the ids that Discord gives, in whatever order requests arrive."""
    known = {str(member.id) for member in here.members}
    content = json.dumps([message.content, message.components])
    content = re.sub(r"\d{17,20}", lambda found: found[0] if found[0] in known else "#", content)
    pictures = here.pictures(message)
    return content, [attachment.filename for attachment in message.attachments], pictures
