"""A disk that fails: what waits is kept and tried again, nobody gets an error, and `healthy` tells."""

from __future__ import annotations

import asyncio
import logging
import os
import sqlite3
import subprocess
from collections.abc import AsyncIterator, Iterator
from contextlib import closing
from pathlib import Path

import pytest
import pytest_asyncio

from cardtable.store import writer
from cardtable.store.opening import open_store
from cardtable.store.sql import SqlStore
from cardtable.store.sqlite.engines import SqliteDatabase
from cardtable.table.keeping import Closed, Contradiction, Row
from tests.support.keeping import rows, until


class Faulty(SqliteDatabase):
    """A database whose writing fails as often as one likes, with the faults SQLite really has."""

    def __init__(self, path: Path) -> None:
        super().__init__(path)
        self.failing = 0
        self.code = sqlite3.SQLITE_IOERR
        self.tried = 0

    def fail(self) -> None:
        """Called before each write in a transaction."""
        self.tried += 1
        if self.failing:
            self.failing -= 1
            fault = sqlite3.OperationalError("disk I/O error")
            fault.sqlite_errorcode = self.code
            raise fault


@pytest_asyncio.fixture
async def store(tmp_path: Path) -> AsyncIterator[SqlStore]:
    made = await open_store(tmp_path / "kept.db")
    await made.open_table("t", b"head")
    yield made
    await made.close()


@pytest.fixture
def told(store: SqlStore) -> list[bool]:
    """All that `watch` is told."""
    heard: list[bool] = []
    store.watch(heard.append)
    return heard


async def kept(store: SqlStore) -> tuple[Row, ...]:
    (table,) = await store.live_tables()
    return table.rows


@pytest.mark.parametrize(
    "code",
    [sqlite3.SQLITE_FULL, sqlite3.SQLITE_BUSY, sqlite3.SQLITE_IOERR, sqlite3.SQLITE_READONLY, sqlite3.SQLITE_CANTOPEN],
)
async def test_a_fault_that_passes_costs_time_and_nothing_else(
    tmp_path: Path, code: int, caplog: pytest.LogCaptureFixture
) -> None:
    await (await open_store(tmp_path / "kept.db")).close()
    database = Faulty(tmp_path / "kept.db")
    store, told = SqlStore(database), []
    store.watch(told.append)
    database.failing, database.code = 2, code

    async def work(_connection: object) -> str:
        database.fail()
        return "done"

    with caplog.at_level(logging.WARNING):
        assert await store._write(work) == "done"
    assert (database.tried, told, store.healthy) == (3, [False, True], True)
    assert [record.levelname for record in caplog.records] == ["WARNING", "WARNING"]
    await store.close()


async def test_a_fault_that_is_not_the_disks_is_told_to_whoever_asked_alone(store: SqlStore, told: list[bool]) -> None:
    async def wrong(_connection: object) -> None:
        raise ZeroDivisionError

    outcomes = await asyncio.gather(
        store.append("t", rows(1, 1)), store._write(wrong), store.append("t", rows(2, 2)), return_exceptions=True
    )
    assert [type(outcome) for outcome in outcomes] == [type(None), ZeroDivisionError, type(None)]
    assert (await kept(store), told) == (rows(1, 2), [])


async def test_a_watcher_that_fails_stops_nothing(store: SqlStore, caplog: pytest.LogCaptureFixture) -> None:
    def fail(_healthy: bool) -> None:
        raise ZeroDivisionError

    store.watch(fail)
    failing = iter([sqlite3.SQLITE_FULL])

    async def work(_connection: object) -> None:
        for code in failing:
            fault = sqlite3.OperationalError("database or disk is full")
            fault.sqlite_errorcode = code
            raise fault

    await store._write(work)
    assert "a watcher of the store has failed" in caplog.text
    caplog.clear()


async def test_locked_by_another_program(store: SqlStore, told: list[bool], tmp_path: Path) -> None:
    with closing(sqlite3.connect(tmp_path / "kept.db", isolation_level=None)) as other:
        other.execute("BEGIN EXCLUSIVE")
        writes = [asyncio.ensure_future(store.append("t", rows(seq, seq))) for seq in range(1, 10)]
        await until(lambda: not store.healthy, "the store says that it cannot write")
        assert await kept(store) == ()  # reading goes on
        assert not any(write.done() for write in writes)
        other.execute("ROLLBACK")
        await asyncio.gather(*writes)
    assert (await kept(store), told) == (rows(1, 9), [False, True])


async def test_a_write_that_takes_two_seconds_is_told(
    store: SqlStore, told: list[bool], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(writer, "PATIENCE", 0.02)
    go_on = asyncio.Event()

    async def slow(_connection: object) -> None:
        await go_on.wait()

    writing = asyncio.ensure_future(store._write(slow))
    await until(lambda: not store.healthy, "the store says that it does not get through")
    go_on.set()
    await writing
    assert told == [False, True]


async def test_closing_while_nothing_can_be_written(
    store: SqlStore, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(writer, "PATIENCE", 0.02)
    with closing(sqlite3.connect(tmp_path / "kept.db", isolation_level=None)) as other:
        other.execute("BEGIN EXCLUSIVE")
        writes = [asyncio.ensure_future(store.append("t", rows(seq, seq))) for seq in (1, 2)]
        await asyncio.sleep(0)
        await store.close()
        outcomes = await asyncio.gather(*writes, return_exceptions=True)
        other.execute("ROLLBACK")
    assert [type(outcome) for outcome in outcomes] == [Closed, Closed]


async def test_whoever_gives_up_waiting_leaves_the_others_in_order(store: SqlStore) -> None:
    writes = [asyncio.ensure_future(store.append("t", rows(seq, seq))) for seq in range(1, 6)]
    await asyncio.sleep(0)
    writes[2].cancel()
    outcomes = await asyncio.gather(*writes, return_exceptions=True)
    assert [type(outcome) for outcome in outcomes].count(asyncio.CancelledError) == 1
    assert await kept(store) == rows(1, 5)


async def test_a_reader_that_gives_up_leaves_its_place_to_others(store: SqlStore) -> None:
    await store.append("t", rows(1, 500))
    for turns in range(40):
        reading = asyncio.ensure_future(store.live_tables())
        for _ in range(turns % 8):
            await asyncio.sleep(0)
        reading.cancel()
        await asyncio.gather(reading, return_exceptions=True)
    assert await asyncio.gather(*(kept(store) for _ in range(10))) == [rows(1, 500)] * 10


async def test_more_writes_than_share_a_transaction(store: SqlStore) -> None:
    many = 2 * writer.BATCH + 1
    outcomes = await asyncio.gather(
        *(store.append("t", rows(seq, seq)) for seq in range(1, many)),
        store.append("t", rows(many + 1, many + 1)),
        return_exceptions=True,
    )
    assert [type(outcome) for outcome in outcomes] == [*[type(None)] * (many - 1), Contradiction]
    assert await kept(store) == rows(1, many - 1)


@pytest.fixture
def small_disk(tmp_path: Path) -> Iterator[Path]:
    """A file system of 512 KiB."""
    disk = tmp_path / "disk"
    disk.mkdir()
    if os.geteuid() != 0:
        pytest.skip("only root may mount a small file system to fill")
    mounted = subprocess.run(["mount", "-t", "tmpfs", "-o", "size=512k", "tmpfs", disk], capture_output=True, text=True)
    if mounted.returncode:
        pytest.skip(f"a small file system cannot be mounted here: {mounted.stderr.strip()}")
    yield disk
    subprocess.run(["umount", disk], check=True)


async def test_a_disk_that_is_full_until_somebody_makes_room(small_disk: Path) -> None:
    store = await open_store(small_disk / "kept.db")
    told: list[bool] = []
    store.watch(told.append)
    await store.open_table("t", b"head")
    filler = small_disk / "filler"
    with filler.open("wb", buffering=0) as file:
        try:
            while file.write(b"x" * 4096):
                pass
        except OSError:
            pass
    writes = [asyncio.ensure_future(store.append("t", [Row(seq, b"y" * 8_000)])) for seq in range(1, 20)]
    await until(lambda: not store.healthy, "the store says that it cannot write")
    assert await store.last_alive() is None  # reading goes on
    filler.unlink()
    await asyncio.gather(*writes)
    assert told == [False, True]
    assert len(await kept(store)) == 19
    await store.close()
    again = await open_store(small_disk / "kept.db")
    assert len(await kept(again)) == 19
    await again.close()
