"""Detectable format: lists, fixed answers, highlights, sections, JSON, a title.

The published expressions for lists, highlights and titles are quadratic on hostile text; the matchers here find the
same in linear time.
"""

import json
import re
from bisect import bisect_left
from collections.abc import Callable

from gwageo.scoring.ifeval.matching import hits
from gwageo.scoring.ifeval.rules import Args, Argument, Rule, holds, relation, texts, whole, word

_BLANKS = re.compile(r"\s*")
_NO_WORD = re.compile(r"[^\w\s]")
_ANSWERS = ("네", "아니요", "아마도요")
_ANSWERS_ENGLISH = ("My answer is yes.", "My answer is no.", "My answer is maybe.")
_LETTERS = ("A", "B", "C", "D")
_CLOSING = re.compile(r"\*(?=\*?(?!\S))")
_OPENING = re.compile(r"(?<!\S)\*")
_HIGHLIGHT = re.compile(r"\*{1,3}[^\s*][^*\n]*\*{1,3}")
_SINGLE = re.compile(r"\*[^\n*]*\*")
_DOUBLE = re.compile(r"\*\*[^\n*]*\*\*")
_DAYS = "일차"
_FENCES = ("```json", "```Json", "```JSON", "```")


def bullets(reply: str, mark: str, follows: Callable[[str], bool]) -> int:
    """Lines with a mark and a sign that fits behind it; an empty one swallows the line below, as published.

    What `^\\s*MARK[FOLLOWS].*$` finds in several lines.
    """
    count, at = 0, 0
    while at >= 0:
        blank = _BLANKS.match(reply, at)
        place = blank.end() if blank else at
        found = reply.startswith(mark, place) and follows(reply[place + 1 : place + 2])
        count += found
        end = reply.find("\n", place + 2 if found else place)
        # An empty line behind an empty mark is the end of this one and the start of the next.
        starts_here = found and end == place + 2 and reply[place + 1] == "\n"
        at = end if starts_here else end + 1 if end >= 0 else -1
    return count


def _dashes(reply: str, args: Args) -> bool:
    return bool(bullets(reply, "-", str.isspace) == args["num_bullets"])


def _dashes_with_text(reply: str, args: Args) -> bool:
    items = (line.lstrip() for line in reply.split("\n"))
    count = sum(item[:1] == "-" and item[1:2].isspace() and bool(item[1:].strip()) for item in items)
    return bool(count == args["num_bullets"])


def _bullets_english(reply: str, args: Args) -> bool:
    stars = bullets(reply, "*", lambda sign: sign not in ("", "*"))
    dashes = sum(line.lstrip().startswith("-") for line in reply.split("\n"))
    return bool(stars + dashes == args["num_bullets"])


def _constrained(reply: str, args: Args) -> bool:
    del args
    return _NO_WORD.sub("", reply.strip()) in _ANSWERS


def _constrained_and_trimmed(reply: str, args: Args) -> bool:
    del args
    return _NO_WORD.sub("", reply.strip()).strip() in _ANSWERS


def _constrained_english(reply: str, args: Args) -> bool:
    del args
    return any(each in reply for each in _ANSWERS_ENGLISH)


def _choice(reply: str, args: Args) -> bool:
    return reply in args["options"]


def _choice_and_trimmed(reply: str, args: Args) -> bool:
    return reply.strip() in args["options"]


def highlights(reply: str) -> int:
    """Spans between marks of one or two stars that open behind and close before white space, with something inside.

    What `(?<!\\S)\\*{1,2}.+?\\*{1,2}(?!\\S)` finds over several lines, less those of stars and white space alone.
    """
    closing = [match.start() for match in _CLOSING.finditer(reply)]
    count, stop, nearest = 0, 0, 0
    for opening in _OPENING.finditer(reply):
        start = opening.start()
        if start < stop:
            continue
        # With two opening stars the sign inside stands one further; one star is tried where two find no end.
        least = start + (3 if reply.startswith("**", start) else 2)
        nearest = bisect_left(closing, least, nearest)
        if nearest == len(closing):
            nearest = bisect_left(closing, start + 2)
            if nearest == len(closing):
                break
        end = closing[nearest]
        double = reply.startswith("**", end) and not reply[end + 2 : end + 3].strip()
        stop = end + (2 if double else 1)
        count += bool(reply[start:stop].strip("*").strip())
    return count


def _highlighted(reply: str, args: Args) -> bool:
    return holds(highlights(reply), args["num_highlights"], args["relation"])


def _highlighted_anywhere(reply: str, args: Args) -> bool:
    count = sum(1 for _ in _HIGHLIGHT.finditer(reply))
    return holds(count, args["num_highlights"], args["relation"])


def _highlighted_english(reply: str, args: Args) -> bool:
    single = sum(bool(match.group().strip("*").strip()) for match in _SINGLE.finditer(reply))
    double = sum(bool(match.group()[2:-2].strip()) for match in _DOUBLE.finditer(reply))
    return bool(single + double >= args["num_highlights"])


def _sections(reply: str, args: Args) -> bool:
    name = args["section_spliter"]
    if name == _DAYS:
        count = hits(name, reply, before=r"(?<=\d)", ignore_case=False)
    else:
        count = hits(name, reply, after=r"\s?\d", ignore_case=False)
    return bool(count >= args["num_sections"])


def _section_lines(reply: str, args: Args) -> bool:
    name = re.escape(args["section_spliter"])
    mark = re.compile(rf"\d{{1,9}}{name}" if args["section_spliter"] == _DAYS else rf"{name}\s?\d")
    lines = (line.lstrip("#* \t\r\u3000") for line in reply.split("\n"))
    return bool(sum(mark.match(line) is not None for line in lines) >= args["num_sections"])


def _sections_english(reply: str, args: Args) -> bool:
    return bool(hits(args["section_spliter"], reply, after=r"\s?\d", ignore_case=False) >= args["num_sections"])


def _json(reply: str, args: Args) -> bool:
    del args
    return _parses(reply, None)


def _strict_json(reply: str, args: Args) -> bool:
    del args
    return _parses(reply, _refuse)


def _parses(reply: str, constant: Callable[[str], object] | None) -> bool:
    text = reply.strip()
    for fence in _FENCES:
        text = text.removeprefix(fence)
    try:
        json.loads(text.removesuffix("```").strip(), parse_constant=constant)
    except (ValueError, RecursionError):
        return False
    return True


def _refuse(name: str) -> object:
    raise ValueError(f"{name} is no JSON")


def _title(reply: str, args: Args) -> bool:
    del args
    return len(first := reply.strip().split("\n", 1)[0]) > 1 and first[0] == "#"


def _title_with_text(reply: str, args: Args) -> bool:
    return _title(reply, args) and bool(reply.strip().split("\n", 1)[0].replace("#", "").strip())


def _title_english(reply: str, args: Args) -> bool:
    """What `<<[^\\n]+>>` finds: at most one span a line, from the first opening to the last closing mark."""
    del args
    for line in reply.split("\n"):
        start, end = line.find("<<"), line.rfind(">>")
        if 0 <= start <= end - 3 and line[start : end + 2].lstrip("<").rstrip(">").strip():
            return True
    return False


_BULLETS = (Argument("num_bullets", whole),)
_SECTIONS = (Argument("section_spliter", word), Argument("num_sections", whole))

BULLETS = Rule(_dashes, _BULLETS, _dashes_with_text)
BULLETS_ENGLISH = Rule(_bullets_english, _BULLETS)
CONSTRAINED = Rule(_constrained, (), _constrained_and_trimmed)
CONSTRAINED_ENGLISH = Rule(_constrained_english)
CHOICE = Rule(_choice, (Argument("options", texts, _LETTERS),), _choice_and_trimmed)
HIGHLIGHTS = Rule(
    _highlighted, (Argument("num_highlights", whole), Argument("relation", relation, True)), _highlighted_anywhere
)
HIGHLIGHTS_ENGLISH = Rule(_highlighted_english, (Argument("num_highlights", whole),))
SECTIONS = Rule(_sections, _SECTIONS, _section_lines)
SECTIONS_ENGLISH = Rule(_sections_english, _SECTIONS)
JSON = Rule(_json, (), _strict_json)
TITLE = Rule(_title, (), _title_with_text)
TITLE_ENGLISH = Rule(_title_english)
