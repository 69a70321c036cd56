"""Yacht dice: assign twelve rounds of five dice to twelve categories for the highest total, and add up some rounds.

Answer: the sum of the scores of the named rounds, the same in every assignment with the highest total: "42".
"""

from gwageo.puzzles.base import PuzzleType, Solver, both
from gwageo.puzzles.wording import Wording
from gwageo.puzzles.yacht_dice.generate import PRESETS, Params, generate
from gwageo.puzzles.yacht_dice.read import READER
from gwageo.puzzles.yacht_dice.solve import solve
from gwageo.puzzles.yacht_dice.table import Game
from gwageo.puzzles.yacht_dice.tell import explain, features, gold, parse, view

TYPE: PuzzleType[Params, Game, int] = PuzzleType(
    name="yacht_dice",
    version=1,
    presets=both(PRESETS),
    generate=generate,
    solver=Solver("sets of rounds by category", 1, "queried sum", solve),
    gold=gold,
    view=view,
    explain=explain,
    features=features,
    parse=parse,
    reader=READER,
    wording=Wording(__name__),
    calibrated=False,
)
