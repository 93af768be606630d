"""Whole matches of 21 Hustle between strategies that play by view alone, without a table."""

from __future__ import annotations

import random
from collections.abc import Callable, Sequence

from cardtable.bots.levels import Strategy
from cardtable.rules.hustle.commands import Choice, Options
from cardtable.rules.hustle.events import Result
from cardtable.rules.hustle.project import view_for
from cardtable.rules.hustle.state import State
from cardtable.rules.hustle.views import HustleView
from tests.support.hustle import STANDARD, asked, play, shuffled

Watch = Callable[[HustleView, Choice], None]
POINTS = {Result.SEAT0: 1, Result.SEAT1: -1, Result.TIE: 0}


def play_random(view: HustleView, rng: random.Random) -> Choice:
    """Any legal choice."""
    return rng.choice(view.legal)


def play_match(seed: int, seats: Sequence[Strategy], options: Options = STANDARD, watch: Watch | None = None) -> State:
    """The end of the match dealt from this seed; `watch` is shown every view that was acted on, and the choice."""
    state = shuffled(seed.to_bytes(32, "big"), options)
    rngs = [random.Random(f"{seed}/{seat}") for seat in (0, 1)]
    while owing := asked(state):
        seat = owing[0]
        view = view_for(state, seat)
        choice = seats[seat](view, rngs[seat])
        if watch:
            watch(view, choice)
        state = play(state, seat, choice)
    return state


def points_of(seed: int, ours: Strategy, theirs: Strategy, options: Options = STANDARD) -> int:
    """1, 0 or -1 for `ours`, which sits in seat 0 for even seeds and in seat 1 for odd ones."""
    seat = seed % 2
    state = play_match(seed, (theirs, ours) if seat else (ours, theirs), options)
    if state.result is None:
        raise AssertionError(f"the match of seed {seed} has no result")
    return -POINTS[state.result] if seat else POINTS[state.result]
