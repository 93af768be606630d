"""The architecture as a test: who may import whom (contracts in pyproject.toml), and what the rules pull in."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).parent.parent

PULLED_IN = """
import pkgutil, sys
import cardtable.rules
for module in pkgutil.walk_packages(cardtable.rules.__path__, "cardtable.rules."):
    __import__(module.name)
print(*sorted({name.partition(".")[0] for name in sys.modules}))
"""


def _run(code: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run([sys.executable, "-c", code], cwd=ROOT, capture_output=True, text=True, check=False)


def test_the_rules_pull_in_no_screen_no_network_no_loop_and_no_chance() -> None:
    done = _run(PULLED_IN)
    assert done.returncode == 0, done.stderr
    loaded = set(done.stdout.split())
    assert "cardtable" in loaded
    assert not loaded & {"textual", "rich", "asyncssh", "asyncio", "random", "secrets", "socket", "sqlalchemy"}


def test_every_contract_between_the_layers_is_kept() -> None:
    done = _run("from importlinter.cli import lint_imports_command as lint; lint(['--no-cache'])")
    assert done.returncode == 0, done.stdout[-3000:] + done.stderr
