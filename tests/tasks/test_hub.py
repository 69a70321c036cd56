"""The hub: what is asked of the library, and what a person is told where a set cannot be had. No network here."""

import sys
from types import ModuleType, SimpleNamespace
from typing import Any

import pytest
from task_rows import rows_of

from gwageo.core import MissingExtra, UserError
from gwageo.tasks import ko_arc
from gwageo.tasks.sources import read_items

COMMIT = "a" * 40


class Loaded(list[dict[str, Any]]):
    info = SimpleNamespace(download_checksums={f"hf://datasets/x@{COMMIT}/easy/test.parquet": {}})


class Refused(Exception):
    """What the hub's library raises when the hub answered."""

    response = SimpleNamespace(status_code=401)


class Libraries:
    """Stand-ins for `datasets` and `huggingface_hub` that keep what they were asked."""

    def __init__(self, info: Exception | str, loaded: Exception | Loaded) -> None:
        self.info, self.loaded = info, loaded
        self.asked: dict[str, Any] = {}
        self.datasets, self.hub = ModuleType("datasets"), ModuleType("huggingface_hub")
        self.datasets.__dict__.update(load_dataset=self._load, config=SimpleNamespace(HF_HUB_OFFLINE=False))
        self.hub.__dict__.update(HfApi=self._api, constants=SimpleNamespace(HF_HUB_OFFLINE=False))

    def _api(self, token: str | None) -> SimpleNamespace:
        return SimpleNamespace(dataset_info=self._info)

    def _info(self, path: str, **_: Any) -> SimpleNamespace:
        if isinstance(self.info, Exception):
            raise self.info
        return SimpleNamespace(sha=self.info)

    def _load(self, path: str, config: str | None, **options: Any) -> Loaded:
        self.asked = {"path": path, "config": config, "offline": self.datasets.config.HF_HUB_OFFLINE, **options}
        if isinstance(self.loaded, Exception):
            raise self.loaded
        return self.loaded


def install(monkeypatch: pytest.MonkeyPatch, info: Exception | str, loaded: Exception | Loaded) -> Libraries:
    libraries = Libraries(info, loaded)
    monkeypatch.setitem(sys.modules, "datasets", libraries.datasets)
    monkeypatch.setitem(sys.modules, "huggingface_hub", libraries.hub)
    monkeypatch.setenv("HF_TOKEN", "of-the-environment")
    return libraries


def test_the_commit_is_pinned_and_the_token_sent(monkeypatch: pytest.MonkeyPatch) -> None:
    libraries = install(monkeypatch, COMMIT, Loaded(rows_of(ko_arc.EASY)))
    found = read_items(ko_arc.EASY)
    assert (found.kind, len(found.items), found.revision) == ("hub", 7, COMMIT)
    assert libraries.asked == {
        "path": "thunder-research-group/SNU_Ko-ARC",
        "config": "easy",
        "split": "test",
        "revision": COMMIT,
        "token": "of-the-environment",
        "offline": False,
    }


def test_a_given_token_wins(monkeypatch: pytest.MonkeyPatch) -> None:
    libraries = install(monkeypatch, COMMIT, Loaded(rows_of(ko_arc.EASY)))
    read_items(ko_arc.EASY, token="given")
    assert libraries.asked["token"] == "given"


def test_without_a_connection_the_cache_is_used_at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    libraries = install(monkeypatch, ConnectionError("no route"), Loaded(rows_of(ko_arc.EASY)))
    assert read_items(ko_arc.EASY).revision == COMMIT
    assert libraries.asked["offline"] is True
    assert libraries.datasets.config.HF_HUB_OFFLINE is False


@pytest.mark.parametrize(
    ("info", "loaded"),
    [
        (ConnectionError("no route"), ConnectionError("Couldn't reach the hub\nlong trace")),
        (COMMIT, Refused("gated repository\nlong trace")),
        (Refused("no such repository\nlong trace"), Loaded()),
    ],
)
def test_a_set_that_cannot_be_had_says_what_to_do(
    monkeypatch: pytest.MonkeyPatch, info: Exception | str, loaded: Exception | Loaded
) -> None:
    """DS-07: offline, gated, private: set, revision, conditions, token and the local way in one sentence."""
    install(monkeypatch, info, loaded)
    with pytest.raises(UserError) as caught:
        read_items(ko_arc.EASY)
    text = str(caught.value)
    for part in ("SNU_Ko-ARC", "easy", "revision main", "accept its conditions", "HF_TOKEN", "--data PATH"):
        assert part in text
    assert "long trace" not in text
    assert "of-the-environment" not in text


def test_without_the_library_the_extra_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "datasets", None)
    with pytest.raises(MissingExtra, match=r"gwageo\[hub\]"):
        read_items(ko_arc.EASY)
