"""What keeping live tables costs: from a choice to stored and published, and from a restart to playable again.

    python -m tests.bench.kept_tables

Ratios are against one bare append-and-fsync of 200 bytes in the same run, since machines differ and are shared.
"""

from __future__ import annotations

import asyncio
import os
import statistics
import tempfile
import time
from collections.abc import Sequence
from pathlib import Path

from cardtable.rules.hustle.commands import PLACES, Options
from cardtable.store.opening import open_store
from cardtable.table.events import Player
from cardtable.table.home import Home
from cardtable.table.keeping import Store
from cardtable.table.link import TableLink
from cardtable.table.lobby import Lobby

TOGETHER = 50
LIVE = 500
DRAFT = [PLACES[column] for column in (0, 0, 1, 1, 2, 2)]

Pair = tuple[TableLink, TableLink]


async def no_bot(level: str, link: TableLink) -> None:
    """Nobody plays."""


def lobby_on(store: Store) -> Lobby:
    """A served lobby over this store."""
    return Lobby(bots=no_bot, remote=True, home=Home(store, lambda: time.time_ns() // 1_000_000))


async def sit_down(lobby: Lobby, number: int) -> Pair:
    """Two players at a table of their own."""
    ann, bob = (Player(f"player:{name}{number}", f"{name}{number}", keyed=True) for name in ("ann", "bob"))
    first = await lobby.host(ann, Options(), private=True)
    return first, await lobby.join(first.latest.code, bob)


async def draft(pair: Pair, took: list[float]) -> None:
    """Six cards; how long each choice took until it was stored and published, in seconds."""
    for choice in DRAFT:
        for link in pair:
            begun = time.perf_counter()
            await link.send(choice)
            took.append(time.perf_counter() - begun)


def floor(folder: Path) -> float:
    """Seconds of one bare append of 200 bytes with its fsync: the median of many."""
    took = []
    with (folder / "floor").open("ab", buffering=0) as file:
        for _ in range(200):
            begun = time.perf_counter()
            file.write(b"x" * 200)
            os.fsync(file.fileno())
            took.append(time.perf_counter() - begun)
    return statistics.median(took)


def tell(what: str, took: Sequence[float], bare: float) -> None:
    """A line of the table."""
    ordered = sorted(took)
    median, worst = statistics.median(ordered), ordered[int(len(ordered) * 0.99)]
    print(f"| {what:44} | {median * 1000:7.2f} | {worst * 1000:7.2f} | {median / bare:5.1f} |")


async def choices(store: Store, bare: float) -> None:
    """One table alone, then many at once."""
    lobby = lobby_on(store)
    await lobby.open()
    alone: list[float] = []
    for number in range(20):
        await draft(await sit_down(lobby, number), alone)
    tell("a choice, stored and published", alone, bare)
    pairs = [await sit_down(lobby, 1000 + number) for number in range(TOGETHER)]
    together: list[float] = []
    await asyncio.gather(*(draft(pair, together) for pair in pairs))
    tell(f"the same at {TOGETHER} tables at once", together, bare)
    for number in range(LIVE - TOGETHER - 20):
        await draft(await sit_down(lobby, 2000 + number), [])
    await lobby.close()


async def restart(path: Path) -> None:
    """Opening the store, taking up every table, and the first player back at one of them."""
    begun = time.perf_counter()
    store = await open_store(path)
    opened = time.perf_counter()
    lobby = lobby_on(store)
    await lobby.open()
    player = Player("player:ann0", "ann0", keyed=True)
    code = lobby.seat_of(player)
    assert code is not None
    await lobby.join(code, player)
    done = time.perf_counter()
    whole, opening = (done - begun) * 1000, (opened - begun) * 1000
    print(f"restart to playable with {LIVE} live tables: {whole:.0f} ms, {opening:.0f} ms of it opening the file")
    await lobby.close()
    await store.close()


async def main() -> None:
    """All of it."""
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "kept.db"
        bare = floor(Path(folder))
        print(f"one bare append of 200 bytes and its fsync: {bare * 1000:.2f} ms")
        print("| ms                                           |  median |     p99 | × bare |")
        store = await open_store(path)
        await choices(store, bare)
        await store.close()
        await restart(path)


if __name__ == "__main__":
    asyncio.run(main())
