"""The server's log: one line an event, nothing a stranger sent in it unescaped, bound to the real stderr.

Whatever logs in this process, the libraries' own loggers too, comes out through the one formatter here.
"""

from __future__ import annotations

import logging
import re
import traceback
from collections.abc import Callable, MutableMapping
from datetime import UTC, datetime
from typing import Any, Literal, TextIO

import structlog

LogFormat = Literal["text", "json"]
"""How a line is written: `name=value …`, or a JSON object."""

FIELD_LIMIT = 200
_EVENT_LIMIT = 10 * FIELD_LIMIT
_TRACE_LIMIT = 16_000
_UNSAFE = re.compile(r"[^\x20-\x7e]")
_UNSAFE_IN_TRACE = re.compile(r"[^\n\x20-\x7e]")
_FIRST = ("time", "level", "logger", "event")

Fields = MutableMapping[str, Any]


def note(level: int, what: str, **fields: object) -> None:
    """Log an event and its fields, each in ASCII and cut to 200 characters."""
    _log.log(level, what, **fields)


def crash(what: str, error: BaseException, **fields: object) -> None:
    """Log an exception with its trace. Local variables are never part of that: they hold hands of cards."""
    _log.error(what, exc_info=error, **fields)


def shown(value: object) -> object:
    """A value as it may stand in the log."""
    return value if isinstance(value, int | float) else _escaped(str(value)[:FIELD_LIMIT])[:FIELD_LIMIT]


class _Event(dict[str, Any]):
    """What a record carries as its message; as text it is `event name=value …`, for whoever reads records plainly."""

    def __str__(self) -> str:
        return " ".join([self["event"], *(f"{name}={value}" for name, value in self.items() if name != "event")])


def _to_record(_logger: object, _name: str, fields: Fields) -> tuple[tuple[_Event], dict[str, Any]]:
    error = fields.pop("exc_info", None)
    return (_Event({name: shown(value) for name, value in fields.items()}),), {"exc_info": error}


_log: structlog.stdlib.BoundLogger = structlog.wrap_logger(
    logging.getLogger("cardtable.ssh"),
    processors=[structlog.stdlib.filter_by_level, _to_record],
    wrapper_class=structlog.stdlib.BoundLogger,
)


class _Lines(logging.Formatter):
    """Every record as one line: when, how bad, who says it, what happened, the fields; a trace is one field, escaped.

    Escapes whatever a terminal or a log reader could stumble over.
    """

    def __init__(self, render: Callable[[object, str, Fields], str | bytes]) -> None:
        super().__init__()
        self._render = render

    def format(self, record: logging.LogRecord) -> str:
        fields: Fields = {
            "time": datetime.fromtimestamp(record.created, UTC).isoformat(timespec="milliseconds"),
            "level": record.levelname.lower(),
            "logger": _escaped(record.name),
            **_said(record),
        }
        if record.exc_info and record.exc_info[1] is not None:
            fields["trace"] = _trace(record.exc_info[1])
        return str(self._render(None, "", fields))


def _said(record: logging.LogRecord) -> Fields:
    if isinstance(record.msg, _Event):
        return record.msg
    return {"event": _escaped(record.getMessage()[:_EVENT_LIMIT])[:_EVENT_LIMIT]}


def _trace(error: BaseException) -> str:
    """The end of it, where the fault is."""
    text = "".join(traceback.format_exception(error)).rstrip("\n")
    return _UNSAFE_IN_TRACE.sub(_escape, text)[-_TRACE_LIMIT:]


def _escaped(text: str) -> str:
    return _UNSAFE.sub(_escape, text)


def _escape(found: re.Match[str]) -> str:
    return ascii(found[0])[1:-1]


def log_to(stream: TextIO, form: LogFormat = "text") -> logging.Handler:
    """Send all logging of this process there. Call it before the first app starts: apps replace `sys.stderr`."""
    text = structlog.processors.LogfmtRenderer(key_order=_FIRST, drop_missing=True)
    handler = logging.StreamHandler(stream)
    handler.setFormatter(_Lines(structlog.processors.JSONRenderer() if form == "json" else text))
    logging.getLogger().addHandler(handler)
    logging.getLogger("cardtable").setLevel(logging.INFO)
    logging.getLogger("asyncssh").setLevel(logging.WARNING)
    return handler
