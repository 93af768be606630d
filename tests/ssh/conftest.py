"""What all tests of `ssh` share."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import asyncssh
import pytest

from cardtable.ssh.context import SessionContext
from cardtable.ssh.hostkey import host_key
from tests.support.toy_app import ToyApp


@pytest.fixture(scope="session")
def key_file(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A host key, made once."""
    path = tmp_path_factory.mktemp("keys") / "host_key"
    host_key(path)
    return path


@pytest.fixture(scope="session")
def ann_key() -> asyncssh.SSHKey:
    """A player's own key."""
    return asyncssh.generate_private_key("ssh-ed25519")


@pytest.fixture
def apps() -> list[ToyApp]:
    """Every toy app that `toy` has made, in order."""
    return []


@pytest.fixture
def toy(apps: list[ToyApp]) -> Callable[[SessionContext], ToyApp]:
    """Makes toy apps and remembers them."""

    def make(context: SessionContext) -> ToyApp:
        apps.append(ToyApp(context))
        return apps[-1]

    return make
