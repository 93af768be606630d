"""Live tables in the database: what they started from, what happened there, and when the process still ran."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import groupby

import msgspec
from sqlalchemy import Integer, LargeBinary, Text, bindparam, delete, exists, insert, or_, select
from sqlalchemy.ext.asyncio import AsyncConnection

from cardtable.store.putting import put
from cardtable.store.schema import live_rows, live_tables, marks
from cardtable.table.keeping import Contradiction, LiveTable, Row

_ALIVE = "alive"

_table = bindparam("of_table", type_=Text)
_seq = bindparam("row_seq", type_=Integer)
_before, _same = live_rows.alias("before"), live_rows.alias("same")

# Only a row that follows the one before it, of a table that is open, and that is not there yet.
_APPEND = insert(live_rows).from_select(
    ["live_table", "seq", "data"],
    select(live_tables.c.id, _seq, bindparam("row_data", type_=LargeBinary)).where(
        live_tables.c.id == _table,
        or_(_seq == 1, exists().where(_before.c.live_table == _table, _before.c.seq == _seq - 1)),
        ~exists().where(_same.c.live_table == _table, _same.c.seq == _seq),
    ),
)


async def open_table(connection: AsyncConnection, table: str, head: bytes) -> None:
    """A new table. Raises Contradiction for another table of the same id."""
    kept = await connection.scalar(select(live_tables.c.head).where(live_tables.c.id == table))
    if kept is None:
        await connection.execute(insert(live_tables).values(id=table, head=head))
    elif kept != head:
        raise Contradiction(f"a table {table} with another head is open")


class Append(msgspec.Struct, frozen=True):
    """What happened at a table, to be kept. Raises Contradiction unless every row is kept afterwards."""

    table: str
    rows: tuple[Row, ...]

    async def __call__(self, connection: AsyncConnection) -> None:
        """Append it by itself."""
        if await _missing(connection, [self]) and not await _kept(connection, self.table, self.rows):
            raise Contradiction(f"these rows do not follow what is kept of table {self.table}")

    @staticmethod
    async def together(connection: AsyncConnection, appends: Sequence[Append]) -> None:
        """Append all of them in one statement: what a table writes most often, so that many cost hardly more than one.

        Raises Contradiction if any might have failed, even if it had only been there before.
        """
        if await _missing(connection, appends):
            raise Contradiction("some of these rows are kept already, or do not follow")


async def _missing(connection: AsyncConnection, appends: Sequence[Append]) -> int:
    """How many of the rows were not appended."""
    rows = [
        {"of_table": append.table, "row_seq": row.seq, "row_data": row.data}
        for append in appends
        for row in append.rows
    ]
    if not rows:
        return 0
    return len(rows) - (await connection.execute(_APPEND, rows)).rowcount


async def _kept(connection: AsyncConnection, table: str, rows: Sequence[Row]) -> bool:
    numbers = live_rows.c.seq.between(min(row.seq for row in rows), max(row.seq for row in rows))
    query = select(live_rows.c.seq, live_rows.c.data).where(live_rows.c.live_table == table, numbers)
    kept = {row.seq: row.data for row in await connection.execute(query)}
    return all(kept.get(row.seq) == row.data for row in rows)


async def end_table(connection: AsyncConnection, table: str) -> None:
    """Forget a table and its rows."""
    await connection.execute(delete(live_tables).where(live_tables.c.id == table))


async def all_live(connection: AsyncConnection) -> tuple[LiveTable, ...]:
    """Every open table, oldest first."""
    heads = await connection.execute(select(live_tables.c.id, live_tables.c.head).order_by(live_tables.c.number))
    rows = await connection.execute(
        select(live_rows.c.live_table, live_rows.c.seq, live_rows.c.data).order_by(
            live_rows.c.live_table, live_rows.c.seq
        )
    )
    of = {table: tuple(Row(seq, data) for _, seq, data in found) for table, found in groupby(rows, lambda row: row[0])}
    return tuple(LiveTable(table, head, of.get(table, ())) for table, head in heads)


async def mark_alive(connection: AsyncConnection, now: int) -> None:
    """The process still ran at this instant."""
    await put(connection, marks, {"name": _ALIVE}, {"value": now})


async def last_alive(connection: AsyncConnection) -> int | None:
    """The last instant marked."""
    value: int | None = await connection.scalar(select(marks.c.value).where(marks.c.name == _ALIVE))
    return value
