"""Watch folders, Maildirs and mailboxes. Each check classifies the files that have become complete, and files them.

One transaction stores a file's verdict and marks the file as processed. If the process is killed before the
transaction, nothing has changed. If it is killed afterwards, the next check files what is still due. Filing uses the
plan and journal of `app.features.filing`. An unreachable place is tried again at each check, and its files that were
processed stay known.
"""

from __future__ import annotations

import ctypes
import math
import os
import select
import sys
import threading
import time
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import AbstractContextManager, suppress
from dataclasses import dataclass, field, replace
from pathlib import Path

from app.domain.errors import SourceError
from app.domain.jobs import JobContext
from app.domain.records import Arrival, SeenFile, WatchedPlace, WatchRules
from app.features.filing.use_cases import filing_lock, finish_interrupted_moves
from app.features.inbox.deciding import (
    DecisionContext,
    JudgedArrival,
    LossLimit,
    MailboxAddition,
    decide_arrival,
    file_due_arrivals,
    find_addition,
    judge_addition,
    judge_files,
    judge_mails,
    learn_from_moves,
    learn_from_trial_moves,
    loss_limits_of_model,
)
from app.features.inbox.scanning import (
    QUIET_S,
    ChangingFile,
    KnownFiles,
    Scan,
    UnreachablePlace,
    is_inside,
    is_mailbox,
    is_maildir,
    scan_place,
)
from app.library.classifying import LoadedModel, load_classifier
from app.store.opening import shared_storage_of
from app.store.workspace import Workspace, WorkspaceSource, open_for_reading, open_for_writing, path_of

JUDGING_BATCH_SIZE = 100
"""Maximum number of files that are classified per transaction."""


@dataclass(frozen=True, slots=True)
class CheckResult:
    """The result of one check of all places."""

    arrivals: tuple[Arrival, ...] = ()
    unreachable: tuple[str, ...] = ()
    pending_in_s: float | None = None
    """Seconds until a pending file may be complete; None if no file is pending."""
    folders: tuple[str, ...] = ()
    """Folders whose change events announce new files."""
    n_foreign: int = 0
    """Number of interrupted moves that were not touched, because another computer planned them; 0 after the first
    check.
    """


@dataclass(slots=True)
class Watcher:
    """Checks the watched places of one workspace. Not thread-safe."""

    workspace: WorkspaceSource
    places: Sequence[WatchedPlace]
    rules: WatchRules = field(default_factory=WatchRules)
    quiet_s: float = QUIET_S
    includes_existing: bool = False
    """True to process also the files that a place already has when it is first watched."""
    thresholds: Mapping[str, float] = field(default_factory=dict)
    """Label to the minimum probability at which a file is filed without asking."""
    clock: Callable[[], float] = time.monotonic
    _changing_files: dict[str, ChangingFile] = field(default_factory=dict)
    _known: KnownFiles | None = None
    _begun_paths: set[str] = field(default_factory=set)
    _missing_numbers: set[int] = field(default_factory=set)
    _has_more: bool = False
    """True if the last check read only the first part of a mailbox's new mails."""

    def check_places(self, context: JobContext) -> CheckResult:
        """Check every watched place once: classify complete files, and file those that are due."""
        n_foreign = 0
        if self._known is None:
            n_foreign = finish_interrupted_moves(self.workspace, context).n_foreign
            with open_for_reading(self.workspace) as workspace:
                self._known = KnownFiles(workspace.arrivals.seen_files())
                self._begun_paths = set(workspace.arrivals.preference("places begun") or ())
        self._has_more = False
        moved_by_person = (
            []
            if self.rules.is_paused
            else learn_from_moves(self.workspace, self.places, self._missing_numbers, context)
        )
        scans: dict[str, Scan] = {}
        unreachable: list[str] = []
        for place in self.places:
            try:
                scans[place.path] = scan_place(place.path, place.file_to)
            except UnreachablePlace:
                unreachable.append(place.path)
        arrivals: list[Arrival] = []
        for place in self.places:
            if place.path in scans and not (place.is_paused or self.rules.is_paused):
                arrivals += self._process_complete_files(place, scans[place.path], self._known, context)
        filed = file_due_arrivals(self.workspace, self.places, self.rules, context)
        if not self.rules.is_paused:
            reached = [place for place in self.places if place.path in scans]
            moved_by_person += learn_from_trial_moves(self.workspace, reached, self._missing_numbers, context)
        present = {file.path for scan in scans.values() for file in scan.files}
        self._changing_files = {
            path: changing_file
            for path, changing_file in self._changing_files.items()
            if path in present or any(is_inside(path, place) for place in unreachable)
        }
        latest = {arrival.number: arrival for arrival in [*moved_by_person, *arrivals, *filed]}
        folders = tuple(folder for scan in scans.values() for folder in scan.folders)
        return CheckResult(
            tuple(latest.values()), tuple(unreachable), self._seconds_to_next_check(), folders, n_foreign
        )

    def _process_complete_files(
        self, place: WatchedPlace, scan: Scan, known: KnownFiles, context: JobContext
    ) -> Iterator[Arrival]:
        if place.path not in self._begun_paths:  # files that were there before are not arrivals
            self._begun_paths.add(place.path)
            with open_for_writing(self.workspace) as workspace, workspace.transaction():
                if not self.includes_existing:
                    workspace.arrivals.record(scan.files)
                    known.add(scan.files)
                workspace.arrivals.store_preference("places begun", sorted(self._begun_paths))
        ready = [file for file in scan.files if self._is_ready(file, known)]
        for start in range(0, len(ready), JUDGING_BATCH_SIZE):
            yield from self._process_files(place, ready[start : start + JUDGING_BATCH_SIZE], known, context)

    def _is_ready(self, file: SeenFile, known: KnownFiles) -> bool:
        if known.last.get(file.path) == file:
            self._changing_files.pop(file.path, None)
            return False
        if (old := known.old_name(file)) is not None:
            with open_for_writing(self.workspace) as workspace:
                known.rename(workspace, old, file)
            return False
        # Maildirs are no exception: some programs write into new/ directly, not by a rename from tmp/.
        now_s = self.clock()
        changing_file = self._changing_files.setdefault(file.path, ChangingFile(file, now_s))
        changing_file.record_state(file, now_s)
        return changing_file.is_complete(now_s, self.quiet_s)

    def _process_files(
        self, place: WatchedPlace, files: Sequence[SeenFile], known: KnownFiles, context: JobContext
    ) -> list[Arrival]:
        """Classify files and store their arrivals. If a file changed while it was read, the next check reads it
        again.
        """
        loaded = load_classifier(self.workspace, place.model or None)
        additions = [find_addition(file, known.last.get(file.path)) for file in files] if is_mailbox(place.path) else []
        judged = list(self._judge_files(place, loaded, files, additions, context))
        unchanged = [file for file in files if is_unchanged(file)]
        end_offsets = {
            addition.path: addition.last for addition in additions
        }  # mails after this byte belong to the next check
        processed = [replace(file, size_bytes=end_offsets.get(file.path, file.size_bytes)) for file in unchanged]
        paths = {file.path for file in unchanged}
        limit, may_file = None, not is_mailbox(place.path)
        if self.rules.lost_one_in is not None and (limits := loss_limits_of_model(loaded.model)).limits:
            limit = limits.find(self.rules.lost_one_in) or LossLimit(0, math.inf)  # an unknown limit files nothing
        decision_context = DecisionContext(place, self.rules, loaded.model.labels, limit, may_file, self.thresholds)
        with open_for_writing(self.workspace) as workspace, workspace.transaction():
            arrivals = [
                decide_arrival(each, decision_context, is_decided=is_decided_by_person(workspace, loaded, each))
                for each in judged
                if each.path in paths
            ]
            numbers = workspace.arrivals.record(processed, arrivals)
            stored = [workspace.arrivals.get(number) for number in numbers]
        known.add(processed)
        partly_processed = {before.path for before, after in zip(unchanged, processed, strict=True) if before != after}
        self._has_more |= bool(partly_processed)
        for path in paths - partly_processed:
            self._changing_files.pop(path, None)
        return [arrival for arrival in stored if arrival is not None]

    def _judge_files(
        self,
        place: WatchedPlace,
        loaded: LoadedModel,
        files: Sequence[SeenFile],
        additions: Sequence[MailboxAddition],
        context: JobContext,
    ) -> Iterator[JudgedArrival]:
        if additions:
            for addition in additions:
                yield from judge_addition(loaded, addition)
        elif is_maildir(place.path):
            yield from judge_mails(loaded, files)
        else:
            try:
                yield from judge_files(loaded, files, context, self.workspace)
            except SourceError:  # a file vanished while it was read: the next check processes the others
                return

    def _seconds_to_next_check(self) -> float | None:
        if self._has_more:
            return 0.0
        now_s = self.clock()
        due = [each.next_check_s(now_s, self.quiet_s) for each in self._changing_files.values() if each.seen.size_bytes]
        return max(min(due) - now_s, 0.0) if due else None


def is_decided_by_person(workspace: Workspace, loaded: LoadedModel, judged: JudgedArrival) -> bool:
    """Return whether a person has already labelled this content, or moved it back."""
    content_hash = b"" if judged.document is None else judged.document.content_hash
    if not content_hash:
        return False
    if workspace.arrivals.has_been_decided(content_hash):
        return True
    corpus = workspace.models.get(loaded.name).corpus
    return corpus is not None and workspace.documents.find_by_hash(corpus, content_hash) is not None


def is_unchanged(file: SeenFile) -> bool:
    try:
        status = os.lstat(file.path)
    except OSError:
        return False
    return (status.st_size, status.st_mtime_ns) == (file.size_bytes, file.modified_ns)


CHECK_INTERVAL_S, POLL_INTERVAL_S = 300.0, 20.0
"""Seconds between two checks: CHECK_INTERVAL_S if the system reports changes of files, otherwise POLL_INTERVAL_S."""
MIN_CHECK_INTERVAL_S = 0.2
"""Minimum number of seconds between two checks, so that a burst of events causes only one check."""


class WatchingLoop:
    """Checks the places again and again until `stop` is called, by any thread or signal handler."""

    def __init__(self, watcher: Watcher, waiter: ChangeWaiter) -> None:
        self._watcher, self._waiter = watcher, waiter
        self._is_stopping = False
        # inotify reports no changes that other computers make in a network folder.
        has_shared_folder = any(shared_storage_of(Path(place.path) / "x") is not None for place in watcher.places)
        self._round_s = CHECK_INTERVAL_S if waiter.reports_changes and not has_shared_folder else POLL_INTERVAL_S

    def run(self, on_check: Callable[[CheckResult], None], context: JobContext) -> None:
        """Check the places repeatedly until `stop` is called. `on_check` is called with each result.

        Raises:
            BusyWorkspace: Another program watches for this workspace.
        """
        with watching_lock(path_of(self._watcher.workspace)):
            while not self._is_stopping:
                result = self._watcher.check_places(context)
                self._waiter.watch_folders(result.folders)
                on_check(result)
                if not self._is_stopping:
                    round_s = POLL_INTERVAL_S if result.unreachable else self._round_s
                    self._waiter.wait(
                        max(
                            min(round_s, round_s if result.pending_in_s is None else result.pending_in_s),
                            MIN_CHECK_INTERVAL_S,
                        )
                    )
        self._waiter.close()

    def stop(self) -> None:
        """End the loop after the current check."""
        self._is_stopping = True
        self._waiter.wake()


def watching_lock(workspace: Path) -> AbstractContextManager[None]:
    """Return a context manager that locks a workspace for watching.

    It raises BusyWorkspace if another program holds the lock.
    """
    return filing_lock(workspace, "-watching")


INOTIFY_EVENTS = 0x2 | 0x8 | 0x40 | 0x80 | 0x100 | 0x200
"""Event mask for inotify: modified, closed after writing, moved out, moved in, created, deleted."""
ONLY_FOLDERS, CLOSE_ON_EXEC = 0x01000000, 0o2000000
INOTIFY_READ_BYTES = 1 << 16


class ChangeWaiter:
    """Waits for a timeout or for a call of `wake`. The subclass for Linux also ends the wait when a folder changes."""

    reports_changes = False
    """True if `wait` also ends when a file in the watched folders changes."""

    def __init__(self) -> None:
        self._wake_event = threading.Event()

    def watch_folders(self, folders: Iterable[str]) -> None:
        """Set the folders whose changes end `wait`. In this base class, nothing happens."""

    def wait(self, seconds: float) -> None:
        """Wait for at most `seconds`."""
        self._wake_event.wait(seconds)
        self._wake_event.clear()

    def wake(self) -> None:
        """End the wait; may be called from any thread."""
        self._wake_event.set()

    def close(self) -> None:
        """Stop watching folders."""


if sys.platform == "linux":

    class InotifyWaiter(ChangeWaiter):
        """A waiter that also wakes at inotify events."""

        reports_changes = True

        def __init__(self) -> None:
            super().__init__()
            self._library = ctypes.CDLL(None, use_errno=True)
            self._reading, self._writing = os.pipe2(os.O_CLOEXEC | os.O_NONBLOCK)
            self._events = int(self._library.inotify_init1(CLOSE_ON_EXEC | os.O_NONBLOCK))
            self.reports_changes = self._events >= 0
            self._watch_numbers = set[int]()

        def watch_folders(self, folders: Iterable[str]) -> None:
            """Replace the folders whose changes end `wait`.

            A folder that was deleted and made again gets a new watch.
            """
            if not self.reports_changes:
                return
            numbers = (
                int(self._library.inotify_add_watch(self._events, os.fsencode(folder), INOTIFY_EVENTS | ONLY_FOLDERS))
                for folder in folders
            )
            watch_numbers = {number for number in numbers if number >= 0}
            for number in self._watch_numbers - watch_numbers:
                self._library.inotify_rm_watch(self._events, number)
            self._watch_numbers = watch_numbers

        def wait(self, seconds: float) -> None:
            sources = [self._reading, self._events] if self.reports_changes else [self._reading]
            for source in select.select(sources, [], [], seconds)[0]:
                with suppress(BlockingIOError):
                    while len(os.read(source, INOTIFY_READ_BYTES)) == INOTIFY_READ_BYTES:
                        continue

        def wake(self) -> None:
            with suppress(BlockingIOError):  # the pipe is full: `wait` is about to return anyway
                os.write(self._writing, b"!")

        def close(self) -> None:
            for handle in (self._reading, self._writing, *([self._events] if self.reports_changes else [])):
                os.close(handle)

    def create_change_waiter() -> ChangeWaiter:
        """Return the best waiter for this system."""
        return InotifyWaiter()

else:

    def create_change_waiter() -> ChangeWaiter:
        """Return the waiter that notices changes soonest on this system."""
        return ChangeWaiter()
