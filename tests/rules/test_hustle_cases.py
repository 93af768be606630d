"""Every scripted game that has no clock in it, by the rules alone. (Those with a clock run at a table.)"""

from __future__ import annotations

import pytest

from cardtable.errors import Rejected
from cardtable.rules.hustle.play import decide
from cardtable.rules.hustle.state import State, evolve
from tests.support.hustle_cases import REJECTIONS, Scenario, Step, choice_of, differences, legal_actions, load

SCENARIOS = [scenario for scenario in load().scenarios if not scenario.has_clock]


def _act(state: State, step: Step) -> State:
    if step.action is None or step.seat is None:
        return state
    if step.rejected:
        with pytest.raises(Rejected) as refusal:
            decide(state, step.seat, choice_of(step.action))
        assert refusal.value.code in REJECTIONS[step.rejected]
        return state
    for event in decide(state, step.seat, choice_of(step.action)):
        state = evolve(state, event)
    return state


@pytest.mark.parametrize("scenario", SCENARIOS, ids=lambda scenario: scenario.id)
def test_scripted_game(scenario: Scenario) -> None:
    state = scenario.start()
    for number, step in enumerate(scenario.steps):
        where = f"{scenario.id} {scenario.title}, step {number} at {step.at} ms"
        if step.legal is not None and step.seat is not None:
            assert legal_actions(state, step.seat) == step.legal, where
        state = _act(state, step)
        assert differences(state, step.expect) == [], where
