"""Number baseball (bulls and cows): find a number with different digits from guesses and their strikes and balls.

Answer: the digits, perhaps with a leading zero: "0716432".
"""

from gwageo.puzzles.base import PuzzleType, Solver, both
from gwageo.puzzles.number_baseball.game import Baseball
from gwageo.puzzles.number_baseball.generate import PRESETS, Params, generate
from gwageo.puzzles.number_baseball.read import READER
from gwageo.puzzles.number_baseball.solve import solve
from gwageo.puzzles.number_baseball.tell import explain, features, gold, parse, view
from gwageo.puzzles.wording import Wording

TYPE: PuzzleType[Params, Baseball, str] = PuzzleType(
    name="number_baseball",
    version=2,
    presets=both(PRESETS),
    generate=generate,
    solver=Solver("exhaustive filtering", 1, "number", solve),
    gold=gold,
    view=view,
    explain=explain,
    features=features,
    parse=parse,
    reader=READER,
    wording=Wording(__name__),
)
