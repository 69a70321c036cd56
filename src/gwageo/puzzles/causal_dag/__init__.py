"""Causal graph: events that cause each other with delays; when does one occur, or how many have occurred by then?

Answer: a whole number, minutes or events: "184".
"""

from gwageo.puzzles.base import PuzzleType, Solver, both
from gwageo.puzzles.causal_dag.generate import PRESETS, Params, generate
from gwageo.puzzles.causal_dag.graph import Graph
from gwageo.puzzles.causal_dag.parse import parse
from gwageo.puzzles.causal_dag.read import READER
from gwageo.puzzles.causal_dag.solve import solve
from gwageo.puzzles.causal_dag.tell import explain, features, gold, view
from gwageo.puzzles.wording import Wording

TYPE: PuzzleType[Params, Graph, int] = PuzzleType(
    name="causal_dag",
    version=3,
    presets=both(PRESETS),
    generate=generate,
    solver=Solver("earliest times in order of time", 1, "queried number", solve),
    gold=gold,
    view=view,
    explain=explain,
    features=features,
    parse=parse,
    reader=READER,
    wording=Wording(__name__),
    paired_released=True,
    calibrated=False,
)
