"""Copies of records, in the ways that mypy can check."""

from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING, Any, TypeVar

import msgspec

if TYPE_CHECKING:  # msgspec declares **changes: Any; with this one mypy checks fields and types
    from dataclasses import replace
else:
    from msgspec.structs import replace

__all__ = ["replace", "shared", "with_item", "with_items"]

T = TypeVar("T")


def shared(record: msgspec.Struct, kind: type[msgspec.Struct]) -> dict[str, Any]:
    """The fields that `record` shares with this kind, by name, to make a record of that kind."""
    return {name: getattr(record, name) for name in record.__struct_fields__ if name in kind.__struct_fields__}


def with_item(items: tuple[T, ...], index: int, item: T) -> tuple[T, ...]:
    """`items` with `item` in place of the one at `index`."""
    return (*items[:index], item, *items[index + 1 :])


def with_items(items: tuple[T, ...], indices: Iterable[int], replacing: Sequence[T]) -> tuple[T, ...]:
    """`items` with those of `replacing` in place of the ones at `indices`."""
    replaced = dict(zip(indices, replacing, strict=True))
    return tuple([replaced.get(index, item) for index, item in enumerate(items)])
