"""Chooses the next step that the window recommends: a sentence and a button below the page header."""

from __future__ import annotations

from pathlib import Path

from PySide6.QtCore import QObject

from app.domain.results import ImportReport
from app.features.documents.view_model import DocumentsViewModel
from app.features.sort.use_cases import SortingService, has_no_labels
from app.features.sort.view_model import FiledPile, SortingState, SortingViewModel
from app.kit import wording
from app.kit.drops import DropContent
from app.kit.frame import (
    CLASSIFY_PAGE,
    DOCUMENTS_PAGE,
    EVALUATE_PAGE,
    SORT_PAGE,
    TRAIN_PAGE,
    WORDS_PAGE,
    Command,
    FrameState,
    FrameViewModel,
    NextStep,
    PageCommands,
)
from app.kit.jobs import Runner
from app.kit.page_model import RequestSender
from app.library.workspaces import copy_new_sample_mails, data_folder, new_sample_mails
from app.shell.pages import PageModels
from app.shell.workspace_view_model import WorkspaceViewModel


class NextSteps(QObject):
    """Updates `FrameState.next_step` whenever the page, its state or the collection changes."""

    def __init__(self, frame: FrameViewModel, pages: PageModels, commands: PageCommands, parent: QObject) -> None:
        super().__init__(parent)
        self._frame, self._pages, self._commands = frame, pages, commands
        frame.context_changed.connect(self._update)
        frame.language_changed.connect(self._update)
        for page in (pages.documents, pages.sorting, pages.training, pages.classify):
            page.state_changed.connect(self._update)
        self._update()

    def _update(self, _state: object = None) -> None:
        step = self._choose_step()
        if step != self._frame.state.next_step:
            self._frame.change(next_step=step)

    def _choose_step(self) -> NextStep | None:
        frame = self._frame.state
        if frame.has_failed_to_open or frame.is_first_run or not self._n_documents:
            return None
        steps = {
            DOCUMENTS_PAGE: self._step_after_documents,
            SORT_PAGE: self._step_after_sorting,
            TRAIN_PAGE: self._step_after_training,
            WORDS_PAGE: self._step_to_classify,
            EVALUATE_PAGE: self._step_to_classify,
            CLASSIFY_PAGE: self._step_after_classifying,
        }
        return steps[frame.page]() if frame.page in steps else None

    @property
    def _n_documents(self) -> int:
        frame = self._frame.state
        return next((corpus.n_documents for corpus in frame.corpora if corpus.name == frame.corpus), 0)

    @property
    def _labels(self) -> list[str]:
        """Labels that at least one document has. Empty while the overview of another collection is still shown."""
        overview = self._pages.documents.state.overview
        if overview.corpus != self._frame.state.corpus:
            return []
        return [label.name for label in overview.labels if label.n_documents]

    def _command_to_open(self, page: int) -> Command:
        return lambda: self._frame.open_page(page)

    def _step_after_documents(self) -> NextStep | None:
        overview, labels = self._pages.documents.state.overview, self._labels
        if overview.corpus != self._frame.state.corpus:
            return None
        if not labels:
            words = self.tr("None of the %Ln document(s) has a label yet", "", self._n_documents)
            return NextStep(words, self.tr("Sort documents"), self._command_to_open(SORT_PAGE))
        if len(labels) == 1:
            return self._step_with_single_label(labels[0], overview.n_unlabelled)
        if not self._frame.state.model:
            counts = self.tr("%Ln document(s)", "", self._n_documents)
            words = self.tr("%1, %Ln labels", "", len(labels)).replace("%1", counts)
            return NextStep(words, self.tr("Train"), self._command_to_open(TRAIN_PAGE))
        is_sorted_pile = self._pages.sorting.state.corpus == overview.corpus and not (
            overview.n_unlabelled or overview.is_mail or overview.is_table
        )
        if is_sorted_pile and self._has_files_to_file and self._commands.file_away is not None:
            return self._step_to_file(self._commands.file_away)
        return self._step_after_model(overview.n_unlabelled)

    @property
    def _has_files_to_file(self) -> bool:
        """Whether files of a collection without unlabelled documents were not filed yet.

        Files that stayed at the last filing may have a label now.
        """
        filed = self._pages.sorting.state.filed
        return filed is None or filed.n_stayed > 0

    def _step_to_file(self, file_away: Command) -> NextStep:
        words = self.tr("Every document has a label. You can file the documents into one folder for each label.")
        return NextStep(words, self.tr("File away…"), file_away)

    def _step_after_filing(self, filed: FiledPile, n_unlabelled: int) -> NextStep | None:
        """Return the step when files of the collection were filed away: label those that stayed, or classify files."""
        words = self.tr("%Ln file(s) filed away.", "", filed.n_filed)
        if n_unlabelled and filed.n_stayed:
            left = self.tr("%Ln document(s) stayed without a label.", "", n_unlabelled)
            return NextStep(f"{words} {left}", self.tr("Label them yourself"), self._open_questions)
        if self._frame.state.model:
            drop = self.tr("Drop new files on the window to classify them.")
            return NextStep(f"{words} {drop}", self.tr("Classify"), self._command_to_open(CLASSIFY_PAGE))
        return NextStep(words, self.tr("Train"), self._command_to_open(TRAIN_PAGE))

    def _step_with_single_label(self, label: str, n_unlabelled: int) -> NextStep:
        """Return the step if only one label has documents.

        This label is often the name of the imported folder and not a real label.
        """
        if n_unlabelled:
            words = self.tr(
                "All labelled documents have the label “%1”. To train a model, give other documents a different label."
            )
            return NextStep(words.replace("%1", label), self.tr("Sort documents"), self._command_to_open(SORT_PAGE))
        words = self.tr("Every document has the label “%1”. A model needs at least two labels.")
        return NextStep(words.replace("%1", label), self.tr("Treat as unlabelled"), self._remove_only_label)

    def _remove_only_label(self) -> None:
        self._frame.open_page(SORT_PAGE)
        self._pages.sorting.delete_only_label()

    def _step_after_model(self, n_unlabelled: int) -> NextStep | None:
        """Return the step when a model is saved: label the unlabelled documents, or classify new files."""
        sorting = self._pages.sorting.state
        if sorting.filed is not None and sorting.corpus == self._frame.state.corpus:
            return self._step_after_filing(sorting.filed, n_unlabelled)
        if n_unlabelled and n_unlabelled <= sorting.n_left_unlabelled and sorting.corpus == self._frame.state.corpus:
            words = self.tr("The model is not certain about the labels of %Ln document(s)", "", n_unlabelled)
            return NextStep(words, self.tr("Label them yourself"), self._open_questions)
        if n_unlabelled and self._commands.label_rest is not None and not self._pages.training.state.is_table:
            words = self.tr("%Ln document(s) have no label yet", "", n_unlabelled)
            return NextStep(words, self.tr("Label the rest…"), self._commands.label_rest)
        return self._step_to_classify()

    def _open_questions(self) -> None:
        self._frame.open_page(SORT_PAGE)
        self._pages.sorting.show_groups(is_on=False)

    def _step_to_classify(self) -> NextStep | None:
        """Return the step to classify files, or to train if there is no model; None after classifying."""
        model = self._frame.state.model
        if self._pages.training.state.is_training:
            return None
        if not model:
            if self._frame.state.page == TRAIN_PAGE:
                return None
            return NextStep(self.tr("There is no model yet"), self.tr("Train"), self._command_to_open(TRAIN_PAGE))
        if (trial := self._step_to_try_sample()) is not None:
            return trial
        if self._pages.classify.state.items or self._frame.state.page == EVALUATE_PAGE:
            return None  # on Evaluate, the matrix needs the room
        words = self.tr("Model “%1” is saved. Drop new files on the window to classify them.").replace("%1", model)
        return NextStep(words, self.tr("Classify"), self._command_to_open(CLASSIFY_PAGE))

    def _step_to_try_sample(self) -> NextStep | None:
        """Return the step that classifies the new sample mails.

        Returns None if the collection is not the sample, or if these mails are on the Classify page already.
        """
        overview, classify = self._pages.documents.state.overview, self._frame.commands.classify
        folder = data_folder() / "new-sample-mails"
        are_listed = any(folder in Path(item.verdict.path).parents for item in self._pages.classify.state.items)
        if classify is None or overview.corpus != self._frame.state.corpus or are_listed:
            return None
        sources = [source for source, _n_documents in overview.sources]
        if not new_sample_mails(sources):
            return None

        def try_copies() -> None:
            classify(DropContent(copy_new_sample_mails(sources, folder)))

        return NextStep(
            self.tr("The model is ready. Try it on mail that it has never seen."),
            self.tr("Try six new sample mails"),
            try_copies,
        )

    def _step_after_sorting(self) -> NextStep | None:
        state: SortingState = self._pages.sorting.state
        if state.corpus != self._frame.state.corpus or state.n_unlabelled is None:
            return None
        words = self.tr("%Ln document(s) labelled", "", state.n_labelled or 0)
        if len(self._labels) < 2:
            # The strip is there before it has a button: else the page jumps when the second group has its name.
            early = self.tr("You can train a model as soon as two labels have documents")
            return NextStep(early) if state.n_unlabelled else None
        if state.shows_next_steps:  # the page itself offers them then
            return NextStep(words)
        if not state.n_unlabelled and self._has_files_to_file and self._commands.file_away is not None:
            return self._step_to_file(self._commands.file_away)
        if state.filed is not None:
            return self._step_after_filing(state.filed, state.n_unlabelled)
        if self._frame.state.model:
            return self._step_after_model(state.n_unlabelled)
        return NextStep(words, self.tr("Train"), self._command_to_open(TRAIN_PAGE))

    def _step_after_training(self) -> NextStep | None:
        if not self._frame.state.model and len(labels := self._labels) == 1:
            return self._step_with_single_label(labels[0], self._pages.documents.state.overview.n_unlabelled)
        training, train = self._pages.training.state, self._frame.commands.train
        if not self._frame.state.model or training.is_training:
            return None
        model = training.model_in_use
        if training.corpus == self._frame.state.corpus and model is not None and not training.is_trained:
            # "Model saved: classify" would send people away with the figures of a model that they do not use.
            words = self.tr("The saved model “%1” does not have these settings. Train again to use them.")
            words = words.replace("%1", model.name)
            return None if train is None else NextStep(words, self.tr("Train"), train)
        overview = self._pages.documents.state.overview
        is_current = overview.corpus == self._frame.state.corpus
        return self._step_after_model(overview.n_unlabelled if is_current else 0)

    def _step_after_classifying(self) -> NextStep | None:
        classify, state = self._pages.classify, self._pages.classify.state
        if not state.items:
            return self._step_to_try_sample() if self._frame.state.model else None
        unsure = self.tr("%Ln document(s) have unsure verdicts", "", state.n_unsure) if state.n_unsure else ""
        unread = self.tr("%Ln file(s) could not be read", "", state.n_unread) if state.n_unread else ""
        if state.is_checking and state.n_unsure:
            words = self.tr(
                "%Ln unsure verdict(s) left: press the key of the right label, or Enter if the verdict is right", "",
                state.n_unsure,
            )  # fmt: skip
            return NextStep(words, self.tr("Show the whole list"), classify.clear_narrowing)
        if state.n_to_file and self._commands.file_away is not None:
            words = self.tr("%Ln document(s) can be filed away", "", state.n_to_file)
            return NextStep(
                wording.join_facts([words, unsure, unread]), self.tr("File away…"), self._commands.file_away
            )
        if state.n_unsure:
            if state.filed:
                unsure = self.tr(
                    "%Ln document(s) stayed, because their verdicts are unsure. Label them, then file them too.", "",
                    state.n_unsure,
                )  # fmt: skip
            return NextStep(
                wording.join_facts([unsure, unread]), self.tr("Check them one by one"), classify.check_unsure
            )
        n_staying = sum(item.number not in state.filed and not item.error for item in state.items)
        if not state.filed:
            return None
        if n_staying and self._commands.file_away is not None:
            words = self.tr("%Ln document(s) stayed where they were.", "", n_staying)
            return NextStep(wording.join_facts([words, unread]), self.tr("Show the reasons…"), self._commands.file_away)
        words = self.tr("Everything on the list is filed away.")
        if state.n_unread:
            words = self.tr("Everything is filed away, except %Ln file(s) that could not be read.", "", state.n_unread)
        return NextStep(words, self.tr("Clear the list"), classify.clear)


class SortPageConnector(QObject):
    """Connects the Sort page with the window and the Documents page, and opens the current corpus on it when shown."""

    def __init__(
        self, runner: Runner, home: WorkspaceViewModel, frame: FrameViewModel, sorting: SortingViewModel,
        documents: DocumentsViewModel,
    ) -> None:  # fmt: skip
        super().__init__(home)
        self._home, self._frame, self._sorting = home, frame, sorting
        self._asker = RequestSender(runner, "way to sort", failed=lambda error: frame.change(problem=error))
        home.opened.connect(self._on_opened)
        home.imported.connect(self._on_imported)
        frame.context_changed.connect(self._on_frame_moved)
        home.steps.undone_or_redone.connect(self._on_stepped)
        sorting.document_wanted.connect(frame.command_on_page(DOCUMENTS_PAGE, documents.show_document))
        for follow in (documents.refresh, home.refresh):
            sorting.labels_given.connect(follow)

    def _on_opened(self, _path: Path) -> None:
        self._asker.forget()
        if self._home.session is not None:
            self._sorting.open_workspace(SortingService(self._home.session))

    def _on_frame_moved(self, state: FrameState) -> None:
        n_documents = next((corpus.n_documents for corpus in state.corpora if corpus.name == state.corpus), 0)
        if state.page == SORT_PAGE:
            self._sorting.open_corpus(state.corpus, n_documents)

    def _on_stepped(self, _step: object) -> None:
        self._sorting.follow_undo()

    def _on_imported(self, report: ImportReport) -> None:
        session = self._home.session
        if session is not None and report.documents:
            self._asker.ask(
                lambda _context: has_no_labels(session, report.corpus),
                then=lambda is_unlabelled: self._frame.open_page(SORT_PAGE) if is_unlabelled else None,
            )
