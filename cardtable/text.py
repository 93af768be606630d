"""The one sanitiser: every text that a player typed passes here before anybody else's screen, log or store sees it."""

from __future__ import annotations

import re
import unicodedata
from functools import cache

from rich.cells import cell_len

NAME_CELLS = 16
"""The widest a player's name may be, in terminal cells."""

_NAME_SIGNS = "_-."
_MARKS_PER_BASE = 2
_RAW_LIMIT = 1024

_ALIKE = str.maketrans("0i1", "oll")
"""What looks alike in ASCII itself, in one letter case or the other."""

_KINDS = {
    "str": "a text in quotes",
    "bool": "true or false",
    "int": "a whole number",
    "float": "a number",
    "object": "a [section]",
    "array": "a list",
}

_BLANKS = frozenset("\u034f\u115f\u1160\u17b4\u17b5\u2800\u3164\uffa0")
"""Letters, marks and signs that draw nothing, and so make two names look equal or one look empty."""


def clean_name(raw: str) -> str:
    """A player's name as others may see it: letters, digits, `_ - .` and single spaces, at most 16 cells wide.

    Everything else goes (controls, bidi and zero-width characters, surrogates, brackets, a third stacked mark).
    Without a letter or digit nothing is left, and the name is "". It may still look like a table's code.
    """
    kept = "".join(_name_part(char) for char in raw[:_RAW_LIMIT])
    name = fit(_few_marks(_composed(kept)), NAME_CELLS)
    return name if any(char.isalnum() for char in name) else ""


def skeleton(name: str) -> str:
    """What a name looks like: names with the same skeleton can be mistaken for each other.

    Case, marks, and letters of another alphabet that look like Latin ones count as nothing, after Unicode TR 39.
    """
    plain = unicodedata.normalize("NFKD", name)
    return "".join(_look_alike(char) for char in plain if unicodedata.category(char)[0] != "M").translate(_ALIKE)


def clean_line(raw: str, cells: int) -> str:
    """One line of anybody's text, at most `cells` wide: a space for every run of blanks, no control, format, private

    or surrogate character, and no more than two marks on a base. Brackets stay: show it with markup off.
    """
    kept = "".join(_line_part(char) for char in raw[: max(_RAW_LIMIT, 4 * cells)])
    return fit(_few_marks(_composed(kept)), cells)


def fit(text: str, cells: int) -> str:
    """As much from the start of the text as `cells` terminal cells hold, without blanks at its end."""
    width = 0
    for at, char in enumerate(text):
        width += cell_len(char)
        if width > cells:
            return text[:at].rstrip()
    return text


def file_fault(fault: Exception) -> str:
    """What is wrong with a TOML file, in words for whoever wrote it; the key is named where there is one."""
    text = str(fault).replace("`", "'")
    if found := re.fullmatch(r"Expected '(\w+)(?: \| null)?', got '(\w+)' - at '\$\.?([^']*)'", text):
        return f"{found[3]} must be {_KINDS.get(found[1], found[1])}, not {_KINDS.get(found[2], found[2])}"
    if found := re.fullmatch(r"Object contains unknown field '([^']*)'.*", text):
        return f"there is no setting called {found[1]}"
    if found := re.fullmatch(r"Invalid enum value '([^']*)' - at '\$\.?([^']*)'", text):
        return f"{found[2]} cannot be '{found[1]}'"
    return text


@cache
def _look_alike(char: str) -> str:
    """The ASCII letter that this one looks like, or itself, small."""
    if char.isascii():
        return char.lower()
    # Some 50 ms to load, for the few names that are not plain ASCII.
    from confusable_homoglyphs.confusables import confusables_data

    twins = [twin["c"] for twin in confusables_data.get(char, ()) if twin["c"].isascii() and twin["c"].isalnum()]
    return (twins[0] if twins else char).casefold()


def _name_part(char: str) -> str:
    kind = unicodedata.category(char)
    if _invisible(char):
        return ""
    if char in _NAME_SIGNS or kind[0] in "LM" or kind == "Nd":
        return char
    return " " if kind == "Zs" else ""


def _line_part(char: str) -> str:
    kind = unicodedata.category(char)
    if kind[0] == "Z" or char in "\t\n\r\v\f":
        return " "
    return "" if kind[0] == "C" or _invisible(char) else char


def _invisible(char: str) -> bool:
    selector = "\ufe00" <= char <= "\ufe0f" or "\U000e0100" <= char <= "\U000e01ef" or "\u180b" <= char <= "\u180f"
    return char in _BLANKS or selector


def _composed(text: str) -> str:
    return " ".join(unicodedata.normalize("NFC", text).split())


def _few_marks(text: str) -> str:
    """The text with at most two marks on each base character, and none where there is no base."""
    kept: list[str] = []
    room = 0
    for char in text:
        if char == " ":
            room = 0
        elif unicodedata.category(char)[0] != "M" and cell_len(char) > 0:
            room = _MARKS_PER_BASE
        elif room == 0:
            continue
        else:
            room -= 1
        kept.append(char)
    return " ".join("".join(kept).split())
