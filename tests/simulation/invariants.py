"""What must hold, whatever happens."""

import contextlib
import json
import logging
import sqlite3
from collections.abc import Iterator
from contextlib import closing
from typing import TYPE_CHECKING, Any
from unittest import mock

from sqlalchemy.exc import DBAPIError

from cogs.delivery.courier import ON_BOARDS
from cogs.delivery.dress import dress
from cogs.delivery.round import Round, Shown
from cogs.discord.controls import TROUBLES
from cogs.screens.press import Press
from engine import Chance, decode, encode, rules
from tables.play.table import Refused
from tables.play.tables import Tables

from .discord_model import Interaction, Message

if TYPE_CHECKING:
    from .day import Day

EXPECTED = (DBAPIError, *TROUBLES, TimeoutError)  # errors that may be logged: the world is bad


class Log(logging.Handler):
    """Nothing unexpected is logged."""

    def __init__(self, checks: "Checks") -> None:
        super().__init__(logging.INFO)
        self.checks = checks

    def emit(self, record: logging.LogRecord) -> None:
        world = self.checks.day.world
        message = record.getMessage()
        if world.running is None or world.running.dead:
            return
        world.note(f"{world.running.name} logs {record.levelname}: {message.splitlines()[0][:200]}")
        error = record.exc_info[1] if record.exc_info else None
        if error is not None and not isinstance(error, EXPECTED):
            import traceback

            where = traceback.extract_tb(error.__traceback__)[-1]
            world.fail(f"logged: {message}: {type(error).__name__} {error} ({where.filename}:{where.lineno})")


class Checks:
    def __init__(self, day: "Day") -> None:
        self.day = day
        self.made: dict[tuple[int, int], tuple[int, tuple[str, ...]]] = {}  # acknowledged moves
        self.applied: set[int] = set()  # interactions whose move was acknowledged

    @contextlib.contextmanager
    def watching(self) -> Iterator[None]:
        log = Log(self)
        root = logging.getLogger()
        play = Tables.play

        async def played(
            tables: Tables, table_id: int, user_id: int, moves: Any, interaction_id: int, **more: Any
        ) -> Any:
            seen = await play(tables, table_id, user_id, moves, interaction_id, **more)
            self.acknowledge_move(table_id, seen.table.version, user_id, moves, interaction_id)
            return seen

        levels = {logger: logger.level for logger in (root, logging.getLogger("cogs"), logging.getLogger("tables"))}
        for logger in levels:
            logger.setLevel(logging.INFO)
        logging.getLogger("discord").setLevel(logging.WARNING)
        root.addHandler(log)
        try:
            with mock.patch.object(Tables, "play", played):
                yield
        finally:
            root.removeHandler(log)
            for logger, level in levels.items():
                logger.setLevel(level)

    # -- Interactions

    def sent(self, one: Interaction) -> None:
        if self.day.troubled:
            one.excused = True

    def acknowledged(self, one: Interaction) -> None:
        """Within three seconds."""
        if one.answered is None and not one.excused and not self.day.troubled:
            what = one.data.get("name") or one.data.get("custom_id")
            self.day.world.fail(f"{what} isn't acknowledged in time")

    def acknowledge_move(self, table_id: int, version: int, user_id: int, moves: Any, interaction_id: int) -> None:
        if interaction_id in self.applied:
            self.day.world.fail(f"interaction {interaction_id} was applied twice")
        self.applied.add(interaction_id)
        self.made[table_id, version] = user_id, tuple(encode(move).decode() for move in moves)

    # -- At rest

    def rows(self, query: str) -> list[Any]:
        with closing(sqlite3.connect(self.day.database)) as connection:
            connection.row_factory = sqlite3.Row
            return connection.execute(query).fetchall()

    def at_rest(self) -> bool:
        """Whether nothing is left to do."""
        hall = self.day.process.hall
        assert hall is not None
        if hall.underway or any(one.waiting or one.task for one in hall.services.presenter._shown.values()):
            return False
        return not self.rows("SELECT 1 FROM tables WHERE shown < version")

    def at_the_end(self) -> None:
        world = self.day.world
        if not self.at_rest():
            left = [
                tuple(row) for row in self.rows("SELECT id, phase, version, shown FROM tables WHERE shown < version")
            ]
            world.fail(f"it doesn't come to rest: tables {left}")
        self._logs()
        for row in self.rows("SELECT id FROM tables WHERE phase IN ('lobby', 'playing') AND NOT solo"):
            task = self.day.process.have(lambda table_id=row["id"]: self._target(table_id))  # type: ignore[misc]
            world.run(30, task.done)
            if not task.done():
                world.fail(f"table {row['id']} can't be looked at")
            elif task.exception():
                world.fail(f"table {row['id']} can't be looked at: {task.exception()!r}")
            elif task.result() is not None:
                self._board(row["id"], task.result())
        self._panels()

    def _logs(self) -> None:
        """Each acknowledged move is in the log once, and every log replays to its snapshot."""
        world = self.day.world
        log: dict[int, list[Any]] = {}
        for row in self.rows("SELECT * FROM log ORDER BY table_id, version"):
            log.setdefault(row["table_id"], []).append(row)
        tables = {row["id"]: row for row in self.rows("SELECT * FROM tables")}
        for table_id, row in tables.items():
            if row["seats"]:
                self._replay(row, log.get(table_id, []))
        for (table_id, version), (user_id, moves) in self.made.items():
            if table_id not in tables:
                continue
            there = [row for row in log.get(table_id, ()) if row["user_id"] == user_id and row["version"] <= version]
            for move in moves:
                if not any(_same(row["move"], move) for row in there):
                    world.fail(f"an acknowledged move of table {table_id} is lost: {move} at {version}")

    def _replay(self, row: Any, log: list[Any]) -> None:
        game = rules(row["game"], row["rules"])
        assert game is not None
        history = list[Any]()
        for entry in log:
            if entry["kind"] == "undo":
                history = [one for one in history if one["version"] <= int(entry["move"])]
            else:
                history.append(entry)
        state = game.new(row["seats"], decode(game.options, row["options"].encode()), chance := Chance(row["seed"]))
        for entry in history:
            state = game.play(state, decode(game.move, entry["move"].encode()), chance).state
        if row["snapshot"] is not None and encode(state).decode() != row["snapshot"]:
            self.day.world.fail(f"the log of table {row['id']} doesn't replay to its snapshot")

    async def _target(self, table_id: int) -> Any:
        services = self.day.process.hall.services  # type: ignore[union-attr]
        store, presenter = services.store, services.presenter
        round_ = Round(store, presenter._courier, services.loader, Shown(), 0)
        round_._recorded = await store.posts.of(table_id)
        table = await store.tables.get(table_id)
        return await round_._target(table)

    def _board(self, table_id: int, target: Any) -> None:
        """Exactly one live board, which shows the table as it stands."""
        world, discord = self.day.world, self.day.discord
        channel = discord.channels.get(target.table.channel_id)
        if channel is None or channel.gone:
            return
        boards = [
            message
            for place in discord.channels.values()
            for message in place.messages.values()
            if message.reader is None and not message.deleted and not place.is_dm and is_board(message, table_id)
        ]
        if len(boards) != 1:
            world.fail(f"table {table_id} has {len(boards)} live boards: {[one.id for one in boards]}")
            return
        (board,) = boards
        if board.channel is not channel:
            world.fail(f"the board of table {table_id} is in another channel")
        wanted = timeless(dress(target.board).to_components())  # type: ignore[no-untyped-call]
        shown = timeless(board.components)
        if wanted != shown:
            world.fail(f"the board of table {table_id} doesn't show it:\n{shown}\n{wanted}")

    def _panels(self) -> None:
        """Nobody has two live direct messages of one table."""
        for person in self.day.people:
            live: dict[int, list[int]] = {}
            for message in self.day.discord.dm(person.user).messages.values():
                if message.deleted:
                    continue
                for control in message.controls():
                    press = _press(control["custom_id"])
                    if press and press.verb in ("pick", "sheet"):
                        live.setdefault(press.table_id, []).append(message.id)
                        break
            for table_id, messages in live.items():
                if len(messages) > 1:
                    self.day.world.fail(
                        f"{person.user} has {len(messages)} live panels of table {table_id}: {messages}"
                    )


def _same(one: str, other: str) -> bool:
    return bool(json.loads(one) == json.loads(other))


def _press(custom_id: str) -> Press | None:
    try:
        return Press.read(custom_id)
    except Refused:
        return None


def is_board(message: Message, table_id: int) -> bool:
    presses = [press for control in message.controls() if (press := _press(control["custom_id"]))]
    return any(press.table_id == table_id and press.verb in ON_BOARDS and press.verb != "vote" for press in presses)


def timeless(components: Any) -> str:
    """What is shown, whatever version its controls are of."""

    def plain(part: Any) -> Any:
        if isinstance(part, dict):
            kept = {key: plain(value) for key, value in part.items() if key not in ("id", "media", "version")}
            if press := _press(str(kept.get("custom_id", ""))):
                kept["custom_id"] = f"{press.verb} {press.table_id} {press.args}"
            return {key: value for key, value in kept.items() if value not in (None, False, [], "")}
        if isinstance(part, list | tuple):
            return [plain(one) for one in part]
        return part

    return json.dumps(plain(components), sort_keys=True)
