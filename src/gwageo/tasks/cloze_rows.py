"""What the two fill-in exams share: the blank, and the generative prompt."""

from collections.abc import Mapping
from typing import Any

from gwageo.scoring.labels import LabelRule
from gwageo.tasks import rows
from gwageo.tasks.base import RowError
from gwageo.tasks.choice import BLANK

GENERATIVE_PROMPT = """\
문장의 빈칸에 들어갈 말로 더 자연스러운 선택지를 고르세요.
문장: {text}
{options}
반드시 A 또는 B 중 하나의 문자로만 답하세요.
정답:"""

TWO_LETTERS = LabelRule("B")


def text_with_blank(row: Mapping[str, Any], column: str) -> str:
    """A text with exactly one blank."""
    found = rows.text(row, column)
    if found.count(BLANK) != 1:
        raise RowError(f"has {found.count(BLANK)} blanks {BLANK!r}, expected exactly one: {found[:60]!r}", column)
    return found
