"""The one place that turns numbers into text, with its rounding rules as constants."""

PERCENT_DIGITS = 1
POINT_DIGITS = 2
UNKNOWN = "–"


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
    return UNKNOWN if bounds is None else f"{figure(bounds[0], unit)} to {figure(bounds[1], unit)}"


def unit_name(unit: str) -> str:
    """How the printed unit is written behind a column or metric."""
    return "%" if unit == "fraction" else "points"


def share(part: int, whole: int) -> str:
    """A count among a total, with its percentage.

    Example:
        >>> share(16, 25)
        '16/25 (64 %)'
    """
    return f"{part}/{whole} ({part / whole * 100:.0f} %)" if whole else f"{part}/{whole}"


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
        return f"{whole} s"
    if whole < 3600:
        return f"{whole // 60} min {whole % 60:02d} s"
    return f"{whole // 3600} h {whole % 3600 // 60:02d} min"


def rate(per_second: float | None) -> str:
    """Items per second, or per minute where that reads better.

    Example:
        >>> rate(12.34), rate(0.05), rate(None)
        ('12.3/s', '3.0/min', '–')
    """
    if per_second is None:
        return UNKNOWN
    return f"{per_second:.1f}/s" if per_second >= 1 else f"{per_second * 60:.1f}/min"
