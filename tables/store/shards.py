"""Shards: Discord sends each shard the events of its own servers, and a process has some of the shards."""

from dataclasses import dataclass

from sqlalchemy import ColumnElement, Integer, func, literal, true


@dataclass(frozen=True)
class Shards:
    """These shards of a bot that has `total`."""

    shards: range
    total: int

    @classmethod
    def part(cls, number: int, parts: int, total: int) -> "Shards":
        """The `number`-th of `parts`, counted from 1, each with as many shards as the others, or one more."""
        return cls(range(total * (number - 1) // parts, total * number // parts), total)

    @property
    def first(self) -> bool:
        """Whether this process gets direct messages, which Discord sends to shard 0 alone."""
        return 0 in self.shards

    def has(self, guild_id: int | None) -> bool:
        """Whether what happens in this server comes here; None: in direct messages."""
        return ((guild_id or 0) >> 22) % self.total in self.shards

    def of(self, guild_id: ColumnElement[int]) -> ColumnElement[bool]:
        """The same as a condition on a column."""
        if len(self.shards) == self.total:
            return true()
        shard = func.coalesce(guild_id, 0).bitwise_rshift(literal(22, Integer)) % self.total
        return shard.between(self.shards[0], self.shards[-1])
