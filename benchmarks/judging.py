"""How fast stored answers are judged: multiple choice, instructions, mathematics with hostile formulas among it.

    python benchmarks/judging.py [--share 0.1] [--threads 2] [--only choice,ifeval,math]

Targets on two cores: 100,000 multiple-choice answers in 10 s, 10,000 IFEval answers in 10 s, 5,000 MATH answers, 20 of
them hostile, in 60 s. All answers are made here, by rule from a seed, in the shapes that models write: a worked text of
some hundred words, then a last line in one of many forms. Each is judged in both readings, as in a run.
"""

import argparse
import json
import time
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor, ThreadPoolExecutor
from functools import partial

from gwageo.core import Item, Output, Protocol
from gwageo.core.rng import Stream
from gwageo.scoring.mathematics.pool import shared
from gwageo.tasks.base import Paper, Settings
from gwageo.tasks.registry import load_task

SIZES = {"choice": (100_000, 10.0), "ifeval": (10_000, 10.0), "math": (5_000, 60.0)}
"""Answers, and the seconds that they may take."""
HOSTILE = 20

_KOREAN = ("먼저 주어진 조건을 하나씩 살펴보면", "첫째 보기는 사실과 다르고", "둘째 보기는 시기가 맞지", "않습니다")
_ENGLISH = ("First we look", "at the given facts", "one by one and find", "that the second case", "fits best of all")
_LETTER_ENDS = (
    "Answer: {}",
    "**Answer: {}**",
    "Answer: ${}$",
    "정답: {}",
    "정답은 {}입니다.",
    "답: ({})",
    "따라서 {}가 맞습니다.",
)
_VALUE_ENDS = (
    r"따라서, 최종 답은: $\boxed{{{}}}$입니다. 이 답이 맞기를 바랍니다.",
    r"$\boxed{{{}}}$",
    "답은 ${}$입니다.",
    "Answer: ${}$",
    r"Therefore, the final answer is: $\boxed{{{}}}$. I hope it is correct.",
)
_ROOTS = (r"{}\sqrt{{3}}", r"\left( {}, \frac{{\pi}}{{2}} \right)", "{}x^2+3x-1")
_VALUES = ("{}", r"\frac{{{}}}{{7}}", "x={}", r"{}\%", *_ROOTS)
_BOMBS = (r"$\boxed{9^{9^{9^{9}}}}$", r"$\boxed{\prod_{i=1}^{99999999} i^i}$", r"$\boxed{(x+1)^{99999}-(x+2)^{99998}}$")


def main() -> None:
    """Measure what is asked for and print one JSON object a line."""
    options = _options()
    for name in options.only.split(","):
        size, limit_s = SIZES[name]
        count = max(20, round(size * options.share))
        seconds = MEASURES[name](count, options.threads)
        target = limit_s * count / size
        print(json.dumps({"what": name, "answers": count, "seconds": round(seconds, 2), "target_s": round(target, 2)}))


def _options() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--share", type=float, default=1.0, help="share of the full sizes")
    parser.add_argument("--threads", type=int, default=2, help="threads, and processes, that judge")
    parser.add_argument("--only", default=",".join(SIZES), help="comma-separated: choice, ifeval, math")
    return parser.parse_args()


def _prose(stream: Stream, words: Sequence[str], count: int) -> str:
    return " ".join(stream.choice(words) for _ in range(count)) + ".\n"


def _choice(count: int, threads: int) -> float:
    task = load_task("ko-ged-mc:high")
    row = {"Domain": "과학", "Question": "?", "Correct Answer": "철", "Incorrect Answer 1": "구리"}
    row |= {"Incorrect Answer 2": "소금", "Incorrect Answer 3": "유리"}
    items = tuple(task.item({**row, "id": number}, number) for number in range(100))
    paper = task.prepare(items, Protocol(), Settings())
    replies = []
    for number in range(2000):
        stream = Stream("choice", number)
        replies.append(_prose(stream, _KOREAN, 20) + stream.choice(_LETTER_ENDS).format(stream.choice("ABCD")))
    return _timed(partial(_judged, paper, replies, count), threads)


def _judged(paper: Paper, replies: Sequence[str], count: int, threads: int) -> None:
    del threads  # pure Python: one thread is as fast as two
    for number in range(count):
        paper.score(number % len(paper.items), [Output(text=replies[number % len(replies)])])


def _ifeval_paper() -> Paper:
    task = load_task("ko-ifeval")
    kinds = [
        ("punctuation:no_comma", {}),
        ("length_constraints:number_letter_excluded", {"num_letters": 200, "relation": "이상"}),
        ("language:response_language", {"language": "ko"}),
        ("change_case:english_lowercase", {}),
        ("keywords:existence", {"keywords": ["조건", "보기"]}),
        ("detectable_format:number_bullet_lists", {"num_bullets": 2}),
        ("change_case:capital_word_frequency", {"capital_frequency": 2, "capital_relation": "미만"}),
        ("length_constraints:number_sentences", {"num_sentences": 4, "relation": "이상"}),
    ]
    items = []
    for number in range(len(kinds)):
        chosen = [kinds[number], kinds[(number + 3) % len(kinds)]]
        row = {"key": 1000 + number, "prompt": "?", "instruction_id_list": [name for name, _ in chosen]}
        items.append(task.item({**row, "kwargs": [kwargs for _, kwargs in chosen]}, number))
    return task.prepare(tuple(items), Protocol(), Settings())


def _ifeval_replies(first: int, count: int) -> Iterator[str]:
    for number in range(first, first + count):
        stream = Stream("ifeval", number)
        words = _ENGLISH if number % 3 == 0 else _KOREAN
        yield "".join(_prose(stream, words, 8) for _ in range(6))


def _ifeval_part(first: int, count: int) -> float:
    """Judge a part of the answers in this process; the seconds it took."""
    paper, replies = _ifeval_paper(), list(_ifeval_replies(first, count))
    for number in range(len(paper.items)):
        paper.score(number, [Output(text=replies[0])])  # the libraries are loaded
    began = time.perf_counter()
    for number, reply in enumerate(replies):
        paper.score(number % len(paper.items), [Output(text=reply)])
    return time.perf_counter() - began


def _ifeval(count: int, threads: int) -> float:
    """One process per core; the slowest decides."""
    share = -(-count // threads)
    with ProcessPoolExecutor(threads) as processes:
        return max(processes.map(_ifeval_part, range(0, count, share), [share] * threads))


def _math(count: int, threads: int) -> float:
    task = load_task("ko-math-500")
    items, replies = [], []
    for number in range(500):
        stream = Stream("math", number)
        answer = stream.choice(_VALUES).format(stream.below(60) + 2)
        row = {"problem": "?", "solution": "", "answer": answer, "subject": "기하학", "level": 1, "id": str(number)}
        items.append(task.item(row, number))
    for number in range(count):
        stream = Stream("math reply", number)
        gold = str(items[number % 500].gold)
        given = gold if stream.chance(2, 3) else stream.choice(_VALUES).format(stream.below(60) + 2)
        replies.append(_prose(stream, _KOREAN, 40) + stream.choice(_VALUE_ENDS).format(given))
    step = max(1, count // HOSTILE)
    for number in range(0, count, step):
        replies[number] = _prose(Stream("bomb", number), _KOREAN, 20) + _BOMBS[number // step % len(_BOMBS)]
    paper = task.prepare(tuple(items), Protocol(), Settings())
    seconds = _timed(partial(_in_threads, paper, items, replies), threads)
    print(json.dumps({"workers_killed": shared().killed, "hostile": len(range(0, count, step))}))
    return seconds


def _in_threads(paper: Paper, items: Sequence[Item], replies: Sequence[str], threads: int) -> None:
    """The threads wait for the workers, which do the work."""

    def judge(number: int) -> None:
        paper.score(number % len(items), [Output(text=replies[number])])

    with ThreadPoolExecutor(threads) as pool:
        list(pool.map(judge, range(len(replies))))


def _timed(work: Callable[[int], None], threads: int) -> float:
    began = time.perf_counter()
    work(threads)
    return time.perf_counter() - began


MEASURES: dict[str, Callable[[int, int], float]] = {"choice": _choice, "ifeval": _ifeval, "math": _math}

if __name__ == "__main__":
    main()
