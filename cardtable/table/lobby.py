"""The front desk of one process: opens, finds and lists tables, seats people and bots. Implements `ports.Desk`."""

from __future__ import annotations

import asyncio
import random
import secrets
from collections.abc import Callable, Sequence
from contextlib import suppress

import msgspec

from cardtable.errors import Rejected
from cardtable.rules.hustle.commands import Options
from cardtable.table.actor import GOING_DOWN, LocalLink, TableActor
from cardtable.table.board import Board
from cardtable.table.challenges import PATIENCE, Challenges, OpenChallenge
from cardtable.table.clock import Timing
from cardtable.table.codes import normalize_code
from cardtable.table.commands import Leave
from cardtable.table.events import Player
from cardtable.table.floor import Floor, Record
from cardtable.table.handle import AllowWatching, Close, Sit
from cardtable.table.home import Home
from cardtable.table.keeping import Unreadable
from cardtable.table.link import TableLink
from cardtable.table.listing import Lister, summary_of
from cardtable.table.names import told_apart
from cardtable.table.ports import BotSeat, Journal, Now, OnlinePlayer, QuickMatch, SeedSource, TableSummary
from cardtable.table.presence import Ask, Presence
from cardtable.table.quick import QuickLine, Waiting
from cardtable.table.table import Table
from cardtable.table.views import Stage

BOT_NAMES = {"rookie": "Robin", "regular": "Regina", "shark": "Sharky"}
"""What the bots are called at a table."""


LIVE = (Stage.WAITING, Stage.CUTTING, Stage.PLAYING)
"""While a table is so, whoever sits there has no other seat."""


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
        patience: float = PATIENCE,
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
            changed=lambda: self._board.touch(),
        )
        self._home = home
        self._quick = QuickLine(lambda first, second: self._floor.spawn(self._pair(first, second)))
        self._challenges = Challenges(lambda accepted: self._floor.spawn(self._seat_both(accepted)), patience)
        self._presence = Presence(lambda: self._board.touch(), self._challenges.gone)
        lister = Lister()
        self._board = Board(lambda: lister.listing(self._floor.tables.values(), self._presence.everybody()))

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
        self._board.close()
        self._challenges.close()
        self._quick.close()
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

    async def watch(self, code: str, player: Player | None = None) -> TableLink:
        """See `Desk.watch`."""
        actor = self._floor.find_watched(code)
        if actor is None:
            text = f"There is no table to watch under {normalize_code(code)}. A private table has a watch code."
            raise Rejected("no_such_table", text)
        link = actor.attach(None)
        visitor = self._presence.find(player.identity) if player is not None else None
        if visitor is not None:
            visitor.watches(link)
        return link

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
        return self._board.listing.tables

    def arrive(self, player: Player, ask: Ask) -> Callable[[], None]:
        """See `Desk.arrive`."""
        return self._presence.arrive(player, ask)

    def rename(self, player: Player) -> None:
        """See `Desk.rename`."""
        self._presence.rename(player)

    def others(self, player: Player) -> tuple[OnlinePlayer, ...]:
        """See `Desk.others`."""
        own = self._presence.find(player.identity)
        return tuple(other for other in self._board.listing.players if own is None or other.number != own.number)

    def listen(self, told: Callable[[], None]) -> Callable[[], None]:
        """See `Desk.listen`."""
        return self._board.listen(told)

    def challenge(self, player: Player, number: int, options: Options) -> OpenChallenge:
        """See `Desk.challenge`."""
        visitor = self._presence.numbered(number)
        if visitor is None:
            raise Rejected("gone", "That player has gone away.")
        self._refuse_second_seat(player)
        self._refuse_busy(visitor.player)
        challenge = self._challenges.challenge(player, visitor.player, options)
        visitor.ask(challenge)
        return challenge

    def every_table(self) -> tuple[TableSummary, ...]:
        """For the operator: private tables, too."""
        return tuple(summary_of(actor.table, actor.watchers) for actor in self._open_tables())

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
        if self._home is None or not player.profile:
            return self._quick.join(player)
        waiting = Waiting(self._quick, player)
        self._floor.spawn(self._line_up(waiting, self._home))
        return waiting

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
        seat = self._live_seat(player)
        if self.remote and seat is not None:
            text = f"You have a seat at table {seat.code} already; go back to it, or leave it."
            raise Rejected("seated_already", text)

    def _refuse_busy(self, player: Player) -> None:
        """Nobody is asked over a live match, or while they wait for somebody else."""
        seat = self._live_seat(player)
        if seat is not None:
            playing = seat.stage is not Stage.WAITING
            text = "is playing now." if playing else "has a table already, and waits there for somebody."
            raise Rejected("busy", f"{player.name} {text}")
        if self._quick.waits(player.identity):
            raise Rejected("busy", f"{player.name} waits for a quick match: choose it, too, and you play each other.")

    def _live_seat(self, player: Player) -> Table | None:
        """The table where this player waits or plays."""
        tables = (actor.table for actor in self._floor.seats_of(player.identity))
        return next((table for table in tables if table.stage in LIVE), None)

    async def _line_up(self, waiting: Waiting, home: Home) -> None:
        """By one's rating; where that cannot be read, as somebody without one."""
        with suppress(Unreadable):
            waiting.strength = await home.strength(waiting.player.profile)
        if not waiting.seated.done():
            self._quick.line_up(waiting)

    async def _pair(self, first: Waiting, second: Waiting) -> None:
        there = self._quick.still_there(first, second)
        if not there or self._floor.last_call:
            return
        actor = self._floor.set_up(Options(), private=False)
        links = [await self._seat(actor, waiting.player) for waiting in there]
        await _hand_out(links, [waiting.seated for waiting in there])

    async def _seat_both(self, accepted: OpenChallenge) -> None:
        """Seat the two of a challenge, or tell both why that cannot be."""
        players = (accepted.challenger, accepted.challenged)
        try:
            for player in players:
                self._refuse_busy(player)
            actor = self._floor.set_up(accepted.options, private=True)
            links = [await self._seat(actor, player) for player in players]
        except Rejected as refusal:
            accepted.refuse(refusal, refusal)
        else:
            await _hand_out(links, accepted.seats)

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


async def _hand_out(links: Sequence[LocalLink], seats: Sequence[asyncio.Future[TableLink]]) -> None:
    """Give each who waits for a seat the line to it."""
    for link, seated in zip(links, seats, strict=True):
        if not seated.done():
            seated.set_result(link)
            continue
        # Gone in the very moment of being seated: the other must not play against nobody.
        with suppress(Rejected):
            await link.send(Leave())
        await link.close()
