"""Kinship"""

from gwageo.puzzles.base import PuzzleType, Solver
from gwageo.puzzles.kinship.parse import parse
from gwageo.puzzles.kinship.read import READER
from gwageo.puzzles.kinship.solve import solve
from gwageo.puzzles.wording import Wording
TYPE: PuzzleType = PuzzleType(
    name="kinship", version=1, presets={}, generate=None, solver=Solver("walks over all statements", 1, "option", solve),
    gold=lambda p,s,w: s, view=None, explain=None, features=None, parse=parse, reader=READER, wording=Wording(__name__), calibrated=False)
