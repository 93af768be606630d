"""A front desk that only remembers what it was asked, for Pilot tests of the screens."""

from __future__ import annotations

import asyncio

from cardtable.errors import Rejected
from cardtable.rules.hustle.commands import Options
from cardtable.table.events import Player
from cardtable.table.link import TableLink
from cardtable.table.ports import TableSummary
from cardtable.table.views import Stage
from tests.support.hustle_views import CODE, FakeLink, Scene

OPEN_TABLE = TableSummary(CODE, ("cleo",), Stage.WAITING, 0, Options())
"""A table that waits for a second player."""

__all__ = ["CODE", "OPEN_TABLE", "FakeDesk", "FakeQuick"]


class FakeQuick:
    """A place on the quick-match list; a test sets the result of `seat`."""

    def __init__(self) -> None:
        self.seat: asyncio.Future[TableLink] = asyncio.get_running_loop().create_future()
        self.cancelled = False

    async def wait(self) -> TableLink:
        """The link that the test gives."""
        return await self.seat

    def cancel(self) -> None:
        """Remember it."""
        self.cancelled = True
        self.seat.cancel()


class FakeDesk:
    """Remembers requests in `asked`, seats it gave in `links`. It knows one table, CODE, and no return code."""

    def __init__(self, *, remote: bool = False) -> None:
        self.remote = remote
        self.asked: list[tuple[object, ...]] = []
        self.listed: tuple[TableSummary, ...] = ()
        self.own: str | None = None
        self.quick: FakeQuick | None = None
        self.links: list[FakeLink] = []

    def _link(self) -> FakeLink:
        self.links.append(FakeLink(Scene(remote=self.remote).view(0)))
        return self.links[-1]

    async def play_bot(self, player: Player, level: str, options: Options) -> TableLink:
        """Always a seat."""
        self.asked.append(("bot", player.name, level, options))
        return self._link()

    async def hot_seat(self, names: tuple[str, str], options: Options) -> tuple[TableLink, TableLink]:
        """Always two seats."""
        self.asked.append(("hot-seat", names, options))
        scene = Scene(names)
        return FakeLink(scene.view(0)), FakeLink(scene.view(1))

    async def host(self, player: Player, options: Options, *, private: bool) -> TableLink:
        """Always a seat."""
        self.asked.append(("host", player.name, options, private))
        return self._link()

    async def join(self, code: str, player: Player) -> TableLink:
        """A seat at CODE."""
        self.asked.append(("join", code, player.name))
        if code != CODE:
            raise Rejected("no_such_table", f"There is no table {code} now. Check the code.")
        return self._link()

    async def watch(self, code: str) -> TableLink:
        """A line to CODE."""
        self.asked.append(("watch", code))
        if code != CODE:
            raise Rejected("no_such_table", f"There is no table to watch under {code}.")
        return FakeLink(Scene(remote=self.remote).view(None))

    async def back(self, return_code: str, player: Player) -> TableLink:
        """No seat."""
        self.asked.append(("back", return_code))
        raise Rejected("no_such_seat", "There is no seat under this return code any more.")

    def seat_of(self, player: Player) -> str | None:
        """What the test has set."""
        return self.own

    def tables(self) -> tuple[TableSummary, ...]:
        """What the test has set."""
        return self.listed

    def quick_match(self, player: Player) -> FakeQuick:
        """A place on the list."""
        self.quick = FakeQuick()
        return self.quick

    async def allow_watching(self, link: TableLink) -> None:
        """Remember it."""
        self.asked.append(("allow watching",))
