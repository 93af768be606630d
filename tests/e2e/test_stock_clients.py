"""`cardtable serve` as a process, and two people with nothing but the stock `ssh` client, each in tmux."""

from __future__ import annotations

import asyncio
import re
import signal
import sys
import time
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path

import msgspec
import pytest

from tests.e2e.test_program import cardtable, environment
from tests.support import stock
from tests.support.tmux import Pane

CLEAN = {
    "alternate_on": "0",
    "mouse_any_flag": "0",
    "keypad_cursor_flag": "0",
    "cursor_flag": "1",
    "wrap_flag": "1",
    "insert_flag": "0",
}
SLOW = 0.1
"""The clocks of these matches: nobody loses one because the machine is busy."""

MISSING = Pane.missing() or stock.missing("ssh")

pytestmark = pytest.mark.skipif(bool(MISSING), reason=MISSING or "all there")


class Serving(msgspec.Struct):
    """A server that runs, its port, and what it said at its start."""

    process: asyncio.subprocess.Process
    port: int
    welcome: str


@asynccontextmanager
async def cardtable_serve(home: Path, *options: str, port: int = 0) -> AsyncIterator[Serving]:
    """`cardtable serve` with these options at home in this folder; killed at the end if it still runs."""
    process = await asyncio.create_subprocess_exec(
        *(sys.executable, "-m", "cardtable", "serve", "--port", str(port), "--motd", "Be kind.", *options),
        env=environment(home),
        stdout=asyncio.subprocess.PIPE,
        stderr=asyncio.subprocess.PIPE,
    )
    try:
        assert process.stdout
        said = await asyncio.wait_for(process.stdout.readuntil(b"Ctrl+C ends the server.\n"), 30)
        found = re.search(rb"listening on 127\.0\.0\.1 port (\d+)", said)
        assert found
        yield Serving(process, int(found[1]), said.decode())
    finally:
        if process.returncode is None:
            process.kill()
        await process.communicate()


@pytest.fixture
def home(tmp_path: Path) -> Path:
    """A home whose config says how fast the clocks are."""
    folder = tmp_path / "config" / "cardtable"
    folder.mkdir(parents=True)
    (folder / "config.toml").write_text(f"clock_speed = {SLOW}\n")
    return tmp_path


async def test_two_stock_clients_play_a_match_and_the_server_ends(home: Path) -> None:
    """To a result that both screens agree on; then SIGTERM: told, terminals clean, 75; the server 0 within 5 s."""
    async with cardtable_serve(home) as serving:
        assert f"ssh -p {serving.port} NAME@127.0.0.1" in serving.welcome
        assert "Only this machine can join" in serving.welcome
        async with Pane(stock.ssh(serving.port, "ann", "new hustle", flags="-t")) as ann:
            waiting = await ann.expect("Your table is open.")
            found = re.search(r"join (\w{3}-\w{3})", waiting)
            assert found
            assert f"ssh -t -p {serving.port} 127.0.0.1 join {found[1]}" in waiting
            assert f"ssh -p {serving.port} {found[1]}@127.0.0.1" in waiting
            async with Pane(stock.ssh(serving.port, "bob", f"join {found[1]}", flags="-t")) as bob:
                await _cut(ann, "seven")
                await _cut(bob, "of cups")
                assert "150 s" in await ann.expect("Card 1 of 6") or "149 s" in await ann.screen()
                await _draft(ann, bob)
                assert await _winner(ann, "ann", bob) == await _winner(bob, "bob", ann)
                await _check_offline(serving, found[1], home)
                await _end(serving, ann, bob)


async def _cut(pane: Pane, text: str) -> None:
    await pane.expect("Your cut: _")
    await pane.text(text)
    await pane.keys("Enter")


async def _draft(ann: Pane, bob: Pane) -> None:
    for card, (first, second) in enumerate(zip("112233", "121323", strict=True), start=1):
        for pane, column in ((ann, first), (bob, second)):
            await pane.expect(f"Card {card} of 6: which column?")
            await pane.text(column)


async def _winner(pane: Pane, who: str, other: Pane) -> str:
    """Stand whenever one of the two is asked, until this screen names a winner; "" for a tie."""
    end = time.monotonic() + 30
    while True:
        screen = await pane.screen()
        if found := re.search(r"^ (\S+) wins? the match|^ The match is tied", screen, re.MULTILINE):
            return who if found[1] == "You" else found[1] or ""
        assert time.monotonic() < end, screen
        for one in (pane, other):
            if "Hit or stand?" in await one.screen():
                await one.text("s")


async def _check_offline(serving: Serving, code: str, home: Path) -> None:
    """Anybody who knows the code gets the match as a file, and it holds."""
    file = home / "match.json"
    process = await asyncio.create_subprocess_shell(f"{stock.ssh(serving.port, 'carl', f'export {code}')} > {file}")
    assert await asyncio.wait_for(process.wait(), 20) == 0
    done = await asyncio.to_thread(cardtable, home, "verify", str(file))
    assert done.returncode == 0, done
    assert "Proved: the seed belongs to the seal" in done.stdout
    assert "Into the deck went the cut 'seven' of ann and the cut 'of cups' of bob." in done.stdout


async def _end(serving: Serving, *panes: Pane) -> None:
    begun = time.monotonic()
    serving.process.send_signal(signal.SIGTERM)
    for pane in panes:
        screen = await pane.expect("rc=")
        assert "The server is going down." in screen
        assert "rc=75" in screen
        assert await pane.modes() == CLEAN
    assert await asyncio.wait_for(serving.process.wait(), 5) == 0
    assert time.monotonic() - begun < 5
    assert serving.process.stderr
    assert b"Traceback" not in await serving.process.stderr.read()


async def test_clients_in_mid_match_get_their_terminals_back(home: Path) -> None:
    async with cardtable_serve(home) as serving, Pane(stock.ssh(serving.port, "ann")) as ann:
        await ann.expect("Be kind.")
        async with Pane(stock.ssh(serving.port, "bob")) as bob:
            for pane in (ann, bob):
                await pane.expect("Quick match")
                await pane.text("k")
            for pane in (ann, bob):
                await _cut(pane, "")
            for pane in (ann, bob):
                await pane.expect("Card 1 of 6")
            await _end(serving, ann, bob)
