"""The one way to give anything a tooltip.

Qt takes words for rich text when they look like it, and opens the pictures that they name. What is shown here may come
from strangers, so every tip is plain text, broken into lines of one width.
"""

from __future__ import annotations

import re
from typing import Protocol

from PySide6.QtCore import QPoint
from PySide6.QtGui import QTextLayout
from PySide6.QtWidgets import QToolTip, QWidget

from app.domain.documents import one_line
from app.qt.look import fonts
from app.qt.look.fonts import px

WIDTH, MOST_LINES = 300, 8
MOST_LETTERS = 1000
LOOKS_RICH = re.compile(r"<(?=[^\s\d])|&(?=lt;)")
WORD_JOINER = "\N{WORD JOINER}"
"""Invisible, and no name of a tag begins with it."""


class HasTip(Protocol):
    """A widget or an action."""

    def setToolTip(self, words: str, /) -> None: ...


def set_tip(owner: HasTip, words: str) -> None:
    """Give something a tooltip, or none."""
    owner.setToolTip(plain_tip(words))


def show_tip(at: QPoint, words: str, owner: QWidget) -> None:
    """Show a tooltip now; no words hide it."""
    QToolTip.showText(at, plain_tip(words), owner)


def plain_tip(words: str) -> str:
    """Return words that Qt shows as they are, in lines that are not too long."""
    lines = [piece for line in words[:MOST_LETTERS].split("\n") for piece in _broken(one_line(line))]
    if len(lines) > MOST_LINES or len(words) > MOST_LETTERS:
        lines = [*lines[: MOST_LINES - 1], f"{''.join(lines[MOST_LINES - 1 : MOST_LINES]).rstrip()}…"]
    return LOOKS_RICH.sub(rf"\g<0>{WORD_JOINER}", "\n".join(lines))


def _broken(words: str) -> list[str]:
    layout = QTextLayout(words, fonts.small())
    layout.beginLayout()
    starts = []
    while (line := layout.createLine()).isValid():
        line.setLineWidth(px(WIDTH))
        starts.append(line.textStart())
    layout.endLayout()
    ends = [*starts[1:], len(words)]
    return [words[start:end].rstrip() for start, end in zip(starts, ends, strict=True)] or [words]
