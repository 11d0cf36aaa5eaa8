"""The tables of what arrives by itself: mails that may be taught, files seen, what became of them."""

from __future__ import annotations

TABLES = (
    """CREATE TABLE ticket (
        id INTEGER PRIMARY KEY,
        content_hash BLOB NOT NULL UNIQUE,
        label TEXT,
        judged_at REAL NOT NULL,
        kind TEXT NOT NULL CHECK (kind IN ('mail', 'text', 'row')),
        title TEXT NOT NULL,
        sender TEXT NOT NULL,
        path TEXT NOT NULL,
        member TEXT NOT NULL,
        date_s INTEGER,
        size_bytes INTEGER NOT NULL,
        body BLOB NOT NULL
    ) STRICT""",
    "CREATE INDEX ticket_by_time ON ticket (judged_at)",
    """CREATE TABLE seen_file (
        path BLOB PRIMARY KEY,
        size_bytes INTEGER NOT NULL,
        modified_ns INTEGER NOT NULL,
        file_number INTEGER NOT NULL
    ) STRICT, WITHOUT ROWID""",
    """CREATE TABLE arrival (
        id INTEGER PRIMARY KEY AUTOINCREMENT,
        place BLOB NOT NULL,
        path BLOB NOT NULL,
        member TEXT NOT NULL,
        content_hash BLOB,
        title TEXT NOT NULL,
        sender TEXT NOT NULL,
        label TEXT,
        probability REAL,
        score REAL,
        reason TEXT NOT NULL,
        state TEXT NOT NULL CHECK (state IN
            ('due', 'filed', 'would', 'stays', 'asked', 'later', 'settled', 'put back', 'failed', 'gone')),
        right_label TEXT,
        batch INTEGER,
        arrived_at REAL NOT NULL,
        changed_at REAL NOT NULL
    ) STRICT""",
    "CREATE INDEX arrival_by_state ON arrival (state, arrived_at)",
    "CREATE INDEX arrival_by_time ON arrival (arrived_at)",
    "CREATE INDEX arrival_by_path ON arrival (path)",
    """CREATE TABLE preference (
        name TEXT PRIMARY KEY,
        value TEXT NOT NULL
    ) STRICT, WITHOUT ROWID""",
)
