"""What can go wrong, and whose fault it is.

CardtableError
├── Rejected      the player's: a command that is refused; nothing has changed
├── BadInput      the user's or operator's: a file, an option, a code; one line, exit code 2
└── RulesBug      ours: the table halts, the trace goes to the log
"""

from __future__ import annotations


class CardtableError(Exception):
    """The root of every error this project raises on purpose."""


class Rejected(CardtableError):
    """A player's command that may not be carried out. The state is unchanged.

    `code` is a stable word for programs; `text` is one sentence for the player.
    """

    def __init__(self, code: str, text: str) -> None:
        super().__init__(text)
        self.code = code
        self.text = text


class BadInput(CardtableError):
    """Something handed in from outside is wrong; the text says what, and what would be right."""


class RulesBug(CardtableError):
    """The rules met a state they cannot be in: a defect of ours, never the player's fault."""
