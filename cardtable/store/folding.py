"""Names as they are searched for: letters of either case alike, by their beginning."""

from __future__ import annotations

from collections.abc import Iterable

_BETWEEN = "\n"


def folded(name: str) -> str:
    """The name, or its beginning, in the form in which it is compared."""
    return name.casefold().replace(_BETWEEN, " ")


def side_by_side(names: Iterable[str]) -> str:
    """Several names as one text, in which one search finds the beginning of any of them."""
    return "".join(_BETWEEN + folded(name) for name in names)


def beginning(name: str) -> str:
    """What a text made by `side_by_side` contains if one of its names begins with this one."""
    return _BETWEEN + folded(name)
