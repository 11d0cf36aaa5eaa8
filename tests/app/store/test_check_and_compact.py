"""`check` finds what is wrong; `compact` makes deleted documents go for good."""

from __future__ import annotations

import os
import sqlite3
import subprocess
import sys
import tracemalloc
from contextlib import closing
from pathlib import Path

import numpy as np
import pytest

from app.domain.documents import Document
from app.domain.errors import StoreError
from app.domain.jobs import Cancelled
from app.domain.records import Problem, StoredDocument
from app.store import checking, count_segments
from app.store.connection import MAX_VALUE_BYTES
from app.store.workspace import Workspace
from tests.app.store.made_up import RULES, bags, contents, hash_of, imported, mail, mails, numbers_of, recounted

DAMAGE = {
    "content-missing": "DELETE FROM content WHERE document_id = 2",
    "content-left-over": "INSERT INTO content SELECT 1000, title, sender, path, member, body FROM content LIMIT 1",
    "row-left-over": "INSERT INTO table_row VALUES (1000, x'', x'')",
    "label-of-another-corpus": "UPDATE label SET corpus_id = 2 WHERE name = 'spam'",
    "label-gone": "UPDATE label SET is_deleted = 1 WHERE name = 'spam'",
    "corpus-gone": "UPDATE corpus SET is_deleted = 1",
    "content-twice": "UPDATE document SET content_hash = (SELECT content_hash FROM document WHERE id = 1) WHERE id = 2",
    "number-not-given-out": "UPDATE counter SET value = 3",
    "run-left-over": "DELETE FROM import_run",
    "change-number": "UPDATE corpus SET change_number = 1",
    "change-log": "UPDATE document SET weight = 2 WHERE id = 4",
    "model-number": "UPDATE model SET change_number = 99",
    "model": "UPDATE model SET content = x'00'",
    "recipe": "UPDATE model SET recipe = '{'",
    "text": "UPDATE content SET body = x'00' WHERE document_id = 2",
    "text-length": "UPDATE document SET length = 1 WHERE id = 2",
    "segment": "UPDATE segment SET counts = x'00'",
    "words": "UPDATE vocabulary SET n_words = n_words + 1",
    "reference": "UPDATE document SET label_id = 1000 WHERE id = 2",
    "schema": "CREATE INDEX extra ON document (length)",
}


def test_check_finds_that_the_counter_of_numbers_is_gone(path: Path) -> None:
    with Workspace(path, create=True) as workspace:
        imported(workspace, mails(5))
        workspace._file.execute("DELETE FROM counter")

        assert workspace.check() == [Problem("damaged", "counter")]


@pytest.mark.parametrize("code", DAMAGE)
def test_check_finds(path: Path, code: str) -> None:
    with Workspace(path, create=True) as workspace:
        imported(workspace, mails(5))
        workspace.models.save("filter", b"content", recipe="{}", change_number=5, corpus="mail")
        workspace.editing.relabel([4], None)
        assert workspace.check() == []
        workspace._file.execute(DAMAGE[code])

        assert code in {problem.code for problem in workspace.check()}


HUGE = {
    "content 2": "UPDATE content SET body = zeroblob(:size) WHERE document_id = 2",
    "content 3": "UPDATE content SET title = printf('%.*c', :size, 'x') WHERE document_id = 3",
    "document 4": "UPDATE document SET content_hash = zeroblob(:size) WHERE id = 4",
    "label 1": "UPDATE label SET name = printf('%.*c', :size, 'x') WHERE id = 1",
    "model 1": "UPDATE model SET recipe = printf('%.*c', :size, 'x')",
    "word_list 1": "UPDATE word_list SET words = zeroblob(:size)",
}
"""Problem, and the statement that causes it."""


@pytest.mark.parametrize("place", HUGE)
def test_check_names_the_row_of_a_value_that_is_too_large_to_be_read(
    path: Path, place: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(checking, "MAX_VALUE_CHECKED_BYTES", 1 << 20)
    monkeypatch.setattr(checking, "MAX_TEXT_CHECKED_BYTES", 1 << 18)
    for size in (1 << 19, 1 << 22) if "printf" in HUGE[place] else (1 << 22,):
        path.unlink(missing_ok=True)
        with Workspace(path, create=True) as workspace:
            imported(workspace, mails(5))
            workspace.models.save("filter", b"content", recipe="{}", change_number=5, corpus="mail")
            assert workspace.check() == []
            workspace._file.execute(HUGE[place], {"size": size})

            assert workspace.check() == [Problem("overgrown", place)]


MEASURED_CHECK = """import resource, sys
from app.store.workspace import Workspace
with Workspace(sys.argv[1], read_only=True) as workspace:
    before_kb = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    problems = workspace.check()
    print(resource.getrusage(resource.RUSAGE_SELF).ru_maxrss - before_kb, *problems)
"""


@pytest.mark.skipif(sys.platform == "win32", reason="Windows does not tell how much memory a process used at most")
@pytest.mark.parametrize("sql", [HUGE["content 2"], "UPDATE model SET content = zeroblob(:size)"])
def test_a_check_takes_little_memory_for_a_value_of_300_megabytes(path: Path, sql: str) -> None:
    with Workspace(path, create=True) as workspace:
        imported(workspace, mails(5))
        workspace.models.save("filter", b"content", recipe="{}", change_number=5, corpus="mail")
        with workspace._file.value_limit(1 << 30):
            workspace._file.execute(sql, {"size": 300 << 20})

    command = [sys.executable, "-c", MEASURED_CHECK, str(path)]
    grown_kb, *problems = subprocess.run(command, capture_output=True, text=True, check=True).stdout.split(maxsplit=1)
    assert problems
    assert int(grown_kb) < 100 << 10 if sys.platform != "darwin" else int(grown_kb) < 100 << 20  # macOS counts bytes


def test_a_value_that_is_too_large_is_damage_where_it_is_read(path: Path) -> None:
    with Workspace(path, create=True) as workspace:
        imported(workspace, mails(5))
        with workspace._file.value_limit(1 << 30):
            workspace._file.execute(HUGE["content 2"], {"size": MAX_VALUE_BYTES + 1})
        with pytest.raises(StoreError) as caught:
            workspace.documents.get(2)

    assert (caught.value.reason, caught.value.detail) == ("damaged", "overgrown")


@pytest.mark.parametrize(
    "damage",
    [
        "UPDATE corpus SET change_number = change_number + 1",
        "UPDATE corpus SET log_kept_from = 3",
        "DELETE FROM change",
        "UPDATE change SET number = number + 3",
        "UPDATE import_run SET documents = 4",
    ],
)
def test_check_finds_numbers_of_changes_that_do_not_follow_each_other(path: Path, damage: str) -> None:
    with Workspace(path, create=True) as workspace:
        imported(workspace, mails(5))
        workspace.editing.relabel([4, 5], None)
        workspace.labels.rename("mail", "spam", "junk")
        assert workspace.check() == []
        workspace._file.execute(damage)

        assert "change-number" in {problem.code for problem in workspace.check()}


@pytest.mark.parametrize("column", ["numbers", "choices"])
def test_text_in_place_of_the_numbers_of_a_row_is_damage(path: Path, column: str) -> None:
    with Workspace(path, create=True) as workspace:
        imported(workspace, mails(1))
    loosen = "UPDATE sqlite_master SET sql = replace(sql, ') {}', ') {}') WHERE name = 'table_row'"
    for steps in (
        ("PRAGMA writable_schema = ON", loosen.format("STRICT", "")),
        ("INSERT INTO table_row VALUES (1, x'', x'')", f"UPDATE table_row SET {column} = 'text'"),
        ("PRAGMA writable_schema = ON", loosen.format("", "STRICT")),
    ):
        with closing(sqlite3.connect(path)) as database:
            database.executescript("; ".join(steps))

    with Workspace(path, read_only=True) as workspace:
        for read in (workspace.documents.get, lambda number: workspace.documents.table_rows_of([number])):
            with pytest.raises(StoreError) as caught:
                read(1)
            assert caught.value.reason == "damaged"
        with pytest.raises(StoreError):
            workspace.documents.table_rows("mail")


def test_check_counts_texts_again_and_hashes_them(path: Path) -> None:
    def rehash(stored: StoredDocument) -> bytes:
        return hash_of(stored.document.text)

    with Workspace(path, create=True) as workspace:
        imported(workspace, mails(5))
        assert workspace.check(recount=recounted, rehash=rehash) == []
        workspace._file.execute(
            """UPDATE content SET body = (SELECT body FROM content WHERE document_id = 1) WHERE document_id = 2"""
        )

        assert {(p.code, p.detail) for p in workspace.check(recount=recounted, rehash=rehash)} == {
            ("counts", f"2 ({RULES})"),
            ("content-hash", "2"),
        }


def test_a_check_can_be_cancelled(with_mail: Workspace) -> None:
    class Impatient:
        def checkpoint(self, done: float = 0.0, total: float = 0.0, phase: str = "") -> None:
            raise Cancelled

    with pytest.raises(Cancelled):
        with_mail.check(Impatient())
    assert with_mail.documents.count() == 9


def test_deleted_means_gone(path: Path) -> None:
    text = " ".join(os.urandom(20).hex() for _ in range(100))
    secret = Document(text, "/secret/path", title="A very secret title", label="ham", content_hash=b"s" * 16)
    with Workspace(path, create=True) as workspace:
        imported(workspace, [*mails(3), secret])
        (number,) = [heading.number for heading in workspace.documents.headings(range(10)) if "secret" in heading.title]
        (body,) = workspace._file.row("SELECT body FROM content WHERE document_id = ?", (number,))
        workspace.editing.remove([number])
    assert b"secret title" in path.read_bytes(), "it can still come back"

    with Workspace(path) as workspace:
        workspace.undo_log.forget()
    assert b"secret" not in path.read_bytes()
    assert body[100:200] not in path.read_bytes()

    with Workspace(path) as workspace:
        assert len(workspace.segments.words("mail", RULES)) > 100
        workspace.compact()
        assert workspace.segments.words("mail", RULES) == ("letter", "number", "0", "1", "2")
        assert workspace.check(recount=recounted) == []


def test_compacting_rewrites_counts_without_what_is_gone(with_mail: Workspace) -> None:
    with_mail.editing.add("mail", [mail("other words", "ham")])
    with_mail.editing.remove(numbers_of(with_mail, "letter number 2", "letter number 5"))
    kept = bags(with_mail)
    with_mail.compact()

    assert bags(with_mail) == kept
    assert with_mail.segments.words("mail", RULES) == ("letter", "number", *"0134678")
    assert with_mail.segments.uncounted_documents("mail", RULES).tolist() == [10]


def test_compacting_holds_the_counts_of_a_few_documents_at_once(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    n_documents, n_words = 64, 20_000
    words = [f"word{number}" for number in range(n_words)]
    values = np.arange(n_documents * n_words) % 90 + 1
    monkeypatch.setattr(count_segments, "DOCUMENTS_PER_SEGMENT", 4)
    monkeypatch.setattr(count_segments, "DOCUMENTS_AT_ONCE", 8)
    with Workspace(path, create=True) as workspace:
        workspace.corpora.add("mail")
        numbers = workspace.editing.add("mail", mails(n_documents)).document_numbers
        starts, tokens = np.arange(n_documents + 1) * n_words, np.tile(np.arange(n_words), n_documents)
        workspace.segments.writer("mail", RULES).add(numbers, starts, tokens, values, words)
        workspace.editing.remove(numbers[:3].tolist())
        kept = workspace.segments.read("mail", RULES)

        tracemalloc.start()
        workspace.compact()
        _, peak_bytes = tracemalloc.get_traced_memory()
        tracemalloc.stop()

        assert peak_bytes < kept.tokens.nbytes + kept.values.nbytes
        again = workspace.segments.read("mail", RULES)
        np.testing.assert_array_equal(again.values, kept.values)
        np.testing.assert_array_equal(again.document_numbers, kept.document_numbers)
        assert workspace.segments.words("mail", RULES) == tuple(words)
        assert workspace.check() == []


def test_compacting_gives_space_back(with_mail: Workspace, path: Path) -> None:
    random = np.random.default_rng(1)
    numbers = with_mail.editing.add("mail", [Document(random.bytes(200_000).hex(), "/large")]).document_numbers
    with_mail.editing.remove(numbers)

    assert with_mail.compact() >= 200_000
    assert with_mail.documents.count() == 9


def test_compacting_removes_corpora_that_were_deleted(with_mail: Workspace) -> None:
    imported(with_mail, mails(4), "other")
    with_mail.models.save("filter", b"m", recipe="{}", change_number=4, corpus="other")
    with_mail.recipes.save("other", "first", "{}")
    with_mail.corpora.remove("other")
    with_mail.compact()

    assert with_mail._file.value("SELECT count(*) FROM corpus") == 1
    assert with_mail._file.value("SELECT count(*) FROM document") == 9
    assert (with_mail.models.get("filter").corpus, with_mail.models.content("filter")) == (None, b"m")


def test_a_model_that_is_behind_can_catch_up_after_compacting_unless_documents_are_gone(with_mail: Workspace) -> None:
    with_mail.models.save("filter", b"m", recipe="{}", change_number=9, corpus="mail")
    with_mail.editing.relabel([1, 2], "new")
    with_mail.compact()
    changes = with_mail.changes.changes_since("mail", 9)
    assert (changes.is_complete, [change.document for change in changes.document_changes]) == (True, [1, 2])

    with_mail.editing.remove([3])
    with_mail.compact()
    assert not with_mail.changes.changes_since("mail", 9).is_complete
    assert not with_mail.changes.changes_since("mail", 3).is_complete


def test_a_log_that_was_cut_stays_cut_however_often_is_compacted(with_mail: Workspace) -> None:
    with_mail.models.save("filter", b"m", recipe="{}", change_number=9, corpus="mail")
    with_mail.editing.remove([3])
    with_mail.compact()
    with_mail.compact()
    assert not with_mail.changes.changes_since("mail", 9).is_complete


def test_counts_of_documents_that_moved_away_are_not_promised_after_compacting(with_mail: Workspace) -> None:
    with_mail.corpora.add("other")
    with_mail.models.save("filter", b"m", recipe="{}", change_number=9, corpus="mail")
    with_mail.editing.move([1], "other")
    assert with_mail.changes.changes_since("mail", 9).is_complete
    assert with_mail.segments.read_documents("mail", RULES, [1]).document_numbers.tolist() == [1]
    with_mail.compact()

    assert not with_mail.changes.changes_since("mail", 9).is_complete
    assert with_mail.models.get("filter").n_missing_changes == 1


def test_nothing_is_compacted_during_an_import(with_mail: Workspace, path: Path) -> None:
    with Workspace(path) as other, other.imports.begin("mail", source="a"), pytest.raises(StoreError) as caught:
        with_mail.compact()

    assert caught.value.reason == "import-running"


def test_a_copy_is_a_whole_workspace(with_mail: Workspace, tmp_path: Path) -> None:
    target = tmp_path / "copy.bayleaf"
    with_mail.save_copy(target)
    with_mail.editing.remove([1])
    with_mail.save_copy(target)

    with Workspace(target) as copy:
        assert copy.check(recount=recounted) == []
        assert contents(copy) == contents(with_mail)
    with pytest.raises(StoreError, match="same-file"):
        with_mail.save_copy(with_mail.path)


def test_a_workspace_in_figures(with_mail: Workspace) -> None:
    info = with_mail.info()

    assert (info.documents, info.corpora, info.models) == (9, (("mail", 9),), ())
