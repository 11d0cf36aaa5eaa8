"""A label that a person gives against what a filter has learnt, in the window."""

from __future__ import annotations

from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QApplication, QTableView
from pytestqt.qtbot import QtBot

from app.domain.jobs import NoOpJobContext
from app.features.train.training import TrainingOrder, train
from app.library.importing import ImportRequest, import_sources
from tests.app.in_the_window import cells, running
from tests.walk.made_up_mail import write_mails

pytestmark = pytest.mark.qt_log_ignore("does not support", extend=True)  # raise() and size hints, offscreen
N_MATURE = 130
"""Mails of each label, after which a filter no longer believes everything."""


def test_a_label_that_contradicts_what_a_mature_filter_knows_is_told_so(
    qtbot: QtBot, qapp: QApplication, tmp_path: Path
) -> None:
    path = tmp_path / "mature.bayleaf"
    mails = write_mails(tmp_path / "mature", {"ham": N_MATURE, "spam": N_MATURE})
    import_sources(path, ImportRequest((mails,), corpus="Mail"), NoOpJobContext())
    train(path, TrainingOrder(corpus="Mail", model="Filter"), NoOpJobContext())
    with running(qtbot, qapp, tmp_path / "window.ini", path) as somebody:
        table = somebody.part(QTableView, "Documents")
        somebody.wait(lambda: bool(cells(table, 0)[0]))
        somebody.key(Qt.Key.Key_2, on=table)
        somebody.rest()
        one = somebody.note
        table.selectAll()
        is_answered = somebody.answer_question("Remove 260 labels")  # so many are not changed by one key without one
        somebody.key(Qt.Key.Key_U, on=table)
        somebody.wait(is_answered)
        somebody.rest()
        none = somebody.note

    assert one == (
        "1 document labelled spam · this document contradicts what the filter has learnt and counts little until "
        "similar documents confirm it"
    )
    assert "contradict" not in none
