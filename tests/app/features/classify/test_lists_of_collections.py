"""Each collection has its own list on the Classify page, judged by its own model."""

from __future__ import annotations

import shutil
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager
from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QApplication, QFileDialog
from pytestqt.qtbot import QtBot

from app.domain.jobs import NoOpJobContext
from app.domain.results import DroppedItem
from app.features.classify.dialogs import HistoryDialog
from app.features.classify.use_cases import LIST_PREFERENCE, SHARED_LIST_PREFERENCE
from app.features.filing.dialog import FilingDialog
from app.features.train.training import TrainingOrder, train
from app.kit.frame import CLASSIFY_PAGE, DOCUMENTS_PAGE
from app.kit.table_view import TableView
from app.library.importing import ImportRequest, import_sources
from app.library.recipes import RecipeRequest
from app.store.workspace import Workspace
from tests.app.in_the_window import InTheWindow, running

WORDS = {
    "Mails": {"spam": "cheap watermelon prize", "ham": "minutes of the monday meeting"},
    "Papers": {"bills": "invoice payment amount due", "letters": "dear aunt with love"},
}
Start = Callable[[], AbstractContextManager[InTheWindow]]


@pytest.fixture(scope="module")
def prepared(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("prepared")
    path = folder / "mine.bayleaf"
    for corpus, labels in WORDS.items():
        for label, words in labels.items():
            (folder / corpus / label).mkdir(parents=True)
            for number in range(4):
                (folder / corpus / label / f"{number}.txt").write_text(f"{words} {number}")
        import_sources(path, ImportRequest((folder / corpus,), corpus=corpus), NoOpJobContext())
        train(path, TrainingOrder(RecipeRequest(smoothing="1"), corpus, f"{corpus} model"), NoOpJobContext())
    return path


@pytest.fixture
def workspace(prepared: Path, tmp_path: Path) -> Path:
    return Path(shutil.copy(prepared, tmp_path))


@pytest.fixture
def start(qtbot: QtBot, qapp: QApplication, workspace: Path, tmp_path: Path) -> Start:
    return lambda: running(qtbot, qapp, tmp_path / "window.ini", workspace)


@pytest.fixture
def person(start: Start) -> Iterator[InTheWindow]:
    with start() as made:
        open_collection(made, "Mails")
        made.open(CLASSIFY_PAGE)
        yield made


@pytest.fixture
def files(tmp_path: Path) -> list[Path]:
    """Two mails and two papers."""
    folder = tmp_path / "dropped"
    folder.mkdir()
    paths = []
    for name, words in {each: text for labels in WORDS.values() for each, text in labels.items()}.items():
        paths.append(folder / f"{name}.txt")
        paths[-1].write_text(f"{words} {words}")
    return paths


def open_collection(person: InTheWindow, name: str) -> None:
    choose = person.program.frame.commands.choose_corpus
    assert choose is not None
    choose(name)
    person.rest()


def drop(person: InTheWindow, files: list[Path]) -> None:
    person.drop(files)
    person.rest()


def items(person: InTheWindow) -> tuple[DroppedItem, ...]:
    return person.models.classify.state.items


def verdicts(person: InTheWindow) -> dict[str, str | None]:
    return {Path(item.verdict.path).name: item.verdict.label for item in items(person)}


MAILS = {"spam.txt": "spam", "ham.txt": "ham"}
PAPERS = {"bills.txt": "bills", "letters.txt": "letters"}


def test_each_collection_shows_its_own_list_with_the_verdicts_of_its_own_model(
    person: InTheWindow, files: list[Path]
) -> None:
    drop(person, files[:2])
    assert verdicts(person) == MAILS

    open_collection(person, "Papers")
    assert items(person) == ()
    assert person.models.classify.state.n_to_file == 0
    drop(person, files[2:])
    assert verdicts(person) == PAPERS

    open_collection(person, "Mails")
    assert verdicts(person) == MAILS
    assert {label.name for label in person.models.classify.state.labels} == {"spam", "ham"}
    open_collection(person, "Papers")
    assert verdicts(person) == PAPERS


def test_a_list_is_as_it_was_left_when_its_collection_is_opened_again(person: InTheWindow, files: list[Path]) -> None:
    drop(person, files[:2])
    model = person.models.classify
    model.choose(items(person)[1].number)
    person.rest()
    model.correct("spam")
    person.rest()
    model.mark_filed([items(person)[0].number], are_filed=True)
    before = (model.state.items, model.state.chosen, model.state.n_to_file)

    open_collection(person, "Papers")
    open_collection(person, "Mails")

    assert (model.state.items, model.state.chosen, model.state.n_to_file) == before
    assert model.state.reasons is not None
    assert model.state.reasons.item.number == model.state.chosen


def test_files_read_while_another_collection_is_opened_go_on_the_list_they_were_dropped_on(
    person: InTheWindow, files: list[Path]
) -> None:
    person.drop(files[:2])
    open_collection(person, "Papers")
    assert items(person) == ()

    open_collection(person, "Mails")

    assert verdicts(person) == MAILS


def test_undo_of_clear_restores_the_list_of_its_collection_wherever_one_is(
    person: InTheWindow, files: list[Path]
) -> None:
    drop(person, files[:2])
    person.models.classify.clear()
    open_collection(person, "Papers")
    drop(person, files[2:])
    person.models.classify.clear()
    open_collection(person, "Mails")
    undo = person.program.frame.commands.undo
    assert undo is not None
    undo()
    person.rest()

    assert items(person) == ()
    assert "Papers" in person.note
    open_collection(person, "Papers")
    assert verdicts(person) == PAPERS


def test_what_is_put_back_while_another_list_is_shown_is_judged_by_what_the_model_has_learnt_since(
    person: InTheWindow, files: list[Path]
) -> None:
    drop(person, files[:2])
    model = person.models.classify
    put_back: list[Callable[[], object]] = []
    model.items_removed.connect(lambda _n, undo: put_back.append(undo))
    taken, left = items(person)
    model.remove_items([taken.number])
    model.choose(left.number)
    person.rest()
    model.correct(taken.verdict.label or "")
    person.rest()

    open_collection(person, "Papers")
    put_back[0]()
    person.rest()
    assert items(person) == ()
    open_collection(person, "Mails")

    assert [item.number for item in items(person)] == [taken.number, left.number]
    assert items(person)[0].verdict.probability != taken.verdict.probability


def test_after_a_restart_each_collection_has_its_list_again(start: Start, files: list[Path]) -> None:
    with start() as person:
        for corpus, dropped in (("Mails", files[:2]), ("Papers", files[2:])):
            open_collection(person, corpus)
            person.open(CLASSIFY_PAGE)
            drop(person, dropped)

    with start() as person:
        for corpus, expected in (("Mails", MAILS), ("Papers", PAPERS)):
            open_collection(person, corpus)
            person.open(CLASSIFY_PAGE)
            person.rest()
            assert verdicts(person) == expected


def test_a_list_stored_by_an_older_version_is_divided_by_the_models_that_judged(
    start: Start, files: list[Path], workspace: Path
) -> None:
    with start() as person:
        for corpus, dropped in (("Mails", files[:2]), ("Papers", files[2:])):
            open_collection(person, corpus)
            person.open(CLASSIFY_PAGE)
            drop(person, dropped)
    with Workspace(workspace) as opened:
        numbers = [number for each in opened.arrivals.preference(LIST_PREFERENCE).values() for number in each]
        opened.arrivals.store_preference(LIST_PREFERENCE, {})
        opened.arrivals.store_preference(SHARED_LIST_PREFERENCE, numbers)

    with start() as person:
        for corpus, expected in (("Papers", PAPERS), ("Mails", MAILS)):
            open_collection(person, corpus)
            person.open(CLASSIFY_PAGE)
            person.rest()
            assert verdicts(person) == expected


def test_filing_away_takes_the_documents_of_the_collection_that_is_shown(
    person: InTheWindow, files: list[Path]
) -> None:
    drop(person, files[:2])
    open_collection(person, "Papers")
    drop(person, files[2:])

    assert person.models.commands.file_away is not None
    person.models.commands.file_away()
    person.rest()

    [dialog] = [each for each in person.program.window.findChildren(FilingDialog) if each.isVisible()]
    plan = dialog._model.state.plan
    assert plan is not None
    assert {move.move.label for move in plan.moves} <= {"bills", "letters"}
    assert len(plan.moves) + len(plan.left_out) == 2
    dialog.reject()


def test_a_collection_without_a_model_shows_no_verdicts_and_says_why_files_are_not_classified(
    person: InTheWindow, files: list[Path], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    drop(person, files[:2])
    (tmp_path / "plain").mkdir()
    (tmp_path / "plain" / "one.txt").write_text("just one")
    person.open(DOCUMENTS_PAGE)
    import_sources(person.program.frame.state.workspace, ImportRequest((tmp_path / "plain",), corpus="Plain"),
                   NoOpJobContext())  # fmt: skip
    person.program.reactivated.emit()
    person.rest()

    open_collection(person, "Plain")
    person.open(CLASSIFY_PAGE)

    assert items(person) == ()
    assert person.models.classify.state.model == ""

    monkeypatch.setattr(QFileDialog, "getOpenFileNames", lambda *_about: ([str(files[0])], ""))
    open_files = person.program.frame.commands.open_files
    assert open_files is not None
    open_files()
    person.rest()
    assert person.note.startswith("There is no model")
    assert items(person) == ()


def test_a_verdict_of_the_history_is_corrected_with_the_labels_of_its_own_collection(
    person: InTheWindow, files: list[Path], workspace: Path
) -> None:
    """While *Mails* is open, a paper could only be labelled spam or ham, and the mail model learnt it."""
    open_collection(person, "Papers")
    person.drop([path for path in files if path.stem == "letters"])
    person.rest()
    open_collection(person, "Mails")
    person.key(Qt.Key.Key_H, Qt.KeyboardModifier.ControlModifier, person.program.window)
    person.rest()
    [dialog] = person.program.window.findChildren(HistoryDialog)
    view = dialog.findChildren(TableView)[0]
    view.selectRow(0)

    offered = [action.text().partition("\t")[0] for action in dialog.menu().actions()]
    assert offered[:2] == ["It is bills", "It is letters"]
    person.key(Qt.Key.Key_1, on=view)
    person.rest()

    with Workspace(workspace) as opened:
        assert [each.right_label for each in opened.verdicts.recent()] == ["bills"]
        assert [label.documents for label in opened.labels.all("Papers")] == [5, 4]
        assert [label.documents for label in opened.labels.all("Mails")] == [4, 4]
    dialog.reject()
    open_collection(person, "Papers")
    assert [item.corrected for item in person.models.classify.state.items] == ["bills"]


def test_verdicts_of_models_with_other_labels_are_not_corrected_together(
    person: InTheWindow, files: list[Path]
) -> None:
    person.drop([path for path in files if path.stem == "spam"])
    person.rest()
    open_collection(person, "Papers")
    person.drop([path for path in files if path.stem == "bills"])
    person.rest()
    person.key(Qt.Key.Key_H, Qt.KeyboardModifier.ControlModifier, person.program.window)
    person.rest()
    [dialog] = person.program.window.findChildren(HistoryDialog)
    dialog.findChildren(TableView)[0].selectAll()

    assert not any(action.text().startswith("It is") for action in dialog.menu().actions())
    assert dialog._model.state.labels_now == {each.number: each.label for each in dialog._listed}
    dialog.reject()
