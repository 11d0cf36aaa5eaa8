"""Light and dark: our own palettes over Fusion, following the system or the person's choice.

On bare X11 Qt knows of no colour scheme and `setColorScheme` does nothing; setting a palette works everywhere.
"""

from __future__ import annotations

from enum import Enum

from PySide6.QtCore import QObject, Qt, Signal
from PySide6.QtGui import QColor, QPalette
from PySide6.QtWidgets import QApplication, QToolTip

from app.qt.look.colours import DARK, LIGHT, DesignValues
from app.qt.look.fonts import body_font, small, use_body_font
from app.qt.look.style import BayleafStyle


class ThemeChoice(Enum):
    """A person's choice of theme."""

    SYSTEM = "system"
    LIGHT = "light"
    DARK = "dark"


SCHEMES = {
    ThemeChoice.SYSTEM: Qt.ColorScheme.Unknown,
    ThemeChoice.LIGHT: Qt.ColorScheme.Light,
    ThemeChoice.DARK: Qt.ColorScheme.Dark,
}


def palette_for(tokens: DesignValues) -> QPalette:
    """Return the palette that the whole application paints with."""
    role = QPalette.ColorRole
    palette = QPalette()
    roles = {
        role.Window: tokens.paper,
        role.WindowText: tokens.text,
        role.Base: tokens.panel,
        role.AlternateBase: tokens.panel,
        role.Text: tokens.text,
        role.Button: tokens.panel,
        role.ButtonText: tokens.text,
        role.BrightText: tokens.on_accent,
        role.Highlight: tokens.chosen,
        role.HighlightedText: tokens.text,
        role.Accent: tokens.accent,
        role.Link: tokens.accent,
        role.LinkVisited: tokens.accent,
        role.PlaceholderText: tokens.faint,
        role.ToolTipBase: tokens.panel,
        role.ToolTipText: tokens.text,
        role.Light: tokens.panel,
        role.Midlight: tokens.hair,
        role.Mid: tokens.line,
        role.Dark: tokens.edge,
        role.Shadow: tokens.field,
    }
    for each, name in roles.items():
        palette.setColor(each, QColor(name))
    for each in (role.WindowText, role.Text, role.ButtonText, role.HighlightedText):
        palette.setColor(QPalette.ColorGroup.Disabled, each, QColor(tokens.faint))
    return palette


class Theme(QObject):
    """Keeps the application's palette in step with the choice and with the system."""

    changed = Signal()

    def __init__(self, application: QApplication, choice: ThemeChoice = ThemeChoice.SYSTEM, *, zoom: int = 100) -> None:
        super().__init__(application)
        self._application = application
        self._choice = choice
        application.setStyle(BayleafStyle())
        self.write_in(zoom)
        application.styleHints().colorSchemeChanged.connect(self._on_system_changed)
        self._apply()

    def write_in(self, zoom: int) -> None:
        """Write in this size, in hundredths of the usual one; what shows already must be made anew."""
        made = body_font()
        made.setPixelSize(round(made.pixelSize() * zoom / 100))
        use_body_font(made)
        QToolTip.setFont(small())

    @property
    def choice(self) -> ThemeChoice:
        """Return the person's choice of theme."""
        return self._choice

    @property
    def tokens(self) -> DesignValues:
        """The colours in use now."""
        if self._choice is ThemeChoice.SYSTEM:
            is_dark = self._application.styleHints().colorScheme() == Qt.ColorScheme.Dark
            return DARK if is_dark else LIGHT
        return DARK if self._choice is ThemeChoice.DARK else LIGHT

    def choose(self, choice: ThemeChoice) -> None:
        """Change to light, to dark, or to whatever the system has."""
        self._choice = choice
        self._apply()

    def _on_system_changed(self) -> None:
        if self._choice is ThemeChoice.SYSTEM:
            self._apply()

    def _apply(self) -> None:
        self._application.styleHints().setColorScheme(SCHEMES[self._choice])  # native dialogs and title bars
        self._application.setPalette(palette_for(self.tokens))
        self.changed.emit()
