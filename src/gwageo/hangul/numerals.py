"""Amounts in Korean text: digits with any separators, 만 and 천 units, number words, and fractions of them.

    3만 5천 -> 35000    1.2만 -> 12000    1{,}200 -> 1200    열두 -> 12    삼백이십오 -> 325
    만 2천 -> 12000    마이너스 3 -> -3    음의 3 -> -3    4분의 1 -> 1/4    3과 사분의 일 -> 13/4

The text must be folded first (`text.fold`). All repetitions are bounded; a run of more than 40 digits is no amount.
"""

import re
from dataclasses import dataclass
from decimal import Decimal
from fractions import Fraction

NARROW = "\N{NARROW NO-BREAK SPACE}"
"""What thin blanks fold to: kept apart from the plain blank because they group digits."""

_SMALL = {"십": 10, "백": 100, "천": 1000}
_LARGE = {"만": 10**4, "억": 10**8, "조": 10**12}
_UNITS = "".join([*_SMALL, *_LARGE])
_SINO = {"영": 0, "공": 0, **{word: value for value, word in enumerate("일이삼사오육칠팔구", 1)}, "륙": 6}
_TENS = {
    "열": 10,
    "스물": 20,
    "스무": 20,
    "서른": 30,
    "마흔": 40,
    "쉰": 50,
    "예순": 60,
    "일흔": 70,
    "여든": 80,
    "아흔": 90,
}
_ONES = {
    word: value
    for value, words in enumerate(
        ("하나 한", "둘 두", "셋 세 석", "넷 네 넉", "다섯", "여섯", "일곱", "여덟", "아홉"), start=1
    )
    for word in words.split()
}
_BEFORE_COUNTER = frozenset({"한", "두", "세", "석", "네", "넉", "스무"})
"""Forms that are numbers only in front of a counter; 네 alone means yes."""

COUNTERS = (
    "가지|개|갑|건|곳|권|그램|그루|그릇|년|다발|단|달|대|마리|명|묶음|미터|바퀴|박스|배|번|벌|병|봉지|분|사람|살|상자|센티|세트|송이|"
    "시간|알|원|일|자루|잔|장|점|접시|조각|주|줄|쪽|채|초|층|컵|켤레|킬로|통|판|팩|페이지|편|학생|회|달러"
)
_GROUPED = rf"[0-9]{{1,3}}(?:(?:,|\{{,\}}|\\,|{NARROW})[0-9]{{3}}){{1,12}}(?![0-9])"
_PLAIN = rf"(?<![0-9])(?:{_GROUPED}|[0-9]{{1,40}}(?![0-9]))(?:\.[0-9]{{1,20}}(?![0-9]))?"
_AFTER_UNIT = rf"(?=\Z|[^가-힣]|{COUNTERS}|입|이|을|를|은|는|의|에|과|와|로|여|쯤|정도|짜리)"
_PIECE = rf"{_PLAIN}(?:[{_UNITS}]{{1,3}}{_AFTER_UNIT}|\s?\\text\{{\s?[{_UNITS}]{{1,3}}\s?\}})"
_MINUS = ("마이너스", "음의")
MINUS = f"(?:{'|'.join(_MINUS)})"
"""What may stand for a minus sign before a number."""
_SIGN = rf"(?:(?<![0-9A-Za-z)가-힣.,])-|(?<![가-힣]){MINUS}\s{{0,2}})?"
_ONE = rf"(?:(?<![0-9A-Za-z가-힣])[만천백]\s?(?={_PIECE}|[0-9]{{4}}(?![0-9,.])))?"
"""A unit that begins an amount stands for one of it: 만 2천."""
AMOUNT = re.compile(rf"{_SIGN}{_ONE}(?:(?:{_PIECE}\s?){{1,6}}(?:{_PLAIN})?|{_PLAIN})")
"""An amount in digits, with or without units."""

_PIECES = re.compile(rf"({_PLAIN})(?:\s?(?:\\text\{{\s?)?([{_UNITS}]{{1,3}}))?")
_COUNTER = re.compile(rf"\s{{0,2}}(?:{COUNTERS})")
_REST = re.compile(rf"\s{{0,2}}(?:{COUNTERS})?\s{{0,2}}")
_WORD_ENDS = re.compile(rf"\s{{0,2}}(?:{COUNTERS}|입니다|이다|이에요|예요|\Z|[\n.,!)\]}}$*_`\"'])")
_SINO_SIGN = f"[{''.join(_SINO)}{_UNITS}]"
_SINO_WORD = re.compile(rf"(?:{_SINO_SIGN}{{0,11}}[천{''.join(_LARGE)}] ){{0,3}}{_SINO_SIGN}{{1,28}}")
_PARTS = re.compile(r"[ \t]?분의[ \t]{0,2}")
_AND_PARTS = re.compile(r"[ \t]{0,2}[와과][ \t]{0,2}|[ \t]{1,2}")
_NATIVE_WORD = re.compile(rf"({'|'.join(_TENS)})?\s?({'|'.join(_ONES)})?")


@dataclass(frozen=True, slots=True)
class Amount:
    """A number and where it stands in the folded text."""

    value: Decimal
    start: int
    end: int

    @property
    def text(self) -> str:
        """The plainest decimal form: `35000`, `2.5`."""
        value = format(self.value, "f")
        return value.rstrip("0").rstrip(".") if "." in value else value


def amount_of(match: re.Match[str]) -> Amount:
    """The value of a match of `AMOUNT`."""
    written = match.group().rstrip()
    total = section = Decimal(0)
    first = re.sub(rf"\A(?:-|{MINUS})", "", written).lstrip()[:1]
    total += _LARGE.get(first, 0)
    section += _SMALL.get(first, 0)
    for piece in _PIECES.finditer(written):
        value = Decimal(re.sub(rf"[{{}},\\{NARROW}]", "", piece[1]))
        for unit in piece[2] or "":
            if unit in _SMALL:
                value *= _SMALL[unit]
            else:
                total += (section + value) * _LARGE[unit]
                section = value = Decimal(0)
        section += value
    total += section
    return Amount(-total if written.startswith(("-", *_MINUS)) else total, match.start(), match.start() + len(written))


def words_at(text: str, place: int) -> Amount | None:
    """The number word that stands at a place and is followed by a counter, an ending or the end; None otherwise."""
    native = _NATIVE_WORD.match(text, place)
    if native and native.group().strip():
        last = native[2] or native[1]
        ends = _COUNTER if last in _BEFORE_COUNTER else _WORD_ENDS
        if last and ends.match(text, native.end()):
            return Amount(Decimal(_TENS.get(native[1], 0) + _ONES.get(native[2], 0)), place, native.end())
    sino = _SINO_WORD.match(text, place)
    if sino:
        # The counters 일, 조 and 만 are number words too: the longest reading that ends well wins.
        for end in range(sino.end(), place, -1):
            if _WORD_ENDS.match(text, end):
                return Amount(_sino_value(text[place:end].replace(" ", "")), place, end)
    return None


@dataclass(frozen=True, slots=True)
class Share:
    """A fraction in words and where it stands in the folded text."""

    value: Fraction
    start: int
    end: int


def share_at(text: str, place: int) -> Share | None:
    """The fraction, or the whole number and fraction, that is written out at a place; None where there is none.

    Example:
        >>> [str(share_at(text, 0).value) for text in ("4분의 1", "사분의 일", "3과 4분의 1", "-6분의 5")]
        ['1/4', '1/4', '13/4', '-5/6']
    """
    first = _number_at(text, place)
    if first is None:
        return None
    share = _share_of(text, first)
    if share is not None:
        return share
    joint = _AND_PARTS.match(text, first.end)
    second = _number_at(text, joint.end()) if joint else None
    part = _share_of(text, second) if second else None
    if part is None or not 0 < part.value < 1 or first.value != int(first.value):
        return None
    return Share(Fraction(first.value) + (part.value if first.value >= 0 else -part.value), place, part.end)


def _share_of(text: str, under: Amount) -> Share | None:
    """The fraction whose lower part has been read."""
    joint = _PARTS.match(text, under.end)
    over = _number_at(text, joint.end()) if joint and under.value else None
    if joint is None or over is None:
        return None
    words = text[under.start] not in "-0123456789" and not text.startswith(_MINUS, under.start)
    if words and (joint.group()[0] != "분" or not _SINO_WORD.match(text, under.start)):  # 네 분의 손님, 이 분의 일
        return None
    return Share(Fraction(over.value) / Fraction(under.value), under.start, over.end)


def _number_at(text: str, place: int) -> Amount | None:
    match = AMOUNT.match(text, place, min(len(text), place + 60))
    return amount_of(match) if match is not None else words_at(text, place)


def number_of(text: str) -> Decimal | None:
    """The number that a short text is as a whole, in digits or words, with or without a counter; None if it is none.

    Example:
        >>> number_of("3만 5천 원"), number_of("아흔아홉"), number_of("삼백이십오"), number_of("네")
        (Decimal('35000'), Decimal('99'), Decimal('325'), None)
    """
    bare = text.strip()
    match = AMOUNT.match(bare)
    found = amount_of(match) if match else words_at(bare, 0)
    if found is None or not _REST.fullmatch(bare, found.end):
        return None
    return found.value


def _sino_value(word: str) -> Decimal:
    total = section = digit = 0
    for sign in word:
        if sign in _SINO:
            digit = digit * 10 + _SINO[sign]
        elif sign in _SMALL:
            section += (digit or 1) * _SMALL[sign]
            digit = 0
        else:
            total += (section + digit or 1) * _LARGE[sign]
            section = digit = 0
    return Decimal(total + section + digit)
