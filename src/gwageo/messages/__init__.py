"""Every sentence for people, in English and in Korean: one catalogue, one language at a time."""

from gwageo.messages.catalogue import FILES, LANGUAGES, Language, entries
from gwageo.messages.retelling import IDS, retell, word
from gwageo.messages.speaking import check_language, language, speak, speaking, translate

__all__ = [
    "FILES",
    "IDS",
    "LANGUAGES",
    "Language",
    "check_language",
    "entries",
    "language",
    "retell",
    "speak",
    "speaking",
    "translate",
    "word",
]
