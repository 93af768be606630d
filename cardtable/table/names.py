"""Which names a player may have at a table, and how two of them are told apart."""

from __future__ import annotations

from collections.abc import Collection, Iterator
from itertools import count

from cardtable.table.codes import could_be_code
from cardtable.text import NAME_CELLS, clean_name, fit, skeleton

RESERVED = frozenset({"you"})
"""What the screen itself calls somebody: another player of that name would be taken for the reader."""


def checked_name(raw: str) -> tuple[str, str | None]:
    """From what was typed or sent to the name as others see it, and why it is none if it is not ("" then)."""
    name = clean_name(raw)
    if not name:
        return "", "A name needs a letter or a digit; up to 16 wide."
    if could_be_code(skeleton(name)) or could_be_code(name):
        return "", "That could be taken for a table code; choose another name."
    if skeleton(name) in RESERVED:
        return "", f"The screen calls everybody “{skeleton(name)}”; choose another name."
    return name, None


def told_apart(name: str, taken: Collection[str]) -> str:
    """The name, with a number behind it if one of these names is the same or looks the same."""
    looks = {skeleton(other) for other in taken}
    return next(one for one in numbered(name) if skeleton(one) not in looks)


def numbered(name: str) -> Iterator[str]:
    """The name, then the name with 2, 3, 4 … behind it, each as wide as a name may be."""
    yield name
    for number in count(2):
        ending = f"-{number}"
        yield fit(name, NAME_CELLS - len(ending)) + ending
