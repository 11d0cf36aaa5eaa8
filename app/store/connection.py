"""The open SQLite connection. Every SQL statement goes through it, so SQLite's errors are translated only here.

Document numbers and change numbers are allocated here and never reused.
"""

from __future__ import annotations

import json
import sqlite3
import time
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from hashlib import blake2b
from importlib import import_module
from itertools import chain
from pathlib import Path
from typing import TYPE_CHECKING, Any, Literal

import numpy as np
import numpy.typing as npt

from app.domain.errors import BusyWorkspace, NotAWorkspace, StoreError
from app.domain.jobs import LOCK_WAIT
from app.store.document_packing import DamagedBlob

if TYPE_CHECKING:
    from sqlite_utils import Database
    from sqlite_utils.db import Table

Parameters = Sequence[Any] | Mapping[str, Any]
SharedStorage = Literal["network", "synchronised"]

DAMAGE_CHECK_S, PROGRESS_STEPS = 10.0, 100_000
MAX_VALUE_BYTES = (1 << 28) + (1 << 20)
"""Largest value that is read or written, apart from the content of models, which is read and written piece by piece.

SQLite itself allows 1 GB, and `info` of a forged file with 700 MB of text in one value took 3.9 GB of memory. The
largest values that this package writes are 256 MB plus the header and checksum of their frame.
"""
MAX_NUMBER = 1 << 53
"""Largest document and change number: larger ones are not exact in a float64 array."""
MAX_MODEL_BYTES = 1_000_000_000
"""Largest content of a model: SQLite's own limit of a value."""
LOCK_STEP_MS = 1_000
PIECE_BYTES = 1 << 20
ROWS_AT_ONCE = 8192
"""Rows converted to an array at a time: a million rows at once would need gigabytes of Python number objects."""
EXTERNAL_ERRORS = {
    sqlite3.SQLITE_READONLY: "read-only",
    sqlite3.SQLITE_IOERR: "input-output",
    sqlite3.SQLITE_CORRUPT: "damaged",
    sqlite3.SQLITE_FULL: "full",
    sqlite3.SQLITE_CANTOPEN: "cannot-open",
    sqlite3.SQLITE_PERM: "no-permission",
    sqlite3.SQLITE_AUTH: "no-permission",
    sqlite3.SQLITE_TOOBIG: "too-large",
}
"""SQLite's primary result codes with an external cause → reason of the StoreError. Other codes are bugs."""


@contextmanager
def translate_sqlite_errors(path: Path, *, is_reading: bool = False) -> Iterator[None]:
    """Context manager: raise StoreError for an SQLite error that damaged data or something outside the program caused.

    With `is_reading`, a value above the length limit is damage. Other errors are bugs of the program and are not
    translated.
    """
    try:
        yield
    except sqlite3.Error as error:
        code = getattr(error, "sqlite_errorcode", 0) & 0xFF
        if is_reading and code == sqlite3.SQLITE_TOOBIG:  # the file has a value that this package never writes
            raise StoreError(path, "damaged", "overgrown") from error
        if code in (sqlite3.SQLITE_BUSY, sqlite3.SQLITE_LOCKED):
            raise BusyWorkspace(path) from error
        if code == sqlite3.SQLITE_NOTADB:
            raise NotAWorkspace(path) from error
        if code in EXTERNAL_ERRORS:
            raise StoreError(path, EXTERNAL_ERRORS[code], error.sqlite_errorname) from error
        if "Could not decode to UTF-8" in str(error):
            raise StoreError(path, "damaged", "text") from error
        raise
    except (DamagedBlob, UnicodeDecodeError) as error:
        raise StoreError(path, "damaged", str(error)) from error


def row_sum(*values: object) -> int:
    """Return a 64-bit checksum of the values of a row. It is registered as an SQL function."""
    return int.from_bytes(blake2b(repr(values).encode("utf-8", "surrogatepass"), digest_size=8).digest(), signed=True)


class RecordTable:
    """Reads and writes single records of a table with sqlite-utils.

    Each call is atomic; inside a transaction it is a part of that transaction. A call takes 25 to 60 µs more than its
    SQL statement. So statements that run once per document, or handle many rows, are written in SQL instead.
    """

    def __init__(self, table: Table, path: Path) -> None:
        self._table, self._path = table, path

    def insert(self, record: Mapping[str, Any], *, replace: bool = False) -> int:
        """Insert a record and return its row id. With `replace`, an existing record with the same key is replaced."""
        with translate_sqlite_errors(self._path):
            return int(self._table.insert(dict(record), replace=replace).last_rowid or 0)

    def insert_all(self, records: Iterable[Mapping[str, Any]], *, replace: bool = False) -> None:
        """Insert records that all have the same columns."""
        with translate_sqlite_errors(self._path):
            self._table.insert_all(map(dict, records), replace=replace)

    def update(self, number: int, **values: Any) -> None:
        """Set columns of the record with the row id `number`. If there is no such record, nothing happens."""
        with translate_sqlite_errors(self._path):
            if self._table.count_where("rowid = ?", [number]):
                self._table.update(number, values)

    def delete(self, where: str | None = None, parameters: Sequence[Any] = ()) -> None:
        """Delete the records that meet a condition, or all of them."""
        with translate_sqlite_errors(self._path):
            self._table.delete_where(where, parameters)


class WorkspaceFile:
    """An SQLite connection with explicit transactions.

    The connection must have `isolation_level=None`, so that Python starts no transactions itself.
    """

    def __init__(self, path: Path, connection: sqlite3.Connection, *, is_read_only: bool = False) -> None:
        self.path, self.is_read_only = path, is_read_only
        self.connection = connection
        self.shared_place: SharedStorage | None = None
        """Kind of shared drive that the file is on, or None. There, a rollback journal is used instead of WAL."""
        self._depth = 0
        connection.create_function("row_sum", -1, row_sum, deterministic=True)

    @property
    def version(self) -> int:
        """Schema version: the number of migration steps applied."""
        return int(self.value("PRAGMA user_version"))

    def rows(self, sql: str, parameters: Parameters = ()) -> list[Any]:
        """Run a query; return all rows as tuples."""
        with translate_sqlite_errors(self.path, is_reading=True):
            return self.connection.execute(sql, parameters).fetchall()

    def row(self, sql: str, parameters: Parameters = ()) -> Any:
        """Run a query; return the first row, or None."""
        with translate_sqlite_errors(self.path, is_reading=True):
            return self.connection.execute(sql, parameters).fetchone()

    def value(self, sql: str, parameters: Parameters = ()) -> Any:
        """Run a query; return the first column of the first row, or None."""
        row = self.row(sql, parameters)
        return None if row is None else row[0]

    def column(self, sql: str, parameters: Parameters = ()) -> list[Any]:
        """Run a query with one column; return its values."""
        return [value for (value,) in self.rows(sql, parameters)]

    def numbers(self, sql: str, parameters: Parameters = ()) -> npt.NDArray[np.float64]:
        """Run a numeric query; return an array of shape (n_rows, n_columns).

        NULL becomes NaN. Integers are exact up to 2^53.
        """
        with translate_sqlite_errors(self.path, is_reading=True):
            cursor = self.connection.execute(sql, parameters)
            parts = [np.zeros(0)]
            while rows := cursor.fetchmany(ROWS_AT_ONCE):
                parts.append(np.array(list(chain.from_iterable(rows)), dtype=np.float64))
            return np.concatenate(parts).reshape(-1, len(cursor.description))

    def json_in(self, text: object) -> Any:
        """Decode a JSON column. Raise StoreError("damaged") if it is not JSON."""
        try:
            return json.loads(text)  # type: ignore[arg-type] # a value that is not text is damage as well
        except (ValueError, TypeError, RecursionError) as error:
            raise StoreError(self.path, "damaged", str(error)) from error

    def iterate_rows(self, sql: str, parameters: Parameters = (), *, size: int = 256) -> Iterator[Any]:
        """Run a query; yield its rows, fetched `size` at a time."""
        with translate_sqlite_errors(self.path, is_reading=True):
            cursor = self.connection.execute(sql, parameters)
            while rows := cursor.fetchmany(size):
                yield from rows

    def first_damage(self, seconds: float = DAMAGE_CHECK_S) -> str:
        """Return the first problem that SQLite's integrity check finds, such as a text in a numeric column; or "".

        The check stops after `seconds`. Call this after an error that damaged data may have caused.
        """
        ends_s = time.monotonic() + seconds
        self.connection.set_progress_handler(lambda: time.monotonic() > ends_s, PROGRESS_STEPS)
        try:
            (result,) = self.connection.execute("PRAGMA quick_check(1)").fetchone()
            kind = self.connection.execute("SELECT typeof(value) FROM counter WHERE name = 'document'").fetchone()
        except sqlite3.OperationalError as error:
            return "" if error.sqlite_errorcode == sqlite3.SQLITE_INTERRUPT else error.sqlite_errorname
        except sqlite3.Error as error:
            return error.sqlite_errorname
        finally:
            self.connection.set_progress_handler(None, 0)
        if result != "ok":
            return str(result)
        return "" if kind == ("integer",) else "counter"

    def execute(self, sql: str, parameters: Parameters = ()) -> int:
        """Run one statement; return the number of rows changed."""
        with translate_sqlite_errors(self.path):
            return self.connection.execute(sql, parameters).rowcount

    def execute_many(self, sql: str, rows: Iterable[Parameters]) -> None:
        """Run one statement for each row of parameters."""
        with translate_sqlite_errors(self.path):
            self.connection.executemany(sql, rows)

    @contextmanager
    def value_limit(self, n_bytes: int) -> Iterator[None]:
        """Context manager: a value of more than `n_bytes` cannot be read or written.

        SQLite raises an error before it reads such a value.
        """
        allowed = self.connection.setlimit(sqlite3.SQLITE_LIMIT_LENGTH, n_bytes)
        try:
            yield
        finally:
            self.connection.setlimit(sqlite3.SQLITE_LIMIT_LENGTH, allowed)

    def read_model(self, row: int, piece_bytes: int = PIECE_BYTES) -> Iterator[bytes]:
        """Yield the content of the model with the row id `row` in pieces of `piece_bytes`; if that is -1, as one piece.

        The content must not be NULL.
        """
        with (
            translate_sqlite_errors(self.path),
            self.connection.blobopen("model", "content", row, readonly=True) as blob,
        ):
            while piece := blob.read(piece_bytes):
                yield piece

    def write_model(self, row: int, content: bytes) -> None:
        """Write the content of a model into its blob, which already has the right length.

        Incremental I/O avoids the second copy of the bytes that a bound parameter makes.
        """
        with translate_sqlite_errors(self.path), self.connection.blobopen("model", "content", row) as blob:
            blob.write(content)

    def table(self, name: str) -> RecordTable:
        """Return the table of this name for reading and writing single records.

        The first call imports sqlite-utils, which takes 57 ms.
        """
        utils = import_module("sqlite_utils")
        database: Database = utils.Database(
            self.connection, execute_plugins=False, recursive_triggers=False, strict=True
        )
        return RecordTable(database.table(name), self.path)

    @contextmanager
    def transaction(self) -> Iterator[None]:
        """Run the `with` block as one atomic transaction. A nested one is a savepoint and can be rolled back alone."""
        name = f"inner_{self._depth}"
        if self._depth:
            with self._nested_block(f"SAVEPOINT {name}", f"RELEASE {name}", f"ROLLBACK TO {name}"):
                yield
            return
        with self._nested_block("BEGIN IMMEDIATE", "COMMIT", "ROLLBACK"):
            yield

    def _take_write_lock(self) -> None:
        """Begin a transaction that writes. If another program writes, wait as long as `LOCK_WAIT` allows.

        A training of minutes must not be lost because another program writes for 60 s when it ends.
        """
        timeout_ms, wait = self.value("PRAGMA busy_timeout"), LOCK_WAIT.get()
        if wait is None or timeout_ms <= LOCK_STEP_MS:  # the caller wants an error soon
            self.execute("BEGIN IMMEDIATE")
            return
        ends_s = time.monotonic() + max(timeout_ms, wait.timeout_ms) / 1000
        with self.with_lock_timeout(LOCK_STEP_MS):
            while True:
                try:
                    self.execute("BEGIN IMMEDIATE")
                except BusyWorkspace:
                    if time.monotonic() > ends_s:
                        raise
                    wait.report_wait(self.path.name)
                else:
                    return

    @contextmanager
    def snapshot(self) -> Iterator[None]:
        """Make all reads in the `with` block see the same state of the file."""
        if self._depth:
            yield
            return
        with self._nested_block("BEGIN", "COMMIT", "ROLLBACK"):
            yield

    @contextmanager
    def with_lock_timeout(self, milliseconds: int) -> Iterator[None]:
        """Context manager: wait at most `milliseconds` for a lock of another program, then raise BusyWorkspace."""
        timeout_ms = self.value("PRAGMA busy_timeout")
        self.execute(f"PRAGMA busy_timeout = {milliseconds}")
        try:
            yield
        finally:
            self.execute(f"PRAGMA busy_timeout = {timeout_ms}")

    def close(self) -> None:
        """Close the connection. SQLite rolls back an open transaction."""
        self.connection.close()

    @contextmanager
    def _nested_block(self, begin: str, on_success: str, on_error: str) -> Iterator[None]:
        """Context manager: run `begin`, then the `with` block, then `on_success`; `on_error` if an exception was
        raised.
        """
        if begin == "BEGIN IMMEDIATE":
            self._take_write_lock()
        else:
            self.execute(begin)
        self._depth += 1
        try:
            yield
            self.execute(on_success)
        except BaseException:
            if self.connection.in_transaction:  # SQLite may have rolled back itself, as after a full disk
                self.execute(on_error)
            raise
        finally:
            self._depth -= 1


class WorkspacePart:
    """Base class of the attributes of `Workspace`. Each attribute has the queries on one subject."""

    def __init__(self, file: WorkspaceFile) -> None:
        self._file = file


def reserve_document_numbers(file: WorkspaceFile, n_documents: int) -> int:
    """Allocate `n_documents` consecutive document numbers; return the first. Numbers are never reused."""
    sql = "UPDATE counter SET value = value + ? WHERE name = 'document'"
    sql += f" AND {_valid_counter_sql('value')} RETURNING value"
    return _advance_counter(file, sql, (n_documents,)) - n_documents + 1


def advance_change_number(file: WorkspaceFile, corpus: int, n_changes: int) -> int:
    """Increase the change number of a corpus by `n_changes`; return its former value."""
    sql = "UPDATE corpus SET change_number = change_number + ? WHERE id = ?"
    sql += f" AND {_valid_counter_sql('change_number')} RETURNING change_number"
    return _advance_counter(file, sql, (n_changes, corpus)) - n_changes


def _valid_counter_sql(column: str) -> str:
    return f"typeof({column}) = 'integer' AND {column} BETWEEN 0 AND {MAX_NUMBER}"


def _advance_counter(file: WorkspaceFile, sql: str, parameters: Parameters) -> int:
    """Run a statement that increases a counter, and return the new value.

    Raises StoreError if the counter is missing or its value is not a valid number.
    """
    rows = file.rows(sql, parameters)
    if not rows:
        raise StoreError(file.path, "damaged", "counter")
    return int(rows[0][0])
