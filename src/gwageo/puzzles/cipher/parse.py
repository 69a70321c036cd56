"""Parser: a question back to its log, rule, layers, examples and ciphertext; ours and the released ones."""

import re

from gwageo.puzzles.base import Unreadable
from gwageo.puzzles.cipher.layers import LAYERS
from gwageo.puzzles.cipher.message import LABELS, Message, Rule
from gwageo.puzzles.parsing import conventions, find

_RELEASED_LOG = r"^-{3} \[[^\]\n]*\] -{3}\n([^\n]+)\n-{5,}$"
_OWN_LOG = r"^(?:Log|로그)\n([^\n]+)$"
_DEFINED = {
    "VIGENERE": r"A ?= ?0",
    "TRANSPOSITION": r"column",
    "CHO_SHIFT": r"초성 순서는[^\n]*mod 19",
    "JUNG_SUB": r"치환표\[j\]",
    "JONG_SHIFT": r"초성 (?:인덱스\+1|번호에 1을)[^\n]*mod 28",
    "REVERSE": r"순서를 뒤집(?:는다|습니다)",
}

_PLACE = r"keyword is the (\d+)-th word|keyword is word number (\d+)|키워드는 [^\n]*?(\d+)번째 (?:단어|낱말)"
_BEHIND = r"(?:right after|immediately after)[^\n]*label|라벨(?: 다음에|[^\n]* 바로 뒤에)"


def parse(text: str) -> Message:
    """Read a question back.

    Raises:
        Unreadable: A part is missing, or an algorithm is not defined.
    """
    log = find(f"{_RELEASED_LOG}|{_OWN_LOG}", text, "the log")
    ciphertext = find(r"^(?:Ciphertext|암호문): '?([A-Z]+|[가-힣]+)'?$", text, "the ciphertext")[1]
    conventions(
        text,
        in_which_order_the_algorithms_apply="plaintext from left to right|왼쪽부터|Applied algorithms|적용된 알고리즘",
    )
    named = find(r"(?:lgorithms|알고리즘)[^:\n]*: ?([A-Z_]+(?: -> [A-Z_]+)*)$", text, "the algorithms")[1]
    layers = tuple(named.split(" -> "))
    unknown = sorted(set(layers) - set(LAYERS))
    if unknown:
        raise Unreadable(f"the algorithm {unknown[0]!r} is not known; expected one of {', '.join(LAYERS)}")
    for layer in dict.fromkeys(layers):
        find(rf"^- {layer}: [^\n]*{_DEFINED[layer]}", text, f"how {layer} works")
    return Message(
        log=log[1] or log[2],
        rule=_rule(text),
        layers=layers,
        ciphertext=ciphertext,
        examples=tuple(re.findall(r"^ *- ([A-Z]+) -> ([A-Z]+)$", text, re.MULTILINE)),
        reminder=_reminder(text),
        unpadded=_unpadded(text),
    )


def _rule(text: str) -> Rule:
    if told := re.search(r"keyword is '?([A-Z]+)'?\.", text):
        return Rule("told", keyword=told[1])
    if place := re.search(_PLACE, text):
        return Rule("position", position=int(next(filter(None, place.groups()))))
    find(_BEHIND, text, "where the keyword stands")
    if not any(label in text for label in LABELS):
        raise Unreadable("the question names none of the labels that a keyword may follow")
    return Rule("label")


def _reminder(text: str) -> bool:
    if "reverse order" not in text and "from the last" not in text and "거꾸로" not in text:
        return False
    conventions(
        text, which_layer_is_undone_first=r"starting from the last|from the last (?:one )?to the first|마지막[^\n]*부터"
    )
    return True


def _unpadded(text: str) -> bool:
    return bool(re.search(r"never ends in X[^\n]*not part of the plaintext", text))
