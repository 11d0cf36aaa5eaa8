"""Import runs: an import is visible as a whole or not at all.

Documents are written in batches, each in one short transaction. The documents of a run stay invisible until the run is
*settled*, which is its successful end: views hide the documents of other runs. Settling sets one field of one row,
however many documents there are. Before it, duplicates of documents that others added meanwhile are found, again in
short transactions, so that no writer waits long. A run whose process has died is removed when the workspace is next
opened, or at the latest before the next import.
"""

from __future__ import annotations

import json
import os
import socket
import sys
import time
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from pathlib import Path
from types import TracebackType
from typing import Any

from app.domain.documents import (
    MAX_LABELS_PER_DOCUMENT,
    Document,
    Failure,
    TableSchema,
    collect_single_labels,
    label_set_name,
    split_label_set,
)
from app.domain.errors import StoreError
from app.domain.records import CorpusKind, ImportCounts, ImportRecord
from app.store.connection import WorkspaceFile, WorkspacePart, advance_change_number
from app.store.corpora import corpus_number, ensure_corpus, ensure_labels
from app.store.count_blobs import IntArray
from app.store.count_segments import SegmentWriter
from app.store.document_packing import PackedDocument, pack_document, to_storable_text
from app.store.editing import DUPLICATE, ImportTarget, add_batch
from app.store.recognised_pages import PackedPage, RecognisedPages
from app.store.undo_log import apply_documents, forget_edits, new_edit, record_row_values

ACTIVE_RUNS: set[tuple[Path, int]] = set()
"""Runs in progress in this process, as (workspace path, run number).

A `RunOwner` names only the process. If this process is alive, only this set tells whether the run was abandoned.
"""
HEARTBEAT_TIMEOUT_S = 600.0
"""A run on another machine counts as abandoned after this many seconds without a heartbeat."""


@dataclass(frozen=True, slots=True)
class RunOwner:
    """The process that owns an import run."""

    run_key: tuple[Path, int]
    """Path of the workspace, and number of the import run."""
    host: str
    """Host name and boot id, see `host_and_boot_id`."""
    process_id: int
    process_start_time: str
    last_heartbeat_s: float
    """Unix time of the last heartbeat."""


def describe_this_process() -> tuple[str, int, str, float]:
    """Return the fields of `RunOwner` for this process: host, process id, start time of the process, heartbeat."""
    process = os.getpid()
    return host_and_boot_id(), process, process_start_time(process), time.time()


def host_and_boot_id() -> str:
    """Return host name and boot id. Process ids are only meaningful on one machine until it is restarted."""
    try:
        boot = Path("/proc/sys/kernel/random/boot_id").read_text().strip()
    except OSError:
        boot = ""
    return f"{socket.gethostname()} {boot}".strip()


def process_start_time(process: int) -> str:
    """Return the start time of a process in clock ticks (Linux); empty if it has ended or on other systems.

    It distinguishes a process from a later one with the same id.
    """
    try:
        fields = Path(f"/proc/{process}/stat").read_text(errors="replace").rpartition(")")[2].split()
    except OSError:
        return ""
    return fields[19] if fields[0] not in "ZX" else ""


def is_owner_alive(owner: RunOwner) -> bool:
    """Return whether the process that owns a run is probably alive."""
    is_recent = abs(time.time() - owner.last_heartbeat_s) < HEARTBEAT_TIMEOUT_S
    if owner.host != host_and_boot_id():
        same_machine = owner.host.split(" ")[0] == socket.gethostname()
        return is_recent and not same_machine  # same host name, other boot id: the machine was restarted
    if owner.process_id == os.getpid() and owner.process_start_time == process_start_time(owner.process_id):
        return owner.run_key in ACTIVE_RUNS
    if owner.process_start_time:
        return process_start_time(owner.process_id) == owner.process_start_time
    return is_recent if sys.platform == "win32" else is_recent and _process_exists(owner.process_id)


def _process_exists(process: int) -> bool:
    try:
        os.kill(process, 0)
    except ProcessLookupError:
        return False
    except PermissionError:
        return True
    return True


DOCUMENTS_PER_TRANSACTION = 2_000
"""Documents compared or removed per transaction."""

_ADD_BATCH_COUNTS = """UPDATE import_run SET documents = documents + ?, duplicates = duplicates + ?,
    conflicts = conflicts + ?, bytes = bytes + ?, failed = failed + ?, beat_at = ?,
    first_document = min(coalesce(first_document, ?), ?), last_document = max(coalesce(last_document, 0), ?)
    WHERE id = ? AND settled_number IS NULL"""
_SELECT_IMPORT_COUNTS = "SELECT documents, duplicates, conflicts, bytes, failed FROM import_run WHERE id = ?"
_SELECT_EQUAL_CONTENT = """SELECT mine.id, mine.label_id, other.id, other.label_id, path, member
    FROM document AS mine JOIN visible_document AS other USING (content_hash, corpus_id)
    JOIN content ON content.document_id = mine.id
    WHERE mine.run_id = :run AND mine.id BETWEEN :first AND :last AND NOT mine.is_kept"""
_SELECT_LABELS_OF_DUPLICATES = """SELECT document_id, mine.name, other.name FROM duplicate
    JOIN document ON document.id = document_id JOIN label AS other ON other.id = duplicate.label_id
    LEFT JOIN label AS mine ON mine.id = document.label_id
    WHERE duplicate.run_id = :run AND deleted_by IS NULL AND other.id IS NOT mine.id"""


class ImportRun(WorkspacePart):
    """An import in progress. If its `with` block ends without a call of `settle`, all that it wrote is removed."""

    def __init__(self, file: WorkspaceFile, goal: ImportTarget) -> None:
        self._file, self.number, self._corpus_id, self._goal = file, goal.run_number, goal.corpus_number, goal
        self._labels: set[int] = set()
        self._is_over = False
        ACTIVE_RUNS.add((file.path.resolve(), goal.run_number))

    @property
    def path(self) -> Path:
        """The path of the workspace file."""
        return self._file.path

    def add(self, items: Sequence[Document | PackedDocument | Failure], *, bytes_read: int | None = None) -> IntArray:
        """Write a batch in one transaction; return the number of each document, -1 for duplicates.

        Failures among the items are recorded; the returned array has no entry for a failure.
        """
        documents = [
            pack_document(item) if isinstance(item, Document) else item
            for item in items
            if not isinstance(item, Failure)
        ]
        failures = [item for item in items if isinstance(item, Failure)]
        size = sum(d.size_bytes for d in documents) if bytes_read is None else bytes_read
        with self._file.transaction():
            added = add_batch(self._file, self._goal, documents)
            rows = (
                (
                    self.number,
                    to_storable_text(f.path),
                    to_storable_text(f.member),
                    f.reason,
                    to_storable_text(f.detail),
                )
                for f in failures
            )
            sql = "INSERT INTO failure (run_id, path, member, reason, detail) VALUES (?, ?, ?, ?, ?)"
            self._file.execute_many(sql, rows)
            fresh = added.document_numbers[added.document_numbers != DUPLICATE]
            first, last = (int(fresh[0]), int(fresh[-1])) if len(fresh) else (2**62, 0)
            counts = (len(fresh), added.duplicates, added.n_conflicts, size, len(failures), time.time())
            if not self._file.execute(_ADD_BATCH_COUNTS, (*counts, first, first, last, self.number)):
                raise StoreError(self._file.path, "run-removed")
        self._labels.update(added.label_numbers)
        return added.document_numbers

    def cache_pages(self, pages: Sequence[PackedPage]) -> None:
        """Add pages to the OCR cache. They stay there even if the run is removed."""
        if pages:
            RecognisedPages(self._file).store(pages)

    def segments(self, rules_key: str) -> SegmentWriter:
        """Return a writer for the word counts of this run's documents. `settle` makes them visible."""
        return SegmentWriter(self._file, self._corpus_id, rules_key, run=self.number)

    def settle(self) -> ImportCounts:
        """End the run: make all its documents visible at once, and return its counts."""
        self._file.execute("PRAGMA synchronous = FULL")  # a settled run must survive a power failure
        self._unite_labels_of_run()
        compared = self._merge_all_duplicates(0)
        while not self._try_settle(compared):
            compared = self._merge_all_duplicates(compared)
        self._mark_as_ended()
        return ImportCounts(*self._file.row(_SELECT_IMPORT_COUNTS, (self.number,)))

    def discard(self) -> None:
        """Remove everything that the run wrote. After `settle`, this does nothing."""
        if not self._is_over:
            self._mark_as_ended()
            self._file.execute("PRAGMA synchronous = FULL")
            remove_run(self._file, self.number)

    def _mark_as_ended(self) -> None:
        self._is_over = True
        ACTIVE_RUNS.discard((self._file.path.resolve(), self.number))

    def __enter__(self) -> ImportRun:
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, _: TracebackType | None) -> None:
        try:
            self.discard()
        except StoreError:  # the next import or opening removes the run; do not hide the original error
            if error is None:
                raise

    def _read_run_columns(self, columns: str) -> Any:
        sql = f"SELECT {columns} FROM import_run JOIN corpus ON corpus.id = corpus_id WHERE import_run.id = ?"  # noqa: S608 - our names
        if (row := self._file.row(sql, (self.number,))) is None:
            raise StoreError(self._file.path, "run-removed")
        return row

    def _merge_all_duplicates(self, compared_until: int) -> int:
        """Remove the documents of this run that others have added to the corpus meanwhile; record them as duplicates.

        Return the change number of the corpus up to which this run was compared.
        """
        now, began, first, last = self._read_run_columns(
            "change_number, reconciled_number, coalesce(first_document, 0), coalesce(last_document, -1)"
        )
        if now != max(compared_until, began):
            for start in range(first, last + 1, DOCUMENTS_PER_TRANSACTION):
                with self._file.transaction():
                    self._merge_duplicates_in_range(start, start + DOCUMENTS_PER_TRANSACTION - 1)
        return int(now)

    def _try_settle(self, compared_until: int) -> bool:
        """Make the run visible, unless too many documents were added to the corpus after change `compared_until`.

        Return False if too many were added; the caller then compares them with the run and tries again.
        """
        with self._file.transaction():
            now = self._file.value("SELECT change_number FROM corpus WHERE id = ?", (self._corpus_id,))
            if now - compared_until > DOCUMENTS_PER_TRANSACTION:
                return False
            if now != compared_until:
                self._merge_recent_duplicates(compared_until)
            self._make_visible()
        return True

    def _merge_recent_duplicates(self, compared_until: int) -> None:
        """Remove documents of this run that others have added to the corpus after change number `compared_until`."""
        sql = """SELECT mine.id FROM (
                SELECT document_id AS id FROM change WHERE corpus_id = :corpus AND number > :since AND is_there
                UNION SELECT document.id FROM import_run JOIN document ON document.run_id = import_run.id
                    AND document.id BETWEEN first_document AND last_document
                    WHERE import_run.corpus_id = :corpus AND settled_number > :since
            ) AS recent JOIN document USING (id)
            JOIN document AS mine ON mine.content_hash = document.content_hash AND mine.run_id = :run"""
        parameters = {"corpus": self._corpus_id, "since": compared_until, "run": self.number}
        for number in self._file.column(sql, parameters):
            self._merge_duplicates_in_range(number, number)

    def _merge_duplicates_in_range(self, first: int, last: int) -> None:
        """Replace documents of this run by duplicates of visible documents with the same content.

        Only document numbers from `first` to `last`, inclusive, are examined.
        """
        if self._goal.keep_duplicates:
            return
        parameters = {"run": self.number, "first": first, "last": last}
        for own_number, own_label, other, label, path, member in self._file.rows(_SELECT_EQUAL_CONTENT, parameters):
            is_conflict = None not in (own_label, label) and own_label != label and not self._goal.merges_labels
            remove_documents(self._file, own_number, own_number, self.number)
            self._file.execute(
                "UPDATE OR IGNORE duplicate SET document_id = ? WHERE document_id = ? AND run_id = ?",
                (other, own_number, self.number),
            )
            self._file.execute(
                "INSERT OR IGNORE INTO duplicate (document_id, path, member, label_id, run_id) VALUES (?, ?, ?, ?, ?)",
                (other, path, member, own_label, self.number),
            )
            self._file.execute(
                """UPDATE import_run SET documents = documents - 1, duplicates = duplicates + 1,
                conflicts = conflicts + ? WHERE id = ?""",
                (is_conflict, self.number),
            )

    def _make_visible(self) -> None:
        """Settle the run: log its changes, and show its documents, labels and corpus as one edit."""
        documents, source, corpus = self._read_run_columns("documents, source, name")
        number = advance_change_number(self._file, self._corpus_id, documents) + documents
        self._file.execute(
            "UPDATE import_run SET settled_number = ?, settled_at = ? WHERE id = ?", (number, time.time(), self.number)
        )
        edit = new_edit(self._file, "import", {"corpus": corpus, "source": source}, run=self.number)
        self._show_row(edit, "corpus", self._corpus_id)
        for label in sorted(self._labels):
            self._show_row(edit, "label", label)
        if self._goal.merges_labels:
            self._unite_labels_of_existing(edit)
        # Hide labels whose documents were all copies. An empty label would take up a digit key.
        self._file.execute("UPDATE label SET is_deleted = 1 WHERE run_id = ?", (self.number,))
        self._file.execute("UPDATE edit SET n_documents = ? WHERE id = ?", (documents, edit))
        parts = ("edit_row", "edit_document")
        n_parts = sum(self._file.value(f"SELECT count(*) FROM {name} WHERE edit_id = ?", (edit,)) for name in parts)  # noqa: S608 - our names
        if not documents and not n_parts:
            forget_edits(self._file, [edit])  # everything was a copy: there is nothing to undo

    def _unite_labels_of_run(self) -> None:
        """In a multi-label corpus, give each document of this run the labels of all its duplicates."""
        united = self._find_united_labels("document.run_id = :run") if self._goal.merges_labels else []
        for start in range(0, len(united), DOCUMENTS_PER_TRANSACTION):
            part = united[start : start + DOCUMENTS_PER_TRANSACTION]
            with self._file.transaction():
                known = ensure_labels(self._file, self._corpus_id, [name for _, name in part], run=self.number)
                rows = [(known[name], number) for number, name in part]
                self._file.execute_many("UPDATE document SET label_id = ? WHERE id = ?", rows)
            names = [name for _, name in part]
            self._labels.update(known[name] for name in [*names, *collect_single_labels(names)])

    def _unite_labels_of_existing(self, edit: int) -> None:
        """Give older documents the labels of their duplicates in this run, as part of the import's edit."""
        united = self._find_united_labels("document.run_id <> :run")
        known = ensure_labels(self._file, self._corpus_id, [name for _, name in united], run=0, edit=edit)
        sql = """INSERT INTO edit_document SELECT ?, id, corpus_id, corpus_id, label_id, ?, weight, weight, 1, 1
            FROM visible_document WHERE id = ?"""
        self._file.execute_many(sql, [(edit, known[name], number) for number, name in united])
        apply_documents(self._file, edit, forward=True)

    def _find_united_labels(self, condition: str) -> list[tuple[int, str]]:
        """Return (number, label set) of documents that gain labels from duplicates in this run."""
        labels_by_number: dict[int, list[str]] = {}
        for number, current, label in self._file.rows(
            f"{_SELECT_LABELS_OF_DUPLICATES} AND {condition}", {"run": self.number}
        ):
            labels_by_number.setdefault(number, list(split_label_set(current))).extend(split_label_set(label))
        sets = [
            (number, label_set_name(labels[:MAX_LABELS_PER_DOCUMENT])) for number, labels in labels_by_number.items()
        ]
        return [(number, name) for number, name in sets if name is not None]

    def _show_row(self, edit: int, kind: str, number: int) -> None:
        """Make a corpus or label visible that the import created, or that was deleted during it. Undo hides it."""
        is_hidden = f"SELECT run_id <> 0 OR is_deleted FROM {kind} WHERE id = ?"  # noqa: S608 - our names
        if self._file.value(is_hidden, (number,)):
            self._file.execute(f"UPDATE {kind} SET run_id = 0, is_deleted = 0 WHERE id = ?", (number,))  # noqa: S608 - our names
            record_row_values(self._file, edit, kind, number, {"is_deleted": 1}, {"is_deleted": 0})


class Imports(WorkspacePart):
    """Starts imports, and lists the finished imports."""

    def begin(
        self,
        corpus: str,
        *,
        source: str,
        kind: CorpusKind = "text",
        schema: TableSchema | None = None,
        options: str | None = None,
        keep_duplicates: bool = False,
        takes_several: bool = False,
    ) -> ImportRun:
        """Start an import into a corpus, which is created if it is missing.

        With `takes_several`, its documents may have several labels each.
        """
        self.remove_abandoned()
        host, process, process_started, now = describe_this_process()
        with self._file.transaction():
            record = {
                "corpus_id": 0,
                "source": to_storable_text(source),
                "options": options,
                "started_at": now,
                "reconciled_number": 0,
                "host": host,
                "process": process,
                "process_started": process_started,
                "beat_at": now,
            }
            number = self._file.table("import_run").insert(record)
            corpus_id = ensure_corpus(self._file, corpus, kind, schema, run=number, takes_several=takes_several)
            self._file.execute(
                """UPDATE import_run SET corpus_id = corpus.id, reconciled_number = change_number FROM corpus
                WHERE corpus.id = ? AND import_run.id = ?""",
                (corpus_id, number),
            )
        self._file.execute("PRAGMA synchronous = NORMAL")  # a power failure may lose batches: they are not visible yet
        is_several = "SELECT 1 FROM several_labels WHERE corpus_id = ?"
        goal = ImportTarget(
            corpus_id, number, keep_duplicates, merges_labels=self._file.value(is_several, (corpus_id,)) == 1
        )
        return ImportRun(self._file, goal)

    def history(self, corpus: str | None = None) -> tuple[ImportRecord, ...]:
        """Return the finished imports that were not undone, newest first."""
        sql = """SELECT import_run.id, name, source, documents, duplicates, conflicts, bytes, failed
            FROM import_run
            JOIN corpus ON corpus.id = corpus_id
            WHERE settled_at IS NOT NULL AND import_run.id NOT IN (SELECT run_id FROM edit WHERE is_undone)
            AND coalesce(name = ?, 1) ORDER BY import_run.id DESC"""
        return tuple(
            ImportRecord(number, corpus, source, ImportCounts(*counts))
            for number, corpus, source, *counts in self._file.rows(sql, (corpus,))
        )

    def failures(self, *, corpus: str | None = None, run: int | None = None) -> tuple[Failure, ...]:
        """Return the files that finished imports could not read; if given, only those of `corpus` or import `run`."""
        sql = """SELECT failure.path, member, reason, detail
            FROM failure JOIN import_run ON import_run.id = failure.run_id
            JOIN corpus ON corpus.id = corpus_id WHERE settled_at IS NOT NULL
            AND import_run.id NOT IN (SELECT run_id FROM edit WHERE is_undone)
            AND coalesce(name = ?, 1) AND coalesce(failure.run_id = ?, 1) ORDER BY failure.id"""
        return tuple(Failure(*row) for row in self._file.rows(sql, (corpus, run)))

    def forget_failures(self, corpus: str, paths: Iterable[str]) -> None:
        """Remove files from the list of unreadable ones, after they have been read."""
        sql = """DELETE FROM failure WHERE path IN (SELECT value FROM json_each(?))
            AND run_id IN (SELECT id FROM import_run WHERE corpus_id = ?)"""
        listed = json.dumps([to_storable_text(path) for path in paths])
        with self._file.transaction():
            self._file.execute(sql, (listed, corpus_number(self._file, corpus)))

    def remove_abandoned(self, *, seconds: float = float("inf")) -> int:
        """Remove unfinished imports whose process has ended. Return the number of imports that were removed completely.

        The removal stops after about `seconds`.
        """
        sql = "SELECT id, host, process, process_started, beat_at FROM import_run WHERE settled_number IS NULL"
        path = self._file.path.resolve()
        lost = [
            number for number, *holder in self._file.rows(sql) if not is_owner_alive(RunOwner((path, number), *holder))
        ]
        until = time.monotonic() + seconds
        return sum(remove_run(self._file, number, until=until) for number in lost)


def remove_run(file: WorkspaceFile, run: int, *, until: float = float("inf")) -> bool:
    """Remove an unfinished import run in short transactions.

    Return False if the time `until` (of `time.monotonic()`) came before everything was removed.
    """
    first, last = file.row("SELECT first_document, last_document FROM import_run WHERE id = ?", (run,)) or (None, None)
    for start in range(first or 0, (last or -1) + 1, DOCUMENTS_PER_TRANSACTION):
        if time.monotonic() > until:
            return False
        with file.transaction():
            remove_documents(file, start, start + DOCUMENTS_PER_TRANSACTION - 1, run)
            file.execute(
                "UPDATE import_run SET first_document = ? WHERE id = ?", (start + DOCUMENTS_PER_TRANSACTION, run)
            )
    with file.transaction():
        for table in ("segment", "duplicate", "failure"):
            file.table(table).delete("run_id = ?", (run,))
        _remove_unused(file, run)
        file.table("import_run").delete("id = ? AND settled_number IS NULL", (run,))
    return True


def remove_documents(file: WorkspaceFile, first: int, last: int, run: int) -> None:
    """Delete the documents of a run with numbers from `first` to `last`, inclusive."""
    for statement in (
        "DELETE FROM content WHERE document_id IN (SELECT id FROM document WHERE run_id = ? AND id BETWEEN ? AND ?)",
        "DELETE FROM table_row WHERE document_id IN (SELECT id FROM document WHERE run_id = ? AND id BETWEEN ? AND ?)",
        "DELETE FROM document WHERE run_id = ? AND id BETWEEN ? AND ?",
    ):
        file.execute(statement, (run, first, last))


def _remove_unused(file: WorkspaceFile, run: int) -> None:
    """Delete the labels and the corpus that a run created.

    A label or corpus that another import run uses is not deleted but assigned to that run.
    """
    parameters = {"run": run, "needed": json.dumps(_find_labels_in_sets(file, run))}
    file.execute(
        """DELETE FROM label WHERE run_id = :run AND NOT EXISTS (SELECT 1 FROM document WHERE label_id = label.id
            AND document.corpus_id = label.corpus_id)
        AND NOT EXISTS (SELECT 1 FROM duplicate WHERE label_id = label.id)
        AND name NOT IN (SELECT key FROM json_each(:needed))""",
        parameters,
    )
    file.execute(
        """UPDATE label SET run_id = coalesce((SELECT min(document.run_id) FROM document
            WHERE label_id = label.id AND document.corpus_id = label.corpus_id),
            (SELECT value FROM json_each(:needed) WHERE key = name), 0) WHERE run_id = :run""",
        parameters,
    )
    for sql in (
        "UPDATE corpus SET run_id = (SELECT min(id) FROM import_run WHERE corpus_id = corpus.id AND id <> :run)"
        " WHERE run_id = :run AND EXISTS (SELECT 1 FROM import_run WHERE corpus_id = corpus.id AND id <> :run)",
        "DELETE FROM word_list WHERE vocabulary_id IN (SELECT vocabulary.id FROM vocabulary"
        " JOIN corpus ON corpus.id = corpus_id WHERE run_id = :run)",
        "DELETE FROM vocabulary WHERE corpus_id IN (SELECT id FROM corpus WHERE run_id = :run)",
        "DELETE FROM choice_value WHERE corpus_id IN (SELECT id FROM corpus WHERE run_id = :run)",
        "DELETE FROM label WHERE corpus_id IN (SELECT id FROM corpus WHERE run_id = :run)",
        "DELETE FROM several_labels WHERE corpus_id IN (SELECT id FROM corpus WHERE run_id = :run)",
        "DELETE FROM corpus WHERE run_id = :run",
    ):
        file.execute(sql, {"run": run})


def _find_labels_in_sets(file: WorkspaceFile, run: int) -> dict[str, int]:
    """Return the first import run that uses each label in a label set, by label, in corpora that `run` created."""
    sql = """SELECT label.name, min(document.run_id) FROM label JOIN document ON label_id = label.id
        WHERE instr(label.name, char(31)) AND label.corpus_id IN (SELECT corpus_id FROM label WHERE run_id = ?)
        GROUP BY label.id"""
    needed: dict[str, int] = {}
    for name, user_run in file.rows(sql, (run,)):
        for label in split_label_set(name):
            needed[label] = min(user_run, needed.get(label, user_run))
    return needed
