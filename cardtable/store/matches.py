"""Finished matches in the database: keeping them, and reading them whole."""

from __future__ import annotations

from collections.abc import AsyncIterator, Iterable, Sequence
from functools import partial
from typing import Any

from sqlalchemy import ColumnElement, Select, case, func, insert, select, tuple_
from sqlalchemy.ext.asyncio import AsyncConnection

from cardtable.store.folding import side_by_side
from cardtable.store.ratings import keep_ratings
from cardtable.store.reader import Reader
from cardtable.store.schema import matches, seats
from cardtable.store.tallying import Met, tallied
from cardtable.table.keeping import FinishedMatch, Rating, SeatRecord, Tally

PAGE = 100
"""So many whole matches are read at a time: no reader holds an old state of the database for long."""

_HEADS = [matches.c[name] for name in ("id", "game", "started", "ended", "reason", "rated")]
_SEAT = [seats.c[name] for name in ("match", "player", "name", "level", "result", "skips_lost")]


async def record(connection: AsyncConnection, match: FinishedMatch, ratings: Sequence[Rating]) -> None:
    """Keep a match and the ratings after it, unless it is kept already."""
    if await connection.scalar(select(matches.c.id).where(matches.c.id == match.id)) is not None:
        return
    await connection.execute(insert(matches).values(_match_row(match)))
    if match.seats:
        await connection.execute(insert(seats), [_seat_row(match, seat) for seat in range(len(match.seats))])
    await keep_ratings(connection, match.id, ratings)


def _match_row(match: FinishedMatch) -> dict[str, Any]:
    return {
        "id": match.id,
        "game": match.game,
        "started": match.started,
        "ended": match.ended,
        "reason": match.reason,
        "rated": match.rated,
        "names": side_by_side(seat.name for seat in match.seats),
        "record": match.record,
    }


def _seat_row(match: FinishedMatch, number: int) -> dict[str, Any]:
    seat = match.seats[number]
    return {
        "match": match.id,
        "seat": number,
        "player": seat.player,
        "name": seat.name,
        "level": seat.level,
        "result": seat.result,
        "skips_lost": seat.skips_lost,
        "game": match.game,
        "ended": match.ended,
        "others": side_by_side(other.name for at, other in enumerate(match.seats) if at != number),
    }


async def match(connection: AsyncConnection, match: str) -> FinishedMatch | None:
    """One match, whole."""
    found = await whole(connection, select(*_HEADS, matches.c.record).where(matches.c.id == match))
    return found[0] if found else None


async def by_ids(connection: AsyncConnection, ids: Sequence[str]) -> tuple[FinishedMatch, ...]:
    """These matches without their records, newest first."""
    query = select(*_HEADS).where(matches.c.id.in_(ids)).order_by(matches.c.ended.desc(), matches.c.id.desc())
    return await whole(connection, query)


async def whole(connection: AsyncConnection, query: Select[Any]) -> tuple[FinishedMatch, ...]:
    """The matches that a query finds, with their seats."""
    heads = (await connection.execute(query)).all()
    ids = [head.id for head in heads]
    query = select(*_SEAT).where(seats.c.match.in_(ids)).order_by(seats.c.match, seats.c.seat)
    sitting = _by_match((await connection.execute(query)).all()) if ids else {}
    return tuple(FinishedMatch(seats=tuple(sitting.get(head.id, ())), **head._mapping) for head in heads)


def _by_match(rows: Iterable[Any]) -> dict[str, list[SeatRecord]]:
    found: dict[str, list[SeatRecord]] = {}
    for match, player, name, level, result, skips_lost in rows:
        found.setdefault(match, []).append(SeatRecord(player, name, level, result, skips_lost))
    return found


async def every_match(reader: Reader) -> AsyncIterator[FinishedMatch]:
    """All matches, oldest first, whole, a page at a time."""
    place = tuple_(matches.c.ended, matches.c.id)
    pages = select(*_HEADS, matches.c.record).order_by(matches.c.ended, matches.c.id).limit(PAGE)
    query = pages
    while page := await reader.read(partial(whole, query=query)):
        for each in page:
            yield each
        query = pages.where(place > (page[-1].ended, page[-1].id))


async def tallies(connection: AsyncConnection, player: str) -> tuple[Tally, ...]:
    """A player's results by game and opponent."""
    rows = await connection.execute(_meetings(player))
    return tallied(
        Met(row.player, row.level, row.last, Tally(row.game, row.name, row.won, row.lost, row.tied, row.skips_lost))
        for row in rows
    )


def _meetings(player: str) -> Select[Any]:
    """One row for each name an opponent went by; who sits at a match with two seats of the same has met it once."""
    mine, other = seats.alias("mine"), seats.alias("other")
    met = (
        select(
            mine.c.match, mine.c.ended, mine.c.game, mine.c.result, mine.c.skips_lost,
            other.c.player, other.c.level, other.c.name,
        )
        .join(other, (other.c.match == mine.c.match) & (other.c.seat != mine.c.seat))
        .where(mine.c.player == player)
        .distinct()
        .subquery()
    )  # fmt: skip
    opponent = [met.c.game, met.c.player, met.c.level, met.c.name]

    def times(result: str) -> ColumnElement[int]:
        return func.sum(case((met.c.result == result, 1), else_=0)).label(result)

    counts = [times("won"), times("lost"), times("tied"), func.sum(met.c.skips_lost).label("skips_lost")]
    last = func.max(met.c.ended).label("last")
    return select(*opponent, last, *counts).group_by(*opponent)
