"""Two-player zero-sum matrix games. Entries are what the row player gets; the column player pays it."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

EVEN = 1e-12
"""Differences below this are rounding, not preference."""


class Solution(NamedTuple):
    """The value to the row player, and a mixed choice of each side that guarantees it."""

    value: float
    rows: tuple[float, ...]
    columns: tuple[float, ...]


def value_2x2(a: float, b: float, c: float, d: float) -> float:
    """The value of [[a, b], [c, d]]. On its own because a column solve asks for nothing else, many times over."""
    across, back, down, up = a - b, d - c, a - c, d - b
    if (across > 0 < back and down > 0 < up) or (across < 0 > back and down < 0 > up):
        # Nobody has a safe pure choice. Written with differences, so that near-equal entries lose no precision.
        return a - across * down / (across + back)
    return max(min(a, b), min(c, d))


def solve_2x2(a: float, b: float, c: float, d: float) -> Solution:
    """The game [[a, b], [c, d]]. Of equally safe pure choices the one that gains more from the other's mistakes."""
    value = value_2x2(a, b, c, d)
    rows = _safe_choice(value, (a, b), (c, d))
    columns = _safe_choice(-value, (-a, -c), (-b, -d))
    spread = (a - b) + (d - c)
    return Solution(value, rows or _mix((d - c) / spread), columns or _mix((d - b) / spread))


def _safe_choice(value: float, first: tuple[float, float], second: tuple[float, float]) -> tuple[float, float] | None:
    safe = [n for n, payoffs in enumerate((first, second)) if min(payoffs) >= value - EVEN]
    if len(safe) == 2:
        safe = [0] if sum(first) > sum(second) + EVEN else [1]
    return _mix(1.0 - safe[0]) if safe else None


def _mix(first: float) -> tuple[float, float]:
    return (first, 1.0 - first)


def solve(payoffs: Sequence[Sequence[float]]) -> Solution:
    """Any matrix game with at least one row and one column, by the simplex method.

    With every entry made positive the game is the linear program "maximise the sum of y where payoffs · y <= 1":
    the value is 1 / sum(y), the columns' mix is y and the rows' mix is the dual prices, both times the value.
    """
    shift = 1.0 - min(map(min, payoffs))
    tableau, basis = _simplex([[entry + shift for entry in row] for row in payoffs])
    height, width = len(payoffs), len(payoffs[0])
    worth = 1.0 / tableau[-1][-1]
    columns = [0.0] * width
    for row, variable in zip(tableau, basis, strict=False):
        if variable < width:
            columns[variable] = row[-1] * worth
    rows = tuple(tableau[-1][width + n] * worth for n in range(height))
    return Solution(worth - shift, rows, tuple(columns))


def _simplex(payoffs: list[list[float]]) -> tuple[list[list[float]], list[int]]:
    height, width = len(payoffs), len(payoffs[0])
    tableau = [[*row, *(float(n == slack) for slack in range(height)), 1.0] for n, row in enumerate(payoffs)]
    tableau.append([-1.0] * width + [0.0] * (height + 1))
    basis = [width + n for n in range(height)]
    while True:
        # Bland's rule, the first column that improves and the lowest variable of a tie, so that it always ends.
        entering = next((n for n, price in enumerate(tableau[-1][:-1]) if price < -EVEN), None)
        if entering is None:
            return tableau, basis
        bounds = [
            (row[-1] / row[entering], variable, n)
            for n, (row, variable) in enumerate(zip(tableau, basis, strict=False))
            if row[entering] > EVEN
        ]
        leaving = min(bounds)[2]
        _pivot(tableau, leaving, entering)
        basis[leaving] = entering


def _pivot(tableau: list[list[float]], leaving: int, entering: int) -> None:
    scale = tableau[leaving][entering]
    pivot = tableau[leaving] = [entry / scale for entry in tableau[leaving]]
    for n, row in enumerate(tableau):
        if n != leaving and row[entering]:
            factor = row[entering]
            tableau[n] = [entry - factor * base for entry, base in zip(row, pivot, strict=True)]
