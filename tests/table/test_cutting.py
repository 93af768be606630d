"""The deck is sealed, then cut by those who play, then dealt; and nobody knows more than they should meanwhile."""

from __future__ import annotations

import hashlib
from datetime import UTC, datetime

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st
from rich.pretty import pretty_repr

from cardtable.rules.hustle.commands import CONCEDE, PLACES
from cardtable.rules.hustle.events import Committed, Shuffled
from cardtable.rules.notation import verify
from cardtable.rules.shoe import UNCUT, Shoe, deck_seed
from cardtable.table.commands import AskRematch, Cut, Leave
from cardtable.table.events import CutMade, CutTold, Left, MatchStarted, Sealed, SealTold
from cardtable.table.handle import Command, Handled, LineDown, LineUp, Resume, handle, run_clocks
from cardtable.table.project import table_view
from cardtable.table.records import record_match
from cardtable.table.table import Table
from cardtable.table.views import Stage
from cardtable.table.wire import pack_entry, pack_head, unpack
from tests.support.tables import CUT_TIME, SEED, cutting_table, playing_table, seeds

VIEWERS = (0, 1, None)
SEAL = hashlib.sha256(SEED).hexdigest()
MADE = SEED.hex()[:40]


def cut(table: Table, seat: int, text: str, at: int = 1_000) -> Table:
    handled = handle(table, seat, Cut(text), at, seeds)
    assert handled.refusal is None, handled.refusal
    return handled.table


def refused(handled: Handled, table: Table) -> str:
    assert handled.table == table
    assert not handled.entries
    assert handled.refusal is not None
    return handled.refusal.code


def kinds(table: Table) -> list[type]:
    return [type(entry.event) for entry in table.history[2:]]


def stored(table: Table) -> Table:
    return unpack(pack_head(cutting_table()), [pack_entry(entry) for entry in table.history])


def told(table: Table, viewer: int | None) -> str:
    return msgspec.json.encode(table_view(table, viewer, 2_000, 0)).decode()


def test_when_both_sit_the_deck_is_sealed_and_no_match_begins() -> None:
    table = cutting_table(at=500)
    assert (table.stage, table.match, table.deadline()) == (Stage.CUTTING, None, 500 + CUT_TIME)
    assert table.history[-1].event == Sealed(SEED.hex(), SEAL)
    for viewer in VIEWERS:
        view = table_view(table, viewer, 2_500, 0)
        assert view.log[-1].event == SealTold(SEAL)
        assert view.cutting is not None
        assert (view.cutting.commitment, view.cutting.left, view.cutting.owes) == (SEAL, 8_000, (True, True))


def test_with_the_last_cut_the_match_begins_from_the_sealed_seed_and_both_cuts() -> None:
    table = cut(cut(cutting_table(), 1, "of cups"), 0, "  the\tseven ")
    assert kinds(table) == [Sealed, CutMade, CutMade, MatchStarted, Shuffled]
    assert table.history[-1].event == Shuffled(SEED.hex(), SEAL, 52, ("the seven", "of cups"))
    assert (table.stage, table.seal, table.cut_due) == (Stage.PLAYING, None, None)
    assert table.match is not None
    assert table.match.shoe == Shoe(deck_seed(SEED, ("the seven", "of cups")))
    view = table_view(table, None, 1_000, 0)
    assert view.log[-1].event == Committed(SEAL, 52, ("the seven", "of cups"))
    assert view.cutting is None


def test_who_does_not_cut_in_time_has_it_made_and_so_has_who_wants_that() -> None:
    table, entries = run_clocks(cut(cutting_table(), 0, "\x1b \u202e"), CUT_TIME + 5_000, seeds)
    assert [entry.event for entry in table.history[3:5]] == [CutMade(0, MADE, False), CutMade(1, MADE, False)]
    assert {entry.at for entry in entries} == {CUT_TIME}
    assert table.stage is Stage.PLAYING
    # The draft's clock runs from the end of the cut, not from when somebody looked.
    assert table.deadline() == CUT_TIME + table.timing.draft


def test_a_cut_at_the_very_end_of_the_time_is_too_late() -> None:
    handled = handle(cutting_table(), 0, Cut("late"), CUT_TIME, seeds)
    assert handled.refusal is not None
    assert handled.refusal.code == "not_cutting"
    assert handled.table.cuts == (MADE, MADE)


def test_a_bot_gives_no_cut() -> None:
    table = cutting_table(level="regular")
    assert table.cutters() == (0,)
    assert cut(table, 0, "mine").history[-1].event == Shuffled(SEED.hex(), SEAL, 52, ("mine", ""))


@pytest.mark.parametrize("command", [AskRematch(), CONCEDE, PLACES[0]])
def test_nothing_else_is_played_meanwhile(command: Command) -> None:
    table = cutting_table()
    assert refused(handle(table, 0, command, 100, seeds), table) in ("not_over", "not_started")


def test_a_cut_is_taken_once_before_the_first_card_from_who_sits_there() -> None:
    table = cut(cutting_table(), 0, "mine")
    assert refused(handle(table, 0, Cut("another"), 1_100, seeds), table) == "cut_already"
    assert refused(handle(table, None, Cut("mine"), 1_100, seeds), table) == "spectator"
    assert refused(handle(table, 1, Cut("mine"), 1_100, seeds, table.question - 1), table) == "stale"
    bot = cutting_table(level="shark")
    assert refused(handle(bot, 1, Cut("mine"), 100, seeds), bot) == "cut_already"
    for later in (playing_table(), cut(table, 1, "yours")):
        assert refused(handle(later, 1, Cut("mine"), 1_100, seeds), later) == "not_cutting"


def test_who_leaves_while_the_deck_is_cut_closes_the_table_and_no_cut_is_told() -> None:
    table = handle(cut(cutting_table(), 0, "mine"), 1, Leave(), 2_000, seeds).table
    assert (table.stage, table.deadline(), table.history[-1].event) == (Stage.CLOSED, None, Left(1))
    assert "mine" not in told(table, 1)
    assert SEED.hex() not in told(table, 0)


def test_a_lost_line_changes_nothing() -> None:
    table = handle(cutting_table(), 1, LineDown(), 2_000, seeds).table
    assert (table.stage, table.deadline(), table.cutters()) == (Stage.CUTTING, CUT_TIME, (0, 1))
    assert cut(table, 1, "back again", 3_000).cuts == ("", "back again")


def test_a_rematch_has_another_seed_and_the_same_cuts_and_asks_nobody() -> None:
    table = handle(cut(cut(cutting_table(), 0, "a"), 1, "b"), 0, CONCEDE, 2_000, seeds).table
    for seat in (0, 1):
        table = handle(table, seat, AskRematch(), 3_000, lambda: b"another").table
    assert table.history[-1].event == Shuffled(b"another".hex(), hashlib.sha256(b"another").hexdigest(), 52, ("a", "b"))
    assert table.match_number == 2


def test_resuming_gives_three_seconds_but_never_more_than_the_whole() -> None:
    for at, due in ((1_000, 1_000 + CUT_TIME), (9_000, 13_000)):
        resumed = handle(stored(cutting_table()), None, Resume(), at, seeds).table
        assert (resumed.stage, resumed.deadline()) == (Stage.CUTTING, due)
        assert stored(resumed) == resumed


def test_a_head_from_before_there_were_cuts_still_loads() -> None:
    old = pack_head(cutting_table()).replace(b',"cut_time":10000', b"")
    assert b"cut_time" not in old
    assert unpack(old, []).cut_time == 0


STEPS = st.lists(st.tuples(st.integers(0, 4_000), st.sampled_from([0, 1]), st.integers(0, 5)), max_size=12)
COMMANDS: tuple[Command, ...] = (Cut("my secret"), Cut(""), LineDown(), LineUp(), Resume(), PLACES[0])


@given(STEPS, st.booleans())
def test_a_table_being_cut_is_its_entries_at_every_moment(steps: list[tuple[int, int, int]], bot: bool) -> None:
    table, at = cutting_table(level="rookie" if bot else None), 0
    for wait, seat, pick in steps:
        at += wait
        command = COMMANDS[pick]
        table = handle(table, None if isinstance(command, Resume) else seat, command, at, seeds).table
        assert stored(table) == table
        assert (table.stage is Stage.CUTTING) == (table.match is None)
        due = table.deadline()
        assert due is not None
        assert due > at
        assert table.stage is not Stage.CUTTING or due <= at + CUT_TIME


@given(st.sampled_from([0, 1]), st.text(min_size=1), st.text(min_size=1))
def test_nobody_sees_the_seed_or_anothers_cut_before_both_are_in(seat: int, one: str, other: str) -> None:
    first, second = (cut(cutting_table(), seat, text) for text in ("one" + one, "two" + other))
    for viewer in VIEWERS:
        if viewer != seat:
            assert told(first, viewer) == told(second, viewer)
            assert table_view(first, viewer, 2_000, 0).log[-1].event == CutTold(seat)
        assert SEED.hex() not in told(first, viewer)
    assert table_view(first, seat, 2_000, 0).log[-1].event == first.history[-1].event
    both = cut(first, 1 - seat, "x")
    assert CutMade(seat, first.cuts[seat], True) in [line.event for line in table_view(both, None, 2_000, 0).log]
    assert SEED.hex() not in told(both, None)


def test_no_repr_tells_the_seed_or_a_cut() -> None:
    table = cut(cutting_table(), 0, "my secret")
    said = f"{table.history!r} {pretty_repr(table.history)} {table.seal!r}"
    assert "my secret" not in said
    assert SEED.hex() not in said


def test_H2_a_match_with_cuts_is_recorded_and_verified() -> None:
    table = handle(cut(cut(cutting_table(), 0, "a"), 1, "b"), 0, CONCEDE, 2_000, seeds).table
    record = record_match(table.match_entries(), ("ann", "bob"), 2_000, datetime(2026, 3, 1, tzinfo=UTC))
    assert record.cuts == ("a", "b")
    assert verify(record).holds
    assert table.cuts != UNCUT
