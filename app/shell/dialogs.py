"""Dialogs for keyboard shortcuts, About and crash reports, and the commands of the window that open dialogs."""

from __future__ import annotations

import os
import platform
import time
from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from functools import partial
from importlib import metadata
from pathlib import Path
from typing import TYPE_CHECKING

import PySide6
from PySide6.QtCore import QObject
from PySide6.QtGui import QAction, QGuiApplication, QKeySequence
from PySide6.QtWidgets import QApplication, QDialog, QPlainTextEdit, QWidget

import resources
from app.domain import VERSION
from app.domain.records import FiledBatch
from app.domain.results import DroppedItem, Shelf, ShelfKind
from app.features import is_there
from app.features.filing.view_model import FilingReport, FilingSettings, FilingViewModel
from app.features.importing.view_model import ImportViewModel, preview_then_take
from app.features.sort.use_cases import RestReport
from app.features.sort.view_model import FiledPile, RestViewModel
from app.kit import wording
from app.kit.array_table import Column
from app.kit.drops import DropContent
from app.kit.fields import ask_files, ask_folder
from app.kit.frame import CLASSIFY_PAGE, DOCUMENTS_PAGE, SORT_PAGE, FiledFolder, FrameViewModel
from app.kit.jobs import Runner
from app.kit.look import fonts
from app.kit.look.control_drawing import without_mnemonic
from app.kit.look.fonts import px
from app.kit.page_head import make_bottom_close_box
from app.kit.page_model import RequestSender
from app.kit.painted_values import Label
from app.kit.settings import Settings
from app.kit.table_view import ColumnStyle, TableView
from app.kit.widgets import Button, Paragraph, TextLabel, column, row, set_up_dialog, with_accessible_name
from app.shell.pages import PageModels
from app.shell.workspace_view_model import WorkspaceViewModel

if TYPE_CHECKING:
    from app.features.classify.explanations import VerdictExplanation
    from app.features.cluster.dialog import ClusterDialog


PACKAGED_LICENCE_LIST = Path(resources.__file__).parents[1] / "licences" / "LIST.txt"
"""List of third-party licences in the packaged program."""
THIRD_PARTY_PACKAGES = (
    "PySide6-Essentials", "numpy", "scipy", "sqlite-utils", "pypdfium2", "python-oxmsg",
    "python-calamine", "PyStemmer", "stopwordsiso", "regex",
    "striprtf", "defusedxml", "platformdirs",
)  # fmt: skip


class ShortcutsDialog(QDialog):
    """Lists the keyboard shortcuts by menu and page. `actions` are (name of the menu, action) pairs."""

    def __init__(self, actions: Sequence[tuple[str, QAction]], window: QWidget) -> None:
        super().__init__(window)
        set_up_dialog(self, self.tr("Keyboard shortcuts"), 560, 560)
        form = QKeySequence.SequenceFormat.NativeText
        keys = [
            (menu, without_mnemonic(action.text()).rstrip("…"), action.shortcut().toString(form))
            for menu, action in actions
            if not action.shortcut().isEmpty()
        ]
        places, names, caps = zip(*keys, *self._keys_of_pages(), strict=True)
        columns = (
            Column(self.tr("Where"), places, look=ColumnStyle("quiet", 130)),
            Column(self.tr("Action"), names),
            Column(self.tr("Key"), caps, look=ColumnStyle("quiet", 120)),
        )
        view = TableView(self.tr("Keyboard shortcuts"), columns, edges=(24, 24))
        column(view, make_bottom_close_box(self), margins=(0, px(8), 0, px(16)), owner=self)

    def _keys_of_pages(self) -> list[tuple[str, str, str]]:
        documents, sort, classify, all_pages = (
            self.tr("Documents"), self.tr("Sort"), self.tr("Classify"), self.tr("Everywhere"),
        )  # fmt: skip
        return [
            (documents, self.tr("Label the selected documents"), "1–9"),
            (documents, self.tr("Remove the label"), "U"),
            (documents, self.tr("Show or hide the text"), self.tr("Space")),
            (sort, self.tr("Answer with a label"), "1–9"),
            (sort, self.tr("Answer with the highlighted label"), "Enter"),
            (sort, self.tr("Name a group, or answer with a new label"), "N"),
            (sort, self.tr("Undo the last answer"), "Z"),
            (classify, self.tr("Confirm the verdict"), "Enter"),
            (classify, self.tr("Correct the verdict"), "1–9"),
            (classify, self.tr("Go to the next unsure verdict"), "N"),
            (classify, self.tr("Open the original file"), "O"),
            (
                classify,
                self.tr("Explain the verdict: words, training examples, what-if test, full calculation"),
                "W, T, I, F",
            ),
            (all_pages, self.tr("Stop the current task, or close the dialog"), "Esc"),
        ]


class AboutDialog(QDialog):
    """Shows the version and the licences of third-party parts."""

    def __init__(self, window: QWidget) -> None:
        super().__init__(window)
        set_up_dialog(self, self.tr("About Bayleaf"), 520, 460)
        summary = self.tr("Sorts mail and documents and shows why. Nothing leaves this computer.")
        name, about = TextLabel(f"Bayleaf {VERSION}"), Paragraph(px(20), summary)
        name.setFont(fonts.title_font())
        licences = with_accessible_name(QPlainTextEdit(_licences(), readOnly=True), self.tr("Licences"))
        head = QWidget()
        column(name, px(6), about, px(12), licences, margins=(px(24), px(20), px(24), px(8)), owner=head)
        column(head, make_bottom_close_box(self), margins=(0, 0, 0, px(16)), owner=self)


class CrashDialog(QDialog):
    """Reports a bug of the program, with a text to copy."""

    def __init__(self, report: str, window: QWidget) -> None:
        super().__init__(window)
        set_up_dialog(self, self.tr("Something went wrong inside Bayleaf"), 620, 420)
        versions = f"Bayleaf {VERSION}, Python {platform.python_version()}, Qt {PySide6.__version__}"
        self.report = f"{versions}\n{platform.platform()}\n\n{report}"
        words = Paragraph(px(20), self.tr(
            "This is an error in the program, not your mistake. What you did before is saved. You can continue. If "
                "the window looks wrong afterwards, restart Bayleaf. The report below says where the error happened. "
                "Please read it before you share it."
        ))  # fmt: skip
        text = with_accessible_name(QPlainTextEdit(self.report, readOnly=True), self.tr("Report"))
        copy = Button(self.tr("Copy report"), lambda: QGuiApplication.clipboard().setText(self.report))
        foot = row(copy, -1, Button(self.tr("Continue"), self.accept, is_primary=True))
        column(words, px(12), text, px(12), foot, margins=(px(24), px(20), px(24), px(20)), owner=self)


def _licences() -> str:
    """Return the licences of third-party parts, one line each.

    A packaged program has a file with this list, because it contains more parts than Python packages.
    """
    if PACKAGED_LICENCE_LIST.is_file():
        return PACKAGED_LICENCE_LIST.read_text(encoding="utf-8").strip()
    lines = []
    for name in THIRD_PARTY_PACKAGES:
        with suppress(metadata.PackageNotFoundError):
            about = metadata.metadata(name)
            known = [about[field] for field in ("License-Expression", "License") if field in about]
            licence = known[0].split("\n")[0] if known else ""
            lines.append(f"{name} {metadata.version(name)} – {licence}")
    return "\n".join(lines)


HISTORY_NOTE, NO_HISTORY = "history", "off"


def count_filed_folders(report: FilingReport) -> tuple[FiledFolder, ...]:
    """Return the folders into which documents were filed, each with its number of files; most files first."""
    counts = Counter(os.path.dirname(move.target) for move in report.moves if move.state == "done")
    return tuple(FiledFolder(folder, n_files) for folder, n_files in counts.most_common())


class DialogCommands(QObject):
    """Commands of the window that open a dialog, or pass files or documents to a page."""

    def __init__(
        self,
        home: WorkspaceViewModel,
        frame: FrameViewModel,
        pages: PageModels,
        runner: Runner,
        settings: Settings,
        window: Callable[[], QWidget],
    ) -> None:
        super().__init__(home)
        self._home, self._frame, self._pages = home, frame, pages
        self._runner, self._settings, self._window = runner, settings, window
        self._asker = RequestSender(runner, "dialogs", failed=lambda error: self._frame.change(problem=error))
        self._filing: FilingViewModel | None = None
        self._rest: RestViewModel | None = None
        self._cluster: ClusterDialog | None = None

    def connect_all(self) -> None:
        """Register all commands."""
        self._home.opened.connect(self._on_home_opened)
        self._home.steps.filing_undo_requested.connect(lambda batch: self._filing.undo(batch) if self._filing else None)
        self._home.steps.filing_redo_requested.connect(lambda batch: self._filing.redo(batch) if self._filing else None)
        self._home.imported.connect(
            lambda report: self._pages.documents.set_n_unreadable(report.corpus, len(report.failed))
        )
        self._pages.documents.why_arrived.connect(self._on_why_arrived)
        self._frame.connect_commands(
            import_documents=self.import_documents,
            add=self.add,
            open_files=self.open_files,
            open_folder=self.open_folder,
            file_away=self.file_away,
            undo_filing=lambda: self._filing.find_last() if self._filing is not None else None,
            show_history=self.show_history,
            train_on_cluster=self.train_on_cluster if is_there("cluster") else None,
        )

    def import_documents(self, sources: Sequence[Path] = ()) -> None:
        """Open the import dialog, optionally with sources already chosen."""
        from app.features.importing.dialog import ImportDialog

        session = self._home.session
        if session is None:
            return
        names = tuple(corpus.name for corpus in self._frame.state.corpora)
        model = ImportViewModel(self._runner, session, names, self._frame.state.corpus)
        model.ordered.connect(self._home.import_sources)
        dialog = ImportDialog(model, self._window(), self.show_reading)
        model.setParent(dialog)
        dialog.open()
        if sources:
            model.choose_sources(sources)

    def import_folder(self) -> None:
        """Ask for a folder and open the import dialog with it."""
        ask_folder(self._window(), self.tr("Choose folder"), lambda folder: self.import_documents((folder,)))

    def add(self, dropped: DropContent) -> None:
        """Import dropped content.

        Folders open the import dialog, and so do files that do not fit the collection, such as tables.
        """
        session = self._home.session
        if not dropped.paths and self._frame.state.page == CLASSIFY_PAGE:
            self._frame.show_note(self.tr("There is no model to classify this with: train one first"))
        elif not dropped.paths:
            self._home.add(dropped)
        elif self._frame.state.page == CLASSIFY_PAGE or any(path.is_dir() for path in dropped.paths):
            self.import_documents(dropped.paths)  # on Classify it was meant to be classified, but there is no model yet
        elif dropped.paths and session is not None:
            corpus = self._frame.state.corpus or None
            show = self._home.add, lambda drop: self.import_documents(drop.paths)
            preview_then_take(self._asker, session, dropped.paths, *show, corpus)

    def open_files(self) -> None:
        """Ask for files and classify them."""
        ask_files(self._window(), self.tr("Classify files"), self._classify_paths)

    def open_folder(self) -> None:
        """Ask for a folder and classify everything in it."""
        ask_folder(self._window(), self.tr("Classify a folder"), lambda folder: self._classify_paths([folder]))

    def _classify_paths(self, paths: Sequence[Path]) -> None:
        if self._frame.state.model:
            self._home.classify(DropContent(tuple(paths)))
        else:
            self._frame.show_note(self.tr("There is no model to classify this with: train one first"))

    def _classify_again(self, places: tuple[tuple[str, str], ...]) -> None:
        """Classify documents of the history of verdicts again. `places` are (path, member) pairs."""
        if places and self._frame.state.model:
            paths = tuple(dict.fromkeys(Path(path) for path, _ in places))
            self._home.classify(DropContent(paths, chosen_documents=places))

    def explain(self, number: int) -> None:
        """Compute the explanation of the verdict on a stored document, and show it when it is ready."""
        self._pages.documents.ask_why(self._frame.state.model, number)

    def _on_why_arrived(self, reasons: VerdictExplanation) -> None:
        from app.features.classify.dialogs import WhyDialog
        from app.features.classify.explanations import to_explained_verdict
        from app.features.explain.use_cases import sheet_of_stored_document
        from app.features.explain.view_model import SheetViewModel

        colours = {label.name: label.colour for label in self._model_labels()}
        dialog = WhyDialog(to_explained_verdict(reasons, colours), self._window(), colours)
        documents, model, number = self._pages.documents, self._frame.state.model, reasons.item.number
        workspace = self._home.session
        edited: list[str | None] = [None]

        def explain_text(text: str | None) -> None:
            edited[0] = text
            documents.ask_why_of_text(
                model, number, text, lambda found: dialog.show_explanation(to_explained_verdict(found, colours))
            )

        def make_sheet(show: Callable[[SheetViewModel], object]) -> None:
            text = edited[0]
            if workspace is not None:
                show(SheetViewModel(
                    self._runner, reasons.item.title,
                    lambda context: sheet_of_stored_document(workspace, model, number, context, text=text),
                ))  # fmt: skip

        dialog.influence_wanted.connect(
            lambda: documents.find_influence(model, number, dialog.show_influence, dialog.show_problem)
        )
        dialog.text_edited.connect(explain_text)
        dialog.sheet_wanted.connect(make_sheet)
        dialog.document_wanted.connect(self._home.show_document)
        dialog.finished.connect(lambda _result: documents.cancel_influence())
        dialog.open()

    def train_on_cluster(self) -> None:
        """Open the cluster training dialog, or show the one that is already open for this workspace."""
        from app.features.cluster.dialog import ClusterDialog
        from app.features.cluster.view_model import ClusterViewModel

        workspace = self._frame.state.workspace
        if self._cluster is None or not self._cluster.is_for_workspace(workspace):
            model = ClusterViewModel(self._runner, workspace, title=self.tr("Training on a cluster"))
            arrived = self.tr("Model “%1” received from the cluster")
            model.trained.connect(lambda report: self._frame.show_note(arrived.replace("%1", report.model)))
            model.trained.connect(lambda _report: self._home.refresh())
            self._cluster = ClusterDialog(model, self._window())
            model.setParent(self._cluster)
        self._cluster.show()
        self._cluster.raise_()

    def file_away(self) -> None:
        """Open the filing dialog for the items of the Classify page, or else for the current corpus."""
        state, items = self._frame.state, self._unfiled_items()
        if state.corpus and (state.page in (DOCUMENTS_PAGE, SORT_PAGE) or not items):
            self.file_documents()
        else:
            self._open_filing_dialog(lambda filing: filing.begin(items, state.corpus))

    def file_documents(self, numbers: Sequence[int] | None = None) -> None:
        """Open the filing dialog for the documents `numbers` of the current corpus; for all of them without numbers."""
        state = self._frame.state
        if state.corpus:
            self._open_filing_dialog(lambda filing: filing.begin_imported(state.corpus, state.model, numbers))

    def file_classified_documents(self, numbers: Sequence[int]) -> None:
        """Open the filing dialog for some items of the Classify page that were not filed yet."""
        items = [item for item in self._unfiled_items() if item.number in set(numbers)]
        self._open_filing_dialog(lambda filing: filing.begin(items, self._frame.state.corpus))

    def _unfiled_items(self) -> list[DroppedItem]:
        judged_documents, filed = self._home.judged_documents, self._pages.classify.state.filed
        items = () if judged_documents is None else judged_documents.items()
        return [item for item in items if item.number not in filed]

    def _open_filing_dialog(self, begin: Callable[[FilingViewModel], object]) -> None:
        from app.features.filing.dialog import FilingDialog

        if self._filing is not None:
            begin(self._filing)
            FilingDialog(self._filing, self._labels_of_corpus(), self._window()).open()

    def label_rest(self) -> None:
        """Open the dialog that labels unlabelled documents with the model's verdicts."""
        from app.features.sort.page import RestDialog

        rest, state = self._rest, self._frame.state
        if rest is None or not state.corpus or not state.model:
            return
        rest.begin(state.corpus, state.model)
        documents, shelf = self._pages.documents, Shelf(ShelfKind.UNLABELLED)
        show = self._frame.command_on_page(DOCUMENTS_PAGE, partial(documents.choose_shelf, shelf))
        RestDialog(rest, self._labels_of_corpus(), self._window(), show).open()

    def _on_rest_labelled(self, report: RestReport) -> None:
        self._home.refresh(has_news=True)
        self._pages.documents.refresh()
        self._pages.sorting.reload_after_labelling(report)

    def _labels_of_corpus(self) -> tuple[Label, ...]:
        """Return the labels of the current corpus, followed by the labels that only its model has."""
        corpus = self._home.corpus
        corpus_labels = () if corpus is None else tuple(Label(label.name, label.colour) for label in corpus.labels)
        known = {label.name for label in corpus_labels}
        return (*corpus_labels, *(label for label in self._model_labels() if label.name not in known))

    def _on_home_opened(self, _workspace: Path) -> None:
        session, lists = self._home.session, self._home.judged_lists
        if session is None or lists is None:
            return
        self._asker.forget()
        if self._filing is not None:
            self._filing.deleteLater()
        memory = FilingSettings(self._settings.note, self._settings.store_note)
        filing = self._filing = FilingViewModel(self._runner, session, memory)
        filing.setParent(self)
        filing.filed.connect(self._on_filing_filed)
        filing.filing_undone.connect(self._on_filing_brought_back)
        filing.last_batch_found.connect(self._show_report)
        filing.recovered.connect(self._on_filing_recovered)
        filing.failed.connect(lambda error: self._frame.change(problem=error))
        if self._rest is not None:
            self._rest.deleteLater()
        rest = self._rest = RestViewModel(self._runner, session)
        rest.setParent(self)
        rest.labelled.connect(self._on_rest_labelled)
        rest.failed.connect(lambda error: self._frame.change(problem=error))
        filing.thresholds_changed.connect(self._on_thresholds_changed)
        self._on_thresholds_changed(filing.thresholds())
        # Wait for the first look at the workspace, which creates a new one: only then look for an interrupted filing.
        self._home.call_when_ready(lambda: filing.recover() if filing is self._filing else None)
        lists.keep_history(is_kept=self._settings.note(HISTORY_NOTE) != NO_HISTORY)

    def _on_thresholds_changed(self, thresholds: Mapping[str, float]) -> None:
        """Apply the filing thresholds to the Classify and Inbox pages as well."""
        self._pages.classify.set_thresholds(thresholds)
        if self._pages.inbox is not None:
            self._pages.inbox.set_thresholds(thresholds)

    def _on_filing_filed(self, report: FilingReport) -> None:
        self._home.steps.record_filing()
        self._pages.classify.mark_filed(report.numbers, are_filed=True)
        state = None if self._filing is None else self._filing.state
        if state is not None and state.is_imported and state.plan is not None:
            n_stayed = len(state.plan.left_out) + report.count("failed")
            self._pages.sorting.record_filing(FiledPile(report.count("done"), n_stayed))
        n_folders = len(count_filed_folders(report))
        is_copy = all(move.action == "copy" for move in report.moves)
        n_done = report.count("done")
        n_left, n_unmarked = report.count("failed"), report.n_without_layer

        def note() -> str:
            copied, filed = self.tr("%Ln file(s) copied", "", n_done), self.tr("%Ln file(s) filed away", "", n_done)
            unmarked = self.tr("the recognised text could not be added to %Ln file(s)", "", n_unmarked)
            cancelled = self.tr("filing cancelled: %Ln file(s) stayed where they were", "", n_left)
            failed = self.tr("%Ln file(s) could not be filed", "", n_left)
            return wording.join_facts([
                copied if is_copy else filed,
                self.tr("%Ln folder(s)", "", n_folders) if n_done else "",
                unmarked if n_unmarked else "",
                (cancelled if report.is_cancelled else failed) if n_left else "",
            ])  # fmt: skip

        if not n_left and n_done and self._filing is not None:
            folders = count_filed_folders(report)
            self._frame.offer_action(
                note, lambda: self.tr("Undo"), self._filing.undo, does_undo=True, shown_folders=folders
            )
            return
        self._frame.offer_action(note, lambda: self.tr("Show"), lambda: self._show_report(report))

    def _on_filing_brought_back(self, report: FilingReport) -> None:
        if self._filing is not None:
            self._pages.classify.mark_filed(self._filing.numbers_moved_back(report), are_filed=False)
            self._pages.sorting.record_filing(None)
        n_left, n_back = report.count("done"), report.count("undone")
        can_redo = n_back > 0 and not any(move.text_layer_hash for move in report.moves)
        self._home.steps.record_filing(FiledBatch(report.batch, n_back, time.time()) if can_redo else None)
        n_removed = sum(move.state == "undone" and move.action == "copy" for move in report.moves)
        n_moved = n_back - n_removed

        def note() -> str:
            return wording.join_facts([
                self.tr("%Ln file(s) moved back", "", n_moved) if n_moved or not n_removed else "",
                self.tr("%Ln copy(ies) removed", "", n_removed) if n_removed else "",
                self.tr("%Ln file(s) could not be moved back", "", n_left) if n_left else "",
            ])  # fmt: skip

        if not n_left:
            self._frame.show_note(note())
            return
        self._frame.offer_action(note, lambda: self.tr("Show"), lambda: self._show_report(report))

    def _on_filing_recovered(self, report: FilingReport) -> None:
        n_done = report.count("done")
        if report.n_foreign and not report.moves:
            words = self.tr(
                "This workspace has %Ln unfinished move(s) of another computer or an earlier version of Bayleaf. "
                "The files were left where they are.", "", report.n_foreign,
            )  # fmt: skip
            self._frame.show_note(words)
            return

        def note() -> str:
            words = self.tr("Filing away was interrupted. Files filed: %1. Files left where they were: %2")
            return wording.fill_placeholders(words, *map(wording.format_count, (n_done, len(report.moves) - n_done)))

        self._frame.offer_action(note, lambda: self.tr("Show"), lambda: self._show_report(report))

    def _show_report(self, report: FilingReport) -> None:
        from app.features.filing.dialog import FiledDialog

        filing = self._filing
        if filing is not None:
            labels = self._labels_of_corpus()
            FiledDialog(report, filing.undo, partial(filing.resume, report), labels, self._window()).open()

    def show_reading(self, path: str, member: str) -> None:
        """Show the text that is extracted from a document."""
        from app.features.importing.dialog import ReadingDialog
        from app.features.importing.view_model import ReadingViewModel

        over = QApplication.activeModalWidget() or self._window()  # the import dialog shows files too
        ReadingDialog(ReadingViewModel(self._runner, path, member), over).show()

    def show_history(self) -> None:
        """Open the history of verdicts."""
        from app.features.classify.dialogs import HistoryDialog
        from app.features.classify.view_model import HistoryViewModel

        session = self._home.session
        if session is None:
            return
        is_kept = self._settings.note(HISTORY_NOTE) != NO_HISTORY

        def keep(is_wanted: bool) -> None:
            self._settings.store_note(HISTORY_NOTE, "" if is_wanted else NO_HISTORY)
            if self._home.judged_lists is not None:
                self._home.judged_lists.keep_history(is_kept=is_wanted)

        documents, lists = self._home.judged_documents, self._home.judged_lists
        labels_now = correct = None
        if documents is not None and lists is not None:
            labels_now, correct = documents.judge_locations, partial(self._pages.classify.correct_stored_verdict, lists)
        model = HistoryViewModel(
            self._runner, session, is_kept=is_kept, keep=keep, labels_now=labels_now, correct=correct
        )
        dialog = HistoryDialog(model, self._model_labels(), self._window())
        dialog.classify_wanted.connect(self._classify_again)
        model.setParent(dialog)
        dialog.open()

    def _model_labels(self) -> tuple[Label, ...]:
        return self._pages.classify.state.labels
