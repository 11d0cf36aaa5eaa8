"""The table of pages that were read off their pictures."""

from __future__ import annotations

TABLES = (
    """CREATE TABLE recognised_page (
        id INTEGER PRIMARY KEY,
        page_key BLOB NOT NULL UNIQUE,
        read_at REAL NOT NULL,
        page BLOB NOT NULL
    ) STRICT""",
)
