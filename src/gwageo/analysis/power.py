"""How much an exam can show: the smallest difference that it is likely to find, and the items that one needs."""

import math
from statistics import NormalDist

POWER = 0.8
DISCORDANT = 0.2
"""Share of items that two models of like strength often do not agree on; what a plan reckons with."""
SIZE = 0.05


def items_for_pairs(difference: float, discordant: float, power: float = POWER, size: float = SIZE) -> int:
    """Pairs that McNemar's test needs to find a difference of shares.

    Args:
        difference: Of the two shares, above 0.
        discordant: Share of items that one of the two gets right and the other wrong; at least the difference.
        power: Chance of finding it.
        size: Two-sided error rate.

    Source: Connor (1987), Biometrics 43, 207-211, eq. 3.
    """
    if not 0 < difference <= discordant <= 1:
        raise ValueError(f"expected 0 < difference <= discordant <= 1, got {difference!r} and {discordant!r}")
    found, sure = _quantiles(power, size)
    root = found * math.sqrt(discordant) + sure * math.sqrt(discordant - difference**2)
    return math.ceil((root / difference) ** 2)


def detectable_by_pairs(n: int, discordant: float, power: float = POWER, size: float = SIZE) -> float | None:
    """The smallest difference of shares that n pairs are likely to show; None where even the largest is not."""
    if n < 1 or not 0 < discordant <= 1:
        raise ValueError(f"expected n from 1 upwards and 0 < discordant <= 1, got {n!r} and {discordant!r}")
    if items_for_pairs(discordant, discordant, power, size) > n:
        return None
    low, high = 0.0, discordant
    for _ in range(50):
        middle = (low + high) / 2
        low, high = (low, middle) if items_for_pairs(middle, discordant, power, size) <= n else (middle, high)
    return high


def half_width(n: int, share: float = 0.5, level: float = 0.95) -> float:
    """Half the width of Wilson's interval of a share of n items."""
    return _half(share, n, NormalDist().inv_cdf(0.5 + level / 2))


def items_for_share(share: float, half_width: float, level: float = 0.95) -> int:
    """Items after which the interval of a share is at most this wide on either side of its centre.

    Source: Wilson's interval solved for n.
    """
    z = NormalDist().inv_cdf(0.5 + level / 2)
    low, high = 1, 1
    while _half(share, high, z) > half_width:
        low, high = high, high * 2
    while low < high:
        middle = (low + high) // 2
        low, high = (low, middle) if _half(share, middle, z) <= half_width else (middle + 1, high)
    return high


def _half(share: float, n: int, z: float) -> float:
    return z / (1 + z * z / n) * math.sqrt(share * (1 - share) / n + z * z / (4 * n * n))


def _quantiles(power: float, size: float) -> tuple[float, float]:
    return NormalDist().inv_cdf(1 - size / 2), NormalDist().inv_cdf(power)
