"""The recognisers that are installed here, and which of them reads a page.

Tesseract reads Latin and Cyrillic letters; RapidOCR, an extra, reads Chinese, of a poor scan far more, and knows no
Cyrillic (`tests/benchmarks/decisions/scans.md`). So where both are there, Tesseract looks at the script first. What the
first of them is unsure of, the other reads as well, and the surer text stays.
"""

from __future__ import annotations

from functools import cache
from importlib import import_module
from importlib.util import find_spec
from pathlib import Path
from typing import Protocol

from app.domain.documents import RecognisedPage
from app.readers.paper.tesseract import CHINESE_SCRIPT, UNKNOWN, ScriptOnPage, Sheet, Tesseract, installed_tesseract
from app.readers.reading_failures import Unreadable

RAPID = "rapidocr_onnxruntime"
RAPID_MODELS = ("det", "cls", "rec")
LEAST_SURENESS = 0.6
"""Below this another recogniser is asked as well."""
POOR = 0.8
"""Below this much is misread; of a mirrored page it is 0.5 to 0.8, of one in a language that is missing 0.5 to 0.6."""


class Recogniser(Protocol):
    """Reads the words off a picture, within some seconds."""

    @property
    def name(self) -> str:
        """The program or package with its version."""

    def read(self, sheet: Sheet, seconds: float, on_page: ScriptOnPage = UNKNOWN) -> RecognisedPage:
        """Return the words of the page; a page without any has none."""


@cache
def recognisers() -> tuple[Recogniser, ...]:
    """The recognisers that are installed, none of which asks the network for anything."""
    found: list[Recogniser] = []
    tesseract = installed_tesseract()
    if tesseract is not None:
        found.append(tesseract)
    if has_rapid():
        found.append(import_module("app.readers.paper.rapid").Rapid())
    return tuple(found)


@cache
def has_rapid() -> bool:
    """Tell whether RapidOCR is installed with its models inside the package; one that would fetch them is refused."""
    spec = find_spec(RAPID)
    if spec is None or spec.origin is None:
        return False
    names = [path.name for path in (Path(spec.origin).parent / "models").glob("*.onnx")]
    return all(any(f"_{part}_" in name for name in names) for part in RAPID_MODELS)


def recogniser_names() -> tuple[str, ...]:
    """Name the recognisers that are installed."""
    return tuple(each.name for each in recognisers())


def recognised(sheet: Sheet, seconds: float) -> RecognisedPage:
    """Read a page by the recogniser that knows its script best; the surer of two, where the first is unsure.

    A page in a script for which there is no language is Unreadable, unless it is read surely all the same.
    """
    known = recognisers()
    first = known[0]
    on_page = first.script_on(sheet, seconds / 3) if isinstance(first, Tesseract) else UNKNOWN
    order = known[::-1] if on_page.script == CHINESE_SCRIPT else known
    best = RecognisedPage()
    for recogniser in order:
        found = recogniser.read(sheet, seconds * 2 / 3 / len(order), on_page)
        if found.sureness * len(found.text) > best.sureness * len(best.text):
            best = found
        if best.sureness >= LEAST_SURENESS:
            break
    if best.sureness < POOR and isinstance(first, Tesseract) and first.lacks(on_page.script):
        raise Unreadable("no-language")
    return best
