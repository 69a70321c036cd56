"""Satisfiability puzzles: who is guilty, which dishes were ordered, ..., from "at least one of" statements.

Answer: a JSON object from name to true or false, in the order of the names: {"Amelia": false, "Bruno": true}.
"""

from gwageo.puzzles.base import PuzzleType, Solver, both
from gwageo.puzzles.sat_puzzles.clauses import Sat
from gwageo.puzzles.sat_puzzles.generate import PRESETS, Params, generate
from gwageo.puzzles.sat_puzzles.parse import parse
from gwageo.puzzles.sat_puzzles.read import READER
from gwageo.puzzles.sat_puzzles.solve import Model, solve
from gwageo.puzzles.sat_puzzles.tell import explain, features, gold, view
from gwageo.puzzles.wording import Wording

TYPE: PuzzleType[Params, Sat, Model] = PuzzleType(
    name="sat_puzzles",
    version=1,
    presets=both(PRESETS),
    generate=generate,
    solver=Solver("truth table", 1, "assignment", solve),
    gold=gold,
    view=view,
    explain=explain,
    features=features,
    parse=parse,
    reader=READER,
    wording=Wording(__name__),
    json_answers=True,
)
