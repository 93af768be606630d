"""A list that is kept up to date and can be narrowed: the part of the lobby that others change."""

from __future__ import annotations

from collections.abc import Callable

from textual import on
from textual.binding import Binding
from textual.screen import Screen
from textual.widgets import Input

from cardtable.tui.host import Host
from cardtable.tui.screens import lobby_rows
from cardtable.tui.screens.lobby_rows import Row
from cardtable.tui.widgets.rows import RowList

FIND = "a name or a code; Esc shows all"

PANEL, FRAME = 78, 10
"""Columns of the list where there is room, and those of them that are not text."""

NOBODY = Row("heading:nobody", "Nothing here with that name or code. Esc shows everything.", heading=True)


class ListScreen(Screen[None]):
    """What can be started, then open tables and other players, in `RowList`; `#filter` narrows those two."""

    BINDINGS = [
        Binding("slash", "filter", "find", show=False),
        Binding("down", "to_menu", "to the list", show=False),
    ]

    def __init__(self, host: Host) -> None:
        super().__init__()
        self._host = host
        self._desk = host.given.desk
        self._stop: Callable[[], None] = lambda: None

    def on_unmount(self) -> None:
        """Hear of nothing any more."""
        self._stop()

    def on_screen_resume(self) -> None:
        """Back from a table: the list may have changed."""
        if self.is_mounted:
            self._fill()
            self.query_one(RowList).focus()
            self._listen()

    def on_screen_suspend(self) -> None:
        """Under another screen nothing is kept up to date: what changes costs this player nothing."""
        self._stop()

    def _listen(self) -> None:
        self._stop()
        if self._desk.remote:
            # Told in another player's task: the screen takes it up in its own.
            self._stop = self._desk.listen(self._changed)

    def _changed(self) -> None:
        self.call_later(self._fill)

    def _fill(self) -> None:
        finding = self.query_one("#filter", Input)
        rows = [] if finding.display else self._own_rows()
        if self._desk.remote:
            rows += self._live_rows(finding.value if finding.display else "")
        self.query_one(RowList).show_rows(rows or [NOBODY])

    def _own_rows(self) -> list[Row]:
        """What stands above the tables."""
        raise NotImplementedError

    def _live_rows(self, wanted: str) -> list[Row]:
        tables = lobby_rows.matching_tables(self._desk.tables(), wanted)
        players = lobby_rows.matching_players(self._desk.others(self._host.player), wanted)
        room = min(self.size.width, PANEL) - FRAME
        return lobby_rows.table_rows(tables, room) + lobby_rows.player_rows(players)

    @on(Input.Changed, "#filter")
    def _narrowed(self) -> None:
        self._fill()
        self.query_one(RowList).mark_first()

    @on(Input.Submitted, "#filter")
    def action_to_menu(self) -> None:
        """From what is looked for to what was found."""
        self.query_one(RowList).focus()

    def action_filter(self) -> None:
        """Only tables and players, and of them only those with what is typed."""
        if self._desk.remote:
            self._find(True)

    def _find(self, finding: bool) -> None:
        field = self.query_one("#filter", Input)
        field.display = finding
        field.clear()
        self._fill()
        self.query_one(RowList).mark_first()
        (field if finding else self.query_one(RowList)).focus()
