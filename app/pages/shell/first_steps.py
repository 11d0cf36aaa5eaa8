"""The page shown while there is nothing to show: what to do first, and the button that does it."""

from __future__ import annotations

from PySide6.QtWidgets import QApplication, QStackedWidget, QWidget

from app.pages.kit.page_head import EmptyPage
from app.pages.page_commands import Act, PageCommands
from app.pages.shell.frame_view_model import FrameState


class NothingYet(QStackedWidget):
    """Without documents, importing comes first; with some, what the page itself needs."""

    def __init__(self, commands: PageCommands, sentence: str, lines: str, act_name: str, act: Act | None) -> None:
        super().__init__()
        sample = (
            self.tr("Try it with %Ln sample mail(s)", "", commands.n_sample),
            commands.try_sample or (lambda: None),
        )
        bring = self.tr("Import mail or documents that you have already sorted:\nthis page begins with them.")
        self._without = EmptyPage(
            self.tr("No documents yet"), bring, self.tr("Import…"), commands.import_documents, sample
        )
        self._with = EmptyPage(sentence, lines, act_name, act)
        self.addWidget(self._without)
        self.addWidget(self._with)
        self._commands = commands
        if commands.frame is not None:
            commands.frame.moved.connect(self._on_frame_moved)
            self._on_frame_moved(commands.frame.state)
        else:
            self.setCurrentWidget(self._with)
            self.setFocusProxy(self._with)

    def _on_frame_moved(self, state: FrameState) -> None:
        has_documents = any(corpus.n_documents for corpus in state.corpora)
        shown = self._with if has_documents or self._commands.import_documents is None else self._without
        self.setCurrentWidget(shown)
        self.setFocusProxy(shown)


def show_part(pages: QStackedWidget, shown: QWidget, first: QWidget) -> None:
    """Show another part of a page; the focus that would be lost with the old one goes to where typing should go."""
    focus, old = QApplication.focusWidget(), pages.currentWidget()
    is_lost = old is not shown and old is not None and focus is not None and (focus is old or old.isAncestorOf(focus))
    pages.setCurrentWidget(shown)
    if is_lost:
        first.setFocus()
