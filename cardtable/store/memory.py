"""A store that forgets all with the process: for tests, and for a game that keeps nothing."""

from __future__ import annotations

from collections.abc import AsyncIterator, Callable, Sequence
from typing import Any

from msgspec.structs import replace

from cardtable.store.memory_matches import MatchesInMemory
from cardtable.table.keeping import (
    Ban,
    Closed,
    Contradiction,
    FinishedMatch,
    HistoryQuery,
    LiveTable,
    NameTaken,
    Profile,
    Rating,
    Row,
    Tally,
)


class MemoryStore:
    """`table.keeping.Store` in dictionaries. Nothing can go wrong with it, so it is always healthy."""

    healthy = True

    def __init__(self) -> None:
        self._open = True
        self._live: dict[str, LiveTable] = {}
        self._alive: int | None = None
        self._players: dict[str, Profile] = {}
        self._keys: dict[str, str] = {}
        self._matches = MatchesInMemory(self._name_of)
        self._bans: dict[tuple[str, str], Ban] = {}

    def watch(self, told: Callable[[bool], None]) -> None:
        """It never changes."""

    async def close(self) -> None:
        """Forget everything."""
        self._open = False

    def _check(self) -> None:
        if not self._open:
            raise Closed("the store is closed")

    def _name_of(self, player: str) -> str:
        return self._known(player).name

    def _known(self, player: str) -> Profile:
        if player not in self._players:
            raise Contradiction(f"nobody has the id {player}")
        return self._players[player]

    # Live tables

    async def open_table(self, table: str, head: bytes) -> None:
        self._check()
        if self._live.setdefault(table, LiveTable(table, head, ())).head != head:
            raise Contradiction(f"a table {table} with another head is open")

    async def append(self, table: str, rows: Sequence[Row]) -> None:
        self._check()
        if not rows:
            return
        kept = {row.seq: row for row in self._live[table].rows} if table in self._live else {}
        for row in rows:
            follows = row.seq == 1 or row.seq - 1 in kept
            if table not in self._live or not follows or kept.setdefault(row.seq, row) != row:
                raise Contradiction(f"these rows do not follow what is kept of table {table}")
        self._live[table] = replace(self._live[table], rows=tuple(kept.values()))

    async def end_table(self, table: str) -> None:
        self._check()
        self._live.pop(table, None)

    async def live_tables(self) -> tuple[LiveTable, ...]:
        self._check()
        return tuple(self._live.values())

    async def mark_alive(self, now: int) -> None:
        self._check()
        self._alive = now

    async def last_alive(self) -> int | None:
        self._check()
        return self._alive

    # Players

    async def player_of(self, fingerprint: str) -> Profile | None:
        self._check()
        return self._players.get(self._keys.get(fingerprint, ""))

    async def player(self, player: str) -> Profile | None:
        self._check()
        return self._players.get(player)

    async def name_taken(self, skeleton: str) -> bool:
        self._check()
        return any(profile.skeleton == skeleton for profile in self._players.values())

    async def add_player(self, profile: Profile, fingerprint: str) -> None:
        self._check()
        self._refuse_taken(profile.id, profile.skeleton)
        if self._players.setdefault(profile.id, profile) != profile:
            raise Contradiction(f"another player has the id {profile.id}")
        await self.add_key(profile.id, fingerprint)

    def _refuse_taken(self, player: str, skeleton: str) -> None:
        if any(other.skeleton == skeleton and other.id != player for other in self._players.values()):
            raise NameTaken(skeleton)

    async def add_key(self, player: str, fingerprint: str) -> None:
        self._check()
        self._known(player)
        if self._keys.get(fingerprint) != player:
            self._keys.pop(fingerprint, None)
            self._keys[fingerprint] = player

    async def keys_of(self, player: str) -> tuple[str, ...]:
        self._check()
        return tuple(key for key, owner in self._keys.items() if owner == player)

    async def rename(self, player: str, name: str, skeleton: str) -> None:
        self._refuse_taken(player, skeleton)
        self._change(player, name=name, skeleton=skeleton)

    async def keep_prefs(self, player: str, prefs: bytes) -> None:
        self._change(player, prefs=prefs)

    async def keep_last_table(self, player: str, code: str) -> None:
        self._change(player, last_table=code)

    def _change(self, player: str, **values: Any) -> None:
        self._check()
        self._players[player] = replace(self._known(player), **values)

    # Matches and ratings

    async def record(self, match: FinishedMatch, ratings: Sequence[Rating] = ()) -> None:
        self._check()
        self._matches.record(match, ratings)

    async def match(self, match: str) -> FinishedMatch | None:
        self._check()
        return self._matches.by_id.get(match)

    async def history(self, query: HistoryQuery) -> tuple[FinishedMatch, ...]:
        self._check()
        return self._matches.history(query)

    async def every_match(self) -> AsyncIterator[FinishedMatch]:
        self._check()
        for match in self._matches.oldest_first():
            yield match

    async def rating(self, player: str, game: str) -> Rating | None:
        self._check()
        return self._matches.rating(player, game)

    async def rating_line(self, player: str, game: str) -> tuple[Rating, ...]:
        self._check()
        return self._matches.rating_line(player, game)

    async def leaderboard(self, game: str, limit: int) -> tuple[Rating, ...]:
        self._check()
        return self._matches.leaderboard(game, limit)

    async def tallies(self, player: str) -> tuple[Tally, ...]:
        self._check()
        return self._matches.tallies(player)

    # The operator's

    async def ban(self, ban: Ban) -> None:
        self._check()
        self._bans[ban.what, ban.value] = ban

    async def unban(self, what: str, value: str) -> bool:
        self._check()
        return self._bans.pop((what, value), None) is not None

    async def bans(self) -> tuple[Ban, ...]:
        self._check()
        return tuple(sorted(self._bans.values(), key=lambda ban: (-ban.since, ban.what, ban.value)))
