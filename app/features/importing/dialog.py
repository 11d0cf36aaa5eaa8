"""The import dialog, which previews sources before anything is stored, and the dialog that shows extracted text.

The preview shows detected kinds, label counts and the first files, or a table's columns and first rows.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import partial
from pathlib import Path
from typing import Any

import numpy as np
from PySide6.QtCore import QT_TRANSLATE_NOOP, QCoreApplication, Qt, Signal
from PySide6.QtGui import QDragEnterEvent, QDropEvent
from PySide6.QtWidgets import QDialog, QFormLayout, QGridLayout, QLineEdit, QMenu, QWidget

from app.domain.documents import Document
from app.features.importing.view_model import (
    FolderShape,
    ImportState,
    ImportViewModel,
    LabelsFrom,
    PlannedFile,
    ReadingState,
    ReadingViewModel,
    SourcePlan,
    Use,
)
from app.kit import wording
from app.kit.actions import set_context_menu, set_tip
from app.kit.array_table import Column
from app.kit.coloured_text import ColouredText
from app.kit.drops import accept_copy, read_drop
from app.kit.evidence_names import display_name
from app.kit.fields import CheckBox, ComboBox, ask_files, ask_folder, fill_form
from app.kit.look import fonts
from app.kit.look.fonts import px
from app.kit.page_head import EmptyPage, Notice, PageHead, TabBar, make_bottom_close_box
from app.kit.page_model import render_parts, shows
from app.kit.picture_files import show_in_folder
from app.kit.table_view import ColumnStyle, TableView, label_width
from app.kit.widgets import (
    Button,
    Pane,
    Paragraph,
    TextLabel,
    column,
    make_bar,
    make_remark,
    make_stack,
    row,
    set_checked_silently,
    set_up_dialog,
    with_accessible_name,
)
from app.kit.wording import sentence_for

translate = QCoreApplication.translate

MAX_LISTED_FILES = 500
MAX_PREVIEW_COLUMNS = 12
"""Maximum number of columns in the preview of a table's rows."""
USE_KEYS: dict[str, Use] = {
    "t": "text", "l": "label", "n": "numeric", "c": "categorical", "w": "weight", "i": "ignored",
}  # fmt: skip


def kind_name(kind: str) -> str:
    """Return the translated name of a kind of file."""
    names = {
        "empty": translate("import_preview", "empty"), "unsupported": translate("import_preview", "unknown"),
        "encrypted": translate("import_preview", "encrypted"), "mail": translate("import_preview", "mail"),
        "mbox": translate("import_preview", "mailbox"), "outlook": translate("import_preview", "Outlook mail"),
        "text": translate("import_preview", "text"), "table": translate("import_preview", "table"),
        "word": translate("import_preview", "Word"), "slides": translate("import_preview", "slides"),
        "open-text": translate("import_preview", "OpenDocument"), "book": translate("import_preview", "book"),
        "sheet": translate("import_preview", "spreadsheet"), "ole": translate("import_preview", "Office"),
        "picture": translate("import_preview", "picture"),
    }  # fmt: skip
    return names.get(kind, kind.upper())


KINDS_BY_SUFFIX = {
    ".docx": "word", ".docm": "word", ".doc": "word", ".pptx": "slides", ".ppt": "slides", ".odp": "slides",
    ".xlsx": "sheet", ".xlsm": "sheet", ".xls": "sheet", ".ods": "sheet", ".odt": "open-text", ".epub": "book",
    ".msg": "outlook",
}  # fmt: skip
"""File name suffix to the kind, for files whose container format is zip or OLE."""


def kind_of_file(file: PlannedFile) -> str:
    """Return the kind of a file for the preview.

    For ZIP and OLE files the suffix decides, because the preview does not open them.
    """
    return KINDS_BY_SUFFIX.get(file.path.suffix.lower(), file.kind) if file.kind in ("zip", "ole") else file.kind


class ColumnsPane(Pane):
    """The columns of a table, each with its use (text, label, …), which can be edited. Below are the table's first
    rows.
    """

    use_chosen = Signal(object, str)
    """Emitted with column names and their new use."""

    def __init__(self) -> None:
        super().__init__("panel")
        self._plan: SourcePlan | None = None
        self._uses: Mapping[str, Use] = {}
        self._names: dict[Use, str] = {
            "text": self.tr("text"), "label": self.tr("label"), "numeric": self.tr("number"),
            "categorical": self.tr("category"), "weight": self.tr("weight"), "ignored": self.tr("not used"),
        }  # fmt: skip
        title = self.tr("Use of the chosen columns")
        self._use = ComboBox(title, self._names.items(), self._emit_use, widths=(150, 220))
        self._columns = TableView(self.tr("Columns"), edges=(16, 24))
        self._columns.key_typed.connect(lambda key: self._emit_use(USE_KEYS[key]) if key in USE_KEYS else None)
        self._columns.row_chosen.connect(self._on_row_chosen)
        self._rows = TableView(self.tr("First rows"), edges=(16, 24))
        self._rows.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAsNeeded)
        what = TextLabel(self.tr("Use the chosen columns as"), role="quiet")
        bar = make_bar(what, px(10), self._use, -1, height=49, sides=(16, 24))
        first = TextLabel(self.tr("First rows"), role="quiet")
        first.setFont(fonts.small_font(500))
        rows_head = make_bar(first, -1, height=32, sides=(16, 24), fill="paper", lines="tb")
        layout = column(bar, self._columns, rows_head, self._rows, owner=self)
        layout.setStretch(1, 1)
        layout.setStretch(3, 1)

    def show_plan(self, plan: SourcePlan, uses: Mapping[str, Use]) -> None:
        """Show the columns and first rows of a table. `plan` is the import preview; `uses` is column name to use."""
        chosen = self._selected_columns()
        self._plan, self._uses = plan, uses
        self._show_columns(plan, uses)
        self._show_rows(plan, uses)
        positions = [index for index, about in enumerate(plan.columns) if about.name in chosen]
        self._columns.choose_row(positions[0] if positions else 0)

    def _show_columns(self, plan: SourcePlan, uses: Mapping[str, Use]) -> None:
        missing = np.array([about.missing_share for about in plan.columns])
        self._columns.show_columns([
            Column(self.tr("Column"), [about.name for about in plan.columns], look=ColumnStyle("strong", 150)),
            Column(
                self.tr("Used as"), [self._names[uses[about.name]] for about in plan.columns],
                look=ColumnStyle("text", 100),
            ),
            Column(
                self.tr("Empty"), missing, lambda share: wording.format_percent(float(share)) if share > 0 else "",
                ColumnStyle("quiet-number", 76),
                tip=self.tr("Share of rows without a value in this column, among the rows read so far"),
            ),
            Column(
                self.tr("For example"), [" · ".join(about.examples) for about in plan.columns],
                    look=ColumnStyle("quiet")
            ),
        ])  # fmt: skip

    def _show_rows(self, plan: SourcePlan, uses: Mapping[str, Use]) -> None:
        shown = sorted(range(len(plan.columns)), key=lambda index: uses[plan.columns[index].name] == "ignored")
        columns = []
        for index in sorted(shown[:MAX_PREVIEW_COLUMNS]):
            about = plan.columns[index]
            values = [row[index] if index < len(row) else "" for row in plan.first_rows]
            use, look = uses[about.name], ColumnStyle("text")
            if use != "text" and about.is_numeric:
                look = ColumnStyle("quiet-number" if use == "ignored" else "number", 90)
            elif use != "text":
                look = ColumnStyle("quiet" if use == "ignored" else "text", 120)
            columns.append(Column(about.name, values, look=look, is_number=about.is_numeric))
        self._rows.show_columns(columns)

    def _selected_columns(self) -> list[str]:
        if self._plan is None:
            return []
        return [self._plan.columns[number].name for number in self._columns.chosen_numbers()]

    def _emit_use(self, use: Use) -> None:
        chosen = self._selected_columns()
        if chosen:
            self.use_chosen.emit(chosen, use)

    def _on_row_chosen(self, number: int) -> None:
        if self._plan is not None and 0 <= number < len(self._plan.columns):
            self._use.show_value(self._uses[self._plan.columns[number].name])


FORM_WIDTH = 380
NEW_CORPUS_VALUE = "\n"
"""Combo box value for a new corpus; no corpus name can contain a line break."""
MAX_LISTED_KINDS = 6
"""Maximum number of kinds of files that the head of the dialog lists with their counts."""
SOURCES_WITH_TEXT = ("header", "pattern", "one")
FILE_ORDERS: tuple[Callable[[PlannedFile], Any], ...] = (
    lambda file: file.path.name.casefold(),
    lambda file: kind_name(kind_of_file(file)),
    lambda file: file.label or "",
    lambda file: file.size_bytes,
)
"""For each column of the table of files, the function that returns the sort key of a file."""


def short_source_names(sources: Sequence[Path]) -> str:
    """Return the file names of the first two sources, and an ellipsis if there are more."""
    names = ", ".join(source.name or str(source) for source in sources[:2])
    return f"{names} …" if len(sources) > 2 else names


class ImportDialog(QDialog):
    """The import dialog."""

    def __init__(
        self,
        model: ImportViewModel,
        parent: QWidget | None = None,
        show_reading: Callable[[str, str], object] | None = None,
    ) -> None:
        """`show_reading` shows the extracted text of a file, by its path and member."""
        super().__init__(parent)
        self._model, self._show_reading = model, show_reading
        self._files_of_plan: list[PlannedFile] = []
        self._file_order, self._is_turned = -1, False
        self.setAcceptDrops(True)
        set_up_dialog(self, self.tr("Import documents"), 980, 640)
        self._files = Button(self.tr("Add files…"), self._on_files_clicked)
        self._folder = Button(self.tr("Add folder…"), self._on_folder_clicked)
        self._start = Button("", model.start, is_primary=True)
        self._start.setDefault(True)
        self._make_choosers()
        self._notice = Notice()
        self._labels = TableView(self.tr("Labels"), has_header=False, edges=(24, 20))
        self._first_files, self._columns = TableView(self.tr("First files"), edges=(16, 24)), ColumnsPane()
        self._first_files.horizontalHeader().sectionClicked.connect(self._on_file_header_clicked)
        self._first_files.row_opened.connect(self._on_file_opened)
        set_context_menu(self._first_files, lambda _at: self._file_menu())
        self._lay_out()
        self._words.editingFinished.connect(self._on_words_edited)
        self._new_corpus.editingFinished.connect(self._on_corpus_edited)
        self._columns.use_chosen.connect(model.choose_use)
        model.ordered.connect(self.accept)
        self.finished.connect(lambda _result: model.close())
        render_parts(
            self, model, self._show_page, self._show_notice, self._show_options, self._show_labels_from,
            self._fill_corpora, self._show_corpus, self._show_start, self._show_plan,
        )  # fmt: skip
        (self._kind if model.state.sources else self._empty_act).setFocus()

    def _make_choosers(self) -> None:
        model = self._model
        self._kind = ComboBox(self.tr("Read as"), (
            ("auto", self.tr("detect automatically")), ("mail", self.tr("mail")),
            ("text", self.tr("text")), ("table", self.tr("a table")),
        ), model.choose_kind)  # fmt: skip
        sources: tuple[tuple[LabelsFrom, str], ...] = (
            ("folder", self.tr("the names of the folders")), ("subfolder", self.tr("the names of the subfolders")),
            ("tree", self.tr("the full folder paths")),
            ("file", self.tr("the names of the files")),
            ("column", self.tr("a column")), ("header", self.tr("a mail header")),
            ("pattern", self.tr("a pattern in the file paths")), ("one", self.tr("one label for all")),
            ("none", self.tr("no labels (label them later)")),
        )  # fmt: skip
        self._labels_from = ComboBox(self.tr("Labels from"), sources, self._on_labels_from_chosen)
        self._words = QLineEdit()
        self._corpus = ComboBox(self.tr("Into collection"), (), self._on_corpus_chosen)
        self._new_corpus = with_accessible_name(QLineEdit(), self.tr("Name of the new collection"))
        words = self.tr("Keep every copy of the same document")
        self._duplicates = CheckBox(words, lambda is_on: model.keep_duplicates(are_kept=is_on))
        words = self.tr("The first row names the columns")
        self._header = CheckBox(words, lambda is_on: model.choose_header_row(is_header=is_on))
        words = self.tr("A document may have several labels")
        self._several = CheckBox(words, lambda is_on: model.take_several(is_wanted=is_on))
        words = self.tr("Import only the training set")
        self._training = CheckBox(words, lambda is_on: model.import_training_only(is_wanted=is_on))

    def _lay_out(self) -> None:
        self._head = PageHead(self.tr("Import documents"), self._files, self._folder)
        self._form = Pane("paper", "r")
        self._form.setFixedWidth(px(FORM_WIDTH))
        self._form_rows = QFormLayout(horizontalSpacing=px(14), verticalSpacing=px(10))
        fill_form(
            self._form_rows, (self.tr("Read as"), self._kind), (self.tr("Labels from"), self._labels_from),
            ("", self._words), (self.tr("Into collection"), self._corpus), ("", self._new_corpus), height=30,
        )  # fmt: skip
        ticks = column(self._header, self._training, self._several, self._duplicates)
        ticks.setSpacing(px(10))
        inside = column(self._form_rows, px(14), ticks, margins=(px(24), px(16), px(20), 0))
        self._n_labels, counts = Paragraph(px(18), role="quiet", is_small=True), QWidget()
        column(self._n_labels, margins=(px(24), 0, px(16), px(6)), owner=counts)
        labels = (counts, self._labels)
        column(inside, px(16), *labels, margins=(0, 0, 1, 0), owner=self._form).setStretch(3, 1)
        self._panes, whole = make_stack(self._first_files, self._columns), QWidget()
        row(self._form, self._panes, owner=whole).setStretch(1, 1)
        lines = self.tr("Mail, mailboxes, documents, tables, archives, or folders of these.\nYou may drop them here.")
        title, folder = self.tr("Choose what to import"), (self.tr("Choose folder…"), self._on_folder_clicked)
        self._empty = EmptyPage(title, lines, self.tr("Choose files…"), self._on_files_clicked, folder)
        self._empty_act = self._empty.findChildren(Button)[0]
        self._pages = make_stack(self._empty, whole)
        self._notice_room = QWidget()
        row(self._notice, margins=(px(24), px(10), px(24), px(10)), owner=self._notice_room)
        hint = make_remark(self.tr("Nothing is stored before you import. You can undo an import."))
        buttons = (Button(self.tr("Cancel"), self.reject), px(8), self._start)
        foot = make_bar(hint, px(16), *buttons, height=55, fill="paper", lines="t", grows=0)
        column(self._head, self._notice_room, self._pages, foot, owner=self).setStretch(2, 1)

    # Rendering

    @shows("sources", "plan", "is_looking")
    def _show_page(self, state: ImportState) -> None:
        self._pages.setCurrentIndex(1 if state.sources else 0)
        for button in (self._files, self._folder):
            button.setVisible(bool(state.sources))
        self._head.show_facts(self._facts(state))

    @shows(
        "lacks_content", "problem", "mismatched_corpus", "is_new_corpus", "folder", "shape", "plan", "is_looking",
        "has_only_mailboxes", "offers_mailbox_names",
    )  # fmt: skip
    def _show_notice(self, state: ImportState) -> None:
        words = self.tr("Set at least one column to text, number or category.") if state.lacks_content else ""
        if state.plan is not None and not state.plan.n_files and not state.is_looking:
            words = self.tr("No files that could be imported were found in “%1”.")
            words = words.replace("%1", short_source_names(state.sources))
        words = sentence_for(state.problem) if state.problem is not None else words
        strange = self.tr(
            "The kind or the labels of these files do not match the collection “%1”. So the files become a new "
            "collection."
        )
        is_strange = bool(state.mismatched_corpus) and state.is_new_corpus
        decides_labels = state.shape not in (FolderShape.SORTED, FolderShape.ONE_LABEL)
        decides_labels |= state.offers_mailbox_names
        if not words and is_strange and not decides_labels:
            self._notice.show_done(strange.replace("%1", state.mismatched_corpus))
        elif not words and state.offers_mailbox_names:
            words, offer = self.tr("These mailboxes get no labels."), self.tr("Use their file names as labels")
            self._notice.show_done(words, offer, partial(self._model.choose_labels_from, "file"))
        elif not words and state.folder and state.plan is not None:
            words, offer, labels_from = self._about_folder(state.shape, state.plan.n_unlabelled)
            if state.has_only_mailboxes and state.shape is FolderShape.NO_SUBFOLDERS:
                words = self.tr("“%1” has no subfolders, so its mailboxes get no labels.")
                offer, labels_from = self.tr("Use their file names as labels"), "file"
            act = partial(self._model.choose_labels_from, labels_from)
            self._notice.show_done(words.replace("%1", state.folder), offer.replace("%1", state.folder), act)
        else:
            self._notice.show_problem(words)
        self._notice_room.setVisible(not self._notice.isHidden())

    def _about_folder(self, shape: FolderShape, n_unlabelled: int) -> tuple[str, str, LabelsFrom]:
        """Return a sentence about what the folder's shape means for labels, the name of another source of labels, and
        that source.
        """
        if shape is FolderShape.ONE_LABEL:
            words = self.tr("All files get the label “%1”, the name of their folder.")
            return words, self.tr("Import without labels"), "none"
        if shape is FolderShape.PARTLY_LOOSE:
            words = self.tr(
                "%Ln file(s) directly in “%1” get no label. Each of the other files gets the name of its "
                "folder as its label.",
                "",
                n_unlabelled,
            )
            return words, self.tr("Use “%1” as their label"), "folder"
        if shape is FolderShape.MOSTLY_LOOSE:
            words = self.tr("Most files in “%1” are in no subfolder, so the files get no labels.")
            return words, self.tr("Use the folder names"), "subfolder"
        words = self.tr("“%1” has no subfolders, so its files get no labels.")
        return words, self.tr("Use “%1” as the label"), "folder"

    @shows("asked", "plan", "is_table", "takes_several", "training_folder", "imports_training_set_only")
    def _show_options(self, state: ImportState) -> None:
        self._kind.show_value(state.asked.kind)
        self._header.setVisible(state.is_table)
        self._training.setVisible(bool(state.training_folder))
        set_tip(self._training, state.training_folder)
        is_header = state.plan is not None and bool(state.plan.options.has_header_row)
        for tick, is_checked in (
            (self._several, state.takes_several), (self._duplicates, state.asked.keep_duplicates),
            (self._header, is_header), (self._training, state.imports_training_set_only),
        ):  # fmt: skip
            set_checked_silently(tick, is_checked=is_checked)

    @shows("can_start", "plan")
    def _show_start(self, state: ImportState) -> None:
        self._start.setEnabled(state.can_start)
        plan = state.plan
        if plan is None or not plan.n_files:
            self._start.setText(self.tr("Import"))
        elif plan.labels_count_mails:
            n_mails = sum(plan.n_by_label.values()) + plan.n_unlabelled
            self._start.setText(self.tr("Import %Ln mail(s)", "", n_mails))
        else:
            self._start.setText(self.tr("Import %Ln file(s)", "", plan.n_files))

    @shows("plan")
    def _show_plan(self, state: ImportState) -> None:
        """Show the labels and files of the plan, or for a table its columns. Without a plan, the last plan stays
        visible.
        """
        if state.plan is not None:
            self._panes.setCurrentIndex(1 if state.is_table else 0)
            self._show_labels(state.plan)
            self._show_files(state.plan)
            self._columns.show_plan(state.plan, state.uses)

    def _show_labels(self, plan: SourcePlan) -> None:
        n_labels = len(plan.n_by_label)
        words = self.tr("%Ln label(s) found", "", n_labels)
        if not n_labels and plan.options.labels_from == "none":
            words = self.tr(
                "The documents get no labels. After the import, the page Sort puts similar ones into groups for you to "
                "name."
            )
        elif not n_labels:
            words = self.tr("No labels found. Choose where they come from, or label the documents later.")
        elif not plan.has_all_labels:
            words = self.tr("%Ln label(s) found in a quick look at the files. There may be more.", "", n_labels)
        self._n_labels.show_words(words)
        label_counts = (
            {**plan.n_by_label, self.tr("no label"): plan.n_unlabelled} if plan.n_unlabelled else plan.n_by_label
        )
        counts = np.array([*label_counts.values()], dtype=np.int64)
        names, look = Column(self.tr("Label"), [*label_counts]), ColumnStyle("quiet-number", 90)
        unit = self.tr("Mails") if plan.labels_count_mails else self.tr("Files")
        # The number of files says nothing of a mailbox, so it is named as what it is.
        has_mailbox = not plan.labels_count_mails and "mbox" in plan.n_files_by_kind
        format_number = (lambda n: self.tr("%Ln file(s)", "", int(n))) if has_mailbox else wording.format_count
        self._labels.show_columns([names, Column(unit, counts, format_number, look)])

    def _show_files(self, plan: SourcePlan) -> None:
        files = list(plan.files[:MAX_LISTED_FILES])
        if self._file_order >= 0:
            files.sort(key=FILE_ORDERS[self._file_order], reverse=self._is_turned)
        self._files_of_plan = files
        sizes = np.array([file.size_bytes for file in files], dtype=np.int64)
        labels = [file.label or "–" for file in files]
        title = self.tr("File")
        if len(files) < plan.n_files:
            shown = self.tr("File (%1 of %2 are shown)")
            title = wording.fill_placeholders(
                shown, wording.format_count(len(files)), wording.format_count(plan.n_files)
            )
        self._first_files.show_columns([
            Column(title, [file.path.name for file in files]),
            Column(self.tr("Kind"), [kind_name(kind_of_file(file)) for file in files], look=ColumnStyle("quiet", 96)),
            Column(self.tr("Label"), labels, look=ColumnStyle("quiet", label_width(labels, 60))),
            Column(self.tr("Size"), sizes, wording.format_size, ColumnStyle("quiet-number", 96)),
        ])  # fmt: skip
        self._first_files.show_sort_indicator(self._file_order, descending=self._is_turned)

    def _on_file_header_clicked(self, section: int) -> None:
        """Sort the files by a column. A second click reverses the order."""
        plan = self._model.state.plan
        if plan is not None and 0 <= section < len(FILE_ORDERS):
            self._is_turned = section == self._file_order and not self._is_turned
            self._file_order = section
            self._show_files(plan)

    def _on_file_opened(self, number: int) -> None:
        if self._show_reading is not None and 0 <= number < len(self._files_of_plan):
            self._show_reading(str(self._files_of_plan[number].path), "")

    def _file_menu(self) -> QMenu:
        menu, chosen = QMenu(self), self._first_files.chosen_numbers()
        if len(chosen) == 1 and chosen[0] < len(self._files_of_plan):
            path = str(self._files_of_plan[chosen[0]].path)
            if self._show_reading is not None:
                menu.addAction(self.tr("Show what Bayleaf reads…"), partial(self._on_file_opened, chosen[0]))
            menu.addAction(self.tr("Show in folder"), partial(show_in_folder, path))
        return menu

    def _facts(self, state: ImportState) -> str:
        if not state.sources:
            return ""
        names, plan = short_source_names(state.sources), state.plan
        if plan is None:
            return wording.join_facts([names, self.tr("looking at the files…") if state.is_looking else ""])
        kinds_of_files = Counter(map(kind_of_file, plan.files))
        n_looked = len(plan.files)
        fewest = n_looked / 200 if n_looked != plan.n_files else 0
        frequent = [(kind, n) for kind, n in kinds_of_files.most_common(MAX_LISTED_KINDS) if n >= fewest]
        is_sample = n_looked != plan.n_files  # only a sample of the files was opened: show shares instead of counts
        counts = [
            wording.format_percent(n / n_looked, 0) if is_sample else wording.format_count(n) for _, n in frequent
        ]
        kinds = [f"{kind_name(kind)} {number}" for (kind, _), number in zip(frequent, counts, strict=True)]
        unread = self.tr("%Ln file(s) cannot be opened", "", len(plan.failures)) if plan.failures else ""
        files, n_empty = self.tr("%Ln file(s)", "", plan.n_files), plan.n_empty_folders
        empty = self.tr("%Ln empty folder(s)", "", n_empty) if n_empty else ""
        return wording.join_facts([names, files, wording.format_size(plan.size_bytes), *kinds, unread, empty])

    @shows("labels_from", "label_source_text")
    def _show_labels_from(self, state: ImportState) -> None:
        chosen = self._labels_from.currentData() if self._is_waiting_for_words() else state.labels_from
        self._labels_from.show_value(chosen)
        needs = chosen in SOURCES_WITH_TEXT
        self._form_rows.setRowVisible(self._words, needs)
        names = {
            "header": self.tr("header, such as X-Label"), "pattern": self.tr("regular expression"),
            "one": self.tr("label"),
        }  # fmt: skip
        self._words.setPlaceholderText(names.get(chosen, ""))
        self._words.setAccessibleName(names.get(chosen, ""))
        if not self._words.hasFocus() and not self._is_waiting_for_words():
            self._words.setText(state.label_source_text)

    def _is_waiting_for_words(self) -> bool:
        """Return whether the chosen label source needs a text that the user has not entered yet."""
        chosen = self._labels_from.currentData()
        return (
            chosen in SOURCES_WITH_TEXT and chosen != self._model.state.labels_from and not self._words.text().strip()
        )

    @shows("corpora")
    def _fill_corpora(self, state: ImportState) -> None:
        self._corpus.clear()
        for name in state.corpora:
            self._corpus.addItem(name, name)
        self._corpus.addItem(self.tr("new collection"), NEW_CORPUS_VALUE)

    @shows("corpora", "corpus", "is_new_corpus", "default_corpus")
    def _show_corpus(self, state: ImportState) -> None:
        is_known = state.corpus in state.corpora and not state.is_new_corpus
        self._corpus.show_value(state.corpus if is_known else NEW_CORPUS_VALUE)
        is_new = self._corpus.currentData() == NEW_CORPUS_VALUE
        self._form_rows.setRowVisible(self._new_corpus, is_new)
        self._new_corpus.setPlaceholderText(state.default_corpus if state.default_corpus not in state.corpora else "")
        if not self._new_corpus.hasFocus():
            self._new_corpus.setText("" if state.corpus in state.corpora else state.corpus)

    # User actions

    def _on_labels_from_chosen(self, chosen: LabelsFrom) -> None:
        if chosen not in SOURCES_WITH_TEXT:
            self._model.choose_labels_from(chosen)
            return
        self._words.clear()
        self._show_labels_from(self._model.state)
        self._words.setFocus()
        if chosen == "header":
            self._model.choose_labels_from("header")

    def _on_words_edited(self) -> None:
        words, chosen = self._words.text().strip(), self._labels_from.currentData()
        if chosen in SOURCES_WITH_TEXT and (
            words != self._model.state.label_source_text or chosen != self._model.state.labels_from
        ):
            self._model.choose_labels_from(chosen, words)

    def _on_corpus_chosen(self, chosen: str) -> None:
        if chosen != NEW_CORPUS_VALUE:
            self._model.choose_corpus(chosen)
            return
        self._model.name_new_corpus("")
        self._new_corpus.setFocus()

    def _on_corpus_edited(self) -> None:
        name = self._new_corpus.text().strip()
        if self._corpus.currentData() == NEW_CORPUS_VALUE and name != self._model.state.corpus:
            self._model.name_new_corpus(name)

    def _on_files_clicked(self) -> None:
        ask_files(self, self.tr("Import files"), self._model.add_sources)

    def _on_folder_clicked(self) -> None:
        ask_folder(self, self.tr("Import a folder"), lambda folder: self._model.add_sources([folder]))

    def dragEnterEvent(self, event: QDragEnterEvent) -> None:
        if read_drop(event.mimeData()).paths:
            accept_copy(event)

    def dropEvent(self, event: QDropEvent) -> None:
        accept_copy(event)
        self._model.add_sources(read_drop(event.mimeData()).paths)


MARK_FIELD = "mark"
FIELDS_IN_HEADING = frozenset({"subject", "from", "unseen", MARK_FIELD})
MAX_TOKENS_PER_FIELD = 40
"""Maximum number of tokens shown per field; a mail may have thousands of links."""
KINDS = {
    "mail": QT_TRANSLATE_NOOP("what_is_read", "a mail"),
    "text": QT_TRANSLATE_NOOP("what_is_read", "a document"),
    "row": QT_TRANSLATE_NOOP("what_is_read", "a row of a table"),
}
FLAW_NAMES = {
    "alternatives-differ": QT_TRANSLATE_NOOP("what_is_read", "the plain text differs from the HTML text"),
    "broken-base64": QT_TRANSLATE_NOOP("what_is_read", "a part of the mail has an encoding error"),
    "html-cut": QT_TRANSLATE_NOOP("what_is_read", "the HTML is very long, so only the beginning was read"),
    "interrupted-headers": QT_TRANSLATE_NOOP("what_is_read", "there is an empty line among the headers"),
    "more-pages": QT_TRANSLATE_NOOP("what_is_read", "there are many scanned pages, so only the first were read"),
    "no-language": QT_TRANSLATE_NOOP("what_is_read", "the Tesseract language for one page is not installed"),
    "no-boundary": QT_TRANSLATE_NOOP("what_is_read", "the mail does not mark where its parts end"),
    "only-the-beginning": QT_TRANSLATE_NOOP("what_is_read", "only the beginning was read"),
    "out-of-time": QT_TRANSLATE_NOOP(
        "what_is_read", "reading took too long, so only the beginning of the document was read"
    ),
    "recognised": QT_TRANSLATE_NOOP(
        "what_is_read", "the text was recognised from pictures of the pages and may contain errors"
    ),
    "recognised-poorly": QT_TRANSLATE_NOOP(
        "what_is_read", "one page is of poor quality, so its text may have many errors"
    ),
    "tnef": QT_TRANSLATE_NOOP("what_is_read", "the mail has Outlook’s own format (winmail.dat)"),
    "too-deep": QT_TRANSLATE_NOOP("what_is_read", "the parts of the mail are nested too deeply"),
    "too-many-parts": QT_TRANSLATE_NOOP("what_is_read", "the mail has too many parts, so not all were read"),
    "undeclared-quoted-printable": QT_TRANSLATE_NOOP("what_is_read", "the encoding is not declared"),
    "unknown-encoding": QT_TRANSLATE_NOOP("what_is_read", "a part of the mail has an unknown encoding"),
    "unread-pages": QT_TRANSLATE_NOOP("what_is_read", "some pages are pictures and were not read"),
    "unread-files": QT_TRANSLATE_NOOP("what_is_read", "the attachments were not read"),
    "wrong-boundary": QT_TRANSLATE_NOOP("what_is_read", "the parts of the mail are not separated as its header says"),
}
UNREADABLE_PART_NAME = QT_TRANSLATE_NOOP("what_is_read", "a part of the mail could not be read (%1)")


def translate_text(text: object) -> str:
    """Return the translation of a text of this module."""
    return QCoreApplication.translate("what_is_read", str(text))


def flaw_name(flaw: str) -> str:
    """Return the translated name of a flaw, or its code if it has no name."""
    if flaw.startswith("unreadable-"):
        return translate_text(UNREADABLE_PART_NAME).replace("%1", flaw.removeprefix("unreadable-"))
    return translate_text(FLAW_NAMES[flaw]) if flaw in FLAW_NAMES else flaw


def evidence_lines(document: Document) -> Iterator[str]:
    """Yield the tokens of a document that do not come from its text: a line per mail header, then a line per mark.

    A mark is a fact about the mail, such as a failed authentication.
    """
    for field, words in document.fields.items():
        if field not in FIELDS_IN_HEADING and words.strip():
            all_words = words.split()
            more = f" … (+{len(all_words) - MAX_TOKENS_PER_FIELD})" if len(all_words) > MAX_TOKENS_PER_FIELD else ""
            yield display_name(f"{field}:{' '.join(all_words[:MAX_TOKENS_PER_FIELD])}") + more
    for sign in dict.fromkeys(document.fields.get(MARK_FIELD, "").split()):
        yield display_name(f"{MARK_FIELD}:{sign}")


class ReadingDialog(QDialog):
    """Shows the extracted text of a file. Untrusted content is always shown as plain text."""

    def __init__(self, model: ReadingViewModel, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._model = model
        model.setParent(self)
        set_up_dialog(self, self.tr("What Bayleaf reads"), 760, 640)
        self._head, self._notice = PageHead(self.tr("What Bayleaf reads")), Notice()
        facts = self._facts_of(Document("", ""))
        self._facts = [
            (make_remark(name, elide=None), TextLabel(elide=Qt.TextElideMode.ElideRight)) for name, _ in facts
        ]
        self._tabs = TabBar(self.tr("Text"), self.tr("Evidence"), self.tr("Hidden text"))
        self._texts = [ColouredText(size=13, line=20) for _ in range(3)]
        self._lay_out()
        self.finished.connect(lambda _how: model.stop())
        render_parts(self, model, self._show_document)
        model.start()

    def _lay_out(self) -> None:
        names = (
            self.tr("Text of the document"),
            self.tr("Evidence"),
            self.tr("Text that is hidden from readers of the document"),
        )
        for text, name in zip(self._texts, names, strict=True):
            text.setAccessibleName(name)
            text.setViewportMargins(0, 0, px(16), 0)
        self._pages, body = make_stack(*self._texts), Pane("panel")
        self._tabs.currentChanged.connect(self._pages.setCurrentIndex)
        bar = make_bar(self._tabs, height=41, sides=(13, 24), grows=0)
        column(self._pages, margins=(px(20), px(10), 0, 0), owner=body)
        facts = QWidget()
        grid = QGridLayout(facts)
        grid.setContentsMargins(px(24), px(10), px(24), px(10))
        grid.setHorizontalSpacing(px(16))
        grid.setVerticalSpacing(0)
        grid.setColumnStretch(1, 1)
        for grid_row, pair in enumerate(self._facts):
            pair[1].setFont(fonts.small_font())
            for side, words in enumerate(pair):
                words.setFixedHeight(px(21))
                grid.addWidget(words, grid_row, side)
        parts = (self._head, self._notice, facts, bar, body, make_bottom_close_box(self))
        column(*parts, margins=(0, 0, 0, px(16)), owner=self).setStretch(4, 1)

    @shows("path", "document", "problem")
    def _show_document(self, state: ReadingState) -> None:
        is_waiting = state.document is None and state.problem is None
        self._head.show_facts(self.tr("reading…") if is_waiting else Path(state.path).name)
        self._notice.show_failure(state.problem)
        document = state.document or Document("", state.path)
        for (name, value), (_, words) in zip(self._facts, self._facts_of(document), strict=True):
            value.setText(words)
            for part in (name, value):
                part.setVisible(bool(words) and state.document is not None)
        evidence = "\n".join(evidence_lines(document))
        for text, words in zip(self._texts, (document.text, evidence, document.hidden_text), strict=True):
            text.show_text(words)
        self._tabs.setTabVisible(2, bool(document.hidden_text.strip()))

    def _facts_of(self, document: Document) -> list[tuple[str, str]]:
        attached = (
            f"{item.name or '–'} ({item.media_type}, {wording.format_size(item.size_bytes)})"
            for item in document.attachments
        )
        return [
            (self.tr("Kind"), wording.join_facts([translate_text(KINDS[document.kind]), document.charset.upper()])),
            (self.tr("Subject"), document.title),
            (self.tr("From"), wording.format_sender(document.sender)),
            (self.tr("Date"), wording.format_long_date(document.date_s)),
            (self.tr("Label"), document.label or ""),
            (self.tr("Attached"), ", ".join(attached)),
            (self.tr("Problems"), "; ".join(map(flaw_name, document.flaws))),
        ]
