"""The journal of a mailbox on disk: moves before they are made, judged mails, and lessons.

One SQLite file per mailbox. A commit is on disk when it returns, so the next start finds everything that was begun.
"""

from __future__ import annotations

import sqlite3
import time
from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Literal

from bayleaf_imap.errors import MailboxError

MailState = Literal["arrived", "stays", "asked", "would", "due", "moved", "flagged", "failed", "there"]
MoveState = Literal["begun", "copied", "done", "gone", "failed", "undone"]
MAX_AGE_S = 400 * 86_400.0
TABLES = """
CREATE TABLE IF NOT EXISTS fact (name TEXT PRIMARY KEY, value TEXT NOT NULL) STRICT;
CREATE TABLE IF NOT EXISTS folder (
    name TEXT PRIMARY KEY, uidvalidity INTEGER NOT NULL, uidnext INTEGER NOT NULL, modseq INTEGER NOT NULL,
    looked_at REAL NOT NULL, learnt_down_to INTEGER, n_learnt INTEGER NOT NULL DEFAULT 0) STRICT;
CREATE TABLE IF NOT EXISTS mail (
    identity BLOB PRIMARY KEY, state TEXT NOT NULL, label TEXT, probability REAL NOT NULL, reason TEXT NOT NULL,
    lesson TEXT, lesson_by TEXT NOT NULL DEFAULT '', before TEXT, hands_off INTEGER NOT NULL DEFAULT 0,
    decided TEXT, received_at REAL NOT NULL DEFAULT 0, ticket TEXT NOT NULL DEFAULT '',
    changed_at REAL NOT NULL) STRICT;
CREATE TABLE IF NOT EXISTS place (
    folder TEXT NOT NULL, uidvalidity INTEGER NOT NULL, uid INTEGER NOT NULL, identity BLOB NOT NULL,
    flags TEXT NOT NULL DEFAULT '', PRIMARY KEY (folder, uidvalidity, uid)) STRICT, WITHOUT ROWID;
CREATE INDEX IF NOT EXISTS place_identity ON place (identity);
CREATE TABLE IF NOT EXISTS deed (
    number INTEGER PRIMARY KEY, identity BLOB NOT NULL, source TEXT NOT NULL, source_uidvalidity INTEGER NOT NULL,
    source_uid INTEGER NOT NULL, target TEXT NOT NULL, target_uidvalidity INTEGER NOT NULL DEFAULT 0,
    target_uidnext INTEGER NOT NULL DEFAULT 0, target_uid INTEGER NOT NULL DEFAULT 0, message_id TEXT NOT NULL,
    state TEXT NOT NULL, reason TEXT NOT NULL DEFAULT '', n_tries INTEGER NOT NULL DEFAULT 0,
    next_try_at REAL NOT NULL DEFAULT 0, undoes INTEGER, began_at REAL NOT NULL, changed_at REAL NOT NULL) STRICT;
CREATE INDEX IF NOT EXISTS deed_identity ON deed (identity);
CREATE INDEX IF NOT EXISTS deed_state ON deed (state) WHERE state IN ('begun', 'copied');
CREATE TABLE IF NOT EXISTS person (digest BLOB PRIMARY KEY) STRICT, WITHOUT ROWID;
"""
RESET_STATEMENTS = """
BEGIN IMMEDIATE;
DELETE FROM place;
DELETE FROM mail;
DELETE FROM folder;
UPDATE deed SET state = 'failed', reason = 'begun by an earlier version' WHERE state IN ('begun', 'copied');
PRAGMA user_version = 1;
COMMIT;
"""
"""Statements for a journal of an earlier version, which identified mails by another hash."""


@dataclass(frozen=True, slots=True)
class FolderRecord:
    """State of a folder at its last check."""

    name: str
    uidvalidity: int
    uidnext: int
    modseq: int
    looked_at: float
    learnt_down_to: int | None = None
    n_learnt: int = 0


@dataclass(frozen=True, slots=True)
class MailRecord:
    """A judged mail, wherever it is now."""

    identity: bytes
    state: MailState
    label: str | None = None
    probability: float = 0.0
    reason: str = ""
    lesson: str | None = None
    """Label under which the mail was learnt."""
    lesson_by: str = ""
    """Reason of the lesson: `first`, `move` or `flag`."""
    before: str | None = None
    """Label under which the mail was learnt before that."""
    is_hands_off: bool = False
    """Whether a person has decided about the mail; then it is never moved again."""
    decided: str | None = None
    """Label that a person gave to the mail."""
    received_at: float = 0.0
    """The server's date (INTERNALDATE), which stays when a mail is moved."""
    ticket: str = ""
    """Identifier of the mail in the mail daemon, to take back a lesson."""
    changed_at: float = 0.0


@dataclass(frozen=True, slots=True)
class MoveRecord:
    """A recorded move."""

    number: int
    identity: bytes
    source: str
    source_uidvalidity: int
    source_uid: int
    target: str
    target_uidvalidity: int
    target_uidnext: int
    target_uid: int
    message_id: str
    state: MoveState
    reason: str
    n_tries: int
    next_try_at: float
    undoes: int | None
    began_at: float
    changed_at: float


AFTER_HANDS_OFF = ("decided", "received_at", "ticket", "changed_at")


class Journal:
    """The journal file of one mailbox."""

    def __init__(self, path: Path) -> None:
        with _translate_errors():
            path.touch(mode=0o600)
            self._db = sqlite3.connect(path, timeout=10.0, isolation_level=None)
            self._db.execute("PRAGMA journal_mode = WAL")
            self._db.execute("PRAGMA synchronous = FULL")
            self._db.execute("PRAGMA cache_size = -2000")
            self._db.executescript(TABLES)
            if self._db.execute("PRAGMA user_version").fetchone()[0] < 1:
                self._db.executescript(RESET_STATEMENTS)

    def close(self) -> None:
        """Close the file."""
        self._db.close()

    @contextmanager
    def writing(self) -> Iterator[None]:
        """Run a transaction; a nested one joins the outer one."""
        if self._db.in_transaction:
            yield
            return
        with _translate_errors():
            self._db.execute("BEGIN IMMEDIATE")
            try:
                yield
            except BaseException:
                self._db.execute("ROLLBACK")
                raise
            self._db.execute("COMMIT")

    # Facts and folders

    def fact(self, name: str) -> str | None:
        """Return a stored value, or None."""
        row = self._db.execute("SELECT value FROM fact WHERE name = ?", (name,)).fetchone()
        return None if row is None else str(row[0])

    def set_fact(self, name: str, value: str | None) -> None:
        """Store a value, or delete it."""
        with self.writing():
            self._db.execute("DELETE FROM fact WHERE name = ?", (name,))
            if value is not None:
                self._db.execute("INSERT INTO fact VALUES (?, ?)", (name, value))

    def folder(self, name: str) -> FolderRecord | None:
        """Return the state of a folder at its last check, or None."""
        row = self._db.execute("SELECT * FROM folder WHERE name = ?", (name,)).fetchone()
        return None if row is None else FolderRecord(*row)

    def store_folder(self, record: FolderRecord) -> None:
        """Store the state of a folder."""
        with self.writing():
            self._db.execute(
                "INSERT OR REPLACE INTO folder VALUES (?, ?, ?, ?, ?, ?, ?)",
                (record.name, record.uidvalidity, record.uidnext, record.modseq, record.looked_at,
                 record.learnt_down_to, record.n_learnt),
            )  # fmt: skip

    def rename_folder(self, before: str, after: str) -> None:
        """Store the new name of a folder."""
        with self.writing():
            self._db.execute("UPDATE OR REPLACE folder SET name = ? WHERE name = ?", (after, before))
            self._db.execute("UPDATE OR REPLACE place SET folder = ? WHERE folder = ?", (after, before))
            self._db.execute("UPDATE deed SET source = ? WHERE source = ?", (after, before))
            self._db.execute("UPDATE deed SET target = ? WHERE target = ?", (after, before))

    # Mails and their places

    def mail(self, identity: bytes) -> MailRecord | None:
        """Return the record of a mail, or None."""
        row = self._db.execute("SELECT * FROM mail WHERE identity = ?", (identity,)).fetchone()
        if row is None:
            return None
        first, last = row[:8], row[9:]
        return replace(MailRecord(*first), is_hands_off=bool(row[8]), **dict(zip(AFTER_HANDS_OFF, last, strict=True)))

    def store_mail(self, record: MailRecord) -> None:
        """Store a mail."""
        with self.writing():
            self._db.execute(
                "INSERT OR REPLACE INTO mail VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)",
                (record.identity, record.state, record.label, record.probability, record.reason, record.lesson,
                 record.lesson_by, record.before, int(record.is_hands_off), record.decided, record.received_at,
                 record.ticket, time.time()),
            )  # fmt: skip

    def places(self, identity: bytes) -> list[tuple[str, int, int]]:
        """Return the places of a mail: folder, UIDVALIDITY and UID."""
        found = self._db.execute("SELECT folder, uidvalidity, uid FROM place WHERE identity = ?", (identity,))
        return list(found.fetchall())

    def identity_at(self, folder: str, uidvalidity: int, uid: int) -> bytes | None:
        """Return the hash of the mail at a place."""
        query = "SELECT identity FROM place WHERE folder = ? AND uidvalidity = ? AND uid = ?"
        row = self._db.execute(query, (folder, uidvalidity, uid)).fetchone()
        return None if row is None else row[0]

    def store_place(self, folder: str, uidvalidity: int, uid: int, identity: bytes, flags: str = "") -> None:
        """Store the place of a mail, with its junk keywords."""
        with self.writing():
            self._db.execute(
                "INSERT OR REPLACE INTO place VALUES (?, ?, ?, ?, ?)", (folder, uidvalidity, uid, identity, flags)
            )

    def newest_places(self, folder: str, uidvalidity: int, most: int) -> dict[int, tuple[bytes, str]]:
        """Return the newest mails of a folder by UID, with their junk keywords."""
        found = self._db.execute(
            "SELECT uid, identity, flags FROM place WHERE folder = ? AND uidvalidity = ? ORDER BY uid DESC LIMIT ?",
            (folder, uidvalidity, most),
        )
        return {uid: (identity, flags) for uid, identity, flags in found}

    # Deeds

    def begin_move(
        self, identity: bytes, source: tuple[str, int, int], target: str, message_id: str, undoes: int | None = None
    ) -> int:
        """Record a move before it is made."""
        with self.writing():
            now_s = time.time()
            made = self._db.execute(
                "INSERT INTO deed (identity, source, source_uidvalidity, source_uid, target, message_id, state, undoes,"
                " began_at, changed_at) VALUES (?, ?, ?, ?, ?, ?, 'begun', ?, ?, ?)",
                (identity, *source, target, message_id, undoes, now_s, now_s),
            )
            return int(made.lastrowid or 0)

    def update_move(self, number: int, **changes: str | int | float) -> None:
        """Update a recorded move."""
        with self.writing():
            names = ", ".join(f"{name} = ?" for name in changes)
            self._db.execute(
                f"UPDATE deed SET {names}, changed_at = ? WHERE number = ?",  # noqa: S608 - names of this source
                (*changes.values(), time.time(), number),
            )

    def moves(self, states: Sequence[MoveState], since_s: float = 0.0) -> list[MoveRecord]:
        """Return the moves in some states."""
        marks = ", ".join("?" for _ in states)
        query = f"SELECT * FROM deed WHERE state IN ({marks}) AND began_at >= ? ORDER BY number"  # noqa: S608
        return [MoveRecord(*row) for row in self._db.execute(query, (*states, since_s))]

    def next_try_at(self) -> float | None:
        """Return the time of the next attempt; None if no move is waiting."""
        query = "SELECT min(next_try_at) FROM deed WHERE state IN ('begun', 'copied')"
        found: float | None = self._db.execute(query).fetchone()[0]
        return found

    def moves_of(self, identity: bytes) -> list[MoveRecord]:
        """Return the moves of a mail, newest first."""
        found = self._db.execute("SELECT * FROM deed WHERE identity = ? ORDER BY number DESC", (identity,))
        return [MoveRecord(*row) for row in found]

    def last_moved(self, most: int, since_s: float) -> list[MoveRecord]:
        """Return the newest completed moves, without undo moves."""
        query = (
            "SELECT * FROM deed WHERE state = 'done' AND undoes IS NULL AND began_at >= ? ORDER BY number DESC LIMIT ?"
        )
        return [MoveRecord(*row) for row in self._db.execute(query, (since_s, most))]

    # Counts, people, order

    def count_by_state(self, since_s: float = 0.0) -> dict[str, int]:
        """Return the number of mails in each state."""
        query = "SELECT state, count(*) FROM mail WHERE changed_at >= ? GROUP BY state"
        return dict(self._db.execute(query, (since_s,)).fetchall())

    def count_moves(self, state: MoveState, since_s: float = 0.0) -> int:
        """Return the number of moves in a state, without undo moves."""
        query = "SELECT count(*) FROM deed WHERE state = ? AND began_at >= ? AND undoes IS NULL"
        return int(self._db.execute(query, (state, since_s)).fetchone()[0])

    def trial(self) -> tuple[int, int, int]:
        """Return three numbers of a trial: mails that would have been moved, how many of them a person decided about,
        and how many of these decisions differ.
        """
        query = (
            "SELECT count(*), count(decided), coalesce(sum(decided IS NOT NULL AND decided IS NOT label), 0)"
            " FROM mail WHERE state = 'would'"
        )
        would, decided, otherwise = self._db.execute(query).fetchone()
        return int(would), int(decided), int(otherwise)

    def add_people(self, digests: Iterable[bytes]) -> None:
        """Store the hashes of recipients."""
        with self.writing():
            self._db.executemany("INSERT OR IGNORE INTO person VALUES (?)", [(digest,) for digest in digests])

    def is_known(self, digest: bytes) -> bool:
        """Return whether mail was sent to the address with this hash."""
        return self._db.execute("SELECT 1 FROM person WHERE digest = ?", (digest,)).fetchone() is not None

    def delete_old_entries(self) -> None:
        """Delete entries that are too old for any move."""
        with self.writing():
            oldest_s = time.time() - MAX_AGE_S
            self._db.execute("DELETE FROM deed WHERE changed_at < ? AND state NOT IN ('begun', 'copied')", (oldest_s,))
            self._db.execute(
                "DELETE FROM place WHERE identity IN (SELECT identity FROM mail WHERE changed_at < ?)", (oldest_s,)
            )
            self._db.execute("DELETE FROM mail WHERE changed_at < ?", (oldest_s,))


@contextmanager
def _translate_errors() -> Iterator[None]:
    try:
        yield
    except (sqlite3.IntegrityError, sqlite3.ProgrammingError):
        raise  # our own fault, not the world's
    except (sqlite3.DatabaseError, OSError) as error:
        raise MailboxError("state", why=str(error)) from error
