"""Read and write POPFile's database: its buckets (labels), and the count of each word in each bucket.

The tables `buckets`, `words` and `matrix` are equal in all of its SQLite 3 schemas. A file may be forged, so only plain
tables are read (no views), values and the amount of work are limited, and the schema is not trusted.
"""

from __future__ import annotations

import sqlite3
from collections.abc import Callable, Iterable, Iterator
from contextlib import closing, contextmanager
from itertools import count
from pathlib import Path
from typing import Any

from app.domain.errors import ForeignFileError
from app.store.opening import refuse_foreign_journal

TABLES = {"buckets", "words", "matrix"}
LONGEST_VALUE, STEPS_AT_ONCE, MAX_STEPS = 1 << 16, 100_000, 20_000
NEW_BUCKET = (
    "INSERT INTO buckets (userid, name, pseudo) SELECT ?, ?, 0"
    " WHERE NOT EXISTS (SELECT 1 FROM buckets WHERE name = ? AND NOT pseudo)"
)
NEW_WORD = "INSERT INTO words (word) SELECT ? WHERE NOT EXISTS (SELECT 1 FROM words WHERE word = ?)"
NEW_COUNT = (
    "INSERT INTO matrix (wordid, bucketid, times, lastseen) SELECT id, ?, ?, date('now') FROM words WHERE word = ?"
)
DEFAULT_USER_ID = 1
"""Id of POPFile's default user, the only one in a single-user installation."""


def is_popfile(path: Path) -> bool:
    try:
        with closing(open_popfile(path)) as database:
            tables = database.execute(
                "SELECT name FROM sqlite_master WHERE type = 'table' AND sql LIKE 'create table%'"
            )
            return {name for (name,) in tables} >= TABLES
    except (sqlite3.Error, UnicodeError):
        return False


def open_popfile(path: Path) -> sqlite3.Connection:
    """Open a POPFile database read-only. The size of values and the amount of work are limited, because it may be
    forged.
    """
    refuse_foreign_journal(path)
    database = sqlite3.connect(f"{path.absolute().as_uri()}?mode=ro", uri=True, isolation_level=None)
    database.setlimit(sqlite3.SQLITE_LIMIT_LENGTH, LONGEST_VALUE)
    database.execute("PRAGMA trusted_schema = OFF")
    steps = count()
    database.set_progress_handler(lambda: next(steps) > MAX_STEPS, STEPS_AT_ONCE)
    return database


def read_corpus(path: Path) -> tuple[list[str], list[tuple[str, str, int]]]:
    """Return the names of the buckets, and one (bucket, word, count) tuple per word and bucket."""
    rows = (
        "SELECT buckets.name, word, times FROM matrix JOIN words ON words.id = wordid"
        " JOIN buckets ON buckets.id = bucketid WHERE NOT pseudo AND times"
    )
    with _translate_errors(path.name), closing(open_popfile(path)) as database:
        buckets = database.execute("SELECT name FROM buckets WHERE NOT pseudo ORDER BY id")
        names = [check_type(name, str) for (name,) in buckets]
        return names, [
            (check_type(bucket, str), check_type(word, str), check_type(times, int))
            for bucket, word, times in database.execute(rows)
        ]


def check_type(value: Any, kind: type) -> Any:
    """Return `value` if it has the type `kind`; raise DataError otherwise. SQLite columns accept any type."""
    if not isinstance(value, kind):
        raise sqlite3.DataError("a value of another kind")
    return value


def replace_word_counts(
    content: bytes, name: str, buckets: Iterable[str], rows: Callable[[str], Iterator[tuple[str, int]]]
) -> bytes:
    """Return a POPFile database as bytes: a copy of the database `content` with new word counts for `buckets`.

    Buckets that `content` lacks are added. `rows(bucket)` yields the (word, count) pairs of a bucket.
    """
    with _translate_errors(name), closing(sqlite3.connect(":memory:", isolation_level=None)) as database:
        database.deserialize(content)
        database.execute("PRAGMA trusted_schema = OFF")
        database.execute("BEGIN IMMEDIATE")
        for bucket in buckets:
            database.execute(NEW_BUCKET, (DEFAULT_USER_ID, bucket, bucket))
            [(number,)] = database.execute("SELECT min(id) FROM buckets WHERE name = ? AND NOT pseudo", (bucket,))
            database.execute("DELETE FROM matrix WHERE bucketid = ?", (number,))
            for word, times in rows(bucket):
                database.execute(NEW_WORD, (word, word))
                database.execute(NEW_COUNT, (number, times, word))
        database.execute("COMMIT")
        return database.serialize()


@contextmanager
def _translate_errors(name: str) -> Iterator[None]:
    try:
        yield
    except (sqlite3.Error, OverflowError, UnicodeError) as error:
        raise ForeignFileError("damaged-words", name) from error
