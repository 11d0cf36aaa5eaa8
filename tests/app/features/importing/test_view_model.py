"""The import dialog's decisions: what was recognised, and what is imported of it."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from PySide6.QtWidgets import QAbstractButton, QLabel, QPushButton
from pytestqt.qtbot import QtBot

from app.domain.documents import SourceOptions
from app.domain.errors import SourceError
from app.domain.jobs import NoOpJobContext
from app.features.importing.dialog import ImportDialog, kind_name, kind_of_file
from app.features.importing.view_model import FolderShape, ImportViewModel, preview_then_take
from app.kit.look.theme import Theme
from app.kit.page_model import RequestSender
from app.library.importing import ImportRequest, import_sources
from app.store.workspace import Workspace
from tests.app.empty_workspace import workspace as workspace
from tests.app.readers.making import sheet
from tests.inline_runner import InlineRunner

ROWS = [("age", "job", "verdict", "remark")] + [
    (str(20 + n % 30), ("clerk", "cook", "nurse")[n % 3], ("good", "bad")[n % 4 == 0], f"a longer remark, number {n}")
    for n in range(40)
]


@pytest.fixture
def table(tmp_path: Path) -> Path:
    path = tmp_path / "people.tsv"
    path.write_text("\n".join("\t".join(row) for row in ROWS) + "\n")
    return path


@pytest.fixture
def halves(tmp_path: Path) -> Path:
    """A source in two halves, three labels each."""
    for half in ("news-train", "news-test"):
        for label in ("sport", "space", "cars"):
            (tmp_path / "news" / half / label).mkdir(parents=True)
            for number in range(3):
                (tmp_path / "news" / half / label / str(number)).write_text(f"{label} {half} {number} words and words")
    return tmp_path / "news"


def an_import(runner: InlineRunner, workspace: Path, *sources: Path, corpus: str = "") -> ImportViewModel:
    with Workspace(workspace) as opened:
        names = [each.name for each in opened.corpora.all()]
    model = ImportViewModel(runner, workspace, names, corpus)
    if sources:
        model.choose_sources(sources)
        runner.run()
    return model


def ordered(model: ImportViewModel, workspace: Path) -> Any:
    """Start the import that the dialog would, and return its report."""
    orders: list[Any] = []
    model.ordered.connect(lambda *order: orders.append(order))
    model.start()
    [(sources, options, corpus)] = orders
    return import_sources(workspace, ImportRequest(tuple(sources), options, corpus), NoOpJobContext())


# Import


def test_nothing_chosen_is_nothing_to_import(inline_runner: InlineRunner, workspace: Path) -> None:
    model = an_import(inline_runner, workspace)

    assert not model.state.can_start


def test_a_table_is_recognised_with_its_columns_and_first_rows(
    inline_runner: InlineRunner, workspace: Path, table: Path
) -> None:
    state = an_import(inline_runner, workspace, table).state

    assert state.uses == {"age": "ignored", "job": "ignored", "verdict": "label", "remark": "text"}
    assert state.labels_from == "column"
    assert state.plan is not None
    assert state.plan.first_rows[0] == ROWS[1]
    assert state.plan.n_by_label == {"good": 30, "bad": 10}
    assert state.default_corpus == "Documents"
    assert state.can_start


def test_columns_are_imported_as_the_person_said(inline_runner: InlineRunner, workspace: Path, table: Path) -> None:
    model = an_import(inline_runner, workspace, table)

    model.choose_use(["age"], "numeric")
    inline_runner.run()
    model.choose_use(["job", "verdict"], "categorical")
    inline_runner.run()
    model.choose_use(["job"], "label")
    inline_runner.run()
    model.choose_use(["remark"], "ignored")
    inline_runner.run()

    assert model.state.uses == {"age": "numeric", "job": "label", "verdict": "categorical", "remark": "ignored"}
    assert ordered(model, workspace).documents == 40
    with Workspace(workspace) as opened:
        [corpus] = opened.corpora.all()
        assert corpus.schema is not None
        assert (corpus.kind, corpus.schema.numeric, corpus.schema.categorical) == ("table", ("age",), ("verdict",))
        assert {label.name for label in opened.labels.all(corpus.name)} == {"clerk", "cook", "nurse"}


def test_only_one_column_is_the_text(inline_runner: InlineRunner, workspace: Path, table: Path) -> None:
    model = an_import(inline_runner, workspace, table)

    model.choose_use(["job"], "text")
    inline_runner.run()

    assert model.state.uses["job"] == "text"
    assert model.state.uses["remark"] == "ignored"


def test_a_table_with_nothing_to_learn_from_cannot_be_imported(
    inline_runner: InlineRunner, workspace: Path, table: Path
) -> None:
    model = an_import(inline_runner, workspace, table)

    model.choose_use(["remark", "age", "job"], "ignored")
    inline_runner.run()
    assert set(model.state.uses.values()) == {"ignored", "label"}
    assert model.state.lacks_content
    assert not model.state.can_start

    model.choose_use(["age"], "numeric")
    inline_runner.run()
    assert model.state.can_start


def test_a_table_without_a_label_column_is_not_given_one(
    inline_runner: InlineRunner, workspace: Path, table: Path
) -> None:
    model = an_import(inline_runner, workspace, table)

    model.choose_use(["verdict"], "ignored")
    inline_runner.run()

    assert "label" not in model.state.uses.values()
    assert model.state.labels_from == "none"
    assert ordered(model, workspace).documents == 40


def test_the_first_row_can_be_data(inline_runner: InlineRunner, workspace: Path, table: Path) -> None:
    model = an_import(inline_runner, workspace, table)

    model.choose_header_row(is_header=False)
    inline_runner.run()

    assert model.state.plan is not None
    assert model.state.plan.first_rows[0] == ROWS[0]
    assert list(model.state.uses) == ["column 1", "column 2", "column 3", "column 4"]


def test_a_spreadsheet_that_is_wanted_as_a_table_shows_its_columns(
    inline_runner: InlineRunner, workspace: Path, tmp_path: Path
) -> None:
    path = tmp_path / "flowers.xlsx"
    path.write_bytes(sheet([["length", "kind"], *([n * 1.5, "ab"[n % 2]] for n in range(20))]))
    model = an_import(inline_runner, workspace, path)
    assert not model.state.is_table

    model.choose_kind("table")
    inline_runner.run()

    assert model.state.uses == {"length": "numeric", "kind": "label"}
    assert ordered(model, workspace).documents == 20


def test_labels_come_from_where_the_person_says(inline_runner: InlineRunner, workspace: Path, halves: Path) -> None:
    model = an_import(inline_runner, workspace, halves)
    assert model.state.plan is not None
    assert set(model.state.plan.n_by_label) == {"sport", "space", "cars"}

    model.choose_labels_from("pattern", r"news-(\w+)")
    inline_runner.run()
    assert dict(model.state.plan.n_by_label) == {"train": 9, "test": 9}

    model.choose_labels_from("one", "news")
    inline_runner.run()
    assert (dict(model.state.plan.n_by_label), model.state.label_source_text) == ({"news": 18}, "news")

    model.choose_labels_from("none")
    inline_runner.run()
    assert model.state.plan.n_unlabelled == 18


def test_a_pattern_that_is_none_is_said_and_stops_the_import(
    inline_runner: InlineRunner, workspace: Path, halves: Path
) -> None:
    model = an_import(inline_runner, workspace, halves)

    model.choose_labels_from("pattern", "(oops")
    inline_runner.run()

    assert isinstance(model.state.problem, SourceError)
    assert not model.state.can_start
    model.choose_labels_from("folder")
    inline_runner.run()
    assert model.state.can_start


def test_only_the_training_half_is_taken_if_wanted(inline_runner: InlineRunner, workspace: Path, halves: Path) -> None:
    model = an_import(inline_runner, workspace, halves)
    assert model.state.training_folder == "news-train"

    model.import_training_only(is_wanted=True)
    inline_runner.run()

    assert model.state.plan is not None
    assert model.state.plan.n_files == 9
    assert model.state.training_folder == "news-train"
    assert ordered(model, workspace).documents == 9
    model.import_training_only(is_wanted=False)
    inline_runner.run()
    assert model.state.plan.n_files == 18


def test_more_files_join_those_that_were_chosen(
    inline_runner: InlineRunner, workspace: Path, halves: Path, table: Path
) -> None:
    model = an_import(inline_runner, workspace, table)

    model.add_sources([halves, table])
    inline_runner.run()

    assert model.state.sources == (table, halves)
    assert model.state.plan is not None
    assert model.state.plan.n_files == 19


def test_a_new_corpus_gets_a_name_that_is_free(inline_runner: InlineRunner, workspace: Path, halves: Path) -> None:
    first = an_import(inline_runner, workspace, halves)
    assert ordered(first, workspace).corpus == "news"
    second = an_import(inline_runner, workspace, halves, corpus="news")

    second.name_new_corpus("")
    inline_runner.run()
    assert second.state.default_corpus == "news 2"
    second.name_new_corpus("News")
    inline_runner.run()

    assert ordered(second, workspace).corpus == "News"


def test_rows_of_other_columns_are_refused_before_anything_is_read(
    inline_runner: InlineRunner, workspace: Path, table: Path, tmp_path: Path
) -> None:
    numbers = tmp_path / "numbers.csv"
    numbers.write_text("x,y,label\n" + "".join(f"{n},{n % 7},{'ab'[n % 2]}\n" for n in range(30)))
    import_sources(workspace, ImportRequest((numbers,), SourceOptions(), "Numbers"), NoOpJobContext())

    model = an_import(inline_runner, workspace, table, corpus="Numbers")
    first = model.state
    assert first.problem is None
    assert first.is_new_corpus
    model.choose_corpus("Numbers")
    inline_runner.run()

    assert isinstance(model.state.problem, SourceError)
    assert model.state.problem.reason == "other-columns"
    assert not model.state.can_start


def test_what_is_not_there_is_said(inline_runner: InlineRunner, workspace: Path, tmp_path: Path) -> None:
    model = an_import(inline_runner, workspace, tmp_path / "nowhere")

    assert isinstance(model.state.problem, SourceError)


def test_a_drop_of_something_clear_is_taken_and_a_table_or_two_halves_are_shown(
    inline_runner: InlineRunner, workspace: Path, halves: Path, table: Path, tmp_path: Path
) -> None:
    taken: list[Path] = []
    shown: list[Path] = []
    sources = (halves / "news-train", table, halves, tmp_path / "nowhere")
    for source in sources:
        preview_then_take(
            RequestSender(inline_runner, "test", failed=print),
            workspace,
            [source],
            lambda dropped: taken.extend(dropped.paths),
            lambda dropped: shown.extend(dropped.paths),
        )
        inline_runner.run()

    assert taken == [halves / "news-train", tmp_path / "nowhere"]
    assert shown == [table, halves]


def test_labels_may_be_whole_paths_and_several(inline_runner: InlineRunner, workspace: Path, halves: Path) -> None:
    model = an_import(inline_runner, workspace, halves)
    assert not model.state.takes_several
    model.choose_labels_from("tree")
    inline_runner.run()
    assert model.state.labels_from == "tree"
    assert model.state.plan is not None
    assert "news-train/sport" in model.state.plan.n_by_label
    model.take_several(is_wanted=True)
    inline_runner.run()
    assert model.state.takes_several
    model.name_new_corpus("Trees")
    inline_runner.run()
    ordered(model, workspace)
    with Workspace(workspace, read_only=True) as opened:
        assert opened.corpora.get("Trees").takes_several


def test_the_dialog_names_empty_folders_and_adds_files_to_those_that_are_chosen(
    inline_runner: InlineRunner, workspace: Path, qtbot: QtBot, theme: Theme, tmp_path: Path
) -> None:
    (tmp_path / "letters" / "empty").mkdir(parents=True)
    (tmp_path / "letters" / "rent").mkdir()
    (tmp_path / "letters" / "rent" / "may.txt").write_text("a letter about the rent")
    dialog = ImportDialog(an_import(inline_runner, workspace, tmp_path / "letters"))
    qtbot.addWidget(dialog)

    shown = {label.text() for label in dialog.findChildren(QLabel)}
    buttons = {button.text() for button in dialog.findChildren(QPushButton) if not button.isHidden()}

    assert any("empty folder" in text for text in shown)
    assert {"Add files…", "Add folder…"} <= buttons


def test_mailboxes_dropped_together_show_that_their_names_are_the_labels(
    inline_runner: InlineRunner, workspace: Path, tmp_path: Path
) -> None:
    for name, n_mails in (("Junk", 2), ("Archive", 3)):
        mails = [
            f"From a@b.example Sat Jan  1 00:00:00 2022\nSubject: {name} {n}\n\nwords {n}\n\n" for n in range(n_mails)
        ]
        (tmp_path / f"{name}.mbox").write_text("".join(mails))

    model = an_import(inline_runner, workspace, tmp_path / "Junk.mbox", tmp_path / "Archive.mbox")
    assert model.state.labels_from == "file"
    assert model.state.plan is not None
    assert dict(model.state.plan.n_by_label) == {"Archive": 3, "Junk": 2}

    model.choose_labels_from("none")
    inline_runner.run()
    assert model.state.labels_from == "none"
    assert not model.state.plan.n_by_label

    model.choose_labels_from("file")
    inline_runner.run()
    assert model.state.labels_from == "file"
    assert dict(model.state.plan.n_by_label) == {"Archive": 3, "Junk": 2}


@pytest.mark.parametrize("is_folder", [False, True])
def test_mailboxes_whose_names_have_digits_get_no_labels_but_their_names_are_offered(
    qtbot: QtBot, theme: Theme, inline_runner: InlineRunner, workspace: Path, tmp_path: Path, is_folder: bool
) -> None:
    """Three mailboxes became documents without labels, and the choice of their names was hard to find."""
    folder = tmp_path / "mail of lists"
    folder.mkdir()
    names = ("garden 2003", "spam 2003", "work 2003")
    for name in names:
        mails = [f"From a@b Mon Jan  1 00:00:00 2024\nSubject: {name} {n}\n\n{name}\n\n" for n in range(3)]
        (folder / f"{name}.mbox").write_text("".join(mails))
    sources = (folder,) if is_folder else tuple(folder / f"{name}.mbox" for name in names)
    dialog = ImportDialog(model := an_import(inline_runner, workspace, *sources))
    qtbot.addWidget(dialog)
    dialog.show()
    assert model.state.plan is not None
    assert not model.state.plan.n_by_label

    [offer] = [each for each in dialog.findChildren(QAbstractButton) if each.text() == "Use their file names as labels"]
    offer.click()
    inline_runner.run()

    assert sorted(model.state.plan.n_by_label) == [*names]
    assert not dialog._notice.isVisible()


@pytest.fixture
def downloads(tmp_path: Path) -> Path:
    """Six files directly in a folder, and two in a folder below it."""
    (tmp_path / "Downloads" / "old").mkdir(parents=True)
    for name in ("a", "b", "c", "d", "e", "f", "old/g", "old/h"):
        (tmp_path / "Downloads" / f"{name}.txt").write_text(f"a letter with the name {name}")
    return tmp_path / "Downloads"


def test_files_of_an_unsorted_folder_get_no_labels(
    inline_runner: InlineRunner, workspace: Path, downloads: Path
) -> None:
    model = an_import(inline_runner, workspace, downloads)

    assert (model.state.folder, model.state.shape) == ("Downloads", FolderShape.MOSTLY_LOOSE)
    assert model.state.plan is not None
    assert not model.state.plan.n_by_label
    assert ordered(model, workspace).documents == 8
    with Workspace(workspace) as opened:
        assert not opened.labels.names("Downloads")


def test_the_folder_names_of_an_unsorted_folder_can_still_be_labels(
    inline_runner: InlineRunner, workspace: Path, downloads: Path
) -> None:
    model = an_import(inline_runner, workspace, downloads)

    model.choose_labels_from("folder")
    inline_runner.run()

    assert model.state.shape is FolderShape.SORTED
    assert model.state.plan is not None
    assert dict(model.state.plan.n_by_label) == {"Downloads": 6, "old": 2}


def test_files_beside_the_folders_of_the_labels_get_no_label(
    inline_runner: InlineRunner, workspace: Path, downloads: Path
) -> None:
    for number in range(7):
        (downloads / "old" / f"{number}.txt").write_text(f"another old letter, {number}")

    model = an_import(inline_runner, workspace, downloads)

    assert (model.state.folder, model.state.shape) == ("Downloads", FolderShape.PARTLY_LOOSE)
    assert model.state.plan is not None
    assert (dict(model.state.plan.n_by_label), model.state.plan.n_unlabelled) == ({"old": 9}, 6)
    assert ordered(model, workspace).documents == 15
    with Workspace(workspace) as opened:
        counts = {label.name: label.documents for label in opened.labels.all("Downloads")}
        assert (counts, opened.documents.count("Downloads")) == ({"old": 9}, 15)


def test_a_downloads_folder_without_subfolders_is_no_label(
    inline_runner: InlineRunner, workspace: Path, downloads: Path
) -> None:
    for path in (downloads / "old").iterdir():
        path.unlink()

    model = an_import(inline_runner, workspace, downloads)

    assert (model.state.folder, model.state.shape) == ("Downloads", FolderShape.NO_SUBFOLDERS)
    assert model.state.plan is not None
    assert (dict(model.state.plan.n_by_label), model.state.plan.n_unlabelled) == ({}, 6)


MIXED, PLAIN = ("txt", "html", "eml", "pdf", "exe", "png"), ("txt",) * 6


@pytest.mark.parametrize(
    ("suffixes", "is_new", "shape"),
    [
        (PLAIN, True, FolderShape.NO_SUBFOLDERS),
        (PLAIN, False, FolderShape.ONE_LABEL),
        (MIXED, False, FolderShape.NO_SUBFOLDERS),
    ],
)
def test_one_folder_is_a_label_only_in_an_existing_collection_and_not_if_it_holds_many_kinds(
    inline_runner: InlineRunner, workspace: Path, tmp_path: Path, suffixes: tuple[str, ...], is_new: bool,
    shape: FolderShape,
) -> None:  # fmt: skip
    heads = {"html": b"<html>", "eml": b"From: a@example.org\nSubject: hello\n\n", "pdf": b"%PDF-1.4",
             "exe": b"MZ\x00\x00", "png": b"\x89PNG\r\n\x1a\n"}  # fmt: skip
    folder = tmp_path / "Letters of Ann"
    folder.mkdir()
    for number, suffix in enumerate(suffixes):
        content = heads.get(suffix, b"") + f" letter number {number}".encode()
        (folder / f"{number}.{suffix}").write_bytes(content)
    model = ImportViewModel(inline_runner, workspace, ("Letters",), "" if is_new else "Letters")
    if not is_new:
        with Workspace(workspace) as opened:
            opened.corpora.add("Letters", "text")

    model.choose_sources([folder])
    inline_runner.run()

    state = model.state
    assert (state.folder, state.shape) == ("Letters of Ann", shape)
    assert state.plan is not None
    labels = {"Letters of Ann": 6} if shape is FolderShape.ONE_LABEL else {}
    assert dict(state.plan.n_by_label) == labels


def test_word_documents_are_not_taken_for_archives_with_more_labels(
    inline_runner: InlineRunner, workspace: Path, tmp_path: Path
) -> None:
    for label in ("Court", "Notary"):
        (tmp_path / "letters" / label).mkdir(parents=True)
        (tmp_path / "letters" / label / "letter.docx").write_bytes(b"PK\x03\x04 and more")
    plan = an_import(inline_runner, workspace, tmp_path / "letters").state.plan

    assert plan is not None
    assert plan.has_all_labels


def test_another_folder_after_an_unsorted_one_has_its_labels_again(
    inline_runner: InlineRunner, workspace: Path, downloads: Path, halves: Path
) -> None:
    model = an_import(inline_runner, workspace, downloads)

    model.choose_sources([halves / "news-train"])
    inline_runner.run()

    assert model.state.plan is not None
    assert {*model.state.plan.n_by_label} == {"sport", "space", "cars"}


def test_a_new_collection_is_named_after_the_folder(
    inline_runner: InlineRunner, workspace: Path, downloads: Path
) -> None:
    assert an_import(inline_runner, workspace, downloads).state.default_corpus == "Downloads"
    assert an_import(inline_runner, workspace, downloads / "a.txt").state.default_corpus == "Documents"


def test_a_word_document_is_called_so_and_not_a_zip_file(
    inline_runner: InlineRunner, workspace: Path, downloads: Path
) -> None:
    for name in ("letter.docx", "letters.zip"):
        (downloads / name).write_bytes(b"PK\x03\x04 and more")

    plan = an_import(inline_runner, workspace, downloads).state.plan

    assert plan is not None
    kinds = {file.path.name: kind_name(kind_of_file(file)) for file in plan.files}
    assert (kinds["letter.docx"], kinds["letters.zip"], kinds["a.txt"]) == ("Word", "ZIP", "text")
