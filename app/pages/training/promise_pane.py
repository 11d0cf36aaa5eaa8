"""The promise of a filter on the Train page: how little good mail it loses, and what would make that better."""

from __future__ import annotations

from PySide6.QtWidgets import QWidget

from app.domain.use_case_results import FilterPromise
from app.pages.kit.bases_of_painted_widgets import Paragraph, Words, column
from app.qt import wording
from app.qt.look import fonts
from app.qt.look.fonts import px


class PromisePane(QWidget):
    """Three sentences under the event model; hidden where nothing is promised."""

    def __init__(self) -> None:
        super().__init__()
        self._head = Words(self.tr("What it can promise"))
        self._head.setFont(fonts.body(600))
        self._promised, self._better, self._doubted = (Paragraph(px(20)) for _ in range(3))
        parts = (self._head, px(6), self._promised, px(8), self._better, px(8), self._doubted)
        column(*parts, owner=self)

    def show_promise(self, promise: FilterPromise | None) -> None:
        """Show another promise, or none."""
        self.setVisible(promise is not None)
        if promise is None:
            return
        self._promised.show_words(self._promise(promise))
        self._better.show_words(self._improvement(promise))
        self._better.setVisible(promise.more_good > 0)
        self._doubted.show_words(self._doubt(promise))
        self._doubted.setVisible(bool(promise.suspects))

    def _promise(self, promise: FilterPromise) -> str:
        learnt = self._learnt(promise)
        lost = self.tr("at most 1 good document in %1 is judged wrongly and surely.")
        return f"{learnt} {lost.replace('%1', wording.count(promise.lost_one_in))}"

    def _learnt(self, promise: FilterPromise) -> str:
        if promise.sources >= promise.good:
            return self.tr("%Ln good document(s) learnt:", "", promise.good)
        worth = self.tr("%Ln good document(s) learnt, which count for %1 by list and sender:", "", promise.good)
        return worth.replace("%1", wording.count(promise.sources))

    def _improvement(self, promise: FilterPromise) -> str:
        more = self.tr("With %Ln more of other lists and senders it could be 1 in %1.", "", promise.more_good)
        return more.replace("%1", wording.count(promise.next_one_in))

    def _doubt(self, promise: FilterPromise) -> str:
        return self.tr("Look at %Ln label(s) first: they lead the list of surest mistakes.", "", len(promise.suspects))
