"""Paints the lines around the lanes: what is asked, what happened, what the keys do, the invitation. Pure."""

from __future__ import annotations

from collections.abc import Sequence

import msgspec
from rich.cells import cell_len
from textual.strip import Strip

from cardtable.rules.hustle.commands import Choice
from cardtable.rules.hustle.events import Result
from cardtable.rules.hustle.views import Phase
from cardtable.table.views import Stage
from cardtable.tui import keys, present
from cardtable.tui.brush import Look, Row, blank, fitted, wrapped
from cardtable.tui.keys import Context, Key
from cardtable.tui.table_paint import Model, card_in_hand, text_lines
from cardtable.tui.widgets.painted import Picture, Zone


class Words(msgspec.Struct, frozen=True):
    """What the screen wants said beside the view itself.

    `notice` is a refusal or an answer, with its role. `guide` are the lines for newcomers. `open_choices` are what each
    seat at this screen may do now; `can_save` whether a match can be saved here.
    """

    context: Context
    notice: tuple[str, str] | None = None
    question: str | None = None
    guide: tuple[str, ...] = ()
    open_choices: tuple[tuple[Choice, ...], ...] = ()
    can_save: bool = False
    invite: tuple[str, ...] = ()


def says(model: Model, words: Words, width: int, height: int) -> Picture:
    """The prompt, then guidance or what happened; in the draft beside the card in hand."""
    match = model.view.match
    first = _headline(model, words)
    log = _story(model, words)
    drafting = match is not None and match.phase is Phase.DRAFT
    if drafting and height >= 4:
        return Picture(_beside_card(model, first, log, width, height))
    room = height - 1
    return Picture(text_lines(model.look, [first, *log[:room]], width, height))


def _headline(model: Model, words: Words) -> tuple[str, str]:
    if words.question:
        return words.question, "warning"
    match, text = model.view.match, present.prompt(model.view, model.me)
    if match is None or match.phase is not Phase.OVER or match.result is None:
        return text, "bright"
    if match.result is Result.TIE:
        return text, "tie"
    won = (match.result is Result.SEAT0) == (model.bottom == 0)
    return text, "win" if won or model.me is None else "loss"


def _story(model: Model, words: Words) -> list[tuple[str, str]]:
    """Newest first; at the end of a match column by column instead."""
    view, names = model.view, present.names_of(model.view, model.me)
    if view.match is not None and view.match.phase is Phase.OVER:
        columns = [(present.capital(f"column {told}"), "message") for told in present.columns_told(view.match, names)]
        lives = [(text, "dim") for text in reversed(present.log_sentences(view.log[-3:], names))]
        return [*columns, *lives[:2]]
    if words.guide:
        return [(line, "hint") for line in words.guide]
    return [(text, "dim") for text in reversed(present.log_sentences(view.log, names))]


def _beside_card(
    model: Model, first: tuple[str, str], log: Sequence[tuple[str, str]], width: int, height: int
) -> list[Strip]:
    card = card_in_hand(model)
    texts = [first, *log]
    lines = []
    for number in range(height):
        row = Row(model.look).put("  ").add(card[number] if number < 3 else []).to(9)
        if number < len(texts):
            text, role = texts[number]
            row.put(fitted(text, min(cell_len(text), width - 10)), role)
        lines.append(row.strip(width))
    return lines


def actions(model: Model, words: Words, width: int) -> Picture:
    """What can be pressed now, the brightest thing on the screen, and a hint or a refusal behind it."""
    row, zones = Row(model.look), list[Zone]()
    row.put(" ")
    if words.question:
        for pressed, label in (("y", "YES"), ("n", "NO")):
            _button(row, zones, pressed, pressed, label, marked=False)
    else:
        for key in keys.live(words.context):
            if key.bar and key.context != "everywhere" and _is_open(key, words):
                marked = model.marked is not None and key.action == _marked_choice(model, words)
                _button(row, zones, key.keys[0], _labelled(model, key), key.label.upper(), marked=marked)
    text, role = words.notice or (_hint(model), "hint")
    space = width - row.width - 1
    if text and space >= 8:
        cut = fitted(text, min(cell_len(text), space))
        row.to(width - cell_len(cut) - 1).put(cut, role)
    return Picture([row.strip(width)], zones)


def _labelled(model: Model, key: Key) -> str:
    return key.shown if key.seat is None else f"{fitted_name(model, key.seat)} {key.shown}"


def fitted_name(model: Model, seat: int) -> str:
    """A seat's name, short enough for a button."""
    name = model.view.seats[seat].name
    return fitted(name, min(cell_len(name), 8))


def _is_open(key: Key, words: Words) -> bool:
    if isinstance(key.action, str):
        return key.action != "save" or words.can_save
    seats = words.open_choices if key.seat is None else words.open_choices[key.seat : key.seat + 1]
    return any(key.action in choices for choices in seats)


def _marked_choice(model: Model, words: Words) -> Choice | None:
    asked = [choices for choices in words.open_choices if choices]
    if len(asked) != 1 or model.marked is None:
        return None
    return _choice_at(asked[0], model.marked)


def _choice_at(choices: Sequence[Choice], mark: int) -> Choice | None:
    for number, choice in enumerate(choices):
        if getattr(choice, "column", number) == mark:
            return choice
    return None


def _button(row: Row, zones: list[Zone], pressed: str, shown: str, label: str, *, marked: bool) -> None:
    start = row.width
    role = "button.focus" if marked else "button"
    row.put(f" {shown} ", "button.focus" if marked else "button.key").put(f" {label} ", role)
    zones.append(Zone(start, 0, row.width - start, 1, pressed))
    row.put("  ")


def _hint(model: Model) -> str:
    match, me = model.view.match, model.me
    if match is None or me is None or not match.asked[me]:
        return ""
    if match.phase is Phase.MATCHUP:
        return present.bust_hint(match, me)
    return "arrows and Enter work too"


def foot(model: Model, words: Words, width: int) -> Picture:
    """The keys that always work, codes of one's own, and how many watch."""
    row, zones = Row(model.look), list[Zone]()
    row.put(" ")
    for key in keys.everywhere():
        if key.bar:
            start = row.width
            row.put(key.shown, "bright").put(f" {_foot_label(model, key)}", "dim")
            zones.append(Zone(start, 0, row.width - start, 1, key.keys[0]))
            row.put("   ")
    view = model.view
    notes = []
    if view.watch_code:
        notes.append(f"watch {view.watch_code}")
    if view.return_code:
        notes.append(f"your return code {view.return_code}")
    if view.watchers:
        notes.append(f"{view.watchers} watching")
    text = " · ".join(notes)
    if text and row.width + cell_len(text) + 1 <= width:
        row.to(width - cell_len(text) - 1).put(text, "hint")
    return Picture([row.strip(width)], zones)


def _foot_label(model: Model, key: Key) -> str:
    if key.action == "sound":
        return "sound on" if model.sound else "sound off"
    if key.action == "leave" and model.view.stage is not Stage.PLAYING:
        return "lobby"
    return key.label


def waiting(model: Model, words: Words, width: int, height: int) -> Picture:
    """The table that waits for a friend: its code, large, and the lines the friend types."""
    code = model.view.code
    texts: list[tuple[str, str]] = [
        ("Your table is open. Its code is", "felt"),
        ("", "felt"),
        ("  ".join(code), "title.accent"),
        ("", "felt"),
    ]
    if words.invite:
        texts.append(("Your friend types one of these in a terminal:", "felt"))
        texts.append(("", "felt"))
        texts += [(part, "bright") for line in words.invite for part in wrapped(line, width - 4)]
        texts.append(("", "felt"))
    texts.append(("The match starts by itself when your friend sits down.", "dim"))
    return Picture(_centred(model.look, texts, width, height))


def too_small(look: Look, width: int, height: int, least: tuple[int, int]) -> Picture:
    """The one line for a window in which nothing can be played."""
    text = f"This window is {width}×{height}; the game needs {least[0]}×{least[1]}. Your seat is kept."
    lines = [(line, "warning") for line in wrapped(text, max(1, width - 1))]
    return Picture(_centred(look, lines, width, height))


def _centred(look: Look, texts: Sequence[tuple[str, str]], width: int, height: int) -> list[Strip]:
    above = max(0, (height - len(texts)) // 2)
    lines = [blank(look, width) for _ in range(above)]
    for text, role in texts:
        row = Row(look)
        row.to(max(0, (width - cell_len(text)) // 2)).put(text, role)
        lines.append(row.strip(width))
    return (lines + [blank(look, width)] * height)[:height]
