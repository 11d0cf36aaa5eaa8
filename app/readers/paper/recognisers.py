"""The installed recognisers (OCR programs), and the choice between them for each page.

Tesseract reads Latin and Cyrillic. RapidOCR, an extra, reads Chinese and far more of a poor scan, but no Cyrillic
(`tests/benchmarks/decisions/scans.md`). If both are installed, Tesseract detects the script first. If the first
recogniser has a low confidence, the other one reads the page too, and the better result is used.
"""

from __future__ import annotations

from functools import cache
from importlib import import_module
from importlib.util import find_spec
from pathlib import Path
from typing import Protocol

from app.domain.documents import RecognisedPage
from app.readers.paper.tesseract import (
    CHINESE_SCRIPT,
    UNKNOWN,
    OrientationAndScript,
    PageImage,
    Tesseract,
    find_tesseract,
)
from app.readers.reading_failures import Unreadable

RAPID = "rapidocr_onnxruntime"
RAPID_MODELS = ("det", "cls", "rec")
MIN_CONFIDENCE = 0.6
"""Below this confidence another recogniser is asked as well."""
POOR_CONFIDENCE = 0.8
"""Below this confidence much is misread. A mirrored page has 0.5 to 0.8, a page in a missing language 0.5 to 0.6."""


class Recogniser(Protocol):
    """Recognises the words on a page, within a time limit."""

    @property
    def name(self) -> str:
        """The program or package with its version."""

    def read(self, image: PageImage, seconds: float, on_page: OrientationAndScript = UNKNOWN) -> RecognisedPage:
        """Return the words of a page as a recognised page; an empty page if no word was recognised."""


@cache
def installed_recognisers() -> tuple[Recogniser, ...]:
    """Return the installed recognisers. No recogniser opens a network connection."""
    installed: list[Recogniser] = []
    tesseract = find_tesseract()
    if tesseract is not None:
        installed.append(tesseract)
    if has_rapid():
        installed.append(import_module("app.readers.paper.rapid").Rapid())
    return tuple(installed)


@cache
def has_rapid() -> bool:
    """Return whether a RapidOCR is installed that has its models in its package. Other versions download them."""
    spec = find_spec(RAPID)
    if spec is None or spec.origin is None:
        return False
    names = [path.name for path in (Path(spec.origin).parent / "models").glob("*.onnx")]
    return all(any(f"_{part}_" in name for name in names) for part in RAPID_MODELS)


def recogniser_names() -> tuple[str, ...]:
    """Return the names and versions of the installed recognisers."""
    return tuple(recogniser.name for recogniser in installed_recognisers())


def recognise_page(image: PageImage, seconds: float) -> RecognisedPage:
    """Recognise a page by the recogniser that suits its script.

    If its confidence is low, the other recogniser reads the page too. Of the two results, the one with the larger
    product of confidence and text length is returned. Raises `Unreadable` (`no-language`) if the confidence is poor and
    Tesseract has no language data for the script.
    """
    installed = installed_recognisers()
    first = installed[0]
    on_page = first.detect_script(image, seconds / 3) if isinstance(first, Tesseract) else UNKNOWN
    order = installed[::-1] if on_page.script == CHINESE_SCRIPT else installed
    best = RecognisedPage()
    for recogniser in order:
        page = recogniser.read(image, seconds * 2 / 3 / len(order), on_page)
        if page.confidence * len(page.text) > best.confidence * len(best.text):
            best = page
        if best.confidence >= MIN_CONFIDENCE:
            break
    if best.confidence < POOR_CONFIDENCE and isinstance(first, Tesseract) and first.lacks_languages_for(on_page.script):
        raise Unreadable("no-language")
    return best
