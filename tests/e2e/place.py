"""The whole product behind one port of this machine: the real app and the real lobby, with a known deck and clock."""

from __future__ import annotations

from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager, contextmanager
from pathlib import Path
from unittest.mock import patch

from cardtable.compose.admin import Admin
from cardtable.compose.desk import BotsWhenNeeded
from cardtable.compose.keeping import wall
from cardtable.compose.reception import Reception
from cardtable.rules.cards import PACK
from cardtable.rules.hustle import state
from cardtable.rules.shoe import Shoe
from cardtable.ssh.options import Limits
from cardtable.ssh.server import Server
from cardtable.store.memory import MemoryStore
from cardtable.table.clock import Timing
from cardtable.table.home import Home
from cardtable.table.keeping import Store
from cardtable.table.lobby import Lobby
from cardtable.table.register import Register
from tests.support.hustle import cards
from tests.support.ssh_server import RELAXED, port_of, serving
from tests.support.tables import HandClock, seeds


class Place:
    """A running server, its lobby, and the hand of its clock (standing still where the clock is a real one)."""

    def __init__(self, server: Server, lobby: Lobby, hand: HandClock) -> None:
        self.server = server
        self.lobby = lobby
        self.hand = hand

    @property
    def port(self) -> int:
        """Where it listens."""
        return port_of(self.server)

    def pass_time(self, seconds: float) -> None:
        """Turn the clock, and let every table look at it."""
        self.hand.ms += round(seconds * 1000)
        self.lobby.check_clocks()


@contextmanager
def dealing(deck: str) -> Iterator[None]:
    """Every match is dealt these cards first, then the rest of the pack in printed order; "" deals by the seed."""
    first = cards(deck)
    order = [*first, *(card for card in PACK if card not in first)]
    with patch.object(state, "Shoe", lambda seed: Shoe.stacked(order)) if deck else patch.object(state, "Shoe", Shoe):
        yield


@asynccontextmanager
async def open_place(
    host_key: Path,
    *,
    deck: str = "",
    speed: float = 0,
    limits: Limits = RELAXED,
    store: Store | None = None,
    cut_time: int = 0,
    operators: frozenset[str] = frozenset(),
) -> AsyncIterator[Place]:
    """Serve. With a `speed` the clocks are real ones, so many times as fast; without, they are turned by hand."""
    store = store or MemoryStore()
    hand, bots = HandClock(), BotsWhenNeeded()
    timing = Timing().speeded(speed) if speed else None
    lobby = Lobby(
        bots=bots,
        remote=True,
        timing=timing,
        now=None if speed else hand,
        seeds=seeds,
        home=Home(store, wall),
        cut_time=cut_time,
    )
    admin = Admin(lobby, store, wall)
    reception = Reception(lobby, store, Register(store, wall), admin)
    await admin.open()
    with dealing(deck):
        async with serving(
            reception.app,
            host_key,
            limits=limits,
            answer_exec=reception.answer,
            barred=admin.barred,
            operators=operators,
        ) as server:
            admin.attach(server)
            await lobby.open()
            try:
                yield Place(server, lobby, hand)
            finally:
                await server.drain()
                await lobby.close()
                await bots.close()
