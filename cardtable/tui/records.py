"""What the screens of the past need from outside: finished matches, a player's own record, the best players. A port."""

from __future__ import annotations

from typing import Protocol

import msgspec

from cardtable.table.keeping import FinishedMatch, HistoryQuery, Rating, Tally

GAMES = {"hustle": "21 Hustle"}
"""What players call the games that matches are kept of."""


def game_title(game: str) -> str:
    """What players call a game; one that is not known here by its own name."""
    return GAMES.get(game, game)


class PlayerRecord(msgspec.Struct, frozen=True):
    """How a player has done: `lines` the rating after each rated match, a line for each game that has one; `tallies`

    the results by game and opponent, most matches first.
    """

    lines: tuple[tuple[Rating, ...], ...] = ()
    tallies: tuple[Tally, ...] = ()

    @property
    def games(self) -> tuple[str, ...]:
        """Every game that was played, the most played first."""
        return tuple(dict.fromkeys([*(tally.game for tally in self.tallies), *(line[0].game for line in self.lines)]))


class Records(Protocol):
    """Each may raise `keeping.Unreadable` or `keeping.Closed`, whose text is told in one line."""

    async def history(self, query: HistoryQuery) -> tuple[FinishedMatch, ...]:
        """A page of finished matches, newest first, without their saved form."""
        ...

    async def match(self, match: str) -> FinishedMatch | None:
        """One finished match, whole."""
        ...

    async def profile(self, player: str) -> PlayerRecord:
        """How the player with this id has done; nothing at all for somebody unknown."""
        ...

    async def leaderboard(self, game: str, limit: int) -> tuple[Rating, ...]:
        """The best in a game, by what they have shown for certain, best first."""
        ...
