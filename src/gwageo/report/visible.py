"""Text from data and models as a terminal may show it: signs that would steer the terminal are written out.

An escape sequence in an item could clear the screen or hide a line, and a bidirectional override could turn it around.
"""

import re

_STEERING = re.compile(
    "[\x00-\x08\x0b-\x1f\x7f-\x9f"
    "\N{ARABIC LETTER MARK}\N{LEFT-TO-RIGHT MARK}\N{RIGHT-TO-LEFT MARK}\N{LINE SEPARATOR}\N{PARAGRAPH SEPARATOR}"
    "\N{LEFT-TO-RIGHT EMBEDDING}-\N{RIGHT-TO-LEFT OVERRIDE}"
    "\N{LEFT-TO-RIGHT ISOLATE}-\N{POP DIRECTIONAL ISOLATE}\ud800-\udfff]"
)
_PICTURES = 0x2400
"""Where Unicode draws the control characters, in the same order."""


def visible(text: str) -> str:
    """The text with control characters, bidirectional marks and halves of surrogate pairs written out.

    Line feeds and tabs stay: they are what they look like.

    Example:
        >>> visible("a\\x1b[2Jb"), visible("\\u202etxt.exe"), visible("한\\n글")
        ('a␛[2Jb', '<U+202E>txt.exe', '한\\n글')
    """
    return _STEERING.sub(_written, text)


def one_line(text: str) -> str:
    """The text as one line: line feeds and tabs are written out too, so that a name cannot break a row in two.

    Example:
        >>> one_line("a\\nb\\tc"), one_line("a\\u2028b")
        ('a␊b␉c', 'a<U+2028>b')
    """
    return re.sub("[\t\n]", _written, visible(text))


def visible_json(text: str) -> str:
    """JSON text with the same signs as `\\\\uXXXX`, so that it means the same."""
    return _STEERING.sub(lambda found: f"\\u{ord(found[0]):04x}", text)


def _written(found: re.Match[str]) -> str:
    code = ord(found[0])
    if code < 0x20:
        return chr(_PICTURES + code)
    return "\N{SYMBOL FOR DELETE}" if code == 0x7F else f"<U+{code:04X}>"
