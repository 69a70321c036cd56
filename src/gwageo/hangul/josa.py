"""Josa: the form of a particle or ending that fits the word before it.

The one place that decides 은/는, 이/가, 을/를, 과/와, 으로/로 and the copula's forms. A word whose last sound is not
known (`final_sound` gives None: Chinese characters, emoji) takes the form of an open syllable. Pronouns that change
their own shape (나 + 가 = 내가) are not handled. One item: `josa("서울", "으로") == "서울로"`.
"""

from dataclasses import dataclass

from gwageo.hangul.jamo import final_sound, is_syllable


@dataclass(frozen=True, slots=True)
class Pair:
    """One particle or ending in its two forms."""

    closed: str
    """Form behind a consonant."""
    open: str
    """Form behind a vowel."""
    extends: bool = True
    """Whether more may follow within the word: 으로부터, 이라고, 과의."""

    def form(self, sound: str | None) -> str:
        """The form behind a word that ends in `sound` (see `final_sound`)."""
        return self.closed if sound and not (sound == "ㄹ" and self.open == "로") else self.open


# Where two pairs share a form the earlier one is meant: 야 is the vocative; write 이야 for the copula.
PAIRS: tuple[Pair, ...] = (
    Pair("은", "는", extends=False),
    Pair("이", "가", extends=False),
    Pair("을", "를", extends=False),
    Pair("아", "야", extends=False),
    Pair("과", "와"),
    Pair("으로", "로"),
    Pair("은커녕", "는커녕", extends=False),
    Pair("이나", "나"),
    Pair("이랑", "랑"),
    Pair("이라", "라"),
    Pair("이란", "란", extends=False),
    Pair("이에요", "예요", extends=False),
    Pair("이었", "였"),
    Pair("이며", "며"),
    Pair("이면", "면"),
    Pair("이든", "든"),
    Pair("이던", "던"),
    Pair("이고", "고"),
    Pair("이자", "자", extends=False),
    Pair("이지만", "지만", extends=False),
    Pair("이니", "니"),
    Pair("이다", "다", extends=False),
    Pair("이야", "야"),
    Pair("이여", "여", extends=False),
)


def _index() -> dict[str, Pair]:
    """Every form, and every way to write both forms, to its pair."""
    index: dict[str, Pair] = {}
    for pair in PAIRS:
        for name in (pair.closed, pair.open, f"{pair.closed}/{pair.open}", f"{pair.open}/{pair.closed}"):
            index.setdefault(name, pair)
    return index


_FORMS = _index()
_LONGEST = max(map(len, _FORMS))


def josa(word: str, wanted: str) -> str:
    """`word` with the fitting form of a particle behind it.

    Args:
        word: Any text; its last sound decides.
        wanted: Either form ("은"), both ("은/는"), or a longer ending that begins with one ("으로부터", "이었다").

    Raises:
        ValueError: `wanted` is not a particle or ending with two forms.

    Example:
        >>> josa("사과", "이었다")
        '사과였다'
    """
    return word + particle(word, wanted)


def particle(word: str, wanted: str) -> str:
    """The form of `wanted` that fits `word`, without the word; arguments as for `josa`."""
    found = _split(wanted)
    if found is None:
        names = ", ".join(f"{pair.closed}/{pair.open}" for pair in PAIRS)
        raise ValueError(f"{wanted!r} is not a particle with two forms; expected one of {names}")
    pair, rest = found
    return pair.form(final_sound(word)) + rest


def fits(word: str, following: str) -> bool:
    """Whether the text right behind `word` carries on with a form that fits it.

    Text that begins with no particle of two forms (의, 에, 도, a blank, a full stop) fits every word.

    Example:
        >>> fits("강아지", "가 짖었다."), fits("강아지", "이 짖었다.")
        (True, False)
    """
    start = next((index for index, char in enumerate(following) if not is_syllable(char)), len(following))
    ending = following[:start]
    found = _split(ending)
    return found is None or found[0].form(final_sound(word)) + found[1] == ending


def _split(ending: str) -> tuple[Pair, str] | None:
    """The pair that `ending` begins with, longest form first, and what follows within the word."""
    for length in range(min(_LONGEST, len(ending)), 0, -1):
        pair = _FORMS.get(ending[:length])
        if pair is not None and (pair.extends or length == len(ending)):
            return pair, ending[length:]
    return None
