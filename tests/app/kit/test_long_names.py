"""Labels with long names: they are cut where they stand beside something, and are whole in a tooltip."""

from __future__ import annotations

from pytestqt.qtbot import QtBot

from app.domain.confidence import Confidence, ConfidenceLevel, Doubt
from app.kit.label_chips import MAX_LEGEND_NAME_WIDTH, MIN_REASON_WIDTH, TintLegend, VerdictLine
from app.kit.look.fonts import px
from app.kit.look.theme import Theme
from app.kit.painted_values import doubt_explanation

LONG = "Everything that has to do with the renovation of the old house by the lake"


def test_the_scale_of_tints_stays_short_and_tells_the_whole_names(qtbot: QtBot, theme: Theme) -> None:
    scale = TintLegend()
    qtbot.addWidget(scale)

    scale.show_labels("ham", "spam", (0, 1))
    short = scale.sizeHint().width()
    scale.show_labels(LONG, "spam", (0, 1))

    assert short < scale.sizeHint().width() <= short + px(MAX_LEGEND_NAME_WIDTH)
    assert LONG in scale.toolTip().replace("\n", " ")


def test_the_reason_of_an_unsure_verdict_is_cut_before_it_goes(qtbot: QtBot, theme: Theme) -> None:
    line = VerdictLine()
    qtbot.addWidget(line)
    line.show_verdict("spam", 0, Confidence(ConfidenceLevel.UNSURE, Doubt.NEW_KIND), 0.99)
    whole, reason = line.sizeHint().width(), line._reason
    line.show()

    line.resize(whole - 20, line.height())
    assert reason.isVisible()
    qtbot.waitUntil(lambda: px(MIN_REASON_WIDTH) <= reason.width() < reason.sizeHint().width())
    assert doubt_explanation(Doubt.NEW_KIND).split()[0] in reason.toolTip()

    line.resize(whole - reason.sizeHint().width(), line.height())
    assert not reason.isVisible()
    assert line._share.isVisible()
