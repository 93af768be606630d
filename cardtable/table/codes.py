"""Table codes such as `K7Q-2MX`: two groups of three from an alphabet without look-alikes."""

from __future__ import annotations

import random
import re

ALPHABET = "23456789ABCDEFGHJKMNPQRSTUVWXYZ"
"""No 0 or O, no 1, I or L."""

MATCH_ID = 8
"""Letters of a finished match's id, from the same alphabet."""

_ID = re.compile(rf"[{ALPHABET}]{{{MATCH_ID}}}")
_CODE = re.compile(rf"([{ALPHABET}]{{3}})-?([{ALPHABET}]{{3}})")


def new_code(rng: random.Random) -> str:
    """A fresh code; 887 million of them exist. It always holds a digit, so that few words look like one."""
    while True:
        letters = "".join(rng.choice(ALPHABET) for _ in range(6))
        if any(letter.isdigit() for letter in letters):
            return f"{letters[:3]}-{letters[3:]}"


def normalize_code(text: str) -> str:
    """The code as it is printed: capitals and a dash. What is no code comes back trimmed and in capitals."""
    found = _CODE.fullmatch(text.strip().upper())
    return f"{found[1]}-{found[2]}" if found else text.strip().upper()


def looks_like_code(text: str) -> bool:
    """Whether this is written as a code with its dash, in capitals or not."""
    return "-" in text and _CODE.fullmatch(text.strip().upper()) is not None


def looks_like_match(text: str) -> bool:
    """Whether this is written as the id of a finished match, in capitals or not."""
    return _ID.fullmatch(text.strip().upper()) is not None


def could_be_code(name: str) -> bool:
    """Whether this could be taken for a code, with its dash or other signs between the letters, or without any.

    Every code holds a digit, so that words of six letters are none.
    """
    letters = "".join(char for char in name.upper() if char.isalnum())
    return looks_like_code(name) or (_CODE.fullmatch(letters) is not None and any(map(str.isdigit, letters)))


def checked_code(raw: str) -> tuple[str, str | None]:
    """A table code as it is printed, or why it is none."""
    code = normalize_code(raw)
    if not looks_like_code(code):
        return "", "A code looks like K7Q-2MX."
    return code, None
