"""Add, label, move and delete documents. Every change is recorded for models to learn from, and can be undone."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from app.domain.documents import Document, collect_single_labels, display_labels, label_set_name, split_label_set
from app.store.connection import WorkspaceFile, WorkspacePart, reserve_document_numbers
from app.store.corpora import Corpora, ensure_labels, normalise_label_for, tidy_label
from app.store.count_blobs import IntArray
from app.store.document_packing import PackedDocument, pack_document, to_storable_text
from app.store.undo_log import apply_documents, forget_edits, mark_conflicts_as_decided, new_edit

_INSERT_DOCUMENTS_INTO_EDIT = """INSERT INTO edit_document
    SELECT :edit, id, corpus_id, coalesce(:corpus, corpus_id), label_id, iif(:sets_label, :label, label_id),
        weight, coalesce(:weight, iif(:sets_label AND weight = 0, _LEARNT_AGAIN, weight)), 1, :is_there
    FROM visible_document WHERE id IN (SELECT value FROM json_each(:numbers))""".replace(
    "_LEARNT_AGAIN",
    """coalesce((SELECT old_weight FROM edit_document WHERE document_id = visible_document.id AND edit_id IN
        (SELECT id FROM edit WHERE kind = 'label-rest' AND NOT is_undone) ORDER BY edit_id DESC LIMIT 1),
        kind <> 'row')""",
)
"""Inserts documents into an edit: the rows of `edit_document` hold the state before and after it.

`label_by_model` sets the weight of a document to 0. If a person labels it later, it gets its earlier weight back. A
table row whose weight column says 0 keeps the weight 0.
"""
_TRANSLATE_LABELS = """UPDATE edit_document SET new_label_id = (
        SELECT theirs.id FROM label AS mine JOIN label AS theirs ON theirs.name = mine.name
        WHERE mine.id = old_label_id AND theirs.corpus_id = new_corpus_id AND NOT theirs.is_deleted)
    WHERE edit_id = ?"""
_INSERT_NEW_DOCUMENTS_INTO_EDIT = """INSERT INTO edit_document
    SELECT :edit, id, corpus_id, corpus_id, label_id, label_id, weight, weight, 0, 1
    FROM document WHERE id IN (SELECT value FROM json_each(:numbers))"""
_COPY_STATE_OF_OLD_VERSION = """UPDATE document SET run_id = old.run_id, label_id = old.label_id, weight = old.weight,
        is_kept = old.is_kept FROM document AS old WHERE old.id = :old AND document.id = :new"""
_COPY_DUPLICATE_LOCATIONS = """INSERT OR IGNORE INTO duplicate SELECT :new, path, member, label_id, run_id, decided_by
    FROM duplicate WHERE document_id = :old"""
_KEEP_KNOWN_CONTENT_IN_PLACE = """DELETE FROM edit_document
    WHERE edit_id = :edit AND (old_corpus_id = new_corpus_id OR EXISTS (
    SELECT 1 FROM document AS mine JOIN visible_document AS theirs ON theirs.content_hash = mine.content_hash
    WHERE mine.id = document_id AND theirs.corpus_id = new_corpus_id AND NOT mine.is_kept))"""
_MOVE_FIRST_OF_EQUAL_CONTENT = """DELETE FROM edit_document WHERE edit_id = :edit AND document_id NOT IN (
    SELECT min(document.id) FROM edit_document JOIN document ON document.id = document_id
    WHERE edit_id = :edit GROUP BY coalesce(content_hash, document.id))"""
"""Moves only the first of two documents with equal content from different corpora."""
_SELECT_DOCUMENTS_BY_CORPUS = """SELECT corpus_id, json_group_array(id) FROM visible_document
    WHERE id IN (SELECT value FROM json_each(?)) GROUP BY corpus_id ORDER BY corpus_id"""


class Editing(WorkspacePart):
    """Adds, labels, moves and deletes documents."""

    def add(
        self, corpus: str, documents: Sequence[Document | PackedDocument], *, keep_duplicates: bool = False
    ) -> BatchResult:
        """Add a few documents as one edit. Documents whose content exists already are skipped."""
        ready = [pack_document(d) if isinstance(d, Document) else d for d in documents]
        with self._file.transaction():
            target_corpus = Corpora(self._file).get(corpus)
            corpus_id = target_corpus.number
            ready = [d._replace(label=normalise_label_for(target_corpus, d.label)) for d in ready]
            edit = new_edit(self._file, "add", {"corpus": corpus})
            names = [document.label for document in ready if document.label is not None]
            ensure_labels(self._file, corpus_id, names, run=0, edit=edit)
            target = ImportTarget(corpus_id, keep_duplicates=keep_duplicates, records_locations=False)
            added = add_batch(self._file, target, ready)
            fresh = added.document_numbers[added.document_numbers != DUPLICATE].tolist()
            self._insert_into_edit(edit, fresh)
            self._file.execute("UPDATE edit_document SET was_there = 0 WHERE edit_id = ?", (edit,))
            self._apply_or_forget(edit)
        return added

    def learn(self, corpus: str, documents: Sequence[Document], label: str) -> int:
        """Give documents a label, as one edit. Documents that are missing in the corpus are added with this label.

        Return the number of documents that were added or changed.
        """
        with self._file.transaction():
            target = Corpora(self._file).get(corpus)
            name = normalise_label_for(target, label) or label
            edit = new_edit(self._file, "relabel", {"label": display_labels(label)})
            known = ensure_labels(self._file, target.number, [name], run=0, edit=edit)
            ready = [pack_document(document)._replace(label=name) for document in documents]
            added = add_batch(self._file, ImportTarget(target.number, records_locations=False), ready)
            self._insert_into_edit(edit, added.document_numbers[added.document_numbers != DUPLICATE].tolist())
            self._file.execute("UPDATE edit_document SET was_there = 0 WHERE edit_id = ?", (edit,))
            stored = set(added.stored_numbers.tolist()) - set(added.document_numbers.tolist())
            for _, numbers in self._group_by_label(target.number, sorted(stored)):
                self._insert_into_edit(edit, numbers, sets_label=True, label=known[name])
            return self._apply_or_forget(edit)

    def read_again(self, readings: Mapping[int, PackedDocument]) -> dict[int, int]:
        """Replace documents by what was read from their files now. Label and weight stay.

        `readings` has the new content by document number. Return the new document numbers by old number. They change,
        so that counts and verdicts of the old text are not used for the new one. Undo restores the old documents.
        """
        with self._file.transaction():
            edit = new_edit(self._file, "read-again", {})
            new_numbers: dict[int, int] = {}
            for corpus_id, in_corpus in self._file.rows(_SELECT_DOCUMENTS_BY_CORPUS, (json.dumps(list(readings)),)):
                numbers = sorted(json.loads(in_corpus))
                self._insert_into_edit(edit, numbers, is_there=0)
                new_numbers |= self._add_readings(edit, corpus_id, {number: readings[number] for number in numbers})
            self._apply_or_forget(edit)
            self._file.execute("UPDATE edit SET n_documents = ? WHERE id = ?", (len(new_numbers), edit))
        return new_numbers

    def _add_readings(self, edit: int, corpus_id: int, readings: dict[int, PackedDocument]) -> dict[int, int]:
        """Add the documents as they were read again, and return their new document numbers by old number.

        The old documents are hidden first. Otherwise, a document with unchanged content would be a duplicate.
        """
        old = json.dumps(list(readings))
        self._file.execute(
            "UPDATE document SET deleted_by = ? WHERE id IN (SELECT value FROM json_each(?))", (edit, old)
        )
        unlabelled = [document._replace(label=None) for document in readings.values()]
        added = add_batch(self._file, ImportTarget(corpus_id), unlabelled)
        pairs = zip(readings, added.document_numbers.tolist(), strict=True)
        fresh = [(before, after) for before, after in pairs if after != DUPLICATE]
        for statement in (_COPY_STATE_OF_OLD_VERSION, _COPY_DUPLICATE_LOCATIONS):
            self._file.execute_many(statement, ({"old": before, "new": after} for before, after in fresh))
        self._file.execute(
            _INSERT_NEW_DOCUMENTS_INTO_EDIT, {"edit": edit, "numbers": json.dumps([after for _, after in fresh])}
        )
        return dict(zip(readings, added.stored_numbers.tolist(), strict=True))

    def relabel(self, numbers: Sequence[int], label: str | None) -> int:
        """Give documents a label, a label set, or none; return the number of documents changed."""
        return self._relabel(numbers, lambda _: label, label or "")

    def label_by_model(self, corpus: str, numbers_by_label: Mapping[str, Sequence[int]], model: str) -> int:
        """Give unlabelled documents the labels in the verdicts of a model, as one edit. Return how many were changed.

        Their weight is 0 until a person labels them, so that no model learns from its own verdicts.
        """
        with self._file.transaction():
            target = Corpora(self._file).get(corpus)
            edit = new_edit(self._file, "label-rest", {"corpus": corpus, "model": model})
            for label, numbers in numbers_by_label.items():
                name = normalise_label_for(target, label) or label
                known = ensure_labels(self._file, target.number, [name], run=0, edit=edit)
                for old, with_old_label in self._group_by_label(target.number, numbers):
                    if old is None:
                        self._insert_into_edit(edit, with_old_label, sets_label=True, label=known[name], weight=0.0)
            return self._apply_or_forget(edit)

    def set_label_membership(self, numbers: Sequence[int], label: str, *, is_on: bool) -> int:
        """In a multi-label corpus, add a label to documents (`is_on`), or remove it from them.

        Return the number of documents changed.
        """
        if is_on:
            return self._relabel(numbers, lambda old: label_set_name([*split_label_set(old), label]), label)
        return self._relabel(
            numbers, lambda old: label_set_name(other for other in split_label_set(old) if other != label), label
        )

    def _relabel(self, numbers: Sequence[int], new_label_of: Callable[[str | None], str | None], label: str) -> int:
        """Give each document the label `new_label_of(old label)`, as one edit. Return the number of documents changed.

        `label` is the label that the undo log names.
        """
        with self._file.transaction():
            edit = new_edit(self._file, "relabel", {"label": display_labels(label)})
            for corpus in Corpora(self._file).all():
                for old, with_old_label in self._group_by_label(corpus.number, numbers):
                    new = normalise_label_for(corpus, new_label_of(old))
                    known = ensure_labels(self._file, corpus.number, [] if new is None else [new], run=0, edit=edit)
                    self._insert_into_edit(
                        edit, with_old_label, sets_label=True, label=None if new is None else known[new]
                    )
            return self._apply_or_forget(edit)

    def _group_by_label(self, corpus_id: int, numbers: Sequence[int]) -> list[tuple[str | None, list[int]]]:
        """Return (label, numbers) for the documents among `numbers` that are in a corpus."""
        sql = """SELECT name, json_group_array(document.id) FROM visible_document AS document
            LEFT JOIN label ON label.id = label_id
            WHERE document.corpus_id = ? AND document.id IN (SELECT value FROM json_each(?)) GROUP BY label_id"""
        listed = json.dumps(np.asarray(numbers, np.int64).tolist())
        return [(name, json.loads(with_label)) for name, with_label in self._file.rows(sql, (corpus_id, listed))]

    def remove(self, numbers: Sequence[int]) -> int:
        """Delete documents; return their number. Their data is removed when the edit can no longer be undone."""
        with self._file.transaction():
            edit = new_edit(self._file, "remove", {})
            self._insert_into_edit(edit, numbers, is_there=0)
            return self._apply_or_forget(edit)

    def move(self, numbers: Sequence[int], corpus: str) -> int:
        """Move documents with their labels to another corpus; return their number.

        A document whose content the target has already stays where it is.
        """
        with self._file.transaction():
            target = Corpora(self._file).get(corpus)
            corpus_id = target.number
            edit = new_edit(self._file, "move", {"corpus": corpus})
            self._insert_into_edit(edit, numbers, corpus=corpus_id)
            for statement in (_KEEP_KNOWN_CONTENT_IN_PLACE, _MOVE_FIRST_OF_EQUAL_CONTENT):
                self._file.execute(statement, {"edit": edit})
            names = self._file.column(
                "SELECT DISTINCT name FROM edit_document JOIN label ON label.id = old_label_id WHERE edit_id = ?",
                (edit,),
            )
            names = [normalise_label_for(target, name) for name in names]
            ensure_labels(self._file, corpus_id, names, run=0, edit=edit)
            self._file.execute(_TRANSLATE_LABELS, (edit,))
            return self._apply_or_forget(edit)

    def _insert_into_edit(self, edit: int, numbers: Sequence[int], **new: Any) -> None:
        """Insert documents into an edit; `new` has the columns that the edit will change, with their new values."""
        listed = json.dumps(np.asarray(numbers, np.int64).tolist())
        unchanged = {"corpus": None, "sets_label": False, "label": None, "weight": None, "is_there": 1}
        self._file.execute(_INSERT_DOCUMENTS_INTO_EDIT, {**unchanged, **new, "edit": edit, "numbers": listed})

    def _apply_or_forget(self, edit: int) -> int:
        """Apply the edit and return the number of documents changed. An edit that changes nothing is deleted."""
        changed = apply_documents(self._file, edit, forward=True)
        kind = self._file.value("SELECT kind FROM edit WHERE id = ?", (edit,))
        decided = mark_conflicts_as_decided(self._file, edit) if kind in ("relabel", "move") else 0
        if not changed and not decided:
            forget_edits(self._file, [edit])
        return changed


HASH_BYTES = 16
DUPLICATE = -1
"""Stands for the number of a document that was not stored, because its content existed already."""

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
            AND member = :member AND (label_id IS :label OR (SELECT name FROM label WHERE id = label_id)
                = (SELECT name FROM label WHERE id = :label)))
        AND NOT EXISTS (SELECT 1 FROM content WHERE document_id = :document AND path = :path AND member = :member)"""


@dataclass(frozen=True, slots=True, eq=False)
class BatchResult:
    """Result of adding a batch of documents."""

    document_numbers: IntArray
    """(n_documents,): number of each new document; DUPLICATE if its content existed already."""
    stored_numbers: IntArray
    """(n_documents,): number of the stored document with this content, which may be the new document itself."""
    n_conflicts: int
    """Number of duplicates whose label differs from the label of the stored document."""
    label_numbers: tuple[int, ...]
    """Numbers of the labels that the batch uses."""

    @property
    def duplicates(self) -> int:
        """Number of documents whose content existed already."""
        return int((self.document_numbers == DUPLICATE).sum())


@dataclass(frozen=True, slots=True)
class ImportTarget:
    """The corpus and import run that a batch of documents is written to, and how duplicates are treated."""

    corpus_number: int
    run_number: int = 0
    """Number of the import run; 0 means none: the documents are visible at once."""
    keep_duplicates: bool = False
    records_locations: bool = True
    """Whether the locations of duplicates are recorded."""
    merges_labels: bool = False
    """Whether a document gets the labels of all its duplicates. If not, another label is a conflict."""


def add_batch(file: WorkspaceFile, goal: ImportTarget, documents: Sequence[PackedDocument]) -> BatchResult:
    """Write documents into a corpus. Call it inside a transaction."""
    documents = [d if (name := tidy_label(d.label)) == d.label else d._replace(label=name) for d in documents]
    labels = ensure_labels(
        file, goal.corpus_number, [d.label for d in documents if d.label is not None], run=goal.run_number
    )
    numbers, same_as, conflicts = _assign_numbers(file, goal, documents, labels)
    fresh = [(int(number), d) for number, d in zip(numbers, documents, strict=True) if number != DUPLICATE]
    rows, contents = [], []
    for number, d in fresh:
        label = None if d.label is None else labels[d.label]
        shape = (d.weight, d.kind, d.date_s, d.length, d.size_bytes, d.n_attachments, d.content_hash or None)
        rows.append((number, goal.corpus_number, goal.run_number, label, *shape, goal.keep_duplicates))
        contents.append((number, d.title, d.sender, d.path, d.member, d.body))
    file.execute_many(_ADD_DOCUMENT, rows)
    file.execute_many("INSERT INTO content VALUES (?, ?, ?, ?, ?, ?)", contents)
    _add_table_rows(file, goal.corpus_number, [(number, d) for number, d in fresh if d.numbers or d.choices])
    # Of one label each, a copy keeps the label of its document. Of several, the document gets the labels of its copies.
    labelled = documents if goal.merges_labels else [d for _, d in fresh]
    names = {d.label for d in labelled if d.label is not None}
    used = {labels[name] for name in names.union(collect_single_labels(names))}
    return BatchResult(numbers, same_as, conflicts, tuple(sorted(used)))


def known_hashes(
    file: WorkspaceFile, corpus: int, run: int, hashes: Sequence[bytes]
) -> dict[bytes, tuple[int, int | None]]:
    """Return the document number and label number of each known content hash.

    A hash is known if a document of the corpus has it that is visible to the import run `run`.
    """
    if any(len(content_hash) != HASH_BYTES for content_hash in hashes):
        raise ValueError(f"A content hash has {HASH_BYTES} bytes.")
    if not hashes:
        return {}
    parameters = {"hashes": b"".join(hashes), "corpus": corpus, "run": run}
    return {content_hash: (number, label) for content_hash, number, label in file.rows(_FIND_HASHES, parameters)}


def _assign_numbers(
    file: WorkspaceFile, goal: ImportTarget, documents: Sequence[PackedDocument], labels: dict[str, int]
) -> tuple[IntArray, IntArray, int]:
    """Return document numbers, the numbers of stored documents of equal content, and the number of label conflicts.

    The document number of a duplicate is DUPLICATE.
    """
    hashes = [d.content_hash for d in documents if d.content_hash and not goal.keep_duplicates]
    known = known_hashes(file, goal.corpus_number, goal.run_number, hashes)
    next_number = reserve_document_numbers(file, len(documents))
    numbers, same_as, conflicts = [], [], 0
    for document in documents:
        label = None if document.label is None else labels[document.label]
        existing = known.get(document.content_hash)
        if existing is None:
            if document.content_hash and not goal.keep_duplicates:
                known[document.content_hash] = next_number, label
            numbers.append(next_number)
            same_as.append(next_number)
            next_number += 1
            continue
        number, existing_label = existing
        numbers.append(DUPLICATE)
        same_as.append(number)
        if goal.records_locations:
            location = {"document": number, "path": document.path, "member": document.member}
            is_new = file.execute(_ADD_DUPLICATE, {**location, "label": label, "run": goal.run_number}) == 1
            differs = None not in (label, existing_label) and label != existing_label
            conflicts += is_new and differs and not goal.merges_labels
    return np.array(numbers, np.int64), np.array(same_as, np.int64), conflicts


def _add_table_rows(file: WorkspaceFile, corpus: int, numbered_documents: Sequence[tuple[int, PackedDocument]]) -> None:
    if not numbered_documents:
        return
    codes = _encode_choices(file, corpus, [d.choices for _, d in numbered_documents])
    rows = (
        (number, np.array(d.numbers, "<f8").tobytes(), np.array(coded, "<i4").tobytes())
        for (number, d), coded in zip(numbered_documents, codes, strict=True)
    )
    file.execute_many("INSERT INTO table_row VALUES (?, ?, ?)", rows)


def _encode_choices(file: WorkspaceFile, corpus: int, rows: Sequence[tuple[str | None, ...]]) -> list[list[int]]:
    """Return one list of codes per row of categorical values; -1 for a missing value.

    A new value gets the next code of its column.
    """
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
                added.append((corpus, column, values[value], to_storable_text(value)))
            codes.append(-1 if value is None else values[value])
        coded.append(codes)
    file.execute_many("INSERT INTO choice_value VALUES (?, ?, ?, ?)", added)
    return coded
