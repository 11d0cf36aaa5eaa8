"""Imports as runs: nobody sees what a run wrote until it settles, and it is removed if it never does.

Documents are written for a run, a batch in a short transaction each, and no reader sees what belongs to an unsettled
run. Settling sets one field of one row, however many documents there are. Content that others brought into the corpus
meanwhile is compared before, in short transactions too, so that nobody waits. A run whose process is gone is removed
when the workspace is next opened, and what is left of it before the next import begins.
"""

from __future__ import annotations

import json
import os
import socket
import sys
import time
from collections.abc import Sequence
from pathlib import Path
from types import TracebackType
from typing import Any

from app.domain.documents import MOST_LABELS, Document, Failure, TableSchema, label_set, labels_in, single_labels
from app.domain.errors import StoreError
from app.domain.records import CorpusKind, ImportCounts, ImportRecord
from app.store.connection import WorkspaceFile, WorkspacePart, next_changes
from app.store.corpora import ensured_corpus, ensured_labels
from app.store.count_blobs import IntArray
from app.store.count_segments import SegmentWriter
from app.store.document_packing import PackedDocument, legible, packed
from app.store.editing import FOLDED, Goal, add_batch
from app.store.recognised_pages import PackedPage, RecognisedPages
from app.store.undo_log import apply_documents, keep_row, new_edit
from nbengine.lazy_dataclasses import dataclass

HELD_HERE: set[tuple[Path, int]] = set()
"""The runs that this process works on, by workspace and number: nobody else could tell that it gave one up."""
SILENCE_S = 600.0
"""A run on another machine that gave no sign of life for so long is taken for abandoned."""


@dataclass(frozen=True, slots=True)
class Lease:
    """The process that holds an import run, and its last sign of life."""

    run: tuple[Path, int]

    host: str
    process: int
    process_started: str
    beat_at: float


def own_lease() -> tuple[str, int, str, float]:
    """Return what a run of this process says of its holder: host, process, when it began, the last sign of life."""
    process = os.getpid()
    return host_name(), process, started(process), time.time()


def host_name() -> str:
    """Return a name of this machine since it was last started: process numbers mean something only there."""
    try:
        boot = Path("/proc/sys/kernel/random/boot_id").read_text().strip()
    except OSError:
        boot = ""
    return f"{socket.gethostname()} {boot}".strip()


def started(process: int) -> str:
    """Return when a process began, in the unit of its system; empty if it is gone or the system does not say."""
    try:
        fields = Path(f"/proc/{process}/stat").read_text(errors="replace").rpartition(")")[2].split()
    except OSError:
        return ""
    return fields[19] if fields[0] not in "ZX" else ""


def is_held(lease: Lease) -> bool:
    """Return whether the holder is there; False once it is certainly, or very probably, gone."""
    is_recent = abs(time.time() - lease.beat_at) < SILENCE_S
    if lease.host != host_name():
        same_machine = lease.host.split(" ")[0] == socket.gethostname()
        return is_recent and not same_machine  # the same machine, started anew since
    if lease.process == os.getpid() and lease.process_started == started(lease.process):
        return lease.run in HELD_HERE
    if lease.process_started:
        return started(lease.process) == lease.process_started
    return is_recent if sys.platform == "win32" else is_recent and _exists(lease.process)


def _exists(process: int) -> bool:
    try:
        os.kill(process, 0)
    except ProcessLookupError:
        return False
    except PermissionError:
        return True
    return True


AT_ONCE = 2_000
"""Documents that one short transaction compares or removes."""

_COUNT_BATCH = """UPDATE import_run SET documents = documents + ?, duplicates = duplicates + ?,
    conflicts = conflicts + ?, bytes = bytes + ?, failed = failed + ?, beat_at = ?,
    first_document = min(coalesce(first_document, ?), ?), last_document = max(coalesce(last_document, 0), ?)
    WHERE id = ? AND settled_number IS NULL"""
_REPORT = "SELECT documents, duplicates, conflicts, bytes, failed FROM import_run WHERE id = ?"
_SAME_CONTENT = """SELECT mine.id, mine.label_id, other.id, other.label_id, path, member
    FROM document AS mine JOIN visible_document AS other USING (content_hash, corpus_id)
    JOIN content ON content.document_id = mine.id
    WHERE mine.run_id = :run AND mine.id BETWEEN :first AND :last AND NOT mine.is_kept"""
_FOUND_AGAIN = """SELECT document_id, mine.name, other.name FROM duplicate
    JOIN document ON document.id = document_id JOIN label AS other ON other.id = duplicate.label_id
    LEFT JOIN label AS mine ON mine.id = document.label_id
    WHERE duplicate.run_id = :run AND deleted_by IS NULL AND other.id IS NOT mine.id"""


class ImportRun(WorkspacePart):
    """An import under way. Leaving its `with` block without settling removes every trace."""

    def __init__(self, file: WorkspaceFile, goal: Goal) -> None:
        self._file, self.number, self._corpus_id, self._goal = file, goal.run, goal.corpus, goal
        self._labels: set[int] = set()
        self._is_over = False
        HELD_HERE.add((file.path.resolve(), goal.run))

    @property
    def path(self) -> Path:
        """The path of the workspace file."""
        return self._file.path

    def add(self, items: Sequence[Document | PackedDocument | Failure], *, bytes_read: int | None = None) -> IntArray:
        """Write a batch in one short transaction; return a number per document (failures left out), -1 if folded."""
        documents = [
            packed(item) if isinstance(item, Document) else item for item in items if not isinstance(item, Failure)
        ]
        failures = [item for item in items if isinstance(item, Failure)]
        size = sum(d.size_bytes for d in documents) if bytes_read is None else bytes_read
        with self._file.transaction():
            added = add_batch(self._file, self._goal, documents)
            rows = ((self.number, legible(f.path), legible(f.member), f.reason, legible(f.detail)) for f in failures)
            sql = "INSERT INTO failure (run_id, path, member, reason, detail) VALUES (?, ?, ?, ?, ?)"
            self._file.execute_many(sql, rows)
            fresh = added.numbers[added.numbers != FOLDED]
            first, last = (int(fresh[0]), int(fresh[-1])) if len(fresh) else (2**62, 0)
            counts = (len(fresh), added.duplicates, added.conflicts, size, len(failures), time.time())
            if not self._file.execute(_COUNT_BATCH, (*counts, first, first, last, self.number)):
                raise StoreError(self._file.path, "run-removed")
        self._labels.update(added.labels)
        return added.numbers

    def keep_pages(self, pages: Sequence[PackedPage]) -> None:
        """Keep pages that were read off their pictures; they outlive a run that never settles."""
        if pages:
            RecognisedPages(self._file).keep(pages)

    def segments(self, rules_key: str) -> SegmentWriter:
        """Open a writer for the counts of this run's documents; they appear when the run settles."""
        return SegmentWriter(self._file, self._corpus_id, rules_key, run=self.number)

    def settle(self) -> ImportCounts:
        """Make every document of the run appear at once."""
        self._file.execute("PRAGMA synchronous = FULL")  # what settles stays, even if the power fails
        self._unite_own()
        compared = self._compare_all(0)
        while not self._settled_unless_much_came(compared):
            compared = self._compare_all(compared)
        self._end()
        return ImportCounts(*self._file.row(_REPORT, (self.number,)))

    def discard(self) -> None:
        """Remove every trace of the run."""
        if not self._is_over:
            self._end()
            self._file.execute("PRAGMA synchronous = FULL")
            remove_run(self._file, self.number)

    def _end(self) -> None:
        self._is_over = True
        HELD_HERE.discard((self._file.path.resolve(), self.number))

    def __enter__(self) -> ImportRun:
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, _: TracebackType | None) -> None:
        try:
            self.discard()
        except StoreError:  # the next import or opening removes it; what went wrong first matters more
            if error is None:
                raise

    def _of_run(self, columns: str) -> Any:
        sql = f"SELECT {columns} FROM import_run JOIN corpus ON corpus.id = corpus_id WHERE import_run.id = ?"  # noqa: S608 - our names
        if (found := self._file.row(sql, (self.number,))) is None:
            raise StoreError(self._file.path, "run-removed")
        return found

    def _compare_all(self, compared: int) -> int:
        """Fold what others brought since change number `compared`; return the number up to which that is done."""
        now, began, first, last = self._of_run(
            "change_number, reconciled_number, coalesce(first_document, 0), coalesce(last_document, -1)"
        )
        if now != max(compared, began):
            for start in range(first, last + 1, AT_ONCE):
                with self._file.transaction():
                    self._fold_range(start, start + AT_ONCE - 1)
        return int(now)

    def _settled_unless_much_came(self, compared: int) -> bool:
        with self._file.transaction():
            now = self._file.value("SELECT change_number FROM corpus WHERE id = ?", (self._corpus_id,))
            if now - compared > AT_ONCE:
                return False
            if now != compared:
                self._fold_recent(compared)
            self._reveal()
        return True

    def _fold_recent(self, compared: int) -> None:
        """Fold the few documents that came after the comparison: those of the log, and those of runs settled since."""
        sql = """SELECT mine.id FROM (
                SELECT document_id AS id FROM change WHERE corpus_id = :corpus AND number > :since AND is_there
                UNION SELECT document.id FROM import_run JOIN document ON document.run_id = import_run.id
                    AND document.id BETWEEN first_document AND last_document
                    WHERE import_run.corpus_id = :corpus AND settled_number > :since
            ) AS recent JOIN document USING (id)
            JOIN document AS mine ON mine.content_hash = document.content_hash AND mine.run_id = :run"""
        parameters = {"corpus": self._corpus_id, "since": compared, "run": self.number}
        for number in self._file.column(sql, parameters):
            self._fold_range(number, number)

    def _fold_range(self, first: int, last: int) -> None:
        if self._goal.keep_duplicates:
            return
        parameters = {"run": self.number, "first": first, "last": last}
        for mine, my_label, other, label, path, member in self._file.rows(_SAME_CONTENT, parameters):
            is_conflict = None not in (my_label, label) and my_label != label and not self._goal.takes_several
            remove_documents(self._file, mine, mine, self.number)
            self._file.execute(
                "UPDATE OR IGNORE duplicate SET document_id = ? WHERE document_id = ? AND run_id = ?",
                (other, mine, self.number),
            )
            self._file.execute(
                "INSERT OR IGNORE INTO duplicate (document_id, path, member, label_id, run_id) VALUES (?, ?, ?, ?, ?)",
                (other, path, member, my_label, self.number),
            )
            self._file.execute(
                """UPDATE import_run SET documents = documents - 1, duplicates = duplicates + 1,
                conflicts = conflicts + ? WHERE id = ?""",
                (is_conflict, self.number),
            )

    def _reveal(self) -> None:
        documents, source, corpus = self._of_run("documents, source, name")
        number = next_changes(self._file, self._corpus_id, documents) + documents
        self._file.execute(
            "UPDATE import_run SET settled_number = ?, settled_at = ? WHERE id = ?", (number, time.time(), self.number)
        )
        edit = new_edit(self._file, "import", {"corpus": corpus, "source": source}, run=self.number)
        self._reveal_row(edit, "corpus", self._corpus_id)
        for label in sorted(self._labels):
            self._reveal_row(edit, "label", label)
        if self._goal.takes_several:
            self._unite_others(edit)
        self._file.execute("UPDATE edit SET n_documents = ? WHERE id = ?", (documents, edit))

    def _unite_own(self) -> None:
        """Give documents of this run all the labels that their content came with, where the corpus takes several."""
        united = self._united("document.run_id = :run") if self._goal.takes_several else []
        for start in range(0, len(united), AT_ONCE):
            part = united[start : start + AT_ONCE]
            with self._file.transaction():
                known = ensured_labels(self._file, self._corpus_id, [name for _, name in part], run=self.number)
                rows = [(known[name], number) for number, name in part]
                self._file.execute_many("UPDATE document SET label_id = ? WHERE id = ?", rows)
            names = [name for _, name in part]
            self._labels.update(known[name] for name in [*names, *single_labels(names)])

    def _unite_others(self, edit: int) -> None:
        """Give documents that were there already the labels that this run found them with, as a part of its edit."""
        united = self._united("document.run_id <> :run")
        known = ensured_labels(self._file, self._corpus_id, [name for _, name in united], run=0, edit=edit)
        sql = """INSERT INTO edit_document SELECT ?, id, corpus_id, corpus_id, label_id, ?, weight, weight, 1, 1
            FROM visible_document WHERE id = ?"""
        self._file.execute_many(sql, [(edit, known[name], number) for number, name in united])
        apply_documents(self._file, edit, forward=True)

    def _united(self, which: str) -> list[tuple[int, str]]:
        """Return documents that this run found with more labels than they have, with the set of all of them."""
        found: dict[int, list[str]] = {}
        for number, mine, label in self._file.rows(f"{_FOUND_AGAIN} AND {which}", {"run": self.number}):
            found.setdefault(number, list(labels_in(mine))).extend(labels_in(label))
        sets = [(number, label_set(labels[:MOST_LABELS])) for number, labels in found.items()]
        return [(number, name) for number, name in sets if name is not None]

    def _reveal_row(self, edit: int, kind: str, number: int) -> None:
        """Show a corpus or label that an import made, or that was deleted meanwhile; undoing it hides that again."""
        is_hidden = f"SELECT run_id <> 0 OR is_deleted FROM {kind} WHERE id = ?"  # noqa: S608 - our names
        if self._file.value(is_hidden, (number,)):
            self._file.execute(f"UPDATE {kind} SET run_id = 0, is_deleted = 0 WHERE id = ?", (number,))  # noqa: S608 - our names
            keep_row(self._file, edit, kind, number, {"is_deleted": 1}, {"is_deleted": 0})


class Imports(WorkspacePart):
    """Starting imports, and what became of earlier ones."""

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
        """Start a run into a corpus, which is made with it where there is none, for several labels if it is to be."""
        self.remove_abandoned()
        host, process, process_started, now = own_lease()
        with self._file.transaction():
            record = {
                "corpus_id": 0,
                "source": legible(source),
                "options": options,
                "started_at": now,
                "reconciled_number": 0,
                "host": host,
                "process": process,
                "process_started": process_started,
                "beat_at": now,
            }
            number = self._file.insert("import_run", record)
            corpus_id = ensured_corpus(self._file, corpus, kind, schema, run=number, takes_several=takes_several)
            self._file.execute(
                """UPDATE import_run SET corpus_id = corpus.id, reconciled_number = change_number FROM corpus
                WHERE corpus.id = ? AND import_run.id = ?""",
                (corpus_id, number),
            )
        self._file.execute("PRAGMA synchronous = NORMAL")  # batches may be lost with the power: nobody saw them
        is_several = "SELECT 1 FROM several_labels WHERE corpus_id = ?"
        goal = Goal(corpus_id, number, keep_duplicates, takes_several=self._file.value(is_several, (corpus_id,)) == 1)
        return ImportRun(self._file, goal)

    def history(self, corpus: str | None = None) -> tuple[ImportRecord, ...]:
        """Settled imports that were not undone, the last one first."""
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
        """The files that could not be read, of all settled imports, of one corpus or of one run."""
        sql = """SELECT failure.path, member, reason, detail
            FROM failure JOIN import_run ON import_run.id = failure.run_id
            JOIN corpus ON corpus.id = corpus_id WHERE settled_at IS NOT NULL
            AND import_run.id NOT IN (SELECT run_id FROM edit WHERE is_undone)
            AND coalesce(name = ?, 1) AND coalesce(failure.run_id = ?, 1) ORDER BY failure.id"""
        return tuple(Failure(*row) for row in self._file.rows(sql, (corpus, run)))

    def remove_abandoned(self, *, seconds: float = float("inf")) -> int:
        """Remove runs whose process is gone, for about so long; return how many are gone entirely."""
        sql = "SELECT id, host, process, process_started, beat_at FROM import_run WHERE settled_number IS NULL"
        path = self._file.path.resolve()
        lost = [number for number, *holder in self._file.rows(sql) if not is_held(Lease((path, number), *holder))]
        until = time.monotonic() + seconds
        return sum(remove_run(self._file, number, until=until) for number in lost)


def remove_run(file: WorkspaceFile, run: int, *, until: float = float("inf")) -> bool:
    """Remove an unsettled run in short transactions; False if time ran out before the last of them."""
    first, last = file.row("SELECT first_document, last_document FROM import_run WHERE id = ?", (run,)) or (None, None)
    for start in range(first or 0, (last or -1) + 1, AT_ONCE):
        if time.monotonic() > until:
            return False
        with file.transaction():
            remove_documents(file, start, start + AT_ONCE - 1, run)
            file.execute("UPDATE import_run SET first_document = ? WHERE id = ?", (start + AT_ONCE, run))
    with file.transaction():
        file.execute("DELETE FROM segment WHERE run_id = ?", (run,))
        file.execute("DELETE FROM duplicate WHERE run_id = ?", (run,))
        file.execute("DELETE FROM failure WHERE run_id = ?", (run,))
        _remove_unused(file, run)
        file.execute("DELETE FROM import_run WHERE id = ? AND settled_number IS NULL", (run,))
    return True


def remove_documents(file: WorkspaceFile, first: int, last: int, run: int) -> None:
    """Remove for good the documents of a run with numbers from first to last."""
    for statement in (
        "DELETE FROM content WHERE document_id IN (SELECT id FROM document WHERE run_id = ? AND id BETWEEN ? AND ?)",
        "DELETE FROM table_row WHERE document_id IN (SELECT id FROM document WHERE run_id = ? AND id BETWEEN ? AND ?)",
        "DELETE FROM document WHERE run_id = ? AND id BETWEEN ? AND ?",
    ):
        file.execute(statement, (run, first, last))


def _remove_unused(file: WorkspaceFile, run: int) -> None:
    """Remove labels and the corpus that the run made, unless another unsettled run has come to use them."""
    asked = {"run": run, "needed": json.dumps(_needed_by_sets(file, run))}
    file.execute(
        """DELETE FROM label WHERE run_id = :run AND NOT EXISTS (SELECT 1 FROM document WHERE label_id = label.id
            AND document.corpus_id = label.corpus_id)
        AND NOT EXISTS (SELECT 1 FROM duplicate WHERE label_id = label.id)
        AND name NOT IN (SELECT key FROM json_each(:needed))""",
        asked,
    )
    file.execute(
        """UPDATE label SET run_id = coalesce((SELECT min(document.run_id) FROM document
            WHERE label_id = label.id AND document.corpus_id = label.corpus_id),
            (SELECT value FROM json_each(:needed) WHERE key = name), 0) WHERE run_id = :run""",
        asked,
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


def _needed_by_sets(file: WorkspaceFile, run: int) -> dict[str, int]:
    """Return the labels that are in sets of others' documents, with the first run that has such a document."""
    sql = """SELECT label.name, min(document.run_id) FROM label JOIN document ON label_id = label.id
        WHERE instr(label.name, char(31)) AND label.corpus_id IN (SELECT corpus_id FROM label WHERE run_id = ?)
        GROUP BY label.id"""
    needed: dict[str, int] = {}
    for name, of_run in file.rows(sql, (run,)):
        for label in labels_in(name):
            needed[label] = min(of_run, needed.get(label, of_run))
    return needed
