"""The guilds of Advyria as people play it: whole games, private hands, the lobby's options, the corners.

Of a whole game the parts that are played on Discord are chosen; in between, its moves are made at the table itself. The
slow tests make every move on Discord.
"""

import hashlib
from collections.abc import Iterator, Sequence
from functools import cache
from itertools import count, groupby
from pathlib import Path
from typing import Any

import pytest
from simcord.actors import MemberActor
from simcord.results import ResponseMessage

from cogs.games.advyria import WORDS
from cogs.screens.press import Press
from engine import GAMES, Chance, Playthrough, encode
from engine.advyria.cards import FAIRY, GOLD, KNIGHT, WARRIOR
from engine.advyria.land import SPACE_OF
from engine.advyria.moves import (
    EndTurn,
    Look,
    PayWizard,
    PlaySet,
    Rob,
    Send,
    Settle,
)
from engine.advyria.state import Options, State
from players.advyria.sensible import choose
from render import PICTURES

from ..engine.players import Played
from ..engine.test_advyria import advyria, after
from .by_command import command
from .hall import LINK, World, alts, answer, controls, gist, labels, leads, mentioned, on_sheet, parts, text, world
from .positions import Position, write
from .test_panels_on_discord import submit

NAMES = ("Ann", "Bob", "Cat", "Dan")
GAME = GAMES["advyria"]
PICTURED = PICTURES[GAME.key]
interactions = count(10**6)


def seed_of(number: int) -> str:
    return f"{number:064x}"


@cache
def script(seats: int, mode: Any, number: int) -> tuple[Played, ...]:
    """A whole game by sensible players."""
    deal = Playthrough.deal(GAME, seats, Options(mode=mode), Chance(seed_of(number)))
    while legal := deal.legal_moves:
        deal.play(choose(deal.view(deal.to_act), legal))
    return tuple(deal.played)


async def lobby(here: World, **options: str) -> None:
    host, *others = here.members
    await here.slash(host, "play", game=GAME.key)
    for member in others:
        await here.press(member, here.board, "Join")
    if options:
        await here.choose_options(host, **{field: f'"{value}"' for field, value in options.items()})
        await here.agree()


async def start(here: World, number: int, **options: str) -> None:
    """Everybody joins, and the game begins with this deal."""
    await lobby(here, **options)
    here.deal(seed_of(number))
    await here.press(here.members[0], here.board, "Start")


def by_lot(here: World, number: int) -> list[MemberActor]:
    """Who sits where if nobody saw a dragon."""
    first = Chance(seed_of(number)).dice("first", 1, sides=len(here.members))[0] - 1
    return [*here.members[first:], *here.members[:first]]


def close_direct_messages(here: World, member: MemberActor) -> str:
    path = f"/channels/{member.user.dm_channel.id}/messages"
    here.env.inject_error("POST", path, status=403, code=50007, message="Cannot send messages to this user", times=None)
    return path


# -- Whole games


class Evening:
    """A game played by `script`: each member in their own way, on Discord or at the table itself."""

    def __init__(self, here: World, played: Sequence[Played], ways: Sequence[str]) -> None:
        self.here, self.script, self.ways = here, played, ways
        self.number = 0  # of the move that comes next
        self.panel: ResponseMessage | None = None

    async def on_discord(self, until: int) -> None:
        """A board whenever the turn passes, a fresh message to whoever's turn it is; a kill amid a manoeuvre."""
        self.panel = None
        for played in self.script[self.number : until]:
            if isinstance(played.move, Send):
                await self.here.restart()
            assert self.here.state() == played.state
            posts, direct = self._posts(), self._direct(played.step.state)
            await self._move(played)
            now, seat = played.step.state, GAME.to_act(played.step.state)
            passed = seat != played.state.table.turn
            assert self._posts() == posts + passed, "a board when the turn passes, and only then"
            assert gist(alts(self.here.board)[-1]) == PICTURED.alt(shown_to_all(now), names(self.here))
            if passed:
                self.panel = None
            if passed and seat is not None and self.ways[seat] != "closed":
                *before, message = self._direct(now)
                assert [one.id for one in before] == [one.id for one in direct], "a fresh message, below those before"
                assert not any(list(leads(one)) for one in before), "which have no moves"
                self._shows_the_hand(message, now, seat)
            self.number += 1

    async def at_the_table(self, until: int) -> None:
        """Quickly; then all is shown."""
        table_id = self.here.table()["id"]
        seats = self.here.seats()
        for seat, turn in groupby(self.script[self.number : until], lambda played: played.state.table.turn):
            moves = [played.move for played in turn]
            await self.here.bot.store.tables.play(table_id, seats[seat].id, moves, next(interactions))
        self.number = max(self.number, until)
        self.panel = None
        await self.here.bot.services.presenter.show_and_wait(table_id)

    async def _move(self, played: Played) -> None:
        seat = played.state.table.turn
        member, way = self.here.seats()[seat], self.ways[seat]
        if way == "commands":
            await command(self.here, member, GAME.key, played.move, typing=False)
            return
        actor = member.user if way == "direct" else member
        if self.panel is None and way == "direct":
            self.panel = self.here.direct_messages(member)[-1]
        elif self.panel is None:
            self.panel = await self.here.play(member)
        assert self.panel
        assert self.panel.ephemeral == (way != "direct")
        await self.here.make(actor, self.panel, played.move)

    def _shows_the_hand(self, message: ResponseMessage, now: State, seat: int) -> None:
        assert WORDS.ask(GAME.view(now, seat), names(self.here)) in text(message)
        assert self.here.pictures(message) == [PICTURED.board(GAME.view(now, seat), names(self.here))]
        (link,) = [part["url"] for part in parts(message.components) if part.get("style") == LINK]
        assert link.endswith(f"/{self.here.board.id}")

    def _posts(self) -> int:
        return len(self.here.posts())

    def _direct(self, state: State) -> list[ResponseMessage]:
        seat = GAME.to_act(state)
        return [] if seat is None else self.here.direct_messages(self.here.seats()[seat])


def shown_to_all(state: State) -> Any:
    """Once the game is over, all is turned up."""
    assert GAME.revealed
    return GAME.view(state, None) if GAME.outcome(state) is None else GAME.revealed(state)


def names(here: World) -> list[str]:
    return [str(member.user.global_name) for member in here.seats()]


def moments(played: Sequence[Played], first: int, last: int, *kinds: type) -> Iterator[tuple[int, int]]:
    """From where to where it is played on Discord: the beginning, around the first move of each kind, the end."""
    yield 0, first
    for at in sorted(next(n for n, one in enumerate(played) if isinstance(one.move, kind)) for kind in kinds):
        yield max(first, at - 1), at + 2
    yield len(played) - last, len(played)


# Mode, deal, how each seat plays ("closed" takes no direct messages), moves that are made on Discord; None: all
WHOLE = [
    pytest.param("compete", 3, ("panel", "direct"), (Rob, PayWizard), id="two-compete", marks=pytest.mark.slow),
    pytest.param("coop", 0, ("closed", "direct", "commands"), (Rob,), id="three-together", marks=pytest.mark.slow),
    pytest.param(
        "compete", 3, ("commands", "panel", "direct", "closed"), (Rob,), id="four-compete", marks=pytest.mark.slow
    ),
    pytest.param("solo", 3, ("panel",), (), id="one-alone"),
]
EVERY_MOVE = [
    pytest.param(*case.values[:3], None, id=f"{case.id}-every-move", marks=pytest.mark.slow) for case in WHOLE[:3]
]


@pytest.mark.clause("GA-8")
@pytest.mark.parametrize(("mode", "number", "ways", "kinds"), [*WHOLE, *EVERY_MOVE])
async def test_a_whole_game(
    tmp_path: Path, mode: str, number: int, ways: Sequence[str], kinds: Sequence[type] | None
) -> None:
    played = script(len(ways), mode, number)
    async with world(tmp_path, *NAMES[: len(ways)]) as here:
        seated = by_lot(here, number)
        closed = [close_direct_messages(here, seated[seat]) for seat, way in enumerate(ways) if way == "closed"]
        await start(here, number, mode=mode)
        assert here.seats() == seated, "nobody has seen a dragon"
        evening = Evening(here, played, ways)
        on_discord = [(0, len(played))] if kinds is None else moments(played, len(ways) + 3, 3, *kinds)
        for begin, end in on_discord:
            await evening.at_the_table(begin)
            await evening.on_discord(end)
        assert here.state() == played[-1].step.state
        await ended(here, number)
        for member, way in zip(seated, ways, strict=True):
            messages = here.direct_messages(member)
            assert bool(messages) == (way != "closed")
            assert not messages or "is over" in text(messages[-1])
        assert all(len(here.requests("POST", path)) == 1 for path in closed), "it is remembered"


async def ended(here: World, number: int) -> None:
    """The result with its picture, the winners, and the proof of the deal."""
    state, board = here.state(), here.board
    outcome = GAME.outcome(state)
    assert outcome
    assert here.table()["phase"] == "over"
    headline = GAME.headline(GAME.view(state, None))
    assert headline in text(board)
    for seat, name in enumerate(names(here)):
        assert (f"🏆 **{name}**" in text(board)) == (seat in outcome.winners)
    assert seed_of(number) not in text(board)
    assert seed_of(number) in answer(await here.press(here.members[0], board, "Fair deal?"))
    view = shown_to_all(state)
    assert f"Hand of {names(here)[0]}: " in alts(board)[-1] or not state.hands[0], "the hands are turned up"
    result = PICTURED.result(view, names(here), headline)
    assert here.pictures(board) == [result]
    assert (await here.bot.store.tables.verify(here.table()["id"])).holds
    promised = hashlib.sha256(bytes.fromhex(seed_of(number))).hexdigest()
    assert promised in answer(await here.slash(here.members[0], "verify"))
    asked = "How did I play?" if len(names(here)) == 1 else "How did we play?"
    assert labels(board) == ["Play again", "Share", "Replay", asked, "Rules", "Log", "Fair deal?"]
    options = here.table()["options"]
    await here.press(here.members[-1], board, "Play again")
    assert here.table()["phase"] == "lobby"
    assert here.table()["options"] == options
    assert len(here.rows("SELECT 1 FROM players WHERE table_id = ?", here.table()["id"])) == len(here.members)


# -- The lobby


@pytest.mark.clause("GA-8", "GA-9")
async def test_modes_fit_the_seats_or_the_lobby_says_so(tmp_path: Path) -> None:
    async with world(tmp_path, *NAMES[:2]) as here:
        ann, bob = here.members
        await here.slash(ann, "play", game=GAME.key)
        assert "1 more player needed" in text(here.board)
        assert "Start" not in labels(here.board), "it would be refused"
        await here.press(bob, here.board, "Join")
        assert "Start" in labels(here.board)
        await here.choose_options(ann, mode='"solo"')
        assert "One player plays solo" in text(here.board)
        assert "Start" not in labels(here.board)
        await here.choose_options(ann, mode='"coop"')
        assert "One player plays solo" not in text(here.board)
        await here.agree()
        await here.press(bob, here.board, "I go first")
        assert "**goes first**" in next(line for line in text(here.board).splitlines() if "Bob" in line)
        await here.press(ann, here.board, "Start")
        assert here.seats() == [bob, ann]


@pytest.mark.clause("GA-80", "GA-81", "GA-82", "GA-83", "GA-84", "GA-85")
async def test_simplifications_are_chosen_together(tmp_path: Path) -> None:
    async with world(tmp_path, *NAMES[:2]) as here:
        ann, bob = here.members
        await lobby(here)
        for chosen in (["finale", "open_hands"], [*WORDS.simplifications], ["simple_scoring"]):
            await here.choose_options(ann, simpler=chosen)
            changed: dict[str, Any] = {field: not getattr(Options(), field) for field in chosen}
            assert here.table()["options"] == encode(Options(**changed)).decode()
            sheet = on_sheet(await here.press(ann, here.board, "Options"))
            assert {*sheet["simpler"]} == {*chosen}
            assert all(WORDS.simplifications[field].text in text(here.board) for field in chosen)
        before = here.table()
        assert "Only the host" in answer(await here.choose_options(bob))
        assert here.table() == before
        await here.choose_options(ann, simpler=[])
        assert here.table()["options"] == encode(Options()).decode()


async def test_a_sheet_of_options_from_strangers_changes_nothing(tmp_path: Path) -> None:
    """Whatever comes back: choices that there aren't, controls of another sheet, one twice, one missing."""
    async with world(tmp_path, *NAMES[:2]) as here:
        ann, bob = here.members
        await lobby(here)
        table = here.table()
        sent = Press("optioned", table["id"], table["version"]).custom_id()
        good = [
            *(filled("mode", '"coop"'), filled("hand_level", '"by_seat"')),
            *(filled("hints", "off"), filled("simpler", ["finale"])),
        ]
        sheets: list[Any] = [
            [filled("mode", '"chess"'), *good[1:]],
            [filled("mode", "{"), *good[1:]],
            [filled("mode", None), *good[1:]],
            [filled("mode", ['"coop"', '"solo"']), *good[1:]],
            [filled("seed", '"1"'), *good],
            [*good, good[0]],
            good[1:],
            [*good[:3], filled("simpler", ["seed"])],
            [*good[:3], filled("simpler", [7])],
            [],
        ]
        for components in sheets:
            record = submit(here, ann, sent, components, here.board)
            await here.env.settle()
            assert record.responded, components
            assert here.table() == table, components
            here._check()
        submit(here, bob, sent, good, here.board)
        await here.env.settle()
        assert here.table() == table, "only the host chooses"
        submit(here, ann, sent, good, here.board)
        await here.env.settle()
        assert here.table()["options"] == encode(Options(mode="coop", hand_level="by_seat", finale=False)).decode()


def filled(name: str, chosen: Any) -> dict[str, Any]:
    """A control of a sheet that comes back: checkboxes for a list, else one of several."""
    which = {"values": chosen} if isinstance(chosen, list) else {"value": chosen}
    return {"type": 18, "id": 1, "component": {"type": 21, "id": 2, "custom_id": name, **which}}


# -- Corners


async def table(here: World, state: State) -> list[MemberActor]:
    """A table at which the game stands so."""
    await write(here, Position(GAME.key, len(state.table.players), state.table.options, state))
    await here.restart()
    return here.seats()


@pytest.mark.clause("GA-12")
@pytest.mark.parametrize(
    ("size", "more", "looks"), [(2, "", "1 face-down tile:"), (3, " Then 1 more.", "2 "), (4, " Then 2 more.", "3 ")]
)
def test_what_comes_after_is_told(size: int, more: str, looks: str) -> None:
    for kind, asked in ((KNIGHT, f": where to?{more}"), (FAIRY, f"Look at {looks}")):
        played = after(advyria((kind,) * size, ()), PlaySet(kind, size, 0)).state
        assert asked in WORDS.ask(GAME.view(played, 0), NAMES)


async def test_what_is_known_of_a_tile_is_offered_to_who_looked_alone(tmp_path: Path) -> None:
    state = advyria((FAIRY, FAIRY, KNIGHT, KNIGHT), (KNIGHT,), tiles=(GOLD, *range(12), *(GOLD,) * 13))
    async with world(tmp_path, *NAMES[:2]) as here:
        ann, bob = await table(here, state)
        await command(here, ann, GAME.key, PlaySet(FAIRY, 2, 0), typing=False)
        assert await here.offers(bob, "wyrm-advyria", "move", "") == {}, "it isn't his turn"
        await command(here, ann, GAME.key, Look(SPACE_OF["W1"]), typing=False)
        await command(here, ann, GAME.key, PlaySet(KNIGHT, 2, 0), typing=False)
        offered = await here.offers(ann, "wyrm-advyria", "move", "go to w1")
        assert offered["go/0"] == "Go to W1 Owl Hollow · 1 step, you saw gold"
        (direct,) = here.direct_messages(ann)
        assert "Go to W1: gold · 1 step" in labels(direct), "edited in place"
        assert "W1" in text(here.board)
        assert "gold" not in text(here.board)


# -- Empty seats


async def test_a_competitor_leaves_and_the_table_waits(tmp_path: Path) -> None:
    async with world(tmp_path, *NAMES) as here:
        ann, bob, cat = await table(here, advyria((KNIGHT, KNIGHT), (FAIRY,) * 3, (WARRIOR,)))
        dan = here.members[3]
        asked = (await here.slash(ann, "leave")).response
        assert asked
        await here.press(ann, asked, "Leave the table")
        assert "**Empty seat 1** is next. The game waits until somebody takes it." in text(here.game_board)
        theirs = await here.play(bob)
        assert not list(leads(theirs)), "nobody plays for a competitor"
        before = here.state()
        assert "isn't your turn" in answer(await here.slash(cat, "wyrm-advyria", move="end-turn"))
        assert here.state() == before
        assert "kept until" in answer(await here.press(dan, here.game_board, "Take the empty seat"))
        here.rows("UPDATE departures SET kept_until = 1")
        await here.press(dan, here.game_board, "Take the empty seat")
        assert "Play 2 Knights" in labels(here.direct_messages(dan)[-1]), "the seat's hand is his now"
        await here.make(dan, await here.play(dan), PlaySet(KNIGHT, 2, 0))
        assert here.state().table.step == "go"


async def test_a_table_that_nobody_joins_can_be_won_and_closes_by_itself(tmp_path: Path) -> None:
    async with world(tmp_path, *NAMES[:2], close_days=0.005) as here:
        ann, bob = await table(here, advyria((KNIGHT, KNIGHT), (FAIRY,) * 3))
        asked = (await here.slash(ann, "leave")).response
        assert asked
        await here.press(ann, asked, "Leave the table")
        kinds = {row["kind"] for row in here.rows("SELECT kind FROM timers")}
        assert "close" in kinds
        asked = (await here.slash(bob, "concede")).response
        assert asked
        await here.press(bob, asked, "Claim the win")
        assert here.table()["phase"] == "over"
        assert "🏆 **Bob**" in text(here.board)
        assert bob.id in {row["user_id"] for row in here.rows("SELECT user_id FROM players")}


async def test_together_the_others_play_an_empty_seat(tmp_path: Path) -> None:
    async with world(tmp_path, *NAMES[:2]) as here:
        ann, bob = await table(here, advyria((KNIGHT, KNIGHT), (FAIRY,) * 3, mode="coop"))
        here.rows("UPDATE tables SET unranked = TRUE")  # they have agreed on it
        await here.restart()
        asked = (await here.slash(ann, "leave")).response
        assert asked
        await here.press(ann, asked, "Leave the table")
        assert "**Empty seat 1** is next. Any player may play for it: press **Play**." in text(here.game_board)
        await here.make(bob, await here.play(bob), EndTurn())
        assert here.state().table.turn == 1
        assert mentioned(here.posts()[-1]) == {bob.id}


# -- Alone, in one message


async def test_alone_in_a_direct_message(tmp_path: Path) -> None:
    """Where there can be no table, it is dealt for one."""
    async with world(tmp_path, *NAMES[:1]) as here:
        ann = here.members[0].user
        message = (await here.slash(ann, "play", game=GAME.key)).response
        assert message
        assert here.table()["solo"]
        await here.make(ann, message, Settle(SPACE_OF["G1"]))
        chance = Chance(here.table()["seed"])
        played, chosen, state = list[Any](), list[int](), here.state()
        while legal := GAME.legal_moves(state):
            move = choose(GAME.view(state, 0), legal)
            if len(legal) > 1:  # what is forced is played by itself
                chosen.append(len(played))
            played.append(move)
            state = GAME.play(state, move, chance).state
        for number in chosen[:6]:
            await here.make(ann, message, played[number])
            assert here.pictures(message) == [PICTURED.board(GAME.view(here.state(), 0), ["Ann"])]
        offered = [option["label"] for part in controls(message).values() for option in part.get("options", ())]
        assert any(choice.startswith("Give up") for choice in (*labels(message), *offered))
        await here.bot.store.tables.play(here.table()["id"], ann.id, played[chosen[6] : chosen[-2]], next(interactions))
        await here.slash(ann, "board")
        message = here.direct_messages(here.members[0])[-1]
        for number in chosen[-2:]:
            await here.make(ann, message, played[number])
        outcome = GAME.outcome(here.state())
        assert outcome
        assert outcome.won is None
        view = shown_to_all(here.state())
        assert GAME.headline(view) in text(message)
        assert here.pictures(message)[0] == PICTURED.result(view, ["Ann"], GAME.headline(view))
        assert labels(message) == ["Play again", "How did I play?", "Replay", "Rules", "Fair deal?"]
        await here.press(ann, message, "Play again")
        assert here.table()["phase"] == "playing"
        again = here.direct_messages(here.members[0])[-1]
        await here.make(ann, again, Settle(SPACE_OF["G2"]))
        asked = (await here.slash(ann, "concede")).response
        assert asked
        await here.press(ann, asked, "Give up")
        assert "Given up with 0 gold." in text(again)
