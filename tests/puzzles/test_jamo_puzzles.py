"""Jamo: code points agree, the twin is the same puzzle in letters, planted faults and practice replies are read."""

from collections import Counter

import pytest
from hypothesis import given
from hypothesis import strategies as st
from planted import is_caught

from gwageo.core import Item
from gwageo.puzzles import Unreadable, load, made, make, reward
from gwageo.puzzles.base import Language
from gwageo.puzzles.jamo.blocks import CLUSTERS, FINALS, INITIALS, VOWELS, Block, Blocks
from gwageo.puzzles.jamo.generate import Params

JAMO = load("jamo")
PUZZLE = Blocks((Block(18, 0, 4), Block(0, 20, 0), Block(5, 8, 10)), 1)


@given(st.integers(0, INITIALS - 1), st.integers(0, VOWELS - 1), st.integers(0, FINALS - 1), st.integers(1, 18))
def test_a_syllable_moves_by_whole_rows_of_code_points(initial: int, vowel: int, final: int, places: int) -> None:
    solved = JAMO.certify(Blocks((Block(initial, vowel, final),), places))
    rest = vowel * FINALS + final
    assert JAMO.answer(solved, "ko") == chr(0xAC00 + (initial + places) % INITIALS * VOWELS * FINALS + rest)
    assert JAMO.parse(JAMO.render(solved.puzzle, "en")) == solved.puzzle


@pytest.mark.parametrize(("language", "gold"), [("ko", "간끼몲"), ("en", "ban-cui-jeelm")])
def test_the_twin_is_the_same_puzzle_in_letters(language: Language, gold: str) -> None:
    solved = JAMO.certify(PUZZLE)
    assert JAMO.answer(solved, language) == gold
    assert JAMO.twins == {"en"}


def test_no_two_blocks_are_written_alike_in_the_twin() -> None:
    blocks = {
        JAMO.render(Blocks((Block(3, vowel, final),), 1), "en") for vowel in range(VOWELS) for final in range(FINALS)
    }
    assert len(blocks) == VOWELS * FINALS


@pytest.mark.parametrize(
    ("tier", "syllables", "share"),
    [("easy", 2, (0.62, 0.38, 0.0)), ("medium", 2, (0.06, 0.94, 0.0)), ("hard", 3, (0.05, 0.76, 0.19))],
)
def test_a_tier_has_its_finals(tier: str, syllables: int, share: tuple[float, float, float]) -> None:
    kinds: Counter[int] = Counter()
    for index in range(200):
        blocks = made("jamo", "ko", tier, seed=4, index=index).puzzle.blocks
        assert len(blocks) == syllables
        kinds.update(0 if not block.final else 2 if block.final in CLUSTERS else 1 for block in blocks)
    assert [kinds[kind] / kinds.total() for kind in range(3)] == pytest.approx(share, abs=0.06)


def test_questions_of_a_cell_differ() -> None:
    texts = [item.fields["question"] for item in make("jamo", "ko", "medium", seed=4, count=300)]
    assert len(set(texts)) == 300


@pytest.mark.parametrize("wrong", [{"syllables": 0}, {"single": 8, "any": 3}, {"places": 0}, {"places": 19}])
def test_parameters_that_make_no_sense_are_refused(wrong: dict[str, int]) -> None:
    with pytest.raises(ValueError, match="expected"):
        Params(**{"syllables": 2, "single": 1, "any": 1, **wrong})


@pytest.mark.parametrize(
    ("language", "old", "new"),
    [
        ("ko", "쪽으로 1칸", "쪽으로 2칸"),
        ("ko", "커지는 쪽", "작아지는 쪽"),
        ("ko", "1:ㄲ 2:ㄴ", "1:ㄴ 2:ㄲ"),
        ("ko", "중성과 종성은 그대로", "중성은 그대로"),
        ("ko", "초성만", "중성만"),
        ("ko", "한기롦", "기한롦"),
        ("en", "1 place forward", "1 place back"),
        ("en", "1:c 2:d", "1:d 2:c"),
        ("en", "Blocks: zan", "Blocks: zam"),
        ("en", "Blocks: zan", "Blocks: zaan"),
        ("en", "you come back to b", "you stop"),
    ],
)
def test_a_planted_fault_in_the_wording_is_caught(language: Language, old: str, new: str) -> None:
    assert is_caught(JAMO, PUZZLE, language, old, new)


def test_a_block_that_cannot_be_split_is_unreadable() -> None:
    text = JAMO.render(PUZZLE, "en").replace("zan", "zzan")
    with pytest.raises(Unreadable, match="zzan"):
        JAMO.parse(text)


@pytest.mark.parametrize(
    ("gold", "reply", "robust"),
    [
        ("균즠혀", "Answer: 균즠혀입니다.", 1.0),
        ("균즠혀", "정답: '균 즠 혀'", 1.0),
        ("균즠혀", "Answer: 균, 즠, 혀", 1.0),
        ("균즠혀", "따라서\n**균즠혀**", 1.0),
        ("균즠혀", "정답은 균즠혀이다", 1.0),
        ("쌓뉴", "Answer: 쌓 뉴", 1.0),
        ("쌓뉴", "Answer: ‘쌓뉴’", 1.0),
        ("쌓뉴", "Answer: 쌓뉴 (변환 결과)", 1.0),
        ("균즠혀", "Answer: 균즠햐", 0.0),
        ("균즠혀", "Answer: 균즠", 0.0),
        ("feg-geum-toap", "Answer: Feg-Geum-Toap", 1.0),
        ("feg-geum-toap", "**Answer:** feg geum toap", 1.0),
        ("feg-geum-toap", "feg-geum-toap", 1.0),
        ("feg-geum-toap", "Answer: feg-geum", 0.0),
    ],
)
def test_practice_replies_are_read(gold: str, reply: str, robust: float) -> None:
    item = Item(id="x", fields={"question": ""}, gold=gold, metadata={"type": "jamo"})
    assert reward(reply, item) == robust
