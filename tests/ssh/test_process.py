"""The server as a process: signals, faults in what it is given, its log."""

from __future__ import annotations

import asyncio
import os
import signal
import socket
import stat
import sys
import time
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from pathlib import Path

import asyncssh
import pytest

from cardtable.errors import BadInput
from cardtable.ssh.context import SessionContext
from cardtable.ssh.hostkey import host_key
from cardtable.ssh.options import ServeConfig
from cardtable.ssh.server import Server
from cardtable.ssh.sockets import listening_sockets
from tests.support import stock
from tests.support.ssh_client import Player
from tests.support.ssh_server import eventually, port_of, serving
from tests.support.tmux import Pane
from tests.support.toy_app import ToyApp

Toy = Callable[[SessionContext], ToyApp]

ROOT = Path(__file__).parents[2]


@asynccontextmanager
async def toy_process(*args: str) -> AsyncIterator[asyncio.subprocess.Process]:
    """The toy server, killed at the end if it still runs."""
    process = await asyncio.create_subprocess_exec(
        sys.executable,
        "-m",
        "tests.support.toy_server",
        *args,
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


async def port_in(process: asyncio.subprocess.Process) -> int:
    """Where it listens, once it does."""
    assert process.stdout
    line = await asyncio.wait_for(process.stdout.readline(), 20)
    assert line.startswith(b"listening on "), await process.communicate()
    return int(line.split()[-1])


@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGINT])
async def test_a_signal_drains_the_server(key_file: Path, number: signal.Signals) -> None:
    """S1: told, clean, 75; the server 0 within five seconds."""
    async with toy_process(str(key_file)) as process:
        port = await port_in(process)
        players = [await Player.connect(port, f"p{n}") for n in range(3)]
        for player in players:
            await player.expect("chat")
        begun = time.monotonic()
        process.send_signal(number)
        for player in players:
            assert await player.exit_status() == 75
            assert not player.modes.unclean()
            assert "The server is going down." in player.screen
            await player.drop()
        assert await asyncio.wait_for(process.wait(), 5) == 0
        assert time.monotonic() - begun < 5
        assert process.stderr
        log = (await process.stderr.read()).decode()
        assert "shutting_down sessions=3" in log
        assert "Traceback" not in log


async def test_an_app_that_hangs_does_not_hold_the_server_up(key_file: Path) -> None:
    async with toy_process(str(key_file)) as process:
        async with await Player.connect(await port_in(process)) as ann:
            await ann.expect("chat")
            ann.type("\x1bOS")
            ann.type("x")
            process.send_signal(signal.SIGTERM)
            assert await ann.exit_status() == 75
            assert not ann.modes.unclean()
        assert await asyncio.wait_for(process.wait(), 5) == 0


@pytest.mark.skipif(bool(Pane.missing() or stock.missing("ssh")), reason="needs tmux and ssh")
async def test_stock_ssh_exits_75_when_the_server_goes_down(key_file: Path) -> None:
    async with toy_process(str(key_file)) as process:
        port = await port_in(process)
        async with Pane(stock.ssh(port)) as pane:
            await pane.expect("chat")
            process.send_signal(signal.SIGTERM)
            screen = await pane.expect("rc=")
            assert "rc=75" in screen
            assert "The server is going down." in screen
        assert await asyncio.wait_for(process.wait(), 5) == 0


async def test_what_an_app_prints_does_not_reach_a_player_or_break_the_log(key_file: Path) -> None:
    async with toy_process(str(key_file)) as process:
        port = await port_in(process)
        async with await Player.connect(port) as ann:
            await ann.expect("chat")
            ann.type("\x1b[15~\x1b[12~")
            assert await ann.exit_status() == 1
            assert "printed by an app" not in ann.text
        process.send_signal(signal.SIGTERM)
        _, log = await process.communicate()
        assert b"session_crashed" in log
        assert b"7H KD" not in log


async def test_a_port_in_use_is_one_line(key_file: Path) -> None:
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = taken.getsockname()[1]
        async with toy_process(str(key_file), str(port)) as process:
            _, told = await process.communicate()
            assert process.returncode == 2
    assert told.decode().splitlines() == [f"cardtable: cannot listen on 127.0.0.1 port {port}: address already in use"]


@pytest.mark.parametrize(
    ("host", "port"), [("192.0.2.1", 0), ("no such host", 0), ("127.0.0.1", 70000), ("host.invalid", 0), ("\ud800", 0)]
)
def test_an_address_that_is_not_ours_is_named(host: str, port: int) -> None:
    with pytest.raises(BadInput, match="cannot listen on"):
        listening_sockets(host, port)


def test_an_empty_host_is_not_every_address(monkeypatch: pytest.MonkeyPatch) -> None:
    """It is what an unset variable in a script leaves; nothing is bound."""
    monkeypatch.setattr(socket, "socket", None)
    with pytest.raises(BadInput, match=r"cannot listen on '': .* 127\.0\.0\.1, or 0\.0\.0\.0 for everybody"):
        listening_sockets("", 0)


def test_the_host_key_is_made_once_and_kept(tmp_path: Path) -> None:
    """S14."""
    path = tmp_path / "new" / "host_key"
    first = host_key(path)
    assert stat.S_IMODE(path.stat().st_mode) == 0o600
    assert first.get_algorithm() == "ssh-ed25519"
    assert host_key(path).get_fingerprint() == first.get_fingerprint()


def test_a_host_key_that_is_none_is_never_replaced(tmp_path: Path) -> None:
    rsa = asyncssh.generate_private_key("ssh-rsa").export_private_key("openssh")
    locked = asyncssh.generate_private_key("ssh-ed25519").export_private_key("pkcs8-pem", passphrase="x")
    for content, words in ((b"hello", "is no private key"), (b"", "is no private key"), (rsa, "must be ssh-ed25519"),
                           (locked, "is no private key")):  # fmt: skip
        path = tmp_path / "host_key"
        path.write_bytes(content)
        path.chmod(0o600)
        with pytest.raises(BadInput, match=words):
            host_key(path)
        assert path.read_bytes() == content


def test_a_host_key_that_others_can_read_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "host_key"
    host_key(path)
    path.chmod(0o644)
    with pytest.raises(BadInput, match="chmod 600"):
        host_key(path)


def test_a_host_key_that_cannot_be_read_or_made_is_named(tmp_path: Path) -> None:
    with pytest.raises(BadInput, match="cannot be read"):
        host_key(tmp_path)
    (tmp_path / "file").write_text("x")
    with pytest.raises(BadInput, match="cannot be"):
        host_key(tmp_path / "file" / "host_key")


@pytest.mark.parametrize("host", ["a b", ""])
async def test_a_wrong_public_host_is_refused_at_start(key_file: Path, toy: Toy, host: str) -> None:
    with pytest.raises(BadInput, match="public host"):
        await Server(ServeConfig(host_key=key_file, port=0, public_host=host), toy, lambda _: "").start()


def _open_files() -> int:
    folder = Path("/proc/self/fd")
    return len(os.listdir(folder)) if folder.is_dir() else 0


async def test_nothing_of_many_sessions_is_left(key_file: Path, toy: Toy) -> None:
    """O6, in small: tasks and files are as before."""
    async with serving(ToyApp, key_file) as server:
        files = _open_files()
        for _ in range(4):
            players = await asyncio.gather(*(Player.connect(port_of(server)) for _ in range(5)))
            for player in players:
                await player.expect("chat")
                await player.drop()
        await eventually(lambda: not server.sessions, "sessions left")
        assert _open_files() == files
