"""Once asked to end, the server ends: in good order whoever asks again, and within five seconds whatever hangs."""

from __future__ import annotations

import asyncio
import os
import signal
import sys
import time
from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager
from pathlib import Path

import pytest

from tests.ssh.test_process import ROOT, port_in, toy_process
from tests.support import stock
from tests.support.ssh_client import Player


@asynccontextmanager
async def stubborn_process(key_file: Path, how: str) -> AsyncIterator[asyncio.subprocess.Process]:
    """`stubborn_server`, killed at the end if it still runs."""
    process = await asyncio.create_subprocess_exec(
        *(sys.executable, "-m", "tests.ssh.stubborn_server", str(key_file), how),
        cwd=ROOT,
        stdout=asyncio.subprocess.PIPE,
        stderr=asyncio.subprocess.PIPE,
    )
    try:
        yield process
    finally:
        if process.returncode is None:
            process.kill()
        await process.communicate()


async def logged(process: asyncio.subprocess.Process, words: bytes) -> bytes:
    """The first line of the log with these words."""
    assert process.stderr
    async with asyncio.timeout(10):
        while words not in (line := await process.stderr.readline()):
            assert line, "the log is over"
    return line


@pytest.mark.parametrize("again", [signal.SIGINT, signal.SIGTERM])
async def test_a_second_signal_changes_nothing(key_file: Path, again: signal.Signals) -> None:
    """The player's app hangs, so that the end takes a while."""
    async with toy_process(str(key_file)) as process, await Player.connect(await port_in(process)) as ann:
        await ann.expect("chat")
        ann.type("\x1bOS")
        ann.type("x")
        process.send_signal(signal.SIGTERM)
        assert b"shutting_down sessions=1" in await logged(process, b"shutting_down")
        process.send_signal(again)
        process.send_signal(again)
        assert await ann.exit_status() == 75
        process.send_signal(again)
        assert not ann.modes.unclean()
        await ann.drop()
        assert await asyncio.wait_for(process.wait(), 5) == 0
        assert process.stderr
        assert b"Traceback" not in await process.stderr.read()


@pytest.mark.parametrize("how", ["wait", "thread", "fail", "end"])
async def test_nothing_that_hangs_keeps_it_longer_than_five_seconds(key_file: Path, how: str) -> None:
    async with stubborn_process(key_file, how) as process:
        await port_in(process)
        begun = time.monotonic()
        process.send_signal(signal.SIGTERM)
        out, log = await process.communicate()
        assert time.monotonic() - begun < 5
        assert process.returncode == 0
        assert out == b"closed\n" * (2 if how == "end" else 1)
        assert (b"close_failed" in log) is (how == "fail")


async def _deaf(port: int) -> Player:
    """A client that gets much and reads nothing of it."""
    player = await Player.connect(port, window=1 << 30)
    await player.expect("chat")
    player.type("\x1b[18~")
    await player.expect("turn")
    player.conn._transport.pause_reading()  # type: ignore[union-attr]
    return player


async def _stopped_ssh(port: int) -> asyncio.subprocess.Process:
    """Stock ssh, stopped once its session runs."""
    client = await asyncio.create_subprocess_exec(
        *("setsid", *stock.ssh(port, "bob", flags="-tt").split()),
        stdin=asyncio.subprocess.PIPE,
        stdout=asyncio.subprocess.PIPE,
        stderr=asyncio.subprocess.DEVNULL,
    )
    assert client.stdout
    await asyncio.wait_for(client.stdout.readuntil(b"identity="), 20)
    client.send_signal(signal.SIGSTOP)
    return client


async def _let_go(clients: Sequence[asyncio.subprocess.Process]) -> None:
    for client in clients:
        os.kill(client.pid, signal.SIGKILL)
        await client.communicate()


@pytest.mark.skipif(bool(stock.missing("ssh") or stock.missing("setsid")), reason="needs ssh")
async def test_clients_that_read_nothing_do_not_hold_it_up(key_file: Path) -> None:
    """O1, O2, S1."""
    async with toy_process(str(key_file)) as process:
        port = await port_in(process)
        deaf = [await _deaf(port) for _ in range(3)]
        stopped = [await _stopped_ssh(port) for _ in range(3)]
        try:
            begun = time.monotonic()
            process.send_signal(signal.SIGTERM)
            assert await asyncio.wait_for(process.wait(), 10) == 0
            assert time.monotonic() - begun < 5
        finally:
            await _let_go(stopped)
            for player in deaf:
                await player.drop()
