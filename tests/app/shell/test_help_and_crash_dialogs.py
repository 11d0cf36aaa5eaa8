"""Importing, filing away and the history, by real widgets, real drops and real worker processes."""

from __future__ import annotations

import shutil
from pathlib import Path
from typing import TypeVar

import pytest
from PySide6.QtCore import QMimeData, QPoint, QPointF, Qt, QUrl
from PySide6.QtGui import QDragEnterEvent, QDropEvent
from PySide6.QtWidgets import QAbstractButton, QApplication, QCheckBox, QComboBox, QDialog, QLabel, QLineEdit, QWidget
from pytestqt.qtbot import QtBot

from app.domain.jobs import NoOpJobContext
from app.domain.records import FileMove
from app.features.classify.dialogs import HistoryDialog
from app.features.classify.use_cases import newest_verdicts
from app.features.filing.dialog import FiledDialog, FilingDialog
from app.features.filing.use_cases import FilingReport
from app.features.filing.view_model import FilingViewModel
from app.features.importing.dialog import ImportDialog
from app.features.train.training import TrainingOrder, train
from app.kit import wording
from app.kit.frame import CLASSIFY_PAGE
from app.kit.table_view import TableView
from app.kit.wording import THIN_SPACE
from app.library.importing import ImportRequest, import_sources
from app.library.own_records import plan_own_batch
from app.library.recipes import RecipeRequest
from app.store.workspace import Workspace
from tests.app.in_the_window import InTheWindow, cells, running

LEFT, CONTROL = Qt.MouseButton.LeftButton, Qt.KeyboardModifier.ControlModifier
SAMPLES = Path(__file__).parents[3] / "resources" / "samples" / "en"
Dialog = TypeVar("Dialog", bound=QDialog)


@pytest.fixture(scope="module")
def prepared(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A workspace with the sample mail and a filter trained on it."""
    path = tmp_path_factory.mktemp("samples") / "mine.bayleaf"
    import_sources(path, ImportRequest((SAMPLES,), corpus="Mail"), NoOpJobContext())
    train(path, TrainingOrder(RecipeRequest(), "Mail"), NoOpJobContext())
    return path


@pytest.fixture
def workspace(prepared: Path, tmp_path: Path) -> Path:
    return Path(shutil.copy(prepared, tmp_path))


@pytest.fixture
def inbox(tmp_path: Path) -> Path:
    """Four mails, each in a file, two of them spam."""
    folder = tmp_path / "inbox"
    folder.mkdir()
    for label in ("ham", "spam"):
        [box] = (SAMPLES / label).glob("*.mbox")
        for number, raw in enumerate(box.read_bytes().split(b"\nFrom ")[1:3]):
            (folder / f"{label} {number}.eml").write_bytes(raw.partition(b"\n")[2])
    return folder


@pytest.fixture
def somebody(somebody: InTheWindow, tmp_path: Path) -> InTheWindow:
    somebody.program.settings.store_note("filing-folder", str(tmp_path / "filed"))
    return somebody


def dialog_of(somebody: InTheWindow, kind: type[Dialog]) -> Dialog:
    """Wait for a dialog, and for what it asks."""

    def found() -> list[Dialog]:
        return [each for each in somebody.program.window.findChildren(kind) if each.isVisible()]

    somebody.wait(lambda: bool(found()))
    somebody.rest()
    return found()[0]


def click(bot: QtBot, dialog: QDialog, words: str) -> None:
    buttons = [each for each in dialog.findChildren(QAbstractButton) if each.isVisible() and each.text() == words]
    assert buttons, f"{words!r} is not among the buttons of {dialog.windowTitle()!r}"
    assert buttons[0].isEnabled()
    bot.mouseClick(buttons[0], LEFT)


def drop_on(widget: QWidget, *paths: Path) -> None:
    data, copy = QMimeData(), Qt.DropAction.CopyAction
    data.setUrls([QUrl.fromLocalFile(str(path)) for path in paths])
    no_key = Qt.KeyboardModifier.NoModifier
    QApplication.sendEvent(widget, QDragEnterEvent(QPoint(300, 300), copy, data, LEFT, no_key))
    QApplication.sendEvent(widget, QDropEvent(QPointF(300, 300), copy, data, LEFT, no_key))


def facts_of(dialog: QDialog) -> str:
    return " ".join(label.text() for label in dialog.findChildren(QLabel) if label.isVisible())


# Import


def test_enter_imports_unless_another_button_has_the_focus(
    qtbot: QtBot, somebody: InTheWindow, tmp_path: Path, workspace: Path
) -> None:
    letter = tmp_path / "letter.txt"
    letter.write_text("A letter that is not among the samples.")

    def opened() -> ImportDialog:
        somebody.key(Qt.Key.Key_I, CONTROL, somebody.program.window)
        dialog = dialog_of(somebody, ImportDialog)
        drop_on(dialog, letter)
        somebody.rest()
        return dialog

    before = n_documents(workspace)
    cancel = next(each for each in opened().findChildren(QAbstractButton) if each.text() == "Cancel")
    qtbot.keyClick(cancel, Qt.Key.Key_Return)
    somebody.rest()
    assert n_documents(workspace) == before

    kind = next(box for box in opened().findChildren(QComboBox) if box.accessibleName() == "Read as")
    qtbot.keyClick(kind, Qt.Key.Key_Return)
    somebody.rest()
    assert n_documents(workspace) == before + 1


def n_documents(workspace: Path) -> int:
    with Workspace(workspace, read_only=True) as opened:
        return opened.documents.count()


def test_ctrl_i_shows_what_would_be_imported_and_imports_it(
    qtbot: QtBot, somebody: InTheWindow, tmp_path: Path, workspace: Path
) -> None:
    table = tmp_path / "remarks.csv"
    table.write_text("kind,words\n" + "".join(f"{'ab'[n % 2]},a remark of some length {n}\n" for n in range(30)))

    somebody.key(Qt.Key.Key_I, CONTROL, somebody.program.window)
    dialog = dialog_of(somebody, ImportDialog)
    drop_on(dialog, table)
    somebody.rest()
    uses = cells(next(view for view in views(dialog) if view.accessibleName() == "Columns"), 1)
    assert uses == ["label", "text"]

    corpus = next(box for box in dialog.findChildren(QComboBox) if box.accessibleName() == "Into collection")
    corpus.setCurrentIndex(corpus.count() - 1)
    corpus.activated.emit(corpus.count() - 1)
    name = next(
        field for field in dialog.findChildren(QLineEdit) if field.accessibleName() == "Name of the new collection"
    )
    somebody.write("Remarks", name)
    somebody.key(Qt.Key.Key_Tab, on=name)
    somebody.rest()
    click(qtbot, dialog, "Import 1 file")
    somebody.rest()

    assert somebody.program.frame.state.corpus == "Remarks"
    with Workspace(workspace, read_only=True) as opened:
        assert opened.documents.count("Remarks") == 30


def test_a_table_that_is_dropped_is_shown_before_it_is_imported(
    qtbot: QtBot, somebody: InTheWindow, tmp_path: Path, workspace: Path
) -> None:
    table = tmp_path / "remarks.csv"
    table.write_text("kind,words\n" + "".join(f"{'ab'[n % 2]},a remark of some length {n}\n" for n in range(30)))
    somebody.open(0)

    somebody.drop([table])
    dialog = dialog_of(somebody, ImportDialog)
    header = next(box for box in dialog.findChildren(QCheckBox) if box.text() == "The first row names the columns")
    qtbot.mouseClick(header, LEFT, pos=QPoint(8, header.height() // 2))
    somebody.rest()
    names = cells(next(view for view in views(dialog) if view.accessibleName() == "Columns"), 0)

    assert names == ["column 1", "column 2"]
    click(qtbot, dialog, "Cancel")
    with Workspace(workspace, read_only=True) as opened:
        assert [corpus.name for corpus in opened.corpora.all()] == ["Mail"]


def test_columns_of_a_table_can_be_left_out_weigh_rows_and_be_something_else(
    qtbot: QtBot, somebody: InTheWindow, tmp_path: Path, workspace: Path
) -> None:
    table = tmp_path / "fruit.csv"
    rows = [f"{n},{n % 2 * 7 + n % 3},{'' if n == 3 else 'red'},{1 + n % 2 / 2},{n % 2}" for n in range(30)]
    table.write_text("id,size,colour,counts,kind\n" + "\n".join(rows) + "\n")
    somebody.open(0)

    somebody.drop([table])
    dialog = dialog_of(somebody, ImportDialog)
    somebody.rest()
    columns = next(view for view in views(dialog) if view.accessibleName() == "Columns")
    use = next(box for box in dialog.findChildren(QComboBox) if box.accessibleName() == "Use of the chosen columns")
    assert use.currentText() == cells(columns, 1)[0]
    assert cells(columns, 2)[:3] == ["", "", f"3.3{THIN_SPACE}%"]
    for name, wanted in (("id", "i"), ("counts", "w"), ("kind", "l"), ("size", "c")):
        columns.choose_row(cells(columns, 0).index(name))
        somebody.key(Qt.Key(ord(wanted.upper())), on=columns)
        somebody.rest()
    columns.choose_row(1)
    use.setFocus()
    for _ in range(use.findText("number"), use.findText("category")):
        somebody.key(Qt.Key.Key_Up, on=use)
    somebody.rest()
    assert cells(columns, 1) == ["not used", "number", "category", "weight", "label"]
    click(qtbot, dialog, "Import 1 file")
    somebody.rest()

    assert somebody.program.frame.state.corpus == "Table"
    with Workspace(workspace, read_only=True) as opened:
        corpus = next(corpus for corpus in opened.corpora.all() if corpus.kind == "table")
        schema, found = corpus.schema, opened.documents.columns(corpus.name)
        assert schema is not None
        assert (schema.numeric, schema.categorical, schema.weight) == (("size",), ("colour",), "counts")
        assert found.weights.tolist() == [1 + n % 2 / 2 for n in range(30)]
        assert opened.documents.table_rows(corpus.name).category_indices[:, 0].tolist() == [
            -1 if n == 3 else 0 for n in range(30)
        ]


def views(dialog: QDialog) -> list[TableView]:
    return [view for view in dialog.findChildren(TableView) if view.isVisible()]


def test_files_that_cannot_be_read_are_a_line_that_leads_to_their_list(
    qtbot: QtBot, somebody: InTheWindow, tmp_path: Path
) -> None:
    folder = tmp_path / "more" / "ham"
    folder.mkdir(parents=True)
    (folder / "good.txt").write_text("a letter about the garden and the plums")
    (folder / "bad.docx").write_bytes(b"PK\x03\x04 this is no document")

    somebody.open(0)
    somebody.drop([tmp_path / "more"])
    somebody.accept_import()
    somebody.rest()
    assert "1 file could not be read." in somebody.texts()
    somebody.click("Show these files")
    somebody.rest()

    listed = [view for view in somebody.page.findChildren(TableView) if view.isVisible()]
    assert any("“bad.docx”" in cell for view in listed for cell in cells(view, 0))
    assert somebody.models.documents.state.n_newly_unreadable == 0


# Filing away


def classified(somebody: InTheWindow, inbox: Path) -> None:
    somebody.program.frame.open_page(CLASSIFY_PAGE)
    somebody.drop([inbox])
    somebody.rest()


def test_what_was_classified_is_filed_away_and_brought_back(
    qtbot: QtBot, somebody: InTheWindow, inbox: Path, tmp_path: Path
) -> None:
    before = {path.name: path.read_bytes() for path in inbox.iterdir()}
    classified(somebody, inbox)

    somebody.click("File away… →")
    dialog = dialog_of(somebody, FilingDialog)
    assert sorted(cells(views(dialog)[0], 2)) == [
        "ham/ham 0.eml",
        "ham/ham 1.eml",
        "spam/spam 0.eml",
        "spam/spam 1.eml",
    ]
    click(qtbot, dialog, "Move 4 files")
    somebody.rest()

    assert list(inbox.iterdir()) == []
    assert (tmp_path / "filed" / "spam" / "spam 1.eml").read_bytes() == before["spam 1.eml"]
    assert somebody.note == "4 files filed away · 2 folders"
    assert somebody.models.classify.state.n_to_file == 0
    titles = cells(next(view for view in somebody.page.findChildren(TableView) if view.isVisible()), 2)
    assert all(title.startswith("✓ ") for title in titles)

    somebody.click("Undo")
    somebody.rest()

    assert {path.name: path.read_bytes() for path in inbox.iterdir()} == before
    assert somebody.models.classify.state.n_to_file == 4


def test_undoing_the_copies_of_mails_in_a_mailbox_says_that_copies_were_removed(
    qtbot: QtBot, somebody: InTheWindow, tmp_path: Path
) -> None:
    """It said that the files were moved back."""
    [sample] = (SAMPLES / "ham").glob("*.mbox")
    mailbox = tmp_path / "two.mbox"
    mails = sample.read_bytes().split(b"\nFrom ")[1:3]
    mailbox.write_bytes(b"".join(b"From " + mail + b"\n\n" for mail in mails))
    classified(somebody, mailbox)
    somebody.click("File away… →")
    click(qtbot, dialog_of(somebody, FilingDialog), "Copy 2 files")
    somebody.rest()
    assert somebody.note.startswith("2 files copied")

    somebody.click("Undo")
    somebody.rest()

    assert somebody.note.startswith("2 cop")
    assert somebody.note.endswith("removed")


def test_an_interrupted_filing_of_many_files_is_counted_with_separators(somebody: InTheWindow) -> None:
    """“1647. · Show”, with a full stop before the link."""
    move = FileMove("/inbox/a", "/filed/spam/a", "spam", 1, state="failed", reason="interrupted")
    filing = somebody.program.findChild(FilingViewModel)
    assert isinstance(filing, FilingViewModel)

    filing.recovered.emit(FilingReport((move,) * 1647))

    assert somebody.note.endswith(f"Files left where they were: {wording.format_count(1647)}")
    assert "1647" not in somebody.note


def _filing_step(somebody: InTheWindow) -> str:
    """Return the first sentence of the step below the page's head."""
    step = somebody.program.frame.state.next_step
    return "" if step is None else step.words.split(" · ")[0]


def test_the_step_on_classify_counts_what_the_probabilities_asked_for_leave_and_keeps_to_it(
    qtbot: QtBot, qapp: QApplication, tmp_path: Path, workspace: Path, inbox: Path
) -> None:
    with running(qtbot, qapp, tmp_path / "window.ini", workspace) as first:
        first.program.settings.store_note("filing-folder", str(tmp_path / "filed"))
        classified(first, inbox)
        first.click("File away… →")
        dialog = dialog_of(first, FilingDialog)
        [spam] = [action.menu() for action in dialog._least.menu().actions() if action.text() == "spam"]
        spam.actions()[-1].trigger()
        first.rest()
        asked = dialog._model.state.thresholds["spam"]
        shares = [item.verdict.probability or 0.0 for item in first.models.classify.state.items
                  if item.verdict.label == "spam"]  # fmt: skip
        left = 2 + sum(share >= asked for share in shares)
        gone = [each for each in cells(views(dialog)[0], 2) if each != "unsure verdict"]
        assert len(gone) == first.models.classify.state.n_to_file == left < 4
        qtbot.keyClick(dialog, Qt.Key.Key_Escape)
        assert _filing_step(first) == f"{left} documents can be filed away"

    with running(qtbot, qapp, tmp_path / "window.ini", workspace) as second:
        second.program.frame.open_page(CLASSIFY_PAGE)
        second.rest()
        assert _filing_step(second) == f"{left} documents can be filed away"


def test_files_come_back_after_a_restart(
    qtbot: QtBot, qapp: QApplication, tmp_path: Path, workspace: Path, inbox: Path
) -> None:
    with running(qtbot, qapp, tmp_path / "window.ini", workspace) as first:
        first.program.settings.store_note("filing-folder", str(tmp_path / "filed"))
        classified(first, inbox)
        first.click("File away… →")
        click(qtbot, dialog_of(first, FilingDialog), "Move 4 files")
        first.rest()

    with running(qtbot, qapp, tmp_path / "window.ini", workspace) as second:
        show = second.program.frame.commands.undo_filing
        assert show is not None
        show()
        dialog = dialog_of(second, FiledDialog)
        assert len(cells(views(dialog)[0], 0)) == 4
        click(qtbot, dialog, "Undo")
        second.rest()

        assert second.note == "4 files moved back"
    assert len(list(inbox.iterdir())) == 4


def test_a_kill_while_filing_is_told_at_the_next_start(
    qtbot: QtBot, qapp: QApplication, tmp_path: Path, workspace: Path, inbox: Path
) -> None:
    with running(qtbot, qapp, tmp_path / "window.ini", workspace) as first:
        first.program.settings.store_note("filing-folder", str(tmp_path / "filed"))
        classified(first, inbox)
        first.click("File away… →")
        plan = dialog_of(first, FilingDialog)._model.state.plan
    assert plan is not None
    with Workspace(workspace) as opened:
        moves = plan_own_batch(opened, [planned.move for planned in plan.moves])
        opened.journal.set_state(moves[0].number, "started")
    target = Path(moves[0].target)
    target.parent.mkdir(parents=True)
    target.hardlink_to(moves[0].source)

    with running(qtbot, qapp, tmp_path / "window.ini", workspace) as second:
        assert second.note == "Filing away was interrupted. Files filed: 1. Files left where they were: 3"

    assert target.exists()
    assert len(list(inbox.iterdir())) == 3


# The history


def test_ctrl_h_lists_what_was_classified_until_it_is_forgotten(
    qtbot: QtBot, somebody: InTheWindow, inbox: Path, workspace: Path
) -> None:
    classified(somebody, inbox)
    somebody.models.classify.correct("newsletter")
    somebody.rest()

    somebody.key(Qt.Key.Key_H, CONTROL, somebody.program.window)
    dialog = dialog_of(somebody, HistoryDialog)
    assert len(cells(views(dialog)[0], 1)) == 4
    assert cells(views(dialog)[0], 1).count("newsletter") == 1

    click(qtbot, dialog, "Clear…")
    assert "4 verdicts will be forgotten for good" in facts_of(dialog)
    click(qtbot, dialog, "Forget all")
    somebody.rest()

    assert newest_verdicts(workspace, NoOpJobContext()) == (0, ())


def test_a_verdict_of_the_history_is_judged_again_on_classify(
    qtbot: QtBot, somebody: InTheWindow, inbox: Path, workspace: Path
) -> None:
    classified(somebody, inbox)
    somebody.models.classify.clear()
    somebody.rest()
    somebody.key(Qt.Key.Key_H, CONTROL, somebody.program.window)
    dialog = dialog_of(somebody, HistoryDialog)
    again = next(each for each in dialog.findChildren(QAbstractButton) if each.text() == "Classify again")
    views(dialog)[0].clearSelection()
    assert not again.isEnabled()
    somebody.rest()
    assert cells(views(dialog)[0], 3) == cells(views(dialog)[0], 1)  # nothing was learnt since
    views(dialog)[0].selectRow(1)
    path = dialog._chosen_verdicts()[0].path

    click(qtbot, dialog, "Classify again")
    somebody.rest()

    [item] = somebody.models.classify.state.items
    assert item.verdict.path == path
    assert somebody.models.classify.state.chosen == item.number


def test_a_history_that_nobody_wants_is_not_kept(
    qtbot: QtBot, somebody: InTheWindow, inbox: Path, workspace: Path
) -> None:
    somebody.key(Qt.Key.Key_H, CONTROL, somebody.program.window)
    dialog = dialog_of(somebody, HistoryDialog)
    keeps = next(box for box in dialog.findChildren(QCheckBox) if box.isVisible())
    qtbot.mouseClick(keeps, LEFT, pos=QPoint(8, keeps.height() // 2))
    click(qtbot, dialog, "Close")

    classified(somebody, inbox)

    assert len(somebody.models.classify.state.items) == 4
    assert newest_verdicts(workspace, NoOpJobContext()) == (0, ())
