"""How sessions end: why, what the player reads then, and the exit code of the player's ssh."""

from __future__ import annotations

import msgspec

from cardtable.text import clean_line

EX_FAULT = 1
EX_USAGE = 2
EX_NOPERM = 77
"""The operator wants this session to end, or this player not to come."""
EX_UNAVAILABLE = 69
"""What was here is elsewhere now: another connection of the same player's has it. Coming back would take it away."""
EX_TEMPFAIL = 75
"""Come back later: the server is going down, or full."""


class Ending(msgspec.Struct, frozen=True):
    """Why a session ends, what its player reads, and the exit code of the player's ssh."""

    reason: str
    text: str = ""
    code: int = 0


LOST = Ending("lost")
STALLED = Ending("stalled")
IDLE = Ending("idle", "Nothing happened here for a while, so the connection was closed. Come back any time.")
SHUTDOWN = Ending("shutdown", "The server is going down. Please come back in a while.", EX_TEMPFAIL)
SHUTDOWN_AT_TABLE = Ending(
    "shutdown",
    "The server is going down. Your table is kept; come back in a while, and it goes on where it stood.",
    EX_TEMPFAIL,
)
CROWDED = Ending("kicked", "A newer connection of yours took this one's place.", EX_UNAVAILABLE)
FULL = Ending("full", "cardtable: the server is full; please try again in a while", EX_TEMPFAIL)


def flood(what: str) -> Ending:
    """For who sends too much, and of what."""
    return Ending("flood", f"The connection was closed: your side sent {what}.", EX_FAULT)


def kicked(why: str) -> Ending:
    """By the operator, for this reason, if any is given."""
    return Ending("kicked", f"The operator has ended this session{f': {why}' if why else '.'}", EX_NOPERM)


def banned(told: str) -> Ending:
    """For who may not come in, and what they are told."""
    return Ending("banned", told, EX_NOPERM)


def clean_lines(text: str) -> str:
    """An app's last words, line by line through the sanitiser."""
    return "\n".join(clean_line(line, 200) for line in text.splitlines()[:10])
