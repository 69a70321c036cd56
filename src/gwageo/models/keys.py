"""Keys of servers: from the environment or the keyring, sent in a header, and told to nobody."""

import importlib
import os
import re
from collections.abc import Callable
from urllib.parse import urlsplit

from gwageo.core import ConfigError

HIDDEN = "[key]"
SERVICE = "gwageo"
"""The name under which the keyring holds keys; the user name is the server's."""
ANY_SERVER = "GWAGEO_API_KEY"
"""The variable for servers that have no usual one of their own."""
_LOOKS_LIKE_KEY = re.compile(r"\b(?:sk|pk|rk)-[A-Za-z0-9*_-]{6,}")


def check_address(url: str) -> str:
    """A base URL without anything secret in it.

    Raises:
        ConfigError: It is no http(s) URL, or holds a user, a password or a query. The URL is not repeated.
    """
    parts = urlsplit(url)
    if parts.scheme not in ("http", "https") or not parts.hostname:
        raise ConfigError(
            "--base-url must be the address of a server such as http://localhost:8000/v1; this one has no http:// or "
            "https:// with a host behind it"
        )
    if parts.username or parts.password or parts.query or parts.fragment:
        raise ConfigError(
            "--base-url may hold no user, password or query, since it is kept with the run; put the key into an "
            f"environment variable ({ANY_SERVER}, or the one that --api-key-env names)"
        )
    return url.rstrip("/")


def find_key(url: str, variable: str | None, usual: str | None) -> str | None:
    """The key for a server, or None where there is none.

    Args:
        url: The server's address.
        variable: The environment variable that the user names; it must be set.
        usual: The variable that this server's users have; None where it has none.

    Raises:
        ConfigError: The named variable is not set, or the key holds what no header can carry. The key is not told.
    """
    if variable is not None:
        if not os.environ.get(variable):
            raise ConfigError(f"--api-key-env names {variable!r}, but no such environment variable is set")
        return _fit_for_a_header(os.environ[variable], variable)
    name = next((name for name in (usual, ANY_SERVER) if name and os.environ.get(name)), None)
    if name is not None:
        return _fit_for_a_header(os.environ[name], name)
    found = _from_keyring(urlsplit(url).hostname or url)
    return None if found is None else _fit_for_a_header(found, "keyring")


def _fit_for_a_header(key: str, place: str) -> str:
    """The key without white space around it."""
    bare = key.strip()
    if not bare or not all("!" <= sign <= "~" for sign in bare):
        raise ConfigError(
            f"The key in {place} holds signs that no key has (white space, or letters other than English ones); "
            "copy it anew"
        )
    return bare


def _from_keyring(host: str) -> str | None:
    try:
        keyring = importlib.import_module("keyring")
    except ImportError:
        return None
    try:
        found = keyring.get_password(SERVICE, host)
    except Exception:  # noqa: BLE001,RUF100 - a keyring that is locked or has no backend is as good as none
        return None
    return found or None


def redactor(key: str | None) -> Callable[[str], str]:
    """A function that takes the key, and whatever looks like one, out of a text."""

    def redact(text: str) -> str:
        if key:
            text = text.replace(key, HIDDEN)
        return _LOOKS_LIKE_KEY.sub(HIDDEN, text)

    return redact
