"""The seam between a table and whoever looks at it: a screen, a bot, a remote transport."""

from __future__ import annotations

from collections.abc import AsyncIterator
from typing import Protocol

import msgspec

from cardtable.table.commands import TableCommand
from cardtable.table.views import TableView


class Ended(msgspec.Struct, frozen=True):
    """Why a line was cut, in a sentence for the player; `taken_over` by a newer line to the same seat."""

    text: str
    taken_over: bool = False


class TableLink(Protocol):
    """One viewer's line to one table. `seat` is 0 or 1, or None for a spectator."""

    @property
    def seat(self) -> int | None:
        """The seat this line speaks for, if any."""
        ...

    @property
    def latest(self) -> TableView:
        """The newest view that was published to this line."""
        ...

    @property
    def ended(self) -> Ended | None:
        """Why the line was cut, None while it is up."""
        ...

    async def send(self, command: TableCommand, seen_seq: int | None = None) -> None:
        """Ask the table for something; returns when it is done.

        `seen_seq` is the `seq` of the view the player acted on: a choice that answers an older question is refused.
        Raises Rejected with the reason when it is refused; then nothing has changed.
        """
        ...

    def views(self) -> AsyncIterator[TableView]:
        """The newest view at once, then on every change; a slow reader skips to the newest. Ends when closed."""
        ...

    async def close(self) -> None:
        """Hang up. For a seated person this is a lost connection, not a departure (H22)."""
        ...
