"""Who gets in, as whom, and how little a connection may do (STRENGTH §0 1-4, 10, 14; §2a, §2b)."""

from __future__ import annotations

import asyncio
import contextlib
import json
import logging
import os
import random
import shutil
import sys
import tempfile
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import asyncssh
import pytest

from cardtable.ssh.access import Access
from cardtable.ssh.algorithms import ALGORITHMS
from cardtable.ssh.context import SessionContext
from cardtable.ssh.options import Limits
from tests.support.ssh_client import Guest, Player
from tests.support.ssh_server import eventually, port_of, relaxed, serving
from tests.support.toy_app import ToyApp

Toy = Callable[[SessionContext], ToyApp]


async def login(port: int, **options: Any) -> asyncssh.SSHClientConnection:
    """A connection without a session."""
    usual = {"username": "ann", "known_hosts": None, "client_keys": None, "agent_path": None, "config": None}
    return await asyncssh.connect("127.0.0.1", port, **{**usual, "client_factory": Guest, **options})


@pytest.mark.parametrize("kind", ["ssh-ed25519", "ecdsa-sha2-nistp256", "ssh-rsa"])
async def test_a_key_is_who_its_owner_is(key_file: Path, toy: Toy, apps: list[ToyApp], kind: str) -> None:
    key = asyncssh.generate_private_key(kind)
    async with serving(toy, key_file) as server:
        for user in ("ann", "bob"):
            async with await Player.connect(port_of(server), user, key=key) as player:
                await player.expect(f"name={user}")
    assert [app.context.identity for app in apps] == [f"key:{key.get_fingerprint()}"] * 2
    assert all(app.context.keyed for app in apps)


async def test_guests_get_in_and_are_another_each_time(key_file: Path, toy: Toy, apps: list[ToyApp]) -> None:
    async with serving(toy, key_file) as server:
        for _ in range(2):
            async with await Player.connect(port_of(server)) as player:
                await player.expect("identity=guest:")
    assert len({app.context.identity for app in apps}) == 2
    assert not any(app.context.keyed for app in apps)


async def test_a_key_that_was_only_shown_is_nobodys_identity(
    key_file: Path, toy: Toy, apps: list[ToyApp], ann_key: asyncssh.SSHKey
) -> None:
    """A client shows Ann's public key, cannot sign, and goes on as a guest."""

    class Thief(Guest):
        def __init__(self) -> None:
            self.shown = False

        def public_key_auth_requested(self) -> asyncssh.SSHKeyPair | None:
            if self.shown:
                return None
            self.shown = True
            pair = asyncssh.load_keypairs([ann_key])[0]
            pair.sign = lambda data: b"\x00\x00\x00\x0bssh-ed25519\x00\x00\x00\x40" + bytes(64)  # type: ignore[method-assign]
            return pair

    async with serving(toy, key_file) as server:
        conn = await login(port_of(server), client_factory=Thief)
        await conn.create_session(asyncssh.SSHClientSession, term_type="xterm", term_size=(80, 24), encoding=None)
        await eventually(lambda: bool(apps), "no app")
        conn.abort()
        assert apps[0].context.identity.startswith("guest:")


async def test_no_password_is_ever_asked_or_taken(key_file: Path, toy: Toy) -> None:
    class Typist(asyncssh.SSHClient):
        asked: list[str] = []

        def password_auth_requested(self) -> str:
            self.asked.append("password")
            return "secret"

    async with serving(toy, key_file) as server:
        with pytest.raises(asyncssh.PermissionDenied):
            await login(port_of(server), client_factory=Typist)
        assert Typist.asked == []
        with pytest.raises(asyncssh.PermissionDenied):
            await login(port_of(server), preferred_auth="password", password="x")


def test_begin_auth_answers_at_once() -> None:
    assert not asyncio.iscoroutinefunction(Access.begin_auth)


async def test_500_keys_are_cut_off_after_six(key_file: Path, toy: Toy, caplog: pytest.LogCaptureFixture) -> None:
    """C4: a client that shows keys for ever."""
    shown: list[asyncssh.SSHKey] = []

    class Prober(asyncssh.SSHClient):
        def public_key_auth_requested(self) -> asyncssh.SSHKeyPair:
            shown.append(asyncssh.generate_private_key("ssh-ed25519"))
            pair = asyncssh.load_keypairs([shown[-1]])[0]
            pair.sign = lambda data: b"\x00\x00\x00\x0bssh-ed25519\x00\x00\x00\x40" + bytes(64)  # type: ignore[method-assign]
            return pair

    async with serving(toy, key_file) as server:
        with pytest.raises(asyncssh.DisconnectError, match="too many authentication failures"):
            await login(port_of(server), client_factory=Prober)
        assert len(shown) <= 7


async def test_who_does_not_log_in_is_cut_off(key_file: Path, toy: Toy) -> None:
    """C1-C3: silent, dripping, or stopped after the version."""
    async with serving(toy, key_file, limits=relaxed(login_time=0.3)) as server:
        for opening in (b"", b"S", b"SSH-2.0-x\r\n"):
            reader, writer = await asyncio.open_connection("127.0.0.1", port_of(server))
            writer.write(opening)
            begun = time.monotonic()
            await asyncio.wait_for(reader.read(), 5)
            assert time.monotonic() - begun < 2
            writer.close()


@pytest.mark.parametrize(
    "opening",
    [
        b"GET / HTTP/1.1\r\n\r\n",
        b"SSH-1.5-old\r\n",
        b"\x16\x03\x01\x02\x00\xff\r\n",
        b"\xff" * 9000,
        b"SSH-2.0-\xff\r\n",
    ],
)
async def test_what_is_no_ssh_is_closed_without_a_trace(
    key_file: Path, toy: Toy, caplog: pytest.LogCaptureFixture, opening: bytes
) -> None:
    """C8."""
    async with serving(toy, key_file) as server:
        reader, writer = await asyncio.open_connection("127.0.0.1", port_of(server))
        writer.write(opening)
        await asyncio.wait_for(reader.read(), 5)
        writer.close()
    assert "Traceback" not in caplog.text


async def test_broken_streams_are_closed_without_a_trace(
    key_file: Path, toy: Toy, caplog: pytest.LogCaptureFixture
) -> None:
    """Row 8, in small: a valid opening, then anything."""
    chance = random.Random(8)
    async with serving(toy, key_file, limits=relaxed(login_time=1)) as server:
        for round_ in range(60):
            reader, writer = await asyncio.open_connection("127.0.0.1", port_of(server))
            length = chance.randrange(8, 300)
            body = bytes([chance.choice([4, 6, 10]), chance.choice([1, 2, 4, 5, 20, 21, 30, 50, 80, 90, 98])])
            packet = length.to_bytes(4, "big") + body + chance.randbytes(length - 2)
            writer.write(b"SSH-2.0-x\r\n" + (packet if round_ % 3 else chance.randbytes(400)))
            writer.write_eof()
            with contextlib.suppress(ConnectionError):
                await asyncio.wait_for(reader.read(), 5)
            writer.close()
        conn = await login(port_of(server))
        conn.abort()
    assert "Traceback" not in caplog.text


async def test_ssh_audit_finds_no_fault(key_file: Path, toy: Toy) -> None:
    """Row 1: no failure, and only the warning that curve25519 is not post-quantum."""
    audit = shutil.which("ssh-audit") or shutil.which("ssh-audit", path=str(Path(sys.executable).parent))
    if audit is None:
        pytest.skip("ssh-audit is not installed")
    async with serving(toy, key_file) as server:
        process = await asyncio.create_subprocess_exec(
            audit, "-j", "--skip-rate-test", "-p", str(port_of(server)), "127.0.0.1", stdout=asyncio.subprocess.PIPE
        )
        out, _ = await asyncio.wait_for(process.communicate(), 30)
    found = json.loads(out)
    notes = {
        (kind, entry["algorithm"])
        for group in ("kex", "key", "enc", "mac")
        for entry in found[group]
        for kind in ("fail", "warn")
        if entry.get("notes", {}).get(kind)
    }
    assert notes <= {("warn", "curve25519-sha256"), ("warn", "curve25519-sha256@libssh.org")}
    assert {entry["algorithm"] for entry in found["key"]} == {"ssh-ed25519"}


async def test_who_opens_nothing_is_closed(key_file: Path, toy: Toy) -> None:
    """R2."""
    async with serving(toy, key_file, limits=relaxed(channel_time=0.2)) as server:
        conn = await login(port_of(server))
        await asyncio.wait_for(conn.wait_closed(), 3)


async def test_one_session_a_connection(key_file: Path, toy: Toy) -> None:
    """R1: the second is refused, the first lives."""
    async with serving(toy, key_file) as server, await Player.connect(port_of(server)) as ann:
        await ann.expect("chat")
        with pytest.raises(asyncssh.ChannelOpenError):
            await ann.conn.create_session(asyncssh.SSHClientSession)
        ann.type("k")
        await ann.expect("keys=k")


async def test_nothing_is_forwarded(key_file: Path, toy: Toy) -> None:
    """R5: no port, socket or device."""
    async with serving(toy, key_file) as server:
        conn = await login(port_of(server))
        with pytest.raises(asyncssh.ChannelOpenError):
            await conn.open_connection("127.0.0.1", port_of(server))
        with pytest.raises(asyncssh.ChannelOpenError):
            await conn.open_unix_connection("/tmp/x")
        with pytest.raises(asyncssh.ChannelListenError):
            await conn.forward_remote_port("127.0.0.1", 0, "127.0.0.1", 1)
        with pytest.raises(asyncssh.ChannelListenError):
            await conn.forward_remote_path("/tmp/cardtable-test", "/tmp/x")
        for open_device in (conn.open_tun, conn.open_tap):
            with pytest.raises(asyncssh.ChannelOpenError):
                await open_device()
        conn.abort()


def test_every_forwarding_request_is_refused() -> None:
    class Host:
        limits = Limits()

    access = Access(Host())  # type: ignore[arg-type]
    assert access.connection_requested("h", 1, "o", 2) is False
    assert access.server_requested("h", 1) is False
    assert access.unix_connection_requested("/x") is False
    assert access.unix_server_requested("/x") is False
    assert access.tun_requested(0) is False
    assert access.tap_requested(0) is False
    assert access.password_auth_supported() is False
    assert access.host_based_auth_supported() is False


async def test_agent_x11_and_sftp_are_refused_and_leave_no_file(
    key_file: Path, toy: Toy, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """R4, R6, R7."""
    monkeypatch.setattr(tempfile, "tempdir", str(tmp_path))
    async with serving(toy, key_file) as server:
        conn = await login(port_of(server))
        with pytest.raises(asyncssh.ChannelOpenError):
            await conn.start_sftp_client()
        conn.abort()
        conn = await login(port_of(server), agent_forwarding=True)
        with pytest.raises(asyncssh.ChannelOpenError):
            await conn.create_session(asyncssh.SSHClientSession, subsystem="netconf")
        conn.abort()
    assert os.listdir(tmp_path) == []


async def test_the_environment_is_counted_and_only_a_little_of_it_kept(key_file: Path, toy: Toy) -> None:
    """R8."""
    async with serving(toy, key_file) as server:
        few = {"LANG": "C", "PYTHONPATH": "/x", "TEXTUAL_DRIVER": "x:y", "LC_ALL": "\x1b]0;x\x07"}
        async with await Player.connect(port_of(server), env=few) as ann:
            await ann.expect("chat")
        for env in ({f"V{n}": "x" for n in range(40)}, {"LANG": "x" * 9000}):
            with pytest.raises((asyncssh.Error, OSError)):
                await Player.connect(port_of(server), env=env)


async def test_too_many_packets_end_the_connection_early(key_file: Path, toy: Toy) -> None:
    """R12: nobody else waits for it."""
    async with serving(toy, key_file) as server:
        told = Told()
        conn = await login(port_of(server), client_factory=lambda: told)
        worst = await worst_stall(_flood_with_debug(conn))
        await asyncio.wait_for(conn.wait_closed(), 5)
        assert "too many packets" in str(told.reason)
        assert worst < 0.5


async def _flood_with_debug(conn: asyncssh.SSHClientConnection) -> None:
    for _ in range(60):
        for _ in range(50):
            conn.send_debug("x")
        await asyncio.sleep(0)
        if conn.is_closed():
            return


async def worst_stall(work: Any) -> float:
    """The longest that the loop did not turn while this went on, in seconds."""
    task = asyncio.ensure_future(work)
    worst = 0.0
    while not task.done():
        before = time.monotonic()
        await asyncio.sleep(0)
        worst = max(worst, time.monotonic() - before)
    return worst


async def test_rekeys_are_counted(key_file: Path, toy: Toy) -> None:
    """C7."""
    async with serving(toy, key_file) as server:
        told = Told()
        conn = await login(port_of(server), rekey_bytes=1, client_factory=lambda: told)
        for _ in range(20):
            conn.send_debug("x")
            await asyncio.sleep(0.02)
        await asyncio.wait_for(conn.wait_closed(), 5)
        assert "too many key exchanges" in str(told.reason)


class Told(Guest):
    """Remembers why the server hung up."""

    reason: Exception | None = None

    def connection_lost(self, exc: Exception | None) -> None:
        self.reason = exc


async def test_compression_is_refused(key_file: Path, toy: Toy) -> None:
    """C9."""
    async with serving(toy, key_file) as server:
        with pytest.raises(asyncssh.KeyExchangeFailed):
            await login(port_of(server), compression_algs=["zlib@openssh.com"])


@pytest.mark.parametrize(
    ("option", "algorithm"),
    [("kex_algs", name) for name in ALGORITHMS["kex_algs"]]
    + [("encryption_algs", name) for name in ALGORITHMS["encryption_algs"]],
)
async def test_each_algorithm_of_the_list_works(key_file: Path, toy: Toy, option: str, algorithm: str) -> None:
    async with serving(toy, key_file) as server:
        conn = await login(port_of(server), **{option: [algorithm]})
        result = await conn.run("--version")
        assert str(result.stdout).startswith("cardtable ")
        conn.abort()


@pytest.mark.parametrize(
    "old", [{"kex_algs": ["ecdh-sha2-nistp256"]}, {"mac_algs": ["hmac-sha1"], "encryption_algs": ["aes128-ctr"]}]
)
async def test_older_algorithms_do_not(key_file: Path, toy: Toy, old: dict[str, list[str]]) -> None:
    async with serving(toy, key_file) as server:
        with pytest.raises(asyncssh.KeyExchangeFailed):
            await login(port_of(server), **old)


@pytest.mark.parametrize(
    ("user", "name"),
    [
        ("ann", "ann"),
        ("Zoë", "Zoë"),
        ("x" * 900, "x" * 16),
        ("Z" + "\u0301" * 50, "Ź\u0301\u0301"),
        ("а", "а"),
        ("[/b]", "b"),
        ("K7Q-2MX", ""),
        ("...", ""),
    ],
)
async def test_user_names_are_only_wishes(key_file: Path, toy: Toy, apps: list[ToyApp], user: str, name: str) -> None:
    """C10."""
    async with serving(toy, key_file) as server, await Player.connect(port_of(server), user) as player:
        await player.expect("chat")
        assert apps[0].context.wished_name == name
        assert apps[0].context.intent.kind == ("join" if user == "K7Q-2MX" else "lobby")


async def test_an_empty_user_name(key_file: Path, toy: Toy, apps: list[ToyApp]) -> None:
    async with serving(toy, key_file) as server, await Player.connect(port_of(server), "") as player:
        await player.expect("chat")
        assert apps[0].context.wished_name == ""


@pytest.mark.parametrize(
    ("command", "code", "words"),
    [
        ("help", 0, "join CODE"),
        ("tables", 0, "no open tables"),
        ("--version", 0, "cardtable "),
        ("id; rm -rf /", 2, "unknown command 'id; rm -rf /'"),
        ("new hustle", 2, "this needs a terminal; try: ssh -t -p {port} ann@127.0.0.1 new hustle"),
        ("join k7q-2mx", 2, "ssh -t -p {port} ann@127.0.0.1 join K7Q-2MX"),
        ("mosh-server new", 2, "mosh is not served here"),
        ("\x1b]0;x\x07", 2, "unknown command ']0;x'"),
        (None, 2, "join CODE"),
    ],
)
async def test_without_a_terminal_only_plain_lines(
    key_file: Path, toy: Toy, command: str | None, code: int, words: str
) -> None:
    """R3, R13: no escape byte, and a useful exit code."""
    async with serving(toy, key_file) as server:
        ann = await Player.connect(port_of(server), command=command, term=None)
        assert await ann.exit_status() == code
        told = bytes(ann.raw + ann.errors)
        assert words.format(port=port_of(server)) in told.decode()
        assert b"\x1b" not in told
        assert b"\r" not in told
        assert len(told.splitlines()) <= 25
        await ann.drop()


@pytest.mark.parametrize("term", ["dumb", "%", "\x1b]\x07"])
async def test_dumb_terminals_get_text_and_exit_2(key_file: Path, toy: Toy, term: str) -> None:
    async with serving(toy, key_file) as server, await Player.connect(port_of(server), term=term) as ann:
        assert await ann.exit_status() == 2
        assert "a terminal that can place its cursor" in ann.text
        assert b"\x1b" not in ann.raw


async def test_log_lines_hold_nothing_that_was_not_escaped(
    key_file: Path, toy: Toy, caplog: pytest.LogCaptureFixture
) -> None:
    """T5."""
    caplog.set_level(logging.INFO)
    async with (
        serving(toy, key_file) as server,
        await Player.connect(port_of(server), "x" * 1000, command="a\nb\x1b[31m" + "c" * 5000, term=None) as ann,
    ):
        assert await ann.exit_status() == 2
    for record in caplog.records:
        if record.name.startswith("cardtable"):
            assert record.getMessage().isascii()
            assert record.getMessage().isprintable()
            assert len(record.getMessage()) < 1000


async def test_the_log_says_from_where_a_lost_connection_came(
    key_file: Path, toy: Toy, caplog: pytest.LogCaptureFixture
) -> None:
    caplog.set_level(logging.INFO)
    async with serving(toy, key_file) as server:
        _, writer = await asyncio.open_connection("127.0.0.1", port_of(server))
        port = writer.get_extra_info("sockname")[1]
        writer.write(b"GET / HTTP/1.1\r\n" * 1000)
        await eventually(lambda: "connection_lost" in caplog.text, "no line in the log")
        writer.close()
    (line,) = [record.getMessage() for record in caplog.records if "connection_lost" in record.getMessage()]
    assert f"('127.0.0.1', {port})" in line


@pytest.mark.skipif(shutil.which("ssh") is None, reason="needs ssh")
@pytest.mark.parametrize("name", ["🃏", "ann\u202e", "\u0627a", "x" * 2000, b"\xff"])
async def test_a_name_that_ssh_refuses_is_told_what_to_do_instead(key_file: Path, toy: Toy, name: str | bytes) -> None:
    """C10."""
    async with serving(toy, key_file) as server:
        process = await asyncio.create_subprocess_exec(
            *("ssh", "-F", "/dev/null", "-o", "StrictHostKeyChecking=no", "-o", "UserKnownHostsFile=/dev/null"),
            *("-o", "IdentitiesOnly=yes", "-o", "IdentityAgent=none", "-p", str(port_of(server)), "-l", name),
            "127.0.0.1",
            stdin=asyncio.subprocess.DEVNULL,
            stdout=asyncio.subprocess.PIPE,
            stderr=asyncio.subprocess.PIPE,
        )
        _, told = await asyncio.wait_for(process.communicate(), 20)
    assert process.returncode == 255
    assert b"add -l guest to your command" in told
