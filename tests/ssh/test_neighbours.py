"""A hostile client is the only one that suffers (STRENGTH §0 5-9, §2c, §5 row 6)."""

from __future__ import annotations

import asyncio
import time
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from pathlib import Path

import asyncssh
import pytest

from cardtable.ssh.context import SessionContext
from cardtable.ssh.modes import SYNC_QUERY
from tests.support.ssh_client import Player
from tests.support.ssh_server import eventually, port_of, relaxed, serving
from tests.support.toy_app import ToyApp

Toy = Callable[[SessionContext], ToyApp]


async def test_a_long_resize_storm_is_slowed_down(key_file: Path, toy: Toy, apps: list[ToyApp]) -> None:
    limits = relaxed(resizes_per_second=1000, resize_burst=5, resizes_sustained=2)
    async with serving(toy, key_file, limits=limits) as server, await Player.connect(port_of(server)) as ann:
        await ann.expect("chat")
        for step in range(60):
            ann.chan.change_terminal_size(60 + step, 24)
            await asyncio.sleep(0.01)
        ann.resize(150, 30)
        await ann.expect("size=150x30")
        assert len(apps[0].sizes) <= 10


class Lag:
    """How long the loop kept others waiting, in seconds, from probe to probe."""

    def __init__(self) -> None:
        self.waits: list[float] = []

    @property
    def worst(self) -> float:
        return max(self.waits, default=0.0)


@asynccontextmanager
async def measured() -> AsyncIterator[Lag]:
    """Probe the loop meanwhile."""
    lag = Lag()

    async def probe() -> None:
        while True:
            before = time.monotonic()
            await asyncio.sleep(0.005)
            lag.waits.append(time.monotonic() - before - 0.005)

    task = asyncio.create_task(probe())
    try:
        yield lag
    finally:
        task.cancel()
        await asyncio.gather(task, return_exceptions=True)


async def _send(player: Player, data: bytes) -> None:
    """In packets, as fast as the window allows, until cut off."""
    for at in range(0, len(data), 8192):
        if player.closed.is_set() or player.chan.is_closing():
            return
        player.chan.write(data[at : at + 8192])
        await asyncio.sleep(0)


HOSTILE = {
    "keys": b"yn" * 500_000,
    "escapes": b"\x1b" * 100_000,
    "endless paste": b"\x1b[200~" + b"x" * 3_000_000,
    "motion": b"\x1b[<35;10;10M" * 50_000,
    "resizes in band": b"\x1b[48;20000;20000;9;9t" * 1000,
    "malformed keys": b"\x1b[99999999u\x1b[97:65;5u\x1b[97;1;99999999u\x1b[55296;1;55296u" * 5000,
    "strings": b"\x1b]52;c;" + b"A" * 500_000,
    "no utf-8": b"\xff\xfe\x80" * 200_000,
}


@pytest.mark.parametrize("attack", HOSTILE)
async def test_others_do_not_wait_for_a_flood(key_file: Path, toy: Toy, apps: list[ToyApp], attack: str) -> None:
    """I2, I3, I5, I6, I8. The bound is loose, for a busy machine; the figure aimed at is 0.15 s."""
    async with serving(toy, key_file) as server, await Player.connect(port_of(server), "bob") as bob:
        await bob.expect("chat")
        async with await Player.connect(port_of(server), "mallory") as mallory:
            await mallory.expect("chat")
            mallory.look_away()
            async with measured() as lag:
                await _send(mallory, HOSTILE[attack])
                bob.type("k")
                await bob.expect("keys=k")
            assert lag.worst < 1.0
        assert len(apps[1].keys) <= 400


async def test_a_resize_storm_costs_others_nothing(key_file: Path, toy: Toy) -> None:
    """R10."""
    async with serving(toy, key_file) as server, await Player.connect(port_of(server), "bob") as bob:
        await bob.expect("chat")
        async with await Player.connect(port_of(server), "mallory") as mallory:
            await mallory.expect("chat")
            mallory.look_away()
            async with measured() as lag:
                for step in range(2000):
                    if mallory.chan.is_closing():
                        break
                    mallory.chan.change_terminal_size(20 + step % 280, 8 + step % 100)
                    await asyncio.sleep(0)
                bob.type("k")
                await bob.expect("keys=k")
            assert lag.worst < 1.0


async def test_a_lone_surrogate_is_no_key(key_file: Path, toy: Toy, apps: list[ToyApp]) -> None:
    """T4, I6."""
    async with serving(toy, key_file) as server, await Player.connect(port_of(server)) as ann:
        await ann.expect("chat")
        ann.type("\x1b[55296;1;55296u\x1b[99999999u\x1b[97;1;99999999u\x1b[8238;1;8238uk")
        await ann.expect("keys=k")
        assert apps[0].keys == ["k"]


async def test_in_band_sizes_cursor_and_mode_reports_are_not_believed(
    key_file: Path, toy: Toy, apps: list[ToyApp]
) -> None:
    """I5: the window is what ssh says."""
    async with serving(toy, key_file) as server, await Player.connect(port_of(server), answers=False) as ann:
        await ann.expect("chat")
        ann.type("\x1b[48;50;100;9;9t\x1b[?2048;1$y\x1b[5;5R\x1b[<0;99999999;99999999M\x1b[I\x1b[O" + "k")
        await ann.expect("keys=k")
        assert apps[0].sizes == [(80, 24)]
        assert apps[0].app_focus
        assert "\x1b[?2026h" not in ann.text


async def test_synchronised_frames_only_after_the_terminal_said_so(
    key_file: Path, toy: Toy, apps: list[ToyApp]
) -> None:
    async with serving(toy, key_file) as server:
        async with await Player.connect(port_of(server), answers=True) as ann:
            await ann.expect("chat")
            assert ann.text.count(SYNC_QUERY) == 2
            ann.type("k")
            await ann.expect("keys=k")
            await ann.until(lambda: "\x1b[?2026h" in ann.text, "a frame in one piece")
        async with await Player.connect(port_of(server), answers=False) as bob:
            await bob.expect("chat")
            bob.type("k")
            await bob.expect("keys=k")
            assert "\x1b[?2026h" not in bob.text


async def test_an_escape_split_by_a_slow_line(key_file: Path, toy: Toy, apps: list[ToyApp]) -> None:
    """I7: within its delay it is one arrow; alone it is Escape."""
    async with serving(toy, key_file) as server, await Player.connect(port_of(server), term="linux") as ann:
        await ann.expect("chat")
        ann.type("\x1b")
        await asyncio.sleep(0.03)
        ann.type("[A")
        await ann.expect("keys=up")
        ann.type("\x1b")
        await ann.expect("keys=up escape")


async def test_a_long_paste_is_ignored_and_said_so(key_file: Path, toy: Toy, apps: list[ToyApp]) -> None:
    async with serving(toy, key_file) as server, await Player.connect(port_of(server)) as ann:
        await ann.expect("chat")
        ann.type("\x1b[200~" + "long" * 5000 + "\x1b[201~")
        await ann.until(lambda: "is ignored" in " ".join(ann.screen.split()), "the notice")
        ann.type("\x1b[200~short\x1b[201~k")
        await ann.expect("keys=k")
        assert apps[0].pastes == ["short"]


async def test_many_small_pastes_are_within_the_budget_too(key_file: Path, toy: Toy, apps: list[ToyApp]) -> None:
    async with serving(toy, key_file) as server, await Player.connect(port_of(server)) as ann:
        await ann.expect("chat")
        ann.type("\x1b[200~x\x1b[201~" * 1000)
        await eventually(lambda: len(apps[0].pastes) >= 100, lambda: f"{len(apps[0].pastes)} pastes")
        assert len(apps[0].pastes) < 300


async def test_a_key_reaches_the_app_quickly(key_file: Path, toy: Toy) -> None:
    async with serving(toy, key_file) as server, await Player.connect(port_of(server)) as ann:
        await ann.expect("chat")
        taken = []
        for key in "abcdefgh":
            before = time.monotonic()
            ann.type(key)
            await ann.expect(key + "\n" if key == "a" else key, 5)
            taken.append(time.monotonic() - before)
        assert sorted(taken)[len(taken) // 2] < 0.2


async def test_players_text_cannot_send_sequences(key_file: Path) -> None:
    """T1, the last fence: even text that passed no sanitiser."""

    class Careless(ToyApp):
        def on_mount(self) -> None:
            from textual.widgets import Static

            hostile = "\x1b]0;pwn\x07\x1b]52;c;x!\x07\x9b31m\x1bc\x1b[2J\x1b[?1049l\u202eabc\x1b[6n\x05end"
            self.query_one("#echo", Static).update(hostile)

    async with serving(Careless, key_file) as server, await Player.connect(port_of(server)) as ann:
        await ann.expect("end")
        for piece in ("\x1b]", "\x9b", "\x1bc", "\x1b[2J", "\x1b[?1049l", "\u202e", "\x1b[6n", "\x05"):
            assert piece not in ann.text


async def test_a_client_with_a_huge_window_does_not_fill_the_server(
    key_file: Path, toy: Toy, apps: list[ToyApp]
) -> None:
    """O2: the window is a gigabyte, and the connection is what is not read."""
    limits = relaxed(stall_time=1.0)
    async with serving(toy, key_file, limits=limits) as server:
        ann = await Player.connect(port_of(server), window=1 << 30)
        await ann.expect("chat")
        ann.type("\x1b[18~")
        await eventually(lambda: apps[0].turns > 0, "no turn")
        transport = ann.conn._transport
        assert transport is not None
        transport.pause_reading()  # type: ignore[attr-defined]
        (session,) = server.sessions
        await eventually(lambda: not server.sessions, "never cut off", 60)
        assert session.control.ended == "stalled"
        assert session._line is not None
        assert session._line.frames_lost > 0
        transport.resume_reading()  # type: ignore[attr-defined]
        await ann.drop()


async def test_a_window_of_nothing_or_a_packet_of_nothing(key_file: Path, toy: Toy) -> None:
    """C11."""
    async with serving(toy, key_file) as server:
        conn = await _login(port_of(server))
        with pytest.raises((asyncssh.Error, OSError)):
            await conn.create_session(asyncssh.SSHClientSession, max_pktsize=0)
        conn.abort()
        conn = await _login(port_of(server))
        await conn.create_session(asyncssh.SSHClientSession, term_type="xterm", window=1, encoding=None)
        await eventually(lambda: bool(server.sessions), "no session")
        conn.abort()


async def _login(port: int) -> asyncssh.SSHClientConnection:
    from tests.support.ssh_client import Guest

    return await asyncssh.connect(
        "127.0.0.1", port, username="ann", known_hosts=None, client_keys=None, agent_path=None, client_factory=Guest
    )
