"""All slash commands at once: Discord's limits, where they may be used, when they are sent to Discord."""

import re
from collections.abc import Iterator
from itertools import count
from pathlib import Path
from random import Random
from typing import Any

import pytest
from discord import app_commands
from simcord.actors import MemberActor

import languages
from bot import Settings, Wyrmhall
from cogs.discord import translator
from cogs.games import WORDS
from engine import GAMES

from ..engine.players import lasting
from .hall import World, answer, controls, said, text, world

NAME = re.compile(r"[-_a-z0-9]{1,32}")
SUBCOMMAND, GROUP = 1, 2
GUILD, BOT_DM, PRIVATE = 0, 1, 2
PUBLIC = ("leaderboard", "profile")
MOST_LISTED = 25  # entries of Discord's list of commands; a subcommand is one


def walk(command: dict[str, Any], above: str = "") -> Iterator[tuple[str, dict[str, Any]]]:
    """A command and all that hangs below it, each under its whole name."""
    name = f"{above} {command['name']}".strip()
    yield name, command
    for option in command.get("options", ()):
        if option["type"] in (SUBCOMMAND, GROUP):
            yield from walk(option, name)


def check_command(name: str, command: dict[str, Any]) -> None:
    assert NAME.fullmatch(command["name"]), name
    assert all(1 <= len(text) <= 100 for text in localized(command, "description")), name
    options = command.get("options", [])
    assert len(options) <= 25, name
    assert len({option["name"] for option in options}) == len(options), name
    required = [bool(option.get("required")) for option in options]
    assert required == sorted(required, reverse=True), f"{name}: required options come first"
    for option in options:
        assert NAME.fullmatch(option["name"]), name
        assert all(1 <= len(text) <= 100 for text in localized(option, "description")), name
        assert option["description"] != "…", f"{name} {option['name']} has no description"
        choices = option.get("choices", [])
        assert len(choices) <= 25, name
        assert all(1 <= len(text) <= 100 for choice in choices for text in localized(choice, "name")), name
        assert not (choices and option.get("autocomplete")), name


def localized(part: dict[str, Any], field: str) -> list[str]:
    """What Discord shows of a command, an option or a choice: in English, and in every other language."""
    return [part.get(field, ""), *(part.get(f"{field}_localizations") or {}).values()]


def size(command: dict[str, Any]) -> int:
    """What Discord counts towards a command's 8,000 characters: of each text the longest of all languages."""
    own = sum(max(map(len, localized(command, field))) for field in ("name", "description"))
    choices = command.get("choices", ())
    chosen = sum(max(map(len, localized(choice, "name"))) + len(str(choice["value"])) for choice in choices)
    return own + chosen + sum(map(size, command.get("options", ())))


async def test_every_command_keeps_discords_limits_in_every_language(
    tmp_path: Path, caplog: pytest.LogCaptureFixture, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(translator, "LIMIT", None)  # nothing is cut
    async with world(tmp_path) as here:
        (request,) = here.requests("PUT", "/commands")
        sent: Any = request.json
        assert 0 < len(sent) <= 100
        known = set(languages.offered()) - {languages.ENGLISH}
        assert all({*map(languages.of_discord, part["description_localizations"])} == known for part in sent)
        assert not [line for line in caplog.messages if "lacks" in line], "what is the same everywhere isn't asked for"
        assert len({command["name"] for command in sent}) == len(sent)
        for command in sent:
            assert size(command) <= 8000, command["name"]
            for name, part in walk(command):
                check_command(name, part)


async def test_discord_lists_few_commands_and_one_a_game(tmp_path: Path) -> None:
    async with world(tmp_path) as here:
        sent = [command.to_dict(here.bot.tree) for command in here.bot.tree.get_commands()]
        listed = [
            name
            for command in sent
            for name, part in walk(command)
            if not any(option["type"] in (SUBCOMMAND, GROUP) for option in part.get("options", ()))
            if command["default_member_permissions"] is None  # those of moderators are listed to them alone
        ]
        assert len(listed) <= MOST_LISTED, listed
        assert [name for name in listed if name.startswith("wyrm-")] == [words.command for words in WORDS.values()]


async def test_the_commands_of_the_hall_stand_before_those_of_the_games(tmp_path: Path) -> None:
    """Discord lists them by the alphabet, and a phone shows six at once."""
    async with world(tmp_path) as here:
        listed = sorted(command.name for command in here.bot.tree.get_commands())
        assert listed[-len(WORDS) :] == sorted(words.command for words in WORDS.values())


async def test_every_command_says_where_it_may_be_used(tmp_path: Path) -> None:
    async with world(tmp_path) as here:
        for command in here.bot.tree.get_commands():
            sent = command.to_dict(here.bot.tree)
            assert sent["contexts"], command.name
            assert sent["integration_types"], command.name
            assert set(sent["contexts"]) <= {GUILD, BOT_DM, PRIVATE}
            if sent["integration_types"] == [0]:
                assert PRIVATE not in sent["contexts"], f"{command.name}: there only user-installed commands are"


async def test_every_option_that_completes_is_text(tmp_path: Path) -> None:
    async with world(tmp_path) as here:
        leaves = [command for command in here.bot.tree.walk_commands() if isinstance(command, app_commands.Command)]
        assert leaves
        for command in leaves:
            for parameter in command.parameters:
                assert not parameter.autocomplete or parameter.type.name == "string", command.qualified_name


async def test_commands_are_sent_only_when_they_differ(tmp_path: Path) -> None:
    async with world(tmp_path) as here:
        assert len(here.requests("PUT", "/commands")) == 1
        await here.restart()
        assert len(here.requests("PUT", "/commands")) == 1
        registered = here.env.backend.commands
        next(iter(registered[None].values()))["description"] = "As it was in an older version"
        await here.restart()
        assert len(here.requests("PUT", "/commands")) == 2
        del registered[None][next(iter(registered[None]))]
        await here.restart()
        assert len(here.requests("PUT", "/commands")) == 3
        await here.restart()
        assert len(here.requests("PUT", "/commands")) == 3


async def test_all_settings_have_their_defaults() -> None:
    assert Wyrmhall(Settings()).settings == Settings()


# -- Those that are of no game


async def test_commands_answer_where_there_is_no_table(tmp_path: Path) -> None:
    async with world(tmp_path, "Ann") as here:
        (ann,) = here.members
        before = len(here.messages())
        for name, options in tries(here, ann):
            result = await here.slash(ann, name, **options)
            assert result.ephemeral, name
            assert answer(result), name
        assert len(here.messages()) == before
        assert not here.rows("SELECT 1 FROM tables")


def tries(here: World, member: MemberActor) -> Iterator[tuple[str, dict[str, Any]]]:
    """What everybody may use, but the ways to begin a game; with something in the required options."""
    for command in here.bot.tree.get_commands():
        sent = command.to_dict(here.bot.tree)
        for name, part in walk(sent) if sent["default_member_permissions"] is None else ():
            options = part.get("options", [])
            if name in PUBLIC or any(option["type"] in (SUBCOMMAND, GROUP) for option in options):
                continue
            yield name, {option["name"]: value(option) for option in options if option.get("required")}


def value(option: dict[str, Any]) -> Any:
    choices = option.get("choices")
    return choices[0]["value"] if choices else "gibberish"


async def test_looking_up_a_long_game(tmp_path: Path) -> None:
    """The position in words, with many claims and long names, fits into a message."""
    names = [f"{letter * 8}_*~`|{letter * 18}" for letter in "ABCDE"]
    game = GAMES["wyverns-knot"]
    async with world(tmp_path, *names) as here:
        host, *others = here.members
        await here.slash(host, "play", game=game.key)
        for member in others:
            await here.press(member, here.board, "Join")
        here.deal(f"{3:064x}")
        await here.press(host, here.board, "Start")
        table, draw, interactions = here.table()["id"], Random(3).random, count(1)
        for _ in range(80):
            state = here.state()
            seat = game.to_act(state)
            if seat is None or len(state.table.claims) > 15:
                break
            move = lasting(game, state, draw)
            await here.bot.store.tables.play(table, here.seats()[seat].id, [move], next(interactions))
        for member in here.members[:2]:
            for name, options in (("board", {"text": True}), ("hand", {}), ("rules", {"game": game.key}), ("help", {})):
                result = await here.slash(member, name, **options)
                assert result.ephemeral
                assert answer(result)
        words = answer(await here.slash(host, "board", text=True))
        assert len(words) > 500
        await here.slash(host, "board")
        assert len([message for message in here.messages() if controls(message)]) == 1, "one board with buttons"


@pytest.mark.parametrize("typed", ["", "o", "no such thing", "*" * 100])
async def test_autocomplete_offers_nothing_where_nothing_is(tmp_path: Path, typed: str) -> None:
    async with world(tmp_path, "Ann") as here:
        assert await here.offers(here.members[0], "wyrm-knot", "move", typed) == {}
        assert await here.offers(here.members[0], "hand", "game", typed) == {}


@pytest.mark.parametrize("key", ["wyverns-knot", "advyria"])
async def test_the_rules_can_be_leafed_through(tmp_path: Path, key: str) -> None:
    async with world(tmp_path, "Ann") as here:
        (ann,) = here.members
        page = (await here.slash(ann, "rules", game=key)).response
        assert page
        assert page.ephemeral
        seen = [said([page])]
        while "Next" in [part["label"] for part in controls(page).values()]:
            await here.press(ann, page, "Next")
            assert text(page) not in seen
            seen.append(text(page))
        assert len(seen) == len(WORDS[key].rules)
        await here.press(ann, page, "Back")
        assert text(page) == seen[-2]
