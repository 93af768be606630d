"""What a bot loses in the last column of the real deck, exactly, to the best reply of somebody who counts every card:
`python -m tests.bench.last_column_loss [--boards 1000]`.

Sharks play seeded matches, from seed 1 up; every last column they come to is taken with its score and its unseen cards.
The bot that is looked at has seat 0 for even seeds, seat 1 for odd ones.
"""

from __future__ import annotations

import argparse
from collections.abc import Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from itertools import count, islice
from statistics import fmean, stdev
from typing import NamedTuple

from cardtable.analysis.hustle import Position, hit_chance
from cardtable.analysis.hustle_exact import Policy, against_best_reply, equilibrium, mirrored
from cardtable.analysis.hustle_hands import total_of
from cardtable.bots import shark
from cardtable.bots.reading import position
from cardtable.bots.regular import STANDS_ON
from cardtable.rules.hustle.commands import COLUMNS, Choice
from cardtable.rules.hustle.views import HustleView, Phase
from tests.support.matches import play_match


def _shark(moment: Position) -> float:
    return hit_chance(moment, 0)


def _regular(moment: Position) -> float:
    (mine, other) = moment.hands[0]
    return float(total_of(mine) < (total_of(other) if moment.locked[1] else STANDS_ON))


POLICIES: dict[str, Policy] = {"shark": _shark, "regular": _regular}


class Losses(NamedTuple):
    """In match points, for each of `POLICIES`."""

    lead: int
    by_policy: tuple[float, ...]


def _losses(seed: int) -> Losses | None:
    """The losses in the last column of this match, or None if it was over before or nobody was asked there."""
    moment = _last_column(seed)
    if moment is None:
        return None
    seen = mirrored(moment) if seed % 2 else moment
    exact = equilibrium(seen)
    return Losses(seen.lead, tuple(exact - against_best_reply(seen, policy) for policy in POLICIES.values()))


def _last_column(seed: int) -> Position | None:
    first: list[Position] = []

    def watch(view: HustleView, choice: Choice) -> None:
        if view.phase is Phase.MATCHUP and view.column == COLUMNS - 1 and not first:
            first.append(position(view))

    play_match(seed, (shark.choose, shark.choose), watch=watch)
    return first[0] if first else None


def _boards(pool: ProcessPoolExecutor, number: int) -> list[Losses]:
    def found() -> Iterator[Losses]:
        seeds = count(1)
        while True:
            yield from filter(None, pool.map(_losses, islice(seeds, 50), chunksize=5))

    return list(islice(found(), number))


def _row(name: str, losses: Sequence[float]) -> str:
    error = stdev(losses) / len(losses) ** 0.5
    return f"{name:24}{len(losses):8}{fmean(losses):10.5f}{error:10.5f}{max(losses):10.5f}"


def main() -> None:
    """Print the table."""
    parser = argparse.ArgumentParser(description="Exact losses in the last column.")
    parser.add_argument("--boards", type=int, default=1000)
    parser.add_argument("--processes", type=int, default=2)
    asked = parser.parse_args()
    with ProcessPoolExecutor(asked.processes) as pool:
        boards = _boards(pool, asked.boards)
    print("Exact loss in the last column to a best reply that counts cards, match points\n")
    print(f"{'':24}{'boards':>8}{'mean':>10}{'error':>10}{'most':>10}")
    for number, name in enumerate(POLICIES):
        print(_row(name, [board.by_policy[number] for board in boards]))
        for lead, score in ((-1, "behind"), (0, "even"), (1, "ahead")):
            print(_row(f"  {score}", [board.by_policy[number] for board in boards if board.lead == lead]))


if __name__ == "__main__":
    main()
