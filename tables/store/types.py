"""The types of our columns. Each says what its cells may hold, and both databases refuse anything else.

SQLite's tables are STRICT, so a number is a number and a text a text. The rest are checks, made from `check`.
"""

from datetime import date
from typing import Any, TypeAlias

from sqlalchemy import (
    BigInteger,
    Boolean,
    CheckConstraint,
    Dialect,
    Integer,
    LargeBinary,
    String,
    Table,
    Text,
    TypeDecorator,
)
from sqlalchemy.types import TypeEngine

from .statements import AnyColumn

AnyType: TypeAlias = TypeEngine[Any]
LARGEST = 2**53  # number that we calculate with: far below those at which SQLite fails
LATEST = 2**37  # seconds since 1970: Python has no dates for later times
DIALECTS = ("sqlite", "postgresql")


class Cell(TypeDecorator[Any]):
    """A column whose cells are checked by the database."""

    in_sqlite: type[AnyType] = Text  # the type of a STRICT table

    def __init_subclass__(cls) -> None:
        super().__init_subclass__()
        cls.cache_ok = True  # SQLAlchemy wants each class to say so itself

    def load_dialect_impl(self, dialect: Dialect) -> AnyType:
        return dialect.type_descriptor(self.in_sqlite() if dialect.name == "sqlite" else self.impl_instance)

    def check(self, name: str, dialect: str) -> str:
        """What holds of a cell of the column `name`, in SQL; "" if the column's type says it all."""
        return ""


class Number(Cell):
    """An integer of 64 bits in both stores."""

    impl = BigInteger
    in_sqlite = Integer

    def __init__(self, least: int = -LARGEST, most: int = LARGEST) -> None:
        super().__init__()
        self.least, self.most = least, most

    def check(self, name: str, dialect: str) -> str:
        return f"{name} BETWEEN {self.least} AND {self.most}"


class DiscordId(Cell):
    """The id of a user, server, channel, message or interaction; or what stands in its place."""

    impl = BigInteger
    in_sqlite = Integer


class Time(Number):
    """Whole seconds since 1970, UTC."""

    def __init__(self) -> None:
        super().__init__(0, LATEST)


class Flag(Cell):
    impl = Boolean
    in_sqlite = Integer

    def check(self, name: str, dialect: str) -> str:
        return f"{name} IN (0, 1)" if dialect == "sqlite" else ""


class Words(Cell):
    """A text of at most so many letters."""

    impl = String

    def __init__(self, length: int) -> None:
        super().__init__(length, collation="C")  # compared by its bytes, whatever language a server speaks
        self.length = length

    def check(self, name: str, dialect: str) -> str:
        return f"length({name}) <= {self.length}"


class Long(Cell):
    """A text of any length."""

    impl = Text

    def __init__(self) -> None:
        super().__init__(collation="C")


class Json(Long):
    """JSON of the games, as engine.encode writes it. See `decoded`."""

    def check(self, name: str, dialect: str) -> str:
        return f"json_valid({name})" if dialect == "sqlite" else f"{name}::json IS NOT NULL"


class OneOf(Words):
    def __init__(self, length: int, *known: str) -> None:
        super().__init__(length)
        self.known = known

    def check(self, name: str, dialect: str) -> str:
        return f"{name} IN ({', '.join(map(repr, self.known))})"


class Hex(Words):
    """32 bytes: a seed, a secret, a hash."""

    def __init__(self) -> None:
        super().__init__(64)

    def check(self, name: str, dialect: str) -> str:
        if dialect == "sqlite":
            return f"length({name}) = 64 AND {name} NOT GLOB '*[^0-9a-f]*'"
        return f"{name} ~ '^[0-9a-f]{{64}}$'"


class Day(Words):
    """A date in UTC, stored as "2026-11-21"."""

    def __init__(self) -> None:
        super().__init__(10)

    def check(self, name: str, dialect: str) -> str:
        if dialect == "sqlite":
            return f"date({name}, '+0 days') IS {name} AND {name} GLOB '2*'"  # else it takes 2026-02-30 for a date
        formed = f"{name} ~ '^2[0-9]{{3}}-(0[1-9]|1[0-2])-(0[1-9]|[12][0-9]|3[01])$'"
        month = f"make_date(left({name}, 4)::int, substr({name}, 6, 2)::int, 1)"
        last = f"date_part('day', {month} + interval '1 month' - interval '1 day')"
        return f"CASE WHEN {formed} THEN right({name}, 2)::int <= {last} ELSE FALSE END"

    def process_bind_param(self, value: date | None, dialect: Dialect) -> str | None:
        return None if value is None else value.isoformat()


class Blob(Cell):
    impl = LargeBinary
    in_sqlite = LargeBinary


def check_of(column: AnyColumn, dialect: str) -> str:
    """What holds of each cell of this column that isn't null, in SQL; "" if its type says it all."""
    return column.type.check(f'"{column.name}"', dialect) if isinstance(column.type, Cell) else ""


def checked(table: Table) -> None:
    """Have both databases refuse what its columns can't hold."""
    table.dialect_kwargs["sqlite_strict"] = True
    for column in table.columns:
        if column.foreign_keys:
            continue  # it holds what it refers to
        for dialect in DIALECTS:
            check = check_of(column, dialect)
            if check and column.nullable:
                check = f'"{column.name}" IS NULL OR ({check})'  # SQLite says that null isn't valid JSON
            if check:
                name = f"{table.name}_{column.name}_fits"
                table.append_constraint(CheckConstraint(check, name=name).ddl_if(dialect=dialect))
