"""The statements that make the tables of a workspace, version by version; none is edited once released."""

from __future__ import annotations

DOCUMENTS_COUNTS_MODELS = (
    """CREATE TABLE counter (
        name TEXT PRIMARY KEY, value INTEGER NOT NULL
    ) STRICT, WITHOUT ROWID""",
    "INSERT INTO counter VALUES ('document', 0)",
    """CREATE TABLE corpus (
        id INTEGER PRIMARY KEY,
        name TEXT NOT NULL,
        kind TEXT NOT NULL CHECK (kind IN ('text', 'mail', 'table')),
        columns TEXT,
        change_number INTEGER NOT NULL DEFAULT 0,
        log_kept_from INTEGER NOT NULL DEFAULT 0,
        created_at REAL NOT NULL,
        run_id INTEGER NOT NULL DEFAULT 0,
        is_deleted INTEGER NOT NULL DEFAULT 0
    ) STRICT""",
    "CREATE UNIQUE INDEX corpus_name ON corpus (name) WHERE NOT is_deleted",
    """CREATE TABLE label (
        id INTEGER PRIMARY KEY,
        corpus_id INTEGER NOT NULL REFERENCES corpus (id),
        name TEXT NOT NULL,
        colour INTEGER NOT NULL,
        key TEXT NOT NULL DEFAULT '',
        position INTEGER NOT NULL,
        run_id INTEGER NOT NULL DEFAULT 0,
        is_deleted INTEGER NOT NULL DEFAULT 0
    ) STRICT""",
    "CREATE UNIQUE INDEX label_name ON label (corpus_id, name) WHERE NOT is_deleted",
    """CREATE VIEW visible_corpus AS SELECT * FROM corpus WHERE NOT is_deleted
        AND run_id NOT IN (SELECT id FROM import_run WHERE settled_number IS NULL)""",
    """CREATE VIEW visible_label AS SELECT * FROM label WHERE NOT is_deleted
        AND run_id NOT IN (SELECT id FROM import_run WHERE settled_number IS NULL)""",
    """CREATE TABLE import_run (
        id INTEGER PRIMARY KEY AUTOINCREMENT,
        corpus_id INTEGER NOT NULL REFERENCES corpus (id),
        source TEXT NOT NULL,
        options TEXT,
        started_at REAL NOT NULL,
        settled_at REAL,
        settled_number INTEGER,
        reconciled_number INTEGER NOT NULL,
        first_document INTEGER,
        last_document INTEGER,
        documents INTEGER NOT NULL DEFAULT 0,
        duplicates INTEGER NOT NULL DEFAULT 0,
        conflicts INTEGER NOT NULL DEFAULT 0,
        bytes INTEGER NOT NULL DEFAULT 0,
        failed INTEGER NOT NULL DEFAULT 0,
        host TEXT NOT NULL,
        process INTEGER NOT NULL,
        process_started TEXT NOT NULL,
        beat_at REAL NOT NULL
    ) STRICT""",
    "CREATE INDEX import_run_unsettled ON import_run (id) WHERE settled_number IS NULL",
    "CREATE INDEX import_run_by_corpus ON import_run (corpus_id, settled_number)",
    """CREATE TABLE document (
        id INTEGER PRIMARY KEY,
        corpus_id INTEGER NOT NULL REFERENCES corpus (id),
        run_id INTEGER NOT NULL,
        label_id INTEGER REFERENCES label (id),
        weight REAL NOT NULL,
        kind TEXT NOT NULL CHECK (kind IN ('mail', 'text', 'row')),
        date_s INTEGER,
        length INTEGER NOT NULL,
        size_bytes INTEGER NOT NULL,
        n_attachments INTEGER NOT NULL,
        content_hash BLOB,
        is_kept INTEGER NOT NULL DEFAULT 0,
        deleted_by INTEGER
    ) STRICT""",
    "CREATE INDEX document_by_label ON document (corpus_id, label_id, run_id) WHERE deleted_by IS NULL",
    "CREATE INDEX document_by_hash ON document (content_hash, corpus_id) WHERE content_hash IS NOT NULL",
    "CREATE INDEX document_deleted ON document (deleted_by) WHERE deleted_by IS NOT NULL",
    """CREATE VIEW visible_document AS SELECT * FROM document WHERE deleted_by IS NULL
        AND run_id NOT IN (SELECT id FROM import_run WHERE settled_number IS NULL)""",
    """CREATE TABLE content (
        document_id INTEGER PRIMARY KEY REFERENCES document (id),
        title TEXT NOT NULL,
        sender TEXT NOT NULL,
        path TEXT NOT NULL,
        member TEXT NOT NULL,
        body BLOB NOT NULL
    ) STRICT""",
    """CREATE TABLE table_row (
        document_id INTEGER PRIMARY KEY REFERENCES document (id),
        numbers BLOB NOT NULL,
        choices BLOB NOT NULL
    ) STRICT""",
    """CREATE TABLE choice_value (
        corpus_id INTEGER NOT NULL REFERENCES corpus (id),
        column_number INTEGER NOT NULL,
        value_number INTEGER NOT NULL,
        value TEXT NOT NULL,
        PRIMARY KEY (corpus_id, column_number, value_number)
    ) STRICT, WITHOUT ROWID""",
    """CREATE TABLE duplicate (
        document_id INTEGER NOT NULL REFERENCES document (id),
        path TEXT NOT NULL,
        member TEXT NOT NULL,
        label_id INTEGER REFERENCES label (id),
        run_id INTEGER NOT NULL,
        decided_by INTEGER,
        PRIMARY KEY (document_id, path, member, run_id)
    ) STRICT, WITHOUT ROWID""",
    "CREATE INDEX duplicate_by_run ON duplicate (run_id)",
    """CREATE VIEW visible_duplicate AS SELECT * FROM duplicate
        WHERE run_id NOT IN (SELECT id FROM import_run WHERE settled_number IS NULL)""",
    """CREATE TABLE failure (
        id INTEGER PRIMARY KEY,
        run_id INTEGER NOT NULL REFERENCES import_run (id),
        path TEXT NOT NULL,
        member TEXT NOT NULL,
        reason TEXT NOT NULL,
        detail TEXT NOT NULL
    ) STRICT""",
    "CREATE INDEX failure_by_run ON failure (run_id)",
    """CREATE TABLE change (
        corpus_id INTEGER NOT NULL REFERENCES corpus (id),
        number INTEGER NOT NULL,
        document_id INTEGER NOT NULL,
        run_id INTEGER NOT NULL,
        was_there INTEGER NOT NULL,
        is_there INTEGER NOT NULL,
        old_label_id INTEGER,
        new_label_id INTEGER,
        old_weight REAL,
        new_weight REAL,
        PRIMARY KEY (corpus_id, number)
    ) STRICT, WITHOUT ROWID""",
    """CREATE TABLE label_rename (
        id INTEGER PRIMARY KEY,
        corpus_id INTEGER NOT NULL REFERENCES corpus (id),
        change_number INTEGER NOT NULL,
        label_id INTEGER NOT NULL REFERENCES label (id),
        old_name TEXT NOT NULL
    ) STRICT""",
    """CREATE TABLE vocabulary (
        id INTEGER PRIMARY KEY AUTOINCREMENT,
        corpus_id INTEGER NOT NULL REFERENCES corpus (id),
        rules_key TEXT NOT NULL,
        n_words INTEGER NOT NULL DEFAULT 0,
        UNIQUE (corpus_id, rules_key)
    ) STRICT""",
    """CREATE TABLE word_list (
        vocabulary_id INTEGER NOT NULL REFERENCES vocabulary (id),
        first_word INTEGER NOT NULL,
        n_words INTEGER NOT NULL,
        words BLOB NOT NULL,
        PRIMARY KEY (vocabulary_id, first_word)
    ) STRICT""",
    """CREATE TABLE segment (
        id INTEGER PRIMARY KEY,
        vocabulary_id INTEGER NOT NULL REFERENCES vocabulary (id),
        run_id INTEGER NOT NULL DEFAULT 0,
        first_document INTEGER NOT NULL,
        last_document INTEGER NOT NULL,
        n_documents INTEGER NOT NULL,
        document_ids BLOB NOT NULL,
        counts BLOB NOT NULL
    ) STRICT""",
    "CREATE INDEX segment_by_vocabulary ON segment (vocabulary_id, first_document, last_document)",
    """CREATE TABLE model (
        id INTEGER PRIMARY KEY,
        name TEXT NOT NULL UNIQUE,
        corpus_id INTEGER REFERENCES corpus (id),
        change_number INTEGER NOT NULL,
        recipe TEXT NOT NULL,
        evaluation TEXT,
        size_bytes INTEGER NOT NULL,
        checksum BLOB NOT NULL,
        created_at REAL NOT NULL,
        changed_at REAL NOT NULL,
        content BLOB NOT NULL
    ) STRICT""",
)

UNDO_VERDICTS_JOURNAL = (
    """CREATE TABLE edit (
        id INTEGER PRIMARY KEY AUTOINCREMENT,
        kind TEXT NOT NULL,
        facts TEXT NOT NULL,
        n_documents INTEGER NOT NULL DEFAULT 0,
        run_id INTEGER NOT NULL DEFAULT 0,
        made_at REAL NOT NULL,
        is_undone INTEGER NOT NULL DEFAULT 0
    ) STRICT""",
    """CREATE TABLE edit_row (
        id INTEGER PRIMARY KEY,
        edit_id INTEGER NOT NULL REFERENCES edit (id),
        kind TEXT NOT NULL CHECK (kind IN ('label', 'corpus')),
        row_id INTEGER NOT NULL,
        old_values TEXT NOT NULL,
        new_values TEXT NOT NULL
    ) STRICT""",
    "CREATE INDEX edit_row_by_edit ON edit_row (edit_id)",
    """CREATE TABLE edit_document (
        edit_id INTEGER NOT NULL REFERENCES edit (id),
        document_id INTEGER NOT NULL,
        old_corpus_id INTEGER NOT NULL,
        new_corpus_id INTEGER NOT NULL,
        old_label_id INTEGER,
        new_label_id INTEGER,
        old_weight REAL NOT NULL,
        new_weight REAL NOT NULL,
        was_there INTEGER NOT NULL,
        is_there INTEGER NOT NULL,
        PRIMARY KEY (edit_id, document_id)
    ) STRICT, WITHOUT ROWID""",
    """CREATE VIEW edit_step AS
        SELECT edit_id, 1 AS forward, document_id, old_corpus_id AS from_corpus, new_corpus_id AS to_corpus,
            old_label_id AS from_label, new_label_id AS to_label, old_weight AS from_weight, new_weight AS to_weight,
            was_there AS from_there, is_there AS to_there
        FROM edit_document WHERE NOT (new_corpus_id = old_corpus_id AND is_there = was_there
            AND new_label_id IS old_label_id AND new_weight = old_weight)
        UNION ALL
        SELECT edit_id, 0, document_id, new_corpus_id, old_corpus_id, new_label_id, old_label_id,
            new_weight, old_weight, is_there, was_there
        FROM edit_document WHERE NOT (new_corpus_id = old_corpus_id AND is_there = was_there
            AND new_label_id IS old_label_id AND new_weight = old_weight)""",
    """CREATE TABLE verdict (
        id INTEGER PRIMARY KEY,
        judged_at REAL NOT NULL,
        model TEXT NOT NULL,
        path TEXT NOT NULL,
        member TEXT NOT NULL,
        title TEXT NOT NULL,
        label TEXT,
        probability REAL,
        is_unsure INTEGER NOT NULL,
        problem TEXT NOT NULL,
        right_label TEXT,
        document_id INTEGER
    ) STRICT""",
    """CREATE TABLE leave_one_out (
        corpus_id INTEGER PRIMARY KEY REFERENCES corpus (id),
        change_number INTEGER NOT NULL,
        label_names TEXT NOT NULL,
        document_ids BLOB NOT NULL,
        labels BLOB NOT NULL,
        probabilities BLOB NOT NULL
    ) STRICT""",
    """CREATE TABLE recipe (
        id INTEGER PRIMARY KEY,
        corpus_id INTEGER NOT NULL REFERENCES corpus (id),
        name TEXT NOT NULL,
        recipe TEXT NOT NULL,
        evaluation TEXT,
        kept_at REAL NOT NULL,
        UNIQUE (corpus_id, name)
    ) STRICT""",
    """CREATE TABLE file_move (
        id INTEGER PRIMARY KEY,
        batch INTEGER NOT NULL,
        action TEXT NOT NULL CHECK (action IN ('move', 'copy')),
        source BLOB NOT NULL,
        target BLOB NOT NULL,
        label TEXT NOT NULL,
        size_bytes INTEGER NOT NULL,
        state TEXT NOT NULL CHECK (state IN ('planned', 'started', 'done', 'undoing', 'undone', 'failed')),
        reason TEXT NOT NULL DEFAULT '',
        changed_at REAL NOT NULL
    ) STRICT""",
    "CREATE INDEX file_move_by_batch ON file_move (batch)",
    "CREATE INDEX file_move_unfinished ON file_move (state) WHERE state IN ('planned', 'started', 'undoing')",
)

SEALS = (
    """CREATE TABLE seal (
        kind TEXT NOT NULL,
        row_id INTEGER NOT NULL,
        sum INTEGER NOT NULL,
        PRIMARY KEY (kind, row_id)
    ) STRICT, WITHOUT ROWID""",
)

ARRIVALS = (
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
"""Tables of what arrives by itself: mails that may be taught, files seen, what became of them."""

SEARCH_AND_VERDICTS = (
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
"""Tables that make looking through a million documents quick, and the verdicts of each model on its corpus."""

LESSONS = (
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
"""Lessons that are kept beside the bytes of models."""

SEVERAL_LABELS = (
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
"""The corpora whose documents may have several labels, and each document with each of its labels, for whoever reads the
file."""

RECOGNISED_PAGES = (
    """CREATE TABLE recognised_page (
        id INTEGER PRIMARY KEY,
        page_key BLOB NOT NULL UNIQUE,
        read_at REAL NOT NULL,
        page BLOB NOT NULL
    ) STRICT""",
)
"""Pages that were read off their pictures."""

EVALUATIONS = (
    """CREATE TABLE evaluation (
        id INTEGER PRIMARY KEY,
        corpus_id INTEGER NOT NULL REFERENCES corpus (id),
        model TEXT NOT NULL,
        way TEXT NOT NULL,
        stamp BLOB NOT NULL,
        kept_at REAL NOT NULL,
        verdicts BLOB NOT NULL
    ) STRICT""",
    "CREATE UNIQUE INDEX evaluation_by_model ON evaluation (corpus_id, model, way)",
)
"""Evaluations of kept models, so that they are not computed again after a restart."""

TABLES = (
    DOCUMENTS_COUNTS_MODELS,
    UNDO_VERDICTS_JOURNAL,
    SEALS,
    ARRIVALS,
    (),
    SEARCH_AND_VERDICTS,
    LESSONS,
    (),
    SEVERAL_LABELS,
    RECOGNISED_PAGES,
    EVALUATIONS,
)
"""The statements of each version; the fifth and the eighth bring seals alone."""
GONE = ("CREATE TABLE leave_one_out ",)
"""The beginning of statements whose tables the sixth version drops."""
