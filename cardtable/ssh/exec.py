"""What a visitor wants, read from the command line of an exec request and from the user name."""

from __future__ import annotations

from collections.abc import Collection
from typing import Literal

import msgspec

from cardtable.errors import BadInput
from cardtable.table.codes import looks_like_code, looks_like_match, normalize_code
from cardtable.text import clean_line

Kind = Literal[
    "lobby", "new", "join", "watch", "back", "tables", "history", "replay", "export", "key", "admin", "help", "version"
]

_WITHOUT_TERMINAL = frozenset({"tables", "history", "export", "key", "admin", "help", "version"})
_WITH_CODE: dict[str, Kind] = {"join": "join", "watch": "watch", "back": "back", "key": "key"}
_FORMS = ("json", "text", "cast")
_PLAIN: dict[str, Kind] = {"tables": "tables", "help": "help", "--help": "help", "--version": "version"}

MOSH = "mosh is not served here; plain ssh is all you need"


class Intent(msgspec.Struct, frozen=True):
    """What to do first. `game` belongs to `new`; `code`, as printed, to `join`, `watch`, `back`, `export` and `key`.

    To `replay` and `export` it may be a finished match's id. `form` is how a match is exported; `results`: a history
    tells who won.

    `words` are those behind `admin`, unread: who is no operator is not even told whether they make sense.
    """

    kind: Kind = "lobby"
    game: str = ""
    code: str = ""
    words: str = ""
    form: str = ""
    results: bool = False

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
    if verb == "history" and rest in ([], ["results"]):
        return Intent("history", results=bool(rest))
    if verb in ("replay", "export"):
        return _past(verb, rest)
    if verb == "admin":
        return Intent("admin", words=(command or "").strip().removeprefix(verb).strip())
    if verb == "new":
        return Intent("new", game=_one_game(rest, games))
    if verb.rpartition("/")[2] == "mosh-server":
        raise BadInput(MOSH)
    raise BadInput(
        f"unknown command {shown(command or '')}; known are: new GAME, join CODE, watch CODE, back CODE, "
        "tables, history, replay ID, export CODE|ID, key CODE, help, --version"
    )


def as_typed(intent: Intent) -> str:
    """The command line that means this."""
    words = {"lobby": "", "version": "--version"}
    last = "results" if intent.results else intent.form
    return " ".join(filter(None, (words.get(intent.kind, intent.kind), intent.game, intent.code, last)))


def shown(text: str) -> str:
    """Foreign text in quotes, fit for a line of ours."""
    return f"'{clean_line(text, 40)}'"


def _past(verb: str, rest: list[str]) -> Intent:
    """A finished match, by its id, or (for `export`) by the code of the table where it was played."""
    asked, form = (rest[0] if rest else ""), (rest[1].lower() if len(rest) == 2 else "")
    known = looks_like_match(asked) or (verb == "export" and looks_like_code(normalize_code(asked)))
    if not known or len(rest) > (2 if verb == "export" else 1) or form not in ("", *_FORMS):
        what = f"the id of a finished match{', or a code such as K7Q-2MX' if verb == 'export' else ''}"
        forms = f", and perhaps {', '.join(_FORMS)}" if verb == "export" else ""
        raise BadInput(f"{verb} needs {what}{forms}, not {shown(' '.join(rest)) if rest else 'nothing'}")
    code = asked.strip().upper() if looks_like_match(asked) else normalize_code(asked)
    return Intent("replay", code=code) if verb == "replay" else Intent("export", code=code, form=form)


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
