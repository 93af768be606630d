"""The `cardtable` command as a process: faults are one line and exit code 2; a saved match is checked."""

from __future__ import annotations

import os
import shutil
import socket
import subprocess
import sys
from importlib.metadata import version
from pathlib import Path

import pytest

GOLDEN = Path(__file__).parents[1] / "golden" / "saved-1.json"


def cardtable(home: Path, *arguments: str) -> subprocess.CompletedProcess[str]:
    """Run it without a terminal, at home in this folder."""
    return subprocess.run(
        [sys.executable, "-m", "cardtable", *arguments],
        env=environment(home),
        stdin=subprocess.DEVNULL,
        capture_output=True,
        text=True,
        timeout=60,
        check=False,
    )


def environment(home: Path) -> dict[str, str]:
    """The environment of somebody who lives in this folder."""
    return os.environ | {
        "HOME": str(home),
        "XDG_CONFIG_HOME": str(home / "config"),
        "XDG_DATA_HOME": str(home / "data"),
    }


def one_line(text: str) -> str:
    """The only line there is."""
    lines = text.splitlines()
    assert len(lines) == 1, text
    return lines[0]


def refused(done: subprocess.CompletedProcess[str]) -> str:
    """The one line of a fault."""
    assert done.returncode == 2, done
    assert not done.stdout
    return one_line(done.stderr)


def test_version(tmp_path: Path) -> None:
    done = cardtable(tmp_path, "--version")
    assert (done.returncode, done.stdout, done.stderr) == (0, f"cardtable {version('cardtable')}\n", "")


def test_an_unknown_command(tmp_path: Path) -> None:
    assert "nonsense" in refused(cardtable(tmp_path, "nonsense"))


@pytest.mark.parametrize("arguments", [(), ("play",)])
def test_without_a_terminal(arguments: tuple[str, ...], tmp_path: Path) -> None:
    assert "needs a terminal" in refused(cardtable(tmp_path, *arguments))


def test_a_port_in_use(tmp_path: Path) -> None:
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = taken.getsockname()[1]
        line = refused(cardtable(tmp_path, "serve", "--port", str(port)))
    assert line == f"cardtable: cannot listen on 127.0.0.1 port {port}: address already in use"


def test_an_empty_public_host(tmp_path: Path) -> None:
    assert "must be NAME" in refused(cardtable(tmp_path, "serve", "--port", "0", "--public-host", ""))


@pytest.mark.parametrize("named", ["missing.pub", "SHA256:short", "", "."])
def test_an_admin_key_that_is_none(named: str, tmp_path: Path) -> None:
    assert "admin key" in refused(cardtable(tmp_path, "serve", "--port", "0", "--admin-key", named))


def test_a_log_format_that_is_none(tmp_path: Path) -> None:
    assert "--log-format" in refused(cardtable(tmp_path, "serve", "--port", "0", "--log-format", "xml"))


@pytest.mark.parametrize("content", ["clock_speed = ", "clock_speed = 0", "clock_speed = 'fast'", "speed = 2"])
def test_a_broken_config(content: str, tmp_path: Path) -> None:
    folder = tmp_path / "config" / "cardtable"
    folder.mkdir(parents=True)
    (folder / "config.toml").write_text(content)
    line = refused(cardtable(tmp_path, "serve", "--port", "0"))
    assert str(folder / "config.toml") in line
    assert "clock_speed" in line


def test_a_host_key_that_is_none(tmp_path: Path) -> None:
    path = tmp_path / "key"
    path.write_text("no key")
    path.chmod(0o600)
    assert str(path) in refused(cardtable(tmp_path, "serve", "--port", "0", "--host-key", str(path)))


def test_verify_a_good_match(tmp_path: Path) -> None:
    done = cardtable(tmp_path, "verify", str(GOLDEN))
    assert (done.returncode, done.stderr) == (0, "")
    assert done.stdout.startswith("This match is sound: it was tied after three columns.")


def test_verify_a_tampered_match(tmp_path: Path) -> None:
    path = tmp_path / "match.json"
    text = GOLDEN.read_text()
    tampered = text.replace('"seat0"', '"seat1"') if '"seat0"' in text else text.replace('"seat1"', '"seat0"')
    assert tampered != text
    path.write_text(tampered)
    done = cardtable(tmp_path, "verify", str(path))
    assert done.returncode == 2
    one_line(done.stdout + done.stderr)


@pytest.mark.parametrize(
    "content",
    [b"", b"{}", b'{"game": "whist"}', b"\x89PNG\r\n\x1a\n", b"[" * 100_000],
    ids=["empty", "no fields", "another game", "a picture", "brackets"],
)
def test_verify_a_foreign_file(content: bytes, tmp_path: Path) -> None:
    path = tmp_path / "match.json"
    path.write_bytes(content)
    assert refused(cardtable(tmp_path, "verify", str(path)))


def test_verify_what_is_not_there(tmp_path: Path) -> None:
    assert "missing.json" in refused(cardtable(tmp_path, "verify", str(tmp_path / "missing.json")))
    assert str(tmp_path) in refused(cardtable(tmp_path, "verify", str(tmp_path)))


def test_verify_reads_a_copy_as_well(tmp_path: Path) -> None:
    copy = shutil.copy(GOLDEN, tmp_path / "a name with blanks.json")
    assert cardtable(tmp_path, "verify", str(copy)).returncode == 0


@pytest.mark.parametrize("arguments", [("replay",), ("replay", "--text"), ("export",), ("export", "--as", "text")])
def test_a_match_as_text(arguments: tuple[str, ...], tmp_path: Path) -> None:
    done = cardtable(tmp_path, *arguments, str(GOLDEN))
    assert (done.returncode, done.stderr) == (0, "")
    assert done.stdout == (GOLDEN.parent / "tie.txt").read_text()


def test_a_match_as_a_recording_or_itself_in_a_new_file_only(tmp_path: Path) -> None:
    for form, first in (("cast", '{"version":2,'), ("json", "{\n")):
        path = tmp_path / form
        done = cardtable(tmp_path, "export", str(GOLDEN), "--as", form, "--output", str(path))
        assert (done.returncode, done.stdout, done.stderr) == (0, "", "")
        assert path.read_text().startswith(first)
        assert "is not overwritten" in refused(cardtable(tmp_path, "export", str(GOLDEN), "--output", str(path)))
    assert cardtable(tmp_path, "verify", str(tmp_path / "json")).returncode == 0


@pytest.mark.parametrize("command", ["replay", "export"])
def test_only_a_match_that_holds_is_shown(command: str, tmp_path: Path) -> None:
    path = tmp_path / "match.json"
    path.write_text(GOLDEN.read_text().replace('"3S"', '"4S"'))
    assert "cannot be shown: Event 4" in refused(cardtable(tmp_path, command, str(path)))
    assert "missing" in refused(cardtable(tmp_path, command, str(tmp_path / "missing")))
    assert "text, json, cast" in refused(cardtable(tmp_path, "export", str(GOLDEN), "--as", "gif"))
    assert refused(cardtable(tmp_path, command, "--seat", "3", str(GOLDEN)))
