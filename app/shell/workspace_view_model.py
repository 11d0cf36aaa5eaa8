"""The whole window over one workspace: which corpus and which model are at hand, and what every page shows of them.

Pages know their own questions; what concerns several of them is decided here: opening a workspace, importing,
training, undoing, and telling the pages when something changed under them.
"""

from __future__ import annotations

import time
import uuid
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import TypeVar

from PySide6.QtCore import QObject, Signal

from app.domain.documents import SourceOptions
from app.domain.jobs import JobContext
from app.domain.records import EditRecord
from app.domain.results import DroppedItem, ImportReport
from app.features import part
from app.features.classify.use_cases import JudgedDocuments, UndoStep
from app.features.classify.view_model import ClassifyState
from app.features.evaluate.view_model import EvaluationQuestions, EvaluationResult
from app.features.train.view_model import TrainingQuestions, Trainings
from app.features.train.workbench import JudgedRecipe
from app.features.words.view_model import WordsQuestions
from app.kit import wording
from app.kit.drops import Dropped
from app.kit.frame import (
    AWAITED,
    CLASSIFY_PAGE,
    DOCUMENTS_PAGE,
    EVALUATE_PAGE,
    TRAIN_PAGE,
    WORDS_PAGE,
    Command,
    CorpusChoice,
    FrameState,
    FrameViewModel,
    UndoableEdit,
)
from app.kit.jobs import Runner
from app.kit.page_model import Asker, PageModel
from app.kit.painted_values import Label
from app.library import saved_models as model_exchange
from app.library import workspaces as sample_mail
from app.library import workspaces as upkeep
from app.library import workspaces as workspace_glances
from app.library.browsing import Browser
from app.library.importing import ImportOrder, add_message, add_text, import_sources
from app.library.workspaces import AtHand, CorpusGlance, ModelGlance, NextSteps, WorkspaceGlance, next_steps
from app.shell.pages import PageModels
from app.store.workspace import NO_WORKSPACE, Place, Session

Answer = TypeVar("Answer")


class WorkspaceUpkeep(QObject):
    """Looks after one workspace, and tells the frame what was done."""

    def __init__(self, runner: Runner, frame: FrameViewModel, parent: QObject) -> None:
        super().__init__(parent)
        self._frame = frame
        self._asker = Asker(runner, "upkeep", failed=lambda error: frame.change(problem=error))
        self.workspace: Place = NO_WORKSPACE

    def save_copy(self, path: Path) -> None:
        """Write the whole workspace to another file."""
        done = self.tr("A copy was saved")
        self._do(
            lambda workspace, context: upkeep.save_copy(workspace, path, context), lambda _path: done,
            self.tr("Saving a copy"),
        )  # fmt: skip

    def compact(self) -> None:
        """Remove for good what was deleted."""

        def said(found: upkeep.Compacted) -> str:
            before, after = (f"{size / 1e6:.1f} MB" for size in (found.bytes_before, found.bytes_after))
            return wording.numbered(self.tr("Compacted: %1 before, %2 now"), before, after)

        self._do(upkeep.compact, said, self.tr("Compacting"))

    def check(self) -> None:
        """Verify the workspace."""
        sound = self.tr("The workspace is sound")
        self._do(
            upkeep.check, lambda found: self.tr("%n problem(s) found", "", len(found)) if found else sound,
            self.tr("Checking"),
        )  # fmt: skip

    def _do(self, act: Callable[[Place, JobContext], Answer], said: Callable[[Answer], str], title: str) -> None:
        workspace = self.workspace
        self._asker.ask(
            lambda context: act(workspace, context), then=lambda answer: self._frame.say(said(answer)), title=title,
            lane="long",
        )  # fmt: skip


class AnswerTimes(QObject):
    """Tells the frame whenever a page has an answer."""

    def __init__(self, frame: FrameViewModel, pages: PageModels, parent: QObject) -> None:
        super().__init__(parent)
        self._frame = frame
        training, classify, evaluation = pages.training, pages.classify, pages.evaluation

        def note_all(state: FrameState) -> None:
            """Say everything anew after the window has learnt another language, and forgotten what it said."""
            if not state.took:
                self._note(TRAIN_PAGE, training.state.result)
                self._note(CLASSIFY_PAGE, classify.state)
                self._note(EVALUATE_PAGE, evaluation.state.result)

        training.state_changed.connect(lambda state: self._note(TRAIN_PAGE, state.result))
        classify.state_changed.connect(lambda state: self._note(CLASSIFY_PAGE, state))
        evaluation.state_changed.connect(lambda state: self._note(EVALUATE_PAGE, state.result))
        frame.state_changed.connect(note_all)

    def _note(self, page: int, answer: JudgedRecipe | ClassifyState | EvaluationResult | None) -> None:
        if answer is None or not answer.seconds:
            return
        words = {
            TRAIN_PAGE: self.tr("worked out in %1"),
            CLASSIFY_PAGE: self.tr("classified in %1"),
            EVALUATE_PAGE: self.tr("judged in %1"),
        }[page].replace("%1", wording.seconds(answer.seconds))
        if self._frame.state.took.get(page) != words:
            self._frame.change(took={**self._frame.state.took, page: words})


class UndoSteps(PageModel[NextSteps, JudgedDocuments]):
    """Takes back what was done to the workspace, and does it again.

    Everything that offers an undo follows one fact: the newest edit in the undo log of the corpus at hand. The note at
    the foot has a link only while it tells of that edit; an edit by another page or window brings its own note.
    """

    stepped = Signal(object)
    """The step that was taken; every page looks again."""

    def __init__(self, runner: Runner, frame: FrameViewModel) -> None:
        super().__init__(runner, "steps", NextSteps(None, None))
        self._frame, self.sentence = frame, EditSentences(self).sentence
        self._opened_at = 0.0
        self._newest = 0
        """The highest edit number seen since the workspace was opened."""
        frame.language_changed.connect(self.speak)
        self._words: dict[int, str] = {}
        """The words in which a page told of an edit of this session, by its number."""

    def answer_from(self, source: JudgedDocuments | None) -> None:
        super().answer_from(source)
        self._opened_at, self._newest = time.time(), 0
        self._words.clear()

    def tell(self, edit: EditRecord, remark: str = "") -> None:
        """Tell of an edit in a note that can undo it."""
        words = self._words[edit.number] = self.sentence(edit)
        self._frame.say(wording.joined([words, remark]), edit=edit.number, did=words)

    def speak(self) -> None:
        """Forget what was said in another language."""
        self._words.clear()
        self.look()

    def forget_looks(self) -> None:
        """Drop a look at the undo log that is under way: an edit may have been made since."""
        self._asker.forget("steps")

    def look(self) -> None:
        """Find out what Undo and Redo would do, for the menus and the note."""
        corpus = self._frame.state.corpus
        self._ask(
            lambda documents, context: next_steps(documents.workspace, corpus, context),
            then=self._on_looked, topic="steps",
        )  # fmt: skip

    def _on_looked(self, found: NextSteps) -> None:
        edit, redo = found.undo, found.redo
        redo_name = self.sentence(redo) if redo is not None else ""
        if edit is None:
            self._frame.change(undoable=None, note_edit=0, redo_name=redo_name)
            return
        state, is_earlier = self._frame.state, edit.made_at < self._opened_at
        is_fresh, self._newest = edit.number > self._newest and not is_earlier, max(edit.number, self._newest)
        if state.note_edit == AWAITED and not is_earlier and edit.number not in self._words:
            self._words[edit.number] = state.note_did
        words = self._words.get(edit.number) or self.sentence(edit)
        self._frame.change(undoable=UndoableEdit(edit.number, words), redo_name=redo_name)
        if state.note_edit == AWAITED and not is_earlier:
            self._frame.change(note_edit=edit.number)
        elif state.note_edit == AWAITED:
            self._frame.change(note_edit=0)
        elif (is_fresh or state.note_edit) and state.note_edit != edit.number:
            self._frame.say("" if is_earlier else words, edit=edit.number)

    def undo(self) -> None:
        """Take back what the note at the foot offers to undo, or else the last edit.

        An import, or an edit of an earlier session, is undone only after a question.
        """
        state = self._frame.state
        if not state.does_act_undo or state.act_on_note is None:
            self._step(is_forward=False)
            return
        self._frame.change(note_act="", act_on_note=None, does_act_undo=False)
        state.act_on_note()

    def undo_noted(self) -> None:
        """Take back exactly the edit that the note at the foot tells of, by its own link."""
        self._step(is_forward=False, expected=self._frame.state.note_edit)

    def redo(self) -> None:
        """Do again what was taken back."""
        self._step(is_forward=True)

    def _step(self, *, is_forward: bool, expected: int = 0) -> None:
        state, opened_at = self._frame.state, self._opened_at

        def stepped(step: UndoStep) -> None:
            edit = step.edit
            if edit is None:
                self._frame.say(self.tr("Nothing to do again") if is_forward else self.tr("Nothing to undo"))
                return
            if step.is_held:
                self._ask_first(edit)
                return
            sentence = self._words.get(edit.number) or self.sentence(edit)
            words = self.tr("Done again: %1") if is_forward else self.tr("Taken back: %1")
            self._frame.say(words.replace("%1", sentence), edit=edit.number if is_forward else 0)
            self.stepped.emit(step)

        self._ask(
            lambda documents, context: documents.step(
                state.model, state.corpus, context, is_forward=is_forward, expected=expected, since=opened_at
            ),
            then=stepped,
        )

    def _ask_first(self, edit: EditRecord) -> None:
        """Offer to undo an edit that was not expected, or that takes more than a key press."""
        is_earlier, is_import = edit.made_at < self._opened_at, edit.kind == "import"
        if is_import and is_earlier:
            question = self.tr("Undo the last session's import of %Ln document(s)?", "", edit.documents)
        elif is_import:
            question = self.tr("Undo the import of %Ln document(s)?", "", edit.documents)
        else:
            template = self.tr("Undo from the last session: %1?") if is_earlier else self.tr("Undo: %1?")
            question = template.replace("%1", self._words.get(edit.number) or self.sentence(edit))
        undo = self.tr("Undo")
        self._frame.offer(question, undo, lambda: self._step(is_forward=False, expected=edit.number))

    def _on_failed(self, error: Exception) -> None:
        self._frame.change(problem=error)


class EditSentences(QObject):
    """Puts edits into words."""

    def sentence(self, edit: EditRecord) -> str:
        """Say what an edit did."""
        n, has_label = edit.documents, bool(edit.facts.get("label"))
        templates = {
            "add": self.tr("%Ln document(s) added to %1", "", n),
            "import": self.tr("%Ln document(s) imported into %1", "", n),
            "relabel": self.tr("%Ln document(s) labelled %2", "", n)
            if has_label
            else self.tr("%Ln document(s) without a label now", "", n),
            "label-rest": self.tr("%Ln document(s) labelled by the model", "", n),
            "read-again": self.tr("%Ln document(s) read again", "", n),
            "remove": self.tr("%Ln document(s) deleted", "", n),
            "move": self.tr("%Ln document(s) moved to %1", "", n),
            "several-labels": self.tr("Documents of %1 may have several labels now"),
            "one-label": self.tr("Documents of %1 have one label each now"),
            "label-add": self.tr("Label %2 added"),
            "label-rename": self.tr("Label %2 is called %3 now"),
            "label-merge": self.tr("Label %2 merged into %3"),
            "label-remove": self.tr("Label %2 deleted"),
            "label-look": self.tr("Label %2 looks different now"),
            "corpus-add": self.tr("Corpus %1 added"),
            "corpus-rename": self.tr("Corpus %1 is called %3 now"),
            "corpus-remove": self.tr("Corpus %1 deleted"),
        }
        facts = (edit.facts.get(name, "") for name in ("corpus", "label", "new"))
        return wording.numbered(templates.get(edit.kind, edit.kind), *facts)


class WorkspaceViewModel(PageModel[WorkspaceGlance, Session]):
    """Keeps the pages in step with the workspace."""

    imported = Signal(object)
    """The report of an import that settled."""
    import_begun = Signal(str, object)
    """A name for the import, and its order."""
    import_ended = Signal(str, object)
    """The same, once it has settled, failed or been cancelled by the person; never when the window closes."""
    opened = Signal(object)
    """The path of a workspace that was opened."""

    def __init__(self, runner: Runner, frame: FrameViewModel, pages: PageModels) -> None:
        super().__init__(runner, "home", WorkspaceGlance((), None))
        self._frame, self._pages = frame, pages
        self.judged_documents: JudgedDocuments | None = None
        """The content of the Classify page, and its history; None while no workspace is open."""
        self._has_news, self.has_looked = False, False
        self._coming_back = ""
        """A corpus that Undo or Redo may have brought back: then it is the one to show."""
        self.steps = UndoSteps(runner, frame)
        self.steps.stepped.connect(self._on_stepped)
        self._model: ModelGlance | None = None
        self._looks: tuple[tuple[str, int], ...] = ()
        self.last_corpus: Callable[[Path], str] = lambda _workspace: ""
        """Return which corpus of a workspace was at hand last."""
        self._waiting: list[Callable[[], object]] = []
        self._waiting_pages: dict[int, Callable[[], object]] = {}
        frame.moved.connect(self._on_frame_moved)
        self.classify = frame.on_page(CLASSIFY_PAGE, pages.classify.classify)
        self.train = frame.on_page(TRAIN_PAGE, pages.training.train)
        self.find_recipe = frame.on_page(TRAIN_PAGE, pages.training.propose)
        self.show_document = frame.on_page(DOCUMENTS_PAGE, pages.documents.show_document)
        pages.documents.documents_changed.connect(lambda: self.refresh(has_news=True))
        pages.documents.told.connect(frame.say)
        self._trainings = Trainings(runner, frame, pages.training, self)
        self._trainings.model_changed.connect(self._on_training_model_changed)
        pages.training.model_kept.connect(self._trainings.show)
        self.upkeep = WorkspaceUpkeep(runner, frame, self)
        pages.training.recipe_kept.connect(lambda name: frame.say(self.tr("“%1” is kept").replace("%1", name)))
        pages.training.removed.connect(
            lambda name, put_back: self._offer_undo(self.tr("“%1” was deleted").replace("%1", name), put_back)
        )
        pages.training.models_changed.connect(self.refresh)
        pages.training.document_wanted.connect(frame.on_page(DOCUMENTS_PAGE, pages.documents.show_mistake))
        pages.words.documents_wanted.connect(frame.on_page(DOCUMENTS_PAGE, pages.documents.show_documents_with))
        pages.classify.document_wanted.connect(self.show_document)
        pages.classify.corrected.connect(self._on_classify_corrected)
        pages.classify.taken_off.connect(
            lambda n, lay_back: self._offer_undo(self.tr("%Ln taken off the list", "", n), lay_back)
        )
        pages.classify.all_sure.connect(lambda: frame.say(self.tr("No more unsure")))
        AnswerTimes(frame, pages, self)

    def _offer_undo(self, note: str, undo: Command) -> None:
        self._frame.offer(note, self.tr("Undo"), undo, does_undo=True)

    @property
    def session(self) -> Session | None:
        """The workspace that is open."""
        return self._source

    @property
    def corpus(self) -> CorpusGlance | None:
        """The corpus at hand."""
        name = self._frame.state.corpus
        return next((corpus for corpus in self.state.corpora if corpus.name == name), None)

    def at_hand(self) -> AtHand:
        """Return what is open, for lessons on the person's own documents."""
        state = self._frame.state
        corpora = tuple(corpus.name for corpus in state.corpora if not corpus.is_table)
        return AtHand(self._source or NO_WORKSPACE, corpora, state.corpus, state.model)

    def open_workspace(self, path: Path) -> None:
        """Show another workspace; one that does not exist is made."""
        self.close()
        session = Session(path, create=True)
        self.answer_from(session)
        judged_documents = self.judged_documents = JudgedDocuments(session)
        self.steps.answer_from(judged_documents)
        self._trainings.workspace = self.upkeep.workspace = session
        pages, self._model = self._pages, None
        pages.documents.open_workspace(Browser(session))
        pages.classify.open_workspace(judged_documents)
        if pages.inbox is not None:
            pages.inbox.open_workspace(session)
        pages.training.open_workspace(TrainingQuestions(session))
        pages.words.open_workspace(WordsQuestions(session))
        pages.evaluation.open_workspace(EvaluationQuestions(session))
        self._waiting_pages.clear()
        self._frame.say("")
        self._frame.change(workspace=path, corpus="", model="", is_shut=False)
        self.has_looked = False
        self.opened.emit(path)
        self.refresh()

    def close(self) -> None:
        """End what the workspace holds; nothing is lost, because every change is saved when it is made."""
        if self._pages.inbox is not None:
            self._pages.inbox.close_workspace()
        if self.judged_documents is not None:
            self.judged_documents.close()
            self.judged_documents = None
            self.steps.answer_from(None)
        if self._source is not None:
            self._source.close()
        self.answer_from(None)

    def refresh(self, *, has_news: bool = False) -> None:
        """Look again at what is in the workspace, and tell the pages; with news, say what was done to it."""

        def failed(error: Exception) -> None:
            self._frame.change(problem=error)
            if not self.has_looked:
                self._frame.change(is_shut=True, is_new=False, corpora=())

        self._has_news |= has_news
        self.steps.forget_looks()
        self._ask(workspace_glances.glance, then=self._on_glance_succeeded, topic="glance", failed=failed)

    def choose_corpus(self, name: str) -> None:
        """Work with another corpus."""
        if name != self._frame.state.corpus:
            self._model = None
            self._frame.change(corpus=name, model="")
            self._show_corpus()
            self.steps.look()

    def when_ready(self, act: Callable[[], object]) -> None:
        """Do something once it is known what is in the workspace and which model is at hand."""
        self._waiting.append(act)

    def import_sources(
        self, sources: Sequence[Path], options: SourceOptions | None = None, corpus: str | None = None
    ) -> None:
        """Import files and folders into the corpus at hand, or the one that is named."""
        name = corpus or self._frame.state.corpus or None
        order = ImportOrder(tuple(sources), options or SourceOptions(), name, has_window=True)
        names = ", ".join(source.name for source in sources[:2]) + ("…" if len(sources) > 2 else "")
        title, key = self.tr("Importing %1").replace("%1", names), uuid.uuid4().hex

        def succeeded(report: ImportReport) -> None:
            self.import_ended.emit(key, order)
            self._on_import_succeeded(report)

        def failed(error: Exception) -> None:
            self.import_ended.emit(key, order)
            self._on_failed(error)

        self.import_begun.emit(key, order)
        self._ask(
            lambda place, context: import_sources(place, order, context), then=succeeded, failed=failed,
            stopped=lambda: self.import_ended.emit(key, order), title=title, unit="bytes", lane="long",
            loses_work=True,
        )  # fmt: skip

    def import_sample(self, language: str) -> None:
        """Import the sample mail that travels with the program."""
        name = self.tr("Sample mail")
        self._ask(
            lambda place, context: sample_mail.import_sample(place, language, name, context),
            then=self._on_import_succeeded, title=self.tr("Importing the sample"), lane="long",
            loses_work=True,
        )  # fmt: skip

    def add(self, dropped: Dropped) -> None:
        """Import what was dropped."""
        if dropped.paths:
            self.import_sources(dropped.paths)
            return
        corpus = self._frame.state.corpus

        def added(n_new: int) -> None:
            if n_new:
                self.refresh(has_news=True)
                self._pages.documents.refresh()
            else:
                self._frame.say(self.tr("This is in %1 already").replace("%1", corpus))

        if dropped.message:
            self._ask(lambda place, context: add_message(place, corpus, dropped.message, context), then=added)
        elif dropped.text.strip():
            self._ask(lambda place, context: add_text(place, corpus, dropped.text, context), then=added)

    def choose_model(self, name: str) -> None:
        """Work with another model; it catches up with its corpus first."""
        self._ask(
            lambda place, context: workspace_glances.model_glance(place, name, context),
            then=self._on_model_succeeded, topic="model", lane="long",
        )  # fmt: skip

    def export_model(self, path: Path) -> None:
        """Write the model at hand to a file."""
        model, told = self._frame.state.model, self.tr("“%1” was written to a file")

        def write(place: Place, _context: JobContext) -> str:
            export_as = part("exchange.exports.export_as")  # writes a model card beside the file, too
            if export_as is None:
                return model_exchange.export_model(place, model, path)
            name: str = export_as(place, model, model_exchange.OWN_FORM, path).model
            return name

        self._ask(write, then=lambda name: self._frame.say(told.replace("%1", name)))

    def add_model(self, path: Path) -> None:
        """Take a model from a file."""

        def added(name: str) -> None:
            self._frame.say(self.tr("“%1” is kept").replace("%1", name))
            self._model = None
            self._frame.change(corpus=name, model=name)
            self.refresh()

        self._ask(lambda place, _context: model_exchange.add_model(place, path), then=added)

    def rename_corpus(self, name: str) -> None:
        """Call the corpus at hand something else."""
        old = self._frame.state.corpus

        def renamed(name: str) -> None:
            self._frame.change(corpus=name)
            self._pages.documents.open_corpus(name)
            self.refresh()

        self._ask(lambda place, context: workspace_glances.rename_corpus(place, old, name, context), then=renamed)

    def remove_corpus(self) -> None:
        """Delete the corpus at hand; it can be undone."""
        name = self._frame.state.corpus

        def removed(_n_documents: int) -> None:
            self._frame.say(self.tr("The corpus was deleted"), edit=AWAITED)
            self.refresh()

        self._ask(lambda place, context: workspace_glances.remove_corpus(place, name, context), then=removed)

    def _on_stepped(self, step: UndoStep) -> None:
        if step.edit is not None and step.edit.kind in ("import", "corpus-remove"):
            self._coming_back = step.edit.facts.get("corpus", "")
        self._pages.classify.take_over(step.changed)
        self._pages.documents.refresh()
        self.refresh()

    def _on_glance_succeeded(self, found: WorkspaceGlance) -> None:
        self.state, self.has_looked = found, True
        names = [corpus.name for corpus in found.corpora]
        state = self._frame.state
        last = "" if state.corpus else self.last_corpus(state.workspace)
        wanted = [name for name in (self._coming_back, state.corpus, last, *names[-1:]) if name in names]
        corpus, self._coming_back = next(iter(wanted), ""), ""
        if self._has_news and found.last_edit is not None:
            self.steps.tell(found.last_edit, self._doubted(self._pages.documents.state.n_doubted))
        self._has_news = False
        choices = tuple(CorpusChoice(each.name, each.n_documents, each.kind == "table") for each in found.corpora)
        choices = state.corpora if choices == state.corpora else choices  # what shows them need not look again
        self._frame.change(corpora=choices, is_new=not names)
        if corpus != state.corpus:
            self._model = None
            self._frame.change(corpus=corpus, model="")
        self._show_corpus()
        self.steps.look()

    def _doubted(self, n: int) -> str:
        """Say that documents which were just labelled contradict what the filter has learnt."""
        if n == 1:
            return self.tr("it contradicts what the filter knows, and counts for little until others agree")
        words = self.tr("%Ln of them contradict what the filter knows, and count for little until others agree", "", n)
        return words if n else ""

    def _show_corpus(self) -> None:
        corpus = self.corpus
        self._pages.documents.open_corpus_if_other(corpus.name if corpus else "")
        if corpus is None:
            self._pages.training.open_corpus("", 0, ())
            self._forget_model()
            return
        labels = corpus.labels
        others = [label.name for label in labels if label.name != corpus.positive]
        negative = others[0] if len(others) == 1 else ""
        self._waiting_pages |= {
            TRAIN_PAGE: lambda: self._pages.training.open_corpus(
                corpus.name, corpus.n_documents, labels, is_table=corpus.kind == "table", has_text=corpus.has_text,
                revision=corpus.revision[0],
            ),
            EVALUATE_PAGE: lambda: self._pages.evaluation.open_corpus(
                corpus.name, corpus.n_documents, negative, corpus.positive, has_spam=corpus.has_spam,
                has_text=corpus.has_text, revision=corpus.revision,
            ),
        }  # fmt: skip
        self._on_frame_moved(self._frame.state)
        model = self._frame.state.model
        if corpus.models and (self._model is None or model not in corpus.models):
            self.choose_model(corpus.models[0])
        elif model in corpus.models:
            self.choose_model(model)
        else:
            self._forget_model()

    def _forget_model(self) -> None:
        """The corpus has no model, or none any more, or is itself gone: nothing more is waited for."""
        if self._frame.state.model or self._pages.classify.state.model:
            self._model = None
            self._frame.change(model="")
            self._pages.words.close_model()
            self._pages.classify.open_model("", (), (0, 0.0))
            self._pages.documents.judge_by("")
        self._do_what_waited()

    def _on_frame_moved(self, state: FrameState) -> None:
        """Open the corpus or model on the page that is looked at; the others wait until somebody looks."""
        open_page = self._waiting_pages.pop(state.page, None)
        if open_page is not None:
            open_page()

    def _do_what_waited(self) -> None:
        waiting, self._waiting = self._waiting, []
        for act in waiting:
            act()

    def _on_model_succeeded(self, model: ModelGlance) -> None:
        self._frame.change(model=model.name)
        corpus = self.corpus
        known = {label.name: label for label in corpus.labels} if corpus else {}
        labels = tuple(known.get(name, Label(name, place)) for place, name in enumerate(model.labels))
        self._pages.classify.open_model(model.name, labels, model.revision)
        self._pages.documents.judge_by(model.name)
        looks = tuple((label.name, label.colour) for label in labels)
        is_other = (self._model, self._looks) != (model, looks)
        self._model, self._looks = model, looks
        if is_other:
            self._waiting_pages[WORDS_PAGE] = lambda: self._pages.words.open_model(
                model.name, model.event_model, model.smoothing, model.revision
            )
            self._on_frame_moved(self._frame.state)
        self._do_what_waited()

    def _on_import_succeeded(self, report: ImportReport) -> None:
        note = did = self.tr("%Ln document(s) imported into %1", "", report.documents).replace("%1", report.corpus)
        if report.failed:
            note += " · " + self.tr("%Ln file(s) could not be read", "", len(report.failed))
        self._frame.change(
            corpus=report.corpus, model="" if report.corpus != self._frame.state.corpus else self._frame.state.model
        )
        self._frame.say(note, edit=AWAITED, did=did)
        self.imported.emit(report)
        self._pages.documents.open_corpus(report.corpus)
        self.refresh()

    def _on_training_model_changed(self, name: str) -> None:
        """Another model is at hand, or the same under the same name; an empty name leaves the choice open."""
        self._model = None
        self._frame.change(model=name)
        self._pages.documents.refresh()
        self._pages.training.look_at_kept()
        self.refresh()

    def _on_classify_corrected(self, item: DroppedItem, label: str, n_changed: int) -> None:
        note = did = wording.numbered(self.tr("Learnt “%1” as %2"), item.title, label)
        if item.is_doubted:
            note += " · " + self._doubted(1)
        if n_changed:
            note += " · " + self.tr("%Ln other verdict(s) changed", "", n_changed)
        self._frame.say(note, edit=AWAITED, did=did)
        self._pages.documents.refresh()
        self.refresh()

    def _on_failed(self, error: Exception) -> None:
        self._frame.change(problem=error)
