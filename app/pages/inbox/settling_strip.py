"""The chosen mail of the tray opened: a piece of its text in colours, where it came from, a button for each answer."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from pathlib import Path

from PySide6.QtCore import QCoreApplication
from PySide6.QtWidgets import QWidget

from app.domain.records import Arrival
from app.pages.inbox.view_model import ArrivalText, goes_to
from app.pages.kit.coloured_text import ColouredText
from app.pages.kit.widgets import Button, clear, column, named, remark, row
from app.pages.paper.page_view import PageBesideText
from app.pages.paper.view_model import PaperViewModel
from app.qt import wording
from app.qt.look.fonts import px

translate = QCoreApplication.translate
MOST_LABELS = 9
LEAST_TEXT = 86


class SettlingStrip(QWidget):
    """Says what a mail that waits is about, and takes the answer."""

    def __init__(
        self, on_answer: Callable[[int], object], on_later: Callable[[], object], paper: PaperViewModel
    ) -> None:
        super().__init__()
        self._on_answer = on_answer
        self._labels: tuple[str, ...] = ()
        self._text = named(ColouredText(size=13, line=22), self.tr("Text of the chosen mail"))
        self._text.setMinimumHeight(px(LEAST_TEXT))
        self._answers, self._later = QWidget(), Button(self.tr("Later"), on_later, key="L")
        self._answer_row = row(owner=self._answers)
        self._answer_row.setSpacing(px(8))
        self._hint, foot = remark(self.tr("learnt at once, and can be undone"), elide=None), QWidget()
        row(self._answers, px(8), self._later, px(12), self._hint, -1, owner=foot)
        self._paper, beside = paper, PageBesideText(paper, self._text)
        column(beside, px(4), foot, margins=(px(20), px(4), px(20), px(10)), owner=self).setStretch(0, 1)

    def show_labels(self, labels: tuple[str, ...]) -> None:
        """Offer an answer for each label."""
        if labels == self._labels:
            return
        self._labels = labels
        clear(self._answer_row)
        for number, label in enumerate(labels[:MOST_LABELS], start=1):
            self._answer_row.addWidget(Button(label, partial(self._on_answer, number), key=str(number)))

    def label(self, number: int) -> str | None:
        """The label of an answer; None where there is none of that number."""
        return self._labels[number - 1] if 1 <= number <= len(self._labels[:MOST_LABELS]) else None

    def show_text(self, text: ArrivalText | None) -> None:
        """Show a piece of text in colours, or nothing."""
        shown = text or ArrivalText(0)
        self._text.setVisible(bool(shown.text.strip()))
        places = {label: number for number, label in enumerate(self._labels)}
        colours = (places.get(shown.against, 0), places.get(shown.label, 1))
        self._text.show_text(shown.text, shown.words, colours)
        label, against = shown.label or None, shown.against or None
        self._paper.show(shown.path, shown.member, shown.pages, label=label, against=against, colours=places)


def title(arrival: Arrival) -> str:
    """Return its own title, or its file's name."""
    return arrival.title or Path(arrival.path).name


def outcome(arrival: Arrival) -> str:
    """Say where it went, and by whom."""
    return wording.joined([goes_to(arrival), arrival_remark(arrival)])


def doubt_words(arrival: Arrival) -> str:
    """Say why something waits to be settled."""
    words = {
        "close call": translate("Inbox", "close call"), "short of sure": translate("Inbox", "short of sure"),
        "few words": translate("Inbox", "few words"), "new kind": translate("Inbox", "new kind"),
        "two labels": translate("Inbox", "two labels"), "full": translate("Inbox", "no room left"),
        "daily limit": translate("Inbox", "enough was filed today"), "unsure": translate("Inbox", "unsure"),
    }  # fmt: skip
    return words.get(arrival.reason, arrival.reason)


def arrival_remark(arrival: Arrival) -> str:
    """Say what became of something, where that is more than filed."""
    if arrival.reason == "moved":
        return translate("Inbox", "moved by you")
    words = {
        "would": translate("Inbox", "would be filed"), "put back": translate("Inbox", "put back by you"),
        "settled": translate("Inbox", "by you"), "failed": translate("Inbox", "not filed"),
    }  # fmt: skip
    return words.get(arrival.state, "")
