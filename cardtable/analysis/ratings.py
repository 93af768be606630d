"""How strong a player is, from whom they beat: openskill's Plackett-Luce model, shown on a scale that players know.

`mu` is the strength, `sigma` how far off it may be. What is shown is `1500 + 50 (mu - 25)`: 8 points of mu win 91 % of
matches between two who are settled, and so do 400 points of Elo.
"""

from __future__ import annotations

from functools import cache
from typing import TYPE_CHECKING, Literal, NamedTuple

if TYPE_CHECKING:
    from openskill.models import PlackettLuce

Result = Literal["won", "lost", "tied"]
"""From the first player's side."""


class Strength(NamedTuple):
    """A player's strength in one game, and how far off it may be (one standard deviation)."""

    mu: float
    sigma: float


class Shown(NamedTuple):
    """A rating as players read it: `1540 ± 230`, and whether it is provisional."""

    rating: int
    plus_minus: int
    provisional: bool


START = Strength(25.0, 25.0 / 3)
"""Somebody of whom nothing is known: shown as 1500 ± 417."""

AT_START, POINT = 1500, 50
"""What START is shown as, and what one point of mu is worth there."""

SETTLED = 5.25
"""The sigma from which on a rating is no longer called provisional.

Measured with 30 players whose true strengths spread by 100 to 300 Elo, each match against a random one: sigma falls
from 8.33 to 7.1 after 5 matches, 6.3 after 10, 5.2 after 20, 4.5 after 30 and 4.0 after 40. Up to about 20 matches the
true error is what sigma says (260 points); afterwards sigma goes on falling while the error no longer does.
"""

_RANKS: dict[Result, list[float]] = {"won": [1, 2], "lost": [2, 1], "tied": [1, 1]}


def after(first: Strength, second: Strength, result: Result) -> tuple[Strength, Strength]:
    """Both strengths after a match between them."""
    model = _model()
    sides = [[model.rating(*first)], [model.rating(*second)]]
    (one,), (other,) = model.rate(sides, ranks=_RANKS[result])
    return Strength(one.mu, one.sigma), Strength(other.mu, other.sigma)


def shown(mu: float, sigma: float) -> Shown:
    """How a strength is shown."""
    return Shown(round(AT_START + POINT * (mu - START.mu)), round(POINT * sigma), sigma > SETTLED)


@cache
def _model() -> PlackettLuce:
    # Not needed before the first rated match has ended.
    from openskill.models import PlackettLuce

    return PlackettLuce(mu=START.mu, sigma=START.sigma)
