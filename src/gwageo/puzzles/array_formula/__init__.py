"""Array formula: three tables of a shop and one question that takes several steps over them.

Answer: a whole number, or the text of a cell: 7395000, "Daejeon".
"""

from gwageo.puzzles.array_formula.generate import PRESETS, Params, generate
from gwageo.puzzles.array_formula.parse import parse
from gwageo.puzzles.array_formula.read import READER
from gwageo.puzzles.array_formula.sheet import Answer, Sheet
from gwageo.puzzles.array_formula.solve import solve
from gwageo.puzzles.array_formula.tell import explain, features, gold, view
from gwageo.puzzles.base import PuzzleType, Solver, both
from gwageo.puzzles.wording import Wording

TYPE: PuzzleType[Params, Sheet, Answer] = PuzzleType(
    name="array_formula",
    version=3,
    presets=both(PRESETS),
    generate=generate,
    solver=Solver("all readings over the joined tables", 1, "answer", solve),
    gold=gold,
    view=view,
    explain=explain,
    features=features,
    parse=parse,
    reader=READER,
    wording=Wording(__name__),
    calibrated=False,
    json_answers=True,
)
