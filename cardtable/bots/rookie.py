"""The rookie: plays like the regular in about 70 % of choices. Its mistakes are a beginner's.

It fears to bust and stands too early, or it cannot leave a 17 or 18 alone. It never stands where no card can bust,
never touches 19 or more unless it is behind a locked total, and never takes a card that must bust.
"""

from __future__ import annotations

import random

from cardtable.bots.reading import lanes, place_at_random, surely_busts
from cardtable.bots.regular import wants_card
from cardtable.rules.hustle.commands import HIT, STAND, Choice
from cardtable.rules.hustle.views import HustleView, Phase

MISTAKES = 0.5
"""How often the rookie goes wrong where it can: on hard 12 to 18, which is about six choices in ten."""


def choose(view: HustleView, rng: random.Random) -> Choice:
    """The rookie's choice for a seat that is asked."""
    if view.phase is Phase.DRAFT:
        return place_at_random(view, rng)
    hit = wants_card(view)
    if _is_tempted(view) and rng.random() < MISTAKES:
        hit = not hit
    return HIT if hit and not surely_busts(view) else STAND


def _is_tempted(view: HustleView) -> bool:
    mine = lanes(view)[0]
    return 12 <= mine.total <= 18
