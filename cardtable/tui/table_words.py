"""Paints the lines around the lanes: what is asked, what happened, what the keys do, the invitation. Pure."""

from __future__ import annotations

from collections.abc import Sequence

import msgspec
from rich.cells import cell_len
from textual.strip import Strip

from cardtable.rules.hustle.commands import Choice
from cardtable.rules.hustle.events import Result
from cardtable.rules.hustle.views import HustleView, Phase
from cardtable.tui import present, table_ending
from cardtable.tui.brush import Look, Row, blank, fitted, text_lines, wrapped
from cardtable.tui.cards import Pieces, back_rows, face_rows
from cardtable.tui.keys import Context
from cardtable.tui.table_model import Model
from cardtable.tui.widgets.painted import Picture

FULL_WIDTH = 60
"""Columns below which sentences are brief, and keys that can be done without are left to the help page."""


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
    if view.halted:
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
    columns = [present.capital(f"column {line}") for line in table_ending.columns_told(view.match, names)]
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


def waiting(model: Model, words: Words, width: int, height: int) -> Picture:
    """The table that waits for a friend: its code, large, and the lines the friend types."""
    code = model.view.code
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
