"""What a database, its server or its disk refuses: told for what it is, and whether a new start may help."""

import errno
import os
import shutil
import sqlite3
import subprocess
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path

import asyncpg  # type: ignore[import-untyped]
import pytest
from sqlalchemy import URL, make_url, text

from tables.store import sqlite
from tables.store.database import Database
from tables.store.errors import Damaged, DatabaseError, Newer, Unreachable, Unusable
from tables.store.lock import InUse
from tables.store.trouble import explain, passes

from ..wire.test_health import free_ports
from .stored import migrated


async def test_a_file_in_which_damage_was_found_is_checked_to_the_end_before_the_next_start(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Else each start would begin to play, and cost one of the bot's sessions."""
    monkeypatch.setattr(sqlite, "START_PATIENCE", 0.0)
    path = migrated(tmp_path / "hall.sqlite3")
    whole = path.read_bytes()
    with closing(sqlite3.connect(path)) as connection:
        connection.execute("PRAGMA ignore_check_constraints = ON")
        connection.execute("CREATE TABLE slow (size INTEGER CHECK (length(hex(zeroblob(size))) <> 4))")
        connection.execute("INSERT INTO slow VALUES (2)")
        connection.commit()
    first = await Database.open(path)
    assert first.checking
    with pytest.raises(Damaged):
        await first.checking
    await first.close()
    for _ in range(2):
        with pytest.raises(Damaged):
            await Database.open(path)
    for kind in ("", "-wal", "-shm"):
        path.with_name(f"{path.name}{kind}").unlink(missing_ok=True)
    path.write_bytes(whole)
    await (await Database.open(path)).close()
    assert os.listdir(tmp_path) == [path.name], "it is as any other file again"


def test_what_may_pass_by_itself_is_told_from_what_people_must_mend() -> None:
    unreachable, driver, no_room = Unreachable(), Unreachable("asyncpg is missing"), Unusable()
    unreachable.__cause__, no_room.__cause__ = TimeoutError(), OSError(errno.ENOSPC, "")
    for passing in (InUse(), unreachable, no_room, DatabaseError(asyncpg.LockNotAvailableError("a lock"))):
        assert passes(passing)
    password = Unreachable()
    password.__cause__ = asyncpg.InvalidPasswordError()
    for lasting in (Newer(), Damaged(), Unusable("it is a folder"), driver, password):
        assert not passes(lasting)


def test_a_pooler_that_refuses_how_a_connection_begins_is_named() -> None:
    refused = Unreachable()
    refused.__cause__ = asyncpg.ProtocolViolationError("unsupported startup parameter: options")
    told = explain(make_url("postgresql://bot@pooler:6432/hall"), refused)
    assert "PgBouncer" in told
    assert "ignore_startup_parameters" in told
    assert not passes(refused)


def test_a_full_disk_is_told_with_what_may_go(tmp_path: Path) -> None:
    path, full = tmp_path / "hall.sqlite3", Unusable()
    full.__cause__ = OSError(errno.EDQUOT, "Disk quota exceeded")
    told = f"The database {path} can't be used: the disk of {tmp_path} is full, or your share of it is. Make room there"
    assert explain(path, full) == f"{told}."
    path.with_name("hall.sqlite3.sprites").write_bytes(bytes(2 * 10**6))
    assert explain(path, full) == f"{told}: {path}.sprites takes 2 MB and may be deleted."


# -- A pooler before the server


@contextmanager
def pooled(url: URL, folder: Path, mode: str) -> Iterator[URL]:
    """The database by way of PgBouncer."""
    program = shutil.which("pgbouncer") or shutil.which("pgbouncer", path="/usr/sbin")
    if program is None:
        pytest.skip("PgBouncer isn't here")
    host, port = str(url.query.get("host") or url.host), free_ports(1)
    settings = folder / "pgbouncer.ini"
    (folder / "users.txt").write_text(f'"{url.username}" "{url.password or ""}"\n')
    settings.write_text(
        f"[databases]\n{url.database} = user={url.username} host={host} port={url.port or 5432}\n"
        f"[pgbouncer]\nlisten_addr = 127.0.0.1\nlisten_port = {port}\nunix_socket_dir =\nauth_type = any\n"
        f"auth_file = {folder / 'users.txt'}\npool_mode = {mode}\n"
    )
    owner = []
    if os.geteuid() == 0:  # it doesn't run as root
        uid = os.stat(host).st_uid if host.startswith("/") else 65534
        owner = ["setpriv", f"--reuid={uid}", "--clear-groups"]
        for above in (folder, *folder.parents[:-2]):
            above.chmod(above.stat().st_mode | 0o055)
    process = subprocess.Popen([*owner, program, str(settings)], stderr=subprocess.DEVNULL)
    try:
        yield url.set(host="127.0.0.1", port=port, query={})
    finally:
        process.terminate()
        process.wait()


async def test_a_pooler_that_keeps_sessions_is_as_good_as_the_server(postgres: URL, tmp_path: Path) -> None:
    with pooled(postgres, tmp_path, "session") as url:
        database = await Database.open(url)
        async with database.write() as connection:
            settings = [await connection.one(text(f"SHOW {name}"), str) for name in ("jit", "lock_timeout")]
        await database.close()
    assert settings == ["off", "10s"]


async def test_one_that_gives_each_transaction_another_session_is_refused_by_name(
    postgres: URL, tmp_path: Path
) -> None:
    with pooled(postgres, tmp_path, "transaction") as url:
        with pytest.raises(Unusable) as refused:
            await Database.open(url)
        told = explain(url, refused.value)
    assert "pool_mode = session" in told
    assert not passes(refused.value)
