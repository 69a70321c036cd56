"""`gwageo nolli`: make puzzles, check a file of them, show one."""

import re
from collections.abc import Iterator, Sequence
from contextlib import ExitStack
from itertools import groupby
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from gwageo.cli.errors import FAILED_ITEMS, clean
from gwageo.cli.saying import say, say_json
from gwageo.cli.values import given, option
from gwageo.messages import translate

if TYPE_CHECKING:
    from gwageo.core import Item
    from gwageo.puzzles.files import Audit
    from gwageo.puzzles.suite import Cell, Made

PANEL = translate("help.panel.options")
_ID = re.compile(
    r"(?P<type>[a-z_]+?)_(?:(?P<language>en|ko)_)?(?P<tier>easy|medium|hard)_s(?P<seed>\d+)_(?P<index>\d+)"
)

nolli = typer.Typer(name="nolli", help=translate("help.nolli.command"), no_args_is_help=True)


@nolli.command(help=translate("help.make.command"))
def make(
    task: Annotated[
        list[str] | None, option("--task", "-t", help=translate("help.make.task"), panel=PANEL, metavar="T")
    ] = None,
    language: Annotated[
        list[str] | None, option("--lang", "-l", help=translate("help.make.language"), panel=PANEL, metavar="L")
    ] = None,
    tier: Annotated[
        list[str] | None, option("--tier", help=translate("help.make.tier"), panel=PANEL, metavar="TIER")
    ] = None,
    count: Annotated[
        int, typer.Option("--count", "-n", help=translate("help.make.count"), rich_help_panel=PANEL)
    ] = 100,
    seed: Annotated[int, typer.Option("--seed", help=translate("help.make.seed"), rich_help_panel=PANEL)] = 0,
    workers: Annotated[int, typer.Option("--workers", help=translate("help.make.workers"), rich_help_panel=PANEL)] = 1,
    output: Annotated[
        str | None, option("--output", "-o", help=translate("help.make.output"), panel=PANEL, metavar="OUT")
    ] = None,
    shards: Annotated[
        bool, typer.Option("--shards", help=translate("help.make.shards"), rich_help_panel=PANEL)
    ] = False,
    size: Annotated[
        int, typer.Option("--shard-size", help=translate("help.make.shard_size"), rich_help_panel=PANEL)
    ] = 10_000,
) -> None:
    """Make puzzles, each with the certificate that it has one answer. The same words give the same bytes."""
    with clean():
        from gwageo.puzzles.suite import choose, make_all

        cells = choose(_listed(task), _listed(language), _listed(tier))
        if shards:
            typer.echo(_fill(cells, output, seed=seed, count=count, workers=workers, size=size), err=True)
            return
        made = make_all(cells, seed=seed, count=count, workers=workers)
        if output is None:
            for line in _lines(made):
                typer.echo(line)
            return
        written = _write(made, cells, output)
        typer.echo(translate("nolli.made", count=f"{written:,}", output=output), err=True)


def _listed(values: list[str] | None) -> list[str]:
    """Values given one by one or with commas between them."""
    return [part.strip() for value in values or [] for part in value.split(",") if part.strip()]


def _fill(cells: "Sequence[Cell]", output: str | None, **request: int) -> str:
    """Fill a folder with shards; the sentence about what it holds."""
    from gwageo.cli.places import is_file
    from gwageo.core import UserError
    from gwageo.puzzles.files import ENDINGS
    from gwageo.puzzles.shards import fill

    if output is None:
        raise UserError("Shards go into a folder; give one as -o items/")
    if is_file(output, ENDINGS):
        raise UserError(f"Shards go into a folder; -o is {output!r}, give one as -o items/")
    filled = fill(output, cells, **request)
    told = translate(
        "nolli.filled", count=f"{filled.items:,}", shards=f"{filled.shards:,}", kept=f"{filled.kept:,}",
        output=output, digest=filled.digest,
    )  # fmt: skip
    return f"{told}\n{translate('nolli.mended', n=f'{filled.mended:,}')}" if filled.mended else told


def _lines(made: "Iterator[Made]") -> Iterator[str]:
    for chunk in made:
        yield from chunk.lines


def _write(made: "Iterator[Made]", cells: "Sequence[Cell]", output: str) -> int:
    """One file, or a folder with a file for every cell; the number of items."""
    from gwageo.cli.places import is_file, kept
    from gwageo.core import UserError
    from gwageo.core.disk import exists
    from gwageo.puzzles.files import ENDINGS, write
    from gwageo.puzzles.shards import MANIFEST

    if is_file(output, ENDINGS):
        with kept(Path(output)) as place:
            return write(place, _lines(made))
    if exists(Path(output, MANIFEST)):
        raise UserError(f"{output} holds the shards of another request; give -o another folder")
    return sum(_write_group(names, chunks, Path(output)) for names, chunks in _groups(made, cells))


def _groups(made: "Iterator[Made]", cells: "Sequence[Cell]") -> "Iterator[tuple[list[str], Iterator[Made]]]":
    """The chunks of a type and tier, whose languages come together, with the names of its cells."""
    for (kind, tier), chunks in groupby(made, key=lambda chunk: (chunk.cell.type, chunk.cell.tier)):
        yield [each.name for each in cells if (each.type, each.tier) == (kind, tier)], chunks


def _write_group(names: list[str], chunks: "Iterator[Made]", folder: Path) -> int:
    from gwageo.cli.places import kept
    from gwageo.puzzles.files import writing

    with ExitStack() as stack:
        places = {name: stack.enter_context(kept(folder / f"{name}.jsonl")) for name in names}
        files = {name: stack.enter_context(writing(place)) for name, place in places.items()}
        return sum(files[chunk.cell.name](chunk.lines) for chunk in chunks)


@nolli.command(help=translate("help.audit.command"))
def check(
    file: Annotated[str, typer.Argument(help=translate("help.audit.file"), metavar="FILE", callback=given)],
    as_json: Annotated[bool, typer.Option("--json", help=translate("help.common.json"))] = False,
) -> None:
    """Solve every item of a file from the text of its question. Exit code 1 where a row cannot be read."""
    with clean():
        from gwageo.core.canonical import plain
        from gwageo.puzzles.files import check_file

        found = check_file(file)
        if as_json:
            say_json(plain(found))
        else:
            say("\n".join(told(found)))
    raise typer.Exit(FAILED_ITEMS if found.unreadable else 0)


def told(found: "Audit") -> list[str]:
    """The counts, then every item that is not sound with its reason."""
    head = translate(
        "nolli.counts", n=f"{found.n:,}", sound=f"{found.sound:,}", ambiguous=f"{found.ambiguous:,}",
        wrong=f"{found.wrong:,}", unreadable=f"{found.unreadable:,}",
    )  # fmt: skip
    states = {state: translate(f"nolli.state.{state}") for state in ("ambiguous", "wrong", "unreadable")}
    unsound = [f"{one.id}: {states[one.state]}: {one.reason}" for one in found.items if one.state in states]
    return [head, *unsound, *_repeated(found)]


def _repeated(found: "Audit") -> list[str]:
    """How many rows repeat an earlier one, and which."""
    if not found.duplicates:
        return []
    told = [
        translate(f"nolli.repeat.{one.what.replace(' ', '_')}", id=one.id, first=one.first) for one in found.duplicates
    ]
    return [translate("nolli.repeats", n=f"{len(told):,}"), *told]


@nolli.command(help=translate("help.show.command"))
def show(
    name: Annotated[
        str | None, typer.Argument(help=translate("help.show.id"), metavar="[ID]", callback=given, show_default=False)
    ] = None,
    task: Annotated[
        str | None, option("--task", "-t", help=translate("help.show.task"), panel=PANEL, metavar="T")
    ] = None,
    language: Annotated[
        list[str] | None, option("--lang", "-l", help=translate("help.make.language"), panel=PANEL, metavar="L")
    ] = None,
    tier: Annotated[str, option("--tier", help=translate("help.show.tier"), panel=PANEL, metavar="TIER")] = "easy",
    seed: Annotated[int, typer.Option("--seed", help=translate("help.make.seed"), rich_help_panel=PANEL)] = 0,
    index: Annotated[int, typer.Option("--index", "-i", help=translate("help.show.index"), rich_help_panel=PANEL)] = 0,
    as_json: Annotated[bool, typer.Option("--json", help=translate("help.common.json"))] = False,
) -> None:
    """Show a puzzle in its languages: question, answer, worked solution and certificate."""
    with clean():
        items = _items(name, task, _listed(language), tier, seed, index)
        if as_json:
            from gwageo.puzzles import row_of

            say_json({"items": [row_of(item) for item in items]})
        else:
            say("\n\n".join(pages(items)))


def _items(name: str | None, task: str | None, languages: list[str], tier: str, seed: int, index: int) -> "list[Item]":
    from gwageo.core import UserError
    from gwageo.puzzles import make_item
    from gwageo.puzzles.suite import choose

    if (name is None) == (task is None):
        raise UserError("Say which puzzle: either its id, as sudoku_ko_hard_s7_000042, or --task T with --index N")
    tiers = [tier]
    if name is not None:
        match = _ID.fullmatch(name)
        if match is None:
            raise UserError(f"{name!r} is no id of a made puzzle; expected one like sudoku_ko_hard_s7_000042")
        task, tiers, seed, index = match["type"], [match["tier"]], int(match["seed"]), int(match["index"])
        languages = languages or ([match["language"]] if match["language"] else [])
    elif task is not None and task.endswith(("easy", "medium", "hard")):
        tiers = []
    cells = choose([str(task)], languages, tiers)
    return [make_item(each.type, each.language, each.tier, seed=seed, index=index) for each in cells]


def pages(items: "Sequence[Item]") -> list[str]:
    """The items for a person."""
    return [_page(item) for item in items]


def _page(item: "Item") -> str:
    from gwageo.puzzles import load

    kind = load(str(item.metadata["type"]))
    certificate: dict[str, Any] = item.metadata["certificate"]
    proof = translate(
        "nolli.certificate", solver=certificate["solver"], version=certificate["version"],
        solutions=certificate["solutions"], unique_in=certificate["unique_in"], work=f"{certificate['work']:,}",
    )  # fmt: skip
    answer = translate("nolli.answer", answer=kind.reader.show(item.gold))
    return "\n".join(
        [f"=== {item.id}", item.fields["question"].rstrip(), "", answer, proof, "", item.metadata["trace"]]
    )
