"""The history of verdicts with what people said about them, and how the documents of a corpus judge one another."""

from __future__ import annotations

import json
import time
from collections.abc import Sequence
from dataclasses import dataclass
from zlib import crc32

import numpy as np
import numpy.typing as npt

from app.domain.records import VerdictRecord
from app.store.corpora import corpus_number
from app.store.counts.count_blobs import IntArray, decoded_numbers, encoded_numbers
from app.store.file.connection import WorkspaceFile, store_errors
from app.store.file.document_packing import DamagedBlob, compressed, decompressed, legible


@dataclass(frozen=True, slots=True, eq=False)
class LeaveOneOut:
    """The honest verdict on each document of a corpus, as of a change number."""

    change_number: int
    label_names: tuple[str, ...]
    document_numbers: IntArray
    """(n_documents,), ascending."""
    labels: npt.NDArray[np.int32]
    """(n_documents,): places in label_names; -1 where the model could not decide."""
    probabilities: npt.NDArray[np.float32]
    """(n_documents,): of the label that the document carries."""

    @property
    def stamp(self) -> int:
        """A number that other verdicts do not have, also those of another model on the same documents."""
        of_labels = crc32(self.labels.tobytes(), self.change_number & 0xFFFFFFFF)
        return crc32(self.probabilities.tobytes(), of_labels)


class Verdicts:
    """The history of verdicts."""

    def __init__(self, file: WorkspaceFile) -> None:
        self._file = file

    def add(self, verdicts: Sequence[VerdictRecord]) -> list[int]:
        """Remember verdicts; return their numbers in the same order."""
        sql = """INSERT INTO verdict (judged_at, model, path, member, title, label, probability, is_unsure, problem,
            right_label, document_id) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?) RETURNING id"""
        now = time.time()
        with self._file.transaction():
            return [int(self._file.rows(sql, _row(verdict, now))[0][0]) for verdict in verdicts]

    def correct(self, number: int, right_label: str | None, document: int | None = None) -> None:
        """Note what a person said, and the document that the verdict was learnt as."""
        sql = "UPDATE verdict SET right_label = ?, document_id = ? WHERE id = ?"
        self._file.execute(sql, (right_label, document, number))

    def recent(self, *, limit: int = 1000, before: int | None = None) -> tuple[VerdictRecord, ...]:
        """The last verdicts, or the last before one of them, newest first."""
        sql = """SELECT model, path, member, title, label, probability, is_unsure, problem, right_label, document_id,
            judged_at, id FROM verdict WHERE id < coalesce(?, id + 1) ORDER BY id DESC LIMIT ?"""
        return tuple(_verdict(*row) for row in self._file.rows(sql, (before, limit)))

    def count(self) -> int:
        """Count the verdicts that are remembered."""
        return int(self._file.value("SELECT count(*) FROM verdict"))

    def remove(self, numbers: Sequence[int]) -> None:
        """Forget some verdicts for good."""
        listed = json.dumps([int(number) for number in numbers])
        self._file.execute("DELETE FROM verdict WHERE id IN (SELECT value FROM json_each(?))", (listed,))

    def clear(self) -> None:
        """Forget all verdicts for good."""
        self._file.execute("DELETE FROM verdict")

    def keep_leave_one_out(self, corpus: str, judged: LeaveOneOut) -> None:
        """Keep the verdicts on a corpus's own documents, in place of earlier ones."""
        with self._file.transaction():
            self._file.execute(
                "INSERT OR REPLACE INTO leave_one_out VALUES (?, ?, ?, ?, ?, ?)",
                (
                    corpus_number(self._file, corpus),
                    judged.change_number,
                    json.dumps(judged.label_names),
                    encoded_numbers(judged.document_numbers),
                    compressed(judged.labels.astype("<i4").tobytes()),
                    compressed(judged.probabilities.astype("<f4").tobytes()),
                ),
            )

    def leave_one_out(self, corpus: str) -> LeaveOneOut | None:
        """The verdicts that were kept last on a corpus's own documents; some may be gone or changed since."""
        sql = """SELECT change_number, label_names, document_ids, labels, probabilities FROM leave_one_out
            WHERE corpus_id = ?"""
        with self._file.snapshot():
            row = self._file.row(sql, (corpus_number(self._file, corpus),))
        if row is None:
            return None
        with store_errors(self._file.path):
            return _leave_one_out(self._file, *row)


def _leave_one_out(
    file: WorkspaceFile, number: int, names: str, ids: bytes, labels: bytes, probabilities: bytes
) -> LeaveOneOut:
    judged = LeaveOneOut(
        number,
        tuple(file.json_in(names)),
        decoded_numbers(ids),
        np.frombuffer(decompressed(labels), "<i4").astype(np.int32),
        np.frombuffer(decompressed(probabilities), "<f4").astype(np.float32),
    )
    if not len(judged.document_numbers) == len(judged.labels) == len(judged.probabilities):
        raise DamagedBlob("verdicts and documents differ in number")
    return judged


def _row(verdict: VerdictRecord, now: float) -> tuple[object, ...]:
    place = (legible(verdict.path), legible(verdict.member), legible(verdict.title))
    judged = (verdict.label, verdict.probability, int(verdict.is_unsure), verdict.problem)
    return (verdict.judged_at or now, verdict.model, *place, *judged, verdict.right_label, verdict.document)


def _verdict(
    model: str,
    path: str,
    member: str,
    title: str,
    label: str | None,
    probability: float | None,
    is_unsure: int,
    *rest: object,
) -> VerdictRecord:
    return VerdictRecord(model, path, member, title, label, probability, bool(is_unsure), *rest)  # type: ignore[arg-type]
