"""How this program is called, as it can be typed."""

from __future__ import annotations

import shlex
import shutil
import sys
from pathlib import Path


def command() -> str:
    """`cardtable` where the shell finds it, else what was typed: a path into a virtual environment, say."""
    own = Path(sys.argv[0])
    found = shutil.which("cardtable")
    if own.name != "cardtable" or (found is not None and Path(found).samefile(own)):
        return "cardtable"
    return shlex.quote(sys.argv[0])
