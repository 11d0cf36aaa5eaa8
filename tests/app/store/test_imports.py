"""Imports settle or never were; content is kept once."""

from __future__ import annotations

import os
import sqlite3
from pathlib import Path

import numpy as np
import pytest

from app.domain.documents import Document, Failure, TableSchema
from app.domain.errors import NotFound, StoreError
from app.domain.records import DuplicateLocation, ImportCounts
from app.store import import_runs
from app.store.document_packing import pack_document
from app.store.import_runs import ImportRun
from app.store.workspace import Workspace
from tests.app.store.made_up import RULES, bags, contents, imported, mail, mails, numbers_of


def test_nothing_of_an_import_is_seen_before_it_settles(workspace: Workspace, path: Path) -> None:
    with workspace.imports.begin("mail", source="inbox") as run:
        run.add([*mails(5), Failure("/mail/6", "", "damaged")])
        with Workspace(path) as other:
            assert (other.corpora.all(), other.documents.count(), other.imports.failures()) == ((), 0, ())
        run.settle()

    assert [label.documents for label in workspace.labels.all("mail")] == [2, 3]
    assert workspace.documents.count("mail") == 5
    assert [failure.reason for failure in workspace.imports.failures()] == ["damaged"]


def test_batches_may_be_lost_with_the_power_but_what_settles_may_not(workspace: Workspace, monkeypatch) -> None:
    seen = []

    def noted(run: ImportRun) -> None:
        seen.append(workspace._file.value("PRAGMA synchronous"))

    monkeypatch.setattr(ImportRun, "_make_visible", noted)
    with workspace.imports.begin("mail", source="inbox") as run:
        seen.append(workspace._file.value("PRAGMA synchronous"))
        run.settle()

    assert seen == [1, 2], "normal while it runs, full when it settles"
    monkeypatch.undo()


def test_a_settled_import_says_what_it_brought(workspace: Workspace) -> None:
    report = imported(workspace, [mail("one", "ham"), mail("one", "ham", path="/b"), mail("one", "spam", path="/c")])

    assert report == ImportCounts(documents=1, duplicates=2, conflicts=1, bytes=9, failed=0)
    assert [record.report for record in workspace.imports.history("mail")] == [report]


def test_a_label_whose_documents_are_all_copies_is_not_made(workspace: Workspace) -> None:
    imported(workspace, [mail("one", "ham"), mail("two", "spam"), mail("one", "junk", path="/c")])

    assert [(label.name, label.documents) for label in workspace.labels.all("mail")] == [("ham", 1), ("spam", 1)]
    [number, _] = workspace.documents.numbers("mail").tolist()
    assert [copy.label for copy in workspace.documents.get(number).duplicate_locations] == ["junk"]

    imported(workspace, [mail("three", "junk")])
    assert [label.name for label in workspace.labels.all("mail")] == ["ham", "spam", "junk"]


def test_an_import_that_fails_leaves_no_trace(workspace: Workspace, path: Path) -> None:
    def import_until_it_fails() -> None:
        with workspace.imports.begin("mail", source="inbox") as run:
            run.segments(RULES).add(run.add(mails(3)), *_nothing(3), ["word"])
            raise ZeroDivisionError

    with pytest.raises(ZeroDivisionError):
        import_until_it_fails()

    assert workspace.corpora.all() == ()
    tables = ("document", "content", "segment", "label", "corpus", "vocabulary", "word_list", "import_run", "failure")
    assert [_raw_count(path, table) for table in tables] == [0] * len(tables)


def test_the_run_of_a_process_that_is_gone_is_removed_at_the_next_opening(path: Path, monkeypatch) -> None:
    workspace = Workspace(path, create=True)
    workspace.imports.begin("mail", source="inbox").add(mails(3))
    workspace.close()

    with Workspace(path) as reopened:
        assert _raw_count(path, "document") == 3, "the process that holds it is alive: this one"
    monkeypatch.setattr("app.store.import_runs.process_start_time", lambda process: "another time")
    with Workspace(path) as reopened:
        assert (_raw_count(path, "document"), _raw_count(path, "import_run"), reopened.check()) == (0, 0, [])


def test_a_run_that_was_removed_under_way_ends_with_a_sentence(workspace: Workspace, monkeypatch) -> None:
    run = workspace.imports.begin("mail", source="inbox")
    run.add(mails(3))
    monkeypatch.setattr(import_runs, "is_owner_alive", lambda lease: False)
    workspace.imports.remove_abandoned()

    with pytest.raises(StoreError, match="run-removed"):
        run.add(mails(3))
    with pytest.raises(StoreError, match="run-removed"):
        run.settle()


def test_a_repeated_import_brings_nothing_new(workspace: Workspace) -> None:
    imported(workspace, mails(9))
    before = contents(workspace), workspace.changes.last_number("mail")

    report = imported(workspace, mails(9))

    assert (report.documents, report.duplicates, report.conflicts) == (0, 9, 0)
    assert (contents(workspace), workspace.changes.last_number("mail")) == before
    assert workspace.documents.duplicate_locations(workspace.documents.numbers("mail").tolist()) == {}


def test_where_content_was_found_again_is_remembered_once(workspace: Workspace) -> None:
    for _ in range(2):
        imported(workspace, [mail("one", "ham"), mail("one", "spam", path="/elsewhere")])

    (number,) = numbers_of(workspace, "one")
    assert workspace.documents.duplicate_locations([number]) == {number: (DuplicateLocation("/elsewhere", "", "spam"),)}
    assert workspace.documents.columns("mail").n_duplicates.tolist() == [1]


def test_kept_duplicates_and_rows_of_tables_stay_apart(workspace: Workspace) -> None:
    imported(workspace, [mail("one"), mail("one")], keep_duplicates=True)
    row = Document("", "iris.csv", kind="row", numbers=(1.0, float("nan")), choices=("red", None))
    with workspace.imports.begin("iris", source="iris.csv", kind="table", schema=TableSchema(("a", "b"))) as run:
        run.add([row, row])
        run.settle()

    assert (workspace.documents.count("mail"), workspace.documents.count("iris")) == (2, 2)
    table = workspace.documents.table_rows("iris")
    assert (table.numeric_values[:, 0].tolist(), table.category_indices.tolist(), table.category_names) == (
        [1, 1],
        [[0, -1]] * 2,
        (("red",),),
    )
    assert workspace.corpora.get("iris").schema == TableSchema(("a", "b"))


def test_two_imports_of_the_same_files_at_once_keep_each_document_once(path: Path, workspace: Workspace) -> None:
    with Workspace(path) as other:
        mine = workspace.imports.begin("mail", source="a")
        theirs = other.imports.begin("mail", source="b")
        mine.add([mail(text, "ham", path=f"/a/{text}") for text in ("one", "two", "three")])
        theirs.add([mail(text, "spam", path=f"/b/{text}") for text in ("three", "two", "four")])

        first, second = mine.settle(), theirs.settle()

    assert (first.documents, second.documents, second.duplicates, second.conflicts) == (3, 1, 2, 2)
    assert sorted(contents(workspace)["mail"]) == ["four", "one", "three", "two"]
    assert workspace.documents.columns("mail").has_conflict.sum() == 2


def test_a_document_learnt_during_an_import_is_not_imported_again(path: Path, workspace: Workspace) -> None:
    imported(workspace, mails(3))
    run = workspace.imports.begin("mail", source="a")
    run.add([mail("one", "ham", path="/a/one"), mail("two", "ham")])
    with Workspace(path) as other:
        other.editing.add("mail", [mail("one", "ham")])

    assert (run.settle().duplicates, workspace.documents.count("mail")) == (1, 5)


def test_an_import_compares_in_pieces_when_much_came_meanwhile(path: Path, workspace: Workspace, monkeypatch) -> None:
    monkeypatch.setattr(import_runs, "DOCUMENTS_PER_TRANSACTION", 4)
    run = workspace.imports.begin("mail", source="a")
    run.add(mails(10))
    with Workspace(path) as other:
        imported(other, mails(12, first=5))

    assert (run.settle().duplicates, workspace.documents.count("mail")) == (5, 17)


def test_documents_packed_by_a_worker_are_the_same_documents(workspace: Workspace) -> None:
    with workspace.imports.begin("mail", source="a", kind="mail") as run:
        run.add([pack_document(mail("one", "ham"))])
        run.settle()

    assert workspace.documents.get(numbers_of(workspace, "one")[0]).document == mail("one", "ham")


def test_names_that_are_not_text_are_kept_legible(workspace: Workspace) -> None:
    with workspace.imports.begin("mail", source=os.fsdecode(b"/m/\xff")) as run:
        run.add([Document("te\ud800xt", os.fsdecode(b"/m/\xff.eml"), title="nul\0", fields={"x": "\udcff"})])
        run.settle()

    stored = workspace.documents.get(int(workspace.documents.numbers("mail")[0])).document
    assert (stored.text, stored.path, stored.title) == ("te\ud800xt", "/m/\\udcff.eml", "nul\ufffd")
    assert stored.fields == {"x": "\udcff"}


def test_labels_from_odd_folders_are_made_usable(workspace: Workspace) -> None:
    odd = ["  Zu\u0308rich\n2024 ", "\x00", "x" * 300, "👩\u200d🔬", os.fsdecode(b"\xff")]
    imported(workspace, [mail(f"text {place}", label) for place, label in enumerate(odd)])

    assert workspace.labels.names("mail") == ("Zürich 2024", "x" * 200, "👩\u200d🔬")
    assert workspace.documents.columns("mail").label_indices.tolist() == [0, -1, 1, 2, -1]


def test_a_date_that_cannot_be_is_no_date(workspace: Workspace) -> None:
    imported(workspace, [Document("text", "/x", date_s=10**30, content_hash=b"d" * 16)])

    assert workspace.documents.get(1).document.date_s is None


def test_counts_of_an_import_appear_with_it(workspace: Workspace) -> None:
    imported(workspace, [mail("one two two"), mail("two three"), mail("one two two")])

    assert list(bags(workspace).values()) == [{"one": 1, "two": 2}, {"two": 1, "three": 1}]


def test_a_corpus_that_does_not_exist_is_named_with_those_that_do(with_mail: Workspace) -> None:
    with pytest.raises(NotFound) as caught:
        with_mail.documents.columns("male")

    assert (caught.value.name, caught.value.known) == ("male", ("mail",))


def _nothing(n_documents: int) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    return np.zeros(n_documents + 1, np.int64), np.zeros(0, np.int32), np.zeros(0, np.int32)


def _raw_count(path: Path, table: str) -> int:
    raw = sqlite3.connect(path)
    try:
        return raw.execute(f"SELECT count(*) FROM {table}").fetchone()[0]
    finally:
        raw.close()
