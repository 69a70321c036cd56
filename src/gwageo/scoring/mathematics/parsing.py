"""From the text of a span to a sympy value, within a worker.

LaTeX is read by latex2sympy2-extended after its own normalisation; plain numbers take a shorter way to the same value.
Plain expressions are built from their syntax tree: nothing is executed.
"""

import ast
import re
from dataclasses import dataclass, replace
from functools import lru_cache
from typing import Any

import sympy
from latex2sympy2_extended import NormalizationConfig, latex2sympy, normalize_latex
from latex2sympy2_extended.sets import FiniteSet

from gwageo.scoring.mathematics.spans import MOST_JOINED, Place

MOST_CHARACTERS = 2000
"""Longer spans are not parsed."""

_NORMAL = NormalizationConfig(basic_latex=True, units=True, malformed_operators=True, nits=True, boxed="all")
_LAST_BOX = replace(_NORMAL, boxed="last")
_ENVIRONMENT_NAMES = ("DisplayDollar", "DisplayBracket", "InlineDollar", "InlineParenthesis", "InlineBracket")
_COMPLEX = re.compile(
    r"\\mathbb\{C\}|\\i\b|\bi\b|\\text\{i\}|\\mathrm\{i\}|\\imath\b|\\det|\\operatorname\{(?:tr|rank|Re|Im)\}"
    r"|\\text\{(?:rank|Re|Im)\}|\\arg\{|\\Re\{|\\Im\{"
)
_WHOLE = re.compile(r"[0-9]{1,300}", re.ASCII)
_MOST_NODES = 400
_STEPS = {ast.Add: "+", ast.Sub: "-", ast.Mult: "*", ast.Div: "/", ast.Pow: "^"}


@dataclass(frozen=True, slots=True)
class Parsed:
    """What a span gave."""

    value: Any
    """A sympy value; None where it could not be parsed."""
    text: str
    """The span as it was parsed; the value of the fallback."""
    long: bool = False
    """Whether it was too long to be parsed."""


def parse(place: Place) -> Parsed:
    """The value at a place."""
    return _of_latex(place.match) if place.kind == "latex" else _of_plain(place.match)


def _of_latex(match: re.Match[str]) -> Parsed:
    groups = match.groupdict()
    values, texts = [], []
    for part in range(MOST_JOINED):
        name, latex = _part(groups, part)
        if latex is None:
            continue
        if len(latex) > MOST_CHARACTERS:
            return Parsed(None, "", long=True)
        text = normalised(latex, last_box=name == "Box")
        texts.append(text)
        values.append(_percent(_parsed(text), on=bool(groups.get(f"percent{part}"))))
    if len(values) > 1 and all(value is not None for value in values):
        members = [
            each for value in values for each in (value.args if isinstance(value, sympy.FiniteSet) else (value,))
        ]
        return Parsed(FiniteSet(*members), " and ".join(texts))
    return Parsed(values[0], texts[0]) if texts else Parsed(None, "")


def _part(groups: dict[str, Any], part: int) -> tuple[str, str | None]:
    for name in (*_ENVIRONMENT_NAMES, "Fraction", "Box"):
        if groups.get(f"part{part}_{name}"):
            return name, groups[f"part{part}_{name}"]
    return "", None


def normalised(latex: str, *, last_box: bool = False) -> str:
    """LaTeX without units, degree signs, wrappers and malformed operators; of boxes their content."""
    return str(normalize_latex(latex, config=_LAST_BOX if last_box else _NORMAL))


@lru_cache(4096)
def _parsed(latex: str) -> Any:
    """The value of normalised LaTeX, or None.

    Plain whole numbers are most of all answers; the parser gives the same `Integer` for them, some milliseconds later.
    """
    if _WHOLE.fullmatch(latex):
        return sympy.Integer(latex)
    try:
        real = not _COMPLEX.search(latex)
        return latex2sympy(latex, is_real=real, convert_degrees=False, normalization_config=None)
    except Exception:  # noqa: BLE001,RUF100 - the parser raises whatever it meets; all mean: not parsed
        return None


def _percent(value: Any, *, on: bool) -> Any:
    """A percentage, as a hundredth that is not worked out, so that comparing still sees the sign."""
    return sympy.Mul(value, sympy.Rational(1, 100), evaluate=False) if on and value is not None else value


def _of_plain(match: re.Match[str]) -> Parsed:
    groups = match.groupdict()
    whole = next((groups[name] for name in ("integer1", "integer2", "integer3") if groups.get(name)), "")
    decimal = next((groups[name] for name in ("decimal1", "decimal2", "decimal3") if groups.get(name)), "")
    if not whole and not decimal:
        written = groups.get("expression") or ""
        return Parsed(None, "", long=True) if len(written) > MOST_CHARACTERS else Parsed(_arithmetic(written), written)
    if len(whole) + len(decimal) > MOST_CHARACTERS:
        return Parsed(None, "", long=True)
    text = (whole.replace(",", "").replace(" ", "").lstrip("0") or "0") + decimal.replace(",", ".")
    try:
        return Parsed(_percent(sympy.Number(text), on=bool(groups.get("percent"))), text)
    except ValueError:
        return Parsed(None, text)


def _arithmetic(written: str) -> Any:
    """The value of digits and signs, not worked out; None where they are no expression."""
    try:
        tree = ast.parse(written.replace("\n", " ").replace("^", "**").strip(), mode="eval")
        return _built(tree.body, [_MOST_NODES])
    except (SyntaxError, ValueError, TypeError, RecursionError, MemoryError):
        return None


def _built(node: ast.expr, left: list[int]) -> Any:
    left[0] -= 1
    if left[0] < 0:
        raise ValueError("too many terms")
    if isinstance(node, ast.Constant) and type(node.value) in (int, float):
        return sympy.Integer(node.value) if isinstance(node.value, int) else sympy.Float(str(node.value))
    if isinstance(node, ast.UnaryOp) and isinstance(node.op, (ast.USub, ast.UAdd)):
        inner = _built(node.operand, left)
        return sympy.Mul(-1, inner, evaluate=False) if isinstance(node.op, ast.USub) else inner
    if isinstance(node, ast.BinOp) and type(node.op) in _STEPS:
        return _joined(_STEPS[type(node.op)], _built(node.left, left), _built(node.right, left))
    raise ValueError("no arithmetic")


def _joined(sign: str, one: Any, other: Any) -> Any:
    if sign == "+":
        return sympy.Add(one, other, evaluate=False)
    if sign == "-":
        return sympy.Add(one, sympy.Mul(-1, other, evaluate=False), evaluate=False)
    if sign == "*":
        return sympy.Mul(one, other, evaluate=False)
    if sign == "/":
        return sympy.Mul(one, sympy.Pow(other, -1, evaluate=False), evaluate=False)
    return sympy.Pow(one, other, evaluate=False)
