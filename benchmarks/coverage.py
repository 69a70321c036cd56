"""Do the intervals and tests keep their promise? Coverage and error rates, exact where they can be, else simulated.

    python benchmarks/coverage.py [--draws 2000]

Claims: nominal 95 % intervals cover 93-97 %; TOST calls two scores that differ by just the margin equivalent in at most
5 %; among fifteen true null hypotheses, any is called different after Holm in at most 5 %. Three standard errors of the
simulation are allowed for. The exit code is 1 where a claim fails; every such place is named.
"""

import argparse
import math
import sys
from collections.abc import Callable, Sequence

import numpy as np

from gwageo.analysis.averages import macro
from gwageo.analysis.equivalence import Comparison, compare_pairs, compare_unpaired
from gwageo.analysis.intervals import mean_estimate, ratio_estimate, wilson
from gwageo.analysis.multiple import holm
from gwageo.analysis.shares import Table, Unpaired, mcnemar

SHARES = (0.01, 0.02, 0.05, 0.1, 0.25, 0.5, 0.75, 0.9, 0.95, 0.98, 0.99)
SIZES = (30, 100, 300, 1000)
MARGIN = 0.1
Rate = Callable[[float, int], float]


def wilson_coverage(p: float, n: int) -> float:
    """Exact. Coverage jumps from share to share, so this is the mean over a neighbourhood."""
    bounds = [wilson(right, n) for right in range(n + 1)]
    width = min(p, 1 - p) / 2
    return float(np.mean([_exact(q, n, bounds) for q in np.linspace(p - width, p + width, 21)]))


def _exact(p: float, n: int, bounds: Sequence[tuple[float, float]]) -> float:
    ways = [math.lgamma(n + 1) - math.lgamma(k + 1) - math.lgamma(n - k + 1) for k in range(n + 1)]
    chances = (math.exp(way + k * math.log(p) + (n - k) * math.log1p(-p)) for k, way in enumerate(ways))
    return math.fsum(chance for chance, (low, high) in zip(chances, bounds, strict=True) if low <= p <= high)


class Simulation:
    """Seeded draws."""

    def __init__(self, seed: int, draws: int) -> None:
        self.source, self.draws = np.random.default_rng(seed), draws

    def error(self, rate: float) -> float:
        """Three standard errors of a simulated rate."""
        return 3 * math.sqrt(rate * (1 - rate) / self.draws)

    def clusters(self, p: float, n: int) -> float:
        """Items with one to three parts whose outcomes go together: a beta-binomial with a correlation of 0.3."""
        strength, inside = 1 / 0.3 - 1, 0
        for _ in range(self.draws):
            sizes = self.source.integers(1, 4, n)
            hits = self.source.binomial(sizes, self.source.beta(p * strength, (1 - p) * strength, n))
            low, high = ratio_estimate(hits.astype(float).tolist(), sizes.astype(float).tolist()).ci95 or (0.0, 0.0)
            inside += low <= p <= high
        return inside / self.draws

    def averages(self, p: float, n: int) -> float:
        """The unweighted mean of five tasks of different size and difficulty; the smallest has n items."""
        truth = [min(0.995, max(0.005, p * factor)) for factor in (0.5, 0.8, 1, 1.1, 1.2)]
        sizes, inside = [n, n, 2 * n, 3 * n, 3 * n], 0
        for _ in range(self.draws):
            right = self.source.binomial(sizes, truth)
            found = macro([mean_estimate([1.0] * k + [0.0] * (m - k)) for k, m in zip(right, sizes, strict=True)])
            low, high = found.ci95 or (0.0, 0.0)
            inside += low <= sum(truth) / 5 <= high
        return inside / self.draws

    def pairs(self, p: float, n: int, extra: float) -> float:
        """Paired scores that differ by the margin and also swap `extra` of the items."""
        b, c = MARGIN + extra / 2, extra / 2
        both = min(max(p - b, 0), 1 - b - c)
        drawn = self.source.multinomial(n, [both, b, c, 1 - both - b - c], size=self.draws)
        return _called([compare_pairs(Table(*map(int, row)), MARGIN) for row in drawn])

    def unpaired(self, p: float, n: int) -> float:
        """Scores of different items that differ by the margin."""
        low = min(p, 1 - MARGIN)
        right = zip(*(self.source.binomial(n, share, self.draws) for share in (low, low + MARGIN)), strict=True)
        return _called([compare_unpaired(Unpaired(int(a), n, int(b), n), MARGIN) for a, b in right])

    def family(self, p: float, n: int) -> float:
        """Any of fifteen equal pairs called different; a fifth of the items swaps."""
        both = max(0.0, p - 0.1)
        drawn = self.source.multinomial(n, [both, 0.1, 0.1, 0.8 - both], size=(self.draws, 15))
        return float(np.mean([min(holm([mcnemar(Table(*map(int, row))) for row in rows])) < 0.05 for rows in drawn]))


def _called(found: Sequence[Comparison]) -> float:
    return sum(each.outcome in ("equivalent", "both") for each in found) / len(found)


def table(title: str, shares: Sequence[float], rate: Rate, holds: Callable[[float], bool]) -> list[str]:
    """Print a matrix of shares and sizes; the places that break the claim."""
    print(
        f"\n{title}\n\n| share | " + " | ".join(f"n {n}" for n in SIZES) + " |\n| --- " + "| ---: " * len(SIZES) + "|"
    )
    broken = []
    for p in shares:
        rates = [rate(p, n) for n in SIZES]
        print(f"| {p} | " + " | ".join(f"{each:.3f}" for each in rates) + " |", flush=True)
        broken += [f"{title}: share {p}, n {n}: {r:.3f}" for n, r in zip(SIZES, rates, strict=True) if not holds(r)]
    return broken


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--draws", type=int, default=2000)
    parser.add_argument("--seed", type=int, default=1)
    arguments = parser.parse_args()
    made = Simulation(arguments.seed, arguments.draws)

    def covers(rate: float) -> bool:
        return 0.93 - made.error(0.95) <= rate <= 0.97 + made.error(0.95)

    def rare(rate: float) -> bool:
        return rate <= 0.05 + made.error(0.05)

    middle = (0.15, 0.5, 0.85)
    broken = table("Coverage of Wilson's interval (exact)", SHARES, wilson_coverage, lambda rate: 0.93 <= rate <= 0.97)
    broken += table("Coverage with clusters of one to three", SHARES, made.clusters, covers)
    broken += table("Coverage of the mean of five tasks", SHARES, made.averages, covers)
    for extra in (0.02, 0.1, 0.2):
        title = f"Size of TOST, pairs, {extra} of the items swapped besides"
        broken += table(title, middle, lambda p, n, extra=extra: made.pairs(p, n, extra), rare)  # type: ignore[misc]
    broken += table("Size of TOST, different items", middle, made.unpaired, rare)
    broken += table("Any false finding among fifteen, Holm", middle, made.family, rare)
    print("\n".join([f"\n{len(broken)} places break a claim", *broken]))
    sys.exit(1 if broken else 0)


if __name__ == "__main__":
    main()
