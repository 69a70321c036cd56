"""What a plan says of a model behind a server: requests, tokens, price, and what is sent beside the prompt."""

from pathlib import Path

import pytest

from echo_exam import echo_exam
from fake_exam import FakeTask, exam
from gwageo.api import Snapshot, look_ahead_at, make_config
from gwageo.cli.console import progress_text
from gwageo.core import Protocol
from gwageo.models.options import ModelOptions
from gwageo.report.outlook import as_dict, lines
from gwageo.runs.progress import Traffic


@pytest.fixture(autouse=True)
def _table(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("GWAGEO_API_KEY", raising=False)
    path = tmp_path / "prices.toml"
    path.write_text('["openai:m@h.example"]\ninput = 1000000\noutput = 2000000\n', encoding="utf-8")
    monkeypatch.setenv("GWAGEO_PRICES", str(path))


def plan(model: str = "openai:m", repeats: int = 1, url: str = "http://h.example/v1") -> list[str]:
    with echo_exam(3):
        config = make_config(
            model=model,
            model_options=ModelOptions(base_url=url),
            tasks=("echo",),
            protocol=Protocol("chat"),
            repeats=repeats,
        )
        return list(lines(look_ahead_at([config])[0]))


def test_the_price_is_told_before_a_run_and_nothing_is_asked() -> None:
    """Each prompt has 13 syllables and signs of three bytes; a token is taken to have four bytes."""
    text = plan()
    bytes_ = sum(len(f"다음 수를 그대로 쓰시오.\n{1000003 * (i + 1)}".encode()) for i in range(3))
    tokens = -(-bytes_ // 4)
    told = f"about {tokens} prompt tokens, at most 48 reply tokens: about ${tokens:.2f} for the prompts, at most"
    assert sum(told in line for line in text) == 2
    assert any(f"at most ${tokens + 96:.2f} in all" in line for line in text)


def test_repeats_are_paid_for_each() -> None:
    assert any("at most 192 reply tokens" in line for line in plan(repeats=4))


def test_an_unknown_price_is_said_to_be_unknown() -> None:
    assert any("the price of this model is not known" in line for line in plan(url="http://other.example/v1"))


def test_what_is_sent_beside_the_prompt_is_shown() -> None:
    text = "\n".join(plan())
    assert 'sent with each prompt: {"max_tokens":16,"model":"m","temperature":0.0}' in text


def test_log_likelihoods_over_a_server_are_warned_of() -> None:
    with exam(FakeTask(), n=2):
        options = ModelOptions(base_url="http://h.example/v1")
        config = make_config(model="openai:m", model_options=options, tasks=("fake",))
        outlook = look_ahead_at([config])[0]
    assert [one.id for one in outlook.tasks[0].warnings] == ["server_likelihood"]
    assert as_dict(outlook)["bill"]["requests"] == 8


def test_the_progress_line_tells_tokens_and_cost_as_lower_bounds_where_some_are_unknown() -> None:
    traffic = Traffic(requests=12, again=2, at_once=16, reused=3, tokens=1234, unknown=0, cost=0.25)
    line = progress_text(Snapshot(10, 20, 10, 2.0, traffic=traffic))
    assert "requests 12 (again 2, at once 16, from the cache 3)  tokens 1,234  cost $0.2500" in line
    least = Traffic(requests=1, again=0, at_once=1, reused=0, tokens=5, unknown=1, cost=None)
    assert "tokens ≥ 5  cost unknown" in progress_text(Snapshot(1, 2, 1, 1.0, traffic=least))
