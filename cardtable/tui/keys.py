"""Every key of the game in one place: where it is live, what it does, and how it is explained.

The action bar, the help screen and the table screen all read this registry; a test walks it and finds no key twice in a
context.
"""

from __future__ import annotations

from typing import Literal

import msgspec

from cardtable.rules.hustle.commands import HIT, PLACES, STAND, Choice

Context = Literal[
    "everywhere",
    "draft",
    "matchup",
    "hot-seat draft",
    "hot-seat match-up",
    "waiting",
    "cutting",
    "talking",
    "watching",
    "over",
    "closed",
    "lobby",
    "replay",
    "history",
]
"""Where a player is, as far as keys go."""

TYPING: frozenset[Context] = frozenset({"cutting", "talking"})
"""Where letters are text."""

TITLES: dict[Context, str] = {
    "everywhere": "At every table",
    "draft": "The draft",
    "matchup": "The match-up",
    "hot-seat draft": "Two at one keyboard: the draft",
    "hot-seat match-up": "Two at one keyboard: the match-up",
    "waiting": "Waiting for a friend",
    "cutting": "Cutting the deck: letters are text",
    "talking": "Saying something: letters are text",
    "watching": "Watching",
    "over": "After the match",
    "closed": "At a closed table",
    "lobby": "The lobby",
    "replay": "Looking at a finished match",
    "history": "The list of finished matches",
}


class Key(msgspec.Struct, frozen=True):
    """One key, or several that do the same: Textual's names for `keys`, what is shown, and what it does.

    `action` is a word for the screen, or a choice; `seat` (0 or 1) is for whom, None for whoever is asked.
    """

    context: Context
    keys: tuple[str, ...]
    shown: str
    label: str
    action: str | Choice
    seat: int | None = None
    bar: bool = True


def _letters(
    context: Context, letters: str, labels: tuple[str, ...], choices: tuple[Choice, ...], seat: int
) -> list[Key]:
    return [
        Key(context, (letter.lower(), letter), letter, label, choice, seat)
        for letter, label, choice in zip(letters, labels, choices, strict=True)
    ]


_COLUMNS = ("column 1", "column 2", "column 3")
_TURN = ("hit", "stand")

PHRASES = ("Hello!", "Good luck!", "Well played!", "Thank you!", "One moment, please.")
"""What is said with one key, once chat is open."""

REGISTRY: tuple[Key, ...] = (
    *(Key("draft", (str(n + 1),), str(n + 1), f"column {n + 1}", PLACES[n]) for n in range(3)),
    Key("draft", ("left",), "←", "column to the left", "previous", bar=False),
    Key("draft", ("right",), "→", "column to the right", "next", bar=False),
    Key("draft", ("enter",), "Enter", "take the marked column", "take", bar=False),
    Key("matchup", ("h",), "h", "hit", HIT),
    Key("matchup", ("s",), "s", "stand", STAND),
    Key("matchup", ("left",), "←", "mark hit", "previous", bar=False),
    Key("matchup", ("right",), "→", "mark stand", "next", bar=False),
    Key("matchup", ("enter",), "Enter", "take what is marked", "take", bar=False),
    *_letters("hot-seat draft", "ASD", _COLUMNS, PLACES, 0),
    *_letters("hot-seat draft", "JKL", _COLUMNS, PLACES, 1),
    Key("hot-seat draft", ("left",), "←", "column to the left, when one is asked", "previous", bar=False),
    Key("hot-seat draft", ("right",), "→", "column to the right, when one is asked", "next", bar=False),
    Key("hot-seat draft", ("enter",), "Enter", "take the marked column, when one is asked", "take", bar=False),
    *_letters("hot-seat match-up", "WE", _TURN, (HIT, STAND), 0),
    *_letters("hot-seat match-up", "IO", _TURN, (HIT, STAND), 1),
    Key("hot-seat match-up", ("left",), "←", "mark hit, when one is asked", "previous", bar=False),
    Key("hot-seat match-up", ("right",), "→", "mark stand, when one is asked", "next", bar=False),
    Key("hot-seat match-up", ("enter",), "Enter", "take what is marked, when one is asked", "take", bar=False),
    Key("waiting", ("w",), "w", "give out a watch code", "watch_code"),
    Key("cutting", ("enter",), "Enter", "cut", "cut"),
    Key("cutting", ("backspace", "ctrl+h"), "Backspace", "take a letter back", "erase", bar=False),
    Key("cutting", ("escape",), "Esc", "leave", "leave", bar=False),
    Key("cutting", ("ctrl+c",), "Ctrl+C", "leave the game (asks once)", "quit", bar=False),
    Key("talking", ("enter",), "Enter", "say it", "say"),
    *(
        Key("talking", (str(n),), str(n), f"{text} (before anything is typed)", f"phrase {n}", bar=False)
        for n, text in enumerate(PHRASES, start=1)
    ),
    Key("talking", ("backspace", "ctrl+h"), "Backspace", "take a letter back", "erase", bar=False),
    Key("talking", ("escape",), "Esc", "say nothing", "hush", bar=False),
    Key("talking", ("ctrl+c",), "Ctrl+C", "leave the game (asks once)", "quit", bar=False),
    Key("over", ("r",), "r", "rematch", "rematch"),
    Key("over", ("v",), "v", "save the match", "save"),
    Key("over", ("enter",), "Enter", "back to the lobby", "leave", bar=False),
    Key("closed", ("v",), "v", "save the match", "save"),
    Key("closed", ("enter",), "Enter", "back to the lobby", "leave"),
    Key("watching", ("t",), "t", "take a free seat, or host a table when this one is over", "sit", bar=False),
    Key("lobby", ("up", "down"), "↑ ↓", "move", "move", bar=False),
    Key("lobby", ("slash",), "/", "find tables and players by name or code (Esc shows all)", "filter", bar=False),
    Key("lobby", ("t",), "t", "back to your table", "back", bar=False),
    Key("lobby", ("enter",), "Enter", "choose", "choose", bar=False),
    Key("replay", ("left", "backspace"), "←", "back", "backward"),
    Key("replay", ("right", "space"), "→", "on", "forward"),
    Key("replay", ("p",), "p", "play", "auto"),
    Key("replay", ("l",), "l", "log", "log"),
    Key("replay", ("tab",), "Tab", "view", "turn"),
    Key("replay", ("e",), "e", "export: as text, JSON or a recording", "export", bar=False),
    Key("replay", ("home",), "Home", "to the start", "start", bar=False),
    Key("replay", ("end",), "End", "to the end, which tells the result", "end", bar=False),
    Key(
        "replay",
        ("left_square_bracket",),
        "[",
        "to the start of a column, backwards",
        "column back",
        bar=False,
    ),
    Key("replay", ("right_square_bracket",), "]", "to the start of the next column", "column on", bar=False),
    Key("replay", ("1",), "1", "as the first seat saw it", "seat 1", bar=False),
    Key("replay", ("2",), "2", "as the second seat saw it", "seat 2", bar=False),
    Key("replay", ("0",), "0", "with both seats’ choices open", "both seats", bar=False),
    Key("history", ("up", "down"), "↑ ↓", "move", "move", bar=False),
    Key("history", ("enter",), "Enter", "look at the match", "open"),
    Key("history", ("r",), "r", "results", "results"),
    Key("history", ("slash", "f"), "/", "filter", "filter"),
    Key("everywhere", ("c",), "c", "chat", "chat"),
    Key("everywhere", ("n",), "n", "mute or hear the other", "mute", bar=False),
    Key("everywhere", ("m",), "m", "max screen", "max"),
    Key("everywhere", ("b",), "b", "sound", "sound"),
    Key("everywhere", ("question_mark",), "?", "help", "help"),
    Key("everywhere", ("q", "escape"), "q", "leave", "leave"),
    Key("everywhere", ("ctrl+c",), "Ctrl+C", "leave the game (asks once)", "quit", bar=False),
)


def live(context: Context) -> tuple[Key, ...]:
    """The keys of a context, those of everywhere behind them unless letters are text there."""
    own = tuple(key for key in REGISTRY if key.context == context)
    return own if context in TYPING else own + everywhere()


def standing(context: Context) -> tuple[Key, ...]:
    """The keys that the foot of a table screen tells."""
    leaving = ("leave", "hush")
    return everywhere() if context not in TYPING else tuple(key for key in live(context) if key.action in leaving)


def everywhere() -> tuple[Key, ...]:
    """The keys that work on every table screen."""
    return tuple(key for key in REGISTRY if key.context == "everywhere")


def find(context: Context, pressed: str) -> Key | None:
    """What this key means in this context; a capital that means nothing by itself counts as its small letter."""
    for name in (pressed, pressed.lower()):
        found = next((key for key in live(context) if name in key.keys), None)
        if found is not None:
            return found
    return None
