"""What a Korean answer says in mathematics, as plain LaTeX: 3만 5천 원 is 35000, 해가 없다 is the empty set.

Only what surrounds or writes out a value is changed: counters and units, Korean amounts and number words, full-width
signs, thin blanks in numbers, fractions and roots in words, colours, endings of the sentence. Whatever is not
understood stays as it is.
"""

import re
from decimal import Decimal

from gwageo.hangul.text import AMOUNT, MINUS, NARROW, amount_of, fold, number_of, words_at

_TEXT = re.compile(r"\\(?:text|mathrm|textbf|textit|mathbf|mbox|operatorname)\s?\{([^{}]{0,200})\}")
_COLOUR = re.compile(r"\\(?:color|textcolor)\s?\{[A-Za-z0-9!, ]{1,30}\}\s?")
_LABEL = re.compile(
    r"\A(?:최종\s?)?(?:(?:정답|해답|답안|답)(?:은|는|\s?[:=])|(?i:answer)(?:\sis|\s?[:=]))[\s~]{0,4}(?=\S)"
)
"""What a box may repeat before its value: 정답: 6."""
_WON = re.compile(r"\\?₩\s?(?=[0-9])|(?<=[0-9])\s?\\?₩")
_HANGUL = re.compile("[가-힣]")
_NOTHING = re.compile(
    r"(?:해|근|실근|답|값|원소)(?:가|이|은|는)?\s?(?:존재하지\s?않|없)(?:다|음|습니다|는다)?|공집합|no\s(?:real\s)?solutions?",
    re.IGNORECASE,
)
_ENDING = re.compile(
    r"(?:\s{0,2}(?:입니다|이다|이에요|예요|이며|이고|이므로|임|[가이]\s?(?:됩니다|된다)))?"
    r"(?:[\s.,。*_`]{0,4}(?<=[가-힣*_`$])!{1,3})?[\s.,。*_`]{0,8}\Z"
)
"""An exclamation mark right behind a number is a factorial, or might be one."""
_AROUND = " \t\r\n*_`\"'“”‘’~∴"
_MARKED = re.compile(r"(?<=[0-9})])[*_]{1,3}(?=\s?[가-힣])")
"""Marks of emphasis between a value and its counter: **5**명."""
_ABOUT = re.compile(r"\A(?:(?:약|대략|모두|총|합계|최소|최대|적어도|많아야|시속|분속|초속)\s{0,2}){1,2}(?=[-$\\0-9])")
_DOLLAR = re.compile(r"(?<!\\)\$")
"""What is left of mathematics that stands in several pieces: $x=5$, $x=-2$."""
_COUNTERS = (
    r"(?:세?제곱|평방|입방)\s?(?:센티미터|밀리미터|킬로미터|미터)|번째|가지|개국|개월|개|갑|건|곳|권|그램|그루|그릇|년|다발|단위|단|대|마리|명|미터|바퀴|박스|배|번|벌|병|봉지|분|사람|살|상자|"
    "센티미터|세트|송이|시간|알|원|일|자루|잔|장|점|접시|조각|주|줄|쪽|채|초|층|컵|켤레|킬로그램|킬로미터|킬로|통|판|팩|페이지|편|학생|회|달러|등|위"
)
_COUNTER = re.compile(rf"(?<=[0-9)}}])\s{{0,2}}(?:{_COUNTERS})\Z")
_MARKS = ((re.compile(r"\s{0,2}(?:퍼센트|프로|\\?%)\Z"), r"\\%"), (re.compile(r"\s{0,2}(?:도|°|˚)\Z"), r"^\\circ"))
_LENGTHS = "km|cm|mm|m|kg|mg|g|ml|mL|L|l"
_UNIT = re.compile(rf"(?<=[0-9}}])\s{{0,2}}(?:{_LENGTHS})(?:\^?\{{?[23]\}}?|²|³)?(?:/(?:s|h|초|시))?\Z")
_SQUARED_UNITS = re.compile(r"(?<=[0-9}])\s{0,2}[㎝㎡㎥㎞㎜㎏㎖ℓ㎠㎢]\Z")
_JOINT = re.compile(r"\s{0,2}(?:와|과|및|또는|그리고|혹은)\s{1,2}(?=[-$\\(0-9a-zA-Z])")
_GROUPS = re.compile(rf"(?<![0-9.])[0-9]{{1,3}}(?:(?:\{{,\}}|\\[,!;:]|,\\!|{NARROW}| )[0-9]{{3}}){{1,8}}(?![0-9.])")
_SIGNS = str.maketrans(
    {
        "−": "-",
        "×": r"\times ",
        "÷": r"\div ",
        "π": r"\pi ",
        "∞": r"\infty ",
        "≤": r"\le ",
        "≥": r"\ge ",
        "≠": r"\ne ",
        "·": r"\cdot ",
        "²": "^{2}",
        "³": "^{3}",
        "∅": r"\emptyset ",
    }
)
_ROOT = re.compile(r"(?:√|(?<![가-힣])루트)\s?(?:\(([^()]{1,60})\)|\{([^{}]{1,60})\}|([0-9a-zA-Z]{1,20}))")
_NUMBER_WORD = r"(?<![0-9가-힣])[영일이삼사오육칠팔구십백천만]{1,12}"
_SYMBOLS = (
    r"(?:[0-9][0-9,.]{0,30})?(?:\\sqrt\s?\{[^{}]{1,60}\}|\\[a-z]{2,8}(?![a-z])|\([^()]{1,60}\)|[a-zA-Z])"
    r"|[0-9][0-9,.]{0,30}[만억]?"
)
_SHARE = re.compile(
    rf"(?P<minus>{MINUS}\s{{0,2}})?(?:(?P<whole>(?<![0-9.])[0-9]{{1,9}})(?:\s?[와과]\s{{0,2}}|\s{{1,2}}))?"
    rf"(?P<under>{_NUMBER_WORD}|{_SYMBOLS})\s?분의\s{{0,2}}(?P<over>{_NUMBER_WORD}(?![가-힣]|\s?분의)|-?(?:{_SYMBOLS}))"
)
"""Lower part, upper part: 4분의 1, 3과 사분의 일, 2분의 루트 3."""
_TENTHS = re.compile(r"([0-9]{1,2})\s?할(?:\s?([0-9])\s?푼)?(?:\s?([0-9])\s?리)?")
_RATIO = re.compile(r"([0-9.]{1,20})\s?대\s?([0-9.]{1,20})")
_MINUS = re.compile(rf"\A{MINUS}\s{{0,2}}(?=[0-9\\(])")
_MOST = 2000


def plain_latex(written: str) -> str:
    r"""A stated value in plain LaTeX.

    Example:
        >>> plain_latex("3만 5천 원입니다."), plain_latex(r"6\text{개}"), plain_latex("해가 없다")
        ('35000', '6', '\\emptyset')
    """
    if len(written) > _MOST:
        return written
    text = _bare(fold(written).text)
    if _NOTHING.fullmatch(text):
        return r"\emptyset"
    text = _ABOUT.sub("", _WON.sub("", _LABEL.sub("", text)))
    amount = _amount(text)
    if amount is not None:
        return amount
    text = _ROOT.sub(lambda match: rf"\sqrt{{{match[1] or match[2] or match[3]}}}", text)
    text = _MINUS.sub("-", _SHARE.sub(_fraction, text))
    text = _without_unit(_GROUPS.sub(_ungrouped, _JOINT.sub(", ", text)))
    return text.translate(_SIGNS).strip()


def _fraction(match: re.Match[str]) -> str:
    under, over, whole = _part(match["under"]), _part(match["over"]), match["whole"]
    minus = "-" if match["minus"] else ""
    if not whole:
        return rf"{minus}\frac{{{over}}}{{{under}}}"
    if not (under.isdecimal() and over.isdecimal() and int(over) < int(under)):
        return match.group()
    return rf"{minus}\frac{{{int(whole) * int(under) + int(over)}}}{{{under}}}"


def _part(written: str) -> str:
    """The upper or lower part of a fraction: a number word as digits, anything else as it is."""
    number = number_of(written) if not written.startswith(("(", "\\")) else None
    return written if number is None else format(number, "f")


def _bare(text: str) -> str:
    """Without marks around it, wrappers around Hangul, and the ending of the sentence."""
    text = _COLOUR.sub("", text)
    text = _TEXT.sub(lambda match: match[1] if _HANGUL.search(match[1]) else match[0], text)
    text = _MARKED.sub("", _ENDING.sub("", text.strip(_AROUND)).strip(_AROUND))
    for opening, closing in (("$$", "$$"), ("$", "$"), (r"\(", r"\)"), (r"\[", r"\]")):
        inside = text[len(opening) : -len(closing)]
        if (
            len(text) > 2 * len(opening)
            and text.startswith(opening)
            and text.endswith(closing)
            and opening not in inside
        ):
            return _ENDING.sub("", inside.strip()).strip()
    return _DOLLAR.sub("", text)


def _amount(text: str) -> str | None:
    """A Korean amount, ratio or number word that is the whole text but for its counter."""
    tenths, ratio = _TENTHS.fullmatch(text), _RATIO.fullmatch(text)
    if tenths is not None:
        number = int(tenths[1]) * 100 + int(tenths[2] or 0) * 10 + int(tenths[3] or 0)
        return format(Decimal(number).scaleb(-3).normalize(), "f")
    if ratio is not None:
        return f"{ratio[1]}:{ratio[2]}"
    match = AMOUNT.match(text)
    if match is not None:
        found = amount_of(match)
        rest = text[found.end :].strip()
        written = text[found.start : found.end]
        korean = _HANGUL.search(written) is not None
        return found.text if korean and (not rest or re.fullmatch(_COUNTERS, rest)) else None
    words = words_at(text, 0)
    if words is not None and (not (rest := text[words.end :].strip()) or re.fullmatch(_COUNTERS, rest)):
        return words.text
    return None


def _ungrouped(match: re.Match[str]) -> str:
    return re.sub(r"[^0-9]", "", match.group())


def _without_unit(text: str) -> str:
    for pattern, replacement in _MARKS:
        text = pattern.sub(replacement, text)
    for pattern in (_COUNTER, _UNIT, _SQUARED_UNITS):
        text = pattern.sub("", text)
    return text
