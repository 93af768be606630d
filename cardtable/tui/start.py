"""What an app does first: a value handed in by whoever starts it."""

from __future__ import annotations

import msgspec


class Lobby(msgspec.Struct, frozen=True):
    """Show the lobby."""


class NewTable(msgspec.Struct, frozen=True):
    """Open a private table and wait for a friend."""


class JoinTable(msgspec.Struct, frozen=True):
    """Sit down at the table with this code; `ask_name` first where the player gave none."""

    code: str
    ask_name: bool = False


class WatchTable(msgspec.Struct, frozen=True):
    """Look on at the table with this code."""

    code: str


class BackTo(msgspec.Struct, frozen=True):
    """Take the seat again that belongs to this return code."""

    return_code: str


Start = Lobby | NewTable | JoinTable | WatchTable | BackTo
