"""A comparison as sheets: every setting has a name in both languages, and what has none stands for itself."""

import pytest

from gwageo.messages import entries, speaking
from gwageo.models.registry import load_model
from gwageo.report.comparing import in_words
from gwageo.runs.config import SERVED, RunConfig, flatten

TOLD_OTHERWISE = (*SERVED, "settings.shots", "model_options.seed")


@pytest.mark.parametrize("name", [name for name in flatten(RunConfig().model_dump()) if name not in TOLD_OTHERWISE])
def test_every_setting_has_a_name_in_words(name: str) -> None:
    assert f"setting.{name}" in entries("setting")


def test_what_a_checkpoint_is_known_by_has_names() -> None:
    assert {f"setting.loaded.{name}" for name in load_model("embedded").identity()} <= entries("setting").keys()


@pytest.mark.parametrize(
    ("name", "english", "korean"),
    [
        ("settings.sampling.top_k", "top-k", "top-k"),
        ("shots.ko-ged-mc:high", "demonstrations: ko-ged-mc:high", "예시 수: ko-ged-mc:high"),
        ("packages.ruamel.yaml", "version of a package: ruamel.yaml", "패키지 버전: ruamel.yaml"),
        ("settings.options.tie", "option of an exam: tie", "시험 옵션: tie"),
        ("loaded.engine.build", "loaded.engine.build", "loaded.engine.build"),
    ],
)
def test_names_are_told_with_what_they_hold(name: str, english: str, korean: str) -> None:
    assert in_words(name) == english
    with speaking("ko"):
        assert in_words(name) == korean
