"""The real window: keys, drops, jobs, languages, themes, sizes."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from PySide6.QtCore import QMimeData, QPoint, QPointF, QSize, Qt, QUrl
from PySide6.QtGui import QDragEnterEvent, QDragLeaveEvent, QDropEvent
from PySide6.QtWidgets import (
    QAbstractButton,
    QAbstractItemView,
    QApplication,
    QComboBox,
    QLabel,
    QLineEdit,
    QPushButton,
    QSpinBox,
    QWidget,
)
from pytestqt.qtbot import QtBot

from app.domain.errors import NotAWorkspace
from app.domain.jobs import JobContext
from app.features.documents.page import DocumentsPage
from app.kit.actions import copy_text
from app.kit.drops import DropContent
from app.kit.frame import FrameViewModel
from app.kit.jobs import Progress
from app.kit.look.theme import Theme, ThemeChoice
from app.kit.page_head import PageHead
from app.kit.plots.evaluation_figures import ConfusionMatrix
from app.kit.table_view import TableView
from app.kit.wording import LANGUAGES, Language
from app.shell import main_window
from app.shell.application import Program
from app.shell.main_window import MainWindow
from app.shell.menus import Menus
from app.shell.pages import ViewModels
from app.shell.wiring import connect_program
from tests.app.in_the_window import end, running
from tests.app.kit.kit_sheet import nothing
from tests.app.shell.made_up import PAGES, MadeUpWindow, made_up_window

SIZES = [QSize(1180, 760), QSize(900, 600)]


@pytest.fixture
def window(qtbot: QtBot, theme: Theme) -> MadeUpWindow:
    return opened(qtbot, "classify")


def opened(qtbot: QtBot, page: str) -> MadeUpWindow:
    made = made_up_window(page)
    assert isinstance(made, MadeUpWindow)
    qtbot.addWidget(made)
    with qtbot.waitExposed(made):
        made.show()
    made.pose()
    return made


def files(*names: str) -> QMimeData:
    data = QMimeData()
    data.setUrls([QUrl.fromLocalFile(f"/mail/{name}") for name in names])
    return data


def drag(
    window: QWidget, data: QMimeData, modifiers: Qt.KeyboardModifier = Qt.KeyboardModifier.NoModifier
) -> QDragEnterEvent:
    event = QDragEnterEvent(QPoint(300, 300), Qt.DropAction.CopyAction, data, LEFT, modifiers)
    QApplication.sendEvent(window, event)
    return event


def drop(window: QWidget, data: QMimeData, modifiers: Qt.KeyboardModifier = Qt.KeyboardModifier.NoModifier) -> None:
    event = QDropEvent(QPointF(300, 300), Qt.DropAction.CopyAction, data, LEFT, modifiers)
    QApplication.sendEvent(window, event)


LEFT = Qt.MouseButton.LeftButton
ALT = Qt.KeyboardModifier.AltModifier


def test_ctrl_and_a_digit_go_to_the_five_places(qtbot: QtBot, window: MadeUpWindow) -> None:
    for number in range(5):
        qtbot.keyClick(window, Qt.Key(Qt.Key.Key_1.value + number), Qt.KeyboardModifier.ControlModifier)
        assert window._frame.state.page == number


def test_a_click_on_the_side_bar_goes_there(qtbot: QtBot, window: MadeUpWindow) -> None:
    qtbot.mouseClick(window.side._page_buttons[1], LEFT)

    assert window._frame.state.page == 1


def test_a_drag_lights_the_window_up_and_leaving_puts_it_out(window: MadeUpWindow) -> None:
    event = drag(window, files("a.eml", "b.eml"))

    assert event.isAccepted()
    assert window._overlay.isVisible()
    assert window._overlay.accessibleName() == "Drop to classify with the model Mail filter"

    QApplication.sendEvent(window, QDragLeaveEvent())
    assert not window._overlay.isVisible()


def test_a_single_file_or_folder_is_named_during_the_drag(window: MadeUpWindow) -> None:
    """A folder was announced as 1 file."""
    drag(window, files("mails"))

    assert window._overlay._files == "mails"


def test_with_alt_a_drop_adds_and_the_overlay_says_so(window: MadeUpWindow) -> None:
    drag(window, files("a.eml"), ALT)

    assert window._overlay.accessibleName() == "Drop to add to Mail"


@pytest.mark.parametrize(("modifiers", "expected"), [(Qt.KeyboardModifier.NoModifier, "classified"), (ALT, "added")])
def test_what_is_dropped_arrives(window: MadeUpWindow, modifiers: Qt.KeyboardModifier, expected: str) -> None:
    heard: list[tuple[str, DropContent]] = []
    window._frame.connect_commands(
        classify=lambda dropped: heard.append(("classified", dropped)),
        add=lambda dropped: heard.append(("added", dropped)),
    )

    drag(window, files("a.eml"), modifiers)
    drop(window, files("a.eml"), modifiers)

    assert heard == [(expected, DropContent((Path("/mail/a.eml"),)))]
    assert not window._overlay.isVisible()


def test_a_web_link_is_refused_with_a_sentence(window: MadeUpWindow) -> None:
    sentence = "Bayleaf opens no connections: save the page and drop the file"
    heard: list[DropContent] = []
    window._frame.connect_commands(classify=heard.append, add=heard.append)
    data = QMimeData()
    data.setUrls([QUrl("https://example.org")])

    assert drag(window, data).isAccepted()
    assert window._overlay.accessibleName() == sentence
    drop(window, data)

    assert not window._overlay.isVisible()
    assert (window._frame.state.note, heard) == (sentence, [])


def test_a_job_shows_after_a_while_and_escape_cancels_it(qtbot: QtBot, window: MadeUpWindow) -> None:
    def work(context: JobContext) -> None:
        while True:
            context.checkpoint(41, 100, "importing")

    job = window._runner.start(work, title="Importing inbox.mbox", lane="long")
    qtbot.waitUntil(lambda: window.jobs._stack.currentIndex() == 1, timeout=5000)
    assert window.jobs._title.text() == "Importing inbox.mbox"

    with qtbot.waitSignal(job.cancelled):
        qtbot.keyClick(window, Qt.Key.Key_Escape)
        assert "Stopping…" in {label.text() for label in window.jobs.findChildren(QLabel)}

    assert window.jobs._stack.currentIndex() == 0
    assert not window._poll.isActive()


def test_a_job_that_has_ended_leaves_the_bar_while_a_job_without_a_title_goes_on(
    qtbot: QtBot, window: MadeUpWindow
) -> None:
    def work(context: JobContext) -> None:
        while True:
            context.checkpoint(41, 100, "saving the model")

    job = window._runner.start(work, title="Training on Mail", lane="long")
    window._runner.start(work, lane="quick")
    qtbot.waitUntil(lambda: window.jobs._stack.currentIndex() == 1, timeout=5000)
    with qtbot.waitSignal(job.cancelled):
        job.cancel()

    qtbot.waitUntil(lambda: window.jobs._stack.currentIndex() == 0)
    assert window._runner.jobs
    window._runner.cancel_all()
    qtbot.waitUntil(lambda: not window._runner.jobs)


def test_the_job_bar_tells_rate_and_time_left(qtbot: QtBot, window: MadeUpWindow) -> None:
    window.jobs.show_job("Importing", Progress(81_340, 198_390, "", 8.3), "documents", 2)

    words = [label.text() for label in window.jobs.findChildren(QLabel) if label.text()]
    assert {"41\u202f%", "9,800 documents/s", "12 s left"} <= set(words)
    assert any(re.fullmatch(r"2 more task(\(s\)|s) waiting", each) for each in words)  # without or with a catalog


def test_closing_the_window_cancels_what_runs(qtbot: QtBot, window: MadeUpWindow) -> None:
    def work(context: JobContext) -> None:
        while True:
            context.checkpoint()

    window._runner.start(work, title="Importing", lane="long")

    window.close()

    assert window._runner.jobs == ()


def test_copying_is_confirmed_in_the_status_bar_until_the_note_with_undo_comes_back(
    qtbot: QtBot, window: MadeUpWindow
) -> None:
    window._frame.offer_action("Model “Mail” saved", "Undo", nothing)
    before = window.jobs._note.text()

    copy_text("a\tb")

    assert QApplication.clipboard().text() == "a\tb"
    assert window.jobs._note.text() == "Copied"
    qtbot.waitUntil(lambda: window.jobs._note.text() == before)


@pytest.mark.parametrize(("page", "kind", "name"), [
    ("train", ConfusionMatrix, "Confusion matrix"), ("words", TableView, "Words"),
])  # fmt: skip
def test_the_shortcut_of_the_menu_copies_from_a_matrix_and_from_the_table_of_words(
    qtbot: QtBot, theme: Theme, page: str, kind: type[QWidget], name: str
) -> None:
    window = made_up_window(page)
    qtbot.addWidget(window)
    with qtbot.waitActive(window):
        window.show()
    [part] = [each for each in window.findChildren(kind) if each.accessibleName() == name]
    QApplication.clipboard().setText("")
    if isinstance(part, TableView):
        part.choose_row(1)
    part.setFocus()

    qtbot.keyClick(part, Qt.Key.Key_C, Qt.KeyboardModifier.ControlModifier)

    assert "\t" in QApplication.clipboard().text()
    assert window.jobs._note.text() == "Copied"


def test_a_problem_is_a_line_in_the_page_and_not_a_box(window: MadeUpWindow) -> None:
    window._frame.change(problem=NotAWorkspace("letter.txt"))
    assert window._notice.isVisible()
    assert "letter.txt" in window._notice.accessibleName()

    window._frame.change(problem=None)
    assert not window._notice.isVisible()


def test_a_workspace_that_could_not_be_opened_is_not_said_to_be_saved(window: MadeUpWindow) -> None:
    def foot() -> list[str]:
        return [label.text() for label in window.jobs.findChildren(QLabel)]

    window._frame.change(note="told", note_button_text="", act_on_note=None, is_new=False)
    window._frame.change(note="")
    assert "All changes are saved" in foot()
    window._frame.change(workspace=Path("letters.bayleaf"))
    assert "letters.bayleaf · all changes are saved" in foot()

    window._frame.change(corpora=(), workspace=Path("letter.txt"), problem=NotAWorkspace("letter.txt"))
    assert "letter.txt" in foot()


@pytest.mark.parametrize("page", PAGES)
@pytest.mark.parametrize("size", SIZES, ids=["1180", "900"])
def test_a_narrow_window_shows_icons_only(qtbot: QtBot, theme: Theme, page: str, size: QSize) -> None:
    window = opened(qtbot, page)
    window.resize(size)

    assert window.side.is_narrow == (size.width() < 1000)
    assert window.size() == size


@pytest.mark.parametrize("page", PAGES)
def test_every_control_says_what_it_is(qtbot: QtBot, theme: Theme, page: str) -> None:
    window = opened(qtbot, page)

    kinds = (QAbstractButton, QComboBox, QLineEdit, QAbstractItemView, QSpinBox)
    nameless = [
        type(each).__name__
        for kind in kinds
        for each in window.findChildren(kind)
        if each.isVisible()
        and each.focusPolicy() != Qt.FocusPolicy.NoFocus
        and not _name_of(each)
        and each.objectName() not in QT_OWN
    ]
    assert nameless == []


QT_OWN = {"ScrollLeftButton", "ScrollRightButton", "qt_spinbox_lineedit", "qt_menubar_ext_button"}


def _name_of(widget: QWidget) -> str:
    text = widget.text() if isinstance(widget, (QAbstractButton, QLineEdit)) else ""
    return widget.accessibleName() or text or _name_of_parent(widget)


def _name_of_parent(widget: QWidget) -> str:
    """The parts of a combo box or of a table are named by it."""
    parent = widget.parentWidget()
    while parent is not None and not isinstance(parent, (QComboBox, QAbstractItemView)):
        parent = parent.parentWidget()
    return parent.accessibleName() if parent is not None else ""


@pytest.mark.parametrize("page", PAGES)
def test_no_widget_has_a_style_sheet(qtbot: QtBot, theme: Theme, page: str) -> None:
    window = opened(qtbot, page)

    assert [type(each).__name__ for each in window.findChildren(QWidget) if each.styleSheet()] == []


@pytest.mark.parametrize("code", LANGUAGES)
@pytest.mark.parametrize("page", [page for page in PAGES if page != "drop"])
@pytest.mark.parametrize("size", SIZES, ids=["1180", "900"])
def test_no_page_clips_its_texts(
    qtbot: QtBot, theme: Theme, language: Language, code: str, page: str, size: QSize
) -> None:
    language.choose(code)
    window = opened(qtbot, page)
    window.resize(size)
    QApplication.processEvents()

    clipped = [
        each.text()
        for each in window.findChildren(QPushButton)
        if each.isVisible() and each.width() < each.sizeHint().width()
    ]
    clipped += [
        each.text()
        for each in window.findChildren(QLabel)
        if each.isVisible() and each.text() and each.minimumSizeHint().width() > 0 and _is_clipped(each)
    ]
    assert clipped == []


def _is_clipped(label: QLabel) -> bool:
    if getattr(label, "_elide", None) is not None:
        return False  # it elides, and tells in its tooltip
    return label.fontMetrics().horizontalAdvance(label.text()) > label.contentsRect().width() + 1


def test_shortcuts_do_not_collide(window: MadeUpWindow) -> None:
    owners = [window, *window.findChildren(QWidget)]
    actions = {id(action): action for owner in owners for action in owner.actions()}
    keys = [key for action in actions.values() if (key := action.shortcut().toString())]

    assert len(keys) > 8
    assert len(keys) == len(set(keys))


def test_a_command_that_nobody_answers_is_in_no_menu(qtbot: QtBot, theme: Theme) -> None:
    window = opened(qtbot, "empty")
    frame = FrameViewModel()
    bare = MainWindow(frame, window._runner)
    qtbot.addWidget(bare)

    texts = [action.text() for action in bare.actions()]
    assert not any("mport" in text for text in texts)

    frame.connect_commands(import_documents=nothing)
    qtbot.waitUntil(lambda: any("mport" in action.text() for action in bare.actions()))


def test_a_start_makes_the_menus_twice_bare_and_with_all_that_is_connected(
    qtbot: QtBot, qapp: QApplication, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    made: list[Menus] = []

    class Noted(Menus):
        def __init__(self, *arguments: Any) -> None:
            super().__init__(*arguments)
            made.append(self)

    monkeypatch.setattr(main_window, "Menus", Noted)
    with running(qtbot, qapp, tmp_path / "window.ini") as somebody:
        somebody.rest()

        assert len(made) == 2
        assert any("mport" in action.text() for action in somebody.program.window.actions())


# The program around it


@pytest.fixture
def program(qtbot: QtBot, qapp: QApplication, tmp_path: Path) -> Iterator[Program]:
    with running(qtbot, qapp, tmp_path / "window.ini") as somebody:
        yield somebody.program


def test_the_window_shows_before_its_pages_are_loaded(qtbot: QtBot, qapp: QApplication, tmp_path: Path) -> None:
    made = Program(qapp, tmp_path / "window.ini", (), connect_program)
    made.window.show()

    assert made.window.isVisible()
    assert made.models is None

    made.window.close()
    for translator in made.language._installed:  # tests in this process that come later see no catalog
        qapp.removeTranslator(translator)
    qapp.styleHints().colorSchemeChanged.disconnect(made.theme._on_system_changed)
    qapp.aboutToQuit.disconnect(made._on_about_to_quit)


def test_another_language_is_a_new_window_with_the_same_view_models(qtbot: QtBot, program: Program) -> None:
    old, models = program.window, program.models
    program.frame.open_page(3)

    program.choose_language("ru")
    qtbot.waitUntil(lambda: program.window is not old, timeout=5000)

    assert program.models is models
    assert program.window.isVisible()
    assert next(action.text() for action in program.window.menuBar().actions()) == "&Файл"
    assert program.frame.state.page == 3
    assert program.settings.language == "ru"


@pytest.fixture
def unpainted(qapp: QApplication, tmp_path: Path) -> Iterator[tuple[Program, list[Program]]]:
    """A program whose window was asked to show and was not painted yet, and how often its pages were connected."""
    connections: list[Program] = []

    def connect(program: Program) -> ViewModels:
        connections.append(program)
        return connect_program(program)

    made = Program(qapp, tmp_path / "window.ini", (), connect)
    yield made, connections
    end(made, qapp)


def test_a_window_without_pages_says_that_the_program_is_starting(qtbot: QtBot, theme: Theme, program: Program) -> None:
    def seen() -> set[str]:
        return {each.text() for each in window.findChildren(QLabel) if each.isVisible()}

    window = MainWindow(program.frame, program.runner)
    qtbot.addWidget(window)
    window.show()
    assert "Bayleaf is starting…" in seen()

    window.add_pages([QWidget] * 8)
    assert "Bayleaf is starting…" not in seen()


def test_a_language_chosen_before_the_first_paint_still_gets_its_pages(
    qtbot: QtBot, unpainted: tuple[Program, list[Program]]
) -> None:
    program, connections = unpainted
    program.show()
    old = program.window
    program._rebuild_window()

    qtbot.waitUntil(lambda: program.window.findChild(DocumentsPage) is not None, timeout=10_000)

    assert program.window is not old
    assert len(connections) == 1


def test_pages_are_loaded_once_though_two_windows_were_painted(
    qtbot: QtBot, unpainted: tuple[Program, list[Program]]
) -> None:
    program, connections = unpainted
    program.show()
    program.window.repaint()
    program._rebuild_window()
    program.window.repaint()

    qtbot.waitUntil(lambda: program.window.findChild(DocumentsPage) is not None, timeout=10_000)
    QApplication.processEvents()

    assert len(connections) == 1


def test_a_choice_of_theme_is_seen_and_remembered(program: Program) -> None:
    program.choose_theme(ThemeChoice.DARK)

    assert program.theme.tokens.is_dark
    assert program.settings.theme is ThemeChoice.DARK


def test_our_own_bug_is_reported_and_the_program_goes_on(
    qtbot: QtBot, program: Program, capsys: pytest.CaptureFixture[str]
) -> None:
    def work(_context: JobContext) -> float:
        return 1 / 0

    job = program.runner.start(work)
    with qtbot.waitSignal(job.settled):
        pass

    qtbot.waitUntil(lambda: len(crash_reports(program)) == 1)
    [report] = crash_reports(program)
    assert "ZeroDivisionError" in report.report  # type: ignore[attr-defined]
    assert "ZeroDivisionError" in capsys.readouterr().err
    report.close()
    assert program.window.isVisible()


def test_an_error_that_comes_at_every_repaint_is_reported_once(qtbot: QtBot, program: Program) -> None:
    def fail() -> None:
        raise ZeroDivisionError

    for _ in range(5):
        try:
            fail()
        except ZeroDivisionError as error:
            program.report_crash(type(error), error, error.__traceback__)
        QApplication.processEvents()
    [report] = crash_reports(program)
    report.close()
    try:
        fail()
    except ZeroDivisionError as error:
        program.report_crash(type(error), error, error.__traceback__)
    QApplication.processEvents()

    assert [each for each in crash_reports(program) if each.isVisible()] == []


def test_an_error_is_reported_though_the_window_with_the_last_report_is_gone(qtbot: QtBot, program: Program) -> None:
    program.report_crash(ValueError, ValueError(), None)
    qtbot.waitUntil(lambda: len(crash_reports(program)) == 1)
    old = program.window
    program.choose_language("ru")  # makes another window
    qtbot.waitUntil(lambda: program.window is not old, timeout=5000)

    program.report_crash(KeyError, KeyError(), None)

    qtbot.waitUntil(lambda: any("KeyError" in each.report for each in crash_reports(program)))  # type: ignore[attr-defined]
    for each in crash_reports(program):
        each.close()


def crash_reports(program: Program) -> list[QWidget]:
    return [each for each in program.window.findChildren(QWidget) if type(each).__name__ == "CrashDialog"]


@pytest.mark.parametrize("name", ["open_settings", "show_help", "show_shortcuts", "show_about"])
def test_every_box_opens_and_closes(qtbot: QtBot, program: Program, name: str) -> None:
    before = len(QApplication.topLevelWidgets())

    getattr(program, name)()
    dialogs = [each for each in QApplication.topLevelWidgets() if each.isVisible() and each is not program.window]
    assert len(dialogs) == 1
    assert not dialogs[0].grab().isNull()

    dialogs[0].close()
    qtbot.waitUntil(lambda: len(QApplication.topLevelWidgets()) <= before, timeout=5000)


def test_the_title_names_the_collection_and_no_workspace_that_nobody_named(window: MadeUpWindow) -> None:
    assert window.windowTitle() == "Mail – Bayleaf"

    window._frame.change(workspace=Path("letters.bayleaf"))
    assert window.windowTitle() == "Mail – letters – Bayleaf"


def test_the_focus_stays_on_the_page_when_the_focused_control_is_hidden_or_disabled(
    qtbot: QtBot, window: MadeUpWindow
) -> None:
    with qtbot.waitActive(window):
        window.activateWindow()
    page = window.page(0)
    first = page.property("first_focus")
    last = QPushButton("Last", page)
    last.show()

    last.setFocus()
    last.hide()
    assert window.focusWidget() is first
    last.show()
    last.setFocus()
    last.setEnabled(False)
    assert window.focusWidget() is first


def test_the_focus_of_a_button_that_was_pressed_and_disabled_does_not_go_to_the_help(
    qtbot: QtBot, window: MadeUpWindow
) -> None:
    with qtbot.waitActive(window):
        window.activateWindow()
    page = window.page(0)
    [head] = page.findChildren(PageHead)
    pressed = next(each for each in head.findChildren(QPushButton) if each.isVisible() and each.text() != "?")
    assert any(each.isVisible() and each.text() == "?" for each in head.findChildren(QPushButton))

    pressed.setFocus()
    assert window.focusWidget() is pressed
    pressed.setEnabled(False)

    assert window.focusWidget() is page.property("first_focus")
