"""Statements that are made once: to put one together takes SQLAlchemy about as long as to run it."""

from collections.abc import Callable
from functools import cache, wraps
from inspect import signature
from typing import Any, ParamSpec, TypeVar

from sqlalchemy import bindparam

Values = ParamSpec("Values")
Statement = TypeVar("Statement")


def prepared(make: Callable[Values, Statement]) -> Callable[Values, tuple[Statement, dict[str, Any]]]:
    """What `make` returns is kept. It is given a placeholder for each of its parameters, whatever their values are.

    The function that takes its place returns the statement with its values, for `connection.execute(*found)`. No
    parameter may be named like a column that is written. No comparison with one becomes `IS NULL`.
    """
    names = [*signature(make).parameters]

    @cache
    def statement() -> Any:
        return make(**{name: bindparam(name) for name in names})  # type: ignore[call-arg, arg-type]

    @wraps(make)
    def with_values(*given: Values.args, **named: Values.kwargs) -> tuple[Statement, dict[str, Any]]:
        return statement(), {**dict(zip(names, given, strict=False)), **named}

    return with_values
