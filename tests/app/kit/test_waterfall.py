"""The waterfall of a score: groups that open, words that all can be reached, and sums to the last digit."""

from __future__ import annotations

import math
from decimal import Decimal

import pytest
from PySide6.QtCore import QModelIndex, Qt
from PySide6.QtGui import QColor, QGuiApplication, QKeyEvent
from PySide6.QtWidgets import QWidget
from pytestqt.modeltest import ModelTester
from pytestqt.qtbot import QtBot

from app.kit.look.colours import design_values_of
from app.kit.look.fonts import px
from app.kit.look.theme import Theme, ThemeChoice
from app.kit.painted_values import Addend, Score
from app.kit.plots.waterfall import ROW, Waterfall, format_signed
from app.kit.widgets import column

SUBJECT = tuple(Addend(f"word {number}", value) for number, value in enumerate((1.004, -0.336, 0.217, 0.118)))
TEXT = tuple(Addend(f"text {number}", 0.01) for number in range(300))
GROUPED = Score(
    Addend("starting point", -0.024, is_quiet=True),
    (
        Addend("Words of the text (300)", 3.0, key="text", group_words=TEXT),
        Addend("Subject (4)", math.fsum(each.value for each in SUBJECT), key="subject", group_words=SUBJECT),
    ),
    total=math.fsum([-0.024, 3.0, *(each.value for each in SUBJECT)]),
    verdict="Junk, sure",
)
LEARNT = Score(
    Addend("starting point", -0.024, is_quiet=True),
    (
        Addend("taken", 0.504, naive_log_odds=1.2),
        Addend("more", 0.354, naive_log_odds=0.2),
        Addend("turned", -0.304, naive_log_odds=0.5),
    ),
    total=0.53,
)


@pytest.fixture
def waterfall(qtbot: QtBot, theme: Theme) -> Waterfall:
    made = Waterfall()
    qtbot.addWidget(made)
    made.resize(700, 220)
    with qtbot.waitExposed(made):
        made.show()
    return made


def row_of(waterfall: Waterfall, name: str) -> QModelIndex:
    model = waterfall.view.model()
    return next(
        model.index(row, 0) for row in range(model.rowCount()) if str(model.index(row, 0).data()).startswith(name)
    )


def shown_sum(waterfall: Waterfall, parent: QModelIndex) -> Decimal:
    """The sum of the numbers that are written under a row."""
    model, total = waterfall.view.model(), Decimal(0)
    for row in range(model.rowCount(parent)):
        placed = model.index(row, 0, parent).data(Qt.ItemDataRole.UserRole)
        total += Decimal(format_signed(placed.value).replace("−", "-"))
    return total


def test_what_is_written_of_groups_and_of_their_words_adds_up(waterfall: Waterfall) -> None:
    waterfall.show_score(GROUPED)

    assert shown_sum(waterfall, QModelIndex()) == Decimal(f"{GROUPED.total:.2f}")
    for name in ("Subject", "Words of the text"):
        group = row_of(waterfall, name)
        written = format_signed(group.data(Qt.ItemDataRole.UserRole).value).replace("−", "-")
        assert shown_sum(waterfall, group) == Decimal(written)


def test_a_group_opens_by_click_and_by_key_and_every_word_can_be_reached(qtbot: QtBot, waterfall: Waterfall) -> None:
    waterfall.show_score(GROUPED)
    view, group = waterfall.view, row_of(waterfall, "Words of the text")
    assert len(waterfall.visible_terms()) == 3

    qtbot.mouseClick(view.viewport(), Qt.MouseButton.LeftButton, pos=view.visualRect(group).center())
    assert len(waterfall.visible_terms()) == 3 + len(TEXT)
    last = view.model().index(len(TEXT) - 1, 0, group)
    view.scrollTo(last)
    assert view.viewport().rect().contains(view.visualRect(last).center())

    view.setCurrentIndex(group)
    qtbot.keyClick(view, Qt.Key.Key_Return)
    assert len(waterfall.visible_terms()) == 3
    qtbot.keyClick(view, Qt.Key.Key_Right)
    assert view.isExpanded(row_of(waterfall, "Words of the text"))


def test_a_group_that_was_opened_stays_open_for_the_next_document(waterfall: Waterfall) -> None:
    waterfall.show_score(GROUPED)
    waterfall.view.setExpanded(row_of(waterfall, "Subject"), True)

    waterfall.show_score(LEARNT)
    waterfall.show_score(GROUPED)

    assert waterfall.view.isExpanded(row_of(waterfall, "Subject"))
    assert not waterfall.view.isExpanded(row_of(waterfall, "Words of the text"))


def test_opening_a_group_leaves_the_height_and_the_score_in_place(waterfall: Waterfall) -> None:
    waterfall.show_score(GROUPED)
    heights = [(part.y(), part.height()) for part in (waterfall._total, waterfall.view)]

    waterfall.view.expandAll()

    assert [(part.y(), part.height()) for part in (waterfall._total, waterfall.view)] == heights


def test_the_plain_view_has_one_number_for_each_word_and_the_second_view_three(waterfall: Waterfall) -> None:
    waterfall.show_score(LEARNT)
    taken = LEARNT.terms[0]
    assert waterfall.column_names() == ()
    assert waterfall.numbers_of(taken, 0.5) == ("+0.50",)

    waterfall.show_discounts(are_shown=True)

    assert waterfall.column_names() == ("discounted", "here", "alone")
    assert waterfall.numbers_of(taken, 0.5) == ("−0.70", "+0.50", "+1.20")
    waterfall.show_score(GROUPED)
    assert waterfall.column_names() == ()  # nothing was learnt that could discount


@pytest.mark.parametrize("choice", [ThemeChoice.LIGHT, ThemeChoice.DARK])
def test_what_is_discounted_is_hatched_in_the_second_view_only(
    waterfall: Waterfall, theme: Theme, choice: ThemeChoice
) -> None:
    theme.choose(choice)
    waterfall.show_score(LEARNT)
    towards = QColor(design_values_of(waterfall.palette()).labels[1]).name()

    def n_inked() -> int:
        frame, image = waterfall.frame(), waterfall.view.viewport().grab().toImage()
        begin, end = round(frame.x_of(-0.02 + 0.51)) + 3, round(frame.x_of(-0.02 + 1.19)) - 3
        return sum(image.pixelColor(x, round(1.5 * px(ROW))).name() != paper for x in range(begin, end))

    paper = waterfall.view.viewport().grab().toImage().pixelColor(2, waterfall.view.viewport().height() - 2).name()
    assert n_inked() == 0
    waterfall.show_discounts(are_shown=True)
    frame, image = waterfall.frame(), waterfall.view.viewport().grab().toImage()
    solid = range(round(frame.x_of(-0.02)) + 3, round(frame.x_of(-0.02 + 0.5)) - 3)
    assert {image.pixelColor(x, round(1.5 * px(ROW))).name() for x in solid} == {towards}
    assert n_inked() > 0


def test_a_screen_reader_hears_each_row_and_the_score(waterfall: Waterfall) -> None:
    waterfall.show_score(GROUPED)
    group = row_of(waterfall, "Subject")

    assert group.data(Qt.ItemDataRole.AccessibleTextRole) == "Subject (4) +1.00"
    assert waterfall.accessibleDescription().endswith(f"score {format_signed(GROUPED.total)}")
    waterfall.show_score(LEARNT)
    assert "taken  weight of the word alone: +1.20; in this verdict: +0.50" in waterfall.accessibleDescription()


def test_all_words_are_copied_as_a_table(qtbot: QtBot, waterfall: Waterfall) -> None:
    waterfall.show_score(GROUPED)

    qtbot.keyClick(waterfall.view, Qt.Key.Key_C, Qt.KeyboardModifier.ControlModifier)

    lines = QGuiApplication.clipboard().text().splitlines()
    assert len(lines) == 1 + 2 + len(TEXT) + len(SUBJECT) + 1
    assert "  word 1\t−0.34" in lines


def test_an_impossible_word_is_drawn_and_told(waterfall: Waterfall) -> None:
    waterfall.show_score(Score(None, (Addend("never", -math.inf),), -math.inf, "ham"))

    assert not waterfall.grab().isNull()
    assert "−∞" in waterfall.accessibleDescription()


def test_the_rows_keep_the_rules_of_models(waterfall: Waterfall, qtmodeltester: ModelTester) -> None:
    waterfall.show_score(GROUPED)

    qtmodeltester.check(waterfall.view.model(), force_py=True)


def test_a_typed_letter_or_digit_is_left_to_the_page(qtbot: QtBot, theme: Theme) -> None:
    heard: list[str] = []

    class Page(QWidget):
        def keyPressEvent(self, event: QKeyEvent) -> None:
            heard.append(event.text())

    page, waterfall = Page(), Waterfall()
    qtbot.addWidget(page)
    column(waterfall, owner=page)
    waterfall.show_score(GROUPED)
    for key in (Qt.Key.Key_3, Qt.Key.Key_W):
        qtbot.keyClick(waterfall.view, key)

    assert heard == ["3", "w"]
