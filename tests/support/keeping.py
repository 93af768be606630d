"""Things to keep, for the store's tests, and waiting until something about a store is so."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Callable

from cardtable.table.keeping import FinishedMatch, Profile, Rating, Row, SeatRecord

PATIENCE = 20.0


def rows(first: int, last: int) -> tuple[Row, ...]:
    """The rows of these numbers."""
    return tuple(Row(seq, f"row {seq}".encode()) for seq in range(first, last + 1))


def profile(name: str) -> Profile:
    """A player of this name, whose id is `id of NAME`."""
    return Profile(f"id of {name}", name, name.casefold(), created=1_000)


def match(number: int, *seats: SeatRecord, game: str = "hustle", ended: int | None = None) -> FinishedMatch:
    """A match that ended at `number` seconds unless told otherwise."""
    ended = number * 1_000 if ended is None else ended
    return FinishedMatch(f"m{number:04}", game, ended - 500, ended, "columns", True, seats, f"record {number}".encode())


def sat(name: str, result: str = "tied", *, known: bool = True, level: str = "", skips_lost: int = 0) -> SeatRecord:
    """A seat of `profile(name)`, or of a guest or bot."""
    return SeatRecord(f"id of {name}" if known else "", name, level, result, skips_lost)  # type: ignore[arg-type]


def rating(name: str, mu: float, matches: int = 1, game: str = "hustle") -> Rating:
    """A rating of `profile(name)`."""
    return Rating(f"id of {name}", game, mu, 2.0, matches, 1_000 * matches, name)


async def until(so: Callable[[], object], what: str) -> None:
    """Wait for a condition, never for a fixed time."""
    deadline = time.monotonic() + PATIENCE
    while not so():
        if time.monotonic() > deadline:
            raise AssertionError(f"never came true: {what}")
        await asyncio.sleep(0.005)
