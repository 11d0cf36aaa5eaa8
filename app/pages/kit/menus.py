"""Menus that open over a part of a page, and go away by themselves."""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtCore import QPoint, Qt
from PySide6.QtWidgets import QAbstractScrollArea, QMenu, QWidget


def popped(menu: QMenu, at: QPoint) -> None:
    """Show a menu that goes away by itself."""
    menu.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
    menu.popup(at)


def offer_menu(part: QWidget, make: Callable[[QPoint], QMenu | None]) -> None:
    """Show the menu that is made for the place of a right click; none where there is nothing to offer."""
    area = part.viewport() if isinstance(part, QAbstractScrollArea) else part

    def show(at: QPoint) -> None:
        menu = make(at)
        if menu is not None and not menu.isEmpty():
            popped(menu, area.mapToGlobal(at))

    part.setContextMenuPolicy(Qt.ContextMenuPolicy.CustomContextMenu)
    part.customContextMenuRequested.connect(show)


def under(button: QWidget) -> QPoint:
    """Return where a menu opens under a button."""
    return button.mapToGlobal(button.rect().bottomLeft())


def literally(name: str) -> str:
    """Write a name for a menu, which takes & for the sign of a key."""
    return name.replace("&", "&&")
