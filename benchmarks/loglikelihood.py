"""Log-likelihood speed against lm-evaluation-harness, on the same requests and the same weights, in one run.

    python benchmarks/loglikelihood.py                      Ko-ARC-like, embedded model, float32
    python benchmarks/loglikelihood.py --all                also bfloat16, WinoGrande, LAMBADA, a Llama-like model

For each setting: the harness at batch sizes 1, 8 and 16 (its request loop alone, without its task building), gwageo's
engine with tokenisation and self-check, and the floor: the multiply-adds of the token tree at the rate that a plain
matrix product reaches in this process. Items are the bundled quick set. Needs: pip install 'gwageo[bench]'.
"""

import argparse
import contextlib
import io
import json
import logging
import os
import sys
import tempfile
import time
import warnings
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import Any

import torch
import transformers

from gwageo.core import LogLikelihood, Protocol
from gwageo.models.checkpoint import resolve
from gwageo.models.embedded import converted_folder
from gwageo.models.engine import Engine
from gwageo.models.options import ModelOptions
from gwageo.models.tree import TokenTree, build_tree
from gwageo.tasks.base import Settings
from gwageo.tasks.registry import load_task
from gwageo.tasks.sources import read_items

BATCHES = (1, 8, 16)
Groups = list[list[LogLikelihood]]


@dataclass(frozen=True)
class Setting:
    """One line of the table."""

    task: str
    items: int
    model: str
    dtype: str


def groups_of(task_name: str, items: int) -> Groups:
    """The requests of the first items of the bundled set, question-free twins included."""
    task = load_task(task_name)
    paper = task.prepare(read_items(task, "bundled").items, Protocol("plain"), Settings())
    return [[r for r in paper.requests(index) if isinstance(r, LogLikelihood)] for index in range(items)]


def llama_like(folder: Path) -> Path:
    """A randomly initialised Llama of the embedded model's size in multiply-adds, with a 32,000-token vocabulary."""
    if (folder / "config.json").exists():
        return folder
    from tokenizers import Tokenizer, decoders, models, pre_tokenizers, processors, trainers

    config = transformers.LlamaConfig(
        vocab_size=32_000,
        hidden_size=768,
        intermediate_size=2560,
        num_hidden_layers=12,
        num_attention_heads=12,
        num_key_value_heads=4,
        max_position_embeddings=4096,
    )
    torch.manual_seed(0)
    transformers.LlamaForCausalLM(config).save_pretrained(folder)
    core = Tokenizer(models.BPE())
    core.pre_tokenizer = pre_tokenizers.ByteLevel(add_prefix_space=False)
    core.decoder = decoders.ByteLevel()
    texts = [str(i.fields) for n in ("ko-arc-easy", "ko-lambada") for i in read_items(load_task(n), "bundled").items]
    trainer = trainers.BpeTrainer(vocab_size=4000, special_tokens=["<unk>", "<s>", "</s>"], show_progress=False)
    core.train_from_iterator(texts, trainer)
    core.post_processor = processors.TemplateProcessing(single="<s> $A", special_tokens=[("<s>", 1)])
    tokenizer = transformers.PreTrainedTokenizerFast(tokenizer_object=core, bos_token="<s>", eos_token="</s>")
    tokenizer.save_pretrained(folder)
    return folder


def run_gwageo(folder: Path, dtype: str, groups: Groups) -> tuple[list[float], float, Engine]:
    """Values, seconds of the best of three, and the engine."""
    options = ModelOptions(dtype=dtype)  # type: ignore[arg-type]
    engine = Engine(resolve(str(folder), options), options, dtype=dtype, device="cpu")
    seconds, values = [], []
    for _ in range(3):
        engine.likelihood._checked = False  # every round pays for its self-check
        start = time.perf_counter()
        answers = engine.answer(groups)
        seconds.append(time.perf_counter() - start)
        values = [float(output.loglikelihood or 0.0) for group in answers for output in group]
    return values, min(seconds), engine


def run_harness(folder: Path, dtype: str, groups: Groups, batch: int) -> tuple[list[float], float]:
    """Values and seconds of the harness's own request loop."""
    from lm_eval.api.instance import Instance
    from lm_eval.models.huggingface import HFLM

    with quiet():
        model = HFLM(pretrained=str(folder), dtype=dtype, batch_size=batch, device="cpu", add_bos_token=True)
        instances = [
            Instance("loglikelihood", {}, (request.context, request.continuation), index)
            for index, request in enumerate(request for group in groups for request in group)
        ]
        start = time.perf_counter()
        answers = model.loglikelihood(instances, disable_tqdm=True)
        seconds = time.perf_counter() - start
    return [float(value) for value, _ in answers], seconds


@contextlib.contextmanager
def quiet() -> Iterator[None]:
    """No progress bars and notices of other packages."""
    logging.disable(logging.WARNING)
    with contextlib.redirect_stderr(io.StringIO()), warnings.catch_warnings():
        warnings.simplefilter("ignore")
        yield
    logging.disable(logging.NOTSET)


def free_memory() -> int:
    """Bytes that a process may take here without pushing others out, some kept in reserve."""
    return int(os.sysconf("SC_AVPHYS_PAGES") * os.sysconf("SC_PAGE_SIZE") * 0.8)


def best_rate(dtype: torch.dtype) -> float:
    """Multiply-adds a second of a plain matrix product: the best of several shapes."""
    rates = []
    for rows, inner, columns in ((1024, 640, 2048), (1024, 2048, 640), (2048, 2048, 2048), (640, 768, 2560)):
        a, b = torch.randn(rows, inner).to(dtype), torch.randn(columns, inner).to(dtype)
        product = partial(torch.nn.functional.linear, a, b)
        rates.append(rows * inner * columns / min(timed(product) for _ in range(12)))
    return max(rates)


def timed(work: Callable[[], Any]) -> float:
    """Seconds of one call."""
    start = time.perf_counter()
    work()
    return time.perf_counter() - start


def multiply_adds(engine: Engine, trees: Sequence[TokenTree]) -> int:
    """Of every layer for every node, of attention over visible pairs, and of the head for scored nodes."""
    model = engine.model
    head = model.get_output_embeddings()
    layers = sum(m.weight.numel() for m in model.modules() if isinstance(m, torch.nn.Linear) and m is not head)
    config = model.config.get_text_config()
    kinds = getattr(config, "layer_types", None) or ["full_attention"] * config.num_hidden_layers
    dim = getattr(config, "head_dim", None) or config.hidden_size // config.num_attention_heads
    total = 0
    for tree in trees:
        total += layers * len(tree) + head.weight.numel() * len(tree.scored_nodes)
        for kind in kinds:
            window = config.sliding_window if kind == "sliding_attention" else 10**9
            total += sum(min(d + 1, window) for d in tree.depths) * 2 * dim * config.num_attention_heads
    return total


def measure(setting: Setting, work: Path) -> dict[str, Any]:
    """One line of the table."""
    folder = converted_folder() if setting.model == "embedded" else llama_like(work / "llama")
    groups = groups_of(setting.task, setting.items)
    dtype = getattr(torch, setting.dtype)
    before = best_rate(dtype)
    values, seconds, engine = run_gwageo(folder, setting.dtype, groups)
    pairs = [engine.encoder.pairs([(str(r.context), r.continuation) for r in group]) for group in groups]
    trees = [build_tree([pair.sequence for pair in group if pair.sequence]) for group in pairs]
    # Other processes slow a measurement down and never speed it up: the better of two stands for the machine.
    floor = multiply_adds(engine, trees) / max(before, best_rate(dtype))
    distinct = sum(tree.distinct for tree in trees)
    row: dict[str, Any] = {
        "task": setting.task,
        "model": setting.model,
        "dtype": setting.dtype,
        "items": setting.items,
        "sequences": len(values),
        "tokens_by_sequence": sum(len(p.sequence.tokens) for group in pairs for p in group if p.sequence),
        "tokens_distinct": distinct,
        "forwarded_per_distinct": round(sum(map(len, trees)) / distinct, 3),
        "gwageo_s": round(seconds, 2),
        "floor_s": round(floor, 2),
        "times_floor": round(seconds / floor, 2),
    }
    vocabulary = int(engine.model.config.get_text_config().vocab_size)
    del engine
    print(json.dumps(row, ensure_ascii=False), file=sys.stderr, flush=True)
    best = float("inf")
    longest = max(len(p.sequence.tokens) for group in pairs for p in group if p.sequence)
    for batch in BATCHES:
        needed = 2 * batch * longest * vocabulary * 4
        if needed > free_memory():
            row[f"harness_batch_{batch}_s"] = f"not run: its logits alone take {needed / 2**30:.0f} GiB"
            continue
        harness, took = run_harness(folder, setting.dtype, groups, batch)
        row[f"harness_batch_{batch}_s"] = round(took, 2)
        row["largest_difference"] = f"{max(abs(a - b) for a, b in zip(values, harness, strict=True)):.1e}"
        best = min(best, took)
    row["times_harness"] = round(best / seconds, 2)
    return row


def main() -> None:
    """Print one JSON line a setting, then a table."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--items", type=int, default=6)
    parser.add_argument("--all", action="store_true")
    arguments = parser.parse_args()
    os.environ["TOKENIZERS_PARALLELISM"] = "true"
    settings = [Setting("ko-arc-challenge", arguments.items, "embedded", "float32")]
    if arguments.all:
        settings += [
            Setting("ko-arc-challenge", arguments.items, "embedded", "bfloat16"),
            Setting("ko-winogrande", 20, "embedded", "float32"),
            Setting("ko-lambada", 20, "embedded", "float32"),
            Setting("ko-arc-challenge", arguments.items, "llama-like-32k", "float32"),
        ]
    with tempfile.TemporaryDirectory() as work:
        for setting in settings:
            print(json.dumps(measure(setting, Path(work)), ensure_ascii=False), flush=True)


if __name__ == "__main__":
    main()
