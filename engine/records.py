"""Copies of records, in the ways that mypy can check."""

from typing import TYPE_CHECKING, Any, TypeVar

import msgspec

if TYPE_CHECKING:  # msgspec's own is declared with **changes: Any; this one has mypy check the fields and their types
    from dataclasses import replace
else:
    from msgspec.structs import replace

__all__ = ["replace", "shared", "with_item"]

T = TypeVar("T")


def shared(record: msgspec.Struct, kind: type[msgspec.Struct]) -> dict[str, Any]:
    """The fields of `record` that records of this kind have too, by name, to make one of those from it."""
    return {name: getattr(record, name) for name in record.__struct_fields__ if name in kind.__struct_fields__}


def with_item(items: tuple[T, ...], index: int, item: T) -> tuple[T, ...]:
    """`items` with another one at this place."""
    return (*items[:index], item, *items[index + 1 :])
