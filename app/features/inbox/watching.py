"""One look at watched places: a scan finds what is there, and what has settled is taken once and whole.

A file counts as taken in the transaction that notes its verdict, so a kill before it changes nothing, and one after it
is caught up with: what was due to be filed is filed at the next look, by the same plan and journal as any other file.
A place that is not there is asked for again, and what was taken from it is remembered meanwhile.
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
from dataclasses import field, replace
from pathlib import Path

from app.domain.errors import SourceError
from app.domain.jobs import JobContext
from app.domain.records import Arrival, SeenFile, WatchedPlace, WatchRules
from app.features.filing.use_cases import filing_lock, recover
from app.features.inbox.deciding import (
    Addition,
    Grounds,
    JudgedArrival,
    LossLimit,
    addition_to,
    decided,
    file_due,
    follow_hands,
    follow_trials,
    judged_addition,
    judged_files,
    judged_mails,
    loss_limits,
)
from app.features.inbox.scanning import (
    QUIET_S,
    KnownFiles,
    Scan,
    Settling,
    Unreachable,
    is_mailbox,
    is_maildir,
    scanned,
)
from app.library.classifying import LoadedModel, loaded_model
from app.store.opening import shared_place
from app.store.workspace import Place, Workspace, path_of, reading, writing
from nbengine.lazy_dataclasses import dataclass

MOST_AT_ONCE = 100
"""Files judged between two notes in the workspace."""


@dataclass(frozen=True, slots=True)
class Look:
    """The result of one look at all places."""

    arrivals: tuple[Arrival, ...] = ()
    unreachable: tuple[str, ...] = ()
    next_s: float | None = None
    """In so many seconds something may have settled."""
    folders: tuple[str, ...] = ()


@dataclass(slots=True)
class Watcher:
    """The places of one workspace, looked at again and again by one thread."""

    workspace: Place
    places: Sequence[WatchedPlace]
    rules: WatchRules = field(default_factory=WatchRules)
    quiet_s: float = QUIET_S
    takes_existing: bool = False
    """True to take also what is in a place when it is watched for the first time."""
    least_shares: Mapping[str, float] = field(default_factory=dict)
    """The probability that a verdict has to have not to be asked about, by its label."""
    clock: Callable[[], float] = time.monotonic
    _settling: dict[str, Settling] = field(default_factory=dict)
    _known: KnownFiles | None = None
    _begun: set[str] = field(default_factory=set)
    _missing: set[int] = field(default_factory=set)
    _has_rest: bool = False
    """True after a look that took only the beginning of what was added to a mailbox."""

    def look(self, context: JobContext) -> Look:
        """Look at every place once: take what has settled, and file what is due."""
        if self._known is None:
            recover(self.workspace, context)
            with reading(self.workspace) as workspace:
                self._known = KnownFiles(workspace.arrivals.seen())
                self._begun = set(workspace.arrivals.preference("places begun") or ())
        self._has_rest = False
        followed = [] if self.rules.is_paused else follow_hands(self.workspace, self.places, self._missing, context)
        scans: dict[str, Scan] = {}
        unreachable: list[str] = []
        for place in self.places:
            try:
                scans[place.path] = scanned(place.path, place.file_to)
            except Unreachable:
                unreachable.append(place.path)
        arrivals: list[Arrival] = []
        for place in self.places:
            if place.path in scans and not (place.is_paused or self.rules.is_paused):
                arrivals += self._looked(place, scans[place.path], self._known, context)
        filed = file_due(self.workspace, self.places, self.rules, context)
        if not self.rules.is_paused:
            reached = [place for place in self.places if place.path in scans]
            followed += follow_trials(self.workspace, reached, self._missing, context)
        there = {file.path for scan in scans.values() for file in scan.files}
        self._settling = {
            path: settling
            for path, settling in self._settling.items()
            if path in there or any(is_in(path, place) for place in unreachable)
        }
        latest = {arrival.number: arrival for arrival in [*followed, *arrivals, *filed]}
        folders = tuple(folder for scan in scans.values() for folder in scan.folders)
        return Look(tuple(latest.values()), tuple(unreachable), self._next_s(), folders)

    def _looked(self, place: WatchedPlace, scan: Scan, known: KnownFiles, context: JobContext) -> Iterator[Arrival]:
        if place.path not in self._begun:  # what is there was not brought by anybody just now
            self._begun.add(place.path)
            with writing(self.workspace) as workspace, workspace.transaction():
                if not self.takes_existing:
                    workspace.arrivals.take(scan.files)
                    known.note(scan.files)
                workspace.arrivals.prefer("places begun", sorted(self._begun))
        ready = [file for file in scan.files if self._is_ready(file, known)]
        for start in range(0, len(ready), MOST_AT_ONCE):
            yield from self._taken(place, ready[start : start + MOST_AT_ONCE], known, context)

    def _is_ready(self, file: SeenFile, known: KnownFiles) -> bool:
        if known.last.get(file.path) == file:
            self._settling.pop(file.path, None)
            return False
        if (old := known.old_name(file)) is not None:
            with writing(self.workspace) as workspace:
                known.rename(workspace, old, file)
            return False
        now_s = self.clock()  # also in a Maildir: some programs write into new/ directly
        settling = self._settling.setdefault(file.path, Settling(file, now_s))
        settling.look(file, now_s)
        return settling.is_settled(now_s, self.quiet_s)

    def _taken(
        self, place: WatchedPlace, files: Sequence[SeenFile], known: KnownFiles, context: JobContext
    ) -> list[Arrival]:
        """Judge files and note them with what is to become of each; what changed meanwhile is left for later."""
        loaded = loaded_model(self.workspace, place.model or None)
        additions = [addition_to(file, known.last.get(file.path)) for file in files] if is_mailbox(place.path) else []
        judged = list(self._judged(place, loaded, files, additions, context))
        whole = [file for file in files if is_unchanged(file)]
        lasts = {addition.path: addition.last for addition in additions}  # what comes after is new
        taken = [replace(file, size_bytes=lasts.get(file.path, file.size_bytes)) for file in whole]
        paths = {file.path for file in whole}
        limit, may_file = None, not is_mailbox(place.path)
        if self.rules.lost_one_in is not None and (limits := loss_limits(loaded.model)).limits:
            limit = limits.of(self.rules.lost_one_in) or LossLimit(0, math.inf)  # which files nothing
        grounds = Grounds(place, self.rules, loaded.model.labels, limit, may_file, self.least_shares)
        with writing(self.workspace) as workspace, workspace.transaction():
            arrivals = [
                decided(each, grounds, is_told=is_told(workspace, loaded, each))
                for each in judged
                if each.path in paths
            ]
            numbers = workspace.arrivals.take(taken, arrivals)
            noted = [workspace.arrivals.get(number) for number in numbers]
        known.note(taken)
        rest = {before.path for before, after in zip(whole, taken, strict=True) if before != after}
        self._has_rest |= bool(rest)
        for path in paths - rest:
            self._settling.pop(path, None)
        return [arrival for arrival in noted if arrival is not None]

    def _judged(
        self,
        place: WatchedPlace,
        loaded: LoadedModel,
        files: Sequence[SeenFile],
        additions: Sequence[Addition],
        context: JobContext,
    ) -> Iterator[JudgedArrival]:
        if additions:
            for addition in additions:
                yield from judged_addition(loaded, addition)
        elif is_maildir(place.path):
            yield from judged_mails(loaded, files)
        else:
            try:
                yield from judged_files(loaded, files, context, self.workspace)
            except SourceError:  # one of them has just vanished: the next look finds the rest
                return

    def _next_s(self) -> float | None:
        if self._has_rest:
            return 0.0
        now_s = self.clock()
        due = [each.next_s(now_s, self.quiet_s) for each in self._settling.values() if each.seen.size_bytes]
        return max(min(due) - now_s, 0.0) if due else None


def is_told(workspace: Workspace, loaded: LoadedModel, judged: JudgedArrival) -> bool:
    """Tell whether a person has said what this very content is, or put it back."""
    content_hash = b"" if judged.document is None else judged.document.content_hash
    if not content_hash:
        return False
    if workspace.arrivals.hands_off(content_hash):
        return True
    corpus = workspace.models.get(loaded.name).corpus
    return corpus is not None and workspace.documents.find(corpus, content_hash) is not None


def is_unchanged(file: SeenFile) -> bool:
    try:
        found = os.lstat(file.path)
    except OSError:
        return False
    return (found.st_size, found.st_mtime_ns) == (file.size_bytes, file.modified_ns)


def is_in(path: str, place: str) -> bool:
    """Tell whether a path is that of a place or of something in it."""
    return path == place or path.startswith(place.rstrip(os.sep) + os.sep)


ROUND_S, ROUND_UNHEARD_S = 300.0, 20.0
"""Between two looks while nothing is heard: where the system tells of changes, and where it may not."""
LEAST_S = 0.2
"""A burst of events is one reason to look."""


class WatchingLoop:
    """Runs a watcher; `stop` may be called by any thread or signal."""

    def __init__(self, watcher: Watcher, waker: Waker) -> None:
        self._watcher, self._waker = watcher, waker
        self._is_stopping = False
        # Of what other computers change in a shared folder, the system hears nothing.
        has_unheard = any(shared_place(Path(place.path) / "x") is not None for place in watcher.places)
        self._round_s = ROUND_S if waker.hears and not has_unheard else ROUND_UNHEARD_S

    def run(self, on_look: Callable[[Look], None], context: JobContext) -> None:
        """Look, and tell each look, until stopped."""
        with watching_lock(path_of(self._watcher.workspace)):
            while not self._is_stopping:
                look = self._watcher.look(context)
                self._waker.listen(look.folders)
                on_look(look)
                if not self._is_stopping:
                    round_s = ROUND_UNHEARD_S if look.unreachable else self._round_s
                    self._waker.wait(max(min(round_s, round_s if look.next_s is None else look.next_s), LEAST_S))
        self._waker.close()

    def stop(self) -> None:
        """End after the look that is going on."""
        self._is_stopping = True
        self._waker.wake()


def watching_lock(workspace: Path) -> AbstractContextManager[None]:
    """Be the only one that watches for a workspace; raise BusyWorkspace where somebody else does."""
    return filing_lock(workspace, "-watching")


CHANGES = 0x2 | 0x8 | 0x40 | 0x80 | 0x100 | 0x200
"""Modified, closed after writing, moved out, moved in, created, deleted."""
ONLY_FOLDERS, CLOSE_ON_EXEC = 0x01000000, 0o2000000
LISTENED_BYTES = 1 << 16


class Waker:
    """Waits for a time, or until it is woken."""

    hears = False
    """True where the system says when something happens."""

    def __init__(self) -> None:
        self._woken = threading.Event()

    def listen(self, folders: Iterable[str]) -> None:
        """Listen to these folders and to no others."""

    def wait(self, seconds: float) -> None:
        """Sleep for so long at most."""
        self._woken.wait(seconds)
        self._woken.clear()

    def wake(self) -> None:
        """End the wait; any thread may."""
        self._woken.set()

    def close(self) -> None:
        """Stop listening."""


if sys.platform == "linux":

    class KernelWaker(Waker):
        """A waker that the kernel wakes too."""

        hears = True

        def __init__(self) -> None:
            super().__init__()
            self._library = ctypes.CDLL(None, use_errno=True)
            self._reading, self._writing = os.pipe2(os.O_CLOEXEC | os.O_NONBLOCK)
            self._events = int(self._library.inotify_init1(CLOSE_ON_EXEC | os.O_NONBLOCK))
            self.hears = self._events >= 0
            self._heard = set[int]()

        def listen(self, folders: Iterable[str]) -> None:
            """Listen to these folders and to no others; one that was made anew is another."""
            if not self.hears:
                return
            numbers = (
                int(self._library.inotify_add_watch(self._events, os.fsencode(folder), CHANGES | ONLY_FOLDERS))
                for folder in folders
            )
            heard = {number for number in numbers if number >= 0}
            for number in self._heard - heard:
                self._library.inotify_rm_watch(self._events, number)
            self._heard = heard

        def wait(self, seconds: float) -> None:
            sources = [self._reading, self._events] if self.hears else [self._reading]
            for source in select.select(sources, [], [], seconds)[0]:
                with suppress(BlockingIOError):
                    while len(os.read(source, LISTENED_BYTES)) == LISTENED_BYTES:
                        continue

        def wake(self) -> None:
            with suppress(BlockingIOError):  # it is about to end as it is
                os.write(self._writing, b"!")

        def close(self) -> None:
            for handle in (self._reading, self._writing, *([self._events] if self.hears else [])):
                os.close(handle)

    def new_waker() -> Waker:
        """Return the best that this system has."""
        return KernelWaker()

else:

    def new_waker() -> Waker:
        """Return the best that this system has."""
        return Waker()
