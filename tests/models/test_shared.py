"""A shared model: loaded once, and a load that failed is not tried again."""

import asyncio

import pytest

from fake_exam import FakeModel
from gwageo.core import LogLikelihood, ModelError
from gwageo.models.shared import SharedModel


class Broken(FakeModel):
    def load(self) -> None:
        self.loaded += 1
        raise ModelError("no such weights")


def test_it_is_loaded_once() -> None:
    inner = FakeModel()
    shared = SharedModel(inner)
    assert not shared.ready
    shared.load()
    shared.load()
    assert (inner.loaded, shared.ready) == (1, True)


def test_a_failed_load_is_told_again_and_not_tried_again() -> None:
    inner = Broken()
    shared = SharedModel(inner)
    for _ in range(2):
        with pytest.raises(ModelError, match="no such weights"):
            shared.load()
    assert (inner.loaded, shared.ready) == (1, False)


def test_it_answers_as_the_model_does() -> None:
    inner = FakeModel()
    shared = SharedModel(inner)
    request = LogLikelihood("질문: 0번?\n답:", "가", "가")
    (outputs,) = asyncio.run(shared.answer([[request]]))
    assert outputs[0].loglikelihood == -1.0
    assert (shared.name, shared.identity(), shared.facts()) == (inner.name, inner.identity(), {"calls": 1})
    assert shared.batch_items == inner.batch_items
    assert shared.refuses(request) is None
