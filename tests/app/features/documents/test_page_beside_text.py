"""The picture of a scanned page beside its text, on Classify and Documents, with keys and marks in the real window."""

from __future__ import annotations

import os
from io import BytesIO
from pathlib import Path

import numpy as np
import pypdfium2
import pytest
from PySide6.QtCore import Qt

from app.domain.jobs import NoOpJobContext
from app.features.documents.paper import PagePictureWidget, PageView
from app.features.train.training import TrainingOrder, train
from app.library.importing import ImportRequest, import_sources
from app.library.recipes import RecipeRequest
from tests.app.in_the_window import InTheWindow
from tests.app.readers import making

DOCUMENTS, CLASSIFY = 0, 5
WORDS = {"tax": "assessment refund declaration taxable allowance", "bank": "account balance statement transfer deposit"}


def letter(*labels: str) -> bytes:
    """A PDF of a page for each label."""
    pages = [
        "\n".join(["Acme Ltd", "2 March 2026", *WORDS[label].split(), "and other words that say nothing"])
        for label in labels
    ]
    document = pypdfium2.PdfDocument.new()
    for page in pages:
        lines = page.splitlines()
        content = "".join(f"BT /F 14 Tf 20 {180 - 16 * at} Td ({line}) Tj ET\n" for at, line in enumerate(lines))
        document.import_pages(pypdfium2.PdfDocument(making.pdf_of(content.encode())))
    made = BytesIO()
    document.save(made)
    return made.getvalue()


@pytest.fixture
def workspace(tmp_path: Path) -> Path:
    path = tmp_path / "papers.bayleaf"
    for label in WORDS:
        (tmp_path / "known" / label).mkdir(parents=True)
        for number in range(12):
            text = f"{WORDS[label]} {WORDS[label]} letter of the office number {number}"
            (tmp_path / "known" / label / f"{number}.txt").write_text(text)
    (tmp_path / "known" / "tax" / "long.pdf").write_bytes(letter("tax", "bank"))
    import_sources(path, ImportRequest((tmp_path / "known",), corpus="Papers"), NoOpJobContext())
    train(path, TrainingOrder(RecipeRequest(event_model="multinomial", smoothing="1.0"), "Papers"), NoOpJobContext())
    return path


@pytest.fixture
def somebody(somebody: InTheWindow) -> InTheWindow:
    somebody.program.window.resize(1280, 820)
    return somebody


def shown_picture(somebody: InTheWindow, name: str) -> np.ndarray:
    """The pixels of the page as they can be seen; kept as a file where that is asked for."""
    if folder := os.environ.get("BAYLEAF_PICTURES"):
        somebody.program.window.grab().save(f"{folder}/{name}.png")
    image = somebody.part(PagePictureWidget).grab().toImage()
    pixels = np.frombuffer(image.constBits(), np.uint8).reshape(image.height(), image.bytesPerLine())
    return pixels[:, : image.width() * 4].reshape(image.height(), image.width(), 4)[..., :3].copy()


def test_a_dropped_pdf_shows_its_page_with_its_words_marked(somebody: InTheWindow, tmp_path: Path) -> None:
    path = tmp_path / "new.pdf"
    path.write_bytes(letter("tax", "bank"))
    somebody.open(CLASSIFY)
    somebody.drop([path])
    somebody.rest()
    paper = somebody.models.classify.paper
    somebody.wait(lambda: paper.state.shown is not None and len(paper.state.shown.marks) >= 5)

    state = paper.state
    assert state.shown is not None
    assert (state.shown.picture.number, state.shown.picture.n_pages) == (0, 2)
    pixels = shown_picture(somebody, "classify")
    is_tinted = np.ptp(pixels.astype(int), axis=2) > 20
    assert 0.005 < is_tinted.mean() < 0.5
    assert "Page 1 of 2" in somebody.texts()

    somebody.click("Next page")
    somebody.wait(lambda: paper.state.shown is not None and paper.state.shown.picture.number == 1)
    before = somebody.part(PagePictureWidget).width()
    somebody.key(Qt.Key.Key_Plus, on=somebody.part(PageView))
    somebody.rest()
    assert somebody.part(PagePictureWidget).width() > before
    somebody.click("Fit width")
    somebody.rest()
    assert somebody.part(PagePictureWidget).width() == before


def test_documents_shows_the_page_of_what_has_one_and_none_of_plain_text(somebody: InTheWindow) -> None:
    somebody.open(DOCUMENTS)
    documents = somebody.models.documents
    titles = {"long.pdf": None, "0.txt": None}
    for number in range(1, 26):
        documents.open_document(number)
        somebody.rest()
        document = documents.state.document
        if document is not None and document.title in titles:
            titles[document.title] = number
    documents.open_document(titles["long.pdf"])
    somebody.wait(lambda: documents.paper.state.has_page)
    somebody.rest()
    assert somebody.part(PagePictureWidget).isVisible()
    shown_picture(somebody, "documents")
    documents.open_document(titles["0.txt"])
    somebody.rest()
    somebody.wait(lambda: documents.paper.state.question is None)
    assert not [each for each in somebody.program.window.findChildren(PagePictureWidget) if each.isVisible()]
