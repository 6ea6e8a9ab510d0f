"""Whole games of Wyvern's Knot as people play them: pressing, choosing and typing on a simulated Discord."""

import hashlib
import re
from collections.abc import Iterator, Sequence
from pathlib import Path
from random import Random

import pytest
from simcord.actors import MemberActor

from cogs.screens.press import Press
from engine import wyverns_knot as knot
from render import PICTURES

from ..engine.players import Played
from . import tour
from .by_command import command
from .hall import (
    TEXT,
    World,
    alts,
    answer,
    controls,
    gist,
    labels,
    leads,
    mentioned,
    on_sheet,
    parts,
    payloads,
    text,
    world,
)
from .tour import EVERY_KIND, GAME

NAMES = ("Ann", "Bob", "Cat", "Dan", "Eve")
PICTURED = PICTURES["wyverns-knot"]


async def lobby(here: World, options: dict[str, str] | None = None) -> None:
    """A lobby of all members, the first of them its host."""
    host, *others = here.members
    await here.slash(host, "play", game="wyverns-knot")
    for member in others:
        await here.press(member, here.board, "Join")
    if options:
        await here.choose_options(host, **options)
        await here.agree()


async def start(here: World, seed: str = f"{1:064x}", **options: str) -> None:
    """Everybody joins, and the game begins with this deal."""
    await lobby(here, options)
    here.deal(seed)
    await here.press(here.members[0], here.board, "Start")


def chosen(script: Sequence[Played]) -> Iterator[Played]:
    """The moves that somebody makes: what leaves no choice is played by itself."""
    return (played for played in script if len(GAME.legal_moves(played.state)) > 1)


def names(here: World) -> list[str]:
    return [str(member.user.global_name) for member in here.seats()]


def dragons(words: str) -> set[str]:
    return {dragon for dragon in knot.state.DRAGONS if dragon in words}


def public_dragons(script: Sequence[Played], state: knot.state.State) -> set[str]:
    """Those that have been named to everyone before `state`."""
    told: set[str] = set()
    for played in script:
        if played.state == state:
            break
        told |= dragons(" ".join(GAME.tell(event) for event in played.step.events if event.audience is None))
    return told


class Watcher:
    """Checks what a move led to in the channel and in private, and that nobody was shown what they may not know."""

    def __init__(self, here: World, script: Sequence[Played]) -> None:
        self.here, self.script = here, script
        self.before = here.state()
        self.former: int | None = None
        self.sent = len(here.env.http_requests)

    def look(self) -> None:
        here, before, now = self.here, self.before, self.here.state()
        new = here.env.http_requests[self.sent :]
        self.before, self.sent = now, len(here.env.http_requests)
        posted = [entry for entry in here.posts() if entry in new]
        to_act = GAME.to_act(now)
        passed = to_act != GAME.to_act(before)
        assert len(posted) == passed, "a board when the turn passes, and only then"
        if passed:
            self.former = GAME.to_act(before)  # they lose their Undo as soon as the next one acts
            assert mentioned(posted[0]) == ({here.seats()[to_act].id} if to_act is not None else set())
            self._old_board()
        else:
            strangers = [member for seat, member in enumerate(here.seats()) if seat not in (to_act, self.former)]
            hidden = {_messages(member.user.dm_channel.id) for member in strangers}
            assert not [entry.path for entry in new if entry.path.startswith(tuple(hidden))]
        self._hides(now)

    def _hides(self, now: knot.state.State) -> None:
        """Nothing hidden is in the channel: not in the texts, nor in what pictures say, nor in the buttons."""
        over = GAME.outcome(now) is not None
        assert GAME.revealed
        board, view = self.here.board, GAME.revealed(now) if over else GAME.view(now, None)
        assert gist(alts(board)[-1]) == PICTURED.alt(view, names(self.here))
        if GAME.outcome(now) is None:
            assert dragons(text(board)) <= public_dragons(self.script, now)
        assert not any(Press.read(custom_id).args for custom_id in controls(board))

    def _old_board(self) -> None:
        *older, _ = self.here.messages()
        assert not any(controls(message) for message in older)
        assert sum("older boards are folded" in text(message) for message in older) == 1


def _messages(channel_id: int) -> str:
    return f"/channels/{channel_id}/messages"


async def ended(here: World, seed: str, won: bool) -> None:
    """The result is shown, without a number that nobody asked for; the log leads to the very end."""
    state, table = here.state(), here.table()
    outcome = GAME.outcome(state)
    assert outcome
    assert outcome.won is won
    assert table["phase"] == "over"
    shown = text(here.board)
    headline = GAME.headline(GAME.view(state, None))
    assert headline in shown
    commitment = hashlib.sha256(bytes.fromhex(seed)).hexdigest()
    assert seed not in shown
    assert commitment[:12] not in shown
    assert (await here.bot.store.tables.verify(table["id"])).holds
    assert "Play" not in labels(here.board)
    assert commitment in answer(await here.slash(here.members[0], "verify"))
    assert GAME.revealed
    result = PICTURED.result(GAME.revealed(state), names(here), headline)
    assert here.pictures(here.board) == [result], "all is turned up"
    assert "The game is won." in alts(here.board)[-1] if won else "The game is lost." in alts(here.board)[-1]


@pytest.mark.slow
async def test_three_win_by_the_panel_with_every_kind_of_move(tmp_path: Path) -> None:
    kinds = EVERY_KIND - {"decline"}
    seed, script = tour.tour(3, kinds)
    moves = list(chosen(script))
    in_turn = [n for n, played in enumerate(moves) if played.state.table.step in ("claim", "aim", "advance", "remove")]
    restarts = {n for step in ("claim", "aim") for n in in_turn if moves[n].state.table.step == step and n > 8}
    between = next(n for n, played in enumerate(moves) if n > 15 and played.state.table.step == "action")
    async with world(tmp_path, *NAMES[:3]) as here:
        await start(here, seed, target="8")
        watcher, draw, panel = Watcher(here, script), Random(1).random, None
        for number, played in enumerate(moves):
            assert here.state() == played.state
            if number in sorted(restarts)[:2] or number == between:
                await here.restart()
                assert here.state() == played.state
            member = here.seats()[played.state.table.turn]
            if panel is None or played.state.table.step == "action":
                panel = await here.play(member)
            await here.make(member, panel, played.move, hesitate=draw() < 0.2)
            watcher.look()
        assert here.state() == script[-1].step.state
        await ended(here, seed, won=True)


async def test_three_lose_by_the_panel(tmp_path: Path) -> None:
    seed, script = tour.lost(3, most=18)
    async with world(tmp_path, *NAMES[:3]) as here:
        await start(here, seed, target="8", memory="false")
        watcher, panels = Watcher(here, script), {}
        for played in chosen(script):
            member = here.seats()[played.state.table.turn]
            if played.state.table.step == "action":
                panels[member.id] = await here.play(member)
            await here.make(member, panels[member.id], played.move)
            watcher.look()
        await ended(here, seed, won=False)


# -- By commands


@pytest.mark.slow
async def test_four_win_by_commands(tmp_path: Path) -> None:
    seed, script = tour.tour(4, EVERY_KIND - {"place", "back"})
    turns = list(chosen(script))
    async with world(tmp_path, *NAMES[:4]) as here:
        await start(here, seed, target="8")
        watcher, draw = Watcher(here, script), Random(2).random
        for number, played in enumerate(turns):
            assert here.state() == played.state
            if number in (len(turns) // 3, len(turns) // 2):
                await here.restart()
            member = here.seats()[played.state.table.turn]
            await command(here, member, GAME.key, played.move, typing=draw() < 0.3)
            watcher.look()
        await ended(here, seed, won=True)


async def test_commands_that_do_nothing(tmp_path: Path) -> None:
    async with world(tmp_path, *NAMES[:3]) as here:
        await start(here)
        ann, bob, _ = here.seats()
        before = here.table()
        watched = len(here.posts())
        for member, move, options in (
            (bob, "scout B3", {}),  # not his turn
            (ann, "scout Z9", {}),
            (ann, "", {}),  # could mean any
            (ann, "3", {}),
            (ann, "scout/99", {}),
            (ann, "**@everyone** " * 100, {}),
            (ann, "scout B3", {"game": "999"}),
            (ann, "scout B3", {"game": "gibberish"}),
            (ann, "research/0/0", {}),  # her own
            (ann, "enchant/0/+/nowhere", {}),  # half right
            *((ann, f"{kind}/0", {}) for kind in ("advance", "aim")),  # not now
            *((ann, kind, {}) for kind in ("keep", "turn-up", "decline", "back")),
        ):
            said = answer(await here.slash(member, "wyrm-knot", move=move, **options))
            assert said, move
            assert "@everyone" not in said
            assert here.table() == before, (move, options)
        assert len(here.posts()) == watched
        assert await here.offers(bob, "wyrm-knot", "move", "") == {}


async def test_a_command_that_says_half_a_move_asks_for_the_rest(tmp_path: Path) -> None:
    async with world(tmp_path, *NAMES[:3]) as here:
        await start(here)
        ann, *_ = here.seats()
        before = here.table()
        offered = await here.offers(ann, "wyrm-knot", "move", "")
        assert "scout" in offered, "too many moves for one list: its kinds first"
        assert offered["scout"].endswith("…")
        asked = (await here.slash(ann, "wyrm-knot", move="scout")).response
        assert asked
        assert here.table() == before
        assert {lead.path[0] for lead in leads(asked) if lead.path} == {"scout"}
        assert [*await here.offers(ann, "wyrm-knot", "move", "scout b3")] == ["scout/6"]
        await here.slash(ann, "wyrm-knot", move="Scout B3")
        assert here.state().table.step == "advance"


# -- Direct messages


@pytest.mark.slow
async def test_five_play_though_two_take_no_direct_messages(tmp_path: Path) -> None:
    seed, script = tour.lost(5, most=20)
    async with world(tmp_path, *NAMES) as here:
        closed = here.members[:2]
        for member in closed:
            close_direct_messages(here, member)
        await start(here, seed, target="8")
        watcher = Watcher(here, script)
        moves = list(chosen(script))
        for number, played in enumerate(moves):
            if number == len(moves) // 2:
                await here.restart()
            member = here.seats()[played.state.table.turn]
            await here.make(member, await here.play(member), played.move)
            watcher.look()
        await ended(here, seed, won=False)
        for member in here.members:
            looked = any(
                isinstance(event, knot.events.Scouted | knot.events.Looked)
                and here.seats().index(member) in (event.audience or ())
                for played in script
                for event in played.step.events
            )
            tried = here.requests("POST", _messages(member.user.dm_channel.id))
            if member in closed:
                assert len(tried) <= 1, "closed messages are remembered"
            assert bool(tried) == looked
            hand = await here.slash(member, "hand") if here.table()["phase"] == "playing" else None
            assert hand is None or hand.ephemeral


async def test_my_hand_without_direct_messages(tmp_path: Path) -> None:
    async with world(tmp_path, *NAMES[:3]) as here:
        await start(here)
        ann, bob, _ = here.seats()
        close_direct_messages(here, ann)
        await here.make(ann, await here.play(ann), knot.moves.Scout(6))
        seen = knot.state.DRAGONS[here.state().nest[6]]
        result = await here.press(ann, here.board, "My hand")
        assert result.response
        assert result.response.ephemeral
        assert here.pictures(result.response) == [PICTURED.board(GAME.view(here.state(), 0), names(here))]
        assert seen not in answer(await here.press(bob, here.board, "My hand"))
        tries = here.requests("POST", _messages(ann.user.dm_channel.id))
        for _ in range(3):
            await here.press(ann, here.board, "My hand")
        again = here.requests("POST", _messages(ann.user.dm_channel.id))
        assert len(again) <= len(tries) + 3, "once for each time that she asks"


def close_direct_messages(here: World, member: MemberActor) -> None:
    path = _messages(member.user.dm_channel.id)
    here.env.inject_error("POST", path, status=403, code=50007, message="Cannot send messages to this user", times=None)


@pytest.mark.clause("WK-50", "WK-51", "WK-10", "WK-15")
@pytest.mark.parametrize(
    ("look", "memory"), [(knot.moves.Scout(6), True), (knot.moves.Research(1, 2), False)], ids=["kept", "forgotten"]
)
async def test_a_look_is_shown_to_who_looks(tmp_path: Path, look: knot.moves.Move, memory: bool) -> None:
    async with world(tmp_path, *NAMES[:3]) as here:
        await start(here, memory="true" if memory else "false")
        ann, bob, cat = here.seats()
        state = here.state()
        seen = knot.state.DRAGONS[state.nest[look.cell] if isinstance(look, knot.moves.Scout) else state.tableaus[1][2]]
        panel = await here.play(ann)
        await here.make(ann, panel, look)
        assert seen in text(panel)
        assert here.pictures(panel) == [PICTURED.board(GAME.view(here.state(), 0), names(here))]
        assert here.pictures(here.direct_messages(ann)[-1]) == here.pictures(panel)
        if isinstance(look, knot.moves.Research):
            await here.make(ann, panel, knot.moves.Keep())
        await here.make(ann, panel, knot.moves.Advance(0))

        mine = GAME.view(here.state(), 0).mine
        knows = any(dragon is not None for row in (mine.nest, *mine.tableaus) for dragon in row)
        assert knows is memory
        remembered = PICTURED.board(GAME.view(here.state(), 0), names(here))
        hand = await here.press(ann, here.board, "My hand")
        assert hand.response
        assert here.pictures(hand.response) == [remembered]
        told = {message.id: here.pictures(message)[0] for message in here.direct_messages(ann)}
        assert len(told) == 1
        if not memory:
            assert remembered in told.values(), "the direct message has forgotten it too"
        for stranger in (bob, cat):
            result = await here.press(stranger, here.board, "My hand")
            assert result.response
            assert seen not in answer(result)
            seat = here.seats().index(stranger)
            assert here.pictures(result.response) == [PICTURED.board(GAME.view(here.state(), seat), names(here))]
            assert not here.direct_messages(stranger)


# -- The lobby


@pytest.mark.clause("WK-5")
async def test_the_host_chooses_the_options(tmp_path: Path) -> None:
    async with world(tmp_path, *NAMES[:3]) as here:
        await lobby(here)
        host, guest, _ = here.members
        sheet = await here.press(host, here.board, "Options")
        assert sheet.modal
        target, memory, _hints = (label["component"]["options"] for label in sheet.modal["components"])
        assert [option["value"] for option in target] == ["8", "10", "12", "14", "16"]
        assert len(memory) == 2
        assert on_sheet(sheet) == {"target": "12", "memory": "true", "hints": "off"}
        before = here.table()
        assert "Only the host" in answer(await here.choose_options(guest))
        assert here.table() == before
        await here.choose_options(host, target="16", memory="false")
        assert "Eggs to save: 16 · What you have looked at: is for you to remember" in text(here.board)
        kept = on_sheet(await here.press(host, here.board, "Options"))
        assert kept == {"target": "16", "memory": "false", "hints": "off"}
        await here.agree()
        await here.press(host, here.board, "Start")
        assert here.state().table.options == knot.state.Options(target=16, memory=False)


@pytest.mark.clause("WK-5")
async def test_the_lobby_suggests_ten_eggs_to_five(tmp_path: Path) -> None:
    async with world(tmp_path, *NAMES) as here:
        *first, last = here.members
        await here.slash(first[0], "play", game="wyverns-knot")
        for member in first[1:]:
            await here.press(member, here.board, "Join")
        four = text(here.board)
        await here.press(last, here.board, "Join")
        five = text(here.board)
        advice = set(five.splitlines()) - set(four.splitlines())
        assert any("10" in line and "five" in line for line in advice)


@pytest.mark.clause("WK-6")
@pytest.mark.parametrize("claims", [None, 0, 2])
async def test_who_goes_first(tmp_path: Path, claims: int | None) -> None:
    """Whoever says so first; if nobody does, the host. Turns go on from there in the order of joining."""
    async with world(tmp_path, *NAMES[:4]) as here:
        await lobby(here)
        if claims is not None:
            early = here.board
            await here.press(here.members[claims], here.board, "I go first")
            assert "I go first" not in labels(here.board)
            assert here.table()["first_id"] == here.members[claims].id
            assert early.id == here.board.id
        await here.press(here.members[0], here.board, "Start")
        first = claims or 0
        assert here.seats() == here.members[first:] + here.members[:first]
        assert mentioned(here.posts()[-1]) == {here.members[first].id}
        assert here.state().table.turn == 0


async def test_joining_and_leaving(tmp_path: Path) -> None:
    async with world(tmp_path, *NAMES, "Fay") as here:
        ann, bob, cat, *rest = here.members
        await here.slash(ann, "play", game="wyverns-knot")
        assert answer(await here.press(ann, here.board, "Join")), "she sits there already"
        assert answer(await here.press(bob, here.board, "Leave")), "he doesn't"
        await here.press(bob, here.board, "Join")
        assert "Start" not in labels(here.board), "two are too few"
        await here.press(cat, here.board, "Join")
        assert "Start" in labels(here.board)
        assert answer(await here.press(bob, here.board, "Start")), "only the host"
        assert answer(await here.press(bob, here.board, "Close"))
        assert here.table()["phase"] == "lobby"
        await here.press(ann, here.board, "Leave")
        assert here.table()["host_id"] == bob.id, "the next guest is the host now"
        assert "Start" not in labels(here.board)
        for member in (*rest[:2], ann):
            await here.press(member, here.board, "Join")
        before, lobby_message = here.table(), here.board
        assert "Join" not in labels(lobby_message), "five sit there"
        assert answer(await here.press(rest[2], lobby_message, "Tell me when a seat is free"))
        assert here.table() == before
        await here.press(bob, lobby_message, "Start")
        assert here.table()["phase"] == "playing"
        assert here.seats() == [bob, cat, *rest[:2], ann]
        playable = [one for one in here.messages() if any("label" in part for part in controls(one).values())]
        assert len([one for one in playable if "Play" in labels(one)]) == 1


async def test_one_table_a_channel(tmp_path: Path) -> None:
    async with world(tmp_path, *NAMES[:2]) as here:
        ann, bob = here.members
        await here.slash(ann, "play", game="wyverns-knot")
        assert answer(await here.slash(bob, "play", game="wyverns-knot"))
        assert len(here.rows("SELECT id FROM tables")) == 1
        await here.close_lobby(ann)
        assert here.table()["phase"] == "closed"
        assert not controls(here.board)
        await here.slash(bob, "play", game="wyverns-knot")
        assert here.table()["host_id"] == bob.id
        await here.press(bob, here.board, "Leave")
        assert here.table()["phase"] == "closed", "nobody is left"


# -- What is old, and what is hostile


async def test_old_buttons_answer_and_do_nothing(tmp_path: Path) -> None:
    async with world(tmp_path, *NAMES[:3], "Dan") as here:
        await lobby(here)
        await here.press(here.members[3], here.board, "Leave")
        await here.press(here.members[0], here.board, "Start")
        ann, bob, _ = here.seats()
        old = await here.play(ann)
        stale = min(lead.custom_id for lead in leads(old) if lead.path[0] == "scout")
        await here.make(ann, await here.play(ann), knot.moves.Scout(0))
        before = here.state()
        await here.press(ann, old, custom_id=stale)  # the panel from before her move
        assert here.state() == before
        assert "advance" in {lead.path[0] for lead in leads(old)}, "it shows what is open now"
        assert answer(await here.press(here.members[3], here.board, "Play")), "a stranger"
        theirs = await here.play(bob)
        assert not list(leads(theirs)), "nothing to choose out of turn"
        await here.restart()
        await here.make(ann, old, knot.moves.Advance(1))
        assert here.state().table.strikes[1].column == 1


HOSTILE = (  # of at most 32 characters, as Discord allows
    "**bold** `code` ||spoiler||",
    "@everyone <@123456789012345678>",
    "<#123456789012345678>\n# Heading",
    "\u202egnp.tsil\u2066 {0} {nobody}",
    "[x](https://example.org) \\",
)
BIDI = set("\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069")
MARKUP = ("@everyone", "<@123", "**bold**", "`code`", "||spoiler||", "\n# Heading")


async def test_hostile_names_are_only_names(tmp_path: Path) -> None:
    async with world(tmp_path, *HOSTILE) as here:
        await start(here)
        for seat in range(3):
            member = here.seats()[seat]
            panel = await here.play(member)
            await here.make(member, panel, knot.moves.Research((seat + 1) % 5, 0))
            await here.make(member, panel, knot.moves.Keep())
            await here.make(member, panel, knot.moves.Advance(seat))
            await here.press(member, here.board, "My hand")
        for payload in (payload for entry in here.env.http_requests for payload in payloads(entry)):
            for part in parts(payload.get("components") or ()):
                if part["type"] == TEXT:
                    words = part["content"]
                    assert not [markup for markup in MARKUP if markup in words], words
                    assert not re.search(r"(?<!\\)(<#|\[x\])", words), words
                    assert not set(words) & BIDI, words
                for item in part.get("items", ()):
                    assert not set(item["description"]) & BIDI, item["description"]
                    assert "\n" not in item["description"]
        for entry in here.posts():
            assert len(mentioned(entry)) <= 1
        stored = here.env.backend.messages[here.channel.id].values()
        assert not any(message.mention_everyone or message.mention_role_ids for message in stored)
