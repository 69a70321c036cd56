"""Sudoku: complete a 9x9 grid with one solution and report some of its cells.

Unlike the released items, no queried cell is given. Answer: the digits in the order asked, "3 7 3 6 5".
"""

from gwageo.puzzles.base import PuzzleType, Solver, both
from gwageo.puzzles.sudoku.generate import PRESETS, Params, generate
from gwageo.puzzles.sudoku.grid import Sudoku, base
from gwageo.puzzles.sudoku.read import READER
from gwageo.puzzles.sudoku.solve import Grid, solve
from gwageo.puzzles.sudoku.tell import explain, features, gold, parse, view
from gwageo.puzzles.wording import Wording

TYPE: PuzzleType[Params, Sudoku, Grid] = PuzzleType(
    name="sudoku",
    version=1,
    presets=both(PRESETS),
    generate=generate,
    solver=Solver("fewest candidates first", 1, "grid", solve),
    gold=gold,
    view=view,
    explain=explain,
    features=features,
    parse=parse,
    reader=READER,
    wording=Wording(__name__),
    base=base,
)
