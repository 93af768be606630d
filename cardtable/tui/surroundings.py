"""What the app gives every table screen."""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import dataclass

from cardtable.table.link import TableLink
from cardtable.table.views import TableView
from cardtable.tui.brush import Look
from cardtable.tui.prefs import Preferences


@dataclass(frozen=True)
class Surroundings:
    """What the app gives every table screen. `save`, `watch` and `sit` are None where that cannot be done.

    `save` saves a finished match, or tells how to; it returns what the player reads. `sit` seats a spectator if it can;
    the seat `bottom` is drawn below for them.
    """

    look: Callable[[], Look]
    prefs: Callable[[], Preferences]
    change: Callable[[dict[str, object]], None]
    invite: Callable[[str], tuple[str, ...]]
    save: Callable[[TableLink], str] | None = None
    watch: Callable[[TableLink], object] | None = None
    sit: Callable[[TableView], object] | None = None
    bottom: int = 0
    clock: Callable[[], float] = time.monotonic
