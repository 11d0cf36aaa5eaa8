"""View model of the page picture beside a document's text: page number, zoom, and marked words."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from pathlib import PurePath

from app.domain.documents import RecognisedPage
from app.kit.jobs import Runner
from app.kit.page_model import PageModel
from app.library.page_pictures import MarkedWord as MarkedWord
from app.library.page_pictures import PagePictures, PageRequest
from app.library.page_pictures import ShownPage as ShownPage
from app.store.workspace import WorkspaceSource

SUFFIXES = frozenset({".pdf", ".tif", ".tiff", ".png", ".jpg", ".jpeg"})
"""Suffixes of files that have pages. For other files, the rendering process is not started."""
SMALLEST, LARGEST, STEP = 1.0, 6.0, 1.4
MAX_WIDTH_PX = 4_000
DEFAULT_WIDTH_PX = 800
DEBOUNCE_MS = 60


@dataclass(frozen=True, slots=True)
class PagePictureState:
    """The state of the page picture."""

    question: PageRequest | None = None
    """The page that was requested last."""
    shown: ShownPage | None = None
    """The rendered page; None without one."""
    zoom: float = SMALLEST
    colours: Mapping[str, int] | None = None
    is_rendering: bool = False

    @property
    def has_page(self) -> bool:
        """True if there is a page to show."""
        return self.shown is not None and self.shown.picture.n_pages > 0


class PagePictureViewModel(PageModel[PagePictureState, PagePictures]):
    """View model of the page picture."""

    def __init__(self, runner: Runner, name: str) -> None:
        super().__init__(runner, f"page of {name}", PagePictureState())

    def open_workspace(self, place: WorkspaceSource) -> None:
        """Switch to another workspace. Its models decide which words are marked."""
        self.close()
        self.set_source(PagePictures(place))
        self._change(question=None, shown=None)

    def close(self) -> None:
        """End the rendering process."""
        if self._source is not None:
            self._source.close()

    def prestart_renderer(self, paths: Iterable[str]) -> None:
        """Start the rendering process in advance if any of these files has a suffix of files with pages."""
        if self._source is not None and any(PurePath(path).suffix.lower() in SUFFIXES for path in paths):
            self._source.begin()

    def show(
        self,
        path: str,
        member: str,
        pages: tuple[RecognisedPage, ...] = (),
        *,
        model: str = "",
        label: str | None = None,
        against: str | None = None,
        colours: Mapping[str, int] | None = None,
    ) -> None:
        """Show the first page of a document's file, or no picture if the file has no pages."""
        before, question = self.state.question, None
        is_same = before is not None and (before.path, before.member) == (path, member)
        if pages or PurePath(member or path).suffix.lower() in SUFFIXES:
            number = before.page_number if before is not None and is_same else 0
            width = DEFAULT_WIDTH_PX if before is None else before.width_px
            question = PageRequest(path, member, number, width, pages, model, label, against)
        if question == before and colours == self.state.colours:
            return
        zoom = self.state.zoom if question is not None and is_same else SMALLEST
        self._change(question=question, shown=self.state.shown if question else None, zoom=zoom, colours=colours)
        if question is None:
            self._asker.forget("page")
        self._request_page()

    def set_width(self, width: int) -> None:
        """Render the page for another width, in physical pixels."""
        question = self.state.question
        width = min(width, MAX_WIDTH_PX)
        if question is not None and width != question.width_px:
            self._change(question=replace(question, width_px=width))
            self._request_page(debounce_ms=DEBOUNCE_MS)

    def turn_pages(self, step: int) -> None:
        """Go `step` pages forward or back."""
        question, shown = self.state.question, self.state.shown
        if question is None or shown is None:
            return
        number = max(0, min(question.page_number + step, shown.picture.n_pages - 1))
        if number != question.page_number:
            self._change(question=replace(question, page_number=number))
            self._request_page()

    def zoom(self, *, is_in: bool) -> None:
        """Zoom in or out by one step."""
        zoom = self.state.zoom * STEP if is_in else self.state.zoom / STEP
        self._change(zoom=max(SMALLEST, min(zoom, LARGEST)))

    def _request_page(self, debounce_ms: int = 0) -> None:
        question = self.state.question
        if question is None:
            return
        self._ask(
            lambda pictures, context: pictures.render_page(question, context),
            then=lambda shown: self._change(shown=shown),
            failed=lambda _error: self._change(shown=None),
            topic="page", flag="is_rendering", debounce_ms=debounce_ms,
        )  # fmt: skip
