"""What the screens of the past are given: the store, asked in their words."""

from __future__ import annotations

from collections.abc import Awaitable, Callable

from cardtable.errors import BadInput
from cardtable.table.keeping import FinishedMatch, HistoryQuery, Rating, Store, Unreadable
from cardtable.tui.records import PlayerRecord


class StoreRecords:
    """`tui.records.Records` over a store; `opened` gives it, and may raise BadInput if it cannot be used."""

    def __init__(self, opened: Callable[[], Awaitable[Store]]) -> None:
        self._opened = opened

    async def _store(self) -> Store:
        try:
            return await self._opened()
        except BadInput as fault:
            raise Unreadable(str(fault)) from None

    async def history(self, query: HistoryQuery) -> tuple[FinishedMatch, ...]:
        """A page of finished matches."""
        return await (await self._store()).history(query)

    async def match(self, match: str) -> FinishedMatch | None:
        """One finished match, whole."""
        return await (await self._store()).match(match)

    async def profile(self, player: str) -> PlayerRecord:
        """Ratings of the games that were played: in no other game is there one."""
        if not player:
            # Guests and bots have no id in the store; together they are nobody.
            return PlayerRecord()
        store = await self._store()
        tallies = await store.tallies(player)
        games = dict.fromkeys(tally.game for tally in tallies)
        lines = [await store.rating_line(player, game) for game in games]
        return PlayerRecord(tuple(line for line in lines if line), tallies)

    async def leaderboard(self, game: str, limit: int) -> tuple[Rating, ...]:
        """The best in a game."""
        return await (await self._store()).leaderboard(game, limit)
