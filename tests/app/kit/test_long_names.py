"""Labels with long names: they are cut where they stand beside something, and are whole in a tooltip."""

from __future__ import annotations

from pytestqt.qtbot import QtBot

from app.kit.label_chips import MAX_LEGEND_NAME_WIDTH, TintLegend
from app.kit.look.fonts import px
from app.kit.look.theme import Theme

LONG = "Everything that has to do with the renovation of the old house by the lake"


def test_the_scale_of_tints_stays_short_and_tells_the_whole_names(qtbot: QtBot, theme: Theme) -> None:
    scale = TintLegend()
    qtbot.addWidget(scale)

    scale.show_labels("ham", "spam", (0, 1))
    short = scale.sizeHint().width()
    scale.show_labels(LONG, "spam", (0, 1))

    assert short < scale.sizeHint().width() <= short + px(MAX_LEGEND_NAME_WIDTH)
    assert LONG in scale.toolTip().replace("\n", " ")
