"""Connects Thunderbird with the open workspace, says what is left to do there, and takes it all back."""

from __future__ import annotations

from PySide6.QtCore import Qt, Slot
from PySide6.QtGui import QGuiApplication
from PySide6.QtWidgets import QDialog, QDialogButtonBox, QWidget

from app.pages.inbox.view_model import InboxState, InboxViewModel
from app.pages.kit.widgets import Button, Paragraph, Words, column, row
from app.qt.look import fonts
from app.qt.look.fonts import px
from app.qt.wording import sentence_for

WIDTH = 480


class ThunderbirdDialog(QDialog):
    """Shows which workspace Thunderbird asks; a button works at once."""

    def __init__(self, model: InboxViewModel, parent: QWidget) -> None:
        super().__init__(parent)
        self._model = model
        self.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        self.setWindowTitle(self.tr("Connect Thunderbird"))
        self.setMinimumWidth(px(WIDTH))
        self._state, self._problem = Words(), Paragraph(px(18))
        self._state.setFont(fonts.body(600))
        self._first, self._file, self._last = Paragraph(px(18)), Paragraph(px(18)), Paragraph(px(18))
        self._connect = Button(self.tr("Connect"), model.connect_thunderbird, is_primary=True)
        self._copy = Button(self.tr("Copy the path"), self._on_copy_clicked)
        self._disconnect = Button(self.tr("Disconnect"), model.disconnect_thunderbird)
        self._lay_out()
        model.state_changed.connect(self.render_state)
        self.render_state(model.state)
        model.look_for_thunderbird()

    def _lay_out(self) -> None:
        what, hint, acts = Paragraph(px(18)), Paragraph(px(18), role="quiet"), QWidget()
        what.show_words(
            self.tr("Thunderbird then asks this workspace what new mail is, and teaches it what you mark and move. "
                    "At first it only tags.")
        )  # fmt: skip
        hint.show_words(
            self.tr("Disconnect takes away every file that was written. "
                    "The extension itself is removed in Thunderbird's add-ons.")
        )  # fmt: skip
        row(self._connect, self._copy, self._disconnect, -1, owner=acts).setSpacing(px(8))
        buttons = QDialogButtonBox(QDialogButtonBox.StandardButton.Close)
        buttons.rejected.connect(self.reject)
        margin = px(20)
        column(
            what, px(12), self._state, px(6), self._problem, self._first, self._file, self._last, px(12), acts,
            px(10), hint, px(14), buttons,
            margins=(margin, margin, margin, margin), owner=self,
        )  # fmt: skip

    @Slot(object)
    def render_state(self, state: InboxState) -> None:
        """Show the state; called with every change, safe to call twice."""
        connection = state.thunderbird
        is_this = connection is not None and connection.is_this
        self._state.setText(self._words(state))
        problem = "" if state.thunderbird_problem is None else sentence_for(state.thunderbird_problem)
        steps = self._steps(state) if is_this and not problem else ("", "", "")
        for shown, words in zip((self._problem, self._first, self._file, self._last), (problem, *steps), strict=True):
            shown.show_words(words)
            shown.setHidden(not words)
        self._connect.setVisible(connection is not None and not is_this)
        self._copy.setVisible(is_this)
        self._disconnect.setVisible(connection is not None and connection.is_connected)

    def _words(self, state: InboxState) -> str:
        connection = state.thunderbird
        if connection is None:
            return ""
        if connection.is_this:
            return self.tr("Thunderbird may ask this workspace.")
        if connection.is_connected:
            return self.tr("Thunderbird asks another workspace.")
        return self.tr("Thunderbird asks no workspace.")

    def _steps(self, state: InboxState) -> tuple[str, str, str]:
        path = "" if state.thunderbird is None else str(state.thunderbird.extension)
        return (
            self.tr("1. In Thunderbird, open Add-ons and Themes, click the gear, and Install Add-on From File."),
            self.tr("2. Choose the file %1").replace("%1", path),
            self.tr("3. In the settings of each account, under Junk, switch Thunderbird's own filter off: "
                    "its marks cannot be told from yours."),
        )  # fmt: skip

    def _on_copy_clicked(self) -> None:
        if self._model.state.thunderbird is not None:
            QGuiApplication.clipboard().setText(str(self._model.state.thunderbird.extension))
