"""A real server is asked to end in mid-match, by signal and by its operator; started again, the match goes on."""

from __future__ import annotations

import asyncio
import json
import re
import signal
import time
from collections.abc import Awaitable, Callable
from pathlib import Path

import asyncssh
import pytest

from tests.e2e.test_killed_server import KEYS, PATIENCE, come, home, place
from tests.e2e.test_stock_clients import Serving, cardtable_serve
from tests.support.ssh_client import Player

__all__ = ["home"]

OZ = asyncssh.generate_private_key("ssh-ed25519")

Ask = Callable[[Serving], Awaitable[None]]


async def by_signal(serving: Serving) -> None:
    """SIGTERM."""
    serving.process.send_signal(signal.SIGTERM)


async def by_order(serving: Serving) -> None:
    """`ssh host admin drain`."""
    async with await Player.connect(serving.port, "oz", "admin drain", term=None, key=OZ) as oz:
        assert await oz.exit_status() == 0
        assert "live tables are kept" in oz.text


@pytest.mark.parametrize("ask", [by_signal, by_order])
async def test_a_drained_server_is_started_again_and_the_match_goes_on(home: Path, ask: Ask) -> None:
    options = "--admin-key", OZ.get_fingerprint(), "--log-format", "json"
    async with cardtable_serve(home, *options) as serving:
        port = serving.port
        ann = await come(port, "ann", "new hustle")
        await ann.expect("Your table is open.", PATIENCE)
        found = re.search(r"join (\w{3}-\w{3})", ann.screen)
        assert found
        bob = await come(port, "bob", f"join {found[1]}")
        for player in (ann, bob):
            await place(player, 1, 1)
        await place(ann, 2, 2)
        await ann.expect("You chose column 2. Waiting for bob.", PATIENCE)
        await bob.expect("ann is ready.", PATIENCE)
        begun = time.monotonic()
        await ask(serving)
        for player in (ann, bob):
            assert await player.exit_status() == 75
            assert not player.modes.unclean()
            assert "Your table is kept" in player.screen
        assert await asyncio.wait_for(serving.process.wait(), 5) == 0
        assert time.monotonic() - begun < 5
        assert serving.process.stderr
        _is_json(await serving.process.stderr.read())
    async with cardtable_serve(home, *options, port=port):
        ann, bob = await come(port, "ann"), await come(port, "bob")
        await ann.expect("You chose column 2. Waiting for bob.", PATIENCE)
        await place(bob, 2, 2)
        for player in (ann, bob):
            await player.expect("Card 3 of 6: which column?", PATIENCE)
            await player.drop()


def _is_json(log: bytes) -> None:
    events = [json.loads(line) for line in log.splitlines()]
    assert "shutting_down" in [event["event"] for event in events]
    assert all(event["level"] in ("info", "warning") for event in events)


async def test_a_ban_outlives_the_server(home: Path) -> None:
    options = "--admin-key", OZ.get_fingerprint()
    banned = KEYS["ann"].get_fingerprint()
    async with cardtable_serve(home, *options) as serving:
        words = f"admin ban key {banned} rude"
        async with await Player.connect(serving.port, "oz", words, term=None, key=OZ) as oz:
            assert await oz.exit_status() == 0
    async with cardtable_serve(home, *options) as serving, await come(serving.port, "ann") as ann:
        assert await ann.exit_status() == 77
        assert "You are banned from this server: rude" in ann.text
