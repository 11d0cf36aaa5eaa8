"""The side bar and the status bar: collections are reachable where the bar is narrow; rates are not cut."""

from __future__ import annotations

from itertools import pairwise

import pytest
from PySide6.QtCore import QTranslator
from PySide6.QtWidgets import QApplication, QComboBox, QWidget
from pytestqt.qtbot import QtBot

from app.kit.frame import CorpusChoice, FiledFolder
from app.kit.jobs import Job, Progress
from app.kit.look import painting
from app.kit.look.theme import Theme
from app.kit.widgets import Link, TextLabel
from app.kit.window_bars import JobBar, SideBar, SideBarButton

CORPORA = (CorpusChoice("Mail", 660), CorpusChoice("Letters", 12))


@pytest.fixture
def side(qtbot: QtBot, theme: Theme) -> SideBar:
    bar = SideBar([("documents", "Documents")], lambda: None)
    qtbot.addWidget(bar)
    bar.show_corpora(CORPORA, "Mail")
    bar.resize(bar.width(), 600)
    bar.show()
    return bar


def button(side: SideBar, name: str) -> SideBarButton:
    [found] = [one for one in side.findChildren(SideBarButton) if one.accessibleName().startswith(name)]
    return found


def test_a_narrow_side_bar_opens_the_collections_as_a_menu(qtbot: QtBot, side: SideBar) -> None:
    assert not button(side, "Collection").isVisible()
    side.make_narrow(is_narrow=True)
    assert button(side, "Collection: Mail").isVisible()

    menu = side.corpora_menu()
    names = [action.text() for action in menu.actions()]
    assert names == ["Mail\t660", "Letters\t12"]
    assert [action.isChecked() for action in menu.actions()] == [True, False]
    with qtbot.waitSignal(side.corpus_chosen) as chosen:
        menu.actions()[1].trigger()
    assert chosen.args == ["Letters"]


def test_without_collections_a_narrow_side_bar_offers_none(side: SideBar) -> None:
    side.show_corpora((), "")
    side.make_narrow(is_narrow=True)

    assert not button(side, "Collection").isVisible()


def test_with_several_models_the_side_bar_says_which_one_is_used_and_another_can_be_chosen(
    qtbot: QtBot, side: SideBar
) -> None:
    [box] = [box for box in side.findChildren(QComboBox) if box.accessibleName() == "Model"]
    side.show_models(("Mail",), "Mail")
    assert not box.isVisible()

    side.show_models(("Mail", "Bernoulli"), "Mail")
    assert box.isVisible()
    assert box.currentText() == "Mail"

    side.make_narrow(is_narrow=True)
    choices = {action.text(): action for action in side.corpora_menu().actions()}
    assert choices["Mail"].isChecked()
    with qtbot.waitSignal(side.model_chosen) as chosen:
        choices["Bernoulli"].trigger()
    assert chosen.args == ["Bernoulli"]


def test_a_long_rate_of_a_job_has_room_and_a_shorter_one_moves_nothing(qtbot: QtBot, theme: Theme) -> None:
    bar = JobBar(lambda: None)
    qtbot.addWidget(bar)
    bar.resize(1100, 32)
    bar.show()
    rate = "123,456,789 documents/s"

    bar.show_job("Counting", Progress(123_456_789 * 20, 123_456_789 * 40, "counting words", 20.0), "documents")

    assert not any(label.text() == "counting words" for label in bar.findChildren(TextLabel))
    [shown] = [label for label in bar.findChildren(TextLabel) if label.text() == rate]
    assert painting.text_width(rate, shown.font()) <= shown.width()
    [left] = [label for label in bar.findChildren(TextLabel) if label.text().endswith("left")]
    qtbot.waitUntil(lambda: left.x() >= shown.x() + shown.width())
    width = shown.width()
    bar.show_job("Counting", Progress(60, 100, "counting words", 22.0), "documents")
    assert shown.width() == width


def test_in_a_narrow_window_no_part_of_a_running_job_covers_another(qtbot: QtBot, theme: Theme) -> None:
    holder = QWidget()  # a window of its own would be as wide as all parts need
    qtbot.addWidget(holder)
    bar = JobBar(lambda: None, holder)
    holder.show()
    parts = (bar._title, bar._bar, bar._share, bar._rate, bar._left, bar._queue, bar._cancel)
    hidden = []
    for width in (1400, 810, 660):
        bar.resize(width, bar.height())
        bar.show_job("Trying other settings", Progress(59, 100, "testing smoothing values", 60.0), "", 1)
        QApplication.processEvents()

        shown = [part for part in parts if part.isVisible()]
        hidden.append(len(parts) - len(shown))
        edges = [(part.x(), part.x() + part.width()) for part in shown]
        assert all(left[1] <= right[0] for left, right in pairwise(edges))
        assert all(part.width() >= part.sizeHint().width() for part in shown if isinstance(part, TextLabel))
    assert hidden == [0, 1, 2]


def test_a_title_of_a_job_that_does_not_fit_ends_with_an_ellipsis(qtbot: QtBot, theme: Theme) -> None:
    holder = QWidget()  # a window of its own would be as wide as all parts need
    qtbot.addWidget(holder)
    bar = JobBar(lambda: None, holder)
    holder.show()
    bar.resize(660, bar.height())
    bar.show_job("Classifying the documents of the last session again", Progress(59, 100, "reading", 60.0), "", 1)
    QApplication.processEvents()

    assert bar._title.width() < bar._title.sizeHint().width()
    assert bar._title.toolTip().split() == bar._title.text().split(), "a label cut with an ellipsis has a tooltip"
    assert bar._title.geometry().right() < bar._bar.x()


def test_a_long_note_is_cut_and_its_links_stay_in_the_window(qtbot: QtBot, theme: Theme) -> None:
    bar = JobBar(lambda: None)
    qtbot.addWidget(bar)
    bar.resize(900, 32)
    bar.show()
    note = "Learnt “" + " ".join(["a very long subject"] * 12) + "” as spam"

    bar.show_note(note, "Undo", lambda: None, folders=(FiledFolder("/a/spam", 3),))
    bar.show_answer_time("classified in 1.1 s")
    QApplication.processEvents()

    for name in ("Undo", "Show folder"):
        [link] = [each for each in bar.findChildren(Link) if each.text() == name]
        assert link.isVisible()
        assert link.mapTo(bar, link.rect().bottomRight()).x() <= bar.width()
    [words] = [each for each in bar.findChildren(TextLabel) if each.text().startswith(note)]
    bar.grab()
    assert note in " ".join(words.toolTip().split())


def test_phase_and_title_of_a_running_job_are_in_the_language_of_the_window(
    qtbot: QtBot, qapp: QApplication, theme: Theme
) -> None:
    class Russian(QTranslator):
        def translate(self, context: str, source: str, _note: str | None = None, _n: int = -1) -> str:
            return {("phases", "counting words"): "подсчёт слов"}.get((context, source), "")

        def isEmpty(self) -> bool:
            return False

    bar, language = JobBar(lambda: None), ["Training"]
    qtbot.addWidget(bar)
    job = Job(lambda _context: None, title=lambda: language[0])
    bar.show_job(job.title, Progress(1, 4, "counting words"))
    assert {"Training", "counting words"} <= {label.text() for label in bar.findChildren(TextLabel)}

    translator = Russian()
    qapp.installTranslator(translator)
    try:
        language[0] = "Обучение"
        bar.show_job(job.title, Progress(1, 4, "counting words"))
    finally:
        qapp.removeTranslator(translator)
    assert {"Обучение", "подсчёт слов"} <= {label.text() for label in bar.findChildren(TextLabel)}
