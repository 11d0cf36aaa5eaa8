"""Pages of files as pictures, rendered in a worker process that waits for the next: a hostile page costs no more."""

from __future__ import annotations

import threading
from bisect import bisect_right
from collections import defaultdict
from collections.abc import Callable, Iterator, Sequence
from contextlib import suppress
from itertools import accumulate

from app.domain.documents import BOX_NUMBERS, ReadLimits, RecognisedPage, WorkItem
from app.domain.errors import AppError, NotFound, SourceError
from app.domain.jobs import Cancelled, JobContext
from app.library.explanations import coloured_words
from app.library.saved_models import shown_model
from app.library.workers import Batch, Lost, WorkerPool
from app.readers.paper.page_pictures import Box, PagePicture, page_picture
from app.readers.paper.word_places import SCALE
from app.readers.reading_failures import failure_of
from app.readers.reading_positions import Bookmark
from app.store.workspace import Place
from nbengine.lazy_dataclasses import dataclass
from nbengine.models.model import Model

SECONDS = 10.0
FAINTEST = 0.6
"""Log-odds from which a word is marked."""


@dataclass(frozen=True, slots=True)
class PageWanted(WorkItem):
    """The page that is to be rendered, so many pixels wide."""

    member: str = ""
    number: int = 0
    width: int = 800
    turn: int = 0


@dataclass(frozen=True, slots=True)
class Mark:
    """A word that says something, and where it lies: left, top, right and bottom as shares of the page."""

    box: Box
    log_odds: float


@dataclass(frozen=True, slots=True)
class ShownPage:
    """A page to look at, with its marks."""

    picture: PagePicture = PagePicture()
    marks: tuple[Mark, ...] = ()
    recognised: RecognisedPage | None = None
    """The page as it was read off its picture, if it was."""


@dataclass(frozen=True, slots=True)
class PageQuestion:
    """A page of a document's file, and the labels between which its words speak."""

    path: str
    member: str = ""
    number: int = 0
    width: int = 800
    pages: tuple[RecognisedPage, ...] = ()
    model: str = ""
    """The model by which words speak; by default the newest."""
    label: str | None = None
    against: str | None = None
    """The words speak for the label against this one; by default against the next."""


def render(item: WorkItem, _options: object, bookmark: Bookmark) -> Iterator[PagePicture | str]:
    """Render a page, or say why not; the target of a worker pool."""
    assert isinstance(item, PageWanted)
    bookmark.optional(lambda: None)
    try:
        yield page_picture(item.paths[0], item.member, item.number, item.width, item.turn)
    except Exception as error:
        yield failure_of(error, item.paths[0], item.member).reason


class PagePictures:
    """Renders one page after the other; the process that does it is begun with the first, or before, and kept."""

    def __init__(self, workspace: Place) -> None:
        self._workspace = workspace
        self._pool = WorkerPool(render, limits=ReadLimits(seconds_per_document=SECONDS))
        self._in_use, self._is_over = threading.Lock(), threading.Event()
        self._beginning: threading.Thread | None = None

    def begin(self) -> None:
        """Let the process begin that renders, so that the first page is there at once."""
        if self._beginning is None:
            self._beginning = threading.Thread(target=self._begin, name="page pictures", daemon=True)
            self._beginning.start()

    def close(self) -> None:
        """End the process."""
        self._is_over.set()
        if self._beginning is not None:
            self._beginning.join()
        self._pool.close()

    def _begin(self) -> None:
        def checkpoint() -> None:
            if self._is_over.is_set():
                raise Cancelled

        with suppress(AppError, Cancelled):
            self._rendered(PageWanted(("",), (None,)), checkpoint)

    def shown(self, question: PageQuestion, context: JobContext) -> ShownPage:
        """Return a page with the words on it that speak; a file without pages to show is a SourceError."""
        recognised = next((page for page in question.pages if page.number == question.number), None)
        turn = recognised.turn if recognised is not None else 0
        item = PageWanted(
            (question.path,), (None,), member=question.member, number=question.number, width=question.width, turn=turn
        )
        picture = self._rendered(item, lambda: context.checkpoint(phase="rendering"))
        words = words_of(recognised) if recognised is not None else picture.words
        return ShownPage(picture, tuple(self._marks(words, question)), recognised)

    def _marks(self, words: Sequence[tuple[str, Box]], question: PageQuestion) -> Iterator[Mark]:
        if question.label is None or not words:
            return
        with suppress(NotFound):
            model = shown_model(self._workspace, question.model or None).model
            against = question.against or next((each for each in model.labels if each != question.label), "")
            if question.label in model.labels and against in model.labels:
                yield from marks_of(words, model, question.label, against)

    def _rendered(self, item: PageWanted, checkpoint: Callable[[], None]) -> PagePicture:
        found: PagePicture | str = "crash"
        with self._in_use:
            for event in self._pool.run([item], checkpoint):
                if isinstance(event, Batch):
                    found = event.value
                elif isinstance(event, Lost):
                    found = event.failure.reason
        if isinstance(found, str):
            raise SourceError(item.paths[0], found)
        return found


def words_of(page: RecognisedPage) -> list[tuple[str, Box]]:
    """Return the words that were read off a page with their places."""
    boxes = (page.boxes[at : at + BOX_NUMBERS] for at in range(0, len(page.boxes) - BOX_NUMBERS + 1, BOX_NUMBERS))
    return [
        (page.text[start : start + length], (left / SCALE, top / SCALE, right / SCALE, bottom / SCALE))
        for start, length, left, top, right, bottom, _ in boxes
    ]


def marks_of(words: Sequence[tuple[str, Box]], model: Model, label: str, against: str) -> Iterator[Mark]:
    """Yield a mark for each word that says something for one label against another."""
    text = " ".join(word for word, _ in words)
    begins = [0, *accumulate(len(word) + 1 for word, _ in words[:-1])]
    said = defaultdict[int, float](float)
    for coloured in coloured_words(model, text, label, against):
        if coloured.log_odds is not None:
            said[bisect_right(begins, coloured.start) - 1] += coloured.log_odds
    for number, log_odds in said.items():
        if abs(log_odds) >= FAINTEST:
            yield Mark(words[number][1], log_odds)
