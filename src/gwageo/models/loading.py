"""Tokenizer and weights of a checkpoint, as transformers loads them."""

import warnings
from typing import Any

import torch
import transformers

from gwageo.core import ConfigError, MissingExtra, ModelError
from gwageo.models.checkpoint import Checkpoint
from gwageo.models.options import ModelOptions

FALLBACK_CONTEXT = 2048
"""Context length where neither the checkpoint nor the user says one."""


def context_length(config: Any, tokenizer: Any, asked: int | None) -> int:
    """Tokens of one sequence at most: the user's word, else the checkpoint's, else the tokenizer's.

    A word beyond the checkpoint's is taken, with a warning: some positions can be stretched.
    """
    own = _own_length(config, tokenizer)
    if asked is not None and own is not None and asked > own:
        warnings.warn(f"--context-length {asked} is more than the checkpoint's own {own} tokens", stacklevel=2)
    return asked or own or FALLBACK_CONTEXT


def _own_length(config: Any, tokenizer: Any) -> int | None:
    text = config.get_text_config()
    for name in ("max_position_embeddings", "n_positions", "n_ctx"):
        if isinstance(getattr(text, name, None), int):
            return int(getattr(text, name))
    limit = tokenizer.model_max_length
    return int(limit) if limit and limit < 10**7 else None


def load_config(checkpoint: Checkpoint, options: ModelOptions) -> Any:
    """The checkpoint's configuration.

    Raises:
        ModelError: It cannot be loaded.
    """
    try:
        return transformers.AutoConfig.from_pretrained(
            checkpoint.location, revision=checkpoint.revision, trust_remote_code=options.trust_remote_code
        )
    except (OSError, ValueError, ImportError, KeyError) as error:
        raise _failure("configuration", checkpoint, error) from error


def load_decoding(checkpoint: Checkpoint) -> dict[str, Any]:
    """The decoding settings that the checkpoint recommends; empty where it brings none."""
    try:
        own = transformers.GenerationConfig.from_pretrained(checkpoint.location, revision=checkpoint.revision)
    except (OSError, ValueError):
        return {}
    names = ("do_sample", "temperature", "top_p", "top_k", "repetition_penalty")
    return {name: getattr(own, name) for name in names if getattr(own, name, None) is not None}


def load_tokenizer(checkpoint: Checkpoint, options: ModelOptions) -> Any:
    """The checkpoint's tokenizer.

    Raises:
        ModelError: It cannot be loaded.
    """
    try:
        return transformers.AutoTokenizer.from_pretrained(
            checkpoint.location, revision=checkpoint.revision, trust_remote_code=options.trust_remote_code
        )
    except (OSError, ValueError, ImportError, KeyError) as error:
        raise _failure("tokenizer", checkpoint, error) from error


def load_causal_model(checkpoint: Checkpoint, options: ModelOptions, *, dtype: str, device: str | None) -> Any:
    """The checkpoint's weights in evaluation mode, adapter included.

    Args:
        checkpoint: What to load.
        options: Device map, adapter, remote code.
        dtype: A torch dtype by name, or `auto` for the checkpoint's own.
        device: Where to put it; None where a device map says it.

    Raises:
        ModelError: It cannot be loaded, or does not fit.
        ConfigError: No such device.
    """
    arguments: dict[str, Any] = {
        "revision": checkpoint.revision,
        "dtype": dtype if dtype == "auto" else getattr(torch, dtype),
        "trust_remote_code": options.trust_remote_code,
    }
    if options.device_map is not None:
        arguments["device_map"] = options.device_map
    try:
        model = _from_pretrained(checkpoint.location, arguments)
        model = _with_adapter(model, options.adapter)
        if device is not None and not getattr(model, "is_quantized", False):
            model = model.to(_device(device))
    except (OSError, ValueError, ImportError, KeyError, RuntimeError) as error:
        raise _failure("weights", checkpoint, error) from error
    return model.eval()


def _from_pretrained(location: str, arguments: dict[str, Any]) -> Any:
    """A causal model; checkpoints of models that also see pictures load under their other class."""
    try:
        return transformers.AutoModelForCausalLM.from_pretrained(location, **arguments)
    except ValueError as error:
        if "Unrecognized configuration class" not in str(error):
            raise
        return transformers.AutoModelForImageTextToText.from_pretrained(location, **arguments)


def _with_adapter(model: Any, adapter: str | None) -> Any:
    if adapter is None:
        return model
    try:
        from peft import PeftModel
    except ImportError as error:
        raise MissingExtra("A LoRA adapter", "local") from error
    # The base model with the adapter's layers in place answers like any other model.
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", FutureWarning)  # peft asks transformers by names that it is about to drop
        return PeftModel.from_pretrained(model, adapter).get_base_model()


def _device(name: str) -> torch.device:
    try:
        device = torch.device(name)
        torch.empty(1, device=device)
    except (RuntimeError, AssertionError, NotImplementedError) as error:
        here = (
            ["cpu"]
            + (["cuda"] if torch.cuda.is_available() else [])
            + (["mps"] if torch.backends.mps.is_available() else [])
        )
        raise ConfigError(f"The device {name!r} is not available here; available: {', '.join(here)}") from error
    return device


def _failure(what: str, checkpoint: Checkpoint, error: Exception) -> ModelError:
    reason = " ".join(str(error).split())
    hint = ""
    if "trust_remote_code" in reason:
        hint = " If you trust its code, pass --trust-remote-code with a pinned --revision."
    return ModelError(f"The {what} of {checkpoint.location!r} could not be loaded: {reason[:400]}{hint}")
