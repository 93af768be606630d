"""What must not be known is in nobody's bytes, neither by content nor by length: the undealt card, a pending choice."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Sequence
from pathlib import Path

import msgspec
import pytest

from cardtable.rules.cards import PACK
from cardtable.tui.cards import card_text
from cardtable.tui.reveal import Reveal
from cardtable.tui.screens.hustle import HustleScreen
from tests.e2e.place import open_place
from tests.e2e.runner import Stage
from tests.support.hustle import cards
from tests.support.ssh_client import Player
from tests.support.tables import SEED

PUBLIC = "10H 9D 10S"
DRAFTED = "10H 9D 10S 8C 2H 3H"


class Scene(msgspec.Struct, frozen=True):
    """Public play, the same in both runs, and then a choice that only ann knows of. Columns are 1 to 3."""

    dealt: str
    columns: tuple[str, str]
    prompt: str
    choices: tuple[str, str]
    hidden: tuple[str, str] = ("7D 8D KC", "AS 4C QH")


SCENES = {
    "draft": Scene(PUBLIC, ("112", "123"), "Card 4 of 6: which column?", ("2", "3")),
    "match-up": Scene(DRAFTED, ("112233", "121323"), "Hit or stand?", ("h", "s")),
}


class Heard(msgspec.Struct, frozen=True):
    """What one viewer got: everything so far, and what came of the hidden choice alone."""

    everything: bytes
    of_the_choice: bytes


@pytest.fixture
def _clocks_shown_still(monkeypatch: pytest.MonkeyPatch) -> None:
    """A second that passes between two runs is no secret, but would be seen in the bytes."""
    monkeypatch.setattr(HustleScreen, "_elapsed", lambda _screen: 0)
    take = Reveal.take
    # A reveal ends when it ends: on a busy machine its last frame could fall among the bytes that are compared.
    monkeypatch.setattr(Reveal, "take", lambda reveal, before, view, **_: take(reveal, before, view, animated=False))


@pytest.mark.usefixtures("_clocks_shown_still")
@pytest.mark.parametrize("scene", SCENES.values(), ids=SCENES)
async def test_a_hidden_choice_and_the_next_card_change_no_byte_of_others(scene: Scene, key_file: Path) -> None:
    first, second = [
        await _play(scene, f"{scene.dealt} {hidden}", choice, key_file)
        for hidden, choice in zip(scene.hidden, scene.choices, strict=True)
    ]
    for who in ("bob", "carl"):
        assert first[who].of_the_choice, f"{who} hears that ann is ready"
        assert first[who].of_the_choice == second[who].of_the_choice
    for who, heard in (first | second).items():
        _holds_no_secret(who, heard.everything, scene.dealt)


async def _play(scene: Scene, deck: str, choice: str, key_file: Path) -> dict[str, Heard]:
    async with open_place(key_file, deck=deck) as place:
        stage = Stage(place)
        try:
            await _sit_down(stage)
            await stage.draft([("ann", scene.columns[0]), ("bob", scene.columns[1])], first=1)
            for who in ("ann", "bob"):
                await stage.do_expect(who, scene.prompt)
            everybody = list(stage.players.values())
            await _quiet(everybody, 0.9)
            marks = {who: len(player.raw) for who, player in stage.players.items()}
            await stage.do_type("ann", choice)
            await stage.do_expect("bob", "ann is ready.")
            await stage.do_expect("carl", "ready")
            await stage.do_expect("ann", "Waiting for bob.")
            await _quiet(everybody, 0.3)
            return {
                who: Heard(bytes(player.raw), bytes(player.raw[marks[who] :])) for who, player in stage.players.items()
            }
        finally:
            await stage.clear()


async def _sit_down(stage: Stage) -> None:
    """Ann and bob at a private table, and carl to watch."""
    await stage.do_connect("ann", "key", "new", "hustle")
    await stage.do_code("CODE", "from", "ann", "after", "join ")
    await stage.do_type("ann", "w")
    await stage.do_code("WATCH", "from", "ann", "after", "watch ")
    for line in ("connect carl watch $WATCH", "expect carl watching", "connect bob key join $CODE"):
        await stage.step(line.split())


async def _quiet(players: Sequence[Player], seconds: float) -> None:
    """Until nobody has been sent anything for so long: the reveal of a card takes 0.6 s of them."""
    sizes, since = [len(player.raw) for player in players], time.monotonic()
    while time.monotonic() - since < seconds:
        await asyncio.sleep(0.02)
        now = [len(player.raw) for player in players]
        if now != sizes:
            sizes, since = now, time.monotonic()


def _holds_no_secret(who: str, data: bytes, dealt: str) -> None:
    text, known = data.decode(), cards(dealt)
    assert SEED.hex() not in text
    for card in PACK:
        assert (card_text(card) in text) == (card in known), f"{who} and {card}"
