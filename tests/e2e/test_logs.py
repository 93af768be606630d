"""The log of a whole match, of all that is logged at all: nobody could cheat by it, or take a seat."""

from __future__ import annotations

import io
import logging
import re
import shlex
from collections.abc import Iterator
from pathlib import Path

import asyncssh
import pytest

from cardtable.rules.cards import PACK
from cardtable.ssh.log import LogFormat, log_to
from cardtable.tui.cards import card_text
from tests.e2e.place import Place, open_place
from tests.e2e.runner import Stage
from tests.support.ssh_client import Player
from tests.support.tables import SEED

DEALT = "10H 9D 10S 8C 2H 3H 7D 8D KC"
OZ = asyncssh.generate_private_key("ssh-ed25519")

MIDGAME = """
connect ann size=120x40 new hustle
code CODE from ann after "join "
type ann w
code WATCH from ann after "watch "
connect carl watch $WATCH
expect carl watching
connect bob size=120x40 join $CODE
code RETURN from ann after "return code "
code OTHER from bob after "return code "
draft ann 112233 bob 121323
turn ann s
"""
END = """
turn bob s
turn ann s bob h
turn bob s
turn ann h bob h
turn ann h bob s
expect ann "bob wins the match: two columns won."
"""


@pytest.fixture
def log() -> Iterator[io.StringIO]:
    """All that this process logs, at DEBUG for our own loggers."""
    stream, ours = io.StringIO(), logging.getLogger("cardtable")
    level = ours.level
    handler = log_to(stream, "json")
    ours.setLevel(logging.DEBUG)
    yield stream
    logging.getLogger().removeHandler(handler)
    ours.setLevel(level)


async def test_the_log_of_a_match_holds_no_secret(log: io.StringIO, key_file: Path) -> None:
    async with open_place(key_file, deck=DEALT, operators=frozenset({OZ.get_fingerprint()})) as place:
        stage = Stage(place)
        try:
            await _play(stage, MIDGAME)
            await _disturb(place, stage)
            _holds_no_secret(log.getvalue(), stage.codes)
            await _play(stage, END)
            await stage.do_drop("bob")
        finally:
            await stage.clear()
    _holds_no_secret(log.getvalue(), stage.codes)
    for event in ("login", "connection_lost", "admin", "session_end"):
        assert f'"event": "{event}"' in log.getvalue()


async def _play(stage: Stage, script: str) -> None:
    for line in filter(None, script.splitlines()):
        await stage.step(shlex.split(line))


async def _disturb(place: Place, stage: Stage) -> None:
    """Whatever makes the server log something in mid-match: a lost line, a way back by code, the operator."""
    code, back = stage.codes["CODE"], stage.codes["RETURN"]
    await _play(stage, "drop ann\nconnect ann size=120x40 back $RETURN\nexpect ann Waiting")
    for command, key, status in (
        (f"export {code}", None, 2),
        (f"key {back}", OZ, 2),
        (f"nonsense {back}", None, 2),
        ("admin list", OZ, 0),
        ("admin kick carl", OZ, 0),
        ("admin announce Ten minutes more", OZ, 0),
    ):
        async with await Player.connect(place.port, "oz", command, term=None, key=key) as player:
            assert await player.exit_status() == status, command
            _holds_no_secret(player.text + player.errors.decode(), {"SEED": SEED.hex()} if status else stage.codes)


def _holds_no_secret(text: str, codes: dict[str, str]) -> None:
    """No seed, no code that opens a seat or a table to watch, no card, no choice, no name of either in a trace."""
    secret = {name: code for name, code in codes.items() if name != "CODE"}
    plain = re.sub(r"(SHA256:|guest:)[\w+/=-]+", "", text)
    for hidden in (SEED.hex(), repr(SEED), *secret.values()):
        assert hidden not in plain
    plain = re.sub(r"\w{3}-\w{3}", "", plain)  # a code may spell a card
    for card in PACK:
        for written in (card_text(card), str(card), repr(card)):
            assert written not in plain, f"{written} in {plain}"
    assert not re.search(r"\b(place|hit|stand|column|choice|Hustle\w*|Table)\(", plain, re.IGNORECASE)


@pytest.mark.parametrize("form", ["text", "json"])
def test_a_choice_and_a_seat_in_a_trace_do_not_tell_themselves(form: LogFormat, key_file: Path) -> None:
    """A defect of ours that names a table event in its message."""
    from cardtable.table.events import Player as Somebody
    from cardtable.table.events import Seated

    stream = io.StringIO()
    handler = log_to(stream, form)
    try:
        seated = Seated(0, Somebody("guest:x", "gus"), return_code="K7Q-2MX")
        logging.getLogger("cardtable.table").error("table halted", exc_info=ValueError(f"odd {seated!r}"))
    finally:
        logging.getLogger().removeHandler(handler)
    assert "odd Seated" in stream.getvalue()
    assert "K7Q-2MX" not in stream.getvalue()
