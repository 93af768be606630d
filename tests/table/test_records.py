"""What a live table recorded is a true match by its own rules."""

from __future__ import annotations

from datetime import UTC, datetime

from hypothesis import given, settings
from hypothesis import strategies as st

from cardtable.rules.hustle.commands import CONCEDE, Options
from cardtable.rules.hustle.play import legal
from cardtable.rules.notation import read, verify, write
from cardtable.table.commands import Leave
from cardtable.table.handle import LineDown, LineUp, handle, run_clocks
from cardtable.table.records import record_match
from cardtable.table.table import Table
from cardtable.table.views import Stage
from tests.support.tables import playing_table, seeds

WALL = datetime(2026, 3, 1, 18, 30, tzinfo=UTC)


def play_out(steps: list[tuple[int, int, int]], options: Options) -> tuple[Table, int]:
    """Random choices, silences, lost lines and concessions until the match is over."""
    table, at = playing_table(options, at=1_000), 1_000
    for wait, seat, pick in steps:
        at += wait
        table, _ = run_clocks(table, at, seeds)
        if table.stage is not Stage.PLAYING or table.match is None:
            return table, at
        choices = legal(table.match, seat)
        extra = (LineDown(), LineUp(), CONCEDE if pick == 11 else LineUp(), Leave() if pick == 11 else LineUp())
        command = choices[pick % len(choices)] if choices and pick < 8 else extra[pick % 4]
        table = handle(table, seat, command, at, seeds).table
    return run_clocks(table, at + 10_000_000, seeds)[0], at + 10_000_000


@given(
    st.lists(st.tuples(st.integers(0, 20_000), st.sampled_from([0, 1]), st.integers(0, 11)), max_size=60),
    st.sampled_from([Options(), Options(draft="open")]),
)
@settings(max_examples=60, deadline=None)
def test_H2_every_match_a_table_records_is_verified(steps: list[tuple[int, int, int]], options: Options) -> None:
    table, now = play_out(steps, options)
    record = record_match(table.match_entries(), ("ann", "bob"), now, WALL)
    assert read(write(record)) == record
    verdict = verify(record)
    assert verdict.holds, verdict.text
