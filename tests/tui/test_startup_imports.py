"""What is not needed for the first paint is not loaded before it."""

from __future__ import annotations

import subprocess
import sys

import pytest

CODE = """
import asyncio, sys
from cardtable.compose.desk import BotsWhenNeeded, make_lobby
from cardtable.compose.local import local_app, local_player
from cardtable.compose.own_home import OwnHome
from cardtable.config import Config
from pathlib import Path

async def paint():
    config = Config(Path("/nonexistent"), Path("/nonexistent"))
    own = OwnHome(config, "ann")
    lobby = make_lobby(config, BotsWhenNeeded(), remote=False, record=own.record)
    app = local_app(config, lobby, local_player())
    async with app.run_test() as pilot:
        await pilot.pause()

asyncio.run(paint())
print(" ".join(sys.modules))
"""


@pytest.fixture(scope="module")
def loaded() -> set[str]:
    """The modules loaded when the lobby has been painted."""
    told = subprocess.run([sys.executable, "-c", CODE], capture_output=True, text=True, check=True)
    return set(told.stdout.split())


@pytest.mark.parametrize(
    "heavy",
    [
        "asyncssh",
        "cryptography",
        "typer",
        "sqlalchemy",
        "alembic",
        "openskill",
        "structlog",
        "multiprocessing",
        "numpy",
    ],
)
def test_not_loaded_before_the_first_paint(loaded: set[str], heavy: str) -> None:
    assert heavy not in loaded


def test_nothing_of_the_solver_or_the_server_either(loaded: set[str]) -> None:
    ours = {name for name in loaded if name.startswith("cardtable.")}
    assert not {name for name in ours if name.split(".")[1] in ("analysis", "bots", "ssh")}
