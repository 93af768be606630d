"""Hands of cards as painted rows: drawn, compact or ASCII; large where there is room."""

from __future__ import annotations

from collections.abc import Sequence

from cardtable.rules.cards import Card, Suit
from cardtable.tui.brush import Look

Pieces = list[tuple[str, str]]
"""Text and role, left to right."""

SIGNS = {Suit.SPADES: "♠", Suit.HEARTS: "♥", Suit.DIAMONDS: "♦", Suit.CLUBS: "♣"}
_FOUR = {
    Suit.SPADES: "card.spades",
    Suit.HEARTS: "card.hearts",
    Suit.DIAMONDS: "card.diamonds",
    Suit.CLUBS: "card.clubs",
}

BACK = "▒"
"""What the back of a card is made of."""


def card_text(card: Card) -> str:
    """Rank and suit in two cells; a ten is `T`."""
    return card.rank + SIGNS[card.suit]


def card_role(card: Card, look: Look) -> str:
    """The role of a card's face."""
    if look.four_colour:
        return _FOUR[card.suit]
    return "card.red" if card.suit.is_red else "card.black"


def hand_rows(
    cards: Sequence[Card], look: Look, width: int, height: int, *, slots: int = 0, newest: str = "plain"
) -> list[Pieces]:
    """A hand in `height` rows (1, 3, 5 or 7), none wider than `width` cells.

    `slots` places that wait for a card are outlined. `newest` tells how the last card shows: `plain`, `back` (not yet
    turned) or `lit` (just turned).
    """
    drawn = height >= 3 and look.cards == "drawn" and not look.ascii
    if not drawn or 3 * (len(cards) - 1) + _whole(height) > width:
        return _centred_rows(_flat(cards, look, width, slots, newest), height)
    return _drawn(cards, look, width, height, slots, newest)


def _whole(height: int) -> int:
    """How wide a whole card of this height is."""
    return height + 2


def _centred_rows(pieces: Pieces, height: int) -> list[Pieces]:
    rows: list[Pieces] = [[] for _ in range(height)]
    rows[height // 2] = pieces
    return rows


def _flat(cards: Sequence[Card], look: Look, width: int, slots: int, newest: str) -> Pieces:
    """All on one line: `7♥ K♣`, or `[7h][Kc]` in ASCII, closer together when there is little room."""
    bracket, gap = ("[", "]") if look.ascii else ("", ""), "" if look.ascii else " "
    cell = 4 if look.ascii else 3
    if cell * (len(cards) + slots) > width:
        bracket, gap = ("", ""), ""
    pieces: Pieces = []
    # The last card decides; of a very long hand in a narrow lane the first ones are only counted.
    unseen = max(0, len(cards) - width // 2 + 1) if 2 * len(cards) > width else 0
    if unseen:
        pieces.append((f"+{unseen}", "dim"))
    for number, card in list(enumerate(cards))[unseen:]:
        hidden = newest == "back" and number == len(cards) - 1
        lit = newest == "lit" and number == len(cards) - 1
        face = BACK * 2 if hidden else card_text(card)
        role = "card.back" if hidden else "button.focus" if lit else card_role(card, look)
        pieces += [(f"{bracket[0]}{face}{bracket[1]}", role), (gap, "felt")]
    return pieces + [("··" + gap, "dim")] * slots


def _drawn(cards: Sequence[Card], look: Look, width: int, height: int, slots: int, newest: str) -> list[Pieces]:
    rows: list[Pieces] = [[] for _ in range(height)]
    for number, card in enumerate(cards):
        last = number == len(cards) - 1
        _add_card(rows, card, look, whole=last, state=newest if last else "plain")
    used = 3 * (len(cards) - 1) + _whole(height) if cards else 0
    for _ in range(slots):
        if used + 6 <= width:
            _add_slot(rows)
            used += 6
    return rows


def _add_card(rows: list[Pieces], card: Card, look: Look, *, whole: bool, state: str) -> None:
    inner = _whole(len(rows)) - 2
    role = "card.back" if state == "back" else card_role(card, look)
    edge = "button.focus" if state == "lit" else "card.back" if state == "back" else "card.edge"
    if not whole:
        rows[0].append(("╭──", edge))
        rows[1] += [("│", edge), (card_text(card), role)]
        for row in rows[2:-1]:
            row.append(("│  ", edge))
        rows[-1].append(("╰──", edge))
        return
    rows[0].append(("╭" + "─" * inner + "╮", edge))
    for number, row in enumerate(rows[1:-1]):
        row += [("│", edge), (_face(card, state, inner, number, len(rows) - 2), role), ("│", edge)]
    rows[-1].append(("╰" + "─" * inner + "╯", edge))


def _face(card: Card, state: str, inner: int, number: int, height: int) -> str:
    if state == "back":
        return BACK * inner
    if height == 1:
        return f"{card_text(card):>{inner}}"
    if number == 0:
        return f"{card_text(card):<{inner}}"
    if number == height - 1:
        return f"{card_text(card):>{inner}}"
    return f"{SIGNS[card.suit] if number == height // 2 else '':^{inner}}"


def _add_slot(rows: list[Pieces]) -> None:
    """The first one stands where the first card will; behind others there is a gap."""
    gap = " " if rows[0] else ""
    rows[0].append((f"{gap}╭   ╮", "dim"))
    for row in rows[1:-1]:
        row.append((f"{gap}     ", "dim"))
    rows[-1].append((f"{gap}╰   ╯", "dim"))


def back_rows(look: Look, height: int) -> list[Pieces]:
    """One card face down, in 1 or 3 rows."""
    if height < 3 or look.cards != "drawn" or look.ascii:
        return _centred_rows([("[" + BACK * 2 + "]" if look.ascii else BACK * 3, "card.back")], height)
    return [[("╭───╮", "card.back")], [("│" + BACK * 3 + "│", "card.back")], [("╰───╯", "card.back")]]


def face_rows(card: Card, look: Look, height: int) -> list[Pieces]:
    """One card face up, in 1 or 3 rows."""
    return hand_rows([card], look, 6, height)
