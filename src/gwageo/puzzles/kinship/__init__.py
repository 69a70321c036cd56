"""Kinship: what "나" calls a person in a family photo, from a talk about who is whose relative. Korean only.

Answer: the letter of one of 26 terms: "F".
"""

from gwageo.puzzles.base import PuzzleType, Solver
from gwageo.puzzles.kinship.generate import PRESETS, Params, generate
from gwageo.puzzles.kinship.parse import parse
from gwageo.puzzles.kinship.read import READER
from gwageo.puzzles.kinship.solve import solve
from gwageo.puzzles.kinship.talk import Talk
from gwageo.puzzles.kinship.tell import choices, explain, features, gold, view
from gwageo.puzzles.wording import Wording

TYPE: PuzzleType[Params, Talk, str] = PuzzleType(
    name="kinship",
    version=3,
    presets={("ko", tier): params for tier, params in PRESETS.items()},
    generate=generate,
    solver=Solver("walks over all statements", 1, "option", solve),
    gold=gold,
    view=view,
    explain=explain,
    features=features,
    parse=parse,
    reader=READER,
    wording=Wording(__name__),
    extras=choices,
    calibrated=False,
)
