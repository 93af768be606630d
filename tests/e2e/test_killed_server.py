from __future__ import annotations

import asyncio
import re
from pathlib import Path

import asyncssh
import pytest

from tests.e2e.test_program import cardtable, refused
from tests.e2e.test_stock_clients import SLOW, cardtable_serve
from tests.support.ssh_client import Player

PATIENCE = 20.0


@pytest.fixture
def home(tmp_path: Path) -> Path:
    """A home whose clocks are slow: nobody loses one because the machine is busy."""
    folder = tmp_path / "config" / "cardtable"
    folder.mkdir(parents=True)
    (folder / "config.toml").write_text(f"clock_speed = {SLOW}\n")
    return tmp_path


KEYS = {name: asyncssh.generate_private_key("ssh-ed25519") for name in ("ann", "bob")}


async def come(port: int, name: str, command: str | None = None) -> Player:
    """Connect with one's own key."""
    return await Player.connect(port, name, command, key=KEYS[name])


async def place(player: Player, card: int, column: int) -> None:
    """Put a card of the draft into a column."""
    await player.expect(f"Card {card} of 6: which column?", PATIENCE)
    player.type(str(column))


async def cut(player: Player, text: str) -> None:
    """Cut the deck before the first card."""
    await player.expect("Your cut: _", PATIENCE)
    player.type(f"{text}\r")


async def test_a_killed_server_is_started_again_and_the_match_goes_on(home: Path) -> None:
    async with cardtable_serve(home) as serving:
        port = serving.port
        ann = await come(port, "ann", "new hustle")
        await ann.expect("Your table is open.", PATIENCE)
        found = re.search(r"join (\w{3}-\w{3})", ann.screen)
        assert found
        bob = await come(port, "bob", f"join {found[1]}")
        await cut(ann, "seven")
        await cut(bob, "of cups")
        for card, column in enumerate((1, 1, 2), start=1):
            await place(ann, card, column)
            await place(bob, card, column)
        await place(ann, 4, 2)
        await ann.expect("You chose column 2. Waiting for bob.", PATIENCE)
        await bob.expect("ann is ready.", PATIENCE)
        shown = _cards(bob.screen)
        serving.process.kill()
        await serving.process.wait()
        for player in (ann, bob):
            await player.drop()
    async with cardtable_serve(home, port=port) as serving:
        ann, bob = await come(port, "ann"), await come(port, "bob")
        await ann.expect("You chose column 2. Waiting for bob.", PATIENCE)
        await bob.expect("ann is ready.", PATIENCE)
        assert set(shown) <= set(_cards(bob.screen))
        await place(bob, 4, 2)
        for card in (5, 6):
            await place(ann, card, 3)
            await place(bob, card, 3)
        await ann.expect("Hit or stand?", PATIENCE)
        bob.type("q")
        await bob.expect("That gives the match up.", PATIENCE)
        await _insist(bob, "y", ann, "You win the match")
        for player in (ann, bob):
            await player.drop()


async def _insist(one: Player, key: str, other: Player, text: str) -> None:
    """Press a key until the other is told: a question cannot be answered in its first moment."""
    async with asyncio.timeout(PATIENCE):
        while text not in other.screen:
            one.type(key)
            await asyncio.sleep(0.1)


def _cards(screen: str) -> list[str]:
    """The cards that lie open, in order."""
    return re.findall(r"[2-9TJQKA][♠♥♦♣]|10[♠♥♦♣]", screen)


async def test_two_servers_do_not_share_a_data_folder(home: Path) -> None:
    async with cardtable_serve(home):
        done = await asyncio.to_thread(cardtable, home, "serve", "--port", "0")
        assert "another cardtable serve runs on" in refused(done)
