"""What only the items of a run can tell: pairs in both languages, and how Korean Cipher fails."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any

from gwageo.analysis.equivalence import Comparison, compare_pairs
from gwageo.analysis.multiple import holm
from gwageo.analysis.nolli.ciphers import Attempt, Baselines, Failures, baselines, failures
from gwageo.analysis.nolli.gaps import MARGIN
from gwageo.analysis.pairing import pair
from gwageo.analysis.shares import Table, mcnemar_mid_p
from gwageo.core import StoreError, UserError
from gwageo.puzzles import TYPES, load
from gwageo.puzzles.cipher.message import Message
from gwageo.runs.finished import Finished
from gwageo.runs.plan import cells_of

COLUMNS = ("task", "type", "language", "item_id", "pair_id", "verdict", "metrics", "extracted", "gold")
CIPHER = "cipher"


@dataclass(frozen=True, slots=True)
class Paired:
    """One type's items in English against the same puzzles in Korean."""

    type: str
    result: Comparison
    mid_p: float
    """McNemar's mid-p, uncorrected."""
    p_holm: float
    """Of the exact test, corrected over the types."""
    only_en: int
    only_ko: int


def paired(rows: Iterable[Mapping[str, Any]]) -> tuple[Paired, ...]:
    """English less Korean on puzzles that were asked in both, type by type.

    Args:
        rows: Records with the columns of `COLUMNS`; failed answers are left out.
    """
    sides: dict[tuple[str, str], dict[str, list[float]]] = {}
    for row in rows:
        if row["pair_id"] and row["type"] in TYPES and row["verdict"] != "failed":
            side = sides.setdefault((row["type"], row["language"]), {})
            side.setdefault(row["pair_id"], []).append(row["metrics"]["exact_match"])
    found = []
    for name in TYPES:
        english, korean = (sides.get((name, language), {}) for language in ("en", "ko"))
        if english and korean and (made := _paired(name, english, korean)) is not None:
            found.append(made)
    corrected = holm([each.result.p for each in found])
    return tuple(
        Paired(each.type, each.result, each.mid_p, p, each.only_en, each.only_ko)
        for each, p in zip(found, corrected, strict=True)
    )


def _paired(name: str, english: Mapping[str, list[float]], korean: Mapping[str, list[float]]) -> Paired | None:
    pairs = pair(*([(key, float(sum(v) * 2 >= len(v))) for key, v in side.items()] for side in (english, korean)))
    if not pairs.n:
        return None
    both = sum(a == b == 1 for a, b in zip(pairs.a, pairs.b, strict=True))
    only_en, only_ko = int(sum(pairs.a)) - both, int(sum(pairs.b)) - both
    table = Table(both, only_en, only_ko, pairs.n - both - only_en - only_ko)
    return Paired(name, compare_pairs(table, MARGIN), mcnemar_mid_p(table), 1.0, len(pairs.only_a), len(pairs.only_b))


def cipher_failures(run: Finished) -> tuple[Failures | None, Baselines] | None:
    """The wrong, non-empty answers to Korean Cipher beside the right ones; None where the run has no such items.

    The ciphertexts are read from the items, which have to lie where they did.
    """
    texts = _ciphers(run)
    if not texts:
        return None
    attempts = [
        Attempt(row["extracted"], *texts[row["item_id"]])
        for row in run.records(COLUMNS)
        if row["item_id"] in texts and row["verdict"] == "wrong" and row["extracted"]
    ]
    return failures(attempts), baselines(texts.values())


def _ciphers(run: Finished) -> dict[str, tuple[str, str]]:
    """Item id to plaintext and ciphertext."""
    try:
        cells = cells_of(run.manifest.config)
    except (UserError, StoreError):
        return {}
    kind = load(CIPHER)
    texts = {}
    for cell in cells:
        for item in cell.items:
            if item.metadata.get("type") == CIPHER and item.metadata.get("language") == "ko":
                puzzle: Message = kind.parse(str(item.fields["question"]))
                texts[item.id] = (str(item.gold), puzzle.ciphertext)
    return texts
