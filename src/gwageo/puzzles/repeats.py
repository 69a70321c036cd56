"""Repeats: rows of a file whose id or question was there before."""

import hashlib
from dataclasses import dataclass
from typing import Literal

from gwageo.core import Item


@dataclass(frozen=True, slots=True)
class Repeat:
    """A row that repeats an earlier one."""

    id: str
    what: Literal["id", "question", "id and question"]
    first: str
    """Id of the earlier row."""


class Repeats:
    """Takes items one by one; keeps digests, not questions, so that a file may be larger than memory."""

    def __init__(self) -> None:
        self.found: list[Repeat] = []
        self._ids: set[str] = set()
        self._questions: dict[bytes, str] = {}

    def see(self, item: Item) -> None:
        """Note an item, and what it repeats."""
        question = str(item.fields["question"]).strip()
        digest = hashlib.blake2b(question.encode("utf-8", "surrogatepass"), digest_size=16).digest()
        same_id, first = item.id in self._ids, self._questions.get(digest)
        if same_id and first is not None:
            self.found.append(Repeat(item.id, "id and question", first))
        elif same_id:
            self.found.append(Repeat(item.id, "id", item.id))
        elif first is not None:
            self.found.append(Repeat(item.id, "question", first))
        self._ids.add(item.id)
        self._questions.setdefault(digest, item.id)
