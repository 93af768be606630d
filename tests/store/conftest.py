"""After each test nothing is left: no task, no thread, no open file."""

from __future__ import annotations

import asyncio
import os
import threading
import time
from collections.abc import AsyncIterator, Callable
from pathlib import Path

import pytest
import pytest_asyncio

SETTLED_WITHIN = 10.0


def _open_files(folder: Path) -> list[str]:
    """What this process has open below a folder."""
    found = []
    for number in Path("/proc/self/fd").glob("*"):
        try:
            found.append(os.readlink(number))
        except OSError:
            continue
    return [name for name in found if name.startswith(str(folder))]


def _threads() -> list[threading.Thread]:
    """All but this one and those that asyncio keeps for the next `to_thread`, which belong to the loop."""
    mine = threading.current_thread()
    return [each for each in threading.enumerate() if each is not mine and not each.name.startswith("asyncio_")]


async def _until(settled: Callable[[], bool], what: Callable[[], object]) -> None:
    deadline = time.monotonic() + SETTLED_WITHIN
    while not settled():
        if time.monotonic() > deadline:
            pytest.fail(f"left behind: {what()}")
        await asyncio.sleep(0.005)


@pytest_asyncio.fixture(autouse=True)
async def _nothing_is_left(tmp_path: Path) -> AsyncIterator[None]:
    before = set(_threads())
    yield
    await _until(lambda: set(_threads()) <= before, _threads)
    await _until(lambda: not _open_files(tmp_path), lambda: _open_files(tmp_path))
    tasks = asyncio.all_tasks() - {asyncio.current_task()}
    assert not tasks, f"left behind: {tasks}"
