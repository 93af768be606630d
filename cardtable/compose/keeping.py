"""The database of this user, and what `cardtable db` does with it."""

from __future__ import annotations

import asyncio
import fcntl
import os
import sys
import time
from collections.abc import Iterator
from contextlib import aclosing, contextmanager, suppress
from pathlib import Path
from typing import BinaryIO

from cardtable.compose.output import to_stdout
from cardtable.config import Config, load_config
from cardtable.errors import BadInput
from cardtable.table.keeping import Store

FILE = "cardtable.db"

LOCK = "server.lock"


def wall() -> int:
    """Wall-clock time, milliseconds since 1970, UTC."""
    return time.time_ns() // 1_000_000


@contextmanager
def sole_server(folder: Path) -> Iterator[None]:
    """Two servers must not play on at the same tables. Raises BadInput if one runs on this data folder."""
    try:
        folder.mkdir(parents=True, exist_ok=True)
        file = (folder / LOCK).open("w")
    except OSError as fault:
        raise BadInput(f"{folder} cannot be written: {fault.strerror or fault}") from None
    with file:
        try:
            fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except OSError:
            told = f"another cardtable serve runs on {folder}; end it, or set XDG_DATA_HOME to another folder"
            raise BadInput(told) from None
        yield


async def open_kept(config: Config) -> Store:
    """The store of this user. Raises BadInput for a database that cannot be used."""
    from cardtable.store.opening import open_store

    return await open_store(config.data_dir / FILE)


def check(file: Path | None) -> int:
    """Say what is in a database, by default this user's; returns the exit code."""
    from cardtable.store.maintenance import check as look_at

    report = look_at(file or _own())
    sys.stdout.write("".join(f"{line}\n" for line in report.lines))
    if not report.sound:
        raise BadInput(f"{file or _own()} has broken matches")
    return 0


def backup(target: Path) -> int:
    """Copy this user's database; returns the exit code."""
    from cardtable.store.maintenance import backup as copy

    copy(_own(), target)
    sys.stdout.write(f"{target} is a copy of {_own()}.\n")
    return 0


def export(target: Path | None) -> int:
    """Write every finished match as a line of JSON, to a new file or to standard output; returns the exit code."""
    if target:
        with _made(target) as out:
            _written(out, target)
        return 0
    with to_stdout() as out:
        _write(out)
    return 0


async def _export(path: Path, out: BinaryIO) -> None:
    from cardtable.store.maintenance import export as lines_of

    async with aclosing(lines_of(path)) as lines:
        async for line in lines:
            out.write(line)
    out.flush()


def _made(target: Path) -> BinaryIO:
    """A new file: nothing is ever overwritten."""
    try:
        return target.open("xb")
    except FileExistsError:
        raise BadInput(f"{target} is there already, and is not overwritten: give another name") from None
    except OSError as fault:
        raise BadInput(f"{target} cannot be written: {fault.strerror or fault}") from None


def _written(out: BinaryIO, target: Path) -> None:
    """All of it, safe on the disk, or no file at all."""
    try:
        _write(out)
        os.fsync(out.fileno())
    except BaseException as fault:
        with suppress(OSError):
            target.unlink()
        if isinstance(fault, OSError):
            raise BadInput(f"{target} cannot be written: {fault.strerror or fault}") from None
        raise


def _write(out: BinaryIO) -> None:
    asyncio.run(_export(_own(), out))


def _own() -> Path:
    return load_config().data_dir / FILE
