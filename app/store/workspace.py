"""The workspace: one SQLite file with corpora, documents, counts, models and their history. Also compacts the file.

Use cases take a `WorkspaceSource`: a path, which is opened for each call, or a `Session`. A session is a pool of open
connections with a cache of values computed from the file. `NO_WORKSPACE` is a session that raises NotFound on every
use.

Only one thread at a time uses a connection. Before an idle connection is used again, two conditions are checked: the
path still leads to the file that it opened, and the file still has the schema version of this program. Otherwise the
connection is closed, and a new one is opened.
"""

from __future__ import annotations

import shutil
import sqlite3
import threading
from collections import OrderedDict
from collections.abc import Callable, Hashable, Iterator
from contextlib import AbstractContextManager, closing, contextmanager
from dataclasses import dataclass, field
from itertools import chain
from pathlib import Path
from types import TracebackType
from typing import Any, TypeAlias, TypeVar

import numpy as np

from app.domain.errors import NotEnoughDiskSpace, NotFound, StoreError
from app.domain.jobs import Cancelled, JobContext, NoOpJobContext, TimeLimit
from app.domain.records import Problem, WorkspaceInfo
from app.store.checking import Recount, Rehash, find_problems
from app.store.connection import DAMAGE_CHECK_S, MAX_MODEL_BYTES, WorkspaceFile
from app.store.corpora import Corpora, Labels, SavedSearches
from app.store.count_blobs import CountRows
from app.store.count_segments import (
    Segments,
    append_words,
    ensure_vocabulary,
    load_words,
    split_into_batches,
    write_segments,
)
from app.store.documents import StoredDocuments
from app.store.editing import Editing
from app.store.import_runs import Imports
from app.store.models import ChangeLog, Evaluations, Models, Recipes
from app.store.opening import BUSY_MS, close_file, open_file
from app.store.recognised_pages import RecognisedPages
from app.store.schema import STEPS, back_up, backups_of
from app.store.search_index import SearchIndex, remove_outdated_parts
from app.store.undo_log import UndoLog, remove_deleted
from app.store.verdicts import Arrivals, Journal, StoredVerdicts, Tickets

REPLACED_WORD_LIST_SUFFIX = " (being rewritten)"
"""Suffix of the `rules_key` of a vocabulary while its replacement is written.

Other transactions never see it.
"""
FREE_SPACE_FACTOR = 1.2
"""Free disk space required, as a multiple of the space in use."""


def compact(file: WorkspaceFile, context: JobContext, *, remove_backups: bool) -> int:
    """Remove deleted data for good and shrink the file. Return the number of bytes freed.

    Raises StoreError during an import, or if the disk has too little free space.
    """
    file.rows("PRAGMA wal_checkpoint(TRUNCATE)")
    size_before = file.path.stat().st_size
    Imports(file).remove_abandoned()
    if file.value("SELECT 1 FROM import_run WHERE settled_number IS NULL"):
        raise StoreError(file.path, "import-running")
    pages = file.value("PRAGMA page_count") - file.value("PRAGMA freelist_count")
    needed, free = (
        int(pages * file.value("PRAGMA page_size") * FREE_SPACE_FACTOR),
        shutil.disk_usage(file.path.parent).free,
    )
    if free < needed:
        raise NotEnoughDiskSpace(file.path, needed, free)
    context.checkpoint(phase="erasing the deleted data")
    UndoLog(file).forget()
    with file.transaction():
        Tickets(file).clear()
        RecognisedPages(file).clear()
        Evaluations(file).clear()
        _cut_change_logs(file)
        remove_outdated_parts(file)
        _remove_unreferenced(file)
    counted = "SELECT vocabulary.id, corpus.name, rules_key FROM vocabulary JOIN corpus ON corpus.id = corpus_id"
    for vocabulary in file.rows(counted):
        context.checkpoint(phase="rewriting counts")
        _rewrite_counts(file, *vocabulary)
    context.checkpoint(phase="rewriting the file")
    file.execute("VACUUM")
    file.rows("PRAGMA wal_checkpoint(TRUNCATE)")
    if remove_backups:
        for backup in backups_of(file.path):
            backup.unlink()
    return size_before - file.path.stat().st_size


def _rewrite_counts(file: WorkspaceFile, vocabulary: int, corpus: str, rules_key: str) -> None:
    """Rewrite the counts of a corpus without deleted documents and without words that no longer occur.

    The counts are read twice, a few thousand documents at a time; the first pass finds the words still in use. So
    memory holds the word list and a few numbers per document, never all counts.
    """
    with file.transaction():
        segments = Segments(file)
        locations = segments.locations(corpus, rules_key)
        is_used = np.zeros(locations.n_words, bool)
        for counted in segments.read_batches(locations, split_into_batches(locations.document_numbers)):
            is_used[counted.tokens] = True
        n_stored = file.value("SELECT sum(n_documents) FROM segment WHERE vocabulary_id = ?", (vocabulary,)) or 0
        if is_used.all() and n_stored == len(locations.document_numbers):
            return
        corpus_id = file.value("SELECT corpus_id FROM vocabulary WHERE id = ?", (vocabulary,))
        file.table("vocabulary").update(vocabulary, rules_key=f"{rules_key}{REPLACED_WORD_LIST_SUFFIX}")
        new_vocabulary, _ = ensure_vocabulary(file, corpus_id, rules_key)
        words = load_words(file, vocabulary)
        append_words(file, new_vocabulary, 0, [words[number] for number in np.flatnonzero(is_used)])
        new_tokens = np.cumsum(is_used) - 1
        for counted in segments.read_batches(locations, split_into_batches(locations.document_numbers)):
            rows = CountRows(counted.starts, new_tokens[counted.tokens].astype(np.int32), counted.values)
            write_segments(file, new_vocabulary, 0, counted.document_numbers, rows)
        for table in ("segment", "word_list"):
            file.table(table).delete("vocabulary_id = ?", (vocabulary,))
        file.table("vocabulary").delete("id = ?", (vocabulary,))


def _cut_change_logs(file: WorkspaceFile) -> None:
    """Delete from each change log the changes that every model has learnt.

    If the rest contains a change of a document that is deleted now, delete the whole log. Compacting removes the counts
    of that document, so no model could forget the document by them.
    """
    for statement in (
        """UPDATE corpus SET log_kept_from = max(log_kept_from, (
            SELECT coalesce(min(model.change_number), corpus.change_number) FROM model WHERE corpus_id = corpus.id))""",
        """UPDATE corpus SET log_kept_from = change_number WHERE EXISTS (
            SELECT 1 FROM change WHERE change.corpus_id = corpus.id AND number > log_kept_from AND was_there
            AND document_id NOT IN (SELECT id FROM visible_document WHERE visible_document.corpus_id = corpus.id))""",
        "DELETE FROM change WHERE number <= (SELECT log_kept_from FROM corpus WHERE corpus.id = corpus_id)",
        """DELETE FROM label_rename WHERE change_number <=
            (SELECT log_kept_from FROM corpus WHERE corpus.id = corpus_id)""",
    ):
        file.execute(statement)


def _remove_unreferenced(file: WorkspaceFile) -> None:
    """Delete the deleted corpora and labels that no other row refers to any more."""
    for table in ("model_verdicts", "recipe", "several_labels", "shelf", "choice_value", "change", "label_rename"):
        file.execute(f"DELETE FROM {table} WHERE corpus_id IN (SELECT id FROM corpus WHERE is_deleted)")  # noqa: S608 - our names
    with file.value_limit(MAX_MODEL_BYTES):  # an update writes the whole row again, with the model in it
        file.execute("UPDATE model SET corpus_id = NULL WHERE corpus_id IN (SELECT id FROM corpus WHERE is_deleted)")
    for statement in (
        """DELETE FROM segment WHERE vocabulary_id IN (SELECT vocabulary.id FROM vocabulary
            JOIN corpus ON corpus.id = corpus_id WHERE is_deleted)""",
        """DELETE FROM word_list WHERE vocabulary_id IN (SELECT vocabulary.id FROM vocabulary
            JOIN corpus ON corpus.id = corpus_id WHERE is_deleted)""",
        "DELETE FROM vocabulary WHERE corpus_id IN (SELECT id FROM corpus WHERE is_deleted)",
        """DELETE FROM failure WHERE run_id IN (SELECT import_run.id FROM import_run
            JOIN corpus ON corpus.id = corpus_id WHERE is_deleted)""",
        """DELETE FROM import_run WHERE corpus_id IN (SELECT id FROM corpus WHERE is_deleted)
            AND id NOT IN (SELECT run_id FROM document)""",
        """DELETE FROM label WHERE (is_deleted OR corpus_id IN (SELECT id FROM corpus WHERE is_deleted))
            AND id NOT IN (SELECT label_id FROM document WHERE label_id IS NOT NULL)
            AND id NOT IN (SELECT label_id FROM duplicate WHERE label_id IS NOT NULL)
            AND id NOT IN (SELECT label_id FROM label_rename)
            AND id NOT IN (SELECT old_label_id FROM change WHERE old_label_id IS NOT NULL)
            AND id NOT IN (SELECT new_label_id FROM change WHERE new_label_id IS NOT NULL)""",
        """DELETE FROM corpus WHERE is_deleted AND id NOT IN (SELECT corpus_id FROM document)
            AND id NOT IN (SELECT corpus_id FROM label) AND id NOT IN (SELECT corpus_id FROM import_run)""",
    ):
        file.execute(statement)


REMOVING_AT_OPENING_S = 0.05
ERRORS_OF_WRONG_VALUES = (TypeError, ValueError, LookupError, ArithmeticError, AttributeError, sqlite3.Error)
"""Errors that a value of another type or range than the schema allows can cause anywhere in the program."""


class Workspace:
    """An open workspace. Use it from one thread at a time; opening another one for another thread is cheap.

    A `read_only` workspace never blocks a writer. A file of an older version is migrated when opened for writing.
    Opened read-only it is refused with StoreError, unless `takes_older` is set: then it stays unmigrated, and only
    tables of the first version may be read.
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
        self.shelves = SavedSearches(self._file)
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
        self._remove_leftovers()

    @property
    def is_read_only(self) -> bool:
        """True if the file or its folder cannot be written. Writing then raises StoreError."""
        return self._file.is_read_only

    @property
    def is_of_this_version(self) -> bool:
        """Whether the file still has the schema version of this program. A newer Bayleaf may have migrated it."""
        return self._file.version == len(STEPS)

    def transaction(self) -> AbstractContextManager[None]:
        """Run the `with` block as one atomic transaction. It holds the write lock, so keep it short."""
        return self._file.transaction()

    def fail_if_locked(self) -> AbstractContextManager[None]:
        """Context manager: do not wait for a lock of another program, but raise BusyWorkspace at once."""
        return self._file.with_lock_timeout(0)

    def snapshot(self) -> AbstractContextManager[None]:
        """Make all reads in the `with` block see the same state of the file."""
        return self._file.snapshot()

    def free_page_cache(self) -> None:
        """Free SQLite's page cache."""
        self._file.execute("PRAGMA shrink_memory")

    def info(self) -> WorkspaceInfo:
        """Return the key figures of the workspace."""
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
        """Check the file, references, texts, counts and models, and return the problems found.

        With the functions `recount` and `rehash`, counts and content hashes are also compared with the texts. This
        takes as long as an import.
        """
        return list(find_problems(self._file, context or NoOpJobContext(), recount=recount, rehash=rehash))

    def compact(self, context: JobContext | None = None, *, remove_backups: bool = False) -> int:
        """Remove deleted data for good and shrink the file; return the number of bytes freed."""
        return compact(self._file, context or NoOpJobContext(), remove_backups=remove_backups)

    def save_copy(self, path: Path | str) -> None:
        """Copy the workspace to the file `path`, replacing that file. Other programs may keep using the workspace."""
        target = Path(path)
        if target.exists() and target.samefile(self.path):
            raise StoreError(target, "same-file")
        back_up(self._file, target)

    def close(self) -> None:
        """Close the file. Uncommitted changes are lost."""
        close_file(self._file)

    def __enter__(self) -> Workspace:
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, _: TracebackType | None) -> None:
        try:
            if error is not None:
                self.raise_if_damaged(error)
        finally:
            self.close()

    def raise_if_damaged(self, error: BaseException) -> None:
        """Raise StoreError if `error` may come from wrong values in the file, and a check finds the file damaged.

        A forged file can hold text in a column of numbers, or a label of another corpus. Reading such a value fails
        with many kinds of errors. The StoreError tells the person that the file is at fault and not the program.
        """
        if isinstance(error, ERRORS_OF_WRONG_VALUES) and (damage := self._file.first_damage() or self._first_problem()):
            raise StoreError(self._file.path, "damaged", damage) from error

    def _first_problem(self) -> str:
        """Return the code of the first problem that a check of limited time finds; "" if it finds none."""
        try:
            with closing(find_problems(self._file, TimeLimit(DAMAGE_CHECK_S))) as problems:
                problem = next(problems, None)
        except (Cancelled, *ERRORS_OF_WRONG_VALUES):
            return ""
        except StoreError as error:
            return error.detail or error.reason
        return "" if problem is None else problem.code

    def _remove_leftovers(self) -> None:
        if self.is_read_only:
            return
        try:
            with self.fail_if_locked():
                self.imports.remove_abandoned(seconds=REMOVING_AT_OPENING_S)
                remove_deleted(self._file, seconds=REMOVING_AT_OPENING_S)
        except StoreError:  # busy or disk full: leftovers are invisible, so a later opening may remove them
            return
        except BaseException as error:
            try:
                self.raise_if_damaged(error)
            finally:
                self.close()
            raise


Value = TypeVar("Value")
MAX_CACHED = 8


@dataclass(slots=True)
class _CacheEntry:
    """One cached value. The lock makes a second thread wait instead of computing the value twice."""

    lock: threading.Lock = field(default_factory=threading.Lock)
    stamp: Hashable = None
    """Cache key that `value` was computed for."""
    is_made: bool = False
    """Whether `value` has been computed."""
    value: Any = None


class Session:
    """Pool of connections to one workspace, with a cache. Any thread may use it, and close it at any time."""

    def __init__(self, path: Path, *, create: bool = False) -> None:
        self.path, self._create = path, create
        self._lock = threading.Lock()
        self._idle: dict[bool, list[tuple[_FileIdentity, Workspace]]] = {True: [], False: []}
        self._memories: OrderedDict[Hashable, _CacheEntry] = OrderedDict()
        self._is_closed = False
        self.n_openings = 0
        """Number of connections opened so far, for tests and diagnosis."""

    def borrow_for_reading(self) -> AbstractContextManager[Workspace]:
        """Borrow a read-only connection for a `with` block."""
        return self._borrow(read_only=True)

    def borrow_for_writing(self) -> AbstractContextManager[Workspace]:
        """Borrow a writable connection for a `with` block."""
        return self._borrow(read_only=False)

    def get_or_compute(self, key: Hashable, stamp: Hashable, make: Callable[[], Value]) -> Value:
        """Return the cached value of `key` if its stamp is still `stamp`; otherwise call `make` and cache the result.

        At most MAX_CACHED values are kept; the least recently used ones are dropped.
        """
        memory = self._get_cache_entry(key)
        with memory.lock:
            if not memory.is_made or memory.stamp != stamp:
                memory.value, memory.stamp, memory.is_made = make(), stamp, True
            value: Value = memory.value
            return value

    def remember(self, key: Hashable, stamp: Hashable, value: object) -> None:
        """Put a value into the cache."""
        memory = self._get_cache_entry(key)
        with memory.lock:
            memory.value, memory.stamp, memory.is_made = value, stamp, True

    def forget(self, key: Hashable) -> None:
        """Drop the cached value of a key."""
        with self._lock:
            self._memories.pop(key, None)

    def give_back_memory(self) -> None:
        """Free the memory of SQLite's page caches of idle connections."""
        with self._lock:
            for _, workspace in chain.from_iterable(self._idle.values()):
                workspace.free_page_cache()

    def close(self) -> None:
        """Close idle connections now, and borrowed ones when they are returned."""
        with self._lock:
            self._is_closed = True
            idle = [workspace for connections in self._idle.values() for _, workspace in connections]
            self._idle = {True: [], False: []}
            self._memories.clear()
        for workspace in idle:
            workspace.close()

    def __enter__(self) -> Session:
        return self

    def __exit__(self, *_error: object) -> None:
        self.close()

    @contextmanager
    def _borrow(self, *, read_only: bool) -> Iterator[Workspace]:
        mark, workspace = self._take_or_open(read_only=read_only)
        try:
            yield workspace
        except ERRORS_OF_WRONG_VALUES as error:
            workspace.raise_if_damaged(error)
            raise
        finally:
            with self._lock:
                is_closed = self._is_closed
                if not is_closed:
                    self._idle[read_only].append((mark, workspace))
            if is_closed:
                workspace.close()

    def _take_or_open(self, *, read_only: bool) -> tuple[_FileIdentity, Workspace]:
        """Return an idle connection that is still valid, or open one; with the identity of the file that it opened."""
        mark = _get_file_identity(self.path)
        while True:
            with self._lock:
                idle = self._idle[read_only]
                connection = idle.pop() if idle else None
            if connection is None:
                break
            if connection[0] == mark and connection[1].is_of_this_version:
                return connection
            connection[1].close()  # the file was replaced or migrated since
        self.n_openings += 1
        workspace = Workspace(self.path, create=self._create and not read_only, read_only=read_only)
        return _get_file_identity(self.path), workspace

    def _get_cache_entry(self, key: Hashable) -> _CacheEntry:
        with self._lock:
            memory = self._memories.setdefault(key, _CacheEntry())
            self._memories.move_to_end(key)
            while len(self._memories) > MAX_CACHED:
                self._memories.popitem(last=False)
            return memory


_FileIdentity = tuple[int, int] | None
"""Device and inode number; None if the path does not exist. They change when the file is replaced."""


def _get_file_identity(path: Path) -> _FileIdentity:
    try:
        status = path.stat()
    except OSError:
        return None
    return status.st_dev, status.st_ino


class NoWorkspace(Session):
    """Null session: every use raises NotFound("workspace")."""

    def _take_or_open(self, *, read_only: bool) -> tuple[_FileIdentity, Workspace]:
        del read_only
        raise NotFound("workspace", "")


NO_WORKSPACE = NoWorkspace(Path())

WorkspaceSource: TypeAlias = Path | Session
"""A path (opened for each call) or a Session (shared connections and cache)."""


def open_for_reading(place: WorkspaceSource) -> AbstractContextManager[Workspace]:
    """Open the workspace at a path read-only, or borrow a read-only connection of a session, for a `with` block."""
    return Workspace(place, read_only=True) if isinstance(place, Path) else place.borrow_for_reading()


def open_for_writing(place: WorkspaceSource, *, create: bool = False) -> AbstractContextManager[Workspace]:
    """Open the workspace at a path, or borrow a writable connection of a session, for a `with` block.

    With `create`, a missing file is created.
    """
    return Workspace(place, create=create) if isinstance(place, Path) else place.borrow_for_writing()


def path_of(place: WorkspaceSource) -> Path:
    """Return the path of the workspace file."""
    return place if isinstance(place, Path) else place.path


def cached_value(place: WorkspaceSource, key: Hashable, stamp: Hashable, make: Callable[[], Value]) -> Value:
    """Return the value that `make` computes. If `place` is a session, it is cached until `stamp` changes."""
    return make() if isinstance(place, Path) else place.get_or_compute(key, stamp, make)
