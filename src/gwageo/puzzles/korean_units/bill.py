"""The puzzle as its reader sees it: a table of ratios and a list of quantities to add or subtract."""

from dataclasses import dataclass
from typing import NamedTuple

SYSTEMS = {
    "무게": ("돈", "냥", "근", "관", "섬"),
    "길이": ("푼", "치", "자", "장", "리"),
    "부피": ("홉", "되", "말", "동이", "섬"),
    "넓이": ("평", "단", "마지기", "정보", "결"),
}
"""What is measured, to its units from small to large."""
UNITS = 5


class Entry(NamedTuple):
    """One item of the list."""

    added: bool
    times: int
    amounts: tuple[int, ...]
    """How many of each unit, from small to large; 0 where a unit is not mentioned."""


@dataclass(frozen=True, slots=True)
class Bill:
    """One puzzle."""

    system: str
    ratios: tuple[int, ...]
    """How many of a unit make one of the next larger unit, from small to large."""
    entries: tuple[Entry, ...]

    @property
    def units(self) -> tuple[str, ...]:
        """The units from small to large."""
        return SYSTEMS[self.system]

    @property
    def sizes(self) -> tuple[int, ...]:
        """Each unit in the smallest one."""
        sizes = [1]
        for ratio in self.ratios:
            sizes.append(sizes[-1] * ratio)
        return tuple(sizes)
