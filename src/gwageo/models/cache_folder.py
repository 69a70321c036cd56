"""Where gwageo keeps what can be made again."""

import os
import sys
from pathlib import Path


def cache_folder() -> Path:
    """Where gwageo keeps what can be made again: `GWAGEO_CACHE`, else the user's cache folder."""
    if configured := os.environ.get("GWAGEO_CACHE"):
        return Path(configured)
    if sys.platform == "darwin":
        return Path.home() / "Library" / "Caches" / "gwageo"
    return Path(os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache") / "gwageo"
