"""Which servers are whose: every one is one process's, and the database agrees."""

import pytest
from sqlalchemy import Column, Integer, MetaData, Table, create_engine, insert, select

from tables.store.shards import Shards

PARTS = [(1, 1), (1, 7), (2, 2), (3, 8), (4, 4), (4, 41), (64, 1000)]  # processes, and shards of them all


@pytest.mark.parametrize(("parts", "total"), PARTS)
def test_every_shard_is_one_process_s_and_no_process_has_two_more_than_another(parts: int, total: int) -> None:
    clusters = [Shards.part(number, parts, total) for number in range(1, parts + 1)]
    assert [shard for cluster in clusters for shard in cluster.shards] == list(range(total))
    sizes = {len(cluster.shards) for cluster in clusters}
    assert max(sizes) - min(sizes) <= 1
    assert min(sizes) >= 1
    assert [cluster.first for cluster in clusters] == [True] + [False] * (parts - 1)


@pytest.mark.parametrize(("parts", "total"), PARTS)
def test_the_database_finds_the_servers_that_discord_tells_a_process_of(parts: int, total: int) -> None:
    guilds = Table("guilds", MetaData(), Column("id", Integer))
    ids = [None, *((1_000_003 * number << 22) + number for number in range(200))]
    engine = create_engine("sqlite://")
    with engine.begin() as connection:
        guilds.create(connection)
        connection.execute(insert(guilds), [{"id": id_} for id_ in ids])
        found = list[int | None]()
        for number in range(1, parts + 1):
            cluster = Shards.part(number, parts, total)
            own = connection.scalars(select(guilds.c.id).where(cluster.of(guilds.c.id))).all()
            assert list(own) == [id_ for id_ in ids if cluster.has(id_)]
            assert cluster.first == (None in own), "direct messages are told to shard 0"
            found += own
    engine.dispose()
    assert len(found) == len(ids)
