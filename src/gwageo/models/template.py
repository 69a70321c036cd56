"""Prompts as text: plain ones as they are, conversations through the checkpoint's own chat template."""

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
