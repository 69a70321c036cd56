"""Generation throughput of a local model by batch size, the same prompts and the same text each time.

    python benchmarks/generation.py [--model embedded] [--tokens 64] [--prompts 16]

The claim: at batch 8 at least three times the tokens a second of batch 1.
"""

import argparse
import json
import time

from gwageo.core import Generate, Protocol
from gwageo.models.checkpoint import resolve
from gwageo.models.embedded import converted_folder
from gwageo.models.engine import Engine
from gwageo.models.options import ModelOptions
from gwageo.tasks.base import Settings
from gwageo.tasks.registry import load_task
from gwageo.tasks.sources import read_items


def main() -> None:
    """One JSON line for each batch size."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--model", default="embedded")
    parser.add_argument("--tokens", type=int, default=64)
    parser.add_argument("--prompts", type=int, default=16)
    arguments = parser.parse_args()
    folder = str(converted_folder()) if arguments.model == "embedded" else arguments.model
    engine = Engine(resolve(folder, ModelOptions()), ModelOptions(), dtype="float32", device="cpu")
    task = load_task("ko-lambada")
    items = read_items(task, "bundled").items
    paper = task.prepare(items, Protocol("plain"), Settings())
    requests = []
    for index in range(arguments.prompts):
        request = paper.requests(index % len(items))[0]
        requests.append(Generate(request.context, max_tokens=arguments.tokens))  # type: ignore[union-attr]
    rates: dict[int, float] = {}
    texts: dict[int, list[str | None]] = {}
    for batch in (1, 8):
        engine.generator.batch = batch
        start = time.perf_counter()
        outputs = engine.generator.generate(requests)
        seconds = time.perf_counter() - start
        tokens = sum(output.usage.completion or 0 for output in outputs)
        rates[batch] = tokens / seconds
        texts[batch] = [output.text for output in outputs]
        print(
            json.dumps(
                {"batch": batch, "tokens": tokens, "seconds": round(seconds, 2), "per_s": round(rates[batch], 1)}
            )
        )
    same = sum(a == b for a, b in zip(texts[1], texts[8], strict=True))
    print(json.dumps({"times": round(rates[8] / rates[1], 2), "same_text": f"{same} of {len(requests)}"}))


if __name__ == "__main__":
    main()
