"""Every sentence that the code raises as an error is told in Korean, or stands in `ENGLISH` with a reason.

The source is read, not run: `ast` finds each call that makes an error, and the sentence in it is put together from its
fixed words, with stand-ins for its values. Names, parameters, conditions and functions of the same file are followed
where they give texts, so that every form of a sentence is asked for.

What only says why the question of a puzzle cannot be read ends no command, and is not asked for.
"""

import ast
import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from itertools import chain, pairwise, product, takewhile
from pathlib import Path

import pytest

import gwageo
from gwageo.core import GwageoError, errors
from gwageo.messages import entries, retell, speaking, word

PACKAGE = Path(gwageo.__file__).parent

BEFORE_LOADING = "commands load or connect a model before they ask it; only code of one's own can meet it"
ENGLISH: Mapping[str, str] = {
    "{} was asked before it was loaded; call load() first": BEFORE_LOADING,
    "{} was asked before it was connected; call connect() first": BEFORE_LOADING,
}
"""Sentences that stay English, with `{}` for each value, and why."""

SAME_IN_KOREAN = {"dtype"}
"""Kinds of names that Korean calls the same."""

WORDED = {"UnknownName", "MissingExtra"}
"""Classes that build their own sentence around a word."""
PLACED = {
    "RowError": "items.jsonl, row 7",
    "DataError": "items.jsonl",
    "TemplateError": "my.toml [prompt]",
    "document.error": "night.yaml, line 7",
}
"""What stands before the sentence of some errors when it is shown."""
SAID = {"reached": "{}. 7 of 40 answers are kept"}
"""Functions whose texts become sentences of an error in another file, and that sentence."""

WORD = "낱말"
RETURNED = "()"
"""Stands among the names that were followed inside of a function that was: its parameters may come from anywhere."""
STAND_INS = (WORD, "7", f"'{WORD}'", "expected a whole number")
"""What values may be: a word, a number, a text in quotes, a sentence that is known by itself."""


def _classes() -> set[str]:
    """The classes of errors in `gwageo.core`, and those that are made from them elsewhere."""
    own = {name for name, each in vars(errors).items() if isinstance(each, type) and issubclass(each, GwageoError)}
    made: set[str] = set()
    for path in PACKAGE.rglob("*.py"):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.ClassDef):
                bases = {getattr(base, "id", "") for base in node.bases}
                made |= {node.name} if bases & (own - {"GwageoError"}) else set()
    return own | made


CLASSES = _classes()


@dataclass(frozen=True)
class Value:
    """What is put into a sentence; the same source gives the same text."""

    source: str


Sentence = tuple[str | Value, ...]


@dataclass(frozen=True)
class Raised:
    """One form of a sentence that a line of the code raises."""

    place: str
    sentence: Sentence
    shown: str = "{}"
    """The sentence as it is shown: what stands around it."""

    @property
    def pattern(self) -> str:
        return "".join(part if isinstance(part, str) else "{}" for part in self.sentence)

    def forms(self) -> Iterator[str]:
        """The sentence with stand-ins: first the same for all its values, then every mixture."""
        values = list(dict.fromkeys(part for part in self.sentence if isinstance(part, Value)))
        for given in chain(([one] * len(values) for one in STAND_INS), product(STAND_INS, repeat=min(len(values), 5))):
            found = dict(zip(values, given, strict=False))
            yield "".join(part if isinstance(part, str) else found.get(part, WORD) for part in self.sentence)


class Module:
    """What a file says, with what its names and functions stand for."""

    def __init__(self, text: str) -> None:
        self.nodes = list(ast.walk(tree := ast.parse(text)))
        self.calls = [node for node in self.nodes if isinstance(node, ast.Call)]
        self.functions: dict[str, ast.FunctionDef | ast.AsyncFunctionDef] = {}
        self._outer = _assigned(tree.body)
        self._around: dict[ast.AST, ast.FunctionDef | ast.AsyncFunctionDef] = {}
        for node in self.nodes:  # outer functions come before inner ones, which so have the last word
            if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
                self.functions[node.name] = node
                self._around |= dict.fromkeys(ast.walk(node), node)

    def read(self, node: ast.AST, followed: frozenset[str] = frozenset()) -> list[Sentence]:
        """Every text that an expression may be; a value where it is none that stands in the code."""
        match node:
            case ast.Constant(value=str(text)):
                return [(text,)]
            case ast.JoinedStr(values=parts):
                return _joined(self.read(part, followed) for part in parts)
            case ast.FormattedValue(value=inner, conversion=-1, format_spec=None):
                return self.read(inner, followed)
            case ast.BinOp(op=ast.Add(), left=left, right=right):
                return _joined([self.read(left, followed), self.read(right, followed)])
            case ast.IfExp(body=one, orelse=other):
                return [*self.read(one, followed), *self.read(other, followed)]
            case ast.Name(id=name) if name not in followed:
                return self._texts(node, self._given(node, name, followed), followed | {name})
            case ast.Call(func=ast.Name(id=name) | ast.Attribute(attr=name)) if name not in followed:
                return self._texts(node, self.returned(name), followed | {name, RETURNED})
        return [(Value(ast.dump(node)),)]

    def partly(self, call: ast.Call) -> ast.Call | None:
        """What is called where a name stands for `partial(DataError, ...)`."""
        nodes = [call.func]
        for node in nodes:  # grows while names are followed, each place of a name once
            if isinstance(node, ast.Call) and _name(node) == "partial":
                return node
            if isinstance(node, ast.Name):
                nodes += [each for each in self._given(node, node.id, frozenset()) if each not in nodes]
        return None

    def returned(self, name: str) -> list[ast.expr]:
        """What a function of this file gives back."""
        inside = ast.walk(self.functions[name]) if name in self.functions else ()
        return [each.value for each in inside if isinstance(each, ast.Return) and each.value]

    def _given(self, node: ast.AST, name: str, followed: frozenset[str]) -> list[ast.expr]:
        """What a name is assigned, in the function around it or in the file, or what its function is called with."""
        function = self._around.get(node)
        if function is None:
            return self._outer.get(name, [])
        names = [each.arg for each in function.args.args]
        if name not in names:
            return _assigned(ast.walk(function)).get(name) or self._outer.get(name, [])
        if RETURNED in followed:
            return []
        index = names.index(name) - (names[0] in ("self", "cls"))
        calls = [call for call in self.calls if _name(call).rpartition(".")[2] == function.name]
        named = [each.value for call in calls for each in call.keywords if each.arg == name]
        return [*(call.args[index] for call in calls if len(call.args) > index), *named]

    def _texts(self, node: ast.AST, given: Iterable[ast.expr], followed: frozenset[str]) -> list[Sentence]:
        found = [sentence for each in given for sentence in self.read(each, followed)]
        whole = [sentence for sentence in found if any(isinstance(part, str) for part in sentence)]
        return whole if found and len(whole) == len(found) else [*whole, (Value(ast.dump(node)),)]


def _assigned(nodes: Iterable[ast.AST]) -> dict[str, list[ast.expr]]:
    """Name to all that is assigned to it."""
    found: dict[str, list[ast.expr]] = {}
    for node in nodes:
        if isinstance(node, ast.Assign) and isinstance(node.targets[0], ast.Name):
            found.setdefault(node.targets[0].id, []).append(node.value)
    return found


def _joined(parts: Iterable[list[Sentence]]) -> list[Sentence]:
    return [tuple(chain.from_iterable(each)) for each in product(*parts)]


def _name(call: ast.Call) -> str:
    """What is called: `ConfigError`, also as `core.ConfigError`; or `DataError.of`, `document.error`."""
    match call.func:
        case ast.Name(id=name):
            return name
        case ast.Attribute(value=ast.Name(id=owner), attr=name):
            return name if name in CLASSES else f"{owner}.{name}"
        case ast.Attribute(attr=name):
            return name
    return ""


def raised(text: str, place: str = "") -> Iterator[Raised]:
    """Every form of every sentence that a file raises; what holds no word of ours is none."""
    module = Module(text)
    found: list[tuple[ast.expr, ast.expr, str]]
    found = [(call, *asked) for call in module.calls if (asked := _asked(call, module.partly(call))) is not None]
    found += [(each, each, shown) for name, shown in SAID.items() for each in module.returned(name)]
    for node, first, shown in found:
        for sentence in module.read(first):
            if any(isinstance(part, str) and re.search("[A-Za-z]{2}", part) for part in sentence):
                yield Raised(f"{place}:{node.lineno}", sentence, shown)


def _asked(call: ast.Call, partly: ast.Call | None) -> tuple[ast.expr, str] | None:
    """The sentence in a call that makes an error, and how it is shown."""
    name = _name(call) if partly is None else getattr(partly.args[0], "id", "")
    keywords = {each.arg: each.value for each in (*call.keywords, *(partly.keywords if partly else ()))}
    first = next(iter([*call.args, *keywords.values()]), None)
    if first is None or name not in (CLASSES - {"UnknownName"}) | {*PLACED, "DataError.of"}:
        return None
    if name == "MissingExtra":
        return first, "{} needs packages that are not installed; install them with: pip install 'gwageo[x]'"
    if name == "DataError.of":
        return call.args[1], "items.jsonl, row 7, column 'x': the cell is empty; {}"
    if name == "document.error":
        top = isinstance(call.args[0], ast.Tuple) and not call.args[0].elts
        return call.args[1], f"{PLACED[name]}{'' if top else ', tasks'}: {{}}"
    if name not in PLACED:
        return first, "{}"
    column = "column" in keywords or (name == "RowError" and len(call.args) > 1)
    place = PLACED[name] + (", row 7" if "row" in keywords else "") + (", column 'x'" if column else "")
    return first, f"{place}: {{}}"


KOREAN = " ".join(texts["ko"] for matter in ("error", "word") for texts in entries(matter).values())
KEPT = set(re.findall("[A-Za-z]+", KOREAN))
KEPT |= {"DATA", "licence", "prompt", "stop", "summary", "title"}
"""English words that Korean texts have too: options, names, units; and keys in the file of a task."""


def told(each: Raised) -> bool:
    """Whether the sentence is known, with some stand-ins for its values, and nothing of it stays English."""
    english = {some for part in (*each.sentence, each.shown) if isinstance(part, str) for some in _some_words(part)}
    for form in each.forms():
        korean = retell(each.shown.replace("{}", form), "error")
        if korean is None or form in korean or english & set(_some_words(korean)):
            continue
        if re.search("[가-힣]", korean.replace(WORD, "")):
            return True
    return False


END = r"(?![\w=]|[./-]\w)"
"""Where a word ends that is no part of a name of ours; a Korean particle may follow."""


def _some_words(text: str) -> Iterator[str]:
    """Every English word that no Korean text has, and every two in a row; the line of a command stays as it is."""
    for row in re.findall(rf"(?<![\w/.'\[-])[A-Za-z]+{END}(?: [a-z]+{END})*", text, re.ASCII):
        words = list(takewhile(lambda each: each not in ("gwageo", "pip"), row.split(" ")))
        yield from (each for each in words if len(each) > 2 and each not in KEPT)
        yield from map(" ".join, pairwise(words))


@pytest.fixture(scope="module")
def everything() -> list[Raised]:
    """All that the package raises."""
    texts = {path: path.read_text(encoding="utf-8") for path in sorted(PACKAGE.rglob("*.py"))}
    return [each for path, text in texts.items() for each in raised(text, path.relative_to(PACKAGE).as_posix())]


def test_every_error_is_told_in_korean(everything: list[Raised]) -> None:
    """Who adds a sentence adds its Korean to `error.toml`."""
    with speaking("ko"):
        untold = [each for each in everything if each.pattern not in ENGLISH and not told(each)]
    assert not untold, "\n".join(f"{each.place}: {each.shown.replace('{}', each.pattern)}" for each in untold)


def test_the_errors_of_the_whole_package_are_found(everything: list[Raised]) -> None:
    files = {each.place.partition("/")[0] for each in everything}
    assert {"analysis", "cli", "core", "models", "puzzles", "report", "runs", "scoring", "tasks"} <= files
    assert len(everything) > 300


@pytest.mark.parametrize("pattern", ENGLISH)
def test_what_stays_english_is_raised_and_untold(pattern: str, everything: list[Raised]) -> None:
    found = [each for each in everything if each.pattern == pattern]
    with speaking("ko"):
        assert found
        assert not any(map(told, found))


def test_what_is_unknown_is_called_by_a_korean_word() -> None:
    kinds = {
        str(call.args[0].value)
        for path in PACKAGE.rglob("*.py")
        for call in Module(path.read_text(encoding="utf-8")).calls
        if _name(call) == "UnknownName" and isinstance(call.args[0], ast.Constant)
    }
    assert {"task", "metric"} <= kinds
    with speaking("ko"):
        assert {kind for kind in kinds if word(kind) == kind} == SAME_IN_KOREAN


@pytest.mark.parametrize(
    ("text", "patterns"),
    [
        ("raise ConfigError('The moon is full')", ["The moon is full"]),
        ("raise core.ConfigError(f'The moon of {name!r} is full')", ["The moon of {} is full"]),
        ("raise StoreError(f'{path} shows ' f'{n:,} moons')", ["{} shows {} moons"]),
        ("raise ModelError('The moon ' + phase + ' is full')", ["The moon {} is full"]),
        ("raise UserError('it is ' + ('full' if a else 'new'))", ["it is full", "it is new"]),
        ("why = 'full moon'\nraise RunStopped(f'{a}: {why}')", ["{}: full moon"]),
        ("def f(why):\n raise RunLocked(f'{a}: {why}')\nf('full moon')\nf(why='new moon')", None),
        ("def f():\n return 'full moon'\nraise DataError(f(), file=name)", ["full moon"]),
        ("return DataError('shows the moon', file=name, row=1, column='x')", ["shows the moon"]),
        ("raise RowError('shows the moon', 'x')", ["shows the moon"]),
        ("raise DataError.of(error, 'look at the moon')", ["look at the moon"]),
        ("raise document.error((), 'shows the moon')", ["shows the moon"]),
        ("no = partial(DataError, row=1)\nraise no('shows the moon')", ["shows the moon"]),
        ("raise MissingExtra('A moon', 'local')", ["A moon"]),
        ("def reached():\n return 'The moon is full'", ["The moon is full"]),
        ("raise ConfigError(text)\nraise StoreError(f'{a}: {b}')", []),
    ],
)  # fmt: skip
def test_a_sentence_without_korean_is_found_in_every_shape(text: str, patterns: list[str] | None) -> None:
    found = list(raised(text))
    assert [each.pattern for each in found] == (["{}: full moon", "{}: new moon"] if patterns is None else patterns)
    with speaking("ko"):
        assert not any(map(told, found))
