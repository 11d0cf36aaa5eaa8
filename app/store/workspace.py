"""A workspace: one SQLite file with corpora, documents, counts, models and what was done with them.

A use case is given the place where it finds one: a file to open for one question, or a session that holds one open and
lends it, with what was made of the file while it stayed the same.

A connection is used by one thread at a time. An idle one is lent again as long as the path still names the file that
it opened, in the form that this program knows; otherwise it is closed, and opening anew says what has happened.

That no workspace is open is a state of its own (`NO_WORKSPACE`), so that nobody has to ask whether there is one.
"""

from __future__ import annotations

import threading
from collections import OrderedDict
from collections.abc import Callable, Hashable, Iterator
from contextlib import AbstractContextManager, contextmanager
from dataclasses import field
from itertools import chain
from pathlib import Path
from types import TracebackType
from typing import Any, TypeAlias, TypeVar

from app.domain.errors import NotFound, StoreError
from app.domain.jobs import JobContext, Unattended
from app.domain.records import Problem, WorkspaceInfo
from app.store.arrivals import Arrivals, Journal, Tickets
from app.store.checking import Recount, Rehash, problems
from app.store.compacting import compact
from app.store.corpora import Corpora, KeptSearches, Labels
from app.store.count_segments import Segments
from app.store.documents import StoredDocuments
from app.store.editing import Editing
from app.store.import_runs import Imports
from app.store.models import ChangeLog, Evaluations, Models, Recipes
from app.store.opening import BUSY_MS, close_file, open_file
from app.store.recognised_pages import RecognisedPages
from app.store.schema import STEPS, back_up
from app.store.search_index import SearchIndex
from app.store.undo_log import UndoLog, remove_deleted
from app.store.verdicts import StoredVerdicts
from nbengine.lazy_dataclasses import dataclass

REMOVING_AT_OPENING_S = 0.05


class Workspace:
    """An open workspace. One thread at a time may use it; opening another for another thread is cheap.

    With `read_only` nothing can be changed through it, and it hinders nobody who writes. One of an older version is
    brought up to date by whoever may write; who only reads is refused, unless it `takes_older` ones as they are: then
    only what the first version had may be asked for.
    """

    def __init__(
        self,
        path: Path | str,
        *,
        create: bool = False,
        read_only: bool = False,
        takes_older: bool = False,
        busy_ms: int = BUSY_MS,
    ) -> None:
        self.path = Path(path)
        self._file = open_file(self.path, create=create, read_only=read_only, takes_older=takes_older, busy_ms=busy_ms)
        self.shared_place = self._file.shared_place
        self.corpora = Corpora(self._file)
        self.labels = Labels(self._file)
        self.documents = StoredDocuments(self._file)
        self.imports = Imports(self._file)
        self.segments = Segments(self._file)
        self.changes = ChangeLog(self._file)
        self.search_index = SearchIndex(self._file)
        self.shelves = KeptSearches(self._file)
        self.models = Models(self._file)
        self.recipes = Recipes(self._file)
        self.evaluations = Evaluations(self._file)
        self.editing = Editing(self._file)
        self.undo_log = UndoLog(self._file)
        self.verdicts = StoredVerdicts(self._file)
        self.journal = Journal(self._file)
        self.tickets = Tickets(self._file)
        self.arrivals = Arrivals(self._file)
        self.pages = RecognisedPages(self._file)
        self._remove_what_is_left_over()

    @property
    def is_read_only(self) -> bool:
        """True where the file or its folder may not be written: reading works, the rest raises StoreError."""
        return self._file.is_read_only

    @property
    def is_of_this_version(self) -> bool:
        """False once another program has brought the file to a later form while it was open here."""
        return self._file.version == len(STEPS)

    def transaction(self) -> AbstractContextManager[None]:
        """Make everything inside one step that happens whole or not at all. Others wait meanwhile: keep it short."""
        return self._file.transaction()

    def without_waiting(self) -> AbstractContextManager[None]:
        """Let what another program keeps from being written inside be refused at once."""
        return self._file.waiting_at_most(0)

    def snapshot(self) -> AbstractContextManager[None]:
        """Read several things as they were at one moment."""
        return self._file.snapshot()

    def give_back_memory(self) -> None:
        """Let the pages go that were read; what is asked next is read anew."""
        self._file.execute("PRAGMA shrink_memory")

    def info(self) -> WorkspaceInfo:
        """The workspace in figures."""
        with self.snapshot():
            return WorkspaceInfo(
                path=str(self.path),
                size_bytes=self.path.stat().st_size,
                version=self._file.version,
                documents=self.documents.count(),
                corpora=tuple((corpus.name, self.documents.count(corpus.name)) for corpus in self.corpora.all()),
                models=tuple(model.name for model in self.models.all()),
                is_read_only=self.is_read_only,
                is_older=self._file.version < len(STEPS),
                place=self.shared_place,
            )

    def check(
        self, context: JobContext | None = None, *, recount: Recount | None = None, rehash: Rehash | None = None
    ) -> list[Problem]:
        """Verify the file, references, texts, counts, models; with the engine's help also counts against texts."""
        return list(problems(self._file, context or Unattended(), recount=recount, rehash=rehash))

    def compact(self, context: JobContext | None = None, *, remove_backups: bool = False) -> int:
        """Remove for good what was deleted and make the file small; return how many bytes that gave back."""
        return compact(self._file, context or Unattended(), remove_backups=remove_backups)

    def save_copy(self, path: Path | str) -> None:
        """Write the whole workspace to another file, in place of what is there; others may go on meanwhile."""
        target = Path(path)
        if target.exists() and target.samefile(self.path):
            raise StoreError(target, "same-file")
        back_up(self._file, target)

    def close(self) -> None:
        """Close the file; whatever was not committed never was."""
        close_file(self._file)

    def __enter__(self) -> Workspace:
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, _: TracebackType | None) -> None:
        self.close()

    def _remove_what_is_left_over(self) -> None:
        if self.is_read_only:
            return
        try:
            with self.without_waiting():
                self.imports.remove_abandoned(seconds=REMOVING_AT_OPENING_S)
                remove_deleted(self._file, seconds=REMOVING_AT_OPENING_S)
        except StoreError:  # busy, or no room: nobody sees what is left over, so there is no hurry
            return
        except BaseException:
            self.close()
            raise


Value = TypeVar("Value")
MOST_REMEMBERED = 8


@dataclass(slots=True)
class _Memory:
    """One thing that was made of the file; its lock lets a second thread wait instead of making it twice."""

    lock: threading.Lock = field(default_factory=threading.Lock)
    stamp: Hashable = None
    is_made: bool = False
    value: Any = None


class Session:
    """A workspace held open. It can be lent to any thread; `close` may be called while some of it is still lent."""

    def __init__(self, path: Path, *, create: bool = False) -> None:
        self.path, self._create = path, create
        self._lock = threading.Lock()
        self._idle: dict[bool, list[tuple[_FileMark, Workspace]]] = {True: [], False: []}
        self._memories: OrderedDict[Hashable, _Memory] = OrderedDict()
        self._is_closed = False
        self.n_openings = 0
        """The number of times the file was opened."""

    def reading(self) -> AbstractContextManager[Workspace]:
        """Lend a connection through which nothing can be changed."""
        return self._lent(read_only=True)

    def writing(self) -> AbstractContextManager[Workspace]:
        """Lend a connection that may change the file."""
        return self._lent(read_only=False)

    def remembered(self, key: Hashable, stamp: Hashable, make: Callable[[], Value]) -> Value:
        """Return what was made under a key when the file had this stamp, or make it now; the oldest are forgotten."""
        memory = self._memory(key)
        with memory.lock:
            if not memory.is_made or memory.stamp != stamp:
                memory.value, memory.stamp, memory.is_made = make(), stamp, True
            value: Value = memory.value
            return value

    def remember(self, key: Hashable, stamp: Hashable, value: object) -> None:
        """Keep under a key what the file with this stamp makes."""
        memory = self._memory(key)
        with memory.lock:
            memory.value, memory.stamp, memory.is_made = value, stamp, True

    def forget(self, key: Hashable) -> None:
        """Let what is kept under a key be made anew."""
        with self._lock:
            self._memories.pop(key, None)

    def give_back_memory(self) -> None:
        """Let idle connections forget what they have read."""
        with self._lock:
            for _, workspace in chain.from_iterable(self._idle.values()):
                workspace.give_back_memory()

    def close(self) -> None:
        """Close what is idle now, and what is lent when it comes back."""
        with self._lock:
            self._is_closed = True
            idle = [workspace for kept in self._idle.values() for _, workspace in kept]
            self._idle = {True: [], False: []}
            self._memories.clear()
        for workspace in idle:
            workspace.close()

    def __enter__(self) -> Session:
        return self

    def __exit__(self, *_error: object) -> None:
        self.close()

    @contextmanager
    def _lent(self, *, read_only: bool) -> Iterator[Workspace]:
        mark, workspace = self._taken(read_only=read_only)
        try:
            yield workspace
        finally:
            with self._lock:
                is_over = self._is_closed
                if not is_over:
                    self._idle[read_only].append((mark, workspace))
            if is_over:
                workspace.close()

    def _taken(self, *, read_only: bool) -> tuple[_FileMark, Workspace]:
        mark = _file_mark(self.path)
        while True:
            with self._lock:
                idle = self._idle[read_only]
                kept = idle.pop() if idle else None
            if kept is None:
                break
            if kept[0] == mark and kept[1].is_of_this_version:
                return kept
            kept[1].close()
        self.n_openings += 1
        workspace = Workspace(self.path, create=self._create and not read_only, read_only=read_only)
        return _file_mark(self.path), workspace

    def _memory(self, key: Hashable) -> _Memory:
        with self._lock:
            memory = self._memories.setdefault(key, _Memory())
            self._memories.move_to_end(key)
            while len(self._memories) > MOST_REMEMBERED:
                self._memories.popitem(last=False)
            return memory


_FileMark = tuple[int, int] | None
"""Device and number of a file; None where nothing is at the path."""


def _file_mark(path: Path) -> _FileMark:
    try:
        found = path.stat()
    except OSError:
        return None
    return found.st_dev, found.st_ino


class NoWorkspace(Session):
    """Answers every question with the sentence that there is no workspace."""

    def _taken(self, *, read_only: bool) -> tuple[_FileMark, Workspace]:
        del read_only
        raise NotFound("workspace", "")


NO_WORKSPACE = NoWorkspace(Path())

Place: TypeAlias = Path | Session
"""A path is opened and closed again for each question; an open workspace answers from what it holds."""


def reading(place: Place) -> AbstractContextManager[Workspace]:
    """A workspace to look into."""
    return Workspace(place, read_only=True) if isinstance(place, Path) else place.reading()


def writing(place: Place, *, create: bool = False) -> AbstractContextManager[Workspace]:
    """A workspace to change; with `create`, a file that is not there yet is made."""
    return Workspace(place, create=create) if isinstance(place, Path) else place.writing()


def path_of(place: Place) -> Path:
    """The file itself."""
    return place if isinstance(place, Path) else place.path


def remembered(place: Place, key: Hashable, stamp: Hashable, make: Callable[[], Value]) -> Value:
    """Make something of the file, once for each stamp where the workspace is held open."""
    return make() if isinstance(place, Path) else place.remembered(key, stamp, make)
