"""What an operator does with the database: check, backup, export; each also while a store is open."""

from __future__ import annotations

import asyncio
import json
import os
import sqlite3
import sys
from contextlib import closing
from pathlib import Path

import msgspec
import pytest
from msgspec.structs import replace

from cardtable.cli import run
from cardtable.errors import BadInput
from cardtable.rules.notation import read, verify, write
from cardtable.store.maintenance import ExportedMatch
from cardtable.store.opening import open_store
from cardtable.store.sql import SqlStore
from cardtable.table.keeping import FinishedMatch
from tests.support.hustle import random_match
from tests.support.keeping import match, profile, rows, sat
from tests.support.records import record

SECRETS = (b"seed of a live table", b"return code", b"prefs of Ann", b"fingerprint")


def saved_match(number: int) -> FinishedMatch:
    """Every fortieth has a true record."""
    saved = write(record(random_match(bytes([number, 1]), [number]))).encode() if number % 40 == 0 else b""
    return replace(match(number, sat("Ann", "won"), sat("Bob", "lost")), record=saved)


MATCHES = [saved_match(number) for number in range(120)]


@pytest.fixture
def path(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Where this user's database is to be."""
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "data"))
    monkeypatch.setenv("XDG_CONFIG_HOME", str(tmp_path / "config"))
    monkeypatch.setenv("HOME", str(tmp_path))
    from cardtable.config import load_config

    return load_config().data_dir / "cardtable.db"


async def fill(path: Path) -> SqlStore:
    store = await open_store(path)
    await store.open_table("t", SECRETS[0])
    await store.append("t", [*rows(1, 3), *rows(4, 4)])
    await store.add_player(replace(profile("Ann"), prefs=SECRETS[2], last_table="return code"), "fingerprint")
    await asyncio.gather(*(store.record(each) for each in MATCHES))
    return store


async def cli(*arguments: str) -> int:
    """The command, in a thread of its own: it runs an event loop itself."""
    return await asyncio.to_thread(run, ["db", *arguments])


async def test_check_says_what_is_there(path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    store = await fill(path)
    assert await cli("check") == 0
    told = capsys.readouterr().out
    assert "Players: 1. Finished matches: 120. Live tables: 1." in told
    assert "every page is sound" in told
    await store.close()
    assert await cli("check", "--file", str(path)) == 0
    assert capsys.readouterr().out == told


@pytest.mark.parametrize("harm", [b"x", b"", b"\x00\xff"])
async def test_check_finds_a_broken_record(path: Path, capsys: pytest.CaptureFixture[str], harm: bytes) -> None:
    await (await fill(path)).close()
    with closing(sqlite3.connect(path)) as connection, connection:
        connection.execute(
            "UPDATE matches SET record = CAST(replace(CAST(record AS TEXT), 'ann', 'eve') || ? AS BLOB) "
            "WHERE id = 'm0040'",
            (harm.decode("latin-1"),),
        )
    with pytest.raises(BadInput, match="has broken matches"):
        await cli("check")
    assert "Match m0040 is broken: " in capsys.readouterr().out
    assert await cli("export") == 0


async def test_a_backup_of_a_running_store_is_whole(path: Path, tmp_path: Path) -> None:
    store = await fill(path)
    copy = tmp_path / "copy.db"
    writing = [asyncio.ensure_future(store.append("t", rows(seq, seq))) for seq in range(5, 60)]
    assert await cli("backup", str(copy)) == 0
    await asyncio.gather(*writing)
    await store.close()
    assert copy.stat().st_mode & 0o777 == 0o600
    assert [each.name for each in tmp_path.glob("copy.db*")] == ["copy.db"]
    assert await cli("check", "--file", str(copy)) == 0
    again = await open_store(copy)
    (table,) = await again.live_tables()
    assert table.rows == rows(1, len(table.rows))
    assert len(table.rows) >= 4
    await again.close()


async def test_nothing_is_overwritten(path: Path, tmp_path: Path) -> None:
    await (await fill(path)).close()
    there = tmp_path / "there"
    there.write_text("precious")
    for command in ("backup", "export"):
        with pytest.raises(BadInput, match="is not overwritten"):
            await cli(command, str(there))
        with pytest.raises(BadInput, match="cannot be written: No such file or directory"):
            await cli(command, str(tmp_path / "nowhere" / "file"))
    assert there.read_text() == "precious"


async def test_an_export_has_every_match_verifiable_and_no_secret(path: Path, tmp_path: Path) -> None:
    store = await fill(path)
    out = tmp_path / "out.jsonl"
    assert await cli("export", str(out)) == 0
    lines = out.read_bytes().splitlines()
    assert [json.loads(line)["id"] for line in lines] == [f"m{number:04}" for number in range(120)]
    records = [msgspec.json.decode(line, type=ExportedMatch).record for line in lines]
    verdicts = [verify(read(bytes(saved))) for saved in records if bytes(saved) != b"null"]
    assert [verdict.holds for verdict in verdicts] == [True] * 3
    assert not [secret for secret in SECRETS if secret in out.read_bytes()]
    await store.close()


async def test_an_export_to_standard_output_is_the_same(
    path: Path, tmp_path: Path, capfdbinary: pytest.CaptureFixture[bytes]
) -> None:
    await (await fill(path)).close()
    process = await asyncio.create_subprocess_exec(
        *(sys.executable, "-m", "cardtable", "db", "export"), stdout=asyncio.subprocess.PIPE
    )
    told, _ = await process.communicate()
    assert process.returncode == 0
    await cli("export", str(tmp_path / "out.jsonl"))
    assert told == (tmp_path / "out.jsonl").read_bytes()


async def test_a_reader_that_has_seen_enough(path: Path) -> None:
    await (await fill(path)).close()
    reads, writes = os.pipe()
    os.close(reads)
    process = await asyncio.create_subprocess_exec(
        *(sys.executable, "-m", "cardtable", "db", "export"), stdout=writes, stderr=asyncio.subprocess.PIPE
    )
    os.close(writes)
    _, faults = await process.communicate()
    assert (process.returncode, faults) == (0, b"")


@pytest.mark.parametrize("command", ["check", "backup", "export"])
async def test_without_a_database_all_say_so(path: Path, tmp_path: Path, command: str) -> None:
    arguments = () if command == "check" else (str(tmp_path / "out"),)
    with pytest.raises(BadInput, match=f"there is no database at {path}"):
        await cli(command, *arguments)
    assert not (tmp_path / "out").exists()
    path.parent.mkdir(parents=True)
    path.write_text("notes, not a database")
    with pytest.raises(BadInput, match="is no database"):
        await cli(command, *arguments)
    assert not (tmp_path / "out").exists()
