"""A workspace: one SQLite file with corpora, documents, counts, models and what was done with them.

A use case is given the place where it finds one: a file to open for one question, or a workspace that somebody holds
open and lends.

Change numbers: what happened to a corpus since a model last looked.

Every document added, removed, or relabelled is one change. A settled import is one entry of the log,
however many documents it brought: its documents are known by their run.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Hashable, Iterable, Sequence
from contextlib import AbstractContextManager
from pathlib import Path
from types import TracebackType
from typing import Any, Protocol, TypeAlias, TypeVar

import numpy as np

from app.domain.errors import StoreError
from app.domain.jobs import JobContext, Unattended
from app.domain.records import Changes, DocumentChange, Problem, WorkspaceInfo
from app.store.arrivals import Arrivals, Journal, Tickets
from app.store.checking import Recount, Rehash, problems
from app.store.compacting import compact
from app.store.corpora import Corpora, KeptSearches, Labels, corpus_number
from app.store.counts.count_blobs import IntArray
from app.store.counts.count_segments import Segments
from app.store.documents import StoredDocuments
from app.store.editing import Editing
from app.store.file.connection import WorkspacePart
from app.store.file.opening import BUSY_MS, close_file, open_file
from app.store.file.schema import STEPS, back_up
from app.store.import_runs import Imports
from app.store.models import Models, Recipes
from app.store.recognised_pages import RecognisedPages
from app.store.search_index import SearchIndex
from app.store.undo_log import UndoLog, remove_deleted
from app.store.verdicts import StoredVerdicts

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


class OpenWorkspace(Protocol):
    """A workspace that is held open; it may be lent to several threads at once."""

    @property
    def path(self) -> Path:
        """The path of the workspace file."""

    def reading(self) -> AbstractContextManager[Workspace]:
        """Lend a connection through which nothing can be changed."""

    def writing(self) -> AbstractContextManager[Workspace]:
        """Lend a connection that may change the file."""

    def remembered(self, key: Hashable, stamp: Hashable, make: Callable[[], Value]) -> Value:
        """Return what was made under a key when the file had this stamp, or make it now."""

    def remember(self, key: Hashable, stamp: Hashable, value: object) -> None:
        """Keep under a key what the file with this stamp makes."""

    def forget(self, key: Hashable) -> None:
        """Let what is kept under a key be made anew."""


Place: TypeAlias = Path | OpenWorkspace
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


_NET = """WITH touched AS (
        SELECT document_id, min(number) AS first, max(number) AS last FROM change
        WHERE corpus_id = :corpus AND number > :since GROUP BY document_id
    ), fresh_run AS (
        SELECT id FROM import_run WHERE corpus_id = :corpus AND settled_number > :since
    )
    SELECT touched.document_id,
        CASE WHEN a.run_id IN fresh_run THEN 0 ELSE a.was_there END, b.is_there,
        a.old_label_id, b.new_label_id, a.old_weight, b.new_weight
    FROM touched
    JOIN change AS a ON a.corpus_id = :corpus AND a.number = touched.first
    JOIN change AS b ON b.corpus_id = :corpus AND b.number = touched.last"""
_IMPORTED = """ UNION ALL
    SELECT id, 0, 1, NULL, label_id, 1.0, weight FROM visible_document
    WHERE corpus_id = :corpus AND run_id IN fresh_run AND id NOT IN (SELECT document_id FROM touched)"""
_STEPS = """SELECT document_id, was_there, is_there, old_label_id, new_label_id, old_weight, new_weight
    FROM change WHERE corpus_id = :corpus AND number > :since
    AND EXISTS (SELECT 1 FROM document WHERE document.id = change.document_id) ORDER BY number LIMIT :most"""
_HAS_IMPORTED = "SELECT 1 FROM import_run WHERE corpus_id = :corpus AND settled_number > :since"

MOST_STEPS = 256
"""More are not lessons one by one but a change of the whole corpus, which is taken at once."""
MOST_TOUCHED = 20_000
"""The number of changed documents from which looking at all of them is as quick."""


class ChangeLog(WorkspacePart):
    """The log of changes of each corpus, by change number."""

    def number(self, corpus: str) -> int:
        """The number of the last change of a corpus."""
        number = corpus_number(self._file, corpus)
        return int(self._file.value("SELECT change_number FROM corpus WHERE id = ?", (number,)))

    def since(self, corpus: str, number: int) -> Changes:
        """Return how each document differs from what it was at that change number, and by which steps."""
        with self._file.snapshot():
            corpus_id = corpus_number(self._file, corpus)
            names = dict(self._file.rows("SELECT id, name FROM label WHERE corpus_id = ?", (corpus_id,)))
            asked = {"corpus": corpus_id, "since": number}
            imported = _IMPORTED if self._file.value(_HAS_IMPORTED, asked) else ""
            rows = self._file.rows(f"{_NET}{imported} ORDER BY 1", asked)
            documents = _real_changes(names, rows)
            steps = [] if imported else self._file.rows(_STEPS, {**asked, "most": MOST_STEPS + 1})
            return Changes(
                first=number,
                last=self.number(corpus),
                documents=documents,
                steps=_real_changes(names, steps) if len(steps) <= MOST_STEPS else (),
                renamed=self._renamed(corpus_id, number, names, {row[3] for row in rows if row[1]}),
                is_complete=self._is_complete(corpus_id, number, documents),
            )

    def touched(self, corpus: str, since: int) -> IntArray | None:
        """Return the documents that changed since that change number; None where only looking at all of them tells."""
        corpus_id = corpus_number(self._file, corpus)
        is_told = """SELECT log_kept_from <= :since AND NOT EXISTS (
            SELECT 1 FROM import_run WHERE corpus_id = :corpus AND settled_number > :since) FROM corpus
            WHERE id = :corpus"""
        touched = "SELECT DISTINCT document_id FROM change WHERE corpus_id = :corpus AND number > :since LIMIT :most"
        asked = {"corpus": corpus_id, "since": since, "most": MOST_TOUCHED + 1}
        with self._file.snapshot():
            found = self._file.column(touched, asked) if self._file.value(is_told, asked) else None
        return None if found is None or len(found) > MOST_TOUCHED else np.sort(np.array(found, np.int64))

    def _renamed(self, corpus_id: int, number: int, names: dict[int, str], left: set[int | None]) -> dict[str, str]:
        """Return what each label is called now, by its name at that change number.

        A name can have passed to another label meanwhile: the first was dissolved, and an import brought one like it.
        The documents that left their labels tell which of the two had it then.
        """
        sql = "SELECT label_id, old_name FROM label_rename WHERE corpus_id = ? AND change_number > ? ORDER BY id DESC"
        first_names = dict(self._file.rows(sql, (corpus_id, number)))
        owners = {first_names.get(label, names[label]): label for label in left if label is not None}
        return {
            then: names[label]
            for label, then in first_names.items()
            if then != names[label] and owners.get(then, label) == label
        }

    def _is_complete(self, corpus_id: int, number: int, documents: tuple[DocumentChange, ...]) -> bool:
        kept_from = self._file.value("SELECT log_kept_from FROM corpus WHERE id = ?", (corpus_id,))
        if number < kept_from:
            return False
        gone = [change.document for change in documents if change.was_there and not change.is_there]
        sql = "SELECT count(*) FROM document WHERE id IN (SELECT value FROM json_each(?))"
        return bool(self._file.value(sql, (json.dumps(gone),)) == len(gone))


def _real_changes(names: dict[int, str], rows: Iterable[Sequence[Any]]) -> tuple[DocumentChange, ...]:
    changes = []
    for document, was_there, is_there, old_label, new_label, old_weight, new_weight in rows:
        old = (names.get(old_label), old_weight or 0.0) if was_there else (None, 0.0)
        new = (names.get(new_label), new_weight or 0.0) if is_there else (None, 0.0)
        if (bool(was_there), old) != (bool(is_there), new):
            changes.append(DocumentChange(document, bool(was_there), bool(is_there), old[0], new[0], old[1], new[1]))
    return tuple(changes)
