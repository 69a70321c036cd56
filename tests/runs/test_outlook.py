"""The outlook of a run: what it would send, and what speaks against it; the model is never asked."""

import json
from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any

import pytest

from fake_exam import FakeModel
from gwageo.core import Chat, LogLikelihood, Output, Protocol, Request, Sampling
from gwageo.messages import LANGUAGES, speaking
from gwageo.models.base import Group, Preview
from gwageo.models.baseline import Baseline
from gwageo.models.options import ModelOptions
from gwageo.report.outlook import as_dict, lines
from gwageo.runs.config import RunConfig
from gwageo.runs.outlook import Outlook, TaskOutlook, look_ahead
from gwageo.runs.plan import prepare
from gwageo.tasks.base import Settings

KNOWN = Preview(text="", tokens=tuple(range(40)), scored=3, bos=1, room=100, window=128)


@dataclass
class SeenModel(FakeModel):
    """A model whose previews are given; being asked is an error."""

    seen: Preview | None = field(default_factory=lambda: KNOWN)

    def load(self) -> None:
        raise AssertionError("an outlook loads nothing")

    async def answer(self, groups: Sequence[Group]) -> list[list[Output]]:
        raise AssertionError("an outlook asks nothing")

    def preview(self, request: Request) -> Preview | None:
        if self.seen is None or self.seen.text:
            return self.seen
        prompt = request.context if isinstance(request, LogLikelihood) else request.prompt
        text = prompt.messages[-1].content if isinstance(prompt, Chat) else prompt
        if self.seen.thinks and isinstance(prompt, Chat):
            text += {None: "", True: "", False: "<think></think>"}[prompt.thinking]
        return replace(self.seen, text=text)


def outlook(task: str, seen: Preview | None = KNOWN, protocol: str = "plain", **fields: Any) -> Outlook:
    config = RunConfig(model="m", tasks=(task,), data="bundled", protocol=Protocol(protocol), **fields)  # type: ignore[arg-type]
    model = SeenModel(seen=seen)
    return look_ahead(prepare(config, model), model)


def only(task: str, seen: Preview | None = KNOWN, protocol: str = "plain", **fields: Any) -> TaskOutlook:
    (found,) = outlook(task, seen, protocol, **fields).tasks
    return found


def warnings(task: TaskOutlook) -> list[str]:
    return [warning.id for warning in task.warnings]


def test_requests_are_counted_over_all_items_and_repeats() -> None:
    """20 items, two options, with the question and without it."""
    assert only("ko-winogrande").requests == 80
    assert only("ko-winogrande", protocol="chat").requests == 120
    assert only("ko-winogrande", limit=3, repeats=2).requests == 24


@pytest.mark.parametrize(("protocol", "kinds"), [("plain", 2), ("chat", 3)])
def test_every_kind_of_context_is_shown_once(protocol: str, kinds: int) -> None:
    views = only("ko-winogrande", protocol=protocol).prompts
    assert [view.kind for view in views] == ["conditional", "question_free", "matched"][:kinds]
    assert len({view.continuation for view in views}) == 1


def test_both_ends_of_the_tokens_are_shown() -> None:
    view = only("ko-gsm8k").prompts[0]
    assert (view.tokens, view.bos, view.first, view.last) == (40, 1, tuple(range(8)), tuple(range(32, 40)))


def test_without_a_tokenizer_the_prompt_is_shown_with_its_turns_marked() -> None:
    view = only("ko-gsm8k", seen=None, protocol="chat").prompts[0]
    assert (view.tokens, view.text.endswith("⟨model⟩")) == (None, True)


def test_demonstrations_of_the_first_item_are_named() -> None:
    assert len(only("ko-gsm8k").shot_ids) == 5
    assert only("ko-gsm8k", settings=Settings(shot_ids=("3", "1"))).shot_ids == ("3", "1")


@pytest.mark.parametrize(
    ("task", "sampling", "kind"),
    [
        ("ko-winogrande", Sampling(), "loglikelihood"),
        ("ko-gsm8k", Sampling(), "greedy"),
        ("ko-gsm8k", Sampling(temperature=0.7), "sampled"),
        ("ko-gsm8k", Sampling(recommended=True), "recommended"),
    ],
)
def test_effective_decoding(task: str, sampling: Sampling, kind: str) -> None:
    decoding = only(task, settings=Settings(sampling=sampling)).decoding
    assert decoding is not None
    assert decoding.kind == kind
    assert (decoding.max_tokens is None) == (kind == "loglikelihood")


TEMPLATE = replace(KNOWN, template=True)


@pytest.mark.parametrize(
    ("seen", "protocol", "expected"),
    [
        (KNOWN, "plain", []),
        (TEMPLATE, "plain", ["chat_in_plain"]),
        (TEMPLATE, "chat", []),
        (replace(KNOWN, problem="no template"), "chat", ["no_template"]),
        (replace(TEMPLATE, problem="it raised"), "chat", ["refused"]),
        (replace(TEMPLATE, thinks=True), "chat", ["thinking_limit"]),
        (replace(TEMPLATE, thinks=True), "nothink", []),
        (TEMPLATE, "nothink", ["nothink"]),
        (replace(TEMPLATE, text="the question is trimmed away"), "chat", ["lost_question"]),
        (replace(KNOWN, bos=2), "plain", ["several_starts"]),
        (replace(KNOWN, room=39), "plain", ["window"]),
        (replace(KNOWN, room=-5), "plain", ["no_room"]),
        (None, "chat", []),
    ],
)
def test_warnings(seen: Preview | None, protocol: str, expected: list[str]) -> None:
    assert warnings(only("ko-gsm8k", seen, protocol)) == expected


def test_a_log_likelihood_needs_no_room_for_thinking() -> None:
    assert warnings(only("ko-arc-easy", replace(TEMPLATE, thinks=True), "chat")) == []


def test_an_item_among_its_own_demonstrations_is_a_warning() -> None:
    named = ("gwageo_arc_easy_03", "gwageo_arc_easy_01")
    found = only("ko-arc-easy", settings=Settings(shot_ids=named, options={"self_demonstration": "keep"}))
    assert found.shot_ids == named
    ids = [dict(warning.values)["ids"] for warning in found.warnings if warning.id == "own_demonstration"]
    assert ids == ["gwageo_arc_easy_01, gwageo_arc_easy_03"]


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_part_can_be_told_in_every_language(language: str) -> None:
    with speaking(language):
        for sampling in (Sampling(), Sampling(temperature=0.7), Sampling(recommended=True)):
            for seen in (TEMPLATE, None, replace(TEMPLATE, problem="it raised"), replace(KNOWN, room=39)):
                text = "\n".join(lines(outlook("ko-gsm8k", seen, settings=Settings(sampling=sampling))))
                assert "plan." not in text
        assert ("경고" in text) == (language == "ko")


def test_json_has_ids_and_sentences_of_warnings() -> None:
    found = as_dict(outlook("ko-gsm8k", TEMPLATE))
    assert found["requests"] == 10
    (warning,) = found["tasks"][0]["warnings"]
    assert (warning["id"], "--protocol chat" in warning["sentence"]) == ("chat_in_plain", True)


@pytest.mark.parametrize(("task", "warned"), [("ko-ifeval", True), ("ko-gsm8k", False)])
def test_the_gold_baseline_is_warned_of_where_no_right_reply_is_known(task: str, warned: bool, tmp_path: Path) -> None:
    row = {"key": 1, "prompt": "쉼표 없이", "instruction_id_list": ["punctuation:no_comma"], "kwargs": [{}]}
    path = tmp_path / "items.jsonl"
    path.write_text(json.dumps(row) + "\n", encoding="utf-8")
    model = Baseline("gold", ModelOptions())
    data = str(path) if warned else "bundled"
    plan = prepare(RunConfig(model="baseline:gold", tasks=(task,), data=data), model)
    (found,) = look_ahead(plan, model).tasks
    assert ("no_gold" in [each.id for each in found.warnings]) is warned
