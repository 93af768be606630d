"""Copies of a database file, made while it is in use: each is one plain file, whole, and safe on the disk."""

from __future__ import annotations

import os
import sqlite3
from contextlib import closing, suppress
from itertools import count
from pathlib import Path

from cardtable.errors import BadInput
from cardtable.store.sqlite.looking import reading


def copy(source: Path, target: Path) -> None:
    """A copy of what is kept at this instant. Raises BadInput; whatever stands at the target already is left alone."""
    create(target)
    try:
        with reading(source) as original, closing(sqlite3.connect(target)) as made:
            original.backup(made)
            # One file: a copy that is moved elsewhere has nothing beside it that could be forgotten.
            made.execute("PRAGMA journal_mode = DELETE")
        flush(target)
    except BaseException as fault:
        with suppress(OSError):
            target.unlink()
        if isinstance(fault, OSError):
            raise BadInput(f"{target} cannot be written: {fault.strerror or fault}") from None
        raise


def copy_beside(path: Path, word: str) -> Path:
    """A copy in the same folder, under a name that is still free."""
    names = (f"{path.name}.{word}{f'-{number}' if number else ''}" for number in count())
    target = next(path.with_name(name) for name in names if not path.with_name(name).exists())
    copy(path, target)
    return target


def create(path: Path) -> None:
    """An empty file that only its owner reads: the secrets of live tables are in it. Raises BadInput."""
    try:
        os.close(os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600))
    except FileExistsError:
        raise BadInput(f"{path} is there already, and is not overwritten: give another name") from None
    except OSError as fault:
        raise BadInput(f"{path} cannot be written: {fault.strerror or fault}") from None


def flush(path: Path) -> None:
    """Make the file and its name safe on the disk."""
    for each, flags in ((path, os.O_RDONLY), (path.parent, os.O_RDONLY | os.O_DIRECTORY)):
        number = os.open(each, flags)
        try:
            os.fsync(number)
        finally:
            os.close(number)
