"""Ratings: who wins gains, nobody is settled early, and the scale is the one the docstring promises."""

from __future__ import annotations

import random
import subprocess
import sys

import pytest

from cardtable.analysis.ratings import SETTLED, START, Result, Strength, after, shown


@pytest.mark.parametrize(("result", "sign"), [("won", 1), ("lost", -1), ("tied", 0)])
def test_equals_move_apart_by_the_result_alone(result: Result, sign: int) -> None:
    first, second = after(START, START, result)
    assert (first.mu > START.mu) - (first.mu < START.mu) == sign
    assert first.mu + second.mu == pytest.approx(2 * START.mu)
    assert first.sigma == pytest.approx(second.sigma)
    assert first.sigma < START.sigma


def test_both_sides_count_alike() -> None:
    one, other = Strength(30, 4), Strength(22, 6)
    lost, won = after(one, other, "lost"), after(other, one, "won")
    assert lost[0] == pytest.approx(won[1])
    assert lost[1] == pytest.approx(won[0])


def test_beating_somebody_stronger_is_worth_more() -> None:
    me = Strength(25, 5)
    assert after(me, Strength(35, 5), "won")[0].mu > after(me, Strength(15, 5), "won")[0].mu


def test_a_newcomer_is_provisional_at_fifteen_hundred() -> None:
    assert shown(*START) == (1500, 417, True)
    assert shown(START.mu + 8, 2.0) == (1900, 100, False)


def test_one_is_settled_after_about_twenty_matches() -> None:
    rng, players = random.Random(7), [START] * 30
    played, settled = [0] * 30, list[int]()
    while len(settled) < 30:
        a, b = rng.sample(range(30), 2)
        before = players[a], players[b]
        players[a], players[b] = after(*before, rng.choice(("won", "lost")))
        for seat, was in zip((a, b), before, strict=True):
            played[seat] += 1
            if was.sigma > SETTLED >= players[seat].sigma:
                settled.append(played[seat])
    assert 15 <= min(settled) <= max(settled) <= 27


def test_the_model_is_loaded_by_the_first_rated_match() -> None:
    code = "import sys, cardtable.analysis.ratings as r; r.shown(*r.START); print('openskill' in sys.modules)"
    told = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert told.stdout == "False\n"
