"""Which bot is stronger, over seeded matches of 21 Hustle: `python -m tests.bench.bot_strength [--matches 5000]`.

Match n is dealt from seed n, from 1 up. The first named sits in seat 0 for even seeds, in seat 1 for odd ones.
"""

from __future__ import annotations

import argparse
import time
from collections.abc import Sequence
from concurrent.futures import ProcessPoolExecutor
from functools import partial
from statistics import fmean, stdev

from cardtable.bots.levels import LEVELS
from cardtable.rules.hustle.commands import Options
from tests.support.matches import play_random, points_of

STRATEGIES = {"random": play_random, **{name: level.choose for name, level in LEVELS.items()}}
MEETINGS = (("shark", "regular"), ("regular", "rookie"), ("rookie", "random"))


def _points(seed: int, ours: str, theirs: str, options: Options) -> int:
    return points_of(seed, STRATEGIES[ours], STRATEGIES[theirs], options)


def _row(ours: str, theirs: str, points: Sequence[int], seconds: float) -> str:
    mean, error = fmean(points), stdev(points) / len(points) ** 0.5
    counts = "".join(f"{points.count(result):7}" for result in (1, 0, -1))
    return f"{ours + ' v ' + theirs:20}{counts}{mean:+9.4f}{error:9.4f}{mean / error:7.1f}{seconds:7.0f} s"


def main() -> None:
    """Play, and print the table."""
    parser = argparse.ArgumentParser(description="Bots against each other.")
    parser.add_argument("--matches", type=int, default=5000, help="seeds 1 to this")
    parser.add_argument("--processes", type=int, default=2)
    parser.add_argument("--draft", choices=("blind", "open"), default="blind")
    asked = parser.parse_args()
    print(f"{asked.matches} matches, {asked.draft} draft; mean in match points to the first\n")
    print(f"{'':20}{'won':>7}{'tied':>7}{'lost':>7}{'mean':>9}{'error':>9}{'z':>7}")
    with ProcessPoolExecutor(asked.processes) as pool:
        for ours, theirs in MEETINGS:
            began = time.perf_counter()
            match = partial(_points, ours=ours, theirs=theirs, options=Options(draft=asked.draft))
            points = list(pool.map(match, range(1, asked.matches + 1), chunksize=20))
            print(_row(ours, theirs, points, time.perf_counter() - began), flush=True)


if __name__ == "__main__":
    main()
