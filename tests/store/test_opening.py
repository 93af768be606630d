"""A file that is no sound database of ours is refused in one line, and stays as it is."""

from __future__ import annotations

import asyncio
import os
import sqlite3
import subprocess
from collections.abc import Callable, Iterator
from contextlib import closing
from pathlib import Path

import pytest

from cardtable.errors import BadInput
from cardtable.store.opening import open_store
from cardtable.store.schema import HEAD
from tests.support.keeping import match, profile, rows, sat


async def fill(path: Path) -> None:
    """A database with some of everything."""
    store = await open_store(path)
    await store.open_table("t", b"head")
    await store.append("t", rows(1, 200))
    await store.add_player(profile("Ann"), "key")
    await asyncio.gather(*(store.record(match(number, sat("Ann"), sat("Bob"))) for number in range(100)))
    await store.close()


def truncate(path: Path) -> None:
    os.truncate(path, path.stat().st_size // 2)


def scribble(path: Path) -> None:
    with path.open("r+b") as file:
        file.seek(4096)
        file.write(b"\xa5" * 4096)


def behead(path: Path) -> None:
    with path.open("r+b") as file:
        file.write(b"something else entirely")


def empty(path: Path) -> None:
    os.truncate(path, 0)


def replace_by_a_folder(path: Path) -> None:
    path.unlink()
    path.mkdir()


def replace_by_text(path: Path) -> None:
    path.write_text("just some notes\n")


def replace_by_another_database(path: Path) -> None:
    path.unlink()
    with closing(sqlite3.connect(path)) as other:
        other.execute("CREATE TABLE recipes (name TEXT)")


def mark_as_newer(path: Path) -> None:
    with closing(sqlite3.connect(path)) as ours, ours:
        ours.execute("UPDATE alembic_version SET version_num = '9999'")


def lose_all_but_the_log(path: Path) -> None:
    path.with_name(path.name + "-wal").write_bytes(path.read_bytes())
    path.unlink()


def _contents(folder: Path) -> dict[str, bytes | None]:
    """All files there but the log's index, which reading may make and which holds nothing of its own."""
    return {
        each.name: each.read_bytes() if each.is_file() else None
        for each in folder.iterdir()
        if not each.name.endswith("-shm") and not (each.name.endswith("-wal") and not each.stat().st_size)
    }


@pytest.mark.parametrize(
    ("harm", "words"),
    [
        (truncate, "is damaged"),
        (scribble, "is damaged"),
        (behead, "is no database: put a backup"),
        (empty, "is empty, and no database"),
        (replace_by_a_folder, "is a folder"),
        (replace_by_text, "is no database: put a backup"),
        (replace_by_another_database, "not one of cardtable"),
        (mark_as_newer, f"newer cardtable (its schema is 9999, this one knows up to {HEAD}): use that version"),
        (lose_all_but_the_log, "is missing, but its kept.db-wal is there"),
    ],
)
async def test_what_is_wrong_is_said_in_one_line_and_left_alone(
    tmp_path: Path, harm: Callable[[Path], None], words: str
) -> None:
    path = tmp_path / "kept.db"
    await fill(path)
    harm(path)
    before = _contents(tmp_path)
    with pytest.raises(BadInput) as told:
        await open_store(path)
    assert words in str(told.value)
    assert str(path) in str(told.value)
    assert "\n" not in str(told.value)
    assert _contents(tmp_path) == before


async def test_a_new_file_in_a_new_folder_is_its_owners_alone(tmp_path: Path) -> None:
    path = tmp_path / "new % folder?#" / "kept.db"
    await (await open_store(path)).close()
    assert path.stat().st_mode & 0o777 == 0o600
    assert [each.name for each in path.parent.iterdir()] == ["kept.db"]


async def test_a_database_opens_by_url_too(tmp_path: Path) -> None:
    await fill(tmp_path / "kept.db")
    store = await open_store(f"sqlite:///{tmp_path}/kept.db")
    assert await store.player("id of Ann") == profile("Ann")
    await store.close()


@pytest.mark.parametrize("url", ["postgresql://ann:secret@localhost/cards", "sqlite://", "ftp://x", "://"])
async def test_another_kind_of_database_is_refused(url: str) -> None:
    with pytest.raises(BadInput, match=r"sqlite:///folder/cardtable\.db") as told:
        await open_store(url)
    assert "secret" not in str(told.value)


async def test_a_database_that_another_program_holds(tmp_path: Path) -> None:
    path = tmp_path / "kept.db"
    await fill(path)
    with closing(sqlite3.connect(path, isolation_level=None)) as other:
        other.execute("BEGIN EXCLUSIVE")
        with pytest.raises(BadInput, match="is locked by another program"):
            await open_store(path)


async def test_a_file_where_its_folder_should_be(tmp_path: Path) -> None:
    (tmp_path / "file").touch()
    with pytest.raises(BadInput, match="file is a file, where a folder should be"):
        await open_store(tmp_path / "file" / "kept.db")


@pytest.fixture
def read_only(tmp_path: Path) -> Iterator[Callable[[], Path]]:
    """A folder on a disk that becomes one for reading only when called."""
    disk = tmp_path / "disk"
    disk.mkdir()
    if os.geteuid() != 0:
        pytest.skip("only root may mount a file system for reading only")
    mounted = subprocess.run(["mount", "-t", "tmpfs", "tmpfs", disk], capture_output=True, text=True)
    if mounted.returncode:
        pytest.skip(f"a file system cannot be mounted here: {mounted.stderr.strip()}")

    def close_it() -> Path:
        subprocess.run(["mount", "-o", "remount,ro", disk], check=True)
        return disk

    yield close_it
    subprocess.run(["umount", disk], check=True)


async def test_a_disk_for_reading_only(read_only: Callable[[], Path], tmp_path: Path) -> None:
    await fill(tmp_path / "disk" / "kept.db")
    disk = read_only()
    before = _contents(disk)
    for path in (disk / "kept.db", disk / "new.db"):
        with pytest.raises(BadInput, match=r"cannot be (written|read)"):
            await open_store(path)
    assert _contents(disk) == before
