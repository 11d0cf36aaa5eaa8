"""A folder that a scanner writes into: settled files are read, judged and filed under their names, others wait."""

from __future__ import annotations

import shutil
from pathlib import Path

import numpy as np
import pypdfium2
import pytest

from app.domain.jobs import NoOpJobContext
from app.features.filing.use_cases import undo
from app.features.inbox.scanning import has_end_marker
from app.features.train.training import TrainingOrder, train
from app.library.importing import ImportRequest, import_sources
from app.library.recipes import RecipeRequest
from app.store.workspace import Workspace
from tests.app.features.inbox.conftest import MakeWatch, names
from tests.app.readers import making
from tests.app.readers.test_paper import png, tiff

NOBODY = NoOpJobContext()
WORDS = {"tax": "assessment refund declaration taxable allowance", "bank": "account balance statement transfer deposit"}
pytestmark = pytest.mark.skipif(shutil.which("tesseract") is None, reason="Tesseract is not installed")


@pytest.fixture
def workspace(tmp_path: Path) -> Path:
    """A workspace that tells two kinds of letters apart."""
    for label, words in WORDS.items():
        (tmp_path / "known" / label).mkdir(parents=True)
        for number in range(30):
            text = f"{words} {words} letter of the office number {number}"
            (tmp_path / "known" / label / f"{number}.txt").write_text(text)
    path = tmp_path / "papers.bayleaf"
    import_sources(path, ImportRequest((tmp_path / "known",), corpus="Papers"), NOBODY)
    train(path, TrainingOrder(RecipeRequest(event_model="multinomial", smoothing="1.0"), "Papers"), NOBODY)
    return path


def page(label: str, head: str = "Acme Ltd") -> np.ndarray:
    """A letter as a scanner sees it."""
    lines = [head, "2 March 2026", *WORDS[label].split()]
    content = "".join(f"BT /F 14 Tf 20 {180 - 14 * at} Td ({line}) Tj ET\n" for at, line in enumerate(lines)).encode()
    bitmap = pypdfium2.PdfDocument(making.pdf_of(content))[0].render(scale=4, grayscale=True)
    return np.frombuffer(bitmap.buffer, np.uint8).reshape(bitmap.height, bitmap.stride)[:, : bitmap.width].copy()


def test_what_a_scanner_writes_is_tried_then_filed_under_its_name_and_brought_back(
    watch: MakeWatch, tmp_path: Path
) -> None:
    folder, filed = tmp_path / "scanner", tmp_path / "filed"
    folder.mkdir()
    pattern = "{date} {sender} {label}"
    trial = watch(folder, file_to=filed, is_trial=True, names=pattern)
    trial.check_places()
    (folder / "first.png").write_bytes(png(page("tax")))
    assert [arrival.state for arrival in trial.check_twice()] == ["would"]
    assert names(folder) == ["first.png"]

    watched = watch(folder, file_to=filed, is_trial=False, names=pattern)
    whole = tiff(page("bank"), page("bank"))
    (folder / "second.tif").write_bytes(whole[: len(whole) // 2])  # still being written, page by page
    (folder / "third.png").write_bytes(png(page("tax", "account balance statement transfer deposit")))
    (folder / "empty.png").write_bytes(png(np.full((300, 400), 255, np.uint8)))
    watched.check_places()
    (folder / "second.tif").write_bytes(whole)
    found = {Path(arrival.path).name: arrival.state for arrival in watched.check_twice()}

    assert found == {"second.tif": "filed", "third.png": "asked", "empty.png": "failed"}
    assert names(filed) == ["bank/2026-03-02 Acme Ltd bank.tif"]
    with Workspace(tmp_path / "papers.bayleaf") as opened:
        assert (
            opened._file.value("SELECT count(*) FROM recognised_page") == 3
        )  # two of the four that have text are the same
    undo(tmp_path / "papers.bayleaf", None, NOBODY)
    assert (folder / "second.tif").read_bytes() == whole
    assert names(folder) == ["empty.png", "first.png", "second.tif", "third.png"]


@pytest.mark.skipif(shutil.which("ocrmypdf") is None, reason="OCRmyPDF is not installed")
def test_what_is_filed_from_a_place_gets_its_text_where_that_is_wanted_and_comes_back_without(
    watch: MakeWatch, tmp_path: Path
) -> None:
    folder, filed = tmp_path / "scanner", tmp_path / "filed"
    folder.mkdir()
    watched = watch(folder, file_to=filed, is_trial=False, with_layers=True)
    grey = page("bank")
    original = making.scan(grey.tobytes(), grey.shape[1], grey.shape[0])
    watched.check_places()
    (folder / "letter.pdf").write_bytes(original)

    assert [arrival.state for arrival in watched.check_twice()] == ["filed"]

    with pypdfium2.PdfDocument(filed / "bank" / "letter.pdf") as opened:
        assert "balance" in opened[0].get_textpage().get_text_range()
    undo(tmp_path / "papers.bayleaf", None, NOBODY)
    assert (folder / "letter.pdf").read_bytes() == original
    assert names(filed) == []


@pytest.mark.parametrize(("name", "raw"), [("a.png", png(page("tax"))), ("a.tif", tiff(page("tax")))])
def test_a_picture_that_is_cut_short_has_not_come_to_its_end(tmp_path: Path, name: str, raw: bytes) -> None:
    path = tmp_path / name
    for cut in (9, len(raw) // 2, len(raw) - 200):
        path.write_bytes(raw[:cut])
        assert not has_end_marker(path)
    path.write_bytes(raw)
    assert has_end_marker(path)
    path.write_bytes(b"\xff\xd8\xff\xe0 pixels")
    assert not has_end_marker(path)
