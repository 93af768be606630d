"""Matrix games: known solutions, and that nobody can do better against a solution."""

from __future__ import annotations

import random

import pytest

from cardtable.analysis.matrix_games import Solution, solve, solve_2x2, value_2x2


def _exploited(payoffs: list[list[float]], solution: Solution) -> tuple[float, float]:
    """What each mix is sure of: of the rows at least, of the columns at most."""
    by_column = [sum(p * row[n] for p, row in zip(solution.rows, payoffs, strict=True)) for n in range(len(payoffs[0]))]
    by_row = [sum(q * entry for q, entry in zip(solution.columns, row, strict=True)) for row in payoffs]
    return min(by_column), max(by_row)


def test_a_mixed_game() -> None:
    value, rows, columns = solve_2x2(3.0, -1.0, -2.0, 1.0)
    assert value == pytest.approx(1 / 7)
    assert rows == pytest.approx((3 / 7, 4 / 7))
    assert columns == pytest.approx((2 / 7, 5 / 7))


def test_of_two_safe_rows_the_one_that_punishes_mistakes() -> None:
    assert solve_2x2(0.0, 1.0, 0.0, 0.5).rows == (1.0, 0.0)
    assert solve_2x2(0.0, 0.5, 0.0, 1.0).rows == (0.0, 1.0)


def test_when_nothing_matters_nobody_hits() -> None:
    assert solve_2x2(1.0, 1.0, 1.0, 1.0) == Solution(1.0, (0.0, 1.0), (0.0, 1.0))


@pytest.mark.parametrize("shape", [(1, 1), (1, 3), (3, 1), (2, 3), (3, 3)])
def test_nobody_does_better_against_a_solution(shape: tuple[int, int]) -> None:
    rng = random.Random(str(shape))
    for _ in range(200):
        payoffs = [[float(rng.randint(-3, 3)) for _ in range(shape[1])] for _ in range(shape[0])]
        solution = solve(payoffs)
        assert min(*solution.rows, *solution.columns) >= -1e-12
        assert _exploited(payoffs, solution) == pytest.approx((solution.value, solution.value), abs=1e-9)


def test_both_ways_of_solving_agree() -> None:
    rng = random.Random(4)
    for _ in range(500):
        a, b, c, d = (rng.uniform(-1, 1) for _ in range(4))
        assert solve([[a, b], [c, d]]).value == pytest.approx(value_2x2(a, b, c, d), abs=1e-9)
        assert _exploited([[a, b], [c, d]], solve_2x2(a, b, c, d)) == pytest.approx((value_2x2(a, b, c, d),) * 2)
