"""Sentences on what a correction would change, before it is made."""

from __future__ import annotations

from collections.abc import Collection

from PySide6.QtCore import QObject, Qt
from PySide6.QtWidgets import QSizePolicy

from app.pages.kit.widgets import Words
from app.qt.look import fonts


class ForeseenWords(QObject):
    """Says how many other verdicts a correction would change."""

    def of_one(self, n_changes: int) -> str:
        """Say it of one label."""
        return (
            self.tr("%Ln other(s) would change", "", n_changes) if n_changes else self.tr("nothing else would change")
        )

    def of_all(self, changes: Collection[int]) -> str:
        """Say it of all labels that could be given; nothing while none is known."""
        if len(set(changes)) > 1:
            return self.tr("up to %Ln other(s) would change", "", max(changes))
        return self.of_one(max(changes)) if changes else ""


class ForeseenEffect(Words):
    """The effect of a correction, beside the button that makes it; where it would be cut, the button's tip says it."""

    def __init__(self) -> None:
        super().__init__(role="quiet", elide=Qt.TextElideMode.ElideRight, is_whole=True)
        self.setSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Preferred)
        self.setMinimumWidth(1)
        self.setFont(fonts.small())

    def show_changes(self, changes: Collection[int]) -> str:
        """Show how many others each label would change, and return the words."""
        self.setText(ForeseenWords().of_all(changes))
        return self.text()
