"""Paints the lines around the lanes: what is asked, what happened, what the keys do, the invitation. Pure."""

from __future__ import annotations

from collections.abc import Sequence

import msgspec
from rich.cells import cell_len
from textual.strip import Strip

from cardtable.rules.hustle.commands import Choice
from cardtable.rules.hustle.events import Result
from cardtable.rules.hustle.views import HustleView, Phase
from cardtable.table.views import Stage
from cardtable.tui import present, table_ending, table_story
from cardtable.tui.brush import Look, Row, blank, fitted, text_lines, wrapped
from cardtable.tui.cards import Pieces, back_rows, face_rows
from cardtable.tui.keys import Context
from cardtable.tui.table_model import FULL_WIDTH, Model
from cardtable.tui.typing import Typed
from cardtable.tui.widgets.painted import Picture

BESIDE = 50
"""Columns below which the draft's card is not drawn, only named: its sentences need the room."""


class Words(msgspec.Struct, frozen=True):
    """What the screen wants said beside the view itself.

    `turning` stands for the prompt while a card is turned. `notice` is a refusal or an answer, with its role. `guide`
    are the lines for newcomers. `open_choices` are what each seat at this screen may do now; `can_save` and
    `can_watch`: a match can be saved here, a watch code given out. `typed` is what was typed so far where text is asked
    for, `talk` a line of chat in the making; `muted`: what the other says is not shown.
    """

    context: Context
    notice: tuple[str, str] | None = None
    question: str | None = None
    guide: tuple[str, ...] = ()
    turning: str | None = None
    open_choices: tuple[tuple[Choice, ...], ...] = ()
    can_save: bool = False
    can_watch: bool = False
    invite: tuple[str, ...] = ()
    typed: Typed | None = None
    talk: Typed | None = None
    muted: bool = False


def says(model: Model, words: Words, width: int, height: int) -> Picture:
    """The prompt, what answers the last key, then guidance or what happened; in the draft beside the card in hand."""
    match = model.view.match
    beside = match is not None and match.phase is Phase.DRAFT and height >= 4 and width >= BESIDE
    cells = width - (10 if beside else 2)
    first, role = _headline(model, words, width)
    told = [(line, role) for line in wrapped(first, cells)]
    if words.notice:
        told += [(line, words.notice[1]) for line in wrapped(words.notice[0], cells)]
    story = table_story.story(model, (cells, height - len(told)), guided=bool(words.guide))
    if beside:
        return Picture(_beside_card(model, [*told, *story], width, height))
    banner = [line for line in told if line[1].startswith("banner")]
    painted = [Row(model.look).put(f" {line}", role).strip(width, role) for line, role in banner]
    rest = [*told[len(banner) :], *story]
    return Picture([*painted, *text_lines(model.look, rest, width, height - len(banner))][:height])


def end_rows(model: Model, words: Words, width: int) -> int:
    """How many rows the result and what proves the deck want after a match; 0 before."""
    match = model.view.match
    if match is None or match.phase is not Phase.OVER:
        return 0
    seed = table_story.digest_lines("Seed", match.seed or "", width - 2)
    return len(wrapped(_headline(model, words, width)[0], width - 2)) + len(seed)


def _headline(model: Model, words: Words, width: int) -> tuple[str, str]:
    view, match, brief = model.view, model.view.match, width < FULL_WIDTH
    if words.question:
        return words.question, "warning"
    if words.turning is not None:
        return words.turning, "bright"
    if view.halted or view.paused or present.operator_closed(view):
        return present.prompt(view, model.me), "warning"
    if match is not None and match.phase is Phase.OVER:
        return table_ending.headline(match, present.names_of(view, model.me), width - 2), _banner(model, match)
    if model.hot_seat:
        return present.hot_seat_prompt(view, brief=brief), "bright"
    return (present.brief_prompt if brief else present.prompt)(view, model.me), "bright"


def _banner(model: Model, match: HustleView) -> str:
    if match.result is Result.TIE:
        return "banner.tie"
    won = model.me is None or (match.result is Result.SEAT0) == (model.me == 0)
    return "banner.win" if won else "banner.loss"


def _beside_card(model: Model, texts: Sequence[tuple[str, str]], width: int, height: int) -> list[Strip]:
    card = _card_in_hand(model)
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


def too_small(model: Model, width: int, height: int, least: tuple[int, int]) -> Picture:
    """What a window says in which nothing can be played: the longest that fits, and that the clocks run on."""
    need, size, runs = f"{least[0]}×{least[1]}", f"{width}×{height}", _clocks_run(model)
    texts = _TOO_SMALL_TIMED if runs else _TOO_SMALL
    said = [wrapped(text.format(size=size, need=need), width) for text in texts]
    fits = (lines for lines in said if len(lines) <= height and max(map(cell_len, lines)) <= width)
    return Picture(_centred(model.look, [(line, "warning") for line in next(fits, said[-1])], width, height))


def _clocks_run(model: Model) -> bool:
    view = model.view
    return view.stage is Stage.PLAYING and any(seat.clock is not None for seat in view.seats)


_TOO_SMALL = (
    "This window is {size}; the game needs {need}. Your place is kept.",
    "The game needs {need}. Your place is kept.",
    "The game needs {need}.",
    "needs {need}",
    "{need}!",
)
_TOO_SMALL_TIMED = (
    "This window is {size}; the game needs {need}. Your place is kept, and the clocks run on.",
    "The game needs {need}. The clocks run on.",
    "Needs {need}. Clocks run on.",
    "min {need}, clocks run",
    "clocks run",
    "{need}!",
)
"""From long to short; the last ones for windows of a few cells."""


def _centred(look: Look, texts: Sequence[tuple[str, str]], width: int, height: int) -> list[Strip]:
    above = max(0, (height - len(texts)) // 2)
    lines = [blank(look, width) for _ in range(above)]
    for text, role in texts:
        row = Row(look)
        row.to(max(0, (width - cell_len(text)) // 2)).put(text, role)
        lines.append(row.strip(width))
    return (lines + [blank(look, width)] * height)[:height]
