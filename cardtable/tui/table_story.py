"""What is told below the prompt of the 21 Hustle table: guidance, what happened, the deck's seal and seed. Pure."""

from __future__ import annotations

from collections.abc import Sequence

from cardtable.rules.hustle.views import HustleView, Phase
from cardtable.tui import present, table_ending
from cardtable.tui.brush import wrapped
from cardtable.tui.table_model import Model

Line = tuple[str, str]
"""Text, and its role."""

Block = list[Line]
"""Lines that are told together or not at all."""

_DIGEST_PARTS = (64, 32, 16, 8)
"""Into how many digits a line a digest is broken: whole, or in equal parts that can be compared by eye."""


def digest_lines(word: str, digest: str, cells: int) -> list[str]:
    """A digest behind its word, whole, over as many lines as it needs."""
    part = next((size for size in _DIGEST_PARTS if len(word) + 1 + size <= cells), _DIGEST_PARTS[-1])
    parts = [digest[start : start + part] for start in range(0, len(digest), part)]
    return [f"{word if number == 0 else ' ' * len(word)} {text}" for number, text in enumerate(parts)]


def story(model: Model, room: tuple[int, int], *, guided: bool) -> list[Line]:
    """What there is room for, in cells and rows: guidance, or the newest first; after a match how it went."""
    match = model.view.match
    if match is not None and match.phase is Phase.OVER:
        return _ending(model, match, room)
    said = [_block(text, "message", room[0]) for text in _said(model)[:2]]
    told = [*said, *(_guided(model, room) if guided else _log(model, room[0]))]
    if match is None or match.phase is not Phase.DRAFT or match.placed:
        return _fill(told, room)
    # Before the first card the seal is told whole, whatever else has to wait: afterwards it would prove less.
    seal = _seal(match, room[0])
    first = [block for block in told if block != seal]
    return [*_fill(first, (room[0], room[1] - len(seal)), cut=False), *seal]


def _fill(blocks: Sequence[Block], room: tuple[int, int], *, cut: bool = True) -> list[Line]:
    """Whole blocks as long as there is room; the very first may be `cut`."""
    lines: list[Line] = []
    for block in blocks:
        if len(lines) + len(block) > room[1] and (lines or not cut):
            break
        lines += block
    return lines[: max(0, room[1])]


def _block(text: str, role: str, cells: int) -> Block:
    return [(line, role) for line in wrapped(text, cells)]


def _guided(model: Model, room: tuple[int, int]) -> list[Block]:
    """Guidance does not hide that a line was lost, or that the server was started again."""
    news = present.news_lately(model.view.log, present.names_of(model.view, model.me))[:1]
    return [*(_block(text, "message", room[0]) for text in news), *_guide(model, room)]


def _said(model: Model) -> list[str]:
    return present.said_lately(model.view.log, present.names_of(model.view, model.me))


def _guide(model: Model, room: tuple[int, int]) -> list[Block]:
    return [_block(line, "hint", room[0]) for line in present.guide(model.view, *room)]


def _seal(match: HustleView, cells: int) -> Block:
    return [(line, "dim") for line in digest_lines("Seal", match.commitment, cells)]


def _log(model: Model, cells: int) -> list[Block]:
    """What happened, newest first."""
    match = model.view.match
    said = _said(model)[:2]
    log = present.log_sentences(model.view.log, present.names_of(model.view, model.me))[::-1]
    told = [text for text in log if text not in said]
    sealed = f"Seal {match.commitment}." if match is not None else ""
    return [_seal(match, cells) if match and text == sealed else _block(text, "dim", cells) for text in told]


def _ending(model: Model, match: HustleView, room: tuple[int, int]) -> list[Line]:
    """Why, column by column, and the seed: nothing that the headline tells already."""
    cells, rows = room
    seed: Block = [(line, "dim") for line in digest_lines("Seed", match.seed or "", cells)]
    since, before = _since_and_before(model, match, cells)
    columns = _columns(model, match, cells)
    # All three or none: the lanes above tell the reasons too, and a compact board leaves room for them.
    if len(columns) + len(seed) > rows:
        columns = []
    news = _fill(since, (cells, rows - len(columns) - len(seed)), cut=False)
    cuts = [_block(text, "dim", cells) for text in present.cuts_told(match, present.names_of(model.view, model.me))]
    told = [*news, *columns, *seed]
    told += _fill(cuts, (cells, rows - len(told)), cut=False)
    return [*told, *_fill([[("", "felt")], *before], (cells, rows - len(told)), cut=False)][: max(0, rows)]


def _columns(model: Model, match: HustleView, cells: int) -> Block:
    names = present.names_of(model.view, model.me)
    told = table_ending.columns_told(match, names, cells)
    return [(present.capital(line), "message") for line in told]


def _since_and_before(model: Model, match: HustleView, cells: int) -> tuple[list[Block], list[Block]]:
    """What happened since the match ended, and before, newest first."""
    names = present.names_of(model.view, model.me)
    log = present.log_sentences(model.view.log, names)[::-1]
    headline = present.prompt(model.view, model.me)
    ended = log.index(headline) if headline in log else 0
    closed = present.closed_notice(model.view, model.me)
    since = [_block(closed, "warning", cells)] if closed else []
    since += [_block(text, "hint", cells) for text in log[:ended]]
    sealed = f"Seal {match.commitment}."
    before = [_seal(match, cells) if text == sealed else _block(text, "dim", cells) for text in log[ended + 1 :]]
    return since, before
