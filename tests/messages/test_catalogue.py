"""The catalogue: every sentence in every language, with the same values; everything that is asked for is there."""

import ast
import re
from pathlib import Path
from string import Formatter

import pytest

import gwageo
from gwageo.core import DataError, MissingExtra, UnknownName
from gwageo.hangul.josa import josa
from gwageo.messages import FILES, LANGUAGES, entries, retell, speaking, translate
from gwageo.tasks.registry import load_task, task_names

PACKAGE = Path(gwageo.__file__).parent
ALL = [(key, texts) for matter in FILES for key, texts in entries(matter).items()]
IDS = {key for key, _ in ALL}
HANGUL = re.compile("[가-힣]")
SAME = re.compile(r"[\W\d_]*(?:\{[^}]*\}[\W\d_]*)*")
"""Nothing but values and signs: the same in both languages."""
UNTRANSLATED = {"table.head.n", "number.interval", "word.dtype", "tasks.try"}
UNTRANSLATED |= {"help.run.dtype", "help.run.device", "help.run.format"}
"""Names that are the same in Korean."""


def values(text: str) -> list[str]:
    return sorted(name for _, name, _, _ in Formatter().parse(text) if name is not None)


def particles(text: str) -> list[str]:
    return [spec for _, _, spec, _ in Formatter().parse(text) if spec]


@pytest.mark.parametrize(("key", "texts"), ALL, ids=[key for key, _ in ALL])
def test_an_entry_has_every_language_with_the_same_values(key: str, texts: dict[str, str]) -> None:
    assert set(texts) == set(LANGUAGES), f"{key} lacks a translation"
    assert all(text.strip() for text in texts.values())
    assert values(texts["en"]) == values(texts["ko"])
    assert not HANGUL.search(texts["en"].replace("과거", ""))
    if key not in UNTRANSLATED and not SAME.fullmatch(texts["en"]) and texts["ko"] != texts["en"]:
        assert HANGUL.search(texts["ko"]) or key == "help.lang", f"{key} is not Korean"


@pytest.mark.parametrize(("key", "texts"), ALL, ids=[key for key, _ in ALL])
def test_particles_stand_in_korean_texts_only_and_exist(key: str, texts: dict[str, str]) -> None:
    assert particles(texts["en"]) == []
    for particle in particles(texts["ko"]):
        josa("말", particle)
    # A bare particle with two forms behind a value would be wrong for half of the values.
    assert not re.search(r"\}(?:은|는|이|가|을|를|과|와|으로|로)(?:\s|$)", texts["ko"]), key


@pytest.mark.parametrize(("key", "texts"), ALL, ids=[key for key, _ in ALL])
def test_no_space_stands_before_a_percent_sign_in_korean(key: str, texts: dict[str, str]) -> None:
    assert not re.search(r"[\d}] %", texts["ko"]), key


def test_matters_are_the_files_that_exist() -> None:
    assert sorted(path.stem for path in (PACKAGE / "messages").glob("*.toml")) == sorted(FILES)


def asked() -> list[tuple[str, str]]:
    """Every id that stands as a literal in a call of `translate`, with its file; of an f-string the fixed beginning."""
    found = []
    for path in sorted(PACKAGE.rglob("*.py")):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.Call) and getattr(node.func, "id", "") == "translate" and node.args:
                first = node.args[0]
                if isinstance(first, ast.Constant):
                    found.append((path.name, str(first.value)))
                elif isinstance(first, ast.JoinedStr) and isinstance(first.values[0], ast.Constant):
                    found.append((path.name, str(first.values[0].value) + "*"))
    return found


@pytest.mark.parametrize(("file", "key"), sorted(set(asked())))
def test_what_the_code_says_is_in_the_catalogue(file: str, key: str) -> None:
    if key.endswith("*"):
        assert any(each.startswith(key[:-1]) for each in IDS), f"{file} asks for {key}"
    else:
        assert key in IDS, f"{file} asks for {key}"


def test_an_unknown_sentence_is_an_error() -> None:
    with pytest.raises(KeyError):
        translate("run.nonsense")
    with pytest.raises(KeyError, match="no matter"):
        translate("nonsense.loading")


def test_a_particle_fits_its_value() -> None:
    with speaking("ko"):
        assert translate("run.loading", model="서울") == "서울을 불러오는 중입니다"
        assert translate("run.loading", model="나무") == "나무를 불러오는 중입니다"


def test_a_language_is_spoken_for_a_while_only() -> None:
    with speaking("ko"):
        pass
    assert translate("run.loading", model="x") == "Loading x"
    with pytest.raises(UnknownName, match="no language named 'kr'; did you mean ko"), speaking("kr"):
        pass


@pytest.mark.parametrize(
    ("error", "korean"),
    [
        (
            UnknownName("task", "ko-lambda", ["ko-lambada"]),
            "'ko-lambda'라는 시험은 없습니다. 혹시 ko-lambada를 찾으십니까?",
        ),
        (
            UnknownName("protocol", "zzz", ["plain"]),
            "'zzz'라는 응시 방식은 없습니다. 쓸 수 있는 것은 plain입니다.",
        ),
        (
            MissingExtra("A local model", "local"),
            "로컬 모델을 쓰려면 설치되지 않은 패키지가 필요합니다. "
            "다음 명령으로 설치하십시오: pip install 'gwageo[local]'",
        ),
        (
            MissingExtra("Comparing mathematics", "math"),
            "수식 비교를 쓰려면 설치되지 않은 패키지가 필요합니다. "
            "다음 명령으로 설치하십시오: pip install 'gwageo[math]'",
        ),
        (
            DataError.of(
                DataError("the column is missing; the columns are 'a', 'b'", file="x.csv", row=1, column="c"),
                "--option data_errors=skip leaves out such rows, 1 here",
            ),
            "x.csv의 1행에 'c' 열이 없습니다. 있는 열: 'a', 'b'. "
            "--option data_errors=skip을 주면 이런 행(1개)을 빼고 진행합니다",
        ),
        (
            DataError("k:f: relation is 'x', expected '이상' or '미만'", file="x.csv", row=1, column="kwargs"),
            "x.csv 1행 'kwargs' 열: k:f: relation 값이 'x'입니다. 쓸 수 있는 값: '이상' 또는 '미만'",
        ),
    ],
    ids=["unknown", "known", "extra", "math", "column", "relation"],
)
def test_errors_are_told_in_korean(error: Exception, korean: str) -> None:
    assert retell(str(error), "error") == str(error)
    with speaking("ko"):
        assert retell(str(error), "error") == korean


def test_a_sentence_that_nobody_knows_is_left_to_the_caller() -> None:
    with speaking("ko"):
        assert retell("No such sentence", "error") is None


@pytest.mark.parametrize("name", task_names())
def test_notes_departures_and_option_texts_of_every_task_are_known(name: str) -> None:
    from gwageo.core import Protocol, Sampling
    from gwageo.messages import word
    from gwageo.tasks.base import Settings
    from gwageo.tasks.sources import has_bundled, read_items

    task = load_task(name)
    with speaking("ko"):
        for option in task.options:
            assert HANGUL.search(word(option.help)), option.help
    if not has_bundled(task):
        pytest.skip("no bundled items to draw demonstrations from")
    items = read_items(task, "bundled").items
    drawn = Settings(shots=2, shot_seed=7, shot_data="bundled")
    sampled = (
        Settings(shots=0) if task.kind == "loglikelihood" else Settings(shots=3, sampling=Sampling(0.7), max_tokens=9)
    )
    named = Settings(shot_ids=(items[2].id, items[0].id))
    with speaking("ko"):
        for settings in (drawn, sampled, named, Settings(shots=1)):
            paper = task.prepare(items, Protocol("chat", "text"), settings)
            for sentence in (*paper.departures(), *paper.notes()):
                assert retell(sentence, "note") is not None, sentence
