"""Render pages of files in a worker process, because a hostile file may crash the renderer."""

from __future__ import annotations

import threading
from bisect import bisect_right
from collections import defaultdict
from collections.abc import Callable, Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from itertools import accumulate

from app.domain.documents import NUMBERS_PER_WORD, ReadLimits, RecognisedPage, WorkItem
from app.domain.errors import AppError, NotFound, SourceError
from app.domain.jobs import Cancelled, JobContext
from app.library.explanations import colour_words
from app.library.saved_models import load_readonly_model
from app.library.workers import LostPosition, WorkerPool, YieldedValue
from app.readers.paper.page_pictures import Box, PagePicture, render_page_picture
from app.readers.paper.recognised_words import SCALE
from app.readers.reading import Bookmark
from app.readers.reading_failures import failure_of
from app.store.workspace import WorkspaceSource
from nbengine.models.model import Model

RENDER_TIMEOUT_S = 10.0
MIN_MARKED_LOG_ODDS = 0.6
"""Minimum absolute log-odds of a marked word."""


@dataclass(frozen=True, slots=True)
class PageItem(WorkItem):
    """Work item: the page to render, and its width in pixels."""

    member: str = ""
    page_number: int = 0
    """Page number from 0."""
    width: int = 800
    rotation_degrees: int = 0
    """Rotation of the page in degrees."""


@dataclass(frozen=True, slots=True)
class MarkedWord:
    """A marked word: its log-odds, and its box (left, top, right, bottom) as fractions of the page size."""

    box: Box
    log_odds: float


@dataclass(frozen=True, slots=True)
class ShownPage:
    """A rendered page with its marks."""

    picture: PagePicture = field(default_factory=PagePicture)
    marks: tuple[MarkedWord, ...] = ()
    recognised: RecognisedPage | None = None
    """The text that was recognised in the picture of a scanned page; None for any other page."""


@dataclass(frozen=True, slots=True)
class PageRequest:
    """The page to render, and the labels by whose evidence its words are marked: `label` against `against`."""

    path: str
    member: str = ""
    page_number: int = 0
    width_px: int = 800
    pages: tuple[RecognisedPage, ...] = ()
    model: str = ""
    """Name of the model that marks the words; empty for the newest model."""
    label: str | None = None
    """Label whose evidence is marked; None marks no word."""
    against: str | None = None
    """The label that `label` is compared with; None for the first other label of the model."""


def render_item(item: WorkItem, _options: object, bookmark: Bookmark) -> Iterator[PagePicture | str]:
    """Yield a picture of the page, or the reason code of the failure. This is the target function of a worker pool."""
    assert isinstance(item, PageItem)
    bookmark.run_optional(lambda: None)
    try:
        yield render_page_picture(item.paths[0], item.member, item.page_number, item.width, item.rotation_degrees)
    except Exception as error:
        yield failure_of(error, item.paths[0], item.member).reason


class PagePictures:
    """Renders one page at a time in a worker process, which stays alive for the next page."""

    def __init__(self, workspace: WorkspaceSource) -> None:
        self._workspace = workspace
        self._pool = WorkerPool(render_item, limits=ReadLimits(seconds_per_document=RENDER_TIMEOUT_S))
        self._in_use, self._is_over = threading.Lock(), threading.Event()
        self._beginning: threading.Thread | None = None

    def begin(self) -> None:
        """Start the worker in the background, so that the first page is shown without delay."""
        if self._beginning is None:
            self._beginning = threading.Thread(target=self._start_worker, name="page pictures", daemon=True)
            self._beginning.start()

    def close(self) -> None:
        """End the worker process."""
        self._is_over.set()
        if self._beginning is not None:
            self._beginning.join()
        self._pool.close()

    def _start_worker(self) -> None:
        def checkpoint() -> None:
            if self._is_over.is_set():
                raise Cancelled

        with suppress(AppError, Cancelled):
            self._render(PageItem(("",), (None,)), checkpoint)

    def render_page(self, request: PageRequest, context: JobContext) -> ShownPage:
        """Return the picture of a page with its marked words; raise SourceError if it cannot be rendered."""
        recognised = next((page for page in request.pages if page.number == request.page_number), None)
        turn = recognised.rotation if recognised is not None else 0
        item = PageItem(
            (request.path,),
            (None,),
            member=request.member,
            page_number=request.page_number,
            width=request.width_px,
            rotation_degrees=turn,
        )
        picture = self._render(item, lambda: context.checkpoint(phase="rendering"))
        words = words_of(recognised) if recognised is not None else picture.words
        return ShownPage(picture, tuple(self._mark_words_of_page(words, request)), recognised)

    def _mark_words_of_page(self, words: Sequence[tuple[str, Box]], request: PageRequest) -> Iterator[MarkedWord]:
        """Yield the marked words of a page, or nothing if the request names no label or the model does not exist."""
        if request.label is None or not words:
            return
        with suppress(NotFound):
            model = load_readonly_model(self._workspace, request.model or None).model
            against = request.against or next((each for each in model.labels if each != request.label), "")
            if request.label in model.labels and against in model.labels:
                yield from mark_words(words, model, request.label, against)

    def _render(self, item: PageItem, checkpoint: Callable[[], None]) -> PagePicture:
        """Render a page in the worker process. Raise SourceError if that fails."""
        found: PagePicture | str = "crash"
        with self._in_use:
            for event in self._pool.run([item], checkpoint):
                if isinstance(event, YieldedValue):
                    found = event.value
                elif isinstance(event, LostPosition):
                    found = event.failure.reason
        if isinstance(found, str):
            raise SourceError(item.paths[0], found)
        return found


def words_of(page: RecognisedPage) -> list[tuple[str, Box]]:
    """Return the recognised words of a page with their boxes."""
    boxes = (
        page.boxes[at : at + NUMBERS_PER_WORD]
        for at in range(0, len(page.boxes) - NUMBERS_PER_WORD + 1, NUMBERS_PER_WORD)
    )
    return [
        (page.text[start : start + length], (left / SCALE, top / SCALE, right / SCALE, bottom / SCALE))
        for start, length, left, top, right, bottom, _ in boxes
    ]


def mark_words(words: Sequence[tuple[str, Box]], model: Model, label: str, against: str) -> Iterator[MarkedWord]:
    """Yield a mark for each word whose log-odds of `label` against `against` are large enough."""
    text = " ".join(word for word, _ in words)
    word_starts = [0, *accumulate(len(word) + 1 for word, _ in words[:-1])]
    log_odds_by_word = defaultdict[int, float](float)
    for coloured in colour_words(model, text, label, against):
        if coloured.log_odds is not None:
            log_odds_by_word[bisect_right(word_starts, coloured.start) - 1] += coloured.log_odds
    for number, log_odds in log_odds_by_word.items():
        if abs(log_odds) >= MIN_MARKED_LOG_ODDS:
            yield MarkedWord(words[number][1], log_odds)
