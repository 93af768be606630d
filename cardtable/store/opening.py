"""Opening the store, by a path or by a database's URL."""

from __future__ import annotations

from pathlib import Path

from sqlalchemy.engine import make_url
from sqlalchemy.exc import ArgumentError

from cardtable.errors import BadInput
from cardtable.store.sql import SqlStore
from cardtable.store.sqlite.opening import open_sqlite


async def open_store(where: str | Path) -> SqlStore:
    """The store kept there. `where` is a file's path or `sqlite:///` and one; a file is made if there is none.

    Raises BadInput, in one line, for whatever cannot be opened: it is then left as it is.
    """
    return SqlStore(await open_sqlite(sqlite_path(where)))


def sqlite_path(where: str | Path) -> Path:
    """The file that is meant. Raises BadInput for another kind of database: none is supported yet."""
    if isinstance(where, Path) or "://" not in where:
        return Path(where)
    try:
        url = make_url(where)
    except ArgumentError:
        raise BadInput(f"{where!r} is no database's URL; right would be sqlite:///folder/cardtable.db") from None
    if url.get_backend_name() != "sqlite" or not url.database or url.query:
        shown = url.render_as_string(hide_password=True)
        raise BadInput(f"{shown} cannot be used: what is kept goes to an SQLite file, sqlite:///folder/cardtable.db")
    return Path(url.database)
