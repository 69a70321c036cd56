"""Prompts under a protocol: demonstrations and a question become one text or the turns of a conversation."""

from collections.abc import Sequence
from dataclasses import dataclass

from gwageo.core import Chat, Message, Prompt, Protocol

SEPARATOR = "\n\n"
"""Between demonstrations."""
DELIMITER = " "
"""Between a question and its answer."""


@dataclass(frozen=True, slots=True)
class Shown:
    """One demonstration."""

    prompt: str
    answer: str


def as_text(shown: Sequence[Shown]) -> str:
    """The demonstrations as one text that ends ready for the next question."""
    return "".join(f"{each.prompt}{DELIMITER}{each.answer}{SEPARATOR}" for each in shown)


def ask(shown: Sequence[Shown], question: str, protocol: Protocol, suffix: str = "") -> Prompt:
    """Demonstrations, then the question, as this protocol addresses a model.

    Under chat the question is the last turn of the user, and `suffix` stands behind the generation header; in a plain
    text it simply goes on.
    """
    if not protocol.chat:
        return as_text(shown) + question + suffix
    turns: list[Message] = []
    if protocol.few_shot == "turns":
        for each in shown:
            turns += [Message("user", each.prompt), Message("assistant", each.answer)]
        turns.append(Message("user", question))
    else:
        turns.append(Message("user", as_text(shown) + question))
    return Chat(tuple(turns), suffix, protocol.thinking)
