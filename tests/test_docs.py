"""The pages name everything there is, in both languages, and nothing that is not there."""

import re
from pathlib import Path

import pytest
import typer.main

from gwageo.cli.app import app
from gwageo.tasks.registry import SUITES, task_names

ROOT = Path(__file__).parent.parent
PAGES = {"en": [ROOT / "README.md"], "ko": [ROOT / "README.ko.md"]}
for _page in sorted((ROOT / "docs").glob("*.md")):
    PAGES["ko" if _page.name.endswith(".ko.md") else "en"].append(_page)
TEXT = {language: "\n".join(page.read_text(encoding="utf-8") for page in pages) for language, pages in PAGES.items()}
OPTION = re.compile(r"(?<![\w-])--[a-z][a-z-]+")


def commands() -> dict[str, set[str]]:
    """Every command with its options."""
    found: dict[str, set[str]] = {}

    def walk(command: object, name: str) -> None:
        for sub_name, sub in getattr(command, "commands", {}).items():
            walk(sub, f"{name} {sub_name}")
        if not getattr(command, "commands", {}):
            options = (option for p in command.params for option in p.opts)  # type: ignore[attr-defined]
            found[name] = {option for option in options if option.startswith("--")} - {"--help"}

    walk(typer.main.get_command(app), "gwageo")
    return found


@pytest.mark.parametrize("language", TEXT)
def test_every_command_exam_and_suite_is_told(language: str) -> None:
    names = [*commands(), *task_names(), *(f"`{suite}`" for suite in SUITES)]
    text = TEXT[language].replace("gwageo run quick", "`quick`")
    assert [name for name in names if name not in text] == []


@pytest.mark.parametrize("language", TEXT)
def test_every_option_is_told(language: str) -> None:
    options = set().union(*commands().values())
    assert sorted(options - set(OPTION.findall(TEXT[language]))) == []


@pytest.mark.parametrize("language", TEXT)
def test_no_option_is_told_that_is_not_there(language: str) -> None:
    theirs = {"--version", "--help", "--lang"}  # of the whole program
    known = set().union(*commands().values()) | theirs
    told = {
        option
        for page in PAGES[language]
        for line in page.read_text(encoding="utf-8").splitlines()
        if "gwageo " in line and "pip" not in line
        for option in OPTION.findall(line)
    }
    assert sorted(told - known) == []


def test_both_readmes_have_the_same_shape() -> None:
    """As many headings of each level, as many code blocks, the same commands in them."""
    shapes = []
    for page in (ROOT / "README.md", ROOT / "README.ko.md"):
        text = page.read_text(encoding="utf-8")
        blocks = re.findall(r"```\w*\n(.*?)```", text, flags=re.S)
        commands_in = [line.split("#")[0].strip() for block in blocks for line in block.splitlines() if line.strip()]
        shapes.append((re.findall(r"^#+", text, flags=re.M), commands_in))
    assert shapes[0] == shapes[1]


def test_links_lead_somewhere() -> None:
    for pages in PAGES.values():
        for page in pages:
            for target in re.findall(r"\]\(([^)#]+)\)", page.read_text(encoding="utf-8")):
                if not target.startswith("http"):
                    assert (page.parent / target).exists(), f"{page.name}: {target}"


def test_no_space_stands_before_a_percent_sign_in_korean() -> None:
    assert [page.name for page in PAGES["ko"] if re.search(r"\d %", page.read_text(encoding="utf-8"))] == []
