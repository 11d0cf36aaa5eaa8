"""Labels of a corpus: names with a colour, a key and an order."""

from __future__ import annotations

from collections.abc import Iterable

from app.domain.errors import NotFound, UnusableName
from app.domain.records import Label
from app.store.connection import WorkspaceFile
from app.store.corpora import corpus_number, usable_name

_COUNTED = """SELECT label.id, label.name, label.colour, label.key, coalesce(counted.documents, 0)
    FROM visible_label AS label LEFT JOIN (
        SELECT label_id, count(*) AS documents FROM visible_document WHERE corpus_id = :corpus GROUP BY label_id
    ) AS counted ON counted.label_id = label.id
    WHERE corpus_id = :corpus ORDER BY position, label.id"""


class Labels:
    """The labels of each corpus."""

    def __init__(self, file: WorkspaceFile) -> None:
        self._file = file

    def all(self, corpus: str) -> tuple[Label, ...]:
        """The labels of a corpus in their order, with how many documents carry each."""
        with self._file.snapshot():
            rows = self._file.rows(_COUNTED, {"corpus": corpus_number(self._file, corpus)})
        return tuple(Label(*row) for row in rows)

    def names(self, corpus: str) -> tuple[str, ...]:
        """The names alone, in the same order, without counting documents."""
        with self._file.snapshot():
            return tuple(name for _, name in label_names(self._file, corpus_number(self._file, corpus)))

    def add(self, corpus: str, name: str) -> None:
        """Make a label that no document carries yet."""
        with self._file.transaction():
            if name in self.names(corpus):
                raise UnusableName("label", name, "taken")
            ensured_labels(self._file, corpus_number(self._file, corpus), [name], run=0)


def label_names(file: WorkspaceFile, corpus: int) -> list[tuple[int, str]]:
    """Numbers and names of a corpus's labels in their order."""
    return file.rows("SELECT id, name FROM visible_label WHERE corpus_id = ? ORDER BY position, id", (corpus,))


def label_number(file: WorkspaceFile, corpus: int, name: str) -> int:
    """The number of a label by its name."""
    known = label_names(file, corpus)
    for number, found in known:
        if found == name:
            return number
    raise NotFound("label", name, tuple(found for _, found in known))


def ensured_labels(file: WorkspaceFile, corpus: int, names: Iterable[str], *, run: int) -> dict[str, int]:
    """Numbers of labels by name; those that are missing are made, seen by a run only unless it is 0."""
    known = dict(file.rows("SELECT name, id FROM label WHERE corpus_id = ? AND NOT is_deleted", (corpus,)))
    (position,) = file.row("SELECT coalesce(max(position), -1) FROM label WHERE corpus_id = ?", (corpus,))
    for name in dict.fromkeys(names):
        if name in known:
            continue
        position += 1
        record = {"corpus_id": corpus, "name": usable_name("label", name), "colour": position, "position": position}
        known[name] = file.insert("label", {**record, "run_id": run})
    if not run:
        used = [(known[name],) for name in names]
        file.execute_many("UPDATE label SET run_id = 0 WHERE id = ? AND run_id <> 0", used)
    return known
