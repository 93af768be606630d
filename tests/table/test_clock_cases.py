"""Every scripted game at a live table, with its clocks (H17–H21) turned by hand."""

from __future__ import annotations

from typing import Any

import pytest

from cardtable.rules.cards import parse_card
from cardtable.table.clock import Timing
from cardtable.table.handle import Handled, handle, run_clocks
from cardtable.table.table import Table
from tests.support.hustle_cases import REJECTIONS, Scenario, Step, choice_of, differences, legal_actions, load
from tests.support.tables import playing_table, seeds

CASES = load()
TIMING = Timing(CASES.clock.draft_ms, CASES.clock.turn_ms, CASES.clock.extra_ms)


def _act(table: Table, step: Step) -> Table:
    table, _ = run_clocks(table, step.at, seeds)
    if step.legal is not None and step.seat is not None:
        assert table.match is not None
        assert legal_actions(table.match, step.seat) == step.legal
    if step.action is None:
        return table
    before = table
    handled: Handled = handle(table, step.seat, choice_of(step.action), step.at, seeds)
    if step.rejected:
        assert handled.refusal is not None
        assert handled.refusal.code in REJECTIONS[step.rejected]
        assert handled.table == before
        assert handled.entries == ()
    else:
        assert handled.refusal is None
    return handled.table


def _clock_differences(table: Table, expect: dict[str, Any], at: int) -> list[str]:
    assert table.clocks is not None
    shown = [clock.charged(at) for clock in table.clocks.seats]
    found = {"main": [clock.main for clock in shown], "extra": [clock.extra for clock in shown]}
    return [
        f"{k}: expected {expect[k]}, is {found[k]}" for k in ("main", "extra") if k in expect and expect[k] != found[k]
    ]


@pytest.mark.parametrize("scenario", CASES.scenarios, ids=lambda scenario: scenario.id)
def test_scripted_game_at_a_table(scenario: Scenario) -> None:
    table = playing_table(deck=[parse_card(code) for code in scenario.deck], timing=TIMING)
    for number, step in enumerate(scenario.steps):
        where = f"{scenario.id} {scenario.title}, step {number} at {step.at} ms"
        table = _act(table, step)
        assert table.match is not None
        assert differences(table.match, step.expect) == [], where
        assert _clock_differences(table, step.expect, step.at) == [], where
