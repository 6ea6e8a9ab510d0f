"""Stored values kept in memory, so that a turn need not read them again. Only one process writes, so they are exact."""

from collections import OrderedDict
from collections.abc import Awaitable, Callable
from typing import Generic, TypeVar

Value = TypeVar("Value")

MOST = 512  # tables


class Memory(Generic[Value]):
    """One value for each table, by its id. Whoever writes a value calls `keep` with the new one, or `drop`.

    Only values for which `worth` is true are kept, at most `most` of them: those asked for last.
    """

    def __init__(self, worth: Callable[[Value], bool], most: int = MOST) -> None:
        self._worth, self._most = worth, most
        self._values: OrderedDict[int, Value] = OrderedDict()  # the one asked for last stands last
        self._changes = 0

    def get(self, table_id: int) -> Value | None:
        if table_id not in self._values:
            return None
        self._values.move_to_end(table_id)
        return self._values[table_id]

    async def get_or_read(self, table_id: int, read: Callable[[], Awaitable[Value]]) -> Value:
        """The value, read if it isn't kept. If anything changes meanwhile, what was read may be old and isn't kept."""
        known = self.get(table_id)
        if known is not None:
            return known
        changes = self._changes
        value = await read()
        if changes == self._changes:
            self._put(table_id, value)
        return value

    def keep(self, table_id: int, value: Value) -> None:
        """This value has been written."""
        self._changes += 1
        self._put(table_id, value)

    def drop(self, table_id: int) -> None:
        """Another value may have been written."""
        self._changes += 1
        self._values.pop(table_id, None)

    def clear(self) -> None:
        self._changes += 1
        self._values.clear()

    def _put(self, table_id: int, value: Value) -> None:
        self._values.pop(table_id, None)
        if self._worth(value):
            self._values[table_id] = value
        if len(self._values) > self._most:
            self._values.popitem(last=False)
