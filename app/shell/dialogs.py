"""The dialogs for keyboard shortcuts, About, help, and crash reports."""

from __future__ import annotations

import platform
from contextlib import suppress
from importlib import metadata
from pathlib import Path

import PySide6
from PySide6.QtGui import QGuiApplication, QTextBlockFormat, QTextCursor, QTextDocument
from PySide6.QtWidgets import QDialog, QPlainTextEdit, QStackedWidget, QTextBrowser, QWidget

import resources
from app.domain.version import VERSION
from app.features import is_there
from app.kit.actions import list_shortcuts
from app.kit.array_table import Column
from app.kit.look import fonts
from app.kit.look.fonts import px
from app.kit.page_head import TabBar, make_bottom_close_box
from app.kit.table_view import ColumnLook, TableView
from app.kit.widgets import Button, Paragraph, TextLabel, column, make_bar, row, set_up_dialog, with_accessible_name

HELP = Path(resources.__file__).parent / "help"
PACKAGED_PARTS = Path(resources.__file__).parents[1] / "licences" / "LIST.txt"
"""List of third-party licences in the packaged program."""
PARTS = (
    "PySide6-Essentials", "numpy", "scipy", "sqlite-utils", "pypdfium2", "python-oxmsg",
    "python-calamine", "PyStemmer", "stopwordsiso", "regex",
    "striprtf", "defusedxml", "platformdirs",
)  # fmt: skip


class ShortcutsDialog(QDialog):
    """Lists all keyboard shortcuts."""

    def __init__(self, window: QWidget) -> None:
        super().__init__(window)
        set_up_dialog(self, self.tr("Keyboard shortcuts"), 460, 520)
        keys = [*list_shortcuts(window), *self._keys_of_pages()]
        names, caps = zip(*keys, strict=True)
        columns = (Column(self.tr("What"), names), Column(self.tr("Key"), caps, look=ColumnLook("quiet", 170)))
        view = TableView(self.tr("Keyboard shortcuts"), columns, edges=(24, 24))
        column(view, make_bottom_close_box(self), margins=(0, px(8), 0, px(16)), owner=self)

    def _keys_of_pages(self) -> list[tuple[str, str]]:
        return [
            (self.tr("Give a label to the chosen documents"), "1–9"),
            (self.tr("Take the label away"), "U"),
            (self.tr("Show or hide the text"), self.tr("Space")),
            (self.tr("The verdict is right"), "Enter"),
            (self.tr("Cancel what is on top"), "Esc"),
        ]


class AboutDialog(QDialog):
    """Shows the version and the licences of third-party parts."""

    def __init__(self, window: QWidget) -> None:
        super().__init__(window)
        set_up_dialog(self, self.tr("About Bayleaf"), 520, 460)
        summary = self.tr("A spam and document classifier you can see inside. Nothing leaves this computer.")
        name, about = TextLabel(f"Bayleaf {VERSION}"), Paragraph(px(20), summary)
        name.setFont(fonts.title())
        licences = with_accessible_name(QPlainTextEdit(_licences(), readOnly=True), self.tr("Licences"))
        head = QWidget()
        column(name, px(6), about, px(12), licences, margins=(px(24), px(20), px(24), px(8)), owner=head)
        column(head, make_bottom_close_box(self), margins=(0, 0, 0, px(16)), owner=self)


class HelpWindow(QDialog):
    """Shows the help pages in tabs."""

    def __init__(self, language: str, window: QWidget) -> None:
        super().__init__(window)
        set_up_dialog(self, self.tr("Bayleaf help"), 720, 600)
        tabs, pages = TabBar(), QStackedWidget()
        for name, title in [
            ("how-it-decides", self.tr("How it decides")),
            ("glossary", self.tr("Glossary")),
            ("command-line", self.tr("Command line")),
            ("mail-on-a-server", self.tr("Mail on a server")),
            ("privacy", self.tr("Privacy")),
            *([("cluster", self.tr("Cluster"))] if is_there("cluster") else []),
            ("changelog", self.tr("What changed")),
        ]:
            browser = with_accessible_name(QTextBrowser(openLinks=False), title)
            browser.setFrameShape(QTextBrowser.Shape.NoFrame)
            browser.document().setDocumentMargin(px(20))
            paths = (HELP / language / f"{name}.md", HELP / f"{name}.{language}.md", HELP / f"{name}.md")
            text = next((path.read_text(encoding="utf-8") for path in paths if path.is_file()), "")
            browser.document().setMarkdown(text, QTextDocument.MarkdownFeature.MarkdownNoHTML)
            form = QTextBlockFormat()  # Qt's Markdown import sets no paragraph spacing
            form.setLineHeight(140, QTextBlockFormat.LineHeightTypes.ProportionalHeight.value)
            form.setBottomMargin(px(8))
            cursor = QTextCursor(browser.document())
            cursor.select(QTextCursor.SelectionType.Document)
            cursor.mergeBlockFormat(form)
            browser.moveCursor(QTextCursor.MoveOperation.Start)  # the import leaves the cursor at the end
            tabs.addTab(title)
            pages.addWidget(browser)
        tabs.currentChanged.connect(pages.setCurrentIndex)
        column(make_bar(tabs, -1, height=41, sides=(9, 9)), pages, owner=self)


class CrashDialog(QDialog):
    """Reports a bug of the program, with a text to copy."""

    def __init__(self, report: str, window: QWidget) -> None:
        super().__init__(window)
        set_up_dialog(self, self.tr("Something went wrong inside Bayleaf"), 620, 420)
        versions = f"Bayleaf {VERSION}, Python {platform.python_version()}, Qt {PySide6.__version__}"
        self.report = f"{versions}\n{platform.platform()}\n\n{report}"
        words = Paragraph(px(20), self.tr(
            "This is a mistake in the program, not yours. Nothing was lost, and you can go on. "
            "The report below says where it happened; please read it before you pass it on."
        ))  # fmt: skip
        text = with_accessible_name(QPlainTextEdit(self.report, readOnly=True), self.tr("Report"))
        copy = Button(self.tr("Copy report"), lambda: QGuiApplication.clipboard().setText(self.report))
        foot = row(copy, -1, Button(self.tr("Go on"), self.accept, is_primary=True))
        column(words, px(12), text, px(12), foot, margins=(px(24), px(20), px(24), px(20)), owner=self)


def _licences() -> str:
    """Return a line per third-party part. A packaged program has a list file, as it contains more than libraries."""
    if PACKAGED_PARTS.is_file():
        return PACKAGED_PARTS.read_text(encoding="utf-8").strip()
    lines = []
    for name in PARTS:
        with suppress(metadata.PackageNotFoundError):
            about = metadata.metadata(name)
            known = [about[field] for field in ("License-Expression", "License") if field in about]
            licence = known[0].split("\n")[0] if known else ""
            lines.append(f"{name} {metadata.version(name)} – {licence}")
    return "\n".join(lines)
