"""Integer draws from a SHA-256 counter: the same key gives the same numbers on every machine, for ever.

A key is a tuple of texts and whole numbers (type, version, tier, seed, index). Streams of different keys are unrelated,
so that item 1 of seed 42 is not item 0 of seed 43. No draw depends on a library, a hash seed or a floating-point unit.
One draw: `Stream("demo", 1).below(6)`.
"""

from collections.abc import Sequence
from hashlib import sha256
from struct import Struct
from typing import TypeVar

T = TypeVar("T")
Key = str | int

_WORDS = Struct(">8I")
_WORD = 1 << 32
_ROUNDS = 6


def _encode(key: Sequence[Key]) -> bytes:
    """Every part with its kind and length, so that ("a", "b") and ("ab",) differ, and so do 1 and "1"."""
    parts = []
    for part in key:
        text = str(part).encode()
        parts.append(b"%s%d:%s" % (b"i" if isinstance(part, int) else b"s", len(text), text))
    return b"".join(parts)


class Stream:
    """An endless row of unbiased integer draws that belongs to a key.

    Args:
        key: Texts and whole numbers; their order matters.

    Example:
        >>> Stream("sudoku", 1, "hard", 7, 0).below(1000) == Stream("sudoku", 1, "hard", 7, 0).below(1000)
        True
    """

    def __init__(self, *key: Key) -> None:
        self.key = key
        self._base = sha256(_encode(key) + b"|")
        self._counter = 0
        self._words: list[int] = []

    def _word(self) -> int:
        """32 fresh bits."""
        if not self._words:
            block = self._base.copy()
            block.update(self._counter.to_bytes(8, "big"))
            self._counter += 1
            self._words = list(_WORDS.unpack(block.digest()))
            self._words.reverse()
        return self._words.pop()

    def below(self, bound: int) -> int:
        """A whole number from 0 to `bound` - 1, each equally likely.

        Raises:
            ValueError: `bound` is below one.
        """
        if bound < 1:
            raise ValueError(f"cannot draw a number below {bound!r}; the bound must be at least 1")
        size, span = 1, _WORD
        while span < bound:
            size, span = size + 1, span << 32
        limit = span - span % bound  # draws from here on would favour small numbers and are thrown away
        while True:
            value = self._word()
            for _ in range(size - 1):
                value = value << 32 | self._word()
            if value < limit:
                return value % bound

    def between(self, first: int, last: int) -> int:
        """A whole number from `first` to `last`, both included."""
        return first + self.below(last - first + 1)

    def chance(self, favourable: int, of: int) -> bool:
        """True in `favourable` out of `of` cases."""
        return self.below(of) < favourable

    def choice(self, options: Sequence[T]) -> T:
        """One of the options, each equally likely."""
        return options[self.below(len(options))]

    def shuffled(self, options: Sequence[T]) -> list[T]:
        """The options in random order; the argument stays as it is."""
        return self.sample(options, len(options))

    def permutation(self, size: int) -> list[int]:
        """The numbers 0 to `size` - 1 in random order."""
        return self.shuffled(range(size))

    def sample(self, options: Sequence[T], count: int) -> list[T]:
        """`count` different places of `options`, in random order.

        Raises:
            ValueError: There are fewer than `count` options.
        """
        pool = list(options)
        if not 0 <= count <= len(pool):
            raise ValueError(f"cannot take {count!r} of {len(pool)} options; expected 0 to {len(pool)}")
        for place in range(count):
            other = place + self.below(len(pool) - place)
            pool[place], pool[other] = pool[other], pool[place]
        return pool[:count]

    def weighted(self, weights: Sequence[int]) -> int:
        """An index, each as likely as its whole-number weight.

        Raises:
            ValueError: A weight is negative, or none is above zero.
        """
        if any(weight < 0 for weight in weights) or not any(weights):
            raise ValueError(f"weights must be whole numbers of which one is above zero; got {list(weights)!r}")
        left = self.below(sum(weights))
        for index, weight in enumerate(weights):
            if left < weight:
                return index
            left -= weight
        raise AssertionError("a draw below the sum of the weights falls into one of them")


class Walk:
    """A random order of the numbers below `size` in which any place can be looked up at once.

    A Feistel network over the next larger power of four; numbers beyond the range are walked through it again until
    they fall inside. Small question spaces are walked this way, so that no question comes twice.

    Example:
        >>> sorted(Walk(5, "demo")[place] for place in range(5))
        [0, 1, 2, 3, 4]
    """

    def __init__(self, size: int, *key: Key) -> None:
        if size < 1:
            raise ValueError(f"cannot walk over {size!r} numbers; expected at least 1")
        self.size = size
        self._half = max(1, ((size - 1).bit_length() + 1) // 2)
        self._base = sha256(_encode(("walk", size, *key)))

    def __len__(self) -> int:
        return self.size

    def __getitem__(self, place: int) -> int:
        """The number at `place`.

        Raises:
            IndexError: `place` is not below the size.
        """
        if not 0 <= place < self.size:
            raise IndexError(f"place {place!r} is outside the walk; expected 0 to {self.size - 1}")
        number = self._permute(place)
        while number >= self.size:
            number = self._permute(number)
        return number

    def _permute(self, number: int) -> int:
        mask = (1 << self._half) - 1
        left, right = number >> self._half, number & mask
        for turn in range(_ROUNDS):
            block = self._base.copy()
            block.update(b"%d:%d" % (turn, right))
            left, right = right, left ^ (int.from_bytes(block.digest()[:8], "big") & mask)
        return left << self._half | right
