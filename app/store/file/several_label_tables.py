"""The corpora whose documents may have several labels, and each document with each of its labels, for whoever reads the
file."""

from __future__ import annotations

TABLES = (
    "CREATE TABLE several_labels (corpus_id INTEGER PRIMARY KEY REFERENCES corpus (id)) STRICT",
    """CREATE VIEW single_label AS WITH RECURSIVE single (label_id, name, rest) AS (
            SELECT id, NULL, name || char(31) FROM visible_label
            UNION ALL
            SELECT label_id, substr(rest, 1, instr(rest, char(31)) - 1), substr(rest, instr(rest, char(31)) + 1)
            FROM single WHERE rest <> '')
        SELECT label_id, name FROM single WHERE name IS NOT NULL""",
    """CREATE VIEW document_label AS SELECT document.id AS document_id, single_label.name AS label
        FROM visible_document AS document JOIN single_label USING (label_id)""",
)
