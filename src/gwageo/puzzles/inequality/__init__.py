"""Inequality (Futoshiki): a Latin square from a few givens and signs between neighbouring cells.

Answer: all numbers row by row, "2 5 1 4 3 1 4 ...".
"""

from gwageo.puzzles.base import PuzzleType, Solver, both
from gwageo.puzzles.inequality.generate import PRESETS, Params, generate
from gwageo.puzzles.inequality.grid import Futoshiki
from gwageo.puzzles.inequality.read import READER
from gwageo.puzzles.inequality.solve import Square, solve
from gwageo.puzzles.inequality.tell import explain, features, gold, parse, view
from gwageo.puzzles.wording import Wording

TYPE: PuzzleType[Params, Futoshiki, Square] = PuzzleType(
    name="inequality",
    version=1,
    presets=both(PRESETS),
    generate=generate,
    solver=Solver("propagation and trial", 1, "grid", solve),
    gold=gold,
    view=view,
    explain=explain,
    features=features,
    parse=parse,
    reader=READER,
    wording=Wording(__name__),
    paired_released=True,
)
