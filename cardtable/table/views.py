"""What a table tells its viewers: the match, the clocks, the people, and what happened. Types only.

Times are integer milliseconds of the table's own monotonic clock (H22). A view carries the table's `now`
of the moment it was made; whoever shows a clock counts on from there with its own monotonic clock.
"""

from __future__ import annotations

from enum import StrEnum

import msgspec

from cardtable.rules.hustle.commands import Options
from cardtable.rules.hustle.events import PublicEvent
from cardtable.rules.hustle.views import HustleView
from cardtable.table.events import ToldEvent


class SeatKind(StrEnum):
    """Who sits there."""

    OPEN = "open"
    PERSON = "person"
    BOT = "bot"


class ClockView(msgspec.Struct, frozen=True):
    """One seat's clock in milliseconds (H17–H19).

    `main` is left of the draft budget or the turn; `extra` is left of the extra clock, None while it has
    not begun. `running` says whether time is being charged now; `on_extra` that it is charged to the extra clock.
    `full` is what the main clock had at its start (for drawing a bar), `extra_full` the same of the extra clock.
    """

    main: int
    extra: int | None
    running: bool
    full: int
    extra_full: int

    @property
    def on_extra(self) -> bool:
        """Whether the extra clock is the one in force."""
        return self.extra is not None

    def left(self, elapsed: int = 0) -> int:
        """Milliseconds left of the clock in force, `elapsed` milliseconds after the view was made."""
        value = self.main if self.extra is None else self.extra
        return max(0, value - elapsed) if self.running else value


class SeatView(msgspec.Struct, frozen=True):
    """One seat: who sits there, whether their line is up, and their clock (None: relaxed, H23)."""

    kind: SeatKind
    name: str
    connected: bool = True
    clock: ClockView | None = None
    level: str | None = None
    wants_rematch: bool = False
    left: bool = False


class LogLine(msgspec.Struct, frozen=True):
    """One thing that happened, numbered by the table; either of the match or of the table's life."""

    seq: int
    event: PublicEvent | ToldEvent


class Stage(StrEnum):
    """Where a table stands."""

    WAITING = "waiting"
    """A seat is open: no match yet."""
    CUTTING = "cutting"
    """Both seats are taken, the deck is sealed, and the players may cut it: no match yet."""
    PLAYING = "playing"
    OVER = "over"
    """The match is over; a rematch can be asked for."""
    CLOSED = "closed"
    """Nothing can happen here any more: a player left, or the table was halted."""


class CuttingView(msgspec.Struct, frozen=True):
    """The deck being cut. `left` of `full` milliseconds; `owes` tells who has yet to cut, a bot never.

    `my_cut` is the viewer's own cut, nobody else's.
    """

    commitment: str
    left: int
    full: int
    owes: tuple[bool, bool]
    my_cut: str | None

    def left_after(self, elapsed: int) -> int:
        """Milliseconds left, `elapsed` milliseconds after the view was made."""
        return max(0, self.left - elapsed)


class TableView(msgspec.Struct, frozen=True):
    """A table as one viewer sees it. `seq` grows with everything that happens; a command names the `seq` it saw.

    `now` is the table's clock, milliseconds. `match` is None until the first match begins; `cutting` is there while the
    deck is cut before it. `log` holds the latest things that happened, oldest first, redacted for the viewer.
    `return_code` is shown to its owner only. `code` is the one to join by; who watches a private table is told its
    watch code instead. `paused`: nothing can be stored now, so the clocks stand still and nothing is taken.
    """

    seq: int
    now: int
    viewer: int | None
    stage: Stage
    code: str
    private: bool
    remote: bool
    seats: tuple[SeatView, SeatView]
    options: Options
    match: HustleView | None
    match_number: int
    watchers: int
    log: tuple[LogLine, ...]
    return_code: str | None = None
    watch_code: str | None = None
    halted: str | None = None
    paused: bool = False
    cutting: CuttingView | None = None
