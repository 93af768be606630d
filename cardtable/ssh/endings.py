"""How sessions end: why, what the player reads then, and the exit code of the player's ssh."""

from __future__ import annotations

import msgspec

from cardtable.text import clean_line

EX_FAULT = 1
EX_USAGE = 2
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
CROWDED = Ending("kicked", "A newer connection of yours took this one's place.", EX_UNAVAILABLE)
FULL = Ending("full", "cardtable: the server is full; please try again in a while", EX_TEMPFAIL)


def flood(what: str) -> Ending:
    """For who sends too much, and of what."""
    return Ending("flood", f"The connection was closed: your side sent {what}.", EX_FAULT)


def clean_lines(text: str) -> str:
    """An app's last words, line by line through the sanitiser."""
    return "\n".join(clean_line(line, 200) for line in text.splitlines()[:10])
