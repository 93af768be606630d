"""Who sends more than a game needs gets his terminal back and reads why, whatever there was too much of."""

from __future__ import annotations

import asyncio
import logging
import time
from collections.abc import Awaitable, Callable
from pathlib import Path

import pytest
from asyncssh.packet import String

from cardtable.ssh.context import SessionContext
from tests.ssh.test_process import port_in, toy_process
from tests.support import stock
from tests.support.ssh_client import Player
from tests.support.ssh_server import eventually, port_of, relaxed, serving
from tests.support.toy_app import ToyApp

Toy = Callable[[SessionContext], ToyApp]


async def _bytes(player: Player) -> None:
    for _ in range(100):
        player.conn.send_packet(2, String(b"x" * 10_000))
        await asyncio.sleep(0)


async def _packets(player: Player) -> None:
    for _ in range(400):
        player.conn.send_debug("x")


async def _keys_in_packets(player: Player) -> None:
    for _ in range(400):
        player.type("j")
        player.conn.send_debug("x")


async def _environment(player: Player) -> None:
    for number in range(40):
        player.chan._send_request(b"env", String(f"V{number}"), String("x"))


FLOODS: dict[str, tuple[Callable[[Player], Awaitable[None]], str]] = {
    "bytes": (_bytes, "more bytes than a game needs"),
    "packets": (_packets, "too many packets"),
    "keys": (_keys_in_packets, "too many packets"),
    "environment": (_environment, "too many environment variables"),
}


@pytest.mark.parametrize("flood", FLOODS)
async def test_the_terminal_comes_back_with_the_reason(
    key_file: Path, toy: Toy, apps: list[ToyApp], caplog: pytest.LogCaptureFixture, flood: str
) -> None:
    caplog.set_level(logging.INFO)
    send, reason = FLOODS[flood]
    limits = relaxed(wire_burst=200_000, packet_burst=150, goodbye_time=0.2)
    async with serving(toy, key_file, limits=limits) as server, await Player.connect(port_of(server)) as ann:
        await ann.expect("chat")
        await send(ann)
        assert await ann.exit_status() == 1
        assert not ann.modes.unclean()
        assert f"your side sent {reason}" in " ".join(ann.screen.split())
        assert apps[0].context.control.ended == "flood"
        await eventually(lambda: not server.sessions, "still there", 4)


async def test_more_and_more_of_it_is_cut_off(key_file: Path, toy: Toy) -> None:
    """It would have two seconds to read why."""
    limits = relaxed(wire_burst=100_000, packet_burst=100_000, goodbye_time=2)
    async with serving(toy, key_file, limits=limits) as server, await Player.connect(port_of(server)) as ann:
        await ann.expect("chat")
        begun = time.monotonic()
        while not ann.closed.is_set():
            ann.conn.send_packet(2, String(b"x" * 30_000))
            await asyncio.sleep(0)
        assert time.monotonic() - begun < 2
        assert ann.chan.get_exit_status() is None


async def test_a_rekey_too_many_is_completed_for_the_leave(key_file: Path, toy: Toy) -> None:
    limits = relaxed(rekeys_per_minute=1)
    async with (
        serving(toy, key_file, limits=limits) as server,
        await Player.connect(port_of(server), options={"rekey_bytes": 1000}) as ann,
    ):
        while not ann.closed.is_set():
            ann.conn.send_debug("x" * 100)
            await asyncio.sleep(0.01)
        assert not ann.modes.unclean()
        assert "too many key exchanges" in " ".join(ann.screen.split())


@pytest.mark.skipif(bool(stock.missing("ssh")), reason="needs ssh")
@pytest.mark.parametrize("size", [200_000, 3_000_000])
async def test_a_long_paste_through_stock_ssh(key_file: Path, size: int) -> None:
    """Without brackets it is keys, and more than anybody types."""
    async with toy_process(str(key_file)) as process:
        client = await asyncio.create_subprocess_exec(
            *stock.ssh(await port_in(process), flags="-tt").split(),
            stdin=asyncio.subprocess.PIPE,
            stdout=asyncio.subprocess.PIPE,
            stderr=asyncio.subprocess.PIPE,
        )
        assert client.stdout
        first = await asyncio.wait_for(client.stdout.readuntil(b"identity="), 20)
        out, _ = await asyncio.wait_for(client.communicate(b"y\n" * (size // 2)), 20)
        assert client.returncode == 1
        assert b"\x1b[?1049h" in first
        assert b"\x1b[?1049l" in out
        assert b"The connection was closed: your side sent more" in out.splitlines()[-1]
