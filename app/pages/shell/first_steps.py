"""The page shown while there is nothing to show: what to do first, and the button that does it."""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtWidgets import QApplication, QStackedWidget, QWidget

from app.pages.kit.empty_page import EmptyPage
from app.pages.shell.frame_view_model import FrameState, FrameViewModel
from nbengine.lazy_dataclasses import dataclass

Act = Callable[[], object]


@dataclass(frozen=True, slots=True)
class FirstSteps:
    """The commands that an empty page can lead to; one that is None is not offered."""

    frame: FrameViewModel | None = None
    import_documents: Act | None = None
    try_sample: Act | None = None
    n_sample: int = 0

    def open_page(self, number: int) -> Act | None:
        """Return a command that opens another page; None where there is no frame."""
        frame = self.frame
        return None if frame is None else lambda: frame.open_page(number)


class NothingYet(QStackedWidget):
    """Without documents, importing comes first; with some, what the page itself needs."""

    def __init__(self, steps: FirstSteps, sentence: str, lines: str, act_name: str, act: Act | None) -> None:
        super().__init__()
        sample = (self.tr("Try it with %Ln sample mail(s)", "", steps.n_sample), steps.try_sample or (lambda: None))
        bring = self.tr("Import mail or documents that you have already sorted:\nthis page begins with them.")
        self._without = EmptyPage(
            self.tr("No documents yet"),
            bring,
            self.tr("Import…"),
            steps.import_documents,
            sample if steps.try_sample is not None else None,
        )
        self._with = EmptyPage(sentence, lines, act_name, act)
        self.addWidget(self._without)
        self.addWidget(self._with)
        self._steps = steps
        if steps.frame is not None:
            steps.frame.moved.connect(self._on_frame_moved)
            self._on_frame_moved(steps.frame.state)
        else:
            self.setCurrentWidget(self._with)
            self.setFocusProxy(self._with)

    def _on_frame_moved(self, state: FrameState) -> None:
        has_documents = any(corpus.n_documents for corpus in state.corpora)
        shown = self._with if has_documents or self._steps.import_documents is None else self._without
        self.setCurrentWidget(shown)
        self.setFocusProxy(shown)


def show_part(pages: QStackedWidget, shown: QWidget, first: QWidget) -> None:
    """Show another part of a page; the focus that would be lost with the old one goes to where typing should go."""
    focus, old = QApplication.focusWidget(), pages.currentWidget()
    is_lost = old is not shown and old is not None and focus is not None and (focus is old or old.isAncestorOf(focus))
    pages.setCurrentWidget(shown)
    if is_lost:
        first.setFocus()
