"""`gwageo models`: all, a preset, one; what is not known is refused with the closest names."""

import json

from command_line import gwageo


def test_a_preset_and_one_model_are_shown() -> None:
    assert "hf:Qwen/Qwen3.5-35B-A3B" in gwageo("models", "@kbs-table10").stdout
    one = gwageo("models", "openai_gpt-5.5", "--format", "csv").stdout.splitlines()
    assert (len(one), one[1].split(",")[:3]) == (2, ["GPT-5.5", "openai:gpt-5.5-2026-04-23", "closed"])


def test_programs_get_everything_and_null_where_nothing_is_stated() -> None:
    found = json.loads(gwageo("models", "Gemini 3 Flash", "--json").stdout)
    assert found["models"][0]["sampling"] == {"temperature": 1.0, "top_p": 0.95, "top_k": 64}
    assert (found["models"][0]["run"], found["models"][0]["licence"]) == (None, None)
    assert len(json.loads(gwageo("models", "--json").stdout)["presets"]["@nolli-15"]) == 15


def test_an_unknown_name_is_refused_with_the_closest() -> None:
    shown = gwageo("models", "@kbs-table")
    assert (shown.returncode, "@kbs-table10" in shown.stderr) == (2, True)
    assert "Qwen3.5-9B" in gwageo("models", "Qwen3.5-9").stderr
