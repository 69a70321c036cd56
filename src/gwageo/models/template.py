"""Prompts as text: plain ones as they are, conversations through the checkpoint's own chat template."""

from collections.abc import Sequence
from typing import Any

from gwageo.core import Chat, ModelError, Prompt


def has_template(tokenizer: Any) -> bool:
    """Whether the checkpoint brings a chat template of its own."""
    return bool(getattr(tokenizer, "chat_template", None))


def refusal(tokenizer: Any, name: str, prompt: Prompt) -> str | None:
    """Why this prompt cannot be rendered, or None."""
    if isinstance(prompt, Chat) and not has_template(tokenizer):
        return f"{name} has no chat template, so it cannot be examined under chat; use --protocol plain"
    try:
        render(tokenizer, prompt)
    except ModelError as error:
        return str(error)
    return None


def control_tokens(tokenizer: Any) -> tuple[str, ...]:
    """The texts that the tokenizer reads as control tokens, wherever they stand."""
    added = [str(token.content) for token in tokenizer.added_tokens_decoder.values() if token.special]
    return tuple(dict.fromkeys([*added, *tokenizer.all_special_tokens]))


def smuggled(tokens: Sequence[str], prompt: Prompt, start: str | None) -> bool:
    """Whether a text that came with the data holds a control token, which would take effect as one.

    The start token at the beginning of a plain prompt is no data.
    """
    if isinstance(prompt, str):
        texts = [prompt.removeprefix(start or "")]
    else:
        texts = [*(message.content for message in prompt.messages), prompt.suffix]
    return any(token in text for text in texts for token in tokens)


def render(tokenizer: Any, prompt: Prompt) -> str:
    """The text that a prompt stands for, generation header and suffix included.

    Raises:
        ModelError: No template, or a template that fails on these messages.
    """
    if isinstance(prompt, str):
        return prompt
    if not has_template(tokenizer):
        raise ModelError(
            "The checkpoint has no chat template, so it cannot be examined under chat; use --protocol plain"
        )
    variables: dict[str, Any] = {} if prompt.thinking is None else {"enable_thinking": prompt.thinking}
    messages = [{"role": message.role, "content": message.content} for message in prompt.messages]
    try:
        text = tokenizer.apply_chat_template(messages, tokenize=False, add_generation_prompt=True, **variables)
    except Exception as error:  # a template is a program from the checkpoint and may raise anything
        raise ModelError(f"The checkpoint's chat template failed: {type(error).__name__}: {error}") from error
    return str(text) + prompt.suffix
