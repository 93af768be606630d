"""Every implementation of the port runs through the same tests."""

from __future__ import annotations

from collections.abc import AsyncIterator
from pathlib import Path

import pytest
import pytest_asyncio

from cardtable.store.memory import MemoryStore
from cardtable.store.opening import open_store
from cardtable.table.keeping import Store


@pytest_asyncio.fixture(params=["memory", "sqlite"])
async def store(request: pytest.FixtureRequest, tmp_path: Path) -> AsyncIterator[Store]:
    """An empty store."""
    made: Store = MemoryStore() if request.param == "memory" else await open_store(tmp_path / "kept.db")
    yield made
    await made.close()
