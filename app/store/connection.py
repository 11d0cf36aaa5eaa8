"""The open file: every statement of the program passes here, so errors are translated here and nowhere else.

Numbers of documents and of changes are given out once and never again.
"""

from __future__ import annotations

import json
import sqlite3
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from hashlib import blake2b
from importlib import import_module
from itertools import chain
from pathlib import Path
from typing import Any, Literal

import numpy as np
import numpy.typing as npt

from app.domain.errors import BusyWorkspace, NotAWorkspace, StoreError
from app.store.document_packing import DamagedBlob

Parameters = Sequence[Any] | Mapping[str, Any]
SharedPlace = Literal["network", "synchronised"]

ROWS_AT_ONCE = 8192
"""Rows that become numbers together; a million rows at once would need gigabytes of Python's own numbers."""
WORLD = {
    sqlite3.SQLITE_READONLY: "read-only",
    sqlite3.SQLITE_IOERR: "input-output",
    sqlite3.SQLITE_CORRUPT: "damaged",
    sqlite3.SQLITE_FULL: "full",
    sqlite3.SQLITE_CANTOPEN: "cannot-open",
    sqlite3.SQLITE_PERM: "no-permission",
    sqlite3.SQLITE_AUTH: "no-permission",
    sqlite3.SQLITE_TOOBIG: "too-large",
}
"""Complaints of SQLite that are the world's fault, not ours: its primary code to our reason."""


@contextmanager
def store_errors(path: Path) -> Iterator[None]:
    """Turn SQLite's complaints about the world into StoreError; our own bugs pass through."""
    try:
        yield
    except sqlite3.Error as error:
        code = getattr(error, "sqlite_errorcode", 0) & 0xFF
        if code in (sqlite3.SQLITE_BUSY, sqlite3.SQLITE_LOCKED):
            raise BusyWorkspace(path) from error
        if code == sqlite3.SQLITE_NOTADB:
            raise NotAWorkspace(path) from error
        if code in WORLD:
            raise StoreError(path, WORLD[code], error.sqlite_errorname) from error
        if "Could not decode to UTF-8" in str(error):
            raise StoreError(path, "damaged", "text") from error
        raise
    except (DamagedBlob, UnicodeDecodeError) as error:
        raise StoreError(path, "damaged", str(error)) from error


def row_sum(*values: object) -> int:
    """A number that changes when any value of a row does."""
    return int.from_bytes(blake2b(repr(values).encode("utf-8", "surrogatepass"), digest_size=8).digest(), signed=True)


class WorkspaceFile:
    """A connection with our transactions. `isolation_level=None`: Python opens none behind our back."""

    def __init__(self, path: Path, connection: sqlite3.Connection, *, is_read_only: bool = False) -> None:
        self.path, self.is_read_only = path, is_read_only
        self.connection = connection
        self.shared_place: SharedPlace | None = None
        """Set where a rollback journal is used because several machines may reach the file."""
        self._depth = 0
        connection.create_function("row_sum", -1, row_sum, deterministic=True)

    @property
    def version(self) -> int:
        """The version of the file: how many of the steps it has taken that make its tables."""
        return int(self.value("PRAGMA user_version"))

    def rows(self, sql: str, parameters: Parameters = ()) -> list[Any]:
        """All rows of an answer, as tuples."""
        with store_errors(self.path):
            return self.connection.execute(sql, parameters).fetchall()

    def row(self, sql: str, parameters: Parameters = ()) -> Any:
        """The first row of an answer, or None."""
        with store_errors(self.path):
            return self.connection.execute(sql, parameters).fetchone()

    def value(self, sql: str, parameters: Parameters = ()) -> Any:
        """The first column of the first row of an answer, or None."""
        row = self.row(sql, parameters)
        return None if row is None else row[0]

    def column(self, sql: str, parameters: Parameters = ()) -> list[Any]:
        """The only column of an answer."""
        return [value for (value,) in self.rows(sql, parameters)]

    def numbers(self, sql: str, parameters: Parameters = ()) -> npt.NDArray[np.float64]:
        """A numeric answer of shape (n_rows, n_columns); NULL is NaN. Whole numbers are exact up to 2^53."""
        with store_errors(self.path):
            cursor = self.connection.execute(sql, parameters)
            parts = [np.zeros(0)]
            while found := cursor.fetchmany(ROWS_AT_ONCE):
                parts.append(np.array(list(chain.from_iterable(found)), dtype=np.float64))
            return np.concatenate(parts).reshape(-1, len(cursor.description))

    def json_in(self, text: object) -> Any:
        """The value that a row holds as JSON; a row that holds none is damaged."""
        try:
            return json.loads(text)  # type: ignore[arg-type] # what is no text is damaged as well
        except (ValueError, TypeError, RecursionError) as error:
            raise StoreError(self.path, "damaged", str(error)) from error

    def each(self, sql: str, parameters: Parameters = (), *, size: int = 256) -> Iterator[Any]:
        """The rows of an answer one after another, fetched a few hundred at a time."""
        with store_errors(self.path):
            cursor = self.connection.execute(sql, parameters)
            while found := cursor.fetchmany(size):
                yield from found

    def execute(self, sql: str, parameters: Parameters = ()) -> int:
        """Run one statement; return how many rows it touched."""
        with store_errors(self.path):
            return self.connection.execute(sql, parameters).rowcount

    def execute_many(self, sql: str, rows: Iterable[Parameters]) -> None:
        """Run one statement for many rows."""
        with store_errors(self.path):
            self.connection.executemany(sql, rows)

    def write_model(self, row: int, content: bytes) -> None:
        """Fill the blob of a model, which has the length of its content: a statement would keep a copy of it."""
        with store_errors(self.path), self.connection.blobopen("model", "content", row) as blob:
            blob.write(content)

    def insert(self, table: str, record: Mapping[str, Any]) -> int:
        """Insert one record and return its number."""
        with store_errors(self.path):
            return int(import_module("app.store.sqlite_utils_tables").inserted(self.connection, table, record))

    @contextmanager
    def transaction(self) -> Iterator[None]:
        """Everything inside happens or nothing does. One inside another joins it, and can fail by itself."""
        name = f"inner_{self._depth}"
        if self._depth:
            with self._between(f"SAVEPOINT {name}", f"RELEASE {name}", f"ROLLBACK TO {name}"):
                yield
            return
        with self._between("BEGIN IMMEDIATE", "COMMIT", "ROLLBACK"):
            yield

    @contextmanager
    def snapshot(self) -> Iterator[None]:
        """Everything read inside belongs to one moment, whatever others write meanwhile."""
        if self._depth:
            yield
            return
        with self._between("BEGIN", "COMMIT", "ROLLBACK"):
            yield

    @contextmanager
    def waiting_at_most(self, milliseconds: int) -> Iterator[None]:
        """Refuse after so long, inside, what somebody else who writes keeps from being done."""
        patience_ms = self.value("PRAGMA busy_timeout")
        self.execute(f"PRAGMA busy_timeout = {milliseconds}")
        try:
            yield
        finally:
            self.execute(f"PRAGMA busy_timeout = {patience_ms}")

    def close(self) -> None:
        """Close the connection; an open transaction is rolled back by SQLite."""
        self.connection.close()

    @contextmanager
    def _between(self, begin: str, good: str, bad: str) -> Iterator[None]:
        self.execute(begin)
        self._depth += 1
        try:
            yield
            self.execute(good)
        except BaseException:
            if self.connection.in_transaction:  # SQLite may have rolled back itself, as after a full disk
                self.execute(bad)
            raise
        finally:
            self._depth -= 1


class WorkspacePart:
    """Questions to a workspace that belong together, put to its file."""

    def __init__(self, file: WorkspaceFile) -> None:
        self._file = file


def reserved_documents(file: WorkspaceFile, n_documents: int) -> int:
    """The first of so many document numbers that nobody else gets, ever."""
    sql = "UPDATE counter SET value = value + ? WHERE name = 'document' RETURNING value"
    return int(file.rows(sql, (n_documents,))[0][0]) - n_documents + 1


def next_changes(file: WorkspaceFile, corpus: int, n_changes: int) -> int:
    """Advance a corpus by so many changes; return the number before the first of them."""
    sql = "UPDATE corpus SET change_number = change_number + ? WHERE id = ? RETURNING change_number"
    return int(file.rows(sql, (n_changes, corpus))[0][0]) - n_changes
