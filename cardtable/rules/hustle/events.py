"""What happens in a match of 21 Hustle. Types only.

A match is its events: the state is folded from them, a match is replayed, restored and verified from
them. `Chose` and `Shuffled` hold secrets; `ChoiceHidden` and `Committed` are what everybody else gets in their place.
"""

from __future__ import annotations

from enum import StrEnum
from typing import Any

import msgspec

from cardtable.rules.cards import Card
from cardtable.rules.hustle.commands import Choice
from cardtable.rules.shoe import UNCUT, Cuts


class Result(StrEnum):
    """Who won a column or the match."""

    SEAT0 = "seat0"
    SEAT1 = "seat1"
    TIE = "tie"


class Reason(StrEnum):
    """How a match ended."""

    TWO_COLUMNS = "two_columns"
    """One player won two columns; what was left is not played (H15)."""
    THREE_COLUMNS = "three_columns"
    """All three columns were played and counted (H16)."""
    FORFEIT = "forfeit"
    """A second skip was lost; both at the same instant tie (H21)."""
    CONCEDED = "conceded"
    """A player gave up."""


def seat_result(seat: int) -> Result:
    """The result that says this seat (0 or 1) won."""
    return Result.SEAT1 if seat else Result.SEAT0


class Shuffled(msgspec.Struct, frozen=True, tag="shuffled", omit_defaults=True):
    """The deck is made from `seed` (hex), which stays secret till the end, and what the seats cut it with.

    `commitment` is the seed's SHA-256 (hex), published before anybody cut. Without cuts it is written as it was before
    there were any, so that the checksums of older matches stay true.
    """

    seed: str
    commitment: str
    size: int
    cuts: Cuts = UNCUT

    def __repr__(self) -> str:
        # Without the seed: what is logged must not tell the deck.
        return f"Shuffled(commitment={self.commitment!r}, size={self.size})"

    def __rich_repr__(self) -> list[tuple[str, Any]]:
        # msgspec's own lists every field.
        return [("commitment", self.commitment), ("size", self.size)]


class Committed(msgspec.Struct, frozen=True, tag="committed"):
    """What viewers get for `Shuffled`: the seed's SHA-256, hex, and the cuts."""

    commitment: str
    size: int
    cuts: Cuts = UNCUT


class Chose(msgspec.Struct, frozen=True, tag="chose"):
    """A seat has chosen; `auto` when the table chose for it (H20)."""

    seat: int
    choice: Choice
    auto: bool = False


class ChoiceHidden(msgspec.Struct, frozen=True, tag="choice_hidden"):
    """What everybody but the owner gets for `Chose` (H6)."""

    seat: int
    auto: bool = False


class CardPlaced(msgspec.Struct, frozen=True, tag="card_placed"):
    """Draft: the card is turned up and lies in each seat's own column (H4)."""

    card: Card
    columns: tuple[int, int]


class TurnPlayed(msgspec.Struct, frozen=True, tag="turn_played"):
    """Match-up: both choices are shown; None for a seat that was not asked. `card` only if somebody hit (H10)."""

    column: int
    choices: tuple[Choice | None, Choice | None]
    card: Card | None


class ColumnEnded(msgspec.Struct, frozen=True, tag="column_ended"):
    """A column is decided: by the totals (H13), or by a bust (H14)."""

    column: int
    result: Result
    totals: tuple[int, int]


class SkipLost(msgspec.Struct, frozen=True, tag="skip_lost"):
    """A seat's extra clock ended; `left` skips remain (H20)."""

    seat: int
    left: int


class MatchEnded(msgspec.Struct, frozen=True, tag="match_ended"):
    """The match is over."""

    result: Result
    reason: Reason


Event = Shuffled | Chose | CardPlaced | TurnPlayed | ColumnEnded | SkipLost | MatchEnded
PublicEvent = Committed | Chose | ChoiceHidden | CardPlaced | TurnPlayed | ColumnEnded | SkipLost | MatchEnded
