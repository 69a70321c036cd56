"""Whether two parsed values are equal, by the published order of rules, within a worker.

An assignment against something else counts by its right-hand side; then: equal after evaluation or as text; relations
by their differences, also mirrored; sets and tuples element by element; symbols by name; decimals after rounding;
everything else by a difference that simplifies to zero. The rules are not symmetric, as published.
"""

from collections.abc import Callable
from functools import partial
from typing import Any, TypeVar

import sympy
from latex2sympy2_extended import is_expr_of_only_symbols
from latex2sympy2_extended.sets import FiniteSet
from sympy.core.function import UndefinedFunction
from sympy.core.relational import Relational

T = TypeVar("T")
_PERCENT = sympy.Rational(1, 100)
_MIRRORED = {
    sympy.GreaterThan: sympy.LessThan,
    sympy.LessThan: sympy.GreaterThan,
    sympy.StrictGreaterThan: sympy.StrictLessThan,
    sympy.StrictLessThan: sympy.StrictGreaterThan,
    sympy.Equality: sympy.Equality,
}


def equal(gold: Any, given: Any, precision: int) -> bool:
    """Compare two values: symbolic ones with symbolic ones, texts with texts.

    Args:
        gold: The right value, symbolic or text.
        given: The value of the reply.
        precision: Decimal places to which decimals are compared.
    """
    if isinstance(gold, str) or isinstance(given, str):
        return isinstance(gold, str) and isinstance(given, str) and gold.strip() == given.strip() != ""
    return bool(_tried(lambda: _same(gold, given, precision), False))


def _tried(work: Callable[[], T], otherwise: T) -> T:
    """What sympy cannot do counts as `otherwise`; it raises whatever it meets."""
    try:
        return work()
    except Exception:  # noqa: BLE001,RUF100
        return otherwise


def _same(gold: Any, given: Any, precision: int) -> bool:
    if _is_assignment(gold) and not _is_equation(given):
        gold = _last(gold).rhs
    if _is_equation(given) and not _is_equation(gold):
        given = _last(given).rhs
    if _is_relation(gold) and isinstance(given, sympy.Set):
        gold = _tried(partial(_as_set, gold), gold)
    if _alike(gold, given):
        return True
    if _is_relation(gold) and _is_relation(given):
        return _same_relation(gold, given, precision)
    if isinstance(gold, (sympy.Set, sympy.Tuple)) or isinstance(given, (sympy.Set, sympy.Tuple)):
        return _same_set(gold, given, precision)
    if isinstance(gold, sympy.Symbol) or isinstance(given, sympy.Symbol):
        return _same_symbol(gold, given)
    return _same_number(gold, given, precision) or _no_difference(gold, given)


def _alike(gold: Any, given: Any) -> bool:
    one, other = _evaluated(gold), _evaluated(given)
    return bool(_tried(lambda: one == other or str(one).strip() == str(other).strip(), False))


def _evaluated(value: Any) -> Any:
    return _tried(lambda: value.doit(), value)


def _is_relation(value: Any) -> bool:
    if isinstance(value, sympy.And):
        return all(isinstance(each, Relational) for each in value.args)
    return isinstance(value, Relational)


def _is_equation(value: Any) -> bool:
    if isinstance(value, sympy.And):
        return bool(value.args) and all(isinstance(each, sympy.Eq) for each in value.args)
    return isinstance(value, sympy.Eq)


def _is_assignment(value: Any) -> bool:
    """Whether an equation has nothing but symbols on its left."""
    if not _is_equation(value):
        return False
    first = _parts(value)[0] if isinstance(value, sympy.And) else value
    return bool(is_expr_of_only_symbols(first.lhs))


def _parts(value: Any) -> Any:
    """The relations of a chain as they were written."""
    return getattr(value, "_unsorted_args", value.args)


def _last(value: Any) -> Any:
    return _last(_parts(value)[-1]) if isinstance(value, sympy.And) else value


def _as_set(relation: Any) -> Any:
    return _without_functions(relation).as_set()


def _without_functions(value: Any) -> Any:
    """f(x) as the symbol f_x: solving knows nothing of unknown functions."""
    if not isinstance(value, sympy.Basic) or not value.args:
        return value
    if isinstance(value.func, UndefinedFunction):
        return sympy.Symbol("_".join([value.func.__name__, *(str(_without_functions(each)) for each in value.args)]))
    return _tried(lambda: value.func(*map(_without_functions, value.args)), value)


def _same_relation(gold: Any, given: Any, precision: int) -> bool:
    if isinstance(gold, sympy.And) or isinstance(given, sympy.And):
        if not (isinstance(gold, sympy.And) and isinstance(given, sympy.And)):
            return False
        pairs = list(zip(_parts(gold), _parts(given), strict=False))
        return len(gold.args) == len(given.args) and all(_same_relation(*pair, precision) for pair in pairs)
    if type(gold) is type(given) and _tried(
        lambda: _same(gold.lhs - gold.rhs, given.lhs - given.rhs, precision), False
    ):
        return True
    mirrored = _MIRRORED.get(type(gold)) is type(given)
    return mirrored and bool(_tried(lambda: _same(gold.lhs - gold.rhs, given.rhs - given.lhs, precision), False))


def _same_set(gold: Any, given: Any, precision: int) -> bool:
    one, other = (
        each if isinstance(each, (sympy.Set, sympy.Tuple)) else sympy.FiniteSet(each) for each in (gold, given)
    )
    if isinstance(one, sympy.Interval) and isinstance(other, sympy.Interval):
        return _same_interval(one, other, precision)
    if one == other:
        return True
    if isinstance(one, sympy.Set) and isinstance(other, sympy.Set) and one.symmetric_difference(other).is_empty:
        return True
    listed = (sympy.FiniteSet, sympy.Tuple)
    if isinstance(one, sympy.Interval) and isinstance(other, listed):
        return bool(one.is_open) and _same_members(sympy.Tuple(one.start, one.end), other, precision)
    if isinstance(other, sympy.Interval) and isinstance(one, listed):
        return bool(other.is_open) and _same_members(one, sympy.Tuple(other.start, other.end), precision)
    return isinstance(one, listed) and isinstance(other, listed) and _same_members(one, other, precision)


def _same_interval(one: Any, other: Any, precision: int) -> bool:
    """Open and closed ends matter."""
    return bool(
        one.left_open == other.left_open
        and one.right_open == other.right_open
        and _same(one.start, other.start, precision)
        and _same(one.end, other.end, precision)
    )


def _same_members(gold: Any, given: Any, precision: int) -> bool:
    """Element by element; a tuple against what was written as a list keeps the written order."""
    if len(gold) != len(given):
        return False
    if isinstance(gold, sympy.Tuple) and isinstance(given, FiniteSet):
        pairs = zip(gold.args, given._unsorted_args, strict=True)
    else:
        pairs = zip(_sorted(gold), _sorted(given), strict=True)
    return all(_same(one, other, precision) for one, other in pairs)


def _sorted(values: Any) -> list[Any]:
    if not isinstance(values, sympy.FiniteSet):
        return list(values.args)
    return list(sympy.ordered(values.args, keys=_sort_key, default=False))


def _sort_key(value: Any) -> Any:
    plain = _last(value).rhs if _is_assignment(value) else value
    return _tried(lambda: sympy.default_sort_key(plain.evalf()), sympy.default_sort_key(plain))


def _same_symbol(gold: Any, given: Any) -> bool:
    """By name, a product of letters as the word that they spell."""
    names = [_spelt(each) for each in (gold, given)]
    return bool(gold == given) or (None not in names and names[0] == names[1])


def _spelt(value: Any) -> str | None:
    letters = value.args if isinstance(value, sympy.Mul) else (value,)
    if not all(each == sympy.E or isinstance(each, sympy.Symbol) for each in letters):
        return None
    return "".join("e" if each == sympy.E else each.name for each in letters).lower()


def _same_number(gold: Any, given: Any, precision: int) -> bool:
    matrices = (sympy.MatrixBase, sympy.MatrixExpr)
    if isinstance(gold, matrices) and isinstance(given, matrices):
        return _same_matrix(_evaluated(gold), _evaluated(given), precision)
    if _is(gold, sympy.Number) or _is(given, sympy.Number):
        one, other = _evaluated(gold), _evaluated(given)
        if not (_is(gold, sympy.Float) or _is(given, sympy.Float)):
            return bool(one == other)
        numbers = isinstance(one, sympy.Number) and isinstance(other, sympy.Number)
        return numbers and bool(one.round(precision) == other.round(precision))
    return bool(_tried(lambda: (gold - given).evalf(chop=True) == 0, False))


def _same_matrix(gold: Any, given: Any, precision: int) -> bool:
    if not (isinstance(gold, sympy.MatrixBase) and isinstance(given, sympy.MatrixBase) and gold.shape == given.shape):
        return False
    return all(_same_number(one, other, precision) for one, other in zip(gold.flat(), given.flat(), strict=True))


def _is(value: Any, kind: type) -> bool:
    """Whether a value is a number of a kind, or a percentage of one."""
    if isinstance(value, sympy.Mul) and len(value.args) == 2:
        number, hundredth = value.args
        plain = hundredth.args[0] if isinstance(hundredth, sympy.UnevaluatedExpr) else hundredth
        return bool(plain == _PERCENT) and isinstance(number, kind)
    return isinstance(value, kind)


def _no_difference(gold: Any, given: Any) -> bool:
    difference = _tried(lambda: sympy.simplify(gold - given), None)
    if isinstance(difference, sympy.MatrixBase):
        return bool(difference.is_zero_matrix)
    return isinstance(difference, sympy.Basic) and bool(difference.is_zero)
