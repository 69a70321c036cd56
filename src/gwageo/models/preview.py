"""How requests would reach a checkpoint, from its tokenizer, template and configuration; no weights are read."""

from typing import Any

from gwageo.core import Generate, LogLikelihood, ModelError, Request
from gwageo.models.base import Preview
from gwageo.models.checkpoint import Checkpoint
from gwageo.models.loading import context_length, load_config, load_decoding, load_tokenizer
from gwageo.models.options import ModelOptions
from gwageo.models.template import has_template, render
from gwageo.models.tokens import PairEncoder

_UNBOUNDED = 10**9
_THINKING = ("enable_thinking", "<think>", "<|think|>", "reasoning_content")


class Previewer:
    """Shows requests as one checkpoint would see them.

    Args:
        checkpoint: Where tokenizer and configuration lie.
        options: Context length, remote code.
    """

    def __init__(self, checkpoint: Checkpoint, options: ModelOptions) -> None:
        self.tokenizer = load_tokenizer(checkpoint, options)
        config = load_config(checkpoint, options)
        self.window = context_length(config, self.tokenizer, options.context_length)
        self.encoder = PairEncoder(self.tokenizer, _UNBOUNDED)
        self.recommended = load_decoding(checkpoint)

    def preview(self, request: Request) -> Preview:
        """One request; a template that cannot take it is a problem and no exception."""
        prompt = request.context if isinstance(request, LogLikelihood) else request.prompt
        try:
            text = render(self.tokenizer, prompt)
        except ModelError as error:
            return self._made("", problem=str(error))
        if isinstance(request, Generate):
            return self._made(text, self.encoder.texts([text])[text], room=self.window - request.max_tokens)
        (pair,) = self.encoder.pairs([(text, request.continuation)])
        if pair.sequence is None:
            return self._made(text, problem=pair.error)
        # The last token of a scored sequence is never fed to the model.
        return self._made(text, pair.sequence.tokens, pair.sequence.scored, room=self.window + 1)

    def _made(
        self, text: str, tokens: tuple[int, ...] = (), scored: int = 0, *, room: int = 0, problem: str | None = None
    ) -> Preview:
        return Preview(
            text=text,
            tokens=tokens,
            scored=scored,
            bos=self._starts(tokens),
            room=room,
            window=self.window,
            template=has_template(self.tokenizer),
            thinks=any(sign in _template_text(self.tokenizer) for sign in _THINKING),
            recommended=self.recommended,
            problem=problem,
        )

    def _starts(self, tokens: tuple[int, ...]) -> int:
        bos = self.tokenizer.bos_token_id
        return next((place for place, token in enumerate(tokens) if token != bos), len(tokens))


def _template_text(tokenizer: Any) -> str:
    """The text of the template; of all of them where there are several by name."""
    template = getattr(tokenizer, "chat_template", None)
    if isinstance(template, dict):
        return "\n".join(map(str, template.values()))
    return str(template or "")
