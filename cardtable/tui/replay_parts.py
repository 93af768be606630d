"""Paints a finished match that is looked at: the live table's own parts, with other words around them. Pure."""

from __future__ import annotations

from collections.abc import Sequence

from rich.cells import cell_len
from textual.strip import Strip

from cardtable.rules.hustle.views import HustleView, Phase
from cardtable.tui import keys, replay_words, table_layout
from cardtable.tui.brush import Look, Row, blank, fitted, text_lines, wrapped
from cardtable.tui.cards import back_rows, face_rows
from cardtable.tui.replay_model import Place, Replay
from cardtable.tui.table_model import FULL_WIDTH, LEAST
from cardtable.tui.table_words import Words
from cardtable.tui.widgets.painted import Picture, Zone

_HINT = "Home End · [ ] columns · 1 2 0 whose view"
_EXPORT_HINT = "e export · Home End · [ ] columns · 1 2 0"
_BESIDE = 9
"""Cells beside which the card in hand is drawn."""


def pictures(
    replay: Replay,
    place: Place,
    look: Look,
    width: int,
    height: int,
    *,
    playing: bool = False,
    full: bool = False,
    can_export: bool = False,
) -> dict[str, Picture]:
    """The parts that are shown, filling the window; `full` is the screen without the two outer bars."""
    if not table_layout.playable(width, height):
        return {"lanes": Picture(_too_small(look, width, height))}
    model = replay.model(place, look, max_screen=full)
    shown = table_layout.pictures(model, model, Words("replay"), width, height)
    shown["actions"] = _actions(look, width, replay_words.when(replay, place), playing)
    # In the smallest windows the end of a match needs the rows of the bars.
    if "title" in shown:
        shown["title"] = Picture([_title(replay, place, look, width)])
    if "foot" in shown:
        shown["foot"] = _foot(look, width, _EXPORT_HINT if can_export else _HINT)
    if replay.here(place).view.phase is not Phase.OVER:
        shown["says"] = Picture(_says(replay, place, look, width, len(shown["says"].lines)))
    return shown


def frame(replay: Replay, place: Place, look: Look, width: int, height: int) -> list[Strip]:
    """The whole window line by line, for somebody who can press no keys."""
    shown = pictures(replay, place, look, width, height)
    if "says" not in shown:
        return list(shown["lanes"].lines)
    theirs, mine = (shown[side].lines if side in shown else () for side in ("theirs", "mine"))
    halves = [Strip([*one, *other]) for one, other in zip(theirs, mine, strict=True)]
    title = shown["title"].lines if "title" in shown else ()
    when = Row(look).put(f" {replay_words.when(replay, place)[0]}", "hint").strip(width)
    return [*title, *halves, *shown["lanes"].lines, *shown["says"].lines, when, blank(look, width)]


def _too_small(look: Look, width: int, height: int) -> list[Strip]:
    columns, rows = LEAST
    said = wrapped(f"This window is {width}×{height}; a replay needs {columns}×{rows}.", max(1, width - 2))
    return text_lines(look, [(line, "warning") for line in said], width, height)


def _title(replay: Replay, place: Place, look: Look, width: int) -> Strip:
    """The game, the score as it stands then, whose view, and the move's number, but never how many there are."""
    wins, low = replay.here(place).view.wins, place.viewer or 0
    score = f"  {wins[1 - low]} : {wins[low]}  "
    left = " 21 HUSTLE  replay " if width >= FULL_WIDTH else " "
    right = f" {replay_words.side(replay, place, max(4, width // 3 - 16))} · {place.moment} "
    room = max(3, (width - len(score) - cell_len(right) - len(left)) // 2)
    mine, theirs = (fitted(name, min(cell_len(name), room)) for name in (replay.names[low], replay.names[1 - low]))
    middle = cell_len(mine + score + theirs)
    row = Row(look).put(left, "title").to(max(len(left), (width - middle) // 2), "title")
    # As at a live table: who is drawn above stands left.
    row.put(theirs, "title").put(score, "title.accent").put(mine, "title")
    return row.to(width - cell_len(right), "title").put(right, "title").strip(width, "title")


def _says(replay: Replay, place: Place, look: Look, width: int, height: int) -> list[Strip]:
    """What this moment is about, then what happened before it, newest first; in the draft beside the card in hand."""
    view = replay.here(place).view
    beside = view.phase is Phase.DRAFT and height >= 4
    space = width - _BESIDE - 1 if beside else width - 2
    told = [(line, "bright") for line in wrapped(replay_words.headline(replay, place), space)]
    told += [(line, "dim") for line in replay_words.before(replay, place)]
    return _beside_card(view, look, told, width, height) if beside else text_lines(look, told, width, height)


def _beside_card(view: HustleView, look: Look, told: Sequence[tuple[str, str]], width: int, height: int) -> list[Strip]:
    card = face_rows(view.up_card, look, 3) if view.up_card else back_rows(look, 3)
    lines = []
    for number in range(height):
        row = Row(look).put("  ").add(card[number] if number < len(card) else []).to(_BESIDE)
        text, role = told[number] if number < len(told) else ("", "felt")
        lines.append(row.put(fitted(text, min(cell_len(text), width - _BESIDE - 1)), role).strip(width))
    return lines


def _actions(look: Look, width: int, when: Sequence[str], playing: bool) -> Picture:
    """The keys of a replay as buttons, without their labels where there is little room; the time behind them."""
    row, zones = Row(look).put(" "), list[Zone]()
    for key in keys.live("replay"):
        if key.bar and key.context == "replay":
            start = row.width
            label = "pause" if playing and key.action == "auto" else key.label
            row.put(f" {key.shown} ", "button.focus" if label == "pause" else "button.key")
            row.put(f" {label.upper()} " if width >= FULL_WIDTH else "", "button")
            zones.append(Zone(start, 0, row.width - start, 1, key.keys[0]))
            row.put(" ")
    said = next((text for text in when if row.width + cell_len(text) + 1 <= width), "")
    row.to(width - cell_len(said) - 1).put(said, "hint")
    return Picture([row.strip(width)], zones)


def _foot(look: Look, width: int, hint: str) -> Picture:
    """The keys that always work, and those that have no button."""
    row, zones = Row(look).put(" "), list[Zone]()
    for key in keys.everywhere():
        if key.bar and key.action in ("max", "help", "leave"):
            start = row.width
            row.put(key.shown, "bright").put(f" {'back' if key.action == 'leave' else key.label}", "dim")
            zones.append(Zone(start, 0, row.width - start, 1, key.keys[0]))
            row.put("   ")
    if row.width + cell_len(hint) + 1 <= width:
        row.to(width - cell_len(hint) - 1).put(hint, "hint")
    return Picture([row.strip(width)], zones)
