"""The plots of the kit: lines with their points, the strongest words, and all words."""

from __future__ import annotations

import math
from typing import Any

import numpy as np
import pytest
from PySide6.QtCore import QPoint, QRectF
from PySide6.QtGui import QColor, QImage, QPainter
from pytestqt.qtbot import QtBot

from app.kit.look import painting
from app.kit.look.colours import LIGHT, blend
from app.kit.look.fonts import px
from app.kit.look.theme import Theme
from app.kit.painted_values import (
    Axis,
    PlotContent,
    PlotLine,
    PlotMark,
    StrongestWords,
)
from app.kit.plots.line_plot import LinePlot, _plot_area
from app.kit.plots.word_figures import Butterfly, Scatter, WordPoints
from tests.app.kit.test_kit import LEFT, colours_of, shown


def test_the_points_at_the_edges_of_a_plot_are_whole(qtbot: QtBot, theme: Theme) -> None:
    plot = LinePlot()
    shown(qtbot, plot, 400, 300)
    line = PlotLine("one", np.array([0.0, 0.5, 1.0, 2.0]), np.array([0.5, 0.5, 0.5, 0.5]), 0)
    plot.show_picture(PlotContent((line,), Axis("x", 0.0, 1.0), Axis("y", 0.0, 1.0)))
    image, inner = plot.grab().toImage(), _plot_area(plot.area())
    accent = QColor(theme.tokens.accent).rgb()
    inked = {x for x in range(image.width()) if image.pixel(x, round(inner.center().y()) - px(2)) == accent}

    assert min(inked) < inner.left() - 1
    assert inner.right() + 1 < max(inked) <= inner.right() + px(4), "the point beyond the edge is left out"


def test_a_point_says_what_it_stands_for(qtbot: QtBot, theme: Theme) -> None:
    plot = LinePlot()
    shown(qtbot, plot, 400, 300)
    xs, ys = np.array([0.5, 1.0]), np.array([0.3, 0.9])
    bare, noted = PlotLine("one", xs, ys, 0), PlotLine("one", xs, ys, 0, ("3", "990"))
    pictures = []
    for line in (bare, noted):
        plot.show_picture(PlotContent((line,), Axis("confidence", 0.0, 1.0), Axis("right", 0.0, 1.0)))
        pictures.append(plot.grab().toImage())

    assert pictures[0] != pictures[1], "the note is painted"
    assert plot.point_text(noted, 1).startswith("one (990)")
    assert plot.point_text(bare, 1).startswith("one  ·")


def test_a_steep_line_does_not_run_through_the_number_of_its_point(qtbot: QtBot, theme: Theme) -> None:
    plot = LinePlot()
    shown(qtbot, plot, 400, 300)
    line = PlotLine("one", np.array([0.5, 0.5001]), np.array([0.9, 0.1]), 0, ("339", ""))
    plot.show_picture(PlotContent((line,), Axis("confidence", 0.0, 1.0), Axis("right", 0.0, 1.0)))
    image = plot.grab().toImage()
    spot = plot.pixel_position(_plot_area(plot.area()), 0.5, 0.9)
    ink = [QColor(image.pixel(round(spot.x()), round(spot.y()) + px(n))).rgb() for n in range(9, 20)]

    assert QColor(theme.tokens.accent).rgb() not in ink


def test_hardly_different_labels_have_an_axis_of_their_size(qtbot: QtBot, theme: Theme) -> None:
    butterfly = Butterfly()
    shown(qtbot, butterfly)
    butterfly.show_words(
        StrongestWords(label_names=("ham", "spam"), words_against=(("a", -0.06),), words_towards=(("b", 0.05),))
    )

    _middle, unit, step = butterfly._choose_axis_scale()

    assert (step, unit * 0.06 > butterfly.width() * 0.1) == (0.02, True)
    assert butterfly._tick_label_interval() == 3, "numbers of two places would touch"
    butterfly.show_words(
        StrongestWords(label_names=("ham", "spam"), words_against=(("a", -6.0),), words_towards=(("b", 5.0),))
    )
    assert butterfly._tick_label_interval() == 1


@pytest.mark.parametrize("colours", [(0, 7), (0, 14), (7, 14), (1, 8)])
def test_two_labels_of_one_colour_are_told_apart(qtbot: QtBot, theme: Theme, colours: tuple[int, int]) -> None:
    def ink(picture: QImage, middle: int, side: int) -> int:
        """Count what is inked of the bars on one side, of their whole length."""
        reach = [middle + side * away for away in range(px(8), px(40))]
        ground = picture.pixel(reach[0], px(22))
        return sum(picture.pixel(x, y) != ground for x in reach for y in range(px(24), picture.height() - px(40)))

    words = tuple((f"word {number}", 3.0) for number in range(12))
    butterfly = Butterfly()
    shown(qtbot, butterfly, 500, 420)
    butterfly.show_words(StrongestWords(words, words, ("some", "others"), colours))
    picture = butterfly.grab().toImage()
    left, right = (ink(picture, picture.width() // 2, side) for side in (-1, 1))

    assert abs(left - right) > 0.2 * max(left, right)


# All words


def a_cloud() -> WordPoints:
    words = np.array(["linux", "offer", "never"], dtype=object)
    return WordPoints(words, np.array([6000.0, 1500.0, 3.0]), np.array([-4.8, 2.8, math.inf]))


def test_a_word_among_all_is_chosen_by_pointing_at_it(qtbot: QtBot, theme: Theme) -> None:
    scatter = Scatter()
    shown(qtbot, scatter, 370, 400)
    scatter.show_cloud(a_cloud(), "")
    xs, ys = scatter._positions()

    with qtbot.waitSignal(scatter.word_chosen) as heard:
        qtbot.mouseClick(scatter, LEFT, pos=QPoint(round(xs[1]) + 3, round(ys[1]) - 2))

    assert heard.args == ["offer"]


def test_words_speak_in_the_colours_of_their_labels_and_impossible_ones_stand_at_the_edge(
    qtbot: QtBot, theme: Theme
) -> None:
    scatter = Scatter()
    shown(qtbot, scatter, 370, 400)
    scatter.show_cloud(a_cloud(), "linux")
    _xs, ys = scatter._positions()

    assert ys[2] == pytest.approx(scatter._plot().top())
    assert ys[1] > ys[2]
    for ink in (LIGHT.blue, LIGHT.vermilion):
        expected = QColor(blend(LIGHT.paper, ink, 0.55))
        assert any(_is_near(QColor(name), expected) for name in colours_of(scatter))


def _is_near(one: QColor, other: QColor) -> bool:
    parts = ((one.red(), other.red()), (one.green(), other.green()), (one.blue(), other.blue()))
    return all(abs(a - b) <= 4 for a, b in parts)


def test_nowhere_near_a_word_nothing_is_chosen(qtbot: QtBot, theme: Theme) -> None:
    scatter = Scatter()
    shown(qtbot, scatter, 370, 400)
    scatter.show_cloud(a_cloud(), "")

    with qtbot.assertNotEmitted(scatter.word_chosen):
        qtbot.mouseClick(scatter, LEFT, pos=QPoint(60, 200))


def test_in_a_narrow_plot_the_words_of_a_mark_do_not_cross_the_axis(
    qtbot: QtBot, theme: Theme, monkeypatch: pytest.MonkeyPatch
) -> None:
    plot, real = LinePlot(), painting.paint_text
    shown(qtbot, plot, 420, 300)
    lefts: list[float] = []

    def noting(painter: QPainter, rect: QRectF, words: str, **look: Any) -> None:
        if words.startswith("12 of"):
            lefts.append(rect.left())
        real(painter, rect, words, **look)

    monkeypatch.setattr(painting, "paint_text", noting)
    mark = PlotMark(0.5, 0.9, "finds *90 %* of spam", "12 of 1,200 documents labelled everything else misclassified")
    plot.show_picture(PlotContent((), Axis("x", 0.0, 1.0), Axis("y", 0.0, 1.0), mark))
    plot.grab()

    assert lefts
    assert min(lefts) > _plot_area(plot.area()).left()
