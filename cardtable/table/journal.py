"""Where a table's entries go before anybody is told of them: nowhere, or into a store."""

from __future__ import annotations

from collections.abc import Sequence

from cardtable.table.events import Entry
from cardtable.table.keeping import Row, Store
from cardtable.table.table import Table
from cardtable.table.wire import pack_entry, pack_head


class MemoryJournal:
    """Lives as long as the process: the tables themselves hold what they need, so it keeps nothing."""

    async def open(self, table: Table) -> None:
        """Nothing outlives the process here."""

    async def append(self, table: str, entries: Sequence[Entry]) -> None:
        """Nothing outlives the process here."""

    async def end(self, table: str) -> None:
        """Nothing outlives the process here."""


class StoreJournal:
    """Keeps live tables in a store."""

    def __init__(self, store: Store) -> None:
        self._store = store

    async def open(self, table: Table) -> None:
        """See `ports.Journal`."""
        await self._store.open_table(table.id, pack_head(table))

    async def append(self, table: str, entries: Sequence[Entry]) -> None:
        """See `ports.Journal`."""
        await self._store.append(table, [Row(entry.seq, pack_entry(entry)) for entry in entries])

    async def end(self, table: str) -> None:
        """See `ports.Journal`."""
        await self._store.end_table(table)
