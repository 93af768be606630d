"""What all tests share."""

from __future__ import annotations

import pytest
from hypothesis import settings

# A slow moment of the machine is no fault of the code under test.
settings.register_profile("cardtable", deadline=None)
settings.load_profile("cardtable")


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption("--update-golden", action="store_true", help="Write the files in tests/golden anew.")


@pytest.fixture
def update_golden(request: pytest.FixtureRequest) -> bool:
    """Whether the golden files are to be written instead of compared."""
    return bool(request.config.getoption("--update-golden"))
