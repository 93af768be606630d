"""A player's own record, and the best players of a server: pages that are read from what is kept."""

from __future__ import annotations

from textual.app import ComposeResult
from textual.content import Content
from textual.widgets import Static

from cardtable.table.keeping import Closed, Rating, Unreadable
from cardtable.tui.host import Host
from cardtable.tui.profile_text import Line, leaderboard_lines, profile_lines
from cardtable.tui.records import GAMES, PlayerRecord, Records
from cardtable.tui.screens.pages import PageScreen

BEST = 100
"""Players of a leaderboard."""

GUEST = "Ratings and results are kept for players who come with a key of their own. Make one:  ssh-keygen"
PROVISIONAL = "provisional (or ?): about twenty rated matches settle a rating. Order: rating minus three times its ±."

_STYLES = {"heading": "bold $primary", "strong": "bold", "entry": ""}


class KeptPage(PageScreen):
    """A page whose text comes from what is kept, and is laid out for the window; `told` is said in its place."""

    def __init__(self, host: Host, records: Records) -> None:
        super().__init__()
        self._records = records
        self._player = host.given.known_as
        self._guest = host.given.desk.remote and not self._player
        self.told: list[Line] | None = None

    def entries(self) -> ComposeResult:
        """One text, so that it can be laid out anew as a whole."""
        yield Static("", id="kept", classes="entry")

    def on_mount(self) -> None:
        """Read what is kept."""
        super().on_mount()
        self.run_worker(self._read())

    def on_resize(self) -> None:
        """As wide as the window."""
        self._show()

    async def _read(self) -> None:
        try:
            await self.read()
        except (Unreadable, Closed) as fault:
            self.told = [(f"This cannot be read now: {fault}", "entry")]
        self._show()

    async def read(self) -> None:
        """Fetch it. May raise what `Records` does."""

    def lines(self, width: int, height: int) -> list[Line]:
        """What was fetched, for a page of this size."""
        return []

    def _show(self) -> None:
        width, height = max(20, self.size.width - 6), self.size.height
        lines = self.told or self.lines(width, height)
        parts = [Content.styled(text + "\n", _STYLES[kind]) for text, kind in lines]
        self.query_one("#kept", Static).update(Content("").join(parts))


class ProfileScreen(KeptPage):
    """Ratings with their curves, results by game and opponent, skips lost."""

    TITLE = "Profile"
    _record: PlayerRecord | None = None

    async def read(self) -> None:
        """One's own record."""
        if self._guest:
            self.told = [(GUEST, "entry")]
        else:
            self._record = await self._records.profile(self._player)

    def lines(self, width: int, height: int) -> list[Line]:
        """Game by game."""
        return profile_lines(self._record, width, height) if self._record is not None else []


class LeaderboardScreen(KeptPage):
    """The best players, one's own line bright."""

    TITLE = "Leaderboard: 21 Hustle"
    _best: tuple[Rating, ...] | None = None

    async def read(self) -> None:
        """The best of the first game; the others follow when they are rated."""
        self._best = await self._records.leaderboard(next(iter(GAMES)), BEST)

    def lines(self, width: int, height: int) -> list[Line]:
        """A line each, and what the words mean."""
        if self._best is None:
            return []
        lines = leaderboard_lines(self._best, self._player, width)
        return [*lines, ("", "entry"), (PROVISIONAL, "entry")] if self._best else lines
