"""Pages read by RapidOCR, the extra `ocr`: its models come inside the package, and nothing is fetched."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import cached_property
from importlib import import_module, metadata
from typing import Any

import numpy as np
import numpy.typing as npt

from app.domain.documents import RecognisedPage
from app.readers.paper.tesseract import ScriptOnPage
from app.readers.paper.word_places import Place, page_of

PIECE = re.compile(r"[⺀-鿿豈-﫿]|[^\s⺀-鿿豈-﫿]+")
"""A word of a line, or one Chinese character."""
MOST_SIDE = 1_280
"""Pixels of a page's longer side; more take longer and are read no better."""


class Rapid:
    """The package, with its models loaded when the first page comes."""

    @cached_property
    def name(self) -> str:
        return "RapidOCR " + metadata.version("rapidocr-onnxruntime")

    @cached_property
    def _engine(self) -> Any:
        engine = import_module("rapidocr_onnxruntime").RapidOCR
        return engine(intra_op_num_threads=1, inter_op_num_threads=1, max_side_len=MOST_SIDE)

    def read(
        self, sheet: npt.NDArray[np.uint8] | bytes, _seconds: float, on_page: ScriptOnPage | None = None
    ) -> RecognisedPage:
        """Read a page, turned upright where it is known how it lies."""
        if isinstance(sheet, bytes):
            return RecognisedPage(by=self.name)
        turn = on_page.turn if on_page is not None else 0
        upright = np.ascontiguousarray(np.rot90(sheet, -turn // 90))
        lines, _ = self._engine(np.stack([upright] * 3, axis=-1))
        return page_of(list(places_in(lines or [], upright.shape)), self.name, turn)


def places_in(lines: Any, shape: tuple[int, ...]) -> Iterator[Place]:
    """Yield the words of lines; each is given the share of its line that its characters are of the whole."""
    height, width = shape[:2]
    for number, (corners, text, sureness) in enumerate(lines):
        across, down = [corner[0] / width for corner in corners], [corner[1] / height for corner in corners]
        left, wide = min(across), max(across) - min(across)
        for match in PIECE.finditer(text):
            ends = [left + wide * end / max(1, len(text)) for end in match.span()]
            box = (ends[0], min(down), ends[1], max(down))
            yield Place(match[0], float(sureness), box, (0, 0), number)
