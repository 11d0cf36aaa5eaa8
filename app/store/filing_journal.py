"""Files filed away: what was planned, begun, done and undone, so that a crash in between can be told and mended.

A move is noted as started before the file is touched and as done after. What is found `started` or `undoing` when the
program comes back was interrupted: whether the file is at its source or its target says which way to finish.
Paths are kept as the system's bytes, since a name need not be text.
"""

from __future__ import annotations

import os
import re
import time
from collections.abc import Sequence
from dataclasses import replace
from typing import Literal

from app.domain.records import FileMove, MoveState
from app.store.file.connection import WorkspacePart

_MOVES = "SELECT source, target, label, size_bytes, action, state, reason, changed_at, id, batch FROM file_move"


FACTS = re.compile(r"(?:new-folders (\d+) ?)?(?:layer (\w+) ?)?(.*)", re.DOTALL)
"""A move's folders that were made for it, and the file with a layer of text, before the reason, if it has one."""


class Journal(WorkspacePart):
    """The journal of files moved or copied."""

    def plan(self, moves: Sequence[FileMove]) -> tuple[FileMove, ...]:
        """Note a batch of moves before any of them begins; return them with their numbers."""
        sql = """INSERT INTO file_move (batch, action, source, target, label, size_bytes, state, changed_at)
            VALUES (?, ?, ?, ?, ?, ?, 'planned', ?)"""
        with self._file.transaction():
            batch = self._file.value("SELECT coalesce(max(batch), 0) + 1 FROM file_move")
            rows = (
                (batch, move.action, os.fsencode(move.source), os.fsencode(move.target), move.label, move.size_bytes)
                for move in moves
            )
            now = time.time()
            self._file.execute_many(sql, ((*row, now) for row in rows))
        return self.of_batch(batch)

    def note(self, number: int, state: MoveState, reason: str = "", n_new_folders: int = 0, layer: str = "") -> None:
        """Note what became of a move, and what is to be known to undo it; on disk before this returns."""
        folders = f"new-folders {n_new_folders}" if n_new_folders else ""
        told = " ".join(filter(None, (folders, f"layer {layer}" if layer else "", reason)))
        sql = "UPDATE file_move SET state = ?, reason = ?, changed_at = ? WHERE id = ?"
        self._file.execute(sql, (state, told, time.time(), number))

    def of_batch(self, batch: int) -> tuple[FileMove, ...]:
        """The moves of one batch, in their order."""
        return tuple(_move(*row) for row in self._file.rows(f"{_MOVES} WHERE batch = ? ORDER BY id", (batch,)))

    def batch_of(self, source: str, *, since_s: float) -> int | None:
        """The last batch that took a file from a place since a moment, None where none did."""
        sql = """SELECT max(batch) FROM file_move WHERE source = ? AND state = 'done' AND changed_at >= ?"""
        batch: int | None = self._file.value(sql, (os.fsencode(source), since_s))
        return batch

    def unfinished(self) -> tuple[FileMove, ...]:
        """Moves that were planned or begun and never finished."""
        sql = f"{_MOVES} WHERE state IN ('planned', 'started', 'undoing') ORDER BY id"
        return tuple(_move(*row) for row in self._file.rows(sql))

    def batches(self, *, limit: int = 100) -> tuple[tuple[FileMove, ...], ...]:
        """The last batches, newest first."""
        numbers = self._file.column("SELECT DISTINCT batch FROM file_move ORDER BY batch DESC LIMIT ?", (limit,))
        return tuple(self.of_batch(batch) for batch in numbers)

    def remove(self, batch: int) -> None:
        """Forget a batch for good."""
        self._file.execute("DELETE FROM file_move WHERE batch = ?", (batch,))


def _move(
    source: bytes,
    target: bytes,
    label: str,
    size_bytes: int,
    action: Literal["move", "copy"],
    state: MoveState,
    reason: str,
    *rest: object,
) -> FileMove:
    found = FACTS.fullmatch(reason)
    n_new_folders, layer, reason = (found[1], found[2], found[3]) if found is not None else (None, None, reason)
    move = FileMove(os.fsdecode(source), os.fsdecode(target), label, size_bytes, action, state, reason, *rest)  # type: ignore[arg-type]
    return replace(move, n_new_folders=int(n_new_folders or 0), layer=layer or "")
