"""What must hold between people: nobody loses who never agreed, who leaves loses, and nobody is asked or told twice.

It goes by what people pressed and what was posted, and reads in the database only how it ended.
"""

import contextlib
from collections import Counter
from collections.abc import AsyncIterator, Callable, Coroutine, Iterator
from typing import TYPE_CHECKING, Any
from unittest import mock

from cogs.commands import cog
from cogs.discord import controls
from cogs.screens.press import Press
from tables.play.ballots import ASKED_AGAIN
from tables.play.model import Refused
from tables.play.moderation import Moderation

from .discord_model import Interaction, Message
from .people import act_of

if TYPE_CHECKING:
    from .invariants import Checks

AGREEING = {"join", "ready", "start", "take", "pick", "dare", "ticked", "sheet", "claim"}  # verbs of who wants to play
LEAVING = {"leave", "leave for-good", "concede"}
REMINDERS = ("the table waits for you", "it is still your turn. Your seat", "nobody has played here for long")
DEPARTED = ("has left the table.", "has resigned.")
LATE = 90.0  # seconds within which a reminder may come that was due before
STANDINGS = (  # all that a game can change of anybody's standing, in rows
    *("results", "standings", "win_standings", "group_standings", "season_standings", "week_groups"),
)
RIVALS = "tables.seats > 1 AND tables.game = 'advyria'"  # where people play against each other


class Fairness:
    def __init__(self, checks: "Checks") -> None:
        self._checks = checks
        self.done = set[int]()  # interactions whose work has ended as it should
        self.pressed = Counter[str]()  # likewise, by what they do
        self._first: dict[int, int] = {}  # who has opened a table, by table
        self._left = dict[tuple[int, int], None]()  # a table and who has left it for a loss
        self._whole = set[int]()  # interactions of users who have sat through their game so far
        self._asked: dict[int, str] = {}  # what is voted on, by interaction
        self._voted_down: dict[tuple[int, str], float] = {}  # when, by table and subject
        self._moderated = set[int]()  # games that a moderator has changed
        self._away: dict[int, float] = {}  # since when users are

    # -- Presses

    @contextlib.contextmanager
    def watching(self) -> Iterator[None]:
        answered, act = controls.answered, Moderation._act

        async def answered_and_noted(interaction: Any, work: Coroutine[Any, Any, None]) -> None:
            async def noted() -> None:
                await work
                self._note(interaction.id)

            try:
                await answered(interaction, noted())
            finally:
                work.close()

        @contextlib.asynccontextmanager
        async def acted(moderation: Moderation, *given: Any, **more: Any) -> AsyncIterator[Any]:
            async with act(moderation, *given, **more) as change:
                before, table = self._standings(), change.loaded.table
                if table.phase == "playing" and given[2] != "end-vote":
                    self._moderated.add(table.id)
                yield change
            if self._checks.day.parts == 1 and self._standings() != before:  # else another process may have written
                self._fail(f"a moderator's act changes standings: {given}")

        with (
            mock.patch.object(controls, "answered", answered_and_noted),
            mock.patch.object(cog, "answered", answered_and_noted),
            mock.patch.object(Moderation, "_act", acted),
        ):
            yield

    def sent(self, one: Interaction) -> None:
        """What can't be known any more once it is done."""
        press = press_of(one)
        if press is None:
            return
        if press.verb == "back":
            self._away.pop(one.user, None)
        for row in self._rows(f"SELECT about FROM votes WHERE table_id = {press.table_id}"):
            self._asked[one.id] = row["about"]
        seat = f"table_id = {press.table_id} AND user_id = {one.user}"
        if press.verb in ("leave", "concede") and self._rows(f"SELECT 1 FROM players WHERE {seat} AND whole"):
            self._whole.add(one.id)

    def _note(self, interaction_id: int) -> None:
        """This interaction's work has ended as it should."""
        one = self._checks.day.discord.interactions[interaction_id]
        if one.id in self.done:
            return
        self.done.add(one.id)
        act = name_of(one)
        self.pressed[act] += 1
        press = press_of(one)
        if act == "/away" and one.data.get("options"):
            self._away.setdefault(one.user, self._checks.day.world.now)
        if press is not None:
            self._leaves_or_returns(one, press.table_id, act)
            self._votes(one, press.table_id, act)
        self._asks()

    def _leaves_or_returns(self, one: Interaction, table_id: int, act: str) -> None:
        if act == "take":
            self._left.pop((table_id, one.user), None)
        if act not in LEAVING or one.id not in self._whole:
            return
        moved = f"SELECT 1 FROM log WHERE table_id = {table_id} AND user_id = {one.user}"
        others = f"tables.phase = 'over' OR EXISTS (SELECT 1 FROM players WHERE table_id = {table_id})"
        if self._rows(f"SELECT 1 FROM tables WHERE id = {table_id} AND {RIVALS} AND EXISTS ({moved}) AND ({others})"):
            self._left[table_id, one.user] = None

    def _votes(self, one: Interaction, table_id: int, act: str) -> None:
        """A vote that is over once somebody has refused is voted down."""
        going_on = f"SELECT 1 FROM votes WHERE table_id = {table_id}"
        playing = f"SELECT 1 FROM tables WHERE id = {table_id} AND phase = 'playing'"
        if act == "vote no" and one.id in self._asked and not self._rows(going_on) and self._rows(playing):
            self._voted_down[table_id, self._asked[one.id]] = self._checks.day.wall()

    def _asks(self) -> None:
        """No vote is asked again within an hour after it was voted down."""
        if self._checks.had("wall"):  # the hour may be over sooner
            return
        for row in self._rows("SELECT table_id, about FROM votes"):
            at = self._voted_down.get((row["table_id"], row["about"]))
            if at is not None and self._checks.day.wall() - at < ASKED_AGAIN:
                self._fail(f"table {row['table_id']} has voted down {row['about']}, and is asked again")

    # -- Messages

    def message(self, message: Message) -> None:
        """One was posted where everybody can see it."""
        for control in message.controls():
            press = _read(control["custom_id"])
            if press and press.verb in ("join", "start") and press.table_id not in self._first:
                for row in self._rows(f"SELECT host_id FROM tables WHERE id = {press.table_id}"):
                    self._first[press.table_id] = row["host_id"]
        words = message.words()
        if any(reminder in words for reminder in REMINDERS):
            since = max((self._away.get(user, 1e9) for user in message.mentions), default=1e9)
            if since < self._checks.day.world.now - LATE:
                self._fail(f"somebody who is away is reminded: {message}")
        departed = words.partition("\n")[0]  # boards say it further below, as often as they are posted
        if any(how in departed for how in DEPARTED) and not self._checks.had("names", "renamed"):
            table = self._rows(f"SELECT max(id) FROM tables WHERE channel_id = {message.channel.id}")[0][0]
            who = next(departed.partition(how)[0] + how for how in DEPARTED if how in departed)
            if self._checks.is_repeated((table, who), message):
                self._fail(f"it is told again who has left: {message}")

    # -- How it ended

    def at_the_end(self) -> None:
        self.only_who_agreed_plays()
        if not self._checks.forgotten():  # whose data are deleted have no results any more
            self._only_who_agreed_loses()
            self._who_leaves_loses()
            self._moderators_change_nothing()

    def only_who_agreed_plays(self) -> None:
        agreed, playing = self._agreed(), "tables.phase = 'playing' AND tables.seats > 1"
        seated = f"SELECT table_id, user_id FROM players JOIN tables ON tables.id = table_id WHERE {playing}"
        for row in self._rows(seated):
            if tuple(row) not in agreed:
                self._fail(f"{row['user_id']} is made to play at table {row['table_id']}")

    def _only_who_agreed_loses(self) -> None:
        agreed = self._agreed()
        lost = f"FROM results JOIN tables ON tables.id = table_id WHERE won = 0 AND {RIVALS}"
        for row in self._rows(f"SELECT table_id, results.user_id {lost} AND results.user_id IS NOT NULL"):
            if tuple(row) not in agreed:
                self._fail(f"{row['user_id']} has lost at table {row['table_id']}, and never agreed to play there")

    def _agreed(self) -> set[tuple[int, int]]:
        """A table and who wants to play there, by a press of their own."""
        agreed = {*self._first.items()}
        applied = {row["id"] for row in self._rows("SELECT id FROM interactions")}  # it may have been killed since
        for one in self._checks.day.discord.interactions.values():
            press = press_of(one)
            if press and press.verb in AGREEING and one.id in self.done | applied:
                agreed.add((press.table_id, one.user))
        return agreed

    def _who_leaves_loses(self) -> None:
        """Unless they have come back, or the game doesn't count."""
        for table_id, user in self._left:
            here = f"SELECT 1 FROM players WHERE table_id = {table_id} AND user_id = {user} AND tables.phase = 'closed'"
            ended = "phase IN ('over', 'closed') AND NOT (lost OR unranked)"
            if not self._rows(f"SELECT 1 FROM tables WHERE id = {table_id} AND {ended} AND NOT EXISTS ({here})"):
                continue
            result = f"SELECT won FROM results WHERE table_id = {table_id} AND user_id = {user}"
            if [row["won"] for row in self._rows(result)] != [0]:
                self._fail(f"{user} has left table {table_id}, and has no loss")

    def _moderators_change_nothing(self) -> None:
        """Nobody's games count that a moderator has changed."""
        untouched = f"tables.id NOT IN ({', '.join(map(str, sorted(self._moderated)) or '0')})"
        ended = f"FROM results JOIN tables ON tables.id = table_id WHERE {RIVALS} AND {untouched}"
        most = Counter(row["user_id"] for row in self._rows(f"SELECT results.user_id {ended}"))
        of_all = "game = 'advyria' AND period = 'all' AND guild_id = 0"
        for row in self._rows(f"SELECT user_id, games FROM win_standings WHERE {of_all}"):
            if row["games"] > most[row["user_id"]]:
                self._fail(f"{row['user_id']} has {row['games']} games that count, and ended {most[row['user_id']]}")
        for row in self._rows("SELECT table_id FROM group_standings"):
            if row["table_id"] in self._moderated:
                self._fail(f"table {row['table_id']} counts, which a moderator has changed")

    def _standings(self) -> list[Any]:
        return [[tuple(row) for row in self._rows(f"SELECT * FROM {name} ORDER BY 1, 2, 3")] for name in STANDINGS]

    def _rows(self, query: str) -> list[Any]:
        return self._checks.rows(query)

    def _fail(self, why: str) -> None:
        self._checks.day.world.fail(why)


def name_of(one: Interaction) -> str:
    """What an interaction does, in a word or two: a command begins with a slash."""
    if "name" in one.data:
        return f"/{one.data['name']}"
    return act_of(one.data.get("custom_id", ""), next(iter(one.data.get("values", ())), None))


def press_of(one: Interaction) -> Press | None:
    """None: it is a command, or another's."""
    return _read(one.data.get("custom_id", ""), one.data.get("values", ()))


def _read(custom_id: str, values: Any = ()) -> Press | None:
    read: Callable[..., Press] = Press.read
    with contextlib.suppress(Refused):
        return read(custom_id, values)
    return None
