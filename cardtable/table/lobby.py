"""The front desk of one process: opens, finds and lists tables, seats people and bots. Implements `ports.Desk`."""

from __future__ import annotations

import asyncio
import random
import secrets
from collections.abc import Coroutine
from contextlib import suppress

from cardtable.errors import Rejected
from cardtable.rules.hustle.commands import SEATS, Options
from cardtable.table.actor import LocalLink, MemoryJournal, TableActor
from cardtable.table.clock import Timing
from cardtable.table.codes import new_code, normalize_code
from cardtable.table.commands import Leave
from cardtable.table.events import Player
from cardtable.table.handle import AllowWatching, Sit
from cardtable.table.link import TableLink
from cardtable.table.names import told_apart
from cardtable.table.ports import BotSeat, Journal, Now, QuickMatch, SeedSource, TableSummary
from cardtable.table.servertime import ServerTime
from cardtable.table.table import Table
from cardtable.table.views import SeatKind, Stage

BOT_NAMES = {"rookie": "Robin", "regular": "Regina", "shark": "Sharky"}
"""What the bots are called at a table."""

_FINISHED_KEPT = 500
"""Finished matches that can be asked for afterwards; older ones make room."""


def fresh_seed() -> bytes:
    """32 secret random bytes."""
    return secrets.token_bytes(32)


class Lobby:
    """All tables of this process. `open` must be awaited before use, `close` ends every table."""

    def __init__(
        self,
        *,
        bots: BotSeat,
        remote: bool = False,
        timing: Timing | None = None,
        now: Now | None = None,
        seeds: SeedSource = fresh_seed,
        journal: Journal | None = None,
        rng: random.Random | None = None,
    ) -> None:
        self._bots = bots
        self._remote = remote
        self._timing = timing or Timing()
        self._time = ServerTime() if now is None else None
        self._now: Now = now or (self._time or ServerTime())
        self._seeds = seeds
        self._journal = journal or MemoryJournal()
        self._rng = rng or random.SystemRandom()
        self._tables: dict[str, TableActor] = {}
        self._watch_codes: dict[str, TableActor] = {}
        self._return_codes: dict[str, tuple[TableActor, int]] = {}
        self._tasks: set[asyncio.Task[None]] = set()
        self._waiting: list[_Waiting] = []
        self._finished: dict[str, Table] = {}

    @property
    def remote(self) -> bool:
        """See `Desk.remote`."""
        return self._remote

    def now(self) -> int:
        """The tables' clock, milliseconds."""
        return self._now()

    async def open(self) -> None:
        """Start what runs beside the tables."""
        if self._time is not None:
            self._spawn(self._time.beat())

    async def close(self) -> None:
        """End every table and bot, and wait for them."""
        tasks = list(self._tasks)
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
        self._tables.clear()

    def check_clocks(self) -> None:
        """Let every table look at its clocks at once: for a clock that does not run by itself."""
        for actor in self._tables.values():
            actor.check_clock()

    async def play_bot(self, player: Player, level: str, options: Options) -> TableLink:
        """See `Desk.play_bot`."""
        self._refuse_second_seat(player)
        actor = self._open(options, private=True)
        link = await self._seat(actor, player)
        await self._seat_bot(actor, level)
        return link

    async def hot_seat(self, names: tuple[str, str], options: Options) -> tuple[TableLink, TableLink]:
        """See `Desk.hot_seat`."""
        actor = self._open(options, private=True)
        first = await self._seat(actor, Player("hot-seat:0", names[0]))
        second = await self._seat(actor, Player("hot-seat:1", names[1]))
        return first, second

    async def host(self, player: Player, options: Options, *, private: bool) -> TableLink:
        """See `Desk.host`. A remote match always has its clocks on (H23)."""
        self._refuse_second_seat(player)
        if self._remote and options.clocks == "relaxed":
            options = Options(draft=options.draft)
        return await self._seat(self._open(options, private=private), player)

    async def join(self, code: str, player: Player) -> TableLink:
        """See `Desk.join`."""
        actor = self._tables.get(normalize_code(code))
        if actor is None:
            raise Rejected("no_such_table", f"There is no table {normalize_code(code)} now. Check the code.")
        seat = actor.table.seat_of(player.identity)
        if seat is not None:
            return actor.attach(seat)
        self._refuse_second_seat(player)
        return await self._seat(actor, player)

    async def watch(self, code: str) -> TableLink:
        """See `Desk.watch`."""
        wanted = normalize_code(code)
        actor = self._watch_codes.get(wanted) or self._tables.get(wanted)
        if actor is None or (actor.table.private and wanted not in self._watch_codes):
            raise Rejected(
                "no_such_table", f"There is no table to watch under {wanted}. A private table has a watch code."
            )
        return actor.attach(None)

    async def back(self, return_code: str, player: Player) -> TableLink:
        """See `Desk.back`. Whoever holds the code is the player: that is all a guest has."""
        found = self._return_codes.get(normalize_code(return_code))
        if found is None:
            raise Rejected("no_such_seat", "There is no seat under this return code any more.")
        actor, seat = found
        return actor.attach(seat)

    def seat_of(self, player: Player) -> str | None:
        """See `Desk.seat_of`."""
        for code, actor in self._tables.items():
            if actor.table.stage is not Stage.CLOSED and actor.table.seat_of(player.identity) is not None:
                return code
        return None

    def knows(self, code: str) -> bool:
        """Whether a table with this code exists, private or not."""
        return normalize_code(code) in self._tables

    def tables(self) -> tuple[TableSummary, ...]:
        """See `Desk.tables`."""
        shown = [
            a for a in reversed(self._tables.values()) if not a.table.private and a.table.stage is not Stage.CLOSED
        ]
        return tuple(_summary(actor) for actor in shown)

    def quick_match(self, player: Player) -> QuickMatch:
        """See `Desk.quick_match`."""
        self._refuse_second_seat(player)
        waiting = _Waiting(self, player)
        self._line_up(waiting)
        return waiting

    async def allow_watching(self, link: TableLink) -> None:
        """See `Desk.allow_watching`."""
        actor = _actor_of(link)
        if actor.table.watch_code is None:
            code = self._fresh_code()
            await actor.ask(link.seat, AllowWatching(code))
            self._watch_codes[code] = actor

    def finished(self, code: str) -> Table:
        """The table with this code at the end of its newest finished match, gone or not. Raises Rejected."""
        wanted = normalize_code(code)
        if wanted not in self._finished:
            raise Rejected("no_such_match", f"No match has ended at a table {wanted} lately. Check the code.")
        return self._finished[wanted]

    def _keep_finished(self, table: Table) -> None:
        for code in filter(None, (table.code, table.watch_code)):
            self._finished.pop(code, None)
            self._finished[code] = table
        while len(self._finished) > _FINISHED_KEPT:
            del self._finished[next(iter(self._finished))]

    def _refuse_second_seat(self, player: Player) -> None:
        """On a server nobody holds two seats at once: the others there would wait for somebody who plays elsewhere."""
        if not self._remote:
            return
        for code, actor in self._tables.items():
            held = actor.table.seat_of(player.identity) is not None
            if held and actor.table.stage in (Stage.WAITING, Stage.PLAYING):
                raise Rejected(
                    "seated_already", f"You have a seat at table {code} already; go back to it, or leave it."
                )

    def forget(self, waiting: _Waiting) -> None:
        """Take a player off the quick-match list."""
        with suppress(ValueError):
            self._waiting.remove(waiting)

    def _line_up(self, waiting: _Waiting) -> None:
        other = next((w for w in self._waiting if w.player.identity != waiting.player.identity), None)
        if other is None:
            self._waiting.append(waiting)
        else:
            self._waiting.remove(other)
            self._spawn(self._pair(other, waiting))

    async def _pair(self, first: _Waiting, second: _Waiting) -> None:
        there = [waiting for waiting in (first, second) if not waiting.seated.done()]
        if len(there) < SEATS:
            for waiting in there:
                self._line_up(waiting)
            return
        actor = self._open(Options(), private=False)
        links = [await self._seat(actor, waiting.player) for waiting in there]
        for waiting, link in zip(there, links, strict=True):
            if not waiting.seated.done():
                waiting.seated.set_result(link)
                continue
            # Gone in the very moment of being seated: the other must not play against nobody.
            with suppress(Rejected):
                await link.send(Leave())
            await link.close()

    def _open(self, options: Options, *, private: bool) -> TableActor:
        code = self._fresh_code()
        table = Table(code, options, self._timing, private=private, remote=self._remote)
        actor = TableActor(table, now=self._now, seeds=self._seeds, journal=self._journal, finished=self._keep_finished)
        self._tables[code] = actor
        self._spawn(self._live(actor))
        return actor

    async def _live(self, actor: TableActor) -> None:
        try:
            await actor.run()
        finally:
            del self._tables[actor.table.code]
            self._watch_codes = {c: found for c, found in self._watch_codes.items() if found is not actor}
            self._return_codes = {c: found for c, found in self._return_codes.items() if found[0] is not actor}

    async def _seat(self, actor: TableActor, player: Player, level: str | None = None) -> LocalLink:
        guest = self._remote and not player.keyed and level is None
        code = self._fresh_code() if guest else None
        await actor.ask(None, Sit(_named_apart(actor.table, player), level, code))
        seat = actor.table.seat_of(player.identity)
        if seat is None:
            raise Rejected("table_full", "Both seats of this table are taken.")
        if code is not None:
            self._return_codes[code] = (actor, seat)
        return actor.attach(seat)

    async def _seat_bot(self, actor: TableActor, level: str) -> None:
        if level not in BOT_NAMES:
            raise Rejected("no_such_level", f"There is no bot level {level!r}: choose {', '.join(BOT_NAMES)}.")
        player = Player(f"bot:{secrets.token_hex(8)}", BOT_NAMES[level])
        self._spawn(self._bots(level, await self._seat(actor, player, level)))

    def _fresh_code(self) -> str:
        while True:
            code = new_code(self._rng)
            taken = (self._tables, self._watch_codes, self._return_codes, self._finished)
            if not any(code in codes for codes in taken):
                return code

    def _spawn(self, life: Coroutine[None, None, None]) -> None:
        task = asyncio.get_running_loop().create_task(life)
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)


class _Waiting:
    """One player's place on the quick-match list. Implements `ports.QuickMatch`."""

    def __init__(self, lobby: Lobby, player: Player) -> None:
        self._lobby = lobby
        self.player = player
        self.seated: asyncio.Future[TableLink] = asyncio.get_running_loop().create_future()

    async def wait(self) -> TableLink:
        """See `QuickMatch.wait`. However the waiting ends, the place on the list is given up."""
        try:
            return await self.seated
        finally:
            self._lobby.forget(self)

    def cancel(self) -> None:
        """See `QuickMatch.cancel`."""
        self._lobby.forget(self)
        self.seated.cancel()


def _actor_of(link: TableLink) -> TableActor:
    if not isinstance(link, LocalLink):
        raise TypeError("this desk serves only the lines it gave out")
    return link.actor


def _named_apart(table: Table, player: Player) -> Player:
    """A second name that is or looks the same at a table gets a number behind it."""
    taken = [seat.player.name for seat in table.seats if seat.player]
    return Player(player.identity, told_apart(player.name, taken), player.keyed)


def _summary(actor: TableActor) -> TableSummary:
    table = actor.table
    names = tuple(seat.player.name for seat in table.seats if seat.player and seat.kind is not SeatKind.OPEN)
    return TableSummary(table.code, names, table.stage, actor.watchers, table.options)
