"""What a client types, cut into whole keys, sequences and pastes, within a budget, before any parser sees it.

Nothing here touches a loop or a clock: `now` is handed in, pieces are pulled out.
"""

from __future__ import annotations

import codecs
import re
from enum import Enum, auto
from typing import NamedTuple

from cardtable.ssh.bucket import Bucket
from cardtable.ssh.options import Limits

PASTE_START = "\x1b[200~"
PASTE_END = "\x1b[201~"
ESC = "\x1b"

_LONGEST_SEQUENCE = 32
_QUIET = 0.5
"""An endless paste that pauses this long is taken to be over."""
_MOST_DISCARDED = 1024 * 1024
_MOST_WAITING = 65536

_STRIPPED = re.compile("[\x00\x80-\x9f\ud800-\udfff]")
_CONTROLS = re.compile("[\x01-\x08\x0b\x0c\x0e-\x1f\x7f]")
_MOUSE = re.compile(r"\x1b\[<[\d;-]+[Mm]")
_STRING = re.compile(r"\x1b[\]P_^X][^\x07\x1b]*(\x07|\x1b\\)")
_SEQUENCE = re.compile(
    r"\x1b\[\[[A-E]"  # function keys of the linux console
    r"|\x1b\[M[^\x1b]{3}"  # a click in the oldest mouse protocol
    r"|\x1b\[[0-?]*[ -/]*[@-LN-Z\\-~]"
    r"|\x1b\[[0-?]+[ -/]*[M\[]"
    r"|\x1bO[ -~]"
    r"|\x1b[^\x1b\[OPX\]^_]"
)
_MALFORMED = re.compile(
    r"\x1b\[[ -?]+[@-~]"  # such as a mouse report left of, or above, the window
    r"|\x1b\[[ -?]+(?=[^ -~])"  # broken off by another sequence
    r"|\x1b\[(\[(?=[^A-E])|M[^\x1b]{0,2}(?=\x1b))"  # whole, but not what the beginning looks like
)
_UNFINISHED = re.compile(r"\x1b(\[[ -?]*|\[\[|\[M[^\x1b]{0,2}|O|[\]P_^X][^\x07\x1b]*\x1b?)?\Z")


class Kind(Enum):
    """What a piece of input is."""

    TEXT = auto()
    """Characters, each a key."""
    SEQUENCE = auto()
    """One whole escape sequence."""
    ESCAPE = auto()
    """The Escape key."""
    PASTE = auto()
    PASTE_LOST = auto()
    """A paste that was too long or never ended, and is thrown away."""


class Piece(NamedTuple):
    """Something a person did; `text` is what it consists of."""

    kind: Kind
    text: str = ""


class Flood(Exception):
    """More input than any person makes: the connection should end."""


class Intake:
    """The input of one session. `feed` puts bytes in, `next` takes whole pieces out, `delay` says when to ask again.

    `escape_delay`, in seconds, is how long a lone ESC may wait for the rest of its sequence.
    """

    def __init__(self, limits: Limits, now: float, *, escape_delay: float = 0.1) -> None:
        self.escape_delay = escape_delay
        self._limits = limits
        self._decode = codecs.getincrementaldecoder("utf-8")(errors="replace").decode
        self._text = ""
        self._fed = now
        self._chars = Bucket(limits.input_rate, limits.input_burst, now)
        self._keys = Bucket(limits.keys_per_second, limits.key_burst, now)
        self._pasting: float | None = None
        self._discarding = False
        self._discarded = 0

    def feed(self, data: bytes, now: float) -> None:
        """Take in what arrived. Raises Flood."""
        if self._discarding and now >= self._fed + _QUIET:
            self._discarding, self._text = False, ""
        self._fed = now
        self._text += _STRIPPED.sub("", self._decode(data))
        if not self._discarding and self._pasting is None and PASTE_START not in self._text:
            self._keep_bounded()
        elif len(self._text) > _MOST_WAITING:
            raise Flood

    def next(self, now: float) -> Piece | None:
        """The next whole piece that the budget allows, or None for now. Raises Flood."""
        while self._text or self._pasting is not None:
            if self._discarding:
                if not self._discard(now):
                    return None
            elif self._pasting is not None:
                return self._pasted(now)
            elif self._text.startswith(PASTE_START):
                if not self._keys.take(1, now):
                    return None
                self._text = self._text[len(PASTE_START) :]
                self._pasting = now
            elif self._text.startswith(ESC):
                piece = self._escape(now)
                if piece is None or piece.text or piece.kind is Kind.ESCAPE:
                    return piece
            else:
                return self._characters(now)
        return None

    def delay(self, now: float) -> float | None:
        """Seconds until `next` may have more without anything arriving; None if only input can change that."""
        if not self._text and self._pasting is None:
            return None
        if self._discarding:
            return max(0.0, self._fed + _QUIET - now)
        if self._pasting is not None:
            return max(0.0, self._pasting + self._limits.paste_time - now)
        if _UNFINISHED.fullmatch(self._text):
            return max(0.0, self._fed + self.escape_delay - now)
        return max(self._keys.wait(1, now), self._chars.wait(min(len(self._text), _LONGEST_SEQUENCE), now))

    def _keep_bounded(self) -> None:
        """Repeats and the wheel are the only honest floods: they collapse. What is still too much is none."""
        if len(self._text) <= self._limits.input_burst:
            return
        self._text = re.sub(r"(.)\1{8,}", r"\1", _MOUSE.sub("", self._text))
        if len(self._text) > self._limits.input_burst:
            raise Flood

    def _characters(self, now: float) -> Piece | None:
        end = self._text.find(ESC)
        run = self._text[: end if end >= 0 else None]
        room = int(min(self._keys.level(now), self._chars.level(now), self._limits.input_slice))
        if room < 1:
            self._collapse(run)
            return None
        taken, self._text = run[:room], self._text[min(room, len(run)) :]
        self._spend(len(taken), len(taken), now)
        return Piece(Kind.TEXT, taken)

    def _collapse(self, run: str) -> None:
        """Out of budget: of a key that repeats, only the latest press is kept."""
        if len(run) > 1 and run == run[0] * len(run):
            self._text = self._text[len(run) - 1 :]

    def _escape(self, now: float) -> Piece | None:
        """The sequence at the front. A piece without text is one to skip."""
        found = _SEQUENCE.match(self._text)
        if found is not None and found.end() <= _LONGEST_SEQUENCE:
            return self._sequence(found[0], now)
        useless = found or _STRING.match(self._text) or _MALFORMED.match(self._text)
        if useless is None:
            return self._lone_escape(now)
        self._text = self._text[useless.end() :]
        return Piece(Kind.SEQUENCE)

    def _sequence(self, text: str, now: float) -> Piece | None:
        if self._keys.level(now) >= 1 and self._chars.level(now) >= len(text):
            self._text = self._text[len(text) :]
            self._spend(1, len(text), now)
            return Piece(Kind.SEQUENCE, text)
        if _MOUSE.match(text) or self._text.startswith(text * 2):
            self._text = self._text[len(text) :]
            return Piece(Kind.SEQUENCE)
        return None

    def _lone_escape(self, now: float) -> Piece | None:
        """ESC without a sequence after it: unfinished if nothing else follows and it is young, else the Escape key."""
        if _UNFINISHED.fullmatch(self._text):
            if now < self._fed + self.escape_delay and len(self._text) <= _LONGEST_SEQUENCE:
                return None
            rest, self._text = self._text[1:], ""
            return Piece(Kind.SEQUENCE) if rest else self._escape_key(now)
        self._text = self._text[1:]
        return self._escape_key(now)

    def _escape_key(self, now: float) -> Piece:
        self._spend(1, 1, now)
        return Piece(Kind.ESCAPE)

    def _spend(self, keys: int, chars: int, now: float) -> None:
        self._keys.take(keys, now)
        self._chars.take(chars, now)

    def _pasted(self, now: float) -> Piece | None:
        end = self._text.find(PASTE_END)
        most = self._limits.paste_chars
        if end >= 0:
            text, self._text = self._text[:end], self._text[end + len(PASTE_END) :]
            self._pasting = None
            text = _CONTROLS.sub("", text)
            return Piece(Kind.PASTE, text) if end <= most else Piece(Kind.PASTE_LOST)
        if len(self._text) <= most + len(PASTE_END) and now < (self._pasting or 0) + self._limits.paste_time:
            return None
        self._pasting, self._discarding, self._discarded = None, True, 0
        return Piece(Kind.PASTE_LOST)

    def _discard(self, now: float) -> bool:
        """Throw away a lost paste up to its end. Whether it has ended."""
        end = self._text.find(PASTE_END)
        over = end >= 0 or now >= self._fed + _QUIET
        gone = end + len(PASTE_END) if end >= 0 else len(self._text) - (0 if over else len(PASTE_END) - 1)
        self._discarded += max(0, gone)
        self._text = self._text[max(0, gone) :]
        self._discarding = not over
        if self._discarded > _MOST_DISCARDED:
            raise Flood
        return over
