"""What each row of a batch is doing while it is written: about to begin, thinking, or answering.

Two things hang on it. Stop strings are withheld while a row thinks, since a line feed inside its thoughts is no end of
its answer. And a budget of thinking is kept: once it is spent, the tokens of the closing mark are the only ones that
are allowed, one after the other, and the row goes on with its answer.
"""

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any, Literal

from transformers import LogitsProcessor

from gwageo.core.reasoning import answer_start, opening_of

# A mark is looked for in the text of the newest tokens: a token carries at least a byte, most carry more.
MARGIN_TOKENS = 4
_BEGINNING_TOKENS = 24
"""A reply that has not begun an opening mark by then has none."""


@dataclass(slots=True)
class Row:
    """One reply that is being written."""

    stops: tuple[str, ...]
    budget: int | None
    """Tokens of thinking at most; None lets it run."""
    opened: str | None
    """The closing mark that the prompt has opened the need for."""
    state: Literal["beginning", "thinking", "answering"] = "beginning"
    closing: str | None = None
    spent: int = 0
    """Tokens of the reply up to the end of its thinking."""
    forced: bool = False
    """Whether its thinking was closed by force."""
    owed: list[int] = field(default_factory=list)
    """Tokens of the closing mark that are still to be written, the next one last."""

    def __post_init__(self) -> None:
        if self.opened is not None:
            self.state, self.closing = "thinking", self.opened


class Watch:
    """Follows the rows of one batch.

    Args:
        tokenizer: Of the model.
        rows: In order of the batch.
        width: Tokens of the padded prompts.
    """

    def __init__(self, tokenizer: Any, rows: Sequence[Row], width: int) -> None:
        self.tokenizer = tokenizer
        self.rows = rows
        self.width = width
        self._seen = width

    def look(self, input_ids: Any) -> list[list[int]]:
        """Bring every row up to the newest token; what each has written is returned."""
        written: list[list[int]] = input_ids[:, self.width :].tolist()
        if input_ids.shape[1] > self._seen:
            self._seen = input_ids.shape[1]
            for row, tokens in zip(self.rows, written, strict=True):
                if row.state != "answering":
                    self._step(row, tokens)
        return written

    def _step(self, row: Row, tokens: list[int]) -> None:
        if row.state == "beginning":
            mark = opening_of(self.decode(tokens))
            if mark == "" and len(tokens) < _BEGINNING_TOKENS:
                return
            row.state, row.closing = ("thinking", mark) if mark else ("answering", None)
        if row.state == "thinking" and row.closing is not None:
            row.spent = len(tokens)
            newest = tokens[-(MARGIN_TOKENS + len(row.closing.encode())) :]
            if row.closing in self.decode(newest):
                row.state = "answering"

    def decode(self, tokens: Sequence[int]) -> str:
        """Tokens as text, marks included."""
        return str(self.tokenizer.decode(list(tokens), skip_special_tokens=False, clean_up_tokenization_spaces=False))

    def stopped(self, row: Row, tokens: list[int], tail: int) -> bool:
        """Whether the answer of a row holds one of its stop strings; what stands before the answer does not count."""
        if row.state != "answering" or not row.stops:
            return False
        newest = self.decode(tokens[-tail:])
        if not any(stop in newest for stop in row.stops):
            return False
        text = self.decode(tokens)
        start = answer_start(text, row.opened)
        return start is not None and any(text.find(stop, start) >= 0 for stop in row.stops)


class KeepBudget(LogitsProcessor):  # type: ignore[misc] # transformers ships no types
    """Lets a row that has spent its budget write nothing but the closing mark."""

    def __init__(self, watch: Watch) -> None:
        self.watch = watch

    def __call__(self, input_ids: Any, scores: Any) -> Any:
        """Scores in which a forced token is the only possible one."""
        self.watch.look(input_ids)
        for place, row in enumerate(self.watch.rows):
            if row.state == "thinking" and not row.owed and row.budget is not None and row.spent >= row.budget:
                row.owed = self._mark(row)
            if row.owed:
                token = row.owed.pop()
                scores[place] = float("-inf")
                scores[place, token] = 0.0
        return scores

    def _mark(self, row: Row) -> list[int]:
        row.forced = True
        tokens = self.watch.tokenizer(f"\n{row.closing}\n\n", add_special_tokens=False)["input_ids"]
        return list(reversed(tokens))
