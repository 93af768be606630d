"""Whole matches as text, compared with what was reviewed: `pytest --update-golden` writes them anew."""

from __future__ import annotations

from pathlib import Path

import pytest

from cardtable.rules.hustle.commands import Options
from cardtable.rules.notation import read, verify, write
from tests.support.hustle import scripted
from tests.support.playthrough import playthrough
from tests.support.records import record

GOLDEN = Path(__file__).parent.parent / "golden"
SEED = bytes(range(32))
MATCHES = {
    "tie": (
        "Blind draft; a chase after a drafted 21; a tied match",
        scripted(
            b"cardtable",
            "0 place:0, 1 place:2, 1 place:0, 0 place:1, 0 place:2, 1 place:0, 1 place:1, 0 place:1, "
            "0 place:0, 1 place:1, 1 place:2, 0 place:2, "
            "0 hit, 1 hit, 1 hit, 1 hit, 0 stand, 1 hit, 1 stand",
        ),
    ),
    "forfeit": (
        "Open draft; both lose a skip in the same instant, then one its second",
        scripted(SEED, "0 place:0, 1 place:1, late 0 1, 1 place:1, late 0", Options(draft="open")),
    ),
    "two-columns": (
        "Won after two columns, the last choice made by the clock",
        scripted(
            SEED,
            "0 place:0, 1 place:2, 0 place:2, 1 place:2, 0 place:0, 1 place:0, 0 place:2, 1 place:0, "
            "0 place:1, 1 place:1, 0 place:1, 1 place:1, "
            "0 hit, 1 hit, 1 stand, 0 stand, 0 stand, late 1",
        ),
    ),
    "conceded": (
        "Conceded while the other's choice lies face down: it is never shown",
        scripted(SEED, "0 place:0, 1 place:0, 0 place:2, 1 concede", Options(clocks="relaxed")),
    ),
}


@pytest.mark.parametrize("name", MATCHES)
def test_a_playthrough_is_as_reviewed(name: str, update_golden: bool) -> None:
    path, text = GOLDEN / f"{name}.match", playthrough(*MATCHES[name])
    if update_golden:
        path.write_text(text, encoding="utf-8")
    assert path.read_text(encoding="utf-8") == text


def test_a_match_saved_by_the_first_version_still_holds() -> None:
    text = (GOLDEN / "saved-1.json").read_text(encoding="utf-8")
    assert verify(read(text)).holds
    assert write(read(text)) == text
    assert read(text) == record(MATCHES["tie"][1])
