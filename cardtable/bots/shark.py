"""The shark: the equilibrium of the whole match-up, solved anew before every choice with the odds of the unseen cards.

Nobody gains on it by more than about a thousandth of a match. Solving takes tens of milliseconds, so it is done in the
worker process, never in the event loop.
"""

from __future__ import annotations

import random

from cardtable.analysis.hustle import hit_chance
from cardtable.analysis.hustle_draft import placement_odds
from cardtable.bots.reading import open_draft, place_at_random, position, seat_of
from cardtable.rules.hustle.commands import HIT, PLACES, STAND, Choice, Place
from cardtable.rules.hustle.views import HustleView, Phase


def choose(view: HustleView, rng: random.Random) -> Choice:
    """The shark's choice for a seat that is asked; where the equilibrium mixes, `rng` decides."""
    if view.phase is Phase.DRAFT:
        # Blind placement never improves one's own board, it only decides which hands meet (H4).
        return place_at_random(view, rng) if view.up_card is None else _place_open(view, rng)
    return HIT if rng.random() < hit_chance(position(view), seat_of(view)) else STAND


def _place_open(view: HustleView, rng: random.Random) -> Place:
    odds = placement_odds(open_draft(view), seat_of(view), rng)
    return PLACES[rng.choices(list(odds), list(odds.values()))[0]]
