"""The history of verdicts, as its dialog shows it."""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import field

from app.domain.jobs import JobContext
from app.domain.records import VerdictRecord
from app.features.classify import use_cases as verdict_history
from app.kit.jobs import Runner
from app.kit.page_model import PageModel
from app.store.workspace import Place
from nbengine.lazy_dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class HistoryState:
    """All that the dialog shows."""

    n_verdicts: int = 0
    verdicts: tuple[VerdictRecord, ...] = ()
    search: str = ""
    is_kept: bool = True
    is_looking: bool = True
    problem: Exception | None = None
    now: Mapping[int, str | None] = field(default_factory=dict)
    """The label that a file would be judged now, by the number of its verdict, for those that were looked at."""

    @property
    def listed(self) -> tuple[VerdictRecord, ...]:
        """The verdicts that have the searched words in their title, path or label."""
        words = self.search.casefold().split()

        def has_all(each: VerdictRecord) -> bool:
            parts = (each.title, each.path, each.label or "", each.right_label or "", each.model)
            text = "\n".join(parts).casefold()
            return all(word in text for word in words)

        return tuple(filter(has_all, self.verdicts))


LabelsNow = Callable[[Collection[tuple[str, str]], JobContext], dict[tuple[str, str], str | None]]
"""Judges what lies at some places: path, and member of it."""
MOST_JUDGED = 200
Correct = Callable[[VerdictRecord, str, Callable[[], object], Callable[[Exception], object]], object]
"""Learns that something has a label, and calls the third or the fourth when that is done or has failed."""


class HistoryViewModel(PageModel[HistoryState, Place]):
    """Decides what the history dialog shows, and whether there is a history."""

    def __init__(
        self,
        runner: Runner,
        workspace: Place,
        *,
        is_kept: bool,
        keep: Callable[[bool], object] = lambda _is_kept: None,
        labels_now: LabelsNow | None = None,
        correct: Correct | None = None,
    ) -> None:
        super().__init__(runner, "history", HistoryState(is_kept=is_kept), workspace)
        self._correct, self._labels_now, self._keep = correct, labels_now, keep

    def refresh(self) -> None:
        """Look at what is remembered."""

        def show(answer: tuple[int, tuple[VerdictRecord, ...]]) -> None:
            n_verdicts, verdicts = answer
            self._change(n_verdicts=n_verdicts, verdicts=verdicts, is_looking=False, problem=None)
            self._judge_now(verdicts)

        self._ask(verdict_history.recent, then=show, topic="recent")

    def search(self, words: str) -> None:
        """List only what has these words."""
        self._change(search=words)

    def keep_history(self, *, is_kept: bool) -> None:
        """Remember verdicts from now on, or do not; what is remembered stays until it is cleared."""
        self._keep(is_kept)
        self._change(is_kept=is_kept)

    def remove(self, numbers: tuple[int, ...]) -> None:
        """Forget some verdicts for good."""
        if numbers:
            self._ask(
                lambda place, context: verdict_history.remove(place, numbers, context),
                then=lambda _n_removed: self.refresh(),
            )

    def correct(self, verdicts: Sequence[VerdictRecord], label: str) -> None:
        """Say which label these have; each is learnt from its text, where that is at hand."""

        def learnt() -> None:
            self._change(now={})  # all are judged anew
            self.refresh()

        if self._correct is not None:
            for verdict in verdicts:
                self._correct(verdict, label, learnt, self._on_failed)

    def clear(self) -> None:
        """Forget all verdicts for good."""
        self._ask(verdict_history.clear, then=lambda _nothing: self.refresh())

    def close(self) -> None:
        """Nobody looks any more: what is being judged need not be."""
        self._asker.stop()

    def _judge_now(self, verdicts: Sequence[VerdictRecord]) -> None:
        """Judge anew the newest verdicts on files; a whole mailbox is not read for the sake of one mail."""
        labels_now, known = self._labels_now, self.state.now
        waiting = [one for one in verdicts if not one.member and one.path and one.number not in known][:MOST_JUDGED]
        if labels_now is None or not waiting:
            return
        places = {one.number: (one.path, one.member) for one in waiting}

        def judged(found: Mapping[tuple[str, str], str | None]) -> None:
            now = {number: found[place] for number, place in places.items() if place in found}
            self._change(now={**self.state.now, **now})

        self._ask(
            lambda _place, context: labels_now({*places.values()}, context), then=judged, topic="now", lane="long"
        )

    def _on_failed(self, error: Exception) -> None:
        self._change(problem=error, is_looking=False)
