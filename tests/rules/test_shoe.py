"""The shuffle: the same for ever for a seed, fair, lazy, and committed to."""

from __future__ import annotations

import hashlib
import hmac
from collections.abc import Iterator

import pytest
from hypothesis import given
from hypothesis import strategies as st

from cardtable.rules import shoe as shoe_module
from cardtable.rules.cards import PACK
from cardtable.rules.shoe import UNCUT, Shoe, commitment, deck_seed

KNOWN = {
    b"cardtable": "3S QH 5S AD 8C TH 9C 8H 4H 3H TD 2C KD KC 3C 6C 4C 8S 2D 6D 9S 5C AH TS AS JC "
    "KS JS 6H 4D JD 4S 7D QD 9H 2S 6S 7S JH TC AC 3D 5H KH 7H 8D QC 7C QS 5D 9D 2H",
    bytes(range(32)): "6S AS 5C TD 3S 8C 5H JH 3D 2S AH 9H 7S 7C 6D TS QS KD 5D 2C 8H KS AC JD 4S 4D "
    "6C TC QD JS 9C 6H QH 7H QC 2H AD 2D TH 4C KH 8D 7D KC 9D 4H 5S 3C 8S JC 3H 9S",
}
"""Worked out by a program of its own from the description, not by this package."""


def _order(shoe: Shoe) -> list[str]:
    return [shoe.card(i).value for i in range(shoe.size)]


def _by_the_description(seed: bytes) -> list[str]:
    stream = b"".join(hmac.new(seed, counter.to_bytes(8, "big"), hashlib.sha256).digest() for counter in range(30))
    words = iter([int.from_bytes(stream[i : i + 8], "big") for i in range(0, len(stream), 8)])
    cards = [rank + suit for suit in "SHDC" for rank in "A23456789TJQK"]
    for i in range(52):
        n = 52 - i
        j = i + next(word for word in words if word < 2**64 // n * n) % n
        cards[i], cards[j] = cards[j], cards[i]
    return cards


@pytest.mark.parametrize("seed", KNOWN)
def test_H2_a_seed_gives_the_known_order(seed: bytes) -> None:
    assert _order(Shoe(seed)) == KNOWN[seed].split()


@given(st.binary(max_size=80))
def test_the_order_is_as_described(seed: bytes) -> None:
    assert _order(Shoe(seed)) == _by_the_description(seed)


@given(st.binary(max_size=32), st.permutations(range(52)))
def test_the_order_does_not_depend_on_how_it_is_asked_for(seed: bytes, indices: list[int]) -> None:
    shoe = Shoe(seed)
    asked = {index: shoe.card(index).value for index in indices}
    assert [asked[i] for i in range(52)] == _order(Shoe(seed))


@pytest.mark.parametrize("position", [0, 5, 25, 51])
def test_every_card_is_equally_likely_in_every_place(position: int) -> None:
    rounds = 5_200
    counts = dict.fromkeys(PACK, 0)
    for number in range(rounds):
        counts[Shoe(number.to_bytes(32, "big")).card(position)] += 1
    expected = rounds / 52
    chi_square = sum((count - expected) ** 2 / expected for count in counts.values())
    assert chi_square < 100  # 51 degrees of freedom: a fair shuffle is above once in 20,000


def test_a_word_that_would_favour_some_cards_is_thrown_away(monkeypatch: pytest.MonkeyPatch) -> None:
    def words(seed: bytes) -> Iterator[int]:
        yield from (2**64 - 1, 2**64 - 2**64 % 52, 3)

    monkeypatch.setattr(shoe_module, "_words", words)
    assert Shoe(b"").card(0) is PACK[3]


def test_only_what_is_asked_for_is_drawn(monkeypatch: pytest.MonkeyPatch) -> None:
    blocks: list[bytes] = []
    digest = hmac.digest

    def counted(key: bytes, message: bytes, name: str) -> bytes:
        blocks.append(message)
        return digest(key, message, name)

    monkeypatch.setattr(hmac, "digest", counted)
    shoe = Shoe(b"lazy")
    assert len(blocks) == 0
    shoe.card(0)
    assert len(blocks) == 1
    shoe.card(3)  # four words to a block
    shoe.card(2)
    assert len(blocks) == 1
    shoe.card(4)
    assert len(blocks) == 2


def test_the_commitment_is_the_seeds_sha256() -> None:
    assert commitment(b"abc") == "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad"


@pytest.mark.parametrize("index", [-1, 52])
def test_there_are_no_cards_beyond_the_shoe(index: int) -> None:
    with pytest.raises(IndexError, match="of a shoe of 52"):
        Shoe(b"").card(index)


def test_a_stacked_shoe_is_in_the_order_given() -> None:
    assert _order(Shoe.stacked(PACK[3:6])) == [card.value for card in PACK[3:6]]


def test_shoes_are_equal_when_their_order_is() -> None:
    assert Shoe(b"one") == Shoe(b"one")
    assert hash(Shoe(b"one")) == hash(Shoe(b"two"))
    assert Shoe(b"one") != Shoe(b"two")
    assert Shoe(b"one") != "a shoe"
    assert Shoe(b"one") == Shoe.stacked([Shoe(b"one").card(i) for i in range(52)])


def test_a_repr_shows_no_card() -> None:
    shoe = Shoe(b"one")
    shoe.card(51)
    assert repr(shoe) == "<Shoe of 52>"


def test_without_cuts_the_deck_is_the_seeds_own() -> None:
    assert deck_seed(b"cardtable", UNCUT) == b"cardtable"


def test_a_cut_deck_is_dealt_from_the_hmac_of_both_cuts() -> None:
    message = b"\0\0\0\x04\xc3\xa9ab" + b"\0\0\0\x01c"
    assert deck_seed(b"seed", ("éab", "c")) == hmac.new(b"seed", message, hashlib.sha256).digest()


CUTS = st.tuples(st.text(max_size=6), st.text(max_size=6))


@given(st.binary(max_size=32), CUTS, CUTS)
def test_other_cuts_give_another_deck(seed: bytes, cuts: tuple[str, str], others: tuple[str, str]) -> None:
    assert (deck_seed(seed, cuts) == deck_seed(seed, others)) == (cuts == others)
    assert (_order(Shoe(deck_seed(seed, cuts))) == _order(Shoe(deck_seed(seed, others)))) == (cuts == others)


@given(st.text(min_size=2, max_size=8), st.data())
def test_moving_a_letter_from_one_cut_to_the_other_is_another_cut(text: str, data: st.DataObject) -> None:
    at, other = data.draw(st.lists(st.integers(0, len(text)), min_size=2, max_size=2, unique=True))
    assert deck_seed(b"", (text[:at], text[at:])) != deck_seed(b"", (text[:other], text[other:]))


def test_another_seed_gives_another_deck_whatever_the_cuts() -> None:
    assert deck_seed(b"one", ("a", "b")) != deck_seed(b"two", ("a", "b"))
