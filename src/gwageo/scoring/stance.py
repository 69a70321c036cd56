"""What a text says of a value right behind or before it: denied, doubted, corrected, one of several, or a mere part.

"A가 아님", "12개라고 볼 수 없다", "A인지 모르겠다", "not A" take a value back; "A → B", "12, 아니 15" put another in
its place; "A 또는 B", "10~12" leave it open; "6제곱", "루트 6", "6:4" state another value. All readings of replies ask
here, so that none of them takes a value for the answer that the reply refuses. The texts must be folded first; every
repetition is bounded.
"""

import re
from dataclasses import dataclass
from functools import lru_cache

_CLOSE = r"[)\].'\"*_`}$’”」』]{0,4}"
_PARTICLE = r"(?:\((?:이|가|은|는|을|를)\))?(?:이|가|은|는|을|를|도|만)?"
_NOT = r"아(?:니(?!면)|닙|님|닌|닐|냐)"
_ANSWER = r"(?:정답|해답|답)(?:이|은|도|으로|이라고)?"
_WRONG = rf"{_NOT}|{_ANSWER}\s{{0,2}}{_NOT}|틀|오답|말고|대신|보다|제외|빼[고면]|배제"
_UNSAYABLE = (
    r"(?:이?라고|이?라|으?로)(?:는|도|만)?\s{0,2}(?:볼|할|말할|단정할|확신할|생각할|단언할)\s{0,2}수(?:는|가|도)?\s{0,2}없"
    r"|(?:이?라고|이?라|으?로)(?:는|도)?\s{0,2}(?:보기|하기|단정하기|확신하기)(?:는|가|에는)?\s{0,2}(?:어렵|힘들)"
    r"|(?:이?라는)\s{0,2}(?:보장|근거|확신|말은)"
)
_IMPOSSIBLE = (
    rf"(?:{_ANSWER}\s{{0,2}})?(?:(?:될|일|나올|성립할|가능할)\s{{0,2}}(?:수|리|가능성)(?:는|가|도|이)?\s{{0,2}}(?:전혀\s)?없"
    r"|(?:되지|나오지|성립하지|가능하지|될\s수(?:는|가)?\s있지)(?:는|도)?\s{0,2}않|불가능|안\s?(?:되|된|됩|돼))"
)
_DOUBTED = r"인지|일지|인가|일까|(?:이?라|이)면(?![가-힣])|[인일] 경우|일 수[도는가]?\s|\s?\?"
_CROSSED = r"\s{0,2}\(\s?[xX×✗]\s?\)"
_ENGLISH = r"\s(?:is|are|was)(?:n't|n’t|\snot)\b|\s(?:is\s)?(?:wrong|incorrect)\b"
_TAKEN_BACK_BEFORE = re.compile(
    r"(?:\bnot|n't|n’t|\bnever|\bneither|\bnor|\bcannot be|\brather than|\binstead of|\bexcept)"
    r"\s(?:be\s|the\s|option\s|choice\s|answer\s){0,2}[(\[*_`'\"“‘$]{0,4}\Z"
    r"|\b(?:don't|don’t|do not) (?:think|believe)\b[^.\n]{0,24}\Z"
    r"|(?:≠|\\neq?|!=)\s{0,2}\Z",
    re.IGNORECASE,
)
_FORM = re.compile(
    r"(?:형식|형태|양식|예시|예를 들|예:|처럼|format|such as|e\.g\.|for example)"
    r"[^\n]{0,24}['\"“‘`「『<][^'\"”’`」』>\n]{0,12}\Z",
    re.IGNORECASE,
)
_AREA = r"(?! ?(?:미터|센티|밀리|킬로|피트|인치|마일|[ckm]?m))"
_PART = (
    rf" {{0,2}}(?:의 {{0,2}})?(?:(?:양의 |음의 )?(?:네|세)?제곱{_AREA}|팩토리얼|계승|거듭제곱|배수|약수)"
    r"|의 {0,2}(?:역수|절반|[0-9]{1,9} ?(?:배|승|제곱)|(?:두|세|네|몇) ?배)"
    r"| ?(?:파이|π)(?=입니다|이다|이에요|예요|임|[^가-힣]|$)"
    r"| {0,2}(?:이상|이하|초과|미만)(?:이다|입니다|이에요|예요|임|$|[.\n])"
    r"| {0,2}(?:에서|부터|[와과]) {0,2}-?[0-9][0-9.,]{0,20} {0,2}사이"
    r"|!(?= {0,2}(?:입니다|이다|예요|이에요)|[!$}\\0-9(^/×÷+*-])"
    r"| ?: ?[0-9]| ?대 {1,2}[0-9]| ?\^(?! ?\{? ?\\circ)| {0,2}[×÷] {0,2}[0-9(]| [-+*/] [0-9(]"
)
_PART_BEFORE = re.compile(r"(?:루트|제곱근|√|로그|사인|코사인|탄젠트|영하)\s{0,2}[$({]{0,2}\Z")
_BEFORE = 40
_OR = r"또는|혹은|아니면|이?거나|이나|나|or"
_AND = r"와|과|및|하고|그리고|and"
_ARROW = r"→|->|⇒|=>|➜|⟶"


@dataclass(frozen=True, slots=True)
class Stance:
    """The expressions for one kind of value, to be matched at the place where a value ends."""

    denied: re.Pattern[str]
    """Taken back, or only asked or supposed."""
    instead: re.Pattern[str]
    """Taken back in favour of what follows: 12가 아니라 15."""
    corrected: re.Pattern[str]
    """Replaced by the value that follows: 12, 아니 15; A → B."""
    alternative: re.Pattern[str]
    """Followed by a value that might stand in its place: 12 또는 15, 10~12."""
    joined: re.Pattern[str]
    """Followed by a value that stands beside it: 12와 15."""
    part: re.Pattern[str]
    """Only a part of what is stated: 6제곱, 6의 배수, 6!입니다, 6:4."""


@lru_cache
def stance(units: str) -> Stance:
    """The expressions for values that may be followed by a unit.

    Args:
        units: Alternatives of an expression, as in `번|보기`.

    Example:
        >>> bool(stance("번").denied.match("2번이 아닙니다", 1)), bool(stance("번").denied.match("2번입니다", 1))
        (True, False)
    """
    head = rf"{_CLOSE}(?:\s{{0,2}}(?:{units}))?{_CLOSE}"
    inner = head.replace(r"\].", r"\]")  # a full stop ends the sentence, and what follows stands on its own
    ended = r"(?:\s{0,2}(?:입니다|이다|예요|이에요))?"
    return Stance(
        re.compile(
            rf"{head} ?(?:{_PARTICLE}\s{{0,2}}(?:{_WRONG}|{_IMPOSSIBLE})|{_UNSAYABLE}|{_DOUBTED})"
            rf"|{_CROSSED}|{_CLOSE}(?:{_ENGLISH})"
        ),
        re.compile(rf"{head} ?{_PARTICLE}\s{{0,2}}(?:아니라|아니고|아닌|말고|대신에?)\s{{1,2}}"),
        re.compile(
            rf"{head}{ended}(?:{_CROSSED})?\s{{0,2}}(?:(?:[,.;]\s{{0,2}}아니(?:다|요|야|지)?|\s아니)[,.]?\s{{1,2}}"
            rf"|(?:{_ARROW})\s{{0,2}})"
        ),
        re.compile(rf"{inner}(?:\s{{0,2}}(?:{_OR})\s{{1,2}}|\s{{0,2}}[~∼〜]\s{{0,2}})"),
        re.compile(rf"{inner}\s{{0,2}}(?:{_AND})\s{{1,2}}"),
        re.compile(rf"[)\]'\"*_`’”』]{{0,4}}(?:{_PART})"),
    )


def refused_before(text: str, place: int) -> bool:
    """Whether what stands before a value takes it back: The answer is not A.

    Example:
        >>> refused_before("The answer is not A", 18)
        True
    """
    return _TAKEN_BACK_BEFORE.search(text, max(0, place - _BEFORE), place) is not None


def part_before(text: str, place: int) -> bool:
    """Whether what stands before a value makes another one of it: 루트 6."""
    return _PART_BEFORE.search(text, max(0, place - _BEFORE), place) is not None


def only_a_form(text: str, place: int) -> bool:
    """Whether a statement that begins at a place is quoted to show a form: 정답 형식은 '정답: A'입니다.

    Example:
        >>> text = "정답 형식은 '정답: A'입니다."
        >>> only_a_form(text, text.index("정답:")), only_a_form("'정답: A'", 1)
        (True, False)
    """
    return _FORM.search(text, max(0, place - _BEFORE), place) is not None
