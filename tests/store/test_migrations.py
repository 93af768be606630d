"""Migrations lead to exactly the schema; an older database is copied first; a crash half way leaves the old one."""

from __future__ import annotations

import asyncio
import shutil
import sqlite3
import sys
from contextlib import closing
from pathlib import Path

import pytest
from alembic.autogenerate import compare_metadata
from alembic.migration import MigrationContext
from sqlalchemy import create_engine

from cardtable.store.maintenance import check
from cardtable.store.migrating import SCRIPTS, revisions, upgrade
from cardtable.store.opening import open_store
from cardtable.store.schema import HEAD, metadata
from cardtable.store.sqlite.opening import open_sqlite
from tests.support.keeping import profile, rows

NEXT = """
from alembic import op
revision = "{number}"
down_revision = "{before}"
def upgrade():
    op.execute("ALTER TABLE players ADD COLUMN {column} TEXT NOT NULL DEFAULT 'new'")
    {then}
"""


def later(folder: Path, *, then: str = "") -> Path:
    """Our migrations with two more after them; `then` is done at the end of the last."""
    shutil.copytree(SCRIPTS, folder, ignore=shutil.ignore_patterns("__pycache__"))
    versions = folder / "versions"
    (versions / "r9998.py").write_text(NEXT.format(number="9998", before=HEAD, column="one", then=""))
    (versions / "r9999.py").write_text(NEXT.format(number="9999", before="9998", column="two", then=then))
    return folder


def at_revision(path: Path, revision: str, scripts: Path = SCRIPTS) -> None:
    """A database as it was when this revision was the newest."""
    with closing(sqlite3.connect(path)):
        pass
    engine = create_engine(f"sqlite:///{path}")
    with engine.begin() as connection:
        upgrade(connection, scripts, revision)
    engine.dispose()


def schema_of(path: Path) -> set[tuple[str, str]]:
    with closing(sqlite3.connect(path)) as connection:
        found = connection.execute("SELECT name, sql FROM sqlite_master WHERE name <> 'alembic_version'").fetchall()
    return {(name, " ".join(sql.split())) for name, sql in found if sql and not name.startswith("sqlite_")}


async def old(path: Path) -> None:
    store = await open_store(path)
    await store.open_table("t", b"head")
    await store.append("t", rows(1, 20))
    await store.add_player(profile("Ann"), "key")
    await store.close()


def columns(path: Path) -> set[str]:
    with closing(sqlite3.connect(path)) as connection:
        return {row[1] for row in connection.execute("PRAGMA table_info(players)")}


def test_the_newest_migration_is_the_one_the_schema_names() -> None:
    assert revisions()[-1] == HEAD


def test_the_migrations_lead_to_exactly_the_schema(tmp_path: Path) -> None:
    at_revision(tmp_path / "migrated.db", "head")
    engine = create_engine(f"sqlite:///{tmp_path}/made.db")
    metadata.create_all(engine)
    engine.dispose()
    assert schema_of(tmp_path / "migrated.db") == schema_of(tmp_path / "made.db")
    engine = create_engine(f"sqlite:///{tmp_path}/migrated.db")
    with engine.connect() as connection:
        context = MigrationContext.configure(connection, opts={"compare_type": True, "compare_server_default": True})
        assert compare_metadata(context, metadata) == []
    engine.dispose()


@pytest.mark.parametrize("revision", revisions())
async def test_every_schema_there_has_been_can_be_opened(tmp_path: Path, revision: str) -> None:
    path = tmp_path / "kept.db"
    at_revision(path, revision)
    await old(path)
    assert check(path).sound
    assert path.with_name(f"kept.db.schema-{revision}").exists() == (revision != HEAD)


async def test_an_older_database_is_copied_and_brought_up_to_date(tmp_path: Path) -> None:
    path = tmp_path / "kept.db"
    await old(path)
    for _ in range(2):
        database = await open_sqlite(path, later(tmp_path / "scripts"))
        shutil.rmtree(tmp_path / "scripts")
        await database.writing.dispose()
        assert {"one", "two"} <= columns(path)
    copies = sorted(each for each in tmp_path.glob("kept.db.*"))
    assert [each.name for each in copies] == [f"kept.db.schema-{HEAD}"]
    store = await open_store(copies[0])
    assert [table.rows for table in await store.live_tables()] == [rows(1, 20)]
    await store.close()


async def test_a_copy_never_replaces_another(tmp_path: Path) -> None:
    path = tmp_path / "kept.db"
    scripts = later(tmp_path / "scripts")
    for _ in range(2):
        path.unlink(missing_ok=True)
        await old(path)
        await (await open_sqlite(path, scripts)).writing.dispose()
    assert {each.name for each in tmp_path.glob("kept.db.*")} == {
        f"kept.db.schema-{HEAD}",
        f"kept.db.schema-{HEAD}-1",
    }


async def test_a_migration_that_fails_half_way_leaves_the_old_database(tmp_path: Path) -> None:
    path = tmp_path / "kept.db"
    await old(path)
    with pytest.raises(ZeroDivisionError):
        await open_sqlite(path, later(tmp_path / "scripts", then="1 / 0"))
    await _is_as_it_was(path)


async def test_a_process_killed_in_a_migration_leaves_the_old_database(tmp_path: Path) -> None:
    path = tmp_path / "kept.db"
    await old(path)
    scripts = later(tmp_path / "scripts", then="import os, signal; os.kill(os.getpid(), signal.SIGKILL)")
    code = (
        "import asyncio, sys; from pathlib import Path; from cardtable.store.sqlite.opening import open_sqlite; "
        "asyncio.run(open_sqlite(Path(sys.argv[1]), Path(sys.argv[2])))"
    )

    process = await asyncio.create_subprocess_exec(sys.executable, "-c", code, str(path), str(scripts))
    assert await process.wait() == -9
    await _is_as_it_was(path)


async def _is_as_it_was(path: Path) -> None:
    store = await open_store(path)
    assert [table.rows for table in await store.live_tables()] == [rows(1, 20)]
    assert await store.player("id of Ann") == profile("Ann")
    await store.close()
    assert not {"one", "two"} & columns(path)
