"""Parser: a question back to its words and revealed digits; ours and the released ones."""

import re

from gwageo.puzzles.base import Unreadable
from gwageo.puzzles.cryptarithmetic.addition import Addition, Symbol, spelt
from gwageo.puzzles.parsing import conventions, find

_TABLES = (("A-I", "초성"), ("J-R", "중성"), ("S-Z", "종성"))
_SUM = r"^  ([A-Z]+|[가-힣]+)\n((?:\+ (?:[A-Z]+|[가-힣]+)\n)+)(?:-+\n)?= ([A-Z]+|[가-힣]+)$"
_ASKED = r"(?:numeric value of|number that) ([A-Z]+)|([가-힣]+?)(?:이\(가\)|이|가) 나타내는"

_RULES = {
    "that_tables_are_independent": r"independent|INDEPENDENT|서로 독립",
    "that_no_word_begins_with_0": r"first letter[^\n]*(?:cannot be 0|never 0)|첫 초성[^\n]*0(?:이 될 수 없|이 아니)",
    "that_different_symbols_differ": r"different letters (?:map to|stand for) different digits"
    r"|서로 다른 (?:초성|자모)[^\n]*서로 다른 숫자",
}


def parse(text: str) -> Addition:
    """Read a question back.

    Raises:
        Unreadable: The sum, the rules or the revealed digits are not stated as expected.
    """
    conventions(text, **_RULES)
    addition = find(_SUM, text, "a sum of words, one to a line")
    addends = (addition[1], *re.findall(r"\S\S+", addition[2]))
    asked = find(_ASKED, text, "the word whose number is asked")
    if (asked[1] or asked[2]) != addition[3]:
        raise Unreadable(f"the question asks for {asked[1] or asked[2]!r}; expected the result, {addition[3]!r}")
    revealed = tuple(
        (Symbol(table, letter), int(digit))
        for table, names in enumerate(_TABLES)
        for letter, digit in _pairs(text, names)
    )
    puzzle = Addition(addends, addition[3], tuple(sorted(revealed)))
    stray = sorted({symbol for symbol, _ in revealed} - {s for word in puzzle.words for s in spelt(word)})
    if stray:
        raise Unreadable(f"the revealed {stray[0].letter!r} stands in no word of its table")
    return puzzle


def _pairs(text: str, names: tuple[str, ...]) -> list[tuple[str, str]]:
    """What the line of a table reveals."""
    line = re.search(
        rf"^[^\w\n]*(?:group |공개된 )?(?:{'|'.join(names)})\W{{1,3}}((?:\S=\d(?:, )?)+)$", text, re.MULTILINE
    )
    return re.findall(r"(\S)=(\d)", line[1]) if line else []
