"""Paints the lines around the lanes: what is asked, what happened, what the keys do, the invitation. Pure."""

from __future__ import annotations

from collections.abc import Sequence

import msgspec
from rich.cells import cell_len
from textual.strip import Strip

from cardtable.rules.hustle.commands import Choice, Place
from cardtable.rules.hustle.events import Result
from cardtable.rules.hustle.views import HustleView, Phase
from cardtable.table.views import Stage
from cardtable.tui import keys, present
from cardtable.tui.brush import Look, Row, blank, fitted, text_lines, wrapped
from cardtable.tui.cards import Pieces, back_rows, face_rows
from cardtable.tui.keys import Context, Key
from cardtable.tui.marking import marked
from cardtable.tui.table_model import Model
from cardtable.tui.widgets.painted import Picture, Zone

FULL_WIDTH = 60
"""Columns below which labels are left to the help page."""


class Words(msgspec.Struct, frozen=True):
    """What the screen wants said beside the view itself.

    `notice` is a refusal or an answer, with its role. `guide` are the lines for newcomers. `open_choices` are what each
    seat at this screen may do now; `can_save` and `can_watch`: a match can be saved here, a watch code given out.
    """

    context: Context
    notice: tuple[str, str] | None = None
    question: str | None = None
    guide: tuple[str, ...] = ()
    open_choices: tuple[tuple[Choice, ...], ...] = ()
    can_save: bool = False
    can_watch: bool = False
    invite: tuple[str, ...] = ()


def says(model: Model, words: Words, width: int, height: int) -> Picture:
    """The prompt, then guidance or what happened; in the draft beside the card in hand."""
    match = model.view.match
    first, role = _headline(model, words, brief=width < FULL_WIDTH)
    story = _story(model, words, first)
    if match is not None and match.phase is Phase.DRAFT and height >= 4:
        return Picture(_beside_card(model, (first, role), story, width, height))
    if role.startswith("banner"):
        banner = [Row(model.look).put(f" {line}", role).strip(width, role) for line in wrapped(first, width - 2)]
        return Picture([*banner, *text_lines(model.look, story, width, height - len(banner))][:height])
    asked = [(line, role) for line in wrapped(first, width - 2)]
    return Picture(text_lines(model.look, [*asked, *story], width, height))


def _headline(model: Model, words: Words, *, brief: bool) -> tuple[str, str]:
    view, match = model.view, model.view.match
    if words.question:
        return words.question, "warning"
    if view.halted or present.operator_closed(view):
        return present.prompt(view, model.me), "warning"
    if match is not None and match.phase is Phase.OVER:
        return present.prompt(view, model.me), _banner(model, match)
    if model.hot_seat:
        return present.hot_seat_prompt(view), "bright"
    return (present.brief_prompt if brief else present.prompt)(view, model.me), "bright"


def _banner(model: Model, match: HustleView) -> str:
    if match.result is Result.TIE:
        return "banner.tie"
    won = model.me is None or (match.result is Result.SEAT0) == (model.me == 0)
    return "banner.win" if won else "banner.loss"


def _story(model: Model, words: Words, headline: str) -> list[tuple[str, str]]:
    """Newest first; at the end of a match column by column before that. Nothing that the headline tells already."""
    view, names = model.view, present.names_of(model.view, model.me)
    if words.guide:
        return [(line, "hint") for line in words.guide]
    log = present.log_sentences(view.log, names)[::-1]
    if view.match is None or view.match.phase is not Phase.OVER:
        return [(text, "dim") for text in log]
    closed = present.closed_notice(view, model.me)
    columns = [present.capital(f"column {line}") for line in present.columns_told(view.match, names)]
    ended = log.index(headline) if headline in log else 0
    return [
        *([(closed, "warning")] if closed else []),
        *((text, "message") for text in columns),
        *((text, "hint") for text in log[:ended]),
        *([(f"The deck’s seed was {view.match.seed}", "dim")] if view.match.seed else []),
        ("", "felt"),
        *((text, "dim") for text in log[ended + 1 :]),
    ]


def _beside_card(
    model: Model, first: tuple[str, str], log: Sequence[tuple[str, str]], width: int, height: int
) -> list[Strip]:
    card = _card_in_hand(model)
    texts = [first, *log]
    lines = []
    for number in range(height):
        row = Row(model.look).put("  ").add(card[number] if number < 3 else []).to(9)
        if number < len(texts):
            text, role = texts[number]
            row.put(fitted(text, min(cell_len(text), width - 10)), role)
        lines.append(row.strip(width))
    return lines


def _card_in_hand(model: Model) -> list[Pieces]:
    """The draft's card in three rows: face down (H4), or face up in the open draft (H24)."""
    match = model.view.match
    if match is not None and match.up_card is not None:
        return face_rows(match.up_card, model.look, 3)
    return back_rows(model.look, 3)


def actions(model: Model, words: Words, width: int) -> Picture:
    """What can be pressed now, the brightest thing on the screen, and a hint or a refusal behind it."""
    row, zones = Row(model.look), list[Zone]()
    row.put(" ")
    if words.question:
        for pressed, label in (("y", "YES"), ("n", "NO")):
            _button(row, zones, pressed, pressed, label, lit=False)
    else:
        _buttons(model, words, row, zones, short=width < FULL_WIDTH)
    space = width - row.width - 1
    text, role = words.notice or (_hint(model, words, space), "hint")
    if text and space >= 8:
        cut = fitted(text, min(cell_len(text), space))
        row.to(width - cell_len(cut) - 1).put(cut, role)
    return Picture([row.strip(width)], zones)


def _buttons(model: Model, words: Words, row: Row, zones: list[Zone], *, short: bool) -> None:
    seat: int | None = None
    for key in keys.live(words.context):
        if not key.bar or key.context == "everywhere" or not (_is_open(model, key, words) or _is_full(key, words)):
            continue
        if key.seat is not None and key.seat != seat:
            seat = key.seat
            row.put(f"{fitted_name(model, seat)} ", "bright")
        label = _button_label(key, short=short)
        if _is_open(model, key, words):
            lit = model.marked is not None and key.action == _marked_choice(model, words)
            _button(row, zones, key.keys[0], key.shown, label, lit=lit)
        else:
            row.put(f" {key.shown} " + (f" {label} " if label else ""), "button.off").put("  " if label else " ")


def _button_label(key: Key, *, short: bool) -> str:
    if not isinstance(key.action, Place):
        return key.label.upper()
    if short:
        return ""
    return key.label.upper() if key.seat is None else str(key.action.column + 1)


def fitted_name(model: Model, seat: int) -> str:
    """A seat's name, short enough for a button."""
    name = model.view.seats[seat].name
    return fitted(name, min(cell_len(name), 8))


def _is_open(model: Model, key: Key, words: Words) -> bool:
    if isinstance(key.action, str):
        asked = model.me is not None and model.view.seats[model.me].wants_rematch
        shut = {"save": not words.can_save, "watch_code": not words.can_watch, "rematch": asked}
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


def _button(row: Row, zones: list[Zone], pressed: str, shown: str, label: str, *, lit: bool) -> None:
    start = row.width
    role = "button.focus" if lit else "button"
    row.put(f" {shown} ", "button.focus" if lit else "button.key").put(f" {label} " if label else "", role)
    zones.append(Zone(start, 0, row.width - start, 1, pressed))
    row.put("  " if label else " ")


def _hint(model: Model, words: Words, space: int) -> str:
    """A word of help for whoever is asked, the longest that fits."""
    match, me = model.view.match, model.me
    if match is None or me is None or not match.asked[me] or words.question or model.view.stage is not Stage.PLAYING:
        return ""
    said = present.bust_hint(match, me) if match.phase is Phase.MATCHUP else "arrows and Enter work too"
    texts = (said, said.removeprefix("one more "), "")
    return next(text for text in texts if cell_len(text) <= space)


def foot(model: Model, words: Words, width: int) -> Picture:
    """The keys that always work, codes of one's own, and how many watch."""
    row, zones = Row(model.look), list[Zone]()
    row.put(" ")
    for key in keys.everywhere():
        if key.bar and (width >= FULL_WIDTH or key.action in ("help", "leave")):
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
    if present.operator_closed(model.view):
        text = words.question or present.prompt(model.view, model.me)
        return Picture(_centred(model.look, [(text, "warning")], width, height))
    if model.watching:
        # Inviting is the host's: a spectator may not even know the code to join by.
        text = words.question or "You will watch; the match has not begun."
        return Picture(_centred(model.look, [(text, "felt")], width, height))
    invite = [(part, "bright") for line in words.invite for part in wrapped(line, width - 2)]
    head = [("Your table is open. Its code is", "felt"), ("  ".join(code), "title.accent")]
    ask = [("Your friend types one of these in a terminal:", "felt"), *invite] if invite else []
    last = [("The match starts by itself when your friend sits down.", "dim")]
    if words.question:
        last = [(words.question, "warning")]
    gap = [("", "felt")]
    roomy = [*head[:1], *gap, *head[1:], *gap, *ask[:1], *gap, *ask[1:], *gap, *last]
    tight = [*head[1:], *(last if words.question else invite)]
    return Picture(_centred(model.look, roomy if len(roomy) <= height else tight, width, height))


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
