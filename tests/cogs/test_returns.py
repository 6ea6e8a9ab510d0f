"""Whatever Discord leaves out of an answer to the bot's own request, sets to null or has a new value for, the game goes
on. An answer that can't be read at all is one that got lost: what was asked for may be done.
"""

import contextlib
import copy
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

import discord
import pytest
from discord.http import Route
from simcord.http import router

from cogs.background.announcements import may_have_arrived
from cogs.discord.controls import TROUBLES
from cogs.discord.returns import READ, Unreadable, readable
from tables.play.posts import NONCE_LASTS

from ..optional import ABSENT, ANSWERS, NULL
from .hall import World, answer, labels, world
from .test_people_at_a_table import advance, scout

Change = Callable[[str, Any], Any]  # of one answer, by the name of its schema

NESTED = {"author": "UserResponse", "user": "UserResponse", "recipients": "UserResponse", "items": "EmojiResponse"}
SAID = {"id": "5", "channel_id": "7", "author": {"id": "9", "username": "Wyrmhall"}}
NOTHINGS: tuple[Any, ...] = (None, "", {}, [], "sorry", [None])
OTHERWISE = (*NOTHINGS, {"id": None}, {"id": "0"}, {"id": "x"}, {"items": None}, {"url": None})


def absent(schema: str, payload: Any) -> Any:
    return {name: value for name, value in payload.items() if name not in ABSENT[schema]}


def null(schema: str, payload: Any) -> Any:
    return {**payload, **dict.fromkeys(NULL[schema])}


def null_and_absent(schema: str, payload: Any) -> Any:
    return null(schema, absent(schema, payload))


def new(schema: str, payload: Any) -> Any:
    """With values that aren't there yet. (The type of a channel says what it is: another test has a new one.)"""
    types = {"type": 999} if schema == "MessageResponse" else {}
    return {**payload, "flags": 1 << 40, "something_new": {"id": None}, **types}


def changed(change: Change, schema: str, payload: Any) -> Any:
    if isinstance(payload, list):
        return [changed(change, schema, one) for one in payload]
    if not isinstance(payload, Mapping):
        return payload
    inner = {name: changed(change, NESTED[name], value) for name, value in payload.items() if name in NESTED}
    return change(schema, {**payload, **inner})


def answering(monkeypatch: pytest.MonkeyPatch, change: Callable[[str, str, Any], Any]) -> None:
    """From now on Discord's answers are these: `change` is given method, path and answer."""
    dispatch = router.dispatch

    def answered(backend: Any, method: str, path: str, **more: Any) -> Any:
        return change(method, path, copy.deepcopy(dispatch(backend, method, path, **more)))

    monkeypatch.setattr(router, "dispatch", answered)


def schema_of(method: str, path: str) -> str | None:
    segments = path.strip("/").split("/")
    for known, template, schema in ANSWERS:
        parts = template.strip("/").split("/")
        fits = len(parts) == len(segments) and all(
            part in ("{}", segment) for part, segment in zip(parts, segments, strict=True)
        )
        if known == method and fits:
            return schema
    return None


@pytest.mark.parametrize("change", [absent, null, null_and_absent, new])
async def test_a_game_goes_on_whatever_answers_leave_out(
    change: Change, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def as_described(method: str, path: str, payload: Any) -> Any:
        schema = schema_of(method, path)
        assert schema or payload in (None, ""), f"{method} {path} isn't among the answers"
        return changed(change, schema, payload) if schema else payload

    answering(monkeypatch, as_described)
    async with world(tmp_path, "Ann", "Bob", "Cid") as here:
        ann, *others = here.members
        await here.slash(ann, "play", game="wyverns-knot")
        for member in others:
            await here.press(member, here.board, "Join")
        await here.press(ann, here.board, "Start")
        for number, member in enumerate(here.seats()):
            await scout(here, member, 6 + number)
            await here.play(member)
            await advance(here, member, 0)
        await here.env.settle()
        assert here.table()["phase"] == "playing"
        assert labels(here.board)
        recorded = here.rows("SELECT * FROM posts")
        assert {row["slot"] for row in recorded} >= {"board", "private"}
        assert all(row["channel_id"] and row["message_id"] for row in recorded)
        await here.restart()
        assert "channels/" in answer(await here.slash(ann, "games"))
        for command in ("daily", "leaderboard", "profile"):
            assert (await here.slash(ann, command)).response


@pytest.mark.parametrize("lost", [None, {}, {"id": None}, {"id": 0}, []])
async def test_a_board_whose_answer_can_not_be_read_is_looked_for(
    lost: Any, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    posts = []

    def unreadable(method: str, path: str, payload: Any) -> Any:
        if method == "POST" and path.endswith("/messages"):
            posts.append(payload)
            return lost
        return payload

    async with world(tmp_path, "Ann") as here:
        answering(monkeypatch, unreadable)
        await here.slash(here.members[0], "play", game="wyverns-knot")
        here.rows(f"UPDATE outbox SET at = at - {NONCE_LASTS}")  # simcord knows no nonces
        await here.restart()
        assert len(posts) == 1
        assert [row["message_id"] for row in here.rows("SELECT * FROM posts")] == [here.board.id]


async def test_channels_are_read_without_what_may_be_absent(tmp_path: Path) -> None:
    async with world(tmp_path, "Ann") as here:
        unknown = {"id": "5", "guild_id": str(here.env.guild.id), "type": 99}
        with pytest.raises(discord.InvalidData):
            await _fetched(here, unknown)
        for kind in (0, 2, 5, 13, 15):
            data = {"id": "5", "guild_id": str(here.env.guild.id), "type": kind}
            assert (await _fetched(here, null("GuildChannelResponse", data))).id == 5
        thread = {"id": "5", "guild_id": str(here.env.guild.id), "type": 11, "thread_metadata": {}}
        assert (await _fetched(here, null("ThreadResponse", thread))).id == 5


async def _fetched(here: World, data: Any) -> Any:
    async def request(route: Route, **_: Any) -> Any:
        return readable(route, data)

    guild = here.bot.get_guild(here.env.guild.id)
    assert guild
    here.bot.http.request = request  # type: ignore[method-assign]
    return await guild.fetch_channel(5)


@pytest.mark.parametrize("path", [*READ])
@pytest.mark.parametrize("method", ["GET", "POST"])
def test_no_answer_raises_anything_but_that_it_can_not_be_read(path: str, method: str) -> None:
    route = _route(method, path)
    for payload in OTHERWISE:
        with contextlib.suppress(Unreadable):
            readable(route, payload)


def test_what_can_not_be_read_may_be_done() -> None:
    lost = Unreadable(_route("POST", "/channels/{channel_id}/messages"))
    assert isinstance(lost, TROUBLES)
    assert may_have_arrived(lost)


@pytest.mark.parametrize("path", [path for path in READ if "message" in path and "threads" not in path])
@pytest.mark.parametrize("payload", [{}, {"id": None}, {"id": "0"}, {"id": "x"}])
def test_no_message_gets_a_number_that_nobody_gave_it(path: str, payload: Any) -> None:
    with pytest.raises(Unreadable):
        readable(_route("POST", path), payload)


def test_of_a_history_what_can_not_be_read_is_left_out() -> None:
    history = readable(
        _route("GET", "/channels/{channel_id}/messages"), [SAID, {"id": None}, None, {**SAID, "id": "6"}]
    )
    assert [message["id"] for message in history] == ["5", "6"]
    assert readable(_route("GET", "/channels/{channel_id}/messages"), []) == []


def test_the_controls_of_a_message_are_read_in_their_order_wherever_they_stand() -> None:
    button = {"type": 2, "style": 1, "custom_id": "a", "label": "A"}
    parts = [
        {"type": 17, "components": [{"type": 9, "accessory": button}, {"type": 99}, None]},
        {"type": 1, "components": [{**button, "custom_id": "b", "style": 77}]},
        {"type": 1, "components": [{"type": 3, "custom_id": "c"}]},
    ]
    message = readable(_route("GET", "/channels/{channel_id}/messages/{message_id}"), {**SAID, "components": parts})
    assert [button["custom_id"] for row in message["components"] for button in row["components"]] == ["a", "b", "c"]


def test_a_start_goes_on_with_what_discord_usually_allows() -> None:
    """Discord's description has no field of these that may be absent, but the bot can do without each."""
    given: Any
    for given in ({}, {"shards": None, "url": None, "session_start_limit": None}, {"session_start_limit": {}}):
        ways = readable(_route("GET", "/gateway/bot"), given)
        assert ways["shards"] == 1
        assert ways["url"].startswith("wss://")
        assert ways["session_start_limit"]["remaining"] == ways["session_start_limit"]["total"] == 1000


def test_an_application_that_doesnt_say_whether_it_is_public_starts() -> None:
    route = _route("GET", "/oauth2/applications/@me")
    application = discord.AppInfo(_State(), readable(route, {"id": "5", "name": "Wyrmhall"}))  # type: ignore[arg-type]
    assert application.id == 5


def _route(method: str, path: str) -> Route:
    route = Route(method, path)
    assert route.path == path
    return route


class _State:
    def create_user(self, data: Any) -> discord.User:
        return discord.User(state=self, data=data)  # type: ignore[arg-type]
