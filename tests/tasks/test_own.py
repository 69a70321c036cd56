"""Tasks of one's own from Python files and from packages, and the skeletons that `gwageo tasks new` writes."""

import sys
from pathlib import Path

import pytest

from fake_exam import FakeModel
from gwageo.core import ConfigError, StoreError, UnknownName, UserError
from gwageo.runs.config import RunConfig
from gwageo.runs.plan import prepare
from gwageo.tasks.own import Exam, load_file
from gwageo.tasks.own_toml import BUILDERS
from gwageo.tasks.registry import expand, load_task, own_exams, packaged
from gwageo.tasks.skeleton import write_skeleton
from gwageo.tasks.sources import read_items

TASK = """
from dataclasses import replace
from gwageo.tasks.ko_gsm8k import TASK as SUMS
TASK = replace(SUMS, name="sums", hub=None)
"""


def python(folder: Path, code: str) -> Path:
    path = folder / "mine.py"
    path.write_text(code, encoding="utf-8")
    return path


def test_a_python_file_defines_one_task_or_several(tmp_path: Path) -> None:
    (exam,) = load_file(python(tmp_path, TASK + 'DATA = "sums.jsonl"\n'))
    assert (exam.task.name, exam.data) == ("sums", str(tmp_path / "sums.jsonl"))
    assert exam.definition.startswith("sha256:")
    several = TASK + 'TASKS = [TASK, replace(TASK, name="more")]\n'
    assert [each.task.name for each in load_file(python(tmp_path, several))] == ["sums", "more"]


def test_a_python_file_is_read_anew_and_leaves_nothing_beside_it(tmp_path: Path) -> None:
    """Two files of one size in one second are two tasks."""
    assert load_file(python(tmp_path, TASK))[0].task.name == "sums"
    assert load_file(python(tmp_path, TASK.replace("sums", "mine")))[0].task.name == "mine"
    assert [path.name for path in tmp_path.iterdir()] == ["mine.py"]


def test_a_python_file_may_define_classes_of_its_own(tmp_path: Path) -> None:
    """Dataclasses look their module up while they are made."""
    code = (
        "from __future__ import annotations\nfrom dataclasses import dataclass, fields\n"
        "from gwageo.tasks.generative import NumberTask\nfrom gwageo.tasks.ko_gsm8k import TASK as SUMS\n"
        "@dataclass(frozen=True)\nclass Mine(NumberTask):\n    extra: int = 0\n"
        'TASK = Mine(**{f.name: getattr(SUMS, f.name) for f in fields(SUMS)} | {"name": "mine"})\n'
    )
    assert load_file(python(tmp_path, code))[0].task.name == "mine"


@pytest.mark.parametrize(
    ("code", "sentence"),
    [
        ("x = 1\n\nraise ValueError('too\\nbad')\n", "mine.py, line 3: ValueError: too; the file was run"),
        ("x = 1\ny = nothing\n", "mine.py, line 2: NameError: name 'nothing' is not defined"),
        ("x = 1\nimport json\njson.loads('[')\n", "mine.py, line 3: JSONDecodeError"),
        ("import absent_package\n", "mine.py, line 1: ModuleNotFoundError: No module named 'absent_package'"),
        ("x = 1\ndef f(:\n", "mine.py, line 2: SyntaxError"),
        ("raise SystemExit(3)\n", "mine.py, line 1: SystemExit: 3"),
        ("assert False\n", "mine.py, line 1: AssertionError; the file was run"),
        ("question = 1\n", "defines no task: expected TASK, a gwageo.tasks.Task, or TASKS, a list of them"),
        ("TASK = 'sums'\n", "defines no task"),
        ("TASKS = 3\n", "defines no task"),
        (TASK + "DATA = 3\n", "DATA cannot be 3: expected a path"),
    ],
)
def test_a_python_file_that_cannot_be_used_is_told_with_its_line(tmp_path: Path, code: str, sentence: str) -> None:
    with pytest.raises(ConfigError) as caught:
        load_file(python(tmp_path, code))
    assert sentence in str(caught.value)
    assert "\n" not in str(caught.value)


@pytest.mark.parametrize(("name", "sentence"), [("nowhere.toml", "is no file"), ("mine.yaml", "ends in '.yaml'")])
def test_other_files_are_refused(tmp_path: Path, name: str, sentence: str) -> None:
    (tmp_path / "mine.yaml").touch()
    with pytest.raises(ConfigError) as caught:
        load_file(tmp_path / name)
    assert sentence in str(caught.value)


def test_names_that_are_taken_are_refused(tmp_path: Path) -> None:
    mine = str(python(tmp_path, TASK.replace('"sums"', '"ko-gsm8k"')))
    with pytest.raises(ConfigError, match="belongs to a task or suite of gwageo"):
        own_exams([mine])
    mine = str(python(tmp_path, TASK))
    with pytest.raises(ConfigError, match="belongs to another task file"):
        own_exams([mine, mine])


def test_the_definition_is_part_of_the_identity(tmp_path: Path) -> None:
    """The same rows and prompts from an edited file are another run."""
    write_skeleton("mine", "choice", tmp_path)
    path = tmp_path / "mine.toml"

    def identity() -> dict[str, str]:
        config = RunConfig(model="fake", tasks=("mine",), task_files=(str(path),))
        found: dict[str, str] = prepare(config, FakeModel()).identity["tasks"]["mine"]
        return found

    one = identity()
    path.write_text(path.read_text(encoding="utf-8") + "\n# a word more\n", encoding="utf-8")
    other = identity()
    assert one["definition"] != other["definition"]
    assert one["items"] == other["items"]


@pytest.fixture
def package(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A package that is installed as far as Python can tell."""
    (tmp_path / "my_exams.py").write_text(TASK + "raising = None\n", encoding="utf-8")
    info = tmp_path / "my_exams-1.2.dist-info"
    info.mkdir()
    (info / "METADATA").write_text("Metadata-Version: 2.1\nName: my-exams\nVersion: 1.2\n", encoding="utf-8")
    entries = ["sums = my_exams:TASK", "lost = my_exams:ABSENT", "other = my_exams:TASK"]
    (info / "entry_points.txt").write_text("\n".join(["[gwageo.tasks]", *entries]), encoding="utf-8")
    monkeypatch.syspath_prepend(tmp_path)
    monkeypatch.delitem(sys.modules, "my_exams", raising=False)
    return tmp_path


@pytest.mark.usefixtures("package")
def test_a_package_offers_a_task_by_name() -> None:
    assert load_task("sums").name == "sums"
    assert [task.name for task in expand(["sums", "ko-gsm8k"])] == ["sums", "ko-gsm8k"]
    exam = packaged("sums")
    assert isinstance(exam, Exam)
    assert exam.definition == f"my-exams 1.2, version {exam.task.version}"


@pytest.mark.usefixtures("package")
@pytest.mark.parametrize(
    ("name", "sentence"),
    [
        ("lost", "The task 'lost' of the package my-exams cannot be loaded: AttributeError"),
        ("other", "offers my_exams:TASK as the task 'other'"),
    ],
)
def test_a_package_that_offers_something_else_is_named(name: str, sentence: str) -> None:
    with pytest.raises(UserError) as caught:
        load_task(name)
    assert sentence in str(caught.value)


@pytest.mark.usefixtures("package")
def test_an_unknown_name_is_compared_with_those_of_packages() -> None:
    with pytest.raises(UnknownName, match="did you mean sums"):
        expand(["sum"])


@pytest.mark.parametrize("kind", BUILDERS)
def test_every_skeleton_is_a_whole_task(tmp_path: Path, kind: str) -> None:
    toml, rows = write_skeleton("my-own", kind, tmp_path / "new")
    (exam,) = load_file(toml)
    assert (exam.task.name, toml.name, rows.name) == ("my-own", "my-own.toml", "my-own.jsonl")
    found = read_items(exam.task, exam.data)
    assert (len(found.items), found.notes) == (3, ())
    assert "my-exam" not in toml.read_text(encoding="utf-8")
    assert "my_exam" not in toml.read_text(encoding="utf-8")


def test_a_skeleton_is_written_over_nothing(tmp_path: Path) -> None:
    write_skeleton("mine", "choice", tmp_path)
    with pytest.raises(ConfigError, match="is there already"):
        write_skeleton("mine", "number", tmp_path)
    with pytest.raises(ConfigError, match="cannot be named 'My Exam'"):
        write_skeleton("My Exam", "choice", tmp_path)
    for taken in ("ko-gsm8k", "quick"):
        with pytest.raises(ConfigError, match=f"The name '{taken}' belongs to a task or suite that exists"):
            write_skeleton(taken, "choice", tmp_path)
    with pytest.raises(UnknownName, match="did you mean choice"):
        write_skeleton("other", "choise", tmp_path)
    (tmp_path / "taken").write_text("a file", encoding="utf-8")
    with pytest.raises(StoreError, match="taken is a file, not a folder"):
        write_skeleton("other", "choice", tmp_path / "taken")
