"""One exchange with a server through an official SDK: its errors become ours, and a reply that stalls ends."""

import asyncio
import time
from collections.abc import Callable
from types import ModuleType, TracebackType

from gwageo.models.faults import Fault, of_status


class Exchange:
    """Around one exchange. Nothing secret leaves it: not in a sentence, and not as the cause of an error.

    Args:
        sdk: The `openai` or the `anthropic` package; their errors have the same names.
        timeout_s: Seconds for the whole exchange.
        address: For sentences.
        redact: Takes secrets out of a text.
    """

    def __init__(self, sdk: ModuleType, timeout_s: float, address: str, redact: Callable[[str], str]) -> None:
        self._sdk = sdk
        self._timeout = asyncio.timeout(timeout_s)
        self._began = 0.0
        self._timeout_s, self._address, self._redact = timeout_s, address, redact

    async def __aenter__(self) -> None:
        self._began = time.monotonic()
        await self._timeout.__aenter__()

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        try:
            await self._timeout.__aexit__(kind, error, trace)
        except TimeoutError:
            raise Fault("timeout", f"no whole reply within {self._timeout_s:g} s") from None
        translated = None if error is None else self._translated(error)
        if translated is not None:
            # The SDK's own error holds headers, and the server's words as they came.
            raise translated from None

    def _translated(self, error: BaseException) -> Exception | None:
        import httpx2

        if isinstance(error, Fault):
            return Fault(error.kind, self._redact(error.words), error.retry_after_s)
        if isinstance(error, self._sdk.APIStatusError):
            response = error.response
            return of_status(response.status_code, response.headers, self._redact(_body(error)), self._address)
        if isinstance(error, (self._sdk.APIConnectionError, httpx2.TransportError)):
            # The aiohttp transport tells a refused connection as a time-out too; a real one has taken its time.
            if time.monotonic() - self._began > self._timeout_s * 0.9:
                return Fault("timeout", f"no whole reply within {self._timeout_s:g} s")
            return Fault("dropped", self._redact(_root(error)))
        return None


def _root(error: BaseException) -> str:
    """What lies at the bottom of a chain of errors."""
    while error.__cause__ is not None:
        error = error.__cause__
    return f"{type(error).__name__}: {error}" if str(error) else type(error).__name__


def _body(error: BaseException) -> str:
    """The body of an error; of a stream that was never read, the SDK's own words."""
    try:
        return str(error.response.text)  # type: ignore[attr-defined]  # only status errors come here
    except Exception:  # noqa: BLE001,RUF100 - each HTTP library has an error of its own for a body that was not read
        return str(error)
