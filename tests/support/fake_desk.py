"""A front desk that only remembers what it was asked, for Pilot tests of the screens."""

from __future__ import annotations

import asyncio
from collections.abc import Callable

from cardtable.errors import Rejected
from cardtable.rules.hustle.commands import Options
from cardtable.table.events import Player
from cardtable.table.link import TableLink
from cardtable.table.ports import Challenged, OnlinePlayer, TableSummary
from cardtable.table.views import Stage
from tests.support.hustle_views import CODE, FakeLink, Scene

OPEN_TABLE = TableSummary(CODE, ("cleo",), Stage.WAITING, 0, Options())
"""A table that waits for a second player."""

__all__ = ["CODE", "OPEN_TABLE", "FakeChallenge", "FakeDesk", "FakeQuick"]


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


class FakeChallenge:
    """A challenge from both sides: a test ends it by `refuse`, or gives the seat by `seat`."""

    def __init__(self, by: str = "bob", options: Options | None = None) -> None:
        loop = asyncio.get_running_loop()
        self.by = by
        self.options = options or Options()
        self.seat: asyncio.Future[TableLink] = loop.create_future()
        self.over: asyncio.Future[str] = loop.create_future()
        self.told: list[str] = []

    async def wait(self) -> TableLink:
        """The link that the test gives."""
        return await self.seat

    def cancel(self) -> None:
        """Remember it."""
        self.told.append("cancel")

    async def withdrawn(self) -> str:
        """What the test says."""
        return await asyncio.shield(self.over)

    async def accept(self) -> TableLink:
        """A seat."""
        self.told.append("accept")
        return FakeLink(Scene(remote=True).view(1))

    def decline(self) -> None:
        """Remember it."""
        self.told.append("decline")

    def missed(self) -> None:
        """Remember it."""
        self.told.append("missed")


class FakeDesk:
    """Remembers requests in `asked`, seats it gave in `links`. It knows one table, CODE, and no return code."""

    def __init__(self, *, remote: bool = False) -> None:
        self.remote = remote
        self.asked: list[tuple[object, ...]] = []
        self.listed: tuple[TableSummary, ...] = ()
        self.own: str | None = None
        self.quick: FakeQuick | None = None
        self.links: list[FakeLink] = []
        self.online: tuple[OnlinePlayer, ...] = ()
        self.asks: list[Callable[[Challenged], None]] = []
        self.listeners: list[Callable[[], None]] = []
        self.renamed: list[str] = []
        self.looks = 0
        self.challenged: FakeChallenge | None = None

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

    async def watch(self, code: str, player: Player | None = None) -> TableLink:
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

    def arrive(self, player: Player, ask: Callable[[Challenged], None]) -> Callable[[], None]:
        """Remember how to ask."""
        self.asks.append(ask)
        return lambda: self.asks.remove(ask)

    def rename(self, player: Player) -> None:
        """Remember it."""
        self.renamed.append(player.name)

    def others(self, player: Player) -> tuple[OnlinePlayer, ...]:
        """What the test has set."""
        self.looks += 1
        return self.online

    def listen(self, told: Callable[[], None]) -> Callable[[], None]:
        """Remember whom to tell."""
        self.listeners.append(told)
        return lambda: self.listeners.remove(told) if told in self.listeners else None

    def changed(self) -> None:
        """The test has changed a list."""
        for told in tuple(self.listeners):
            told()

    def challenge(self, player: Player, number: int, options: Options) -> FakeChallenge:
        """A challenge that the test answers."""
        self.asked.append(("challenge", number, options))
        self.challenged = FakeChallenge()
        return self.challenged

    async def allow_watching(self, link: TableLink) -> None:
        """Remember it."""
        self.asked.append(("allow watching",))
