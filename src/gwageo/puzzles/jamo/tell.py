"""What is said about a puzzle: its view, gold, features and explanation."""

from gwageo.puzzles.base import Explanation, Features
from gwageo.puzzles.jamo.blocks import CLUSTERS, INITIALS, Block, Blocks
from gwageo.puzzles.wording import Entry, Line, Listing, Slot, Slots, Words


def _written(block: Block) -> Line:
    letters = (Entry("initials", block.initial), Entry("vowels", block.vowel), Entry("finals", block.final))
    return Line("block", letters=Listing("letters", letters))


def _text(blocks: tuple[Block, ...]) -> Listing:
    return Listing("blocks", tuple(map(_written, blocks)))


def _order() -> Listing:
    numbered = tuple(Line("numbered", place=place, initial=Entry("initials", place)) for place in range(INITIALS))
    return Listing("spaced", numbered)


def view(puzzle: Blocks) -> Slots:
    """The slots of the question."""
    return {"order": _order(), "places": puzzle.places, "last": Entry("initials", INITIALS - 1),
            "first": Entry("initials", 0), "text": _text(puzzle.blocks)}  # fmt: skip


def gold(puzzle: Blocks, solution: tuple[int, ...], words: Words) -> str:
    """The blocks with their new initials."""
    moved = (block._replace(initial=initial) for block, initial in zip(puzzle.blocks, solution, strict=True))
    return words.say(_text(tuple(moved)))


def features(puzzle: Blocks, solution: tuple[int, ...]) -> Features:
    """Syllables, finals by kind, and moves past the end of the order."""
    finals = [block.final for block in puzzle.blocks]
    return {
        "syllables": len(finals),
        "no_final": finals.count(0),
        "clusters": sum(final in CLUSTERS for final in finals),
        "wraps": sum(block.initial + puzzle.places >= INITIALS for block in puzzle.blocks),
    }


def explain(puzzle: Blocks, solution: tuple[int, ...]) -> Explanation:
    """Block by block."""
    steps = tuple(_told(puzzle, block, initial) for block, initial in zip(puzzle.blocks, solution, strict=True))
    return Explanation((Line("given", text=_text(puzzle.blocks), places=puzzle.places),), steps, Line("check"))


def _told(puzzle: Blocks, block: Block, initial: int) -> Line:
    slots: dict[str, Slot] = {
        "block": _written(block),
        "old": Entry("initials", block.initial),
        "place": block.initial,
        "new": Entry("initials", initial),
        "target": initial,
        "result": _written(block._replace(initial=initial)),
    }
    return Line("wraps" if block.initial + puzzle.places >= INITIALS else "moves", **slots)
