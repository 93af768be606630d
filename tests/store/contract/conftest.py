"""Every implementation of the port runs through the same tests."""

from __future__ import annotations

import asyncio
import shutil
from collections.abc import AsyncIterator
from pathlib import Path

import pytest
import pytest_asyncio

from cardtable.store.memory import MemoryStore
from cardtable.store.opening import open_store
from cardtable.table.keeping import Store


@pytest.fixture(scope="session")
def empty_database(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A new database, made once."""
    path = tmp_path_factory.mktemp("empty") / "kept.db"

    async def make() -> None:
        await (await open_store(path)).close()

    asyncio.run(make())
    return path


@pytest_asyncio.fixture(params=["memory", "sqlite"])
async def store(request: pytest.FixtureRequest, tmp_path: Path, empty_database: Path) -> AsyncIterator[Store]:
    """An empty store."""
    if request.param == "sqlite":
        shutil.copy(empty_database, tmp_path / "kept.db")
    made: Store = MemoryStore() if request.param == "memory" else await open_store(tmp_path / "kept.db")
    yield made
    await made.close()
