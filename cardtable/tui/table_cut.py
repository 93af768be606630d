"""Paints the table before the first card: the seal, what a cut is, the line to type it in, the time left. Pure."""

from __future__ import annotations

from collections.abc import Sequence

from rich.cells import cell_len

from cardtable.table.views import CuttingView, SeatKind, TableView
from cardtable.tui import present
from cardtable.tui.brush import Row, blank, fitted, wrapped
from cardtable.tui.table_model import Model
from cardtable.tui.table_words import Words
from cardtable.tui.widgets.painted import Picture

BLOCK = 70
"""Columns of the text at most, so that its lines can be read."""

ROOMY = 12
"""Rows from which on there are empty lines between."""

LOW = 3_000
"""Milliseconds below which the time left warns."""

_LABEL = "Your cut: "

Texts = list[tuple[str, str]]


def cutting(model: Model, words: Words, cut: CuttingView, width: int, height: int) -> Picture:
    """The whole of it, in few words where there are few rows."""
    space = min(width - 2, BLOCK)
    roomy = height >= ROOMY
    line = _line(words, cut, space)
    gap: Texts = [("", "felt")] if roomy else []
    texts = [
        (f"Both {'players' if model.me is None else 'of you'} get the same cards. The deck is sealed:", "felt")
        if roomy
        else ("The deck’s seal:", "felt"),
        *((line, "title.accent") for line in _seal(cut.commitment, space)),
        *gap,
        *_told(model, words, space, roomy=roomy),
        *gap,
        *line,
        *(gap if line else []),
        *((line, _urgency(model, cut)) for line in wrapped(_standing(model, cut), space)),
    ]
    return _block(model, texts, space, width, height)


def closed(model: Model, words: Words, width: int, height: int) -> Picture:
    """A table that was closed before its first card."""
    space = min(width - 2, BLOCK)
    said = present.closed_notice(model.view, model.me) or "This table is closed."
    text = words.question or f"{said} No card was dealt."
    texts = [(line, "warning") for line in wrapped(text, space)]
    return _block(model, texts, space, width, height)


def _seal(commitment: str, space: int) -> list[str]:
    """Whole, since it is there to be compared: in one line, or in two halves."""
    half = len(commitment) // 2
    return [commitment] if len(commitment) <= space else [commitment[:half], commitment[half:]]


def _told(model: Model, words: Words, space: int, *, roomy: bool) -> Texts:
    """What a cut is, or the question or the refusal in its place."""
    said = words.question or (words.notice[0] if words.notice else "")
    if said:
        return [(line, "warning") for line in wrapped(said, space)]
    who = "Each player" if model.me is None else "You"
    if not roomy:
        return [(line, "felt") for line in wrapped(f"{who} may type any text: it goes into the deck.", space)]
    text = (
        f"{who} may cut it now with any text: it goes into the deck after the seal, so neither the server nor the "
        "other player alone can have chosen the cards."
    )
    return [(line, "felt") for line in wrapped(text, space)]


def _line(words: Words, cut: CuttingView, space: int) -> Texts:
    """The line to type in, or one's own cut when it is made."""
    room = space - cell_len(_LABEL)
    if words.typed is not None:
        return [(f"{_LABEL}{words.typed.tail(room - 1)}_", "bright")]
    if cut.my_cut is not None:
        return [(_LABEL + fitted(cut.my_cut, min(cell_len(cut.my_cut), room)), "ready")]
    return []


def _urgency(model: Model, cut: CuttingView) -> str:
    return "warning" if cut.left_after(model.elapsed) <= LOW else "hint"


def _standing(model: Model, cut: CuttingView) -> str:
    seconds = (cut.left_after(model.elapsed) + 999) // 1000
    others = [seat for seat in range(len(cut.owes)) if seat != model.me]
    return " ".join([f"{seconds} s left.", *(_has_cut(model.view, cut, seat) for seat in others)])


def _has_cut(view: TableView, cut: CuttingView, seat: int) -> str:
    name = view.seats[seat].name
    if view.seats[seat].kind is SeatKind.BOT:
        return f"{name} gives no cut."
    return f"{name} has not cut yet." if cut.owes[seat] else f"{name} has cut."


def _block(model: Model, texts: Sequence[tuple[str, str]], space: int, width: int, height: int) -> Picture:
    """Lines that begin in one column, in the middle of the window: what one types must not wander."""
    left = (width - space) // 2
    rows = [Row(model.look).to(left).put(text, role).strip(width) for text, role in texts]
    above = [blank(model.look, width)] * max(0, (height - len(rows)) // 2)
    below = [blank(model.look, width)] * height
    return Picture([*above, *rows, *below][:height])
