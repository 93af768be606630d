"""SQLite as the store uses it: a write-ahead log, so that reading never waits, and every commit flushed to the disk."""

from __future__ import annotations

import sqlite3
from pathlib import Path
from typing import Any

from sqlalchemy import URL, Connection, event
from sqlalchemy.exc import DBAPIError
from sqlalchemy.ext.asyncio import AsyncEngine, create_async_engine

READERS = 4
BUSY_TIMEOUT_MS = 2_000

_SETTINGS = (f"busy_timeout = {BUSY_TIMEOUT_MS}", "synchronous = FULL", "foreign_keys = ON")

_PASSING = frozenset(
    {
        sqlite3.SQLITE_BUSY,
        sqlite3.SQLITE_CANTOPEN,
        sqlite3.SQLITE_CORRUPT,
        sqlite3.SQLITE_FULL,
        sqlite3.SQLITE_INTERRUPT,
        sqlite3.SQLITE_IOERR,
        sqlite3.SQLITE_LOCKED,
        sqlite3.SQLITE_NOMEM,
        sqlite3.SQLITE_NOTADB,
        sqlite3.SQLITE_PERM,
        sqlite3.SQLITE_PROTOCOL,
        sqlite3.SQLITE_READONLY,
    }
)
"""Faults of the disk or of a neighbour. Even a damaged file is one: a write that waits is not yet lost."""


class SqliteDatabase:
    """An SQLite file that has been looked at and is sound. Two engines: one connection that writes, some that read."""

    def __init__(self, path: Path) -> None:
        self.writing = _engine(path, "BEGIN IMMEDIATE", 1, *_SETTINGS)
        self.reading = reading_engine(path)

    def passing(self, fault: BaseException) -> bool:
        """Whether this is the disk's or a lock's fault, which may pass."""
        cause = fault.orig if isinstance(fault, DBAPIError) else fault
        return _primary(cause) in _PASSING


def reading_engine(path: Path) -> AsyncEngine:
    """An engine whose connections refuse to write."""
    return _engine(path, "BEGIN", READERS, *_SETTINGS, "query_only = ON")


def _primary(fault: BaseException | None) -> int:
    """SQLite's own code, without the detail in its upper bits."""
    return int(getattr(fault, "sqlite_errorcode", 0)) & 0xFF


def _engine(path: Path, begin: str, size: int, *pragmas: str) -> AsyncEngine:
    """Transactions are begun here and not by Python's driver, which would leave savepoints and changes of the schema

    outside of them.
    """
    engine = create_async_engine(
        URL.create("sqlite+aiosqlite", database=str(path)),
        pool_size=size,
        max_overflow=0,
        pool_reset_on_return=None,
    )

    @event.listens_for(engine.sync_engine, "connect")
    def _set_up(connection: Any, _record: Any) -> None:
        connection.isolation_level = None
        cursor = connection.cursor()
        for pragma in pragmas:
            cursor.execute(f"PRAGMA {pragma}")
        cursor.close()

    @event.listens_for(engine.sync_engine, "begin")
    def _begin(connection: Connection) -> None:
        connection.exec_driver_sql(begin)

    return engine
