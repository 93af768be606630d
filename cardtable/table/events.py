"""What happens at a table beside the match itself, and the numbered entries it all is stored in. Types only.

A table is its entries: it is folded from them, and restored from them after a crash. `Seated`, `Sealed` and `CutMade`
hold secrets; everybody else gets `Sat`, `SealTold` and `CutTold` in their place.
"""

from __future__ import annotations

from typing import Any

import msgspec

from cardtable.rules.hustle.commands import Options
from cardtable.rules.hustle.events import Event


class Player(msgspec.Struct, frozen=True):
    """Somebody who can sit down. `identity` tells who is the same, by a public key if `keyed`; a guest's is random.

    `name` is already cleaned, 1 to 16 cells wide. `profile` is the id of who is known here (`keeping.Profile`), "" for
    guests and bots.
    """

    identity: str
    name: str
    keyed: bool = False
    profile: str = ""


class Seated(msgspec.Struct, frozen=True, tag="seated"):
    """Somebody took a seat. `level` is a bot's, None for a person; by `return_code` a guest comes back."""

    seat: int
    player: Player
    level: str | None = None
    return_code: str | None = None

    def __repr__(self) -> str:
        # Without the return code: whoever reads it in a log could take the seat.
        return f"Seated(seat={self.seat}, name={self.player.name!r})"


class Sat(msgspec.Struct, frozen=True, tag="sat"):
    """What viewers get for `Seated`."""

    seat: int
    name: str


class Sealed(msgspec.Struct, frozen=True, tag="sealed"):
    """The deck of the first match is under seal: players cut it from now on. `seed` (hex) stays secret."""

    seed: str
    commitment: str

    def __repr__(self) -> str:
        # Without the seed: what is logged must not tell the deck.
        return f"Sealed(commitment={self.commitment!r})"

    def __rich_repr__(self) -> list[tuple[str, Any]]:
        # msgspec's own lists every field.
        return [("commitment", self.commitment)]


class SealTold(msgspec.Struct, frozen=True, tag="seal_told"):
    """What viewers get for `Sealed`."""

    commitment: str


class CutMade(msgspec.Struct, frozen=True, tag="cut_made"):
    """A seat has cut the deck with this text, which is a secret until all have; not `by_player` if made for them."""

    seat: int
    text: str
    by_player: bool

    def __repr__(self) -> str:
        # Without the text: whoever read it in a log before cutting could choose the deck with whoever knows the seed.
        return f"CutMade(seat={self.seat}, by_player={self.by_player})"

    def __rich_repr__(self) -> list[tuple[str, Any]]:
        # msgspec's own lists every field.
        return [("seat", self.seat), ("by_player", self.by_player)]


class CutTold(msgspec.Struct, frozen=True, tag="cut_told"):
    """What everybody but the owner gets for `CutMade` while the deck is being cut."""

    seat: int


class WatchAllowed(msgspec.Struct, frozen=True, tag="watch_allowed"):
    """Spectators may come in by this code."""

    code: str


class LineLost(msgspec.Struct, frozen=True, tag="line_lost"):
    """A seated player's connection is gone; the match and its clocks go on (H22)."""

    seat: int


class LineBack(msgspec.Struct, frozen=True, tag="line_back"):
    """The player is back at their seat."""

    seat: int


class ExtraStarted(msgspec.Struct, frozen=True, tag="extra_started"):
    """A seat's clock ran out and its extra clock started (H19)."""

    seat: int


class RematchAsked(msgspec.Struct, frozen=True, tag="rematch_asked"):
    """A seat would play again; when both would, the next match starts."""

    seat: int


class Left(msgspec.Struct, frozen=True, tag="left"):
    """A seated player went away for good."""

    seat: int


class MatchStarted(msgspec.Struct, frozen=True, tag="match_started"):
    """Match `number` of this table (from 1) begins, under these options."""

    number: int
    options: Options


class Abandoned(msgspec.Struct, frozen=True, tag="abandoned"):
    """Nobody had been connected for a long time, so the table was closed."""


class ClosedByOperator(msgspec.Struct, frozen=True, tag="closed_by_operator"):
    """Whoever runs the server closed the table; a match that was being played has no result."""


class Halted(msgspec.Struct, frozen=True, tag="halted"):
    """The table met an unexpected fault of ours and stopped; `fault_id` is in the server's log."""

    fault_id: str


class Said(msgspec.Struct, frozen=True, tag="said"):
    """A seated player said a line, already cleaned."""

    seat: int
    text: str


class Resumed(msgspec.Struct, frozen=True, tag="resumed"):
    """The server was started again: the time in between was not charged, and clocks that run got `given` ms back."""

    given: int


_Told = (
    LineLost
    | LineBack
    | ExtraStarted
    | RematchAsked
    | Left
    | MatchStarted
    | Abandoned
    | ClosedByOperator
    | Halted
    | WatchAllowed
    | Resumed
    | Said
)

TableEvent = Seated | Sealed | CutMade | _Told
"""What is stored."""

ToldEvent = Sat | SealTold | CutMade | CutTold | _Told
"""What viewers are told."""


class Entry(msgspec.Struct, frozen=True):
    """One stored thing that happened: its number, the table's clock (ms), and the event with its secrets."""

    seq: int
    at: int
    event: Event | TableEvent
