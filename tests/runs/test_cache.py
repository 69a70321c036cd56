"""The cache of replies: what is one reply and what is another, who may read it, and what is never kept."""

import shutil
import sqlite3
import threading
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

pytest.importorskip("aiohttp")
from echo_exam import echo_exam, number_of
from fake_server import FakeServer, Says, serving
from gwageo.api import Evaluation, evaluate
from gwageo.core import (
    Chat,
    ConfigError,
    Generate,
    LogLikelihood,
    Message,
    Output,
    Request,
    Sampling,
    StoreError,
    Usage,
)
from gwageo.models.openai.endpoint import OpenAIModel
from gwageo.models.options import ModelOptions
from gwageo.runs.cache import Kept, ReplyCache, reply_key

CHAT = Chat((Message("system", "s"), Message("user", "u")))
BASE = Generate(CHAT, 256, ("끝",), Sampling(seed=1))


@pytest.fixture(autouse=True)
def _alone(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("GWAGEO_CACHE", str(tmp_path / "cache"))
    monkeypatch.delenv("GWAGEO_API_KEY", raising=False)


def model(**options: Any) -> OpenAIModel:
    return OpenAIModel(options.pop("name", "m"), ModelOptions(**{"base_url": "http://h/v1", **options}))


def test_everything_that_can_change_a_reply_is_part_of_its_key() -> None:
    """RE-05: settings, stop strings, system text, template and thinking switches, seed, server, repeat."""
    changed: list[Request] = [
        replace(BASE, max_tokens=2048),
        replace(BASE, sampling=Sampling(0.7, seed=1)),
        replace(BASE, sampling=Sampling(seed=2)),
        replace(BASE, stop=()),
        replace(BASE, think_budget=5),
        replace(BASE, prompt=Chat((Message("system", "t"), Message("user", "u")))),
        replace(BASE, prompt=Chat((Message("user", "u"),))),
        replace(BASE, prompt=replace(CHAT, thinking=False)),
        replace(BASE, prompt="u"),
        LogLikelihood("u", " v"),
        LogLikelihood("u", " w"),
    ]
    models = [
        model(name="n"),
        model(base_url="http://g/v1"),
        model(reasoning_effort="low"),
        model(extra_body={"min_p": 0.1}),
        model(chat_template_kwargs={"a": 1}),
        model(client_stop=True),
    ]
    keys = [reply_key(model(), BASE, 0), reply_key(model(), BASE, 1)]
    keys += [reply_key(model(), request, 0) for request in changed] + [reply_key(other, BASE, 0) for other in models]
    assert len(set(keys)) == len(keys) == 19
    assert reply_key(model(timeout_s=5.0), BASE, 0) == keys[0]


def test_what_cannot_change_a_reply_is_not() -> None:
    assert reply_key(model(), replace(BASE, reference="answer", choices=("a",)), 0) == reply_key(model(), BASE, 0)


def kept(key: str, **output: Any) -> Kept:
    return Kept(key, "http://h/v1", "m", Output(**{"text": "답", "finish_reason": "stop", **output}))


def test_a_reply_comes_back_as_it_was_and_marked() -> None:
    output = Output(text="답\ud800", finish_reason="length", usage=Usage(1, 2), latency_s=0.5, flags=("x",), cost=0.25)
    cache = ReplyCache(Path("c.sqlite"))
    cache.put([Kept("k", "s", "m", output)])
    assert cache.get("k") == replace(output, reused=True)
    assert cache.get("other") is None
    cache.close()


def test_failed_replies_are_not_kept() -> None:
    cache = ReplyCache(Path("c.sqlite"))
    cache.put([kept("good"), kept("bad", text=None, error="dropped: x")])
    assert cache.get("good") is not None
    assert cache.get("bad") is None
    cache.close()


def test_a_reply_that_cannot_be_read_is_asked_again() -> None:
    cache = ReplyCache(Path("c.sqlite"))
    cache.put([kept("k")])
    other = sqlite3.connect("c.sqlite", isolation_level=None)
    other.execute("UPDATE replies SET output = '{torn'")
    assert cache.get("k") is None
    cache.put([kept("k")])
    assert cache.get("k") is not None
    other.close()
    cache.close()


@pytest.mark.parametrize(
    ("change", "error", "words"),
    [
        ("PRAGMA user_version = 0", ConfigError, "a cache of version 0, and this gwageo reads version 1"),
        ("PRAGMA user_version = 9", ConfigError, "a cache of version 9"),
        ("PRAGMA application_id = 7", ConfigError, "no cache of replies"),
    ],
)
def test_a_file_of_another_version_is_refused_and_left_as_it_is(
    change: str, error: type[Exception], words: str
) -> None:
    ReplyCache(Path("c.sqlite")).close()
    other = sqlite3.connect("c.sqlite", isolation_level=None)
    other.execute(change)
    other.close()
    before = Path("c.sqlite").read_bytes()
    with pytest.raises(error, match=words):
        ReplyCache(Path("c.sqlite"))
    assert Path("c.sqlite").read_bytes() == before


def test_what_is_no_database_is_told() -> None:
    Path("c.sqlite").write_text("not a database, but a text that is long enough to look at" * 20, encoding="utf-8")
    with pytest.raises(StoreError, match="--no-cache does without it"):
        ReplyCache(Path("c.sqlite"))


def test_a_full_disk_is_told_and_loses_nothing_that_was_kept() -> None:
    cache = ReplyCache(Path("c.sqlite"))
    cache.put([kept("k")])
    pages = cache._writer.execute("PRAGMA page_count").fetchone()[0]
    cache._writer.execute(f"PRAGMA max_page_count = {pages + 1}")
    with pytest.raises(StoreError, match="could not be read or written"):
        cache.put([kept(str(number), text="가" * 5000) for number in range(50)])
    assert cache.get("k") is not None
    assert cache.get("0") is None
    cache.close()


def test_two_runs_may_write_at_once() -> None:
    def write(name: str) -> None:
        cache = ReplyCache(Path("c.sqlite"))
        for number in range(50):
            cache.put([kept(f"{name}{number}"), kept(f"both{number}")])
        cache.close()

    threads = [threading.Thread(target=write, args=(name,)) for name in "ab"]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    cache = ReplyCache(Path("c.sqlite"))
    assert all(cache.get(f"{name}{number}") for name in ("a", "b", "both") for number in range(50))
    cache.close()


def ask(server: FakeServer, output: str, n: int = 6, **how: Any) -> Evaluation:
    with echo_exam(n):
        options = ModelOptions(base_url=server.url)
        return evaluate("openai:m", "echo", protocol="chat", output=output, model_options=options, **how)


def test_a_second_run_pays_for_nothing_and_says_so() -> None:
    with serving() as server:
        first = ask(server, "one", 4)
        second = ask(server, "two", 6)
        assert [each.echo for each in server.completions[4:]] == [number_of(4), number_of(5)]
        assert second.manifest.facts["from_cache"] == 4
        assert second.rows[0].value == first.rows[0].value == 1.0
        ask(server, "three", 6, no_cache=True)
        assert len(server.completions) == 12


def test_repeats_are_asked_for_each_by_itself() -> None:
    with serving() as server:
        ask(server, "one", 3, repeats=4)
        assert len(server.completions) == 12
        ask(server, "two", 3, repeats=5)
        assert len(server.completions) == 15


def test_failed_and_empty_pieces_are_asked_again() -> None:
    """RE-07: a whole reply comes from the cache, one that failed does not."""
    with serving(lambda ask: Says(finish=None) if ask.echo == number_of(1) else Says()) as server:
        from unittest import mock

        from gwageo.runs.serving import Patience

        with mock.patch("gwageo.runs.serving.Patience", return_value=Patience(tries=2, base_s=0.001)):
            assert ask(server, "one", 3).failed == 1
        server.script = lambda ask: Says()
        before = len(server.completions)
        assert ask(server, "two", 3).failed == 0
    assert [each.echo for each in server.completions[before:]] == [number_of(1)]


def test_judging_again_asks_nothing() -> None:
    with serving() as server:
        first = ask(server, "one", 3)
        (Path("one") / "records.parquet").unlink()
        shutil.rmtree("cache")
        again = ask(server, "one", 3)
        assert len(server.completions) == 3
    assert again.rows == first.rows
