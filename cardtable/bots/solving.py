"""What runs inside the worker process. Its own module, so that the process loads no more than it needs."""

from __future__ import annotations

import multiprocessing
import os
import random
import signal
import threading

from cardtable.bots.levels import LEVELS
from cardtable.rules.hustle.commands import Choice
from cardtable.rules.hustle.views import HustleView


def prepare() -> None:
    """Make the process end with its parent and only with it."""
    # Ctrl+C in a terminal reaches the whole process group; when to end is for the parent to say.
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    threading.Thread(target=_end_with_parent, daemon=True).start()


def _end_with_parent() -> None:
    parent = multiprocessing.parent_process()
    if parent is not None:
        parent.join()
        os._exit(0)


def choose(level: str, view: HustleView, seed: int) -> Choice:
    """The choice of a level, with randomness from this seed."""
    return LEVELS[level].choose(view, random.Random(seed))  # noqa: S311 - plays cards, keeps no secret
