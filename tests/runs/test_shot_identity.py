"""The demonstrations that were asked for decide the answers, so they are part of a run's identity."""

from pathlib import Path
from typing import Any

from fake_exam import FakeModel
from gwageo.core import Protocol
from gwageo.runs.config import RunConfig
from gwageo.runs.plan import prepare
from gwageo.tasks.base import Settings


def identity(settings: Settings, protocol: Protocol | None = None) -> dict[str, Any]:
    config = RunConfig(
        model="fake", tasks=("ko-gsm8k",), data="bundled", settings=settings, protocol=protocol or Protocol()
    )
    return prepare(config, FakeModel()).identity


def test_ids_as_written_and_their_number() -> None:
    named = identity(Settings(shot_ids=("3", "1")))
    assert named["settings"]["shot_ids"] == ["3", "1"]
    assert named["tasks"]["ko-gsm8k"]["shots"] == 2


def test_other_data_by_its_content(tmp_path: Path) -> None:
    path = tmp_path / "shots.jsonl"
    lines = [f'{{"id": "d{n}", "question": "{n}+1은?", "answer": "#### {n + 1}"}}\n' for n in range(6)]
    digests = set()
    for content in (lines, lines[::-1], lines):
        path.write_text("".join(content), encoding="utf-8")
        digests.add(identity(Settings(shot_data=str(path)))["tasks"]["ko-gsm8k"]["shot_data"])
    assert len(digests) == 2
    assert "shot_data" not in identity(Settings())["tasks"]["ko-gsm8k"]


def test_the_form_of_demonstrations() -> None:
    assert identity(Settings(), Protocol("chat", "text"))["protocol"]["few_shot"] == "text"
