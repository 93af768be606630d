"""What an app does first: a value handed in by whoever starts it."""

from __future__ import annotations

import msgspec

from cardtable.rules.notation import MatchRecord


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


class LookAt(msgspec.Struct, frozen=True):
    """Look at a finished match, which was verified, as a seat (0 or 1) saw it; the app ends with it."""

    record: MatchRecord
    viewer: int | None = None


Start = Lobby | NewTable | JoinTable | WatchTable | BackTo | LookAt
