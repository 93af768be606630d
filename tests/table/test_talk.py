"""Chat at a table: cleaned, counted, and no part of the match."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st
from rich.cells import cell_len

from cardtable.errors import Rejected
from cardtable.table.commands import SAY_CELLS, Say
from cardtable.table.events import Said
from cardtable.table.handle import handle
from cardtable.table.table import Table
from tests.support.tables import playing_table, seeds


def say(table: Table, seat: int | None, text: str, at: int = 0) -> Table:
    """The table after a line; raises what it is refused with."""
    handled = handle(table, seat, Say(text), at, seeds)
    if handled.refusal is not None:
        raise handled.refusal
    return handled.table


@given(st.text(max_size=400))
def test_any_line_is_harmless_to_whoever_reads_it(text: str) -> None:
    handled = handle(playing_table(), 0, Say(text), 0, seeds)
    said = [entry.event.text for entry in handled.entries if isinstance(entry.event, Said)]
    assert said or (handled.refusal is not None and handled.refusal.code == "empty")
    for line in said:
        assert line.isprintable()
        assert 0 < cell_len(line) <= SAY_CELLS


def test_a_line_changes_nothing_of_the_match_and_makes_no_choice_stale() -> None:
    table = playing_table()
    after = say(table, 0, "hello")
    assert (after.match, after.clocks, after.question) == (table.match, table.clocks, table.question)
    assert after.stage is table.stage


def test_three_lines_in_three_seconds_each_and_no_more() -> None:
    table = playing_table()
    for _ in range(3):
        table = say(table, 0, "hello", 100)
    with pytest.raises(Rejected, match="Not so fast"):
        say(table, 0, "hello", 3_099)
    say(table, 1, "hello", 3_099)
    say(table, 0, "hello", 3_100)


def test_a_table_takes_so_many_lines_and_a_spectator_none(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("cardtable.table.talk.MOST", 10)
    table = playing_table()
    for number in range(10):
        table = say(table, number % 2, "hello", number * 1_000)
    with pytest.raises(Rejected, match="Enough has been said"):
        say(table, 0, "hello", 14_000)
    with pytest.raises(Rejected, match="watching"):
        say(playing_table(), None, "hello")
