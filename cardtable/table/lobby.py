"""The front desk of one process: opens, finds and lists tables, seats people and bots. Implements `ports.Desk`."""

from __future__ import annotations

import random
import secrets
from contextlib import suppress

import msgspec

from cardtable.errors import Rejected
from cardtable.rules.hustle.commands import Options
from cardtable.table.actor import GOING_DOWN, LocalLink, TableActor
from cardtable.table.clock import Timing
from cardtable.table.codes import normalize_code
from cardtable.table.commands import Leave
from cardtable.table.events import Player
from cardtable.table.floor import Floor, Record
from cardtable.table.handle import AllowWatching, Close, Sit
from cardtable.table.home import Home
from cardtable.table.link import TableLink
from cardtable.table.names import told_apart
from cardtable.table.ports import BotSeat, Journal, Now, QuickMatch, SeedSource, TableSummary
from cardtable.table.quick import QuickLine, Waiting
from cardtable.table.table import Table
from cardtable.table.views import SeatKind, Stage

BOT_NAMES = {"rookie": "Robin", "regular": "Regina", "shark": "Sharky"}
"""What the bots are called at a table."""


def fresh_seed() -> bytes:
    """32 secret random bytes."""
    return secrets.token_bytes(32)


class Lobby:
    """The desk of all tables of this process. `open` must be awaited before use, `close` ends every table.

    With a `cut_time` (ms) the players cut the deck before a table's first match. Without one they do not: at one's own
    machine, as at one keyboard, there is nobody to distrust.
    """

    def __init__(
        self,
        *,
        bots: BotSeat,
        remote: bool = False,
        timing: Timing | None = None,
        now: Now | None = None,
        seeds: SeedSource = fresh_seed,
        journal: Journal | None = None,
        home: Home | None = None,
        record: Record | None = None,
        rng: random.Random | None = None,
        cut_time: int = 0,
    ) -> None:
        self._floor = Floor(
            bots=bots,
            remote=remote,
            timing=timing or Timing(),
            seeds=seeds,
            now=now,
            journal=journal,
            home=home,
            record=record,
            rng=rng,
            cut_time=cut_time,
        )
        self._quick = QuickLine(lambda first, second: self._floor.spawn(self._pair(first, second)))

    @property
    def remote(self) -> bool:
        """See `Desk.remote`."""
        return self._floor.remote

    def now(self) -> int:
        """The tables' clock, milliseconds."""
        return self._floor.now()

    async def open(self) -> None:
        """See `Floor.open`."""
        await self._floor.open()

    async def close(self) -> None:
        """See `Floor.close`."""
        await self._floor.close()

    def call_last(self) -> None:
        """See `Floor.call_last`."""
        self._floor.call_last()

    def check_clocks(self) -> None:
        """Let every table look at its clocks at once: for a clock that does not run by itself."""
        for actor in self._floor.tables.values():
            actor.check_clock()

    async def play_bot(self, player: Player, level: str, options: Options) -> TableLink:
        """See `Desk.play_bot`."""
        self._refuse_second_seat(player)
        if level not in BOT_NAMES:
            raise Rejected("no_such_level", f"There is no bot level {level!r}: choose {', '.join(BOT_NAMES)}.")
        actor = self._floor.set_up(options, private=True)
        link = await self._seat(actor, player)
        bot = Player(f"bot:{secrets.token_hex(8)}", BOT_NAMES[level])
        self._floor.run_bot(actor, await self._sit(actor, bot, level), level)
        return link

    async def hot_seat(self, names: tuple[str, str], options: Options) -> tuple[TableLink, TableLink]:
        """See `Desk.hot_seat`."""
        actor = self._floor.set_up(options, private=True, cut=False)
        first = await self._seat(actor, Player("hot-seat:0", names[0]))
        second = await self._seat(actor, Player("hot-seat:1", names[1]))
        return first, second

    async def host(self, player: Player, options: Options, *, private: bool) -> TableLink:
        """See `Desk.host`. A remote match always has its clocks on (H23)."""
        self._refuse_second_seat(player)
        if self.remote and options.clocks == "relaxed":
            options = Options(draft=options.draft)
        return await self._seat(self._floor.set_up(options, private=private), player)

    async def join(self, code: str, player: Player) -> TableLink:
        """See `Desk.join`."""
        actor = self._floor.find(code)
        if actor is None:
            raise Rejected("no_such_table", f"There is no table {normalize_code(code)} now. Check the code.")
        seat = actor.table.seat_of(player.identity)
        if seat is not None:
            return actor.attach(seat)
        self._refuse_second_seat(player)
        return await self._seat(actor, player)

    async def watch(self, code: str) -> TableLink:
        """See `Desk.watch`."""
        actor = self._floor.find_watched(code)
        if actor is None:
            text = f"There is no table to watch under {normalize_code(code)}. A private table has a watch code."
            raise Rejected("no_such_table", text)
        return actor.attach(None)

    async def back(self, return_code: str, player: Player) -> TableLink:
        """See `Desk.back`. Whoever holds the code is the player: that is all a guest has."""
        found = self._floor.find_seat(return_code)
        if found is None:
            raise Rejected("no_such_seat", "There is no seat under this return code any more.")
        actor, seat = found
        return actor.attach(seat)

    def seat_of(self, player: Player) -> str | None:
        """See `Desk.seat_of`."""
        return next((actor.table.code for actor in self._floor.seats_of(player.identity)), None)

    def knows(self, code: str) -> bool:
        """Whether a table with this code exists, private or not."""
        return self._floor.find(code) is not None

    def tables(self) -> tuple[TableSummary, ...]:
        """See `Desk.tables`."""
        return tuple(_summary(actor) for actor in self._open_tables() if not actor.table.private)

    def every_table(self) -> tuple[TableSummary, ...]:
        """For the operator: private tables, too."""
        return tuple(map(_summary, self._open_tables()))

    async def close_table(self, code: str) -> None:
        """For the operator: close a table; a match that is played there has no result. Raises Rejected."""
        actor = self._floor.find(code)
        if actor is None:
            raise Rejected("no_such_table", f"There is no table {normalize_code(code)} now. Check the code.")
        await actor.ask(None, Close())

    def quick_match(self, player: Player) -> QuickMatch:
        """See `Desk.quick_match`."""
        self._refuse_second_seat(player)
        if self._floor.last_call:
            raise GOING_DOWN
        return self._quick.join(player)

    async def allow_watching(self, link: TableLink) -> None:
        """See `Desk.allow_watching`."""
        actor = _actor_of(link)
        if actor.table.watch_code is None:
            await actor.ask(link.seat, AllowWatching(self._floor.fresh_code()))

    def finished(self, code: str) -> Table:
        """See `Floor.finished`."""
        return self._floor.finished(code)

    def _open_tables(self) -> list[TableActor]:
        """Newest first."""
        return [actor for actor in reversed(self._floor.tables.values()) if actor.table.stage is not Stage.CLOSED]

    def _refuse_second_seat(self, player: Player) -> None:
        """On a server nobody holds two seats at once: the others there would wait for somebody who plays elsewhere."""
        if not self.remote:
            return
        for actor in self._floor.seats_of(player.identity):
            if actor.table.stage in (Stage.WAITING, Stage.CUTTING, Stage.PLAYING):
                text = f"You have a seat at table {actor.table.code} already; go back to it, or leave it."
                raise Rejected("seated_already", text)

    async def _pair(self, first: Waiting, second: Waiting) -> None:
        there = self._quick.still_there(first, second)
        if not there or self._floor.last_call:
            return
        actor = self._floor.set_up(Options(), private=False)
        links = [await self._seat(actor, waiting.player) for waiting in there]
        for waiting, link in zip(there, links, strict=True):
            if not waiting.seated.done():
                waiting.seated.set_result(link)
                continue
            # Gone in the very moment of being seated: the other must not play against nobody.
            with suppress(Rejected):
                await link.send(Leave())
            await link.close()

    async def _seat(self, actor: TableActor, player: Player) -> LocalLink:
        return actor.attach(await self._sit(actor, player))

    async def _sit(self, actor: TableActor, player: Player, level: str | None = None) -> int:
        """The seat (from 0) that somebody was given."""
        guest = self.remote and not player.keyed and level is None
        code = self._floor.fresh_code() if guest else None
        await actor.ask(None, Sit(_named_apart(actor.table, player), level, code))
        seat = actor.table.seat_of(player.identity)
        if seat is None:
            raise Rejected("table_full", "Both seats of this table are taken.")
        return seat


def _actor_of(link: TableLink) -> TableActor:
    if not isinstance(link, LocalLink):
        raise TypeError("this desk serves only the lines it gave out")
    return link.actor


def _named_apart(table: Table, player: Player) -> Player:
    """A second name that is or looks the same at a table gets a number behind it."""
    taken = [seat.player.name for seat in table.seats if seat.player]
    return msgspec.structs.replace(player, name=told_apart(player.name, taken))


def _summary(actor: TableActor) -> TableSummary:
    table = actor.table
    names = tuple(seat.player.name for seat in table.seats if seat.player and seat.kind is not SeatKind.OPEN)
    return TableSummary(table.code, names, table.stage, actor.watchers, table.options)
