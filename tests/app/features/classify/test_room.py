"""The Classify page uses its room: subjects are read, facets hide nothing, and nothing in *Why* is cut off."""

from __future__ import annotations

from dataclasses import replace
from itertools import combinations
from pathlib import Path

import pytest
from PySide6.QtCore import QPoint, QRect, QSize, Qt
from PySide6.QtWidgets import QApplication, QSplitter, QWidget
from pytestqt.qtbot import QtBot

from app.domain.confidence import ConfidenceLevel, confidence_of
from app.features.classify.page import ClassifyPage, VerdictTable, min_confidence_column_width
from app.features.classify.view_model import ClassifyState, ClassifyViewModel, VerdictOrder
from app.features.documents.paper import PageView
from app.features.explain.view_model import WhyTab
from app.features.explain.why_panel import WhyPanel
from app.kit.coloured_text import ColouredText
from app.kit.facet_list import FacetList
from app.kit.frame import PageCommands
from app.kit.label_chips import KeyHint
from app.kit.look import fonts, painting
from app.kit.look.fonts import px
from app.kit.look.theme import Theme
from app.kit.painted_values import CONFIDENCE_BAR_PX, Addend, Score, confidence_word
from app.kit.plots.waterfall import Waterfall
from app.kit.widgets import Button, Paragraph
from app.kit.wording import Language
from tests.app.dropped_items import dropped_item
from tests.app.shell.made_up import made_up_window
from tests.inline_runner import InlineRunner

SIZES = (QSize(1440, 900), QSize(1180, 760), QSize(1024, 700), QSize(900, 600))
HORIZONTAL = Qt.Orientation.Horizontal


def window_of(qtbot: QtBot, size: QSize) -> tuple[QWidget, ClassifyPage]:
    window = made_up_window("classify")
    qtbot.addWidget(window)
    window.resize(size)
    with qtbot.waitExposed(window):
        window.show()
    QApplication.processEvents()
    page = window.findChild(ClassifyPage)
    assert page is not None
    return window, page


def widths_of(page: ClassifyPage) -> dict[str, int]:
    view = page.findChild(VerdictTable)
    assert view is not None
    columns = [place for place in range(view.model().columnCount()) if not view.isColumnHidden(place)]
    return {str(view.model().headerData(place, HORIZONTAL)): view.columnWidth(place) for place in columns}


@pytest.mark.parametrize("size", SIZES, ids=lambda size: str(size.width()))
def test_the_subject_has_the_most_room_of_all_columns(qtbot: QtBot, theme: Theme, size: QSize) -> None:
    _, page = window_of(qtbot, size)

    widths = widths_of(page)

    assert widths["Subject"] == max(widths.values())
    assert widths["Subject"] >= sum(widths.values()) * 0.4


@pytest.mark.parametrize("size", SIZES, ids=lambda size: str(size.width()))
def test_while_the_list_is_narrowed_the_document_can_be_read_and_answered(
    qtbot: QtBot, theme: Theme, size: QSize
) -> None:
    _, page = window_of(qtbot, size)

    page._model.show_facets(are_shown=True)
    QApplication.processEvents()

    text, facets, view = page.findChild(ColouredText), page.findChild(FacetList), page.findChild(VerdictTable)
    assert text is not None
    assert facets is not None
    assert view is not None
    assert text.isVisible()
    assert text.width() >= px(240)
    assert page._wrong.isVisible()
    assert facets.visibleRegion().boundingRect().height() >= px(90)
    assert view.height() >= px(100)
    assert widths_of(page)["Subject"] >= px(120)


def test_above_the_reasons_the_picture_of_a_page_takes_little_room(qtbot: QtBot, theme: Theme) -> None:
    """In the usual window, 522 pixels are divided among the head, the picture, the text and the reasons."""
    _, page = window_of(qtbot, QSize(1180, 760))
    picture = page.findChild(PageView)
    assert picture is not None

    picture.show()
    QApplication.processEvents()

    of_reasons_without_rows, row_height = px(124), px(20)
    reading = page._why.parentWidget()
    assert isinstance(reading, QSplitter)
    above = reading.widget(0)
    assert above.minimumSizeHint().height() <= px(522) - of_reasons_without_rows - 5 * row_height


@pytest.mark.parametrize("width", [300, 420, 600])
def test_what_if_shows_its_sentences_whole_however_long(qtbot: QtBot, theme: Theme, width: int) -> None:
    panel = WhyPanel()
    qtbot.addWidget(panel)
    panel.resize(width, 200)
    panel.show()
    panel.choose_tab(WhyTab.WHAT_IF)
    words = "Without these words it would be spam: " + ", ".join(f"word{number}" for number in range(40))

    panel.what_if.show_flip_sentence(words, has_verdict=True)
    QApplication.processEvents()

    [shown] = [part for part in panel.what_if.findChildren(Paragraph) if part.accessibleName() == words]
    assert " ".join(shown._lines()) == words


def test_the_sentence_under_a_score_is_cut_where_it_would_cover_the_score(qtbot: QtBot, theme: Theme) -> None:
    panel = WhyPanel()
    qtbot.addWidget(panel)
    panel.resize(px(430), px(190))
    panel.show()
    sentence = (
        "The scores of all labels give a probability of 7 %. Of verdicts with such a score, 77 % were correct. " * 2
    )
    terms = (Addend("Words of the text", 0.3), Addend("Subject", 0.1))

    panel.show_score(Score(terms=terms, total=0.4), "spam", sentence)
    QApplication.processEvents()

    below, chart = panel._calibration, panel.words
    assert chart.geometry().bottom() < below.y()
    assert below.geometry().bottom() <= below.parentWidget().height()
    panel.resize(px(430), px(420))
    QApplication.processEvents()
    assert below.height() == 3 * px(17)


@pytest.mark.parametrize("width", [360, 420, 600])
@pytest.mark.parametrize(
    "name", ["Sender and recipients (24)", "Отправитель и получатели (24)", "发件人和收件人（24）"]
)
def test_the_names_of_groups_of_words_are_never_cut(qtbot: QtBot, theme: Theme, name: str, width: int) -> None:
    words = tuple(Addend(f"word {number}", 0.1) for number in range(3))
    chart = Waterfall()
    qtbot.addWidget(chart)
    chart.resize(width, 200)
    chart.show()

    chart.show_score(Score(terms=(Addend(name, 0.3, group_words=words),), total=0.3))
    QApplication.processEvents()

    assert painting.text_width(name, fonts.body(600)) <= chart.frame().left - px(12) - px(16)


def test_the_empty_page_opens_files_or_a_folder(qtbot: QtBot, theme: Theme, inline_runner: InlineRunner) -> None:
    opened: list[str] = []
    commands = PageCommands(open_files=lambda: opened.append("files"), open_folder=lambda: opened.append("folder"))
    model = ClassifyViewModel(inline_runner)
    model._change(model="Mail filter")
    page = ClassifyPage(model, commands)
    qtbot.addWidget(page)
    page.show()

    for name in ("Open files…", "Open folder…"):
        [button] = [each for each in page.findChildren(Button) if each.text() == name and each.isVisible()]
        qtbot.mouseClick(button, Qt.MouseButton.LeftButton)

    assert opened == ["files", "folder"]


@pytest.mark.parametrize("language_code", ["en", "ru", "zh"])
def test_in_the_narrowest_confidence_column_each_word_is_whole(
    theme: Theme, language: Language, language_code: str
) -> None:
    language.choose(language_code)

    room = px(min_confidence_column_width()) - px(20)

    assert painting.outline_chip_width(confidence_word(ConfidenceLevel.UNSURE)) <= room
    for word, sign in (
        (ConfidenceLevel.SURE, CONFIDENCE_BAR_PX + 9),
        (ConfidenceLevel.LIKELY, CONFIDENCE_BAR_PX + 9),
        (ConfidenceLevel.BY_YOU, 21),
        (ConfidenceLevel.NOT_READ, 21),
    ):
        assert px(sign) + painting.text_width(confidence_word(word), fonts.body()) <= room


def test_the_keys_of_the_labels_stand_under_the_list(qtbot: QtBot, theme: Theme) -> None:
    _, page = window_of(qtbot, QSize(1440, 900))

    names = [each.accessibleName() for each in page._keys.findChildren(KeyHint) if each.isVisible()]

    labels = [label.name for label in page._model.state.labels]
    assert names == [f"{number}: {label}" for number, label in enumerate(labels, start=1)]


@pytest.mark.parametrize("size", SIZES, ids=lambda size: str(size.width()))
def test_the_reason_of_a_doubt_is_beside_the_verdict_and_no_part_covers_another(
    qtbot: QtBot, theme: Theme, size: QSize
) -> None:
    _, page = window_of(qtbot, size)
    model = page._model
    unsure = next(item for item in model.state.items if confidence_of(item.verdict).doubt is not None)
    model.choose(unsure.number)
    page._scale.show_labels("alt.atheism with a rather long name", "talk.politics.mideast at some length", (0, 1))
    QApplication.processEvents()

    parts = [each for each in (page._judged, page._unknown, page._scale, page._from) if each.isVisible()]
    areas = [QRect(part.mapTo(page, QPoint(0, 0)), part.size()) for part in parts]
    assert not any(one.intersects(other) for one, other in combinations(areas, 2))
    assert all(area.right() <= page.width() for area in areas)
    assert page._judged._reason.isVisible()


def test_after_sorting_the_list_begins_at_its_first_row(qtbot: QtBot, theme: Theme, tmp_path: Path) -> None:
    """After *Unsure first*, the list stayed at the selected sure letter near its end, and no unsure one was visible."""
    table = VerdictTable()
    qtbot.addWidget(table)
    table.resize(px(500), px(300))
    table.show()
    items = [dropped_item(number, tmp_path / f"letter{number}") for number in range(100)]
    state = ClassifyState(items=tuple(items), chosen=99)
    table.show_items(items, state)
    assert table.verticalScrollBar().value() > 0

    table.show_items(items[50:] + items[:50], replace(state, order=VerdictOrder.UNSURE))
    assert table.verticalScrollBar().value() == 0
