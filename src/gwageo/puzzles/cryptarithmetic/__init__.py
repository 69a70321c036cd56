"""Cryptarithmetic: words that add up to a word, with some digits revealed. English and Korean are different tasks.

English letters share three tables of digits, A-I, J-R and S-Z; Korean jamo those of initials, vowels and finals.
Answer: the number that the result stands for, "3203254".
"""

from gwageo.puzzles.base import PuzzleType, Solver
from gwageo.puzzles.cryptarithmetic.addition import Addition
from gwageo.puzzles.cryptarithmetic.generate import PRESETS, Params, generate
from gwageo.puzzles.cryptarithmetic.parse import parse
from gwageo.puzzles.cryptarithmetic.read import READER
from gwageo.puzzles.cryptarithmetic.solve import Digits, solve
from gwageo.puzzles.cryptarithmetic.tell import explain, features, gold, view
from gwageo.puzzles.wording import Wording

TYPE: PuzzleType[Params, Addition, Digits] = PuzzleType(
    name="cryptarithmetic",
    version=3,
    presets=PRESETS,
    generate=generate,
    solver=Solver("column by column", 1, "assignment", solve),
    gold=gold,
    view=view,
    explain=explain,
    features=features,
    parse=parse,
    reader=READER,
    wording=Wording(__name__),
    paired=False,
)
