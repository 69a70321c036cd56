"""Where made items go: a file or a folder by the ending, and never over a file that holds something else."""

import filecmp
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path

from gwageo.core import UserError
from gwageo.core.disk import exists, take_away


def is_file(output: str, endings: Sequence[str]) -> bool:
    """Whether a name is that of a file; else it is a folder's, which has no ending or is there already.

    Raises:
        UserError: The ending is one that no file of items has.
    """
    place = Path(output)
    if place.suffix in endings:
        return True
    if place.suffix and not output.endswith(("/", "\\")) and not (exists(place) and place.is_dir()):
        known = " or ".join(endings)
        raise UserError(f"-o {output!r} ends in {place.suffix!r}; a file of items ends in {known}, a folder in /")
    return False


@contextmanager
def kept(place: Path) -> Iterator[Path]:
    """A name to write under, so that a file that is there already stays unless the bytes are the same anyway.

    Raises:
        UserError: The file is there and holds something else.
    """
    if not (exists(place) and place.is_file()):
        yield place
        return
    beside = place.with_name(f".again.{place.name}")
    try:
        yield beside
        if not filecmp.cmp(place, beside, shallow=False):
            raise UserError(f"{place} exists and holds something else; give -o another name, or delete it first")
    finally:
        take_away(beside)
