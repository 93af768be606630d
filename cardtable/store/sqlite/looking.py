"""A look at a database file before anything is done with it. It is opened for reading only, and never changed."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path
from urllib.parse import quote

import msgspec

from cardtable.errors import BadInput

_MAGIC = b"SQLite format 3\x00"
_BACKUP = "put a backup of it in its place (cardtable db backup makes them)"


class Found(msgspec.Struct, frozen=True):
    """A sound database file. `revision` is its schema, None if it has no tables at all yet."""

    path: Path
    revision: str | None


def look(path: Path) -> Found | None:
    """What there is; None if there is no file. Raises BadInput for what is no sound database of cardtable."""
    _refuse_at_a_glance(path)
    if not path.exists():
        return None
    with reading(path) as connection:
        _refuse_damage(path, connection)
        return Found(path, _revision(path, connection))


@contextmanager
def reading(path: Path) -> Iterator[sqlite3.Connection]:
    """A connection that cannot write. Whatever goes wrong comes out as BadInput."""
    try:
        with closing(sqlite3.connect(_uri(path), uri=True, timeout=2)) as connection:
            yield connection
    except sqlite3.Error as fault:
        raise BadInput(_told(path, fault)) from None


def _uri(path: Path) -> str:
    return f"file:{quote(str(path.absolute()))}?mode=ro"


def _refuse_at_a_glance(path: Path) -> None:
    log = path.with_name(path.name + "-wal")
    try:
        if path.is_dir():
            raise BadInput(f"{path} is a folder; the database is a file: move the folder away")
        if not path.exists():
            if log.exists() and log.stat().st_size:
                raise BadInput(f"{path} is missing, but its {log.name} is there: put both back, or move that away too")
            return
        with path.open("rb") as file:
            start = file.read(len(_MAGIC))
    except OSError as fault:
        raise BadInput(f"{path} cannot be read: {fault.strerror or fault}") from None
    if not start:
        raise BadInput(f"{path} is empty, and no database: {_BACKUP}, or delete it to begin anew")
    if start != _MAGIC:
        raise BadInput(f"{path} is no database: {_BACKUP}, or move it away to begin anew")


def _refuse_damage(path: Path, connection: sqlite3.Connection) -> None:
    (verdict,) = connection.execute("PRAGMA quick_check(1)").fetchone()
    if verdict != "ok":
        raise BadInput(f"{path} is damaged ({' '.join(str(verdict).split())}): {_BACKUP}")


def _revision(path: Path, connection: sqlite3.Connection) -> str | None:
    tables = {name for (name,) in connection.execute("SELECT name FROM sqlite_master WHERE type = 'table'")}
    if not tables:
        return None
    rows = connection.execute("SELECT version_num FROM alembic_version").fetchall() if _ours(tables) else []
    if len(rows) != 1:
        raise BadInput(f"{path} is a database, but not one of cardtable: move it away")
    return str(rows[0][0])


def _ours(tables: set[str]) -> bool:
    return "alembic_version" in tables


def _told(path: Path, fault: sqlite3.Error) -> str:
    code = getattr(fault, "sqlite_errorcode", 0) & 0xFF
    if code in (sqlite3.SQLITE_CORRUPT, sqlite3.SQLITE_NOTADB):
        return f"{path} is damaged ({fault}): {_BACKUP}"
    if code in (sqlite3.SQLITE_BUSY, sqlite3.SQLITE_LOCKED):
        return f"{path} is locked by another program: end that, and try again"
    return f"{path} cannot be read: {fault}"
