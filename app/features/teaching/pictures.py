"""Paint the pictures of lessons, and describe the pictures in words for screen readers.

A single widget shows any picture. If the next picture has the same shape, the change is animated within 150 ms, so that
a person sees which bar a number moves. There are no animations if the desktop or the style turns them off.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from itertools import combinations
from pathlib import Path
from typing import Any

from PySide6.QtCore import QCoreApplication, QEasingCurve, QPointF, QRectF, QSize, Qt, QVariantAnimation, Signal
from PySide6.QtGui import QFocusEvent, QKeyEvent, QMouseEvent, QPainter, QPainterPath, QPen, QPolygonF
from PySide6.QtWidgets import QStyle

from app.features.teaching.formulas import draw_fraction
from app.features.teaching.lessons import PictureKind
from app.features.teaching.scenes import (
    SMALLEST_DOUBLE_LOG10,
    Bell,
    BellsOfColumn,
    BellsScene,
    CountBar,
    CountGroup,
    CountsScene,
    FactorEffect,
    GuessedCount,
    GuessedRow,
    GuessesScene,
    LabelShare,
    ModelsScene,
    NetworkScene,
    OddsScene,
    PresenceScene,
    RegionsScene,
    Scene,
    UnderflowScene,
    blend_scenes,
)
from app.features.train.view_model import event_model_name
from app.kit import wording
from app.kit.look import fonts, painting
from app.kit.look.colours import LIGHT, DesignValues, colour, label_fill, label_outline
from app.kit.look.fonts import px
from app.kit.plots.line_plot import Row, save_plot
from app.kit.widgets import PaintedWidget

translate = QCoreApplication.translate
ANIMATION_MS = 150
SUPERSCRIPTS = str.maketrans("-0123456789", "⁻⁰¹²³⁴⁵⁶⁷⁸⁹")
COUNT_ROW, GUESSED_ROW = 38, 24
NAME, VALUE = 128, 118
"""Widths of the columns of names and of values, in unscaled pixels."""


@dataclass(frozen=True, slots=True)
class Canvas:
    """A painter with its colours and the rectangle to fill."""

    painter: QPainter
    tokens: DesignValues
    area: QRectF

    def draw_line(
        self, rect: QRectF, words: str, *, pen: str = "", weight: int = 400, size: float = 13.0,
        align: Qt.AlignmentFlag = painting.LEFT,
    ) -> None:  # fmt: skip
        """Draw one line of text, elided if it is wider than the rectangle."""
        font = fonts.font(size, weight)
        painting.paint_text(self.painter, rect, words, font=font, pen=pen or self.tokens.text, align=align)


class PictureView(PaintedWidget):
    """Widget that paints a scene. In a network, the user ticks arrows with the mouse, or arrow keys and Space."""

    arrow_toggled = Signal(int, int)
    """Emitted with the indices of the two nodes of an arrow that was ticked or unticked."""

    def __init__(self) -> None:
        super().__init__()
        self._scene: Scene | None = None
        self._before: Scene | None = None
        self._chosen = 0
        self._animation = QVariantAnimation(self, startValue=0.0, endValue=1.0, duration=ANIMATION_MS)
        self._animation.setEasingCurve(QEasingCurve.Type.OutCubic)
        self._animation.valueChanged.connect(lambda _progress: self.update())
        self._animation.finished.connect(self._finish)

    @property
    def painted_scene(self) -> Scene | None:
        """The painted scene. During an animation, it is a blend of two scenes."""
        if self._before is None or self._scene is None:
            return self._scene
        return blend_scenes(self._before, self._scene, float(self._animation.currentValue() or 0.0))

    @property
    def is_moving(self) -> bool:
        """Whether an animation is running."""
        return self._animation.state() == QVariantAnimation.State.Running

    def show_scene(self, scene: Scene | None) -> None:
        """Show the picture of a scene. If the previous scene was of the same kind, the change is animated."""
        if scene == self._scene:
            return
        before = self.painted_scene
        self._animation.stop()
        is_motion_wanted = self.style().styleHint(QStyle.StyleHint.SH_Widget_Animation_Duration, None, self) > 0
        can_move = scene is not None and type(before) is type(scene) and self.isVisible() and is_motion_wanted
        self._before, self._scene = (before if can_move else None), scene
        self.setAccessibleName("" if scene is None else title_of(scene))
        self.setAccessibleDescription("" if scene is None else describe_picture(scene))
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus if isinstance(scene, NetworkScene) else Qt.FocusPolicy.NoFocus)
        self.setMinimumHeight(px(min_picture_height(scene)))
        if can_move:
            self._animation.start()
        self.update()

    def _finish(self) -> None:
        self._before = None
        self.update()

    def sizeHint(self) -> QSize:
        return QSize(px(520), px(max(min_picture_height(self._scene), 240)))

    def minimumSizeHint(self) -> QSize:
        return QSize(px(320), px(min_picture_height(self._scene)))

    def paint(self, painter: QPainter, tokens: DesignValues) -> None:
        self._draw(painter, tokens, self.area(), chosen=self._chosen if self.hasFocus() else -1)

    def draw_for_file(self, painter: QPainter, area: QRectF) -> None:
        """Draw the picture in the light theme on a white background."""
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.fillRect(area, colour(LIGHT.panel))
        self._draw(painter, LIGHT, area.adjusted(px(12), px(8), -px(12), -px(8)), chosen=-1)

    def _draw(self, painter: QPainter, tokens: DesignValues, area: QRectF, *, chosen: int) -> None:
        scene = self.painted_scene
        if scene is not None:
            draw_scene(Canvas(painter, tokens, area), scene, chosen)

    def csv_rows(self) -> list[Row]:
        """Return the description of the picture, one row per sentence."""
        return [] if self._scene is None else [(line,) for line in picture_sentences(self._scene)]

    def save(self, path: Path) -> str:
        """Save the picture to a file. Return a sentence about the error; "" if there was none."""
        return save_plot(self, path)

    def mousePressEvent(self, event: QMouseEvent) -> None:
        if isinstance(self._scene, NetworkScene):
            spots = lay_out_network(self._scene, self.area()).check_box_by_arrow
            near = min(spots, key=lambda arrow: _distance(spots[arrow], event.position()), default=None)
            if near is not None and _distance(spots[near], event.position()) < px(16):
                self._chosen = list(spots).index(near)
                self.arrow_toggled.emit(*near)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        arrows = list(combinations(range(len(self._scene.nodes)), 2)) if isinstance(self._scene, NetworkScene) else []
        steps = {Qt.Key.Key_Left: -1, Qt.Key.Key_Up: -1, Qt.Key.Key_Right: 1, Qt.Key.Key_Down: 1}
        if arrows and event.key() in steps:
            self._chosen = (self._chosen + steps[Qt.Key(event.key())]) % len(arrows)
            self._speak_arrow(arrows[self._chosen])
        elif arrows and event.key() == Qt.Key.Key_Space:
            self._chosen = min(self._chosen, len(arrows) - 1)
            self.arrow_toggled.emit(*arrows[self._chosen])
        else:
            super().keyPressEvent(event)
            return
        self.update()

    def focusInEvent(self, event: QFocusEvent) -> None:
        super().focusInEvent(event)
        self.update()

    def focusOutEvent(self, event: QFocusEvent) -> None:
        super().focusOutEvent(event)
        self.update()

    def _speak_arrow(self, arrow: tuple[int, int]) -> None:
        scene = self._scene
        if isinstance(scene, NetworkScene):
            template = (
                translate("LessonPictures", "Arrow from %1 to %2 is on")
                if arrow in scene.arrows
                else translate("LessonPictures", "Arrow from %1 to %2 is off")
            )
            self.setAccessibleName(wording.fill_placeholders(template, scene.nodes[arrow[0]], scene.nodes[arrow[1]]))


def picture_name(kind: PictureKind) -> str:
    """Return the name of a kind of picture."""
    return next(picture.name() for picture in PICTURES.values() if picture.kind == kind)


def title_of(scene: Scene) -> str:
    """Return the name of the kind of picture that shows this scene."""
    return PICTURES[type(scene)].name()


def describe_picture(scene: Scene) -> str:
    """Return a description of a picture for screen readers."""
    return ". ".join(picture_sentences(scene))


def picture_sentences(scene: Scene) -> list[str]:
    """Return a description of a picture, one sentence per part."""
    return list(PICTURES[type(scene)].describe(scene))


def min_picture_height(scene: Scene | None) -> int:
    """Return the minimum height of a picture, in unscaled pixels."""
    return 0 if scene is None else PICTURES[type(scene)].height(scene)


def draw_scene(canvas: Canvas, scene: Scene, chosen: int = -1) -> None:
    """Draw a scene. `chosen` is the index of the arrow with the keyboard focus, if the scene is a network."""
    if isinstance(scene, NetworkScene):
        draw_network(canvas, scene, chosen)
    else:
        PICTURES[type(scene)].draw(canvas, scene)


def describe_odds(scene: OddsScene) -> list[str]:
    pushes = (f"{factor_name(push)}: {factor_effect_text(scene, push)}" for push in scene.effects)
    return [format_shares(scene.shares), *pushes]


def describe_counts(scene: CountsScene) -> list[str]:
    return [
        f"{factor_name(group)}, {bar.label}: {' / '.join(format_count_bar(bar))} = {format_number(bar.probability)}"
        for group in scene.groups
        for bar in group.bars
    ]


def describe_presence(scene: PresenceScene) -> list[str]:
    present, absent = translate("LessonPictures", "present"), translate("LessonPictures", "absent")
    return [
        f"{word.word} ({present if word.is_present else absent}): "
        + ", ".join(f"{label} {format_number(word.factor(place))}" for place, (label, _) in enumerate(scene.labels))
        for word in scene.words
    ]


def describe_bells(scene: BellsScene) -> list[str]:
    return [
        f"{column.name} {format_number(column.value)}: "
        + ", ".join(f"{bell.label} {format_number(bell.height)}" for bell in column.bells)
        for column in scene.columns
    ]


def describe_regions(scene: RegionsScene) -> list[str]:
    winner = scene.labels[best_label_at_document(scene)][0] if all(map(math.isfinite, scene.value)) else "–"
    values = (f"{name} {format_number(value)}" for name, value in zip(scene.names, scene.value, strict=True))
    return [f"{', '.join(values)}: {winner}"]


def describe_underflow(scene: UnderflowScene) -> list[str]:
    if not scene.products:
        return [no_product_text()]
    template = translate(
        "LessonPictures", "%1: the exact product is 10 to the power of %2; a computer gets 0 after %3 factors"
    )
    facts = (
        (each.label, wording.format_decimal(each.log10, 1), wording.format_count(each.n_factors_until_zero))
        for each in scene.products
    )
    return [wording.fill_placeholders(template, *words) for words in facts]


def describe_network(scene: NetworkScene) -> list[str]:
    arrows = ", ".join(f"{scene.nodes[source]} → {scene.nodes[target]}" for source, target in scene.arrows)
    independent = translate("LessonPictures", "independent")
    return [
        f"{arrows or independent}: {format_shares(scene.shares)}",
        f"{independent}: {format_shares(scene.naive_shares)}",
    ]


def describe_models(scene: ModelsScene) -> list[str]:
    return [f"{event_model_name(each.event_model)}: {format_shares(each.shares)}" for each in scene.models]


def describe_guesses(scene: GuessesScene) -> list[str]:
    labelled = translate("LessonPictures", "%1, known label: %2")
    guessed = translate("LessonPictures", "%1, label guessed by the model: %2")
    rows = [
        wording.fill_placeholders(labelled, row.text, _guessed_row_text(row))
        if row.is_labelled
        else wording.fill_placeholders(guessed, row.text, format_shares(row.shares))
        for row in scene.rows
    ]
    return rows + [
        f"{word.word}: "
        + ", ".join(f"{label} {guessed_count_text(word, place)}" for place, (label, _) in enumerate(scene.labels))
        for word in scene.words
    ]


def no_product_text() -> str:
    """Return a sentence which says why there is no product to draw."""
    return translate("LessonPictures", "Nothing can be drawn, because a factor is 0 or there are no factors.")


def format_number(value: float) -> str:
    """Return a number with at most three digits, or a dash for NaN."""
    return "–" if math.isnan(value) else wording.format_significant(value, 3)


def format_shares(shares: Sequence[LabelShare]) -> str:
    """Return labels with their probabilities as text."""
    return ", ".join(f"{each.label} {format_percent(each.share)}" for each in shares)


def format_percent(share: float) -> str:
    """Return a probability in percent, or a question mark if the verdict is undecided."""
    return "?" if math.isnan(share) else wording.format_probability(share)


def factor_name(factor: FactorEffect | CountGroup) -> str:
    """Return the name of a factor, with the number of its occurrences as an exponent."""
    if factor.kind == "prior":
        return translate("LessonPictures", "prior")
    if factor.kind == "absent word":
        return translate("LessonPictures", "absent words")
    if not factor.name:
        return translate("LessonPictures", "starting point")
    return factor.name if factor.times == 1 else f"{factor.name} × {wording.format_significant(factor.times)}"


def factor_effect_text(scene: OddsScene, push: FactorEffect) -> str:
    """Return a text that says how a factor changes the odds of the two labels."""
    value = push.log_odds
    if math.isnan(value):
        return translate("LessonPictures", "rules out both labels")
    for_label, against_label = (scene.label_pair[1], scene.label_pair[0]) if value > 0 else scene.label_pair
    if math.isinf(value):
        return translate("LessonPictures", "rules out %1").replace("%1", against_label)
    log10 = abs(value) / math.log(10)
    if log10 >= wording.LOG10_MAX_WRITTEN_OUT:
        words = wording.format_power_of_ten(log10)
    else:
        ratio = math.exp(abs(value))
        if ratio < 1.0005:
            return "1 : 1"
        words = wording.format_count(round(ratio)) if ratio >= 100 else wording.format_significant(ratio, 3)
    return wording.fill_placeholders(translate("LessonPictures", "%1 : 1 for %2"), words, for_label)


def format_count_bar(bar: CountBar) -> tuple[str, str]:
    """Return the texts above and below the fraction line of a smoothed share, such as 3 + 1 and 10 + 5."""
    above, below = format_number(bar.count), format_number(bar.total)
    if bar.total_smoothing:
        return f"{above} + {format_number(bar.smoothing)}", f"{below} + {format_number(bar.total_smoothing)}"
    return above, below


def draw_shares(canvas: Canvas, rect: QRectF, shares: Sequence[LabelShare], *, has_names: bool = True) -> None:
    """Draw probabilities as parts of a single bar, with `has_names` with the names of the labels above it."""
    painter, tokens = canvas.painter, canvas.tokens
    bar = QRectF(rect.left(), rect.bottom() - px(14), rect.width(), px(14))
    painting.paint_round_rect(painter, bar, px(3), fill=colour(tokens.text, 0.10))
    left = bar.left()
    for each in shares:
        width = 0.0 if math.isnan(each.share) else bar.width() * each.share
        part = QRectF(left, bar.top(), width, bar.height())
        if width >= 1:
            painting.paint_label_bar(painter, tokens, part.adjusted(0, 0, -1 if width > 2 else 0, 0), each.colour)
        left += width
    if not has_names:
        return
    room = rect.width() / max(len(shares), 1)
    for place, each in enumerate(shares):
        spot = QRectF(rect.left() + room * place, rect.top(), room, rect.height() - px(16))
        painting.paint_label_square(painter, tokens, spot.left(), spot.center().y(), each.colour)
        words = f"{each.label}  {format_percent(each.share)}"
        weight = 600 if each.share == max(other.share for other in shares) else 400
        canvas.draw_line(spot.adjusted(px(13), 0, -px(4), 0), words, size=12, weight=weight)


def draw_odds(canvas: Canvas, scene: OddsScene) -> None:
    """Draw a balance that tilts by the sum of all effects, the probabilities, and a bar for each factor's effect."""
    area = canvas.area
    _draw_balance(canvas, QRectF(area.left(), area.top(), area.width(), px(92)), scene)
    draw_shares(canvas, QRectF(area.left(), area.top() + px(92), area.width(), px(36)), scene.shares)
    rows = QRectF(area.left(), area.top() + px(138), area.width(), area.height() - px(138))
    _draw_effects(canvas, rows, scene)


def _draw_balance(canvas: Canvas, rect: QRectF, scene: OddsScene) -> None:
    painter, tokens = canvas.painter, canvas.tokens
    total = 0.0 if math.isnan(scene.total) else max(min(scene.total, 6.0), -6.0)
    angle = math.radians(total / 6.0 * 9)
    pivot, half = QPointF(rect.center().x(), rect.top() + px(26)), min(px(150), rect.width() * 0.3)
    foot = rect.bottom() - px(8)
    stand = QPen(colour(tokens.edge), px(3), Qt.PenStyle.SolidLine, Qt.PenCapStyle.RoundCap)
    painter.setPen(stand)
    painter.drawLine(pivot, QPointF(pivot.x(), foot))
    painter.drawLine(QPointF(pivot.x() - px(22), foot), QPointF(pivot.x() + px(22), foot))
    offset = QPointF(half * math.cos(angle), half * math.sin(angle))
    ends = (pivot - offset, pivot + offset)
    painter.setPen(QPen(colour(tokens.text), px(3), Qt.PenStyle.SolidLine, Qt.PenCapStyle.RoundCap))
    painter.drawLine(*ends)
    painter.setBrush(colour(tokens.text))
    painter.drawEllipse(pivot, px(4), px(4))
    for end, label, number_of_colour in zip(ends, scene.label_pair, scene.colours, strict=True):
        painter.setPen(QPen(colour(tokens.edge), 1.25))
        width, drop = px(36), px(22)
        painter.drawPolyline([QPointF(end.x() - width, end.y() + drop), end, QPointF(end.x() + width, end.y() + drop)])
        pan = QRectF(end.x() - width - px(8), end.y() + drop, 2 * width + px(16), px(20))
        ink = label_fill(tokens, number_of_colour)
        painting.paint_round_rect(
            painter, pan, px(8), fill=colour(ink, 0.22), edge=colour(label_outline(tokens, number_of_colour))
        )
        canvas.draw_line(pan.adjusted(px(6), 0, -px(6), 0), label, size=12, weight=600, align=painting.CENTRE)
    if math.isnan(scene.total):
        words = translate("LessonPictures", "undecided: both products are 0")
        above = QRectF(pivot.x() - half, rect.top(), 2 * half, px(18))  # beside the stand, it would cover the right pan
        canvas.draw_line(above, words, pen=tokens.quiet, size=12, align=painting.CENTRE)


def _draw_effects(canvas: Canvas, rect: QRectF, scene: OddsScene) -> None:
    painter, tokens = canvas.painter, canvas.tokens
    name_width, value_width = min(px(NAME), rect.width() * 0.26), min(px(VALUE) + px(20), rect.width() * 0.3)
    left, right = rect.left() + name_width, rect.right() - value_width
    finite = [push.log_odds if math.isfinite(push.log_odds) else 0.0 for push in scene.effects]
    starts = [math.fsum(finite[:place]) for place in range(len(finite) + 1)]
    reach = max(2.0, *(abs(start) for start in starts))
    centre, scale = (left + right) / 2, (right - left) / 2 / reach
    row, foot = px(24), rect.top() + px(24) * (len(finite) + 1)
    painting.paint_vertical_line(painter, round(centre), rect.top(), foot, tokens.edge)
    for place, (push, value) in enumerate(zip(scene.effects, finite, strict=True)):
        line = QRectF(rect.left(), rect.top() + place * row, rect.width(), row)
        canvas.draw_line(QRectF(line.left(), line.top(), name_width - px(10), row), factor_name(push))
        begin, end = centre + starts[place] * scale, centre + starts[place + 1] * scale
        middle, is_forbidding = line.center().y(), math.isinf(push.log_odds) or math.isnan(push.log_odds)
        ink = label_outline(tokens, scene.colours[value > 0])
        if is_forbidding:
            walls = (left, right) if math.isnan(push.log_odds) else (right if push.log_odds > 0 else left,)
            for wall in walls:
                _draw_arrow(canvas, begin, wall, middle, tokens.vermilion)
                painter.fillRect(QRectF(wall - px(1), middle - px(10), px(3), px(20)), colour(tokens.vermilion))
        elif abs(end - begin) >= 1:
            _draw_arrow(canvas, begin, end, middle, ink)
        else:
            painter.setPen(Qt.PenStyle.NoPen)
            painter.setBrush(colour(tokens.quiet))
            painter.drawEllipse(QPointF(begin, middle), px(3), px(3))
        painting.paint_vertical_line(painter, round(end), middle, middle + row, tokens.edge)
        value_rect = QRectF(right + px(8), line.top(), value_width - px(8), row)
        pen = tokens.vermilion if is_forbidding else tokens.quiet
        canvas.draw_line(value_rect, factor_effect_text(scene, push), pen=pen, size=12, align=painting.RIGHT)
    line = QRectF(rect.left(), rect.top() + len(finite) * row, rect.width(), row)
    painting.paint_horizontal_line(painter, rect.left(), rect.right(), round(line.top()), tokens.line)
    name = QRectF(line.left(), line.top(), name_width - px(10), row)
    canvas.draw_line(name, translate("LessonPictures", "total"), weight=600)
    whole = FactorEffect("", "total", 1, scene.total)
    if not math.isnan(scene.total):
        end = {math.inf: right, -math.inf: left}.get(scene.total, centre + starts[-1] * scale)
        painter.setPen(QPen(colour(tokens.panel), 1.5))
        painter.setBrush(colour(tokens.accent))
        painter.drawEllipse(QPointF(end, line.center().y()), px(5.5), px(5.5))
    value_rect = QRectF(right + px(8), line.top(), value_width - px(8), row)
    canvas.draw_line(value_rect, factor_effect_text(scene, whole), weight=600, size=12, align=painting.RIGHT)


def _draw_arrow(canvas: Canvas, begin: float, end: float, middle: float, ink: str) -> None:
    """Draw the effect of a factor as a horizontal arrow."""
    painter, half, sign = canvas.painter, px(7), 1 if end > begin else -1
    tip = min(px(7), abs(end - begin))
    shaft = end - sign * tip
    points = [
        QPointF(begin, middle - half), QPointF(shaft, middle - half), QPointF(end, middle),
        QPointF(shaft, middle + half), QPointF(begin, middle + half),
    ]  # fmt: skip
    painter.setPen(Qt.PenStyle.NoPen)
    painter.setBrush(colour(ink))
    painter.drawPolygon(QPolygonF(points))


MAX_CELLS_PER_SHARE = 40
"""Maximum number of cells in the bar of a smoothed share. A bar that needs more cells is drawn without them."""


def draw_counts(canvas: Canvas, scene: CountsScene) -> None:
    """Draw each smoothed share as a row of cells: filled for counts, hatched for smoothing, empty for the rest of the
    total.
    """
    painter, tokens, area = canvas.painter, canvas.tokens, canvas.area
    y = area.top() + _draw_counts_key(canvas)
    for group in scene.groups:
        painting.paint_horizontal_line(painter, area.left(), area.right(), round(y), tokens.hair)
        canvas.draw_line(QRectF(area.left(), y + px(3), area.width(), px(19)), factor_name(group), weight=600)
        y += px(24)
        longest = max((bar.total + bar.total_smoothing for bar in group.bars), default=0.0)
        for bar in group.bars:
            _draw_count_bar(canvas, QRectF(area.left(), y, area.width(), px(COUNT_ROW)), bar, longest)
            y += px(COUNT_ROW)


def _draw_counts_key(canvas: Canvas) -> float:
    """Draw the legend of the cells, and return its height."""
    painter, tokens, area = canvas.painter, canvas.tokens, canvas.area
    x, middle = area.left(), area.top() + px(10)
    kinds = (
        ("full", translate("LessonPictures", "counted")),
        ("hatched", translate("LessonPictures", "share added by α")),
        ("empty", translate("LessonPictures", "others")),
    )
    for kind, words in kinds:
        cell = QRectF(x, middle - px(6), px(12), px(12))
        if kind == "full":
            painting.paint_round_rect(painter, cell, px(2), fill=colour(tokens.quiet))
        elif kind == "hatched":
            painting.paint_hatched_rect(painter, cell, colour(tokens.quiet))
        else:
            painting.paint_round_rect(painter, cell, px(2), edge=colour(tokens.edge))
        width = painting.text_width(words, fonts.small_font())
        canvas.draw_line(QRectF(x + px(17), middle - px(9), width + 2, px(18)), words, pen=tokens.quiet, size=12)
        x += px(17) + width + px(18)
    return px(24)


def _draw_count_bar(canvas: Canvas, rect: QRectF, bar: CountBar, longest: float) -> None:
    painter, tokens = canvas.painter, canvas.tokens
    name_width = min(px(96), rect.width() * 0.2)
    painting.paint_label_square(painter, tokens, rect.left() + px(8), rect.center().y(), bar.colour)
    canvas.draw_line(QRectF(rect.left() + px(22), rect.top(), name_width - px(24), rect.height()), bar.label, size=12)
    value_width = px(152)
    left, room = rect.left() + name_width, rect.width() - name_width - value_width - px(12)
    unit = room / longest if longest else 0.0
    top, height = rect.center().y() - px(8), px(16)
    ink = label_outline(tokens, bar.colour)
    whole = QRectF(left, top, (bar.total + bar.total_smoothing) * unit, height)
    counted = QRectF(left, top, bar.count * unit, height)
    added = QRectF(counted.right(), top, bar.smoothing * unit, height)
    rest = QRectF(added.right(), top, max(whole.right() - added.right(), 0.0), height)
    painting.paint_round_rect(painter, rest, px(2), edge=colour(tokens.edge))
    if counted.width() > 0.5:
        painting.paint_label_bar(painter, tokens, counted, bar.colour)
    if added.width() > 0.5:
        painting.paint_hatched_rect(painter, added, colour(ink))
    if 0 < bar.total + bar.total_smoothing <= MAX_CELLS_PER_SHARE:
        for place in range(1, math.ceil(bar.total)):
            pen = tokens.panel if place < bar.count else tokens.edge
            painting.paint_vertical_line(painter, round(left + place * unit), top + 1, top + height - 1, pen)
        painting.paint_vertical_line(
            painter, round(left + bar.total * unit), top - px(3), top + height + px(3), tokens.quiet
        )
    is_forbidden = bar.probability == 0.0 or math.isnan(bar.probability)
    if is_forbidden:
        painter.setPen(QPen(colour(tokens.vermilion), px(2)))
        for sign in (1, -1):
            middle, half = QPointF(left + px(9), rect.center().y()), px(6)
            painter.drawLine(middle - QPointF(half, sign * half), middle + QPointF(half, sign * half))
    painter.setPen(colour(tokens.vermilion if is_forbidden else tokens.text))
    x = rect.right() - value_width
    width = draw_fraction(painter, QPointF(x, rect.center().y()), *format_count_bar(bar))
    value = QRectF(x + width + px(4), rect.top(), value_width - width - px(4), rect.height())
    words = (
        translate("LessonPictures", "product 0: impossible")
        if bar.probability == 0.0
        else f"= {format_number(bar.probability)}"
    )
    canvas.draw_line(value, words, size=12, pen=tokens.vermilion if is_forbidden else tokens.text)


def draw_presence(canvas: Canvas, scene: PresenceScene) -> None:
    """Draw the factors of a Bernoulli model: P(word) for present words, 1 − P(word) for absent words."""
    painter, tokens, area = canvas.painter, canvas.tokens, canvas.area
    name_width = min(px(150), area.width() * 0.28)
    column = (area.width() - name_width) / max(len(scene.labels), 1)
    for place, (label, number_of_colour) in enumerate(scene.labels):
        x = area.left() + name_width + place * column
        painting.paint_label_square(painter, tokens, x, area.top() + px(11), number_of_colour)
        canvas.draw_line(QRectF(x + px(13), area.top(), column - px(18), px(22)), label, weight=600, size=12)
    y = area.top() + px(26)
    for word in scene.words:
        line = QRectF(area.left(), y, area.width(), px(24))
        painter.setPen(QPen(colour(tokens.text if word.is_present else tokens.quiet), 1.5))
        painter.setBrush(colour(tokens.text) if word.is_present else Qt.BrushStyle.NoBrush)
        painter.drawEllipse(QPointF(line.left() + px(6), line.center().y()), px(4), px(4))
        pen = tokens.text if word.is_present else tokens.quiet
        name = QRectF(line.left() + px(17), line.top(), name_width - px(22), line.height())
        canvas.draw_line(name, word.word, pen=pen, weight=600 if word.is_present else 400)
        best = max(range(len(scene.labels)), key=word.factor)
        for place, (_, number_of_colour) in enumerate(scene.labels):
            x, share = area.left() + name_width + place * column, word.factor(place)
            track = QRectF(x, line.center().y() - px(6), max(column - px(124), px(20)), px(12))
            painting.paint_round_rect(painter, track, px(2), fill=colour(tokens.text, 0.07))
            filled = QRectF(track.left(), track.top(), max(track.width() * share, 0.0), track.height())
            if word.is_present:
                painting.paint_label_bar(painter, tokens, filled, number_of_colour)
            elif filled.width() > 1:
                painting.paint_hatched_rect(painter, filled, colour(label_outline(tokens, number_of_colour)))
            words = (
                format_number(share)
                if word.is_present
                else f"1 − {format_number(word.shares[place])} = {format_number(share)}"
            )
            value = QRectF(track.right() + px(6), line.top(), px(116), line.height())
            canvas.draw_line(value, words, size=12, weight=600 if place == best else 400, pen=pen)
        y += px(24)
    if scene.n_more:
        more = translate("LessonPictures", "number of further words: %1").replace(
            "%1", wording.format_count(scene.n_more)
        )
        canvas.draw_line(QRectF(area.left(), y, area.width(), px(22)), more, pen=tokens.quiet, size=12)


def draw_bells(canvas: Canvas, scene: BellsScene) -> None:
    """Draw the bell curves of each column, a line at the document's value, and the heights of the curves there."""
    columns, area = scene.columns, canvas.area
    across = 1 if len(columns) < 2 else 2
    down = math.ceil(len(columns) / across)
    for place, column in enumerate(columns):
        width, height = area.width() / across, area.height() / max(down, 1)
        cell = QRectF(area.left() + place % across * width, area.top() + place // across * height, width, height)
        _draw_bells_of_column(canvas, cell.adjusted(0 if place % across == 0 else px(14), px(2), 0, -px(6)), column)


N_POINTS = 120


def _density(bell: Bell, x: float) -> float:
    return math.exp(-((x - bell.mean) ** 2) / (2 * bell.variance)) / math.sqrt(2 * math.pi * bell.variance)


def _draw_bells_of_column(canvas: Canvas, cell: QRectF, column: BellsOfColumn) -> None:
    painter, tokens = canvas.painter, canvas.tokens
    title = column.name if math.isnan(column.value) else f"{column.name} = {wording.format_significant(column.value)}"
    canvas.draw_line(QRectF(cell.left(), cell.top(), cell.width(), px(18)), title, weight=600, size=12)
    heights_width = min(px(146), cell.width() * 0.48)
    plot = QRectF(cell.left(), cell.top() + px(22), cell.width() - heights_width, cell.height() - px(40))
    top = max((_density(bell, bell.mean) for bell in column.bells), default=1.0) * 1.06
    span = (column.high - column.low) or 1.0

    def pixel_position(x: float, density: float) -> QPointF:
        return QPointF(
            plot.left() + plot.width() * (x - column.low) / span, plot.bottom() - plot.height() * density / top
        )

    for bell in column.bells:
        xs = [column.low + span * step / N_POINTS for step in range(N_POINTS + 1)]
        curve = [pixel_position(x, _density(bell, x)) for x in xs]
        path = QPainterPath()
        path.addPolygon(QPolygonF([QPointF(plot.left(), plot.bottom()), *curve, QPointF(plot.right(), plot.bottom())]))
        painter.fillPath(path, colour(label_fill(tokens, bell.colour), 0.16))
        painter.setPen(QPen(colour(label_outline(tokens, bell.colour)), 2.0))
        painter.setBrush(Qt.BrushStyle.NoBrush)
        painter.drawPolyline(QPolygonF(curve))
    painting.paint_horizontal_line(painter, plot.left(), plot.right(), round(plot.bottom()), tokens.edge)
    for value, align in ((column.low, painting.LEFT), (column.high, painting.RIGHT)):
        foot = QRectF(plot.left(), plot.bottom() + px(2), plot.width(), px(15))
        canvas.draw_line(foot, wording.format_significant(value, 2), size=11, pen=tokens.quiet, align=align)
    if not math.isnan(column.value):
        x = pixel_position(column.value, 0).x()
        painter.setPen(QPen(colour(tokens.text), 1.5, Qt.PenStyle.DashLine))
        painter.drawLine(QPointF(x, plot.top()), QPointF(x, plot.bottom()))
    best = max(column.bells, key=lambda bell: -1.0 if math.isnan(bell.height) else bell.height, default=None)
    for place, bell in enumerate(column.bells):
        if not math.isnan(bell.height):
            painter.setPen(QPen(colour(tokens.panel), 1.5))
            painter.setBrush(colour(label_outline(tokens, bell.colour)))
            painter.drawEllipse(pixel_position(column.value, bell.height), px(4.5), px(4.5))
        line = QRectF(plot.right() + px(10), plot.top() + place * px(20), heights_width - px(10), px(20))
        painting.paint_label_square(painter, tokens, line.left(), line.center().y(), bell.colour)
        value_rect = QRectF(line.right() - px(46), line.top(), px(46), line.height())
        name = QRectF(line.left() + px(12), line.top(), value_rect.left() - line.left() - px(14), line.height())
        weight = 600 if bell is best and not math.isnan(bell.height) else 400
        canvas.draw_line(name, bell.label, size=11, weight=weight)
        height = bell.height if bell.height >= 0.001 or math.isnan(bell.height) else 0.0
        canvas.draw_line(value_rect, format_number(height), size=11, weight=weight, align=painting.RIGHT)


def best_label_at_document(scene: RegionsScene) -> int:
    """Return the index of the most probable label at the point of the document."""
    places = []
    for value, low, high, n in zip(
        scene.value, scene.low, scene.high, (len(scene.winners[0]), len(scene.winners)), strict=True
    ):
        places.append(min(max(int((value - low) / (high - low) * n), 0), n - 1))
    return scene.winners[places[1]][places[0]]


def draw_regions(canvas: Canvas, scene: RegionsScene) -> None:
    """Draw the decision map, with the rows as points and the document as a cross."""
    painter, tokens, area = canvas.painter, canvas.tokens, canvas.area
    _draw_key(canvas, QRectF(area.left(), area.top(), area.width(), px(20)), scene.labels)
    plot = area.adjusted(px(38), px(26), -px(8), -px(38))

    def pixel_position(x: float, y: float) -> QPointF:
        across, up = ((v - low) / (high - low) for v, low, high in zip((x, y), scene.low, scene.high, strict=True))
        return QPointF(plot.left() + plot.width() * across, plot.bottom() - plot.height() * up)

    rows, columns = len(scene.winners), len(scene.winners[0])
    painter.setRenderHint(QPainter.RenderHint.Antialiasing, False)
    for row, winners in enumerate(scene.winners):
        y0, y1 = (plot.bottom() - plot.height() * step / rows for step in (row + 1, row))
        start = 0
        for place in range(1, columns + 1):
            if place == columns or winners[place] != winners[start]:
                x0, x1 = (plot.left() + plot.width() * step / columns for step in (start, place))
                stripe = QRectF(QPointF(round(x0), round(y0)), QPointF(round(x1), round(y1)))
                painter.fillRect(stripe, colour(label_fill(tokens, winners[start]), 0.26))
                start = place
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    for x, y, label in scene.points:
        if math.isfinite(x) and math.isfinite(y):
            spot = pixel_position(x, y)
            painting.paint_label_square(painter, tokens, spot.x() - px(3), spot.y(), label, side=6.0)
    if all(map(math.isfinite, scene.value)):
        spot = pixel_position(*scene.value)
        painter.setPen(QPen(colour(tokens.text), 1.25, Qt.PenStyle.DashLine))
        painter.drawLine(QPointF(plot.left(), spot.y()), QPointF(plot.right(), spot.y()))
        painter.drawLine(QPointF(spot.x(), plot.top()), QPointF(spot.x(), plot.bottom()))
        painter.setPen(QPen(colour(tokens.text), 2))
        painter.setBrush(colour(label_fill(tokens, best_label_at_document(scene))))
        painter.drawEllipse(spot, px(7), px(7))
    for value, share in ((scene.low[0], 0.0), (scene.high[0], 1.0)):
        foot = QRectF(plot.left(), plot.bottom() + px(3), plot.width(), px(15))
        align = painting.RIGHT if share else painting.LEFT
        canvas.draw_line(foot, wording.format_significant(value, 2), size=11, pen=tokens.quiet, align=align)
    for value, y in ((scene.low[1], plot.bottom() - px(14)), (scene.high[1], plot.top())):
        side = QRectF(area.left(), y, px(34), px(15))
        canvas.draw_line(side, wording.format_significant(value, 2), size=11, pen=tokens.quiet, align=painting.RIGHT)
    foot = QRectF(plot.left(), plot.bottom() + px(18), plot.width(), px(18))
    canvas.draw_line(
        foot, f"→ {scene.names[0]}    ↑ {scene.names[1]}", size=12, pen=tokens.quiet, align=painting.CENTRE
    )


def _draw_key(canvas: Canvas, rect: QRectF, labels: Sequence[tuple[str, int]]) -> None:
    x = rect.left()
    for label, number_of_colour in labels:
        painting.paint_label_square(canvas.painter, canvas.tokens, x, rect.center().y(), number_of_colour)
        width = painting.text_width(label, fonts.small_font())
        canvas.draw_line(QRectF(x + px(13), rect.top(), width + 2, rect.height()), label, size=12)
        x += width + px(30)


def draw_underflow(canvas: Canvas, scene: UnderflowScene) -> None:
    """Draw the product of each label on a logarithmic axis: solid while a double can represent it, dashed below
    that.
    """
    painter, tokens, area = canvas.painter, canvas.tokens, canvas.area
    if not scene.products:
        canvas.draw_line(area, no_product_text(), pen=tokens.quiet, align=painting.CENTRE)
        return
    key = QRectF(area.left(), area.top(), area.width(), px(20))
    _draw_key(canvas, key, [(each.label, each.colour) for each in scene.products])
    plot = area.adjusted(px(54), px(28), -px(10), -px(36))
    deepest = -420.0
    most = (
        max([each.n_factors_until_zero for each in scene.products if each.n_factors_until_zero] or [scene.n_factors])
        * 1.3
    )

    def pixel_position(n_factors: float, log10: float) -> QPointF:
        return QPointF(
            plot.left() + plot.width() * n_factors / most, plot.top() + plot.height() * min(log10 / deepest, 1.0)
        )

    for power in (0, -100, -200, -300, -400):
        y = pixel_position(0, power).y()
        painting.paint_horizontal_line(painter, plot.left(), plot.right(), round(y), tokens.hair)
        tick = QRectF(area.left(), y - px(8), px(48), px(16))
        written = "1" if power == 0 else "10" + str(power).translate(SUPERSCRIPTS)
        canvas.draw_line(tick, written, size=11, pen=tokens.quiet, align=painting.RIGHT)
    floor = pixel_position(0, SMALLEST_DOUBLE_LOG10).y()
    painter.fillRect(QRectF(plot.left(), floor, plot.width(), plot.bottom() - floor), colour(tokens.vermilion, 0.10))
    painting.paint_horizontal_line(painter, plot.left(), plot.right(), round(floor), tokens.vermilion)
    words = translate("LessonPictures", "a computer stores numbers below this line as 0")
    below = QRectF(plot.left() + px(6), floor + px(1), plot.width() * 0.6, px(17))
    canvas.draw_line(below, words, size=11, pen=tokens.vermilion)
    for each in scene.products:
        start = each.log10 - each.log10_per_repetition

        def log_at(
            n_factors: float, start: float = start, slope: float = each.log10_per_repetition / max(scene.n_factors, 1)
        ) -> float:
            return start + slope * n_factors

        ink = label_outline(tokens, each.colour)
        end = each.n_factors_until_zero or most
        painter.setPen(QPen(colour(ink), 2.25))
        painter.drawLine(pixel_position(0, start), pixel_position(end, log_at(end)))
        if each.n_factors_until_zero:
            last = min(most, (deepest - start) / (log_at(1) - start) if log_at(1) != start else most)
            painter.setPen(QPen(colour(ink), 2, Qt.PenStyle.DashLine))
            painter.drawLine(pixel_position(end, log_at(end)), pixel_position(last, log_at(last)))
            spot = pixel_position(end, SMALLEST_DOUBLE_LOG10)
            painter.setPen(QPen(colour(ink), px(2.5)))
            for sign in (1, -1):
                painter.drawLine(spot - QPointF(px(5), sign * px(5)), spot + QPointF(px(5), sign * px(5)))
        painter.setPen(QPen(colour(tokens.panel), 1.5))
        painter.setBrush(colour(ink))
        painter.drawEllipse(pixel_position(scene.n_factors, each.log10), px(5), px(5))
    painting.paint_horizontal_line(painter, plot.left(), plot.right(), round(plot.bottom()), tokens.edge)
    for value in (0, most / 2, most):
        x = pixel_position(value, 0).x()
        align = painting.LEFT if not value else painting.RIGHT if value == most else painting.CENTRE
        left = {painting.LEFT: x, painting.RIGHT: x - px(80)}.get(align, x - px(40))
        tick = QRectF(left, plot.bottom() + px(2), px(80), px(15))
        canvas.draw_line(tick, wording.format_count(round(value)), size=11, pen=tokens.quiet, align=align)
    foot = translate(
        "LessonPictures",
        "number of factors if the document is repeated. ● document used once; ✕ product becomes 0; dashed"
        " line: calculated with logarithms",
    )
    line = QRectF(plot.left(), plot.bottom() + px(17), plot.width(), px(18))
    canvas.draw_line(line, foot, size=11, pen=tokens.quiet, align=painting.CENTRE)


@dataclass(frozen=True, slots=True)
class NetworkLayout:
    """Positions of the parts of a network."""

    label_rect: QRectF
    node_rects: tuple[QRectF, ...]
    curve_by_arrow: dict[tuple[int, int], tuple[QPointF, QPointF, QPointF]]
    """Start point, control point and end point of the curve of each arrow."""
    check_box_by_arrow: dict[tuple[int, int], QPointF]
    """Middle of each arrow, where its check box is."""


def lay_out_network(scene: NetworkScene, area: QRectF) -> NetworkLayout:
    """Return the positions in `area`: the label at the top, the factors in a row below it, and the arrows at the
    bottom.
    """
    n = max(len(scene.nodes), 1)
    pitch = area.width() / n
    width, y = min(pitch - px(14), px(140)), area.top() + px(122)
    label = QRectF(area.center().x() - px(60), area.top() + px(44), px(120), px(28))
    nodes = tuple(
        QRectF(area.left() + pitch * (place + 0.5) - width / 2, y, width, px(28)) for place in range(len(scene.nodes))
    )
    room = max(area.bottom() - y - px(28) - px(44), px(50))
    curves, handles = {}, {}
    for source, target in combinations(range(len(nodes)), 2):
        gap = target - source
        shift = px(10) * (n - gap) / n
        begin = QPointF(nodes[source].center().x() + shift, nodes[source].bottom())
        end = QPointF(nodes[target].center().x() - shift, nodes[target].bottom())
        depth = room * (0.35 + 1.25 * (gap - 1) / max(n - 1, 1)) + px(16)
        control = QPointF((begin.x() + end.x()) / 2, begin.y() + depth)
        curves[source, target] = (begin, control, end)
        handles[source, target] = (begin + control * 2 + end) / 4
    return NetworkLayout(label, nodes, curves, handles)


def draw_network(canvas: Canvas, scene: NetworkScene, chosen: int = -1) -> None:
    """Draw the label, its factors and the arrows between factors, with the probabilities at the top."""
    painter, tokens, area = canvas.painter, canvas.tokens, canvas.area
    draw_shares(canvas, QRectF(area.left(), area.top(), area.width(), px(34)), scene.shares)
    if not scene.nodes:
        words = translate("LessonPictures", "No word of the document is in the training data.")
        canvas.draw_line(area, words, pen=tokens.quiet, align=painting.CENTRE)
        return
    layout = lay_out_network(scene, area)
    for node in layout.node_rects:
        start, end = (
            QPointF(layout.label_rect.center().x(), layout.label_rect.bottom()),
            QPointF(node.center().x(), node.top()),
        )
        _draw_curve(canvas, start, (start + end) / 2, end, QPen(colour(tokens.text), 1.5), has_head=True)
    for place, (arrow, (begin, control, end)) in enumerate(layout.curve_by_arrow.items()):
        is_on = arrow in scene.arrows
        pen = QPen(colour(tokens.accent), 2.25) if is_on else QPen(colour(tokens.edge), 1.25, Qt.PenStyle.DashLine)
        _draw_curve(canvas, begin, control, end, pen, has_head=is_on)
        spot = layout.check_box_by_arrow[arrow]
        box = QRectF(spot.x() - px(8), spot.y() - px(8), px(16), px(16))
        fill, edge = (tokens.accent, tokens.accent) if is_on else (tokens.panel, tokens.field)
        painting.paint_round_rect(painter, box, px(4), fill=colour(fill), edge=colour(edge), width=1.5)
        if is_on:
            painting.paint_tick_mark(painter, box, tokens.on_accent)
        if place == chosen:
            painting.paint_round_rect(
                painter, box.adjusted(-px(4), -px(4), px(4), px(4)), px(6), edge=colour(tokens.accent), width=2
            )
    painting.paint_round_rect(painter, layout.label_rect, px(14), fill=colour(tokens.accent))
    canvas.draw_line(
        layout.label_rect, translate("LessonPictures", "Label"), weight=600, pen=tokens.on_accent, align=painting.CENTRE
    )
    for node, name in zip(layout.node_rects, scene.nodes, strict=True):
        painting.paint_round_rect(painter, node, px(8), fill=colour(tokens.paper), edge=colour(tokens.edge), width=1.5)
        canvas.draw_line(node.adjusted(px(5), 0, -px(5), 0), name, size=12, align=painting.CENTRE)
    if scene.arrows:
        words = translate("LessonPictures", "verdict without arrows: %1").replace(
            "%1", format_shares(scene.naive_shares)
        )
        bar = QRectF(area.left(), area.bottom() - px(38), area.width(), px(14))
        draw_shares(canvas, bar, scene.naive_shares, has_names=False)
    elif len(scene.nodes) > 1:
        words = translate(
            "LessonPictures",
            "Naive Bayes has no arrows between words. Click an arrow to make the word at its tip depend on the "
            "word at its start.",
        )
    else:
        words = translate("LessonPictures", "Arrows can be drawn only between two or more words.")
    foot = QRectF(area.left(), area.bottom() - px(18), area.width(), px(18))
    canvas.draw_line(foot, words, size=12, pen=tokens.quiet, align=painting.CENTRE)


def _draw_curve(canvas: Canvas, begin: QPointF, control: QPointF, end: QPointF, pen: QPen, *, has_head: bool) -> None:
    painter, path = canvas.painter, QPainterPath(begin)
    path.quadTo(control, end)
    painter.setPen(pen)
    painter.setBrush(Qt.BrushStyle.NoBrush)
    painter.drawPath(path)
    if has_head:
        direction = math.atan2(end.y() - control.y(), end.x() - control.x())
        sides = [
            end - QPointF(px(9) * math.cos(direction + turn), px(9) * math.sin(direction + turn))
            for turn in (-0.4, 0.4)
        ]
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(pen.color())
        painter.drawPolygon(QPolygonF([end, *sides]))


def draw_models(canvas: Canvas, scene: ModelsScene) -> None:
    """Draw one bar for each event model, divided by the probabilities of the labels."""
    area = canvas.area
    for place, model in enumerate(scene.models):
        line = QRectF(area.left(), area.top() + px(6) + place * px(50), area.width(), px(40))
        name_width = min(px(150), area.width() * 0.3)
        name = QRectF(line.left(), line.top(), name_width - px(10), line.height())
        canvas.draw_line(name, event_model_name(model.event_model), weight=600)
        draw_shares(canvas, line.adjusted(name_width, 0, 0, 0), model.shares)


def guessed_count_text(word: GuessedCount, label: int) -> str:
    """Return a word's count under a label as text: the count in labelled rows plus that in rows with guessed labels."""
    counted, guessed = word.counted[label], word.guessed[label]
    return f"{format_number(counted)} + {format_number(guessed)}" if guessed else format_number(counted)


def draw_guesses(canvas: Canvas, scene: GuessesScene) -> None:
    """Draw the known or guessed label of each row, and below the rows how often each word occurs under these labels."""
    painter, tokens, area = canvas.painter, canvas.tokens, canvas.area
    name_width, row_height = min(px(150), area.width() * 0.3), px(GUESSED_ROW)
    guesses = translate("LessonPictures", "Round %1: label probabilities of each row")
    title = QRectF(area.left(), area.top(), area.width(), px(22))
    canvas.draw_line(title, guesses.replace("%1", wording.format_count(scene.n_rounds)), weight=600)
    y = title.bottom()
    for row in scene.rows:
        line = QRectF(area.left(), y, area.width(), row_height)
        pen, weight = (tokens.text, 600) if row.is_labelled else (tokens.quiet, 400)
        canvas.draw_line(QRectF(line.left(), y, name_width - px(10), row_height), row.text, pen=pen, weight=weight)
        value_width = px(150)
        bar = QRectF(line.left() + name_width, y - px(5), line.width() - name_width - value_width, row_height)
        draw_shares(canvas, bar, row.shares, has_names=False)
        value = QRectF(bar.right() + px(10), y, value_width - px(10), row_height)
        canvas.draw_line(value, _guessed_row_text(row), size=12, pen=pen)
        y += row_height
    if scene.n_more:
        more = translate("LessonPictures", "number of further rows: %1").replace(
            "%1", wording.format_count(scene.n_more)
        )
        canvas.draw_line(QRectF(area.left(), y, area.width(), row_height), more, pen=tokens.quiet, size=12)
        y += row_height
    if not scene.words:
        return
    title = QRectF(area.left(), y + px(12), area.width(), px(22))
    words = translate("LessonPictures", "Counts for the next round: from known labels + from guessed labels")
    painting.paint_horizontal_line(painter, area.left(), area.right(), round(title.top() - px(4)), tokens.hair)
    canvas.draw_line(title, words, weight=600)
    y = title.bottom() + row_height
    room = area.left() + min(px(96), area.width() * 0.2)
    for place, (label, number_of_colour) in enumerate(scene.labels):
        left = room + place * (area.right() - room) / len(scene.labels)
        painting.paint_label_square(painter, tokens, left, title.bottom() + row_height / 2, number_of_colour)
        canvas.draw_line(QRectF(left + px(13), title.bottom(), px(150), row_height), label, size=12)
    longest = max(max(map(sum, zip(word.counted, word.guessed, strict=True))) for word in scene.words)
    for word in scene.words:
        _draw_guessed_count(canvas, QRectF(area.left(), y, area.width(), row_height), scene, word, longest)
        y += row_height


def _guessed_row_text(row: GuessedRow) -> str:
    best = max(row.shares, key=lambda each: each.share)
    if row.is_labelled:
        return best.label
    return f"{best.label} {format_percent(best.share)}" if best.share else "–"


def _draw_guessed_count(canvas: Canvas, line: QRectF, scene: GuessesScene, word: GuessedCount, longest: float) -> None:
    """Draw a bar for a word's count under each label: filled for labelled rows, hatched for rows with guessed
    labels.
    """
    painter, tokens = canvas.painter, canvas.tokens
    name_width, value_width = min(px(96), line.width() * 0.2), px(84)
    canvas.draw_line(QRectF(line.left(), line.top(), name_width - px(8), line.height()), word.word)
    column = (line.width() - name_width) / len(scene.labels)
    unit = max(column - value_width - px(16), px(10)) / (longest or 1.0)
    for place, (_, number_of_colour) in enumerate(scene.labels):
        left, top = line.left() + name_width + place * column, line.center().y() - px(6)
        counted = QRectF(left, top, word.counted[place] * unit, px(12))
        guessed = QRectF(counted.right(), top, word.guessed[place] * unit, px(12))
        if counted.width() > 0.5:
            painting.paint_label_bar(painter, tokens, counted, number_of_colour)
        if guessed.width() > 0.5:
            painting.paint_hatched_rect(painter, guessed, colour(label_outline(tokens, number_of_colour)))
        value = QRectF(guessed.right() + px(6), line.top(), value_width, line.height())
        canvas.draw_line(value, guessed_count_text(word, place), size=12, pen=tokens.quiet)


def _distance(first: QPointF, second: QPointF) -> float:
    return math.hypot(first.x() - second.x(), first.y() - second.y())


@dataclass(frozen=True, slots=True)
class LessonPicture:
    """A kind of picture: the functions that draw and describe it."""

    kind: PictureKind
    name: Callable[[], str]
    height: Callable[[Any], int]
    """Function that returns the height that a scene needs, in unscaled pixels."""
    describe: Callable[[Any], list[str]]
    """Function that returns the description of a scene, one sentence per part."""
    draw: Callable[[Canvas, Any], None]


PICTURES: dict[type[Scene], LessonPicture] = {
    OddsScene: LessonPicture(
        "odds", lambda: translate("LessonPictures", "Balance"),
        lambda scene: 138 + 24 * (len(scene.effects) + 1), describe_odds, draw_odds,
    ),
    CountsScene: LessonPicture(
        "counts", lambda: translate("LessonPictures", "Counts"),
        lambda scene: 26 + sum(24 + COUNT_ROW * len(group.bars) for group in scene.groups), describe_counts,
        draw_counts,
    ),
    PresenceScene: LessonPicture(
        "presence", lambda: translate("LessonPictures", "Words present and absent"),
        lambda scene: 52 + 24 * len(scene.words), describe_presence, draw_presence,
    ),
    BellsScene: LessonPicture(
        "bells", lambda: translate("LessonPictures", "Bell curves"),
        lambda scene: 150 * math.ceil(len(scene.columns) / 2), describe_bells, draw_bells,
    ),
    RegionsScene: LessonPicture(
        "regions", lambda: translate("LessonPictures", "Map"), lambda _scene: 230, describe_regions, draw_regions
    ),
    UnderflowScene: LessonPicture(
        "underflow", lambda: translate("LessonPictures", "Tiny products"),
        lambda _scene: 230, describe_underflow, draw_underflow,
    ),
    NetworkScene: LessonPicture(
        "network", lambda: translate("LessonPictures", "Network"), lambda _scene: 300, describe_network, draw_network
    ),
    ModelsScene: LessonPicture(
        "models", lambda: translate("LessonPictures", "Event models"),
        lambda scene: 20 + 50 * len(scene.models), describe_models, draw_models,
    ),
    GuessesScene: LessonPicture(
        "pile", lambda: translate("LessonPictures", "Pile"),
        lambda scene: 86 + GUESSED_ROW * (len(scene.rows) + bool(scene.n_more) + len(scene.words)), describe_guesses,
        draw_guesses,
    ),
}  # fmt: skip
