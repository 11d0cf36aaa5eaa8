"""The controls: what keys and clicks do, what they say, and what is left alone."""

from __future__ import annotations

import numpy as np
import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtGui import QColor
from PySide6.QtWidgets import QLineEdit, QPushButton, QWidget
from pytestqt.qtbot import QtBot

from app.domain.results import SmoothingCurve, WordProbabilitySteps
from app.kit.coloured_text import MAX_SHOWN_CHARACTERS, ColouredText
from app.kit.fields import MultiLineField, SearchField
from app.kit.look.colours import DARK, LIGHT
from app.kit.look.fonts import px
from app.kit.look.theme import Theme, ThemeChoice
from app.kit.page_head import DimmingOverlay, Notice
from app.kit.painted_values import (
    Confusion,
    StrongestWords,
    Tint,
    WordProbabilities,
    WordProbability,
)
from app.kit.plots.evaluation_figures import ConfusionMatrix, LabelFigures
from app.kit.plots.word_figures import Butterfly, WorkingView
from app.kit.smoothing_slider import RIDGE, SmoothingSlider
from app.kit.widgets import (
    Button,
    CollapsibleSection,
    Link,
    Paragraph,
    TextLabel,
    column,
)
from tests.app.kit.kit_sheet import nothing

LEFT = Qt.MouseButton.LeftButton
KEY = Qt.Key


def shown(qtbot: QtBot, widget: QWidget, width: int = 400, height: int = 300) -> None:
    qtbot.addWidget(widget)
    widget.resize(width, height)
    with qtbot.waitExposed(widget):
        widget.show()


def colours_of(widget: QWidget) -> set[str]:
    image = widget.grab().toImage()
    points = ((x, y) for x in range(0, image.width(), 2) for y in range(0, image.height(), 2))
    return {QColor(image.pixel(x, y)).name().upper() for x, y in points}


# Slider


@pytest.fixture
def slider(qtbot: QtBot, theme: Theme) -> SmoothingSlider:
    made = SmoothingSlider()
    shown(qtbot, made, 350, 192)
    made.show_alpha(0.1)
    return made


@pytest.mark.parametrize(
    ("key", "expected"),
    [
        (KEY.Key_Home, 0.0),
        (KEY.Key_End, 10.0),
        (KEY.Key_PageUp, 1.0),
        (KEY.Key_PageDown, 0.01),
        (KEY.Key_Right, 0.11),
        (KEY.Key_Left, 0.089),
    ],
)
def test_keys_move_the_slider_on_its_logarithmic_scale(
    qtbot: QtBot, slider: SmoothingSlider, key: Qt.Key, expected: float
) -> None:
    with qtbot.waitSignal(slider.value_moved) as heard:
        qtbot.keyClick(slider, key)

    assert heard.args == [pytest.approx(expected)]


def test_below_the_least_there_is_none_and_above_none_the_least(qtbot: QtBot, slider: SmoothingSlider) -> None:
    slider.show_alpha(0.001)
    qtbot.keyClick(slider, KEY.Key_Left)
    assert slider.alpha == 0.0

    qtbot.keyClick(slider, KEY.Key_Right)
    assert slider.alpha == 0.001


def test_no_line_strikes_through_the_sentence_that_stands_in_place_of_the_curve(slider: SmoothingSlider) -> None:
    def below_the_handle() -> QColor:
        picture = slider.grab().toImage()
        return picture.pixelColor(round(slider.x_of(slider.alpha)), slider.height() // 3)

    slider.show_curve(SmoothingCurve(), is_waiting=True)
    ground = slider.grab().toImage().pixelColor(round(slider.x_of(slider.alpha)) + 4, slider.height() // 3)
    assert below_the_handle() == ground
    slider.show_curve(SmoothingCurve((0.01, 1.0), (0.8, 0.9), 1.0))
    assert below_the_handle() != ground


def test_a_click_on_the_groove_moves_the_handle_there(qtbot: QtBot, slider: SmoothingSlider) -> None:
    qtbot.mouseClick(slider, LEFT, pos=QPoint(round(slider.x_of(1.0)), 10))
    assert slider.alpha == pytest.approx(1.0, rel=0.05)

    qtbot.mouseClick(slider, LEFT, pos=QPoint(round(slider.x_of(0.0)), 10))
    assert slider.alpha == 0.0


def test_of_learnt_factors_it_is_the_ridge_from_one_end_to_the_other(qtbot: QtBot, slider: SmoothingSlider) -> None:
    moved: list[float] = []
    slider.value_moved.connect(moved.append)
    slider.show_alpha(1.0, RIDGE)

    for key in (KEY.Key_Home, KEY.Key_End, KEY.Key_Left):
        qtbot.keyClick(slider, key)

    assert moved == [0.03, 30.0, 27.0]
    assert (slider.accessibleName(), slider.minimum()) == ("Caution (regularisation)", 0)
    assert slider._alpha_at(0.0) == 0.03


def test_what_one_document_makes_does_not_fill_the_plot(slider: SmoothingSlider) -> None:
    slider.show_curve(SmoothingCurve((0.03, 1.0, 30.0), (0.995, 0.9925, 0.9925), 30.0, 400))
    assert 0 < slider._y_of(0.9925) - slider._y_of(0.995) < 0.3 * slider._plot().height()

    slider.show_curve(SmoothingCurve((0.03, 1.0, 30.0), (0.95, 0.85, 0.85), 0.03, 400))
    assert slider._y_of(0.85) - slider._y_of(0.95) > 0.5 * slider._plot().height()


def test_a_far_end_of_the_curve_does_not_flatten_the_values_worth_choosing(slider: SmoothingSlider) -> None:
    slider.show_curve(SmoothingCurve((0.0, 0.001, 0.1, 1.0, 10.0), (0.11, 0.91, 0.88, 0.85, 0.48), 0.001, 400))
    assert slider._y_of(0.88) - slider._y_of(0.91) > 0.2 * slider._plot().height()
    assert slider._y_of(0.48) <= slider._plot().bottom()


def test_showing_a_place_tells_nobody(qtbot: QtBot, slider: SmoothingSlider) -> None:
    with qtbot.assertNotEmitted(slider.value_moved):
        slider.show_alpha(3.0)


def test_a_curve_is_read_between_its_points() -> None:
    curve = SmoothingCurve((0.0, 0.01, 1.0), (0.5, 0.8, 0.9))

    assert curve.accuracy_at(0.0) == 0.5
    assert curve.accuracy_at(0.1) == pytest.approx(0.85)
    assert curve.accuracy_at(5.0) is None


# Matrix and figures


@pytest.fixture
def matrix(qtbot: QtBot, theme: Theme) -> ConfusionMatrix:
    made = ConfusionMatrix()
    made.show_confusion(Confusion(("ham", "spam"), (0, 1), np.array([[4131, 18], [66, 1831]], dtype=np.int64)))
    shown(qtbot, made, made.width(), made.height())
    return made


def test_a_cell_is_chosen_by_mouse(qtbot: QtBot, matrix: ConfusionMatrix) -> None:
    with qtbot.waitSignal(matrix.cell_chosen) as heard:
        qtbot.mouseClick(matrix, LEFT, pos=matrix.cell_rect(1, 0).center().toPoint())

    assert heard.args == [1, 0]


def test_a_cell_is_chosen_by_keys_and_spoken(qtbot: QtBot, matrix: ConfusionMatrix) -> None:
    qtbot.keyClick(matrix, KEY.Key_Right)
    assert matrix.accessibleDescription() == "Documents labelled ham and classified as spam: 18"

    with qtbot.waitSignal(matrix.cell_chosen) as heard:
        qtbot.keyClick(matrix, KEY.Key_Return)
    assert heard.args == [0, 1]


@pytest.mark.parametrize(("n_labels", "is_dense"), [(2, False), (4, False), (5, True), (20, True)])
def test_many_labels_get_small_cells(qtbot: QtBot, theme: Theme, n_labels: int, is_dense: bool) -> None:
    made = ConfusionMatrix()
    qtbot.addWidget(made)
    names = tuple(f"label {number}" for number in range(n_labels))
    made.show_confusion(Confusion(names, tuple(range(n_labels)), np.eye(n_labels, dtype=np.int64)))

    assert made.is_dense == is_dense
    assert not made.grab().isNull()


def test_figures_stand_in_the_rows_of_the_matrix(qtbot: QtBot, matrix: ConfusionMatrix) -> None:
    figures = LabelFigures()
    qtbot.addWidget(figures)

    figures.show_figures({"ham": (0.984, 0.996, 0.99), "spam": (0.99, 0.965, 0.978)}, matrix)

    assert figures.height() == matrix.height()
    assert "spam: Precision 99.0" in figures.accessibleName()


# Explanations


def test_a_strong_word_is_chosen_by_pressing_it(qtbot: QtBot, theme: Theme) -> None:
    plot = Butterfly()
    shown(qtbot, plot, 370, 400)
    plot.show_words(StrongestWords((("linux", -4.8), ("wrote", -3.6)), (("offer", 2.8),), ("ham", "spam")))

    with qtbot.waitSignal(plot.word_chosen) as heard:
        qtbot.mouseClick(plot, LEFT, pos=QPoint(100, round(plot._row_rect(1).center().y())))

    assert heard.args == ["wrote"]


def test_the_working_says_what_the_log_odds_mean(qtbot: QtBot, theme: Theme) -> None:
    view = WorkingView()
    qtbot.addWidget(view)
    spam = WordProbability(WordProbabilitySteps("spam", 614, 0.1, 612480, 2000.1, 9.99e-4, -6.91), 1)
    ham = WordProbability(WordProbabilitySteps("ham", 2, 0.1, 1348902, 2000.1, 1.55e-6, -13.37), 0)

    view.show_probabilities(WordProbabilities((spam, ham), 6.466))

    assert "(614 + 0.1) / (612,480 + 2,000.1)" in view.accessibleDescription()
    assert "multiplies the odds of spam against ham by 643" in view.accessibleDescription()


TEXT = "Win a free cruise\n\nNow"


@pytest.fixture
def coloured(qtbot: QtBot, theme: Theme) -> ColouredText:
    made = ColouredText()
    shown(qtbot, made)
    return made


def test_words_are_tinted_by_sign_and_strength(coloured: ColouredText) -> None:
    coloured.show_text(TEXT)
    plain = colours_of(coloured)

    coloured.show_text(TEXT, (Tint(6, 4, 5.0), Tint(11, 6, -5.0)))

    assert {LIGHT.vermilion, LIGHT.blue} <= colours_of(coloured) - plain


def test_a_weak_word_is_not_tinted(coloured: ColouredText) -> None:
    coloured.show_text(TEXT)
    plain = coloured.grab().toImage()

    coloured.show_text(TEXT, (Tint(6, 4, 0.3),))

    assert coloured.grab().toImage() == plain


def test_an_enormous_text_is_shown_up_to_a_limit(coloured: ColouredText) -> None:
    coloured.show_text("word " * MAX_SHOWN_CHARACTERS)

    assert len(coloured.toPlainText()) == MAX_SHOWN_CHARACTERS


def test_only_the_person_edits_a_text(qtbot: QtBot, coloured: ColouredText) -> None:
    with qtbot.assertNotEmitted(coloured.edited):
        coloured.show_text(TEXT)
        qtbot.keyClicks(coloured, "x")

    coloured.allow_editing(is_allowed=True)
    with qtbot.waitSignal(coloured.edited) as heard:
        qtbot.keyClick(coloured, KEY.Key_X)
    assert heard.args == [f"x{TEXT}"]


# Fields, folds, links, lines in place


def test_a_search_waits_for_a_pause_and_is_cleared_by_escape(qtbot: QtBot, theme: Theme) -> None:
    field, heard = SearchField("Search words", "Ctrl+F"), []
    shown(qtbot, field, 300, 30)
    field.searched.connect(heard.append)

    with qtbot.waitSignal(field.searched):
        qtbot.keyClicks(field, "mort")
    assert heard == ["mort"]

    with qtbot.waitSignal(field.searched):
        qtbot.keyClick(field, KEY.Key_Escape)
    assert heard == ["mort", ""]


def test_enter_searches_at_once(qtbot: QtBot, theme: Theme) -> None:
    field, heard = SearchField("Search words"), []
    shown(qtbot, field, 300, 30)
    field.searched.connect(heard.append)

    qtbot.keyClicks(field, "free")
    qtbot.keyClick(field, KEY.Key_Return)

    assert heard == ["free"]


def test_a_fold_opens_by_key_and_tells_its_value_while_closed(qtbot: QtBot, theme: Theme) -> None:
    inside = QWidget()
    fold = CollapsibleSection("Prior", inside)
    shown(qtbot, fold)
    fold.head.show_value("share of each label in the documents")
    assert not inside.isVisible()
    assert fold.head.accessibleName() == "Prior: share of each label in the documents"

    qtbot.keyClick(fold.head, KEY.Key_Space)

    assert inside.isVisible()


def test_a_line_in_place_shows_hides_and_acts(qtbot: QtBot, theme: Theme) -> None:
    notice, heard = Notice(), []
    shown(qtbot, notice)

    notice.show_problem("5 documents could not be read.", "Show them", lambda: heard.append("shown"))
    assert notice.isVisible()
    qtbot.mouseClick(notice.findChild(Link), LEFT)
    assert heard == ["shown"]

    notice.show_problem("")
    assert not notice.isVisible()


def test_a_line_in_place_keeps_away_from_the_edges_where_it_is_asked_to(qtbot: QtBot, theme: Theme) -> None:
    notice = Notice(inset=px(16))
    shown(qtbot, notice)
    notice.show_problem("5 documents could not be read.", "Show them", nothing)
    image = notice.grab().toImage()
    middle = image.height() // 2

    assert image.pixel(px(16) + px(4), middle) != image.pixel(px(4), middle) == image.pixel(image.width() // 2, px(2))
    assert notice.findChild(Link).geometry().right() < notice.width() - px(16)


def test_a_field_of_several_lines_is_framed_as_one_of_one_line(qtbot: QtBot, theme: Theme) -> None:
    room, field, other = QWidget(), MultiLineField("One on a line"), QLineEdit()
    column(field, other, owner=room)
    shown(qtbot, room)

    def edge() -> str:
        return QColor(field.grab().toImage().pixel(field.width() // 2, 0)).name().upper()

    other.setFocus()
    assert edge() == LIGHT.field
    field.setFocus()
    assert edge() == LIGHT.accent


def test_long_words_elide_and_tell_in_their_tooltip(qtbot: QtBot, theme: Theme) -> None:
    words = TextLabel("a very long name of a file.mbox", elide=Qt.TextElideMode.ElideMiddle)
    shown(qtbot, words, 60, 20)
    words.grab()

    assert words.toolTip() == "a very long name of a file.mbox"


def test_a_newline_begins_a_line_of_a_paragraph(qtbot: QtBot, theme: Theme) -> None:
    paragraph = Paragraph(20, "First sentence.\nSecond sentence.", most_lines=4)
    qtbot.addWidget(paragraph)
    paragraph.resize(600, 20)
    paragraph.show()

    assert paragraph.height() == 40
    assert paragraph.accessibleName() == "First sentence.\nSecond sentence."


def test_a_paragraph_is_as_high_as_its_lines_and_three_at_most(qtbot: QtBot, theme: Theme) -> None:
    paragraph = Paragraph(21)
    shown(qtbot, paragraph, 120, 200)

    for n_words, height in ((1, 21), (8, 42), (200, 63)):
        paragraph.show_words("subject " * n_words)
        assert paragraph.height() in (height, 63 if n_words == 8 else height)


# Style


def test_focus_changes_colour_and_never_size(qtbot: QtBot, theme: Theme) -> None:
    holder = QWidget()
    one, other = Button("Import…", nothing, is_primary=True), Button("Open files…", nothing, key="Enter")
    one.setParent(holder)
    other.setParent(holder)
    other.move(150, 0)
    shown(qtbot, holder)
    one.setFocus()
    sizes = (one.size(), other.size(), one.sizeHint(), other.sizeHint())
    resting = colours_of(other)

    other.setFocus()

    assert (one.size(), other.size(), one.sizeHint(), other.sizeHint()) == sizes
    assert LIGHT.accent not in resting
    assert LIGHT.accent in colours_of(other)


def test_a_change_of_theme_repaints_what_is_there(qtbot: QtBot, theme: Theme, slider: SmoothingSlider) -> None:
    assert LIGHT.accent in colours_of(slider)

    theme.choose(ThemeChoice.DARK)
    qtbot.waitUntil(lambda: DARK.accent in colours_of(slider))

    assert LIGHT.accent not in colours_of(slider)


def test_a_button_that_is_off_is_seen_to_be(qtbot: QtBot, theme: Theme) -> None:
    button = QPushButton("Import…")
    shown(qtbot, button, 90, 30)
    on = button.grab().toImage()

    button.setEnabled(False)

    assert button.grab().toImage() != on


# Waiting


def test_a_short_wait_shows_nothing_and_a_long_one_dims_the_last_result(qtbot: QtBot, theme: Theme) -> None:
    result = SmoothingSlider()
    shown(qtbot, result, 350, 192)
    veil = DimmingOverlay(result)

    veil.show_waiting(is_waiting=True)
    assert not veil.isVisible()
    veil.show_waiting(is_waiting=False)
    assert not veil._delay.isActive()

    veil.show_waiting(is_waiting=True)
    qtbot.waitUntil(veil.isVisible, timeout=3000)
    assert LIGHT.accent not in colours_of(result)
    veil.show_waiting(is_waiting=False)
    assert LIGHT.accent in colours_of(result)
