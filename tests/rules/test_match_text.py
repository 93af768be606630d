"""A match as readable text, compared with what was reviewed: `pytest --update-golden` writes it anew."""

from __future__ import annotations

import pytest
from hypothesis import given

from cardtable.errors import BadInput
from cardtable.rules.hustle.events import Chose
from cardtable.rules.hustle.project import view_for
from cardtable.rules.hustle.views import Phase
from cardtable.rules.notation import MatchRecord, as_text, moments, read, replay, sound, told, write
from tests.rules.test_playthroughs import GOLDEN, MATCHES
from tests.support.records import RECORDS, record


@pytest.mark.parametrize("name", MATCHES)
def test_the_text_of_a_match_is_as_reviewed(name: str, update_golden: bool) -> None:
    _, match = MATCHES[name]
    path, text = GOLDEN / f"{name}.txt", as_text(record(match, options=match.states[0].options))
    if update_golden:
        path.write_text(text, encoding="utf-8")
    assert path.read_text(encoding="utf-8") == text


@given(RECORDS)
def test_every_event_belongs_to_one_moment(saved: MatchRecord) -> None:
    shown = moments(saved, None)
    assert sum(len(moment.happened) for moment in shown) == len(saved.events)
    assert [moment.number for moment in shown] == list(range(len(shown)))
    assert shown[-1].view.phase is Phase.OVER
    assert [moment.at for moment in shown] == sorted(moment.at for moment in shown)


@given(RECORDS)
def test_the_log_of_a_moment_is_the_beginning_of_every_later_one(saved: MatchRecord) -> None:
    for viewer in (0, 1, None):
        shown = moments(saved, viewer)
        whole = told(shown, saved.names)
        for number, moment in enumerate(shown):
            if not any(moment.view.ready):
                lines = told(shown[: number + 1], saved.names)
                assert whole[: len(lines)] == lines


@given(RECORDS)
def test_a_moment_is_what_that_seat_saw(saved: MatchRecord) -> None:
    for viewer in (0, 1, None):
        ends, states = 0, replay(saved)
        for moment in moments(saved, viewer):
            ends += len(moment.happened)
            assert moment.view == view_for(states[ends - 1], viewer)
            assert viewer is None or all(
                not isinstance(event, Chose) or event.seat == viewer for event in moment.happened
            )


def test_a_choice_that_waits_is_told_to_its_owner_only() -> None:
    saved = record(MATCHES["conceded"][1])
    ends = {viewer: told(moments(saved, viewer)[:2], saved.names)[-1].strip() for viewer in (0, 1, None)}
    assert ends == {0: "ann chose column 1", 1: "ann has chosen", None: "ann chose column 1"}


def test_how_long_a_choice_took_is_counted_from_its_question() -> None:
    shown = moments(record(MATCHES["tie"][1], pace=1_000), None)
    assert [moment.took for moment in shown[:4]] == [(None, None), (997, None), (None, 1_997), (None, 997)]


def test_a_match_that_does_not_hold_is_not_shown() -> None:
    text = write(record(MATCHES["tie"][1])).replace('"card":"3S"', '"card":"4S"')
    assert read(text)
    with pytest.raises(BadInput, match=r"cannot be shown: Event 4 .*3S"):
        sound(text)
