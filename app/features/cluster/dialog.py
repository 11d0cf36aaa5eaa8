"""The dialog *Train on a cluster*: its form, and then the progress of the training and of each worker."""

from __future__ import annotations

from pathlib import Path

from PySide6.QtCore import Qt, QUrl
from PySide6.QtGui import QDesktopServices
from PySide6.QtWidgets import QDialog, QFormLayout, QLineEdit, QProgressBar, QTreeWidget, QTreeWidgetItem, QWidget

from app.features.cluster.view_model import (
    AUTO,
    EVENT_MODELS,
    LABELS_FROM,
    SOURCES_WITH_TEXT,
    ClusterState,
    ClusterViewModel,
)
from app.features.train.view_model import event_model_name
from app.kit import wording
from app.kit.fields import ComboBox, MultiLineField, ask_folder
from app.kit.look.fonts import px
from app.kit.page_head import Notice, PageHead
from app.kit.page_model import render_parts, shows
from app.kit.widgets import Button, Link, TextLabel, column, make_bar, make_remark, row, with_accessible_name

MAX_WORKERS_SHOWN = 200


class ClusterDialog(QDialog):
    """The dialog *Train on a cluster*. Closing it does not stop a training."""

    def __init__(self, model: ClusterViewModel, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._model = model
        self.setWindowTitle(self.tr("Train on a cluster"))
        self.resize(px(760), px(640))
        self._notice, self._bar = (
            Notice(),
            with_accessible_name(QProgressBar(textVisible=False, maximum=1000), self.tr("Progress")),
        )
        self._bar.setFixedHeight(px(8))
        self._facts = TextLabel(role="quiet", elide=Qt.TextElideMode.ElideRight)
        self._dashboard = Link(
            self.tr("Open cluster dashboard"),
            lambda: QDesktopServices.openUrl(QUrl(model.state.progress.dashboard)),
            leads_away=True,
        )
        self._start = Button(self.tr("Train"), model.start, is_primary=True)
        self._stop = Button(self.tr("Stop"), model.cancel)
        self._make_fields()
        self._lay_out()
        render_parts(
            self, model, self._show_notice, self._show_fields, self._show_rows, self._show_buttons, self._show_progress
        )
        self._where.setFocus()

    def is_for_workspace(self, workspace: Path) -> bool:
        """Return whether the dialog trains models for this workspace."""
        return self._model.workspace == workspace

    def _make_fields(self) -> None:
        self._where = self._make_field(self.tr("Address"), "where", "tcp://host:8786, tls://host:8786, local:4")
        self._name = self._make_field(self.tr("Name of the model"), "name", "")
        self._words = self._make_field(self.tr("Header name, path pattern or label"), "label_source_text", "")
        self._certificates = [
            self._make_field(name, "", "")
            for name in (self.tr("CA certificate"), self.tr("Certificate"), self.tr("Key"))
        ]
        for field in self._certificates:
            field.textEdited.connect(
                lambda _text: self._model.change_fields(
                    certificates=tuple(each.text().strip() for each in self._certificates)
                )
            )
        self._sources = with_accessible_name(
            MultiLineField(self.tr("One file, folder, pattern or URL per line")), self.tr("Sources")
        )
        self._sources.setFixedHeight(px(110))
        self._sources.textChanged.connect(lambda: self._model.choose_sources(self._sources.toPlainText()))
        labels = dict(zip(LABELS_FROM, (
            self.tr("the names of the folders"), self.tr("a mail header"), self.tr("a pattern in the file paths"),
            self.tr("the same label for all documents"),
        ), strict=True))  # fmt: skip
        self._labels_from = self._make_chooser(self.tr("Labels from"), labels, "labels_from")
        models = {name: self.tr("automatic") if name == AUTO else event_model_name(name) for name in EVENT_MODELS}
        self._event_model = self._make_chooser(self.tr("Event model"), models, "event_model")
        self._workers = with_accessible_name(QTreeWidget(), self.tr("Workers"))
        self._workers.setRootIsDecorated(False)
        self._workers.setHeaderLabels([self.tr("Worker"), self.tr("Tasks"), self.tr("Memory")])

    def _make_field(self, name: str, asked: str, hint: str) -> QLineEdit:
        field = with_accessible_name(QLineEdit(placeholderText=hint), name)
        if asked:
            field.textEdited.connect(lambda text: self._model.change_fields(**{asked: text}))
        return field

    def _make_chooser(self, name: str, choices: dict[str, str], asked: str) -> ComboBox:
        return ComboBox(name, choices.items(), lambda value: self._model.change_fields(**{asked: value}))

    def _lay_out(self) -> None:
        folder = Button(
            self.tr("Add folder…"),
            lambda: ask_folder(self, self.tr("Add folder"), lambda path: self._sources.appendPlainText(str(path))),
        )
        head = PageHead(self.tr("Train on a cluster"), folder)
        head.show_facts(
            self.tr("A Dask scheduler runs any code it receives. Never make it reachable from the internet.")
        )
        form = self._form = QFormLayout(horizontalSpacing=px(14), verticalSpacing=px(10))
        fields: list[QWidget] = [self._where, *self._certificates, self._sources, self._labels_from, self._words]
        for field in [*fields, self._event_model, self._name]:
            form.addRow(TextLabel(field.accessibleName(), role="quiet"), field)
            if field is not self._sources:
                field.setFixedHeight(px(30))
        self._progress = QWidget()
        line = row(self._facts, px(12), self._dashboard)
        line.setStretch(0, 1)
        column(self._bar, px(8), line, self._workers, owner=self._progress).setStretch(3, 1)
        body = QWidget()
        # the stretch at the end keeps the fields together while the progress is hidden
        parts = (self._notice, form, px(12), self._progress, -1)
        column(*parts, margins=(px(24), px(16), px(24), px(12)), owner=body).setStretch(3, 1)
        hint = make_remark(self.tr("After training, the model is added to this workspace."))
        buttons = (Button(self.tr("Close"), self.close), px(8), self._stop, self._start)
        foot = make_bar(hint, px(16), *buttons, height=55, fill="paper", lines="t", grows=0)
        column(head, body, foot, owner=self).setStretch(1, 1)

    @shows("problem", "report")
    def _show_notice(self, state: ClusterState) -> None:
        if state.problem is not None:
            self._notice.show_failure(state.problem)
        elif state.report is not None:
            sentence = self.tr("Model “%1” has learnt %Ln document(s).", "", state.report.documents)
            self._notice.show_done(sentence.replace("%1", state.report.model))
        else:
            self._notice.show_problem("")

    @shows("where", "name", "label_source_text", "labels_from", "event_model")
    def _show_fields(self, state: ClusterState) -> None:
        """Fill the fields from the state. A field that has the focus keeps what the user is typing."""
        for field, text in (
            (self._where, state.where),
            (self._name, state.name),
            (self._words, state.label_source_text),
        ):
            if not field.hasFocus() and field.text().strip() != text:
                field.setText(text)
        self._labels_from.show_value(state.labels_from)
        self._event_model.show_value(state.event_model)

    @shows("labels_from", "is_secured")
    def _show_rows(self, state: ClusterState) -> None:
        """Show only those rows of the form that the label source and the address need."""
        self._form.setRowVisible(self._words, state.labels_from in (*SOURCES_WITH_TEXT, "header"))
        for field in self._certificates:
            self._form.setRowVisible(field, state.is_secured)

    @shows("can_start", "is_running")
    def _show_buttons(self, state: ClusterState) -> None:
        self._start.setEnabled(state.can_start)
        self._start.setVisible(not state.is_running)
        self._stop.setVisible(state.is_running)

    @shows("is_running", "progress", "documents_per_second")
    def _show_progress(self, state: ClusterState) -> None:
        self._progress.setVisible(state.is_running)
        if not state.is_running:
            return
        progress = state.progress
        self._bar.setValue(1000 * progress.n_done // max(progress.n_tasks, 1))
        tasks = self.tr("%1 of %2 cluster tasks").replace("%1", wording.format_count(progress.n_done))
        documents = self.tr("%Ln document(s)", "", progress.n_documents)
        rate = self.tr("%1 documents per second").replace("%1", wording.format_count(round(state.documents_per_second)))
        self._facts.setText(
            wording.join_facts([tasks.replace("%2", wording.format_count(progress.n_tasks)), documents, rate])
        )
        self._dashboard.setVisible(bool(progress.dashboard))
        self._workers.clear()
        for worker in progress.workers[:MAX_WORKERS_SHOWN]:
            cells = [worker.name, wording.format_count(worker.n_tasks), wording.format_size(worker.memory_bytes)]
            self._workers.addTopLevelItem(QTreeWidgetItem(cells))

    # What the person does
