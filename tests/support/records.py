"""Saved matches for tests: a random match as the record a table would make of it."""

from __future__ import annotations

from hypothesis import strategies as st

from cardtable.rules.hustle.commands import Options
from cardtable.rules.hustle.events import Chose
from cardtable.rules.notation import MatchRecord, Recorded, record_of
from cardtable.rules.shoe import UNCUT
from tests.support.hustle import Match, random_match

NAMES = ("ann", "bob")
STARTED = "2026-03-01T18:30:00Z"


def record(match: Match, pace: int = 700, options: Options | None = None) -> MatchRecord:
    """The record of this match, a decision every `pace` ms; each choice came in 3 ms before it was taken up."""
    events = []
    for number, step in enumerate(match.steps):
        at = 5_000 + number * pace
        first = step[0]
        received = at - 3 if isinstance(first, Chose) and not first.auto else None
        events.append(Recorded(at, first, received))
        events += [Recorded(at, event) for event in step[1:]]
    return record_of(options or match.states[0].options, NAMES, STARTED, events)


RECORDS = st.builds(
    record,
    st.builds(
        random_match,
        seed=st.binary(min_size=1, max_size=32),
        moves=st.lists(st.integers(0, 16 * 12 - 1), max_size=40),
        options=st.sampled_from([Options(draft="blind"), Options(draft="open")]),
        cuts=st.sampled_from([UNCUT, ("7 of cups", ""), ('ß "x"', "kø")]),
    ),
    pace=st.sampled_from([3, 700, 8_000]),
)
"""Saved matches of every kind: lost skips, forfeits, both drafts, with cuts and without."""
