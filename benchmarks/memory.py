"""Peak resident memory of an examination against the weights and the stated pack budget, for few and for many items.

    python benchmarks/memory.py [--model embedded] [--pack-mb 512]

The claim: above what the imports take, the peak stays within 1.5 times the weights plus the pack budget, however many
items there are. Each measurement is a process of its own.
"""

import argparse
import json
import resource
import subprocess
import sys
import tempfile
from pathlib import Path

TASKS = "ko-arc-easy,ko-arc-challenge,ko-winogrande,ko-lambada"
MIB = 2**20


def peak_mib() -> float:
    """Largest resident memory of this process so far, in MiB."""
    peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    return peak / MIB if sys.platform == "darwin" else peak / 1024


def child(model: str, pack_mb: int, limit: int, repeats: int) -> None:
    """Examine and print what memory it took."""
    import pyarrow.parquet
    import torch
    import transformers
    from transformers import AutoModelForCausalLM  # noqa: F401 - part of what importing costs

    import gwageo
    from gwageo.models.options import ModelOptions
    from gwageo.models.registry import load_model

    del pyarrow, torch, transformers
    imports = peak_mib()
    examinee = load_model(model, ModelOptions(dtype="float32", pack_mb=pack_mb))
    with tempfile.TemporaryDirectory() as folder:
        result = gwageo.evaluate(
            examinee, TASKS.split(","), data="bundled", limit=limit, repeats=repeats, output=Path(folder) / "run"
        )
        answers = sum(1 for _ in result.records())
    weights = sum(p.numel() * p.element_size() for p in examinee._engine.model.parameters()) / MIB  # type: ignore[attr-defined]
    peak = peak_mib()
    allowed = 1.5 * weights + pack_mb
    print(
        json.dumps(
            {
                "answers": answers,
                "imports_mib": round(imports),
                "weights_mib": round(weights),
                "pack_mb": pack_mb,
                "peak_mib": round(peak),
                "above_imports_mib": round(peak - imports),
                "allowed_mib": round(allowed),
                "holds": peak - imports <= allowed,
            }
        )
    )


def main() -> None:
    """One line for few answers, one for many."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--model", default="embedded")
    parser.add_argument("--pack-mb", type=int, default=512)
    parser.add_argument("--child", nargs=2, type=int, metavar=("LIMIT", "REPEATS"))
    arguments = parser.parse_args()
    if arguments.child:
        child(arguments.model, arguments.pack_mb, *arguments.child)
        return
    for limit, repeats in ((2, 1), (20, 1)):
        command = [sys.executable, __file__, "--model", arguments.model, "--pack-mb", str(arguments.pack_mb)]
        subprocess.run([*command, "--child", str(limit), str(repeats)], check=True)


if __name__ == "__main__":
    main()
