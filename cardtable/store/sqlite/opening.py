"""Opening a database file: look first, then make it or bring it up to date, and only then write."""

from __future__ import annotations

import asyncio
import os
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

from sqlalchemy.exc import DBAPIError

from cardtable.errors import BadInput
from cardtable.store.schema import HEAD
from cardtable.store.sqlite.copying import copy_beside, create, flush
from cardtable.store.sqlite.engines import SqliteDatabase
from cardtable.store.sqlite.looking import Found, look


async def open_sqlite(path: Path, scripts: Path | None = None) -> SqliteDatabase:
    """The database in this file, which is made if there is none. `scripts` are other migrations than ours, for tests.

    Raises BadInput for a file that is damaged, foreign, newer than this program, or cannot be written; it is left as it
    is. One with an older schema is copied beside itself before it is brought up to date.
    """
    found = await asyncio.to_thread(look, path)
    if found is None:
        await _make(path, scripts)
    database = SqliteDatabase(path)
    try:
        with _faults_of(path):
            await _make_ready(database, found, scripts)
    except BaseException:
        await database.writing.dispose()
        raise
    return database


async def _make(path: Path, scripts: Path | None) -> None:
    """A database appears under its name whole or not at all, so that an empty file is always a sign of damage."""
    unfinished = path.with_name(f"{path.name}.{os.getpid()}.new")
    with _faults_of(path):
        _make_folder(path.parent)
        unfinished.unlink(missing_ok=True)
        create(unfinished)
        try:
            await _build(unfinished, scripts)
            with suppress(FileExistsError):  # another cardtable was quicker, and its file is as good
                os.link(unfinished, path)
        finally:
            unfinished.unlink()
        flush(path)


def _make_folder(folder: Path) -> None:
    try:
        folder.mkdir(mode=0o700, parents=True, exist_ok=True)
    except FileExistsError:
        raise BadInput(f"{folder} is a file, where a folder should be: move it away") from None


async def _build(path: Path, scripts: Path | None) -> None:
    database = SqliteDatabase(path)
    try:
        await _upgrade(database, scripts)
    finally:
        await database.writing.dispose()
    flush(path)


async def _make_ready(database: SqliteDatabase, found: Found | None, scripts: Path | None) -> None:
    await _try_writing(database)
    if found is not None and found.revision != await asyncio.to_thread(_newest, scripts):
        if found.revision is not None:
            await asyncio.to_thread(_refuse_newer, found, scripts)
            await asyncio.to_thread(copy_beside, found.path, f"schema-{found.revision}")
        await _upgrade(database, scripts)
    await _log_ahead(database)


async def _try_writing(database: SqliteDatabase) -> None:
    """An empty transaction that may write: a file or disk for reading only is found out here, and nothing changed."""
    async with database.writing.begin() as connection:
        await connection.exec_driver_sql("SELECT 1")


def _newest(scripts: Path | None) -> str:
    """The schema to have. Ours is known without loading all that migrations need."""
    if scripts is None:
        return HEAD
    from cardtable.store.migrating import revisions

    return revisions(scripts)[-1]


def _refuse_newer(found: Found, scripts: Path | None) -> None:
    from cardtable.store.migrating import SCRIPTS, revisions

    if found.revision not in revisions(scripts or SCRIPTS):
        raise BadInput(newer(found))


def newer(found: Found) -> str:
    """What is said of a database that a later version of this program has written."""
    return (
        f"{found.path} was written by a newer cardtable (its schema is {found.revision}, this one knows up to {HEAD}): "
        f"use that version, or a backup from before it"
    )


async def _upgrade(database: SqliteDatabase, scripts: Path | None) -> None:
    from cardtable.store.migrating import SCRIPTS, upgrade

    async with database.writing.begin() as connection:
        await connection.run_sync(upgrade, scripts or SCRIPTS)


async def _log_ahead(database: SqliteDatabase) -> None:
    """The write-ahead log: the file remembers it, so that it is set once here and not by every connection."""
    async with database.writing.connect() as connection:
        raw = (await connection.get_raw_connection()).driver_connection
        if raw is None:
            raise RuntimeError("a fresh connection has no driver connection")
        await raw.execute_fetchall("PRAGMA journal_mode = WAL")


@contextmanager
def _faults_of(path: Path) -> Iterator[None]:
    """Whatever the disk or the database has against it comes out as BadInput."""
    try:
        yield
    except OSError as fault:
        raise BadInput(f"{path} cannot be written: {fault.strerror or fault}") from None
    except DBAPIError as fault:
        raise BadInput(_told(path, str(fault.orig))) from None


def _told(path: Path, fault: str) -> str:
    if "locked" in fault:
        return f"{path} is locked by another program: end that, and try again"
    return f"{path} cannot be written ({fault}): it and its folder must belong to whoever runs cardtable"
