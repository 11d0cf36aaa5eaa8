r"""Typeset formulas: fractions, subscripts, superscripts, and sums and products with limits.

The notation is a small part of TeX: `\frac{above}{below}`, `x_{i}`, `x^{2}`, and `∑` or `∏` with `_` and `^` for their
limits. All other characters are shown as they are. Single Latin letters are set in italics, words upright.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass

from PySide6.QtCore import QPointF, QRectF, QSize
from PySide6.QtGui import QFont, QFontMetricsF, QPainter

from app.kit.look import fonts
from app.kit.look.colours import DesignValues, colour
from app.kit.look.fonts import px
from app.kit.widgets import PaintedWidget

BODY, LEAST = 16.0, 10.0
SCRIPT_SCALE = 0.72
"""Font size of subscripts, superscripts and limits, relative to the main text."""
OPERATORS = "∑∏"
TOKEN = re.compile(r"\\frac|[{}_^]|[∑∏]|[^\W\d_]+|\d+(?:[.,]\d+)?|\s+|.", re.DOTALL)
DrawFunction = Callable[[QPainter, float, float], None]
"""Function that draws a box with a painter, given x and y of the left end of its baseline."""


@dataclass(frozen=True, slots=True)
class FormulaBox:
    """A laid-out part of a formula: its width, its heights above and below the baseline, and a function to draw it."""

    width: float
    height_above: float
    height_below: float
    draw: DrawFunction


@dataclass(frozen=True, slots=True)
class ScriptedSymbol:
    """A symbol with a subscript and a superscript. For sums and products these are the limits."""

    base: Node
    lower: Node | None = None
    upper: Node | None = None


@dataclass(frozen=True, slots=True)
class FormulaFraction:
    """A fraction in a formula: what is above and below the line."""

    numerator: Node
    denominator: Node


Node = str | ScriptedSymbol | FormulaFraction | tuple["Node", ...]


def parse_formula(source: str) -> Node:
    """Parse a formula. If a brace is not closed, its group ends at the end of the text."""
    tokens = [token for token in TOKEN.findall(source) if token]
    rows: list[Node] = []
    while tokens:
        rows.append(_parse_row(tokens))
    return tuple(rows)


def _parse_row(tokens: list[str]) -> Node:
    nodes: list[Node] = []
    while tokens:
        token = tokens.pop(0)
        if token == "}":
            break
        if token in ("_", "^"):
            base = nodes.pop() if nodes else ""
            script = base if isinstance(base, ScriptedSymbol) else ScriptedSymbol(base)
            argument = _parse_argument(tokens)
            lower, upper = (argument, script.upper) if token == "_" else (script.lower, argument)
            nodes.append(ScriptedSymbol(script.base, lower, upper))
        elif token == "\\frac":
            above = _parse_argument(tokens)
            nodes.append(FormulaFraction(above, _parse_argument(tokens)))
        else:
            nodes.append(_parse_row(tokens) if token == "{" else token)
    return tuple(nodes)


def _parse_argument(tokens: list[str]) -> Node:
    if not tokens:
        return ""
    token = tokens.pop(0)
    return _parse_row(tokens) if token == "{" else token


def formula_as_text(node: Node) -> str:
    """Return a formula as one line of text, for screen readers."""
    if isinstance(node, str):
        return node
    if isinstance(node, FormulaFraction):
        return f"({formula_as_text(node.numerator)}) / ({formula_as_text(node.denominator)})"
    if isinstance(node, ScriptedSymbol):
        lower = "" if node.lower is None else f"_{formula_as_text(node.lower)}"
        upper = "" if node.upper is None else f"^{formula_as_text(node.upper)}"
        return f"{formula_as_text(node.base)}{lower}{upper}"
    return "".join(map(formula_as_text, node))


def lay_out_formula(node: Node, size: float) -> FormulaBox:
    """Lay out a formula and return its box. `size` is the font size in unscaled pixels."""
    if isinstance(node, str):
        return _make_text_box(node, size)
    if isinstance(node, FormulaFraction):
        return _make_fraction_box(node, size)
    if isinstance(node, ScriptedSymbol):
        return (
            _make_limits_box(node, size)
            if isinstance(node.base, str) and node.base in OPERATORS
            else _make_script_box(node, size)
        )
    return _make_row_box([lay_out_formula(part, size) for part in node])


def _make_text_box(text: str, size: float) -> FormulaBox:
    if text.isspace():
        return FormulaBox(px(size) * 0.24, 0, 0, lambda _painter, _x, _y: None)
    is_letter = len(text) == 1 and text.isascii() and text.isalpha() and text not in "P"
    font = QFont(fonts.font(size * (1.5 if text in OPERATORS else 1.0)))
    font.setItalic(is_letter)
    metrics = QFontMetricsF(font)
    width = metrics.horizontalAdvance(text)
    room = px(size) * 0.2 if text in "=∝+−·≈>" else 0.0

    def draw(painter: QPainter, x: float, y: float) -> None:
        painter.setFont(font)
        painter.drawText(QPointF(x + room, y), text)

    return FormulaBox(width + 2 * room, metrics.capHeight() + px(2), metrics.descent(), draw)


def _make_row_box(boxes: list[FormulaBox]) -> FormulaBox:
    def draw(painter: QPainter, x: float, y: float) -> None:
        for box in boxes:
            box.draw(painter, x, y)
            x += box.width

    above = max((box.height_above for box in boxes), default=0.0)
    return FormulaBox(
        sum(box.width for box in boxes), above, max((box.height_below for box in boxes), default=0.0), draw
    )


def _make_fraction_box(node: FormulaFraction, size: float) -> FormulaBox:
    inner = max(size * 0.9, LEAST)
    above, below, gap = lay_out_formula(node.numerator, inner), lay_out_formula(node.denominator, inner), px(3)
    width, axis = max(above.width, below.width) + px(6), px(size) * 0.28

    def draw(painter: QPainter, x: float, y: float) -> None:
        line = y - axis
        painter.fillRect(QRectF(x + 1, round(line), width - 2, max(px(1), 1)), painter.pen().color())
        above.draw(painter, x + (width - above.width) / 2, line - gap - above.height_below)
        below.draw(painter, x + (width - below.width) / 2, line + gap + below.height_above)

    height = gap + above.height_above + above.height_below + axis
    return FormulaBox(width + px(2), height, gap + below.height_above + below.height_below - axis, draw)


def _make_script_box(node: ScriptedSymbol, size: float) -> FormulaBox:
    base, inner = lay_out_formula(node.base, size), max(size * SCRIPT_SCALE, LEAST)
    lower = lay_out_formula(node.lower, inner) if node.lower is not None else None
    upper = lay_out_formula(node.upper, inner) if node.upper is not None else None
    drop, lift = px(size) * 0.22, base.height_above * 0.6

    def draw(painter: QPainter, x: float, y: float) -> None:
        base.draw(painter, x, y)
        if lower is not None:
            lower.draw(painter, x + base.width, y + drop)
        if upper is not None:
            upper.draw(painter, x + base.width, y - lift)

    width = base.width + max(lower.width if lower else 0.0, upper.width if upper else 0.0) + 1
    above = max(base.height_above, lift + upper.height_above if upper else 0.0)
    return FormulaBox(width, above, max(base.height_below, drop + lower.height_below if lower else 0.0), draw)


def _make_limits_box(node: ScriptedSymbol, size: float) -> FormulaBox:
    base, inner = lay_out_formula(node.base, size), max(size * SCRIPT_SCALE, LEAST)
    lower, upper = lay_out_formula(node.lower or "", inner), lay_out_formula(node.upper or "", inner)
    width, foot = max(base.width, lower.width, upper.width), base.height_below * 0.5

    def draw(painter: QPainter, x: float, y: float) -> None:
        base.draw(painter, x + (width - base.width) / 2, y + px(2))
        lower.draw(painter, x + (width - lower.width) / 2, y + foot + px(2) + lower.height_above)
        upper.draw(painter, x + (width - upper.width) / 2, y - base.height_above - upper.height_below - px(1))

    rise = base.height_above + (upper.height_above + upper.height_below if node.upper is not None else 0.0)
    return FormulaBox(width + px(3), rise, foot + px(2) + lower.height_above + lower.height_below, draw)


class FormulaView(PaintedWidget):
    """Widget that shows one formula, in a smaller font if it is too wide."""

    def __init__(self) -> None:
        super().__init__()
        self._node: Node = ""

    def show_formula(self, source: str) -> None:
        """Show a formula. An empty text hides the widget."""
        self._node = parse_formula(source)
        spoken = formula_as_text(self._node)
        self.setAccessibleName(self.tr("Formula"))
        self.setAccessibleDescription(spoken)
        self.setVisible(bool(source))
        box = lay_out_formula(self._node, BODY)
        self.setFixedHeight(round(box.height_above + box.height_below) + px(8))
        self.update()

    def sizeHint(self) -> QSize:
        return QSize(px(200), self.height())

    def paint(self, painter: QPainter, tokens: DesignValues) -> None:
        size = BODY
        box = lay_out_formula(self._node, size)
        while box.width > self.width() and size > LEAST:
            size -= 1
            box = lay_out_formula(self._node, size)
        painter.setPen(colour(tokens.text))
        box.draw(painter, 0, (self.height() - box.height_above - box.height_below) / 2 + box.height_above)


def draw_fraction(painter: QPainter, at: QPointF, above: str, below: str, size: float = 12.0) -> float:
    """Draw a fraction with the painter's pen, and return its width. `at` is the left end of the fraction line."""
    box = _make_fraction_box(FormulaFraction((above,), (below,)), size)
    box.draw(painter, at.x(), at.y() + px(size) * 0.28)
    return box.width
