"""Which language a command speaks: `--lang` anywhere on its line, else the environment variable GWAGEO_LANG."""

from collections.abc import Mapping, Sequence

from gwageo.messages import speak

OPTION = "--lang"
VARIABLE = "GWAGEO_LANG"
OWN = (("nolli", "make"), ("nolli", "show"))
"""Commands whose own `--lang` names the language of items; before them it is that of the messages."""


def take_language(arguments: Sequence[str], environment: Mapping[str, str]) -> tuple[list[str], str]:
    """The arguments without `--lang`, and the language; the last `--lang` counts.

    It is taken before the commands are made, since their help is in that language too. Without a value it stays where
    it is, for the command line to refuse it.
    """
    left: list[str] = []
    chosen = environment.get(VARIABLE) or "en"
    waiting = iter(arguments)
    for argument in waiting:
        if argument == "--" or tuple([*left, argument][-2:]) in OWN:
            return [*left, argument, *waiting], chosen
        name, sign, value = argument.partition("=")
        if name != OPTION:
            left.append(argument)
            continue
        given = value if sign else next(waiting, None)
        if given:
            chosen = given
        else:
            left.append(argument)
    return left, chosen


def use_language(arguments: Sequence[str], environment: Mapping[str, str]) -> list[str]:
    """Speak the language that is asked for; the arguments without it.

    Raises:
        UnknownName: It is not spoken here.
    """
    left, chosen = take_language(arguments, environment)
    speak(chosen)
    return left
