"""What is said about a puzzle: its view, gold, features, explanation, and the parser that reads a question back."""

import re
from datetime import date

from gwageo.hangul.calendar import BRANCHES, CYCLE, NUMBERS, STEMS, first_hour_stem, hour_branch, name
from gwageo.puzzles.base import Explanation, Features, Unreadable
from gwageo.puzzles.parsing import find, number
from gwageo.puzzles.pillars import PAIR
from gwageo.puzzles.saju.birth import Birth
from gwageo.puzzles.wording import Line, Slot, Slots, Words

_ANCHOR = date(2000, 1, 7)


def _kind(puzzle: Birth) -> str:
    if puzzle.date is None:
        return "hour_of_pillar"
    return "day_of_date" if puzzle.hour is None else "hour_of_date"


def _facts(puzzle: Birth) -> dict[str, Slot]:
    year, month, day = puzzle.date or (0, 0, 0)
    pillar = "" if puzzle.day is None else name(puzzle.day)
    return {"year": year, "month": month, "day": day, "pillar": pillar, "hour": puzzle.hour or 0}


def view(puzzle: Birth) -> Slots:
    """The slots of the question."""
    return {"asked": Line(_kind(puzzle), **_facts(puzzle))}


def gold(puzzle: Birth, solution: int, words: Words) -> str:
    """Stem and branch."""
    return name(solution)


def features(puzzle: Birth, solution: int) -> Features:
    """Kind of question, and days from the anchor of the explanation."""
    distance = abs((date(*puzzle.date) - _ANCHOR).days) if puzzle.date else 0
    return {"kind": _kind(puzzle), "days": distance, "late_hour": int(puzzle.hour == 23)}


def explain(puzzle: Birth, solution: int) -> Explanation:
    """The day from an anchor, then the hour's branch, then its stem."""
    day = puzzle.day_pillar
    stem = STEMS[day % len(STEMS)]
    steps = _count(date(*puzzle.date), day) if puzzle.date else (Line("given_stem", stem=stem),)
    if puzzle.hour is None:
        rest = day % len(BRANCHES)
        steps = (*steps, Line("day_branch", number=day, rest=rest, branch=BRANCHES[rest]))
    else:
        steps = (*steps, *_hour(day, puzzle.hour))
    given = Line(f"given_{_kind(puzzle)}", **_facts(puzzle))
    return Explanation((given,), steps, Line("check", number=solution, place=solution + 1))


def _count(day: date, pillar: int) -> tuple[Line, ...]:
    """From the anchor to the stem of a day."""
    distance, rest = (day - _ANCHOR).days, pillar % len(STEMS)
    return (
        Line("after" if distance >= 0 else "before", days=abs(distance)),
        Line("remainder", distance=distance, number=distance % CYCLE),
        Line("day_stem", number=pillar, rest=rest, stem=STEMS[rest]),
    )


def _hour(day: int, hour: int) -> tuple[Line, ...]:
    branch, first = hour_branch(hour), first_hour_stem(day)
    told: dict[str, Slot] = {"first": STEMS[first], "branch": BRANCHES[branch], "steps": branch}
    last = Line("hour_stem", stem=STEMS[(first + branch) % len(STEMS)], **told) if branch else Line("hour_stem_same")
    return (
        Line("hour_branch", hour=hour, branch=BRANCHES[branch]),
        Line("first_stem", stem=STEMS[day % len(STEMS)], first=STEMS[first]),
        last,
    )


def parse(text: str) -> Birth:
    """Read a question back: the pillar or the date, the hour, and that it asks for what these determine."""
    asked = find(r"(시주|일주)(?:\([^)]*\))?(?:를|의)? ?간지", text, "which pillar is asked")[1]
    if "다음 날로" in text and "일주를 다음 날로 바꾸지 않는다" not in text:
        raise Unreadable("the question speaks of the next day without saying that the day's pillar stays the same")
    hour = number(r"(\d+)시에 태어", text, "the hour of birth") if asked == "시주" else None
    given = re.search(rf"일주(?:\([^)]*\))?가 '?({PAIR.pattern})'?", text)
    if given:
        if given[1] not in NUMBERS or hour is None:
            raise Unreadable(f"the question gives the day {given[1]!r}, which is no pair of the cycle, or asks for it")
        return Birth(day=NUMBERS[given[1]], hour=hour)
    written = find(r"양력 (\d+)년 (\d+)월 (\d+)일", text, "a date of the solar calendar")
    return Birth(date=(int(written[1]), int(written[2]), int(written[3])), hour=hour)
