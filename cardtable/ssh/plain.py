"""Text for terminals that show ASCII only."""

from __future__ import annotations

from rich.cells import cell_len


def _table() -> dict[int, str]:
    """Look-alikes for what stock widgets draw with: borders, bars, arrows, marks and the suits."""
    groups = {
        "-": "─━┄┅┈┉╌╍═▔▁‐‑–—⎯",
        "|": "│┃┆┇┊┋╎╏║▏▎▍▌▐▕",
        "+": "┌┍┎┏┐┑┒┓└┕┖┗┘┙┚┛├┝┞┟┠┡┢┣┤┥┦┧┨┩┪┫┬┭┮┯┰┱┲┳┴┵┶┷┸┹┺┻┼╋╔╗╚╝╠╣╦╩╬╭╮╯╰╒╓╕╖╘╙╛╜╞╟╡╢╤╥╧╨╪╫",
        "#": "█▉▊▋▇▆▅▄▃▂▀▓■",
        ":": "▒░",
        "*": "•●★◆∙·×",
        "o": "○◯◇□",
        ">": "▶▸►→›»❯",
        "<": "◀◂◄←‹«❮",
        "^": "▲▴↑",
        "v": "▼▾↓",
        "'": "‘’",
        '"': "“”",
        ".": "…",
        "S": "♠♤",
        "H": "♥♡",
        "D": "♦♢",
        "C": "♣♧",
        "x": "✗✘✕✖",
    }
    return {ord(char): plain for plain, chars in groups.items() for char in chars} | {ord("✓"): "v", ord("✔"): "v"}


_LOOK_ALIKE = _table()


def ascii_only(text: str) -> bytes:
    """The text in ASCII, as wide as before: look-alikes where there are some, else a question mark a cell."""
    if text.isascii():
        return text.encode()
    plain = text.translate(_LOOK_ALIKE)
    if plain.isascii():
        return plain.encode()
    return "".join(char if char < "\x80" else "?" * cell_len(char) for char in plain).encode()
