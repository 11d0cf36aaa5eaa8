"""The side bar names the model in use where there are several; every page follows it, also after a restart."""

from __future__ import annotations

from pathlib import Path

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from app.domain.jobs import NoOpJobContext
from app.features.train.training import TrainingOrder, train
from app.kit.frame import CLASSIFY_PAGE, WORDS_PAGE
from app.kit.window_bars import SideBar
from app.library.recipes import RecipeRequest
from tests.app.in_the_window import InTheWindow, running
from tests.app.shell.test_first_steps import with_documents
from tests.app.shell.test_palette import open_palette


def with_models(tmp_path: Path) -> Path:
    path = with_documents(tmp_path, {"ham": 6, "spam": 5})
    for event_model in ("multinomial", "bernoulli"):
        train(path, TrainingOrder(RecipeRequest(event_model=event_model), "Mail", event_model), NoOpJobContext())
    return path


def models_in_use(somebody: InTheWindow) -> set[str]:
    somebody.rest()
    models = somebody.models
    return {somebody.program.frame.state.model, models.classify.state.model, models.words.state.model}


def test_a_model_that_is_chosen_in_the_side_bar_is_used_on_every_page_and_after_a_restart(
    qtbot: QtBot, qapp: QApplication, tmp_path: Path
) -> None:
    path = with_models(tmp_path)
    with running(qtbot, qapp, tmp_path / "window.ini", path) as somebody:
        somebody.open(WORDS_PAGE)
        assert models_in_use(somebody) == {"bernoulli"}, "the model that was trained last"

        somebody.part(SideBar).model_chosen.emit("multinomial")

        assert models_in_use(somebody) == {"multinomial"}
        assert somebody.models.words.state.event_model == "multinomial"
        somebody.open(CLASSIFY_PAGE)
        assert models_in_use(somebody) == {"multinomial"}

    with running(qtbot, qapp, tmp_path / "window.ini", path) as somebody:
        somebody.open(WORDS_PAGE)
        assert models_in_use(somebody) == {"multinomial"}


def test_the_command_palette_changes_the_model_too(qtbot: QtBot, qapp: QApplication, tmp_path: Path) -> None:
    with running(qtbot, qapp, tmp_path / "window.ini", with_models(tmp_path)) as somebody:
        somebody.open(WORDS_PAGE)
        palette = open_palette(qtbot, somebody)
        qtbot.keyClicks(palette._search, "model: multi")
        qtbot.keyClick(palette._search, Qt.Key.Key_Return)
        assert models_in_use(somebody) == {"multinomial"}
