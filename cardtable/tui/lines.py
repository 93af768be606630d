"""The lines to a table that one screen holds: a player's own, two at one keyboard, or a spectator's."""

from __future__ import annotations

from contextlib import suppress

from cardtable.errors import Rejected
from cardtable.rules.hustle.commands import Choice
from cardtable.rules.hustle.views import Phase
from cardtable.table.commands import Leave
from cardtable.table.link import TableLink
from cardtable.table.views import Stage, TableView
from cardtable.tui.keys import Context


class Lines:
    """One line, or two of the same table."""

    def __init__(self, links: tuple[TableLink, ...]) -> None:
        self.all = links
        self.watching = links[0].seat is None
        self.hot_seat = len(links) == 2
        self.me = None if self.hot_seat else links[0].seat
        self.own_seats = [link.seat for link in links if link.seat is not None]

    def context(self, view: TableView) -> Context:
        """Where this screen's player is, as far as keys go."""
        if self.watching:
            return "watching"
        if view.stage is Stage.WAITING:
            return "waiting"
        if view.stage is Stage.CUTTING:
            return "cutting"
        if view.stage is Stage.CLOSED:
            return "closed"
        if view.stage is not Stage.PLAYING or view.match is None:
            return "over"
        if view.match.phase is Phase.DRAFT:
            return "hot-seat draft" if self.hot_seat else "draft"
        return "hot-seat match-up" if self.hot_seat else "matchup"

    def open_choices(self, view: TableView) -> tuple[tuple[Choice, ...], ...]:
        """What each line may choose now."""
        if view.stage is not Stage.PLAYING:
            return ()
        matches = [link.latest.match for link in self.all]
        return tuple(match.legal if match is not None else () for match in matches)

    def asked_alone(self, view: TableView) -> tuple[TableLink, tuple[Choice, ...]] | None:
        """The one line that is asked, and its choices; None when nobody is, or both are."""
        asked = [(link, open_) for link, open_ in zip(self.all, self.open_choices(view), strict=False) if open_]
        return asked[0] if len(asked) == 1 else None

    async def leave(self) -> None:
        """Give up the seats."""
        for link in self.all:
            if link.seat is not None and link.ended is None:
                # The table may have closed by itself meanwhile; we are leaving it anyway.
                with suppress(Rejected):
                    await link.send(Leave())

    async def hang_up(self) -> None:
        """Close every line."""
        for link in self.all:
            await link.close()
