"""Minesweeper: find all mines from revealed numbers and the total number of mines.

Answer: the mines as (row,column) from 0, sorted: "(0,3), (0,5), (1,0)".
"""

from gwageo.puzzles.base import PuzzleType, Solver, both
from gwageo.puzzles.minesweeper.board import Board
from gwageo.puzzles.minesweeper.generate import PRESETS, Params, generate
from gwageo.puzzles.minesweeper.read import READER
from gwageo.puzzles.minesweeper.solve import Mines, solve
from gwageo.puzzles.minesweeper.tell import explain, features, gold, parse, view
from gwageo.puzzles.wording import Wording

TYPE: PuzzleType[Params, Board, Mines] = PuzzleType(
    name="minesweeper",
    version=3,
    presets=both(PRESETS),
    generate=generate,
    solver=Solver("clue propagation and trial", 1, "mines", solve),
    gold=gold,
    view=view,
    explain=explain,
    features=features,
    parse=parse,
    reader=READER,
    wording=Wording(__name__),
    paired_released=True,
)
