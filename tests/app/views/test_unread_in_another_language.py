"""A file that could not be read says why in the language of the window, in the list and in the pane."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from app.domain.jobs import Unattended
from app.pages.classify.verdict_table import VerdictTable, told_error
from app.pages.shell.page_models import CLASSIFY_PAGE
from app.services.library.importing import ImportOrder, import_sources
from app.services.training.recipe_planning import RecipeRequest
from app.services.training.training import TrainingOrder, train
from tests.app.views.in_the_window import InTheWindow, cells, running
from tests.walk.made_up_mail import write_mails


@pytest.fixture
def somebody(qtbot: QtBot, qapp: QApplication, tmp_path: Path) -> Iterator[InTheWindow]:
    path = tmp_path / "mail.bayleaf"
    mails = write_mails(tmp_path / "mails", {"ham": 9, "spam": 8})
    import_sources(path, ImportOrder((mails,), corpus="Mail"), Unattended())
    train(path, TrainingOrder(RecipeRequest(event_model="multinomial"), "Mail", "Filter"), Unattended())
    with running(qtbot, qapp, tmp_path / "window.ini", path) as made:
        yield made


def test_the_reason_is_told_in_the_language_of_the_window(somebody: InTheWindow, tmp_path: Path) -> None:
    broken = tmp_path / "broken.pdf"
    broken.write_bytes(b"%PDF-1.4\nnot one at all")

    old = somebody.program.window
    somebody.program.choose_language("ru")
    somebody.wait(lambda: somebody.program.window is not old)
    somebody.open(CLASSIFY_PAGE)
    somebody.drop([broken])
    somebody.wait(lambda: bool(somebody.models.classify.state.items))

    [item] = somebody.models.classify.state.items
    assert item.error
    told = told_error(item)
    assert any("а" <= letter <= "я" for letter in told)
    assert "broken.pdf" in told
    assert told in cells(somebody.part(VerdictTable), 3)
