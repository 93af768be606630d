"""The process is killed while it writes: what it had acknowledged is there, once; nothing is there by half."""

from __future__ import annotations

import asyncio
import os
import random
import signal
import sys
from pathlib import Path

import pytest

from cardtable.store.maintenance import check
from cardtable.store.opening import open_store
from cardtable.table.keeping import Row

WRITER = """
import asyncio, sys
from pathlib import Path
from cardtable.store.opening import open_store
from tests.store.test_crash import rows_of

async def write(store, table):
    number = 0
    await store.open_table(table, table.encode())
    while True:
        await store.append(table, rows_of(table, number))
        print(table, number, flush=True)
        number += 1

async def main():
    store = await open_store(Path(sys.argv[1]))
    await asyncio.gather(*(write(store, f"{sys.argv[2]}-{number}") for number in range(8)))

asyncio.run(main())
"""


def rows_of(table: str, number: int) -> list[Row]:
    """Three rows at a time, so that half of them would show."""
    return [Row(3 * number + at + 1, f"{table} {number} {at}".encode() * 20) for at in range(3)]


async def _killed_after(path: Path, run: str, lines: int) -> dict[str, int]:
    """How many appends each table was told are safe."""
    process = await asyncio.create_subprocess_exec(
        sys.executable, "-c", WRITER, str(path), run, stdout=asyncio.subprocess.PIPE
    )
    assert process.stdout is not None
    told = [await process.stdout.readline() for _ in range(lines)]
    os.kill(process.pid, signal.SIGKILL)
    told += (await process.stdout.read()).splitlines(keepends=True)
    await process.wait()
    acknowledged: dict[str, int] = {}
    for line in told:
        if line.endswith(b"\n"):
            table, number = line.decode().split()
            acknowledged[table] = int(number) + 1
    return acknowledged


@pytest.mark.parametrize("seed", range(4))
async def test_killed_at_any_moment(tmp_path: Path, seed: int) -> None:
    path = tmp_path / "kept.db"
    rng = random.Random(seed)
    acknowledged: dict[str, int] = {}
    for run in range(2):
        acknowledged |= await _killed_after(path, str(run), rng.randrange(1, 800))
    store = await open_store(path)
    tables = {table.id: table for table in await store.live_tables()}
    await store.close()
    assert check(path).sound
    assert acknowledged.keys() <= tables.keys()
    for name, table in tables.items():
        assert table.head == name.encode()
        appends, half = divmod(len(table.rows), 3)
        assert half == 0
        # The one that was under way may have become safe just before the end.
        assert appends - acknowledged.get(name, 0) in (0, 1)
        assert list(table.rows) == [row for number in range(appends) for row in rows_of(name, number)]
