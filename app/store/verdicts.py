"""Store the history of verdicts, leave-one-out verdicts, arrivals in watched folders, file moves, and judged mails."""

from __future__ import annotations

import json
import os
import re
import time
from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import asdict, dataclass, replace
from typing import Any

import numpy as np
import numpy.typing as npt

from app.domain.documents import Document
from app.domain.records import (
    ANSWERED_STATES,
    Arrival,
    ArrivalState,
    FiledBatch,
    FileMove,
    MoveState,
    SeenFile,
    VerdictRecord,
)
from app.store.connection import WorkspacePart, translate_sqlite_errors
from app.store.corpora import corpus_number
from app.store.count_blobs import IntArray, decode_numbers, encode_numbers
from app.store.document_packing import (
    DamagedBlob,
    DocumentHead,
    compress_frame,
    decompress_frame,
    pack_document,
    to_storable_text,
    unpack_document_row,
)

_COLUMNS = """model, path, member, title, label, probability, is_unsure, problem, right_label, document_id, judged_at,
    id"""
_LATEST_STORED = """ FROM model_verdicts WHERE corpus_id = ?
    ORDER BY model = ? AND model <> '' DESC, kept_at DESC LIMIT 1"""


@dataclass(frozen=True, slots=True, eq=False)
class LeaveOneOut:
    """Leave-one-out verdicts of a model on its corpus: each document is judged by the model without that document."""

    change_number: int
    """Change number of the corpus when the verdicts were computed."""
    label_names: tuple[str, ...]
    document_numbers: IntArray
    """(n_documents,): number of each document, ascending."""
    label_indices: npt.NDArray[np.int32]
    """(n_documents,): judged labels, as indices into label_names; -1 if undecided."""
    probabilities: npt.NDArray[np.float32]
    """(n_documents,): probability of the label that the document had then; of the judged label if it had none."""
    model_name: str = ""
    """Name of the model; empty for verdicts stored by an early version of the program."""
    own_label_indices: npt.NDArray[np.int32] | None = None
    """(n_documents,): the label that `probabilities` refers to, as an index into label_names. None for verdicts stored
    by an early version of the program."""


class StoredVerdicts(WorkspacePart):
    """The verdict history, and the leave-one-out verdicts of models."""

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
        self._file.table("verdict").update(number, right_label=right_label, document_id=document)

    def recent(self, *, limit: int = 1000, before: int | None = None) -> tuple[VerdictRecord, ...]:
        """Return the last `limit` verdicts of the history, newest first. `before` restricts them to older verdicts."""
        sql = f"SELECT {_COLUMNS} FROM verdict WHERE id < coalesce(?, id + 1) ORDER BY id DESC LIMIT ?"  # noqa: S608 - our names
        return tuple(_verdict_from_row(row) for row in self._file.rows(sql, (before, limit)))

    def get_many(self, numbers: Sequence[int]) -> tuple[VerdictRecord, ...]:
        """Return the verdicts of the history with these numbers, in this order, without deleted ones."""
        sql = f"""SELECT {_COLUMNS} FROM (SELECT key AS place, value AS number FROM json_each(?)) AS wanted
            CROSS JOIN verdict ON id = number ORDER BY place"""  # noqa: S608 - our names
        listed = json.dumps([int(number) for number in numbers])
        return tuple(_verdict_from_row(row) for row in self._file.rows(sql, (listed,)))

    def count(self) -> int:
        """Count the verdicts in the history."""
        return int(self._file.value("SELECT count(*) FROM verdict"))

    def remove(self, numbers: Sequence[int]) -> None:
        """Delete some verdicts."""
        listed = json.dumps([int(number) for number in numbers])
        self._file.table("verdict").delete("id IN (SELECT value FROM json_each(?))", (listed,))

    def clear(self) -> None:
        """Delete the whole history."""
        self._file.table("verdict").delete()

    def store_leave_one_out(self, corpus: str, judged: LeaveOneOut) -> None:
        """Store the leave-one-out verdicts of a model, replacing its earlier ones."""
        with self._file.transaction():
            corpus_id = corpus_number(self._file, corpus)
            latest = self._file.value("SELECT max(kept_at) FROM model_verdicts WHERE corpus_id = ?", (corpus_id,))
            self._file.execute(
                "INSERT OR REPLACE INTO model_verdicts VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)",
                (
                    corpus_id,
                    judged.model_name,
                    max(time.time_ns() // 1000, (latest or 0) + 1),
                    judged.change_number,
                    json.dumps(judged.label_names),
                    encode_numbers(judged.document_numbers),
                    compress_frame(judged.label_indices.astype("<i4").tobytes()),
                    compress_frame(judged.probabilities.astype("<f4").tobytes()),
                    None
                    if judged.own_label_indices is None
                    else compress_frame(judged.own_label_indices.astype("<i4").tobytes()),
                ),
            )

    def tested_change_number(self, corpus: str, model: str) -> int | None:
        """Return the change number of the corpus when the model's leave-one-out verdicts were computed.

        None if the model has none.
        """
        sql = "SELECT change_number FROM model_verdicts WHERE corpus_id = ? AND model = ?"
        with self._file.snapshot():
            number = self._file.value(sql, (corpus_number(self._file, corpus), model))
        return None if number is None else int(number)

    def leave_one_out(self, corpus: str, model: str = "") -> LeaveOneOut | None:
        """Return the leave-one-out verdicts of a model; if it has none, the last stored ones of any other model.

        None if no model has any. Documents may have been deleted or changed since they were computed.
        """
        sql = (
            "SELECT model, change_number, label_names, document_ids, labels, probabilities, own_labels" + _LATEST_STORED
        )
        with self._file.snapshot():
            row = self._file.row(sql, (corpus_number(self._file, corpus), model))
        if row is None:
            return None
        model, number, names, ids, labels, probabilities, own_labels = row
        with translate_sqlite_errors(self._file.path):
            judged = LeaveOneOut(
                number,
                tuple(self._file.json_in(names)),
                decode_numbers(ids),
                np.frombuffer(decompress_frame(labels), "<i4").astype(np.int32),
                np.frombuffer(decompress_frame(probabilities), "<f4").astype(np.float32),
                model,
                None if own_labels is None else np.frombuffer(decompress_frame(own_labels), "<i4").astype(np.int32),
            )
            columns = (judged.label_indices, judged.probabilities, judged.own_label_indices)
            if any(len(judged.document_numbers) != len(column) for column in columns if column is not None):
                raise DamagedBlob("verdicts and documents differ in number")
        return judged

    def leave_one_out_stamp(self, corpus: str, model: str = "") -> int:
        """Return a cache key that changes when the result of `leave_one_out` changes; -1 if that result is None."""
        stored_at = self._file.value("SELECT kept_at" + _LATEST_STORED, (corpus_number(self._file, corpus), model))
        return -1 if stored_at is None else int(stored_at)


def _verdict_from_row(row: tuple[Any, ...]) -> VerdictRecord:
    verdict = VerdictRecord(*row)
    return replace(verdict, is_unsure=bool(verdict.is_unsure))


_ARRIVAL_COLUMNS = """place, path, member, title, sender, content_hash, label, probability, score, reason, state,
    right_label, batch, arrived_at, changed_at"""


class Arrivals(WorkspacePart):
    """Documents that arrived in watched folders, and the files there that were read already."""

    def record(self, seen: Iterable[SeenFile], arrivals: Sequence[Arrival] = ()) -> list[int]:
        """Record in one transaction that files were read, and which arrivals they contain. Return the arrivals'
        numbers.
        """
        sql = f"INSERT INTO arrival ({_ARRIVAL_COLUMNS}) VALUES ({', '.join('?' * 15)}) RETURNING id"  # noqa: S608 - our names
        with self._file.transaction():
            self._file.execute_many(
                "INSERT OR REPLACE INTO seen_file VALUES (?, ?, ?, ?)",
                ((os.fsencode(f.path), f.size_bytes, f.modified_ns, f.file_number) for f in seen),
            )
            return [int(self._file.value(sql, _arrival_to_row(arrival))) for arrival in arrivals]

    def seen_files(self) -> dict[str, SeenFile]:
        """Return all files that were recorded as read, by path."""
        rows = self._file.rows("SELECT path, size_bytes, modified_ns, file_number FROM seen_file")
        return {os.fsdecode(path): SeenFile(os.fsdecode(path), *rest) for path, *rest in rows}

    def rename(self, old: str, file: SeenFile) -> None:
        """Record that the file at path `old` is now `file`, also in its arrivals that still wait for a decision."""
        with self._file.transaction():
            self._file.table("seen_file").delete("path = ?", (os.fsencode(old),))
            self.record([file])
            self._file.execute(
                "UPDATE arrival SET path = ? WHERE path = ? AND state IN ('due', 'asked', 'later', 'would', 'stays')",
                (os.fsencode(file.path), os.fsencode(old)),
            )

    def change(
        self,
        number: int,
        state: ArrivalState,
        *,
        reason: str = "",
        right_label: str | None = None,
        batch: int | None = None,
    ) -> None:
        """Set the state of an arrival. None leaves `right_label` or `batch` unchanged."""
        sql = """UPDATE arrival SET state = ?, reason = ?, right_label = coalesce(?, right_label),
            batch = coalesce(?, batch), changed_at = ? WHERE id = ?"""
        self._file.execute(sql, (state, reason, right_label, batch, time.time(), number))

    def reopen(self, number: int, reason: str) -> None:
        """Make an answered arrival wait for an answer again. Its former answer and its filing are forgotten."""
        sql = """UPDATE arrival SET state = 'asked', reason = ?, right_label = NULL, batch = NULL, changed_at = ?
            WHERE id = ?"""
        self._file.execute(sql, (reason, time.time(), number))

    def get(self, number: int) -> Arrival | None:
        """Return one arrival; None if the number does not exist."""
        return next(iter(self._select_arrivals("WHERE id = ?", (number,))), None)

    def list_in_states(self, states: Sequence[ArrivalState]) -> tuple[Arrival, ...]:
        """Return the arrivals in any of these states, oldest first, at most 10,000."""
        where = "WHERE state IN (SELECT value FROM json_each(?)) ORDER BY arrived_at, id LIMIT 10000"
        return self._select_arrivals(where, (json.dumps(states),))

    def arrivals_since(self, moment_s: float, *, limit: int = 10_000) -> tuple[Arrival, ...]:
        """Return the arrivals since a Unix time, newest first."""
        return self._select_arrivals(
            "WHERE arrived_at >= ? ORDER BY arrived_at DESC, id DESC LIMIT ?", (moment_s, limit)
        )

    def count(self, states: Sequence[ArrivalState], since_s: float = 0.0) -> int:
        """Count the arrivals in any of these states that changed since a Unix time."""
        sql = "SELECT count(*) FROM arrival WHERE state IN (SELECT value FROM json_each(?)) AND changed_at >= ?"
        return int(self._file.value(sql, (json.dumps(states), since_s)))

    def has_been_decided(self, content_hash: bytes) -> bool:
        """Return whether a person has already decided about a document with this content."""
        sql = """SELECT 1 FROM arrival WHERE content_hash = ? AND state IN (SELECT value FROM json_each(?)) LIMIT 1"""
        return bool(content_hash) and self._file.value(sql, (content_hash, json.dumps(ANSWERED_STATES))) is not None

    def preference(self, name: str) -> Any:
        """Return a setting that this workspace stores, such as the watched folders; None if it is not set."""
        value = self._file.value("SELECT value FROM preference WHERE name = ?", (name,))
        return None if value is None else self._file.json_in(value)

    def store_preference(self, name: str, value: Any) -> None:
        """Store a setting in this workspace. The value must be serialisable as JSON."""
        record = {"name": name, "value": json.dumps(value, ensure_ascii=True)}
        self._file.table("preference").insert(record, replace=True)

    def _select_arrivals(self, where: str, parameters: tuple[object, ...]) -> tuple[Arrival, ...]:
        rows = self._file.rows(f"SELECT {_ARRIVAL_COLUMNS}, id FROM arrival {where}", parameters)  # noqa: S608 - our names
        return tuple(
            Arrival(os.fsdecode(place), os.fsdecode(path), member, title, sender, content or b"", *rest)
            for place, path, member, title, sender, content, *rest in rows
        )


def _arrival_to_row(arrival: Arrival) -> tuple[object, ...]:
    now = time.time()
    place = (os.fsencode(arrival.place), os.fsencode(arrival.path), to_storable_text(arrival.member))
    heading = (to_storable_text(arrival.title), to_storable_text(arrival.sender), arrival.content_hash or None)
    verdict = (arrival.label, arrival.probability, arrival.score, arrival.reason, arrival.state, arrival.right_label)
    return (*place, *heading, *verdict, arrival.batch, arrival.arrived_at or now, now)


_SELECT_MOVES = "SELECT source, target, label, size_bytes, action, state, reason, changed_at, id, batch FROM file_move"


MOVE_REASON_FORMAT = re.compile(
    r"(?:new-folders (\d{1,9}) ?)?(?:layer (\w+) ?)?(?:modified-ns (-?\d{1,20}) ?)?(.*)", re.DOTALL
)
"""Format of the column `reason`: optional prefixes for the number of new folders, the digest of a text layer, and the
time of the filed file.

The prefixes were added after the table was released, because a new column would need a new version of the file.
"""


class Journal(WorkspacePart):
    """Journal of files that were moved or copied to label folders."""

    def plan(self, moves: Sequence[FileMove]) -> tuple[FileMove, ...]:
        """Record moves before the first one starts, as one batch. Return them with their numbers."""
        sql = """INSERT INTO file_move (batch, action, source, target, label, size_bytes, state, changed_at)
            VALUES (?, ?, ?, ?, ?, ?, 'planned', ?)"""
        with self._file.transaction():
            batch, now = self.last_batch_number() + 1, time.time()
            rows = (
                (batch, m.action, os.fsencode(m.source), os.fsencode(m.target), m.label, m.size_bytes, now)
                for m in moves
            )
            self._file.execute_many(sql, rows)
        return self.moves_of_batch(batch)

    def set_state(
        self,
        number: int,
        state: MoveState,
        reason: str = "",
        n_new_folders: int = 0,
        layer: str = "",
        modified_ns: int = 0,
    ) -> None:
        """Set the state of a move, and store what undo needs. When this returns, the data is on the disk."""
        prefixes = (
            f"new-folders {n_new_folders}" if n_new_folders else "",
            f"layer {layer}" if layer else "",
            f"modified-ns {modified_ns}" if modified_ns else "",
        )
        reason_column = " ".join(filter(None, (*prefixes, reason)))
        self._file.table("file_move").update(number, state=state, reason=reason_column, changed_at=time.time())

    def moves_of_batch(self, batch: int) -> tuple[FileMove, ...]:
        """Return the moves of one batch, in order."""
        return tuple(
            _move_from_row(*row) for row in self._file.rows(f"{_SELECT_MOVES} WHERE batch = ? ORDER BY id", (batch,))
        )

    def moves_done_since(self, since_s: float) -> tuple[FileMove, ...]:
        """Return the moves since a Unix time that were not undone, in order."""
        sql = f"{_SELECT_MOVES} WHERE state = 'done' AND changed_at >= ? ORDER BY id"
        return tuple(_move_from_row(*row) for row in self._file.rows(sql, (since_s,)))

    def last_batch_number(self) -> int:
        """Return the number of the last batch; 0 if there is none."""
        number: int = self._file.value("SELECT coalesce(max(batch), 0) FROM file_move")
        return number

    def arrival_moves_after(self, batch: int) -> tuple[FileMove, ...]:
        """Return the moves of arrivals in batches newer than `batch` that were not undone, in order."""
        of_arrivals = "batch IN (SELECT batch FROM arrival WHERE batch IS NOT NULL)"
        sql = f"{_SELECT_MOVES} WHERE state = 'done' AND batch > ? AND {of_arrivals} ORDER BY id"
        return tuple(_move_from_row(*row) for row in self._file.rows(sql, (batch,)))

    def newest_batch_by_person(self) -> FiledBatch | None:
        """Return the number of the newest batch that a person filed and that can be undone; None without any.

        Batches that the inbox filed by itself do not count.
        """
        sql = """SELECT batch, count(*), max(changed_at) FROM file_move
            WHERE state = 'done' AND batch NOT IN (SELECT batch FROM arrival WHERE batch IS NOT NULL)
            GROUP BY batch ORDER BY batch DESC LIMIT 1"""
        row = self._file.row(sql)
        return None if row is None else FiledBatch(*row)

    def batch_of(self, source: str, *, since_s: float) -> int | None:
        """Return the number of the last batch since a Unix time that moved a file from `source`; None without any."""
        sql = """SELECT max(batch) FROM file_move WHERE source = ? AND state = 'done' AND changed_at >= ?"""
        batch: int | None = self._file.value(sql, (os.fsencode(source), since_s))
        return batch

    def unfinished_moves(self) -> tuple[FileMove, ...]:
        """Return the moves that were planned or started, but not finished."""
        sql = f"{_SELECT_MOVES} WHERE state IN ('planned', 'started', 'undoing') ORDER BY id"
        return tuple(_move_from_row(*row) for row in self._file.rows(sql))

    def batches(self, *, limit: int = 100) -> tuple[tuple[FileMove, ...], ...]:
        """Return the moves of the last batches, newest batch first."""
        numbers = self._file.column("SELECT DISTINCT batch FROM file_move ORDER BY batch DESC LIMIT ?", (limit,))
        return tuple(self.moves_of_batch(batch) for batch in numbers)


def _move_from_row(source: bytes, target: bytes, *rest: Any) -> FileMove:
    move = FileMove(os.fsdecode(source), os.fsdecode(target), *rest)
    if (match := MOVE_REASON_FORMAT.fullmatch(move.reason)) is None:
        return move
    n_new_folders, layer, modified_ns, reason = match.groups()
    return replace(
        move,
        reason=reason,
        n_new_folders=int(n_new_folders or 0),
        text_layer_hash=layer or "",
        modified_ns=int(modified_ns or 0),
    )


LOCK_TIMEOUT_MS = 50
"""Lock timeout for writing a ticket: a verdict must not wait for another program's long write. Callers retry later."""


@dataclass(frozen=True, slots=True)
class Ticket:
    """A recently judged mail and its verdict, kept so that a person can correct the verdict."""

    document: Document
    label: str | None
    """Judged label; None if the verdict is unsure."""
    judged_at: float
    """Unix time of the verdict."""


class Tickets(WorkspacePart):
    """The recently judged mails whose verdicts a person can still correct."""

    def store(self, ticket: Ticket, *, most: int, oldest_s: float) -> None:
        """Store a ticket. Delete all but the last `most` tickets, and those older than `oldest_s` seconds."""
        document = pack_document(ticket.document)
        columns = ("content_hash", "kind", "title", "sender", "path", "member", "date_s", "size_bytes", "body")
        record = {name: getattr(document, name) for name in columns}
        record |= {"label": ticket.label, "judged_at": ticket.judged_at}
        table = self._file.table("ticket")
        with self._without_disk_sync(), self._file.transaction():
            table.insert(record, replace=True)
            table.delete("id <= (SELECT max(id) FROM ticket) - ?", (most,))
            table.delete("judged_at < ?", (time.time() - oldest_s,))

    def get(self, content_hash: bytes) -> Ticket | None:
        """Return the ticket of a mail by its content hash; None if it was deleted or never stored."""
        sql = """SELECT path, member, kind, title, sender, date_s, content_hash, size_bytes, body, label, judged_at
            FROM ticket WHERE content_hash = ?"""
        row = self._file.row(sql, (content_hash,))
        if row is None:
            return None
        *head, body, label, judged_at = row
        with translate_sqlite_errors(self._file.path):
            document = unpack_document_row(DocumentHead(*head), body)
        return Ticket(document, label, judged_at)

    def clear(self) -> None:
        """Delete all tickets."""
        self._file.table("ticket").delete()

    @contextmanager
    def _without_disk_sync(self) -> Iterator[None]:
        """Context manager: write without waiting for the disk, and wait for locks at most LOCK_TIMEOUT_MS."""
        self._file.execute("PRAGMA synchronous = NORMAL")
        try:
            with self._file.with_lock_timeout(LOCK_TIMEOUT_MS):
                yield
        finally:
            self._file.execute("PRAGMA synchronous = FULL")
