"""The Classify page: what was dropped, what was judged of it, why, and what the person says to that."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, replace
from enum import Enum
from functools import partial
from pathlib import Path
from typing import Any, TypeVar

from PySide6.QtCore import QObject, Signal

from app.domain.jobs import JobContext
from app.domain.results import DroppedItem
from app.pages.classify.working_model import SheetViewModel
from app.pages.shown import Label
from app.qt.asking import Asker
from app.qt.drops import Dropped
from app.qt.jobs import Runner
from app.services.judging.classify_session import Desk, Reasons, is_other

Answer = TypeVar("Answer")
Judged = tuple[list[DroppedItem], float]
"""What was judged, and the seconds that it took."""


class VerdictOrder(Enum):
    """How the verdicts are listed."""

    DROPPED = "dropped"
    UNSURE = "unsure"
    LABEL = "label"
    PROBABILITY = "probability"


@dataclass(frozen=True, slots=True)
class ClassifyState:
    """All that the page shows."""

    model: str = ""
    labels: tuple[Label, ...] = ()
    revision: tuple[int, float] = (0, 0.0)
    """Of what the model has learnt."""
    items: tuple[DroppedItem, ...] = ()
    order: VerdictOrder = VerdictOrder.DROPPED
    search: str = ""
    chosen: int = -1
    """The number of the chosen item."""
    reasons: Reasons | None = None
    """Why the chosen one was judged so, or what was made of its text; None while that is worked out."""
    is_editing: bool = False
    """The text may be changed to see what that does."""
    is_classifying: bool = False
    seconds: float | None = None
    problem: Exception | None = None
    filed: frozenset[int] = frozenset()
    """The numbers of what was filed away."""

    @property
    def colours(self) -> Mapping[str, int]:
        """The colour of each label."""
        return {label.name: label.colour for label in self.labels}

    @property
    def n_unsure(self) -> int:
        """How many verdicts are not sure."""
        return sum(item.verdict.is_unsure for item in self.items)

    @property
    def n_to_file(self) -> int:
        """How many are sure enough, or were corrected, to be filed away."""
        waiting = (item for item in self.items if item.number not in self.filed and not item.error)
        return sum(
            item.corrected is not None or (item.verdict.label is not None and not item.verdict.is_unsure)
            for item in waiting
        )


class ClassifyViewModel(QObject):
    """Decides what the Classify page shows of what lies on the desk of an open workspace."""

    state_changed = Signal(object)
    corrected = Signal(object, str, int)
    """The item that was corrected, its new label, and how many other verdicts a person sees change by it."""

    def __init__(self, runner: Runner) -> None:
        super().__init__()
        self._runner = runner
        self._asker = Asker(runner, "classify", failed=self._on_failed)
        self._desk: Desk | None = None
        self.state = ClassifyState()
        self._edited: str | None = None
        """What the person made of the text, from the first change until it is shown as it came."""

    def open_workspace(self, desk: Desk) -> None:
        """Show another desk; what was asked of the one before is answered no more."""
        self._asker.forget()
        self._desk, self._edited = desk, None
        self.state = ClassifyState(order=self.state.order)
        self._change()

    def open_model(self, model: str, labels: tuple[Label, ...], revision: tuple[int, float]) -> None:
        """Judge with this model from now on; where it is another or has learnt, judge anew what lies here."""
        is_other = (model, revision) != (self.state.model, self.state.revision)
        self._change(model=model, labels=labels, revision=revision)
        if is_other and model and self.state.items:
            self._ask(lambda desk, context: desk.judge_again(model, context), then=self.take_over, topic="again")

    def classify(self, dropped: Dropped) -> None:
        """Judge what was dropped."""
        desk, model = self._desk, self.state.model
        if desk is None:
            return
        self._change(is_classifying=True)
        job = self._asker.ask(
            lambda context: judged(desk, model, dropped, context),
            then=partial(self._on_judged, model),
            title=self.tr("Classifying"),
            lane="long",
        )
        job.settled.connect(lambda: self._change(is_classifying=False))

    def choose(self, number: int) -> None:
        """Look at one item."""
        if number == self.state.chosen and self.state.reasons is not None:
            return
        self._edited = None
        self._change(chosen=number, is_editing=False, reasons=None)
        self._explain()

    def edit_text(self, text: str) -> None:
        """See what another text would be judged."""
        if self.state.is_editing:
            self._edited = text
            self._explain()

    def allow_editing(self, *, is_allowed: bool) -> None:
        """Let the text be changed, or show it as it came."""
        was_edited, self._edited = self._edited is not None, None
        self._change(is_editing=is_allowed, reasons=None if was_edited else self.state.reasons)
        if was_edited:
            self._explain()

    def say_right(self) -> None:
        """The verdict is right: learn it so."""
        item = self.chosen_item()
        if item is not None and item.verdict.label is not None:
            self.correct(item.verdict.label)

    def correct(self, label: str) -> None:
        """Say which label it has; it is learnt at once."""
        item, model = self.chosen_item(), self.state.model
        if item is None or item.error:
            return
        self._ask(
            lambda desk, context: desk.correct(model, item.number, label, context),
            then=lambda changed: self._on_corrected(item, label, changed),
        )

    def mark_filed(self, numbers: Iterable[int], *, are_filed: bool) -> None:
        """Know what was filed away, or came back."""
        filed = self.state.filed | set(numbers) if are_filed else self.state.filed - set(numbers)
        self._change(filed=frozenset(filed))

    def choose_order(self, order: VerdictOrder) -> None:
        """List the verdicts in another order."""
        self._change(order=order)

    def search(self, words: str) -> None:
        """List only what has these words in its title."""
        self._change(search=words)

    def export(self, path: str) -> None:
        """Write the verdicts to a file."""
        model, numbers = self.state.model, [item.number for item in self.state.items]
        self._ask(lambda desk, _context: desk.export(Path(path), numbers, model), then=lambda _n_rows: None)

    def listed(self) -> list[DroppedItem]:
        """Return the items in the order and by the search of the moment."""
        words = self.state.search.casefold()
        listed = [item for item in self.state.items if words in item.title.casefold()]
        if self.state.order is VerdictOrder.UNSURE:
            listed.sort(key=lambda item: item.verdict.probability if item.verdict.probability is not None else 0.0)
        elif self.state.order is VerdictOrder.PROBABILITY:
            listed.sort(key=lambda item: -(item.verdict.probability or 0.0))
        elif self.state.order is VerdictOrder.LABEL:
            listed.sort(key=lambda item: item.verdict.label or "")
        return listed

    def chosen_item(self) -> DroppedItem | None:
        """Return the item that is looked at."""
        return next((item for item in self.state.items if item.number == self.state.chosen), None)

    def other_labels(self) -> list[Label]:
        """Return the labels that the chosen item is not."""
        item = self.chosen_item()
        now = item.label if item is not None else None
        return [label for label in self.state.labels if label.name != now]

    def sheet(self) -> SheetViewModel | None:
        """The working of the chosen verdict, or of what was made of its text."""
        item, reasons, desk, model = self.chosen_item(), self.state.reasons, self._desk, self.state.model
        if desk is None or item is None or item.error or reasons is None:
            return None
        edited, number = self._edited, item.number
        return SheetViewModel(self._runner, item.title, lambda context: desk.working(model, number, edited, context))

    def take_over(self, changed: Iterable[DroppedItem]) -> None:
        """Show the desk as it is after verdicts changed, and the reasons for that of the chosen one."""
        self._show_desk()
        if self.state.chosen in {item.number for item in changed}:
            self._explain()

    def _ask(
        self,
        work: Callable[[Desk, JobContext], Answer],
        *,
        then: Callable[[Answer], object],
        topic: str = "",
    ) -> None:
        desk = self._desk
        if desk is not None:
            self._asker.ask(lambda context: work(desk, context), then=then, topic=topic)

    def _explain(self) -> None:
        """Ask why the chosen one, or what was made of its text, is judged so; of what was not read nothing is asked."""
        item, model, edited = self.chosen_item(), self.state.model, self._edited
        if item is None or item.error:
            self._asker.forget("reasons")
            return
        number = item.number
        self._ask(lambda desk, context: desk.explain(model, number, edited, context), then=self._on_explained,
                  topic="reasons")  # fmt: skip

    def _on_explained(self, reasons: Reasons) -> None:
        self._change(reasons=reasons, problem=None)

    def _on_judged(self, model: str, answer: Judged) -> None:
        items, seconds = answer
        self._show_desk(seconds=seconds, problem=None)
        if not items:
            return
        numbers = tuple(item.number for item in items)
        self._ask(lambda desk, context: desk.remember(model, numbers, context), then=lambda _done: None)
        self.choose(numbers[0])

    def _on_corrected(self, item: DroppedItem, label: str, changed: list[DroppedItem]) -> None:
        before = {each.number: each.verdict for each in self.state.items}
        others = [each for each in changed if each.number != item.number and each.number in before]
        self.take_over(changed)
        self.corrected.emit(item, label, sum(is_other(before[each.number], each.verdict) for each in others))

    def _show_desk(self, **changes: Any) -> None:
        """Take over what lies on the desk now: an answer may tell of verdicts that were given anew since."""
        if self._desk is not None:
            self._change(items=tuple(self._desk.items()), **changes)

    def _on_failed(self, error: Exception) -> None:
        self._change(problem=error)

    def _change(self, **changes: Any) -> None:
        self.state = replace(self.state, **changes)
        self.state_changed.emit(self.state)


def judged(desk: Desk, model: str, dropped: Dropped, context: JobContext) -> Judged:
    """Judge files, else a mail, else a text."""
    if dropped.paths:
        return desk.classify(model, dropped.paths, context)
    if dropped.message:
        return desk.classify_message(model, dropped.message, context)
    return desk.classify_text(model, dropped.text, context)
