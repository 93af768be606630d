"""Who the operator is: the keys that `--admin-key` names, as fingerprints."""

from __future__ import annotations

import re
from pathlib import Path

import asyncssh

from cardtable.errors import BadInput

_FINGERPRINT = re.compile(r"SHA256:[A-Za-z0-9+/]{43}")
_KEY = re.compile(r"(?:ssh|sk-ssh|ecdsa|sk-ecdsa)-\S+\s+AAAA\S+")
"""A key in a line of an `authorized_keys` file, behind whatever options stand there."""
_LARGEST_FILE = 1_000_000


def is_fingerprint(text: str) -> bool:
    """Whether this is a key's fingerprint as `ssh-keygen -l` prints it."""
    return _FINGERPRINT.fullmatch(text) is not None


def read_operators(named: str) -> frozenset[str]:
    """The fingerprints of a public key file, an authorized_keys file, or the one that is given. Raises BadInput."""
    if named.upper().startswith("SHA256:"):
        if not is_fingerprint(named):
            raise BadInput(f"admin key {named!r} is no fingerprint: ssh-keygen -lf KEY.pub prints it, SHA256:…")
        return frozenset({named})
    found = frozenset(filter(None, map(_fingerprint, _text(Path(named)).splitlines())))
    if not found:
        raise BadInput(f"{named} holds no public key; give the .pub file, or SHA256:…")
    return found


def _text(path: Path) -> str:
    try:
        with path.open(encoding="utf-8", errors="replace") as file:
            return file.read(_LARGEST_FILE)
    except (OSError, ValueError) as fault:
        why = fault.strerror if isinstance(fault, OSError) else fault
        raise BadInput(f"admin key {str(path)!r} cannot be read: {str(why).lower()}") from None


def _fingerprint(line: str) -> str | None:
    """The key in this line; None for a comment, a blank or something else. Raises BadInput for a damaged key."""
    found = None if line.lstrip().startswith("#") else _KEY.search(line)
    if found is None:
        return None
    try:
        return asyncssh.import_public_key(found[0]).get_fingerprint()
    except (asyncssh.KeyImportError, ValueError) as fault:
        raise BadInput(f"a key in the admin key file is damaged: {fault}") from None
