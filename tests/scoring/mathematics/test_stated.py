r"""The robust reading of mathematics: what a reply states, in plain LaTeX, and whether it equals the gold."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from gwageo.scoring.mathematics.judging import robust
from gwageo.scoring.mathematics.korean import plain_latex
from gwageo.scoring.mathematics.stated import read_math

pytest.importorskip("math_verify")

STATED = [
    (r"따라서, 최종 답은: $\boxed{6\text{개}}$입니다. 이 답이 맞기를 바랍니다.", "6", "box"),
    (r"$\boxed{1}$이라 생각했지만 고치면 $\boxed{2}$입니다.", "2", "box"),
    (r"두 근은 $\boxed{1}$과 $\boxed{2}$입니다.", "1, 2", "boxes"),
    (r"$\boxed{3}$을 얻었으나 다시 계산하면 답은 4입니다.", "4", "statement"),
    ("Answer: $x = 4$", "x = 4", "statement"),
    (r"답은 $\$36$입니다.", r"\$36", "statement"),
    ("정답: 3만 5천 원입니다.", "35000", "statement"),
    ("답은 5가 아니라 6입니다.", "6", "statement"),
    ("정답: 12 + 30 = 42", "42", "statement"),
    ("#### 18 (2024년 기준)", "18", "statement"),
    ("답은 √12입니다.", r"\sqrt{12}", "statement"),
    ("정리하면\n90도", r"90^\circ", "last_line"),
    ("모두 합하면 열다섯이 아니라 16명입니다.", "16", "last_value"),
    ("그래서 구하는 값은 $5$이다.", "5", "last_value"),
    ("따라서 총 비용은 12,000원이다.", "12,000", "last_value"),
    ("$x=5$ 또는 $x=-2$", "x=5, x=-2", "last_line"),
    ("∴ x = 3", "x = 3", "last_line"),
    ("답은 다음과 같습니다:\n$$x = 7$$", "x = 7", "statement"),
    ("그러므로 답은 $3$과 $-2$입니다.", "3, -2", "statement"),
    ("따라서 정답은 **12명**입니다.", "12", "statement"),
    ("답: 약 3.14", "3.14", "statement"),
    ("답은 $50$%입니다.", r"50\%", "statement"),
    (r"\boxed{\frac{\sqrt{3}}{2}}", r"\frac{\sqrt{3}}{2}", "box"),
    (r"The answer is $\boxed{7}$. The answer is correct.", "7", "box"),
    ("답은 12가 아니라 15입니다", "15", "statement"),
    ("정답은 $5$가 아니라 $6$이다", "6", "statement"),
    ("답: 12, 아니 15", "15", "statement"),
    ("답: 12 (x) → 15", "15", "statement"),
    ("만 2천원", "12000", "last_line"),
    ("답: 마이너스 3", "-3", "statement"),
    ("답은 마이너스 $3$", "-3", "statement"),
    ("정답: 7번째", "7", "statement"),
    ("정답: 1등", "1", "statement"),
    ("정답: **5**명 (남 2, 여 3)", "5", "statement"),
    ("답: 하루는 24시간", "24", "statement"),
    ("답은 없다", r"\emptyset", "statement"),
    ("답: 에블린", "에블린", "statement"),
    (r"답: $f(x) \to 3$", r"f(x) \to 3", "statement"),
    ("답: 12 또는 15", "12, 15", "statement"),
    ("정답은 4분의 1입니다.", r"\frac{1}{4}", "statement"),
    ("답은 $4$분의 $1$입니다.", r"\frac{1}{4}", "statement"),
    ("따라서 확률은 4분의 1이다.", r"\frac{1}{4}", "last_value"),
    (r"\boxed{정답: 6}", "6", "box"),
    (r"\boxed{\text{답은 } 6}", "6", "box"),
    (r"$\text{정답: 6}$", "6", "statement"),
    ("6이 정답이다.", "6", "statement"),
    ("따라서 6개가 정답입니다.", "6", "statement"),
    ("따라서 $x=6$이 최종 답이다.", "x=6", "statement"),
    (r"$\boxed{5}$가 아니라 $6$이 정답입니다.", "6", "statement"),
    ("정답은 6배 증가한 60입니다", "60", "statement"),
    ("정답: 음의 7", "-7", "statement"),
    (r"정답: 음의 $\frac{1}{2}$", r"-\frac{1}{2}", "statement"),
    ("정답은 전체의 25프로입니다.", r"25\%", "statement"),
    ("정답은 전체의 25%입니다.", r"25\%", "statement"),
    (r"따라서 $\boxed{25}\%$입니다.", r"25\%", "box"),
    ("답은 루트 6입니다.", r"\sqrt{6}", "statement"),
    ("정답: 6명!", "6", "statement"),
    ("정답은 $6$!", "6", "statement"),
]


@pytest.mark.parametrize(("reply", "value", "rule"), STATED)
def test_the_last_explicit_answer_is_read(reply: str, value: str, rule: str) -> None:
    found = read_math(reply)
    assert (found.value, found.rule, found.extraction) == (value, rule, "ok")
    assert found.span is not None
    assert reply[slice(*found.span)]


@pytest.mark.parametrize(
    "reply",
    [
        "",
        "잘 모르겠습니다.",
        "이 문제는 5단계로 풀 수 있지만 끝내지 못했습니다",
        "A small remark",
        "따라서 15분 후에 만난다.",
        "정답은 12개가 아니다",
        "정답은 $5$가 아니다",
        r"답은 \boxed{12}가 아니다",
        "답은 $12$인지 모르겠다",
        "답: 12라고 볼 수 없다",
        "The answer is not 12",
        "정답 형식은 '답: 12'입니다.",
        "답은 알 수 없다",
        "정답은 6이 될 수 없습니다",
        "정답은 $6$이 될 수 없습니다",
        "답은 6일 리가 없다",
        "답이 6이 되지는 않는다",
        "정답은 6이 나올 수 없다",
        "6은 정답이 아니다.",
        "6이 정답이라고 볼 수 없다.",
        "6이 정답인지 모르겠다.",
    ],
)
def test_nothing_is_guessed(reply: str) -> None:
    assert read_math(reply).extraction == "no_answer"


@pytest.mark.parametrize(
    "reply",
    [
        "답: 12나 15",
        "답: 10~12",
        "10~12",
        "답은 3시간 20분",
        "6과 7이 정답이다.",
        "$6$과 $7$이 정답이다.",
    ],
)
def test_several_values_are_ambiguous(reply: str) -> None:
    assert (read_math(reply).extraction, read_math(reply).value) == ("ambiguous", None)


@pytest.mark.parametrize(
    "reply",
    [
        "정답은 6제곱입니다",
        "정답은 $6$제곱입니다",
        r"답은 \boxed{6}의 제곱입니다",
        "정답은 6의 배수입니다",
        "정답은 6의 세 배입니다",
        "정답은 6팩토리얼입니다",
        "정답은 6 이상입니다",
        "정답은 $6$ 미만입니다",
        "정답은 제곱근 6입니다",
        "정답은 $6$!입니다",
        "정답은 $6$할입니다",
        "정답은 $6$분의 1입니다. 아니면 모릅니다",
        "정답: 6!",
        "6!",
    ],
)
def test_a_part_of_what_is_stated_is_not_taken_for_it(reply: str) -> None:
    found = read_math(reply)
    assert found.value != "6"
    assert not robust(["6"], found).equal


@pytest.mark.parametrize("reply", [r"최종 답은 \boxed{3", "따라서 답은 3", "<think>답은 3입니다."])
def test_what_was_cut_off_is_no_answer(reply: str) -> None:
    assert read_math(reply, truncated=True).extraction == "truncated"


def test_an_answer_before_the_cut_still_counts() -> None:
    assert read_math("답은 3입니다.\n검산해 보면 처음의 식에", truncated=True).value == "3"


def test_reasoning_is_never_mined() -> None:
    assert read_math(r"<think>\boxed{1}</think>답은 2입니다.").value == "2"


@pytest.mark.parametrize(
    ("written", "plain"),
    [
        ("5개", "5"),
        (r"5\text{개}", "5"),
        (r"10\text{원}", "10"),
        ("3명", "3"),
        ("1만 2천", "12000"),
        (r"1.2\text{만}", "12000"),
        ("2억 원", "200000000"),
        ("１２", "12"),
        ("50퍼센트", r"50\%"),
        ("10cm²", "10"),
        (r"1{,}200", "1200"),
        (r"1\,200", "1200"),
        ("해가 없다", r"\emptyset"),
        ("해가 존재하지 않는다", r"\emptyset"),
        ("$x = 4$입니다", "x = 4"),
        ("1과 2", "1, 2"),
        ("x ≤ 3", r"x \le  3"),
        (r"\frac{1}{2}", r"\frac{1}{2}"),
        (r"\text{에블린}", "에블린"),
        ("사분의 일", r"\frac{1}{4}"),
        ("3과 4분의 1", r"\frac{13}{4}"),
        ("마이너스 4분의 1", r"-\frac{1}{4}"),
        ("4분의 1과 4분의 3", r"\frac{1}{4}, \frac{3}{4}"),
        (r"3분의 2\pi", r"\frac{2\pi}{3}"),
        ("2분의 루트 3", r"\frac{\sqrt{3}}{2}"),
        ("100만분의 1", r"\frac{1}{1000000}"),
        ("6분의 휴식", "6분의 휴식"),
        ("6할", "0.6"),
        ("2할 5푼", "0.25"),
        ("루트 12", r"\sqrt{12}"),
        ("2루트3", r"2\sqrt{3}"),
        ("음의 7", "-7"),
        ("1 대 4", "1:4"),
        ("₩35,000", "35,000"),
        ("시속 6km", "6"),
        ("최소 6개", "6"),
        ("정답: 6", "6"),
        (r"\color{red}6", "6"),
        (r"\textcolor{red}{6}", "{6}"),
        (r"6\text{제곱센티미터}", "6"),
        (r"25\%", r"25\%"),
        ("6!", "6!"),
        ("6입니다!", "6"),
    ],
)
def test_korean_forms_become_plain_latex(written: str, plain: str) -> None:
    assert plain_latex(written) == plain


@given(st.text(max_size=300) | st.text(alphabet=r"\{}$ 답정:은0123.,boxed입니다=", max_size=80))
def test_no_text_raises_and_a_span_lies_in_it(reply: str) -> None:
    for truncated in (True, False):
        found = read_math(reply, truncated=truncated)
        assert (found.value is None) is (found.extraction != "ok")
        if found.span is not None:
            assert 0 <= found.span[0] <= found.span[1] <= len(reply)


@pytest.mark.parametrize(
    ("gold", "reply", "equal"),
    [
        ("[2,5)", "답: $(2,5)$", False),
        ("[2,5)", r"답: $2 \le x < 5$", True),
        (r"2 \le x < 5", "답: $[2,5)$", True),
        ("4", r"답은 $y \ne 4$입니다.", False),
        (r"\frac{1}{3}", "답: 0.333", False),
        (r"50\%", "답: 0.5", True),
        ("0.5", "답: 50", False),
        (r"\text{Evelyn}", "답: 에블린", False),
        ("6", "정답은 6분의 1입니다.", False),
        (r"\frac{1}{4}", r"\boxed{사분의 일}", True),
        ("6", r"\boxed{6!}", False),
        ("720", r"\boxed{6!}", True),
        ("6", r"\boxed{6!!}", False),
        ("6", r"\boxed{6%}", False),
        ("6", r"\boxed{6\%}", False),
        ("6", "정답은 6%입니다", False),
        (r"6\%", "정답은 6퍼센트입니다", True),
        (r"\frac{1}{4}", r"\boxed{25\%}", True),
        (r"25\%", r"\boxed{25}\%", True),
        ("6", "정답은 6할입니다", False),
        ("0.6", "정답은 6할입니다", True),
        (r"\frac14", r"\boxed{1:4}", False),
        ("1:4", r"\boxed{2:8}", True),
        ("1:2:3", r"\boxed{2:4:6}", True),
        ("1:2:3", r"\boxed{1:6}", False),
        ("1:4", "정답은 1 대 4입니다", True),
        ("2516_8", r"\boxed{2516_7}", False),
        ("2516_8", r"\boxed{2516_{(8)}}", True),
        ("2516_8", r"\boxed{2516}", True),
        ("4343_6", r"\boxed{4343_{\text{six}}}", True),
        ("5", r"\boxed{101_2}", True),
        ("101", r"\boxed{101_2}", False),
        (r"2\sqrt{3}", r"\boxed{루트 12}", True),
        ("35000", "정답: ₩35,000", True),
        ("6", r"\boxed{\color{red}{6}}", True),
    ],
)
def test_stated_values_are_compared_as_mathematics(gold: str, reply: str, equal: bool) -> None:
    assert robust([gold], read_math(reply)).equal is equal
