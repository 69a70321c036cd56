"""Cipher: code-point formulas agree, padding is never in doubt, planted faults and practice replies are read."""

import json
from collections import Counter
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st
from planted import is_caught

from gwageo.core import Item
from gwageo.core.errors import UserError
from gwageo.puzzles import Unreadable, check, load, made, make, read_row, reward, score
from gwageo.puzzles.base import TIERS, Language
from gwageo.puzzles.cipher.generate import PRESETS, Params, space
from gwageo.puzzles.cipher.layers import LAYERS, encrypt, named
from gwageo.puzzles.cipher.message import Message, Rule, keyword
from gwageo.puzzles.cipher.solve import solve

CIPHER = load("cipher")
SYLLABLES = st.text(st.characters(min_codepoint=0xAC00, max_codepoint=0xD7A3), min_size=1, max_size=9)
KOREAN_KEYS = st.sampled_from(["하늘", "바다", "달빛", "열쇠"])
LETTERS = st.text(st.sampled_from("ABCDEFGHIJKLMNOPQRSTUVWXYZ"), min_size=1, max_size=20)
ENGLISH_KEYS = st.sampled_from(["ALPHA", "ECHO", "FOXTROT", "INDIA"])


# --- the layers, by formulas of their own


def plain_korean(text: str, key: str, layer: str) -> str:
    codes = [ord(char) - 0xAC00 for char in text]
    keys = [ord(key[place % len(key)]) - 0xAC00 for place in range(len(text))]
    if layer == "REVERSE":
        return text[::-1]
    if layer == "CHO_SHIFT":
        moved = [(code // 588 + own // 588) % 19 * 588 + code % 588 for code, own in zip(codes, keys, strict=True)]
    elif layer == "JONG_SHIFT":
        moves = [own % 28 or own // 588 + 1 for own in keys]
        moved = [code // 28 * 28 + (code % 28 + move) % 28 for code, move in zip(codes, moves, strict=True)]
    else:
        first = [(ord(char) - 0xAC00) // 28 % 21 for char in key]
        table = sorted(range(21), key=lambda vowel: first.index(vowel) if vowel in first else 99 + vowel)
        moved = [code // 588 * 588 + table[code // 28 % 21] * 28 + code % 28 for code in codes]
    return "".join(chr(0xAC00 + code) for code in moved)


@given(SYLLABLES, KOREAN_KEYS, st.sampled_from(["CHO_SHIFT", "JUNG_SUB", "JONG_SHIFT", "REVERSE"]))
def test_a_korean_layer_is_what_its_formula_says_and_can_be_undone(text: str, key: str, layer: str) -> None:
    changed = LAYERS[layer].apply(text, key)
    assert changed == plain_korean(text, key, layer)
    assert LAYERS[layer].undo(changed, key) == text


@given(LETTERS, ENGLISH_KEYS)
def test_vigenere_adds_letters_and_can_be_undone(text: str, key: str) -> None:
    changed = LAYERS["VIGENERE"].apply(text, key)
    moves = [(ord(new) - ord(old)) % 26 for old, new in zip(text, changed, strict=True)]
    assert "".join(chr(65 + move) for move in moves) == (key * 20)[: len(text)]
    assert LAYERS["VIGENERE"].undo(changed, key) == text


@given(LETTERS, ENGLISH_KEYS)
def test_transposition_reads_columns_and_can_be_undone_to_its_padding(text: str, key: str) -> None:
    changed = LAYERS["TRANSPOSITION"].apply(text, key)
    assert LAYERS["TRANSPOSITION"].undo(changed, key) == text + "X" * (-len(text) % len(key))


def test_columns_with_equal_letters_are_read_from_left_to_right() -> None:
    assert LAYERS["TRANSPOSITION"].apply("ABCDEFGH", "ALPHA") == "AFEX" + "DX" + "BG" + "CH"


@pytest.mark.parametrize(("text", "layer"), [("가", "VIGENERE"), ("ABC", "CHO_SHIFT"), ("ABC", "ROT13")])
def test_what_is_not_of_the_script_is_refused(text: str, layer: str) -> None:
    with pytest.raises(ValueError, match=r"not a|not known"):
        named(layer).apply(text, "ALPHA" if layer == "VIGENERE" else "하늘")


# --- the keyword


@pytest.mark.parametrize(
    ("log", "rule", "found"),
    [
        ("REPORT 12. USES AUTH CODE HOTEL. END", Rule("label"), "HOTEL"),
        ("ENCRYPTION SEED IS DETERMINED AS ECHO. TARGET", Rule("label"), "ECHO"),
        ("암호화 벡터값 설정 단계에서 키워드 달빛 적용됨.", Rule("label"), "달빛"),
        ("할 때 쓴 주요키 하늘 확인.", Rule("label"), "하늘"),
        ("A B: C, 1.5 | ECHO.", Rule("position", position=6), "ECHO"),
        ("A B", Rule("position", position=3), None),
        ("A B", Rule("label"), None),
        ("A SEED", Rule("label"), None),
        ("", Rule("told", keyword="GOLF"), "GOLF"),
    ],
)
def test_the_keyword_stands_where_the_rule_says(log: str, rule: Rule, found: str | None) -> None:
    assert keyword(Message(log, rule, ("VIGENERE",), "ABC")) == found


# --- the puzzle


def message(plain: str, unpadded: bool) -> Message:
    layers = ("TRANSPOSITION", "VIGENERE")
    return Message("A LOG", Rule("told", "ECHO"), layers, encrypt(plain, "ECHO", layers), unpadded=unpadded)


@pytest.mark.parametrize(
    ("plain", "unpadded", "found"),
    [
        ("ABCDEF", False, ("ABCDEF", "ABCDEFX")),
        ("ABCDEFG", False, ("ABCDEFG", "ABCDEFGX")),
        ("ABCDEFGH", False, ("ABCDEFGH",)),
        ("ABCDEFGX", False, ("ABCDEFG", "ABCDEFGX")),
        ("ABCDEF", True, ("ABCDEF",)),
        ("ABCDEFGH", True, ("ABCDEFGH",)),
        ("ABCXXXXX", True, ()),
    ],
)
def test_padding_is_counted_as_far_as_it_is_in_doubt(plain: str, unpadded: bool, found: tuple[str, ...]) -> None:
    assert solve(message(plain, unpadded)).found == found


@pytest.mark.parametrize(
    "broken",
    [
        Message("", Rule("label"), ("VIGENERE",), "ABC"),
        Message("", Rule("told", "ECHO"), ("TRANSPOSITION",), "ABC"),
        Message("", Rule("told", "ECHO"), ("VIGENERE",), "ABC", examples=(("A", "B"),)),
        Message("", Rule("told", "ECHO"), ("CHO_SHIFT",), "ABC"),
    ],
)
def test_what_cannot_be_decrypted_has_no_answer(broken: Message) -> None:
    assert solve(broken).found == ()


@pytest.mark.parametrize(
    ("language", "tier", "lengths", "positions"),
    [("en", "easy", (20, 24), (0, 0)), ("en", "medium", (20, 24), (0, 0)), ("en", "hard", (6, 10), (6, 24)),
     ("ko", "easy", (8, 8), (6, 16)), ("ko", "medium", (4, 6), (6, 16)), ("ko", "hard", (6, 8), (0, 0))],
)  # fmt: skip
def test_a_tier_has_its_lengths(
    language: Language, tier: str, lengths: tuple[int, int], positions: tuple[int, int]
) -> None:
    for index in range(60):
        features = made("cipher", language, tier, seed=4, index=index).features
        assert lengths[0] <= int(features["plaintext_length"]) <= lengths[1]
        assert positions[0] <= int(features["position"]) <= positions[1]
        assert features["examples"] == PRESETS[language, tier].examples  # type: ignore[index]  # a tier


@pytest.mark.parametrize(("tier", "shares"), [("medium", {4: 75, 5: 12, 6: 13}), ("hard", {6: 60, 7: 36, 8: 4})])
def test_korean_lengths_keep_their_shares(tier: str, shares: dict[int, int]) -> None:
    lengths = Counter(len(made("cipher", "ko", tier, seed=4, index=index).solution) for index in range(100))
    assert lengths == shares


@pytest.mark.parametrize("tier", TIERS)
def test_no_korean_plaintext_comes_twice_and_the_space_is_the_limit(tier: str) -> None:
    size = space(PRESETS["ko", tier])  # type: ignore[index]  # a tier
    count = min(size, 1200)
    assert len({item.gold for item in make("cipher", "ko", tier, seed=4, count=count)}) == count
    with pytest.raises(UserError, match=f"{size:,} different questions"):
        make("cipher", "ko", tier, count=size + 1)


def test_the_word_lists_hold_words_of_their_length() -> None:
    table = CIPHER.wording["ko"].table["log"]
    for name in (
        "field",
        "work",
        "place",
        "thing",
        "data2",
        "data3",
        "tool2",
        "tool3",
        "tech4",
        "part2",
        "part3",
        "part4",
    ):
        listed = table[name].split()
        assert len(set(listed)) == len(listed), name
        assert {len(word) for word in listed} == {int(name[-1]) if name[-1].isdigit() else 2}, name


@pytest.mark.parametrize(
    "wrong", [{}, {"letters": (3, 2)}, {"compounds": {"field": 99}}, {"letters": (1, 2), "compounds": {"field": 100}}]
)
def test_parameters_that_make_no_sense_are_refused(wrong: dict[str, object]) -> None:
    with pytest.raises(ValueError, match="expected"):
        Params("ko", ("REVERSE",), "label", **wrong)  # type: ignore[arg-type]  # a table of mistakes


# --- wording and reading


@pytest.mark.parametrize(
    ("language", "tier", "old", "new"),
    [
        ("en", "hard", "-> VIGENERE\n", "-> TRANSPOSITION\n"),
        ("en", "hard", "never ends in X", "may end in X"),
        ("en", "hard", "from left to right: ", "from right to left: "),
        ("en", "hard", "from the last to the first", "from the first to the last"),
        ("en", "hard", "word number 1", "word number 3"),
        ("en", "medium", "right after", "right before"),
        ("en", "medium", "A=0", "A=1"),
        ("en", "easy", "The keyword is ", "The keyword is not "),
        ("ko", "easy", "번째 낱말", "번째 문장"),
        ("ko", "medium", "mod 28", "mod 27"),
        ("ko", "medium", "치환표[j]", "치환표[j+1]"),
        ("ko", "medium", "글자 순서를 뒤집는다", "글자 순서를 그대로 둔다"),
        ("ko", "hard", "라벨 바로 뒤에", "라벨 바로 앞에"),
        ("ko", "hard", "왼쪽부터", "오른쪽부터"),
    ],
)
def test_a_planted_fault_in_the_wording_is_caught(language: Language, tier: str, old: str, new: str) -> None:
    puzzle = next(
        puzzle
        for index in range(99)
        for puzzle in [made("cipher", language, tier, seed=2, index=index).puzzle]
        if old in CIPHER.render(puzzle, language)
    )
    assert is_caught(CIPHER, puzzle, language, old, new)


def test_an_unknown_algorithm_is_unreadable() -> None:
    text = CIPHER.render(message("ABC", True), "en").replace("TRANSPOSITION", "ROTATION")
    with pytest.raises(Unreadable, match="ROTATION"):
        CIPHER.parse(text)


@pytest.mark.parametrize(
    ("gold", "reply", "exact", "robust"),
    [
        ("NOWHQXVOKM", "Answer: nowhqxvokm", 1.0, 1.0),
        ("NOWHQXVOKM", "Answer: NOWHQ XVOKM", 0.0, 1.0),
        ("NOWHQXVOKM", "**Plaintext: NOWHQXVOKM**", 1.0, 1.0),
        ("NOWHQXVOKM", "So:\n\nNOWHQXVOKM", 1.0, 1.0),
        ("NOWHQXVOKM", "Answer: NOWHQXVOKN", 0.0, 0.0),
        ("문화시장관리지도", "원문: 문화 시장 관리 지도", 0.0, 1.0),
        ("문화시장관리지도", "Answer: 문화시장관리지도입니다", 0.0, 1.0),
        ("문화시장관리지도", "정답은 **문화시장관리지도**입니다.", 0.0, 1.0),
        ("문화시장관리지도", "Answer: 문화시장관리시도", 0.0, 0.0),
    ],
)
def test_practice_replies_are_read(gold: str, reply: str, exact: float, robust: float) -> None:
    item = Item(id="x", fields={"question": ""}, gold=gold, metadata={"type": "cipher"})
    assert score(reply, item).metrics["exact_match"] == exact
    assert reward(reply, item) == robust


def test_released_ciphers_are_sound_but_for_padding(material: Path) -> None:
    states: Counter[tuple[str, str]] = Counter()
    for file in sorted((material / "data" / "nolli" / "released").glob("cipher_*.jsonl")):
        for number, line in enumerate(file.read_text(encoding="utf-8").splitlines(), 1):
            item = read_row(json.loads(line), number, file.name)
            puzzle: Message = CIPHER.parse(str(item.fields["question"]))
            assert encrypt(str(item.gold), keyword(puzzle) or "", puzzle.layers) == puzzle.ciphertext
            states[file.stem, check(item).state] += 1
    ambiguous = {key: count for key, count in states.items() if key[1] != "sound"}
    assert states.total() == 600
    assert ambiguous == {("cipher_en_hard", "ambiguous"): 81}
