"""The Export dialog: choose what to export of a collection and its model, and in which format."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial
from pathlib import Path

from PySide6.QtCore import QObject, Qt
from PySide6.QtWidgets import QButtonGroup, QDialog, QRadioButton, QWidget

from app.kit import wording
from app.kit.fields import ask_file_path, ask_folder, ask_save_path
from app.kit.frame import ExportFormat, ExportKind, ExportTarget, FrameViewModel
from app.kit.jobs import Runner
from app.kit.look import fonts
from app.kit.look.fonts import px
from app.kit.page_head import Notice, TabBar
from app.kit.page_model import RequestSender
from app.kit.picture_files import show_in_folder
from app.kit.widgets import Button, Pane, Paragraph, column, make_scroll_area, row, set_up_dialog


class Exports(QObject):
    """Opens the Export dialog for the current collection."""

    def __init__(
        self,
        runner: Runner,
        frame: FrameViewModel,
        formats: Callable[[], Sequence[ExportFormat]],
        window: Callable[[], QWidget],
    ) -> None:
        super().__init__()
        self._runner, self._frame, self._formats, self._window = runner, frame, formats, window

    def show(self, kind: ExportKind = "model") -> None:
        """Open the dialog with the tab for `kind`, such as `model`."""
        formats = self._formats()
        if formats:
            ExportDialog(self._runner, self._frame, formats, kind, self._window()).open()


class ExportDialog(QDialog):
    """Dialog to choose a format, in one tab for each `ExportKind`. It writes the file, and then shows its path."""

    def __init__(
        self, runner: Runner, frame: FrameViewModel, formats: Sequence[ExportFormat], kind: ExportKind, window: QWidget
    ) -> None:
        super().__init__(window)
        self._frame, self._model = frame, frame.state.model
        self._is_closed = False
        self.finished.connect(self._on_closed)
        set_up_dialog(self, self.tr("Export"), 620, 600)
        self._asker = RequestSender(runner, "export", failed=self._on_failed)
        names: dict[ExportKind, str] = {
            "model": self.tr("Model"), "words": self.tr("Words"), "evaluation": self.tr("Evaluation"),
            "documents": self.tr("Documents"),
        }  # fmt: skip
        self._formats = {each: [one for one in formats if one.kind == each] for each in names}
        self._kinds = [each for each in names if self._formats[each]]
        self._tabs = TabBar(*(names[each] for each in self._kinds))
        self._list, self._choice = make_scroll_area(QWidget()), QButtonGroup(self)
        self._notice, self._remark = Notice(), Paragraph(px(20), role="quiet", most_lines=4)
        self._save = Button(self.tr("Save…"), self._ask_and_write, is_primary=True)
        foot, buttons = QWidget(), QWidget()
        row(Button(self.tr("Close"), self.close), -1, self._save, owner=buttons)
        column(self._notice, self._remark, px(8), buttons, margins=(px(24), px(12), px(24), px(16)), owner=foot)
        middle = Pane("panel", "tb")
        column(self._list, margins=(0, 1, 0, 1), owner=middle)
        head = QWidget()
        row(self._tabs, -1, margins=(px(13), px(8), px(24), 0), owner=head)
        column(head, middle, foot, owner=self).setStretch(1, 1)
        self._remark.hide()
        self._tabs.currentChanged.connect(lambda _place: self._show_formats())
        if kind in self._kinds:
            self._tabs.setCurrentIndex(self._kinds.index(kind))
        self._show_formats()

    @property
    def chosen_format(self) -> ExportFormat:
        return self._formats[self._kinds[self._tabs.currentIndex()]][self._choice.checkedId()]

    def _show_formats(self) -> None:
        """List the formats of the chosen tab, and choose the first. The title names the model that is exported."""
        is_of_model = self._kinds[self._tabs.currentIndex()] in ("model", "words")
        of_model = self.tr("Export of the model “%1”").replace("%1", self._model)
        self.setWindowTitle(of_model if is_of_model else self.tr("Export"))
        self._show_result("", "")
        for button in self._choice.buttons():
            self._choice.removeButton(button)
        parts: list[QWidget | int] = []
        for number, each in enumerate(self._formats[self._kinds[self._tabs.currentIndex()]]):
            words = f"{each.purpose}\n{each.refusal}".strip()
            button, line = QRadioButton(each.name), QWidget()
            purpose = Paragraph(px(18), words, role="quiet", most_lines=6)
            button.setFont(fonts.body(600))
            button.setAccessibleDescription(words)
            button.setEnabled(not each.refusal)
            button.setChecked(not each.refusal and self._choice.checkedId() < 0)
            self._choice.addButton(button, number)
            column(button, row(purpose, margins=(px(25), 0, 0, 0)), owner=line)
            parts += [line, px(10)]
        inside = Pane("panel")
        column(*parts, -1, margins=(px(24), px(16), px(24), px(8)), owner=inside)
        self._list.setWidget(inside)
        self._save.setEnabled(self._choice.checkedId() >= 0)

    def _ask_and_write(self) -> None:
        """Ask for a path and write the file. If the format adds to an existing file, ask for that file first."""
        chosen = self.chosen_format
        if chosen.base:
            title = self.tr("Choose your file %1").replace("%1", chosen.base)
            ask_file_path(self, title, lambda base: self._ask_target(chosen, base), chosen.base, chosen.base)
        else:
            self._ask_target(chosen, None)

    def _ask_target(self, chosen: ExportFormat, base: Path | None) -> None:
        def write(path: Path) -> None:
            self.write(chosen, ExportTarget(self._with_suffix(path, chosen), base))

        title = self.tr("Export as %1").replace("%1", chosen.name)
        if chosen.is_existing_folder:
            ask_folder(self, title, write)
            return
        suffix = Path(chosen.file_name).suffix
        kinds = "" if chosen.is_folder or not suffix else f"{chosen.name} (*{suffix})"
        ask_save_path(self, title, chosen.file_name, kinds, write)

    @staticmethod
    def _with_suffix(path: Path, chosen: ExportFormat) -> Path:
        suffix = Path(chosen.file_name).suffix
        has_none = not path.suffix and suffix and not chosen.is_folder and not chosen.is_existing_folder
        return path.with_name(path.name + suffix) if has_none else path

    def write(self, chosen: ExportFormat, target: ExportTarget) -> None:
        """Write the file in the background, and then show where it was saved."""
        self.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose, False)  # the answer needs the dialog, even if closed
        self._save.setEnabled(False)
        self._show_result("", self.tr("Saving…"))
        if chosen.prepare is not None:
            chosen.prepare(target)
        self._asker.ask(
            partial(chosen.write, target), then=lambda words: self._on_written(target, words),
            title=lambda: self.tr("Exporting"), lane="long", stopped=self._on_stopped,
        )  # fmt: skip

    def _on_written(self, target: ExportTarget, words: str) -> None:
        self._end_writing()
        saved = self.tr("Saved to %1").replace("%1", str(target.path))
        if self._is_closed:
            self._frame.show_note(saved)
        self._show_result(saved, words, lambda: show_in_folder(str(target.path)))

    def _on_stopped(self) -> None:
        self._end_writing()
        self._show_result("", "")

    def _on_failed(self, error: Exception) -> None:
        self._end_writing()
        if self._is_closed:
            self._frame.change(problem=error)
        self._show_result("", wording.sentence_for(error))  # the notice has one line and would cut it off
        self._notice.show_problem(self.tr("Nothing was saved."))

    def _end_writing(self) -> None:
        """Enable the button again. If the dialog was closed meanwhile, delete it."""
        self._save.setEnabled(True)
        self.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        if self._is_closed:
            self.deleteLater()

    def _on_closed(self) -> None:
        self._is_closed = True

    def _show_result(self, saved: str, words: str, show: Callable[[], object] | None = None) -> None:
        self._notice.show_done(saved, self.tr("Show in folder") if show is not None else "", show)
        self._remark.setVisible(bool(words))
        self._remark.show_words(words)
