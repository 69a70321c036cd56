"""Optional packages, imported without their chatter, or named with the command that installs them."""

import logging
import warnings

from gwageo.core import MissingExtra


def import_torch() -> None:
    """Import torch and transformers without their chatter.

    Raises:
        MissingExtra: One of them is absent.
    """
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            import torch  # noqa: F401
            import transformers
    except ImportError as error:
        raise MissingExtra("A local model", "local") from error
    transformers.logging.set_verbosity_error()
    logging.getLogger("huggingface_hub").setLevel(logging.ERROR)
    transformers.logging.disable_progress_bar()
