"""What a value should have been, in our words: the validator's own are for programmers."""

from collections.abc import Callable, Mapping
from typing import Any

from pydantic_core import ErrorDetails

_WORDS: Mapping[str, Callable[[Mapping[str, Any]], str]] = {
    "greater_than_equal": lambda bound: f"expected at least {bound['ge']}",
    "less_than_equal": lambda bound: f"expected at most {bound['le']}",
    "greater_than": lambda bound: f"expected more than {bound['gt']}",
    "literal_error": lambda bound: f"expected one of {bound['expected'].replace(' or ', ', ')}",
    **dict.fromkeys(("int_type", "int_parsing", "int_from_float"), lambda _: "expected a whole number"),
    **dict.fromkeys(("float_type", "float_parsing", "finite_number"), lambda _: "expected a number"),
    "string_type": lambda _: "expected a text",
    "string_too_short": lambda _: "expected a text that is not empty",
    "string_pattern_mismatch": lambda _: "expected letters, digits, and the signs _ . -",
    "bool_type": lambda _: "expected true or false",
    "too_short": lambda _: "expected at least one",
    **dict.fromkeys(("tuple_type", "list_type"), lambda _: "expected a list"),
    **dict.fromkeys(("dict_type", "mapping_type", "model_type"), lambda _: "expected names with their values"),
}


def expected(error: ErrorDetails) -> str:
    """What would have been right, from one validation error."""
    words = _WORDS.get(error["type"])
    return words(error.get("ctx", {})) if words else error["msg"].lower()
