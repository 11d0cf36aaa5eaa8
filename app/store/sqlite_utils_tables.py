"""Inserting records with sqlite-utils. The module is imported at the first insert, to keep program start fast."""

from __future__ import annotations

import sqlite3
from collections.abc import Mapping
from typing import Any

from sqlite_utils import Database


def database_of(connection: sqlite3.Connection) -> Database:
    """Return a sqlite-utils Database on an open connection."""
    return Database(connection, execute_plugins=False, recursive_triggers=False, strict=True)


def insert_record(connection: sqlite3.Connection, table: str, record: Mapping[str, Any]) -> int:
    """Insert one record and return its number."""
    return int(database_of(connection).table(table).insert(dict(record)).last_rowid or 0)
