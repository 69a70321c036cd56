"""The sexagenary cycle: the sixty pairs of a stem and a branch, and the pair that names a day or an hour.

A pair is a number from 0 (갑자) to 59 (계해). One item: `name(day_pillar(date(2000, 1, 7))) == "갑자"`.
"""

from datetime import date

STEMS = "갑을병정무기경신임계"
BRANCHES = "자축인묘진사오미신유술해"
CYCLE = 60

_OFFSET = 14
"""What brings `date.toordinal` in step with the cycle; 2000-01-07 is a 갑자 day."""


def name(pillar: int) -> str:
    """The two syllables of a pair.

    Example:
        >>> name(43)
        '정미'
    """
    return STEMS[pillar % len(STEMS)] + BRANCHES[pillar % len(BRANCHES)]


NUMBERS = {name(pillar): pillar for pillar in range(CYCLE)}
"""Two syllables to the number of their pair."""


def pillar_of(stem: int, branch: int) -> int:
    """The number of the pair of a stem and a branch.

    Raises:
        ValueError: The two never stand together, because one is even and the other odd.
    """
    if (stem - branch) % 2:
        raise ValueError(
            f"no pair of the cycle has stem {stem!r} and branch {branch!r}; both must be even, or both odd"
        )
    return (6 * stem - 5 * branch) % CYCLE


def day_pillar(day: date) -> int:
    """The pair that names a civil day of the Gregorian calendar (일진, 일주)."""
    return (day.toordinal() + _OFFSET) % CYCLE


def hour_branch(hour: int) -> int:
    """The branch of an hour of the clock: 23 and 0 are 자, 1 and 2 are 축, and so on."""
    return (hour + 1) // 2 % len(BRANCHES)


def hour_pillar(day: int, hour: int) -> int:
    """The pair that names an hour, by the pair of its civil day (오서둔): no turn of the day at 23 o'clock."""
    branch = hour_branch(hour)
    return pillar_of((first_hour_stem(day) + branch) % len(STEMS), branch)


def first_hour_stem(day: int) -> int:
    """The stem of the 자 hour on a day: 갑 on 갑 and 기 days, 병 on 을 and 경 days, and so on."""
    return day % (len(STEMS) // 2) * 2
