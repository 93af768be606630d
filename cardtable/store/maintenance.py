"""What an operator does with a database file, also while a server runs on it: check it, copy it, export its matches.

All of it only reads. Whatever is wrong comes out as BadInput, or as a report that says so.
"""

from __future__ import annotations

import sqlite3
from collections.abc import AsyncGenerator
from pathlib import Path

import msgspec

from cardtable.errors import BadInput
from cardtable.rules.notation import read, sealed
from cardtable.store.matches import every_match
from cardtable.store.migrating import revisions
from cardtable.store.reader import Reader
from cardtable.store.schema import HEAD
from cardtable.store.sqlite.copying import copy, flush
from cardtable.store.sqlite.engines import reading_engine
from cardtable.store.sqlite.looking import Found, look, reading
from cardtable.store.sqlite.opening import newer
from cardtable.table.keeping import FinishedMatch, SeatRecord, Unreadable

SHOWN = 5
"""So many broken records at most are named one by one."""


class Report(msgspec.Struct, frozen=True):
    """What a check has found, in lines for people; `sound` if nothing was wrong."""

    sound: bool
    lines: tuple[str, ...]


class ExportedMatch(msgspec.Struct, frozen=True):
    """One line of an export: a finished match. `started` and `ended` are milliseconds since 1970, UTC.

    `record` is the saved match itself, as `cardtable verify` reads it; null if none was kept, a string if it is broken.
    """

    id: str
    game: str
    started: int
    ended: int
    reason: str
    rated: bool
    seats: tuple[SeatRecord, ...]
    record: msgspec.Raw


def check(path: Path) -> Report:
    """Look at everything in a database. Raises BadInput for a file that is none, or is damaged."""
    found = _there(path)
    lines = [f"{path}: every page is sound."]
    if found.revision != HEAD:
        lines.append(f"Its schema is {found.revision}, older than {HEAD}; the next start brings it up to date.")
        return Report(True, tuple(lines))
    with reading(path) as connection:
        lines += [f"Schema {HEAD}, as this version writes it.", _counted(connection)]
        broken = _broken_records(connection)
    if not broken:
        return Report(True, (*lines, "Every saved match can be read, and its checksum is right."))
    lines += [f"Match {match} is broken: {fault}" for match, fault in broken[:SHOWN]]
    return Report(False, (*lines, f"Broken matches: {len(broken)}. A backup may have them whole."))


def backup(path: Path, target: Path) -> None:
    """A copy of the database as it is at this instant. Raises BadInput, also if there is something at the target."""
    _there(path)
    copy(path, target)
    try:
        look(target)
    except BadInput:
        target.unlink()
        raise
    flush(target)


async def export(path: Path) -> AsyncGenerator[bytes, None]:
    """Every finished match as a line of JSON, oldest first (see ExportedMatch). Nothing of live tables is in it."""
    found = _there(path)
    if found.revision != HEAD:
        raise BadInput(f"{path} has the schema {found.revision}; start cardtable once, which brings it up to {HEAD}")
    reader = Reader(reading_engine(path))
    try:
        async for match in every_match(reader):
            yield _line(match)
    except Unreadable as fault:
        raise BadInput(f"{path} cannot be read: {fault}") from None
    finally:
        await reader.close()


def _there(path: Path) -> Found:
    found = look(path)
    if found is None:
        raise BadInput(f"there is no database at {path}: nothing has been kept yet")
    if found.revision is None:
        raise BadInput(f"{path} holds nothing yet")
    if found.revision not in revisions():
        raise BadInput(newer(found))
    return found


def _counted(connection: sqlite3.Connection) -> str:
    tables = ("players", "matches", "live_tables")
    players, matches, live = (
        connection.execute(f"SELECT count(*) FROM {table}").fetchone()[0]  # noqa: S608 - names of our own
        for table in tables
    )
    return f"Players: {players}. Finished matches: {matches}. Live tables: {live}."


def _broken_records(connection: sqlite3.Connection) -> list[tuple[str, str]]:
    rows = connection.execute("SELECT id, record FROM matches WHERE record <> x'' ORDER BY ended, id")
    return [(match, fault) for match, record in rows if (fault := _fault(record))]


def _fault(record: bytes) -> str:
    try:
        match = read(record)
    except BadInput as fault:
        return str(fault)
    return "" if match.checksum == sealed(match).checksum else "its checksum does not belong to it."


def _line(match: FinishedMatch) -> bytes:
    record = _embedded(match.record) if match.record else b"null"
    fields = {name: getattr(match, name) for name in match.__struct_fields__ if name != "record"}
    return msgspec.json.encode(ExportedMatch(**fields, record=msgspec.Raw(record))) + b"\n"


def _embedded(record: bytes) -> bytes:
    """The record in one line: its spaces and line breaks are for people, and no part of its checksum.

    A broken one goes along as a string: nothing is left out, and nobody takes it for a match.
    """
    try:
        msgspec.json.decode(record)
        return msgspec.json.format(record, indent=-1)
    except (msgspec.MsgspecError, UnicodeError, RecursionError):
        return msgspec.json.encode(record.decode("utf-8", "replace"))
