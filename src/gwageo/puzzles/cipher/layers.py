"""Layers of encryption: each a pair of functions of text and keyword, one to apply it and one to undo it."""

from collections.abc import Callable
from typing import NamedTuple

from gwageo.hangul import compose, decompose, is_syllable
from gwageo.hangul.jamo import LEADS, TAILS, VOWELS

PAD = "X"
_LETTERS = 26

Change = Callable[[str, str], str]


class Layer(NamedTuple):
    """One algorithm."""

    apply: Change
    undo: Change


def encrypt(text: str, key: str, layers: tuple[str, ...]) -> str:
    """Apply layers from the first to the last.

    Raises:
        ValueError: A layer, or a character of text or key, is not of the script.
    """
    for layer in layers:
        text = named(layer).apply(text, key)
    return text


def named(layer: str) -> Layer:
    """The layer of this name.

    Raises:
        ValueError: There is none.
    """
    if layer not in LAYERS:
        raise ValueError(f"the layer {layer!r} is not known; expected one of {', '.join(LAYERS)}")
    return LAYERS[layer]


def _letter(char: str) -> int:
    if not "A" <= char <= "Z":
        raise ValueError(f"not a capital letter: {char!r}")
    return ord(char) - ord("A")


def _vigenere(sign: int) -> Change:
    def change(text: str, key: str) -> str:
        moves = [_letter(char) for char in key]
        return "".join(
            chr(ord("A") + (_letter(char) + sign * moves[place % len(moves)]) % _LETTERS)
            for place, char in enumerate(text)
        )

    return change


def columns(key: str) -> list[int]:
    """The columns in the order in which they are read: by the letters of the key, equal letters from left to right."""
    return sorted(range(len(key)), key=lambda column: key[column])


def _transpose(text: str, key: str) -> str:
    width = len(key)
    padded = text + PAD * (-len(text) % width)
    return "".join(padded[column::width] for column in columns(key))


def _transpose_back(text: str, key: str) -> str:
    """The rows, with their padding."""
    width = len(key)
    if len(text) % width:
        raise ValueError(f"a transposed text of {len(text)} characters does not fill rows of {width}")
    height = len(text) // width
    parts = {column: text[place * height : place * height + height] for place, column in enumerate(columns(key))}
    return "".join(parts[column][row] for row in range(height) for column in range(width))


def _lead(char: str) -> int:
    return LEADS.index(decompose(char).lead)


def _tail_move(char: str) -> int:
    """The index of the key syllable's final, or of its initial plus one."""
    return TAILS.index(decompose(char).tail) or _lead(char) + 1


def _by_syllable(change: Callable[[str, str], str]) -> Change:
    """A change of every syllable by the key's syllable in its place, the key being repeated."""
    return lambda text, key: "".join(change(char, key[place % len(key)]) for place, char in enumerate(text))


def _lead_shift(sign: int) -> Change:
    def change(char: str, key: str) -> str:
        lead, vowel, tail = decompose(char)
        return compose(LEADS[(LEADS.index(lead) + sign * _lead(key)) % len(LEADS)], vowel, tail)

    return _by_syllable(change)


def _tail_shift(sign: int) -> Change:
    def change(char: str, key: str) -> str:
        lead, vowel, tail = decompose(char)
        return compose(lead, vowel, TAILS[(TAILS.index(tail) + sign * _tail_move(key)) % len(TAILS)])

    return _by_syllable(change)


def vowel_table(key: str) -> str:
    """The vowels of the key in order of first occurrence, then the others."""
    own = dict.fromkeys(decompose(char).vowel for char in key if is_syllable(char))
    return "".join(own) + "".join(vowel for vowel in VOWELS if vowel not in own)


def _vowel_change(back: bool) -> Change:
    def change(text: str, key: str) -> str:
        source, target = (vowel_table(key), VOWELS) if back else (VOWELS, vowel_table(key))
        told = [decompose(char) for char in text]
        return "".join(compose(lead, target[source.index(vowel)], tail) for lead, vowel, tail in told)

    return change


def _reverse(text: str, key: str) -> str:
    return text[::-1]


LAYERS = {
    "VIGENERE": Layer(_vigenere(1), _vigenere(-1)),
    "TRANSPOSITION": Layer(_transpose, _transpose_back),
    "CHO_SHIFT": Layer(_lead_shift(1), _lead_shift(-1)),
    "JUNG_SUB": Layer(_vowel_change(back=False), _vowel_change(back=True)),
    "JONG_SHIFT": Layer(_tail_shift(1), _tail_shift(-1)),
    "REVERSE": Layer(_reverse, _reverse),
}
