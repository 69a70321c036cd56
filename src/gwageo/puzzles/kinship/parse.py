"""Parser: reads a question back, ours or the released one, exchange by exchange."""

import re
from functools import cache
from string import Formatter

from gwageo.puzzles.base import Unreadable
from gwageo.puzzles.kinship.talk import LETTERS, ME, Form, Statement, Talk
from gwageo.puzzles.kinship.terms import back
from gwageo.puzzles.parsing import find
from gwageo.puzzles.wording import Wording

_EXCHANGE = re.compile(r'^(?!나:)(\S+): "(.+)"\n나: "(.+)"$', re.MULTILINE)
_P = r"(\S.*?분)"
_RELEASED_TARGET = r"^(?:이때,? )?(?:나는 |내가 )?(\S.*?분)(?:은|을|를)? 어떻게 불러야 하는가"
_TARGET = r"^이때 (\S.*?분)은 나와 어떤 사이인가\? 그 관계를 나타내는 말을 고르시오"
_PARTICLES = {"은": "[은는]", "이": "[이가]", "과": "[과와]", "이야": "이?야"}
# The released wordings.
_OWN_Q = re.compile(rf"(?:이 사진(?: 속)? )?{_P}(?:은|는)? 누구야\?")
_OWN_A = re.compile(r"(?:아, )?(?:그분은 )?(?:내|우리) (\S+?)(?:이?야|이?셔)\.")
_PARENT_Q = re.compile(rf"(?:그럼 )?{_P}의 (아버지|어머니)(?:는|은) 누구야\?")
_PERSON_A = re.compile(rf"{_P}이?야\.")
_PAIR_A = re.compile(r"(?:응, )?(.+분)(?:는|은|이)? ?(.+분)의 (\S+?)(?:이?야|이?셔)\.")
_SPOUSE_A = re.compile(r"응, (.+분)의 (남편|아내)(?:이|가) (.+분)(?:이?야)\.")
_ASKED_Q = re.compile(rf"{_P}(?:한테|에게|는|은|께) .*(?:형제|자녀|결혼|동생|배우자).*\?")
_ASKED_A = re.compile(r"응, (?:여기 )?(.+분)이 (아이|\S+?)(?:이?야|이?셔)\.")


def parse(text: str) -> Talk:
    """Read a question back."""
    head, _, rest = text.partition("\n")
    names = _ids()
    statements = tuple(_statement(*match.groups()) for match in _EXCHANGE.finditer(rest))
    if not statements:
        raise Unreadable("the question holds no exchanges between a friend and 나")
    asked = find(f"{_RELEASED_TARGET}|{_TARGET}", text, "the person who is asked about")
    target = asked[1] or asked[2]
    options = re.findall(r"^([A-Z]): (\S+)$", text, re.MULTILINE)
    if "".join(letter for letter, _ in options) != LETTERS:
        raise Unreadable(f"expected the options A to Z; found {[letter for letter, _ in options]}")
    memo = tuple(names.get(who, who) for who in re.findall(r"^- 메모 \d+: ['‘](.+?)['’]", text, re.MULTILINE))
    warned = "거꾸로" in rest
    return Talk(
        names.get(head, head), statements, memo, warned, names.get(target, target), tuple(term for _, term in options)
    )


def _statement(friend: str, question: str, answer: str) -> Statement:
    names = _ids()
    found = _ours(question, answer) or _released(question, answer)
    if found is None:
        raise Unreadable(f"the exchange {question!r} {answer!r} has no known form")
    form, subject, relation, other, frame = found
    if form != "chat" and subject != ME:
        try:
            back("자녀" if relation in ("아들", "딸", "아이", "조카") else relation)
        except KeyError as error:
            raise Unreadable(f"{relation!r} is no relation that is known, in {answer!r}") from error
    asker, about, who = (names.get(each, each) for each in (friend, subject, other))
    return Statement(asker, form, about, relation, who, frame)


_Found = tuple[Form, str, str, str, int]
"""Form, subject, relation, object, frame."""


def _ours(question: str, answer: str) -> _Found | None:
    """An exchange in one of the wordings of the lexicon."""
    text = f'{question}"\n나: "{answer}'
    if (chat := _ids().get(text)) is not None:
        return "chat", "", chat, "", 1
    for form, frame, pattern in _patterns():
        if told := pattern.fullmatch(text):
            slots = told.groupdict()
            relation = _plain(slots.get("said") or slots["relation"])
            if form == "own":
                return form, ME, relation, slots["person"], frame
            return form, slots["subject"], relation, slots["other"], frame
    return None


def _plain(said: str) -> str:
    """The relation behind its honorific form: 누나셔, 아버님."""
    relation = _ids().get(said, said)
    return relation.partition("_")[2] or relation


@cache
def _patterns() -> tuple[tuple[Form, int, re.Pattern[str]], ...]:
    """Every wording of the lexicon as an expression that reads it back."""
    lines = Wording(__package__)["ko"].table["lines"]
    forms: tuple[Form, ...] = ("own", "asked", "pair")
    return tuple(
        (form, int(key.rpartition("_")[2]), _pattern(template.removeprefix('{friend}: "').removesuffix('"')))
        for form in forms
        for key, template in lines.items()
        if key.startswith(f"{form}_")
    )


def _pattern(template: str) -> re.Pattern[str]:
    built, seen = "", set[str]()
    for text, slot, grammar, _ in Formatter().parse(template):
        built += re.escape(text)
        if slot in seen:
            built += f"(?P={slot})"
        elif slot is not None:
            seen.add(slot)
            built += rf"(?P<{slot}>" + (r"\S+?" if slot in ("relation", "said") else r"\S[^.?]*?분") + ")"
        built += _PARTICLES.get(grammar or "", "")
    return re.compile(built)


def _released(question: str, answer: str) -> _Found | None:
    """An exchange in one of the released wordings."""
    if (asked := _OWN_Q.fullmatch(question)) and (told := _OWN_A.fullmatch(answer)):
        return "own", ME, told[1], asked[1], 1
    if (asked := _PARENT_Q.fullmatch(question)) and (told := _PERSON_A.fullmatch(answer)):
        return "asked", asked[1], asked[2], told[1], 1
    if told := _PAIR_A.fullmatch(answer):
        return "pair", told[2], told[3], told[1], 1
    if told := _SPOUSE_A.fullmatch(answer):
        return "pair", told[1], told[2], told[3], 1
    if (asked := _ASKED_Q.fullmatch(question)) and (told := _ASKED_A.fullmatch(answer)):
        return "asked", asked[1], told[2], told[1], 1
    return None


@cache
def _ids() -> dict[str, str]:
    """Our names, scenes, small talk and honorific forms to their ids."""
    return {form: name for name, form in Wording(__package__)["ko"].table["names"].items()}
