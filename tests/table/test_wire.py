"""A live table survives as bytes: the same match, choices, skips and clocks, at every moment of it."""

from __future__ import annotations

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from cardtable.errors import BadInput
from cardtable.rules.hustle.commands import PLACES, Options
from cardtable.rules.hustle.play import legal
from cardtable.table.commands import AskRematch, Leave
from cardtable.table.events import Player, Resumed
from cardtable.table.handle import AllowWatching, LineDown, LineUp, Resume, Sit, handle, run_clocks
from cardtable.table.project import table_view
from cardtable.table.table import Table
from cardtable.table.views import SeatKind, Stage
from cardtable.table.wire import pack_entry, pack_head, unpack
from tests.support.tables import player, seeds

FRESH = Table("K7Q-2MX", id="t-1")


def stored(table: Table) -> Table:
    """The table as it comes back."""
    return unpack(pack_head(FRESH), [pack_entry(entry) for entry in table.history])


def begun(options: Options = FRESH.options) -> Table:
    """ann, and a guest called bob."""
    table = msgspec.structs.replace(FRESH, options=options)
    table = handle(table, None, Sit(player("ann")), 0, seeds).table
    return handle(table, None, Sit(Player("guest:1", "bob"), return_code="R4T-U2N"), 0, seeds).table


STEPS = st.lists(st.tuples(st.integers(0, 20_000), st.sampled_from([0, 1]), st.integers(0, 9)), max_size=50)


@given(STEPS)
def test_a_table_is_its_entries_at_every_moment(steps: list[tuple[int, int, int]]) -> None:
    table, at = begun(), 0
    for wait, seat, pick in steps:
        at += wait
        choices = legal(table.match, seat) if table.match is not None else ()
        others = (LineDown(), LineUp(), AskRematch(), AllowWatching("W4T-CH2"), Resume())
        command = choices[pick % len(choices)] if choices and pick < 7 else others[pick % 5]
        table = handle(table, None if isinstance(command, Resume) else seat, command, at, seeds).table
        assert stored(table) == table
        for viewer in (0, 1, None):
            assert table_view(stored(table), viewer, at, 0) == table_view(table, viewer, at, 0)
    table = handle(table, 0, Leave(), at, seeds).table
    assert stored(table) == table


def test_a_bot_and_a_return_code_come_back() -> None:
    table = handle(FRESH, None, Sit(player("ann")), 0, seeds).table
    table = handle(table, None, Sit(Player("bot:1", "Regina"), level="regular"), 0, seeds).table
    assert stored(table).seats[1].kind is SeatKind.BOT
    assert stored(table).seats[1].level == "regular"
    assert stored(begun()).seats[1].return_code == "R4T-U2N"


def test_resuming_gives_three_seconds_to_clocks_that_run_but_never_more_than_the_whole() -> None:
    table, _ = run_clocks(begun(), 10_000, seeds)
    table = handle(table, 0, PLACES[0], 10_000, seeds).table
    resumed = handle(stored(table), None, Resume(), 10_000, seeds)
    first, second = (seat.clock for seat in table_view(resumed.table, None, 10_000, 0).seats)
    assert first is not None
    assert second is not None
    assert (first.main, second.main) == (5_000, 8_000)
    assert [type(entry.event) for entry in resumed.entries] == [Resumed]
    again = handle(stored(begun()), None, Resume(), 1_000, seeds).table
    clock = table_view(again, None, 1_000, 0).seats[1].clock
    assert clock is not None
    assert clock.main == 15_000


def test_resuming_gives_the_extra_clock_back_the_same_way() -> None:
    table, _ = run_clocks(begun(), 15_000, seeds)
    for at, left in ((16_000, 30_000), (25_000, 23_000)):
        resumed = handle(stored(table), None, Resume(), at, seeds).table
        clock = table_view(resumed, None, at, 0).seats[0].clock
        assert clock is not None
        assert clock.extra == left


def test_who_was_connected_is_not_after_a_restart_but_bots_are() -> None:
    table = handle(FRESH, None, Sit(player("ann")), 0, seeds).table
    table = handle(table, None, Sit(Player("bot:1", "Regina"), level="regular"), 0, seeds).table
    resumed = handle(stored(table), None, Resume(), 0, seeds).table
    assert [seat.connected for seat in resumed.seats] == [False, True]
    assert resumed.stage is Stage.PLAYING


def test_what_is_damaged_is_named() -> None:
    table = begun()
    rows = [pack_entry(entry) for entry in table.history]
    with pytest.raises(BadInput, match="head of a stored table"):
        unpack(b"{}", rows)
    with pytest.raises(BadInput, match="entry 2 of stored table K7Q-2MX is missing"):
        unpack(pack_head(FRESH), [rows[0], *rows[2:]])
    with pytest.raises(BadInput, match="entry 3 of stored table K7Q-2MX is damaged"):
        unpack(pack_head(FRESH), [*rows[:2], rows[2][:-1]])
    unheard_of = rows[-1].replace(b'"seq":4', b'"seq":5').replace(b"shuffled", b"no such event")
    with pytest.raises(BadInput, match="entry 5 of stored table K7Q-2MX is damaged"):
        unpack(pack_head(FRESH), [*rows, unheard_of])


def test_no_secret_is_in_the_repr_of_an_entry() -> None:
    said = repr(begun().history)
    assert "R4T-U2N" not in said
    assert seeds().hex() not in said
