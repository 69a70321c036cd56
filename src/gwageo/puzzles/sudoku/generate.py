"""Generator: a full grid from which symmetric pairs of cells are taken while one solution remains."""

from dataclasses import dataclass

from gwageo.puzzles.base import GaveUp, Tier
from gwageo.puzzles.draw import Draw
from gwageo.puzzles.sudoku.grid import CELLS, SIZE, Sudoku
from gwageo.puzzles.sudoku.solve import Grid, fill

ATTEMPTS = 200


@dataclass(frozen=True, slots=True)
class Params:
    """What a tier asks for."""

    givens: int
    """Cells are taken until so many are left."""
    fewest: int
    most: int
    asked: int
    """Queried cells."""
    nodes: int | None = None
    """Largest search that is allowed; None for no limit."""

    def __post_init__(self) -> None:
        if not 17 <= self.fewest <= self.givens <= self.most <= CELLS or not 1 <= self.asked <= CELLS - self.most:
            raise ValueError(f"expected 17 <= fewest <= givens <= most <= 81 and asked among the empty cells: {self!r}")


PRESETS: dict[Tier, Params] = {
    "easy": Params(givens=41, fewest=40, most=43, asked=4, nodes=400),
    "medium": Params(givens=38, fewest=37, most=39, asked=5, nodes=800),
    "hard": Params(givens=33, fewest=31, most=35, asked=6),
}


def generate(draw: Draw, params: Params) -> Sudoku:
    """A puzzle with one solution whose queried cells are empty."""
    for _ in range(ATTEMPTS):
        givens = _thin(draw, _full(draw), params)
        if sum(map(bool, givens)) > params.most:
            continue
        if params.nodes is None or fill(givens).work <= params.nodes:
            empty = [cell for cell in range(CELLS) if not givens[cell]]
            return Sudoku(givens, tuple(draw.sample(empty, params.asked)))
    raise GaveUp("Sudoku", params, ATTEMPTS)


def _full(draw: Draw) -> Grid:
    """A full grid: the canonical one with digits, bands, stacks, rows and columns in random order, perhaps mirrored."""
    digits = draw.shuffled(range(1, SIZE + 1))
    rows = [band * 3 + row for band in draw.permutation(3) for row in draw.permutation(3)]
    columns = [stack * 3 + column for stack in draw.permutation(3) for column in draw.permutation(3)]
    grid = [[digits[(row * 3 + row // 3 + column) % SIZE] for column in columns] for row in rows]
    if draw.chance(1, 2):
        grid = [list(line) for line in zip(*grid, strict=True)]
    return tuple(value for line in grid for value in line)


def _thin(draw: Draw, full: Grid, params: Params) -> Grid:
    """Take cells in pairs that face each other through the centre, as far as wanted and one solution allows."""
    givens, left = list(full), CELLS
    for cell in draw.permutation(CELLS // 2 + 1):
        if left <= params.givens:
            break
        pair = {cell, CELLS - 1 - cell}
        if left - len(pair) < params.fewest:
            continue
        for taken in pair:
            givens[taken] = 0
        if len(fill(tuple(givens)).found) == 1:
            left -= len(pair)
        else:
            for taken in pair:
                givens[taken] = full[taken]
    return tuple(givens)
