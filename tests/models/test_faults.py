"""What a status, a header and a body say about a request."""

from email.utils import formatdate

import pytest

from gwageo.core import ConfigError
from gwageo.models.faults import EndpointRefused, Fault, RequestRefused, of_status, retry_after, said
from gwageo.models.keys import check_address, find_key, redactor


@pytest.mark.parametrize(
    ("headers", "seconds"),
    [
        ({"Retry-After": "7"}, 7.0),
        ({"retry-after": "0.5"}, 0.5),
        ({"retry-after-ms": "250", "Retry-After": "7"}, 0.25),
        ({"Retry-After": "-3"}, 0.0),
        ({"Retry-After": "999999"}, 3600.0),
        ({"Retry-After": "nan"}, None),
        ({"Retry-After": "soon"}, None),
        ({}, None),
    ],
)
def test_a_waiting_time(headers: dict[str, str], seconds: float | None) -> None:
    assert retry_after(headers) == seconds


@pytest.mark.parametrize("server_clock", [0.0, 1e9, 4e9], ids=["1970", "2001", "2096"])
def test_a_date_is_compared_with_the_servers_own_clock(server_clock: float) -> None:
    """A clock that is wrong, here or there, or jumps, changes nothing."""
    dates = {"Date": formatdate(server_clock, usegmt=True), "Retry-After": formatdate(server_clock + 30, usegmt=True)}
    assert retry_after(dates) == 30.0


@pytest.mark.parametrize(
    ("status", "body", "kind"),
    [
        (429, '{"error": {"message": "slow"}}', Fault),
        (429, '{"error": {"message": "x", "code": "insufficient_quota"}}', EndpointRefused),
        (500, "oops", Fault),
        (503, "", Fault),
        (529, "", Fault),
        (408, "", Fault),
        (401, "", EndpointRefused),
        (403, "", EndpointRefused),
        (404, "", EndpointRefused),
        (400, "", RequestRefused),
        (413, "", RequestRefused),
        (422, "", RequestRefused),
    ],
)
def test_a_status_is_sorted_by_what_to_do(status: int, body: str, kind: type[Exception]) -> None:
    assert type(of_status(status, {}, body, "http://s")) is kind


@pytest.mark.parametrize(
    "words",
    [
        "This model's maximum context length is 4096 tokens",
        "prompt is too long: 9 tokens > 8 maximum",
        "the request exceeds the available context size, try increasing it",
    ],
)
def test_a_prompt_that_does_not_fit_is_known_by_the_words(words: str) -> None:
    error = of_status(400, {}, f'{{"error": {{"message": "{words}"}}}}', "http://s")
    assert isinstance(error, RequestRefused)
    assert error.too_long


@pytest.mark.parametrize(
    ("body", "words"),
    [
        ('{"error": {"message": "m", "param": "p"}}', "m"),
        ('{"error": "m"}', "m"),
        ('{"message": "m"}', "m"),
        ('{"detail": "m"}', "m"),
        ("<html>\n  m  </html>", "<html> m </html>"),
        ("", "nothing"),
        ("[1]", "[1]"),
    ],
)
def test_a_servers_words_are_found(body: str, words: str) -> None:
    assert said(body)[0] == words


def test_long_words_are_cut() -> None:
    assert len(said("x" * 10_000)[0]) < 500


@pytest.mark.parametrize("url", ["ftp://x/v1", "my-host:80/v1", "http:///v1", "http://u:p@h/v1", "http://h/v1?key=k"])
def test_an_address_that_cannot_be_is_refused_without_repeating_it(url: str) -> None:
    with pytest.raises(ConfigError) as caught:
        check_address(url)
    assert url not in str(caught.value)


def test_a_key_is_found_in_its_order(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("GWAGEO_API_KEY", "any")
    monkeypatch.setenv("OPENAI_API_KEY", "own")
    monkeypatch.setenv("NAMED", "named")
    url = "https://h/v1"
    assert [
        find_key(url, "NAMED", "OPENAI_API_KEY"),
        find_key(url, None, "OPENAI_API_KEY"),
        find_key(url, None, None),
    ] == [
        "named",
        "own",
        "any",
    ]


def test_a_key_comes_from_the_keyring_too(monkeypatch: pytest.MonkeyPatch) -> None:
    from types import SimpleNamespace

    asked: list[tuple[str, str]] = []

    def get_password(service: str, user: str) -> str:
        asked.append((service, user))
        return "ring"

    keyring = SimpleNamespace(get_password=get_password)
    monkeypatch.delenv("GWAGEO_API_KEY", raising=False)
    monkeypatch.setattr("gwageo.models.keys.importlib.import_module", lambda name: keyring)
    assert find_key("https://h.example/v1", None, None) == "ring"
    assert asked == [("gwageo", "h.example")]


def test_keys_are_taken_out_of_texts() -> None:
    redact = redactor("my-key")
    assert redact("Bearer my-key, sk-abcdef123456") == "Bearer [key], [key]"
    assert redactor(None)("no key: task-force") == "no key: task-force"
