"""What is said about a puzzle: its view, gold, features, explanation, and the parser that reads a question back."""

import re

from gwageo.puzzles.base import Explanation, Features, Unreadable
from gwageo.puzzles.number_baseball.candidates import after, count, everything
from gwageo.puzzles.number_baseball.game import Baseball, Hint
from gwageo.puzzles.parsing import conventions, number
from gwageo.puzzles.wording import Line, Slots, Words

_HINT = re.compile(
    r"^ *\d+\. (?:Guess|추측): (\d+) -> (\d+) (?:[Ss]trikes?|Strike\(s\)|스트라이크(?:\(S\))?), "
    r"(\d+) (?:[Bb]alls?|Ball\(s\)|볼(?:\(B\))?)$",
    re.MULTILINE,
)
_DIGITS = re.compile(r"^[^\n]*(?:[Kk]nown digits|알려진 자릿수|들어 있는 숫자)[^\n]*:\n *(\d(?:, \d)*)$", re.MULTILINE)
_PLACE = re.compile(r"^ +(?:[Pp]osition (\d+)|(\d+)번째 자리) = (\d)$", re.MULTILINE)


def view(puzzle: Baseball) -> Slots:
    """The slots of the question."""
    return {
        "length": puzzle.length,
        "hints": tuple(_hint(number, hint) for number, hint in enumerate(puzzle.hints, 1)),
        "aids": _aids(puzzle),
    }


def _hint(number: int, hint: Hint) -> Line:
    return Line("hint", number=number, guess=hint.guess, strikes=hint.strikes, balls=hint.balls)


def _aids(puzzle: Baseball) -> tuple[Line, ...]:
    """What is given away, each with the blank line before it."""
    aids = []
    if puzzle.digits:
        aids.append(Line("digits", digits=", ".join(map(str, puzzle.digits))))
    if puzzle.places:
        aids.append(
            Line("places", places=tuple(Line("place", place=at + 1, digit=digit) for at, digit in puzzle.places))
        )
    return tuple(aids)


def gold(puzzle: Baseball, solution: str, words: Words) -> str:
    """The number."""
    return solution


def features(puzzle: Baseball, solution: str) -> Features:
    """Length, hints, their strikes and balls, and what is given away."""
    return {
        "length": puzzle.length,
        "hints": len(puzzle.hints),
        "strikes": sum(hint.strikes for hint in puzzle.hints),
        "balls": sum(hint.balls for hint in puzzle.hints),
        "digits": len(puzzle.digits),
        "places": len(puzzle.places),
    }


def explain(puzzle: Baseball, solution: str) -> Explanation:
    """How many numbers each hint leaves; which one it is in the end is said with the answer."""
    left = everything(puzzle.length)
    steps = []
    for place, hint in enumerate(puzzle.hints, 1):
        left = after(left, hint)
        matches = hint.strikes + hint.balls
        steps.append(Line("left", number=place, guess=hint.guess, matches=matches, size=count(left)))
    proof = tuple(
        Line("proof", number=n, strikes=hint.strikes, balls=hint.balls) for n, hint in enumerate(puzzle.hints, 1)
    )
    givens = tuple(_hint(place, hint) for place, hint in enumerate(puzzle.hints, 1))
    return Explanation(givens, tuple(steps), Line("check", proof=proof))


def parse(text: str) -> Baseball:
    """Read a question back: the length, the hints, and what is given away."""
    conventions(
        text,
        what_a_strike_is=r"(?:[Ss]trike|스트라이크)\W.*(?:correct position|right place|맞고 위치도 맞|자리까지 맞)",
        what_a_ball_is=r"(?:[Bb]all|볼)\W.*(?:in the wrong position|another place|위치가 틀림|자리는 다르)",
    )
    length = number(r"(?:has|of) (\d+) (?:different )?digits|(\d+)자리", text, "the number of digits")
    hints = tuple(Hint(guess, int(strikes), int(balls)) for guess, strikes, balls in _HINT.findall(text))
    if not hints or any(len(hint.guess) != length for hint in hints):
        raise Unreadable(f"expected hints with guesses of {length} digits; found {[hint.guess for hint in hints]}")
    digits = _DIGITS.search(text)
    known = tuple(sorted(int(digit) for digit in re.findall(r"\d", digits[1]))) if digits else ()
    places = sorted((int(english or korean) - 1, int(digit)) for english, korean, digit in _PLACE.findall(text))
    return Baseball(length, hints, known, tuple(places))
