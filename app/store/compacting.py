"""Compacting a workspace: remove deleted data for good and shrink the file.

This clears the undo log, tickets and caches, removes deleted documents, and rewrites the counts without them and
without words that no longer occur. The change log is cut up to the oldest model's change number. Finally VACUUM
rewrites the file, which needs free space for a second copy.
"""

from __future__ import annotations

import shutil

import numpy as np

from app.domain.errors import NoRoom, StoreError
from app.domain.jobs import JobContext
from app.store.connection import WorkspaceFile
from app.store.count_blobs import CountRows
from app.store.count_segments import (
    Segments,
    append_words,
    ensure_vocabulary,
    load_words,
    split_runs,
    write_segments,
)
from app.store.import_runs import Imports
from app.store.models import Evaluations
from app.store.recognised_pages import RecognisedPages
from app.store.schema import backups_of
from app.store.search_index import remove_parts
from app.store.undo_log import UndoLog
from app.store.verdicts import Tickets

OLD_WORD_LIST_SUFFIX = " (being rewritten)"
"""Suffix for the key of the old word list while the new one is written. Never visible outside the transaction."""
FREE_SPACE_FACTOR = 1.2
"""Free disk space required, as a multiple of the space in use."""


def compact(file: WorkspaceFile, context: JobContext, *, remove_backups: bool) -> int:
    """Compact the file; return the number of bytes freed. Raise StoreError during an import or without disk space."""
    file.rows("PRAGMA wal_checkpoint(TRUNCATE)")
    size_before = file.path.stat().st_size
    Imports(file).remove_abandoned()
    if file.value("SELECT 1 FROM import_run WHERE settled_number IS NULL"):
        raise StoreError(file.path, "import-running")
    pages = file.value("PRAGMA page_count") - file.value("PRAGMA freelist_count")
    needed, free = (
        int(pages * file.value("PRAGMA page_size") * FREE_SPACE_FACTOR),
        shutil.disk_usage(file.path.parent).free,
    )
    if free < needed:
        raise NoRoom(file.path, needed, free)
    context.checkpoint(phase="removing what was deleted")
    UndoLog(file).forget()
    with file.transaction():
        Tickets(file).clear()
        RecognisedPages(file).clear()
        Evaluations(file).clear()
        _cut_change_logs(file)
        remove_parts(file)
        _remove_unreferenced(file)
    counted = "SELECT vocabulary.id, corpus.name, rules_key FROM vocabulary JOIN corpus ON corpus.id = corpus_id"
    for vocabulary in file.rows(counted):
        context.checkpoint(phase="rewriting counts")
        _rewrite_counts(file, *vocabulary)
    context.checkpoint(phase="rewriting the file")
    file.execute("VACUUM")
    file.rows("PRAGMA wal_checkpoint(TRUNCATE)")
    if remove_backups:
        for backup in backups_of(file.path):
            backup.unlink()
    return size_before - file.path.stat().st_size


def _rewrite_counts(file: WorkspaceFile, vocabulary: int, corpus: str, rules_key: str) -> None:
    """Rewrite the counts of a corpus without deleted documents and without words that no longer occur.

    The counts are read twice, a few thousand documents at a time; the first pass finds the words still in use. So
    memory holds the word list and a few numbers per document, never all counts.
    """
    with file.transaction():
        segments = Segments(file)
        places = segments.places(corpus, rules_key)
        is_used = np.zeros(places.n_words, bool)
        for counted in segments.runs(places, split_runs(places.document_numbers)):
            is_used[counted.tokens] = True
        n_stored = file.value("SELECT sum(n_documents) FROM segment WHERE vocabulary_id = ?", (vocabulary,)) or 0
        if is_used.all() and n_stored == len(places.document_numbers):
            return
        corpus_id = file.value("SELECT corpus_id FROM vocabulary WHERE id = ?", (vocabulary,))
        file.table("vocabulary").update(vocabulary, rules_key=f"{rules_key}{OLD_WORD_LIST_SUFFIX}")
        new_vocabulary, _ = ensure_vocabulary(file, corpus_id, rules_key)
        words = load_words(file, vocabulary)
        append_words(file, new_vocabulary, 0, [words[number] for number in np.flatnonzero(is_used)])
        new_tokens = np.cumsum(is_used) - 1
        for counted in segments.runs(places, split_runs(places.document_numbers)):
            rows = CountRows(counted.starts, new_tokens[counted.tokens].astype(np.int32), counted.values)
            write_segments(file, new_vocabulary, 0, counted.document_numbers, rows)
        for table in ("segment", "word_list"):
            file.table(table).delete("vocabulary_id = ?", (vocabulary,))
        file.table("vocabulary").delete("id = ?", (vocabulary,))


def _cut_change_logs(file: WorkspaceFile) -> None:
    """Delete the part of each change log that no model needs.

    If a later change concerns a deleted document, delete the whole log: that document's counts are removed now, so a
    model could not catch up with it anyway.
    """
    for statement in (
        """UPDATE corpus SET log_kept_from = max(log_kept_from, (
            SELECT coalesce(min(model.change_number), corpus.change_number) FROM model WHERE corpus_id = corpus.id))""",
        """UPDATE corpus SET log_kept_from = change_number WHERE EXISTS (
            SELECT 1 FROM change WHERE change.corpus_id = corpus.id AND number > log_kept_from AND was_there
            AND document_id NOT IN (SELECT id FROM visible_document WHERE visible_document.corpus_id = corpus.id))""",
        "DELETE FROM change WHERE number <= (SELECT log_kept_from FROM corpus WHERE corpus.id = corpus_id)",
        """DELETE FROM label_rename WHERE change_number <=
            (SELECT log_kept_from FROM corpus WHERE corpus.id = corpus_id)""",
    ):
        file.execute(statement)


def _remove_unreferenced(file: WorkspaceFile) -> None:
    """Delete the rows of deleted corpora and labels that nothing refers to any more."""
    for table in ("model_verdicts", "recipe", "several_labels", "shelf", "choice_value", "change", "label_rename"):
        file.execute(f"DELETE FROM {table} WHERE corpus_id IN (SELECT id FROM corpus WHERE is_deleted)")  # noqa: S608 - our names
    for statement in (
        "UPDATE model SET corpus_id = NULL WHERE corpus_id IN (SELECT id FROM corpus WHERE is_deleted)",
        """DELETE FROM segment WHERE vocabulary_id IN (SELECT vocabulary.id FROM vocabulary
            JOIN corpus ON corpus.id = corpus_id WHERE is_deleted)""",
        """DELETE FROM word_list WHERE vocabulary_id IN (SELECT vocabulary.id FROM vocabulary
            JOIN corpus ON corpus.id = corpus_id WHERE is_deleted)""",
        "DELETE FROM vocabulary WHERE corpus_id IN (SELECT id FROM corpus WHERE is_deleted)",
        """DELETE FROM failure WHERE run_id IN (SELECT import_run.id FROM import_run
            JOIN corpus ON corpus.id = corpus_id WHERE is_deleted)""",
        """DELETE FROM import_run WHERE corpus_id IN (SELECT id FROM corpus WHERE is_deleted)
            AND id NOT IN (SELECT run_id FROM document)""",
        """DELETE FROM label WHERE (is_deleted OR corpus_id IN (SELECT id FROM corpus WHERE is_deleted))
            AND id NOT IN (SELECT label_id FROM document WHERE label_id IS NOT NULL)
            AND id NOT IN (SELECT label_id FROM duplicate WHERE label_id IS NOT NULL)
            AND id NOT IN (SELECT label_id FROM label_rename)
            AND id NOT IN (SELECT old_label_id FROM change WHERE old_label_id IS NOT NULL)
            AND id NOT IN (SELECT new_label_id FROM change WHERE new_label_id IS NOT NULL)""",
        """DELETE FROM corpus WHERE is_deleted AND id NOT IN (SELECT corpus_id FROM document)
            AND id NOT IN (SELECT corpus_id FROM label) AND id NOT IN (SELECT corpus_id FROM import_run)""",
    ):
        file.execute(statement)
