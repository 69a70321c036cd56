"""What can go wrong between us and a server, sorted by what to do about it.

Fault            this try failed; the request may be sent again (dropped connection, 429, 500, a reply cut short)
RequestRefused   the server does not take this request (400); another one it may take
EndpointRefused  the server takes nothing from us (401, 403, 404, no quota): the run stops with its words
"""

import json
import re
from collections.abc import Mapping
from datetime import datetime
from email.utils import parsedate_to_datetime

from gwageo.core import ModelError

LONGEST_WAIT_S = 3600.0
"""A server that asks for more than an hour is asked again after one."""
LONGEST_WORDS = 400
"""Characters of a server's words that are kept."""
_TOO_LONG = re.compile(
    r"context[_ ](length|window|size)|maximum context|prompt is too long|too many tokens|exceeds? .{0,40}context", re.I
)
_NO_QUOTA = ("insufficient_quota", "billing_hard_limit", "credit balance is too low")


class Fault(Exception):
    """One try failed for a reason that may pass.

    Args:
        kind: What is counted: `rate_limit`, `overloaded`, `server_error`, `dropped`, `timeout`, `incomplete`,
            `not_json`, `error_in_body`, `no_choices`.
        words: The server's words, or ours.
        retry_after_s: How long the server asks us to wait.
    """

    def __init__(self, kind: str, words: str, retry_after_s: float | None = None) -> None:
        super().__init__(f"{kind}: {words}")
        self.kind = kind
        self.words = words
        self.retry_after_s = retry_after_s


class RequestRefused(Exception):
    """The server does not take this request.

    Args:
        words: The server's words.
        param: The field that it names, if it does.
        too_long: Whether the prompt does not fit into the model's context.
    """

    def __init__(self, words: str, param: str | None = None, *, too_long: bool = False) -> None:
        super().__init__(words)
        self.words = words
        self.param = param
        self.too_long = too_long


class EndpointRefused(ModelError):
    """The server takes nothing from us; every further request would end the same way."""


def of_status(status: int, headers: Mapping[str, str], body: str, address: str) -> Exception:
    """The error that an HTTP status stands for.

    Args:
        status: At least 400.
        headers: Names in any case.
        body: As it came, without secrets.
        address: Where it came from, for the sentence.
    """
    words, param, code = said(body)
    if status == 429 and any(sign in f"{code} {words}" for sign in _NO_QUOTA):
        return EndpointRefused(f"{address} answered 429, and waiting will not help: {words}")
    if status in (401, 403, 404):
        return EndpointRefused(f"{address} answered {status}: {words}{_hint(status)}")
    if status in (408, 409, 425, 429) or status >= 500:
        kind = "rate_limit" if status == 429 else "overloaded" if status in (503, 529) else "server_error"
        return Fault(kind, f"{status} {words}", retry_after(headers))
    return RequestRefused(f"{status} {words}", param, too_long=bool(_TOO_LONG.search(f"{code} {words}")))


def _hint(status: int) -> str:
    if status == 404:
        return " (is the model's name right, and does --base-url end where the server's paths begin, often in /v1?)"
    return " (the key comes from an environment variable; --api-key-env names another one)"


def said(body: str) -> tuple[str, str | None, str]:
    """The words of an error, the field that they name, and its code, from whatever a server sends."""
    try:
        tree = json.loads(body)
    except ValueError:
        return shortened(body) or "nothing", None, ""
    error = tree.get("error", tree) if isinstance(tree, dict) else tree
    if not isinstance(error, dict):
        return shortened(str(error)), None, ""
    words = error.get("message") or error.get("detail") or body
    param = error.get("param")
    code = f"{error.get('code') or ''} {error.get('type') or ''}"
    return shortened(str(words)), param if isinstance(param, str) else None, code


def shortened(words: str) -> str:
    """Words on one line, at most `LONGEST_WORDS` of them."""
    line = " ".join(words.split())
    return line if len(line) <= LONGEST_WORDS else f"{line[:LONGEST_WORDS]}…"


def retry_after(headers: Mapping[str, str]) -> float | None:
    """Seconds to wait, from `Retry-After` as seconds or as a date, or from `retry-after-ms`.

    A date is compared with the server's own `Date`, so that a wrong clock on either side does no harm.

    Example:
        >>> retry_after({"Retry-After": "7"})
        7.0
    """
    found = {name.lower(): value.strip() for name, value in headers.items()}
    for name, unit in (("retry-after-ms", 1000.0), ("retry-after", 1.0)):
        try:
            return _bounded(float(found[name]) / unit)
        except (KeyError, ValueError):
            continue
    try:
        until = parsedate_to_datetime(found["retry-after"])
        now = parsedate_to_datetime(found["date"]) if "date" in found else datetime.now(until.tzinfo)
        return _bounded((until - now).total_seconds())
    except (KeyError, ValueError, TypeError):
        return None


def _bounded(seconds: float) -> float | None:
    return None if seconds != seconds else min(max(seconds, 0.0), LONGEST_WAIT_S)
