"""A bot takes as long as a person, and never lets its clock end."""

from __future__ import annotations

import random

import msgspec

from cardtable.bots.pace import QUICKEST, SLOWEST, pause
from cardtable.rules.hustle.commands import PLACES, Options
from cardtable.rules.hustle.views import HustleView
from cardtable.table.clock import Timing
from cardtable.table.handle import handle
from cardtable.table.project import table_view
from cardtable.table.table import Table
from cardtable.table.views import TableView
from tests.support.tables import playing_table, seeds


def _seen(table: Table, now: int = 0) -> tuple[TableView, HustleView]:
    view = table_view(table, 1, now, 0)
    assert view.match is not None
    return view, view.match


def _pauses(table: Table, now: int = 0) -> list[float]:
    rng = random.Random(1)
    return [pause(*_seen(table, now), rng) for _ in range(300)]


def test_H23_without_clocks_a_choice_takes_as_long_as_a_person_might() -> None:
    pauses = _pauses(playing_table(Options(clocks="relaxed")))
    assert QUICKEST <= min(pauses) < 0.8
    assert 2.3 < max(pauses) <= SLOWEST


def test_H18_a_turn_leaves_room_for_the_slowest() -> None:
    table = playing_table()
    for column in (0, 0, 1, 1, 2, 2):
        for seat in (0, 1):
            table = handle(table, seat, PLACES[column], 0, seeds).table
    assert 2.3 < max(_pauses(table)) <= SLOWEST


def test_H17_six_placements_fit_into_the_draft() -> None:
    table, now, rng = playing_table(), 0, random.Random(2)
    for column in (0, 0, 1, 1, 2, 2):
        now += round(1000 * pause(*_seen(table, now), rng)) + 300
        for seat in (1, 0):
            table = handle(table, seat, PLACES[column], now, seeds).table
    assert table.clocks is not None
    assert all(clock.extra is None for clock in table.clocks.seats)
    assert now < Timing().draft


def test_H19_with_little_left_it_hurries() -> None:
    table = playing_table(timing=msgspec.structs.replace(Timing(), draft=120))
    assert max(_pauses(table)) < 0.02
    assert max(_pauses(table, now=120)) == 0
