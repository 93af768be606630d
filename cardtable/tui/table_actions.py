"""Paints the two lines of keys below the 21 Hustle table: what can be pressed now, and what always works. Pure."""

from __future__ import annotations

import msgspec
from rich.cells import cell_len

from cardtable.rules.hustle.commands import Choice, Place
from cardtable.rules.hustle.views import Phase
from cardtable.table.views import Stage
from cardtable.tui import keys, present
from cardtable.tui.brush import Row, fitted
from cardtable.tui.keys import Key
from cardtable.tui.marking import marked
from cardtable.tui.table_model import FULL_WIDTH, Model
from cardtable.tui.table_words import Words
from cardtable.tui.typing import Typed
from cardtable.tui.widgets.painted import Picture, Zone


class _Size(msgspec.Struct, frozen=True):
    """How large buttons are: how many cells a name before them has, whether labels are whole, whether there is air."""

    name: int
    whole: bool
    air: bool


_SIZES = (
    _Size(name=8, whole=True, air=True),
    _Size(name=8, whole=False, air=True),
    _Size(name=4, whole=False, air=True),
    _Size(name=4, whole=False, air=False),
)
"""The largest that fits is painted; with the smallest, the keys of both hands fit into 40 columns."""

_SHORT = {"save": "SAVE", "leave": "LOBBY", "watch_code": "WATCH CODE"}
"""Labels where there is little room; a column's key needs none."""

_BACK = "m whole table"
"""How the parts that the max screen hides come back; after a match there is always room for it."""


def actions(model: Model, words: Words, width: int) -> Picture:
    """What can be pressed now, the brightest thing on the screen, and a hint behind it."""
    if words.talk is not None and not words.question:
        return _talking(model, words.talk, width)
    row, zones = _buttons_that_fit(model, words, width)
    space = width - row.width - 1
    text = _hint(model, words, space)
    row.to(width - cell_len(text) - 1).put(text, "hint")
    return Picture([row.strip(width)], zones)


def _talking(model: Model, typed: Typed, width: int) -> Picture:
    """The line in the making; before anything is typed, as many phrases as there is room for."""
    row, zones = Row(model.look).put(" Say: ", "bright"), list[Zone]()
    row.put(f"{typed.tail(max(1, width - row.width - 2))}_", "title.accent")
    for number, text in enumerate(() if typed.text else keys.PHRASES, start=1):
        if row.width + cell_len(text) + 5 > width:
            break
        start = row.width + 2
        row.put("  ").put(f"{number} ", "bright").put(text, "hint")
        zones.append(Zone(start, 0, row.width - start, 1, str(number)))
    return Picture([row.strip(width)], zones)


def _buttons_that_fit(model: Model, words: Words, width: int) -> tuple[Row, list[Zone]]:
    """The largest buttons that leave room for what must be known after a match: the labels give way to it."""
    made = [_buttons(model, words, size) for size in _SIZES]
    for text in _must_be_known(model):
        kept = cell_len(text) + 2 if text else 0
        fitting = (found for found in made if found[0].width <= width - kept)
        if found := next(fitting, None):
            return found
    return made[-1]


def _must_be_known(model: Model) -> list[str]:
    """What the hint should hold, the longest first."""
    if model.view.stage is Stage.PLAYING:
        return [""]
    back = _back(model)
    news = [text for text in _news(model) if text]
    return [*(f"{text} · {back}" if back else text for text in news), back, ""]


def _buttons(model: Model, words: Words, size: _Size) -> tuple[Row, list[Zone]]:
    row, zones = Row(model.look).put(" "), list[Zone]()
    if words.question:
        for pressed, label in (("y", "YES"), ("n", "NO")):
            _button(row, zones, pressed, pressed, label, size, lit=False)
        return row, zones
    seat: int | None = None
    # That the match is over is not told before its last card is turned.
    untold = words.turning is not None and model.view.stage is not Stage.PLAYING
    for key in () if untold else keys.live(words.context):
        if key.bar and key.context != "everywhere" and (_is_open(model, key, words) or _is_full(key, words)):
            if key.seat is not None and key.seat != seat:
                row.put(" " if seat is not None else "")
                seat = key.seat
                row.put(f"{fitted_name(model, seat, size.name)} ", "bright")
            _key(model, words, key, row, zones, size)
    return row, zones


def _key(model: Model, words: Words, key: Key, row: Row, zones: list[Zone], size: _Size) -> None:
    label = _button_label(key, whole=size.whole)
    if _is_open(model, key, words):
        lit = model.marked is not None and key.action == _marked_choice(model, words)
        _button(row, zones, key.keys[0], key.shown, label, size, lit=lit)
    else:
        row.put(f" {key.shown} " + (f" {label} " if label else ""), "button.off").put("  " if label else " ")


def _button_label(key: Key, *, whole: bool) -> str:
    if isinstance(key.action, Place):
        return ("" if not whole else key.label.upper()) if key.seat is None else str(key.action.column + 1) * whole
    short = _SHORT.get(key.action, "") if isinstance(key.action, str) else ""
    return short if short and not whole else key.label.upper()


def fitted_name(model: Model, seat: int, cells: int) -> str:
    """A seat's name, short enough for a button."""
    name = model.view.seats[seat].name
    return fitted(name, min(cell_len(name), cells))


def _is_open(model: Model, key: Key, words: Words) -> bool:
    if isinstance(key.action, str):
        asked = model.me is not None and model.view.seats[model.me].wants_rematch
        shut = {"save": not words.can_save, "watch_code": not words.can_watch, "rematch": asked}
        shut["cut"] = words.typed is None
        return not shut.get(key.action, False)
    seats = words.open_choices if key.seat is None else words.open_choices[key.seat : key.seat + 1]
    return any(key.action in choices for choices in seats)


def _is_full(key: Key, words: Words) -> bool:
    """Whether a column's key stays in its place, dimmed, since the seat it is for is asked for another column."""
    seats = words.open_choices if key.seat is None else words.open_choices[key.seat : key.seat + 1]
    return isinstance(key.action, Place) and any(seats)


def _marked_choice(model: Model, words: Words) -> Choice | None:
    asked = [choices for choices in words.open_choices if choices]
    if len(asked) != 1 or model.marked is None:
        return None
    return marked(model.marked, asked[0])


def _button(row: Row, zones: list[Zone], pressed: str, shown: str, label: str, size: _Size, *, lit: bool) -> None:
    start, role = row.width, "button.focus" if lit else "button"
    key = f" {shown} " if size.air or not label else shown
    row.put(key, "button.focus" if lit else "button.key").put(f" {label} " if label else "", role)
    zones.append(Zone(start, 0, row.width - start, 1, pressed))
    row.put("" if not size.air else "  " if label else " ")


def _hint(model: Model, words: Words, space: int) -> str:
    """A word of help or news, the longest that fits, and how the parts that are hidden come back."""
    said = [] if words.question or words.turning else [text for text in (*_help(model, words), *_news(model)) if text]
    back = _back(model)
    both = [f"{text} · {back}" for text in said if back]
    return next((text for text in (*both, *said, back) if cell_len(text) <= space), "")


def _back(model: Model) -> str:
    return _BACK if model.max_screen else ""


def _news(model: Model) -> tuple[str, str]:
    """After a match: that the other left, or would play again; long and short."""
    if model.view.stage is Stage.OVER and model.me is not None and model.view.seats[model.me].wants_rematch:
        return "waiting for the other to agree", "you: again?"
    for number, seat in enumerate(model.view.seats):
        if number != model.me and model.view.match is not None and model.view.stage is not Stage.PLAYING:
            name = fitted(seat.name, min(8, cell_len(seat.name)))
            if seat.left:
                return f"{seat.name} left: this table is closed.", f"{name} left"
            if seat.wants_rematch:
                return f"{seat.name} would play again", f"{name}: again?"
    return "", ""


def _help(model: Model, words: Words) -> tuple[str, ...]:
    """For whoever is asked, long and short."""
    match, me = model.view.match, model.me
    if words.typed is not None:
        return "empty: a cut is made for you", "or leave it empty"
    if match is None or me is None or not match.asked[me] or model.view.stage is not Stage.PLAYING:
        return ()
    if match.phase is Phase.DRAFT:
        same = "you both get this card"
        return (same,) if words.guide and not match.placed else ("arrows and Enter work too",)
    said = present.bust_hint(match, me)
    return said, said.removeprefix("one more ")


def foot(model: Model, words: Words, width: int) -> Picture:
    """The keys that always work, codes of one's own, and how many watch."""
    row, zones = Row(model.look), list[Zone]()
    row.put(" ")
    for key in keys.standing(words.context):
        if key.action == "chat" and (not model.view.remote or model.watching):
            continue
        if (key.bar or key.action in ("leave", "hush")) and (
            width >= FULL_WIDTH or key.action in ("help", "leave", "hush")
        ):
            start = row.width
            row.put(key.shown, "bright").put(f" {_foot_label(model, key)}", "dim")
            zones.append(Zone(start, 0, row.width - start, 1, key.keys[0]))
            row.put("  ")
    view = model.view
    notes = ["muted"] if words.muted else []
    if view.return_code:
        notes.append(f"your return code {view.return_code}" if width >= FULL_WIDTH else f"back {view.return_code}")
    if view.watch_code:
        notes.append(f"watch {view.watch_code}")
    if view.watchers:
        notes.append(f"{view.watchers} watching")
    while notes and row.width + cell_len(" · ".join(notes)) + 1 > width:
        notes.pop()
    text = " · ".join(notes)
    row.to(width - cell_len(text) - 1).put(text, "hint")
    return Picture([row.strip(width)], zones)


def _foot_label(model: Model, key: Key) -> str:
    if key.action == "sound":
        return "sound on" if model.sound else "sound off"
    if key.action == "leave" and model.view.stage is not Stage.PLAYING:
        return "lobby"
    return key.label
