"""In the smallest window nothing is cut off, whatever the language."""

from __future__ import annotations

import pytest
from PySide6.QtCore import QSize, Qt
from PySide6.QtGui import QFontMetrics
from PySide6.QtWidgets import QApplication, QLabel, QRadioButton, QScrollArea
from pytestqt.qtbot import QtBot

from app.features.documents.page import DocumentsPage
from app.features.documents.paper import PageView
from app.features.train.page import TrainingPage
from app.kit.frame import NextStep
from app.kit.look.fonts import px
from app.kit.look.theme import Theme
from app.kit.page_head import NextStepStrip, PageHead, StepSentence
from app.kit.painted_values import Label
from app.kit.table_view import TableView
from app.kit.widgets import TwoLineRemark
from app.kit.wording import LANGUAGES, Language
from tests.app.shell.made_up import made_up_window
from tests.judged_recipes import a_judged_recipe

SMALLEST = QSize(900, 600)
HORIZONTAL = Qt.Orientation.Horizontal
ARROW = 34
"""The pixels that a combo box needs beside its words."""


@pytest.fixture(params=LANGUAGES)
def language(language: Language, request: pytest.FixtureRequest) -> Language:
    language.choose(request.param)
    return language


def test_the_recipe_is_as_wide_as_what_is_seen_of_it(qtbot: QtBot, theme: Theme, language: Language) -> None:
    window = made_up_window("train")
    qtbot.addWidget(window)
    window.resize(SMALLEST)
    with qtbot.waitExposed(window):
        window.show()
    QApplication.processEvents()

    chosen = window.findChild(QRadioButton)
    recipe = next(each for each in window.findChildren(QScrollArea) if chosen and each.isAncestorOf(chosen))

    assert recipe.widget().width() <= recipe.viewport().width()


@pytest.mark.parametrize("width", [900, 1024, 1440])
def test_figures_of_labels_are_whole_beside_the_matrix_or_in_a_tab(qtbot: QtBot, theme: Theme, width: int) -> None:
    """In a window of 900 or 1024 pixels, “39.3 %” was “39” beside a scroll bar."""
    window = made_up_window("train")
    qtbot.addWidget(window)
    window.resize(QSize(width, 680))
    with qtbot.waitExposed(window):
        window.show()
    QApplication.processEvents()
    page = window.findChild(TrainingPage)
    assert page is not None

    page._model._change(result=a_judged_recipe(("private", "work"), ((12, 16), (21, 6))))
    QApplication.processEvents()

    tabs = [page._tabs.tabText(place) for place in range(3) if page._tabs.isTabVisible(place)]
    has_tab = any(name.startswith("Labels") for name in (*tabs, *page._tabs.names_in_menu))
    assert page._figures.isHidden() == has_tab
    assert page._pair_room.width() <= page._pair_scroll.viewport().width()
    assert page._figures.isVisible() or width < 1440


@pytest.mark.parametrize("width", [900, 1004, 1240])
def test_the_log_probabilities_of_words_are_always_there(qtbot: QtBot, theme: Theme, width: int) -> None:
    window = made_up_window("words")
    qtbot.addWidget(window)
    window.resize(QSize(width, 650))
    with qtbot.waitExposed(window):
        window.show()
    QApplication.processEvents()

    view = next(each for each in window.findChildren(TableView) if each.accessibleName() == "Words")
    titles = [str(view.model().headerData(place, HORIZONTAL)) for place in range(view.model().columnCount())]
    seen = [title for place, title in enumerate(titles) if not view.isColumnHidden(place) and view.columnWidth(place)]
    assert [title for title in seen if title.startswith("log P")] == ["log P ham", "log P spam"]
    assert sum(view.columnWidth(place) for place in range(len(titles))) <= view.viewport().width()


def test_in_a_small_window_rows_of_the_table_of_words_are_seen_and_its_columns_explained(
    qtbot: QtBot, theme: Theme
) -> None:
    window = made_up_window("words")
    qtbot.addWidget(window)
    window.resize(SMALLEST)
    with qtbot.waitExposed(window):
        window.show()
    QApplication.processEvents()

    view = next(each for each in window.findChildren(TableView) if each.accessibleName() == "Words")
    model, shown = (
        view.model(),
        [place for place in range(view.model().columnCount()) if not view.isColumnHidden(place)],
    )
    unexplained = [
        str(model.headerData(place, HORIZONTAL))
        for place in shown
        if not model.headerData(place, HORIZONTAL, Qt.ItemDataRole.ToolTipRole)
    ]
    assert view.viewport().height() >= 6 * view.rowHeight(0)
    assert not {"Log-odds", "Mean", "Bits"} & set(unexplained)


@pytest.mark.parametrize("size", [QSize(1024, 680), QSize(900, 600)])
def test_in_a_small_window_a_document_is_read_below_the_table_without_a_model(
    qtbot: QtBot, theme: Theme, size: QSize
) -> None:
    window = made_up_window("documents")
    qtbot.addWidget(window)
    window.resize(size)
    with qtbot.waitExposed(window):
        window.show()
    page = window.page(0)
    assert isinstance(page, DocumentsPage)
    view, reading = page._view, page._reading
    view.choose_row(2)
    QApplication.processEvents()

    assert reading.isVisible()
    assert reading.mapTo(page, reading.rect().topLeft()).y() >= view.mapTo(page, view.rect().bottomLeft()).y()
    assert view.height() >= 4 * view.rowHeight(0)
    assert reading._text.viewport().height() >= 2 * QFontMetrics(reading._text.font()).height()

    qtbot.keyClick(view, Qt.Key.Key_Space)
    assert not reading.isVisible()
    qtbot.keyClick(view, Qt.Key.Key_Return)
    assert reading.isVisible()

    window.resize(QSize(1440, 900))
    QApplication.processEvents()
    assert reading.mapTo(page, reading.rect().topLeft()).x() >= view.mapTo(page, view.rect().topRight()).x()


def test_the_picture_of_a_page_leaves_five_documents_in_the_list(qtbot: QtBot, theme: Theme) -> None:
    """With a PDF, the list shrank to less than three rows at this size."""
    window = made_up_window("documents")
    qtbot.addWidget(window)
    window.resize(QSize(1024, 700))
    with qtbot.waitExposed(window):
        window.show()
    page = window.page(0)
    assert isinstance(page, DocumentsPage)
    page._view.choose_row(2)
    picture = page.findChild(PageView)
    assert picture is not None
    picture.show()  # as when the selected document is a PDF
    QApplication.processEvents()

    assert picture.height() >= 120
    assert page._view.viewport().height() >= 5 * page._view.rowHeight(0)
    assert picture.mapTo(page, picture.rect().bottomLeft()).y() < page.height()

    for height in (600, 700):
        window.resize(QSize(1024, height))
        QApplication.processEvents()
    assert page._view.viewport().height() >= 5 * page._view.rowHeight(0)


def test_the_count_of_selected_documents_moves_no_border(qtbot: QtBot, theme: Theme) -> None:
    window = made_up_window("documents")
    qtbot.addWidget(window)
    window.resize(QSize(1024, 700))
    with qtbot.waitExposed(window):
        window.show()
    page = window.page(0)
    assert isinstance(page, DocumentsPage)
    page._splitter.setSizes([page._splitter.width() - 560, 560])
    page._view.choose_row(2)
    names = ("Firearms", "Medical", "Motor claims", "Parish", "Sales & purchases")
    page._hints.show_labels([Label(name, number, 24) for number, name in enumerate(names)])
    page._fit_key_hints()
    QApplication.processEvents()
    before = page._splitter.sizes()

    page._view.selectAll()
    QApplication.processEvents()

    assert page._splitter.sizes() == before


def test_in_a_low_window_the_head_of_a_page_leaves_more_room_and_cuts_no_step(qtbot: QtBot, theme: Theme) -> None:
    window = made_up_window("documents")
    qtbot.addWidget(window)
    window.resize(SMALLEST)
    with qtbot.waitExposed(window):
        window.show()
    words = (
        "All labelled documents have the label “Downloads”. To train a model, give other documents a different label."
    )
    window._frame.change(next_step=NextStep(words, "Sort documents", lambda: None))
    QApplication.processEvents()
    head = window.page(0).findChild(PageHead)
    strip = window.page(0).findChild(NextStepStrip)
    assert head is not None
    assert strip is not None
    low = head.height()
    sentence = strip.findChild(StepSentence)
    assert sentence is not None

    assert " ".join(sentence._lines()) == words
    assert sentence.height() <= strip.height()
    window.resize(QSize(1440, 900))
    QApplication.processEvents()
    assert head.height() - low >= 30
    assert sentence._lines() == [words]


def test_facts_that_do_not_fit_into_one_line_take_a_second_one(qtbot: QtBot, theme: Theme) -> None:
    head, facts = PageHead("Train"), "piles · 120 documents · space 22 · cars 33 · Model “piles” uses these settings"
    qtbot.addWidget(head)
    head.show_facts(facts)
    head.resize(500, head.height())
    head.show()
    QApplication.processEvents()
    [remark] = head.findChildren(TwoLineRemark)

    assert " ".join(remark._lines()) == facts
    assert remark.height() == px(36)
    assert remark.mapTo(head, remark.rect().bottomLeft()).y() < head.height()

    head.resize(1200, head.height())
    QApplication.processEvents()
    assert remark._lines() == [facts]


def test_a_title_without_facts_stays_at_the_left_of_a_low_head(qtbot: QtBot, theme: Theme) -> None:
    head = PageHead("Words")
    qtbot.addWidget(head)
    head.offer_help(lambda: None)
    head.resize(800, head.height())
    head.set_compact(is_compact=True)
    head.show()
    QApplication.processEvents()
    title = next(label for label in head.findChildren(QLabel) if label.text() == "Words")

    assert title.mapTo(head, title.rect().topLeft()).x() <= 30
    head.show_facts("3 words")
    head.show_facts("")
    head.set_compact(is_compact=False)
    QApplication.processEvents()
    assert abs(title.mapTo(head, title.rect().center()).y() - head.rect().center().y()) <= 3
