"""Change numbers: what happened to a corpus since a model last looked.

Every document added, removed, relabelled or reweighted is one change. A settled import is one entry of the log,
however many documents it brought: its documents are known by their run.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Sequence
from typing import Any

import numpy as np

from app.domain.records import Changes, DocumentChange
from app.store.corpora import corpus_number
from app.store.counts.count_blobs import IntArray
from app.store.file.connection import WorkspacePart

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
            return Changes(
                first=number,
                last=self.number(corpus),
                documents=documents,
                steps=() if imported else self._steps(names, asked),
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

    def _steps(self, names: dict[int, str], asked: dict[str, Any]) -> tuple[DocumentChange, ...]:
        rows = self._file.rows(_STEPS, {**asked, "most": MOST_STEPS + 1})
        return _real_changes(names, rows) if len(rows) <= MOST_STEPS else ()

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
    return tuple(change for change in (_change(names, *row) for row in rows) if _is_real(change))


def _is_real(change: DocumentChange) -> bool:
    before = (change.was_there, change.old_label, change.old_weight)
    return before != (change.is_there, change.new_label, change.new_weight)


def _change(
    names: dict[int, str],
    document: int,
    was_there: int,
    is_there: int,
    old_label: int | None,
    new_label: int | None,
    old_weight: float | None,
    new_weight: float | None,
) -> DocumentChange:
    return DocumentChange(
        document=document,
        was_there=bool(was_there),
        is_there=bool(is_there),
        old_label=names.get(old_label) if was_there and old_label is not None else None,
        new_label=names.get(new_label) if is_there and new_label is not None else None,
        old_weight=(old_weight if was_there else None) or 0.0,
        new_weight=(new_weight if is_there else None) or 0.0,
    )
