"""The store in a database. What each method does there, a module for each part tells as functions of a connection."""

from __future__ import annotations

from collections.abc import AsyncIterator, Callable, Sequence
from typing import TypeVar

from sqlalchemy.exc import IntegrityError

from cardtable.store import live, matches, people, ratings
from cardtable.store.database import Database
from cardtable.store.health import Health
from cardtable.store.history import history
from cardtable.store.reader import Reader
from cardtable.store.writer import Work, Writer
from cardtable.table.keeping import (
    Ban,
    Contradiction,
    FinishedMatch,
    HistoryQuery,
    LiveTable,
    Profile,
    Rating,
    Row,
    Tally,
)

T = TypeVar("T")


class SqlStore:
    """`table.keeping.Store` over a database that is open and up to date. Made in a running event loop."""

    def __init__(self, database: Database) -> None:
        self._database = database
        self._health = Health()
        self._writer = Writer(database, self._health)
        self._reader = Reader(database.reading)
        self._read = self._reader.read

    @property
    def healthy(self) -> bool:
        return self._health.good

    def watch(self, told: Callable[[bool], None]) -> None:
        self._health.watch(told)

    async def close(self) -> None:
        try:
            await self._writer.close()
        finally:
            await self._reader.close()
            await self._database.writing.dispose()

    async def _write(self, work: Work[T]) -> T:
        try:
            return await self._writer.write(work)
        except IntegrityError as fault:
            raise Contradiction(str(fault.orig)) from fault

    # Live tables

    async def open_table(self, table: str, head: bytes) -> None:
        await self._write(lambda connection: live.open_table(connection, table, head))

    async def append(self, table: str, rows: Sequence[Row]) -> None:
        await self._write(live.Append(table, tuple(rows)))

    async def end_table(self, table: str) -> None:
        await self._write(lambda connection: live.end_table(connection, table))

    async def live_tables(self) -> tuple[LiveTable, ...]:
        return await self._read(live.all_live)

    async def mark_alive(self, now: int) -> None:
        await self._write(lambda connection: live.mark_alive(connection, now))

    async def last_alive(self) -> int | None:
        return await self._read(live.last_alive)

    # Players

    async def player_of(self, fingerprint: str) -> Profile | None:
        return await self._read(lambda connection: people.player_of(connection, fingerprint))

    async def player(self, player: str) -> Profile | None:
        return await self._read(lambda connection: people.player(connection, player))

    async def name_taken(self, skeleton: str) -> bool:
        return await self._read(lambda connection: people.name_taken(connection, skeleton))

    async def add_player(self, profile: Profile, fingerprint: str) -> None:
        await self._write(lambda connection: people.add_player(connection, profile, fingerprint))

    async def add_key(self, player: str, fingerprint: str) -> None:
        await self._write(lambda connection: people.add_key(connection, player, fingerprint))

    async def keys_of(self, player: str) -> tuple[str, ...]:
        return await self._read(lambda connection: people.keys_of(connection, player))

    async def rename(self, player: str, name: str, skeleton: str) -> None:
        await self._write(lambda connection: people.rename(connection, player, name, skeleton))

    async def keep_prefs(self, player: str, prefs: bytes) -> None:
        await self._write(lambda connection: people.change(connection, player, prefs=prefs))

    async def keep_last_table(self, player: str, code: str) -> None:
        await self._write(lambda connection: people.change(connection, player, last_table=code))

    # Matches and ratings

    async def record(self, match: FinishedMatch, ratings: Sequence[Rating] = ()) -> None:
        after = tuple(ratings)
        await self._write(lambda connection: matches.record(connection, match, after))

    async def match(self, match: str) -> FinishedMatch | None:
        return await self._read(lambda connection: matches.match(connection, match))

    async def history(self, query: HistoryQuery) -> tuple[FinishedMatch, ...]:
        return await self._read(lambda connection: history(connection, query))

    async def every_match(self) -> AsyncIterator[FinishedMatch]:
        async for match in matches.every_match(self._reader):
            yield match

    async def rating(self, player: str, game: str) -> Rating | None:
        return await self._read(lambda connection: ratings.rating(connection, player, game))

    async def rating_line(self, player: str, game: str) -> tuple[Rating, ...]:
        return await self._read(lambda connection: ratings.rating_line(connection, player, game))

    async def leaderboard(self, game: str, limit: int) -> tuple[Rating, ...]:
        return await self._read(lambda connection: ratings.leaderboard(connection, game, limit))

    async def tallies(self, player: str) -> tuple[Tally, ...]:
        return await self._read(lambda connection: matches.tallies(connection, player))

    # The operator's

    async def ban(self, ban: Ban) -> None:
        await self._write(lambda connection: people.ban(connection, ban))

    async def unban(self, what: str, value: str) -> bool:
        return await self._write(lambda connection: people.unban(connection, what, value))

    async def bans(self) -> tuple[Ban, ...]:
        return await self._read(people.all_bans)
