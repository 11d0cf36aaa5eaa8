"""Store models with their lessons, recipes and cached evaluations, and the change log of each corpus.

A model is a blob made by the engine, with a name and a checksum. A lesson is one row in a separate table, so storing it
costs its own size and not that of the model. The next full save includes it in the blob. To make a correction atomic,
save the model and the documents learnt inside one `workspace.transaction()`.

The change log tells a model what changed in its corpus since its change number. Each document added, removed or
relabelled is one change. A settled import is a single entry of the log; its documents are found by their run.
"""

from __future__ import annotations

import hashlib
import json
import math
import struct
import time
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from typing import Any

import numpy as np
import numpy.typing as npt

from app.domain.errors import NotFound, StoreError
from app.domain.records import CorpusChanges, DocumentChange, ModelRecord, RecipeRecord
from app.store.connection import MAX_MODEL_BYTES, WorkspacePart
from app.store.corpora import corpus_number, normalise_name
from app.store.count_blobs import IntArray
from app.store.document_packing import (
    HEAD_LENGTH,
    LARGEST_VERDICTS_BYTES,
    DamagedBlob,
    compress_frame,
    decompress_frame,
    translate_damage,
)

_SELECT_RECORDS = """SELECT model.id, model.name, corpus.name, {held},
    coalesce(corpus.change_number - {held}, 0), recipe, evaluation, size_bytes,
    model.created_at, {changed_at}, model.checksum, {n_lessons}, {written_at}
    FROM model LEFT JOIN corpus ON corpus.id = model.corpus_id AND NOT is_deleted"""
_SELECT_WITHOUT_LESSONS = _SELECT_RECORDS.format(
    held="model.change_number", changed_at="changed_at", n_lessons=0, written_at=0.0
)
_SELECT_WITH_LESSONS = f"""{_SELECT_RECORDS} LEFT JOIN model_lessons AS own ON own.model_id = model.id""".format(
    held="coalesce(own.change_number, model.change_number)",
    changed_at="coalesce(own.changed_at, model.changed_at)",
    n_lessons="coalesce(own.n_lessons, 0)",
    written_at="coalesce(own.written_at, 0.0)",
)
"""Query for model records. Data that changes with each lesson is in the table `model_lessons`.

If a lesson updated the row of the model, SQLite would write the whole blob again.
"""
MAX_TIME_S = 32_503_680_000.0
"""The year 3000. Later times of change are damage, which new ones must not continue."""
LESSONS_VERSION = 7
"""First version of the file that stores lessons separately."""
EVALUATIONS_VERSION = 11
"""First version of the file that has evaluations."""


class Models(WorkspacePart):
    """Models stored in a workspace."""

    @property
    def _record_query(self) -> str:
        """SELECT statement for model records; without lessons for a file of a version that has none."""
        if self._file.is_read_only and self._file.version < LESSONS_VERSION:
            return _SELECT_WITHOUT_LESSONS  # an older file opened by `check`
        return _SELECT_WITH_LESSONS

    def all(self, corpus: str | None = None) -> tuple[ModelRecord, ...]:
        """Return all models, or those of one corpus, the most recently changed first."""
        sql = f"{self._record_query} WHERE coalesce(corpus.name = ?, ? IS NULL) ORDER BY 10 DESC, model.id DESC"
        return tuple(self._to_record(row) for row in self._file.rows(sql, (corpus, corpus)))

    def get(self, name: str) -> ModelRecord:
        """Return the model of this name. Raise NotFound if it does not exist."""
        row = self._file.row(f"{self._record_query} WHERE model.name = ?", (name,))
        if row is None:
            raise NotFound("model", name, tuple(model.name for model in self.all()))
        return self._to_record(row)

    def _to_record(self, row: Sequence[Any]) -> ModelRecord:
        """Return a row as a record. Raise StoreError if a required column is NULL, which is damage."""
        record = ModelRecord(*row)
        are_numbers = isinstance(record.n_lessons, int) and isinstance(record.changed_at, (int, float))
        if record.name is None or record.recipe is None or not are_numbers:
            raise StoreError(self._file.path, "damaged", f"model {record.number}")
        return record

    def content(self, name: str) -> bytes:
        """Return the bytes of a model. Raise StoreError if they do not match their checksum."""
        with self._file.snapshot():
            row = self._file.row("SELECT id, typeof(content), checksum FROM model WHERE name = ?", (name,))
            if row is None:
                self.get(name)
            number, kind, checksum = row
            if kind != "blob" or checksum_of_pieces(self._file.read_model(number)) != checksum:
                raise StoreError(self._file.path, "damaged", f"model {name}")
            return next(self._file.read_model(number, -1), b"")

    def lessons(self, model: ModelRecord, after: int = 0) -> list[bytes]:
        """Return the lessons of a model that are stored separately, in order, without the first `after` ones."""
        if not model.n_lessons:
            return []
        sql = "SELECT content, checksum FROM lesson WHERE model_id = ? ORDER BY id"
        rows = self._file.rows(sql, (model.number,))
        are_intact = all(isinstance(content, bytes) and checksum_of(content) == stored for content, stored in rows)
        if len(rows) != model.n_lessons or not are_intact:
            raise StoreError(self._file.path, "damaged", f"model {model.name}")
        return [bytes(content) for content, _ in rows[after:]]

    def add_lessons(self, model: ModelRecord, lessons: Sequence[bytes], *, change_number: int) -> ModelRecord:
        """Store lessons of a model separately; return its new record, whose change number is `change_number`."""
        with self._file.transaction():
            now = self._time_of_change()
            rows = [(model.number, checksum_of(content), content) for content in lessons]
            self._file.execute_many("INSERT INTO lesson (model_id, checksum, content) VALUES (?, ?, ?)", rows)
            self._file.execute(
                """INSERT INTO model_lessons VALUES (?, ?, ?, ?, ?) ON CONFLICT (model_id) DO UPDATE SET
                    n_lessons = n_lessons + excluded.n_lessons, change_number = excluded.change_number,
                    changed_at = excluded.changed_at""",
                (model.number, model.written_at, len(lessons), change_number, now),
            )
        return replace(
            model,
            change_number=change_number,
            n_missing_changes=model.n_missing_changes + model.change_number - change_number,
            n_lessons=model.n_lessons + len(lessons),
            changed_at=now,
        )

    def _time_of_change(self) -> float:
        """Return the Unix time to store for a change of a model: now, but later than every other stored time.

        The clock may have been set back. The model that changed last is the default of commands that name no model.
        """
        latest = self._file.value(
            """SELECT max(changed_at) FROM (SELECT changed_at FROM model UNION ALL SELECT changed_at FROM model_lessons)
            WHERE changed_at < ?""",
            (MAX_TIME_S,),
        )
        return max(time.time(), (latest or 0.0) + 0.001)

    def save(
        self,
        name: str,
        content: bytes,
        *,
        recipe: str,
        change_number: int,
        corpus: str | None = None,
        evaluation: str | None = None,
    ) -> ModelRecord:
        """Store a model under a name. It replaces an earlier model of that name and the lessons stored with it."""
        with self._file.transaction():
            now = self._time_of_change()
            corpus_id = None if corpus is None else corpus_number(self._file, corpus)
            record = (normalise_name("model", name), corpus_id, change_number, recipe, evaluation)
            with self._file.value_limit(MAX_MODEL_BYTES):
                self._file.execute(
                    """INSERT INTO model (name, corpus_id, change_number, recipe, evaluation, size_bytes, checksum,
                        created_at, changed_at, content) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, zeroblob(?))
                    ON CONFLICT (name) DO UPDATE SET corpus_id = excluded.corpus_id, recipe = excluded.recipe,
                        change_number = excluded.change_number, evaluation = excluded.evaluation,
                        size_bytes = excluded.size_bytes, checksum = excluded.checksum,
                        changed_at = excluded.changed_at, content = excluded.content""",
                    (*record, len(content), checksum_of(content), now, now, len(content)),
                )
            number = self._file.value("SELECT id FROM model WHERE name = ?", (record[0],))
            self._file.write_model(number, content)
            self._file.table("lesson").delete("model_id = ?", (number,))
            stand = {"written_at": now, "n_lessons": 0, "change_number": change_number, "changed_at": now}
            self._file.table("model_lessons").insert({"model_id": number, **stand}, replace=True)
            return self.get(name)

    def replace_content(self, record: ModelRecord, content: bytes, *, change_number: int) -> ModelRecord:
        """Replace the bytes of a model. Its recipe, corpus and evaluation stay."""
        return self.save(
            record.name,
            content,
            recipe=record.recipe,
            change_number=change_number,
            corpus=record.corpus,
            evaluation=record.evaluation,
        )

    def remove(self, name: str) -> None:
        """Delete a model with its lessons, verdicts and evaluations. This cannot be undone."""
        with self._file.transaction():
            number = self.get(name).number
            for table in ("lesson", "model_lessons"):
                self._file.table(table).delete("model_id = ?", (number,))
            self._file.table("model").delete("id = ?", (number,))
            for table in ("model_verdicts", "evaluation"):
                self._file.table(table).delete("model = ?", (name,))


class Recipes(WorkspacePart):
    """Recipes stored for comparison, without models."""

    def all(self, corpus: str) -> tuple[RecipeRecord, ...]:
        """Return the recipes stored for a corpus, newest first."""
        sql = "SELECT name, recipe, evaluation FROM recipe WHERE corpus_id = ? ORDER BY kept_at DESC, id DESC"
        return tuple(RecipeRecord(*row) for row in self._file.rows(sql, (corpus_number(self._file, corpus),)))

    def save(self, corpus: str, name: str, recipe: str, evaluation: str | None = None) -> None:
        """Store a recipe under a name, replacing an earlier one of that name."""
        with self._file.transaction():
            key = {"corpus_id": corpus_number(self._file, corpus), "name": normalise_name("recipe", name)}
            record = {**key, "recipe": recipe, "evaluation": evaluation, "kept_at": time.time()}
            self._file.table("recipe").insert(record, replace=True)

    def remove(self, corpus: str, name: str) -> None:
        """Delete a recipe. This cannot be undone."""
        corpus_id = corpus_number(self._file, corpus)
        self._file.table("recipe").delete("corpus_id = ? AND name = ?", (corpus_id, name))


ARRAY_TYPES = ("<f8", "<i8", "<i4")


def pack_arrays(head: Mapping[str, Any], arrays: Mapping[str, npt.NDArray[Any]]) -> bytes:
    """Pack a JSON head and numeric arrays into one compressed frame with a checksum."""
    shapes = [[name, array.dtype.newbyteorder("<").str, list(array.shape)] for name, array in arrays.items()]
    text = json.dumps({**head, "arrays": shapes}, ensure_ascii=False).encode()
    parts = [array.astype(array.dtype.newbyteorder("<")).tobytes() for array in arrays.values()]
    return compress_frame(b"".join([HEAD_LENGTH.pack(len(text)), text, *parts]))


def unpack_arrays(frame: bytes) -> tuple[dict[str, Any], dict[str, npt.NDArray[Any]]]:
    """Unpack a frame made by `pack_arrays`. Raise DamagedBlob if it is invalid."""
    data = decompress_frame(frame, LARGEST_VERDICTS_BYTES)
    arrays: dict[str, npt.NDArray[Any]] = {}
    with translate_damage(ValueError, TypeError, KeyError, AttributeError, OverflowError, RecursionError, struct.error):
        (length,) = HEAD_LENGTH.unpack_from(data)
        offset = HEAD_LENGTH.size + length
        head: dict[str, Any] = json.loads(data[HEAD_LENGTH.size : offset])
        for name, kind, shape in head.pop("arrays"):
            if kind not in ARRAY_TYPES or any(size < 0 for size in shape):
                raise DamagedBlob(f"{kind} {shape}")
            n_items = math.prod(shape)
            array = np.frombuffer(data, kind, n_items, offset).reshape(shape)
            arrays[name] = array.astype(array.dtype.newbyteorder("="))
            offset += array.nbytes
    return head, arrays


class Evaluations(WorkspacePart):
    """Cache of the evaluations of stored models. Its key is a hash of everything that an evaluation depends on.

    An evaluation holds document numbers and label names, no texts or titles. `compact` clears the cache.
    """

    def get(self, corpus: str, stamp: bytes) -> bytes | None:
        """Return the verdicts cached under the key `stamp`; None on a miss, or in a file of an older version."""
        if self._file.version < EVALUATIONS_VERSION:
            return None
        sql = "SELECT verdicts FROM evaluation WHERE corpus_id = ? AND stamp = ?"
        verdicts = self._file.value(sql, (corpus_number(self._file, corpus), stamp))
        return bytes(verdicts) if isinstance(verdicts, bytes) else None

    def store(self, corpus: str, model: str, way: str, stamp: bytes, verdicts: bytes) -> None:
        """Cache the verdicts of a model under the key `stamp`.

        They replace the cached verdicts of this model from the same evaluation method (`way`).
        """
        key = {"corpus_id": corpus_number(self._file, corpus), "model": model, "way": way, "stamp": stamp}
        record = {**key, "kept_at": time.time(), "verdicts": verdicts}
        self._file.table("evaluation").insert(record, replace=True)

    def clear(self) -> None:
        """Clear the cache."""
        self._file.table("evaluation").delete()


def checksum_of(content: bytes) -> bytes:
    """Return a 16-byte BLAKE2b hash of the content."""
    return checksum_of_pieces([content])


def checksum_of_pieces(pieces: Iterable[bytes]) -> bytes:
    """Return what `checksum_of` returns for all pieces joined together."""
    checksum = hashlib.blake2b(digest_size=16)
    for piece in pieces:
        checksum.update(piece)
    return checksum.digest()


_SELECT_NET_CHANGES = """WITH touched AS (
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
_SELECT_IMPORTED_DOCUMENTS = """ UNION ALL
    SELECT id, 0, 1, NULL, label_id, 1.0, weight FROM visible_document
    WHERE corpus_id = :corpus AND run_id IN fresh_run AND id NOT IN (SELECT document_id FROM touched)"""
_SELECT_SINGLE_CHANGES = """SELECT document_id, was_there, is_there, old_label_id, new_label_id, old_weight, new_weight
    FROM change WHERE corpus_id = :corpus AND number > :since
    AND EXISTS (SELECT 1 FROM document WHERE document.id = change.document_id) ORDER BY number LIMIT :most"""
_SELECT_SETTLED_IMPORT = "SELECT 1 FROM import_run WHERE corpus_id = :corpus AND settled_number > :since"

MAX_SINGLE_STEPS = 256
"""Largest number of changes returned in `Changes.steps`. If there are more, a filter learns the net changes instead."""
MAX_CHANGED_DOCUMENTS = 20_000
"""Largest number of changed documents that are listed. If there are more, reading all documents is as fast."""


class ChangeLog(WorkspacePart):
    """Change log of each corpus."""

    def last_number(self, corpus: str) -> int:
        """Return the number of the last change of a corpus."""
        number = corpus_number(self._file, corpus)
        return int(self._file.value("SELECT change_number FROM corpus WHERE id = ?", (number,)))

    def changes_since(self, corpus: str, number: int) -> CorpusChanges:
        """Return the changes of a corpus after change `number`: one net change per document, and the single changes."""
        with self._file.snapshot():
            corpus_id = corpus_number(self._file, corpus)
            names = dict(self._file.rows("SELECT id, name FROM label WHERE corpus_id = ?", (corpus_id,)))
            parameters = {"corpus": corpus_id, "since": number}
            imported = _SELECT_IMPORTED_DOCUMENTS if self._file.value(_SELECT_SETTLED_IMPORT, parameters) else ""
            rows = self._file.rows(f"{_SELECT_NET_CHANGES}{imported} ORDER BY 1", parameters)
            documents = _make_changes(names, rows)
            steps = (
                []
                if imported
                else self._file.rows(_SELECT_SINGLE_CHANGES, {**parameters, "most": MAX_SINGLE_STEPS + 1})
            )
            return CorpusChanges(
                first_change_number=number,
                last_change_number=self.last_number(corpus),
                document_changes=documents,
                single_changes=_make_changes(names, steps) if len(steps) <= MAX_SINGLE_STEPS else (),
                renamed_labels=self._find_renames(corpus_id, number, names, {row[3] for row in rows if row[1]}),
                is_complete=self._is_complete(corpus_id, number, documents),
            )

    def changed_documents(self, corpus: str, since: int) -> IntArray | None:
        """Return the numbers of the documents changed after change `changes_since`, ascending.

        None if the log does not list them: an import settled, the log was cut, or there are more than
        `MAX_CHANGED_DOCUMENTS`.
        """
        corpus_id = corpus_number(self._file, corpus)
        is_in_log = """SELECT log_kept_from <= :since AND NOT EXISTS (
            SELECT 1 FROM import_run WHERE corpus_id = :corpus AND settled_number > :since) FROM corpus
            WHERE id = :corpus"""
        touched = "SELECT DISTINCT document_id FROM change WHERE corpus_id = :corpus AND number > :since LIMIT :most"
        parameters = {"corpus": corpus_id, "since": since, "most": MAX_CHANGED_DOCUMENTS + 1}
        with self._file.snapshot():
            numbers = self._file.column(touched, parameters) if self._file.value(is_in_log, parameters) else None
        return None if numbers is None or len(numbers) > MAX_CHANGED_DOCUMENTS else np.sort(np.array(numbers, np.int64))

    def _find_renames(
        self, corpus_id: int, number: int, names: dict[int, str], old_label_ids: set[int | None]
    ) -> dict[str, str]:
        """Return the current name of each label that was renamed after change `number`, by its old name.

        Two labels can have had the same name, one after the other: a person deleted the first, and an import created
        another. `old_label_ids` has the labels that changed documents had before. It shows which of the two labels had
        the name at change `number`.
        """
        sql = "SELECT label_id, old_name FROM label_rename WHERE corpus_id = ? AND change_number > ? ORDER BY id DESC"
        first_names = dict(self._file.rows(sql, (corpus_id, number)))
        owners = {first_names.get(label, names[label]): label for label in old_label_ids if label is not None}
        return {
            old_name: names[label]
            for label, old_name in first_names.items()
            if old_name != names[label] and owners.get(old_name, label) == label
        }

    def _is_complete(self, corpus_id: int, number: int, documents: tuple[DocumentChange, ...]) -> bool:
        """Return whether the log still has all changes after `number`, and the counts of all deleted documents still
        exist.
        """
        log_start = self._file.value("SELECT log_kept_from FROM corpus WHERE id = ?", (corpus_id,))
        if number < log_start:
            return False
        removed = [change.document for change in documents if change.existed_before and not change.exists_after]
        sql = "SELECT count(*) FROM document WHERE id IN (SELECT value FROM json_each(?))"
        return bool(self._file.value(sql, (json.dumps(removed),)) == len(removed))


def _make_changes(names: dict[int, str], rows: Iterable[Sequence[Any]]) -> tuple[DocumentChange, ...]:
    changes = []
    for document, was_there, is_there, old_label, new_label, old_weight, new_weight in rows:
        old = (names.get(old_label), old_weight or 0.0) if was_there else (None, 0.0)
        new = (names.get(new_label), new_weight or 0.0) if is_there else (None, 0.0)
        if (bool(was_there), old) != (bool(is_there), new):
            changes.append(DocumentChange(document, bool(was_there), bool(is_there), old[0], new[0], old[1], new[1]))
    return tuple(changes)
