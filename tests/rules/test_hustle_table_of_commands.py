"""Every phase against every command: what the table of checks does not list is refused and changes nothing."""

from __future__ import annotations

from itertools import product

import msgspec
import pytest

from cardtable.errors import Rejected, RulesBug
from cardtable.rules.hustle.commands import CONCEDE, HIT, PLACES, STAND, Command, Options
from cardtable.rules.hustle.play import _CHECKS, check, decide, legal, start
from cardtable.rules.hustle.state import State, evolve
from cardtable.rules.hustle.views import Phase
from tests.support.hustle import drafted, play, shuffled

COMMANDS: tuple[Command, ...] = (*PLACES, HIT, STAND, CONCEDE)
IN_PHASE = {
    Phase.DRAFT: shuffled(b"a match"),
    Phase.MATCHUP: drafted("2S 3S 4S 5S 6S 7S"),
    Phase.OVER: play(drafted("2S 3S 4S 5S 6S 7S"), 0, CONCEDE),
}
PAIRS = [(phase, command, seat) for phase, command, seat in product(Phase, COMMANDS, (0, 1))]


def _listed(phase: Phase, command: Command) -> bool:
    return (phase, type(command)) in _CHECKS


@pytest.mark.parametrize(("phase", "command", "seat"), [pair for pair in PAIRS if not _listed(*pair[:2])])
def test_a_missing_pair_is_refused_and_changes_nothing(phase: Phase, command: Command, seat: int) -> None:
    state = IN_PHASE[phase]
    before = msgspec.structs.asdict(state)
    with pytest.raises(Rejected) as refusal:
        decide(state, seat, command)
    assert refusal.value.code == ("over" if phase is Phase.OVER else "wrong_phase")
    assert refusal.value.text.endswith(".")
    assert msgspec.structs.asdict(state) == before


@pytest.mark.parametrize(("phase", "command", "seat"), [pair for pair in PAIRS if _listed(*pair[:2])])
def test_a_listed_pair_is_accepted_from_a_seat_that_is_asked(phase: Phase, command: Command, seat: int) -> None:
    assert decide(IN_PHASE[phase], seat, command)


def test_every_command_is_listed_in_some_phase_and_none_when_over() -> None:
    assert {kind for _, kind in _CHECKS} == {type(command) for command in COMMANDS}
    assert Phase.OVER not in {phase for phase, _ in _CHECKS}


@pytest.mark.parametrize("command", COMMANDS)
def test_nothing_can_be_done_before_the_shuffle(command: Command) -> None:
    state, _ = start(Options(), b"a match")
    refusal = check(state, 0, command)
    assert refusal is not None
    assert refusal.code == "not_started"
    assert legal(state, 0) == legal(state, 1) == ()


def test_a_refusal_raised_twice_is_two_exceptions() -> None:
    raised = []
    for _ in range(2):
        with pytest.raises(Rejected) as refusal:
            decide(IN_PHASE[Phase.OVER], 0, HIT)
        raised.append(refusal.value)
    assert raised[0] is not raised[1]  # a shared one would gather tracebacks for as long as the process lives


def test_what_is_no_event_is_a_bug_of_ours() -> None:
    with pytest.raises(RulesBug, match="Stand is no event"):
        evolve(State(), STAND)  # type: ignore[arg-type]
