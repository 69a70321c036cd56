"""Jamo: move the initial of every syllable along the order of initials and put the syllables together again.

English is an addition of ours, reported apart: the same puzzle at the level of letters, the control that tells whether
Hangul's syllable blocks are what is hard. Answer: "균즠혀"; in English blocks of letters, "gat-tueb-bo".
"""

from gwageo.puzzles.base import PuzzleType, Solver, both
from gwageo.puzzles.jamo.blocks import Blocks
from gwageo.puzzles.jamo.generate import PRESETS, Params, generate
from gwageo.puzzles.jamo.parse import parse
from gwageo.puzzles.jamo.read import READER
from gwageo.puzzles.jamo.solve import solve
from gwageo.puzzles.jamo.tell import explain, features, gold, view
from gwageo.puzzles.wording import Wording

TYPE: PuzzleType[Params, Blocks, tuple[int, ...]] = PuzzleType(
    name="jamo",
    version=2,
    presets=both(PRESETS),
    generate=generate,
    solver=Solver("cyclic move", 1, "initials", solve),
    gold=gold,
    view=view,
    explain=explain,
    features=features,
    parse=parse,
    reader=READER,
    wording=Wording(__name__),
    twins=frozenset({"en"}),
)
