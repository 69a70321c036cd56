"""Protocol: how a model is addressed. Always recorded with the run."""

from dataclasses import dataclass
from typing import Literal

ProtocolName = Literal["plain", "chat", "nothink"]
FewShot = Literal["turns", "text"]
FEW_SHOT: tuple[FewShot, ...] = ("turns", "text")
PROTOCOLS: tuple[ProtocolName, ...] = ("plain", "chat", "nothink")


@dataclass(frozen=True, slots=True)
class Protocol:
    """Plain text, the model's chat template, or the template with thinking turned off."""

    name: ProtocolName = "plain"
    few_shot: FewShot = "turns"
    """Under chat: demonstrations as alternating turns, or all as one text in the user's turn."""

    @property
    def chat(self) -> bool:
        """Whether the chat template is used."""
        return self.name != "plain"

    @property
    def thinking(self) -> bool | None:
        """The template variable `enable_thinking`: False under `nothink`, else left unset."""
        return False if self.name == "nothink" else None
