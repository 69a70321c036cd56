"""Imports: one direction between the rooms, light rooms stay light, public names are what they say."""

import ast
import importlib
import json
import re
import resource
import tomllib
from pathlib import Path

import pytest

from command_line import gwageo, python

ROOT = Path(__file__).parents[1]
PACKAGE = ROOT / "src" / "gwageo"
HEAVY = ("torch", "transformers", "datasets", "pyarrow", "pandas", "numpy", "openpyxl", "pydantic", "scipy")
LIGHT_ROOMS = [
    room
    for room in ("core", "hangul", "messages", "scoring", "tasks", "puzzles")
    if (PACKAGE / room / "__init__.py").exists()
]
PUBLIC = [
    "gwageo.api" if path.name == "api.py" else "gwageo" + ".".join(["", *path.parent.relative_to(PACKAGE).parts])
    for path in sorted(PACKAGE.rglob("*.py"))
    if path.name in ("__init__.py", "api.py") and "__all__" in path.read_text(encoding="utf-8")
]


def loaded_by(statement: str) -> set[str]:
    """Top-level modules that a fresh process has loaded after a statement."""
    code = f"{statement}\nimport sys, json; print(json.dumps(sorted(sys.modules)))"
    done = python("-c", code)
    assert done.returncode == 0, done.stderr
    return {name.split(".")[0] for name in json.loads(done.stdout.splitlines()[-1])}


def test_a_room_imports_only_lower_floors() -> None:
    """The floors stand in pyproject.toml, under [tool.importlinter]."""
    code = "from importlinter.cli import lint_imports; raise SystemExit(lint_imports('pyproject.toml', no_cache=True))"
    done = python("-c", code, where=ROOT)
    assert done.returncode == 0, done.stdout + done.stderr


@pytest.mark.parametrize("room", LIGHT_ROOMS)
def test_light_rooms_load_nothing_heavy(room: str) -> None:
    modules = [
        ".".join(["gwageo", *path.relative_to(PACKAGE).with_suffix("").parts])
        for path in sorted((PACKAGE / room).rglob("*.py"))
        if path.name != "__init__.py"
    ]
    loaded = loaded_by(f"import gwageo.{room}\n" + "\n".join(f"import {module}" for module in modules))
    assert not loaded & set(HEAVY)


@pytest.mark.parametrize("statement", ["import gwageo", "import gwageo.cli", "import gwageo.models.registry"])
def test_the_face_loads_nothing_heavy(statement: str) -> None:
    assert not loaded_by(statement) & set(HEAVY)


@pytest.mark.parametrize("name", PUBLIC)
def test_public_names_exist_and_are_sorted(name: str) -> None:
    module = importlib.import_module(name)
    assert len(module.__all__) == len(set(module.__all__))
    missing = [public for public in module.__all__ if not hasattr(module, public)]
    assert missing == []


def test_names_of_the_package_are_those_of_the_api() -> None:
    """What `import gwageo` offers is loaded from `gwageo.api`, and type checkers see the same names."""
    import gwageo
    from gwageo import api

    offered = set(gwageo.__all__) - {"__version__"}
    assert offered <= set(api.__all__)
    tree = ast.parse((PACKAGE / "__init__.py").read_text(encoding="utf-8"))
    typed = {
        alias.name
        for node in ast.walk(tree)
        if isinstance(node, ast.ImportFrom) and node.module == "gwageo.api"
        for alias in node.names
    }
    assert typed == offered
    with pytest.raises(AttributeError, match="no attribute 'evaluat'"):
        _ = gwageo.evaluat


def test_the_version_is_the_one_of_the_distribution() -> None:
    import gwageo

    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    assert gwageo.__version__ == project["version"]


def test_help_takes_less_than_half_a_second() -> None:
    """In processor time, the best of three: the machine may be busy with something else."""
    times = []
    for _ in range(3):
        before = resource.getrusage(resource.RUSAGE_CHILDREN)
        assert gwageo("--help").returncode == 0
        after = resource.getrusage(resource.RUSAGE_CHILDREN)
        times.append(after.ru_utime - before.ru_utime + after.ru_stime - before.ru_stime)
    assert min(times) < 0.5


def test_no_path_of_a_machine_is_in_the_package() -> None:
    for path in PACKAGE.rglob("*.py"):
        assert not re.search(r"[\"'](/home|/root|/work|/tmp)/", path.read_text(encoding="utf-8")), path


def test_help_loads_nothing_that_a_command_needs() -> None:
    """Every nightly job begins with it, and pydantic alone would double its time."""
    assert not {*HEAVY, "yaml"} & loaded_by("import gwageo.cli.app")
