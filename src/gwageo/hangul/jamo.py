"""Jamo: syllables taken apart and put together, and the consonant that a word ends in when it is read aloud.

`final_sound` reads the way a Korean reader does: "10" is 십, "3kg" is 삼 킬로그램, "GPU" ends in 유, a bracketed gloss
and closing quotes are silent. One item: `final_sound("서울(Seoul)") == "ㄹ"`.
"""

import unicodedata
from typing import NamedTuple

LEADS = "ㄱㄲㄴㄷㄸㄹㅁㅂㅃㅅㅆㅇㅈㅉㅊㅋㅌㅍㅎ"
VOWELS = "ㅏㅐㅑㅒㅓㅔㅕㅖㅗㅘㅙㅚㅛㅜㅝㅞㅟㅠㅡㅢㅣ"
TAILS = ("", *"ㄱㄲㄳㄴㄵㄶㄷㄹㄺㄻㄼㄽㄾㄿㅀㅁㅂㅄㅅㅆㅇㅈㅊㅋㅌㅍㅎ")

_FIRST, _LAST = 0xAC00, 0xD7A3
_OPENERS = {")": "(", "]": "["}
_SUPERSCRIPTS = "\N{SUPERSCRIPT TWO}\N{SUPERSCRIPT THREE}"
_DIGITS = dict(zip("0123456789", ("ㅇ", "ㄹ", "", "ㅁ", "", "", "ㄱ", "ㄹ", "ㄹ", ""), strict=True))
# 십, 백, 천 inside a group of four digits; 만, 억, 조, 경, 해 for the groups themselves.
_TENS = ("", "ㅂ", "ㄱ", "ㄴ")
_GROUPS = ("", "ㄴ", "ㄱ", "", "ㅇ", "")
# Letters whose Korean name ends in a consonant: 엘, 엠, 엔, 알 (the older name of R is 아르); all others are open.
_LETTERS = {"l": "ㄹ", "m": "ㅁ", "n": "ㄴ", "r": "ㄹ"}
# Units whose reading ends otherwise than their last letter does; they count as units behind a number only.
_UNITS = {
    "g": "ㅁ", "kg": "ㅁ", "mg": "ㅁ", "m": "", "cm": "", "mm": "", "km": "", "nm": "", "l": "", "ml": "", "kl": "",
    "dl": "", "pa": "ㄹ", "hpa": "ㄹ", "kpa": "ㄹ", "j": "ㄹ", "kj": "ㄹ", "cal": "ㄹ", "kcal": "ㄹ",
}  # fmt: skip
# How an English word ends in Korean transcription, longest ending first: 링, 애플, 폰, 게임, 블록, 펜슬, 폼, 핀.
_ENDINGS = (("ng", "ㅇ"), ("le", "ㄹ"), ("ne", "ㄴ"), ("me", "ㅁ"), ("ck", "ㄱ"), ("l", "ㄹ"), ("m", "ㅁ"), ("n", "ㄴ"))
_SYMBOLS = {"%": "", "$": "", "€": "", "£": "", "₩": "ㄴ", "°": "", "&": "", "@": "", "#": "", "Ω": "ㅁ"}
# Double consonants that no syllable ends in: 쌍디귿, 쌍비읍, 쌍지읒.
_DOUBLED = {"ㄸ": "ㄷ", "ㅃ": "ㅂ", "ㅉ": "ㅈ"}


class Syllable(NamedTuple):
    """The letters of one syllable block, as compatibility jamo."""

    lead: str
    vowel: str
    tail: str
    """Empty when the syllable is open."""


def is_syllable(char: str) -> bool:
    """Whether `char` is one precomposed Hangul syllable block."""
    return len(char) == 1 and _FIRST <= ord(char) <= _LAST


def decompose(char: str) -> Syllable:
    """The letters of one syllable block.

    Raises:
        ValueError: `char` is not a syllable block.

    Example:
        >>> decompose("값")
        Syllable(lead='ㄱ', vowel='ㅏ', tail='ㅄ')
    """
    if not is_syllable(char):
        raise ValueError(f"not a Hangul syllable block: {char!r}; expected one character from 가 to 힣")
    rest, tail = divmod(ord(char) - _FIRST, len(TAILS))
    lead, vowel = divmod(rest, len(VOWELS))
    return Syllable(LEADS[lead], VOWELS[vowel], TAILS[tail])


def compose(lead: str, vowel: str, tail: str = "") -> str:
    """The syllable block of these letters.

    Raises:
        ValueError: One of the letters cannot stand in its place.

    Example:
        >>> compose("ㅎ", "ㅏ", "ㄴ")
        '한'
    """
    if len(lead) != 1 or lead not in LEADS or len(vowel) != 1 or vowel not in VOWELS or tail not in TAILS:
        raise ValueError(f"no syllable has lead {lead!r}, vowel {vowel!r} and tail {tail!r}; give compatibility jamo")
    index = (LEADS.index(lead) * len(VOWELS) + VOWELS.index(vowel)) * len(TAILS) + TAILS.index(tail)
    return chr(_FIRST + index)


def final_sound(word: str) -> str | None:
    """The final consonant of the last thing that is read aloud in `word`.

    Closing quotes, punctuation and white space are skipped; so is a bracketed gloss, unless the brackets hold all
    there is.

    Returns:
        A jamo, "" when the word ends in a vowel, None when nothing in it has a reading known here (Chinese characters,
        kana, emoji, nothing at all).
    """
    spoken = _spoken(_plain(word))
    if not spoken:
        return None
    last = spoken[-1]
    if is_syllable(last):
        return decompose(last).tail
    if last in LEADS or last in TAILS:
        return _DOUBLED.get(last, last)
    if last in VOWELS:
        return ""
    if last in _DIGITS:
        return _number(_trailing(spoken, "0123456789.,"))
    if last.isascii() and last.isalpha():
        return _latin(spoken)
    return _SYMBOLS.get(last)


def _plain(word: str) -> str:
    """NFC, with full-width and squared forms as their plain letters; jamo stay as they are, exponents are silent."""
    text = unicodedata.normalize("NFC", word)
    return "".join(_plain_letter(char) for char in text if char not in _SUPERSCRIPTS)


def _plain_letter(char: str) -> str:
    return char if "ㄱ" <= char <= "ㅣ" else unicodedata.normalize("NFKC", char)


def _spoken(text: str) -> str:
    """`text` up to the last character that is read aloud."""
    first = next((index for index, char in enumerate(text) if _is_read(char)), len(text))
    glosses = _brackets(text)
    end = len(text)
    while end > first:
        start = glosses.get(end - 1)
        if start is not None and start > first:
            end = start
        elif _is_read(text[end - 1]):
            return text[:end]
        else:
            end -= 1
    return ""


def _brackets(text: str) -> dict[int, int]:
    """Where each bracket that closes was opened; one pass, so that a wall of brackets costs no more than its length."""
    opened: dict[str, list[int]] = {opening: [] for opening in _OPENERS.values()}
    matches = {}
    for index, char in enumerate(text):
        if char in opened:
            opened[char].append(index)
        elif char in _OPENERS and opened[_OPENERS[char]]:
            matches[index] = opened[_OPENERS[char]].pop()
    return matches


def _is_read(char: str) -> bool:
    return char.isalnum() or char in _SYMBOLS


def _trailing(text: str, allowed: str) -> str:
    """The longest end of `text` made of `allowed` characters."""
    return text[len(text.rstrip(allowed)) :]


def _number(run: str) -> str:
    """The final consonant of a number: read as a quantity, or digit by digit behind a point or a leading zero."""
    whole, point, _ = run.strip(".,").replace(",", "").rpartition(".")
    digits = run.replace(",", "").rpartition(".")[2]
    zeros = len(digits) - len(digits.rstrip("0"))
    if zeros == 0 or (point and whole) or digits.startswith("0"):
        return _DIGITS[digits[-1]]
    return _TENS[zeros] if zeros < len(_TENS) else _GROUPS[min(zeros // 4, len(_GROUPS) - 1)]


def _latin(text: str) -> str:
    """The final consonant of a unit behind a number, of an abbreviation spelt out, or of an English word."""
    start = len(text)
    while start and text[start - 1].isascii() and text[start - 1].isalpha():
        start -= 1
    word, before = text[start:], text[:start].rstrip(" ")
    if before and before[-1] in _DIGITS and word.lower() in _UNITS:
        return _UNITS[word.lower()]
    if len(word) == 1 or word.isupper():
        return _LETTERS.get(word[-1].lower(), "")
    return next((sound for ending, sound in _ENDINGS if word.lower().endswith(ending)), "")
