"""Saved matches: written, read, played again, and refused when they are none."""

from __future__ import annotations

import json

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from cardtable.errors import BadInput, RulesBug
from cardtable.rules import notation
from cardtable.rules.hustle.commands import Options
from cardtable.rules.notation import MAX_BYTES, MatchRecord, read, record_of, replay, sealed, verify, write
from cardtable.text import clean_name
from tests.support.hustle import random_match
from tests.support.records import NAMES, RECORDS, STARTED, record

MATCH = random_match(b"a match", [5, 15, 7, 3])
SAVED = record(MATCH)


@given(RECORDS)
def test_what_is_written_is_read_back_and_holds(saved: MatchRecord) -> None:
    assert read(write(saved)) == saved
    assert read(write(saved).encode()) == saved
    assert verify(saved).holds


def test_a_person_can_read_the_file() -> None:
    lines = write(SAVED).splitlines()
    assert lines[1] == '  "format": "cardtable-match/1",'
    assert len([line for line in lines if '"at":' in line]) == len(SAVED.events)
    assert '    {"at":1400,"event":{"type":"skip_lost","seat":1,"left":1}},' in lines


def test_a_record_is_replayed_state_by_state() -> None:
    states = replay(SAVED)
    assert len(states) == len(SAVED.events)
    assert states[-1] == MATCH.states[-1]


def test_times_are_counted_from_the_beginning_of_the_match() -> None:
    assert SAVED.events[0].at == 0
    assert (SAVED.events[1].at, SAVED.events[1].received) == (700, 697)


def test_only_a_finished_match_is_recorded() -> None:
    with pytest.raises(RulesBug, match="from its shuffle to its end"):
        record_of(Options(), NAMES, STARTED, SAVED.events[:-1])
    with pytest.raises(RulesBug, match="from its shuffle to its end"):
        record_of(Options(), NAMES, STARTED, ())


def _refusal(text: str | bytes) -> str:
    with pytest.raises(BadInput) as refusal:
        read(text)
    told = str(refusal.value)
    assert told
    assert told.isprintable()
    assert len(told) < 250
    return told


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("", "no match saved by cardtable"),
        ("hello", "no match saved by cardtable"),
        ("[]", "no match saved by cardtable"),
        ('{"format": 7}', "no match saved by cardtable"),
        ('{"format": "pgn"}', "its format is 'pgn', not 'cardtable-match/1'"),
        ('{"format": "cardtable-match/2", "new": {}}', "a newer one reads it"),
        ('{"format": "cardtable-match/1"}', "broken: Object missing required field `game`"),
        ('{"format": "\\u001b[2J\\u202e"}', "its format is '?[2J?'"),
        (b"\xff\xfe\x00", "no match saved by cardtable"),
        ("\udc80", "no match saved by cardtable"),
        ('{"x":' + "[" * 500_000, "no match saved by cardtable"),
        ('{"format":"cardtable-match/1","x":' + "[" * 500_000, "no match saved by cardtable"),
        (" " * (MAX_BYTES + 1), "larger than 1 MiB"),
    ],
)
def test_what_is_no_match_is_refused_in_one_line(text: str | bytes, told: str) -> None:
    assert told in _refusal(text)


@pytest.mark.parametrize(
    ("field", "value"),
    [
        ("started", "yesterday"),
        ("started", "2026-03-01T18:30:00Z\n"),
        ("names", ["ann"]),
        ("names", ["ann", ""]),
        ("names", ["ann", "b\u001bob"]),
        ("names", ["ann", "b\u202eob"]),
        ("names", ["ann", "b" * 65]),
        ("cuts", ["7"]),
        ("cuts", ["7", "a\u202eb"]),
        ("cuts", ["7", "x" * 201]),
        ("game", "chess"),
        ("result", "seat2"),
        ("extra", 1),
        ("events", [{"at": -1, "event": {"type": "skip_lost", "seat": 0, "left": 1}}]),
        ("events", [{"at": 1, "event": {"type": "\u001b[2J"}}]),
        ("events", [{"at": 1.5, "event": {"type": "skip_lost", "seat": 0, "left": 1}}]),
    ],
)
def test_a_field_that_cannot_be_is_refused(field: str, value: object) -> None:
    raw = {**json.loads(write(SAVED)), field: value}
    assert _refusal(json.dumps(raw)).startswith("This match file is broken")


@given(RECORDS, st.data())
def test_a_truncated_file_is_refused(saved: MatchRecord, data: st.DataObject) -> None:
    text = write(saved)
    _refusal(text[: data.draw(st.integers(0, len(text) - 3))])


@given(st.text() | st.binary())
def test_anything_at_all_is_read_or_refused(noise: str | bytes) -> None:
    _refusal(noise)


@given(st.text(min_size=1))
def test_every_name_a_player_can_have_can_be_saved(typed: str) -> None:
    name = clean_name(typed) or "you"
    saved = sealed(msgspec.structs.replace(SAVED, names=(name, "bob")))
    assert read(write(saved)) == saved


def test_a_match_without_cuts_is_written_as_before_there_were_any() -> None:
    assert "cuts" not in write(SAVED)
    assert '"cuts": ["7","x"]' in write(record(random_match(b"a match", [], cuts=("7", "x"))))


def test_a_repr_tells_no_seed() -> None:
    assert SAVED.seed not in repr(SAVED)


def test_the_largest_numbers_are_refused_too() -> None:
    broken = write(SAVED).replace('"column":1', '"column":' + "9" * 4_300, 1)
    assert "a column that does not exist" in verify(read(broken)).text
    assert "Integer value out of range" in _refusal(write(SAVED).replace('"at":700', '"at":' + "9" * 5_000))


def test_only_these_names_are_public() -> None:
    assert notation.__all__ == sorted(notation.__all__)
    assert all(hasattr(notation, name) for name in notation.__all__)
    assert msgspec.json.encode(SAVED) == msgspec.json.encode(read(write(SAVED)))
