"""The tables of lessons that are kept beside the bytes of models."""

from __future__ import annotations

TABLES = (
    """CREATE TABLE lesson (
        id INTEGER PRIMARY KEY,
        model_id INTEGER NOT NULL REFERENCES model (id),
        checksum BLOB NOT NULL,
        content BLOB NOT NULL
    ) STRICT""",
    "CREATE INDEX lesson_by_model ON lesson (model_id)",
    """CREATE TABLE model_lessons (
        model_id INTEGER PRIMARY KEY REFERENCES model (id),
        written_at REAL NOT NULL,
        n_lessons INTEGER NOT NULL,
        change_number INTEGER NOT NULL,
        changed_at REAL NOT NULL
    ) STRICT""",
)
