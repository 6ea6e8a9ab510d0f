"""Stored values kept in memory, so that a turn needn't read them again. `Database.memory` says when they are up to
date.
"""

import asyncio
from collections import OrderedDict
from collections.abc import Awaitable, Callable, Hashable, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import Any, Generic, TypeVar

Key = TypeVar("Key", bound=Hashable)
Value = TypeVar("Value")

MOST = 512  # tables
USERS_KNOWN = 4096  # if the keys are users


@dataclass(eq=False)
class Visit:
    """What one task has read, during one job, of a database that others write to: see `Database.visit`."""

    user_id: int | None  # whose press it is
    values: "dict[Cache[Any], OrderedDict[Hashable, Any]]" = field(default_factory=dict)
    compared: set[int] = field(default_factory=set)  # tables in memory that were the newest when this began


class Visits:
    """The open visits, by task. A task that is started during a visit isn't part of it."""

    def __init__(self) -> None:
        self._by_task: dict[asyncio.Task[object] | None, Visit] = {}

    @property
    def current(self) -> Visit | None:
        return self._by_task.get(asyncio.current_task()) if self._by_task else None

    @contextmanager
    def begun(self, user_id: int | None) -> Iterator[None]:
        """A visit within another one reads everything again."""
        task = asyncio.current_task()
        before = self._by_task.get(task)
        self._by_task[task] = Visit(user_id)
        try:
            yield
        finally:
            if before is None:
                del self._by_task[task]
            else:
                self._by_task[task] = before

    def __iter__(self) -> Iterator[Visit]:
        return iter(self._by_task.values())


class Cache(Generic[Value]):
    """One value for each table, by its id; or by another key. After writing a value, call `keep` with it, or `drop`.

    Only values for which `worth` is true are kept, at most `most` of them: those asked for last. With `visits`, a value
    is kept only for the visit that has read it.
    """

    def __init__(self, worth: Callable[[Value], bool], most: int = MOST, visits: Visits | None = None) -> None:
        self._worth, self._most, self._visits = worth, most, visits
        self._values: OrderedDict[Hashable, Value] = OrderedDict()  # the one asked for last stands last
        self._changed: list[set[Hashable]] = []  # for each read that goes on: what has changed meanwhile

    def get(self, key: Hashable) -> Value | None:
        values = self._kept()
        if values is None or key not in values:
            return None
        values.move_to_end(key)
        return values[key]

    async def get_or_read(self, key: Hashable, read: Callable[[], Awaitable[Value]]) -> Value:
        """The value, read if it isn't kept."""

        async def read_it(_: Sequence[Hashable]) -> Mapping[Hashable, Value]:
            return {key: await read()}

        return (await self.get_or_read_all([key], read_it))[key]

    async def get_or_read_all(
        self, keys: Iterable[Key], read: Callable[[Sequence[Key]], Awaitable[Mapping[Key, Value]]]
    ) -> dict[Key, Value]:
        """Several at once. `read` gets the keys whose values aren't kept."""
        known = {key: value for key in keys if (value := self.get(key)) is not None}
        unknown = [key for key in keys if key not in known]
        if not unknown:
            return known
        with self.reading() as keep:
            values = await read(unknown)
            keep(values.items())
        return {**known, **values}

    @contextmanager
    def reading(self) -> Iterator[Callable[[Iterable[tuple[Hashable, Value]]], None]]:
        """Read values within this block, and pass them to the function that it gives.

        A value that changes meanwhile isn't kept.
        """
        changed = set[Hashable]()
        self._changed.append(changed)

        def keep_unchanged(values: Iterable[tuple[Hashable, Value]]) -> None:
            for key, value in values:
                if key not in changed and EVERYTHING not in changed:
                    self._put(key, value)

        try:
            yield keep_unchanged
        finally:
            self._changed = [other for other in self._changed if other is not changed]

    def keep(self, key: Hashable, value: Value) -> None:
        """This value has been written."""
        self.drop(key)
        self._put(key, value)

    def drop(self, key: Hashable) -> None:
        """Forget this value: another one may have been written."""
        for changed in self._changed:
            changed.add(key)
        for values in self._everywhere():
            values.pop(key, None)

    def clear(self) -> None:
        for changed in self._changed:
            changed.add(EVERYTHING)
        for values in self._everywhere():
            values.clear()

    def _kept(self) -> OrderedDict[Hashable, Value] | None:
        """Where values are kept now."""
        if self._visits is None:
            return self._values
        visit = self._visits.current
        return None if visit is None else visit.values.setdefault(self, OrderedDict())

    def _everywhere(self) -> Iterator[OrderedDict[Hashable, Value]]:
        yield self._values
        for visit in self._visits or ():
            if self in visit.values:
                yield visit.values[self]

    def _put(self, key: Hashable, value: Value) -> None:
        values = self._kept()
        if values is None:
            return
        values.pop(key, None)
        if self._worth(value):
            values[key] = value
        if len(values) > self._most:
            values.popitem(last=False)


EVERYTHING = object()  # in place of a key
