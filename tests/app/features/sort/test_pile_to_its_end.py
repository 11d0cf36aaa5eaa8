"""A folder of unlabelled files: groups named, a model trained, the rest labelled, all filed, and every file back."""

from __future__ import annotations

import json
from hashlib import sha256
from pathlib import Path

import pytest
from PySide6.QtWidgets import QAbstractButton, QApplication
from pytestqt.qtbot import QtBot

from app.domain.documents import SourceOptions
from app.domain.jobs import NoOpJobContext
from app.domain.results import Shelf, ShelfKind
from app.features.filing.dialog import FilingDialog
from app.features.filing.view_model import FilingSettings, FilingViewModel
from app.features.sort.page import RestDialog
from app.features.sort.view_model import RestViewModel
from app.features.train.training import TrainingOrder, train
from app.kit.frame import DOCUMENTS_PAGE, SORT_PAGE
from app.kit.settings import Settings
from app.library.importing import ImportRequest, import_sources
from app.library.recipes import RecipeRequest
from app.shell.workspace_view_model import WorkspaceViewModel
from app.store.workspace import Workspace, open_for_writing
from tests.app.features.sort.test_piles import WORDS, texts
from tests.app.in_the_window import InTheWindow, running
from tests.inline_runner import InlineRunner

SIZE = 60


def written_pile(folder: Path) -> Path:
    folder.mkdir()
    for n, (topic, text) in enumerate(texts(dict.fromkeys(WORDS, SIZE))):
        (folder / f"{topic}-{n}.txt").write_text(text, encoding="utf-8")
    return folder


def hashes(folder: Path) -> dict[str, str]:
    files = (path for path in folder.rglob("*") if path.is_file())
    return {path.relative_to(folder).as_posix(): sha256(path.read_bytes()).hexdigest() for path in files}


def offers(somebody: InTheWindow, name: str) -> list[str]:
    """Return the texts of the visible buttons and links in the window that begin with a name."""
    buttons = somebody.program.window.findChildren(QAbstractButton)
    return [button.text() for button in buttons if button.isVisible() and button.text().startswith(name)]


def topic_of(name: str) -> str:
    return Path(name).name.partition("-")[0]


def labels(workspace: Path) -> dict[str, str | None]:
    with Workspace(workspace) as opened:
        headings = opened.documents.headings(opened.documents.numbers("Pile").tolist())
    return {Path(one.path).name: one.label for one in headings}


def test_a_folder_of_unlabelled_files_is_sorted_filed_and_brought_back(
    qtbot: QtBot, qapp: QApplication, tmp_path: Path
) -> None:
    pile = written_pile(tmp_path / "pile")
    before = hashes(pile)
    settings = Settings(tmp_path / "settings.ini")
    settings.store_note("filing-folder", str(tmp_path / "sorted"))
    settings.save()
    workspace = tmp_path / "own.bayleaf"
    with running(qtbot, qapp, tmp_path / "settings.ini", workspace) as somebody:
        home = somebody.program.findChild(WorkspaceViewModel)
        assert isinstance(home, WorkspaceViewModel)
        home.import_sources([pile], SourceOptions(labels_from="none"), corpus="Pile")
        somebody.wait(lambda: somebody.program.frame.state.page == SORT_PAGE)
        [rest_button] = (
            each
            for each in somebody.program.window.findChildren(QAbstractButton)
            if each.isVisible() and each.text() == "Label the rest…"
        )
        assert not rest_button.isEnabled()
        assert "First train a model" in rest_button.toolTip()
        name_every_group(somebody, pile)
        home.train()
        somebody.rest()
        somebody.program.frame.open_page(SORT_PAGE)
        somebody.rest()
        left = [name for name, label in labels(workspace).items() if label is None]
        assert left
        assert len(offers(somebody, "Label the rest…")) == 1
        assert not offers(somebody, "Train a model")

        somebody.click(offers(somebody, "Label the rest…")[0])
        somebody.rest()
        [rest] = somebody.program.window.findChildren(RestDialog)
        model = somebody.program.findChild(RestViewModel)
        assert isinstance(model, RestViewModel)
        plan = model.state.plan
        assert plan is not None
        assert 0 < plan.n_labelled == len(left) - plan.n_unlabelled
        rest.accept()
        somebody.rest()
        given = {name: label for name, label in labels(workspace).items() if name in left and label is not None}
        assert len(given) == plan.n_labelled
        assert somebody.note.startswith(f"{len(given)} document")
        assert "labelled by the model" in somebody.note
        assert somebody.program.frame.state.can_undo_note

        somebody.click("File away…")
        somebody.rest()
        [dialog] = somebody.program.window.findChildren(FilingDialog)
        dialog.accept()
        somebody.rest()
        filed = hashes(tmp_path / "sorted")
        sorted_into = {Path(name).name: Path(name).parts[0] for name in filed}
        assert sorted_into == {name: label for name, label in labels(workspace).items() if label is not None}
        assert {before[Path(name).name] for name in filed} == {*filed.values()}
        assert len(filed) + len(hashes(pile)) == len(before)
        wrong = sum(topic_of(name) != label for name, label in sorted_into.items())
        assert wrong <= len(filed) / 20

        filing = somebody.program.findChild(FilingViewModel)
        assert isinstance(filing, FilingViewModel)
        filing.undo()
        somebody.rest()
    assert hashes(pile) == before
    assert not (tmp_path / "sorted").exists()


def name_every_group(somebody: InTheWindow, pile: Path) -> None:
    """Name each group after the topic of its first document."""
    model = somebody.models.sorting
    somebody.wait(lambda: model.state.is_pile_read and model.state.batch is not None)
    somebody.rest()
    with Workspace(somebody.program.frame.state.workspace) as opened:
        headings = opened.documents.headings(opened.documents.numbers("Pile").tolist())
    topics = {one.number: topic_of(one.path) for one in headings}
    while model.state.groups:
        group = model.state.groups[model.state.chosen_groups[0]]
        n_before = model.state.n_unlabelled
        model.name_group(topics[group.typical[0]])
        somebody.rest()
        assert n_before is not None
        assert model.state.n_unlabelled == n_before - len(group.core or group.documents)


@pytest.fixture
def labelled(tmp_path: Path) -> Path:
    """A workspace with a collection that was labelled by its folders, and a few files without a label beside it."""
    pile = written_pile(tmp_path / "pile")
    for topic in WORDS:
        (tmp_path / "letters" / topic).mkdir(parents=True)
        for path in sorted(pile.glob(f"{topic}-*"))[: SIZE - 10]:
            path.rename(tmp_path / "letters" / topic / path.name)
    workspace = tmp_path / "own.bayleaf"
    import_sources(workspace, ImportRequest((tmp_path / "letters",), corpus="Pile"), NoOpJobContext())
    unlabelled = SourceOptions(labels_from="none")
    import_sources(workspace, ImportRequest((pile,), unlabelled, corpus="Pile"), NoOpJobContext())
    return workspace


def a_filing(runner: InlineRunner, workspace: Path) -> FilingViewModel:
    model = FilingViewModel(runner, workspace, FilingSettings())
    model.begin_imported("Pile", "")
    runner.run()
    return model


def test_imported_documents_are_filed_into_the_folders_that_their_labels_came_from(
    inline_runner: InlineRunner, labelled: Path, tmp_path: Path
) -> None:
    train(labelled, TrainingOrder(), NoOpJobContext())
    model = a_filing(inline_runner, labelled)
    plan = model.state.plan
    assert plan is not None
    assert model.state.root == model.state.learnt_root == tmp_path / "letters"
    assert plan.moves
    assert {Path(one.move.source).parent for one in plan.moves} == {tmp_path / "pile"}
    assert all(Path(one.move.target).parent == tmp_path / "letters" / one.move.label for one in plan.moves)
    assert [one.reason for one in plan.left_out].count("already-there") == len(WORDS) * (SIZE - 10)

    model.start()
    inline_runner.run()
    assert {topic_of(path.name) for path in (tmp_path / "letters" / "music").iterdir()} == {"music"}


def test_what_can_be_filed_goes_by_another_limit_without_looking_at_the_files_again(
    inline_runner: InlineRunner, labelled: Path
) -> None:
    train(labelled, TrainingOrder(), NoOpJobContext())
    model = a_filing(inline_runner, labelled)
    loose = model.state.plan
    model.choose(one_in=1_000)
    inline_runner.run()
    strict = model.state.plan
    assert loose is not None
    assert strict is not None
    assert strict.n_documents == loose.n_documents
    assert strict.n_filed < loose.n_filed


def test_a_dialog_with_nothing_to_file_says_why(
    qtbot: QtBot, inline_runner: InlineRunner, labelled: Path, theme: object
) -> None:
    with open_for_writing(labelled) as opened:
        opened.editing.relabel(opened.documents.numbers("Pile").tolist(), None)
    model = a_filing(inline_runner, labelled)
    dialog = FilingDialog(model, ())
    qtbot.addWidget(dialog)
    assert dialog._forecast.text().startswith(f"Nothing to file: {len(WORDS) * SIZE} document")
    assert not model.state.can_start
    model.begin([])
    inline_runner.run()
    assert dialog._forecast.text() == "Nothing to file. Drop files on Classify, or import and label documents."


def test_the_unlabelled_documents_show_the_verdict_of_the_training(
    qtbot: QtBot, qapp: QApplication, labelled: Path, tmp_path: Path
) -> None:
    train(labelled, TrainingOrder(), NoOpJobContext())
    with running(qtbot, qapp, tmp_path / "settings.ini", labelled) as somebody:
        somebody.wait(lambda: bool(somebody.program.frame.state.model))
        somebody.open(DOCUMENTS_PAGE)
        model = somebody.models.documents
        with Workspace(labelled) as opened:
            columns = opened.documents.columns("Pile")
            unlabelled = columns.document_numbers[columns.label_indices < 0]
        rows = model._source.load_rows("Pile", unlabelled, NoOpJobContext()) if model._source is not None else []
        assert len(rows) == len(WORDS) * 10
        assert all(row.verdict.judged == topic_of(row.file) and row.verdict.judged_share is not None for row in rows)


def test_documents_that_no_label_is_certain_for_are_shown_with_their_verdicts(
    qtbot: QtBot, qapp: QApplication, tmp_path: Path
) -> None:
    found = texts(dict.fromkeys(WORDS, 60))
    rows = [{"text": text, **({"label": "ab"[number % 2]} if number < 200 else {})}
            for number, (_topic, text) in enumerate(found)]  # fmt: skip
    source, workspace = tmp_path / "pile.jsonl", tmp_path / "own.bayleaf"
    source.write_text("\n".join(map(json.dumps, rows)), encoding="utf-8")
    import_sources(workspace, ImportRequest((source,), corpus="Pile"), NoOpJobContext())
    train(workspace, TrainingOrder(RecipeRequest(event_model="multinomial", smoothing="0.5"), "Pile"), NoOpJobContext())
    with running(qtbot, qapp, tmp_path / "settings.ini", workspace) as somebody:
        somebody.rest()
        somebody.program.frame.open_page(SORT_PAGE)
        somebody.rest()
        somebody.click(offers(somebody, "Label the rest…")[0])
        somebody.rest()

        somebody.click("Show these documents")
        somebody.rest()

        assert somebody.program.frame.state.page == DOCUMENTS_PAGE
        assert somebody.models.documents.state.shelf == Shelf(ShelfKind.UNLABELLED)
