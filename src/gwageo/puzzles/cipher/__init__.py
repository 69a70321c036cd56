"""Cipher: find the keyword in a log and undo layers of encryption. English and Korean are different tasks.

English: letters, Vigenere and columnar transposition; answer "NOWHQXVOKM". Korean: syllables, shifts of their letters;
answer "문화시장관리지도". Unlike the released items, padding is never part of a plaintext and the question says so, and
the word behind a label really is the keyword.
"""

from gwageo.puzzles.base import PuzzleType, Solver
from gwageo.puzzles.cipher.generate import PRESETS, Params, generate, space
from gwageo.puzzles.cipher.message import Message
from gwageo.puzzles.cipher.parse import parse
from gwageo.puzzles.cipher.read import READER
from gwageo.puzzles.cipher.solve import solve
from gwageo.puzzles.cipher.tell import explain, features, gold, view
from gwageo.puzzles.wording import Wording

TYPE: PuzzleType[Params, Message, str] = PuzzleType(
    name="cipher",
    version=2,
    presets=PRESETS,
    generate=generate,
    solver=Solver("layer by layer", 1, "plaintext", solve),
    gold=gold,
    view=view,
    explain=explain,
    features=features,
    parse=parse,
    reader=READER,
    wording=Wording(__name__),
    paired=False,
    space=space,
)
