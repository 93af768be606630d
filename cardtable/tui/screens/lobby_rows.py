"""The rows of the lobby's list: what can be started, the open tables, who else is here. Pure."""

from __future__ import annotations

from collections.abc import Sequence

import msgspec
from rich.cells import cell_len

from cardtable.table.codes import normalize_code
from cardtable.table.ports import OnlinePlayer, TableSummary
from cardtable.table.views import Stage
from cardtable.tui.brush import fitted

LEAST_NAME = 8
"""Cells that a table's names get, however narrow the list is."""


class Row(msgspec.Struct, frozen=True):
    """One row. `id` tells what choosing it does: an entry's name, or `join:CODE`, `watch:CODE`, `player:NUMBER`."""

    id: str
    text: str
    heading: bool = False


def entry_rows(entries: Sequence[tuple[str, str, str, str]], *, narrow: bool) -> list[Row]:
    """What can be started; where there is little room without what it is about."""
    return [
        Row(name, f"{key}  {text}" if narrow else f"{key}  {text:22}{about}".rstrip())
        for name, key, text, about in entries
    ]


def table_rows(tables: Sequence[TableSummary], width: int) -> list[Row]:
    """The open tables, under a heading."""
    return _headed("Open tables", "tables", [_table_row(table, width) for table in tables])


def player_rows(players: Sequence[OnlinePlayer]) -> list[Row]:
    """Who else is connected, under a heading. Choosing one challenges them."""
    rows = [Row(f"player:{player.number}", f"   {player.name}  {player.doing}") for player in players]
    return _headed("Players online: Enter challenges", "players", rows)


def matching_tables(tables: Sequence[TableSummary], wanted: str) -> tuple[TableSummary, ...]:
    """Those with this in a name or in the code."""
    return tuple(table for table in tables if _matches(wanted, (*table.names, table.code)))


def matching_players(players: Sequence[OnlinePlayer], wanted: str) -> tuple[OnlinePlayer, ...]:
    """Those with this in their name, or in the code of the table where they are."""
    return tuple(player for player in players if _matches(wanted, (player.name, player.doing)))


def _matches(wanted: str, texts: Sequence[str]) -> bool:
    wanted = wanted.strip().casefold()
    code = normalize_code(wanted).casefold()
    return not wanted or any(wanted in text.casefold() or code in text.casefold() for text in texts)


def _headed(title: str, name: str, rows: list[Row]) -> list[Row]:
    return [Row(f"heading:{name}", title, heading=True), *rows] if rows else []


def _table_row(table: TableSummary, width: int) -> Row:
    verb = "join" if table.stage is Stage.WAITING else "watch"
    before = f"   {verb} {table.code}  {table.game}  "
    after = f"  {table.phase}" + (f"  {table.watchers} watching" if table.watchers else "")
    room = max(LEAST_NAME, width - cell_len(before + after))
    names = _names(table)
    return Row(f"{verb}:{table.code}", before + fitted(names, min(cell_len(names), room)) + after)


def _names(table: TableSummary) -> str:
    between = f" {table.score[0]} : {table.score[1]} " if table.score is not None else " against "
    return between.join(table.names)
