"""Prices, sums and limits, by numbers worked out by hand."""

from pathlib import Path

import pytest

from gwageo.core import ConfigError, Generate, Output, Usage
from gwageo.runs.prices import Price, find_price
from gwageo.runs.spending import Ledger, Limits

PRICE = Price(input=2.0, output=8.0, cached=0.5, batch=0.5)


@pytest.mark.parametrize(
    ("usage", "batch", "cost"),
    [
        (Usage(1_000_000, 0), False, 2.0),
        (Usage(0, 1_000_000), False, 8.0),
        (Usage(1_000_000, 500_000, reasoning=400_000), False, 6.0),
        (Usage(1_000_000, 0, cached=800_000), False, 0.8),
        (Usage(1_000_000, 1_000_000), True, 5.0),
        (Usage(100, None), False, None),
        (Usage(None, 100), False, None),
    ],
)
def test_a_price(usage: Usage, batch: bool, cost: float | None) -> None:
    assert PRICE.of(usage, batch=batch) == pytest.approx(cost)


@pytest.fixture
def table(tmp_path: Path) -> Path:
    path = tmp_path / "prices.toml"
    path.write_text(
        '["openai:gpt-4o"]\ninput = 1\noutput = 2\n["openai:m@h"]\ninput = 3\noutput = 4\n', encoding="utf-8"
    )
    return path


def test_ones_own_table_wins_and_a_dated_name_has_its_models_price(table: Path) -> None:
    assert find_price("openai:gpt-4o", table) == Price(1, 2, 1)
    assert find_price("openai:gpt-4o-2024-08-06", table) == Price(1, 2, 1)
    assert find_price("openai:m@h", table) == Price(3, 4, 3)
    bundled = find_price("anthropic:claude-sonnet-4-5-20250929")
    assert bundled is not None
    assert (bundled.input, bundled.output, bundled.batch) == (3.0, 15.0, 0.5)


def test_an_unknown_model_has_no_price_and_not_the_price_0() -> None:
    assert find_price("openai:m@h") is None
    assert Ledger(None, Limits()).priced(Output(text="x", usage=Usage(1, 1))).cost is None


def test_the_environment_names_a_table(table: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("GWAGEO_PRICES", str(table))
    assert find_price("openai:m@h") == Price(3, 4, 3)


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("[broken", "is not TOML"),
        ('["m"]\ninput = 1\n', "a price has input and output"),
        ('["m"]\ninput = 1\noutput = 2\nper = 3\n', "a price has input and output"),
        ('["m"]\ninput = -1\noutput = 2\n', "input cannot be -1: expected a number of at least 0"),
        ('["m"]\ninput = "1"\noutput = 2\n', "input cannot be '1'"),
        ('["m"]\ninput = true\noutput = 2\n', "input cannot be True"),
        ('["m"]\ninput = inf\noutput = 2\n', "input cannot be inf"),
        ('["m"]\ninput = 1\noutput = nan\n', "output cannot be nan"),
        ("m = 1\n", "a price has input and output"),
    ],
)
def test_a_table_that_cannot_be_is_told(tmp_path: Path, text: str, words: str) -> None:
    path = tmp_path / "p.toml"
    path.write_text(text, encoding="utf-8")
    with pytest.raises(ConfigError, match=words):
        find_price("m", path)


def test_a_table_that_is_not_there_is_told(tmp_path: Path) -> None:
    with pytest.raises(ConfigError, match="cannot be read: No such file"):
        find_price("m", tmp_path / "absent.toml")


def reply(prompt: int | None = 10, completion: int | None = 5, **more: object) -> Output:
    return Output(text="x", usage=Usage(prompt, completion), **more)  # type: ignore[arg-type]


def test_sums_know_what_is_unknown() -> None:
    ledger = Ledger(PRICE, Limits())
    for output in (reply(), reply(None, None), reply(reused=True, cost=9.0), Output(error="dropped")):
        ledger.add(ledger.priced(output) if not output.reused else output)
    facts = ledger.facts()
    assert facts["replies"] == 3
    assert facts["from_cache"] == 1
    assert facts["tokens"] == {"prompt": 10, "completion": 5, "reasoning": None, "cached": None}
    assert facts["replies_without_usage"] == 1
    assert facts["cost"] == pytest.approx(60e-6)
    assert facts["cost_is_at_least"] is True


@pytest.mark.parametrize(
    ("limit", "paid", "flying", "stops"),
    [
        (100, 0, 13, False),
        (100, 0, 14, True),
        (100, 5, 0, False),
        (100, 6, 0, True),
        (107, 6, 0, False),
        (109, 5, 1, False),
        (109, 5, 2, True),
    ],
)
def test_a_limit_counts_those_that_are_under_way_and_the_next(limit: int, paid: int, flying: int, stops: bool) -> None:
    """Fifteen tokens each, of seventeen that may come; before the first reply the prompt is not known."""
    ledger = Ledger(None, Limits(tokens=limit))
    ledger.expect(Generate("q", 7))
    for _ in range(paid):
        ledger.add(reply())
    assert (ledger.reached(flying) is not None) is stops


def test_a_limit_of_cost_counts_what_the_longest_reply_may_cost() -> None:
    ledger = Ledger(PRICE, Limits(cost=1.0))
    ledger.expect(Generate("q", 100_000))  # 0.8 dollars
    assert ledger.reached() is None
    told = "--max-cost 1 is reached: 0.0000 dollars were paid, and one more reply may take 0.8000 dollars"
    assert ledger.reached(1) == told
