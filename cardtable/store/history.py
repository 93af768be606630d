"""Pages of finished matches. Each query runs along one index that holds all it asks about, and stops after a page."""

from __future__ import annotations

from typing import Any

from sqlalchemy import ColumnElement, Select, exists, select, tuple_
from sqlalchemy.ext.asyncio import AsyncConnection

from cardtable.store.folding import beginning
from cardtable.store.matches import by_ids
from cardtable.store.schema import matches, seats
from cardtable.table.keeping import FinishedMatch, HistoryQuery


async def history(connection: AsyncConnection, query: HistoryQuery) -> tuple[FinishedMatch, ...]:
    """A page, newest first, without the records."""
    rows = (await connection.execute(page_of(query))).all()
    return await by_ids(connection, [row.id for row in rows])


def page_of(query: HistoryQuery) -> Select[Any]:
    """Which matches stand on the page."""
    table, id_ = (seats, seats.c.match) if query.player else (matches, matches.c.id)
    asked = _of_player(query) if query.player else _of_anybody(query)
    if query.game:
        asked.append(table.c.game == query.game)
    return (
        select(id_.label("id"), table.c.ended)
        .where(*asked, *_between(table.c.ended, id_, query))
        .distinct()
        .order_by(table.c.ended.desc(), id_.desc())
        .limit(max(query.limit, 0))
    )


def _of_player(query: HistoryQuery) -> list[ColumnElement[bool]]:
    asked: list[ColumnElement[bool]] = [seats.c.player == query.player]
    if query.opponent:
        asked.append(seats.c.others.contains(beginning(query.opponent), autoescape=True))
    if query.result:
        asked.append(seats.c.result == query.result)
    return asked


def _of_anybody(query: HistoryQuery) -> list[ColumnElement[bool]]:
    asked: list[ColumnElement[bool]] = []
    if query.opponent:
        asked.append(matches.c.names.contains(beginning(query.opponent), autoescape=True))
    if query.result:
        asked.append(exists().where(seats.c.match == matches.c.id, seats.c.result == query.result))
    return asked


def _between(ended: ColumnElement[int], id_: ColumnElement[str], query: HistoryQuery) -> list[ColumnElement[bool]]:
    asked: list[ColumnElement[bool]] = []
    if query.since is not None:
        asked.append(ended >= query.since)
    if query.until is not None:
        asked.append(ended <= query.until)
    if query.before is not None:
        asked.append(tuple_(ended, id_) < query.before)
    return asked
