"""Names: tasks and suites, with either dash, and what an unknown one answers."""

import subprocess
import sys

import pytest

from gwageo.core import UnknownName
from gwageo.tasks.registry import SUITES, TASKS, expand, load_task, task_names


def test_every_name_in_the_table_loads_under_that_name() -> None:
    assert [load_task(name).name for name in task_names()] == list(TASKS)


@pytest.mark.parametrize("name", ["ko-arc-easy", "ko_arc_easy", " KO-ARC_easy "])
def test_either_dash_is_accepted(name: str) -> None:
    assert load_task(name).name == "ko-arc-easy"


def test_suites_expand_once_and_in_order() -> None:
    names = [task.name for task in expand(["ko-gsm8k", "quick", "ko_lambada"])]
    assert names == ["ko-gsm8k", *(name for name in SUITES["quick"].tasks if name != "ko-gsm8k")]


def test_every_suite_holds_known_tasks_only() -> None:
    for suite in SUITES.values():
        assert all(load_task(name).name == name for name in suite.tasks)
        assert set(suite.limits) <= set(suite.tasks)


def test_an_unknown_name_answers_with_the_closest() -> None:
    with pytest.raises(UnknownName, match="did you mean ko-arc-easy"):
        load_task("ko-arc-eesy")
    with pytest.raises(UnknownName, match="quick"):
        expand(["quik"])


def test_the_room_imports_no_heavy_library() -> None:
    """All tasks load without torch, pyarrow, openpyxl or datasets."""
    code = (
        "import sys; from gwageo.tasks.registry import expand, task_names; import gwageo.tasks.sources; "
        "expand(task_names()); "
        "print([name for name in ('torch', 'pyarrow', 'openpyxl', 'datasets', 'transformers') if name in sys.modules])"
    )
    result = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert result.stdout.strip() == "[]"
