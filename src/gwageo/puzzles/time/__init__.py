"""Time: a date, weekday or day pillar some days after a birthday that a note tells relative to a holiday.

Korean only. Answer: "1999.1.24", "목요일" or stem and branch, "을유".
"""

from gwageo.puzzles.base import PuzzleType, Solver
from gwageo.puzzles.time.generate import PRESETS, Params, generate, space
from gwageo.puzzles.time.note import Note
from gwageo.puzzles.time.read import READER
from gwageo.puzzles.time.solve import solve
from gwageo.puzzles.time.tell import explain, features, gold, parse, view
from gwageo.puzzles.wording import Wording

TYPE: PuzzleType[Params, Note, str] = PuzzleType(
    name="time",
    version=1,
    presets={("ko", tier): params for tier, params in PRESETS.items()},
    generate=generate,
    solver=Solver("calendar arithmetic", 1, "answer", solve),
    gold=gold,
    view=view,
    explain=explain,
    features=features,
    parse=parse,
    reader=READER,
    wording=Wording(__name__),
    space=space,
)
