"""How many decisions a second the rules of 21 Hustle take on one core: `python tests/bench/rules_speed.py`.

A decision is one command: `decide`, then `evolve` for each event that follows. The matches are random and whole, from
the shuffle on. Machines differ, so each figure stands beside a fixed loop of plain Python timed in the same run.
"""

from __future__ import annotations

import random
import time
from collections.abc import Callable

from cardtable.rules.hustle.commands import Choice, Options
from cardtable.rules.hustle.play import decide, legal, start
from cardtable.rules.hustle.state import State, evolve

MATCHES = 200
ROUNDS = 40
REFERENCE = "reference loop, steps"

Script = tuple[bytes, list[tuple[int, Choice]]]


def _shuffled(seed: bytes) -> State:
    state, event = start(Options(), seed)
    return evolve(state, event)


def _play(state: State, seat: int, choice: Choice) -> State:
    for event in decide(state, seat, choice):
        state = evolve(state, event)
    return state


def _random_match(number: int) -> Script:
    rng, seed = random.Random(number), number.to_bytes(32, "big")
    state, moves = _shuffled(seed), []
    while asked := [seat for seat in (0, 1) if state.asked[seat]]:
        seat = rng.choice(asked)
        choice = rng.choice(legal(state, seat))
        moves.append((seat, choice))
        state = _play(state, seat, choice)
    return seed, moves


def _decide_and_evolve(scripts: list[Script]) -> None:
    for seed, moves in scripts:
        state = _shuffled(seed)
        for seat, choice in moves:
            state = _play(state, seat, choice)


def _with_legal(scripts: list[Script]) -> None:
    for seed, moves in scripts:
        state = _shuffled(seed)
        for seat, choice in moves:
            legal(state, seat)
            state = _play(state, seat, choice)


def _reference(steps: int) -> None:
    seen: dict[int, tuple[int, int]] = {}
    value = 1
    for _ in range(steps):
        value = value * 6364136223846793005 % 2**61
        seen[value & 1023] = (value, len(seen))


def _timed(action: Callable[[], None]) -> float:
    began = time.perf_counter()
    action()
    return time.perf_counter() - began


def _measure(actions: dict[str, Callable[[], None]]) -> dict[str, float]:
    """The best time of each, in seconds, taken in turn so that a slow moment of the machine hits all alike."""
    rounds = [{name: _timed(action) for name, action in actions.items()} for _ in range(ROUNDS)]
    return {name: min(timed[name] for timed in rounds) for name in actions}


def main() -> None:
    """Print the table."""
    scripts = [_random_match(number) for number in range(MATCHES)]
    decisions = sum(len(moves) for _, moves in scripts)
    best = _measure(
        {
            "decide + evolve": lambda: _decide_and_evolve(scripts),
            "legal + decide + evolve": lambda: _with_legal(scripts),
            REFERENCE: lambda: _reference(decisions),
        }
    )
    print(f"{MATCHES} random matches of 21 Hustle, {decisions / MATCHES:.1f} decisions each; best of {ROUNDS} rounds\n")
    print(f"{'':26}{'per second':>12}{'of reference':>14}")
    for name, seconds in best.items():
        print(f"{name:26}{decisions / seconds:12,.0f}{best[REFERENCE] / seconds:14.3f}")


if __name__ == "__main__":
    main()
