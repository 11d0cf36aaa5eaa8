"""Parts of the Train page for a filter: the labels it protects, the servers it trusts, and what it can promise."""

from __future__ import annotations

import re
from collections.abc import Sequence

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QLineEdit, QMenu, QWidget

from app.domain.use_case_results import FilterPromise
from app.pages.kit.widgets import Button, Paragraph, Words, column, heading, row
from app.qt import wording
from app.qt.actions import literally, popped, under
from app.qt.look.fonts import px
from app.qt.tooltips import set_tip


class ProtectedLabels(QWidget):
    """Choose whose documents must not be lost; there is a choice from two labels on."""

    chosen = Signal(tuple)
    """The names of the labels; none stands for all of them."""

    def __init__(self) -> None:
        super().__init__()
        self._labels: tuple[str, ...] = ()
        self._protected: tuple[str, ...] = ()
        head = heading(self.tr("Protected labels"))
        self._named = Words(role="quiet", elide=Qt.TextElideMode.ElideRight)
        self._choose = Button(self.tr("Protect…"), lambda: popped(self.menu(), under(self._choose)))
        set_tip(self._choose, self.tr("Choose whose documents must not be lost; the promise is for these"))
        line = QWidget()
        row(head, px(12), self._named, px(10), self._choose, owner=line).setStretch(2, 1)
        column(line, px(14), owner=self)

    def show_labels(self, labels: Sequence[str], protected: Sequence[str]) -> None:
        """Show which of the labels are protected; hidden where there is nothing to choose.

        A name that no label has any more protects nothing, and is not shown.
        """
        known = tuple(name for name in protected if name in labels)
        self._labels, self._protected = tuple(labels), known or tuple(labels)
        self.setVisible(len(self._labels) > 1)
        self._named.setText(", ".join(known) or self.tr("all"))
        set_tip(self._named, ", ".join(self._protected))

    def menu(self) -> QMenu:
        """Return a menu with a tick for each protected label; the last tick stays."""
        menu = QMenu(self)
        for label in self._labels:
            action = menu.addAction(literally(label))
            action.setCheckable(True)
            action.setChecked(label in self._protected)
            action.setEnabled(self._protected != (label,))
            action.toggled.connect(lambda is_on, name=label: self._tick(name, is_on=is_on))
        return menu

    def _tick(self, label: str, *, is_on: bool) -> None:
        kept = tuple(name for name in self._labels if (is_on if name == label else name in self._protected))
        self.chosen.emit(() if kept == self._labels else kept)


BETWEEN = re.compile(r"[\s,;]+")


class TrustedServers(QWidget):
    """Choose whose findings about senders count; nobody's, to begin with."""

    chosen = Signal(tuple)

    def __init__(self) -> None:
        super().__init__()
        self._servers: tuple[str, ...] = ()
        head, hint = heading(self.tr("Trusted mail server")), Paragraph(px(18), role="quiet", is_small=True)
        told = self.tr("What your own server found out about senders (SPF, DKIM, DMARC) counts once it is named here.")
        hint.show_words(told)
        self._field = QLineEdit(placeholderText=self.tr("none; for instance mx.example.org"))
        self._field.setAccessibleName(self.tr("Trusted mail server"))
        self._field.setAccessibleDescription(told)
        self._field.setFixedHeight(px(30))
        self._field.editingFinished.connect(self._on_editing_finished)
        column(px(20), head, px(6), self._field, px(6), hint, owner=self)

    def show_servers(self, servers: Sequence[str], *, is_shown: bool) -> None:
        """Show which servers are trusted; what somebody is typing stays as it is."""
        self.setVisible(is_shown)
        self._servers = tuple(servers)
        if not self._field.hasFocus():
            self._field.setText(", ".join(self._servers))

    def _on_editing_finished(self) -> None:
        servers = tuple(dict.fromkeys(name for name in BETWEEN.split(self._field.text().lower()) if name))
        if servers != self._servers:
            self.chosen.emit(servers)


class PromisePane(QWidget):
    """Three sentences under the event model; hidden where nothing is promised."""

    def __init__(self) -> None:
        super().__init__()
        self._promised, self._better, self._doubted = (Paragraph(px(20)) for _ in range(3))
        parts = (px(6), self._promised, px(8), self._better, px(8), self._doubted)
        column(heading(self.tr("What it can promise")), *parts, owner=self)

    def show_promise(self, promise: FilterPromise | None) -> None:
        """Show another promise, or none."""
        self.setVisible(promise is not None)
        if promise is None:
            return
        learnt = self.tr("%Ln good document(s) learnt:", "", promise.good)
        if promise.sources < promise.good:
            worth = self.tr("%Ln good document(s) learnt, which count for %1 by list and sender:", "", promise.good)
            learnt = worth.replace("%1", wording.count(promise.sources))
        lost = self.tr("at most 1 good document in %1 is judged wrongly and surely.")
        self._promised.show_words(f"{learnt} {lost.replace('%1', wording.count(promise.lost_one_in))}")
        more = self.tr("With %Ln more of other lists and senders it could be 1 in %1.", "", promise.more_good)
        self._better.show_words(more.replace("%1", wording.count(promise.next_one_in)))
        self._better.setVisible(promise.more_good > 0)
        n_doubted = len(promise.suspects)
        told = self.tr("Look at %Ln label(s) first: they lead the list of surest mistakes.", "", n_doubted)
        self._doubted.show_words(told)
        self._doubted.setVisible(bool(promise.suspects))
