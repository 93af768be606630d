"""The live tables of one process: set up, found by their codes, paused, and taken up again after a crash."""

from __future__ import annotations

import asyncio
import random
import secrets
from collections.abc import Callable, Coroutine

from cardtable.errors import Rejected
from cardtable.rules.hustle.commands import Options
from cardtable.table.actor import GOING_DOWN, TableActor
from cardtable.table.clock import Timing
from cardtable.table.codes import new_code, normalize_code
from cardtable.table.home import Home
from cardtable.table.journal import MemoryJournal
from cardtable.table.ports import BotSeat, Journal, Now, SeedSource
from cardtable.table.servertime import ServerTime
from cardtable.table.table import Table
from cardtable.table.views import Stage

MARK = 1.0
"""Seconds between two marks of the tables' clock in the store."""

RECORDING = 1.5
"""Seconds that the end waits for a match that is just being recorded."""

Record = Callable[[Table, int], Coroutine[None, None, None]]
"""Keeps the match that has ended at a table; the number is the tables' clock, ms."""

_FINISHED_KEPT = 500
"""Finished matches that can be asked for by their table's code; older ones make room."""


class Floor:
    """All tables of this process, by code. `open` must be awaited before use, `close` ends the tables' tasks.

    At a `home` finished matches are recorded; where `remote`, live tables are kept there too. Without one, `record`
    alone keeps the finished matches. `changed` is told whenever a table has changed, come or gone.
    """

    def __init__(
        self,
        *,
        bots: BotSeat,
        remote: bool,
        timing: Timing,
        seeds: SeedSource,
        now: Now | None = None,
        journal: Journal | None = None,
        home: Home | None = None,
        record: Record | None = None,
        rng: random.Random | None = None,
        cut_time: int = 0,
        changed: Callable[[], None] = lambda: None,
    ) -> None:
        self.remote = remote
        self.tables: dict[str, TableActor] = {}
        self._bots = bots
        self._timing = timing
        self._cut_time = cut_time
        self._seeds = seeds
        self._time = ServerTime() if now is None else None
        self._now: Now = now or (self._time or ServerTime())
        self._home = home
        self._record = home.record if home is not None else record
        self._journal = journal or (home.journal if home is not None and remote else MemoryJournal())
        self._rng = rng or random.SystemRandom()
        self._tasks: set[asyncio.Task[None]] = set()
        self._finished: dict[str, Table] = {}
        self._recording: set[asyncio.Task[None]] = set()
        self._paused = False
        self.last_call = False
        self._changed = changed

    def now(self) -> int:
        """The tables' clock, milliseconds."""
        return self._now()

    async def open(self) -> None:
        """Take up the tables that were live when the process before this one stopped, and start what runs beside them.

        Their clocks go on from the last instant at which that process is known to have run (H22).
        """
        if self._home is not None and self.remote:
            await self._restore(self._home)
            self._home.store.watch(lambda healthy: self._pause(paused=not healthy))
            self.spawn(self._mark(self._home))
        if self._time is not None:
            self.spawn(self._time.beat())

    async def close(self) -> None:
        """Stop every table and bot, and wait for them. What is kept of the tables stays."""
        if self._recording:
            await asyncio.wait(self._recording, timeout=RECORDING)
        tasks = list(self._tasks)
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
        self.tables.clear()

    def call_last(self) -> None:
        """The process is about to end: no match begins any more, and the clocks of those that are played stand still.

        All of it is stored; the next process takes it up.
        """
        self.last_call = True
        for actor in self.tables.values():
            actor.last_call = True
        if self._time is not None:
            self._time.stop()

    def set_up(self, options: Options, *, private: bool, cut: bool = True) -> TableActor:
        """A new table, its deck `cut` where this desk has it cut.

        Raises Rejected while nothing can be stored, and when the process is about to end.
        """
        if self.last_call:
            raise GOING_DOWN
        if self._paused:
            raise Rejected("paused", "No match can begin now: nothing can be stored. Try again in a while.")
        code = self.fresh_code()
        identifier = f"{code}-{secrets.token_hex(6)}"
        table = Table(
            code,
            options,
            self._timing,
            private=private,
            remote=self.remote,
            id=identifier,
            cut_time=self._cut_time if cut else 0,
        )
        return self._run(table)

    def run_bot(self, actor: TableActor, seat: int, level: str) -> None:
        """Let a bot of this level play a seat."""
        self.spawn(self._bots(level, actor.attach(seat)))

    def find(self, code: str) -> TableActor | None:
        """The table with this code."""
        return self.tables.get(normalize_code(code))

    def find_watched(self, code: str) -> TableActor | None:
        """The table that may be watched by this code: its watch code, or its own if it is open to all."""
        wanted = normalize_code(code)
        open_ = (actor for actor in self.tables.values() if not actor.table.private and actor.table.code == wanted)
        watched = (actor for actor in self.tables.values() if actor.table.watch_code == wanted)
        return next(watched, None) or next(open_, None)

    def find_seat(self, return_code: str) -> tuple[TableActor, int] | None:
        """The table and seat that belong to this return code."""
        wanted = normalize_code(return_code)
        for actor in self.tables.values():
            for number, seat in enumerate(actor.table.seats):
                if seat.return_code == wanted:
                    return actor, number
        return None

    def seats_of(self, identity: str) -> list[TableActor]:
        """The tables that are not closed where this very identity holds a seat."""
        live = (actor for actor in self.tables.values() if actor.table.stage is not Stage.CLOSED)
        return [actor for actor in live if actor.table.seat_of(identity) is not None]

    def finished(self, code: str) -> Table:
        """The table with this code at the end of its newest finished match, gone or not. Raises Rejected."""
        wanted = normalize_code(code)
        if wanted not in self._finished:
            raise Rejected("no_such_match", f"No match has ended at a table {wanted} lately. Check the code.")
        return self._finished[wanted]

    def fresh_code(self) -> str:
        """A code that leads nowhere yet."""
        while True:
            code = new_code(self._rng)
            used = code in self._finished or self.find(code) or self.find_watched(code) or self.find_seat(code)
            if not used:
                return code

    def spawn(self, life: Coroutine[None, None, None]) -> asyncio.Task[None]:
        """Run something that ends with the floor."""
        task = asyncio.get_running_loop().create_task(life)
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)
        return task

    async def _restore(self, home: Home) -> None:
        restored = await home.restore()
        if self._time is not None:
            self._time.begin_at(restored.now)
        for table in restored.tables:
            self._take_up(table)

    def _take_up(self, table: Table) -> None:
        if table.match is not None and table.match.reason is not None:
            # It may have ended in the very moment of the crash: recording it twice is harmless.
            self._keep_finished(table)
        actor = self._run(table, resumed=True)
        for number, seat in enumerate(table.seats):
            if seat.level and table.stage is not Stage.CLOSED:
                self.run_bot(actor, number, seat.level)

    def _run(self, table: Table, *, resumed: bool = False) -> TableActor:
        """Give a table a life of its own."""
        actor = TableActor(
            table,
            now=self._now,
            seeds=self._seeds,
            journal=self._journal,
            finished=self._keep_finished,
            changed=self._changed,
            resumed=resumed,
        )
        self.tables[table.code] = actor
        self.spawn(self._live(actor))
        return actor

    async def _live(self, actor: TableActor) -> None:
        try:
            await actor.run()
            await self._journal.end(actor.table.id)
        finally:
            del self.tables[actor.table.code]
            self._changed()

    def _keep_finished(self, table: Table) -> None:
        if self._record is not None:
            task = self.spawn(self._record(table, self._now()))
            self._recording.add(task)
            task.add_done_callback(self._recording.discard)
        for code in filter(None, (table.code, table.watch_code)):
            self._finished.pop(code, None)
            self._finished[code] = table
        while len(self._finished) > _FINISHED_KEPT:
            del self._finished[next(iter(self._finished))]

    def _pause(self, *, paused: bool) -> None:
        """Nothing can be stored now, so nothing may happen: every clock stands still, and everybody is told."""
        self._paused = paused
        if self._time is not None:
            (self._time.stop if paused else self._time.go)()
        for actor in self.tables.values():
            actor.pause(paused)

    async def _mark(self, home: Home) -> None:
        """While a clock runs, keep the time: after a crash the clocks go on from there."""
        while True:
            await asyncio.sleep(MARK)
            if not self._paused and any(actor.table.deadline() is not None for actor in self.tables.values()):
                await home.store.mark_alive(self._now())
