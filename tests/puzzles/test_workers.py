"""Workers: results in order, and a failure in one of them arrives as what it is."""

import pytest

from gwageo.core.errors import UserError
from gwageo.puzzles import GaveUp
from gwageo.puzzles.workers import in_order


def square(number: int) -> int:
    return number * number


def give_up(number: int) -> int:
    raise GaveUp("grid", {"size": number}, 7)


@pytest.mark.parametrize("workers", [1, 2])
def test_results_come_in_the_order_of_the_tasks(workers: int) -> None:
    assert list(in_order(square, range(20), workers)) == [number * number for number in range(20)]


@pytest.mark.parametrize("workers", [1, 2])
def test_a_failure_arrives_as_what_it_is(workers: int) -> None:
    with pytest.raises(GaveUp, match=r"no grid was found in 7 attempts with \{'size': 0\}"):
        list(in_order(give_up, range(3), workers))


def test_no_workers_are_refused_before_anything_is_done() -> None:
    with pytest.raises(UserError, match="at least 1"):
        in_order(square, range(3), 0)
