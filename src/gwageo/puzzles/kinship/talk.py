"""The puzzle as its reader sees it: a talk over a family photo, the person asked about, and 26 terms to choose from."""

from dataclasses import dataclass
from typing import Literal, NamedTuple

ME = "me"
"""The speaker of the answers, whose relative is asked about."""
LETTERS = "ABCDEFGHIJKLMNOPQRSTUVWXYZ"
Form = Literal["own", "asked", "pair", "chat"]
FRAMES: dict[Form, int] = {"own": 2, "asked": 2, "pair": 3}
"""Wordings that the lexicon has of each form."""


class Statement(NamedTuple):
    """One exchange, as it says: the `relation` of `subject` is `object`."""

    friend: str
    """Who asks."""
    form: Form
    """`own`: of me; `asked`: the subject was asked about; `pair`: what the object is to the subject was asked;
    `chat`: nothing is said about relations, and `relation` names the topic."""
    subject: str
    """A person by lexicon id; people from elsewhere by their description."""
    relation: str
    object: str
    frame: int = 1
    """Which wording, from 1."""


@dataclass(frozen=True, slots=True)
class Talk:
    """One puzzle."""

    scene: str
    """Lexicon id of the scene; the sentence itself where it is from elsewhere."""
    statements: tuple[Statement, ...]
    memo: tuple[str, ...]
    """People listed in a memo; empty if there is none."""
    warned: bool
    """Whether the memo warns that relations are told from both sides."""
    target: str
    options: tuple[str, ...]
    """The terms behind A to Z."""
