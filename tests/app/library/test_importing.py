"""Import: every document of a source or none of them, in the corpus that fits, with the words counted on the way."""

from __future__ import annotations

from pathlib import Path

import pytest

from app.domain.documents import Document, SourceOptions
from app.domain.errors import SourceError, UnusableName
from app.domain.jobs import Cancelled, NoOpJobContext
from app.domain.results import ImportReport
from app.library import importing
from app.library.importing import ImportRequest, import_sources, plan_sources
from app.library.recipes import filter_rules
from app.library.training_data import kind_of_corpus, rules_key
from app.readers import sources as source_planning
from app.store.workspace import Workspace

MAIL = "From: ann@a.example\nTo: bob@b.example\nSubject: {subject}\nDate: Mon, 1 Jan 2024 10:00:00 +0000\n\n{text}\n"
STRIPPED_MAIL = "Subject: {subject}\n\n{text}, and nothing else\n"


class CancelledIn:
    """A person who cancels in some phase, once so much of it is done."""

    def __init__(self, phase: str, from_done: float = 0) -> None:
        self._phase, self._from_done = phase, from_done

    def checkpoint(self, done: float = 0.0, total: float = 0.0, phase: str = "") -> None:
        """Cancel if it is time."""
        assert done <= total or not total
        if phase == self._phase and done >= self._from_done:
            raise Cancelled


def written(folder: Path, template: str) -> Path:
    """Some mails of two labels, a folder each."""
    for label, text in (("ham", "lunch on monday"), ("spam", "cheap pills")):
        (folder / label).mkdir(parents=True)
        for number in range(4):
            (folder / label / f"{number}.eml").write_text(
                template.format(subject=f"{label} {number}", text=f"{text} {number}")
            )
    return folder


@pytest.fixture
def mails(tmp_path: Path) -> Path:
    return written(tmp_path / "mails", MAIL)


@pytest.fixture
def stripped(tmp_path: Path) -> Path:
    return written(tmp_path / "stripped", STRIPPED_MAIL)


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "new.bayleaf"


def imported(path: Path, source: Path, corpus: str | None = None, **options: object) -> ImportReport:
    order = ImportRequest((source,), SourceOptions(**options), corpus)  # type: ignore[arg-type] # told by each test
    return import_sources(path, order, NoOpJobContext())


def texts(path: Path, corpus: str) -> dict[str, str]:
    with Workspace(path) as workspace:
        numbers = workspace.documents.numbers(corpus).tolist()
        return {Path(workspace.documents.get(n).document.path).name: body.text.strip()
                for n, body in workspace.documents.read_bodies(numbers)}  # fmt: skip


def test_mail_becomes_a_corpus_of_mail_with_labels_and_counts(path: Path, mails: Path) -> None:
    report = imported(path, mails)

    assert (report.corpus, report.documents, report.duplicates, report.failed) == ("Mail", 8, 0, ())
    assert report.size_bytes == sum(file.stat().st_size for file in mails.rglob("*.eml"))
    key = rules_key(filter_rules("mail"))
    with Workspace(path) as workspace:
        assert workspace.corpora.get("Mail").kind == "mail"
        assert {label.name: label.documents for label in workspace.labels.all("Mail")} == {"ham": 4, "spam": 4}
        assert not len(workspace.segments.uncounted_documents("Mail", key))
        found, values = workspace.segments.documents_with("Mail", key, "subject:spam")
        assert (len(found), values.tolist()) == (4, [1, 1, 1, 1])
        assert workspace.check() == []


@pytest.mark.parametrize("label", ["", "  ", "a\tb", "a\nb", "x\x01", "L" * 300])
def test_a_label_for_everything_is_refused_as_learning_refuses_it(path: Path, mails: Path, label: str) -> None:
    with pytest.raises(UnusableName) as refused:
        imported(path, mails, label=label)

    assert not path.exists()
    imported(path, mails)
    with Workspace(path) as workspace, pytest.raises(UnusableName) as refused_later:
        workspace.editing.add("Mail", [Document("text", "beside.txt", label=label)])
    assert refused_later.value.reason == refused.value.reason


def test_importing_again_finds_the_same_documents(path: Path, mails: Path) -> None:
    imported(path, mails)
    (mails / "ham" / "new.eml").write_text(MAIL.format(subject="new", text="one more"))

    report = imported(path, mails)

    assert (report.documents, report.duplicates, report.conflicts) == (1, 8, 0)


def test_the_same_message_under_another_label_is_a_conflict(path: Path, mails: Path) -> None:
    imported(path, mails)
    (mails / "ham" / "again.eml").write_bytes((mails / "spam" / "0.eml").read_bytes())

    report = imported(path, mails)

    assert (report.documents, report.conflicts) == (0, 1)


@pytest.mark.parametrize("phase", ["looking for the files to read", "importing", "storing documents"])
def test_cancelling_leaves_no_trace_and_the_import_can_be_repeated(path: Path, mails: Path, phase: str) -> None:
    with pytest.raises(Cancelled):
        import_sources(path, ImportRequest((mails,)), CancelledIn(phase))

    if path.exists():
        with Workspace(path) as workspace:
            assert (workspace.corpora.all(), workspace.imports.history()) == ((), ())
            assert workspace.check() == []
    assert imported(path, mails).documents == 8


def test_an_import_that_was_half_written_leaves_no_trace(
    path: Path, mails: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(importing, "WRITE_DOCUMENTS", 1)
    monkeypatch.setattr(source_planning, "ITEM_FILES", 1)

    with pytest.raises(Cancelled):
        import_sources(path, ImportRequest((mails,)), CancelledIn("importing", from_done=600))

    with Workspace(path) as workspace:
        assert (workspace.corpora.all(), workspace.check()) == ((), [])
    assert imported(path, mails).documents == 8


def test_cancelling_a_second_import_keeps_the_first_one_whole(path: Path, mails: Path, tmp_path: Path) -> None:
    imported(path, mails)
    before = texts(path, "Mail")
    more = tmp_path / "more"
    more.mkdir()
    (more / "late.eml").write_text(MAIL.format(subject="late", text="too late"))

    with pytest.raises(Cancelled):
        import_sources(path, ImportRequest((more,)), CancelledIn("storing documents"))

    assert texts(path, "Mail") == before


def test_files_that_cannot_be_read_are_listed_and_the_others_are_in(path: Path, mails: Path) -> None:
    (mails / "ham" / "empty.eml").write_bytes(b"")
    (mails / "spam" / "picture.png").write_bytes(b"\x89PNG\r\n\x1a\n" + bytes(100))

    report = imported(path, mails)

    assert report.documents == 8
    assert {Path(failure.path).name: failure.reason for failure in report.failed} == {
        "empty.eml": "empty",
        "picture.png": "damaged",
    }


def test_texts_and_tables_get_corpora_of_their_kind(path: Path, tmp_path: Path) -> None:
    notes = tmp_path / "notes"
    (notes / "short").mkdir(parents=True)
    (notes / "short" / "a.txt").write_text("watermelon and grapes")
    table = tmp_path / "plants.csv"
    table.write_text("height,leaf,label\n" + "1.5,round,oak\n2.5,long,fir\n1.4,round,oak\n2.6,?,fir\n" * 3)

    assert imported(path, notes, "Notes").corpus == "Notes"
    report = imported(path, table, "Plants", kind="table")

    assert (report.documents, report.duplicates) == (12, 0)
    with Workspace(path) as workspace:
        assert [workspace.corpora.get(name).kind for name in ("Notes", "Plants")] == ["text", "table"]
        schema = workspace.corpora.get("Plants").schema
        assert schema is not None
        assert (schema.numeric, schema.categorical) == (("height",), ("leaf",))


def test_rows_of_other_columns_do_not_go_into_a_table(path: Path, tmp_path: Path) -> None:
    first, other = tmp_path / "first.csv", tmp_path / "other.csv"
    first.write_text("height,leaf,label\n" + "1.5,round,oak\n2.5,long,fir\n" * 5)
    other.write_text("weight,label\n" + "1.5,oak\n2.5,fir\n" * 5)
    imported(path, first, "Plants", kind="table")

    with pytest.raises(SourceError) as caught:
        imported(path, other, "Plants", kind="table")

    assert caught.value.reason == "other-columns"


def test_corpora_do_not_share_documents(path: Path, mails: Path) -> None:
    imported(path, mails, "One")

    report = imported(path, mails, "Two")

    assert (report.documents, report.duplicates) == (8, 0)
    assert texts(path, "One") == texts(path, "Two")


def test_without_a_name_the_newest_corpus_is_meant(path: Path, mails: Path) -> None:
    imported(path, mails, "One")
    imported(path, mails, "Two")

    report = imported(path, mails)

    assert (report.corpus, report.duplicates) == ("Two", 8)


def test_a_source_that_is_not_there_makes_no_workspace(path: Path, tmp_path: Path) -> None:
    with pytest.raises(SourceError) as caught:
        imported(path, tmp_path / "nowhere")

    assert caught.value.reason == "missing"
    assert not path.exists()


def test_a_preview_stores_nothing(mails: Path) -> None:
    plan = plan_sources([mails], SourceOptions(), NoOpJobContext())

    assert (plan.n_files, plan.n_by_label) == (8, {"ham": 4, "spam": 4})


def test_a_corpus_of_mail_looks_stripped_while_hardly_any_has_headers(path: Path, mails: Path, stripped: Path) -> None:
    def kind() -> str:
        with Workspace(path, read_only=True) as workspace:
            return kind_of_corpus(workspace, workspace.corpora.get("Mail"))

    imported(path, stripped, "Mail")
    before = kind()
    imported(path, mails, "Mail")

    assert (before, kind()) == ("stripped", "mail")
