"""A page is rendered in a process of its own, with the words on it that speak for a label where they lie."""

from __future__ import annotations

import os
import signal
import threading
from collections.abc import Iterator
from pathlib import Path

import numpy as np
import pytest

from app.domain.documents import RecognisedPage
from app.domain.errors import SourceError
from app.domain.jobs import NoOpJobContext
from app.library.page_pictures import PagePictures, PageRequest
from tests.app.readers import making
from tests.app.readers.test_paper import grey_page, png, tiff

NOBODY = NoOpJobContext()


@pytest.fixture
def pictures(workspace: Path) -> Iterator[PagePictures]:
    made = PagePictures(workspace)
    yield made
    made.close()


def pixels(shown: object) -> np.ndarray:
    picture = shown.picture  # type: ignore[attr-defined]
    return np.frombuffer(picture.pixels, np.uint8).reshape(picture.height, picture.width, 3)


def test_a_page_of_a_pdf_is_shown_with_its_words_marked(pictures: PagePictures, tmp_path: Path) -> None:
    path = tmp_path / "a.pdf"
    path.write_bytes(making.pdf("meeting notes and prize"))

    shown = pictures.render_page(PageRequest(str(path), width_px=800, label="ham", against="spam"), NOBODY)

    assert (shown.picture.n_pages, shown.picture.width, shown.picture.height) == (1, 800, 400)
    assert [word for word, _ in shown.picture.words] == ["meeting", "notes", "and", "prize"]
    said = {word: mark.log_odds for mark in shown.marks for word, box in shown.picture.words if box == mark.box}
    assert said["meeting"] > 0.6 > -0.6 > said["prize"]
    assert "and" not in said
    for word, (left, top, right, bottom) in shown.picture.words:
        inside = pixels(shown)[int(top * 400) : int(bottom * 400) + 1, int(left * 800) : int(right * 800) + 1]
        assert inside.min() < 100, word  # there is ink where the word is said to be
    assert pixels(shown)[:100].min() == 255


def test_a_recognised_page_is_turned_upright_and_marked_by_what_was_read(
    pictures: PagePictures, tmp_path: Path
) -> None:
    path = tmp_path / "a.tif"
    path.write_bytes(tiff(grey_page("one"), np.rot90(grey_page("prize")).copy()))
    page = RecognisedPage("prize", "x", 0.9, 90, (0, 5, 500, 4500, 1500, 5100, 90), number=1)
    question = PageRequest(str(path), page_number=1, width_px=400, pages=(page,), label="ham", against="spam")

    shown = pictures.render_page(question, NOBODY)

    assert (shown.picture.number, shown.picture.n_pages) == (1, 2)
    assert (shown.picture.width, shown.picture.height) == (400, 200)
    [mark] = shown.marks
    assert mark.log_odds < -0.6
    assert mark.box == (0.05, 0.45, 0.15, 0.51)
    assert pixels(shown)[90:103, 20:60].min() < 120


def test_a_member_of_an_archive_is_shown_and_what_has_no_pages_says_so(pictures: PagePictures, tmp_path: Path) -> None:
    (tmp_path / "a.zip").write_bytes(making.zipped({"in/a.png": png(grey_page())}))
    shown = pictures.render_page(PageRequest(str(tmp_path / "a.zip"), "in/a.png", width_px=300), NOBODY)
    assert shown.picture.width == 300
    (tmp_path / "a.txt").write_text("plain text")
    for path, reason in ((tmp_path / "a.txt", "unsupported"), (tmp_path / "none.pdf", "vanished")):
        with pytest.raises(SourceError) as caught:
            pictures.render_page(PageRequest(str(path)), NOBODY)
        assert caught.value.reason == reason
    (tmp_path / "broken.pdf").write_bytes(b"%PDF-1.4 rubbish")
    with pytest.raises(SourceError, match="damaged"):
        pictures.render_page(PageRequest(str(tmp_path / "broken.pdf")), NOBODY)


@pytest.mark.skipif(not hasattr(signal, "SIGKILL"), reason="kills a process")
def test_a_page_that_costs_the_process_its_life_is_asked_for_again_and_the_next_is_shown(
    pictures: PagePictures, tmp_path: Path
) -> None:
    path = tmp_path / "a.pdf"
    path.write_bytes(making.pdf("words"))
    pictures.render_page(PageRequest(str(path)), NOBODY)
    [worker] = pictures._pool._workers
    os.kill(worker.process.pid or 0, signal.SIGKILL)
    assert pictures.render_page(PageRequest(str(path)), NOBODY).picture.n_pages == 1


def test_the_process_that_renders_begins_before_the_first_page_is_asked_for(
    pictures: PagePictures, tmp_path: Path
) -> None:
    path = tmp_path / "a.pdf"
    path.write_bytes(making.pdf("words"))
    pictures.begin()
    assert pictures._beginning is not None
    pictures._beginning.join()
    [before] = [worker.process.pid for worker in pictures._pool._workers]

    assert pictures.render_page(PageRequest(str(path)), NOBODY).picture.n_pages == 1

    assert [worker.process.pid for worker in pictures._pool._workers] == [before]


def test_what_is_closed_while_it_begins_leaves_nothing_behind(workspace: Path) -> None:
    pictures = PagePictures(workspace)
    pictures.begin()
    pictures.close()

    assert pictures._pool._workers == []
    assert not any(thread.name == "page pictures" for thread in threading.enumerate())
