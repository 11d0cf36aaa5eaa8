"""What strangers wrote is shown letter by letter: no widget takes a subject, a name or a label for markup.

The first tests hold a closed set of the places in the source where Qt could interpret markup. Qt's own `textFormat` and
`mightBeRichText` are the oracle of the others.
"""

from __future__ import annotations

import ast
from collections import Counter
from collections.abc import Iterator
from pathlib import Path

import pytest
from PySide6.QtCore import QRectF, QTimer
from PySide6.QtGui import QImage, QPainter, Qt
from PySide6.QtWidgets import QApplication, QLabel, QMessageBox, QWidget
from pytestqt.qtbot import QtBot

import app
from app.kit.fields import ask_for_name, confirm_action
from app.kit.look import fonts, painting
from app.kit.look.theme import Theme
from app.kit.widgets import Paragraph, TextLabel

APP = Path(app.__file__).parent
HOSTILE = '<img src="file:///etc/hostname"><b>name</b> &amp; <a href="https://x.example">link</a>'
RICH_CALLS = {
    ("kit/picture_files.py", "setHtml"): 1,  # pictures of formulas, from the program's own text
    ("kit/table_view.py", "setHtml"): 2,  # sheets, whose cells are escaped where they are made
    ("kit/table_view.py", "insertHtml"): 1,
    ("features/teaching/classroom_dialogs.py", "setHtml"): 2,  # the page that is handed out, escaped where it is made
    ("features/teaching/page.py", "setMarkdown"): 1,
    ("shell/help_window.py", "setMarkdown"): 1,
}
"""Where text becomes markup: file and method, and how often."""
MADE_DIRECTLY = {"kit/widgets.py", "kit/fields.py"}
"""Files that may derive from or make QLabel, QMessageBox and QInputDialog."""
CONSTANT_QUESTIONS = {"features/documents/page.py"}
"""Files that ask by QInputDialog.getText, with a question that names nothing."""


def calls() -> Iterator[tuple[str, ast.Call, str, str]]:
    """Yield every call in the program: file, call, the name before the dot, and the name of what is called."""
    for path in sorted(APP.rglob("*.py")):
        name = path.relative_to(APP).as_posix()
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.Call):
                called = node.func
                if isinstance(called, ast.Attribute):
                    yield name, node, called.value.id if isinstance(called.value, ast.Name) else "", called.attr
                elif isinstance(called, ast.Name):
                    yield name, node, "", called.id


CALLS = list(calls())


def test_markup_is_written_in_few_places() -> None:
    found = Counter((file, name) for file, _, _, name in CALLS if name in ("setHtml", "insertHtml", "setMarkdown"))
    assert found == RICH_CALLS


def test_markdown_of_others_never_holds_html() -> None:
    for file, call, _, name in CALLS:
        if name == "setMarkdown":
            assert any("MarkdownNoHTML" in ast.unparse(argument) for argument in call.args), file


def test_labels_and_boxes_are_those_of_the_kit_which_show_plain_text() -> None:
    for file, call, owner, name in CALLS:
        if name in ("QLabel", "QMessageBox", "QErrorMessage", "QProgressDialog", "QWhatsThis", "QSplashScreen"):
            assert file in MADE_DIRECTLY, f"{file}:{call.lineno} {name}"
        if owner in ("QMessageBox", "QErrorMessage") and name[0].islower():
            pytest.fail(f"{file}:{call.lineno} {owner}.{name} guesses whether its text is markup")
        if owner == "QInputDialog" and name.startswith("get"):
            assert file in CONSTANT_QUESTIONS, f"{file}:{call.lineno}"


def test_a_question_of_qts_own_box_names_nothing() -> None:
    for path in (APP / file for file in CONSTANT_QUESTIONS):
        tree = ast.parse(path.read_text(encoding="utf-8"))
        for function in ast.walk(tree):
            if isinstance(function, ast.FunctionDef) and "QInputDialog.get" in ast.unparse(function):
                source = ast.unparse(function)
                assert ".format(" not in source, function.name
                assert not any(isinstance(node, ast.JoinedStr) for node in ast.walk(function)), function.name


def test_tooltips_go_through_the_kit() -> None:
    for file, call, _, name in CALLS:
        if name in ("setToolTip", "setWhatsThis", "showText") and file not in ("kit/actions.py", "kit/widgets.py"):
            assert "plain_tip(" in ast.unparse(call), f"{file}:{call.lineno} {name}"
    for path in APP.rglob("*.py"):
        source = path.read_text(encoding="utf-8")
        if "ToolTipRole" in source:
            assert "plain_tip" in source, path


def label_formats(box: QWidget) -> set[Qt.TextFormat]:
    return {label.textFormat() for label in box.findChildren(QLabel) if label.text() and not label.pixmap().width()}


def test_a_question_shows_a_hostile_name_letter_by_letter(qtbot: QtBot, theme: Theme) -> None:
    owner = QWidget()
    qtbot.addWidget(owner)
    formats: list[set[Qt.TextFormat]] = []
    texts: list[str] = []

    def look() -> None:
        box = QApplication.activeModalWidget()
        assert box is not None
        formats.append(label_formats(box))
        texts.extend(label.text() for label in box.findChildren(QLabel))
        if isinstance(box, QMessageBox):
            formats.append({box.textFormat()})
        box.close()

    for ask in (
        lambda: confirm_action(owner, HOSTILE, HOSTILE, HOSTILE, "Delete", "Cancel"),
        lambda: ask_for_name(owner, HOSTILE, HOSTILE, HOSTILE),
    ):
        QTimer.singleShot(0, look)
        ask()
    assert set().union(*formats) == {Qt.TextFormat.PlainText}
    assert texts.count(HOSTILE) == 3


@pytest.mark.parametrize("make", [TextLabel, Paragraph])
def test_a_label_of_the_kit_takes_no_words_for_markup(qtbot: QtBot, theme: Theme, make: type) -> None:
    """A label that Qt paints has the plain format; one that paints itself has a painter without formats."""
    label = make(HOSTILE)
    qtbot.addWidget(label)
    is_painted_here = type(label).paintEvent is not QLabel.paintEvent
    assert is_painted_here or label.textFormat() == Qt.TextFormat.PlainText
    assert not Qt.mightBeRichText(label.toolTip())


def cell_picture(words: str) -> QImage:
    """A painted cell of a list."""
    image = QImage(240, 30, QImage.Format.Format_RGB32)
    image.fill(0xFFFFFFFF)
    painter = QPainter(image)
    painting.paint_text(painter, QRectF(4, 0, 230, 30), words, font=fonts.body(), pen="#000000")
    painter.end()
    return image


def widget_picture(make: type[TextLabel | Paragraph], words: str) -> QImage:
    widget = Paragraph(20, words) if make is Paragraph else TextLabel(words)
    widget.resize(240, 30)
    return widget.grab().toImage()


@pytest.mark.parametrize(
    ("subject", "shown"),
    [
        ("free\x07 \x1b[31mmoney\x00", "free\ufffd \ufffd[31mmoney\ufffd"),
        ("bill\u202efdp.exe", "bill\ufffdfdp.exe"),
        ("two\x0b\x85lines", "two lines"),
    ],
)
def test_control_characters_of_a_subject_are_painted_as_a_sign_or_a_space(
    theme: Theme, qapp: QApplication, subject: str, shown: str
) -> None:
    assert cell_picture(subject) == cell_picture(shown)
    for make in (TextLabel, Paragraph):
        assert widget_picture(make, subject) == widget_picture(make, shown)
