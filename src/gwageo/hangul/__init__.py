"""Korean letters and the particles that depend on the last sound of a word."""

from gwageo.hangul.jamo import Syllable, compose, decompose, final_sound, is_syllable
from gwageo.hangul.josa import PAIRS, Pair, fits, josa, particle

__all__ = [
    "PAIRS",
    "Pair",
    "Syllable",
    "compose",
    "decompose",
    "final_sound",
    "fits",
    "is_syllable",
    "josa",
    "particle",
]
