"""Wording: grammar comes from the slot, and languages differ in data only."""

import pytest

from gwageo.puzzles.wording import Line, Listing, Name, Words, slots_of

FRAME = {"lines": {}, "names": {}, "lists": {"or": [", ", " or ", ", or "]}, "trace": ""}


def words(**lines: str) -> Words:
    return Words("ko", {"lines": lines, "names": {"x": "사과", "y": "떡"}}, FRAME)


@pytest.mark.parametrize(
    ("template", "value", "said"),
    [
        ("{it:은} 빨갛다", Name("x"), "사과는 빨갛다"),
        ("{it:은} 희다", Name("y"), "떡은 희다"),
        ("{it:으로}", 3, "3으로"),
        ("{it:digit|digits}", 1, "1 digit"),
        ("{it:digit|digits}", 4, "4 digits"),
        ("{it:a}", "apple", "an apple"),
        ("{it:a}", "pear", "a pear"),
        ("{it:a}", "hour", "an hour"),
        ("{{{it}}}", 5, "{5}"),
        ("{it}", ("a", Name("x")), "a\n사과"),
        ("{it}", Line("kind", it=Name("y")), "<떡>"),
        ("{it}", Listing("or", ("a",)), "a"),
        ("{it}", Listing("or", ("a", "b")), "a or b"),
        ("{it}", Listing("or", ("a", "b", "c")), "a, b, or c"),
        ("{it}", Name("from elsewhere"), "from elsewhere"),
    ],
)
def test_a_slot_is_said_as_its_language_says_it(template: str, value: object, said: str) -> None:
    assert words(kind="<{it}>").fill(template, {"it": value}) == said  # type: ignore[dict-item]  # a table of slots


def test_a_template_names_its_slots() -> None:
    assert slots_of("{a} and {b:은} and {{c}}") == ("a", "b")


def test_a_missing_slot_is_an_error() -> None:
    with pytest.raises(KeyError):
        words().fill("{missing}", {})
