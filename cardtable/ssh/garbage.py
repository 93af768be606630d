"""Python's collector of garbage, in a process in which every player waits while it runs."""

from __future__ import annotations

import gc


def leave_out_what_stays() -> None:
    """What was loaded until now never goes away: not looking through it again saves a third of the longest waits."""
    gc.collect()
    gc.freeze()
