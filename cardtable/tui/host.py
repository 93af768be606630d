"""What an app is made from, and what its screens may ask of it."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Protocol

import msgspec

from cardtable.rules.notation import MatchRecord
from cardtable.table.events import Player
from cardtable.table.link import TableLink
from cardtable.table.ports import Desk
from cardtable.tui.brush import Look
from cardtable.tui.prefs import Preferences
from cardtable.tui.records import Records
from cardtable.tui.start import Lobby, Start
from cardtable.tui.themes import Theme

Export = Callable[[MatchRecord, str], str]
"""Writes a match in a form (`text`, `json` or `cast`), and says where. Raises Rejected if it cannot be written."""


class Account(Protocol):
    """What a known player may change about themselves."""

    async def rename(self, name: str) -> str:
        """Take another name, and return it as others see it. Raises Rejected for a bad name or a taken one."""
        ...

    def key_line(self) -> str:
        """The ssh line that adds another key to this player, good once and for ten minutes."""
        ...


class Operator(Protocol):
    """What whoever runs the server may see and do."""

    def rows(self) -> tuple[tuple[str, str], ...]:
        """Every session, table and ban: `session NUMBER`, `table CODE` or `ban WHAT VALUE`, and a line about it."""
        ...

    async def carry_out(self, words: str) -> str:
        """Do what the words behind `ssh HOST admin` would do, and say what was done. Raises Rejected."""
        ...


class Given(msgspec.Struct, frozen=True, kw_only=True):
    """What the app is made from. Nothing else is read from the environment.

    `keep` keeps changed preferences, None where they last for the session only; it may raise BadInput. `invite` gives
    the lines a friend types for a table's code. `save` saves a finished match, or tells how to, and returns what the
    player reads; None where neither can be done. `notes` are shown in the lobby (a broken theme file, the message of
    the day). `command` is how this program is called. `unicode` tells whether the terminal shows more than ASCII.
    `account` is what a known player may change about themselves, None for guests. `operator` is for whoever runs the
    server, None for everybody else. `records` are the finished matches, None where none are kept; `known_as` is the id
    of the player's Profile there, "" for a guest. `export` writes one of them to a file, None where it cannot.
    """

    desk: Desk
    player: Player
    themes: Mapping[str, Theme]
    prefs: Preferences = Preferences()
    start: Start = Lobby()
    invite: Callable[[str], tuple[str, ...]] = lambda _code: ()
    keep: Callable[[Preferences], None] | None = None
    account: Account | None = None
    operator: Operator | None = None
    save: Callable[[TableLink], str] | None = None
    notes: tuple[str, ...] = ()
    command: str = "cardtable"
    unicode: bool = True
    busy: Callable[[bool], None] = lambda _busy: None
    records: Records | None = None
    export: Export | None = None
    known_as: str = ""


class Host(Protocol):
    """The app, as its screens see it."""

    given: Given
    prefs: Preferences

    @property
    def player(self) -> Player:
        """Who plays here."""
        ...

    @player.setter
    def player(self, player: Player) -> None: ...

    def look(self) -> Look:
        """How table screens are painted now."""
        ...

    def change(self, changes: Mapping[str, object]) -> None:
        """Change preferences, show it at once, and keep them where they can be kept."""
        ...

    def go_to_table(self, links: tuple[TableLink, ...], bottom: int = 0) -> None:
        """Show a table; for a spectator the seat `bottom` is drawn below."""
        ...

    def action_help(self) -> None:
        """Show the keys."""
        ...
