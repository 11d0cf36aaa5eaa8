"""View models of the Sort page and of the dialog *Label the rest*.

Questions come in batches of ten. The next batch is requested when only `FETCH_BELOW_QUESTIONS` questions are left, so
that the user does not wait for it. Answers are stored immediately and can be undone while the page is open.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from PySide6.QtCore import Signal

from app.features.sort.use_cases import (
    ERROR_LIMITS,
    LabelledDocuments,
    PileGroup,
    PileQuestion,
    PileText,
    QuestionBatch,
    QuestionReason,
    RestPlan,
    RestReport,
    SortingService,
    SuspectLabel,
    label_rest,
    plan_rest,
)
from app.kit.jobs import Progress, Runner
from app.kit.page_model import PageModel
from app.store.workspace import WorkspaceSource

N_ASKED = 10
"""Number of questions in a batch."""
FETCH_BELOW_QUESTIONS = 3
"""Number of remaining questions at which the next batch is requested."""
MAX_KEYS = 9
N_EXAMPLES = 6
"""Maximum number of documents shown for a group: first typical documents, then documents of its core, then others."""


@dataclass(frozen=True, slots=True)
class CurvePoint:
    """The estimated accuracy after `n_answers` labelled documents, with its confidence interval."""

    n_answers: int
    accuracy: float
    low: float
    high: float


@dataclass(frozen=True, slots=True)
class FiledPile:
    """Numbers of files of a collection that were filed away, and that stayed where they were."""

    n_filed: int
    n_stayed: int


@dataclass(frozen=True, slots=True)
class SortingState:
    """The state of the Sort page."""

    corpus: str = ""
    n_documents: int = 0
    is_pile_read: bool = False
    """True once the collection has been read for the first time."""
    is_reading: bool = False
    is_asking: bool = False
    is_showing_groups: bool = True
    """True if the tab *Groups* is shown, False if the tab *Questions* is."""
    groups: tuple[PileGroup, ...] = ()
    chosen_groups: tuple[int, ...] = ()
    """Indices into `groups` of the selected groups."""
    typical_texts: tuple[PileText, ...] = ()
    """Typical documents of the first selected group."""
    batch: QuestionBatch | None = None
    """The last batch of questions, with the estimated accuracy."""
    waiting_questions: tuple[PileQuestion, ...] = ()
    """Questions without an answer; the first one is shown."""
    text: PileText | None = None
    picked_labels: tuple[str, ...] = ()
    """Labels that the user has selected for the shown document, if it may have several."""
    undo_stack: tuple[LabelledDocuments, ...] = ()
    curve: tuple[CurvePoint, ...] = ()
    key_labels: tuple[str, ...] = ()
    """Labels in the order of their digit keys. Each label keeps its key while the page is open."""
    n_new_answers: int = 0
    """Number of documents that the user labelled after `batch` was computed, minus those that were undone."""
    n_left_unlabelled: int = 0
    """Number of documents to which the last *Label the rest* gave no label."""
    filed: FiledPile | None = None
    """The last filing of the collection's files; None if labels changed since."""
    problem: Exception | None = None

    @property
    def can_train(self) -> bool:
        """True if at least two labels have documents."""
        known = () if self.batch is None else self.batch.used_labels
        return len({*known, *(label for given in self.undo_stack for label in given.labels)}) >= 2

    @property
    def n_unlabelled(self) -> int | None:
        """Present number of unlabelled documents; None until the collection was read."""
        return None if self.batch is None else max(self.batch.n_unlabelled - self.n_new_answers, 0)

    @property
    def n_labelled(self) -> int | None:
        """Present number of labelled documents; None until the collection was read."""
        return None if self.batch is None else self.batch.n_labelled + self.n_new_answers

    @property
    def question(self) -> PileQuestion | None:
        """The question that is shown; None if there is none."""
        return self.waiting_questions[0] if self.waiting_questions else None

    @property
    def has_no_groups(self) -> bool:
        """True if the collection was read, and every group was named or dissolved."""
        return self.is_pile_read and not self.is_reading and not self.groups

    @property
    def has_no_questions(self) -> bool:
        """True if the collection was read, and every document has a label or was skipped."""
        return (
            self.batch is not None
            and self.is_pile_read
            and not (self.waiting_questions or self.is_asking or self.is_reading)
        )

    @property
    def shows_next_steps(self) -> bool:
        """True if the shown tab has no groups or questions left, so that the next steps are shown."""
        if self.is_showing_groups:
            return self.has_no_groups and bool(self.n_unlabelled)
        return self.has_no_questions

    @property
    def offered_labels(self) -> tuple[str, ...]:
        """The labels that the user can choose, in the order of their keys."""
        likely = tuple(self.question.labels) if self.question is not None else ()
        return tuple(dict.fromkeys((*self.key_labels, *likely)))

    @property
    def likeliest(self) -> str | None:
        """The most probable label of the shown document; None if there is none."""
        return None if self.question is None else next(iter(self.question.labels), None)

    @property
    def takes_several(self) -> bool:
        """True if a document may have several labels."""
        return self.batch is not None and self.batch.takes_several


class SortingViewModel(PageModel[SortingState, SortingService]):
    """View model of the Sort page: the groups and questions of one collection, and the answers given."""

    labels_given = Signal()
    """Emitted after labels of documents changed."""
    document_wanted = Signal(int)
    """Emitted with the number of a document to show on the Documents page."""

    def __init__(self, runner: Runner) -> None:
        super().__init__(runner, "sorting", SortingState())
        self._skipped: frozenset[int] = frozenset()
        self._answered: dict[int, PileQuestion] = {}
        """Document number to the answered question, which is shown again if the answer is undone."""
        self._named: dict[tuple[int, ...], PileGroup] = {}
        """Numbers of the labelled documents to the named group, which is shown again if the naming is undone."""
        self._texts: dict[int, PileText] = {}
        self._n_unwritten = 0
        """Number of answers that are being written to the workspace, minus those that are being removed from it."""

    def open_workspace(self, source: SortingService) -> None:
        """Switch to another workspace. Afterwards, no collection is open."""
        self.set_source(source)
        self._reset("", 0)

    def open_corpus(self, corpus: str, n_documents: int) -> None:
        """Show a collection. Does nothing if it is open already with the same number of documents."""
        if (corpus, n_documents) == (self.state.corpus, self.state.n_documents):
            return
        if corpus != self.state.corpus:
            self._reset(corpus, n_documents)
        self._change(n_documents=n_documents, filed=None)
        if corpus and n_documents:
            self.read_again()

    def read_again(self) -> None:
        """Read the documents and labels of the collection again."""
        corpus = self.state.corpus
        self._ask(
            lambda service, context: service.open(corpus, context),
            then=self._on_read, topic="pile", flag="is_reading", lane="long",
        )  # fmt: skip

    def reading_progress(self) -> Progress:
        """Return the progress of reading the collection and of looking for groups."""
        return self._asker.progress("pile")

    def cancel_reading(self) -> None:
        """Stop reading the collection and looking for groups."""
        self._asker.stop("pile")
        self._change()

    def _reset(self, corpus: str, n_documents: int) -> None:
        self._skipped = frozenset()
        self._answered.clear()
        self._named.clear()
        self._texts.clear()
        self._n_unwritten = 0
        self._asker.forget()
        self.state = SortingState()
        self._change(corpus=corpus, n_documents=n_documents)

    def _on_read(self, groups: tuple[PileGroup, ...]) -> None:
        self._change(
            groups=groups, is_pile_read=True, chosen_groups=(0,) if groups else (), typical_texts=(), problem=None
        )
        self._read_typical()
        self._fetch_questions(is_anew=True)  # questions that wait may have been answered elsewhere

    def delete_only_label(self) -> None:
        """Remove the only label of the collection from all documents, and read the collection again."""
        corpus = self.state.corpus

        def on_removed(_n_documents: int) -> None:
            self.labels_given.emit()
            self.read_again()

        self._ask(lambda service, context: service.delete_only_label(corpus, context), then=on_removed)

    def reload_after_labelling(self, report: RestReport) -> None:
        """Read the collection again after *Label the rest*."""
        self._change(n_left_unlabelled=report.left, filed=None)
        self.read_again()

    def record_filing(self, filed: FiledPile | None) -> None:
        """Store that files of the collection were filed away; with None, that they were moved back."""
        self._change(filed=filed)

    def show_groups(self, *, is_on: bool) -> None:
        """Switch to the Groups tab, or to the Questions tab."""
        self._change(is_showing_groups=is_on)

    def choose_groups(self, indices: Sequence[int]) -> None:
        """Select groups by their indices, and load the typical documents of the first."""
        if indices and tuple(indices) != self.state.chosen_groups:
            self._change(chosen_groups=tuple(indices))
            self._read_typical()

    def name_group(self, name: str) -> None:
        """Give a label to the core of the first selected group. The page then asks about the group's other documents
        one by one.
        """
        group, label = next(iter(self._selected_groups()), None), self._known_spelling(name)
        if group is None or not label:
            return

        def show_named(given: LabelledDocuments) -> None:
            self._named[given.numbers] = group
            self._replace((group,), ())
            self._on_given(given)
            self._fetch_questions(is_anew=True)
            if not self.state.groups:
                self._change(is_showing_groups=False)

        numbers = group.core or group.documents
        self._ask(lambda service, context: service.give_labels(numbers, (label,), context), then=show_named)

    def merge_groups(self) -> None:
        """Merge the selected groups into one."""
        chosen = self._selected_groups()
        if len(chosen) > 1:
            self._ask(
                lambda service, context: service.join_groups(chosen, context),
                then=lambda whole: self._replace(chosen, (whole,)), topic="groups",
            )  # fmt: skip

    def split_group(self) -> None:
        """Split the first selected group in two."""
        group = next(iter(self._selected_groups()), None)
        if group is not None:
            self._ask(
                lambda service, context: service.split_group(group, context),
                then=lambda halves: self._replace((group,), halves), topic="groups",
            )  # fmt: skip

    def dissolve_group(self) -> None:
        """Remove the selected groups from the list. The page then asks about their documents one by one."""
        self._replace(self._selected_groups(), ())

    def _selected_groups(self) -> tuple[PileGroup, ...]:
        return tuple(self.state.groups[index] for index in self.state.chosen_groups if index < len(self.state.groups))

    def _replace(self, old: Sequence[PileGroup], new: Sequence[PileGroup]) -> None:
        """Replace the groups `old` by the groups `new`, at the position of the first of `old`.

        Does nothing if some of `old` are no longer in the list.
        """
        groups = list(self.state.groups)
        indices = [index for index, group in enumerate(groups) if any(group is one for one in old)]
        if not indices or len(indices) < len(old):
            return
        groups = [group for group in groups if not any(group is one for one in old)]
        first = min(indices[0], len(groups))
        groups[first:first] = new
        self._change(
            groups=tuple(groups), chosen_groups=(min(first, len(groups) - 1),) if groups else (), typical_texts=()
        )
        self._read_typical()

    def _read_typical(self) -> None:
        group = next(iter(self._selected_groups()), None)
        numbers = (
            () if group is None else tuple(dict.fromkeys((*group.typical, *group.core, *group.documents)))[:N_EXAMPLES]
        )
        self._ask(
            lambda service, context: service.read_texts(numbers, context),
            then=lambda found: self._change(typical_texts=found), topic="typical_texts",
        )  # fmt: skip

    def answer(self, label: str) -> None:
        """Give the shown document a label. If documents may have several labels, select or deselect the label
        instead.
        """
        question, label = self.state.question, self._known_spelling(label)
        if question is None or not label:
            return
        if self.state.takes_several:
            picked = self.state.picked_labels
            others = tuple(one for one in picked if one != label)
            self._change(picked_labels=others if label in picked else (*picked, label))
            return
        self._give_labels(question, (label,))

    def _known_spelling(self, label: str) -> str:
        """Return the label of the collection that differs from `label` at most in letter case; if there is none,
        `label`.
        """
        tidy = label.strip()
        if tidy in self.state.key_labels:
            return tidy
        return next((known for known in self.state.key_labels if known.casefold() == tidy.casefold()), tidy)

    def answer_key(self, number: int) -> None:
        """Answer with the label that has this digit key."""
        if 1 <= number <= len(self.state.offered_labels[:MAX_KEYS]):
            self.answer(self.state.offered_labels[number - 1])

    def answer_picked(self) -> None:
        """Give the shown document the selected labels."""
        if self.state.question is not None and self.state.picked_labels:
            self._give_labels(self.state.question, self.state.picked_labels)

    def answer_highlighted(self) -> None:
        """Give the shown document the selected labels; if none is selected, its likeliest label, which is
        highlighted.
        """
        if self.state.takes_several:
            self.answer_picked()
        elif self.state.likeliest is not None:
            self.answer(self.state.likeliest)

    def skip(self) -> None:
        """Skip the shown document. The page does not ask about it again while it is open."""
        if self.state.question is not None:
            self._skipped |= {self.state.question.number}
            self._show_next_question()

    def undo_answer(self) -> None:
        """Remove the labels that were given last on this page, and show the question or group again."""
        if not self.state.undo_stack:
            return
        *rest, last = self.state.undo_stack
        self._change(undo_stack=tuple(rest))
        self._count_unwritten_answers(-len(last.numbers))
        self._ask(
            lambda service, context: service.remove_given_labels(last, context),
            then=lambda _n: self._on_undone(last),
        )

    def follow_undo(self) -> None:
        """After an undo or redo elsewhere in the program, show the last question again if its labels were removed."""
        if not self.state.is_pile_read:
            return
        last = next(reversed(self.state.undo_stack), None)

        def on_checked(still_has: bool) -> None:
            if last is None or still_has or last not in self.state.undo_stack:
                self.read_again()
                return
            self._change(undo_stack=tuple(given for given in self.state.undo_stack if given is not last))
            self._count_unwritten_answers(-len(last.numbers))
            self._on_undone(last)

        if last is None:
            self.read_again()
            return
        self._ask(lambda service, context: service.still_has(last, context), then=on_checked)

    def accept_suggestion(self, suspect: SuspectLabel) -> None:
        """Replace a suspect label by the label that similar documents have."""

        def show_corrected(given: LabelledDocuments) -> None:
            self._on_given(given)
            self._change(n_new_answers=self.state.n_new_answers - len(given.numbers))  # it had a label before
            self._fetch_questions()

        self._ask(
            lambda service, context: service.correct(suspect.number, suspect.likelier, context), then=show_corrected
        )

    def _give_labels(self, question: PileQuestion, labels: tuple[str, ...]) -> None:
        self._skipped |= {question.number}
        self._answered[question.number] = question
        given = LabelledDocuments((question.number,), labels)
        known = () if self.state.batch is None else self.state.batch.labels
        key_labels = tuple(dict.fromkeys((*self.state.key_labels, *labels)))
        self._change(undo_stack=(*self.state.undo_stack, given), key_labels=key_labels, filed=None, problem=None)
        self._count_unwritten_answers(1)

        def on_stored(stored: LabelledDocuments) -> None:
            self._n_unwritten -= 1
            if not stored.numbers:  # another window labelled the document meanwhile: this page must not undo that
                undo_stack = tuple(one for one in self.state.undo_stack if one is not given)
                self._change(undo_stack=undo_stack, n_new_answers=self.state.n_new_answers - 1)
            self.labels_given.emit()
            batch = self.state.batch
            if question.asked_for is QuestionReason.CHANCE and batch is not None and batch.expected_accuracy is None:
                # The accuracy may be known now; if not, the number of missing answers has changed.
                self._fetch_questions()

        self._ask(
            lambda service, context: service.give_labels(given.numbers, labels, context, known),
            then=on_stored,
            failed=lambda error: self._on_storing_failed(question, given, error),
        )
        self._show_next_question()

    def _on_storing_failed(self, question: PileQuestion, given: LabelledDocuments, error: Exception) -> None:
        """Show a question again after its answer could not be stored, for example because its label was renamed."""
        self._skipped -= {question.number}
        self._count_unwritten_answers(-1)
        undo_stack = tuple(one for one in self.state.undo_stack if one is not given)
        self._change(undo_stack=undo_stack, waiting_questions=(question, *self.state.waiting_questions), problem=error)
        self._read_texts()
        self._fetch_questions()

    def _show_next_question(self) -> None:
        self._change(waiting_questions=self.state.waiting_questions[1:], picked_labels=())
        self._read_texts()
        if len(self.state.waiting_questions) <= FETCH_BELOW_QUESTIONS:
            self._fetch_questions()

    def _on_given(self, given: LabelledDocuments) -> None:
        if given.numbers:
            waiting = tuple(one for one in self.state.waiting_questions if one.number not in given.numbers)
            n_given = self.state.n_new_answers + len(given.numbers)
            self._change(
                undo_stack=(*self.state.undo_stack, given),
                waiting_questions=waiting,
                n_new_answers=n_given,
                filed=None,
                problem=None,
            )
            self._read_texts()
            self.labels_given.emit()

    def _count_unwritten_answers(self, n_documents: int) -> None:
        """Update the counts on the page before the answers are stored, so that they change with every key press."""
        self._n_unwritten += n_documents
        self._change(n_new_answers=self.state.n_new_answers + n_documents)

    def _on_undone(self, given: LabelledDocuments) -> None:
        self._n_unwritten += len(given.numbers)
        self._skipped -= set(given.numbers)
        self.labels_given.emit()
        question = self._answered.pop(given.numbers[0], None) if given.numbers else None
        if question is not None:
            self._change(waiting_questions=(question, *self.state.waiting_questions), picked_labels=())
            self._read_texts()
        group = self._named.pop(given.numbers, None)
        if group is not None:
            self._change(
                groups=(group, *self.state.groups), chosen_groups=(0,), is_showing_groups=True, typical_texts=()
            )
            self._read_typical()
        self._fetch_questions(is_anew=question is None)

    def _fetch_questions(self, *, is_anew: bool = False) -> None:
        """Request the next batch of questions. It is appended to the waiting questions; with `is_anew`, it replaces
        them.
        """
        kept = () if is_anew else self.state.waiting_questions
        skipped = self._skipped | {question.number for question in kept}
        self._ask(
            lambda service, context: service.ask(N_ASKED, skipped, context),
            then=lambda batch: self._on_questions(batch, kept), topic="questions", flag="is_asking",
        )  # fmt: skip

    def _on_questions(self, batch: QuestionBatch, kept: tuple[PileQuestion, ...]) -> None:
        waiting = tuple(one for one in self.state.waiting_questions if one in kept)  # without those answered meanwhile
        known = {question.number for question in waiting} | self._skipped
        n_free = max(0, N_ASKED + FETCH_BELOW_QUESTIONS - len(waiting))
        new = [question for question in batch.documents if question.number not in known][:n_free]
        curve = [point for point in self.state.curve if point.n_answers < batch.n_labelled]
        if batch.expected_accuracy is not None:
            curve.append(CurvePoint(batch.n_labelled, batch.expected_accuracy, batch.low, batch.high))
        key_labels = [label for label in self.state.key_labels if label in batch.labels]
        self._change(
            batch=batch, waiting_questions=(*waiting, *new), curve=tuple(curve),
            key_labels=tuple(dict.fromkeys((*key_labels, *batch.labels))), n_new_answers=self._n_unwritten,
        )  # fmt: skip
        self._read_texts()

    def _read_texts(self) -> None:
        """Show the text of the first waiting question, and load the texts of the other questions in advance."""
        wanted = [question.number for question in self.state.waiting_questions]
        self._texts = {number: text for number, text in self._texts.items() if number in wanted}
        self._change(text=self._texts.get(wanted[0]) if wanted else None)
        missing = [number for number in wanted if number not in self._texts]

        def on_loaded(texts: tuple[PileText, ...]) -> None:
            self._texts |= {text.number: text for text in texts}
            question = self.state.question
            self._change(text=None if question is None else self._texts.get(question.number))

        if missing:
            self._ask(lambda service, context: service.read_texts(missing, context), then=on_loaded, topic="text")


@dataclass(frozen=True, slots=True)
class RestState:
    """State of the dialog *Label the rest*."""

    corpus: str = ""
    model: str = ""
    one_in: int = ERROR_LIMITS[0]
    """Error limit: at most 1 in this number of labels may be wrong."""
    plan: RestPlan | None = None
    """The planned labels; None while they are computed."""
    is_planning: bool = False
    problem: Exception | None = None

    @property
    def can_start(self) -> bool:
        """True if the plan was made with the present settings and gives at least one label."""
        return self.plan is not None and self.plan.n_labelled > 0 and not self.is_planning


class RestViewModel(PageModel[RestState, WorkspaceSource]):
    """View model of the dialog *Label the rest*. It plans labels for the documents without one, and gives them on
    request.
    """

    labelled = Signal(object)
    """Emitted with a `RestReport` after the labels were given."""
    failed = Signal(object)
    """Emitted with the exception, if the labels could not be given."""

    def __init__(self, runner: Runner, workspace: WorkspaceSource) -> None:
        super().__init__(runner, "rest", RestState(), workspace)

    def begin(self, corpus: str, model: str) -> None:
        """Plan the labels of the unlabelled documents of a collection."""
        self._change(corpus=corpus, model=model, plan=None, problem=None)
        self._plan()

    def choose_limit(self, one_in: int) -> None:
        """Set the error limit to 1 in `one_in`, and plan again."""
        self._change(one_in=one_in)
        self._plan()

    def start(self) -> None:
        """Give the labels of the current plan, if it is up to date and not empty."""
        plan = self.state.plan
        if plan is None or not self.state.can_start:
            return

        self._ask(
            lambda place, context: label_rest(place, plan, context), then=self.labelled.emit, failed=self.failed.emit,
            title=lambda: self.tr("Labelling the other documents"), lane="long",
        )  # fmt: skip

    def _plan(self) -> None:
        state = self.state
        self._ask(
            lambda place, context: plan_rest(place, state.corpus, state.model or None, state.one_in, context),
            then=lambda plan: self._change(plan=plan, problem=None),
            failed=lambda error: self._change(plan=None, problem=error),
            topic="plan", flag="is_planning", lane="long",
        )  # fmt: skip
