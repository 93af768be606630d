"""Stock clients get in, with and without a key, and their terminals come back clean."""

from __future__ import annotations

import asyncio
import io
import os
import shlex
import shutil
import socket
from collections.abc import Awaitable, Callable
from pathlib import Path

import asyncssh
import pytest

from cardtable.ssh.context import SessionContext
from cardtable.ssh.server import Server
from tests.support import stock
from tests.support.ssh_server import eventually, port_of, serving
from tests.support.tmux import Pane
from tests.support.toy_app import ToyApp

Toy = Callable[[SessionContext], ToyApp]
Line = Callable[[Server, Path, Path | None], Awaitable[str]]

KINDS = ["none", "ssh-ed25519", "ecdsa-sha2-nistp256", "ssh-rsa"]

needs_tmux = pytest.mark.skipif(bool(Pane.missing()), reason=Pane.missing() or "tmux is there")


async def _run(*words: str) -> tuple[int, bytes]:
    process = await asyncio.create_subprocess_exec(
        *words, stdin=asyncio.subprocess.DEVNULL, stdout=asyncio.subprocess.PIPE, stderr=asyncio.subprocess.STDOUT
    )
    out, _ = await asyncio.wait_for(process.communicate(), 30)
    assert process.returncode is not None
    return process.returncode, out


async def _openssh(server: Server, host_key: Path, key: Path | None) -> str:
    return stock.ssh(port_of(server), key=key)


async def _dropbear(server: Server, host_key: Path, key: Path | None) -> str:
    if key is not None:
        if not shutil.which("dropbearconvert"):
            pytest.skip("dropbearconvert is not installed")
        own = key.with_suffix(".dropbear")
        code, out = await _run("dropbearconvert", "openssh", "dropbear", str(key), str(own))
        assert code == 0, out
        key = own
    return stock.dbclient(port_of(server), key=key)


async def _putty(server: Server, host_key: Path, key: Path | None) -> str:
    if key is not None:
        if not shutil.which("puttygen"):
            pytest.skip("puttygen is not installed")
        own = key.with_suffix(".ppk")
        code, out = await _run("puttygen", str(key), "-O", "private", "-o", str(own))
        assert code == 0, out
        key = own
    return stock.plink(port_of(server), host_key, key=key)


CLIENTS: dict[str, Line] = {"ssh": _openssh, "dbclient": _dropbear, "plink": _putty}


def _new_key(kind: str, folder: Path) -> tuple[Path | None, str]:
    """A key file and what its owner's identity begins with."""
    if kind == "none":
        return None, "guest:"
    key = asyncssh.generate_private_key(kind)
    path = folder / "id"
    path.write_bytes(key.export_private_key("openssh"))
    path.chmod(0o600)
    return path, f"key:{key.get_fingerprint()}"


@needs_tmux
@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("client", CLIENTS)
async def test_a_stock_client_plays_and_gets_its_terminal_back(
    key_file: Path, toy: Toy, apps: list[ToyApp], tmp_path: Path, client: str, kind: str
) -> None:
    if reason := stock.missing(client):
        pytest.skip(reason)
    key, identity = _new_key(kind, tmp_path)
    async with serving(toy, key_file) as server:
        line = await CLIENTS[client](server, key_file, key)
        async with Pane(line) as pane:
            await pane.expect("size=80x24")
            assert apps[0].context.identity.startswith(identity)
            assert apps[0].context.wished_name == "ann"
            await pane.keys("h")
            await pane.expect("keys=h")
            await pane.keys("C-c")
            screen = await pane.expect("rc=")
            assert "rc=0" in screen
            assert "size=" not in screen
            modes = await pane.modes()
            assert modes.pop("cursor_flag") == "1"
            assert modes.pop("wrap_flag") == "1"
            assert set(modes.values()) == {"0"}


async def test_paramiko_gets_in(key_file: Path, toy: Toy, apps: list[ToyApp], ann_key: asyncssh.SSHKey) -> None:
    paramiko = pytest.importorskip("paramiko", reason="paramiko is not installed")

    def visit(port: int, key: str | None) -> bytes:
        transport = paramiko.Transport(socket.create_connection(("127.0.0.1", port)))
        try:
            transport.start_client(timeout=10)
            if key is None:
                transport.auth_interactive("ann", lambda title, instructions, fields: [])
            else:
                transport.auth_publickey("ann", paramiko.Ed25519Key.from_private_key(io.StringIO(key)))
            channel = transport.open_session(timeout=10)
            channel.get_pty()
            channel.invoke_shell()
            seen = b""
            while b"chat" not in seen:
                seen += channel.recv(4096)
            channel.send(b"\x03")
            assert channel.recv_exit_status() == 0
            return seen
        finally:
            transport.close()

    async with serving(toy, key_file) as server:
        for key in (None, ann_key.export_private_key("openssh").decode()):
            seen = await asyncio.to_thread(visit, port_of(server), key)
            assert seen.isascii()
    assert [app.context.keyed for app in apps] == [False, True]
    assert apps[0].context.terminal.term == "vt100"


@needs_tmux
@pytest.mark.parametrize(("term", "sample"), [("linux", "+"), ("vt100", "+"), ("screen", ""), ("xterm-256color", "")])
async def test_openssh_with_other_terminals(key_file: Path, toy: Toy, term: str, sample: str) -> None:
    async with serving(toy, key_file) as server, Pane(stock.ssh(port_of(server)), term=term) as pane:
        await pane.expect("chat")
        await pane.keys("C-c")
        assert "rc=0" in await pane.expect("rc=")


@needs_tmux
async def test_a_click_in_a_stock_terminal(key_file: Path, toy: Toy, apps: list[ToyApp]) -> None:
    async with serving(toy, key_file) as server, Pane(stock.ssh(port_of(server))) as pane:
        screen = await pane.expect("Press me")
        row = next(at for at, line in enumerate(screen.splitlines(), 1) if "Press me" in line)
        await pane.text(f"\x1b[<0;6;{row}M\x1b[<0;6;{row}m")
        await pane.expect("pressed")


@needs_tmux
async def test_a_paste_in_a_stock_terminal_is_one_event(key_file: Path, toy: Toy, apps: list[ToyApp]) -> None:
    """I4: with the end of a line in it, and never as keys."""
    async with serving(toy, key_file) as server, Pane(stock.ssh(port_of(server))) as pane:
        await pane.expect("chat")
        await pane._tmux("set-buffer", "y\ny\n")
        await pane._tmux("paste-buffer", "-p")
        await eventually(lambda: bool(apps[0].pastes), "no paste")
        assert apps[0].pastes[0].split() == ["y", "y"]
        assert apps[0].keys == []


@pytest.mark.skipif(bool(stock.missing("ssh")), reason="ssh is not installed")
async def test_openssh_without_a_terminal(key_file: Path, toy: Toy) -> None:
    async with serving(toy, key_file) as server:
        port = port_of(server)
        expected = {
            ("help", ""): (0, b"join CODE"),
            ("tables", ""): (0, b"no open tables"),
            ("", "-T"): (2, b"join CODE"),
            ("new hustle", ""): (2, b"try: ssh -t -p %d ann@127.0.0.1 new hustle" % port),
            ("'id; rm -rf /'", ""): (2, b"unknown command 'id; rm -rf /'"),
        }
        for (command, flags), (code, words) in expected.items():
            found, out = await _run(*shlex.split(stock.ssh(port, command=command, flags=flags)))
            assert found == code, (command, out)
            assert words in out
            assert b"\x1b" not in out
        found, out = await _run(*shlex.split(stock.ssh(port, command="sftp", flags="-s")))
        assert found != 0


@pytest.mark.skipif(bool(stock.missing("ssh")), reason="ssh is not installed")
async def test_openssh_dumb_terminal(key_file: Path, toy: Toy) -> None:
    async with serving(toy, key_file) as server:
        words = shlex.split(stock.ssh(port_of(server), flags="-tt"))
        process = await asyncio.create_subprocess_exec(
            *words,
            env={**os.environ, "TERM": "dumb"},
            stdin=asyncio.subprocess.DEVNULL,
            stdout=asyncio.subprocess.PIPE,
        )
        out, _ = await process.communicate()
        assert process.returncode == 2
        assert b"TERM=dumb" in out
        assert b"\x1b" not in out
