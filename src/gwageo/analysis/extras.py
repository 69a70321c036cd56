"""What the tests and analyses need beside gwageo's own packages; imported only where they are used."""

from importlib.util import find_spec

from gwageo.core import MissingExtra


def need_statistics() -> None:
    """Refuse in one sentence where the extra `analysis` is not installed.

    Raises:
        MissingExtra: scipy or statsmodels is absent.
    """
    if find_spec("scipy") is None or find_spec("statsmodels") is None:
        raise MissingExtra("An analysis", "analysis")
