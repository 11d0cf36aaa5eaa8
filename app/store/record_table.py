"""Reads and writes single records of a table with sqlite-utils.

A call takes 25 to 60 µs more than the bare SQL statement, which no user notices for one record. Statements that handle
whole collections, join tables or run once per document are SQL in the modules of the store.
"""

from __future__ import annotations

import sqlite3
from collections.abc import Iterable, Mapping, Sequence
from contextlib import suppress
from pathlib import Path
from typing import Any

from sqlite_utils import Database
from sqlite_utils.db import NotFoundError

from app.store.connection import store_errors

Record = Mapping[str, Any]


class RecordTable:
    """One table of an open connection. Each call is atomic; inside a transaction it is a part of that transaction."""

    def __init__(self, connection: sqlite3.Connection, path: Path, name: str) -> None:
        database = Database(connection, execute_plugins=False, recursive_triggers=False, strict=True)
        self._table, self._path = database.table(name), path

    def insert(self, record: Record, *, replace: bool = False) -> int:
        """Insert a record and return its number. With `replace`, it takes the place of a record with the same key."""
        with store_errors(self._path):
            return int(self._table.insert(dict(record), replace=replace).last_rowid or 0)

    def insert_all(self, records: Iterable[Record], *, replace: bool = False) -> None:
        """Insert records that all have the same columns."""
        with store_errors(self._path):
            self._table.insert_all(map(dict, records), replace=replace)

    def upsert(self, record: Record, *key: str) -> None:
        """Insert a record, or update the columns given if one with this key exists."""
        with store_errors(self._path):
            self._table.upsert(dict(record), pk=key)

    def update(self, number: int, **values: Any) -> None:
        """Set columns of the record with this number. A record that is gone stays gone."""
        with store_errors(self._path), suppress(NotFoundError):
            self._table.update(number, values)

    def delete(self, where: str | None = None, parameters: Sequence[Any] = ()) -> None:
        """Delete the records that meet a condition, or all of them."""
        with store_errors(self._path):
            self._table.delete_where(where, parameters)
