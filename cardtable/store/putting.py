"""Insert or replace, in plain SQL: there is one writer, so nobody comes between the look and the insertion."""

from __future__ import annotations

from typing import Any

from sqlalchemy import ColumnElement, Table, and_, insert, update
from sqlalchemy.ext.asyncio import AsyncConnection


async def put(connection: AsyncConnection, table: Table, key: dict[str, Any], values: dict[str, Any]) -> None:
    """Let the row with this key have these values."""
    changed = await connection.execute(update(table).where(_is(table, key)).values(values))
    if not changed.rowcount:
        await connection.execute(insert(table).values(key | values))


def _is(table: Table, key: dict[str, Any]) -> ColumnElement[bool]:
    return and_(*(table.c[name] == value for name, value in key.items()))
