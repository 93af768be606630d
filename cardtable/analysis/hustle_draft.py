"""The open draft (H24): where to put the card that lies face up for both.

The placement of one card is a matrix game of at most 3×3. Its entries are averages over random completions: the cards
that follow drawn from those unseen, both players placing them at random by room. Values are match points to seat 0.
"""

from __future__ import annotations

import random
from collections.abc import Sequence

import msgspec

from cardtable.analysis.hustle_columns import ALL_PAIRS, Column, Payoff
from cardtable.analysis.hustle_hands import AFTER, HANDS, VALUES, odds_of
from cardtable.analysis.matrix_games import EVEN, solve
from cardtable.rules.hustle.commands import COLUMNS

COMPLETIONS = 200
"""Random completions that an entry is averaged over."""

GRID = 5
"""Worths of a tie, from a loss to a win, that columns are solved at; those between are interpolated.

An odd number, so that a tie worth 0 is one of them. The error, 0.0014 on average, is far below that of sampling.
"""

Hands = tuple[int, int, int]
"""One seat's hand codes, column by column."""


class Draft(msgspec.Struct, frozen=True):
    """An open draft with a card in hand, as both players know it.

    `boards` and `room` (cards that still fit) are by seat and column. `card`: the value in hand, 1 to 10. `unseen`:
    how many cards of each value, ace first, have not been seen; the card in hand has.
    """

    boards: tuple[Hands, Hands]
    room: tuple[Hands, Hands]
    card: int
    unseen: tuple[int, ...]


def placement_odds(draft: Draft, seat: int, rng: random.Random, completions: int = COMPLETIONS) -> dict[int, float]:
    """The chance with which to put the card into each column that has room, in equilibrium of the averaged game."""
    choices = [_open_columns(room) for room in draft.room]
    if len(choices[seat]) == 1:
        return {choices[seat][0]: 1.0}
    solution = solve(placement_game(draft, rng, completions))
    return dict(zip(choices[seat], solution.columns if seat else solution.rows, strict=True))


def placement_game(draft: Draft, rng: random.Random, completions: int = COMPLETIONS) -> list[list[float]]:
    """The averaged values: a row for each column of seat 0 that has room, a column for each of seat 1's."""
    values = BoardValues(odds_of(draft.unseen))
    pool = [value for value, count in zip(VALUES, draft.unseen, strict=True) for _ in range(count)]
    to_come = sum(draft.room[0]) - 1
    sums = [[0.0] * len(_open_columns(draft.room[1])) for _ in _open_columns(draft.room[0])]
    for _ in range(completions):
        # The same cards for every entry, so that chance weighs on all alike.
        cards = rng.sample(pool, to_come)
        ours, theirs = (_completed(draft, seat, cards, rng) for seat in (0, 1))
        for row, board0 in zip(sums, ours, strict=True):
            for n, board1 in enumerate(theirs):
                row[n] += values.worth(board0, board1)
    return [[total / completions for total in row] for row in sums]


def _open_columns(room: Sequence[int]) -> list[int]:
    return [column for column in range(COLUMNS) if room[column]]


def _completed(draft: Draft, seat: int, cards: Sequence[int], rng: random.Random) -> list[list[int]]:
    """For each column the card in hand may go to, a board filled up with these cards at random."""
    # A random order of the free places is the same as choosing each column by its remaining room.
    places = [column for column in range(COLUMNS) for _ in range(draft.room[seat][column])]
    rng.shuffle(places)
    boards = []
    for chosen in _open_columns(draft.room[seat]):
        board, order = list(draft.boards[seat]), places.copy()
        order.remove(chosen)
        for column, value in zip((chosen, *order), (draft.card, *cards), strict=True):
            board[column] = AFTER[board[column]][value - 1]
        boards.append(board)
    return boards


def _exchanged(values: Sequence[float]) -> list[float]:
    """A column's values by cell with the seats exchanged."""
    return [-values[hand1 * HANDS + hand0] for hand0 in range(HANDS) for hand1 in range(HANDS)]


class BoardValues:
    """What finished boards are worth, quickly: each column is solved beforehand for `GRID` worths of a tie.

    Any payoff is one of those with win 1 and loss -1, stretched and shifted, up to the worth of the tie.
    """

    def __init__(self, odds: Sequence[float]) -> None:
        middle = GRID // 2
        upper = [Column(odds, Payoff(1.0, n / middle, -1.0)).solve(ALL_PAIRS) for n in range(middle + 1)]
        # With a tie worth as much the other way, the column is the same game with the seats exchanged.
        self._by_tie = [_exchanged(values) for values in reversed(upper[1:])] + upper

    def worth(self, board0: Sequence[int], board1: Sequence[int]) -> float:
        """The match with these boards before its first column; two cards in each column."""
        first, second, last = [hand0 * HANDS + hand1 for hand0, hand1 in zip(board0, board1, strict=True)]
        # The last column first (H16): a tie is a win to who is ahead, a loss to who is behind, else just a tie.
        behind = (self._by_tie[0][last] - 1) / 2
        even = self._by_tie[GRID // 2][last]
        ahead = (self._by_tie[-1][last] + 1) / 2
        return self._column(
            first,
            self._column(second, 1.0, ahead, even),
            self._column(second, ahead, even, behind),
            self._column(second, even, behind, -1.0),
        )

    def _column(self, cell: int, win: float, tie: float, loss: float) -> float:
        stretch = (win - loss) / 2
        if stretch < EVEN:
            return win
        place = (tie - loss) / stretch * (GRID // 2)
        below = min(int(place), GRID - 2)
        low, high = self._by_tie[below][cell], self._by_tie[below + 1][cell]
        return loss + stretch * (1 + low + (place - below) * (high - low))
