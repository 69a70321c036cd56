"""What is said about a puzzle: its view, gold, features, explanation, and the parser that reads a question back."""

import re

from gwageo.puzzles.base import Explanation, Features, Unreadable
from gwageo.puzzles.parsing import conventions, find
from gwageo.puzzles.wording import Line, Name, Slots, Words
from gwageo.puzzles.yacht_dice.generate import closeness, greedy
from gwageo.puzzles.yacht_dice.solve import assignment, best
from gwageo.puzzles.yacht_dice.table import BONUS, BONUS_FROM, CATEGORIES, ROUNDS, UPPER, Game

_ROUND = re.compile(r"^ *(?:Round|라운드) (\d+): \[(\d(?:, \d){4})\]$", re.MULTILINE)
_ASKED = r"(?:for rounds|[Rr]ounds|라운드) (\d+(?:, \d+)*)(?:\.|에 배정된|의 점수를| score together)"


def _rounds(puzzle: Game) -> tuple[Line, ...]:
    return tuple(
        Line("round", number=number, dice=", ".join(map(str, roll))) for number, roll in enumerate(puzzle.rolls, 1)
    )


def view(puzzle: Game) -> Slots:
    """The slots of the question."""
    return {"rounds": _rounds(puzzle), "queried": ", ".join(str(place + 1) for place in puzzle.queried)}


def gold(puzzle: Game, solution: int, words: Words) -> str:
    """The sum of the queried rounds."""
    return str(solution)


def features(puzzle: Game, solution: int) -> Features:
    """Queried rounds, the highest total, what a player without foresight loses, and how close to call it is."""
    total = best(puzzle.rolls).total
    return {
        "queried": len(puzzle.queried),
        "total": total,
        "gap": total - greedy(puzzle.rolls),
        "closeness": closeness(puzzle.rolls),
    }


def explain(puzzle: Game, solution: int) -> Explanation:
    """One assignment with the highest total; that all others give the queried rounds the same sum is said with it."""
    chosen = assignment(best(puzzle.rolls))
    upper = sum(edge.score for edge in chosen[:UPPER])
    given = tuple(
        Line("given", round=f"R{number}", dice="".join(map(str, roll))) for number, roll in enumerate(puzzle.rolls, 1)
    )
    table = tuple(
        Line("assigned", round=f"R{edge.round + 1}", category=Name(category), score=edge.score)
        for category, edge in zip(CATEGORIES, chosen, strict=True)
    )
    bonus = Line("bonus" if upper >= BONUS_FROM else "no_bonus", upper=upper, least=BONUS_FROM, bonus=BONUS)
    total = sum(edge.score + edge.bonus for edge in chosen)
    scored = {edge.round: edge.score for edge in chosen}
    parts = " + ".join(str(scored[place]) for place in puzzle.queried)
    return Explanation(
        given,
        (Line("best", table=table, bonus=bonus, total=total), Line("fixed")),
        Line("check", parts=parts, result=solution),
    )


def parse(text: str) -> Game:
    """Read a question back: the dice of every round, the rounds asked for, and the scores that it insists on."""
    conventions(
        text,
        what_a_full_house_scores=r"(?:Full House|풀 하우스)[^\n\d]*25(?: points|점)",
        what_a_small_straight_scores=r"(?:Small Straight|스몰 스트레이트)[^\n\d]*30(?: points|점)",
        what_a_large_straight_scores=r"(?:Large Straight|라지 스트레이트)[^\n\d]*40(?: points|점)",
        what_a_yacht_scores=r"(?:Yacht|요트)[^\n\d]*50(?: points|점)",
        what_the_upper_section_scores=r"sum of (?:the )?dice (?:showing|that show) that number"
        r"|(?:해당|그) 숫자가 나온 주사위의 합",
        what_equal_dice_score=r"sum of all (?:five )?dice if|조건을 만족하면 모든 주사위의 합"
        r"|다섯 주사위를 모두 더한 값",
        the_bonus=r"\+35 when the sum of Aces through Sixes is 63 or more|에이스~식스 합이 63 이상이면 \+35점"
        r"|35 points more if Aces to Sixes come to 63 or more|1의 눈부터 6의 눈까지의 합이 63 이상이면 35점",
    )
    rows = _ROUND.findall(text)
    if [int(number) for number, _ in rows] != list(range(1, ROUNDS + 1)):
        raise Unreadable(f"expected rounds 1 to {ROUNDS} with five dice each; found {[number for number, _ in rows]}")
    rolls = tuple(tuple(map(int, dice.split(", "))) for _, dice in rows)
    if not all(1 <= die <= 6 for roll in rolls for die in roll):
        raise Unreadable("a die shows something else than 1 to 6")
    asked = find(_ASKED, text, "the rounds asked for")[1]
    queried = tuple(int(number) - 1 for number in asked.split(", "))
    if not all(0 <= place < ROUNDS for place in queried):
        raise Unreadable(f"asked for rounds {asked}; expected numbers from 1 to {ROUNDS}")
    return Game(rolls, queried)
