"""Jobs: work that one process does once, when a row says that it is due. The result is written into that row."""

from collections import Counter
from collections.abc import Awaitable, Callable, Hashable
from logging import Logger
from typing import Generic, TypeVar

import sqlalchemy
from sqlalchemy import ColumnElement, TextClause

from ..store.errors import Refused
from ..store.leases import Leases

TRIES = 3  # at a job; then the next start tries again

Key = TypeVar("Key", bound=Hashable)
Result = TypeVar("Result")


class Jobs(Generic[Key]):
    """Jobs of one kind."""

    def __init__(self, leases: Leases, table: sqlalchemy.Table, log: Logger) -> None:
        self._leases, self._table, self._log = leases, table, log
        self._failures = Counter[Key]()  # since the start

    @property
    def given_up(self) -> list[Key]:
        return [key for key, times in self._failures.items() if times >= TRIES]

    async def run(
        self,
        key: Key,
        *this: ColumnElement[bool] | TextClause,
        work: Callable[[], Awaitable[Result]],
        failed: str,
        hand_on: bool = False,
    ) -> Result | None:
        """Claim the row that `this` finds, and do its work.

        None: it failed, or another process has it. `failed` is what the log says before the reason. `hand_on`: if this
        process gives up, others may try.
        """
        if key in self.given_up or not await self._leases.claim(self._table, *this):
            return None
        try:
            return await work()
        except Exception as error:  # it may name cards, unless it is ours: see read_move and read_judgement
            ours = isinstance(error, Refused) or type(error) is ValueError
            self._log.error("%s: %s", failed, str(error) if ours else type(error).__name__)
            self._failures[key] += 1
            if hand_on and self._failures[key] == TRIES:
                await self._leases.unclaim(self._table, *this)
        return None
