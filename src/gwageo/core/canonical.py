"""One spelling of JSON for hashing and for keeping: strict, sorted, compact, UTF-8.

Strict JSON has no numbers for infinity and NaN; they are kept as the texts "inf", "-inf" and "nan".
"""

import hashlib
import json
import math
from collections.abc import Mapping
from dataclasses import is_dataclass
from typing import Any


def plain(value: Any) -> Any:
    """The value as dicts, lists, texts and finite numbers."""
    if value is None or isinstance(value, (str, bool, int)):
        return value
    if is_dataclass(value) and not isinstance(value, type):
        return {name: plain(getattr(value, name)) for name in value.__dataclass_fields__}
    if isinstance(value, Mapping):
        return {str(key): plain(entry) for key, entry in value.items()}
    if isinstance(value, (list, tuple)):
        return [plain(entry) for entry in value]
    if isinstance(value, float) and not math.isfinite(value):
        return "nan" if math.isnan(value) else ("inf" if value > 0 else "-inf")
    return value


def dumps(value: Any) -> str:
    """Canonical JSON: equal values give equal text.

    Example:
        >>> dumps({"b": (1, 2), "a": float("-inf")})
        '{"a":"-inf","b":[1,2]}'
    """
    return json.dumps(plain(value), ensure_ascii=False, sort_keys=True, separators=(",", ":"), allow_nan=False)


def digest(value: Any) -> str:
    """SHA-256 of the canonical JSON, in hexadecimal."""
    return hashlib.sha256(dumps(value).encode("utf-8", "surrogatepass")).hexdigest()
