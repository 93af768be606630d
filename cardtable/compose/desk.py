"""The front desk of this process, and the bots behind it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from cardtable.config import Config
from cardtable.table.clock import Timing
from cardtable.table.floor import Record
from cardtable.table.home import Home
from cardtable.table.link import TableLink
from cardtable.table.lobby import Lobby

if TYPE_CHECKING:
    from cardtable.bots.player import Bots

CUT_TIME = 10_000
"""Milliseconds to cut the deck in; at any speed of the clocks, since nobody types faster for it."""


class BotsWhenNeeded:
    """Every bot of this process; what they are made of is loaded by the first of them, not before the first paint."""

    def __init__(self) -> None:
        self._bots: Bots | None = None

    async def __call__(self, level: str, link: TableLink) -> None:
        """See `ports.BotSeat`."""
        if self._bots is None:
            from cardtable.bots.player import Bots

            self._bots = Bots()
        await self._bots(level, link)

    async def close(self) -> None:
        """End what they use."""
        if self._bots is not None:
            await self._bots.close()


def make_lobby(
    config: Config, bots: BotsWhenNeeded, *, remote: bool, home: Home | None = None, record: Record | None = None
) -> Lobby:
    """A front desk under this configuration; `home` and `record` as for the `Floor`. Only a server's decks are cut."""
    timing, cut_time = Timing().speeded(config.settings.clock_speed), CUT_TIME if remote else 0
    return Lobby(bots=bots, remote=remote, home=home, record=record, timing=timing, cut_time=cut_time)
