"""How long a bot takes over a choice: as long as a person might, and never so long that its clock ends (H17–H19)."""

from __future__ import annotations

import random

from cardtable.rules.hustle.commands import COLUMNS, ROOM
from cardtable.rules.hustle.views import HustleView, Phase
from cardtable.table.views import TableView

QUICKEST = 0.6
SLOWEST = 2.5
"""Seconds that a choice takes a bot."""

PART_OF_CLOCK = 0.75
"""At most this part of a choice's share of the clock is used; the rest is for a busy machine."""


def pause(view: TableView, match: HustleView, rng: random.Random) -> float:
    """Seconds to wait before the choice that this view asks of its viewer is sent."""
    wished = rng.uniform(QUICKEST, SLOWEST)
    clock = view.seats[match.viewer].clock if match.viewer is not None else None
    if clock is None:
        return wished
    share = clock.left() / 1000 / _choices_on_clock(match)
    return min(wished, PART_OF_CLOCK * share)


def _choices_on_clock(match: HustleView) -> int:
    """The draft's budget has to last for every card still to be placed (H17); a turn's clock for one choice (H18)."""
    return COLUMNS * ROOM - match.placed if match.phase is Phase.DRAFT else 1
