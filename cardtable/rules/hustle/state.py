"""The whole truth of a match of 21 Hustle, and how an event changes it."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import msgspec
from msgspec.structs import replace

from cardtable.errors import RulesBug
from cardtable.rules.hustle.commands import COLUMNS, ROOM, SEATS, Choice, Hit, Options, Stand
from cardtable.rules.hustle.events import (
    CardPlaced,
    Chose,
    ColumnEnded,
    Event,
    MatchEnded,
    Reason,
    Result,
    Shuffled,
    SkipLost,
    TurnPlayed,
)
from cardtable.rules.hustle.views import Phase
from cardtable.rules.shoe import UNCUT, Cuts, Shoe, deck_seed
from cardtable.rules.totals import EMPTY, PERFECT, Hand

SKIPS = 2
"""Skips a seat has in one match (H20)."""

COLUMNS_TO_WIN = 2
"""Whoever has won so many columns has won the match (H15)."""

Board = tuple[Hand, Hand, Hand]
Pair = tuple[bool, bool]
Pending = tuple[Choice | None, Choice | None]


class State(msgspec.Struct, frozen=True, gc=False):
    """A match at one moment. Seats and columns count from 0.

    `drawn` cards of the shoe are used up. `pending` are choices made and not yet shown. `locked` speaks
    of the current column. `seed` is hex, secret till the end.
    """

    options: Options = Options()
    shoe: Shoe | None = None
    seed: str = ""
    commitment: str = ""
    cuts: Cuts = UNCUT
    phase: Phase = Phase.DRAFT
    drawn: int = 0
    boards: tuple[Board, Board] = ((EMPTY, EMPTY, EMPTY), (EMPTY, EMPTY, EMPTY))
    pending: Pending = (None, None)
    column: int = 0
    locked: Pair = (False, False)
    results: tuple[Result | None, Result | None, Result | None] = (None, None, None)
    wins: tuple[int, int] = (0, 0)
    skips_lost: tuple[int, int] = (0, 0)
    result: Result | None = None
    reason: Reason | None = None

    def __repr__(self) -> str:
        # Short on purpose: a log or a traceback must not tell the seed, nor a choice that is still hidden.
        return f"<21 Hustle, {self.phase}: {self.drawn} drawn, column {self.column}, wins {self.wins}>"

    def __rich_repr__(self) -> list[tuple[str, Any]]:
        # msgspec's own lists every field.
        return [("phase", self.phase.value), ("drawn", self.drawn), ("column", self.column), ("wins", self.wins)]

    @property
    def asked(self) -> Pair:
        """Which seats owe a choice now: their clocks run (H17–H19)."""
        if self.phase is Phase.OVER or self.shoe is None:
            return (False, False)
        p0, p1 = self.pending
        if self.phase is Phase.DRAFT:
            return (p0 is None, p1 is None)
        return (p0 is None and not self.locked[0], p1 is None and not self.locked[1])


def _shuffled(state: State, event: Shuffled) -> State:
    shoe = Shoe(deck_seed(bytes.fromhex(event.seed), event.cuts))
    return replace(state, shoe=shoe, seed=event.seed, commitment=event.commitment, cuts=event.cuts)


def _chose(state: State, event: Chose) -> State:
    p0, p1 = state.pending
    return replace(state, pending=(p0, event.choice) if event.seat else (event.choice, p1))


def _with_hand(board: Board, column: int, hand: Hand) -> Board:
    if column == 0:
        return (hand, board[1], board[2])
    if column == 1:
        return (board[0], hand, board[2])
    return (board[0], board[1], hand)


def _opening_locks(boards: tuple[Board, Board], column: int) -> Pair:
    """A column drafted to 21 is locked from its start (H12)."""
    return (boards[0][column].total == PERFECT, boards[1][column].total == PERFECT)


def _card_placed(state: State, event: CardPlaced) -> State:
    b0, b1 = state.boards
    c0, c1 = event.columns
    boards = (_with_hand(b0, c0, b0[c0].add(event.card)), _with_hand(b1, c1, b1[c1].add(event.card)))
    drawn = state.drawn + 1
    done = drawn == COLUMNS * ROOM
    return replace(
        state,
        boards=boards,
        drawn=drawn,
        pending=(None, None),
        phase=Phase.MATCHUP if done else Phase.DRAFT,
        locked=_opening_locks(boards, 0) if done else (False, False),
    )


def _turn_played(s: State, event: TurnPlayed) -> State:
    column, boards, locked = s.column, list(s.boards), list(s.locked)
    for seat in range(SEATS):
        choice = event.choices[seat]
        if type(choice) is Hit and event.card is not None:
            hand = boards[seat][column].add(event.card)
            boards[seat] = _with_hand(boards[seat], column, hand)
            locked[seat] = hand.total == PERFECT
        elif type(choice) is Stand:
            locked[seat] = True
    return replace(
        s,
        boards=(boards[0], boards[1]),
        drawn=s.drawn + (event.card is not None),
        pending=(None, None),
        locked=(locked[0], locked[1]),
    )


def _column_ended(state: State, event: ColumnEnded) -> State:
    results = list(state.results)
    results[event.column] = event.result
    w0, w1 = state.wins
    wins = (w0 + (event.result is Result.SEAT0), w1 + (event.result is Result.SEAT1))
    following = min(event.column + 1, COLUMNS - 1)
    # The column and its locks stay where they are at the very end, so that a finished board reads as it was played.
    goes_on = following != event.column and max(wins) < COLUMNS_TO_WIN
    return replace(
        state,
        results=(results[0], results[1], results[2]),
        wins=wins,
        column=following if goes_on else event.column,
        locked=_opening_locks(state.boards, following) if goes_on else state.locked,
    )


def _skip_lost(state: State, event: SkipLost) -> State:
    lost = list(state.skips_lost)
    lost[event.seat] = SKIPS - event.left
    return replace(state, skips_lost=(lost[0], lost[1]))


def _match_ended(state: State, event: MatchEnded) -> State:
    return replace(state, phase=Phase.OVER, pending=(None, None), result=event.result, reason=event.reason)


_EVOLVE: dict[type[Any], Callable[[State, Any], State]] = {
    Shuffled: _shuffled,
    Chose: _chose,
    CardPlaced: _card_placed,
    TurnPlayed: _turn_played,
    ColumnEnded: _column_ended,
    SkipLost: _skip_lost,
    MatchEnded: _match_ended,
}


def evolve(state: State, event: Event) -> State:
    """The state after an event that `decide` made. Raises RulesBug for anything that is no event of this game."""
    change = _EVOLVE.get(type(event))
    if change is None:
        raise RulesBug(f"{type(event).__name__} is no event of 21 Hustle")
    return change(state, event)
