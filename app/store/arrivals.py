"""Arrivals in watched places, and the files that were taken: noted together, so that each is taken once."""

from __future__ import annotations

import json
import os
import time
from collections.abc import Iterable, Sequence
from typing import Any

from app.domain.arrivals import HANDS_OFF, Arrival, ArrivalState, SeenFile
from app.store.file.connection import WorkspacePart
from app.store.file.document_packing import legible

_COLUMNS = """place, path, member, title, sender, content_hash, label, probability, score, reason, state, right_label,
    batch, arrived_at, changed_at"""


class Arrivals(WorkspacePart):
    """The arrivals of a workspace's watched places."""

    def take(self, seen: Iterable[SeenFile], arrivals: Sequence[Arrival] = ()) -> list[int]:
        """Note files as taken together with what came of them; return the arrivals' numbers."""
        sql = f"INSERT INTO arrival ({_COLUMNS}) VALUES ({', '.join('?' * 15)}) RETURNING id"  # noqa: S608 - our names
        with self._file.transaction():
            self._file.execute_many(
                "INSERT OR REPLACE INTO seen_file VALUES (?, ?, ?, ?)",
                ((os.fsencode(f.path), f.size_bytes, f.modified_ns, f.file_number) for f in seen),
            )
            return [int(self._file.value(sql, _row(arrival))) for arrival in arrivals]

    def seen(self) -> dict[str, SeenFile]:
        """All files that were taken, by path."""
        rows = self._file.rows("SELECT path, size_bytes, modified_ns, file_number FROM seen_file")
        return {os.fsdecode(path): SeenFile(os.fsdecode(path), *rest) for path, *rest in rows}

    def rename(self, old: str, file: SeenFile) -> None:
        """Note that a file has another name, also where something waits for it."""
        with self._file.transaction():
            self._file.execute("DELETE FROM seen_file WHERE path = ?", (os.fsencode(old),))
            self.take([file])
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
        """Note what became of an arrival."""
        sql = """UPDATE arrival SET state = ?, reason = ?, right_label = coalesce(?, right_label),
            batch = coalesce(?, batch), changed_at = ? WHERE id = ?"""
        self._file.execute(sql, (state, reason, right_label, batch, time.time(), number))

    def get(self, number: int) -> Arrival | None:
        """Return one arrival; None where there is none of that number."""
        return next(iter(self._of("WHERE id = ?", (number,))), None)

    def in_states(self, states: Sequence[ArrivalState]) -> tuple[Arrival, ...]:
        """Arrivals in some states, the oldest first."""
        where = "WHERE state IN (SELECT value FROM json_each(?)) ORDER BY arrived_at, id LIMIT 10000"
        return self._of(where, (json.dumps(states),))

    def since(self, moment_s: float, *, limit: int = 10_000) -> tuple[Arrival, ...]:
        """Arrivals since a moment, newest first."""
        return self._of("WHERE arrived_at >= ? ORDER BY arrived_at DESC, id DESC LIMIT ?", (moment_s, limit))

    def count(self, states: Sequence[ArrivalState], since_s: float = 0.0) -> int:
        """Count arrivals in some states that changed since a moment."""
        sql = "SELECT count(*) FROM arrival WHERE state IN (SELECT value FROM json_each(?)) AND changed_at >= ?"
        return int(self._file.value(sql, (json.dumps(states), since_s)))

    def hands_off(self, content_hash: bytes) -> bool:
        """Tell whether a person has decided about something with this very content."""
        sql = """SELECT 1 FROM arrival WHERE content_hash = ? AND state IN (SELECT value FROM json_each(?)) LIMIT 1"""
        return bool(content_hash) and self._file.value(sql, (content_hash, json.dumps(HANDS_OFF))) is not None

    def preference(self, name: str) -> Any:
        """Return what is set for this workspace under a name, None where nothing is."""
        value = self._file.value("SELECT value FROM preference WHERE name = ?", (name,))
        return None if value is None else self._file.json_in(value)

    def prefer(self, name: str, value: Any) -> None:
        """Set something for this workspace."""
        text = json.dumps(value, ensure_ascii=True)
        self._file.execute("INSERT OR REPLACE INTO preference VALUES (?, ?)", (name, text))

    def clear(self) -> None:
        """Forget all that arrived and was taken, and what was set."""
        with self._file.transaction():
            for table in ("arrival", "seen_file", "preference"):
                self._file.execute(f"DELETE FROM {table}")  # noqa: S608 - our names

    def _of(self, where: str, parameters: tuple[object, ...]) -> tuple[Arrival, ...]:
        rows = self._file.rows(f"SELECT {_COLUMNS}, id FROM arrival {where}", parameters)  # noqa: S608 - our names
        return tuple(_arrival(*row) for row in rows)


def _row(arrival: Arrival) -> tuple[object, ...]:
    now = time.time()
    return (
        os.fsencode(arrival.place),
        os.fsencode(arrival.path),
        legible(arrival.member),
        legible(arrival.title),
        legible(arrival.sender),
        arrival.content_hash or None,
        arrival.label,
        arrival.probability,
        arrival.score,
        arrival.reason,
        arrival.state,
        arrival.right_label,
        arrival.batch,
        arrival.arrived_at or now,
        now,
    )


def _arrival(
    place: bytes, path: bytes, member: str, title: str, sender: str, content: bytes | None, *rest: Any
) -> Arrival:
    return Arrival(os.fsdecode(place), os.fsdecode(path), member, title, sender, content or b"", *rest)
