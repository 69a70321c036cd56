"""Array formula: three tables of a shop and one question that takes several steps over them.

Answer: a whole number, or the text of a cell: "7395000", "Daejeon".
"""

from gwageo.puzzles.array_formula.parse import parse
from gwageo.puzzles.array_formula.read import READER
from gwageo.puzzles.array_formula.sheet import Answer, Sheet
from gwageo.puzzles.array_formula.solve import solve
from gwageo.puzzles.base import PuzzleType, Solver
from gwageo.puzzles.wording import Wording
TYPE: PuzzleType = PuzzleType(
    name="array_formula", version=1, presets={}, generate=None, solver=Solver("all readings", 1, "answer", solve),
    gold=lambda p,s,w: w.name(s) if isinstance(s,str) else s, view=None, explain=None, features=None, parse=parse, reader=READER, wording=Wording(__name__), calibrated=False)
