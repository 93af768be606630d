"""Whatever is changed in a saved match is named, first thing first."""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import Any

import msgspec
import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from cardtable.errors import BadInput
from cardtable.rules.cards import Card
from cardtable.rules.hustle.commands import HIT, Options, Place
from cardtable.rules.hustle.events import MatchEnded, Reason, Result
from cardtable.rules.notation import MatchRecord, read, sealed, verify, write
from cardtable.rules.shoe import UNCUT
from tests.support.hustle import Match, random_match
from tests.support.records import RECORDS, record

SAVED = record(random_match(b"a match", [5, 15, 7, 3]))
ORDINARY = st.builds(
    record,
    st.builds(
        random_match,
        seed=st.binary(min_size=1, max_size=32),
        moves=st.lists(st.integers(0, 16 * 12 - 1).filter(lambda n: n % 16 != 15), max_size=40),
    ),
)
"""Played to the end by choices alone, so that every choice was shown."""
ANY_VALUE = (
    st.integers(-2, 60)
    | st.booleans()
    | st.none()
    | st.text(max_size=5)
    | st.sampled_from(["seat0", "seat1", "tie", "two_columns", "three_columns", "forfeit", "conceded"])
    | st.sampled_from(["hit", "stand", "place", "AS", "TD", "5H", "relaxed", "open", "ab", "00"])
)


def _leaves(tree: Any, path: tuple[Any, ...] = ()) -> Iterator[tuple[Any, ...]]:
    if isinstance(tree, dict | list):
        for key, value in tree.items() if isinstance(tree, dict) else enumerate(tree):
            yield from _leaves(value, (*path, key))
    else:
        yield path


def _changed(raw: Any, path: tuple[Any, ...], value: object) -> Any:
    if not path:
        return value
    copy = dict(raw) if isinstance(raw, dict) else list(raw)
    copy[path[0]] = _changed(raw[path[0]], path[1:], value)
    return copy


def _at(raw: Any, path: tuple[Any, ...]) -> Any:
    return _at(raw[path[0]], path[1:]) if path else raw


def _fault(text: str, *, reseal: bool = False) -> str:
    try:
        saved = read(text)
    except BadInput as refusal:
        return str(refusal)
    verdict = verify(sealed(saved) if reseal else saved)
    assert not verdict.holds, verdict.text
    assert verdict.text.isprintable()
    return verdict.text


def _mutated(saved: MatchRecord, data: st.DataObject, keep: tuple[str, ...] = ()) -> str:
    raw = json.loads(write(saved))
    paths = [path for path in _leaves(raw) if not set(path) & set(keep)]
    path = data.draw(st.sampled_from(paths))
    old = _at(raw, path)
    nearby = st.integers(-3, 3).map(lambda step: old + step) if type(old) is int else st.nothing()
    value = data.draw(nearby | ANY_VALUE)
    assume(type(value) is not type(old) or value != old)
    return json.dumps(_changed(raw, path, value))


@given(RECORDS, st.data())
def test_any_changed_field_is_named(saved: MatchRecord, data: st.DataObject) -> None:
    assert _fault(_mutated(saved, data))


@given(ORDINARY, st.data())
def test_a_forger_who_mends_the_checksum_is_found_out_by_the_rules(saved: MatchRecord, data: st.DataObject) -> None:
    beyond_proof = ("names", "started", "at", "received", "draft", "clocks", "checksum")
    assert _fault(_mutated(saved, data, beyond_proof), reseal=True)


@given(RECORDS, st.data())
def test_an_event_left_out_doubled_or_moved_is_named(saved: MatchRecord, data: st.DataObject) -> None:
    events = list(saved.events)
    number = data.draw(st.integers(0, len(events) - 1))
    match data.draw(st.sampled_from(["left out", "doubled", "moved"])):
        case "left out":
            del events[number]
        case "doubled":
            events.insert(number, events[number])
        case "moved":
            events.insert(data.draw(st.integers(0, len(events) - 1)), events.pop(number))
    assume(tuple(events) != saved.events)
    assert _fault(write(msgspec.structs.replace(saved, events=tuple(events))))


def _event(number: int, **fields: Any) -> MatchRecord:
    """SAVED with fields of its event `number` (from 1) changed."""
    event = msgspec.structs.replace(SAVED.events[number - 1].event, **fields)
    return _recorded(number, event=event)


def _recorded(number: int, **fields: Any) -> MatchRecord:
    events = list(SAVED.events)
    events[number - 1] = msgspec.structs.replace(events[number - 1], **fields)
    return _field(events=tuple(events))


def _field(**fields: Any) -> MatchRecord:
    return sealed(msgspec.structs.replace(SAVED, **fields))


CUT = record(random_match(b"a match", [5, 15, 7, 3], cuts=("seven", "")))
RELAXED = Options(clocks="relaxed")
CONCEDED = record(
    Match([], [*random_match(b"a match", []).steps[:4], (MatchEnded(Result.SEAT1, Reason.CONCEDED),)]),
    options=Options(),
)


@pytest.mark.parametrize(
    ("changed", "told"),
    [
        (_field(seed="xyz"), "The seed 'xyz' is not written in hex."),
        (_field(seed="00"), "The seal (commitment) does not belong to the seed: it is 51e593"),
        (
            _field(commitment="00"),
            "does not belong to the seed: it is 00, and the seed gives 51e593",
        ),
        (_event(1, seed="00"), "Event 1 must be the shuffle of a deck of 52 from the seed of this match"),
        (_event(1, size=416), "Event 1 must be the shuffle of a deck of 52"),
        (_field(events=()), "Event 1 must be the shuffle"),
        (
            _event(5, card=Card("AS")),
            "Event 5 says: AS went to column 1 of ann and column 1 of bob; by the rules and the deck it must be: AC",
        ),
        (_event(2, seat=7), "Event 2 says: nobody (there is no such seat) chose column 1, but"),
        (_event(2, choice=Place(3)), "chose a column that does not exist, which the rules refuse: There is no such"),
        (_event(2, choice=HIT), "Event 2 says: ann hit, which the rules refuse: This is the draft"),
        (
            _event(2, auto=True),
            "Event 2 says: ann chose column 1 by the clock; by the rules and the deck it must be: ann chose column 1.",
        ),
        (_event(3, seat=0), "Event 3 says: ann lost a skip and has 1 left, but no choice was owed there."),
        (_event(3, left=0), "has 0 left; by the rules and the deck it must be: bob lost a skip and has 1 left."),
        (_event(4, auto=False), "Event 4 says: bob chose column 1; by the rules"),
        (_event(24, card=None), "Event 24 says: in column 2 ann hit and bob hit; no card was drawn; by the rules"),
        (_event(25, result=Result.SEAT0), "Event 25 says: column 2 went to ann, 27 to 27; by the rules"),
        (_event(36, result=Result.SEAT0), "Event 36 says: the match went to ann after three columns; by the rules"),
        (_field(events=SAVED.events[:-1]), "The record stops after event 35; next must come: the match was tied"),
        (_field(events=SAVED.events[:2]), "The record stops after event 2, before the match has ended."),
        (_field(events=SAVED.events + SAVED.events[-1:]), "but the match ended with event 36."),
        (_field(events=SAVED.events[:1] + SAVED.events[4:]), "but nothing had happened that leads to it."),
        (_recorded(6, at=1_399), "Event 6 is at 1399 ms, before event 5 at 1400 ms."),
        (_recorded(5, at=1_401), "Event 5 is at 1401 ms; it follows at once from what was at 1400 ms."),
        (_recorded(5, received=1_400), "Event 5 says when a command came in, but no player's command made it."),
        (_recorded(4, received=1_400), "Event 4 says when a command came in, but no player's command made it."),
        (_recorded(3, received=1_400), "Event 3 says when a command came in, but no player's command made it."),
        (_recorded(2, received=701), "Event 2 is at 700 ms, before its command came in at 701 ms."),
        (
            _field(result=Result.SEAT0),
            "The record says the match went to ann after three columns; by its events it was tied",
        ),
        (
            _field(reason=Reason.FORFEIT),
            "was tied by a second lost skip; by its events it was tied after three columns.",
        ),
        (
            _field(options=RELAXED),
            "Event 3 says: bob lost a skip and has 1 left, but this match was played without clocks.",
        ),
        (msgspec.structs.replace(SAVED, names=("eve", "bob")), "The checksum does not belong to this record"),
        (msgspec.structs.replace(SAVED, checksum=""), "The checksum does not belong to this record"),
    ],
)
def test_the_first_wrong_thing_is_named(changed: MatchRecord, told: str) -> None:
    verdict = verify(changed)
    assert not verdict.holds
    assert told in verdict.text


def test_a_concession_is_verified_too() -> None:
    assert verify(CONCEDED).text.startswith("This match is sound: it went to bob by concession.")
    tied = msgspec.structs.replace(CONCEDED.events[-1], event=MatchEnded(Result.TIE, Reason.CONCEDED))
    verdict = verify(msgspec.structs.replace(CONCEDED, events=(*CONCEDED.events[:-1], tied)))
    assert "the match was tied by concession, but nothing had happened that leads to it." in verdict.text


def test_what_is_proved_is_said_in_plain_words() -> None:
    said, proved, open_ = verify(SAVED).text.splitlines()
    assert said == "This match is sound: it was tied after three columns."
    assert SAVED.commitment in proved
    assert "all 36 events follow by the rules from the 20 choices made" in proved
    assert open_.startswith("Not proved by a file alone: that this seal is the one the table showed")


def test_what_a_cut_proves_is_said_in_plain_words() -> None:
    _, _, cut, _ = verify(CUT).text.splitlines()
    assert cut.startswith("Into the deck went the cut 'seven' of ann. If you typed yours after you had seen the seal,")
    assert "neither the server nor the other player alone could have chosen the deck" in cut
    both = record(random_match(b"a match", [], cuts=("seven", "of cups")))
    assert "the cut 'seven' of ann and the cut 'of cups' of bob" in verify(both).text


def test_other_cuts_than_those_of_the_deck_are_found_out() -> None:
    other = sealed(msgspec.structs.replace(CUT, cuts=("eight", "")))
    assert verify(other).text.startswith("Event 1 must be the shuffle of a deck of 52 from the seed and the cuts")
    shuffled = msgspec.structs.replace(CUT.events[0].event, cuts=("eight", ""))
    events = (msgspec.structs.replace(CUT.events[0], event=shuffled), *CUT.events[1:])
    both = sealed(msgspec.structs.replace(other, events=events))
    assert "by the rules and the deck it must be" in verify(both).text
    assert not verify(msgspec.structs.replace(CUT, cuts=UNCUT)).holds
