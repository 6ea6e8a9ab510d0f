"""Stored values kept in memory, so that a turn need not read them again. `Database.memory` says when they are exact."""

from collections import OrderedDict
from collections.abc import Awaitable, Callable, Hashable, Iterable, Mapping, Sequence
from typing import Generic, TypeVar

Key = TypeVar("Key", bound=Hashable)
Value = TypeVar("Value")

MOST = 512  # tables
USERS_KNOWN = 4096  # where the keys are users


class Memory(Generic[Value]):
    """One value for each table, by its id; or by another key. Whoever writes one calls `keep` with it, or `drop`.

    Only values for which `worth` is true are kept, at most `most` of them: those asked for last.
    """

    def __init__(self, worth: Callable[[Value], bool], most: int = MOST) -> None:
        self._worth, self._most = worth, most
        self._values: OrderedDict[Hashable, Value] = OrderedDict()  # the one asked for last stands last
        self._changes = 0

    def get(self, key: Hashable) -> Value | None:
        if key not in self._values:
            return None
        self._values.move_to_end(key)
        return self._values[key]

    async def get_or_read(self, key: Hashable, read: Callable[[], Awaitable[Value]]) -> Value:
        """The value, read if it isn't kept."""

        async def read_it(_: Sequence[Hashable]) -> Mapping[Hashable, Value]:
            return {key: await read()}

        return (await self.get_or_read_all([key], read_it))[key]

    async def get_or_read_all(
        self, keys: Iterable[Key], read: Callable[[Sequence[Key]], Awaitable[Mapping[Key, Value]]]
    ) -> dict[Key, Value]:
        """Several at once: `read` is given the keys whose values aren't kept.

        If anything changes meanwhile, what was read may be old and isn't kept.
        """
        known = {key: value for key in keys if (value := self.get(key)) is not None}
        unknown = [key for key in keys if key not in known]
        if not unknown:
            return known
        changes = self._changes
        values = await read(unknown)
        if changes == self._changes:
            for key, value in values.items():
                self._put(key, value)
        return {**known, **values}

    def keep(self, key: Hashable, value: Value) -> None:
        """This value has been written."""
        self._changes += 1
        self._put(key, value)

    def drop(self, key: Hashable) -> None:
        """Another value may have been written."""
        self._changes += 1
        self._values.pop(key, None)

    def clear(self) -> None:
        self._changes += 1
        self._values.clear()

    def _put(self, key: Hashable, value: Value) -> None:
        self._values.pop(key, None)
        if self._worth(value):
            self._values[key] = value
        if len(self._values) > self._most:
            self._values.popitem(last=False)
