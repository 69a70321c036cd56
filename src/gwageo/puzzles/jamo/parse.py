"""Parser: a question back to indices. Knows the two scripts, and checks the order of initials that the text states."""

import re

from gwageo.hangul import decompose
from gwageo.hangul.jamo import LEADS, TAILS, VOWELS
from gwageo.puzzles.base import Unreadable
from gwageo.puzzles.jamo.blocks import INITIALS, Block, Blocks
from gwageo.puzzles.parsing import conventions, find, number

_CONSONANTS = "bcdfghjklmnprstvwyz"
_VOWELS = re.findall("[a-z]+", "a e i o u ai au ea ee ei eo eu ia ie io oa oe oi oo ou ui")
_FINALS = ["", *re.findall("[a-z]+", "g k ks n nd nt d l lk lm lb ls lt lp ld m b ps s z x f c v t p r")]
_BLOCK = re.compile(r"([bcdfghj-np-tv-z])([aeiou]+)([b-df-hj-np-tv-z]*)")


def parse(text: str) -> Blocks:
    """Read a question back.

    Raises:
        Unreadable: The order of initials, the rule or the blocks are not stated as expected.
    """
    conventions(
        text,
        that_initials_move=r"초성만|Only the initial|only the initial",
        that_the_order_is_a_circle=r"순환|처음으로|come back to",
        that_the_rest_stays=r"중성·종성은 그대로|중성과 종성은 그대로|rest of the block stays",
    )
    order = re.findall(r"(?<!\d)(\d{1,2}):([ㄱ-ㅎa-z])(?![a-z])", text)
    letters = "".join(letter for _, letter in order)
    if letters not in (LEADS, _CONSONANTS) or [int(place) for place, _ in order] != list(range(INITIALS)):
        raise Unreadable(f"the order of initials reads {letters!r}; expected {LEADS} or {_CONSONANTS}, numbered from 0")
    places = number(
        r"(\d+)칸 뒤로|번호가 커지는 쪽으로 (\d+)칸 옮기고|(\d+) places? forward",
        text,
        "how far the initials move forward",
    )
    if letters == LEADS:
        shown = find(r"^(?:글자|문자열): ?'?([가-힣]+)'?$", text, "the syllables")[1]
        return Blocks(tuple(map(_syllable, shown)), places)
    shown = find(r"^Blocks: ([a-z]+(?:-[a-z]+)*)$", text, "the blocks")[1]
    return Blocks(tuple(map(_block, shown.split("-"))), places)


def _syllable(char: str) -> Block:
    lead, vowel, tail = decompose(char)
    return Block(LEADS.index(lead), VOWELS.index(vowel), TAILS.index(tail))


def _block(text: str) -> Block:
    match = _BLOCK.fullmatch(text)
    if match is None or match[2] not in _VOWELS or match[3] not in _FINALS:
        raise Unreadable(f"the block {text!r} is not an initial, vowels and a known final")
    return Block(_CONSONANTS.index(match[1]), _VOWELS.index(match[2]), _FINALS.index(match[3]))
