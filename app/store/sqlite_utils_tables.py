"""The tables of a workspace as sqlite-utils sees them, loaded with the first record that is written."""

from __future__ import annotations

import sqlite3
from collections.abc import Mapping
from typing import Any

from sqlite_utils import Database


def database_of(connection: sqlite3.Connection) -> Database:
    """Return a connection with its tables."""
    return Database(connection, execute_plugins=False, recursive_triggers=False, strict=True)


def inserted(connection: sqlite3.Connection, table: str, record: Mapping[str, Any]) -> int:
    """Insert one record and return its number."""
    return int(database_of(connection).table(table).insert(dict(record)).last_rowid or 0)
