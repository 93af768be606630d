"""Ratings in the database: the one that holds now, and the line of them that led there."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from sqlalchemy import Select, insert, select
from sqlalchemy.ext.asyncio import AsyncConnection

from cardtable.store.putting import put
from cardtable.store.schema import players, rating_steps, ratings
from cardtable.table.keeping import Rating

_FIELDS = ("player", "game", "mu", "sigma", "matches", "updated")
_NOW = select(*(ratings.c[name] for name in _FIELDS), players.c.name).join(players)
_STEPS = select(*(rating_steps.c[name] for name in _FIELDS), players.c.name).join(players)


def shown(rating: Rating) -> float:
    """The strength a player has shown for certain, by which they are ranked."""
    return rating.mu - 3 * rating.sigma


async def keep_ratings(connection: AsyncConnection, match: str, after: Sequence[Rating]) -> None:
    """The ratings after a match."""
    for rating in after:
        values = {"mu": rating.mu, "sigma": rating.sigma, "matches": rating.matches, "updated": rating.updated}
        key = {"player": rating.player, "game": rating.game}
        await connection.execute(insert(rating_steps).values(match=match, **key, **values))
        await put(connection, ratings, key, values | {"shown": shown(rating)})


async def rating(connection: AsyncConnection, player: str, game: str) -> Rating | None:
    """The rating that holds now."""
    found = await _all(connection, _NOW.where(ratings.c.player == player, ratings.c.game == game))
    return found[0] if found else None


async def rating_line(connection: AsyncConnection, player: str, game: str) -> tuple[Rating, ...]:
    """The rating after each match, oldest first."""
    mine = _STEPS.where(rating_steps.c.player == player, rating_steps.c.game == game)
    return await _all(connection, mine.order_by(rating_steps.c.matches, rating_steps.c.updated))


async def leaderboard(connection: AsyncConnection, game: str, limit: int) -> tuple[Rating, ...]:
    """The best, best first."""
    best = _NOW.where(ratings.c.game == game).order_by(ratings.c.shown.desc(), ratings.c.player)
    return await _all(connection, best.limit(max(limit, 0)))


async def _all(connection: AsyncConnection, query: Select[Any]) -> tuple[Rating, ...]:
    return tuple(Rating(**row) for row in (await connection.execute(query)).mappings())
