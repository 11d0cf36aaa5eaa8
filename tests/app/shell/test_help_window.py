"""The help opens where the user is, finds words in all chapters, and exists in every language."""

from __future__ import annotations

import importlib
import re
from pathlib import Path

import pytest
from PySide6.QtCore import QUrl
from PySide6.QtWidgets import QApplication, QWidget
from pytestqt.qtbot import QtBot

from app.features import OPTIONAL_FEATURES, is_there
from app.kit.frame import EVALUATE_PAGE
from app.shell.help_window import HELP, SECTION_OF_PAGE, HelpWindow, read_chapter
from tests.app.in_the_window import running

LANGUAGES = ("en", "ru", "zh")
CHAPTERS = sorted(path.stem for path in HELP.glob("*.md") if "." not in path.stem and path.stem != "changelog")
OPTION = re.compile(r"(?<![\w-])--[a-z][a-z-]*")
with_all_features = pytest.mark.skipif(
    not all(map(is_there, OPTIONAL_FEATURES)), reason="an optional feature is deleted"
)
IMPORTED = re.compile(r"^ {4}from bayleaf\.(\S+) import (.+)$", re.MULTILINE)


@pytest.fixture
def owner(qtbot: QtBot, theme: object) -> QWidget:
    widget = QWidget()
    qtbot.addWidget(widget)
    return widget


def opened(qtbot: QtBot, owner: QWidget, page: int = -1) -> HelpWindow:
    window = HelpWindow("en", owner, page)
    with qtbot.waitExposed(window):
        window.show()
    return window


def listed(window: HelpWindow) -> list[str]:
    model = window._view.model()
    return [str(model.index(row, 0).data()) for row in range(model.rowCount())]


def test_without_a_page_it_begins_with_getting_started_at_the_top(qtbot: QtBot, owner: QWidget) -> None:
    window = opened(qtbot, owner)

    assert listed(window)[:2] == ["Getting started", "Common tasks"]
    assert "Getting started" in window._browser.toPlainText()
    assert window._browser.verticalScrollBar().value() == 0


def test_it_opens_at_the_section_of_the_page_that_one_is_on(qtbot: QtBot, owner: QWidget) -> None:
    window = opened(qtbot, owner, EVALUATE_PAGE)

    top = window._browser.cursorForPosition(window._browser.viewport().rect().topLeft()).block()
    shown = [top.text(), top.next().text()]
    assert any("Check how good it is" in line for line in shown), shown


def test_searched_words_find_sections_of_all_chapters_and_open_the_first(qtbot: QtBot, owner: QWidget) -> None:
    window = opened(qtbot, owner)

    window._list_matches("procmail")

    assert listed(window)
    assert "procmail" in window._browser.toPlainText()

    window._list_matches("xyzzy")
    assert listed(window) == ["Nothing found"]

    window._list_matches("")
    assert listed(window)[0] == "Getting started"


@pytest.mark.parametrize(
    ("language", "typed", "heading"),
    [
        ("en", "undo", "Undo and redo"),
        ("en", "delete", "Delete documents, labels and collections"),
        ("en", "wrong label", "Correct a wrong label"),
        ("en", "password", "Files that could not be read, and passwords"),
        ("en", "folder", "7. File away"),
        ("en", "backup", "Backup, and where the data is"),
        ("ru", "отмена", "Отменить и повторить"),
        ("ru", "удаление", "Удалить документы, метки и коллекции"),
        ("ru", "дубликаты", "Дубликаты"),
        ("ru", "печать", "Печать, изображение страницы, экспорт"),
        ("ru", "пароль", "Нечитаемые файлы и пароли"),
        ("zh", "撤销", "撤销和重做"),
        ("zh", "删除", "删除文档、标签和文集"),
        ("zh", "密码", "无法读取的文件和密码"),
    ],
)
def test_what_a_newcomer_types_finds_the_section_that_answers(
    qtbot: QtBot, owner: QWidget, language: str, typed: str, heading: str
) -> None:
    window = HelpWindow(language, owner)
    qtbot.addWidget(window)

    window._list_matches(typed)

    assert heading in listed(window)[:8]


def test_a_link_to_the_web_opens_nothing_and_one_to_a_chapter_opens_it(qtbot: QtBot, owner: QWidget) -> None:
    window = opened(qtbot, owner)

    window._on_link_clicked(QUrl("https://example.org/glossary.md"))
    assert window._shown is not None
    assert window._shown.name == "getting-started"

    window._on_link_clicked(QUrl("glossary.md"))
    assert window._shown.name == "glossary"


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_language_has_the_sections_that_pages_open(language: str) -> None:
    text = read_chapter("getting-started", language)
    n_sections = sum(line.startswith("## ") for line in text.splitlines())

    assert n_sections == sum(line.startswith("## ") for line in read_chapter("getting-started", "en").splitlines())
    assert max(section for _, section in SECTION_OF_PAGE.values()) <= n_sections


@pytest.mark.parametrize("language", LANGUAGES[1:])
@pytest.mark.parametrize("chapter", CHAPTERS)
def test_every_language_has_the_sections_and_options_of_the_english_chapter(chapter: str, language: str) -> None:
    english = (HELP / f"{chapter}.md").read_text(encoding="utf-8")
    translated = (HELP / f"{chapter}.{language}.md").read_text(encoding="utf-8")

    assert set(OPTION.findall(translated)) == set(OPTION.findall(english))
    assert [line.split(" ")[0] for line in translated.splitlines() if line.startswith("#")] == [
        line.split(" ")[0] for line in english.splitlines() if line.startswith("#")
    ]


@with_all_features
@pytest.mark.parametrize("page", sorted(HELP.glob("*.md")), ids=lambda page: page.name)
def test_examples_import_names_that_exist(page: Path) -> None:
    missing = [
        f"{module}.{name}"
        for module, names in IMPORTED.findall(page.read_text(encoding="utf-8"))
        for name in names.split(", ")
        if not hasattr(importlib.import_module(module), name)
    ]
    assert missing == []


@with_all_features
def test_the_window_lists_every_chapter(qtbot: QtBot, owner: QWidget) -> None:
    window = opened(qtbot, owner)

    assert sorted(chapter.name for chapter in window._chapters) == sorted([*CHAPTERS, "changelog"])


def test_a_question_mark_on_each_page_opens_the_help_at_the_section_of_that_page(
    qtbot: QtBot, qapp: QApplication, tmp_path: Path
) -> None:
    with running(qtbot, qapp, tmp_path / "window.ini") as somebody:
        for page in SECTION_OF_PAGE:
            somebody.open(page)
            somebody.click("Help on this page")
            shown = somebody.program.window.findChildren(HelpWindow)[-1]
            place = (shown._shown.name, shown._shown_section) if shown._shown else None
            assert place == SECTION_OF_PAGE[page]
            shown.close()


def test_a_section_that_says_how_stands_before_the_changelog(qtbot: QtBot, owner: QWidget) -> None:
    window = HelpWindow("en", owner)
    qtbot.addWidget(window)

    window._list_matches("test set")

    chapters = [entry.chapter.name for entry in window._entries]
    assert chapters[0] == "models-and-tests"
    assert chapters == sorted(chapters, key=lambda name: name == "changelog")
