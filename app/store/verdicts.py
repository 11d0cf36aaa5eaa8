"""The history of verdicts with people's corrections, and the leave-one-out verdicts of models on their corpora."""

from __future__ import annotations

import json
import time
from collections.abc import Sequence
from dataclasses import asdict, replace
from typing import Any

import numpy as np
import numpy.typing as npt

from app.domain.records import VerdictRecord
from app.store.connection import WorkspacePart, store_errors
from app.store.corpora import corpus_number
from app.store.count_blobs import IntArray, decode_numbers, encode_numbers
from app.store.document_packing import (
    DamagedBlob,
    compress_frame,
    decompress_frame,
    to_storable_text,
)
from nbengine.lazy_dataclasses import dataclass

_COLUMNS = """model, path, member, title, label, probability, is_unsure, problem, right_label, document_id, judged_at,
    id"""
_KEPT_LAST = """ FROM model_verdicts WHERE corpus_id = ?
    ORDER BY model = ? AND model <> '' DESC, kept_at DESC LIMIT 1"""


@dataclass(frozen=True, slots=True, eq=False)
class LeaveOneOut:
    """Leave-one-out verdict on each document of a corpus, as of a change number."""

    change_number: int
    label_names: tuple[str, ...]
    document_numbers: IntArray
    """(n_documents,), ascending."""
    labels: npt.NDArray[np.int32]
    """(n_documents,): judged labels, as indices into label_names; -1 if undecided."""
    probabilities: npt.NDArray[np.float32]
    """(n_documents,): probability of the document's own label at that time; of the judged label if it had none."""
    model: str = ""
    """Name of the model; empty for verdicts stored by an early version of the program."""
    own_labels: npt.NDArray[np.int32] | None = None
    """(n_documents,): the label that `probabilities` refers to, as an index into label_names. None for verdicts stored
    by an early version of the program."""


class StoredVerdicts(WorkspacePart):
    """Verdict history, and leave-one-out verdicts."""

    def add(self, verdicts: Sequence[VerdictRecord]) -> list[int]:
        """Add verdicts to the history; return their numbers in the same order."""
        sql = """INSERT INTO verdict (judged_at, model, path, member, title, label, probability, is_unsure, problem,
            right_label, document_id) VALUES (:judged_at, :model, :path, :member, :title, :label, :probability,
            :is_unsure, :problem, :right_label, :document) RETURNING id"""
        now = time.time()
        texts = (
            {"path": to_storable_text(v.path), "member": to_storable_text(v.member), "title": to_storable_text(v.title)}
            for v in verdicts
        )
        rows = [{**asdict(v), **text, "judged_at": v.judged_at or now} for v, text in zip(verdicts, texts, strict=True)]
        with self._file.transaction():
            return [int(self._file.rows(sql, row)[0][0]) for row in rows]

    def correct(self, number: int, right_label: str | None, document: int | None = None) -> None:
        """Store a person's correction of a verdict, and the number of the document that was learnt from it."""
        sql = "UPDATE verdict SET right_label = ?, document_id = ? WHERE id = ?"
        self._file.execute(sql, (right_label, document, number))

    def recent(self, *, limit: int = 1000, before: int | None = None) -> tuple[VerdictRecord, ...]:
        """Return the last verdicts, newest first; only those before the verdict `before`, if given."""
        sql = f"SELECT {_COLUMNS} FROM verdict WHERE id < coalesce(?, id + 1) ORDER BY id DESC LIMIT ?"  # noqa: S608 - our names
        return tuple(_verdict(row) for row in self._file.rows(sql, (before, limit)))

    def of(self, numbers: Sequence[int]) -> tuple[VerdictRecord, ...]:
        """Return the verdicts with these numbers, in this order; removed ones are left out."""
        sql = f"""SELECT {_COLUMNS} FROM (SELECT key AS place, value AS number FROM json_each(?)) AS wanted
            CROSS JOIN verdict ON id = number ORDER BY place"""  # noqa: S608 - our names
        listed = json.dumps([int(number) for number in numbers])
        return tuple(_verdict(row) for row in self._file.rows(sql, (listed,)))

    def count(self) -> int:
        """Count the verdicts in the history."""
        return int(self._file.value("SELECT count(*) FROM verdict"))

    def remove(self, numbers: Sequence[int]) -> None:
        """Delete some verdicts."""
        listed = json.dumps([int(number) for number in numbers])
        self._file.execute("DELETE FROM verdict WHERE id IN (SELECT value FROM json_each(?))", (listed,))

    def clear(self) -> None:
        """Delete the whole history."""
        self._file.execute("DELETE FROM verdict")

    def keep_leave_one_out(self, corpus: str, judged: LeaveOneOut) -> None:
        """Store the leave-one-out verdicts of a model, replacing its earlier ones."""
        with self._file.transaction():
            corpus_id = corpus_number(self._file, corpus)
            latest = self._file.value("SELECT max(kept_at) FROM model_verdicts WHERE corpus_id = ?", (corpus_id,))
            self._file.execute(
                "INSERT OR REPLACE INTO model_verdicts VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)",
                (
                    corpus_id,
                    judged.model,
                    max(time.time_ns() // 1000, (latest or 0) + 1),
                    judged.change_number,
                    json.dumps(judged.label_names),
                    encode_numbers(judged.document_numbers),
                    compress_frame(judged.labels.astype("<i4").tobytes()),
                    compress_frame(judged.probabilities.astype("<f4").tobytes()),
                    None if judged.own_labels is None else compress_frame(judged.own_labels.astype("<i4").tobytes()),
                ),
            )

    def leave_one_out(self, corpus: str, model: str = "") -> LeaveOneOut | None:
        """Return the leave-one-out verdicts of a model; if it has none, the last stored ones of any model.

        None if the corpus has no verdicts. Documents may have been deleted or changed since.
        """
        sql = "SELECT model, change_number, label_names, document_ids, labels, probabilities, own_labels" + _KEPT_LAST
        with self._file.snapshot():
            row = self._file.row(sql, (corpus_number(self._file, corpus), model))
        if row is None:
            return None
        model, number, names, ids, labels, probabilities, own_labels = row
        with store_errors(self._file.path):
            judged = LeaveOneOut(
                number,
                tuple(self._file.json_in(names)),
                decode_numbers(ids),
                np.frombuffer(decompress_frame(labels), "<i4").astype(np.int32),
                np.frombuffer(decompress_frame(probabilities), "<f4").astype(np.float32),
                model,
                None if own_labels is None else np.frombuffer(decompress_frame(own_labels), "<i4").astype(np.int32),
            )
            columns = (judged.labels, judged.probabilities, judged.own_labels)
            if any(len(judged.document_numbers) != len(column) for column in columns if column is not None):
                raise DamagedBlob("verdicts and documents differ in number")
        return judged

    def leave_one_out_stamp(self, corpus: str, model: str = "") -> int:
        """Return a cache key that changes when the result of `leave_one_out` changes; -1 if that is None."""
        stored_at = self._file.value("SELECT kept_at" + _KEPT_LAST, (corpus_number(self._file, corpus), model))
        return -1 if stored_at is None else int(stored_at)


def _verdict(row: tuple[Any, ...]) -> VerdictRecord:
    verdict = VerdictRecord(*row)
    return replace(verdict, is_unsure=bool(verdict.is_unsure))
