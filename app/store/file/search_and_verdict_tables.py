"""The tables that make looking through a million documents quick, and the verdicts of each model on its corpus."""

from __future__ import annotations

TABLES = (
    """CREATE TABLE model_verdicts (
        corpus_id INTEGER NOT NULL REFERENCES corpus (id),
        model TEXT NOT NULL,
        kept_at INTEGER NOT NULL,
        change_number INTEGER NOT NULL,
        label_names TEXT NOT NULL,
        document_ids BLOB NOT NULL,
        labels BLOB NOT NULL,
        probabilities BLOB NOT NULL,
        own_labels BLOB,
        PRIMARY KEY (corpus_id, model)
    ) STRICT""",
    """INSERT INTO model_verdicts
        SELECT corpus_id, '', 0, change_number, label_names, document_ids, labels, probabilities, NULL
        FROM leave_one_out""",
    "DROP TABLE leave_one_out",
    "DELETE FROM seal WHERE kind = 'leave_one_out'",
    """CREATE TABLE search_part (
        id INTEGER PRIMARY KEY AUTOINCREMENT,
        corpus_id INTEGER NOT NULL REFERENCES corpus (id),
        rules_key TEXT NOT NULL,
        n_documents INTEGER NOT NULL,
        document_ids BLOB NOT NULL
    ) STRICT""",
    "CREATE INDEX search_part_by_corpus ON search_part (corpus_id, rules_key)",
    """CREATE TABLE search_heading (
        part_id INTEGER NOT NULL REFERENCES search_part (id),
        field TEXT NOT NULL CHECK (field IN ('title', 'sender', 'path')),
        texts BLOB NOT NULL,
        PRIMARY KEY (part_id, field)
    ) STRICT""",
    """CREATE TABLE search_word (
        part_id INTEGER NOT NULL REFERENCES search_part (id),
        first_word BLOB NOT NULL,
        words BLOB NOT NULL,
        documents BLOB NOT NULL,
        PRIMARY KEY (part_id, first_word)
    ) STRICT""",
    """CREATE TABLE search_order (
        corpus_id INTEGER NOT NULL REFERENCES corpus (id),
        field TEXT NOT NULL CHECK (field IN ('title', 'sender', 'path')),
        document_ids BLOB NOT NULL,
        PRIMARY KEY (corpus_id, field)
    ) STRICT""",
    """CREATE TABLE shelf (
        corpus_id INTEGER NOT NULL REFERENCES corpus (id),
        name TEXT NOT NULL,
        search TEXT NOT NULL,
        position INTEGER NOT NULL,
        PRIMARY KEY (corpus_id, name)
    ) STRICT""",
)
GONE = ("CREATE TABLE leave_one_out ",)
"""The beginning of statements whose tables this step drops."""
