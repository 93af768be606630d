"""The 21 Hustle table in an app of its own, at fake links, its clock turned by hand: for Pilot tests and pictures."""

from __future__ import annotations

import msgspec
from textual.app import App

from cardtable.table.link import Ended, TableLink
from cardtable.tui.brush import Look
from cardtable.tui.prefs import Preferences
from cardtable.tui.screens.hustle import HustleScreen
from cardtable.tui.surroundings import Surroundings
from cardtable.tui.themes import load_themes
from tests.support.hustle_views import FakeLink

THEMES, _ = load_themes()
SEEN = Preferences(animation=False, seen_draft=True, seen_matchup=True)
"""Somebody who has played before, without animation."""

INVITE = ("ssh -t -p 2222 cards.example.org join {code}", "ssh -p 2222 {code}@cards.example.org")


class TableApp(App[str]):
    """Shows one table screen; `left` is what it was dismissed with."""

    ENABLE_COMMAND_PALETTE = False

    def __init__(self, *links: FakeLink, prefs: Preferences = SEEN, unicode: bool = True, local: bool = True) -> None:
        super().__init__()
        self.links = links
        self.prefs = prefs
        self.unicode = unicode
        self.local = local
        self.seconds = 100.0
        self.bells = 0
        self.helped = 0
        self.saved: list[TableLink] = []
        self.watch_codes: list[TableLink] = []
        self.left: list[Ended | None] = []

    def on_mount(self) -> None:
        """The table, with everything that the real app gives it."""
        around = Surroundings(
            look=self.look,
            prefs=lambda: self.prefs,
            change=self.change,
            invite=lambda code: () if self.local else tuple(line.format(code=code) for line in INVITE),
            save=self.save if self.local else None,
            watch=None if self.local else self.watch_codes.append,
            clock=lambda: self.seconds,
        )
        self.push_screen(HustleScreen(self.links, around), self.left.append)

    def look(self) -> Look:
        """How the table is painted."""
        return Look(THEMES[self.prefs.theme], self.prefs.cards, self.prefs.four_colour, self.unicode)

    def change(self, changes: dict[str, object]) -> None:
        """Keep changed preferences."""
        self.prefs = msgspec.structs.replace(self.prefs, **changes)

    def save(self, link: TableLink) -> str:
        """Pretend to write a file."""
        self.saved.append(link)
        return "The match is saved. This checks it:\n\ncardtable verify ~/matches/hustle-20260301-183000-K7Q-2MX.json"

    def bell(self) -> None:
        """Count instead of ringing."""
        self.bells += 1

    def action_help(self) -> None:
        """Count instead of showing."""
        self.helped += 1
