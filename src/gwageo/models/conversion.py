"""One-time conversion of the embedded model's GGUF file into a folder that loads in seconds.

Runs as a process of its own (`python -m gwageo.models.conversion GGUF FOLDER`), since reading GGUF takes several
gigabytes that would otherwise stay with the examination. Prints one line a stage.
"""

import sys
from pathlib import Path

STAGES = {"tokenizer": 26.0, "weights": 55.0, "writing": 4.0}
"""What is done, in order, with the seconds that it took on two cores."""


def convert(gguf: Path, folder: Path) -> None:
    """Write tokenizer and float32 weights of a GGUF file as a transformers checkpoint."""
    import torch
    from transformers import AutoModelForCausalLM, AutoTokenizer

    where, name = str(gguf.parent), gguf.name
    print("tokenizer", flush=True)
    tokenizer = AutoTokenizer.from_pretrained(where, gguf_file=name)
    print("weights", flush=True)
    model = AutoModelForCausalLM.from_pretrained(where, gguf_file=name, dtype=torch.float32)
    print("writing", flush=True)
    # transformers will not save a model that it takes for quantised, though its weights are plain numbers by now.
    model.hf_quantizer = None
    if hasattr(model.config, "quantization_config"):
        del model.config.quantization_config
    model.save_pretrained(folder)
    tokenizer.save_pretrained(folder)


if __name__ == "__main__":
    convert(Path(sys.argv[1]), Path(sys.argv[2]))
