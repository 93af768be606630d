"""What is kept of play at this terminal: its finished matches. The database is opened by the first that needs it."""

from __future__ import annotations

import asyncio
import logging
from importlib import import_module

from cardtable.compose.keeping import open_kept, wall
from cardtable.config import Config
from cardtable.errors import BadInput
from cardtable.table.home import Home
from cardtable.table.keeping import Profile, Store
from cardtable.table.table import Table

OWN = "local"
"""The profile of the machine's user; no key leads to it."""

_log = logging.getLogger("cardtable.home")


class OwnHome:
    """The machine's user's own matches. What it is made of costs a second, so nothing is loaded before it is wanted."""

    def __init__(self, config: Config, name: str) -> None:
        self._config = config
        self._name = name
        self._opening = asyncio.Lock()
        self._store: Store | None = None

    async def record(self, table: Table, now: int) -> None:
        """Keep a finished match; where that cannot be done, the log says so and play goes on."""
        try:
            store = await self.store()
        except BadInput as fault:
            _log.error("a match is not recorded: %s", fault)
        else:
            await Home(store, wall).record(table, now)

    async def store(self) -> Store:
        """The open database. Raises BadInput if it cannot be used."""
        async with self._opening:
            if self._store is None:
                # In a thread: the screen must not stand still meanwhile.
                await asyncio.to_thread(import_module, "cardtable.store.opening")
                self._store = await self._opened()
        return self._store

    async def close(self) -> None:
        """Let go of the database."""
        if self._store is not None:
            await self._store.close()

    async def _opened(self) -> Store:
        store = await open_kept(self._config)
        if await store.player(OWN) is None:
            # "@" is in no name, so this one is nobody else's.
            await store.add_player(Profile(OWN, self._name, f"@{OWN}", wall()), f"@{OWN}")
        return store
