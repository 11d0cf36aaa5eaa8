"""Find the text on a page of a PDF file that a person does not see: white on paper, tiny, or beside the page.

A search through the objects of a page costs about 10 µs for each. Text that is not drawn at all stays visible, because
scanners write their text layers in this way. So does white text that shares its place with a picture or a
coloured shape.
"""

from __future__ import annotations

import ctypes
from collections.abc import Iterator
from ctypes import byref, c_float, c_int, c_uint
from typing import Any, NamedTuple

import numpy as np
import pypdfium2  # type: ignore[import-untyped]
from numpy.typing import NDArray
from pypdfium2 import raw as pdfium

from app.readers.documents.parsed_text import MAX_HIDDEN_POINTS, look_alike
from app.readers.web.values import WHITE

MAX_OBJECTS = 20_000
"""Maximum objects of a page that are searched. Text in later ones counts as visible."""
MAX_SHAPES = 2_000
"""Maximum pictures and shapes of a page with which white text is compared. With more, it counts as visible."""
MAX_FORM_DEPTH = 5
MIN_OVERLAP = 0.25
"""Share of a text's area from which shapes behind it make white letters visible."""
FILLING_MODES = frozenset({pdfium.FPDF_TEXTRENDERMODE_FILL, pdfium.FPDF_TEXTRENDERMODE_FILL_CLIP})
UNDRAWN_MODES = frozenset({pdfium.FPDF_TEXTRENDERMODE_INVISIBLE, pdfium.FPDF_TEXTRENDERMODE_CLIP})
NO_DRAWING = pdfium.FPDF_FILLMODE_NONE
Box = tuple[float, float, float, float]
"""Left, bottom, right and top in points."""
Matrix = tuple[float, float, float, float, float, float]


class PageObject(NamedTuple):
    """An object of a page."""

    raw: Any
    kind: int
    matrix: Matrix
    """Matrix of the form around it, which turns its coordinates into those of the page."""


def address_of(page_object: Any) -> int:
    """Return the address of an object in memory, by which it is recognised while its page is open."""
    return ctypes.cast(page_object, ctypes.c_void_p).value or 0


def find_hidden_objects(page: pypdfium2.PdfPage) -> dict[int, str]:
    """Return why text objects are hidden, by their addresses: `size`, `place` or `colour`. Others are left out."""
    sheet: Box = page.get_bbox()
    reasons: dict[int, str] = {}
    white: list[PageObject] = []
    for each in _objects_of(page):
        if each.kind != pdfium.FPDF_PAGEOBJ_TEXT or pdfium.FPDFTextObj_GetTextRenderMode(each.raw) in UNDRAWN_MODES:
            continue
        box = _box_of(each)
        if box is None:
            continue
        if box[2] < sheet[0] or box[0] > sheet[2] or box[3] < sheet[1] or box[1] > sheet[3]:
            reasons[address_of(each.raw)] = "place"
        elif (
            min(box[2] - box[0], box[3] - box[1]) <= 2 * MAX_HIDDEN_POINTS and _letter_points(each) <= MAX_HIDDEN_POINTS
        ):
            reasons[address_of(each.raw)] = "size"
        elif pdfium.FPDFTextObj_GetTextRenderMode(each.raw) in FILLING_MODES and _is_white(each):
            white.append(each)
    if white:
        reasons |= dict.fromkeys(_addresses_on_paper(page, white), "colour")
    return reasons


def _objects_of(page: pypdfium2.PdfPage) -> Iterator[PageObject]:
    """Yield the objects of a page and of the forms in it, at most MAX_OBJECTS."""
    n_left = MAX_OBJECTS
    count, get = pdfium.FPDFPage_CountObjects, pdfium.FPDFPage_GetObject
    open_forms = [(page.raw, count, get, 0, (1.0, 0.0, 0.0, 1.0, 0.0, 0.0))]
    while open_forms:
        container, count, get, begin, matrix = open_forms.pop()
        for number in range(begin, count(container)):
            raw = get(container, number)
            n_left -= 1
            if not raw or n_left < 0:
                return
            kind = pdfium.FPDFPageObj_GetType(raw)
            if kind != pdfium.FPDF_PAGEOBJ_FORM:
                yield PageObject(raw, kind, matrix)
            elif len(open_forms) < MAX_FORM_DEPTH:
                open_forms.append((container, count, get, number + 1, matrix))
                inner = _multiply(_matrix_of(raw), matrix)
                open_forms.append((raw, pdfium.FPDFFormObj_CountObjects, pdfium.FPDFFormObj_GetObject, 0, inner))
                break


def _matrix_of(raw: Any) -> Matrix:
    matrix = pdfium.FS_MATRIX()
    pdfium.FPDFPageObj_GetMatrix(raw, byref(matrix))
    return matrix.a, matrix.b, matrix.c, matrix.d, matrix.e, matrix.f


def _multiply(first: Matrix, then: Matrix) -> Matrix:
    """Return the matrix that applies `first` and then `then`."""
    a, b, c, d, e, f = first
    g, h, i, j, k, m = then
    return a * g + b * i, a * h + b * j, c * g + d * i, c * h + d * j, e * g + f * i + k, e * h + f * j + m


def _box_of(each: PageObject) -> Box | None:
    """Return the box of an object in the coordinates of its page; None if it has none."""
    left, bottom, right, top = c_float(), c_float(), c_float(), c_float()
    if not pdfium.FPDFPageObj_GetBounds(each.raw, byref(left), byref(bottom), byref(right), byref(top)):
        return None
    a, b, c, d, e, f = each.matrix
    corners = [(x, y) for x in (left.value, right.value) for y in (bottom.value, top.value)]
    across, down = [a * x + c * y + e for x, y in corners], [b * x + d * y + f for x, y in corners]
    return min(across), min(down), max(across), max(down)


def _letter_points(each: PageObject) -> float:
    """Return the height of the letters of a text object in points."""
    size = c_float()
    if not pdfium.FPDFTextObj_GetFontSize(each.raw, byref(size)):
        return MAX_HIDDEN_POINTS + 1
    a, b, c, d, *_ = _multiply(_matrix_of(each.raw), each.matrix)
    return float(size.value * abs(a * d - b * c) ** 0.5)


def _is_white(each: PageObject) -> bool:
    red, green, blue, alpha = c_uint(), c_uint(), c_uint(), c_uint()
    has_colour = pdfium.FPDFPageObj_GetFillColor(each.raw, byref(red), byref(green), byref(blue), byref(alpha))
    return bool(has_colour) and look_alike((red.value, green.value, blue.value), WHITE)


def _addresses_on_paper(page: pypdfium2.PdfPage, texts: list[PageObject]) -> Iterator[int]:
    """Yield the addresses of the texts that have neither pictures nor coloured shapes at their place."""
    boxes = [box for shape in _objects_of(page) if _is_shape(shape) and (box := _box_of(shape)) is not None]
    if len(boxes) > MAX_SHAPES:
        return
    shapes = np.array(boxes, float).reshape(-1, 4)
    for text in texts:
        box = _box_of(text)
        if box is not None and _covered_share(box, shapes) < MIN_OVERLAP:
            yield address_of(text.raw)


def _is_shape(each: PageObject) -> bool:
    """Return whether an object is a picture, a shading or a filled shape that is not white."""
    if each.kind == pdfium.FPDF_PAGEOBJ_PATH:
        filling, is_stroked = c_int(), c_int()
        pdfium.FPDFPath_GetDrawMode(each.raw, byref(filling), byref(is_stroked))
        return filling.value != NO_DRAWING and not _is_white(each)
    return each.kind in (pdfium.FPDF_PAGEOBJ_IMAGE, pdfium.FPDF_PAGEOBJ_SHADING)


def _covered_share(box: Box, shapes: NDArray[np.float64]) -> float:
    across = np.minimum(box[2], shapes[:, 2]) - np.maximum(box[0], shapes[:, 0])
    down = np.minimum(box[3], shapes[:, 3]) - np.maximum(box[1], shapes[:, 1])
    area = max((box[2] - box[0]) * (box[3] - box[1]), 1e-6)
    return float((across.clip(0) * down.clip(0)).sum() / area)
