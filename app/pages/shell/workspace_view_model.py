"""The whole window over one workspace: which corpus and which model are at hand, and what every page shows of them.

Pages know their own questions; what concerns several of them is decided here: opening a workspace, importing,
training, undoing, and telling the pages when something changed under them.
"""

from __future__ import annotations

import uuid
from collections.abc import Callable, Sequence
from pathlib import Path

from PySide6.QtCore import Signal

from app.domain.documents import SourceOptions
from app.domain.use_case_results import DroppedItem, ImportReport
from app.pages.evaluation.questions import EvaluationQuestions
from app.pages.lessons.real_document_questions import AtHand
from app.pages.painted_values import Label
from app.pages.shell.frame_view_model import AWAITED, Command, CorpusChoice, FrameState, FrameViewModel
from app.pages.shell.page_models import CLASSIFY_PAGE, DOCUMENTS_PAGE, EVALUATE_PAGE, TRAIN_PAGE, WORDS_PAGE, PageModels
from app.pages.shell.workspace_upkeep import AnswerTimes, UndoSteps, WorkspaceUpkeep
from app.pages.training.replaced_models import Trainings
from app.pages.training.state import TrainingQuestions
from app.pages.words.questions import WordsQuestions
from app.qt import wording
from app.qt.drops import Dropped
from app.qt.jobs import Runner
from app.qt.page_model import PageModel
from app.services.judging.classify_session import JudgedDocuments, UndoStep
from app.services.library import sample_mail, workspace_glances
from app.services.library.adding_snippets import add_message, add_text
from app.services.library.browsing import Browser
from app.services.library.importing import ImportOrder, import_sources
from app.services.library.workspace_glances import CorpusGlance, ModelGlance, WorkspaceGlance
from app.services.models import model_exchange
from app.store.workspace import NO_WORKSPACE, Session


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
        self._ask(
            lambda place, _context: model_exchange.export_model(place, model, path),
            then=lambda name: self._frame.say(told.replace("%1", name)),
        )

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
