"""View models of the Classify page and of the history of verdicts."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Mapping, Sequence, Set
from dataclasses import dataclass, field, replace
from enum import Enum
from pathlib import Path
from typing import Any, Unpack

from PySide6.QtCore import QObject, Signal

from app.domain.confidence import ConfidenceLevel, can_file_without_asking, confidence_of, is_unsure_verdict
from app.domain.documents import label_set_name, split_label_set
from app.domain.jobs import JobContext
from app.domain.records import VerdictRecord
from app.domain.results import (
    DroppedItem,
    FacetChoice,
    FacetKind,
    FacetReport,
    SearchTerm,
    TrainingInfluence,
    parse_date,
    parse_search,
)
from app.features.classify import use_cases as verdict_history
from app.features.classify.use_cases import (
    JudgedDocuments,
    JudgedLists,
    correct_stored_verdict,
    count_facets,
    filter_items,
    restore_list,
)
from app.features.documents.paper_view_model import PagePictureViewModel
from app.features.explain.view_model import SheetViewModel, WhyTab
from app.kit.drops import DropContent
from app.kit.frame import CLASSIFY_PAGE, FrameViewModel
from app.kit.jobs import Progress, Runner
from app.kit.page_model import Answer, PageModel, RequestOptions, RequestSender
from app.kit.painted_values import Label, labels_from_records
from app.library.classifying import numbers_of_replaced_items
from app.library.explanations import (
    VerdictExplanation,
    can_preview_quickly,
    count_changed_verdicts,
    is_visibly_different,
)
from app.store.workspace import WorkspaceSource


def matches(item: DroppedItem, term: SearchTerm) -> bool:
    """Return whether an item matches a search term; for an excluded term, whether it does not.

    Words are searched in the title, the sender and the file name.
    """
    value = term.value.casefold()
    if term.operator:
        return MATCHERS_BY_OPERATOR[term.operator](item, value) is not term.is_negated
    heading = "\n".join((item.title, _sender(item), item.verdict.path, item.verdict.member)).casefold()
    words = [value] if term.is_phrase else value.split()
    return all(word in heading for word in words) is not term.is_negated


def _sender(item: DroppedItem) -> str:
    return item.document.sender if item.document is not None else ""


def _has_state(item: DroppedItem, state: str) -> bool:
    if state == "unlabelled":
        return item.label is None
    return state == "wrong" and item.corrected not in (None, item.verdict.label)


def _has_matching_date(item: DroppedItem, is_meant: Callable[[float], bool]) -> bool:
    date_s = item.document.date_s if item.document is not None else None
    return date_s is not None and is_meant(date_s)


MATCHERS_BY_OPERATOR: Mapping[str, Callable[[DroppedItem, str], bool]] = {
    "from": lambda item, value: value in _sender(item).casefold(),
    "to": lambda item, value: item.document is not None and value in item.document.fields.get("to", "").casefold(),
    "subject": lambda item, value: value in item.title.casefold(),
    "label": lambda item, value: (item.label or "").casefold() == value,
    "verdict": lambda item, value: (item.verdict.label or "").casefold() == value,
    "kind": lambda item, value: item.document is not None and item.document.kind == value,
    "has": lambda item, _value: item.document is not None and bool(item.document.attachments),
    "is": _has_state,
    "before": lambda item, value: _has_matching_date(item, lambda date_s: date_s < (parse_date(value) or 0)),
    "after": lambda item, value: _has_matching_date(item, lambda date_s: date_s >= (parse_date(value) or 0)),
}

DEBOUNCE_MS = 400
"""Delay of expensive requests, in milliseconds. Moving quickly through the list then requests only the last item."""
UNSURE_ONLY = (FacetChoice(FacetKind.STATE, "unsure"),)
NEVER_JUDGED = (-1, 0.0)
"""A model revision that does not exist. A list with this revision is classified as soon as its model is known."""
JudgingResult = tuple[list[DroppedItem], float]
"""The classified items, and the duration in seconds."""


class VerdictOrder(Enum):
    """Sort order of the list of verdicts."""

    DROPPED = "dropped"
    UNSURE = "unsure"
    LABEL = "label"
    PROBABILITY = "probability"
    TITLE = "title"
    SENDER = "sender"
    FILE = "file"
    SCORE = "score"


@dataclass(frozen=True, slots=True)
class ClassifyState:
    """State of the Classify page."""

    model: str = ""
    labels: tuple[Label, ...] = ()
    revision: tuple[int, float] = (0, 0.0)
    """Revision of the model that classified the items."""
    items: tuple[DroppedItem, ...] = ()
    order: VerdictOrder = VerdictOrder.DROPPED
    is_descending: bool = False
    """True for descending order."""
    ranks: Mapping[int, int] = field(default_factory=dict)
    """Item number to its position in the sort order. Corrections change verdicts, but not these positions."""
    search: str = ""
    facets: tuple[FacetChoice, ...] = ()
    """Values of facets (filters such as sender) to which the list is restricted."""
    shows_facets: bool = False
    """True while the facets are shown beside the list."""
    chosen: int = -1
    """Number of the selected item."""
    reasons: VerdictExplanation | None = None
    """Reasons for the verdict on the selected item or its edited text; None while they are being computed."""
    tab: WhyTab = WhyTab.WORDS
    """The open tab of *Why*."""
    influence: TrainingInfluence | None = None
    """Training documents with the most influence on the verdict; None while they are being computed."""
    n_changes_by_label: Mapping[str, int] = field(default_factory=dict)
    """Label to the number of other verdicts that would change if the selected item got the label; empty while
    unknown.
    """
    is_classifying: bool = False
    """True while dropped content is being read and classified."""
    is_editing: bool = False
    """True while the user may edit the text to see how the verdict changes."""
    seconds: float | None = None
    """Duration of the last classification; None if it is unknown."""
    problem: Exception | None = None
    filed: frozenset[int] = frozenset()
    """Numbers of the items whose files were moved into a label's folder."""
    thresholds: Mapping[str, float] = field(default_factory=dict)
    """Label to the minimum probability at which *File away* moves a document's file."""

    @property
    def colours(self) -> Mapping[str, int]:
        """Label name to colour number."""
        return {label.name: label.colour for label in self.labels}

    @property
    def listed(self) -> list[DroppedItem]:
        """The items that match the search and the facets, in sort order."""
        return self.sort_items(self.matching_items)

    def sort_items(self, items: Iterable[DroppedItem]) -> list[DroppedItem]:
        """Return these items in the sort order of the list."""
        return sorted(items, key=lambda item: self.ranks.get(item.number, len(self.ranks)))

    @property
    def matching_items(self) -> list[DroppedItem]:
        """The items that match the search and the facets, in the order in which they were dropped."""
        terms = parse_search(self.search)
        narrowed = filter_items(self.items, self.filed, self.facets)
        return [item for item in narrowed if all(matches(item, term) for term in terms)]

    @property
    def is_narrowed(self) -> bool:
        """True if a search or facets restrict the list."""
        return bool(self.search.strip() or self.facets)

    @property
    def report(self) -> FacetReport:
        """Number of items for each facet value, among the items that match the search and all other facets."""
        terms = parse_search(self.search)
        searched = {item.number for item in self.items if all(matches(item, term) for term in terms)}
        return count_facets(self.items, self.filed, self.facets, searched)

    @property
    def chosen_item(self) -> DroppedItem | None:
        """The selected item; None without a selection."""
        return next((item for item in self.items if item.number == self.chosen), None)

    @property
    def readable_item(self) -> DroppedItem | None:
        """The selected item; None without a selection, or if its file could not be read."""
        item = self.chosen_item
        return None if item is None or item.error else item

    @property
    def other_labels(self) -> list[Label]:
        """The labels that the selected item does not have."""
        item = self.chosen_item
        now = split_label_set(item.label) if item is not None else ()
        return [label for label in self.labels if label.name not in now]

    @property
    def takes_several(self) -> bool:
        """True if a document may have several labels."""
        return any(item.verdict.labels is not None for item in self.items)

    def label_after_choice(self, label: str) -> str:
        """Return the label that the selected item would get if the user chose `label`.

        With several labels per document, the choice adds the label to the item's labels, or removes it.
        """
        item = self.chosen_item
        if item is None or item.verdict.labels is None:
            return label
        before = set(split_label_set(item.corrected) or [one.label for one in item.verdict.labels])
        return label_set_name(before ^ {label}) or label

    @property
    def n_unsure(self) -> int:
        """Number of unsure verdicts whose documents were neither confirmed nor moved into a label's folder."""
        return sum(is_waiting(item) and item.number not in self.filed for item in self.items)

    @property
    def n_unread(self) -> int:
        """Number of files on the list that could not be read."""
        return sum(bool(item.error) for item in self.items)

    @property
    def is_checking(self) -> bool:
        """True while only unsure documents are listed, so that the user can check them one by one."""
        return self.facets == UNSURE_ONLY and not self.search.strip()

    @property
    def n_to_file(self) -> int:
        """Number of items that *File away* would move: they are corrected or probable enough, and have a file of their
        own.
        """
        waiting = (
            item
            for item in self.items
            if item.number not in self.filed
            and not item.error
            and item.verdict.path
            and (item.document is None or item.document.kind != "row")
        )
        return sum(can_file_without_asking(item, self.thresholds) for item in waiting)


class ClassifyViewModel(PageModel[ClassifyState, JudgedDocuments]):
    """View model of the Classify page."""

    corrected = Signal(object, str, int)
    """Emitted with the corrected item, its new label, and the number of other rows of the list that changed visibly."""
    many_corrected = Signal(int, str, int)
    """Emitted with the number of corrected items, their new label, and the number of other rows that changed
    visibly.
    """
    items_removed = Signal(int, object)
    """Emitted with the number of removed items, and a function that restores them."""
    other_list_changed = Signal(object)
    """Emitted with the `JudgedDocuments` of a collection that is not shown, when its list has changed."""
    document_wanted = Signal(int)
    """Emitted with the number of a stored document to show."""
    checking_begun = Signal()
    """Emitted when the list is restricted to unsure documents; the page then gives the list the focus."""
    all_sure = Signal()
    """Emitted when the user asks for the next unsure verdict and there is none."""

    def __init__(self, runner: Runner) -> None:
        super().__init__(runner, "classify", ClassifyState())
        self._runner = runner
        self.paper = PagePictureViewModel(runner, "classify")
        self._edited: str | None = None
        """The text as edited by the user; None for the original."""
        self._n_readings = 0
        self._left: dict[JudgedDocuments, ClassifyState] = {}
        """The lists of other collections, as they were when they were last shown."""

    def open_workspace(self, documents: JudgedDocuments) -> None:
        """Show a list of another workspace. Answers to earlier requests are ignored."""
        self._asker.cancel("influence", "n_changes_by_label")
        self.set_source(documents)
        self.paper.open_workspace(documents.workspace)
        self._edited = None
        self._left.clear()
        self.state = ClassifyState(order=self.state.order, thresholds=self.state.thresholds)
        self._change()

    def open_list(self, documents: JudgedDocuments, model: str = "") -> None:
        """Show the list of another collection of the workspace as the user left it, but without search and facets.

        `model` is the name of the model that will classify a list that is shown for the first time. Files that are
        still being read are added to the list that was shown when they were dropped.
        """
        before, source = self.state, self._source
        if documents is source:
            return
        self._asker.stop("influence", "n_changes_by_label")
        self._asker.forget("reasons", "again")
        if source is not None:
            was_edited = before.is_editing and self._edited is not None
            reasons = None if was_edited else before.reasons
            self._left[source] = replace(before, reasons=reasons, influence=None, is_editing=False)
        self._edited, self._source = None, documents
        self.state = replace(
            self._left.pop(documents, ClassifyState(model=model)),
            items=tuple(documents.items()), search="", facets=(), seconds=None, problem=None, n_changes_by_label={},
            order=before.order, is_descending=before.is_descending, shows_facets=before.shows_facets, tab=before.tab,
            filed=before.filed, thresholds=before.thresholds,
        )  # fmt: skip
        self.state = replace(self.state, ranks=_ranks_of(self.state))
        if self.state.chosen_item is None:
            self.state = replace(self.state, chosen=next((item.number for item in self.state.items), -1), reasons=None)
        self.paper.prestart_renderer(item.verdict.path for item in self.state.items)
        self._change()
        if self.state.reasons is None:
            self._explain()
        self._request_influence()
        self._request_foreseen_changes()

    def open_model(self, model: str, labels: tuple[Label, ...], revision: tuple[int, float]) -> None:
        """Set the model. If it is another model, or has learnt since, classify the items again."""
        is_other = (model, revision) != (self.state.model, self.state.revision)
        self._change(model=model, labels=labels, revision=revision)
        if is_other:
            self._judge_again()

    def _judge_again(self) -> None:
        """Classify all items again with the present model."""
        model = self.state.model
        if model and self.state.items:
            self._ask(
                lambda documents, context: documents.judge_again(model, context),
                then=self.show_changed_items,
                topic="again",
            )

    def classify(self, dropped: DropContent) -> None:
        """Classify dropped content: its files; without files, its mail; without a mail, its text."""
        model, source = self.state.model, self._source
        self.paper.prestart_renderer(map(str, dropped.paths))

        def judge(documents: JudgedDocuments, context: JobContext) -> JudgingResult:
            if dropped.paths:
                return documents.classify(model, dropped.paths, context, only=dropped.chosen_documents)
            if dropped.message:
                return documents.classify_message(model, dropped.message, context)
            return documents.classify_text(model, dropped.text, context)

        def show(answer: JudgingResult) -> None:
            items, seconds = answer
            numbers = tuple(item.number for item in items)
            if source is None:
                return
            source.remove_items(numbers_of_replaced_items(source.items(), items) - self.state.filed)
            self._asker.ask(lambda context: source.store_verdicts(model, numbers, context), then=lambda _nothing: None)
            if source is not self._source:  # the person has gone to another collection
                self.other_list_changed.emit(source)
                return
            self.paper.prestart_renderer(item.verdict.path for item in items)
            self._copy_items(seconds=seconds, problem=None, facets=())  # what was dropped is listed
            if items:
                self.choose(numbers[0])

        self._ask(
            judge, then=show, topic=self._new_reading(), flag="is_classifying", title=lambda: self.tr("Classifying"),
            lane="long", is_for_any_list=True,
        )  # fmt: skip

    def restore(self, documents: JudgedDocuments, then: Callable[[list[DroppedItem]], object]) -> None:
        """Read and classify the documents that were on a list when the program ended. Errors are ignored."""
        model = self.state.model
        self._ask(
            lambda _current, context: restore_list(documents, model, context), then=then, failed=lambda _error: None,
            topic=self._new_reading(), flag="is_classifying", lane="long", is_for_any_list=True,
            title=lambda: self.tr("Classifying the documents of the last session again"),
        )  # fmt: skip

    def _new_reading(self) -> str:
        """Return a new topic for a request that reads files.

        For each topic, only the newest answer is delivered. Every reading needs its own topic, so that none is lost.
        """
        self._n_readings += 1
        return f"reading {self._n_readings}"

    def progress(self) -> Progress:
        """Return the progress of the newest reading of files."""
        return self._asker.progress(f"reading {self._n_readings}")

    def stop_classifying(self) -> None:
        """Stop the newest reading of files."""
        self._asker.cancel(f"reading {self._n_readings}")

    def read_again(self) -> None:
        """Read the file of the selected item again, and classify its present content."""
        item, model = self.state.chosen_item, self.state.model
        if item is not None:
            self._ask(
                lambda documents, context: documents.read_again(model, item.number, context),
                then=self.show_changed_items, title=lambda: self.tr("Reading the files again"), lane="long",
            )  # fmt: skip

    def choose(self, number: int) -> None:
        """Select an item."""
        if number == self.state.chosen and self.state.reasons is not None:
            return
        self._edited = None
        self._asker.stop("influence")
        self._change(chosen=number, is_editing=False, reasons=None, influence=None)
        self._explain()

    def choose_tab(self, tab: WhyTab) -> None:
        """Open a tab of *Why*. The influence of training documents is computed only while its tab is open."""
        if tab is not self.state.tab:
            self._change(tab=tab, influence=None)
            self._request_influence()

    def _request_influence(self, *, debounce_ms: int = 0) -> None:
        """Request the influence of training documents on the selected item."""
        item, model, edited = self.state.readable_item, self.state.model, self._edited
        self._asker.stop("influence")
        if self.state.tab is WhyTab.EXAMPLES and item is not None:
            self._ask(
                lambda documents, context: documents.find_influence(model, item.number, edited, context),
                then=lambda found: self._change(influence=found), topic="influence", debounce_ms=debounce_ms,
                lane="long",
            )  # fmt: skip

    def edit_text(self, text: str) -> None:
        """Classify an edited text of the selected item."""
        if self.state.is_editing:
            self._edited = text
            self._explain()

    def allow_editing(self, *, is_allowed: bool) -> None:
        """Let the user edit the text; if `is_allowed` is false, show the original text again."""
        was_edited, self._edited = self._edited is not None, None
        self._change(is_editing=is_allowed, reasons=None if was_edited else self.state.reasons)
        if was_edited:
            self._explain()

    def correct(self, label: str, *, goes_on: bool = False) -> None:
        """Correct the selected item's label; the model learns this at once. With `goes_on`, select the next item."""
        item, model, source = self.state.readable_item, self.state.model, self._source

        def learnt(changed: list[DroppedItem]) -> None:
            if source is self._source and item is not None:
                self._on_corrected(item, label, changed)
            else:
                self.other_list_changed.emit(source)

        if goes_on:
            self._choose_next()
        if item is not None:
            self._ask(
                lambda documents, context: documents.correct(model, item.number, label, context), then=learnt,
                is_for_any_list=True,
            )  # fmt: skip

    def correct_stored_verdict(
        self,
        lists: JudgedLists,
        verdict: VerdictRecord,
        label: str,
        then: Callable[[], object],
        failed: Callable[[Exception], object],
    ) -> None:
        """Correct a verdict of the history, then call `then`; if that failed, call `failed` with the error.

        The model that gave the verdict learns the document, also if another collection is open. If the document is no
        longer on the list of its collection, it is added again.
        """

        def learnt(answer: tuple[JudgedDocuments, int, list[DroppedItem]]) -> None:
            documents, number, changed = answer
            if documents is self._source:
                self._copy_items()
                if self.state.chosen_item is None:
                    self.choose(number)
                item = next(each for each in self.state.items if each.number == number)
                self._on_corrected(item, label, changed)
            else:
                self.other_list_changed.emit(documents)
            then()

        self._ask(
            lambda _documents, context: correct_stored_verdict(lists, verdict, label, context),
            then=learnt, failed=failed, title=lambda: self.tr("Learning"), lane="long", is_for_any_list=True,
        )  # fmt: skip

    def mark_filed(self, numbers: Iterable[int], *, are_filed: bool) -> None:
        """Mark that the files of items were moved into a label's folder, or that this was undone."""
        filed = self.state.filed | set(numbers) if are_filed else self.state.filed - set(numbers)
        self._change(filed=frozenset(filed))
        self._end_checking()

    def set_thresholds(self, thresholds: Mapping[str, float]) -> None:
        """Set label to the minimum probability at which *File away* moves a document's file."""
        self._change(thresholds=thresholds)

    def remove_items(self, numbers: Sequence[int]) -> None:
        """Remove items from the list. The model does not forget what it learnt from them."""
        documents = self._source
        taken = documents.remove_items(numbers) if documents is not None else []
        if not taken:
            return
        listed, chosen = [item.number for item in self.state.listed], self.state.chosen
        rest = [number for number in listed if number == chosen or number not in numbers]
        self._copy_items()
        if chosen in numbers:
            at = rest.index(chosen) if chosen in rest else len(rest)
            self.choose(next(iter(rest[at + 1 :] or rest[:at][-1:]), -1))

        source, judged_by = self._source, (self.state.model, self.state.revision)

        def put_back() -> None:
            if source is not None and source is self._source:
                source.put_back(taken)
                self._copy_items()
                self.choose(taken[0].number)
                if judged_by != (self.state.model, self.state.revision):  # it has learnt since
                    self._judge_again()
            elif source in self._left:
                source.put_back(taken)
                self._left[source] = replace(
                    self._left[source], revision=NEVER_JUDGED, chosen=taken[0].number, reasons=None
                )
                self.other_list_changed.emit(source)

        self.items_removed.emit(len(taken), put_back)

    def clear(self) -> None:
        """Remove all items."""
        self.remove_items([item.number for item in self.state.items])

    def _choose_next(self) -> None:
        """Select the next listed item. If the last item is selected, it stays selected."""
        following = self._numbers_after_chosen()
        if following:
            self.choose(following[0])

    def _numbers_after_chosen(self) -> list[int]:
        """Return the numbers of the listed items that follow the selected item. The selected item may be hidden by a
        filter.
        """
        ranks, chosen = self.state.ranks, self.state.chosen
        return [item.number for item in self.state.listed if ranks.get(item.number, 0) > ranks.get(chosen, 0)]

    def check_unsure(self) -> None:
        """List only the unsure documents, and select the first."""
        self._change(search="", facets=UNSURE_ONLY)
        listed = self.state.listed
        if listed:
            self.choose(listed[0].number)
        self.checking_begun.emit()

    def _end_checking(self) -> None:
        """If no unsure document is left, list all items again."""
        if self.state.is_checking and self.state.items and not self.state.matching_items:
            self._change(facets=())

    def choose_next_unsure(self) -> None:
        """Select the next unsure verdict that is not confirmed. After the last item, the search continues at
        the first.
        """
        listed = self.state.listed
        at = next((place for place, item in enumerate(listed) if item.number == self.state.chosen), -1)
        waiting = [item for item in (*listed[at + 1 :], *listed[: at + 1]) if is_waiting(item)]
        if waiting and waiting[0].number != self.state.chosen:
            self.choose(waiting[0].number)
        else:
            self.all_sure.emit()

    def choose_order(self, order: VerdictOrder) -> None:
        """Sort the list in another order. The second choice of the same order reverses it."""
        state = self.state
        ordered = replace(state, order=order, is_descending=order is state.order and not state.is_descending)
        self._change(order=order, is_descending=ordered.is_descending, ranks=_ranks_of(ordered))

    def sort_again(self) -> None:
        """Sort the list by the present verdicts."""
        if (ranks := _ranks_of(self.state)) != self.state.ranks:
            self._change(ranks=ranks)

    def search(self, words: str) -> None:
        """List only items that match the search."""
        self._change(search=words)
        self._choose_first_match()

    def show_facets(self, *, are_shown: bool) -> None:
        """Show or hide the facets. Hiding them also removes the restrictions of the list by facets."""
        self._change(shows_facets=are_shown, facets=self.state.facets if are_shown else ())

    def toggle_facet(self, choice: FacetChoice) -> None:
        """Restrict the list to a value of a facet, such as one sender. If it is restricted already, remove the
        restriction.
        """
        others = tuple(other for other in self.state.facets if other != choice)
        self._change(facets=others if choice in self.state.facets else (*others, choice))
        self._choose_first_match()

    def _choose_first_match(self) -> None:
        """If the selected item is not listed, select the first listed item. The text that is shown must belong to a
        listed row.
        """
        numbers = [item.number for item in self.state.listed]
        if numbers and self.state.chosen not in numbers:
            self.choose(numbers[0])

    def clear_narrowing(self) -> None:
        """Clear the search and the facets, so that all items are listed."""
        self._change(search="", facets=())

    def correct_all_listed(self, label: str) -> None:
        """Give all listed documents a label, as one edit, so that one undo reverts it."""
        model, numbers = self.state.model, [item.number for item in self.state.listed if not item.error]

        source = self._source

        def learnt(changed: list[DroppedItem]) -> None:
            if source is not self._source:
                self.other_list_changed.emit(source)
                return
            n_others = self._count_visible_changes(changed, set(numbers))
            self.show_changed_items(changed)
            self.many_corrected.emit(len(numbers), label, n_others)

        if numbers:
            self._ask(
                lambda documents, context: documents.correct_all(model, numbers, label, context),
                then=learnt, title=lambda: self.tr("Learning"), lane="long", is_for_any_list=True,
            )  # fmt: skip

    def export(self, path: Path) -> None:
        """Export the listed verdicts as CSV."""
        model, numbers = self.state.model, [item.number for item in self.state.listed]
        self._ask(lambda documents, _context: documents.export(path, numbers, model))

    def sheet(self) -> SheetViewModel | None:
        """Return a view model of the full calculation for the selected item, or for its edited text; None without a
        selection.
        """
        item, documents, model, edited = self.state.readable_item, self._source, self.state.model, self._edited
        if documents is None or item is None or self.state.reasons is None:
            return None
        return SheetViewModel(
            self._runner, item.title, lambda context: documents.calculate_verdict(model, item.number, edited, context)
        )

    def show_changed_items(self, changed: Iterable[DroppedItem]) -> None:
        """Show the items after verdicts changed, and explain the selected item again.

        If the selected item is no longer listed, the next item is selected; after the last item, the first. With
        several labels per document, a corrected item stays selected, because the user may add another label.
        """
        self._copy_items()
        self._end_checking()
        state, item = self.state, self.state.chosen_item
        listed = [each.number for each in state.listed]
        awaits_label = item is not None and state.takes_several and item.corrected is not None
        if item is not None and listed and item.number not in listed and not awaits_label:
            self.choose((self._numbers_after_chosen() or listed)[0])
        elif state.chosen in {each.number for each in changed}:
            self._explain()

    def show_restored_items(self, documents: JudgedDocuments, restored: Sequence[DroppedItem]) -> None:
        """Show restored items, unless another list than `documents` is shown now."""
        if documents is self._source:
            self.show_changed_items(restored)
            if restored and self.state.chosen < 0:
                self.choose(restored[0].number)

    def _explain(self) -> None:
        """Request the reasons for the selected item's verdict, unless its file could not be read."""
        item, model, edited = self.state.readable_item, self.state.model, self._edited
        if item is None:
            self._asker.forget("reasons")
            return

        def show(reasons: VerdictExplanation) -> None:
            self._change(reasons=reasons, influence=None, problem=None)
            self._request_influence(debounce_ms=DEBOUNCE_MS)

        self._ask(
            lambda documents, context: documents.explain(model, item.number, edited, context), then=show,
            topic="reasons",
        )  # fmt: skip

    def _on_corrected(self, item: DroppedItem, label: str, changed: list[DroppedItem]) -> None:
        n_others = self._count_visible_changes(changed, {item.number})
        self.show_changed_items(changed)
        learnt = next((each for each in changed if each.number == item.number), item)
        self.corrected.emit(learnt, label, n_others)

    def _count_visible_changes(self, changed: Iterable[DroppedItem], corrected: Set[int]) -> int:
        """Count the items whose row in the list changes, without the items in `corrected`."""
        before = {each.number: each.verdict for each in self.state.items if each.corrected is None}
        return sum(
            each.number in before
            and each.number not in corrected
            and is_visibly_different(before[each.number], each.verdict)
            for each in changed
        )

    def _ask(
        self,
        work: Callable[[JudgedDocuments, JobContext], Answer],
        *,
        then: Callable[[Answer], object] = lambda _answer: None,
        topic: str = "",
        flag: str = "",
        is_for_any_list: bool = False,
        **how: Unpack[RequestOptions],
    ) -> None:
        """Send a request to the current list, with the options of `PageModel._ask`.

        If another collection's list is shown when the answer arrives, it is ignored, unless `is_for_any_list`.
        """
        source = self._source

        def show(answer: Answer) -> None:
            if is_for_any_list or source is self._source:
                then(answer)

        super()._ask(work, then=show, topic=topic, flag=flag, **how)

    def _copy_items(self, **changes: Any) -> None:
        """Copy the items of the list into the state. The list is sorted again only if it has new items."""
        if self._source is None:
            return
        state = replace(self.state, items=tuple(self._source.items()))
        # Each correction changes other verdicts too: sorting by them would shuffle the list while a person works on it.
        has_new = any(item.number not in state.ranks for item in state.items)
        self._change(items=state.items, ranks=_ranks_of(state) if has_new else state.ranks, **changes)

    def _request_foreseen_changes(self) -> None:
        """Request, after a delay, how many other verdicts each correction of the selected item would change."""
        self._asker.stop("n_changes_by_label")
        item, items, model = self.state.readable_item, self.state.items, self.state.model
        labels = [label.name for label in self.state.other_labels]
        if item is not None and item.verdict.labels is None and can_preview_quickly(items, len(labels)):
            self._ask(
                lambda documents, context: count_changed_verdicts(
                    documents.workspace, model, items, item.number, labels, context
                ),
                then=lambda found: self._change(n_changes_by_label=found), topic="n_changes_by_label",
                debounce_ms=DEBOUNCE_MS, lane="long",
            )  # fmt: skip

    def _change(self, **changes: Any) -> None:
        grounds = _foresight_cache_key(replace(self.state, **changes))
        if grounds == _foresight_cache_key(self.state):
            super()._change(**changes)
            return
        super()._change(**{"n_changes_by_label": {}, **changes})
        self._request_foreseen_changes()


def _ranks_of(state: ClassifyState) -> Mapping[int, int]:
    """Sort the items of a list; return item number to position."""
    ordered = list(state.items)
    if state.order is not VerdictOrder.DROPPED:
        ordered.sort(key=SORT_KEYS[state.order])
    if state.is_descending:
        ordered.reverse()
    return {item.number: rank for rank, item in enumerate(ordered)}


def _foresight_cache_key(state: ClassifyState) -> tuple[object, ...]:
    """Return the cache key for the number of verdicts that a correction would change."""
    return state.model, state.revision, state.labels, state.chosen, state.items


def is_waiting(item: DroppedItem) -> bool:
    """Return whether an item has an unsure verdict that the user has neither confirmed nor corrected."""
    return item.corrected is None and not item.error and is_unsure_verdict(item.verdict)


def _sureness_key(item: DroppedItem) -> tuple[int, float]:
    told = confidence_of(item.verdict, is_by_person=item.corrected is not None)
    return (SURENESS_RANKS[told.level], abs(told.score))


SURENESS_RANKS = {word: place for place, word in enumerate(
    (ConfidenceLevel.UNSURE, ConfidenceLevel.LIKELY, ConfidenceLevel.SURE, ConfidenceLevel.BY_YOU,
        ConfidenceLevel.NOT_READ)
)}  # fmt: skip
SORT_KEYS: Mapping[VerdictOrder, Callable[[DroppedItem], Any]] = {
    VerdictOrder.UNSURE: _sureness_key,
    VerdictOrder.PROBABILITY: lambda item: -(item.verdict.probability or 0.0),
    VerdictOrder.LABEL: lambda item: item.label or "",
    VerdictOrder.FILE: lambda item: (item.verdict.path, item.verdict.member),
    VerdictOrder.SCORE: lambda item: -confidence_of(item.verdict).score,
    VerdictOrder.TITLE: lambda item: item.title.casefold(),
    VerdictOrder.SENDER: lambda item: item.document.sender.casefold() if item.document is not None else "",
}


@dataclass(slots=True)
class StoredListState:
    """Whether a list has been restored, and the item numbers that were stored for it last."""

    is_restored: bool = False
    stored_numbers: tuple[int, ...] | None = None


class ListStorage(QObject):
    """Restores and stores the lists of the Classify page. Its errors are ignored, so that they do not disturb other
    work.
    """

    def __init__(
        self,
        runner: Runner,
        frame: FrameViewModel,
        classify: ClassifyViewModel,
        lists: Callable[[], JudgedLists | None],
        parent: QObject,
    ) -> None:
        super().__init__(parent)
        self._frame, self._classify, self._lists_at_hand = frame, classify, lists
        self._asker = RequestSender(runner, "kept list", failed=lambda _error: None)
        self._lists: JudgedLists | None = None
        self._restored: dict[JudgedDocuments, StoredListState] = {}
        self._shown: tuple[JudgedDocuments | None, tuple[DroppedItem, ...]] = (None, ())
        self._filed: frozenset[int] = frozenset()
        frame.context_changed.connect(lambda _state: self._restore())
        classify.state_changed.connect(self._on_classify_state_changed)
        classify.other_list_changed.connect(self._store_list)

    def _on_classify_state_changed(self, state: ClassifyState) -> None:
        self._restore()
        lists, (documents, items) = self._lists, self._shown
        if state.filed is not self._filed:  # filed, or brought back, whichever list is shown
            self._filed = state.filed
            for each in self._restored:
                self._store_list(each)
        elif lists is not None and (lists.current is not documents or state.items is not items):
            self._shown = (lists.current, state.items)
            self._store_list(lists.current)

    def _restore(self) -> None:
        """Restore the list of each collection once, when it is first shown and its model is known."""
        lists, state = self._lists_at_hand(), self._classify.state
        if lists is not self._lists:
            self._asker.forget()
            self._lists, self._shown = lists, (None, ())
            self._restored.clear()
        is_due = self._frame.state.page == CLASSIFY_PAGE and bool(self._frame.state.model)
        if lists is None or not is_due or lists.current in self._restored or state.model != self._frame.state.model:
            return
        documents = lists.current
        self._restored[documents] = StoredListState()
        self._classify.restore(documents, lambda items: self._on_restored(documents, items))

    def _on_restored(self, documents: JudgedDocuments, items: list[DroppedItem]) -> None:
        self._restored[documents].is_restored = True
        self._classify.show_restored_items(documents, items)
        self._store_list(documents)

    def _store_list(self, documents: JudgedDocuments) -> None:
        """Store a list without its filed items. Nothing is stored until the list of the last session was restored."""
        restored = self._restored.get(documents)
        if restored is None or not restored.is_restored:
            return
        numbers = tuple(item.number for item in documents.items() if item.number not in self._classify.state.filed)
        if numbers != restored.stored_numbers:
            restored.stored_numbers = numbers
            self._asker.ask(
                lambda _context: documents.history.store_list(numbers), then=lambda _nothing: None,
                topic=f"note {id(documents)}",
            )  # fmt: skip


@dataclass(frozen=True, slots=True)
class HistoryState:
    """State of the history dialog."""

    n_verdicts: int = 0
    verdicts: tuple[VerdictRecord, ...] = ()
    search: str = ""
    is_kept: bool = True
    """True if new verdicts are stored in the history."""
    is_looking: bool = True
    """True until the history has been loaded."""
    problem: Exception | None = None
    labels: Mapping[str, tuple[Label, ...]] = field(default_factory=dict)
    """Model name to the labels of its collection."""
    labels_now: Mapping[int, str | None] = field(default_factory=dict)
    """Number of a stored verdict to the label that the current model gives its file; None if the model is undecided."""

    @property
    def listed(self) -> tuple[VerdictRecord, ...]:
        """The verdicts whose title, path or label contains the searched words."""
        words = self.search.casefold().split()

        def has_all(each: VerdictRecord) -> bool:
            parts = (each.title, each.path, each.label or "", each.right_label or "", each.model)
            text = "\n".join(parts).casefold()
            return all(word in text for word in words)

        return tuple(filter(has_all, self.verdicts))

    @property
    def colours(self) -> Mapping[str, int]:
        """Label name to colour number, for the labels of all models."""
        return {label.name: label.colour for labels in self.labels.values() for label in labels}

    def labels_for(self, verdicts: Sequence[VerdictRecord]) -> tuple[Label, ...]:
        """Return the labels that can be given to all of these documents; none if their models have different labels."""
        choices = {self.labels.get(verdict.model, ()) for verdict in verdicts}
        return choices.pop() if len(choices) == 1 else ()


LocationJudge = Callable[[str, Collection[tuple[str, str]], JobContext], dict[tuple[str, str], str | None]]
"""Function that returns the label that a model gives to the document at each (path, member)."""
MAX_VERDICTS_JUDGED_NOW = 200
CorrectVerdict = Callable[[VerdictRecord, str, Callable[[], object], Callable[[Exception], object]], object]
"""Function that lets a model learn the document of a stored verdict under a label.

Afterwards it calls the third argument; if it failed, it calls the fourth argument with the error.
"""


class HistoryViewModel(PageModel[HistoryState, WorkspaceSource]):
    """View model of the history dialog. It also switches the history on and off."""

    def __init__(
        self,
        runner: Runner,
        workspace: WorkspaceSource,
        *,
        is_kept: bool,
        keep: Callable[[bool], object] = lambda _is_kept: None,
        labels_now: LocationJudge | None = None,
        correct: CorrectVerdict | None = None,
    ) -> None:
        super().__init__(runner, "history", HistoryState(is_kept=is_kept), workspace)
        self._correct, self._labels_now, self._keep = correct, labels_now, keep

    def refresh(self) -> None:
        """Load the history."""

        def load(
            place: WorkspaceSource, context: JobContext
        ) -> tuple[int, tuple[VerdictRecord, ...], dict[str, tuple[Label, ...]]]:
            labels = verdict_history.labels_of_models(place, context)
            n_verdicts, verdicts = verdict_history.newest_verdicts(place, context)
            return n_verdicts, verdicts, {model: labels_from_records(records) for model, records in labels.items()}

        def show(answer: tuple[int, tuple[VerdictRecord, ...], dict[str, tuple[Label, ...]]]) -> None:
            n_verdicts, verdicts, labels = answer
            self._change(n_verdicts=n_verdicts, verdicts=verdicts, labels=labels, is_looking=False, problem=None)
            self._judge_now(verdicts)

        self._ask(load, then=show, topic="recent")

    def search(self, words: str) -> None:
        """List only verdicts with these words."""
        self._change(search=words)

    def keep_history(self, *, is_kept: bool) -> None:
        """Switch the history on or off. Stored verdicts stay until the user deletes them."""
        self._keep(is_kept)
        self._change(is_kept=is_kept)

    def remove(self, numbers: tuple[int, ...]) -> None:
        """Delete some verdicts. This cannot be undone."""
        if numbers:
            self._ask(
                lambda place, context: verdict_history.remove_verdicts(place, numbers, context),
                then=lambda _n_removed: self.refresh(),
            )

    def correct(self, verdicts: Sequence[VerdictRecord], label: str) -> None:
        """Correct some verdicts. The model learns each document whose text is available."""

        def learnt() -> None:
            self._change(labels_now={})  # all are judged anew
            self.refresh()

        if self._correct is not None:
            for verdict in verdicts:
                self._correct(verdict, label, learnt, self._on_failed)

    def clear(self) -> None:
        """Delete all verdicts. This cannot be undone."""
        self._ask(verdict_history.clear_history, then=lambda _nothing: self.refresh())

    def close(self) -> None:
        """Cancel pending requests, because the dialog was closed."""
        self._asker.stop()

    def _judge_now(self, verdicts: Sequence[VerdictRecord]) -> None:
        """Classify the files of the newest verdicts with the current model.

        Mails in a mailbox are left out, because the whole file would have to be read.
        """
        labels_now, known = self._labels_now, self.state.labels_now
        waiting = [one for one in verdicts if not one.member and one.path and one.number not in known][
            :MAX_VERDICTS_JUDGED_NOW
        ]
        if labels_now is None or not waiting:
            return

        def judge(_place: WorkspaceSource, context: JobContext) -> dict[int, str | None]:
            now = dict[int, str | None]()
            for model in {one.model for one in waiting if one.model in self.state.labels}:
                places = {one.number: (one.path, one.member) for one in waiting if one.model == model}
                found = labels_now(model, {*places.values()}, context)
                now |= {number: found[place] for number, place in places.items() if place in found}
            return now

        self._ask(
            judge, then=lambda now: self._change(labels_now={**self.state.labels_now, **now}), topic="now", lane="long"
        )

    def _on_failed(self, error: Exception) -> None:
        self._change(problem=error, is_looking=False)
