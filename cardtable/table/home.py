"""What the tables of a process do with a store: found again after a crash, and their finished matches recorded."""

from __future__ import annotations

import asyncio
import hashlib
import logging
from collections.abc import Callable
from datetime import UTC, datetime

import msgspec

from cardtable.errors import BadInput, RulesBug
from cardtable.rules.hustle.events import Result, seat_result
from cardtable.rules.notation import write
from cardtable.table.codes import ALPHABET, MATCH_ID
from cardtable.table.events import TableEvent
from cardtable.table.journal import StoreJournal
from cardtable.table.keeping import FinishedMatch, LiveTable, Rating, SeatRecord, Store
from cardtable.table.records import record_match
from cardtable.table.table import Seat, Table
from cardtable.table.views import SeatKind
from cardtable.table.wire import unpack

_log = logging.getLogger("cardtable.home")

Wall = Callable[[], int]
"""Wall-clock time, milliseconds since 1970, UTC."""


class Restored(msgspec.Struct, frozen=True):
    """The tables that were live, and the last instant (ms) of their clock."""

    tables: tuple[Table, ...]
    now: int


class Home:
    """A store, and what the tables do with it."""

    def __init__(self, store: Store, wall: Wall) -> None:
        self.store = store
        self.journal = StoreJournal(store)
        self._wall = wall
        self._rating = asyncio.Lock()

    async def restore(self) -> Restored:
        """Every live table as it was. A damaged one is named in the log, left in the store, and not guessed at."""
        tables = tuple(filter(None, map(_restored, await self.store.live_tables())))
        stored = [entry.at for table in tables for entry in table.history[-1:]]
        return Restored(tables, max([await self.store.last_alive() or 0, *stored]))

    async def record(self, table: Table, now: int) -> None:
        """Keep the match that has just ended at this table; `now` is the table's clock. Harmless if it is kept.

        Only what somebody known here took part in: guests, bots and two at one keyboard leave no history.
        """
        match = finished_match(table, now, self._wall())
        if not any(seat.player for seat in match.seats):
            return
        # One after the other: each rating is reckoned from the one before it.
        async with self._rating:
            await self.store.record(match, await self._rated(match) if match.rated else ())

    async def strength(self, player: str) -> float:
        """How strong a known player is at 21 Hustle (mu). Raises Unreadable."""
        return (await self._rating_of(player, "hustle")).mu

    async def _rated(self, match: FinishedMatch) -> tuple[Rating, ...]:
        """Both players' ratings after this match; none if it is recorded already."""
        from cardtable.analysis import ratings

        if await self.store.match(match.id) is not None:
            return ()
        before = [await self._rating_of(seat.player, match.game) for seat in match.seats]
        strengths = [ratings.Strength(rating.mu, rating.sigma) for rating in before]
        after = ratings.after(strengths[0], strengths[1], match.seats[0].result)
        return tuple(
            Rating(rating.player, match.game, new.mu, new.sigma, rating.matches + 1, match.ended)
            for rating, new in zip(before, after, strict=True)
        )

    async def _rating_of(self, player: str, game: str) -> Rating:
        from cardtable.analysis.ratings import START

        fresh = Rating(player, game, *START, matches=0, updated=0)
        return await self.store.rating(player, game) or fresh


def _restored(live: LiveTable) -> Table | None:
    try:
        return unpack(live.head, [row.data for row in live.rows])
    except BadInput as fault:
        _log.error("stored table %s was not taken up again: %s", live.id, fault)
        return None


def match_id(table: Table) -> str:
    """The id of the present match of a table: short, the same whenever it is asked for, and typable."""
    digest = hashlib.sha256(f"{table.id}/{table.match_number}".encode()).digest()
    number = int.from_bytes(digest[:8], "big")
    letters = []
    for _ in range(MATCH_ID):
        number, at = divmod(number, len(ALPHABET))
        letters.append(ALPHABET[at])
    return "".join(letters)


def finished_match(table: Table, now: int, wall: int) -> FinishedMatch:
    """The match that has ended at this table as it is kept. `now` and `wall` are one instant on two clocks, ms."""
    if table.match is None or table.match.reason is None:
        raise RulesBug("a match is recorded when it is over")
    entries = table.match_entries()
    names = [seat.player.name if seat.player else "" for seat in table.seats]
    record = record_match(entries, (names[0], names[1]), now, datetime.fromtimestamp(wall / 1000, UTC))
    ended = next(entry.at for entry in reversed(entries) if not isinstance(entry.event, TableEvent))
    return FinishedMatch(
        id=match_id(table),
        game="hustle",
        started=wall - (now - entries[0].at),
        ended=wall - (now - ended),
        reason=table.match.reason.value,
        rated=all(_known(seat) and seat.player is not None and seat.player.keyed for seat in table.seats),
        seats=tuple(_seat_record(table, number) for number in range(len(table.seats))),
        record=write(record).encode(),
    )


def _seat_record(table: Table, number: int) -> SeatRecord:
    seat, match = table.seats[number], table.match
    if match is None or seat.player is None:
        raise RulesBug("nobody sits where a match was played")
    won = match.result is seat_result(number)
    return SeatRecord(
        player=seat.player.profile,
        name=seat.player.name,
        level=seat.level or "",
        result="tied" if match.result is Result.TIE else "won" if won else "lost",
        skips_lost=match.skips_lost[number],
    )


def _known(seat: Seat) -> bool:
    return seat.kind is SeatKind.PERSON and seat.player is not None and bool(seat.player.profile)
