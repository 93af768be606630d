"""What the screens of the past are given: the store, asked in their words."""

from __future__ import annotations

from cardtable.table.keeping import FinishedMatch, HistoryQuery, Rating, Store
from cardtable.tui.records import PlayerRecord


class StoreRecords:
    """`tui.records.Records` over a store."""

    def __init__(self, store: Store) -> None:
        self._store = store

    async def history(self, query: HistoryQuery) -> tuple[FinishedMatch, ...]:
        """A page of finished matches."""
        return await self._store.history(query)

    async def match(self, match: str) -> FinishedMatch | None:
        """One finished match, whole."""
        return await self._store.match(match)

    async def profile(self, player: str) -> PlayerRecord:
        """Ratings of the games that were played: in no other game is there one."""
        if not player:
            # Guests and bots have no id in the store; together they are nobody.
            return PlayerRecord()
        tallies = await self._store.tallies(player)
        games = dict.fromkeys(tally.game for tally in tallies)
        lines = [await self._store.rating_line(player, game) for game in games]
        return PlayerRecord(tuple(line for line in lines if line), tallies)

    async def leaderboard(self, game: str, limit: int) -> tuple[Rating, ...]:
        """The best in a game."""
        return await self._store.leaderboard(game, limit)
