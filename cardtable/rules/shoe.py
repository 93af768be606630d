"""A shuffled order of cards, drawn lazily, the same for a seed on every machine and version.

The order is a forward Fisher–Yates shuffle of the pack in printed order, driven by HMAC-SHA256:

* draw `i` (from 0) swaps position `i` with `i + r`, where `r` is uniform below `n = size - i`;
* `r` comes from 8-byte big-endian words of the stream HMAC(seed, 0), HMAC(seed, 1), … (the counter as 8
  bytes, big-endian); a word at or above the largest multiple of `n` below 2**64 is thrown away.

So the first k cards cost k draws, and anybody with the seed can deal the match again (fair-play check).

Where players have cut the deck, its seed is `deck_seed` of the secret seed and their cuts.
"""

from __future__ import annotations

import hashlib
import hmac
from collections.abc import Iterator, Sequence

from cardtable.rules.cards import PACK, Card

_WORD = 2**64


Cuts = tuple[str, str]
"""What each seat has cut the deck with, seats from 0; "" is no cut."""

UNCUT: Cuts = ("", "")


def deck_seed(seed: bytes, cuts: Cuts) -> bytes:
    """What the deck is dealt from: the seed itself where nobody has cut, else HMAC-SHA256 of the cuts under the seed.

    The message is both cuts in the order of the seats, each as the length of its UTF-8 in 4 bytes, big-endian, and
    that UTF-8. With the lengths ("ab", "c") and ("a", "bc") are two messages.
    """
    if cuts == UNCUT:
        return seed
    texts = [cut.encode() for cut in cuts]
    return hmac.digest(seed, b"".join(len(text).to_bytes(4, "big") + text for text in texts), "sha256")


def commitment(seed: bytes) -> str:
    """SHA-256 of the seed in hex: published before the first card, so that the seed cannot change later."""
    return hashlib.sha256(seed).hexdigest()


def _words(seed: bytes) -> Iterator[int]:
    counter = 0
    while True:
        block = hmac.digest(seed, counter.to_bytes(8, "big"), "sha256")
        for start in range(0, 32, 8):
            yield int.from_bytes(block[start : start + 8], "big")
        counter += 1


def _shuffled(seed: bytes, pack: Sequence[Card]) -> Iterator[Card]:
    cards, words = list(pack), _words(seed)
    for i in range(len(cards)):
        n = len(cards) - i
        ceiling = _WORD - _WORD % n
        word = next(words)
        while word >= ceiling:
            word = next(words)
        j = i + word % n
        cards[i], cards[j] = cards[j], cards[i]
        yield cards[i]


class Shoe:
    """The order of all cards of a round. A value: what is drawn lazily was fixed by the seed from the start.

    Its repr never shows a card, so that no log can leak one.
    """

    __slots__ = ("_known", "_rest", "size")

    def __init__(self, seed: bytes, pack: Sequence[Card] = PACK) -> None:
        self.size = len(pack)
        self._known: list[Card] = []
        self._rest: Iterator[Card] = _shuffled(seed, pack)

    @classmethod
    def stacked(cls, cards: Sequence[Card]) -> Shoe:
        """A shoe in a given order, first drawn first: for scripted games and for counting game trees."""
        shoe = cls(b"", cards)
        shoe._rest = iter(tuple(cards))
        return shoe

    def card(self, index: int) -> Card:
        """The card at a position from 0. Raises IndexError past the end."""
        if not 0 <= index < self.size:
            raise IndexError(f"card {index} of a shoe of {self.size}")
        while len(self._known) <= index:
            self._known.append(next(self._rest))
        return self._known[index]

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Shoe):
            return NotImplemented
        return self.size == other.size and all(self.card(i) == other.card(i) for i in range(self.size))

    def __hash__(self) -> int:
        # By size alone: hashing a state must not deal the whole deck.
        return hash(self.size)

    def __repr__(self) -> str:
        return f"<Shoe of {self.size}>"
