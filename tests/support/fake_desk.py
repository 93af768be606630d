"""A front desk that opens no table: it remembers what it was asked, and hands out the links a test gives it."""

from __future__ import annotations

import asyncio
from cardtable.errors import Rejected
from cardtable.rules.hustle.commands import Options
from cardtable.table.link import TableLink
from cardtable.table.ports import Player, TableSummary
from cardtable.table.views import Entry, Stage
from cardtable.tui.app import CardtableApp
from cardtable.tui.host import Given
from cardtable.tui.prefs import Preferences
from cardtable.tui.start import Lobby, Start
from cardtable.tui.themes import load_themes
from tests.support.hustle_views import FakeLink, Scene

THEMES, _ = load_themes()
STILL = Preferences(animation=False, seen_draft=True, seen_matchup=True)
"""Somebody who has played before, without animation."""

OPEN_TABLES = (
    TableSummary("H4D-9WS", ("cleo",), Stage.WAITING, 0, Options()),
    TableSummary("Q8M-3TV", ("dora", "eli"), Stage.PLAYING, 2, Options(draft="open")),
)

Asked = tuple[object, ...]


class FakeWait:
    """A place on the quick-match list that a test seats by hand."""

    def __init__(self) -> None:
        self.seated: asyncio.Future[TableLink] = asyncio.get_running_loop().create_future()
        self.cancelled = False

    async def wait(self) -> TableLink:
        """The link, once a test has set it."""
        return await self.seated

    def cancel(self) -> None:
        """Remember it."""
        self.cancelled = True
        self.seated.cancel()


class FakeDesk:
    """Every call goes on the list `asked`; `refusal`, when set, is raised instead of giving a link."""

    def __init__(self, *, remote: bool = False, tables: tuple[TableSummary, ...] = (), own: str | None = None) -> None:
        self.remote = remote
        self.listed = tables
        self.own = own
        self.asked: list[Asked] = []
        self.waits: list[FakeWait] = []
        self.refusal: Rejected | None = None

    def _link(self, *asked: object) -> FakeLink:
        self.asked.append(asked)
        if self.refusal is not None:
            raise self.refusal
        return FakeLink(Scene(remote=self.remote).view(0))

    async def play_bot(self, player: Player, level: str, options: Options) -> TableLink:
        """A seat."""
        return self._link("bot", player.name, level, options)

    async def hot_seat(self, names: tuple[str, str], options: Options) -> tuple[TableLink, TableLink]:
        """Two seats."""
        scene, _ = Scene(names), self._link("hot-seat", names, options)
        return FakeLink(scene.view(0)), FakeLink(scene.view(1))

    async def host(self, player: Player, options: Options, *, private: bool) -> TableLink:
        """A seat."""
        return self._link("host", player.name, options, private)

    async def join(self, code: str, player: Player) -> TableLink:
        """A seat."""
        return self._link("join", code, player.name)

    async def watch(self, code: str) -> TableLink:
        """A line without a seat."""
        return self._link("watch", code)

    async def back(self, return_code: str, player: Player) -> TableLink:
        """A seat."""
        return self._link("back", return_code)

    def seat_of(self, player: Player) -> str | None:
        """What the test has set."""
        return self.own

    def tables(self) -> tuple[TableSummary, ...]:
        """What the test has set."""
        return self.listed

    def quick_match(self, player: Player) -> FakeWait:
        """A place on the list."""
        self.asked.append(("quick", player.name))
        self.waits.append(FakeWait())
        return self.waits[-1]

    async def allow_watching(self, link: TableLink) -> None:
        """Remember it."""
        self.asked.append(("allow watching",))

    def history(self, link: TableLink) -> tuple[Entry, ...]:
        """Nothing was played."""
        return ()


def app_at(
    desk: FakeDesk,
    *,
    start: Start | None = None,
    prefs: Preferences = STILL,
    notes: tuple[str, ...] = (),
    unicode: bool = True,
) -> CardtableApp:
    """The whole app at this desk, for a player called ann."""
    player = Player("key:ann", "ann", keyed=True)
    return CardtableApp(
        Given(desk=desk, player=player, themes=THEMES, prefs=prefs, start=start or Lobby(), notes=notes, unicode=unicode)
    )
