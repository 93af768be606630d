"""The terminal modes of a session: one table of what is switched on, and the one reset that ends every session."""

from __future__ import annotations

from cardtable.ssh.terminal import TerminalProfile

SYNC_QUERY = "\x1b[?2026$p"
"""Asks whether whole frames can be shown at once."""

_ENTER = "\x1b[?1049h\x1b[?25l\x1b[?7l\x1b[?1000h\x1b[?1006h"
_ENTER_NEW = "\x1b[?2004h\x1b[>1u"

_LEAVE_FIRST = "\x1b[?2026l\x1b[?2004l\x1b[?7h\x1b[?2048l"
_LEAVE_MOUSE = "".join(f"\x1b[?{mode}l" for mode in (1000, 1002, 1003, 1015, 1006, 1016))
_LEAVE_KEYS = "\x1b[<u"
_LEAVE_LAST = "\x1b[?1049l\x1b[?25h\x1b[?1004l\x1b[0m"
_CLEAR = "\x1b[2J\x1b[H"


def enter(profile: TerminalProfile) -> str:
    """Switch on what a game needs: the other screen, no cursor, no wrapping, clicks and wheel but no motion.

    Terminals that can get bracketed paste and unambiguous Escape too (keyboard protocol, first flag only: plain letters
    stay one byte).
    """
    return _ENTER if profile.old else _ENTER + _ENTER_NEW + SYNC_QUERY


def leave(profile: TerminalProfile) -> str:
    """Switch everything off again, in the order that works: keyboard protocol while still on the other screen.

    It names modes that are never switched on as well: an app may have, or a lost frame. Old terminals have no other
    screen to go back to, so theirs is cleared.
    """
    if profile.old:
        return _CLEAR + _LEAVE_FIRST + _LEAVE_MOUSE + _LEAVE_LAST
    return _LEAVE_FIRST + _LEAVE_MOUSE + _LEAVE_KEYS + _LEAVE_LAST
