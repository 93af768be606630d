"""The whole app with a desk that only remembers, for Pilot tests."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

from textual.pilot import Pilot

from cardtable.table.events import Player
from cardtable.tui.app import CardtableApp
from cardtable.tui.host import Given
from cardtable.tui.prefs import Preferences, save_preferences
from cardtable.tui.start import Lobby, Start
from cardtable.tui.themes import load_themes
from tests.support.fake_desk import FakeDesk

THEMES, _ = load_themes()
STILL = Preferences(animation=False, seen_draft=True, seen_matchup=True)
"""Somebody who has played before, without animation."""


def make_app(desk: FakeDesk, start: Start | None = None, keep: Path | None = None) -> CardtableApp:
    """The app at this desk, for ann, who has played before."""
    return CardtableApp(
        Given(
            desk=desk,
            player=Player("key:ann", "ann", keyed=True),
            themes=THEMES,
            prefs=STILL,
            start=start or Lobby(),
            keep=(lambda prefs: save_preferences(keep, prefs)) if keep is not None else None,
        )
    )


async def until(pilot: Pilot[str], condition: Callable[[], bool]) -> None:
    """Wait for a condition; a test hangs no longer than this many looks."""
    for _ in range(200):
        if condition():
            return
        await pilot.pause(0.01)
    raise AssertionError(f"it never came true; the screen is {pilot.app.screen}")


async def at(pilot: Pilot[str], kind: type[object]) -> None:
    """Wait for a screen of this kind."""
    await until(pilot, lambda: isinstance(pilot.app.screen, kind))
