"""Small rows of our own for the tests, in the published columns."""

from typing import Any

from gwageo.core import Item
from gwageo.tasks.base import Task
from gwageo.tasks.registry import load_task, task_names
from gwageo.tasks.sources import has_bundled

_SCIENCE = (
    ("물이 끓기 시작하는 온도는 몇 도인가요?", ("50도", "80도", "100도", "120도"), 2),
    ("식물이 햇빛을 받아 양분을 만드는 작용은 무엇인가요?", ("호흡", "광합성", "증산", "소화"), 1),
    ("지구에서 가장 가까운 별은 무엇인가요?", ("태양", "금성", "북극성", "달"), 0),
    ("자석에 붙는 물질은 무엇인가요?", ("나무", "유리", "구리", "철"), 3),
    ("피를 온몸으로 보내는 기관은 무엇인가요?", ("허파", "심장", "콩팥", "위"), 1),
    ("소리가 전달되지 않는 곳은 어디인가요?", ("물속", "땅속", "진공", "공기 속"), 2),
    ("낮과 밤이 생기는 까닭은 무엇인가요?", ("지구의 자전", "지구의 공전", "달의 공전", "태양의 자전"), 0),
)
_ENGLISH_SCIENCE = (
    ("At what temperature does water boil?", ("50 C", "80 C", "100 C", "120 C"), 2),
    ("What do plants make with light?", ("stone", "sugar", "iron", "salt"), 1),
    ("Which star is nearest to Earth?", ("the Sun", "Venus", "Polaris", "the Moon"), 0),
    ("What does a magnet attract?", ("wood", "glass", "copper", "iron"), 3),
    ("Which organ pumps blood?", ("lung", "heart", "kidney", "stomach"), 1),
    ("Where does no sound travel?", ("water", "rock", "vacuum", "air"), 2),
    ("Why are there day and night?", ("Earth spins", "Earth orbits", "the Moon orbits", "the Sun spins"), 0),
)
_CLOZE = (
    ("물통이 가방보다 커서 _에 들어가지 않았다.", "가방", "물통", 1),
    ("민호는 준서보다 키가 커서 _의 뒤에 섰다.", "준서", "민호", 1),
    ("얼음이 컵 안에서 녹아 _이 차가워졌다.", "손", "컵", 2),
)
_PASSAGES = (
    ("할머니는 장독대에서 된장을 퍼 오셨다. 부엌에는 구수한 _ 냄새가 가득했다.", "된장", "장독대"),
    ("소년은 나루터에서 배를 기다렸다. 해가 지도록 _는 오지 않았다.", "배", "해"),
    ("누나는 편지를 접어 서랍에 넣었다. 그날 밤 나는 몰래 _를 읽었다.", "편지", "누나"),
)
_SUMS = ((3, 4), (12, 5), (20, 22), (7, 8), (100, 50), (9, 9), (31, 11))

ROWS: dict[str, list[dict[str, Any]]] = {
    "ko_arc_easy": [
        {
            "id": f"s{number}",
            "question": question,
            "choices": {"label": list("ABCD"), "text": list(texts)},
            "answerKey": "ABCD"[gold],
        }
        for number, (question, texts, gold) in enumerate(_SCIENCE)
    ],
    "ko_winogrande": [
        {"sentence": sentence, "option1": first, "option2": second, "answer": answer}
        for sentence, first, second, answer in _CLOZE
    ],
    "ko_lambada": [
        {"index": number, "text": text, "answer": answer, "candidate": other}
        for number, (text, answer, other) in enumerate(_PASSAGES, 1)
    ],
    "ko_gsm8k": [
        {
            "question": f"연필 {a}자루와 {b}자루를 더하면 모두 몇 자루인가요?",
            "answer": f"모두 {a}+{b}=<<{a}+{b}={a + b}>>{a + b}자루입니다.\n#### {a + b}",
        }
        for a, b in _SUMS
    ],
    "ko_eqbench": [
        {
            "prompt": f"\n{name}의 마음을 0~10점으로 매기세요.\n기쁨\n슬픔\n믿지 않음\n고마움\n\n답:",
            "reference_answer": "{}",
            "reference_answer_fullscale": "{'emotion1': '기쁨', 'emotion2': '슬픔', 'emotion3': '믿지 않음', "
            f"'emotion4': '고마움', 'emotion1_score': '{score}', 'emotion2_score': 0, 'emotion3_score': '2', "
            "'emotion4_score': 5}",
        }
        for name, score in (("하나", 7), ("두리", 1))
    ],
    "ko_ifeval": [
        {
            "key": 1000,
            "prompt": "쉼표 없이 봄에 대해 쓰고 두 구절을 강조하세요.",
            "instruction_id_list": ["punctuation:no_comma", "detectable_format:number_highlighted_sections"],
            "kwargs": [{"num_highlights": None}, {"num_highlights": 2, "relation": None}],
        },
        {
            "key": 10001,
            "prompt": "공백을 빼고 열 글자 이상으로 답하세요.",
            "instruction_id_list": ["length_constraints:number_letter_excluded"],
            "kwargs": [{"num_letters": 10.0, "relation": "이상"}],
        },
    ],
    "en_ifeval": [
        {
            "key": 13,
            "prompt": "Describe spring in at least five words.",
            "instruction_id_list": ["length_constraints:number_words"],
            "kwargs": [{"num_words": 5, "relation": "at least"}],
        },
    ],
    "en_arc_easy": [
        {
            "id": f"e{number}",
            "question": question,
            "choices": {"label": list("ABCD"), "text": list(texts)},
            "answerKey": "ABCD"[gold],
        }
        for number, (question, texts, gold) in enumerate(_ENGLISH_SCIENCE)
    ],
    "en_arc_challenge": [
        {
            "id": f"n{number}",
            "question": {
                "stem": question,
                "choices": [{"text": text, "label": str(place)} for place, text in enumerate(texts, 1)],
            },
            "answerKey": str(gold + 1),
        }
        for number, (question, texts, gold) in enumerate(_ENGLISH_SCIENCE)
    ],
    "en_winogrande": [
        {
            "sentence": "The cup was wider than the box, so _ stayed outside.",
            "option1": "the cup",
            "option2": "the box",
            "answer": "1",
        },
        {"sentence": "Ann thanked Beth because _ had helped.", "option1": "Ann", "option2": "Beth", "answer": "2"},
    ],
    "en_gsm8k": [
        {
            "question": f"How many are {a} pens and {b} pens?",
            "answer": f"{a}+{b}=<<{a}+{b}={a + b}>>{a + b}\n#### {a + b}",
        }
        for a, b in _SUMS
    ],
    "en_eqbench": [
        {
            "prompt": f"\nScore how Kim feels.\nGlad\nSad\nNot convinced\nProud\n{tail}\n",
            "reference_answer": "{}",
            "reference_answer_fullscale": {
                "emotion1": "Glad",
                "emotion2": "Sad",
                "emotion3": "Not convinced",
                "emotion4": "Proud",
                "emotion1_score": "7",
                "emotion2_score": 0,
                "emotion3_score": "2",
                "emotion4_score": 5,
            },
        }
        for tail in ("First pass scores:\n\nRevised scores:\n\n[End of answer]", "Your scores:")
    ],
}
ROWS["ko_arc_challenge"] = ROWS["ko_arc_easy"]
ROWS |= {f"{name}_deepl": ROWS[name] for name in ("ko_arc_easy", "ko_arc_challenge", "ko_gsm8k", "ko_eqbench")}
ROWS["ko_math_500"] = [
    {
        "problem": "$2+3$의 값을 구하시오.",
        "solution": r"더하면 $\boxed{5}$이다.",
        "answer": "5",
        "subject": "기초 대수학",
        "level": 1,
        "id": "test/own/1.json",
    },
    {
        "problem": r"한 변이 $\sqrt{3}$인 정사각형의 대각선의 길이를 구하시오.",
        "solution": r"길이는 $\boxed{\sqrt{6}}$이다.",
        "answer": r"\sqrt{6}",
        "subject": "기하학",
        "level": 2,
        "id": "test/own/2.json",
    },
]
ROWS["en_math_500"] = [
    {**row, "problem": problem, "subject": subject, "unique_id": row["id"]}
    for row, problem, subject in zip(
        ROWS["ko_math_500"],
        ("Find $2+3$.", r"Find the diagonal of a square of side $\sqrt{3}$."),
        ("Prealgebra", "Geometry"),
        strict=True,
    )
]
for row in ROWS["en_math_500"]:
    del row["id"]
ROWS["ko_gpqa"] = [
    {
        "id": f"q{number}",
        "Question": question,
        "Correct Answer": texts[gold],
        **{
            f"Incorrect Answer {place}": text for place, text in enumerate([*texts[:gold], *texts[gold + 1 :]], start=1)
        },
    }
    for number, (question, texts, gold) in enumerate(_SCIENCE)
]
for _level in ("elementary", "middle", "high"):
    ROWS[f"ko_ged_mc_{_level}"] = [
        {**row, "id": number, "Domain": "과학" if number % 2 else "실과"}
        for number, row in enumerate(ROWS["ko_gpqa"], start=1)
    ]

BUNDLED_TASKS = [name for name in task_names() if has_bundled(load_task(name))]
"""Exams that have a bundled quick set."""


def rows_of(task: Task) -> list[dict[str, Any]]:
    """Rows for a task."""
    return ROWS[task.data_name]


def items_of(task: Task) -> tuple[Item, ...]:
    """Items for a task."""
    return tuple(task.item(row, number) for number, row in enumerate(rows_of(task)))
