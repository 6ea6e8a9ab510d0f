"""The old way to ask, until every caller has the new one."""

from collections import namedtuple

from sqlalchemy.dialects import sqlite
from sqlalchemy.sql.dml import UpdateBase

DIALECT = sqlite.dialect()


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
    from sqlalchemy import Boolean, TypeDecorator

    from .cells import Unreadable

    read = [
        column.type.result_processor(DIALECT, None)
        if isinstance(column.type, TypeDecorator)
        else (lambda v: None if v is None else bool(v))
        if isinstance(column.type, Boolean)
        else None
        for column in columns
    ]
    Row = namedtuple("Row", [str(c.key) for c in columns], rename=True)
    Row._mapping = property(lambda row: row._asdict())
    out = []
    for row in fetched:
        cells = []
        for convert, cell in zip(read, row, strict=True):
            try:
                cells.append(convert(cell) if convert and cell is not None else cell)
            except Unreadable as error:
                cells.append(error)
        out.append(Row(*cells))
    return out
