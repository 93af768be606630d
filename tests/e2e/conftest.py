"""What all end-to-end tests share."""

from __future__ import annotations

from pathlib import Path

import pytest

from cardtable.ssh.hostkey import host_key


@pytest.fixture(scope="session")
def key_file(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A host key, made once."""
    path = tmp_path_factory.mktemp("keys") / "host_key"
    host_key(path)
    return path
