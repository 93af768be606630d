"""What a visitor wants, read from the command line of an exec request and from the user name."""

from __future__ import annotations

from collections.abc import Collection
from typing import Literal

import msgspec

from cardtable.errors import BadInput
from cardtable.table.codes import looks_like_code, normalize_code
from cardtable.text import clean_line

Kind = Literal["lobby", "new", "join", "watch", "back", "tables", "export", "key", "admin", "help", "version"]

_WITHOUT_TERMINAL = frozenset({"tables", "export", "key", "admin", "help", "version"})
_WITH_CODE: dict[str, Kind] = {"join": "join", "watch": "watch", "back": "back", "export": "export", "key": "key"}
_PLAIN: dict[str, Kind] = {"tables": "tables", "help": "help", "--help": "help", "--version": "version"}

MOSH = "mosh is not served here; plain ssh is all you need"


class Intent(msgspec.Struct, frozen=True):
    """What to do first. `game` belongs to `new`; `code`, as printed, to `join`, `watch`, `back`, `export` and `key`.

    `words` are those behind `admin`, unread: who is no operator is not even told whether they make sense.
    """

    kind: Kind = "lobby"
    game: str = ""
    code: str = ""
    words: str = ""

    @property
    def needs_terminal(self) -> bool:
        """Whether this opens a screen; otherwise the answer is a few lines of text."""
        return self.kind not in _WITHOUT_TERMINAL


def read_intent(user: str, command: str | None, games: Collection[str]) -> Intent:
    """What this user name and this command (None: a shell was asked for) mean. Raises BadInput with one line."""
    words = (command or "").split()
    if not words:
        return Intent("join", code=normalize_code(user)) if looks_like_code(user) else Intent()
    verb, rest = words[0], words[1:]
    if verb in _PLAIN and not rest:
        return Intent(_PLAIN[verb])
    if verb in _WITH_CODE:
        return Intent(_WITH_CODE[verb], code=_one_code(verb, rest))
    if verb == "admin":
        return Intent("admin", words=(command or "").strip().removeprefix(verb).strip())
    if verb == "new":
        return Intent("new", game=_one_game(rest, games))
    if verb.rpartition("/")[2] == "mosh-server":
        raise BadInput(MOSH)
    raise BadInput(
        f"unknown command {shown(command or '')}; known are: new GAME, join CODE, watch CODE, back CODE, "
        "tables, export CODE, key CODE, help, --version"
    )


def as_typed(intent: Intent) -> str:
    """The command line that means this."""
    words = {"lobby": "", "version": "--version"}
    return " ".join(filter(None, (words.get(intent.kind, intent.kind), intent.game, intent.code)))


def shown(text: str) -> str:
    """Foreign text in quotes, fit for a line of ours."""
    return f"'{clean_line(text, 40)}'"


def _one_code(verb: str, rest: list[str]) -> str:
    code = normalize_code(rest[0]) if len(rest) == 1 else ""
    if not looks_like_code(code):
        given = shown(" ".join(rest)) if rest else "nothing"
        raise BadInput(f"{verb} needs a code such as K7Q-2MX, not {given}")
    return code


def _one_game(rest: list[str], games: Collection[str]) -> str:
    if len(rest) != 1 or rest[0].lower() not in games:
        given = shown(" ".join(rest)) if rest else "nothing"
        raise BadInput(f"new needs a game ({', '.join(games)}), not {given}")
    return rest[0].lower()
