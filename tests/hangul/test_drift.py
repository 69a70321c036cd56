"""Whether a text stays Korean, by script alone; held against 200 replies that a person has labelled.

The labels lie beside this file: model, item, a hash of the reply, and `korean`, `left` (the prose, or a passage of it,
is in another language) or `none` (no words). The replies are the authors' and are not part of this project.
"""

import gzip
import hashlib
import json
from collections import Counter
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from gwageo.core.reasoning import split_reasoning
from gwageo.hangul.drift import drift_of

LABELS = Path(__file__).parent / "drift_labels.tsv"


@pytest.mark.parametrize(
    ("text", "state"),
    [
        ("정답은 B입니다.", "korean"),
        ("B", None),
        ("Answer: 45", None),
        ("12,000", None),
        ("The answer is B because water boils at a hundred degrees.", "left"),
        ("먼저 두 값을 차례로 구해서 더합니다. Then we add numbers to divide by three. 그래서 답은 5입니다.", "mixed"),
        ("삼성전자(Samsung Electronics)는 GPT-4, CPU를 씁니다.", "korean"),
        ("미국의 New York, Los Angeles, San Francisco, Las Vegas, Salt Lake City를 여행했다.", "korean"),
        ("함수는 ```def area(width, height): return width times height for all of them``` 입니다.", "korean"),
        ("식 $\\text{the area of a circle with radius r is}$ 을 쓴다.", "korean"),
        ("그는 “to be or not to be that is the question” 하고 말했다.", "korean"),
        ("요트(five of a kind counts fifty points each)를 고른다.", "korean"),
        ("https://example.com/some/long/path/with/many/small/words 참고.", "korean"),
        (
            '{"가": true, "나": false, "다": true, "라": false, "마": true, "바": false, "사": true} 가 답이다.',
            "korean",
        ),
        ("일진은 병자(丙子)이고 시주는 甲子시입니다.", "korean"),
        ("首先我们需要计算总数然后除以三得到答案", "left"),
        ("ここで計算すると答えは五です", "left"),
        ("Сначала найдём сумму чисел", "left"),
        ("\u1112\u1161\u11ab\u1100\u1173\u11af로 썼다", "korean"),
        ("", None),
    ],
)
def test_a_text_is_judged_by_its_script(text: str, state: str | None) -> None:
    assert drift_of(text).state == state


def test_hanja_runs_are_counted_apart_from_glosses() -> None:
    assert drift_of("일주(日柱)는 甲子일, 시주는 乙丑시, 즉 丙寅이다.").hanja == 3


@given(st.text(max_size=400))
def test_counting_is_deterministic_and_never_raises(text: str) -> None:
    found = drift_of(text)
    assert found == drift_of(text)
    assert found.longest <= found.foreign


@given(st.lists(st.sampled_from(["가 ", "the answer ", "and so on ", "답은 ", "x1 "]), max_size=60))
def test_more_foreign_words_never_make_a_text_more_korean(pieces: list[str]) -> None:
    order = [None, "korean", "mixed", "left"]
    before = drift_of("".join(pieces))
    after = drift_of("".join(pieces) + "here are several more small words in a row")
    assert order.index(after.state) >= order.index(before.state)


def test_it_agrees_with_200_labelled_replies(material: Path) -> None:
    """The labels chose the words of formulas and the length of a passage, so this is a fit, not a forecast."""
    labelled = [line.split("\t") for line in LABELS.read_text(encoding="utf-8").splitlines()]
    wanted = {(model, item): (digest, label) for model, item, digest, label in labelled}
    assert len(wanted) == 200
    pairs: Counter[tuple[str, str]] = Counter()
    for model in {model for model, *_ in labelled}:
        path = material / "data" / "nolli" / "responses" / f"{model}.jsonl.gz"
        with gzip.open(path, "rt", encoding="utf-8") as file:
            for row in map(json.loads, file):
                digest, label = wanted.get((model, row["id"]), ("", ""))
                if digest and hashlib.sha256(row["response"].encode()).hexdigest()[:16] == digest:
                    text = row["response"]
                    state = drift_of(text[split_reasoning(text).answer_start or 0 :]).state
                    pairs[label, {"mixed": "left", None: "none"}.get(state, str(state))] += 1
    assert sum(pairs.values()) == 200
    agreed = sum(count for (label, found), count in pairs.items() if label == found)
    assert agreed >= 196, pairs
