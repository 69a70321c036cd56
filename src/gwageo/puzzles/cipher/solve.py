"""Solver: finds the keyword, checks the examples, undoes the layers, and counts every plaintext that fits."""

from collections.abc import Iterator

from gwageo.puzzles.base import Search
from gwageo.puzzles.cipher.layers import PAD, encrypt, named
from gwageo.puzzles.cipher.message import Message, keyword


def undone(message: Message, key: str) -> list[str]:
    """The ciphertext, and the text after each layer that is undone; the last one may end in padding.

    Raises:
        ValueError: A layer does not fit the text.
    """
    texts = [message.ciphertext]
    for layer in reversed(message.layers):
        texts.append(named(layer).undo(texts[-1], key))
    return texts


def solve(puzzle: Message) -> Search[str]:
    """Plaintexts that give the ciphertext, two at most; the work is the number of characters changed."""
    key = keyword(puzzle)
    if not key:
        return Search((), 0)
    try:
        if any(encrypt(plain, key, puzzle.layers) != shown for plain, shown in puzzle.examples):
            return Search((), 0)
        texts = undone(puzzle, key)
        fitting = [plain for plain in _plaintexts(puzzle, texts[-1], len(key)) if _gives(puzzle, plain, key)]
    except ValueError:  # a character or a length that no layer can have produced
        return Search((), 0)
    return Search(tuple(fitting[:2]), len(puzzle.ciphertext) * len(puzzle.layers))


def _gives(puzzle: Message, plain: str, key: str) -> bool:
    return encrypt(plain, key, puzzle.layers) == puzzle.ciphertext


def _plaintexts(puzzle: Message, text: str, width: int) -> Iterator[str]:
    """The text, as often as it can be without some of the padding at its end."""
    if "TRANSPOSITION" not in puzzle.layers:
        yield text
        return
    bare = text.rstrip(PAD)
    if puzzle.unpadded:
        yield bare
        return
    for length in range(max(len(bare), len(text) - width + 1), len(text) + 1):
        yield text[:length]
