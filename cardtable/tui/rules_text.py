"""The rules of 21 Hustle in a player's words. Each line names the rules it tells, and whether it is a house ruling."""

from __future__ import annotations

import msgspec


class Rule(msgspec.Struct, frozen=True):
    """One line of the rules page. `house`: the game's document is silent here, and this is how we play it."""

    text: str
    ids: tuple[str, ...]
    house: bool = False


HUSTLE: tuple[tuple[str, tuple[Rule, ...]], ...] = (
    (
        "The idea",
        (
            Rule("Two players, one live match. Both get identical cards in the same order and move at the same time.", ("H1",)),
            Rule("One pack of 52 cards, shuffled for each match, serves the draft and the match-up.", ("H2",), True),
            Rule("2 to 10 count their value (T is the ten), J Q K ten, an ace 1 or 11, whichever is better. 21 is perfect, over 21 is bust.", ("H3",)),
        ),
    ),
    (
        "The draft",
        (
            Rule("The next card lies face down. Each chooses one of three columns for it; then it is turned up and added to each player’s own column.", ("H4",)),
            Rule("A column holds two cards. After six cards, two in each column, the draft ends.", ("H5",)),
            Rule("The last placement is forced, but still has to be made in time.", ("H5",), True),
            Rule("Both boards are open to both players. A choice is hidden until both have chosen: the other sees only “ready”.", ("H6",), True),
            Rule("A choice cannot be changed.", ("H7",), True),
            Rule("Open draft, an option: each card lies face up while both choose.", ("H24",), True),
        ),
    ),
    (
        "The match-up",
        (
            Rule("Column by column, left to right. Each turn both choose hit or stand at the same time.", ("H8",)),
            Rule("Hit: a card, face down until both have chosen. If both hit, both get the same card.", ("H9",)),
            Rule("If one hits and one stands, the stander’s copy of the card is skipped, so later cards stay in step.", ("H10",)),
            Rule("Stand locks your total for the column. 21 locks it too. Going bust ends the column at once.", ("H11",)),
            Rule("A column drafted to 21 is locked from its start. Two locked hands are compared without asking anybody; with one locked, only the other is asked.", ("H12",), True),
            Rule("Closest to 21 without busting wins the column. Both bust on the same card, or equal totals: a tie.", ("H13",)),
            Rule("If one goes bust while the other is still in, the other wins the column at once.", ("H14",), True),
        ),
    ),
    (
        "Winning",
        (
            Rule("The first to win two columns wins the match at once.", ("H15",)),
            Rule("After three columns whoever won more wins; one column each and a tie is a tied match.", ("H16",)),
            Rule("Three tied columns tie the match; one win and two ties win it.", ("H16",), True),
        ),
    ),
    (
        "Clocks and skips",
        (
            Rule("Draft: 15 seconds for the whole of it.", ("H17",)),
            Rule("Your draft time runs only while you owe a choice.", ("H17",), True),
            Rule("Match-up: 8 seconds for each turn in which you are asked.", ("H18",)),
            Rule("When a clock runs out, an extra clock of 30 seconds starts.", ("H19",)),
            Rule("It covers the rest of the draft, or that turn; a move made on it costs nothing. A choice at the very instant a clock ends is too late for it.", ("H19",), True),
            Rule("When the extra clock ends you lose one of two skips, and the move is made for you: the column with the lowest total that has room; hit on 16 or less, stand on 17 or more.", ("H20",)),
            Rule("Leftmost of equal columns; an empty one counts 0, a lone ace 11. A fresh extra clock serves the rest of the draft; the next turn has its own 8 seconds.", ("H20",), True),
            Rule("Losing the second skip forfeits the match.", ("H21",)),
            Rule("At once, and over the columns. Both at the same instant: a tied match.", ("H21",), True),
            Rule("The clocks are the table’s. A lost connection changes nothing: they go on, and you find the match as it stands. Time in which the server was down is not charged.", ("H22",), True),
            Rule("Against a bot or at one keyboard the clocks can be off; with friends over ssh never.", ("H23",), True),
        ),
    ),
)  # fmt: skip
"""Headings and their lines, in the order of play."""
