"""The server's log: one line an event, nothing a stranger sent in it unescaped, bound to the real stderr."""

from __future__ import annotations

import logging
import re
from typing import TextIO

FIELD_LIMIT = 200
_UNSAFE = re.compile(r"[^\n\x20-\x7e]")

_log = logging.getLogger("cardtable.ssh")


def note(level: int, what: str, **fields: object) -> None:
    """Log an event and its fields, each in ASCII and cut to 200 characters."""
    _log.log(level, "%s", " ".join([what, *(f"{name}={shown(value)}" for name, value in fields.items())]))


def shown(value: object) -> str:
    """A value as it may stand in the log."""
    return ascii(value if isinstance(value, int | float) else str(value)[:FIELD_LIMIT])[:FIELD_LIMIT]


def crash(what: str, error: BaseException, **fields: object) -> None:
    """Log an exception with its trace. Local variables are never part of that: they hold hands of cards."""
    message = " ".join([what, *(f"{name}={shown(value)}" for name, value in fields.items())])
    _log.error("%s", message, exc_info=error)


class _Plain(logging.Formatter):
    """Escapes whatever a terminal or a log reader could stumble over; only a trace has several lines."""

    def formatMessage(self, record: logging.LogRecord) -> str:  # noqa: N802 - the name is logging's
        record.message = record.message.replace("\n", "\\n")[: 10 * FIELD_LIMIT]
        return super().formatMessage(record)

    def format(self, record: logging.LogRecord) -> str:
        return _UNSAFE.sub(lambda found: ascii(found[0])[1:-1], super().format(record))


def log_to(stream: TextIO) -> logging.Handler:
    """Send all logging of this process there. Call it before the first app starts: apps replace `sys.stderr`."""
    handler = logging.StreamHandler(stream)
    handler.setFormatter(_Plain("%(asctime)s %(levelname)s %(name)s %(message)s"))
    root = logging.getLogger()
    root.addHandler(handler)
    logging.getLogger("cardtable").setLevel(logging.INFO)
    logging.getLogger("asyncssh").setLevel(logging.WARNING)
    return handler
