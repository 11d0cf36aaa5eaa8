"""The way of a batch of documents into the workspace: numbers given out, duplicates folded, rows written. Always in a
transaction."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

import numpy as np

from app.domain.label_sets import single_labels
from app.store.corpora import ensured_labels, tidied_name
from app.store.counts.count_blobs import IntArray
from app.store.file.connection import WorkspaceFile, reserved_documents
from app.store.file.document_packing import PackedDocument, legible
from nbengine.lazy_dataclasses import dataclass

HASH_BYTES = 16
FOLDED = -1
"""Instead of a document number: the content was there already."""

_FIND_HASHES = """WITH RECURSIVE place (at) AS (
        SELECT 1 UNION ALL SELECT at + 16 FROM place WHERE at + 16 < length(:hashes)
    )
    SELECT content_hash, document.id, label_id FROM place
    CROSS JOIN document ON content_hash = substr(:hashes, at, 16)
    WHERE corpus_id = :corpus AND deleted_by IS NULL
        AND (run_id = :run OR run_id NOT IN (SELECT id FROM import_run WHERE settled_number IS NULL))"""
_ADD_DOCUMENT = """INSERT INTO document (id, corpus_id, run_id, label_id, weight, kind, date_s, length, size_bytes,
    n_attachments, content_hash, is_kept) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)"""
_ADD_DUPLICATE = """INSERT OR IGNORE INTO duplicate (document_id, path, member, label_id, run_id)
    SELECT :document, :path, :member, :label, :run
    WHERE NOT EXISTS (SELECT 1 FROM visible_duplicate WHERE document_id = :document AND path = :path
            AND member = :member AND label_id IS :label)
        AND NOT EXISTS (SELECT 1 FROM content WHERE document_id = :document AND path = :path AND member = :member)"""


@dataclass(frozen=True, slots=True, eq=False)
class Added:
    """The result of adding a batch."""

    numbers: IntArray
    """(n_documents,): the number of each document, FOLDED for duplicates."""
    same_as: IntArray
    """(n_documents,): the number of the document that holds the content, new or not."""
    conflicts: int
    labels: tuple[int, ...]
    """Numbers of the labels that the batch uses."""

    @property
    def duplicates(self) -> int:
        """Count the documents that were folded into one that was there already."""
        return int((self.numbers == FOLDED).sum())


@dataclass(frozen=True, slots=True)
class Goal:
    """The corpus and import run that a batch goes to, and how duplicates are treated."""

    corpus: int
    run: int = 0
    """The import it belongs to; 0 is none: everybody sees it at once."""
    keep_duplicates: bool = False
    notes_places: bool = True
    """True if places where content was found again are remembered."""
    takes_several: bool = False
    """True if content that is found under another label has both."""


@dataclass(frozen=True, slots=True)
class _Known:
    number: int
    label: int | None


def add_batch(file: WorkspaceFile, goal: Goal, documents: Sequence[PackedDocument]) -> Added:
    """Write documents into a corpus; the caller has opened the transaction."""
    documents = [_tidied(document) for document in documents]
    labels = ensured_labels(file, goal.corpus, [d.label for d in documents if d.label is not None], run=goal.run)
    numbers, same_as, conflicts = _numbered(file, goal, documents, labels)
    fresh = [(int(number), d) for number, d in zip(numbers, documents, strict=True) if number != FOLDED]
    file.execute_many(_ADD_DOCUMENT, _document_rows(fresh, goal, labels))
    file.execute_many("INSERT INTO content VALUES (?, ?, ?, ?, ?, ?)", _content_rows(fresh))
    _add_table_rows(file, goal.corpus, [(number, d) for number, d in fresh if d.numbers or d.choices])
    names = {d.label for d in documents if d.label is not None}
    used = {labels[name] for name in names.union(single_labels(names))}
    return Added(numbers, same_as, conflicts, tuple(sorted(used)))


def _tidied(document: PackedDocument) -> PackedDocument:
    label = tidied_name(document.label)
    return document if label == document.label else document._replace(label=label)


def known_hashes(file: WorkspaceFile, corpus: int, run: int, hashes: Sequence[bytes]) -> dict[bytes, tuple[int, int]]:
    """Document and label number by content hash, for those contents that a run can see in its corpus."""
    if any(len(content_hash) != HASH_BYTES for content_hash in hashes):
        raise ValueError(f"A content hash has {HASH_BYTES} bytes.")
    if not hashes:
        return {}
    parameters = {"hashes": b"".join(hashes), "corpus": corpus, "run": run}
    return {found: (number, label) for found, number, label in file.rows(_FIND_HASHES, parameters)}


def _numbered(
    file: WorkspaceFile, goal: Goal, documents: Sequence[PackedDocument], labels: dict[str, int]
) -> tuple[IntArray, IntArray, int]:
    hashes = [d.content_hash for d in documents if d.content_hash and not goal.keep_duplicates]
    found = known_hashes(file, goal.corpus, goal.run, hashes)
    known = {content_hash: _Known(*place) for content_hash, place in found.items()}
    next_number = reserved_documents(file, len(documents))
    numbers, same_as, conflicts = [], [], 0
    for document in documents:
        label = None if document.label is None else labels[document.label]
        same = known.get(document.content_hash)
        if same is None:
            if document.content_hash and not goal.keep_duplicates:
                known[document.content_hash] = _Known(next_number, label)
            numbers.append(next_number)
            same_as.append(next_number)
            next_number += 1
            continue
        numbers.append(FOLDED)
        same_as.append(same.number)
        conflicts += goal.notes_places and _folded(file, same, document, label, goal.run) and not goal.takes_several
    return np.array(numbers, np.int64), np.array(same_as, np.int64), conflicts


def _folded(file: WorkspaceFile, same: _Known, document: PackedDocument, label: int | None, run: int) -> bool:
    """Note where content was found again; True where it came with another label."""
    place = {"document": same.number, "path": document.path, "member": document.member}
    is_new = file.execute(_ADD_DUPLICATE, {**place, "label": label, "run": run}) == 1
    return is_new and None not in (label, same.label) and label != same.label


def _document_rows(
    fresh: Sequence[tuple[int, PackedDocument]], goal: Goal, labels: dict[str, int]
) -> Iterator[tuple[object, ...]]:
    for number, d in fresh:
        label = None if d.label is None else labels[d.label]
        shape = (d.kind, d.date_s, d.length, d.size_bytes, d.n_attachments)
        place = (number, goal.corpus, goal.run, label, float(d.weight))
        yield (*place, *shape, d.content_hash or None, int(goal.keep_duplicates))


def _content_rows(fresh: Sequence[tuple[int, PackedDocument]]) -> Iterator[tuple[object, ...]]:
    for number, d in fresh:
        yield number, d.title, d.sender, d.path, d.member, d.body


def _add_table_rows(file: WorkspaceFile, corpus: int, fresh: Sequence[tuple[int, PackedDocument]]) -> None:
    if not fresh:
        return
    codes = _choice_codes(file, corpus, [d.choices for _, d in fresh])
    rows = (
        (number, np.array(d.numbers, "<f8").tobytes(), np.array(coded, "<i4").tobytes())
        for (number, d), coded in zip(fresh, codes, strict=True)
    )
    file.execute_many("INSERT INTO table_row VALUES (?, ?, ?)", rows)


def _choice_codes(file: WorkspaceFile, corpus: int, rows: Sequence[tuple[str | None, ...]]) -> list[list[int]]:
    """Number the values of each column in the order in which they first appeared; -1 is missing."""
    known: dict[int, dict[str, int]] = {}
    sql = "SELECT column_number, value, value_number FROM choice_value WHERE corpus_id = ?"
    for column, value, number in file.rows(sql, (corpus,)):
        known.setdefault(column, {})[value] = number
    added: list[tuple[int, int, int, str]] = []
    coded = []
    for row in rows:
        codes = []
        for column, value in enumerate(row):
            values = known.setdefault(column, {})
            if value is not None and value not in values:
                values[value] = len(values)
                added.append((corpus, column, values[value], legible(value)))
            codes.append(-1 if value is None else values[value])
        coded.append(codes)
    file.execute_many("INSERT INTO choice_value VALUES (?, ?, ?, ?)", added)
    return coded
