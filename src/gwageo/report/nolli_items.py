"""Sheets of Nolli that need the items of runs: pairs in both languages, and how Korean Cipher fails."""

from collections.abc import Sequence

from gwageo.analysis.nolli.itemwise import COLUMNS, cipher_failures, paired
from gwageo.messages import translate
from gwageo.report.sheets import Head, Sheet
from gwageo.runs.finished import Finished

VIEWS = ("nolli-pairs", "nolli-ciphers")


def pairs(runs: Sequence[Finished]) -> Sheet:
    """English less Korean on the same puzzles."""
    heads = (
        *(Head("model"), Head("type"), Head("english", "percent"), Head("korean", "percent"), Head("gap", "gap")),
        *(Head("ci95", "gap_interval"), Head("outcome", "word"), Head("p_holm", "p"), Head("mid_p", "p")),
        Head("pairs", "count"),
    )
    rows = tuple(
        (
            *(run.name, each.type, each.result.a, each.result.b, each.result.difference, each.result.ci95),
            *(each.result.outcome, each.p_holm, each.mid_p, each.result.n),
        )
        for run in runs
        for each in paired(run.records(COLUMNS))
    )
    return Sheet("nolli-pairs", translate("sheet.title.nolli_pairs"), heads, rows)


def ciphers(runs: Sequence[Finished]) -> Sheet:
    """Wrong answers to Korean Cipher beside the right ones."""
    shares = (Head(name, "percent") for name in ("echoes", "resegmented", "shifted"))
    sizes = (Head("similarity", "number"), Head("dice", "number"))
    heads = (Head("model"), Head("n", "count"), *sizes, *shares, Head("length_difference", "number"))
    rows, notes = [], []
    for run in runs:
        found = cipher_failures(run)
        if found is None:
            continue
        wrong, base = found
        if wrong is not None:
            rows.append(
                (
                    *(run.name, wrong.n, wrong.similarity, wrong.dice, wrong.echoes, wrong.resegmented, wrong.shifted),
                    wrong.length_difference,
                )
            )
        unrelated = "–" if base.unrelated is None else f"{base.unrelated:.2f}"
        notes.append(translate("sheet.note.baselines", unrelated=unrelated, ciphertext=f"{base.ciphertext:.2f}"))
    return Sheet(
        "nolli-ciphers", translate("sheet.title.nolli_ciphers"), heads, tuple(rows), tuple(dict.fromkeys(notes))
    )
