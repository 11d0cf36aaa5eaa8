"""The light and dark theme: palettes, and the application style.

`Theme` follows the system or the user's choice. On plain X11 Qt has no colour scheme and `setColorScheme` does nothing,
so the palette is always set as well.

`BayleafStyle` takes metrics and behaviour from Fusion and draws all controls itself. Do not use style sheets: Qt stops
using a proxy style for a widget that has one. The focus is drawn as an outline or a fill, so it never changes a size.

Widgets pass hints to the style as dynamic properties: `primary` (the main button), `key` (shortcut text inside a
button), `beside` (text beside the value of a combo box), `edges` (margins of a table header), `ground` (colour behind a
scroll area).
"""

from __future__ import annotations

from collections.abc import Callable
from enum import Enum
from typing import TypeAlias, cast

from PySide6.QtCore import QObject, QRect, QRectF, QSize, Qt, Signal
from PySide6.QtGui import QColor, QPainter, QPalette
from PySide6.QtWidgets import (
    QApplication,
    QFrame,
    QProxyStyle,
    QStyle,
    QStyleHintReturn,
    QStyleHintReturnMask,
    QStyleOption,
    QStyleOptionButton,
    QStyleOptionComplex,
    QStyleOptionSlider,
    QToolTip,
    QWidget,
)

from app.kit.look import control_drawing, painting
from app.kit.look.colours import DARK, LIGHT, DesignValues, colour, design_values_of
from app.kit.look.fonts import body_font, px, small_font, use_body_font

State = QStyle.StateFlag


def scroll_bar_part(option: QStyleOptionSlider, part: QStyle.SubControl) -> QRect:
    """Return the rectangle of a scroll bar part. There are no arrow buttons."""
    whole: QRect = option.rect
    is_upright = option.orientation == Qt.Orientation.Vertical
    length = whole.height() if is_upright else whole.width()
    steps, size, start = option.maximum - option.minimum, length, 0
    if steps > 0:
        size = min(max(length * option.pageStep // (steps + option.pageStep), px(32)), length)
        start = QStyle.sliderPositionFromValue(
            option.minimum, option.maximum, option.sliderPosition, length - size, option.upsideDown
        )
    spans = {
        QStyle.SubControl.SC_ScrollBarGroove: (0, length),
        QStyle.SubControl.SC_ScrollBarSlider: (start, size),
        QStyle.SubControl.SC_ScrollBarSubPage: (0, start),
        QStyle.SubControl.SC_ScrollBarAddPage: (start + size, length - start - size),
    }
    offset, extent = spans.get(part, (0, 0))
    if extent == 0:
        return QRect()
    if is_upright:
        return QRect(whole.left(), whole.top() + offset, whole.width(), extent)
    return QRect(whole.left() + offset, whole.top(), extent, whole.height())


def paint_scroll_bar(
    option: QStyleOptionSlider, painter: QPainter, tokens: DesignValues, thumb: QRect, ground: str
) -> None:
    painter.fillRect(option.rect, colour(ground))
    if option.maximum <= option.minimum:
        return
    inset, inner = px(3), QRectF(thumb)
    is_upright = option.orientation == Qt.Orientation.Vertical
    inner = inner.adjusted(inset, 2, -inset, -2) if is_upright else inner.adjusted(2, inset, -2, -inset)
    is_hot = bool(option.state & (State.State_MouseOver | State.State_Sunken))
    painting.paint_round_rect(painter, inner, px(3), fill=colour(tokens.field if is_hot else tokens.edge))


Primitive = QStyle.PrimitiveElement
Control = QStyle.ControlElement
Draw = Callable[[QStyleOption, QPainter, DesignValues, QWidget | None], None]


class BayleafStyle(QProxyStyle):
    """A proxy style over Fusion that draws the controls in the program's own design."""

    def __init__(self) -> None:
        super().__init__("Fusion")
        self._primitives: dict[Primitive, Draw] = {
            Primitive.PE_Frame: control_drawing.paint_list_frame,
            Primitive.PE_FrameFocusRect: control_drawing.draw_nothing,
            Primitive.PE_FrameMenu: control_drawing.paint_popup_frame,
            Primitive.PE_PanelLineEdit: control_drawing.paint_line_edit,
            Primitive.PE_PanelButtonCommand: control_drawing.paint_push_button,
            Primitive.PE_IndicatorRadioButton: control_drawing.paint_radio_button,
            Primitive.PE_IndicatorCheckBox: control_drawing.paint_check_indicator,
            Primitive.PE_FrameTabBarBase: control_drawing.draw_nothing,
            Primitive.PE_FrameTabWidget: control_drawing.paint_tab_pane,
            Primitive.PE_PanelItemViewRow: control_drawing.draw_nothing,
            Primitive.PE_PanelScrollAreaCorner: control_drawing.draw_nothing,
            Primitive.PE_PanelTipLabel: control_drawing.paint_popup_frame,
        }
        self._controls: dict[Control, Draw] = {
            Control.CE_PushButtonBevel: control_drawing.paint_push_button,
            Control.CE_PushButtonLabel: control_drawing.paint_push_button_label,
            Control.CE_ComboBoxLabel: control_drawing.paint_combo_label,
            Control.CE_TabBarTab: control_drawing.paint_tab,
            Control.CE_MenuItem: control_drawing.paint_menu_item,
            Control.CE_MenuBarItem: control_drawing.paint_menu_bar_item,
            Control.CE_MenuBarEmptyArea: control_drawing.paint_menu_bar,
            Control.CE_Splitter: control_drawing.paint_splitter,
            Control.CE_Header: control_drawing.paint_header,
            Control.CE_HeaderEmptyArea: control_drawing.paint_header_section,
        }

    def drawPrimitive(
        self, element: Primitive, option: QStyleOption, painter: QPainter, widget: QWidget | None = None
    ) -> None:
        if draw := self._primitives.get(element):
            _draw_saving_painter(draw, option, painter, widget)
        else:
            super().drawPrimitive(element, option, painter, widget)

    def drawControl(
        self, element: Control, option: QStyleOption, painter: QPainter, widget: QWidget | None = None
    ) -> None:
        if element == Control.CE_ItemViewItem and (box := control_drawing.combo_box_of_list(widget)) is not None:
            control_drawing.paint_list_row(option, painter, design_values_of(option.palette), box)
        elif draw := self._controls.get(element):
            _draw_saving_painter(draw, option, painter, widget)
        else:
            super().drawControl(element, option, painter, widget)

    def drawComplexControl(
        self,
        control: QStyle.ComplexControl,
        option: QStyleOptionComplex,
        painter: QPainter,
        widget: QWidget | None = None,
    ) -> None:
        tokens = design_values_of(option.palette)
        if control == QStyle.ComplexControl.CC_ComboBox:
            _draw_saving_painter(control_drawing.paint_combo_box, option, painter, widget)
        elif control == QStyle.ComplexControl.CC_SpinBox:
            parts = (QStyle.SubControl.SC_SpinBoxUp, QStyle.SubControl.SC_SpinBoxDown)
            up, down = (QRectF(self.subControlRect(control, option, part, widget)) for part in parts)
            control_drawing.paint_spin_box(option, painter, tokens, up, down)
        elif control == QStyle.ComplexControl.CC_ScrollBar:
            thumb = self.subControlRect(control, option, QStyle.SubControl.SC_ScrollBarSlider, widget)
            is_paper = widget is not None and widget.property("ground") == "paper"
            ground = tokens.paper if is_paper else tokens.panel
            paint_scroll_bar(cast(QStyleOptionSlider, option), painter, tokens, thumb, ground)
        else:
            super().drawComplexControl(control, option, painter, widget)

    def subControlRect(
        self,
        control: QStyle.ComplexControl,
        option: QStyleOptionComplex,
        part: QStyle.SubControl,
        widget: QWidget | None = None,
    ) -> QRect:
        if control == QStyle.ComplexControl.CC_ScrollBar:
            return scroll_bar_part(cast(QStyleOptionSlider, option), part)
        rect = super().subControlRect(control, option, part, cast(QWidget, widget))
        if control == QStyle.ComplexControl.CC_ComboBox and part == QStyle.SubControl.SC_ComboBoxListBoxPopup:
            return control_drawing.list_rect(option, widget)
        return rect

    def subElementRect(self, element: QStyle.SubElement, option: QStyleOption, widget: QWidget | None = None) -> QRect:
        rect = super().subElementRect(element, option, cast(QWidget, widget))
        if element == QStyle.SubElement.SE_LineEditContents:
            return rect.adjusted(px(8), 0, -px(6), 0)
        return rect

    def sizeFromContents(
        self, kind: QStyle.ContentsType, option: QStyleOption, size: QSize, widget: QWidget | None = None
    ) -> QSize:
        if kind == QStyle.ContentsType.CT_PushButton:
            return control_drawing.button_size(cast(QStyleOptionButton, option), widget)
        default_size = super().sizeFromContents(kind, option, size, cast(QWidget, widget))
        if kind in (QStyle.ContentsType.CT_LineEdit, QStyle.ContentsType.CT_ComboBox, QStyle.ContentsType.CT_SpinBox):
            return QSize(default_size.width() + px(12), px(30))
        if kind == QStyle.ContentsType.CT_ItemViewItem:
            is_list = control_drawing.combo_box_of_list(widget) is not None
            return QSize(default_size.width(), px(control_drawing.ROW)) if is_list else default_size
        if kind == QStyle.ContentsType.CT_MenuBarItem:
            return QSize(size.width() + px(17), px(28) + 1)
        if kind == QStyle.ContentsType.CT_MenuItem:
            return control_drawing.menu_item_size(option, default_size)
        return default_size

    def pixelMetric(
        self, metric: QStyle.PixelMetric, option: QStyleOption | None = None, widget: QWidget | None = None
    ) -> int:
        if metric == QStyle.PixelMetric.PM_DefaultFrameWidth and control_drawing.is_list_window(widget):
            return px(control_drawing.INSET) + 1
        known = METRICS.get(metric)
        return px(known) if known is not None else super().pixelMetric(metric, option, widget)

    def styleHint(
        self,
        hint: QStyle.StyleHint,
        option: QStyleOption | None = None,
        widget: QWidget | None = None,
        returned: QStyleHintReturn | None = None,
    ) -> int:
        if hint in MASK_HINTS and option is not None and isinstance(returned, QStyleHintReturnMask):
            returned.region = control_drawing.region_inside_frame(option.rect)
            return 1
        known = HINTS.get(hint)
        return known if known is not None else super().styleHint(hint, option, widget, returned)


Metric: TypeAlias = QStyle.PixelMetric
Hint: TypeAlias = QStyle.StyleHint
METRICS: dict[Metric, float] = {
    **dict.fromkeys((
        Metric.PM_MenuBarVMargin, Metric.PM_MenuBarPanelWidth, Metric.PM_MenuBarItemSpacing, Metric.PM_MenuHMargin,
        Metric.PM_DefaultFrameWidth, Metric.PM_ButtonShiftHorizontal, Metric.PM_ButtonShiftVertical,
        Metric.PM_FocusFrameHMargin, Metric.PM_FocusFrameVMargin,
    ), 0),
    **dict.fromkeys((Metric.PM_SplitterWidth, Metric.PM_MenuPanelWidth), 1),
    Metric.PM_MenuVMargin: 4,
    **dict.fromkeys((
        Metric.PM_RadioButtonLabelSpacing, Metric.PM_CheckBoxLabelSpacing, Metric.PM_MenuBarHMargin,
        Metric.PM_ToolTipLabelFrameWidth,
    ), 8),
    Metric.PM_ScrollBarExtent: 12,
    **dict.fromkeys((
        Metric.PM_ExclusiveIndicatorWidth, Metric.PM_ExclusiveIndicatorHeight, Metric.PM_IndicatorWidth,
        Metric.PM_IndicatorHeight,
    ), 16),
    Metric.PM_ScrollBarSliderMin: 32,
}  # fmt: skip
MASK_HINTS = {Hint.SH_ToolTip_Mask, Hint.SH_Menu_Mask}
HINTS: dict[Hint, int] = {
    **dict.fromkeys((
        Hint.SH_EtchDisabledText, Hint.SH_DitherDisabledText, Hint.SH_ComboBox_Popup, Hint.SH_Header_ArrowAlignment,
        Hint.SH_ScrollBar_LeftClickAbsolutePosition,
    ), 0),
    Hint.SH_ComboBox_PopupFrameStyle: QFrame.Shape.StyledPanel.value | QFrame.Shadow.Plain.value,
    Hint.SH_ToolTip_WakeUpDelay: 600,
    Hint.SH_ItemView_ShowDecorationSelected: 1,
}  # fmt: skip


def _draw_saving_painter(draw: Draw, option: QStyleOption, painter: QPainter, widget: QWidget | None) -> None:
    painter.save()
    draw(option, painter, design_values_of(option.palette), widget)
    painter.restore()


class ThemeChoice(Enum):
    """The user's choice of theme."""

    SYSTEM = "system"
    LIGHT = "light"
    DARK = "dark"


SCHEMES = {
    ThemeChoice.SYSTEM: Qt.ColorScheme.Unknown,
    ThemeChoice.LIGHT: Qt.ColorScheme.Light,
    ThemeChoice.DARK: Qt.ColorScheme.Dark,
}


def palette_for(tokens: DesignValues) -> QPalette:
    """Return the application palette of a theme."""
    role = QPalette.ColorRole
    palette = QPalette()
    for ink, *roles in (
        (tokens.paper, role.Window),
        (tokens.panel, role.Base, role.AlternateBase, role.Button, role.ToolTipBase, role.Light),
        (tokens.text, role.WindowText, role.Text, role.ButtonText, role.HighlightedText, role.ToolTipText),
        (tokens.accent, role.Accent, role.Link, role.LinkVisited),
        (tokens.on_accent, role.BrightText),
        (tokens.chosen, role.Highlight),
        (tokens.faint, role.PlaceholderText),
        (tokens.hair, role.Midlight),
        (tokens.line, role.Mid),
        (tokens.edge, role.Dark),
        (tokens.field, role.Shadow),
    ):
        for one_role in roles:
            palette.setColor(one_role, QColor(ink))
    for one_role in (role.WindowText, role.Text, role.ButtonText, role.HighlightedText):
        palette.setColor(QPalette.ColorGroup.Disabled, one_role, QColor(tokens.faint))
    return palette


class Theme(QObject):
    """Sets style, font and palette of the application, and updates them when the choice or the system changes."""

    changed = Signal()

    def __init__(self, application: QApplication, choice: ThemeChoice = ThemeChoice.SYSTEM, *, zoom: int = 100) -> None:
        super().__init__(application)
        self._application, self.choice = application, choice
        application.setStyle(BayleafStyle())
        self.set_zoom(zoom)
        application.styleHints().colorSchemeChanged.connect(self._on_system_changed)
        self._apply_palette()

    def set_zoom(self, zoom: int) -> None:
        """Set the zoom in percent. Widgets that already exist keep their size."""
        font = body_font()
        font.setPixelSize(round(font.pixelSize() * zoom / 100))
        use_body_font(font)
        QToolTip.setFont(small_font())

    @property
    def tokens(self) -> DesignValues:
        """The design values of the active theme."""
        scheme = SCHEMES[self.choice]
        if self.choice is ThemeChoice.SYSTEM:
            scheme = self._application.styleHints().colorScheme()
        return DARK if scheme == Qt.ColorScheme.Dark else LIGHT

    def choose(self, choice: ThemeChoice) -> None:
        """Switch to the light or dark theme, or follow the system."""
        self.choice = choice
        self._apply_palette()

    def _on_system_changed(self) -> None:
        if self.choice is ThemeChoice.SYSTEM:
            self._apply_palette()

    def _apply_palette(self) -> None:
        self._application.styleHints().setColorScheme(SCHEMES[self.choice])  # native dialogs and title bars
        self._application.setPalette(palette_for(self.tokens))
        self.changed.emit()
