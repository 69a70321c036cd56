"""Four Pillars: the pair of the sexagenary cycle that names a day or an hour of birth. Korean only.

Unlike the released items, the question says what happens at 23 o'clock. Answer: stem and branch, "정미".
"""

from gwageo.puzzles.base import PuzzleType, Solver
from gwageo.puzzles.saju.birth import Birth
from gwageo.puzzles.saju.generate import PRESETS, Params, generate, space
from gwageo.puzzles.saju.read import READER
from gwageo.puzzles.saju.solve import solve
from gwageo.puzzles.saju.tell import explain, features, gold, parse, view
from gwageo.puzzles.wording import Wording

TYPE: PuzzleType[Params, Birth, int] = PuzzleType(
    name="saju",
    version=1,
    presets={("ko", tier): params for tier, params in PRESETS.items()},
    generate=generate,
    solver=Solver("calendar arithmetic", 1, "pillar", solve),
    gold=gold,
    view=view,
    explain=explain,
    features=features,
    parse=parse,
    reader=READER,
    wording=Wording(__name__),
    space=space,
)
