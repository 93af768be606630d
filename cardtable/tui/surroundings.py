"""What the app gives every table screen."""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import dataclass

from cardtable.table.link import TableLink
from cardtable.tui.brush import Look
from cardtable.tui.prefs import Preferences


@dataclass(frozen=True)
class Surroundings:
    """What the app gives every table screen. `save` and `watch` are None where that cannot be done.

    `save` saves a finished match, or tells how to; it returns what the player reads.
    """

    look: Callable[[], Look]
    prefs: Callable[[], Preferences]
    change: Callable[[dict[str, object]], None]
    invite: Callable[[str], tuple[str, ...]]
    save: Callable[[TableLink], str] | None = None
    watch: Callable[[TableLink], object] | None = None
    clock: Callable[[], float] = time.monotonic
