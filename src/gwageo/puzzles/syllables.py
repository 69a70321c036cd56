"""Syllables: reading an answer that is a word of so many syllables or letters; shared by types with such answers.

The words are made up, and one syllable too many may look like a particle. One syllable is therefore taken for an ending
only where it fits the sound before it and the sentence shows that it is one: "쉦쓳이 됩니다", "정답은 쉦쓳임".
"""

import re
from collections.abc import Iterator

from gwageo.hangul.josa import fits
from gwageo.puzzles.replies import Found, Piece, Reply, first_line

HANGUL = re.compile("[가-힣]+")
_ENDING = re.compile(r"입니다|이라는|이라고|이다|이에요|이며|이고|라는|라고|예요|으로")
_SENTENCE_END = ("다", "임", "요")
_PARTICLE = ("로", "은", "는", "이", "가", "을", "를")
_GOES_ON = re.compile(r"[\"'*`”’)]{0,3}\s{1,2}[가-힣]")
_SENTENCE = re.compile(r"(?:은|는)[\s*_`~\"'“‘]*\Z")
_VERBS = frozenset({"된다", "됩니다", "한다", "합니다", "이다", "입니다"})
"""What may follow a word in its sentence and is no answer itself."""
_APART = r"[ ,·\-|/+]{1,3}"
_LETTER = {True: "[가-힣]", False: "[A-Za-z]"}


def declared_word(reply: Reply, count: int, hangul: bool) -> Found | None:
    """The word of `count` characters behind the label, perhaps with gaps; else the only one of the last line.

    Args:
        reply: The reply.
        count: Characters of the answer.
        hangul: Whether they are syllables; otherwise they are Latin letters.
    """
    for line in map(first_line, reply.declared):
        sentence = _SENTENCE.search(reply.folded.text, max(0, line.start - 20), line.start) is not None
        for start, end in _words(line.text, count, hangul, sentence=sentence):
            return _back(reply, line, start, end)
    for line in reply.last_lines(1):
        places = list(_words(line.text, count, hangul))
        if len(places) == 1 and _alone(line.text, *places[0]):
            return _back(reply, line, *places[0])
    return None


def _words(text: str, count: int, hangul: bool, *, sentence: bool = False) -> Iterator[tuple[int, int]]:
    """Where words of that length stand: whole runs first, then one with an ending, then pieces that add up."""
    letter = _LETTER[hangul]
    runs = [match.span() for match in re.finditer(f"{letter}+", text)]
    whole = [run for run in runs if run[1] - run[0] == count and text[slice(*run)] not in _VERBS]
    if whole:
        yield from whole
        return
    if hangul:
        for start, end in runs:
            if end - start > count and _ends(text, start, start + count, end, sentence=sentence):
                yield start, start + count
                return
    yield from _pieces(text, runs, count)


def _ends(text: str, start: int, stem: int, end: int, *, sentence: bool) -> bool:
    """Whether the syllables from `stem` on are an ending of the word before them."""
    word, ending = text[start:stem], text[stem:end]
    if _ENDING.fullmatch(ending):
        return ending.startswith("이") or fits(word, ending)
    if not fits(word, ending):
        return False
    return (ending in _SENTENCE_END and sentence) or (ending in _PARTICLE and _GOES_ON.match(text, end) is not None)


def _pieces(text: str, runs: list[tuple[int, int]], count: int) -> Iterator[tuple[int, int]]:
    """The first row of neighbouring runs from the beginning of a row on that add up to the length."""
    at = 0
    while at < len(runs):
        start, total = runs[at][0], 0
        while at < len(runs):
            total += runs[at][1] - runs[at][0]
            at += 1
            if total >= count or at == len(runs) or not re.fullmatch(_APART, text[runs[at - 1][1] : runs[at][0]]):
                break
        if total == count:
            yield start, runs[at - 1][1]


def _alone(text: str, start: int, end: int) -> bool:
    """Whether a line holds nothing else that can be read."""
    rest = text[:start] + text[end:]
    return not re.search(r"[^\W_]", rest)


def _back(reply: Reply, line: Piece, start: int, end: int) -> Found:
    value = re.sub(r"[^A-Za-z가-힣]", "", line.text[start:end])
    return reply.back(value, line.start + start, line.start + end, line.rule)
