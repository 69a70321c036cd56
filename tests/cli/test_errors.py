"""What a command says at its end, above all how to go on."""

import shlex
from unittest import mock

import pytest
import typer

from gwageo.cli.errors import INTERRUPTED, clean, go_on
from gwageo.core import RunStopped
from gwageo.messages import speaking


@pytest.mark.parametrize(
    ("words", "left"),
    [
        ("run quick --max-cost 5 -o out", "run quick -o out"),
        ("run quick -o out --max-total-tokens=900 --max-cost=1", "run quick -o out"),
        ("run night.yaml -o 'my run'", "run night.yaml -o 'my run'"),
    ],
)
@pytest.mark.parametrize("language", ["en", "ko"])
def test_a_run_that_stopped_at_its_limit_goes_on_without_it(
    capsys: pytest.CaptureFixture[str], language: str, words: str, left: str
) -> None:
    with (
        speaking(language),
        mock.patch("sys.argv", ["gwageo", *shlex.split(words)]),
        pytest.raises(typer.Exit) as end,
        clean(go_on()),
    ):
        raise RunStopped("--max-cost 5 is reached")
    told = capsys.readouterr().err
    assert end.value.exit_code == INTERRUPTED
    assert told.rstrip().endswith(f": gwageo {left}")
    assert "(--max-cost, --max-total-tokens)" in told
