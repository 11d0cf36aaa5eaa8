"""The Sort page decides here which groups and which question are shown, and what an answer does.

Ten questions are asked for at a time; the next ten are asked for while the last of these are being answered, so that
they are there when the last key is pressed. An answer is written at once, and can be taken back as long as the page is
open.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from PySide6.QtCore import Signal

from app.features.sort.use_cases import ERROR_LIMITS as ERROR_LIMITS
from app.features.sort.use_cases import (
    LabelledDocuments,
    PileDesk,
    PileGroup,
    PileQuestion,
    PileQuestions,
    PileText,
    QuestionReason,
    SuspectAnswer,
    label_rest,
    plan_rest,
)
from app.features.sort.use_cases import RestPlan as RestPlan
from app.features.sort.use_cases import RestReport as RestReport
from app.kit.jobs import Runner
from app.kit.page_model import PageModel
from app.store.workspace import Place

__all__ = [
    "CurvePoint",
    "LabelledDocuments",
    "PileDesk",
    "PileGroup",
    "PileQuestion",
    "PileQuestions",
    "PileText",
    "QuestionReason",
    "SortingState",
    "SortingViewModel",
    "SuspectAnswer",
]  # fmt: skip
N_ASKED = 10
FETCH_BELOW_QUESTIONS = 3
"""The number of questions left at which the next ones are asked for."""
MAX_KEYS = 9
N_EXAMPLES = 6
"""Documents that are shown of a group: the most typical ones, then others."""


@dataclass(frozen=True, slots=True)
class CurvePoint:
    """The share that was right after some answers, with its bounds."""

    n_answers: int
    right: float
    low: float
    high: float


@dataclass(frozen=True, slots=True)
class SortingState:
    """The state of the Sort page."""

    corpus: str = ""
    n_documents: int = 0
    is_read: bool = False
    """True once the pile was read."""
    is_reading: bool = False
    is_asking: bool = False
    is_at_groups: bool = True
    """True while groups are shown, False while questions are."""
    groups: tuple[PileGroup, ...] = ()
    chosen: tuple[int, ...] = ()
    """Places of the groups that are chosen."""
    typical: tuple[PileText, ...] = ()
    """The most typical documents of the group that is chosen."""
    figures: PileQuestions | None = None
    """The last answer to what is worth asking."""
    waiting: tuple[PileQuestion, ...] = ()
    """The questions that wait, the one that is shown first."""
    text: PileText | None = None
    picked: tuple[str, ...] = ()
    """Labels that are picked for the shown document, where it may have several."""
    given: tuple[LabelledDocuments, ...] = ()
    curve: tuple[CurvePoint, ...] = ()
    keyed: tuple[str, ...] = ()
    """The labels in the order of their keys: those that have one keep it while the page is open."""
    n_given: int = 0
    """Documents that were answered, less those taken back, since the figures were worked out."""
    n_left_by_model: int = 0
    """Documents that the model was not certain about when it last labelled the rest."""
    problem: Exception | None = None

    @property
    def n_unlabelled(self) -> int | None:
        """Documents without a label now; None until the pile was read."""
        return None if self.figures is None else max(self.figures.n_unlabelled - self.n_given, 0)

    @property
    def n_labelled(self) -> int | None:
        """Documents with a label now; None until the pile was read."""
        return None if self.figures is None else self.figures.n_labelled + self.n_given

    @property
    def question(self) -> PileQuestion | None:
        """The question that is shown."""
        return self.waiting[0] if self.waiting else None

    @property
    def has_no_groups(self) -> bool:
        """Return whether the pile was read, and every group is named or dissolved."""
        return self.is_read and not self.is_reading and not self.groups

    @property
    def has_no_questions(self) -> bool:
        """Return whether every document has a label or was skipped."""
        return self.figures is not None and self.is_read and not (self.waiting or self.is_asking or self.is_reading)

    @property
    def offered(self) -> tuple[str, ...]:
        """The labels to choose from, in the order of their keys."""
        likely = tuple(self.question.labels) if self.question is not None else ()
        return tuple(dict.fromkeys((*self.keyed, *likely)))

    @property
    def likeliest(self) -> str | None:
        """The label that the shown document most probably has."""
        return None if self.question is None else next(iter(self.question.labels), None)

    @property
    def takes_several(self) -> bool:
        """Return whether a document may have several labels."""
        return self.figures is not None and self.figures.takes_several


class SortingViewModel(PageModel[SortingState, PileDesk]):
    """Holds the groups and the questions of one corpus."""

    labels_given = Signal()
    """Documents have other labels now."""
    document_wanted = Signal(int)
    """Emitted with the number of a document to show on the Documents page."""

    def __init__(self, runner: Runner) -> None:
        super().__init__(runner, "sorting", SortingState())
        self._passed: frozenset[int] = frozenset()
        self._answered: dict[int, PileQuestion] = {}
        """Questions by their documents, to be asked again where an answer is taken back."""
        self._named: dict[tuple[int, ...], PileGroup] = {}
        """Named groups by the documents that got the label, to be shown again where the name is taken back."""
        self._texts: dict[int, PileText] = {}
        self._n_unwritten = 0
        """Documents whose answers are on their way to the workspace; negative where answers are being taken back."""

    def open_workspace(self, source: PileDesk) -> None:
        """Sort another workspace."""
        self.set_source(source)
        self._reset("", 0)

    def open_corpus(self, corpus: str, n_documents: int) -> None:
        """Show a corpus as a pile; one that is shown already, and has no other documents, stays as it is."""
        if (corpus, n_documents) == (self.state.corpus, self.state.n_documents):
            return
        if corpus != self.state.corpus:
            self._reset(corpus, n_documents)
        self._change(n_documents=n_documents)
        if corpus and n_documents:
            self.read_again()

    def read_again(self) -> None:
        """Read the pile as it is now, with the documents that came meanwhile."""
        corpus = self.state.corpus
        self._ask(
            lambda desk, context: desk.open(corpus, context),
            then=self._on_read, topic="pile", flag="is_reading", lane="long",
        )  # fmt: skip

    def _reset(self, corpus: str, n_documents: int) -> None:
        self._passed = frozenset()
        self._answered.clear()
        self._named.clear()
        self._texts.clear()
        self._n_unwritten = 0
        self._asker.forget()
        self.state = SortingState()
        self._change(corpus=corpus, n_documents=n_documents)

    def _on_read(self, groups: tuple[PileGroup, ...]) -> None:
        self._change(groups=groups, is_read=True, chosen=(0,) if groups else (), typical=(), problem=None)
        self._read_typical()
        self._fetch_questions(is_anew=True)  # questions that wait may have been answered elsewhere

    def take_label_off(self) -> None:
        """Take the one label off that all documents have, and sort them."""

        corpus = self.state.corpus

        def taken_off(_n: int) -> None:
            self.labels_given.emit()
            self.read_again()

        self._ask(lambda desk, context: desk.take_all_off(corpus, context), then=taken_off)

    def follow_rest(self, report: RestReport) -> None:
        """Read the pile after the model has labelled the rest."""
        self._change(n_left_by_model=report.left)
        self.read_again()

    def show_groups(self, *, is_on: bool) -> None:
        """Show the groups, or the questions."""
        self._change(is_at_groups=is_on)

    def choose_groups(self, places: Sequence[int]) -> None:
        """Choose some groups; the typical documents are those of the first."""
        if places and tuple(places) != self.state.chosen:
            self._change(chosen=tuple(places))
            self._read_typical()

    def name_group(self, name: str) -> None:
        """Give the core of the chosen group a label; its edge is left to be asked about."""
        group, label = next(iter(self._chosen()), None), name.strip()
        if group is None or not label:
            return

        def show_named(given: LabelledDocuments) -> None:
            self._named[given.numbers] = group
            self._replace((group,), ())
            self._on_given(given)
            self._fetch_questions(is_anew=True)
            if not self.state.groups:
                self._change(is_at_groups=False)

        numbers = group.core or group.documents
        self._ask(lambda desk, context: desk.give(numbers, (label,), context), then=show_named)

    def merge_groups(self) -> None:
        """Make one of the chosen groups."""
        chosen = self._chosen()
        if len(chosen) > 1:
            self._ask(
                lambda desk, context: desk.join_groups(chosen, context),
                then=lambda whole: self._replace(chosen, (whole,)), topic="groups",
            )  # fmt: skip

    def split_group(self) -> None:
        """Make two of the chosen group."""
        group = next(iter(self._chosen()), None)
        if group is not None:
            self._ask(
                lambda desk, context: desk.halves(group, context),
                then=lambda halves: self._replace((group,), halves), topic="groups",
            )  # fmt: skip

    def dissolve_group(self) -> None:
        """Remove the chosen groups from the list: their documents are asked one by one."""
        self._replace(self._chosen(), ())

    def _chosen(self) -> tuple[PileGroup, ...]:
        return tuple(self.state.groups[place] for place in self.state.chosen if place < len(self.state.groups))

    def _replace(self, old: Sequence[PileGroup], new: Sequence[PileGroup]) -> None:
        """Put other groups where the first of some was; where these are gone meanwhile, nothing is put anywhere."""
        groups = list(self.state.groups)
        places = [place for place, group in enumerate(groups) if any(group is one for one in old)]
        if not places or len(places) < len(old):
            return
        kept = [group for group in groups if not any(group is one for one in old)]
        at = min(places[0], len(kept))
        kept[at:at] = new
        self._change(groups=tuple(kept), chosen=(min(at, len(kept) - 1),) if kept else (), typical=())
        self._read_typical()

    def _read_typical(self) -> None:
        group = next(iter(self._chosen()), None)
        numbers = (
            () if group is None else tuple(dict.fromkeys((*group.typical, *group.core, *group.documents)))[:N_EXAMPLES]
        )
        self._ask(
            lambda desk, context: desk.texts(numbers, context),
            then=lambda found: self._change(typical=found), topic="typical",
        )  # fmt: skip

    def answer(self, label: str) -> None:
        """Give the shown document a label; where it may have several, pick it or not."""
        question, label = self.state.question, label.strip()
        if question is None or not label:
            return
        if self.state.takes_several:
            picked = self.state.picked
            rest = tuple(one for one in picked if one != label)
            self._change(picked=rest if label in picked else (*picked, label))
            return
        self._give_labels(question, (label,))

    def answer_key(self, number: int) -> None:
        """Give the label that has a key."""
        if 1 <= number <= len(self.state.offered[:MAX_KEYS]):
            self.answer(self.state.offered[number - 1])

    def answer_picked(self) -> None:
        """Give the shown document the labels that were picked for it."""
        if self.state.question is not None and self.state.picked:
            self._give_labels(self.state.question, self.state.picked)

    def pass_over(self) -> None:
        """Leave the shown document without an answer; it is not asked about again while the page is open."""
        if self.state.question is not None:
            self._passed |= {self.state.question.number}
            self._show_next_question()

    def take_back(self) -> None:
        """Take the last labels back that were given here; a single document is shown again."""
        if not self.state.given:
            return
        *rest, last = self.state.given
        self._change(given=tuple(rest))
        self._count_unwritten_answers(-len(last.numbers))
        self._ask(lambda desk, context: desk.take_back(last, context), then=lambda _n: self._on_taken_back(last))

    def follow_undo(self) -> None:
        """Follow an edit that was undone or redone elsewhere: ask again about a document whose answer is gone."""
        if not self.state.is_read:
            return
        last = next(reversed(self.state.given), None)

        def on_checked(still_has: bool) -> None:
            if last is None or still_has or last not in self.state.given:
                self.read_again()
                return
            self._change(given=tuple(given for given in self.state.given if given is not last))
            self._count_unwritten_answers(-len(last.numbers))
            self._on_taken_back(last)

        if last is None:
            self.read_again()
            return
        self._ask(lambda desk, context: desk.still_has(last, context), then=on_checked)

    def accept_suggestion(self, suspect: SuspectAnswer) -> None:
        """Give a document that was called something else the label that all others speak for."""

        def show_corrected(given: LabelledDocuments) -> None:
            self._on_given(given)
            self._change(n_given=self.state.n_given - len(given.numbers))  # it had a label before
            self._fetch_questions()

        self._ask(lambda desk, context: desk.correct(suspect.number, suspect.likelier, context), then=show_corrected)

    def _give_labels(self, question: PileQuestion, labels: tuple[str, ...]) -> None:
        self._passed |= {question.number}
        self._answered[question.number] = question
        given = LabelledDocuments((question.number,), labels)
        known = () if self.state.figures is None else self.state.figures.labels
        keyed = tuple(dict.fromkeys((*self.state.keyed, *labels)))
        self._change(given=(*self.state.given, given), keyed=keyed, problem=None)
        self._count_unwritten_answers(1)

        def show_next(found: LabelledDocuments) -> None:
            self._n_unwritten -= 1
            if not found.numbers:  # another window has labelled it meanwhile: that is not to be taken back here
                kept = tuple(one for one in self.state.given if one is not given)
                self._change(given=kept, n_given=self.state.n_given - 1)
            self.labels_given.emit()
            figures = self.state.figures
            if question.asked_for is QuestionReason.CHANCE and figures is not None and figures.right is None:
                # The accuracy may be known now, or the number of answers that are missing has changed.
                self._fetch_questions()

        self._ask(
            lambda desk, context: desk.give(given.numbers, labels, context, known),
            then=show_next,
            failed=lambda error: self._on_not_given(question, given, error),
        )
        self._show_next_question()

    def _on_not_given(self, question: PileQuestion, given: LabelledDocuments, error: Exception) -> None:
        """Ask again what could not be answered, as where its label was renamed meanwhile."""
        self._passed -= {question.number}
        self._count_unwritten_answers(-1)
        kept = tuple(one for one in self.state.given if one is not given)
        self._change(given=kept, waiting=(question, *self.state.waiting), problem=error)
        self._read_texts()
        self._fetch_questions()

    def _show_next_question(self) -> None:
        self._change(waiting=self.state.waiting[1:], picked=())
        self._read_texts()
        if len(self.state.waiting) <= FETCH_BELOW_QUESTIONS:
            self._fetch_questions()

    def _on_given(self, given: LabelledDocuments) -> None:
        if given.numbers:
            waiting = tuple(one for one in self.state.waiting if one.number not in given.numbers)
            n_given = self.state.n_given + len(given.numbers)
            self._change(given=(*self.state.given, given), waiting=waiting, n_given=n_given, problem=None)
            self._read_texts()
            self.labels_given.emit()

    def _count_unwritten_answers(self, n_documents: int) -> None:
        """Count answers that are not in the figures yet, so that the counts of the page move with every answer."""
        self._n_unwritten += n_documents
        self._change(n_given=self.state.n_given + n_documents)

    def _on_taken_back(self, given: LabelledDocuments) -> None:
        self._n_unwritten += len(given.numbers)
        self._passed -= set(given.numbers)
        self.labels_given.emit()
        question = self._answered.pop(given.numbers[0], None) if given.numbers else None
        if question is not None:
            self._change(waiting=(question, *self.state.waiting), picked=())
            self._read_texts()
        group = self._named.pop(given.numbers, None)
        if group is not None:
            self._change(groups=(group, *self.state.groups), chosen=(0,), is_at_groups=True, typical=())
            self._read_typical()
        self._fetch_questions(is_anew=question is None)

    def _fetch_questions(self, *, is_anew: bool = False) -> None:
        """Ask for the next questions; with `is_anew` in place of those that wait."""
        kept = () if is_anew else self.state.waiting
        passed = self._passed | {one.number for one in kept}
        self._ask(
            lambda desk, context: desk.ask(N_ASKED, passed, context),
            then=lambda found: self._on_questions(found, kept), topic="questions", flag="is_asking",
        )  # fmt: skip

    def _on_questions(self, found: PileQuestions, kept: tuple[PileQuestion, ...]) -> None:
        waiting = tuple(one for one in self.state.waiting if one in kept)  # what was answered meanwhile waits no more
        known = {one.number for one in waiting} | self._passed
        room = max(0, N_ASKED + FETCH_BELOW_QUESTIONS - len(waiting))
        fresh = [one for one in found.documents if one.number not in known][:room]
        point = None if found.right is None else CurvePoint(found.n_labelled, found.right, found.low, found.high)
        curve = [one for one in self.state.curve if one.n_answers < found.n_labelled]
        curve += [] if point is None else [point]
        keyed = tuple(dict.fromkeys((*(one for one in self.state.keyed if one in found.labels), *found.labels)))
        self._change(
            figures=found, waiting=(*waiting, *fresh), curve=tuple(curve), keyed=keyed, n_given=self._n_unwritten
        )
        self._read_texts()

    def _read_texts(self) -> None:
        """Show the text of the question at hand, and have those of the others ready."""
        wanted = [one.number for one in self.state.waiting]
        self._texts = {number: text for number, text in self._texts.items() if number in wanted}
        self._change(text=self._texts.get(wanted[0]) if wanted else None)
        missing = [number for number in wanted if number not in self._texts]

        def show(found: tuple[PileText, ...]) -> None:
            self._texts |= {one.number: one for one in found}
            question = self.state.question
            self._change(text=None if question is None else self._texts.get(question.number))

        if missing:
            self._ask(lambda desk, context: desk.texts(missing, context), then=show, topic="text")


@dataclass(frozen=True, slots=True)
class RestState:
    """State of the dialog."""

    corpus: str = ""
    model: str = ""
    one_in: int = ERROR_LIMITS[0]
    """Error limit: at most 1 in `one_in` labels is expected to be wrong."""
    plan: RestPlan | None = None
    """Documents and labels to assign; None while they are computed."""
    is_planning: bool = False
    problem: Exception | None = None

    @property
    def can_start(self) -> bool:
        """Return whether the plan is up to date and gives any labels."""
        return self.plan is not None and self.plan.n_labelled > 0 and not self.is_planning


class RestViewModel(PageModel[RestState, Place]):
    """Plans which documents get the model's label, and assigns these labels."""

    labelled = Signal(object)
    """Emitted with a `RestReport` after labels were assigned."""
    failed = Signal(object)
    """Emitted with an exception; no label was assigned."""

    def __init__(self, runner: Runner, workspace: Place) -> None:
        super().__init__(runner, "rest", RestState(), workspace)

    def begin(self, corpus: str, model: str) -> None:
        """Judge the unlabelled documents of a corpus."""
        self._change(corpus=corpus, model=model, plan=None, problem=None)
        self._plan()

    def choose_limit(self, one_in: int) -> None:
        """Set the error limit to 1 in `one_in`."""
        self._change(one_in=one_in)
        self._plan()

    def start(self) -> None:
        """Assign the labels of the current plan."""
        plan = self.state.plan
        if plan is None or not self.state.can_start:
            return

        def given(report: RestReport) -> None:
            self.labelled.emit(report)

        self._ask(
            lambda place, context: label_rest(place, plan, context), then=given, failed=self.failed.emit,
            title=self.tr("Labelling the other documents"), lane="long",
        )  # fmt: skip

    def _plan(self) -> None:
        state = self.state
        self._ask(
            lambda place, context: plan_rest(place, state.corpus, state.model or None, state.one_in, context),
            then=lambda plan: self._change(plan=plan, problem=None),
            failed=lambda error: self._change(plan=None, problem=error),
            topic="plan", flag="is_planning", lane="long",
        )  # fmt: skip
