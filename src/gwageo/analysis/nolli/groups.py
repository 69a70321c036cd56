"""The groups that tasks are averaged in, and what a guess scores."""

from gwageo.puzzles import TYPES

DIRECT = tuple(
    name
    for name in TYPES
    if name
    in {
        "array_formula",
        "causal_dag",
        "inequality",
        "minesweeper",
        "number_baseball",
        "sat_puzzles",
        "sudoku",
        "yacht_dice",
    }
)
"""Types whose Korean items are translations of the English ones."""
SCRIPT = ("cipher", "cryptarithmetic")
"""Types that each language has in its own script."""
RULES = ("saju", "time", "korean_units")
"""Korean-only types that apply stated or learnt rules."""
LEXICON = ("kinship",)
"""The Korean-only type that asks for words."""
KOREAN_ONLY = ("kinship", "saju", "time", "jamo", "korean_units")
CHANCE = {"kinship": 1 / 26, "saju": 1 / 60}
"""What a uniform guess among the possible answers scores, where that is more than 1 %."""
FLOOR = 0.03
"""Scores below this say nothing: the published floor."""


def named(types: tuple[str, ...], language: str) -> tuple[str, ...]:
    """The tasks of some types in one language."""
    return tuple(f"{name}_{language}" for name in types)


GROUPS: dict[str, tuple[str, ...]] = {
    "direct_en": named(DIRECT, "en"),
    "direct_ko": named(DIRECT, "ko"),
    "script_en": named(SCRIPT, "en"),
    "script_ko": named(SCRIPT, "ko"),
    "korean_only": named(KOREAN_ONLY, "ko"),
}
"""The columns of the overview, by name."""
