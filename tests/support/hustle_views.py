"""21 Hustle as its screen sees it: scenes played on a real table by a hand-turned clock, and a link that remembers."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator

import msgspec

from cardtable.errors import Rejected
from cardtable.rules.cards import PACK
from cardtable.rules.hustle.commands import HIT, STAND, Choice, Options, Place
from cardtable.rules.shoe import Shoe
from cardtable.table.commands import TableCommand
from cardtable.table.events import Player
from cardtable.table.handle import AllowWatching, CheckClock, Command, Sit, handle
from cardtable.table.link import Ended
from cardtable.table.project import table_view
from cardtable.table.table import Table
from cardtable.table.views import TableView
from tests.support.hustle import cards
from tests.support.tables import seeds

CODE = "K7Q-2MX"
DECK = "TS 7H AS KC 9D 5S 4C 8H 3D 2S QH"
"""What most scenes are dealt; the rest of the pack follows in printed order."""

MOVES: dict[str, Choice] = {"1": Place(0), "2": Place(1), "3": Place(2), "h": HIT, "s": STAND}


class Scene:
    """A table for two that is played by script. Every method that changes it returns the scene itself."""

    def __init__(
        self,
        names: tuple[str, ...] = ("ann", "bob"),
        *,
        options: Options | None = None,
        deck: str = DECK,
        remote: bool = False,
        guests: bool = False,
        cut_time: int = 0,
    ) -> None:
        self.table = Table(CODE, options or Options(), private=True, remote=remote, cut_time=cut_time)
        self.now = 0
        self.watchers = 0
        for number, name in enumerate(names):
            code = f"B4CK-{number}" if guests else None
            self.do(None, Sit(Player(f"key:{number}", name), return_code=code))
        self._stack(deck)

    def _stack(self, deck: str) -> None:
        if self.table.match is not None:
            first = cards(deck)
            shoe = Shoe.stacked([*first, *(card for card in PACK if card not in first)])
            self.table = msgspec.structs.replace(self.table, match=msgspec.structs.replace(self.table.match, shoe=shoe))

    def do(self, seat: int | None, command: Command) -> Scene:
        """One command, now. Raises Rejected if the table refuses it."""
        handled = handle(self.table, seat, command, self.now, seeds)
        self.table = handled.table
        if handled.refusal is not None:
            raise handled.refusal
        return self

    def play(self, script: str) -> Scene:
        """Turns such as `1/2` in the draft and `h/s` in the match-up, seat 0 first; `-` does not move."""
        for turn in script.split():
            for seat, move in enumerate(turn.split("/")):
                if move != "-":
                    self.do(seat, MOVES[move])
        return self

    def wait(self, milliseconds: int) -> Scene:
        """Time passes; clocks that run out run out."""
        self.now += milliseconds
        return self.do(None, CheckClock())

    def watched(self, watchers: int, code: str = "W4T-CH2") -> Scene:
        """Spectators are let in, and this many look on."""
        self.watchers = watchers
        return self.do(0, AllowWatching(code))

    def view(self, seat: int | None = 0) -> TableView:
        """The table as this seat, or a spectator, sees it."""
        return table_view(self.table, seat, self.now, self.watchers)


DRAFT = "1/1 2/3"
"""Two cards placed: in column 1 of both, then column 2 of seat 0 and column 3 of seat 1."""
WHOLE_DRAFT = "1/1 2/3 3/2 1/3 2/2 3/1"


class FakeLink:
    """A line to no table: shows the views it is given, and remembers what it was asked to send."""

    def __init__(self, view: TableView) -> None:
        self.seat = view.viewer
        self.latest = view
        self.ended: Ended | None = None
        self.sent: list[TableCommand] = []
        self.seen: list[int | None] = []
        self.closed = False
        self.refusal: Rejected | None = None
        self._news = asyncio.Event()
        self._news.set()

    async def send(self, command: TableCommand, seen_seq: int | None = None) -> None:
        """Remember it; raise the refusal that a test has set."""
        if self.refusal is not None:
            raise self.refusal
        self.sent.append(command)
        self.seen.append(seen_seq)

    async def views(self) -> AsyncIterator[TableView]:
        """The newest view at once, then each that a test pushes."""
        while True:
            await self._news.wait()
            self._news.clear()
            if self.ended is not None:
                return
            yield self.latest

    def push(self, view: TableView) -> None:
        """Publish a view."""
        self.latest = view
        self._news.set()

    def cut(self, why: str, *, taken_over: bool = False) -> None:
        """End the line from the table's side."""
        self.ended = Ended(why, taken_over)
        self._news.set()

    async def close(self) -> None:
        """Hang up."""
        self.closed = True
