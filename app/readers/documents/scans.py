"""Text of scanned pages, read by the program Tesseract where it is installed; nothing is bundled.

It reads in the languages it has data for, one page after the other, within less than the time a document may take.
"""

from __future__ import annotations

import os
import shutil
import subprocess
import time
from functools import cache

import pypdfium2  # type: ignore[import-untyped]

from app.readers.reading_failures import Unreadable

TESSERACT = "tesseract"
MOST_PAGES = 20
MOST_LANGUAGES = 6
MOST_PIXELS = 20_000_000
DOTS_PER_INCH, POINTS_PER_INCH = 200, 72
LISTING_SECONDS = 5.0


def scanned_text(document: pypdfium2.PdfDocument, seconds: float) -> str:
    """The text of the first pages of a scan, as many as can be read in time."""
    program = shutil.which(TESSERACT) if seconds > 0 else None
    languages = _languages() if program is not None else ""
    if program is None or not languages:
        raise Unreadable("scan")
    end_s = time.monotonic() + seconds
    pages: list[str] = []
    for number in range(min(len(document), MOST_PAGES)):
        left_s = end_s - time.monotonic()
        if left_s <= 0:
            break
        pages.append(_read(program, languages, _picture(document, number), left_s))
    text = "\n\n".join(page for page in pages if page.strip())
    if not text:
        raise Unreadable("scan")
    return text


@cache
def _languages() -> str:
    """The languages that Tesseract has data for, as it wants to be told them."""
    try:
        told = subprocess.run([TESSERACT, "--list-langs"], capture_output=True, check=True, timeout=LISTING_SECONDS)
    except (OSError, subprocess.SubprocessError):
        return ""
    names = told.stdout.decode("ascii", "ignore").splitlines()[1:]
    return "+".join([name for name in names if name not in ("osd", "equ", "snum")][:MOST_LANGUAGES])


def _picture(document: pypdfium2.PdfDocument, number: int) -> bytes:
    """A page as a grey picture in the simplest format there is."""
    page = document[number]
    try:
        width, height = page.get_size()
        wanted = DOTS_PER_INCH / POINTS_PER_INCH
        scale = min(wanted, (MOST_PIXELS / max(1.0, width * height)) ** 0.5)
        bitmap = page.render(scale=scale, grayscale=True)
    finally:
        page.close()
    rows = bytes(bitmap.buffer)
    lines = b"".join(rows[at : at + bitmap.width] for at in range(0, bitmap.stride * bitmap.height, bitmap.stride))
    return b"P5 %d %d 255\n" % (bitmap.width, bitmap.height) + lines


def _read(program: str, languages: str, picture: bytes, seconds: float) -> str:
    try:
        found = subprocess.run(
            [program, "stdin", "stdout", "-l", languages],
            input=picture,
            capture_output=True,
            check=True,
            timeout=seconds,
            env={**os.environ, "OMP_THREAD_LIMIT": "1"},
        )
    except (OSError, subprocess.SubprocessError):
        return ""
    return found.stdout.decode("utf-8", "replace").replace("\f", "")
