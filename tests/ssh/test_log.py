"""The log: one line an event in either format, whoever logs it, and nothing in it that a stranger could forge."""

from __future__ import annotations

import io
import json
import logging
from collections.abc import Callable, Iterator

import pytest

from cardtable.ssh.log import LogFormat, crash, log_to, note

Lines = Callable[[], list[str]]
OpenLog = Callable[[LogFormat], Lines]

SECRET = "7H KD"


@pytest.fixture
def open_log() -> Iterator[OpenLog]:
    """Sends the log of this process to a buffer; gives what reads its lines."""
    handlers: list[logging.Handler] = []
    level = logging.getLogger("cardtable").level

    def begin(form: LogFormat) -> Lines:
        stream = io.StringIO()
        handlers.append(log_to(stream, form))
        return lambda: stream.getvalue().splitlines()

    yield begin
    for handler in handlers:
        logging.getLogger().removeHandler(handler)
    logging.getLogger("cardtable").setLevel(level)


def test_an_event_is_a_line_of_names_and_values(open_log: OpenLog) -> None:
    lines = open_log("text")
    note(logging.INFO, "login", peer=("127.0.0.1", 5), sessions=3)
    (line,) = lines()
    assert line.startswith("time=2")
    assert line.endswith("level=info logger=cardtable.ssh event=login peer=\"('127.0.0.1', 5)\" sessions=3")


def test_or_a_json_object(open_log: OpenLog) -> None:
    lines = open_log("json")
    note(logging.WARNING, "auth_refused", peer="x", sessions=3)
    logging.getLogger("asyncssh").warning("odd %s", "packet")
    first, second = map(json.loads, lines())
    assert (first["level"], first["event"], first["peer"], first["sessions"]) == ("warning", "auth_refused", "x", 3)
    assert (second["logger"], second["event"]) == ("asyncssh", "odd packet")


@pytest.mark.parametrize("form", ["text", "json"])
def test_what_strangers_send_is_escaped_and_bounded(open_log: OpenLog, form: LogFormat) -> None:
    lines = open_log(form)
    evil = 'a\nlevel=error event=forged "q" \x1b[31m\u202e\x9b' + "é" * 5_000
    note(logging.INFO, "subsystem_refused", subsystem="\udc80" + evil)
    logging.getLogger("asyncssh").warning("said %s", evil)
    assert len(lines()) == 2
    for line in lines():
        assert line.isascii()
        assert line.isprintable()
        assert len(line) < 4_500
    assert len(lines()[0]) < 500


@pytest.mark.parametrize("form", ["text", "json"])
def test_a_trace_is_one_field_of_one_line_without_local_variables(open_log: OpenLog, form: LogFormat) -> None:
    lines = open_log(form)
    try:
        _fail(SECRET)
    except RuntimeError as error:
        crash("session_crashed", error, id="c0ffee")
        logging.getLogger("cardtable.table").exception("table %s halted", "K7Q-2MX")
    assert len(lines()) == 2
    for line in lines():
        assert "Traceback (most recent call last):\\n" in line
        assert "broken" in line
        assert SECRET not in line


def _fail(hand: str) -> None:
    raise RuntimeError(f"broken with {len(hand)} letters")
