"""Fixtures that every test may use."""

import os
from pathlib import Path

import pytest


@pytest.fixture(scope="session")
def material() -> Path:
    """The folder with specs, cases and data that lies beside the project; it is never part of it."""
    folder = os.environ.get("GWAGEO_TEST_DATA")
    if folder:
        return Path(folder)
    if os.environ.get("CI") == "true":
        pytest.fail("GWAGEO_TEST_DATA must name the folder with the test material when CI=true")
    pytest.skip("GWAGEO_TEST_DATA is not set: the test needs the material that lies beside the project")
