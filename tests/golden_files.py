"""Golden files: what a text must be, kept under tests/golden. UPDATE_GOLDEN=1 accepts the present text."""

import os
from pathlib import Path

GOLDEN = Path(__file__).parent / "golden"


def check_golden(name: str, text: str) -> None:
    """Compare a text with its golden file."""
    path = GOLDEN / name
    if os.environ.get("UPDATE_GOLDEN") == "1":
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8")
    assert path.exists(), f"{path} is missing; make it with UPDATE_GOLDEN=1"
    assert text == path.read_text(encoding="utf-8")
