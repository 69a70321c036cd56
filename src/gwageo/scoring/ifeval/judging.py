"""Strict and loose judgement of a reply against its instructions, in either profile."""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass

from gwageo.hangul.text import nfc
from gwageo.scoring.ifeval.matching import OutOfTime
from gwageo.scoring.ifeval.rules import Instruction


@dataclass(frozen=True, slots=True)
class Followed:
    """Which instructions a reply follows, in their order."""

    strict: tuple[bool, ...]
    loose: tuple[bool, ...]
    out_of_time: bool = False
    """Whether a keyword that is a pattern did not come to an end; such an instruction counts as not followed."""


def judge(reply: str, instructions: Sequence[Instruction | None]) -> Followed:
    """Judge by the published rules.

    None, an instruction that cannot be checked, is not followed; a blank reply follows nothing.
    """
    return _judge(reply, instructions, Instruction.follows)


def judge_repaired(reply: str, instructions: Sequence[Instruction | None]) -> Followed:
    """Judge by the repaired rules, on composed text."""
    return _judge(nfc(reply), instructions, Instruction.follows_repaired)


def variants(reply: str) -> Iterator[str]:
    """The texts of which one must follow an instruction under the loose rule, the reply itself first; no blank ones."""
    lines = reply.split("\n")
    cut = [reply, *("\n".join(part).strip() for part in (lines[1:], lines[:-1], lines[1:-1]))]
    for text in dict.fromkeys([*cut, *(each.replace("*", "") for each in cut)]):
        if text.strip():
            yield text


def _judge(
    reply: str, instructions: Sequence[Instruction | None], follows: Callable[[Instruction, str], bool]
) -> Followed:
    strict, loose, late = [], [], False
    texts = tuple(variants(reply))
    for each in instructions:
        first = again = False
        try:
            first = each is not None and bool(texts) and follows(each, reply)
            again = first or (each is not None and any(follows(each, text) for text in texts[1:]))
        except OutOfTime:
            late = True
        strict.append(first)
        loose.append(again)
    return Followed(tuple(strict), tuple(loose), late)
