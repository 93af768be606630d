"""The levels a bot can play at."""

from __future__ import annotations

import random
from collections.abc import Callable
from typing import NamedTuple

from cardtable.bots import regular, rookie, shark
from cardtable.rules.hustle.commands import Choice
from cardtable.rules.hustle.views import HustleView

Strategy = Callable[[HustleView, random.Random], Choice]
"""From what a seat sees, and private randomness, to a legal choice."""


class Level(NamedTuple):
    """How a level chooses, and whether that takes so long that it must not be done in the event loop."""

    choose: Strategy
    slow: bool = False


LEVELS: dict[str, Level] = {
    "rookie": Level(rookie.choose),
    "regular": Level(regular.choose),
    "shark": Level(shark.choose, slow=True),
}
"""Weakest first."""
