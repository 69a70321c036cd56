"""Strict and loose: which of the eight texts save an instruction, and what never does."""

import subprocess
import sys
import unicodedata

import pytest

from gwageo.core import MissingExtra
from gwageo.scoring.ifeval import libraries
from gwageo.scoring.ifeval.judging import judge, judge_repaired, variants
from gwageo.scoring.ifeval.rules import Instruction, build
from gwageo.scoring.ifeval.table import KOREAN


def one(name: str, **kwargs: object) -> Instruction:
    return build(name, kwargs, KOREAN)


NO_COMMA = one("punctuation:no_comma")
QUOTED = one("startend:quotation")
JSON = one("detectable_format:json_format")


def test_the_eight_variants() -> None:
    assert list(variants("*a*\nb\n*c")) == ["*a*\nb\n*c", "b\n*c", "*a*\nb", "b", "a\nb\nc", "b\nc", "a\nb"]


@pytest.mark.parametrize(
    ("reply", "strict", "loose"),
    [
        ('"봄"', True, True),
        ('**"봄"**', False, True),
        ('네, 여기 있습니다.\n"봄"', False, True),
        ('"봄"\n도움이 되셨나요?', False, True),
        ('물론이죠!\n**"봄"**\n끝', False, True),
        ('물론이죠!\n그럼요!\n"봄"', False, False),
        ("", False, False),
        (" \n\t", False, False),
    ],
)
def test_loose_forgives_one_line_at_either_end_and_stars(reply: str, strict: bool, loose: bool) -> None:
    found = judge(reply, [QUOTED])
    assert (found.strict, found.loose) == ((strict,), (loose,))


def test_a_blank_reply_follows_nothing_not_even_what_asks_for_absence() -> None:
    assert judge("  ", [NO_COMMA]).loose == (False,)


def test_an_instruction_that_cannot_be_checked_is_not_followed() -> None:
    found = judge("봄", [NO_COMMA, None])
    assert (found.strict, found.loose) == ((True, False), (True, False))


def test_the_repaired_profile_sees_composed_text_and_arguments() -> None:
    keyword = unicodedata.normalize("NFD", "봄")
    instruction = one("keywords:existence", keywords=[keyword])
    assert judge("봄", [instruction]).strict == (False,)
    assert judge_repaired("봄", [instruction]).strict == (True,)


def test_a_pattern_that_takes_too_long_is_not_followed_and_said() -> None:
    found = judge("x" * 5000, [one("keywords:existence", keywords=["(x+x+)+y"]), NO_COMMA])
    assert (found.strict, found.loose, found.out_of_time) == ((False, True), (False, True), True)
    assert not judge_repaired("x" * 5000, [one("keywords:existence", keywords=["(x+x+)+y"])]).out_of_time


def test_one_megabyte_is_judged() -> None:
    assert judge("가,\x00\ud83d" * 250_000, [NO_COMMA, JSON, QUOTED]).loose == (False, False, False)


def test_absent_libraries_are_named(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(libraries, "find_spec", lambda name: None)
    with pytest.raises(MissingExtra, match=r"gwageo\[ifeval\]"):
        libraries.ensure()


def test_the_language_is_told_the_same_in_every_process() -> None:
    """Seeded, whatever the hash seed and whatever a caller does to the library."""
    code = (
        "import langdetect; langdetect.DetectorFactory.seed = 7; from gwageo.scoring.ifeval.libraries import language; "
        "print([language(text) for text in ('OK', 'hi there', '봄', 'ok go', '12')])"
    )
    found = {
        subprocess.run(
            [sys.executable, "-c", code],
            capture_output=True,
            text=True,
            check=True,
            env={"PYTHONHASHSEED": seed, "PYTHONPATH": path},
        ).stdout
        for seed, path in ((seed, ":".join(sys.path)) for seed in ("0", "1"))
    }
    assert len(found) == 1
    assert "'ko'" in found.pop()
