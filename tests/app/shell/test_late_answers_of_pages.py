"""Keys pressed on the pages while answers are still on their way: what shows belongs to what is chosen and typed."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtWidgets import QApplication, QLabel, QWidget
from pytestqt.qtbot import QtBot

from app.features.classify.page import ClassifyPage
from app.features.classify.use_cases import JudgedDocuments
from app.features.classify.view_model import ClassifyViewModel
from app.features.documents.page import DocumentsPage
from app.features.documents.view_model import DocumentsViewModel
from app.features.explain.view_model import WhyTab
from app.features.importing.dialog import ImportDialog
from app.features.importing.view_model import ImportViewModel
from app.kit.coloured_text import ColouredText
from app.kit.drops import DropContent
from app.kit.frame import PageCommands
from app.kit.look.theme import Theme
from app.kit.painted_values import Label
from app.library.browsing import Browser
from app.store.workspace import Session, Workspace
from tests.app.in_the_window import cells
from tests.inline_runner import InlineRunner
from tests.walk.made_up_mail import write_mails

CTRL, SHIFT = Qt.KeyboardModifier.ControlModifier, Qt.KeyboardModifier.ShiftModifier
DOCUMENTS, CLASSIFY = 0, 5
LABELS = (Label("ham", 0, 9), Label("spam", 1, 8))


class HeldRunner(InlineRunner):
    """Works when it is told to, and answers later still."""

    def begin(self) -> Callable[[], None]:
        """Do the first job that waits; return what brings its answer."""
        job = self._jobs.pop(0)
        outcome = job.run()
        return lambda: job.emit_outcome(outcome)


@pytest.fixture
def session(workspace: Path) -> Iterator[Session]:
    with Session(workspace) as made:
        yield made


@pytest.fixture
def late(qapp: QApplication) -> HeldRunner:
    return HeldRunner()


@pytest.fixture
def documents(qtbot: QtBot, theme: Theme, late: HeldRunner, session: Session) -> DocumentsPage:
    model = DocumentsViewModel(late)
    model.open_workspace(Browser(session))
    page = DocumentsPage(model, PageCommands())
    qtbot.addWidget(page)
    page.resize(1240, 700)
    page.show()
    page._view.setFocus()
    model.open_corpus("Mail")
    late.run()
    return page


def number_chosen(page: DocumentsPage) -> int:
    [number] = page.chosen_ids().tolist()
    return int(number)


def label_of(workspace: Path, number: int) -> str | None:
    with Workspace(workspace, read_only=True) as opened:
        return opened.documents.get(number).document.label


def body_of(workspace: Path, number: int) -> str:
    with Workspace(workspace, read_only=True) as opened:
        return opened.documents.get(number).document.text


def text_shown(page: QWidget) -> str:
    [text] = page.findChildren(ColouredText)
    return text.toPlainText() if text.isVisible() else ""


def test_the_text_beside_the_list_is_the_one_that_gets_the_label(
    qtbot: QtBot, documents: DocumentsPage, late: HeldRunner, workspace: Path
) -> None:
    for key, label in ((Qt.Key.Key_2, "spam"), (Qt.Key.Key_1, "ham"), (Qt.Key.Key_2, "spam")):
        number = number_chosen(documents)
        assert text_shown(documents).split() == body_of(workspace, number).split()
        qtbot.keyClick(documents._view, key)
        late.run()
        assert label_of(workspace, number) == label
        assert number_chosen(documents) != number


def test_no_text_shows_while_that_of_the_chosen_document_is_on_its_way(
    qtbot: QtBot, documents: DocumentsPage, late: HeldRunner, workspace: Path
) -> None:
    qtbot.keyClick(documents._view, Qt.Key.Key_Down)
    answer_of_second = late.begin()
    assert text_shown(documents) == ""
    qtbot.keyClick(documents._view, Qt.Key.Key_Down)

    answer_of_second()
    assert text_shown(documents) == ""
    late.run()
    assert text_shown(documents).split() == body_of(workspace, number_chosen(documents)).split()


def test_a_search_without_hits_says_so_and_leaves_no_text_beside_the_empty_list(
    qtbot: QtBot, documents: DocumentsPage, late: HeldRunner
) -> None:
    assert text_shown(documents)
    documents._model.search("label:quagga")
    late.run()

    assert documents._none.isVisible()
    assert text_shown(documents) == ""
    documents._model.search("label:spam")
    late.run()
    assert not documents._none.isVisible()
    assert len(documents._model.state.ids) == 8
    assert text_shown(documents)


def test_a_click_on_a_head_of_the_documents_sorts_them(
    qtbot: QtBot, documents: DocumentsPage, late: HeldRunner
) -> None:
    header = documents._view.horizontalHeader()
    at = QPoint(header.sectionViewportPosition(1) + 20, 10)

    qtbot.mouseClick(header.viewport(), Qt.MouseButton.LeftButton, pos=at)
    late.run()

    titles = cells(documents._view, 1)
    late.run()
    titles = cells(documents._view, 1)
    assert titles == sorted(titles, key=str.casefold)
    assert all(titles)


def test_after_a_deletion_the_next_document_is_chosen(
    qtbot: QtBot, documents: DocumentsPage, late: HeldRunner, workspace: Path
) -> None:
    for _ in range(3):
        qtbot.keyClick(documents._view, Qt.Key.Key_Down)
    late.run()
    following = int(documents._table.ids[4])

    qtbot.keyClick(documents._view, Qt.Key.Key_Delete)
    late.run()

    assert number_chosen(documents) == following
    assert text_shown(documents).split() == body_of(workspace, following).split()


@pytest.fixture
def classify(qtbot: QtBot, theme: Theme, late: HeldRunner, session: Session) -> Iterator[ClassifyPage]:
    judged_documents = JudgedDocuments(session)
    model = ClassifyViewModel(late)
    model.open_workspace(judged_documents)
    page = ClassifyPage(model)
    qtbot.addWidget(page)
    page.resize(1240, 700)
    page.show()
    model.open_model("Filter", LABELS, (1, 1.0))
    model.classify(DropContent(text="meeting on monday"))
    model.classify(DropContent(text="free cruise, click here"))
    late.run()
    yield page
    model.paper.close()
    judged_documents.close()


@pytest.mark.qt_log_ignore("This plugin does not support")
def test_a_text_stays_as_it_is_typed_however_late_the_verdicts_on_it_come(
    qtbot: QtBot, classify: ClassifyPage, late: HeldRunner
) -> None:
    text = classify._text
    classify._why.choose_tab(WhyTab.WHAT_IF)
    qtbot.mouseClick(classify._why.what_if._edit, Qt.MouseButton.LeftButton)
    before = text.toPlainText()

    answers: list[Callable[[], None]] = []
    for letter in "money free ":
        qtbot.keyClicks(text, letter)
        answers.append(late.begin())
        if len(answers) > 1:
            answers.pop(0)()
    assert text.toPlainText() == "money free " + before
    answers.pop()()

    assert text.toPlainText() == "money free " + before
    assert text.textCursor().position() == len("money free ")
    reasons = classify._model.state.reasons
    assert reasons is not None
    assert reasons.text == "money free " + before


@pytest.mark.qt_log_ignore("This plugin does not support")
def test_the_reasons_beside_the_list_are_those_of_the_chosen_one(
    qtbot: QtBot, classify: ClassifyPage, late: HeldRunner
) -> None:
    texts = ["meeting on monday", "free cruise, click here"]
    place = 1 - classify._view.currentIndex().row()
    classify._view.choose_row(place)
    late_answer = late.begin()
    assert text_shown(classify) == ""
    classify._view.choose_row(1 - place)
    late_answer()
    assert text_shown(classify) == ""
    late.run()
    assert text_shown(classify) == texts[1 - place]


@pytest.mark.qt_log_ignore("This plugin does not support")
def test_a_file_that_was_not_read_says_why_and_nothing_else(
    qtbot: QtBot, classify: ClassifyPage, late: HeldRunner, tmp_path: Path
) -> None:
    broken = tmp_path / "broken.pdf"
    broken.write_bytes(b"%PDF-1.4\nnot one at all")
    classify._model.classify(DropContent((broken,)))
    late.run()

    [item] = [each for each in classify._model.state.items if each.error]
    classify._view.choose_row(len(classify._model.state.items) - 1)
    late.run()

    assert classify._model.state.chosen == item.number
    assert classify._reason.isVisible()
    assert "broken.pdf" in classify._reason.accessibleName()
    assert not classify._text.isVisible()
    seen = {each.text() for each in classify.findChildren(QLabel) if each.isVisible()}
    assert not seen & {"Why", "Change the text", "Full calculation…", "added to the log-odds of ham"}
    assert not classify._judged.isVisible()

    classify._model.classify(DropContent(text="a meeting"))
    late.run()
    classify._view.choose_row(2)
    late.run()
    assert not classify._judged.isVisible()


@pytest.mark.qt_log_ignore("This plugin does not support")
def test_the_first_click_on_import_counts_also_from_the_field_of_the_name(
    qtbot: QtBot, theme: Theme, late: HeldRunner, workspace: Path, tmp_path: Path
) -> None:
    mails = write_mails(tmp_path / "more", {"ham": 2, "spam": 2})
    model = ImportViewModel(late, workspace, ("Mail",), "Mail")
    ordered: list[str] = []
    model.ordered.connect(lambda _sources, _options, corpus: ordered.append(corpus))
    dialog = ImportDialog(model)
    qtbot.addWidget(dialog)
    dialog.show()
    dialog.activateWindow()
    qtbot.waitUntil(dialog.isActiveWindow)
    model.choose_sources((mails,))
    late.run()
    model.name_new_corpus("")
    late.run()

    dialog._new_corpus.setFocus()
    qtbot.keyClicks(dialog._new_corpus, "My mail")
    qtbot.mouseClick(dialog._start, Qt.MouseButton.LeftButton)
    assert dialog.isVisible()
    late.run()

    assert ordered == ["My mail"]
    assert not dialog.isVisible()


@pytest.mark.qt_log_ignore("This plugin does not support")
def test_the_list_is_tended_by_keys(qtbot: QtBot, classify: ClassifyPage, late: HeldRunner) -> None:
    model, view = classify._model, classify._view
    put_back: list[Callable[[], None]] = []
    model.items_removed.connect(lambda _n_items, back: put_back.append(back))
    view.choose_row(0)
    late.run()
    first, second = (item.number for item in model.state.listed)

    qtbot.keyClicks(view, "1")
    late.run()
    assert model.state.chosen == second
    assert model.state.items[0].corrected == "ham"
    assert cells(view, 1)[0] == "your choice"

    qtbot.keyClick(view, Qt.Key.Key_Delete)
    late.run()
    assert [item.number for item in model.state.items] == [first]
    assert model.state.chosen == first
    put_back.pop()()
    late.run()
    assert [item.number for item in model.state.items] == [first, second]
    assert text_shown(classify) == "free cruise, click here"

    model.clear()
    late.run()
    assert model.state.items == ()


@pytest.mark.qt_log_ignore("This plugin does not support")
def test_a_click_on_a_head_sorts_and_another_turns_the_list(
    qtbot: QtBot, classify: ClassifyPage, late: HeldRunner
) -> None:
    header = classify._view.horizontalHeader()
    at = QPoint(header.sectionViewportPosition(2) + 20, 10)

    qtbot.mouseClick(header.viewport(), Qt.MouseButton.LeftButton, pos=at)
    titles = cells(classify._view, 2)
    assert titles == sorted(titles, key=str.casefold)
    qtbot.mouseClick(header.viewport(), Qt.MouseButton.LeftButton, pos=at)

    assert cells(classify._view, 2) == titles[::-1]


@pytest.mark.qt_log_ignore("This plugin does not support")
def test_a_search_without_hits_says_so(qtbot: QtBot, classify: ClassifyPage, late: HeldRunner) -> None:
    classify._model.search("quagga")

    assert classify._view.model().rowCount() == 0
    assert classify._none.isVisible()
    classify._model.search("")
    assert not classify._none.isVisible()


@pytest.mark.qt_log_ignore("This plugin does not support")
def test_a_file_that_is_read_again_shows_what_is_in_it_now(
    classify: ClassifyPage, late: HeldRunner, tmp_path: Path
) -> None:
    path = tmp_path / "late.txt"
    path.write_bytes(b"")
    classify._model.classify(DropContent((path,)))
    late.run()
    assert classify._reason.isVisible()
    path.write_text("meeting on tuesday")

    menu = classify._menu()
    [again] = [each for each in menu.actions() if each.text() == "Read file again"]
    again.trigger()
    late.run()

    assert text_shown(classify) == "meeting on tuesday"
    assert not classify._reason.isVisible()
    path.unlink()
    menu = classify._menu()
    assert "Read file again" not in [each.text() for each in menu.actions()]
