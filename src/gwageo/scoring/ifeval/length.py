"""Length: sentences, paragraphs, words, characters, and the first word of a paragraph."""

import re

from gwageo.scoring.ifeval.libraries import sentences
from gwageo.scoring.ifeval.rules import Args, Argument, Rule, holds, relation, whole, word

_DIVIDER = re.compile(r"\s?(?:\*\*\*|\* \* \*)\s?")
_DIVIDER_ENGLISH = re.compile(r"\s?\*\*\*\s?")
_DIVIDER_LINES = ("***", "* * *")
_HANGUL = re.compile("[ㄱ-ㅎㅏ-ㅣ가-힣]")
_HANGUL_OR_JAMO = re.compile("[\u1100-\u11ffㄱ-ㅎㅏ-ㅣ가-힣]")
_WORD = re.compile(r"\w+")
_ZERO_WIDTH = re.compile("[\u200b-\u200d\ufeff]")
_WORD_ENDS = re.compile(r"[.,?!'\"]")
_WORD_ENDS_TYPED = re.compile(r"[.,?!'\"“”‘’]")
_TYPED_QUOTES = "'\"“”‘’"


def _sentences(reply: str, args: Args, *, lines: bool = False) -> bool:
    limit = args["num_sentences"]
    return holds(sentences(reply, limit, lines=lines), limit, args["relation"])


def _paragraphs(reply: str, args: Args) -> bool:
    parts = _DIVIDER.split(reply)
    return bool(sum(bool(part.strip()) for part in parts) == args["num_paragraphs"])


def _paragraphs_by_lines(reply: str, args: Args) -> bool:
    count, filled = 0, False
    for line in reply.split("\n"):
        if line.strip() in _DIVIDER_LINES:
            filled = False
        elif line.strip() and not filled:
            count, filled = count + 1, True
    return bool(count == args["num_paragraphs"])


def _paragraphs_english(reply: str, args: Args) -> bool:
    """Blank parts are let be at both ends only."""
    parts = [bool(part.strip()) for part in _DIVIDER_ENGLISH.split(reply)]
    return all(parts[1:-1]) and bool(sum(parts) == args["num_paragraphs"])


def _words(reply: str, args: Args) -> bool:
    return not _HANGUL.search(reply) and holds(len(reply.split()), args["num_words"], args["relation"])


def _words_with_letters(reply: str, args: Args) -> bool:
    count = sum(any(sign.isalnum() for sign in token) for token in reply.split())
    return not _HANGUL_OR_JAMO.search(reply) and holds(count, args["num_words"], args["relation"])


def _words_english(reply: str, args: Args) -> bool:
    return holds(sum(1 for _ in _WORD.finditer(reply)), args["num_words"], args["relation"])


def _characters(reply: str, args: Args) -> bool:
    return holds(len(reply), args["num_letters"], args["relation"])


def _characters_seen(reply: str, args: Args) -> bool:
    return _characters(_ZERO_WIDTH.sub("", reply), args)


def _without_blanks(reply: str, args: Args) -> bool:
    return _characters("".join(reply.split()), args)


def _without_blanks_seen(reply: str, args: Args) -> bool:
    return _without_blanks(_ZERO_WIDTH.sub("", reply), args)


def _first_word(reply: str, args: Args) -> bool:
    return _opening(reply, args).startswith(args["first_word"].lower())


def _first_word_english(reply: str, args: Args) -> bool:
    return bool(_opening(reply, args) == args["first_word"].lower())


def _opening(reply: str, args: Args) -> str:
    """The first word of the paragraph asked for; "" where the number of paragraphs is wrong.

    Blank parts are not counted, but they shift the index.
    """
    parts = reply.split("\n\n")
    nth = args["nth_paragraph"]
    if sum(bool(part.strip()) for part in parts) != args["num_paragraphs"] or not parts[nth - 1].strip():
        return ""
    token = parts[nth - 1].split(None, 1)[0].lstrip("'").lstrip('"')
    return _WORD_ENDS.split(token, maxsplit=1)[0].lower()


def _first_word_repaired(reply: str, args: Args) -> bool:
    parts = [part for part in reply.replace("\r\n", "\n").split("\n\n") if part.strip()]
    if len(parts) != args["num_paragraphs"]:
        return False
    token = parts[args["nth_paragraph"] - 1].split(None, 1)[0].lstrip(_TYPED_QUOTES)
    return _WORD_ENDS_TYPED.split(token, maxsplit=1)[0].lower().startswith(args["first_word"].lower())


def _beyond(args: Args) -> str | None:
    nth, count = args["nth_paragraph"], args["num_paragraphs"]
    return None if 1 <= nth <= count else f"nth_paragraph is {nth}, expected 1 to num_paragraphs, {count}"


_RELATION = Argument("relation", relation)
_LETTERS = (Argument("num_letters", whole), _RELATION)
_FIRST = (Argument("num_paragraphs", whole), Argument("nth_paragraph", whole), Argument("first_word", word))

SENTENCES = Rule(
    _sentences,
    (Argument("num_sentences", whole), _RELATION),
    lambda reply, args: _sentences(reply, args, lines=True),
)
PARAGRAPHS = Rule(_paragraphs, (Argument("num_paragraphs", whole),), _paragraphs_by_lines)
PARAGRAPHS_ENGLISH = Rule(_paragraphs_english, (Argument("num_paragraphs", whole),))
WORDS = Rule(_words, (Argument("num_words", whole), _RELATION), _words_with_letters)
WORDS_ENGLISH = Rule(_words_english, (Argument("num_words", whole), _RELATION))
LETTERS_INCLUDED = Rule(_characters, _LETTERS, _characters_seen)
LETTERS_EXCLUDED = Rule(_without_blanks, _LETTERS, _without_blanks_seen)
FIRST_WORD = Rule(_first_word, _FIRST, _first_word_repaired, _beyond)
FIRST_WORD_ENGLISH = Rule(_first_word_english, _FIRST, contradiction=_beyond)
