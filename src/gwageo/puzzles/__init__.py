"""Puzzles made afresh from a seed, each proven to have one answer, in English and Korean."""

from gwageo.puzzles.audit import Finding, check
from gwageo.puzzles.base import LANGUAGES, TIERS, Certificate, GaveUp, PuzzleType, Solved, Unreadable, Unsound
from gwageo.puzzles.judging import reward, score
from gwageo.puzzles.registry import TYPES, cells, load
from gwageo.puzzles.rows import read_row, row_of
from gwageo.puzzles.workshop import made, make, make_item, system_message

__all__ = [
    "LANGUAGES",
    "TIERS",
    "TYPES",
    "Certificate",
    "Finding",
    "GaveUp",
    "PuzzleType",
    "Solved",
    "Unreadable",
    "Unsound",
    "cells",
    "check",
    "load",
    "made",
    "make",
    "make_item",
    "read_row",
    "reward",
    "row_of",
    "score",
    "system_message",
]
