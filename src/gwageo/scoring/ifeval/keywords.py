"""Keywords: words that must or must not occur, words and letters that are counted, a word that is exchanged."""

import unicodedata

from gwageo.scoring.ifeval.matching import hits, literal_hits
from gwageo.scoring.ifeval.rules import (
    Args,
    Argument,
    ArgumentError,
    Relations,
    Rule,
    as_written,
    holds,
    relation,
    text,
    texts,
    whole,
    word,
)

_PLAIN = "ㄱㄴㄷㄹㅁㅂㅅㅇㅈㅊㅋㅌㅍㅎ"
_DOUBLED = "ㄲㄸㅃㅆㅉ"
_INITIALS = dict(zip(map(chr, range(0x1100, 0x1113)), "ㄱㄲㄴㄷㄸㄹㅁㅂㅃㅅㅆㅇㅈㅉㅊㅋㅌㅍㅎ", strict=True))
_TO_LETTERS = str.maketrans(_INITIALS)


def _exist(reply: str, args: Args) -> bool:
    return all(hits(each, reply) for each in args["keywords"])


def _exist_literally(reply: str, args: Args) -> bool:
    return all(literal_hits(each, reply) for each in args["keywords"])


def _frequent(reply: str, args: Args) -> bool:
    return holds(hits(args["keyword"], reply), args["frequency"], args["relation"])


def _frequent_literally(reply: str, args: Args) -> bool:
    return holds(literal_hits(args["keyword"], reply), args["frequency"], args["relation"])


def _without(reply: str, args: Args) -> bool:
    return not any(each in reply for each in args["forbidden_words"])


def _without_in_any_case(reply: str, args: Args) -> bool:
    plain = reply.casefold()
    return not any(each.casefold() in plain for each in args["forbidden_words"])


def _without_whole_words(reply: str, args: Args) -> bool:
    return not any(hits(each, reply, before=r"\b", after=r"\b") for each in args["forbidden_words"])


def _letters(reply: str, args: Args) -> bool:
    return holds(reply.lower().count(args["letter"]), args["let_frequency"], args["let_relation"])


def _initials(reply: str, args: Args, form: str = "NFKD") -> bool:
    opened = unicodedata.normalize(form, reply).translate(_TO_LETTERS)  # type: ignore[arg-type]  # form is one of four
    return holds(opened.count(args["letter"]), args["let_frequency"], args["let_relation"])


def _changed(reply: str, args: Args) -> bool:
    return bool(reply == args["prompt_to_change"].replace(args["keyword_from"], args["keyword_to"]))


def _changed_and_trimmed(reply: str, args: Args) -> bool:
    return _changed(reply.strip(), {**args, "prompt_to_change": args["prompt_to_change"].strip()})


def _letter(value: object, relations: Relations) -> str:
    found = word(value, relations).lower()
    if len(found) != 1:
        raise ArgumentError(f"is {value!r}, expected one letter")
    return found


def _initial(value: object, relations: Relations) -> str:
    found = unicodedata.normalize("NFKD", word(value, relations)).translate(_TO_LETTERS)
    if len(found) != 1 or found not in _PLAIN + _DOUBLED:
        raise ArgumentError(f"is {value!r}, expected an initial consonant such as 'ㄱ'")
    return found


def _nothing_to_change(args: Args) -> str | None:
    if args["keyword_from"] in args["prompt_to_change"]:
        return None
    return f"keyword_from is {args['keyword_from']!r}, which does not occur in prompt_to_change"


_LETTER_COUNT = (Argument("let_frequency", whole), Argument("let_relation", relation))
_FREQUENCY = (Argument("keyword", word), Argument("frequency", whole), Argument("relation", relation))
_FORBIDDEN = (Argument("forbidden_words", texts),)

EXISTENCE = Rule(_exist, (Argument("keywords", texts),), _exist_literally)
FREQUENCY = Rule(_frequent, _FREQUENCY, _frequent_literally)
FORBIDDEN = Rule(_without, _FORBIDDEN, _without_in_any_case)
FORBIDDEN_ENGLISH = Rule(_without_whole_words, _FORBIDDEN)
LETTER = Rule(_letters, (Argument("letter", _letter), *_LETTER_COUNT))
INITIAL = Rule(
    _initials, (Argument("letter", _initial), *_LETTER_COUNT), lambda reply, args: _initials(reply, args, "NFD")
)
CHANGE = Rule(
    _changed,
    (Argument("prompt_to_change", text), Argument("keyword_from", text), Argument("keyword_to", as_written)),
    _changed_and_trimmed,
    _nothing_to_change,
)
