"""The nouns that every room shares, as small frozen dataclasses."""

from gwageo.core.errors import (
    ConfigError,
    DataError,
    GwageoError,
    MissingExtra,
    ModelError,
    RunLocked,
    RunStopped,
    StoreError,
    UnknownName,
    UserError,
)
from gwageo.core.items import Item
from gwageo.core.outputs import FinishReason, Output, Usage
from gwageo.core.protocols import FEW_SHOT, PROTOCOLS, FewShot, Protocol, ProtocolName
from gwageo.core.requests import GREEDY, Chat, Generate, LogLikelihood, Message, Prompt, Request, Sampling
from gwageo.core.scores import VERDICTS, Extraction, Score, Verdict

__all__ = [
    "FEW_SHOT",
    "GREEDY",
    "PROTOCOLS",
    "VERDICTS",
    "Chat",
    "ConfigError",
    "DataError",
    "Extraction",
    "FewShot",
    "FinishReason",
    "Generate",
    "GwageoError",
    "Item",
    "LogLikelihood",
    "Message",
    "MissingExtra",
    "ModelError",
    "Output",
    "Prompt",
    "Protocol",
    "ProtocolName",
    "Request",
    "RunLocked",
    "RunStopped",
    "Sampling",
    "Score",
    "StoreError",
    "UnknownName",
    "Usage",
    "UserError",
    "Verdict",
]
