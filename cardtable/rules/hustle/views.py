"""What one viewer may see of a match of 21 Hustle. Types only: built field by field in `project`."""

from __future__ import annotations

from enum import StrEnum

import msgspec

from cardtable.rules.cards import Card
from cardtable.rules.hustle.commands import Choice, Options
from cardtable.rules.hustle.events import Reason, Result
from cardtable.rules.shoe import UNCUT, Cuts


class Phase(StrEnum):
    """Where a match stands."""

    DRAFT = "draft"
    MATCHUP = "matchup"
    OVER = "over"


class Lane(msgspec.Struct, frozen=True):
    """One seat's cards in one column. `locked`: nothing can be added any more (H11, H12)."""

    cards: tuple[Card, ...]
    total: int
    soft: bool
    bust: bool
    locked: bool


Board = tuple[Lane, Lane, Lane]


class HustleView(msgspec.Struct, frozen=True):
    """A match as one viewer sees it.

    `viewer` is a seat (0 or 1) or None for a spectator. `boards[seat][column]` are open to all (H6).
    `placed` counts drafted cards (0 to 6); `column` is the one being resolved, or the last one when over.
    `asked[seat]` owes a choice now; `ready[seat]` has chosen and waits. `my_choice` is the viewer's own
    pending choice, nobody else's. `up_card` is the card in hand, in the open draft only (H24).
    `seed` (hex) is told when the match is over, `commitment` and `cuts` from the start.
    """

    viewer: int | None
    options: Options
    phase: Phase
    placed: int
    drawn: int
    column: int
    boards: tuple[Board, Board]
    asked: tuple[bool, bool]
    ready: tuple[bool, bool]
    my_choice: Choice | None
    legal: tuple[Choice, ...]
    results: tuple[Result | None, Result | None, Result | None]
    wins: tuple[int, int]
    skips_left: tuple[int, int]
    up_card: Card | None
    last_card: Card | None
    result: Result | None
    reason: Reason | None
    commitment: str
    seed: str | None
    cuts: Cuts = UNCUT
