"""The help window: a list of chapters on the left with a search field above it, and the text on the right.

It opens at the chapter of the current page. Chapters are Markdown files in `resources/help`, one per language.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from operator import itemgetter
from pathlib import Path

from PySide6.QtCore import Qt, QUrl
from PySide6.QtGui import QImage, QShowEvent, QTextBlockFormat, QTextCursor, QTextDocument
from PySide6.QtWidgets import QDialog, QTextBrowser, QWidget

import resources
from app.features import is_there
from app.kit.array_table import Column
from app.kit.fields import SearchField
from app.kit.frame import (
    CLASSIFY_PAGE,
    DOCUMENTS_PAGE,
    EVALUATE_PAGE,
    INBOX_PAGE,
    LESSONS_PAGE,
    SORT_PAGE,
    TRAIN_PAGE,
    WORDS_PAGE,
)
from app.kit.look.fonts import px, use_semi_bold
from app.kit.table_view import TableView
from app.kit.widgets import Pane, column, row, set_up_dialog, with_accessible_name

HELP = Path(resources.__file__).parent / "help"
SECTION_OF_PAGE = {
    DOCUMENTS_PAGE: ("getting-started", 1),
    SORT_PAGE: ("getting-started", 2),
    TRAIN_PAGE: ("getting-started", 3),
    WORDS_PAGE: ("getting-started", 4),
    EVALUATE_PAGE: ("getting-started", 5),
    CLASSIFY_PAGE: ("getting-started", 6),
    INBOX_PAGE: ("getting-started", 8),
    LESSONS_PAGE: ("getting-started", 9),
}
"""Page number to (chapter, section of that chapter), with sections counted from 1."""
CHANGELOG = "changelog"
HEADING = re.compile(r"^##+ +(.+)$", re.MULTILINE)
CHAPTERS_WIDTH, PICTURE_WIDTH, SHOWN_MATCHES = 220, 600, 200


@dataclass(frozen=True, slots=True)
class Chapter:
    """A help page: its file name, its title, and its text in Markdown."""

    name: str
    title: str
    text: str

    @property
    def sections(self) -> list[tuple[str, str]]:
        """Return (heading, text) of each section; the text before the first heading has the chapter's title."""
        pieces = HEADING.split(self.text)
        return [(self.title, pieces[0]), *zip(pieces[1::2], pieces[2::2], strict=True)]


@dataclass(frozen=True, slots=True)
class HelpEntry:
    """A row of the list on the left: a chapter, or a section that contains the searched words."""

    chapter: Chapter
    section_number: int
    """Number of the section, from 1; 0 is the beginning of the chapter."""
    name: str


class HelpBrowser(QTextBrowser):
    """Shows a chapter with its pictures, which are scaled to the width of the text."""

    def __init__(self) -> None:
        super().__init__(openLinks=False)

    def loadResource(self, kind: int, name: QUrl | str) -> object:
        if kind != QTextDocument.ResourceType.ImageResource.value:
            return None
        picture = QImage(str(HELP / "pictures" / QUrl(name).fileName()))
        width = min(picture.width(), px(PICTURE_WIDTH))
        return picture.scaledToWidth(width, Qt.TransformationMode.SmoothTransformation)


class HelpWindow(QDialog):
    """Shows the help. It opens at the chapter on `page`, the page that the main window shows."""

    def __init__(self, language: str, window: QWidget, page: int = -1) -> None:
        super().__init__(window)
        set_up_dialog(self, self.tr("Bayleaf help"), 900, 640)
        self._chapters = [Chapter(name, title, read_chapter(name, language)) for name, title in self._chapter_titles()]
        self._shown: Chapter | None = None
        self._shown_section = 0
        self._search, self._view = SearchField(self.tr("Search the help")), TableView(self.tr("Chapters"))
        self._view.horizontalHeader().setVisible(False)
        self._browser = with_accessible_name(HelpBrowser(), self.tr("Bayleaf help"))
        self._browser.setFrameShape(QTextBrowser.Shape.NoFrame)
        self._browser.document().setDocumentMargin(px(20))
        self._browser.anchorClicked.connect(self._on_link_clicked)
        side = Pane("side", "r")
        side.setFixedWidth(px(CHAPTERS_WIDTH))
        column(self._search, px(8), self._view, margins=(px(8), px(12), px(9), px(8)), owner=side)
        row(side, self._browser, owner=self)
        self._entries = [HelpEntry(chapter, 0, chapter.title) for chapter in self._chapters]
        self._search.searched.connect(self._list_matches)
        self._view.row_chosen.connect(self._on_row_chosen)
        self._show_entries()
        name, section = SECTION_OF_PAGE.get(page, ("getting-started", 0))
        self.open_chapter(name, section)

    def _chapter_titles(self) -> list[tuple[str, str]]:
        return [
            ("getting-started", self.tr("Getting started")),
            ("common-tasks", self.tr("Common tasks")),
            ("how-it-decides", self.tr("How it decides")),
            ("models-and-tests", self.tr("Models and tests")),
            ("glossary", self.tr("Glossary")),
            *(
                [("lessons", self.tr("Lessons")), ("classroom", self.tr("In the classroom"))]
                if is_there("teaching")
                else []
            ),
            ("mail-on-a-server", self.tr("Mail on a server")),
            ("mail-programs", self.tr("Mail programs")),
            ("command-line", self.tr("Command line")),
            ("filing", self.tr("Filing and watching")),
            ("other-programs", self.tr("Other programs")),
            ("privacy", self.tr("Privacy")),
            ("workspace", self.tr("Workspace file")),
            *(
                [("cluster", self.tr("Cluster")), ("cluster-details", self.tr("Cluster in detail"))]
                if is_there("cluster")
                else []
            ),
            (CHANGELOG, self.tr("What changed")),
        ]

    def open_chapter(self, name: str, section: int = 0) -> None:
        """Show a chapter, scrolled to a section; 0 is the beginning of the chapter."""
        chapter = next(chapter for chapter in self._chapters if chapter.name == name)
        if self._shown is not chapter:
            self._shown = chapter
            self._browser.document().setMarkdown(chapter.text, QTextDocument.MarkdownFeature.MarkdownNoHTML)
            use_semi_bold(self._browser.document())
            self._set_line_spacing()
        self._shown_section = section
        self._scroll_to(section)

    def showEvent(self, event: QShowEvent) -> None:
        super().showEvent(event)
        if not event.spontaneous():
            self._scroll_to(self._shown_section)  # before, the text was laid out for another width

    def _set_line_spacing(self) -> None:
        """Set line height and paragraph spacing. Qt's import of Markdown does not set them."""
        form = QTextBlockFormat()
        form.setLineHeight(140, QTextBlockFormat.LineHeightTypes.ProportionalHeight.value)
        form.setBottomMargin(px(8))
        cursor = QTextCursor(self._browser.document())
        cursor.select(QTextCursor.SelectionType.Document)
        cursor.mergeBlockFormat(form)

    def _scroll_to(self, section: int) -> None:
        self._browser.moveCursor(QTextCursor.MoveOperation.Start)
        self._browser.document().documentLayout().documentSize()  # lays all out, so that the bar has its range
        block, n_passed = self._browser.document().begin(), 0
        while section and block.isValid():
            n_passed += block.blockFormat().headingLevel() > 1
            if n_passed == section:
                top = self._browser.document().documentLayout().blockBoundingRect(block).top()
                self._browser.verticalScrollBar().setValue(round(top) - px(8))
                return
            block = block.next()

    def _list_matches(self, typed: str) -> None:
        """List the sections that contain every typed word, best matches first; without words, all chapters.

        Sections of the changelog come last, because they do not say how to do something.
        """
        words = typed.casefold().split()
        if words:
            ranked = [
                ((chapter.name == CHANGELOG, rank), HelpEntry(chapter, number, heading))
                for chapter in self._chapters
                for number, (heading, text) in enumerate(chapter.sections)
                if (rank := rank_match(words, heading.casefold(), text.casefold())) is not None
            ]
            self._entries = [entry for _rank, entry in sorted(ranked, key=itemgetter(0))][:SHOWN_MATCHES]
        else:
            self._entries = [HelpEntry(chapter, 0, chapter.title) for chapter in self._chapters]
        self._show_entries()
        if words and self._entries:
            self._view.choose_row(0)

    def _show_entries(self) -> None:
        nothing = [self.tr("Nothing found")] if not self._entries else []
        names = [re.sub(r"[*`]", "", entry.name) for entry in self._entries] or nothing
        self._view.show_columns((Column(self.tr("Chapters"), names),))

    def _on_row_chosen(self, number: int) -> None:
        if 0 <= number < len(self._entries):
            place = self._entries[number]
            self.open_chapter(place.chapter.name, place.section_number)
            words = self._search.text().split()
            if words:
                self._browser.find(words[0])

    def _on_link_clicked(self, link: QUrl) -> None:
        """Follow a link to another chapter. Links to the web are shown but not opened: Bayleaf opens no connections."""
        name = link.fileName().split(".")[0]
        if link.isRelative() and any(chapter.name == name for chapter in self._chapters):
            self.open_chapter(name)


def rank_match(words: Sequence[str], heading: str, text: str) -> int | None:
    """Return how well a section of the help matches a search; a lower number is a better match.

    0: the heading has all words. 1: the heading has the stems of all words. 2: the section has the words in this order,
    as "test set". 3 and 4: the section has the words, or their stems. None: no match. Stems are compared because
    Russian inflects: "удаление" must find the section "Удалить".
    """
    stems = [word[: max(4, len(word) - 4)] for word in words]
    whole = f"{heading}\n{text}"
    tests = ((words, heading), (stems, heading), ([" ".join(words)], whole), (words, whole), (stems, whole))
    return next((rank for rank, (each, place) in enumerate(tests) if all(word in place for word in each)), None)


def read_chapter(name: str, language: str) -> str:
    """Return the text of a chapter in a language; in English if it is not translated."""
    paths = (HELP / f"{name}.{language}.md", HELP / f"{name}.md")
    return next((path.read_text(encoding="utf-8") for path in paths if path.is_file()), "")
