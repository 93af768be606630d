"""Whole screens drawn anew are shared out: who asks without end waits for himself, and the last size always comes."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from pathlib import Path

import pytest

from cardtable.ssh.context import SessionContext
from cardtable.ssh.options import Limits
from cardtable.ssh.repaints import Repaints, Turn
from cardtable.ssh.session import Session
from tests.support.ssh_client import Player
from tests.support.ssh_server import eventually, port_of, relaxed, serving
from tests.support.toy_app import ToyApp

Toy = Callable[[SessionContext], ToyApp]

LARGE = 300 * 120
SMALL = 80 * 24
SLOW = Limits(repaint_rate=3000, repaint_burst=LARGE, repaint_rate_per_source=1000, repaint_burst_per_source=LARGE)
"""Once a share is used up nothing large is drawn again while a test runs."""


class Drawn:
    """Who has drawn, in order."""

    def __init__(self, limits: Limits) -> None:
        self.names: list[str] = []
        self._repaints = Repaints(limits)

    def turn(self, source: str) -> Turn:
        return self._repaints.turn(source)

    def ask(self, turn: Turn, name: str, cells: int) -> None:
        turn.ask(lambda: cells, lambda: self.names.append(name))


async def test_a_single_one_is_drawn_at_once() -> None:
    drawn = Drawn(Limits())
    drawn.ask(drawn.turn("a"), "ann", LARGE)
    assert drawn.names == ["ann"]


async def test_who_has_used_up_his_share_waits_and_nobody_else() -> None:
    drawn = Drawn(Limits(repaint_burst=1e9, repaint_rate_per_source=1000, repaint_burst_per_source=LARGE))
    for name in ("first", "second", "third"):
        drawn.ask(drawn.turn("a"), name, LARGE)
    for name in ("bob", "cy"):
        drawn.ask(drawn.turn(name), name, LARGE)
    assert drawn.names == ["first", "bob", "cy"]


async def test_what_all_have_used_up_goes_to_who_had_the_least() -> None:
    drawn = Drawn(SLOW)
    large = drawn.turn("a")
    drawn.ask(large, "mallory", LARGE)
    drawn.ask(large, "mallory", LARGE)
    drawn.ask(drawn.turn("b"), "bob", 30)
    await eventually(lambda: len(drawn.names) > 1, "nobody", 5)
    assert drawn.names == ["mallory", "bob"]


async def test_sessions_of_one_address_take_turns() -> None:
    drawn = Drawn(Limits(repaint_burst=1e9, repaint_rate_per_source=1e5, repaint_burst_per_source=1000))
    turns = {name: drawn.turn("a") for name in "xyz"}
    for name in "xxyxz":
        drawn.ask(turns[name], name, 1000)
    await eventually(lambda: len(drawn.names) > 3, "too few", 5)
    assert drawn.names == ["x", "x", "y", "z"]


async def test_a_session_that_is_gone_draws_no_more() -> None:
    drawn = Drawn(Limits(repaint_rate_per_source=1e5, repaint_burst_per_source=2000))
    drawn.ask(drawn.turn("a"), "first", 2000)
    gone = drawn.turn("a")
    drawn.ask(gone, "gone", 2000)
    drawn.ask(drawn.turn("a"), "third", 2000)
    gone.cancel()
    await eventually(lambda: len(drawn.names) > 1, "nobody", 5)
    assert drawn.names == ["first", "third"]


async def test_a_window_larger_than_any_share_is_drawn_all_the_same() -> None:
    drawn = Drawn(Limits(repaint_burst=100, repaint_burst_per_source=50))
    drawn.ask(drawn.turn("a"), "ann", LARGE)
    assert drawn.names == ["ann"]


async def test_one_addresss_resizes_wait_for_each_other_and_the_last_size_comes(
    key_file: Path, toy: Toy, apps: list[ToyApp]
) -> None:
    limits = relaxed(repaint_rate_per_source=300_000, repaint_burst_per_source=LARGE)
    async with serving(toy, key_file, limits=limits) as server:
        players = [await Player.connect(port_of(server), size=(300, 120)) for _ in range(6)]
        for player in players:
            await player.expect("chat")
            player.look_away()
        before = sum(len(app.sizes) for app in apps)
        for step in range(8):
            for player in players:
                player.chan.change_terminal_size(299 - step % 2, 119)
            await asyncio.sleep(0.03)
        assert sum(len(app.sizes) for app in apps) - before <= 8, "48 were asked for"
        for player in players:
            player.chan.change_terminal_size(150, 30)
        await eventually(lambda: all(app.sizes[-1] == (150, 30) for app in apps), "the last size")
        for player in players:
            await player.drop()


async def test_anothers_resize_does_not_wait_for_them(key_file: Path, toy: Toy, apps: list[ToyApp]) -> None:
    """Every one of these waits for a minute; who comes from elsewhere does not."""
    limits = relaxed(repaint_rate_per_source=1000, repaint_burst_per_source=LARGE)
    elsewhere = {"local_addr": ("127.0.0.9", 0)}
    async with (
        serving(toy, key_file, limits=limits) as server,
        await Player.connect(port_of(server), "bob", options=elsewhere) as bob,
    ):
        await bob.expect("chat")
        players = [await Player.connect(port_of(server), size=(300, 120)) for _ in range(3)]
        for player in players:
            await player.expect("chat")
            player.look_away()
            player.chan.change_terminal_size(299, 119)
        bob.resize(100, 30)
        await bob.expect("size=100x30", 3)
        assert sum(app.sizes[-1] == (299, 119) for app in apps) <= 1
        for player in players:
            await player.drop()


async def test_a_window_opened_and_closed_is_not_repainted_each_time(
    key_file: Path, toy: Toy, apps: list[ToyApp], monkeypatch: pytest.MonkeyPatch
) -> None:
    limits = relaxed(repaint_rate_per_source=100, repaint_burst_per_source=SMALL)
    async with serving(toy, key_file, limits=limits) as server, await Player.connect(port_of(server)) as ann:
        await ann.expect("chat")
        (session,) = server.sessions
        painted: list[str] = []
        monkeypatch.setattr(apps[0].screen, "refresh", lambda: painted.append("all"))
        for _ in range(5):
            await _lose_a_frame(session)
        await eventually(lambda: bool(painted), "no repaint")
        for _ in range(5):
            await _lose_a_frame(session)
        assert painted == ["all"]


async def _lose_a_frame(session: Session) -> None:
    line = session._line
    assert line is not None
    session.block("window", True)
    line.write("x")
    await eventually(lambda: not line._parts, "no turn of the loop")
    session.block("window", False)
