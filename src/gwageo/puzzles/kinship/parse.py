"""Parser: reads a question back, ours or the released one, exchange by exchange."""

import re
from functools import cache

from gwageo.puzzles.base import Unreadable
from gwageo.puzzles.kinship.talk import LETTERS, ME, Form, Statement, Talk
from gwageo.puzzles.kinship.terms import back
from gwageo.puzzles.parsing import find
from gwageo.puzzles.wording import Wording

_EXCHANGE = re.compile(r'^(?!나:)(\S+): "(.+)"\n나: "(.+)"$', re.MULTILINE)
_P = r"(\S.*?분)"
_HONORIFIC = {
    "아버님": "아버지",
    "어머님": "어머니",
    "아드님": "아들",
    "따님": "딸",
    "남편분": "남편",
    "아내분": "아내",
    "자녀분": "자녀",
}
_RELEASED_TARGET = r"^(?:이때,? )?(?:나는 |내가 )?(\S.*?분)(?:은|을|를)? 어떻게 불러야 하는가"
_TARGET = r"^이때 (\S.*?분)은 나와 어떤 사이인가\? 그 관계를 나타내는 말을 고르시오"
_OWN_Q = re.compile(rf"(?:이 사진(?: 속)? )?{_P}(?:은|는)? 누구(?:야|셔)\?")
_OWN_A = re.compile(r"(?:아, )?(?:그분은 )?(?:내|우리) (\S+?)(?:이?야|이?셔)\.")
_PARENT_Q = re.compile(rf"(?:그럼 )?{_P}의 (아버지|어머니|아버님|어머님)(?:는|은) (?:누구야|어느 분이셔)\?")
_PERSON_A = re.compile(rf"{_P}(?:이?야|이셔)\.")
_PAIR_Q = re.compile(r".+분(?:은|는)? ?.+분(?:이랑|과|하고) (?:어떤 관계야|어떤 사이(?:야|셔))\?")
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
    form, subject, relation, other = _read(question, answer)
    relation = _HONORIFIC.get(relation, relation)
    if form == "chat":
        return Statement(names.get(friend, friend), "chat", "", relation, "")
    if subject != ME:
        try:
            back("자녀" if relation in ("아들", "딸", "아이", "조카") else relation)
        except KeyError as error:
            raise Unreadable(f"{relation!r} is no relation that is known, in {answer!r}") from error
    return Statement(
        names.get(friend, friend),
        form,
        names.get(subject, subject),
        relation,
        names.get(other, other),
    )


def _read(question: str, answer: str) -> tuple[Form, str, str, str]:
    """Form, subject, relation, object."""
    if (chat := _ids().get(f'{question}"\n나: "{answer}')) is not None:
        return "chat", "", chat, ""
    if (asked := _OWN_Q.fullmatch(question)) and (told := _OWN_A.fullmatch(answer)):
        return "own", ME, told[1], asked[1]
    if (asked := _PARENT_Q.fullmatch(question)) and (told := _PERSON_A.fullmatch(answer)):
        return "asked", asked[1], asked[2], told[1]
    if told := _PAIR_A.fullmatch(answer):
        return "pair", told[2], told[3], told[1]
    if told := _SPOUSE_A.fullmatch(answer):
        return "pair", told[1], told[2], told[3]
    if (asked := _ASKED_Q.fullmatch(question)) and (told := _ASKED_A.fullmatch(answer)):
        return "asked", asked[1], told[2], told[1]
    raise Unreadable(f"the exchange {question!r} {answer!r} has no known form")


@cache
def _ids() -> dict[str, str]:
    """Our names, scenes and small talk to their ids."""
    return {form: name for name, form in Wording(__package__)["ko"].table["names"].items()}
