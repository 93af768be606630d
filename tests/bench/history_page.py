"""What the store costs: appending alone and together, and the first page of a history of 100,000 matches.

    python -m tests.bench.history_page [--matches N]

Half of the matches are one player's. "no match" narrows to what nobody fits, so that all of the player's are looked at.
"""

from __future__ import annotations

import argparse
import asyncio
import statistics
import tempfile
import time
from collections.abc import Awaitable, Callable
from functools import partial
from itertools import chain
from pathlib import Path

from cardtable.store.opening import open_store
from cardtable.table.keeping import FinishedMatch, HistoryQuery, Row, SeatRecord, Store

ME = "player 0"
RECORD = b"x" * 8_000
NAMES = [f"name{number:03}" for number in range(300)]
RESULTS = (("won", "lost"), ("lost", "won"), ("tied", "tied"))
TIMES = 15

QUERIES = {
    "everybody's": HistoryQuery(),
    "everybody's, a deep page": HistoryQuery(before=(20_000, "")),
    "everybody's, one game": HistoryQuery(game="charlie7"),
    "everybody's, no match": HistoryQuery(opponent="zz"),
    "one player's": HistoryQuery(player=ME),
    "one player's, a deep page": HistoryQuery(player=ME, before=(20_000, "")),
    "one player's, one game": HistoryQuery(player=ME, game="charlie7"),
    "one player's, won": HistoryQuery(player=ME, result="won"),
    "one player's, an opponent": HistoryQuery(player=ME, opponent="name008"),
    "one player's, a span of time": HistoryQuery(player=ME, since=30_000, until=31_000),
    "one player's, all of these": HistoryQuery(player=ME, game="hustle", opponent="name0", result="lost", since=1),
    "one player's, no match": HistoryQuery(player=ME, opponent="zz"),
}


def made(number: int) -> FinishedMatch:
    """Half of them mine; opponents, games and results spread evenly."""
    mine = number % 2 == 0
    result, others = RESULTS[number // 2 % 3]
    first = SeatRecord(ME if mine else f"player {number % 997}", "me" if mine else NAMES[number % 300], "", result)
    other = SeatRecord(f"player {1 + number % 300}", NAMES[number * 7 % 300], "", others)
    game = "charlie7" if number % 20 == 0 else "hustle"
    return FinishedMatch(f"m{number:08}", game, number, number, "columns", True, (first, other), RECORD)


async def build(store: Store, matches: int) -> float:
    """Seconds to record them all, a hundred at a time."""
    began = time.perf_counter()
    for first in range(0, matches, 100):
        await asyncio.gather(*(store.record(made(number)) for number in range(first, min(first + 100, matches))))
    return time.perf_counter() - began


async def timed(work: Callable[[], Awaitable[object]], times: int = TIMES) -> list[float]:
    """Milliseconds of each."""
    took = []
    for _ in range(times):
        began = time.perf_counter()
        await work()
        took.append(1_000 * (time.perf_counter() - began))
    return sorted(took)


async def append_times(store: Store, writers: int, each: int) -> list[float]:
    """Milliseconds of each append while so many tables write at once."""

    async def table(name: str) -> list[float]:
        await store.open_table(name, b"head")
        numbers = iter(range(1, each + 1))
        times = await timed(lambda: store.append(name, [Row(next(numbers), b"x" * 200)]), each)
        await store.end_table(name)
        return times

    by_table = await asyncio.gather(*(table(f"t{number}") for number in range(writers)))
    return sorted(chain.from_iterable(by_table))


def row(what: str, times: list[float]) -> None:
    """One line of the table."""
    print(f"| {what} | {statistics.median(times):.1f} | {times[int(0.99 * len(times))]:.1f} |")


async def measure(matches: int) -> None:
    """Print the table."""
    with tempfile.TemporaryDirectory() as folder:
        store = await open_store(Path(folder, "kept.db"))
        print("| | median ms | p99 ms |\n|---|---|---|")
        row("append, alone", await append_times(store, 1, 1_000))
        row("append, 50 tables at once", await append_times(store, 50, 100))
        seconds = await build(store, matches)
        for what, query in QUERIES.items():
            page = partial(store.history, query)
            row(f"history: {what} ({len(await page())})", await timed(page))
        row("tallies of one player", await timed(lambda: store.tallies(ME), 5))
        row("append, alone, beside all that", await append_times(store, 1, 500))
        await store.close()
        size = Path(folder, "kept.db").stat().st_size / 2**20
        print(f"\n{matches:,} matches were recorded in {seconds:.0f} s; the file has {size:.0f} MiB.")


def main() -> None:
    """Measure, with as many matches as asked for."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--matches", type=int, default=100_000)
    asyncio.run(measure(parser.parse_args().matches))


if __name__ == "__main__":
    main()
