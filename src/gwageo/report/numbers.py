"""The one place that turns numbers into text, with its rounding rules as constants."""

import re

from gwageo.messages import translate

PERCENT_DIGITS = 1
POINT_DIGITS = 2
UNKNOWN = "–"
MOST_IDS = 3
"""Ids of a list that are shown to a person; files keep them all."""
_MORE = re.compile(r" and (\d+) more\Z")


def figure(value: float | None, unit: str) -> str:
    """A metric value: fractions as percent, points as they are.

    Example:
        >>> figure(0.4567, "fraction"), figure(71.234, "points"), figure(None, "fraction")
        ('45.7', '71.23', '–')
    """
    if value is None:
        return UNKNOWN
    return f"{value * 100:.{PERCENT_DIGITS}f}" if unit == "fraction" else f"{value:.{POINT_DIGITS}f}"


def interval(bounds: tuple[float, float] | None, unit: str) -> str:
    """Both bounds of an interval.

    Example:
        >>> interval((0.31, 0.5), "fraction")
        '31.0 to 50.0'
    """
    if bounds is None:
        return UNKNOWN
    return translate("number.interval", low=figure(bounds[0], unit), high=figure(bounds[1], unit))


def unit_name(unit: str) -> str:
    """How the printed unit is written behind a column or metric."""
    return translate("number.percent" if unit == "fraction" else "number.points")


def with_unit(value: float | None, unit: str) -> str:
    """A metric value with its unit behind it.

    Example:
        >>> with_unit(0.25, "fraction"), with_unit(71.234, "points")
        ('25.0 %', '71.23 points')
    """
    return translate("number.with_unit", value=figure(value, unit), unit=unit_name(unit))


def share(part: int, whole: int) -> str:
    """A count among a total, with its percentage.

    Example:
        >>> share(16, 25)
        '16/25 (64 %)'
    """
    if not whole:
        return f"{part}/{whole}"
    return translate("number.share", part=part, whole=whole, percent=f"{part / whole * 100:.0f}")


def duration(seconds: float | None) -> str:
    """A span of time, in the two largest units that matter.

    Example:
        >>> duration(7.4), duration(125), duration(7380), duration(None)
        ('7 s', '2 min 05 s', '2 h 03 min', '–')
    """
    if seconds is None:
        return UNKNOWN
    whole = round(seconds)
    if whole < 60:
        return translate("number.seconds", seconds=whole)
    if whole < 3600:
        return translate("number.minutes", minutes=whole // 60, seconds=f"{whole % 60:02d}")
    return translate("number.hours", hours=whole // 3600, minutes=f"{whole % 3600 // 60:02d}")


def rate(per_second: float | None) -> str:
    """Items per second, or per minute where that reads better.

    Example:
        >>> rate(12.34), rate(0.05), rate(None)
        ('12.3/s', '3.0/min', '–')
    """
    if per_second is None:
        return UNKNOWN
    if per_second >= 1:
        return translate("number.per_second", count=f"{per_second:.1f}")
    return translate("number.per_minute", count=f"{per_second * 60:.1f}")


def few(ids: str) -> str:
    """A list of ids, cut where it has more than three, with the number of those left out.

    Example:
        >>> few("a, b, c, d, e"), few("a, b and 7 more")
        ('a, b, c and 2 more', 'a, b and 7 more')
    """
    more = _MORE.search(ids)
    names = ids[: more.start() if more else None].split(", ")
    left = max(0, len(names) - MOST_IDS) + (int(more[1]) if more else 0)
    return translate("number.more", shown=", ".join(names[:MOST_IDS]), count=left) if left else ids
