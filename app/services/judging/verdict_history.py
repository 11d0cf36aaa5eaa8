"""The history of verdicts: what was classified in the window, what it was judged, and what a person said to that.

It is kept in the workspace, as private as the documents, and can be switched off, or cleared for good.
"""

from __future__ import annotations

import threading
from collections.abc import Sequence

from app.domain.jobs import JobContext
from app.domain.records import VerdictRecord
from app.domain.sureness import asks_person
from app.domain.use_case_results import DroppedItem
from app.store.workspace import Place, reading, writing

SHOWN = 5000
"""The last verdicts that a dialog lists; older ones are kept and counted."""
LISTED = "classify list"
ERROR_CODE = "parser"
"""The code that is noted where only a sentence says why something could not be read."""


class History:
    """Notes what lies on the Classify page, and what is said about it."""

    def __init__(self, workspace: Place) -> None:
        self._path = workspace
        self.is_kept = True
        self._numbers: dict[int, int] = {}
        """Of what lies there: its number there to the number of its verdict."""
        self._listed: tuple[int, ...] | None = None
        """Numbers there of what is to be laid down again at the next start; None until that is known."""
        self._lock = threading.Lock()

    def remember(self, model: str, items: Sequence[DroppedItem]) -> None:
        """Note verdicts; nothing where no history is wanted, or the workspace may only be read."""
        if not self.is_kept or not items:
            return
        with writing(self._path) as opened:
            if opened.is_read_only:
                return
            numbers = opened.verdicts.add([record_of(model, item) for item in items])
        with self._lock:
            self._numbers.update(zip((item.number for item in items), numbers, strict=True))
        if self._listed is not None:
            self.keep_list(self._listed)

    def keep_list(self, items: Sequence[int]) -> None:
        """Note what lies on the Classify page, for the next start; nothing of it where no history is wanted."""
        self._listed = tuple(items)
        with self._lock:
            numbers = [self._numbers[item] for item in items if item in self._numbers] if self.is_kept else []
        with writing(self._path) as opened:
            if not opened.is_read_only and (opened.arrivals.preference(LISTED) or []) != numbers:
                opened.arrivals.prefer(LISTED, numbers)

    def kept_list(self) -> tuple[VerdictRecord, ...]:
        """The verdicts on what lay there when the program ended."""
        with reading(self._path) as opened, opened.snapshot():
            return opened.verdicts.of(opened.arrivals.preference(LISTED) or ())

    def item_of(self, verdict: int) -> int | None:
        """Return the number on the Classify page of what a verdict is about; None where it was not laid there now."""
        with self._lock:
            return next((item for item, number in self._numbers.items() if number == verdict), None)

    def follow(self, item: int, verdict: int) -> None:
        """Note from now on what is said about an item with a verdict that was remembered before."""
        with self._lock:
            self._numbers[item] = verdict

    def note_said(self, items: Sequence[DroppedItem]) -> None:
        """Note what a person said of some items, or has taken back."""
        with self._lock:
            said = [(self._numbers[item.number], item.corrected) for item in items if item.number in self._numbers]
        if not said:
            return
        with writing(self._path) as opened, opened.transaction():
            for number, label in said:
                opened.verdicts.correct(number, label)


def record_of(model: str, item: DroppedItem) -> VerdictRecord:
    """A verdict as the history keeps it."""
    verdict = item.verdict
    return VerdictRecord(
        model=model,
        path=verdict.path,
        member=verdict.member,
        title=verdict.title,
        label=verdict.label,
        probability=verdict.probability,
        is_unsure=asks_person(verdict),
        problem=ERROR_CODE if verdict.error else "",
        right_label=item.corrected,
    )


def recent(workspace: Place, _context: JobContext) -> tuple[int, tuple[VerdictRecord, ...]]:
    """Return the number of verdicts remembered, and the last of them, newest first."""
    with reading(workspace) as opened, opened.snapshot():
        return opened.verdicts.count(), opened.verdicts.recent(limit=SHOWN)


def remove(workspace: Place, numbers: Sequence[int], _context: JobContext) -> int:
    """Forget some verdicts for good."""
    with writing(workspace) as opened:
        opened.verdicts.remove(numbers)
    return len(numbers)


def clear(workspace: Place, _context: JobContext) -> None:
    """Forget all verdicts for good."""
    with writing(workspace) as opened:
        opened.verdicts.clear()
