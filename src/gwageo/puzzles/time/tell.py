"""What is said about a puzzle: its view, gold, features, explanation, and the parser that reads a question back."""

import re
from datetime import date

from gwageo.hangul.calendar import BRANCHES, CYCLE, STEMS
from gwageo.puzzles.base import Explanation, Features, Unreadable
from gwageo.puzzles.parsing import find, number
from gwageo.puzzles.time.note import HOLIDAYS, RELATIVE, Ask, Note
from gwageo.puzzles.time.solve import birthday, day_of
from gwageo.puzzles.wording import Line, Slot, Slots, Words

_ANCHOR = date(2000, 1, 7)
"""A 갑자 day."""
_SUNDAY = date(2000, 1, 2)


def _facts(puzzle: Note) -> dict[str, Slot]:
    return {"year": puzzle.year, "holiday": puzzle.holiday, "relative": puzzle.relative, "days": puzzle.days}


def view(puzzle: Note) -> Slots:
    """The slots of the question."""
    return {**_facts(puzzle), "asked": Line(f"ask_{puzzle.ask}", days=puzzle.days), "form": Line(f"form_{puzzle.ask}")}


def gold(puzzle: Note, solution: str, words: Words) -> str:
    """The answer as the solver gives it."""
    return solution


def features(puzzle: Note, solution: str) -> Features:
    """What is asked, the offset of the word, the days, and months and years that the count runs into."""
    note = date(puzzle.year, *HOLIDAYS[puzzle.holiday])
    day = day_of(puzzle)
    months = (day.year - note.year) * 12 + day.month - note.month
    return {"ask": puzzle.ask, "offset": RELATIVE[puzzle.relative], "days": puzzle.days, "months_crossed": months,
            "years_crossed": day.year - note.year}  # fmt: skip


def explain(puzzle: Note, solution: str) -> Explanation:
    """The holiday, the birthday, and the count from there; dates as days of a year, so that none gives the answer."""
    month, day = HOLIDAYS[puzzle.holiday]
    offset = RELATIVE[puzzle.relative]
    born = birthday(puzzle)
    steps = (
        Line("holiday", holiday=puzzle.holiday, month=month, day=day),
        Line("birthday" if offset else "same_day", relative=puzzle.relative, offset=offset, year=born.year,
             month=born.month, day=born.day),
    )  # fmt: skip
    return Explanation(
        (Line("given", **_facts(puzzle)), Line(f"want_{puzzle.ask}")),
        (*steps, *_LAST[puzzle.ask](puzzle)),
        Line("check", days=offset + puzzle.days),
    )


def _date(puzzle: Note) -> tuple[Line, ...]:
    born, day = birthday(puzzle), day_of(puzzle)
    place = born.timetuple().tm_yday
    count = Line("place", place=place, days=puzzle.days, sum=place + puzzle.days, year=born.year)
    if day.year > born.year:
        length = date(born.year, 12, 31).timetuple().tm_yday
        return count, Line("next_year", length=length, place=day.timetuple().tm_yday, year=day.year)
    before = (date(day.year, day.month, 1) - date(day.year, 1, 1)).days
    return count, Line("in_month", month=day.month, before=before, place=day.day)


def _weekday(puzzle: Note) -> tuple[Line, ...]:
    distance = (day_of(puzzle) - _SUNDAY).days
    return (Line("from_sunday", days=abs(distance), way=Line("after" if distance >= 0 else "before")),
            Line("rest_of_7", distance=distance, rest=distance % 7))  # fmt: skip


def _pillar(puzzle: Note) -> tuple[Line, ...]:
    distance = (day_of(puzzle) - _ANCHOR).days
    place = distance % CYCLE
    return (
        Line("from_gapja", days=abs(distance), way=Line("after" if distance >= 0 else "before")),
        Line("rest_of_60", distance=distance, rest=place),
        Line("stem", number=place, rest=place % len(STEMS), stem=STEMS[place % len(STEMS)]),
        Line("branch", number=place, rest=place % len(BRANCHES), branch=BRANCHES[place % len(BRANCHES)]),
    )


_LAST = {"date": _date, "weekday": _weekday, "pillar": _pillar}


def parse(text: str) -> Note:
    """Read a question back: year and holiday, the quoted word, the days after, and what is asked."""
    year, holiday = find(r"^(\d{4})년 (.+?)에 ", text, "a year and a holiday").groups()
    quoted = find(r"[\"“]([^\"”\n]+)[\"”]", text, "the quoted words")[1]
    relative = _relative(quoted)
    days = number(r"생일(?:로부터|에서) (\d+)일 (?:후|뒤)", text, "the days after the birthday")
    if holiday not in HOLIDAYS:
        raise Unreadable(f"the holiday {holiday!r} is not known; expected one of {', '.join(HOLIDAYS)}")
    return Note(int(year), holiday, relative, days, _ask(text))


def _relative(quoted: str) -> str:
    said = re.sub(r"(?:이|가) 내 생일이야\.?$", "", quoted.strip())
    said = re.sub(r"^(?:내 )?생일(?:은|:) ?", "", said).rstrip(".")
    said = re.sub(r"이?다$", "", said).strip()
    said = "다음 날" if said == "다음날" else said
    if said not in RELATIVE:
        raise Unreadable(f"the words {quoted!r} name no known day; expected one of {', '.join(RELATIVE)}")
    return said


def _ask(text: str) -> Ask:
    asks: dict[Ask, str] = {"weekday": r"무슨 요일", "pillar": r"일진|60갑자", "date": r"양력 날짜|몇 월 며칠"}
    found = [ask for ask, pattern in asks.items() if re.search(pattern, text)]
    if len(found) != 1:
        raise Unreadable(
            f"the question asks for {' and '.join(found) or 'nothing known'}; expected one of {', '.join(asks)}"
        )
    return found[0]
