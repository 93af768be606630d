"""Whether writing works now, and whoever wants to be told."""

from __future__ import annotations

import logging
from collections.abc import Callable

_log = logging.getLogger("cardtable.store")


class Health:
    """Good until told otherwise. Watchers are called when it changes, and never twice with the same."""

    def __init__(self) -> None:
        self.good = True
        self._told: list[Callable[[bool], None]] = []

    def watch(self, told: Callable[[bool], None]) -> None:
        """Call this with every change from now on."""
        self._told.append(told)

    def tell(self, good: bool, why: str = "") -> None:
        """How it is now."""
        if good == self.good:
            return
        self.good = good
        _log.warning("%s", "the store writes again" if good else f"the store cannot write now, and keeps trying: {why}")
        for told in self._told:
            self._call(told, good)

    def _call(self, told: Callable[[bool], None], good: bool) -> None:
        """A watcher's failure is its own: what waits to be written must be written all the same."""
        try:
            told(good)
        except Exception:
            _log.exception("a watcher of the store has failed")
