"""Settings work at once when they are chosen, and are there again at the next start."""

from __future__ import annotations

import os
from collections.abc import Iterator
from pathlib import Path

import pytest
from PySide6.QtCore import QLocale, Qt
from PySide6.QtWidgets import QApplication, QComboBox, QFileDialog, QFormLayout, QSpinBox, QWidget
from pytestqt.qtbot import QtBot

from app.features.train.view_model import DefaultRecipe, default_recipe
from app.kit.settings import Settings
from app.kit.widgets import Paragraph
from app.shell.settings_dialog import SettingsDialog
from tests.app.in_the_window import InTheWindow, running
from tests.walk.made_up_mail import write_mails

FIELD = QFormLayout.ItemRole.FieldRole


@pytest.fixture
def somebody(qtbot: QtBot, qapp: QApplication, tmp_path: Path, own_home: Path) -> Iterator[InTheWindow]:
    with running(qtbot, qapp, tmp_path / "window.ini") as made:
        yield made
    os.environ.pop("BAYLEAF_WORKERS", None)
    QLocale.setDefault(QLocale("en_US"))


def opened(somebody: InTheWindow) -> SettingsDialog:
    somebody.program.open_settings()
    [dialog] = somebody.program.window.findChildren(SettingsDialog)
    return dialog


def control(dialog: QWidget, kind: type[QWidget], name: str) -> QWidget:
    [found] = [each for each in dialog.findChildren(kind) if each.accessibleName() == name]
    return found


def choose(qtbot: QtBot, dialog: QWidget, name: str, words: str) -> None:
    """Walk through a combo box by key until it shows what is wanted."""
    box = control(dialog, QComboBox, name)
    assert isinstance(box, QComboBox)
    box.setFocus()
    qtbot.keyClick(box, Qt.Key.Key_Home)
    for _ in range(box.count()):
        if box.currentText() == words:
            return
        qtbot.keyClick(box, Qt.Key.Key_Down)
    assert box.currentText() == words


def test_a_new_corpus_begins_with_the_recipe_of_the_settings(
    qtbot: QtBot, somebody: InTheWindow, tmp_path: Path
) -> None:
    dialog = opened(somebody)
    choose(qtbot, dialog, "Default model for new collections", "Bernoulli")
    choose(qtbot, dialog, "Smoothing for new collections", "α = 1 (Laplace)")
    dialog.close()

    somebody.drop([write_mails(tmp_path / "mails", {"ham": 12, "spam": 9})])
    somebody.accept_import()
    somebody.rest()
    somebody.open(2)

    choices = somebody.models.training.state.choices
    assert (choices.event_model, choices.smoothing) == ("bernoulli", "1.0")
    assert default_recipe(somebody.program.settings.default_recipe) == DefaultRecipe("bernoulli", 1.0)


def test_only_an_event_model_with_smoothing_is_offered_one(qtbot: QtBot, somebody: InTheWindow) -> None:
    dialog = opened(somebody)
    smoothing = control(dialog, QComboBox, "Smoothing for new collections")
    assert isinstance(smoothing, QComboBox)
    assert not smoothing.isEnabled()

    choose(qtbot, dialog, "Default model for new collections", "Bernoulli")
    choose(qtbot, dialog, "Smoothing for new collections", "α = 1 (Laplace)")
    choose(qtbot, dialog, "Default model for new collections", "Learnt factors")

    assert (smoothing.isEnabled(), smoothing.currentText()) == (False, "automatic")
    assert default_recipe(somebody.program.settings.default_recipe) == DefaultRecipe("learnt", None)


def test_the_settings_stay_open_when_the_language_changes(qtbot: QtBot, somebody: InTheWindow) -> None:
    dialog, old = opened(somebody), somebody.program.window
    choose(qtbot, dialog, "Language", "Русский")
    somebody.wait(lambda: somebody.program.window is not old)

    [again] = somebody.program.window.findChildren(SettingsDialog)
    assert again.isVisible()
    assert again.focusWidget() is control(again, QComboBox, "Язык"), "the next key would choose something else"


def test_the_number_of_workers_holds_for_whatever_is_read_next(qtbot: QtBot, somebody: InTheWindow) -> None:
    dialog = opened(somebody)
    box = control(dialog, QSpinBox, "Number of processes that read files")
    box.setFocus()
    qtbot.keyClick(box, Qt.Key.Key_Up)
    qtbot.keyClick(box, Qt.Key.Key_Up)
    assert os.environ["BAYLEAF_WORKERS"] == "2"

    qtbot.keyClick(box, Qt.Key.Key_Down)
    qtbot.keyClick(box, Qt.Key.Key_Down)
    assert "BAYLEAF_WORKERS" not in os.environ


def test_files_go_into_the_folder_of_the_settings(
    qtbot: QtBot, somebody: InTheWindow, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(QFileDialog, "getExistingDirectory", lambda *_all: str(tmp_path))
    dialog = opened(somebody)
    qtbot.mouseClick(control(dialog, QWidget, "Destination folder"), Qt.MouseButton.LeftButton)

    again = Settings(tmp_path / "window.ini")
    somebody.program.settings.save()

    assert again.note("filing-folder") == str(tmp_path)


@pytest.mark.parametrize(
    ("note", "expected"),
    [
        ("", DefaultRecipe()),
        ("auto auto", DefaultRecipe("", None)),
        ("bernoulli 1.0", DefaultRecipe("bernoulli", 1.0)),
        ("nonsense much", DefaultRecipe()),
        ("complement 1e9", DefaultRecipe("complement", None)),
        ("complement nan", DefaultRecipe("complement", None)),
    ],
)
def test_a_spoilt_note_of_the_recipe_is_as_it_was_at_first(note: str, expected: DefaultRecipe) -> None:
    assert default_recipe(note) == expected
    assert default_recipe(expected.note) == expected


def test_what_auto_compares_is_said_under_the_model_that_it_is_about(somebody: InTheWindow) -> None:
    form = opened(somebody).layout()
    assert isinstance(form, QFormLayout)
    names = [
        getattr(item.widget(), "accessibleName", str)() if (item := form.itemAt(row, FIELD)) is not None else ""
        for row in range(form.rowCount())
    ]
    [place] = [row for row, name in enumerate(names) if "all event models" in name]

    above = form.itemAt(place - 1, FIELD)
    assert above is not None
    assert control(above.widget(), QComboBox, "Default model for new collections").isEnabled()


def test_the_hint_about_auto_is_shown_only_while_auto_is_chosen(qtbot: QtBot, somebody: InTheWindow) -> None:
    dialog = opened(somebody)
    [hint] = [each for each in dialog.findChildren(Paragraph) if "all event models" in each.accessibleName()]

    choose(qtbot, dialog, "Default model for new collections", "Bernoulli")
    assert not hint.isVisible()

    choose(qtbot, dialog, "Default model for new collections", "Auto")
    assert hint.isVisible()
