"""One task per table. Everything that happens to a table goes through its mailbox: players, bots, timers, lost lines.

Store first, publish second: entries are in the journal before any viewer hears of them.
"""

from __future__ import annotations

import asyncio
import logging
import secrets
from collections.abc import AsyncIterator, Callable

from cardtable.errors import Rejected
from cardtable.rules.hustle.events import MatchEnded
from cardtable.table.commands import AskRematch, TableCommand
from cardtable.table.handle import Abandon, CheckClock, Command, Handled, LineDown, LineUp, Resume, Sit, halt, handle
from cardtable.table.link import Ended
from cardtable.table.ports import Journal, Now, SeedSource
from cardtable.table.project import table_view
from cardtable.table.table import Table
from cardtable.table.views import SeatKind, Stage, TableView

_log = logging.getLogger("cardtable.table")

ABANDONED = 15 * 60.0
"""Seconds after which a table that nobody is connected to is closed."""


_TAKEN_OVER = Ended("This seat was taken over by your newer connection.", taken_over=True)

_PAUSED = Rejected("paused", "The match has paused: nothing can be stored now. It goes on by itself; try again then.")

GOING_DOWN = Rejected("going_down", "The server is going down, so no match can begin now. Come back in a while.")

_CLOSED = Rejected("closed", "This table is closed.")


class _Request:
    __slots__ = ("at", "command", "done", "seat", "seen_seq")

    def __init__(self, seat: int | None, command: Command, seen_seq: int | None, at: int) -> None:
        self.seat = seat
        self.command = command
        self.seen_seq = seen_seq
        self.at = at
        self.done: asyncio.Future[None] = asyncio.get_running_loop().create_future()


class LocalLink:
    """The in-process line from one viewer to one table; the twin of any remote transport."""

    def __init__(self, actor: TableActor, seat: int | None, first: TableView) -> None:
        self.actor = actor
        self._seat = seat
        self._latest = first
        self._news = asyncio.Event()
        self._news.set()
        self._ended: Ended | None = None

    @property
    def seat(self) -> int | None:
        """The seat this line speaks for, or None for a spectator."""
        return self._seat

    @property
    def latest(self) -> TableView:
        """The newest view published to this line."""
        return self._latest

    @property
    def ended(self) -> Ended | None:
        """Why the line was cut, or None while it is up."""
        return self._ended

    async def send(self, command: TableCommand, seen_seq: int | None = None) -> None:
        """See `TableLink.send`. Raises Rejected, also when this line was cut."""
        if self._ended is not None:
            raise Rejected("line_ended", self._ended.text)
        await self.actor.ask(self._seat, command, seen_seq)

    async def views(self) -> AsyncIterator[TableView]:
        """See `TableLink.views`."""
        while True:
            await self._news.wait()
            self._news.clear()
            if self._ended is not None:
                return
            yield self._latest

    async def close(self) -> None:
        """Hang up. A second close is harmless."""
        if self._ended is None:
            self.cut(Ended("This line is closed."))
            self.actor.detach(self)

    def cut(self, why: Ended) -> None:
        """End the line from the table's side; its reader stops."""
        self._ended = why
        self._news.set()

    def push(self, view: TableView) -> None:
        """Publish a view: a newer one takes the place of one not yet read."""
        self._latest = view
        self._news.set()


class TableActor:
    """Runs one table until it is closed and nobody looks at it any more. `finished` is told of each match that ends,
    `changed` of everything that somebody else may see.

    While `paused` (nothing can be stored) it takes nothing more, and its viewers are told so. At the `last_call` no
    further match begins.
    """

    def __init__(
        self,
        table: Table,
        *,
        now: Now,
        seeds: SeedSource,
        journal: Journal,
        finished: Callable[[Table], None] = lambda _table: None,
        changed: Callable[[], None] = lambda: None,
        resumed: bool = False,
    ) -> None:
        self.table = table
        self.last_call = False
        self._now = now
        self._seeds = seeds
        self._journal = journal
        self._finished = finished
        self._changed = changed
        self._mailbox: asyncio.Queue[_Request] = asyncio.Queue()
        self._links: list[LocalLink] = []
        self._over = False
        self._paused = False
        self._resumed = resumed

    @property
    def watchers(self) -> int:
        """How many spectators look on."""
        return sum(link.seat is None for link in self._links)

    def attach(self, seat: int | None) -> LocalLink:
        """A new line for a seat or a spectator. The newest line of a seat wins: an older one is cut, and told so."""
        if seat is not None:
            for older in [link for link in self._links if link.seat == seat]:
                older.cut(_TAKEN_OVER)
                self._links.remove(older)
            self._post(seat, LineUp())
        link = LocalLink(self, seat, self._view(seat))
        self._links.append(link)
        if seat is None:
            self._publish()
        return link

    def detach(self, link: LocalLink) -> None:
        """A line is gone; for a seat that is a lost connection (H22)."""
        if link not in self._links:
            return
        self._links.remove(link)
        if link.seat is None:
            self._publish()
        else:
            self._post(link.seat, LineDown())

    def check_clock(self) -> None:
        """Look at the clocks now rather than when one is expected to end."""
        self._post(None, CheckClock())

    def pause(self, paused: bool) -> None:
        """Nothing can be stored now, or it can again. The clocks are the caller's to stop."""
        self._paused = paused
        self._publish()

    async def ask(self, seat: int | None, command: Command, seen_seq: int | None = None) -> None:
        """Put a command into the mailbox and wait until it is carried out. Raises Rejected if it is refused."""
        if self.table.halted is not None:
            raise Rejected("halted", f"This table has stopped (fault {self.table.halted}).")
        if self._over:
            raise _CLOSED
        if self._paused:
            raise _PAUSED
        if self.last_call and isinstance(command, Sit | AskRematch):
            raise GOING_DOWN
        await self._post(seat, command, seen_seq).done

    def _post(self, seat: int | None, command: Command, seen_seq: int | None = None) -> _Request:
        request = _Request(seat, command, seen_seq, self._now())
        self._mailbox.put_nowait(request)
        return request

    async def run(self) -> None:
        """Serve the mailbox and the clocks. Ends when the table is closed and the last line is gone."""
        try:
            await self._begin()
            while not (self.table.stage is Stage.CLOSED and not self._links and self._mailbox.empty()):
                await self._serve(await self._next())
        finally:
            self._over = True
            for link in self._links:
                link.cut(Ended("The table is closed."))
            while not self._mailbox.empty():
                _settle(self._mailbox.get_nowait(), _CLOSED)

    async def _begin(self) -> None:
        if not self._resumed:
            await self._journal.open(self.table)
        elif self.table.stage is not Stage.CLOSED:
            await self._serve(_Request(None, Resume(), None, self._now()))

    async def _next(self) -> _Request:
        """The next message, or a look at the clock when one ends first.

        A command is judged by the instant it was received, so waiting in the mailbox costs nobody anything.
        """
        due = self.table.deadline()
        wait = ABANDONED if due is None else max(0.0, (due - self._now()) / 1000)
        try:
            # Not wait_for: before 3.12 it loses a cancellation that meets a message in the same instant.
            async with asyncio.timeout(wait):
                return await self._mailbox.get()
        except TimeoutError:
            if due is None and not self._people_connected():
                return _Request(None, Abandon(), None, self._now())
            return _Request(None, CheckClock(), None, self._now())

    def _people_connected(self) -> bool:
        return any(seat.kind is SeatKind.PERSON and seat.connected for seat in self.table.seats) or bool(self.watchers)

    async def _serve(self, request: _Request) -> None:
        try:
            handled = handle(self.table, request.seat, request.command, request.at, self._seeds, request.seen_seq)
            if handled.entries:
                await self._journal.append(self.table.id, handled.entries)
        except Exception as fault:
            handled = self._halted(fault)
        changed = handled.table is not self.table
        self.table = handled.table
        if changed:
            self._publish()
        if any(isinstance(entry.event, MatchEnded) for entry in handled.entries):
            self._finished(self.table)
        _settle(request, handled.refusal)

    def _halted(self, fault: Exception) -> Handled:
        """A table's failure is its own: it stops with an id, and every other table goes on."""
        fault_id = secrets.token_hex(4)
        _log.error("table %s halted, fault %s", self.table.code, fault_id, exc_info=fault)
        return halt(self.table, fault_id, self._now())

    def _publish(self) -> None:
        views = {seat: self._view(seat) for seat in {link.seat for link in self._links}}
        for link in self._links:
            link.push(views[link.seat])
        self._changed()

    def _view(self, seat: int | None) -> TableView:
        return table_view(self.table, seat, self._now(), self.watchers, paused=self._paused)


def _settle(request: _Request, refusal: Rejected | None) -> None:
    if request.done.done():
        return
    if refusal is None:
        request.done.set_result(None)
    elif isinstance(request.command, LineDown | LineUp):
        request.done.cancel()
    else:
        request.done.set_exception(refusal)
