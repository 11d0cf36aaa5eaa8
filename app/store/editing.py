"""Changing documents: every change here can be undone, and is logged for the models that hold them."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping, Sequence
from typing import Any

import numpy as np

from app.domain.documents import Document
from app.domain.label_sets import label_set, labels_in, shown_labels
from app.store.adding_documents import FOLDED, Added, Goal, add_batch
from app.store.corpora import Corpora, checked_for, ensured_labels
from app.store.file.connection import WorkspacePart
from app.store.file.document_packing import PackedDocument, packed
from app.store.undo_log import apply_documents, decide_conflicts, forget_edits, new_edit

_LIST_DOCUMENTS = """INSERT INTO edit_document
    SELECT :edit, id, corpus_id, coalesce(:corpus, corpus_id), label_id, iif(:sets_label, :label, label_id),
        weight, coalesce(:weight, weight), 1, :is_there
    FROM visible_document WHERE id IN (SELECT value FROM json_each(:numbers))"""
_TRANSLATE_LABELS = """UPDATE edit_document SET new_label_id = (
        SELECT theirs.id FROM label AS mine JOIN label AS theirs ON theirs.name = mine.name
        WHERE mine.id = old_label_id AND theirs.corpus_id = new_corpus_id AND NOT theirs.is_deleted)
    WHERE edit_id = ?"""
_LIST_AS_NEW = """INSERT INTO edit_document
    SELECT :edit, id, corpus_id, corpus_id, label_id, label_id, weight, weight, 0, 1
    FROM document WHERE id IN (SELECT value FROM json_each(:numbers))"""
_TAKE_AFTER = """UPDATE document SET run_id = old.run_id, label_id = old.label_id, weight = old.weight,
        is_kept = old.is_kept FROM document AS old WHERE old.id = :old AND document.id = :new"""
_TAKE_PLACES_OVER = """INSERT OR IGNORE INTO duplicate SELECT :new, path, member, label_id, run_id, decided_by
    FROM duplicate WHERE document_id = :old"""
_LEAVE_KNOWN_CONTENT = """DELETE FROM edit_document WHERE edit_id = :edit AND (old_corpus_id = new_corpus_id OR EXISTS (
    SELECT 1 FROM document AS mine JOIN visible_document AS theirs ON theirs.content_hash = mine.content_hash
    WHERE mine.id = document_id AND theirs.corpus_id = new_corpus_id AND NOT mine.is_kept))"""


class Editing(WorkspacePart):
    """Adding, labelling, weighing, moving and deleting documents."""

    def add(
        self, corpus: str, documents: Sequence[Document | PackedDocument], *, keep_duplicates: bool = False
    ) -> Added:
        """Add a few documents at once, as learning does; content that is there already is left as it is."""
        ready = [packed(d) if isinstance(d, Document) else d for d in documents]
        with self._file.transaction():
            target = Corpora(self._file).get(corpus)
            corpus_id = target.number
            ready = [d._replace(label=checked_for(target, d.label)) for d in ready]
            edit = new_edit(self._file, "add", {"corpus": corpus})
            names = [document.label for document in ready if document.label is not None]
            ensured_labels(self._file, corpus_id, names, run=0, edit=edit)
            goal = Goal(corpus_id, keep_duplicates=keep_duplicates, notes_places=False)
            added = add_batch(self._file, goal, ready)
            fresh = added.numbers[added.numbers != FOLDED].tolist()
            self._list(edit, fresh)
            self._file.execute("UPDATE edit_document SET was_there = 0 WHERE edit_id = ?", (edit,))
            self._apply_or_forget(edit)
        return added

    def read_again(self, readings: Mapping[int, PackedDocument]) -> dict[int, int]:
        """Put what was read anew in the place of documents, by their numbers, with the label and weight they have;
        return the number that holds each from now on.

        What is read anew has a number of its own, so that whatever was counted or judged of the old is not taken for
        its own; undoing brings the old back.
        """
        with self._file.transaction():
            edit = new_edit(self._file, "read-again", {})
            now: dict[int, int] = {}
            for corpus_id, mine in self._by_corpus(list(readings)):
                self._list(edit, mine, is_there=0)
                now |= self._read_again(edit, corpus_id, {number: readings[number] for number in sorted(mine)})
            self._apply_or_forget(edit)
            self._file.execute("UPDATE edit SET n_documents = ? WHERE id = ?", (len(now), edit))
        return now

    def _read_again(self, edit: int, corpus_id: int, readings: dict[int, PackedDocument]) -> dict[int, int]:
        """Add the new documents beside the old, which are hidden first so that content is not held against itself."""
        old = json.dumps(list(readings))
        self._file.execute(
            "UPDATE document SET deleted_by = ? WHERE id IN (SELECT value FROM json_each(?))", (edit, old)
        )
        unlabelled = [document._replace(label=None) for document in readings.values()]
        added = add_batch(self._file, Goal(corpus_id), unlabelled)
        pairs = zip(readings, added.numbers.tolist(), strict=True)
        fresh = [(before, after) for before, after in pairs if after != FOLDED]
        for statement in (_TAKE_AFTER, _TAKE_PLACES_OVER):
            self._file.execute_many(statement, ({"old": before, "new": after} for before, after in fresh))
        self._file.execute(_LIST_AS_NEW, {"edit": edit, "numbers": json.dumps([after for _, after in fresh])})
        return dict(zip(readings, added.same_as.tolist(), strict=True))

    def relabel(self, numbers: Sequence[int], label: str | None) -> int:
        """Give documents a label of their corpus, a set of them, or none; return how many changed."""
        return self._relabel(numbers, lambda _: label, label or "")

    def toggle(self, numbers: Sequence[int], label: str, *, is_on: bool) -> int:
        """Give documents of a corpus that takes several labels one more, or take it away; return how many changed."""
        if is_on:
            return self._relabel(numbers, lambda old: label_set([*labels_in(old), label]), label)
        return self._relabel(numbers, lambda old: label_set(one for one in labels_in(old) if one != label), label)

    def _relabel(self, numbers: Sequence[int], now: Callable[[str | None], str | None], label: str) -> int:
        with self._file.transaction():
            edit = new_edit(self._file, "relabel", {"label": shown_labels(label)})
            for corpus in Corpora(self._file).all():
                for old, mine in self._by_label(corpus.number, numbers):
                    new = checked_for(corpus, now(old))
                    known = ensured_labels(self._file, corpus.number, [] if new is None else [new], run=0, edit=edit)
                    self._list(edit, mine, sets_label=True, label=None if new is None else known[new])
            return self._apply_or_forget(edit)

    def _by_label(self, corpus_id: int, numbers: Sequence[int]) -> list[tuple[str | None, list[int]]]:
        """Return those of some documents that are in a corpus, by the label that they have."""
        sql = """SELECT name, json_group_array(document.id) FROM visible_document AS document
            LEFT JOIN label ON label.id = label_id
            WHERE document.corpus_id = ? AND document.id IN (SELECT value FROM json_each(?)) GROUP BY label_id"""
        listed = json.dumps(np.asarray(numbers, np.int64).tolist())
        return [(name, json.loads(mine)) for name, mine in self._file.rows(sql, (corpus_id, listed))]

    def reweigh(self, numbers: Sequence[int], weight: float) -> int:
        """Let documents count for more or less; return how many changed."""
        with self._file.transaction():
            edit = new_edit(self._file, "reweigh", {"weight": f"{weight:g}"})
            self._list(edit, numbers, weight=float(weight))
            return self._apply_or_forget(edit)

    def remove(self, numbers: Sequence[int]) -> int:
        """Delete documents; they are gone for good once that can no longer be undone."""
        with self._file.transaction():
            edit = new_edit(self._file, "remove", {})
            self._list(edit, numbers, is_there=0)
            return self._apply_or_forget(edit)

    def move(self, numbers: Sequence[int], corpus: str) -> int:
        """Move documents to another corpus with their labels; content that it has already stays where it is."""
        with self._file.transaction():
            target = Corpora(self._file).get(corpus)
            corpus_id = target.number
            edit = new_edit(self._file, "move", {"corpus": corpus})
            self._list(edit, numbers, corpus=corpus_id)
            self._file.execute(_LEAVE_KNOWN_CONTENT, {"edit": edit})
            self._leave_one_of_each(edit)
            names = self._file.column(
                "SELECT DISTINCT name FROM edit_document JOIN label ON label.id = old_label_id WHERE edit_id = ?",
                (edit,),
            )
            names = [checked_for(target, name) for name in names]
            ensured_labels(self._file, corpus_id, names, run=0, edit=edit)
            self._file.execute(_TRANSLATE_LABELS, (edit,))
            return self._apply_or_forget(edit)

    def _list(self, edit: int, numbers: Sequence[int], **new: Any) -> None:
        listed = json.dumps(np.asarray(numbers, np.int64).tolist())
        unchanged = {"corpus": None, "sets_label": False, "label": None, "weight": None, "is_there": 1}
        self._file.execute(_LIST_DOCUMENTS, {**unchanged, **new, "edit": edit, "numbers": listed})

    def _leave_one_of_each(self, edit: int) -> None:
        """Let only the first move of two documents of different corpora with the same content."""
        self._file.execute(
            """DELETE FROM edit_document WHERE edit_id = :edit AND document_id NOT IN (
                SELECT min(document.id) FROM edit_document JOIN document ON document.id = document_id
                WHERE edit_id = :edit GROUP BY coalesce(content_hash, document.id))""",
            {"edit": edit},
        )

    def _by_corpus(self, numbers: Sequence[int]) -> list[tuple[int, list[int]]]:
        sql = """SELECT corpus_id, id FROM visible_document WHERE id IN (SELECT value FROM json_each(?))"""
        found: dict[int, list[int]] = {}
        for corpus_id, number in self._file.rows(sql, (json.dumps(np.asarray(numbers, np.int64).tolist()),)):
            found.setdefault(corpus_id, []).append(number)
        return sorted(found.items())

    def _apply_or_forget(self, edit: int) -> int:
        """Make the edit true; one that changes nothing is not worth a step of undo."""
        changed = apply_documents(self._file, edit, forward=True)
        kind = self._file.value("SELECT kind FROM edit WHERE id = ?", (edit,))
        decided = decide_conflicts(self._file, edit) if kind in ("relabel", "move") else 0
        if not changed and not decided:
            forget_edits(self._file, [edit])
        return changed
