"""The registry of models: what the publications list, under every name that they use, and nothing else."""

import pytest

from gwageo.core import ConfigError, UnknownName
from gwageo.models.known import find, models, named, preset, presets
from gwageo.models.registry import load_model


@pytest.mark.parametrize(
    ("name", "count"), [("@kbs-table10", 29), ("@kbs-closed", 4), ("@nolli-15", 15), ("@kolighteval-6", 6)]
)
def test_a_preset_has_as_many_models_as_its_paper_says(name: str, count: int) -> None:
    found = preset(name)
    assert len({model.name for model in found}) == len(found) == count
    assert name in presets()


def test_kbs_examines_ten_korean_and_nineteen_multilingual_checkpoints() -> None:
    groups = [model.group for model in preset("@kbs-table10")]
    assert (groups.count("korean"), groups.count("multilingual")) == (10, 19)


def test_under_chat_there_are_eight_korean_six_qwen_and_four_gemma_models() -> None:
    """The counts of KBS's table 19."""
    chat = [model for model in preset("@kbs-table10") if model.template]
    kinds = ["korean" if model.group == "korean" else model.family for model in chat]
    assert [kinds.count(kind) for kind in ("korean", "Qwen", "Gemma")] == [8, 6, 4]


def test_six_models_can_turn_thinking_off() -> None:
    switch = [model.name for model in models() if model.thinking == "enable_thinking"]
    assert len(switch) == 6
    assert all(name.startswith("Qwen3.5-") and not name.endswith("-Base") for name in switch)


def test_every_name_means_one_model() -> None:
    every = [name for model in models() for name in model.names]
    assert len(every) == len(set(every))
    assert all(find(name) is model for model in models() for name in model.names)


def test_every_checkpoint_of_kbs_can_be_run() -> None:
    kinds = [(model.run or "").partition(":")[0] for model in (*preset("@kbs-table10"), *preset("@kbs-closed"))]
    assert kinds == ["hf"] * 29 + ["anthropic"] * 2 + ["openai"] * 2


def test_the_base_and_the_instruct_model_of_like_names_are_kept_apart() -> None:
    base, instruct = find("hf:google/gemma-4-31B"), find("gemma-4-31b")
    assert base is not None
    assert instruct is not None
    assert (base.stage, instruct.stage) == ("base", "instruct")


def test_names_keep_their_order_and_a_model_without_one_to_run_by_keeps_its_own() -> None:
    assert named(["embedded", "@nolli-15", "embedded"])[0] == "embedded"
    assert len(named(["@nolli-15"])) == 15
    assert "Gemini 3.1 Pro" in named(["@nolli-15"])
    assert find("who/knows") is None


def test_a_preset_is_no_model() -> None:
    with pytest.raises(UnknownName, match="did you mean @kbs-closed"):
        preset("@kbs-close")
    with pytest.raises(ConfigError, match="@kbs-closed stands for 4 models"):
        load_model("@kbs-closed")
    with pytest.raises(UnknownName):
        preset("kbs-closed")


def test_how_a_model_is_reached_does_not_hide_which_it_is() -> None:
    assert find("openai:gpt-5.5") is find("gpt-5.5") is not None
    assert find("openai:gemini-3-flash-preview") is find("Gemini 3 Flash") is not None
    assert find("nowhere:gpt-5.5") is None
