"""What a table needs from outside, and what the front desk offers to screens. Protocols and the values they use."""

from __future__ import annotations

from collections.abc import Callable, Coroutine, Sequence
from typing import Protocol

import msgspec

from cardtable.rules.hustle.commands import Options
from cardtable.table.events import Entry, Player
from cardtable.table.link import TableLink
from cardtable.table.table import Table
from cardtable.table.views import Stage

Now = Callable[[], int]
"""The table's clock: monotonic milliseconds."""

SeedSource = Callable[[], bytes]
"""A fresh secret seed for one match."""


class TableSummary(msgspec.Struct, frozen=True):
    """An open (not private) table in a list. `phase` is a word or two for people; `score` is None until one can be."""

    code: str
    names: tuple[str, ...]
    stage: Stage
    watchers: int
    options: Options
    phase: str = "waiting"
    score: tuple[int, int] | None = None
    game: str = "21 Hustle"


class OnlinePlayer(msgspec.Struct, frozen=True):
    """Somebody who is connected, and what they are doing. `number` is theirs for as long as they are."""

    number: int
    name: str
    doing: str


class Journal(Protocol):
    """Where a table's entries are stored before anybody is told of them. Tables are known by their `id`."""

    async def open(self, table: Table) -> None:
        """Store a new table."""
        ...

    async def append(self, table: str, entries: Sequence[Entry]) -> None:
        """Store these, in order; returns once they are safe."""
        ...

    async def end(self, table: str) -> None:
        """Forget a table that is closed."""
        ...


class BotSeat(Protocol):
    """Plays a seat for a bot until the link ends."""

    def __call__(self, level: str, link: TableLink) -> Coroutine[None, None, None]:
        """The bot's whole life at the table, as a coroutine."""
        ...


class QuickMatch(Protocol):
    """A player waiting to be seated with another."""

    async def wait(self) -> TableLink:
        """The seat, as soon as somebody else has asked too."""
        ...

    def cancel(self) -> None:
        """Stop waiting. Harmless when already seated."""
        ...


class Challenge(Protocol):
    """A challenge, as the one who made it has it."""

    async def wait(self) -> TableLink:
        """The seat, as soon as it is accepted. Raises Rejected with the reason when it is not."""
        ...

    def cancel(self) -> None:
        """Take it back. Harmless when it is over."""
        ...


class Challenged(Protocol):
    """A challenge, as the one who is asked has it: `by` whom, and how they would play."""

    @property
    def by(self) -> str:
        """The challenger's name."""
        ...

    @property
    def options(self) -> Options:
        """How they would play."""
        ...

    async def withdrawn(self) -> str:
        """Why there is nothing to answer any more, in a sentence; empty once it is accepted."""
        ...

    async def accept(self) -> TableLink:
        """The seat. Raises Rejected when it cannot be had any more."""
        ...

    def decline(self) -> None:
        """No, thank you. Harmless when it is over."""
        ...

    def missed(self) -> None:
        """The question has gone from the screen without an answer. Harmless when it is over."""
        ...


class Desk(Protocol):
    """The front desk: opens, finds and lists tables. All in one process; every call is cheap."""

    @property
    def remote(self) -> bool:
        """Whether friends can join from elsewhere (a server), or this is one machine playing by itself."""
        ...

    async def play_bot(self, player: Player, level: str, options: Options) -> TableLink:
        """A table against a bot of level `rookie`, `regular` or `shark`; the player has seat 0."""
        ...

    async def hot_seat(self, names: tuple[str, str], options: Options) -> tuple[TableLink, TableLink]:
        """A table for two people at this keyboard: one link a seat."""
        ...

    async def host(self, player: Player, options: Options, *, private: bool) -> TableLink:
        """A table that waits for a friend; its code is in the view.

        Raises Rejected `seated_already`, as all ways to a new seat do, for a player who has one at another live table.
        """
        ...

    async def join(self, code: str, player: Player) -> TableLink:
        """The free seat at the table with this code, or the player's own seat there again.

        Raises Rejected: `no_such_table`, `table_full`, `seated_already`.
        """
        ...

    async def watch(self, code: str, player: Player | None = None) -> TableLink:
        """A spectator's link; at a private table only by its watch code. Raises Rejected: `no_such_table`.

        `player`: who looks on, for the list of who is connected.
        """
        ...

    async def back(self, return_code: str, player: Player) -> TableLink:
        """A guest's seat again, by the return code shown there. Raises Rejected: `no_such_seat`."""
        ...

    def seat_of(self, player: Player) -> str | None:
        """The code of the live table where this very identity holds a seat, if any."""
        ...

    def tables(self) -> tuple[TableSummary, ...]:
        """The open tables, newest first."""
        ...

    def arrive(self, player: Player, ask: Callable[[Challenged], None]) -> Callable[[], None]:
        """This player is connected until what is returned is called. `ask` puts a challenge to them."""
        ...

    def rename(self, player: Player) -> None:
        """This very identity is called so from now on."""
        ...

    def others(self, player: Player) -> tuple[OnlinePlayer, ...]:
        """Everybody else who is connected, in the order in which they came."""
        ...

    def listen(self, told: Callable[[], None]) -> Callable[[], None]:
        """Be told when the tables or the players in the lists have changed, at most a few times a second.

        What is returned ends it. While nothing changes nothing is called.
        """
        ...

    def challenge(self, player: Player, number: int, options: Options) -> Challenge:
        """Ask another player, by their number, for a match at a private table.

        Raises Rejected when they cannot be asked: away, at a table, asked already, or asked too often.
        """
        ...

    def quick_match(self, player: Player) -> QuickMatch:
        """Wait for anybody else who wants a match now."""
        ...

    async def allow_watching(self, link: TableLink) -> None:
        """Give this private table a watch code; it appears in the view. Raises Rejected for a spectator's link."""
        ...
