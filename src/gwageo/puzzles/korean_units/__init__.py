"""Korean units: a sum of quantities in traditional units by a table of invented ratios. Korean only.

Answer: the sum in the smallest unit, a whole number with the unit behind it, "465373918평".
"""

from gwageo.puzzles.base import PuzzleType, Solver
from gwageo.puzzles.korean_units.bill import Bill
from gwageo.puzzles.korean_units.generate import PRESETS, Params, generate
from gwageo.puzzles.korean_units.read import READER
from gwageo.puzzles.korean_units.solve import solve
from gwageo.puzzles.korean_units.tell import explain, features, gold, parse, view
from gwageo.puzzles.wording import Wording

TYPE: PuzzleType[Params, Bill, int] = PuzzleType(
    name="korean_units",
    version=2,
    presets={("ko", tier): params for tier, params in PRESETS.items()},
    generate=generate,
    solver=Solver("mixed radix sum", 1, "sum", solve),
    gold=gold,
    view=view,
    explain=explain,
    features=features,
    parse=parse,
    reader=READER,
    wording=Wording(__name__),
)
