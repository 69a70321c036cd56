"""Pairing: by id, never by place; what is lost is told."""

from hypothesis import given
from hypothesis import strategies as st

from gwageo.analysis.pairing import pair


def test_unequal_sides_and_a_duplicate_are_told() -> None:
    """ST-07: 100 against 97 items, one of them twice."""
    a = [(f"q{number}", 1.0) for number in range(1, 101)]
    b = [(f"q{number}", 0.0) for number in range(1, 98)]
    found = pair(a, [*b[:5], ("q5", 1.0), *b[5:]])
    assert (found.n, len(found.only_a), len(found.only_b), found.duplicates) == (97, 3, 0, ("q5",))
    assert found.b[4] == 0.0  # the first of its values


@given(st.dictionaries(st.text(), st.floats(0, 1)), st.dictionaries(st.text(), st.floats(0, 1)), st.randoms())
def test_the_order_of_either_side_does_not_matter(a: dict[str, float], b: dict[str, float], mixer: object) -> None:
    other = list(b.items())
    mixer.shuffle(other)  # type: ignore[attr-defined]
    assert pair(a.items(), b.items()) == pair(a.items(), sorted(other, key=lambda each: list(b).index(each[0])))
    assert pair(a.items(), other).ids == tuple(name for name in a if name in b)


@given(st.dictionaries(st.text(), st.floats(0, 1)), st.dictionaries(st.text(), st.floats(0, 1)))
def test_every_item_is_a_pair_or_named_as_lost(a: dict[str, float], b: dict[str, float]) -> None:
    found = pair(a.items(), b.items())
    assert {*found.ids, *found.only_a} == set(a)
    assert {*found.ids, *found.only_b} == set(b)
    assert list(found.a) == [a[name] for name in found.ids]
