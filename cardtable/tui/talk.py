"""Chat as one player sees it: the line in the making, the phrases of one key, and whether the other is heard."""

from __future__ import annotations

from collections.abc import Sequence

from cardtable.table.commands import SAY_CELLS, Say
from cardtable.table.events import Said
from cardtable.table.views import LogLine
from cardtable.tui.keys import PHRASES
from cardtable.tui.typing import Typed


class Talk:
    """`typed` is the line in the making, None while none is; `muted`: what the other says is not shown."""

    def __init__(self) -> None:
        self.typed: Typed | None = None
        self.muted = False

    def open(self) -> None:
        """Begin a line."""
        self.typed = Typed(SAY_CELLS)

    def close(self) -> None:
        """Say nothing."""
        self.typed = None

    def add(self, more: str) -> Say | None:
        """Typed or pasted; the digit of a phrase, before anything else, is the whole line."""
        if self.typed is None:
            return None
        if not self.typed.text and more.isdecimal() and 0 < int(more) <= len(PHRASES):
            self.close()
            return Say(PHRASES[int(more) - 1])
        self.typed = self.typed.add(more)
        return None

    def erase(self) -> None:
        """Take the last character back."""
        if self.typed is not None:
            self.typed = self.typed.erase()

    def line(self) -> Say | None:
        """The line, which ends with it; None for an empty one."""
        typed, self.typed = self.typed, None
        return Say(typed.text) if typed is not None and typed.text.strip() else None

    def heard(self, log: Sequence[LogLine], own: Sequence[int]) -> tuple[LogLine, ...]:
        """The log without what is not to be heard; one's own seats always are."""
        if not self.muted:
            return tuple(log)
        return tuple(line for line in log if not isinstance(line.event, Said) or line.event.seat in own)
