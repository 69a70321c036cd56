"""What is said about a puzzle: its view, gold, features and explanation."""

from gwageo.puzzles.base import Explanation, Features
from gwageo.puzzles.cipher.layers import PAD, columns, vowel_table
from gwageo.puzzles.cipher.message import Message, keyword
from gwageo.puzzles.cipher.solve import undone
from gwageo.puzzles.wording import Line, Listing, Slots, Words


def _rule(puzzle: Message) -> Line:
    where, told, position = puzzle.rule
    return Line(f"key_{where}", keyword=told, position=position)


def _layers(puzzle: Message) -> Listing:
    return Listing("arrows", puzzle.layers)


def view(puzzle: Message) -> Slots:
    """The slots of the question; what a tier leaves out is left out of the notes."""
    notes = [Line(layer) for layer in dict.fromkeys(puzzle.layers)]
    if puzzle.unpadded:
        notes.append(Line("unpadded", pad=PAD))
    if puzzle.reminder:
        notes.append(Line("reminder"))
    if puzzle.examples:
        shown = tuple(Line("example", plain=plain, cipher=cipher) for plain, cipher in puzzle.examples)
        notes.append(Line("examples", examples=shown))
    return {"log": puzzle.log, "ciphertext": puzzle.ciphertext, "key": _rule(puzzle), "layers": _layers(puzzle),
            "notes": tuple(notes)}  # fmt: skip


def gold(puzzle: Message, solution: str, words: Words) -> str:
    """The plaintext."""
    return solution


def features(puzzle: Message, solution: str) -> Features:
    """Layers, the way to the keyword, lengths, padding and examples."""
    return {
        "layers": len(puzzle.layers),
        "where": puzzle.rule.where,
        "position": puzzle.rule.position,
        "keyword_length": len(keyword(puzzle) or ""),
        "plaintext_length": len(solution),
        "ciphertext_length": len(puzzle.ciphertext),
        "padding": len(puzzle.ciphertext) - len(solution),
        "examples": len(puzzle.examples),
    }


def explain(puzzle: Message, solution: str) -> Explanation:
    """The keyword, then layer by layer from the last; the first layer's result is the answer and is not spelt out."""
    key = keyword(puzzle) or ""
    texts = undone(puzzle, key)
    layers = puzzle.layers[::-1]
    middle = [
        Line(f"undo_{layer}", **_help(layer, key), text=text)
        for layer, text in zip(layers[:-1], texts[1:-1], strict=True)
    ]
    last = _columns(texts[-2], key) if layers[-1] == "TRANSPOSITION" else _pairs(layers[-1], key, texts[-2], texts[-1])
    givens = (Line("given_log", log=puzzle.log), Line("given_ciphertext", ciphertext=puzzle.ciphertext),
              Line("given_layers", layers=_layers(puzzle)))  # fmt: skip
    found = Line(f"found_{puzzle.rule.where}", keyword=key, position=puzzle.rule.position)
    return Explanation(givens, (found, *middle, last), Line("check", ciphertext=puzzle.ciphertext))


def _help(layer: str, key: str) -> dict[str, str]:
    return {"table": vowel_table(key)} if layer == "JUNG_SUB" else {"keyword": key}


def _pairs(layer: str, key: str, before: str, after: str) -> Line:
    pairs = tuple(f"{old}→{new}" for old, new in zip(before, after, strict=True))
    return Line(f"last_{layer}", **_help(layer, key), pairs=Listing("comma", pairs))


def _columns(text: str, key: str) -> Line:
    """The columns as they are written side by side."""
    height = len(text) // len(key)
    shown = tuple(f"{key[column]}={text[place * height : place * height + height]}"
                  for place, column in enumerate(columns(key)))  # fmt: skip
    return Line("last_TRANSPOSITION", keyword=key, columns=Listing("comma", shown), pad=PAD)
