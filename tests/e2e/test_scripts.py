"""Every script in this folder, played at the real server."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.e2e.runner import run_script

SCRIPTS = sorted(Path(__file__).parent.glob("*.txt"))
TEXTS = {path: path.read_text(encoding="utf-8") for path in SCRIPTS}


@pytest.mark.parametrize("script", SCRIPTS, ids=[path.stem for path in SCRIPTS])
async def test_script(script: Path, key_file: Path) -> None:
    await run_script(script.name, TEXTS[script], key_file)
