"""View models of the open workspace: current corpus and model, imports, undo and redo, and maintenance.

Each page has a view model of its own. This module has what concerns several pages: it opens a workspace, imports,
trains, undoes, and refreshes the pages when the workspace has changed.
"""

from __future__ import annotations

import time
import uuid
from collections.abc import Callable, Sequence
from functools import partial
from pathlib import Path
from typing import TypeVar

from PySide6.QtCore import QObject, Signal

from app.domain.documents import SourceOptions
from app.domain.jobs import JobContext
from app.domain.records import EditRecord, FiledBatch
from app.domain.results import DroppedItem, ImportReport
from app.features.classify.use_cases import JudgedDocuments, JudgedLists, UndoStep
from app.features.classify.view_model import ClassifyState
from app.features.evaluate.view_model import EvaluationQuestions, EvaluationResult
from app.features.train.view_model import TrainingQuestions, Trainings
from app.features.train.workbench import JudgedRecipe, TrainingReplacement
from app.features.words.view_model import WordsQuestions
from app.kit import wording
from app.kit.drops import DropContent
from app.kit.frame import (
    CLASSIFY_PAGE,
    DOCUMENTS_PAGE,
    EVALUATE_PAGE,
    PENDING_EDIT,
    TRAIN_PAGE,
    WORDS_PAGE,
    Command,
    CorpusChoice,
    FrameState,
    FrameViewModel,
    UndoableEdit,
)
from app.kit.jobs import Job, JobUnit, Progress, Runner
from app.kit.page_model import PageModel, RequestSender
from app.kit.painted_values import Label
from app.library import saved_models, workspaces
from app.library.browsing import Browser
from app.library.importing import ImportRequest, add_message, add_text, import_sources
from app.library.workspaces import (
    CorpusSummary,
    ModelSummary,
    OpenContext,
    UndoableSteps,
    WorkspaceSummary,
    next_undo_and_redo,
)
from app.shell.pages import PageModels
from app.store.workspace import NO_WORKSPACE, Session, WorkspaceSource

Answer = TypeVar("Answer")


class WorkspaceMaintenance(QObject):
    """Runs maintenance jobs on the workspace, and shows their results as a note in the status bar."""

    def __init__(self, runner: Runner, frame: FrameViewModel, parent: QObject) -> None:
        super().__init__(parent)
        self._frame = frame
        self._asker = RequestSender(runner, "upkeep", failed=lambda error: frame.change(problem=error))
        self.workspace: WorkspaceSource = NO_WORKSPACE

    def save_copy(self, path: Path) -> None:
        """Copy the workspace to another file."""
        done = self.tr("A copy of the workspace was saved")
        self._run(
            lambda workspace, context: workspaces.save_copy(workspace, path, context), lambda _path: done,
            lambda: self.tr("Saving a copy of the workspace"),
        )  # fmt: skip

    def compact(self) -> None:
        """Remove deleted data for good, and shrink the file."""

        def describe(report: workspaces.CompactReport) -> str:
            before, after = (f"{size / 1e6:.1f} MB" for size in (report.bytes_before, report.bytes_after))
            return wording.fill_placeholders(self.tr("Workspace compacted: %1 before, %2 now"), before, after)

        self._run(workspaces.compact, describe, lambda: self.tr("Compacting the workspace"))

    def check(self) -> None:
        """Check the integrity of the workspace."""
        sound = self.tr("No problems found in the workspace")
        self._run(
            workspaces.check, lambda problems: self.tr("%n problem(s) found", "", len(problems)) if problems else sound,
            lambda: self.tr("Checking the workspace"),
        )  # fmt: skip

    def _run(
        self,
        act: Callable[[WorkspaceSource, JobContext], Answer],
        describe: Callable[[Answer], str],
        title: Callable[[], str],
    ) -> None:
        workspace = self.workspace
        self._asker.ask(
            lambda context: act(workspace, context), then=lambda answer: self._frame.show_note(describe(answer)),
            title=title, lane="long",
        )  # fmt: skip


class AnswerTimes(QObject):
    """Shows in the status bar how long the last computation of the current page took."""

    def __init__(self, frame: FrameViewModel, pages: PageModels, parent: QObject) -> None:
        super().__init__(parent)
        self._frame = frame
        training, classify, evaluation = pages.training, pages.classify, pages.evaluation

        def write_all(state: FrameState) -> None:
            if not state.answer_times:
                self._show_answer_time(TRAIN_PAGE, training.state.result)
                self._show_answer_time(CLASSIFY_PAGE, classify.state)
                self._show_answer_time(EVALUATE_PAGE, evaluation.state.result)

        training.state_changed.connect(lambda state: self._show_answer_time(TRAIN_PAGE, state.result))
        classify.state_changed.connect(lambda state: self._show_answer_time(CLASSIFY_PAGE, state))
        evaluation.state_changed.connect(lambda state: self._show_answer_time(EVALUATE_PAGE, state.result))
        frame.state_changed.connect(write_all)

    def _show_answer_time(self, page: int, answer: JudgedRecipe | ClassifyState | EvaluationResult | None) -> None:
        times = self._frame.state.answer_times
        if answer is None:
            return
        if not answer.seconds:  # unknown: the time of the answer before would be wrong
            if page in times:
                self._frame.change(answer_times={place: words for place, words in times.items() if place != page})
            return
        words = {
            TRAIN_PAGE: self.tr("calculation took %1"),
            CLASSIFY_PAGE: self.tr("classification took %1"),
            EVALUATE_PAGE: self.tr("test took %1"),
        }[page].replace("%1", wording.format_duration(answer.seconds))
        if times.get(page) != words:
            self._frame.change(answer_times={**times, page: words})


class UndoSteps(PageModel[UndoableSteps, JudgedLists]):
    """Undoes and redoes edits of the workspace and filings, which are moves of files to label folders.

    Undo undoes the newest edit in the undo log of the current corpus; the menu names this edit. The note in the status
    bar has an Undo link only while it is about that edit. When another page or window makes an edit, a note about the
    new edit replaces it.
    """

    undone_or_redone = Signal(object)
    """Emitted with the `UndoStep` that was undone or redone, so that all pages refresh."""
    filing_undo_requested = Signal(int)
    filing_redo_requested = Signal(int)
    """This and `filing_undo_requested` are emitted with the number of a batch of filed files (`FiledBatch`)."""

    def __init__(self, runner: Runner, frame: FrameViewModel) -> None:
        super().__init__(runner, "steps", UndoableSteps(None, None))
        self._brought_back: FiledBatch | None = None
        """The filing that Redo would repeat. None unless undoing it was the last step."""
        self._frame, self.sentence = frame, EditSentences(self).sentence
        self._opened_at = 0.0
        self._newest = 0
        """The highest edit number seen since the workspace was opened."""
        frame.language_changed.connect(self.retranslate)
        self._words: dict[int, str] = {}
        """By edit number: the sentence with which a page announced the edit in this session."""

    def set_source(self, source: JudgedLists | None) -> None:
        super().set_source(source)
        self._opened_at, self._newest, self._brought_back = time.time(), 0, None
        self._words.clear()

    def announce_edit(self, edit: EditRecord, remark: str = "") -> None:
        """Show a note about an edit in the status bar, with an Undo link. `remark` is added to its sentence."""
        self._brought_back = None
        is_known_import = edit.kind == "import" and edit.number <= self._newest  # what came since left no edit
        if _imported_only_copies(edit) or is_known_import:
            return
        words = self._words[edit.number] = self.sentence(edit)
        about_files = self.tr("the files on disk stay") if edit.kind == "remove" else ""
        self._frame.show_note(wording.join_facts([words, about_files, remark]), edit=edit.number, action=words)

    def retranslate(self) -> None:
        """Discard the sentences in the previous language, and update the menus and the note."""
        self._words.clear()
        self.query_undo_log()

    def record_filing(self, filing_undone: FiledBatch | None = None) -> None:
        """Update the menus and the note after files were filed, or after a filing was undone (`filing_undone`).

        Redo can then repeat the undone filing.
        """
        self._brought_back = filing_undone
        self.query_undo_log()

    def suppress_note(self, edit: int) -> None:
        """Show no note about an edit, because a page offers to undo the edit together with another action."""
        self._newest = max(self._newest, edit)

    def forget_queries(self) -> None:
        """Ignore the answer of a running query of the undo log: it may lack an edit that was made since."""
        self._asker.forget("steps")

    def query_undo_log(self) -> None:
        """Query the undo log, and update the menus and the note."""
        corpus = self._frame.state.corpus
        self._ask(
            lambda lists, context: next_undo_and_redo(lists.workspace, corpus, context),
            then=self._on_undo_log_queried, topic="steps",
        )  # fmt: skip

    def _on_undo_log_queried(self, steps: UndoableSteps) -> None:
        edit, redo, filed = steps.undo, steps.redo, steps.filed
        redo_name = self.sentence(redo) if redo is not None else ""
        if self._brought_back is not None:
            redo_name = self._filing_sentence(self._brought_back)
        if filed is not None and (edit is None or filed.ended_at > edit.made_at):
            undoable = UndoableEdit(0, self._filing_sentence(filed), filed)
            self._frame.change(undoable=undoable, note_edit_number=0, redo_name=redo_name)
            return
        if edit is None:
            self._frame.change(undoable=None, note_edit_number=0, redo_name=redo_name)
            return
        state, is_earlier = self._frame.state, edit.made_at < self._opened_at
        is_fresh = edit.number > self._newest and not is_earlier and not _imported_only_copies(edit)
        self._newest = max(edit.number, self._newest)
        if state.note_edit_number == PENDING_EDIT and not is_earlier and edit.number not in self._words:
            self._words[edit.number] = state.note_action_part
        words = self._words.get(edit.number) or self.sentence(edit)
        self._frame.change(undoable=UndoableEdit(edit.number, words), redo_name=redo_name)
        if state.note_edit_number == PENDING_EDIT and not is_earlier:
            self._frame.change(note_edit_number=edit.number)
        elif state.note_edit_number == PENDING_EDIT:
            self._frame.change(note_edit_number=0)
        elif (is_fresh or state.note_edit_number) and state.note_edit_number != edit.number:
            self._frame.show_note("" if is_earlier else words, edit=edit.number)

    def undo(self) -> None:
        """Undo the action that the note in the status bar offers to undo; without one, the newest edit or filing.

        An import or an edit of an earlier session needs a confirmation first.
        """
        state = self._frame.state
        if not state.does_note_action_undo or state.act_on_note is None:
            if state.undoable is not None and state.undoable.filed is not None:
                self._undo_filing(state.undoable.filed)
            else:
                self._undo_or_redo(is_forward=False)
            return
        self._frame.change(note_button_text="", act_on_note=None, does_note_action_undo=False)
        state.act_on_note()

    def undo_noted(self) -> None:
        """Undo the edit that the note is about, and no other edit."""
        self._undo_or_redo(is_forward=False, expected=self._frame.state.note_edit_number)

    def redo(self) -> None:
        """Redo the edit that was undone last, or repeat a filing if undoing that filing was the last action."""
        if self._brought_back is not None:
            self.filing_redo_requested.emit(self._brought_back.number)
        else:
            self._undo_or_redo(is_forward=True)

    def _filing_sentence(self, filed: FiledBatch) -> str:
        return self.tr("%Ln file(s) filed away", "", filed.n_files)

    def _undo_filing(self, filed: FiledBatch) -> None:
        """Move filed files back. A filing of an earlier session needs a confirmation first."""

        def bring_back() -> None:
            self.filing_undo_requested.emit(filed.number)

        if filed.ended_at >= self._opened_at:
            bring_back()
            return
        self._frame.offer_action(
            lambda: self.tr("Undo from the last session: %1?").replace("%1", self._filing_sentence(filed)),
            lambda: self.tr("Undo"),
            bring_back,
        )

    def _undo_or_redo(self, *, is_forward: bool, expected: int = 0) -> None:
        state, opened_at, lists = self._frame.state, self._opened_at, self._source
        if lists is None:
            return
        documents = lists.current

        def report(step: UndoStep) -> None:
            edit = step.edit
            if edit is None:
                self._frame.show_note(self.tr("Nothing to redo") if is_forward else self.tr("Nothing to undo"))
                return
            if step.is_held:
                self._ask_before_undo(edit)
                return
            sentence = self._words.get(edit.number) or self.sentence(edit)
            words = self.tr("Redone: %1") if is_forward else self.tr("Undone: %1")
            self._frame.show_note(words.replace("%1", sentence), edit=edit.number if is_forward else 0)
            self._brought_back = None
            self.undone_or_redone.emit(step)

        self._ask(
            lambda _lists, context: documents.undo_or_redo(
                state.model, state.corpus, context, is_forward=is_forward, expected=expected, since=opened_at
            ),
            then=report,
        )

    def _ask_before_undo(self, edit: EditRecord) -> None:
        """Ask for confirmation in the note, before an import or an edit of an earlier session is undone."""

        def question() -> str:
            is_earlier, is_import = edit.made_at < self._opened_at, edit.kind == "import"
            if is_import and is_earlier:
                return self.tr("Undo the last session's import of %Ln document(s)?", "", edit.documents)
            if is_import:
                return self.tr("Undo the import of %Ln document(s)?", "", edit.documents)
            template = self.tr("Undo from the last session: %1?") if is_earlier else self.tr("Undo: %1?")
            return template.replace("%1", self._words.get(edit.number) or self.sentence(edit))

        self._frame.offer_action(
            question, lambda: self.tr("Undo"), lambda: self._undo_or_redo(is_forward=False, expected=edit.number)
        )

    def _on_failed(self, error: Exception) -> None:
        self._frame.change(problem=error)


def _imported_only_copies(edit: EditRecord) -> bool:
    """Return whether an import added no document. No note then offers to undo it."""
    return edit.kind == "import" and not edit.documents


class EditSentences(QObject):
    """Describes edits in the language of the window."""

    def sentence(self, edit: EditRecord) -> str:
        """Return a sentence that says what an edit changed, such as "3 documents removed"."""
        n, has_label = edit.documents, bool(edit.facts.get("label"))
        templates = {
            "add": self.tr("%Ln document(s) added to the collection %1", "", n),
            "import": self.tr("%Ln document(s) imported into the collection %1", "", n),
            "relabel": self.tr("%Ln document(s) labelled %2", "", n)
            if has_label
            else self.tr("Label removed from %Ln document(s)", "", n),
            "label-rest": self.tr("%Ln document(s) labelled by the model", "", n),
            "read-again": self.tr("%Ln document(s) read again", "", n),
            "remove": self.tr("%Ln document(s) deleted", "", n),
            "move": self.tr("%Ln document(s) moved to the collection %1", "", n),
            "several-labels": self.tr("Documents in the collection %1 can now have several labels"),
            "one-label": self.tr("Documents in the collection %1 now have at most one label each"),
            "label-add": self.tr("Label %2 added"),
            "label-rename": self.tr("Label %2 renamed to %3"),
            "label-merge": self.tr("Label %2 merged into %3"),
            "label-remove": self.tr("Label %2 deleted"),
            "label-look": self.tr("Colour of label %2 changed"),
            "corpus-add": self.tr("Collection %1 added"),
            "corpus-rename": self.tr("Collection %1 renamed to %3"),
            "corpus-remove": self.tr("Collection %1 deleted"),
        }
        facts = (edit.facts.get(name, "") for name in ("corpus", "label", "new"))
        return wording.fill_placeholders(templates.get(edit.kind, edit.kind), *facts)


class WorkspaceViewModel(PageModel[WorkspaceSummary, Session]):
    """View model of the workspace: opens it, and keeps all pages up to date with it."""

    imported = Signal(object)
    """Emitted with the `ImportReport` of a finished import."""
    import_begun = Signal(str, object)
    """Emitted with a unique key and the `ImportRequest` when an import starts."""
    import_ended = Signal(str, object)
    """Emitted with the key and the `ImportRequest` when an import has finished, failed or been cancelled.

    It is not emitted if the window closes during the import.
    """
    opened = Signal(object)
    """Emitted with the path of an opened workspace."""

    def __init__(self, runner: Runner, frame: FrameViewModel, pages: PageModels) -> None:
        super().__init__(runner, "home", WorkspaceSummary((), None))
        self._frame, self._pages, self._runner = frame, pages, runner
        self.judged_lists: JudgedLists | None = None
        """The documents on the Classify page, as one list per collection; None without a workspace."""
        self._has_news, self.has_summary = False, False
        self._restored_corpus = ""
        """Name of a corpus that Undo or Redo may have restored; if so, it becomes the current one."""
        self.steps = UndoSteps(runner, frame)
        self.steps.undone_or_redone.connect(self._on_undone_or_redone)
        self._model: ModelSummary | None = None
        self._has_model = False
        """Whether the pages show a model, perhaps one of the collection before."""
        self._label_colours: tuple[tuple[str, int], ...] = ()
        self.last_corpus: Callable[[Path], str] = lambda _workspace: ""
        """Function that returns the name of the corpus that was last open in a workspace; "" if it is unknown."""
        self.last_model: Callable[[Path, str], str] = lambda _workspace, _corpus: ""
        """Function that returns the name of the model that was last used in a workspace for a corpus, or ""."""
        self._waiting: list[Callable[[], object]] = []
        self._waiting_pages: dict[int, Callable[[], object]] = {}
        frame.context_changed.connect(self._on_context_changed)
        self.classify = frame.command_on_page(CLASSIFY_PAGE, pages.classify.classify)
        self.train = frame.command_on_page(TRAIN_PAGE, pages.training.train)
        self.find_recipe = frame.command_on_page(TRAIN_PAGE, pages.training.propose)
        self.show_document = frame.command_on_page(DOCUMENTS_PAGE, pages.documents.show_document)
        pages.documents.documents_changed.connect(lambda: self.refresh(has_news=True))
        pages.documents.status_message.connect(frame.show_note)
        self._trainings = Trainings(runner, frame, pages.training, self)
        self._trainings.model_changed.connect(self._on_training_model_changed)
        pages.training.model_saved.connect(self._trainings.show)
        pages.training.model_saved.connect(self._show_saved_model)
        self.upkeep = WorkspaceMaintenance(runner, frame, self)
        pages.training.recipe_saved.connect(
            lambda name: frame.show_note(self.tr("Recipe “%1” saved").replace("%1", name))
        )
        pages.training.removed.connect(
            lambda name, put_back: self._offer_undo(lambda: self.tr("“%1” was deleted").replace("%1", name), put_back)
        )
        pages.training.models_changed.connect(self.refresh)
        pages.training.document_wanted.connect(frame.command_on_page(DOCUMENTS_PAGE, pages.documents.show_mistake))
        pages.training.state_changed.connect(
            lambda state: pages.evaluation.follow_training(state.corpus if state.is_training else "")
        )
        pages.evaluation.documents_wanted.connect(frame.command_on_page(DOCUMENTS_PAGE, pages.documents.show_documents))
        pages.words.documents_wanted.connect(frame.command_on_page(DOCUMENTS_PAGE, pages.documents.show_documents_with))
        pages.classify.document_wanted.connect(self.show_document)
        pages.classify.corrected.connect(self._on_classify_corrected)
        pages.classify.many_corrected.connect(self._on_many_corrected)
        pages.classify.items_removed.connect(self._on_items_removed)
        pages.classify.other_list_changed.connect(lambda _documents: self.refresh())
        pages.classify.all_sure.connect(lambda: frame.show_note(self.tr("No unsure verdicts left")))
        AnswerTimes(frame, pages, self)

    def _offer_undo(self, note: Callable[[], str], undo: Command) -> None:
        self._frame.offer_action(note, lambda: self.tr("Undo"), undo, does_undo=True)

    @property
    def session(self) -> Session | None:
        """The open workspace, or None."""
        return self._source

    @property
    def judged_documents(self) -> JudgedDocuments | None:
        """The documents of the current collection on the Classify page; None without a workspace."""
        return None if self.judged_lists is None else self.judged_lists.current

    @property
    def corpus(self) -> CorpusSummary | None:
        """The current corpus, or None."""
        name = self._frame.state.corpus
        return next((corpus for corpus in self.state.corpora if corpus.name == name), None)

    def open_context(self) -> OpenContext:
        """The open workspace, corpora and model, for lessons on the user's own documents."""
        state = self._frame.state
        corpora = tuple(corpus.name for corpus in state.corpora if not corpus.is_table)
        return OpenContext(self._source or NO_WORKSPACE, corpora, state.corpus, state.model)

    def open_workspace(self, path: Path) -> None:
        """Open a workspace, creating it if it does not exist."""
        self.close()
        session = Session(path, create=True)
        self.set_source(session)
        lists = self.judged_lists = JudgedLists(session)
        self.steps.set_source(lists)
        self._trainings.workspace = self.upkeep.workspace = session
        pages, self._model = self._pages, None
        pages.documents.open_workspace(Browser(session))
        pages.classify.open_workspace(lists.current)
        if pages.inbox is not None:
            pages.inbox.open_workspace(session)
        pages.training.open_workspace(TrainingQuestions(session))
        pages.words.open_workspace(WordsQuestions(session))
        pages.evaluation.open_workspace(EvaluationQuestions(session))
        self._waiting_pages.clear()
        self._frame.show_note("")
        self._frame.change(workspace=path, corpus="", model="", has_failed_to_open=False)
        self.has_summary = False
        self.opened.emit(path)
        self.refresh()

    def close(self) -> None:
        """Close the workspace. Every change is already saved."""
        if self._pages.inbox is not None:
            self._pages.inbox.close_workspace()
        if self.judged_lists is not None:
            self.judged_lists.close()
            self.judged_lists = None
            self.steps.set_source(None)
        if self._source is not None:
            self._source.close()
        self.set_source(None)

    def refresh(self, *, has_news: bool = False) -> None:
        """Read corpora and models of the workspace again, and update the pages.

        With `has_news`, also show a note about the last edit.
        """

        def on_failed(error: Exception) -> None:
            self._frame.change(problem=error)
            if not self.has_summary:
                self._frame.change(has_failed_to_open=True, is_new=False, corpora=())

        self._has_news |= has_news
        self.steps.forget_queries()
        self._ask(workspaces.summarize_workspace, then=self._on_summary_loaded, topic="summary", failed=on_failed)

    def choose_corpus(self, name: str) -> None:
        """Make another corpus the current corpus."""
        if name != self._frame.state.corpus:
            self._model = None
            self._frame.change(corpus=name, model="")
            self._show_corpus()
            self.steps.query_undo_log()

    def call_when_ready(self, act: Callable[[], object]) -> None:
        """Call `act` as soon as the corpora and the current model are loaded."""
        self._waiting.append(act)

    def import_sources(
        self, sources: Sequence[Path], options: SourceOptions | None = None, corpus: str | None = None
    ) -> None:
        """Import files and folders into the named corpus, by default the current one."""
        name = corpus or self._frame.state.corpus or None
        order = ImportRequest(tuple(sources), options or SourceOptions(), name, has_window=True)
        names = ", ".join(source.name for source in sources[:2]) + ("…" if len(sources) > 2 else "")
        key = uuid.uuid4().hex
        self.import_begun.emit(key, order)
        self._start_import(
            lambda report_count, place, context: import_sources(place, order, context, report_count),
            lambda: self.tr("Importing %1").replace("%1", names), unit="bytes",
            on_ended=lambda: self.import_ended.emit(key, order),
        )  # fmt: skip

    def import_sample(self, language: str) -> None:
        """Import the bundled sample mail."""
        name = self.tr("Sample mail")
        self._start_import(
            lambda report_count, place, context: workspaces.import_sample(place, language, name, context, report_count),
            lambda: self.tr("Importing the sample"),
        )

    def _start_import(
        self,
        work: Callable[[Callable[[int], object], Session, JobContext], ImportReport],
        title: Callable[[], str],
        *,
        unit: JobUnit = "",
        on_ended: Callable[[], object] = lambda: None,
    ) -> None:
        """Run an import, and show its progress on the Documents page.

        If the first-run page, Words or Evaluate is shown, switch to the Documents page, because these pages would be
        empty.
        """

        n_read, last_progress = 0, Progress()

        def report_count(n_documents: int) -> None:
            nonlocal n_read
            n_read = n_documents  # on the job's thread; the page polls it

        def show_title() -> None:
            self._pages.documents.begin_import(title(), progress, cancel, lambda: n_read)

        def end(*, has_succeeded: bool = False) -> None:
            self._frame.language_changed.disconnect(show_title)
            self._pages.documents.end_import(is_listed_later=has_succeeded)
            on_ended()

        def on_succeeded(report: ImportReport) -> None:
            end(has_succeeded=True)
            self._on_import_succeeded(report)

        def on_failed(error: Exception) -> None:
            end()
            self._on_failed(error)

        def running() -> Job | None:
            return next((job for job in self._runner.jobs if job.loses_work), None)

        def progress() -> Progress:
            nonlocal last_progress
            if (job := running()) is not None:
                last_progress = job.progress
            return last_progress  # also after the job's end, until the documents are listed

        def cancel() -> None:
            if (job := running()) is not None:
                job.cancel()

        show_title()
        self._frame.language_changed.connect(show_title)
        if self._frame.state.is_first_run or self._frame.state.page in (WORDS_PAGE, EVALUATE_PAGE):
            self._frame.open_page(DOCUMENTS_PAGE)
        self._ask(
            partial(work, report_count),  # not a lambda: the log names the function
            then=on_succeeded, failed=on_failed, stopped=end, title=title, unit=unit, lane="long",
            loses_work=True,
        )  # fmt: skip

    def add(self, dropped: DropContent) -> None:
        """Import dropped content: files, a mail or text."""
        if dropped.paths:
            self.import_sources(dropped.paths)
            return
        corpus = self._frame.state.corpus

        def on_added(n_new: int) -> None:
            if n_new:
                self.refresh(has_news=True)
                self._pages.documents.refresh()
            else:
                self._frame.show_note(self.tr("This document is already in the collection %1").replace("%1", corpus))

        if dropped.message:
            self._ask(lambda place, context: add_message(place, corpus, dropped.message, context), then=on_added)
        elif dropped.text.strip():
            self._ask(lambda place, context: add_text(place, corpus, dropped.text, context), then=on_added)

    def choose_model(self, name: str) -> None:
        """Make another model the current model. It first learns the changes of its corpus."""
        self._ask(
            lambda place, context: workspaces.summarize_model(place, name, context),
            then=self._on_model_succeeded, topic="model", lane="long",
        )  # fmt: skip

    def add_model(self, path: Path) -> None:

        def on_added(name: str) -> None:
            self._frame.show_note(self.tr("Model “%1” added").replace("%1", name))
            self._model = None
            self._frame.change(corpus=name, model=name)
            self.refresh()

        self._ask(lambda place, _context: saved_models.add_model(place, path), then=on_added)

    def rename_corpus(self, name: str) -> None:
        old = self._frame.state.corpus

        def on_renamed(name: str) -> None:
            self._frame.change(corpus=name)
            self._pages.documents.open_corpus(name)
            self.refresh()

        self._ask(lambda place, context: workspaces.rename_corpus(place, old, name, context), then=on_renamed)

    def remove_corpus(self) -> None:
        """Delete the current corpus; this can be undone."""
        name = self._frame.state.corpus

        def on_removed(_n_documents: int) -> None:
            self._frame.show_note(self.tr("The collection was deleted"), edit=PENDING_EDIT)
            self.refresh()

        self._ask(lambda place, context: workspaces.remove_corpus(place, name, context), then=on_removed)

    def _on_undone_or_redone(self, step: UndoStep) -> None:
        if step.edit is not None and step.edit.kind in ("import", "corpus-remove"):
            self._restored_corpus = step.edit.facts.get("corpus", "")
        self._pages.classify.show_changed_items(step.changed)
        self._pages.documents.refresh()
        self.refresh()

    def _on_summary_loaded(self, summary: WorkspaceSummary) -> None:
        self.state, self.has_summary = summary, True
        names = [corpus.name for corpus in summary.corpora]
        state = self._frame.state
        last = "" if state.corpus else self.last_corpus(state.workspace)
        candidates = [name for name in (self._restored_corpus, state.corpus, last, *names[-1:]) if name in names]
        corpus, self._restored_corpus = next(iter(candidates), ""), ""
        if self._has_news and summary.last_edit is not None:
            self.steps.announce_edit(summary.last_edit, self._doubt_remark(self._pages.documents.state.n_doubted))
        self._has_news = False
        choices = tuple(
            CorpusChoice(item.name, item.n_documents, item.kind == "table", item.models) for item in summary.corpora
        )
        if choices == state.corpora:
            choices = state.corpora  # the identical object, so that its parts are not redrawn
        self._frame.change(corpora=choices, is_new=not names)
        if corpus != state.corpus:
            self._model = None
            self._frame.change(corpus=corpus, model="")
        self._show_corpus()
        self.steps.query_undo_log()

    def _doubt_remark(self, n: int) -> str:
        """Return the remark that `n` newly labelled documents contradict what the filter has learnt; "" if `n` is 0."""
        if n == 1:
            return self.tr(
                "this document contradicts what the filter has learnt and counts little until similar "
                "documents confirm it"
            )
        words = self.tr(
            "%Ln of these document(s) contradict what the filter has learnt, and count little until "
            "similar documents confirm them",
            "",
            n,
        )
        return words if n else ""

    def _show_corpus(self) -> None:
        corpus = self.corpus
        self._pages.documents.open_corpus_if_other(corpus.name if corpus else "")
        self._open_list(corpus)
        if corpus is None:
            self._pages.training.open_corpus("", 0, ())
            self._forget_model()
            return
        labels = corpus.labels
        others = [label.name for label in labels if label.name != corpus.positive_label]
        negative = others[0] if len(others) == 1 else ""
        self._waiting_pages |= {
            TRAIN_PAGE: lambda: self._pages.training.open_corpus(
                corpus.name, corpus.n_documents, labels, is_table=corpus.kind == "table", has_text=corpus.has_text,
                revision=corpus.revision[0],
            ),
            EVALUATE_PAGE: lambda: self._pages.evaluation.open_corpus(
                corpus.name, corpus.n_documents, negative, corpus.positive_label, has_spam=corpus.has_spam,
                has_text=corpus.has_text, revision=corpus.revision,
            ),
        }  # fmt: skip
        self._on_context_changed(self._frame.state)
        model = self._frame.state.model
        if corpus.models and (self._model is None or model not in corpus.models):
            last = self.last_model(self._frame.state.workspace, corpus.name)
            self.choose_model(last if last in corpus.models else corpus.models[0])
        elif model in corpus.models:
            self.choose_model(model)
        else:
            self._forget_model()

    def _show_saved_model(self, replacement: TrainingReplacement, _before: object) -> None:
        """Show the first model of a collection on Classify at once, which would else say that there is none.

        Its labels and its revision follow when the workspace has been read again.
        """
        report, corpus, classify = replacement.report, self.corpus, self._pages.classify
        if corpus is not None and report.corpus == corpus.name and not classify.state.model:
            classify.open_model(report.model, tuple(Label(each.name, each.colour) for each in corpus.labels), (0, 0.0))

    def _open_list(self, corpus: CorpusSummary | None) -> None:
        """Show the documents of a collection on the Classify page.

        A model that is still being loaded belongs to the previous collection, so it is ignored when it arrives.
        """
        if self.judged_lists is None:
            return
        before, number = self.judged_lists.current, 0 if corpus is None else corpus.revision[0][0]
        if self.judged_lists.open(number) is not before:
            self._asker.forget("model")
            model = next(iter(corpus.models), "") if corpus is not None else ""
            self._pages.classify.open_list(self.judged_lists.current, model)

    def _forget_model(self) -> None:
        """Remove the model from all pages, because the corpus has none, and run the waiting actions."""
        if self._frame.state.model or self._pages.classify.state.model or self._has_model:
            self._model, self._has_model = None, False
            self._frame.change(model="")
            self._pages.words.close_model()
            self._pages.classify.open_model("", (), (0, 0.0))
            self._pages.documents.show_verdicts_of("")
        self._run_waiting_actions()

    def _on_context_changed(self, state: FrameState) -> None:
        """Open the corpus or model on the visible page. Other pages open it when they are shown."""
        open_page = self._waiting_pages.pop(state.page, None)
        if open_page is not None:
            open_page()

    def _run_waiting_actions(self) -> None:
        waiting, self._waiting = self._waiting, []
        for act in waiting:
            act()

    def _on_model_succeeded(self, model: ModelSummary) -> None:
        self._has_model = True
        self._frame.change(model=model.name)
        corpus = self.corpus
        known = {label.name: label for label in corpus.labels} if corpus else {}
        labels = tuple(known.get(name, Label(name, index)) for index, name in enumerate(model.labels))
        self._pages.classify.open_model(model.name, labels, model.revision)
        self._pages.documents.show_verdicts_of(model.name)
        looks = tuple((label.name, label.colour) for label in labels)
        has_changed = (self._model, self._label_colours) != (model, looks)
        self._model, self._label_colours = model, looks
        if has_changed:
            self._waiting_pages[WORDS_PAGE] = lambda: self._pages.words.open_model(
                model.name, model.event_model, model.smoothing, model.revision
            )
            self._on_context_changed(self._frame.state)
        self._run_waiting_actions()

    def _on_import_succeeded(self, report: ImportReport) -> None:
        note = did = self.tr("%Ln document(s) imported into the collection %1", "", report.documents).replace(
            "%1", report.corpus
        )
        if report.duplicates:
            note += " · " + self.tr("%Ln duplicate(s) left out", "", report.duplicates)
        if report.failed:
            note += " · " + self.tr("%Ln file(s) could not be read", "", len(report.failed))
        self._frame.change(
            corpus=report.corpus, model="" if report.corpus != self._frame.state.corpus else self._frame.state.model
        )
        changes_something = report.documents or report.takes_several  # a copy can add a label to its original
        self._frame.show_note(note, edit=PENDING_EDIT if changes_something else 0, action=did)
        self.imported.emit(report)
        self._pages.documents.open_corpus(report.corpus)
        self.refresh()

    def _on_training_model_changed(self, name: str) -> None:
        """Show a model that was trained or chosen on the Train page. "" stands for the default model of the corpus."""
        self._model = None
        self._frame.change(model=name)
        self._pages.documents.refresh()
        self._pages.training.reload_saved()
        self.refresh()

    def _on_classify_corrected(self, item: DroppedItem, label: str, n_changed: int) -> None:
        did = wording.fill_placeholders(self.tr("Learnt “%1” as an example of %2"), item.title, label)
        self._note_correction(did, n_changed, self._doubt_remark(1) if item.is_doubted else "")

    def _on_items_removed(self, n: int, put_back: Command) -> None:
        corpus = self._frame.state.corpus

        def undo() -> None:
            put_back()
            if self._frame.state.corpus != corpus:
                self._frame.show_note(
                    self.tr("Removal undone: the documents are back in the list of the collection %1").replace(
                        "%1", corpus
                    )
                )

        self._offer_undo(lambda: self.tr("%Ln document(s) removed from the list", "", n), undo)

    def _on_many_corrected(self, n_corrected: int, label: str, n_changed: int) -> None:
        self._note_correction(self.tr("Learnt %Ln document(s) as %1", "", n_corrected).replace("%1", label), n_changed)

    def _note_correction(self, did: str, n_changed: int, remark: str = "") -> None:
        changed = self.tr("%Ln other verdict(s) changed", "", n_changed) if n_changed else ""
        self._frame.show_note(wording.join_facts([did, remark, changed]), edit=PENDING_EDIT, action=did)
        self._pages.documents.refresh()
        self.refresh()

    def _on_failed(self, error: Exception) -> None:
        self._frame.change(problem=error)
