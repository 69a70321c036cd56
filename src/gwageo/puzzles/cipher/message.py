"""The puzzle as its reader sees it: a log, where in it the keyword stands, the layers, examples and the ciphertext."""

from dataclasses import dataclass
from typing import Literal, NamedTuple

Where = Literal["told", "label", "position"]

LABELS = ("PRIMARY KEY", "AUTH CODE", "SEED", "VECTOR", "주요키", "인증코드", "시드값", "벡터값", "암호키", "접속토큰")
_MARKS = str.maketrans("", "", ".,:;")
_FILLERS = ("IS DETERMINED AS", "설정 단계에서 키워드")
"""Words between a label and the keyword in the released logs, whose rule does not mention them."""


class Rule(NamedTuple):
    """How the keyword is found."""

    where: Where
    keyword: str = ""
    """Where it is told outright."""
    position: int = 0
    """Its place among the words of the log, from 1."""


@dataclass(frozen=True, slots=True)
class Message:
    """One puzzle."""

    log: str
    rule: Rule
    layers: tuple[str, ...]
    """In the order of encryption."""
    ciphertext: str
    examples: tuple[tuple[str, str], ...] = ()
    """Plain and encrypted with the same keyword and layers."""
    reminder: bool = False
    """Whether the question says that layers are undone from the last to the first."""
    unpadded: bool = False
    """Whether the question says that padding is no part of the plaintext."""


def words(log: str) -> list[str]:
    """The words of a log without punctuation."""
    return [word.translate(_MARKS) for word in log.split()]


def keyword(message: Message) -> str | None:
    """The keyword, if the log holds what the rule says."""
    where, told, position = message.rule
    if where == "told":
        return told
    spoken = words(message.log)
    if where == "position":
        return spoken[position - 1] if 1 <= position <= len(spoken) else None
    text = " ".join(spoken)
    for label in LABELS:
        _, found, behind = f" {text} ".partition(f" {label} ")
        if found:
            for filler in _FILLERS:
                behind = behind.removeprefix(filler).lstrip()
            return behind.split()[0] if behind.split() else None
    return None
