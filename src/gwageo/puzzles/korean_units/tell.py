"""What is said about a puzzle: its view, gold, features, explanation, and the parser that reads a question back."""

import re
from itertools import pairwise

from gwageo.hangul.calendar import STEMS
from gwageo.puzzles.base import Explanation, Features, Unreadable
from gwageo.puzzles.korean_units.bill import SYSTEMS, UNITS, Bill, Entry
from gwageo.puzzles.korean_units.solve import total, value
from gwageo.puzzles.parsing import conventions, find
from gwageo.puzzles.wording import Line, Listing, Slots, Words

_RATIO = re.compile(r"^- 1([가-힣]+) = (\d+)([가-힣]+)$", re.MULTILINE)
_ENTRY = re.compile(r"^ *(\S+?)[. ] ?\[(더함|뺌), (\d+)배\]:? (.+)$", re.MULTILINE)
_AMOUNT = re.compile(r"(\d+)([가-힣]+)")


def _label(place: int) -> str:
    return f"{place + 1}번"


def _table(puzzle: Bill) -> tuple[Line, ...]:
    units = puzzle.units
    return tuple(
        Line("ratio", large=large, ratio=ratio, small=small)
        for small, large, ratio in zip(units, units[1:], puzzle.ratios, strict=False)
    )


def _amounts(puzzle: Bill, entry: Entry) -> str:
    """From large to small."""
    told = [f"{amount}{unit}" for amount, unit in zip(entry.amounts, puzzle.units, strict=True) if amount]
    return " ".join(reversed(told))


def _entries(puzzle: Bill) -> tuple[Line, ...]:
    return tuple(
        Line("entry", label=_label(place), sign=Line("added" if entry.added else "subtracted"), times=entry.times,
             amounts=_amounts(puzzle, entry))
        for place, entry in enumerate(puzzle.entries)
    )  # fmt: skip


def view(puzzle: Bill) -> Slots:
    """The slots of the question."""
    return {"system": puzzle.system, "table": _table(puzzle), "unit": puzzle.units[0], "entries": _entries(puzzle)}


def gold(puzzle: Bill, solution: int, words: Words) -> str:
    """The sum with its unit."""
    return f"{solution}{puzzle.units[0]}"


def features(puzzle: Bill, solution: int) -> Features:
    """Entries, subtractions, quantities, the largest number in front of a unit, and the digits of the sum."""
    amounts = [amount for entry in puzzle.entries for amount in entry.amounts if amount]
    return {
        "entries": len(puzzle.entries),
        "subtractions": sum(not entry.added for entry in puzzle.entries),
        "quantities": len(amounts),
        "largest": max(amounts),
        "digits": len(str(solution)),
    }


def explain(puzzle: Bill, solution: int) -> Explanation:
    """The units in the smallest one, entry by entry, then both sums; their difference is the answer."""
    unit = puzzle.units[0]
    sizes = tuple(
        Line("size", unit=each, size=size, small=unit)
        for each, size in zip(puzzle.units[1:], puzzle.sizes[1:], strict=True)
    )
    worked = tuple(
        Line("worked", label=_label(place), amounts=_amounts(puzzle, entry), value=value(puzzle, entry), unit=unit,
             times=entry.times, result=value(puzzle, entry) * entry.times,
             sign=Line("added" if entry.added else "subtracted"))
        for place, entry in enumerate(puzzle.entries)
    )  # fmt: skip
    plus = sum(value(puzzle, entry) * entry.times for entry in puzzle.entries if entry.added)
    sums = Line("sums", plus=plus, minus=plus - total(puzzle), unit=unit)
    return Explanation(
        (Line("table", entries=_table(puzzle)), *_entries(puzzle)),
        (Line("sizes", entries=Listing("comma", sizes)), *worked, sums),
        Line("check", plus=plus, minus=plus - total(puzzle), result=solution),
    )


def parse(text: str) -> Bill:
    """Read a question back: the table from the smallest unit on, then the labelled entries."""
    conventions(
        text,
        what_the_factor_does=r"환산값에 곱하는 수|환산한 값에 '배' 앞의 수를 곱한다",
        what_the_signs_do=r"\[?더함\]?은 더하고 \[?뺌\]?은 빼"
        r"|\[더함\] 항목의 값은 모두 더하고 \[뺌\] 항목의 값은 모두 빼면",
    )
    rows = _RATIO.findall(text)
    units = (rows[0][2], *(row[0] for row in rows)) if rows else ()
    if len(units) != UNITS or any(below[0] != above[2] for below, above in pairwise(rows)):
        raise Unreadable(f"the table of units does not form one chain from small to large: {rows!r}")
    system = next((name for name, known in SYSTEMS.items() if known == units), None)
    if system is None:
        raise Unreadable(
            f"the units {', '.join(units)} are not a known system; expected one of {list(SYSTEMS.values())}"
        )
    asked = find(r"'?(\S+?)'?(?:\(?으\)?로|로) (?:바꾼|환산한)", text, "the unit of the sum")[1].rstrip("'")
    if asked != units[0]:
        raise Unreadable(f"the sum is asked in {asked!r}; expected the smallest unit, {units[0]!r}")
    lines = list(_ENTRY.finditer(text))
    _check_labels([match[1] for match in lines])
    entries = tuple(_entry(match, units) for match in lines)
    if not entries:
        raise Unreadable("the question holds no entries; expected lines like '1번 [더함, 2배] 3냥 4돈'")
    return Bill(system, tuple(int(row[1]) for row in rows), entries)


def _check_labels(labels: list[str]) -> None:
    """One way of counting throughout; the released rows go from 갑 to 계 and on with 제11호."""
    places = range(len(labels))
    released = [STEMS[place] if place < len(STEMS) else f"제{place + 1}호" for place in places]
    if labels not in ([_label(place) for place in places], released):
        raise Unreadable(f"the entries are labelled {labels!r}; expected 1번, 2번 and so on")


def _entry(match: re.Match[str], units: tuple[str, ...]) -> Entry:
    amounts = {unit: int(amount) for amount, unit in _AMOUNT.findall(match[4])}
    if not set(amounts) <= set(units):
        raise Unreadable(f"the entry {match[0].strip()!r} holds a unit that the table does not")
    return Entry(match[2] == "더함", int(match[3]), tuple(amounts.get(unit, 0) for unit in units))
