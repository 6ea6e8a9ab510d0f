"""The old way to ask, until every caller has the new one."""

from collections import namedtuple
from datetime import date

from sqlalchemy import Boolean
from sqlalchemy.sql.dml import UpdateBase

from .errors import Unreadable
from .statements import Filled
from .types import Day, Flag


class Result(list):
    rowcount = 0

    def all(self):
        return list(self)

    def first(self):
        return self[0] if self else None

    def fetchall(self):
        return list(self)

    def one_or_none(self):
        assert len(self) < 2
        return self.first()

    def one(self):
        assert len(self) == 1
        return self[0]

    def scalar(self):
        return self[0][0] if self else None

    def scalar_one(self):
        return self.one()[0]


class Legacy:
    async def execute(self, statement, parameters=None):
        if isinstance(statement, Filled):
            statement, parameters = statement.statement, statement.values
        if isinstance(parameters, (list, tuple)):
            await self.many(statement, parameters)
            return Result()
        values = dict(parameters or {})
        columns = (
            []
            if isinstance(statement, UpdateBase) and not statement._returning
            else [*getattr(statement, "exported_columns", ())]
        )
        if not columns and isinstance(statement, UpdateBase):
            result = Result()
            result.rowcount = await self.run(statement, **values)
            return result
        fetched = await self.fetch(statement, values)
        return Result(rows_of(columns, fetched))

    async def scalar(self, statement, parameters=None):
        return (await self.execute(statement, parameters)).scalar()

    async def scalars(self, statement, parameters=None):
        return Result([row[0] for row in await self.execute(statement, parameters)])


def rows_of(columns, fetched):
    read = [
        date.fromisoformat if isinstance(c.type, Day) else bool if isinstance(c.type, (Flag, Boolean)) else None
        for c in columns
    ]
    Row = namedtuple("Row", [str(c.key) for c in columns], rename=True)
    Row._mapping = property(lambda row: row._asdict())
    return [
        Row(*[convert(cell) if convert and cell is not None else cell for convert, cell in zip(read, row, strict=True)])
        for row in fetched
    ]


def readable(result):
    return [row for row in result if _damaged(row) is None]


def require_readable(result):
    rows = [*result]
    for row in rows:
        if damaged := _damaged(row):
            raise damaged
    return rows


def _damaged(row):
    return next((cell for cell in row if isinstance(cell, Unreadable)), None)
