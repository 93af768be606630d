"""`cardtable replay` at a real terminal, in tmux."""

from __future__ import annotations

import shlex
import sys
from pathlib import Path

import pytest

from tests.e2e.test_program import GOLDEN, environment
from tests.support.tmux import Pane

pytestmark = pytest.mark.skipif(bool(Pane.missing()), reason=Pane.missing() or "all there")


async def test_a_saved_match_is_looked_at_and_left_with_a_clean_terminal(tmp_path: Path) -> None:
    kept = {name: value for name, value in environment(tmp_path).items() if name.startswith(("HOME", "XDG_"))}
    home = " ".join(f"{name}={shlex.quote(value)}" for name, value in kept.items())
    command = f"env LC_ALL=C.UTF-8 {home} {shlex.quote(sys.executable)} -m cardtable replay --seat 2 {GOLDEN}"
    async with Pane(command) as pane:
        assert "tied" not in await pane.expect("bob’s view · 0")
        await pane.keys("Right", "Right")
        await pane.expect("3♠ went to")
        await pane.keys("End")
        await pane.expect("The match is tied")
        await pane.keys("q")
        assert "HUSTLE" not in await pane.expect("rc=0")
