"""The language of the command line: chosen anywhere on the line, and nothing for people bypasses the catalogue."""

import ast
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from command_line import ENVIRONMENT, gwageo, python
from golden_files import check_golden
from gwageo.cli import errors
from gwageo.cli.errors import sentence
from gwageo.cli.language import take_language
from gwageo.core import ConfigError, DataError, ModelError, StoreError, UserError
from gwageo.messages import speaking

CLI = Path(errors.__file__).parent


@pytest.mark.parametrize(
    ("line", "left", "language"),
    [
        (["run"], ["run"], "en"),
        (["--lang", "ko", "run"], ["run"], "ko"),
        (["run", "--lang", "ko"], ["run"], "ko"),
        (["run", "--lang=ko", "--limit", "3"], ["run", "--limit", "3"], "ko"),
        (["--lang", "ko", "run", "--lang", "en"], ["run"], "en"),
        (["run", "--", "--lang", "ko"], ["run", "--", "--lang", "ko"], "en"),
        (["run", "--lang"], ["run", "--lang"], "en"),
        (["run", "--language"], ["run", "--language"], "en"),
    ],
)
def test_the_option_may_stand_anywhere(line: list[str], left: list[str], language: str) -> None:
    assert take_language(line, {}) == (left, language)


def test_the_option_wins_over_the_environment() -> None:
    assert take_language([], {"GWAGEO_LANG": "ko"}) == ([], "ko")
    assert take_language(["--lang", "en"], {"GWAGEO_LANG": "ko"}) == ([], "en")


def test_an_unknown_language_is_one_sentence() -> None:
    done = gwageo("--lang", "kr", "tasks")
    assert (done.returncode, done.stdout) == (2, "")
    assert "did you mean ko?" in done.stderr
    assert done.stderr.count("\n") == 1


@pytest.mark.parametrize("command", ["run", "plan", "tasks", "score"])
def test_help_is_korean(command: str) -> None:
    text = re.sub(r"[╭╮╰╯│─]+", " ", gwageo(command, "--help", "--lang", "ko").stdout)
    lines = "\n".join(line.rstrip() for line in text.splitlines() if line.strip())
    check_golden(f"cli/help_{command}.ko.txt", lines + "\n")


def test_a_run_speaks_korean(tmp_path: Path) -> None:
    arguments = ("run", "ko-winogrande", "--data", "bundled", "-m", "baseline:gold", "-o", "out", "--lang", "ko")
    first, second = gwageo(*arguments, where=tmp_path), gwageo(*arguments, where=tmp_path)
    assert "표준오차" in first.stdout
    assert "정답 20" in first.stdout
    assert "out에서 진행합니다" in first.stderr
    assert "이미 끝났으며" in second.stderr


def test_the_environment_speaks_korean(tmp_path: Path) -> None:
    code = (
        "import os, sys; os.environ['GWAGEO_LANG'] = 'ko'; sys.argv = ['gwageo', 'run', '-m', 'baselin:gold']\n"
        "import gwageo.cli; gwageo.cli.main()"
    )
    done = python("-c", code, where=tmp_path)
    assert done.returncode == 2
    assert "'baselin:gold'라는 모델은 없습니다" in done.stderr
    assert "GWAGEO_LANG" not in ENVIRONMENT or ENVIRONMENT["GWAGEO_LANG"] == "en"


@pytest.mark.parametrize(
    ("error", "lead"),
    [
        (ConfigError("Odd options"), "설정을 확인해 주십시오: Odd options"),
        (DataError("is odd", file="x.jsonl"), "데이터를 쓸 수 없습니다: x.jsonl: is odd"),
        (UserError("Odd"), "입력을 확인해 주십시오: Odd"),
        (ModelError("Odd"), "모델 오류입니다: Odd"),
        (StoreError("Odd"), "저장소 오류입니다: Odd"),
    ],
)
def test_an_error_without_translation_gets_a_korean_lead(error: UserError, lead: str) -> None:
    assert sentence(error) == str(error)
    with speaking("ko"):
        assert sentence(error) == lead


def spoken(tree: ast.AST) -> Iterator[ast.expr]:
    """What is shown to a person: help, echoed texts, messages of refused values, what an observer says."""
    for node in ast.walk(tree):
        if not isinstance(node, ast.Call):
            continue
        name = node.func.attr if isinstance(node.func, ast.Attribute) else getattr(node.func, "id", "")
        if name in ("echo", "say", "secho", "BadParameter", "print") and node.args:
            yield node.args[0]
        yield from (word.value for word in node.keywords if word.arg in ("help", "epilog", "rich_help_panel", "panel"))


def words(expression: ast.expr) -> str:
    """The fixed text of a literal or an f-string, without its values; empty for anything else."""
    if isinstance(expression, ast.Constant):
        return str(expression.value)
    if isinstance(expression, ast.JoinedStr):
        return "".join(str(each.value) for each in expression.values if isinstance(each, ast.Constant))
    return ""


@pytest.mark.parametrize("path", sorted(CLI.glob("*.py")), ids=lambda path: path.name)
def test_nothing_for_people_bypasses_the_catalogue(path: Path) -> None:
    literal = [words(each) for each in spoken(ast.parse(path.read_text(encoding="utf-8")))]
    assert [text for text in literal if re.search("[A-Za-z가-힣]{2}", text.replace("gwageo", ""))] == []
