"""How long the shark takes over a choice: `python -m tests.bench.choice_time [--matches 200]`.

Sharks play seeded matches; each of their choices is timed, by the column it was made in, or by the card placed in the
open draft. (In the blind draft nothing is solved.) The figure to keep is 150 ms.
"""

from __future__ import annotations

import argparse
import random
import time
from collections import defaultdict
from statistics import median

from cardtable.bots import shark
from cardtable.rules.hustle.commands import Choice, Options
from cardtable.rules.hustle.views import HustleView, Phase
from tests.support.matches import play_match


class Stopwatch:
    """A shark that notes how long each choice took, in milliseconds."""

    def __init__(self) -> None:
        self.times: dict[str, list[float]] = defaultdict(list)

    def choose(self, view: HustleView, rng: random.Random) -> Choice:
        """The shark's choice."""
        began = time.perf_counter()
        choice = shark.choose(view, rng)
        self.times[_kind(view)].append((time.perf_counter() - began) * 1000)
        return choice


def _kind(view: HustleView) -> str:
    if view.phase is Phase.DRAFT:
        return f"{view.options.draft} draft, card {view.placed + 1}"
    return f"match-up, column {view.column + 1}"


def main() -> None:
    """Print the table."""
    parser = argparse.ArgumentParser(description="The shark's choice time.")
    parser.add_argument("--matches", type=int, default=200)
    asked = parser.parse_args()
    watch = Stopwatch()
    for seed in range(1, asked.matches + 1):
        play_match(seed, (watch.choose, watch.choose), Options(draft="open" if seed % 10 == 0 else "blind"))
    print(f"{'':24}{'choices':>8}{'median':>10}{'most':>10}   (milliseconds)")
    for kind, times in sorted(watch.times.items()):
        print(f"{kind:24}{len(times):8}{median(times):10.2f}{max(times):10.2f}")


if __name__ == "__main__":
    main()
