"""Hands and rows: exactly as wide as asked, red and black never told by colour alone, an ASCII twin for every glyph."""

from __future__ import annotations

import ast
from pathlib import Path
from typing import get_args

import pytest
from hypothesis import given
from hypothesis import strategies as st
from rich.cells import cell_len

from cardtable.rules.cards import PACK, Card, Suit
from cardtable.tui.brush import Look, Row, ascii_twin, fitted, wrapped
from cardtable.tui.cards import SIGNS, back_rows, card_role, card_text, face_rows, hand_rows
from cardtable.tui.prefs import CardStyle
from cardtable.tui.themes import ROLES, load_themes

FELT = load_themes()[0]["felt"]
STYLES = get_args(CardStyle)
HANDS = st.lists(st.sampled_from(PACK), min_size=0, max_size=11)
SOURCES = Path(__file__).parents[2] / "cardtable" / "tui"


@given(
    HANDS,
    st.sampled_from(STYLES),
    st.booleans(),
    st.integers(9, 60),
    st.sampled_from([1, 3, 5, 7]),
    st.integers(0, 2),
    st.sampled_from(["plain", "back", "lit"]),
)
def test_a_hand_of_up_to_eleven_cards_never_overflows(
    hand: list[Card], style: CardStyle, unicode: bool, width: int, height: int, slots: int, newest: str
) -> None:
    slots = min(slots, max(0, 2 - len(hand)))
    rows = hand_rows(hand, Look(FELT, style, unicode=unicode), width, height, slots=slots, newest=newest)
    assert len(rows) == height
    assert all(sum(cell_len(text) for text, _ in row) <= width for row in rows)
    assert all(role in ROLES for row in rows for _, role in row)
    if hand and newest != "back":
        assert card_text(hand[-1]) in "".join(text for row in rows for text, _ in row)


def test_seven_cards_fit_a_lane_with_rank_and_suit() -> None:
    hand = PACK[:7]
    rows = hand_rows(hand, Look(FELT), 23, 3)
    shown = "".join(text for text, _ in rows[1])
    assert all(card_text(card) in shown for card in hand)
    assert rows[0][0][0].startswith("╭")


def test_a_card_that_is_not_turned_yet_tells_nothing() -> None:
    hand = [Card("KS"), Card("7H")]
    for style in STYLES:
        for height in (1, 3, 7):
            rows = hand_rows(hand, Look(FELT, style), 30, height, newest="back")
            assert "7" not in "".join(text for row in rows for text, _ in row)


def test_two_colours_or_four() -> None:
    ace = {suit: next(card for card in PACK if card.suit is suit) for suit in Suit}
    assert {card_role(card, Look(FELT)) for card in ace.values()} == {"card.red", "card.black"}
    assert len({card_role(card, Look(FELT, four_colour=True)) for card in ace.values()}) == 4
    assert len(set(SIGNS.values())) == 4


@pytest.mark.parametrize("height", [1, 3])
@pytest.mark.parametrize("style", STYLES)
def test_single_cards_have_the_height_asked(style: CardStyle, height: int) -> None:
    look = Look(FELT, style)
    assert len(back_rows(look, height)) == len(face_rows(Card("TD"), look, height)) == height


@given(st.text(max_size=30), st.integers(0, 30))
def test_rows_and_pieces_have_exactly_the_width_asked(text: str, cells: int) -> None:
    assert cell_len(fitted(text, cells)) == cells
    row = Row(Look(FELT)).put("a").put(text, "win")
    assert row.strip(cells).cell_length == cells


@given(st.lists(st.text("abc", min_size=1, max_size=12), max_size=20), st.integers(12, 40))
def test_wrapped_lines_hold_every_word_and_fit(words: list[str], cells: int) -> None:
    lines = wrapped(" ".join(words), cells)
    assert " ".join(lines).split() == words
    assert all(cell_len(line) <= cells for line in lines)


def test_every_glyph_in_the_source_of_the_screens_is_one_cell_with_an_ascii_twin() -> None:
    for path in SOURCES.rglob("*.py"):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.Constant) and isinstance(node.value, str):
                for glyph in set(node.value) - set(map(chr, range(128))):
                    assert cell_len(glyph) == 1, (path.name, glyph)
                    assert ascii_twin(glyph) != "?", (path.name, glyph)
