"""Checkpoints on this machine, as transformers loads them: a hub name or a folder, on CPU, CUDA or MPS."""

import asyncio
import warnings
from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any

from gwageo.core import ConfigError, ModelError, Output, Request
from gwageo.models.base import Group, Model, Preview
from gwageo.models.checkpoint import Checkpoint, resolve
from gwageo.models.extras import import_torch
from gwageo.models.options import ModelOptions, refuse_unused

if TYPE_CHECKING:
    from gwageo.models.engine import Engine
    from gwageo.models.preview import Previewer

USED = (
    "dtype", "device", "device_map", "revision", "adapter", "context_length", "pack_mb", "trust_remote_code", "seed"
)  # fmt: skip
"""Options that mean something here."""


class LocalModel(Model):
    """A causal language model in this process. torch is imported when it is first needed.

    Args:
        checkpoint: Hub name (`ORG/NAME`) or folder.
        options: How to load it.
    """

    def __init__(self, checkpoint: str, options: ModelOptions) -> None:
        if not checkpoint:
            raise ConfigError("hf: needs a checkpoint behind the colon, for example hf:ORG/NAME or hf:./folder")
        refuse_unused(options, USED, "A local model")
        if options.device_map is not None and options.device != "auto":
            raise ConfigError("--device and --device-map exclude each other; give one of them")
        self.name = f"hf:{checkpoint}"
        self.checkpoint = checkpoint
        self.options = options
        self.batch_items = 8
        self._found: Checkpoint | None = None
        self._engine: Engine | None = None
        self._previewer: Previewer | None = None

    def found(self) -> Checkpoint:
        """Where the checkpoint lies, and which one exactly it is."""
        if self._found is None:
            self._found = resolve(self.checkpoint, self.options)
        return self._found

    def identity(self) -> Mapping[str, Any]:
        """The checkpoint by its content, and every load option that can move a number."""
        return {
            "backend": "transformers",
            "checkpoint": self.checkpoint,
            "fingerprint": self.found().fingerprint,
            "dtype": self.dtype(),
            "adapter": self.found().adapter,
            "context_length": self.options.context_length,
            "trust_remote_code": self.options.trust_remote_code,
        }

    def facts(self) -> Mapping[str, Any]:
        """Device, engine and counters of this process."""
        return self._engine.facts() if self._engine else {}

    def device(self) -> str:
        """The device that `auto` stands for here."""
        if self.options.device != "auto":
            return self.options.device
        import_torch()
        import torch

        if torch.cuda.is_available():
            return "cuda"
        return "mps" if torch.backends.mps.is_available() else "cpu"

    def dtype(self) -> str:
        """The dtype asked for; `auto` is the checkpoint's own on an accelerator and float32 on a CPU."""
        if self.options.dtype != "auto":
            return self.options.dtype
        return "float32" if self.options.device_map is None and self.device() == "cpu" else "auto"

    def load(self) -> None:
        """Load tokenizer and weights.

        Raises:
            MissingExtra: torch or transformers is absent.
            ModelError: The checkpoint cannot be loaded; the reason in the library's words.
        """
        if self._engine is not None:
            return
        found = self.found()
        import_torch()
        from gwageo.models.engine import Engine

        device = None if self.options.device_map is not None else self.device()
        if self.options.trust_remote_code:
            warnings.warn(f"Running the code that {self.name} brings, pinned at {found.fingerprint}", stacklevel=2)
        self._engine = Engine(found, self.options, dtype=self.dtype(), device=device)
        self.batch_items = 8 if self._engine.kind == "cpu" else 64

    def preview(self, request: Request) -> Preview | None:
        """The prompt as the checkpoint's own template and tokenizer make it."""
        if self._previewer is None:
            found = self.found()
            import_torch()
            from gwageo.models.preview import Previewer

            self._previewer = Previewer(found, self.options)
        return self._previewer.preview(request)

    def close(self) -> None:
        """Drop the weights."""
        self._engine = None

    def _loaded(self) -> "Engine":
        if self._engine is None:
            raise ModelError(f"{self.name} was asked before it was loaded; call load() first")
        return self._engine

    def refuses(self, request: Request) -> str | None:
        """Chat needs a template of the checkpoint's own."""
        return self._loaded().refuses(self.name, request)

    async def answer(self, groups: Sequence[Group]) -> list[list[Output]]:
        """Answer in a thread, so that progress and Ctrl-C stay alive meanwhile."""
        return await asyncio.to_thread(self._loaded().answer, groups)
