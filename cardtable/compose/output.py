"""Standard output, for what may be long and whose reader may go away."""

from __future__ import annotations

import os
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from typing import BinaryIO

from cardtable.errors import BadInput


@contextmanager
def to_stdout() -> Iterator[BinaryIO]:
    """Write here. A reader who has seen enough is no fault; raises BadInput for any other."""
    try:
        yield sys.stdout.buffer
        sys.stdout.buffer.flush()
    except BrokenPipeError:
        # What Python would still flush at its end has nowhere to go.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
    except OSError as fault:
        raise BadInput(f"standard output cannot be written: {fault.strerror or fault}") from None
