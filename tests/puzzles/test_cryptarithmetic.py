"""Cryptarithmetic: the solver agrees with plain trial, sizes are kept, planted faults and practice replies are read."""

from collections import Counter
from collections.abc import Iterator
from itertools import permutations, product

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from planted import is_caught

from gwageo.core import Item
from gwageo.puzzles import GaveUp, Unreadable, load, made, make, reward, score
from gwageo.puzzles.base import Language
from gwageo.puzzles.cryptarithmetic.addition import Addition, Symbol, spelt, value
from gwageo.puzzles.cryptarithmetic.generate import PRESETS, Params, generate, pools
from gwageo.puzzles.cryptarithmetic.solve import plan, search, solve
from gwageo.puzzles.draw import Draw

CRYPT = load("cryptarithmetic")


def plain_trial(puzzle: Addition) -> Iterator[tuple[int, ...]]:
    """Every way to give digits to the unknown symbols, table by table, checked by adding the numbers."""
    given_digits, symbols = dict(puzzle.revealed), puzzle.symbols
    tables = [[symbol for symbol in symbols if symbol.table == table] for table in range(3)]
    for choice in product(*(list(_injections(table, given_digits)) for table in tables)):
        digits = {symbol: digit for part in choice for symbol, digit in part.items()}
        numbers = [value(word, digits) for word in puzzle.words]
        if sum(numbers[:-1]) == numbers[-1] and all(digits[spelt(word)[0]] for word in puzzle.words):
            yield tuple(digits[symbol] for symbol in symbols)


def _injections(table: list[Symbol], given_digits: dict[Symbol, int]) -> Iterator[dict[Symbol, int]]:
    unknown = [symbol for symbol in table if symbol not in given_digits]
    known = {symbol: given_digits[symbol] for symbol in table if symbol in given_digits}
    free = [digit for digit in range(10) if digit not in known.values()]
    for digits in permutations(free, len(unknown)):
        yield known | dict(zip(unknown, digits, strict=True))


words = st.lists(st.text(st.sampled_from("ABJKST"), min_size=2, max_size=3), min_size=3, max_size=4, unique=True)


@settings(max_examples=40, deadline=None)
@given(words, st.integers(0, 3))
def test_the_solver_counts_as_plain_trial_does(chosen: list[str], hints: int) -> None:
    """Small words, so that all digits can be tried; some symbols are revealed from a real solution."""
    chosen = sorted(chosen, key=len)
    bare = Addition(tuple(chosen[:-1]), chosen[-1], ())
    truth, _ = search(plan(bare, {}), limit=1)
    shown = bare.symbols[: max(hints, len(bare.symbols) - 4)]
    revealed = tuple((symbol, truth[0][bare.symbols.index(symbol)]) for symbol in shown) if truth else ()
    puzzle = Addition(bare.addends, bare.result, revealed)
    if truth:
        expected = list(plain_trial(puzzle))
        found = solve(puzzle).found
        assert len(found) == min(len(expected), 2)
        assert set(found) <= set(expected)


@pytest.mark.parametrize(("language", "tier"), [("en", "easy"), ("ko", "easy"), ("ko", "medium")])
def test_plain_trial_finds_no_other_solution_of_a_made_puzzle(language: Language, tier: str) -> None:
    """With all but a few of the hidden symbols revealed again, so that trying everything stays possible."""
    for index in range(4):
        solved = made("cryptarithmetic", language, tier, seed=3, index=index)
        puzzle: Addition = solved.puzzle
        told = dict(zip(puzzle.symbols, solved.solution, strict=True))
        hidden = [symbol for symbol in puzzle.symbols if symbol not in dict(puzzle.revealed)][:4]
        eased = Addition(puzzle.addends, puzzle.result, tuple((s, d) for s, d in told.items() if s not in hidden))
        assert list(plain_trial(eased)) == [solved.solution]


def by_size(puzzle: Addition) -> int:
    """Solutions, two at most, found another way: one equation, heaviest symbols first, cut off by the largest rest."""
    digits, heads = dict(puzzle.revealed), {spelt(word)[0] for word in puzzle.words}
    weights: Counter[Symbol] = Counter()
    for word in puzzle.words:
        for place, symbol in enumerate(reversed(spelt(word))):
            weights[symbol] += (-1 if word == puzzle.result else 1) * 10**place
    order = sorted((symbol for symbol in weights if symbol not in digits), key=lambda symbol: -abs(weights[symbol]))
    rest = [9 * sum(abs(weights[symbol]) for symbol in order[at:]) for at in range(len(order) + 1)]

    def count(at: int, total: int, limit: int) -> int:
        if abs(total) > rest[at]:
            return 0
        if at == len(order):
            return 1
        symbol, found = order[at], 0
        taken = {digit for other, digit in digits.items() if other.table == symbol.table}
        for digit in range(symbol in heads, 10):
            if digit not in taken and found < limit:
                digits[symbol] = digit
                found += count(at + 1, total + weights[symbol] * digit, limit - found)
                del digits[symbol]
        return found

    return count(0, sum(weights[symbol] * digit for symbol, digit in puzzle.revealed), 2)


@pytest.mark.parametrize("language", ["en", "ko"])
@pytest.mark.parametrize("tier", ["easy", "medium", "hard"])
def test_another_solver_that_reads_the_question_finds_one_solution(language: str, tier: str) -> None:
    for item in make("cryptarithmetic", language, tier, seed=5, count=50):
        assert by_size(CRYPT.parse(str(item.fields["question"]))) == 1, item.id


def test_the_other_solver_sees_a_second_solution() -> None:
    puzzle: Addition = made("cryptarithmetic", "ko", "hard", seed=3).puzzle
    assert by_size(Addition(puzzle.addends, puzzle.result, puzzle.revealed[1:])) == 2


def test_every_revealed_digit_that_can_be_spared_is_hidden() -> None:
    """Easy tiers stop at their share; the hard one hides whatever the others determine, if that is not hard to tell."""
    for index in range(4):
        puzzle: Addition = made("cryptarithmetic", "ko", "hard", seed=3, index=index).puzzle
        for symbol, _ in puzzle.revealed:
            fewer = tuple(pair for pair in puzzle.revealed if pair[0] != symbol)
            search = solve(Addition(puzzle.addends, puzzle.result, fewer))
            assert len(search.found) == 2 or search.work > PRESETS["ko", "hard"].nodes


def test_a_symbol_that_cancels_out_is_not_forgotten() -> None:
    """B adds nothing to the sum: any digit that A, C and D leave over will do."""
    puzzle = Addition(("AB", "C"), "DB", ((Symbol(0, "A"), 1), (Symbol(0, "D"), 2)))
    assert solve(puzzle).found == ()
    assert len(solve(Addition(("AJ", "S"), "BJ", ())).found) == 0
    assert len(solve(Addition(("JA", "S", "S"), "KA", ())).found) == 2


@pytest.mark.parametrize(
    "revealed",
    [((Symbol(0, "A"), 1), (Symbol(0, "B"), 1)), ((Symbol(0, "A"), 0),)],
    ids=["two of a table alike", "a leading zero"],
)
def test_revealed_digits_that_break_the_rules_leave_no_solution(revealed: tuple[tuple[Symbol, int], ...]) -> None:
    assert solve(Addition(("AB", "BA"), "CC", revealed)).found == ()


def test_symbols_come_from_three_tables() -> None:
    assert [symbol.table for symbol in spelt("AIJRSZ")] == [0, 0, 1, 1, 2, 2]
    assert spelt("정나") == (Symbol(0, "ㅈ"), Symbol(1, "ㅓ"), Symbol(2, "ㅇ"), Symbol(0, "ㄴ"), Symbol(1, "ㅏ"))
    with pytest.raises(ValueError, match="not a capital letter or a syllable"):
        spelt("a")


@pytest.mark.parametrize(
    ("language", "tier", "lengths", "revealed", "hidden", "carries"),
    [
        ("en", "easy", {(6, 6): 37, (6, 7): 63}, (3, 10), (0.4, 0.68), 2),
        ("en", "medium", {(7, 7): 20, (7, 8): 80}, (2, 9), (0.45, 0.92), 2),
        ("en", "hard", {(8, 8): 100}, (2, 8), (0.5, 0.9), 3),
        ("ko", "easy", {(6, 6): 27, (6, 7): 73}, (6, 14), (0.35, 0.48), 2),
        ("ko", "medium", {(7, 7): 2, (7, 8): 98}, (6, 13), (0.35, 0.56), 2),
        ("ko", "hard", {(7, 7): 5, (7, 8): 47, (8, 8): 8, (8, 9): 40}, (4, 12), (0.4, 0.8), 3),
    ],
)
def test_a_tier_has_its_sizes(
    language: Language,
    tier: str,
    lengths: dict[tuple[int, int], int],
    revealed: tuple[int, int],
    hidden: tuple[float, float],
    carries: int,
) -> None:
    for index in range(25):
        features = made("cryptarithmetic", language, tier, seed=4, index=index).features
        assert (features["addend_length"], features["result_length"]) in lengths
        assert features["addends"] == 4
        assert revealed[0] <= int(features["revealed"]) <= revealed[1]
        assert hidden[0] <= 1 - int(features["revealed"]) / int(features["symbols"]) <= hidden[1]
        assert int(features["carries"]) >= carries
        assert language == "en" or int(features["third_table"]) >= (3 if tier == "hard" else 2)


def test_lengths_keep_their_shares() -> None:
    sizes = Counter(
        made("cryptarithmetic", "ko", "easy", seed=4, index=i).features["result_length"] for i in range(100)
    )
    assert sizes == {6: 27, 7: 73}


def test_the_pools_hold_no_word_twice() -> None:
    for language in CRYPT.languages:
        listed = CRYPT.wording[language].table["pool"].split()
        assert len(set(listed)) == len(listed) == sum(map(len, pools(language).values()))


def test_parameters_without_a_puzzle_are_reported_with_their_values() -> None:
    with pytest.raises(GaveUp, match="carries=99"):
        generate(Draw("test", index=0), Params("en", {(6, 7): 100}, 50, 99))


@pytest.mark.parametrize("wrong", [{"lengths": {(6, 6): 99}}, {"hidden": 0}, {"carries": -1}])
def test_parameters_that_make_no_sense_are_refused(wrong: dict[str, object]) -> None:
    sound: dict[str, object] = {"language": "en", "lengths": {(6, 6): 100}, "hidden": 50, "carries": 1}
    with pytest.raises(ValueError, match="expected shares"):
        Params(**(sound | wrong))  # type: ignore[arg-type]  # a table of mistakes


def example(language: Language) -> Addition:
    addends, result = (("BANANA", "JACKET"), "SUMMER") if language == "en" else (("나그네", "도시"), "바구니")
    return Addition(addends, result, ((Symbol(0, "B" if language == "en" else "ㄴ"), 5),))


@pytest.mark.parametrize(
    ("language", "old", "new"),
    [
        ("en", "B=5", "B=6"),
        ("en", "A-I: B=5", "S-Z: B=5"),
        ("en", "number that SUMMER", "number that BANANA"),
        ("en", "+ JACKET", "- JACKET"),
        ("en", "never 0", "never 1"),
        ("en", "are independent", "are the same"),
        ("en", "stand for different digits", "stand for any digits"),
        ("ko", "초성: ㄴ=5", "종성: ㄴ=5"),
        ("ko", "바구니가 나타내는", "나그네가 나타내는"),
        ("ko", "서로 독립이다", "서로 같다"),
        ("ko", "첫 초성은 0이 아니다", "첫 초성은 1이 아니다"),
        ("ko", "서로 다른 숫자를", "아무 숫자나"),
    ],
)
def test_a_planted_fault_in_the_wording_is_caught(language: Language, old: str, new: str) -> None:
    assert is_caught(CRYPT, example(language), language, old, new)


def test_a_revealed_symbol_of_no_word_is_unreadable() -> None:
    text = CRYPT.render(example("en"), "en").replace("B=5", "B=5, D=6")
    with pytest.raises(Unreadable, match="'D' stands in no word"):
        CRYPT.parse(text)


@pytest.mark.parametrize(
    ("reply", "exact", "robust"),
    [
        ("Answer: 3203254", 1.0, 1.0),
        ("Answer: 3,203,254", 0.0, 1.0),
        ("Answer: OCTOPUS = 3203254", 1.0, 1.0),
        ("정답은 **3203254**입니다.", 1.0, 1.0),
        ("따라서 낙지 = 3203254", 1.0, 1.0),
        ("The sum is 3203254.", 1.0, 1.0),
        ("Answer: 3203255", 0.0, 0.0),
        ("Answer: 32032544", 0.0, 0.0),
    ],
)
def test_practice_replies_are_read(reply: str, exact: float, robust: float) -> None:
    item = Item(id="x", fields={"question": ""}, gold="3203254", metadata={"type": "cryptarithmetic"})
    assert score(reply, item).metrics["exact_match"] == exact
    assert reward(reply, item) == robust
