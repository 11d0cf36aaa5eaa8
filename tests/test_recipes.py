"""The recipes of the contributors' page are true: what they name is there, and following them is enough."""

from __future__ import annotations

import dataclasses
import json
import re
from dataclasses import fields
from pathlib import Path

import pytest
from click.testing import CliRunner
from pytestqt.qtbot import QtBot

from app.cli import command_group
from app.domain.documents import Document, ReadLimits, SourceOptions
from app.domain.records import DocumentHeading
from app.domain.results import DocumentRow, LabelCount, Overview
from app.features.documents.columns import columns_of
from app.kit.look.theme import Theme
from app.readers import kinds, parsers, reading
from app.shell import pages as page_models
from app.store.workspace import Workspace
from tests.app.qt_fixtures import theme
from tests.app.store.made_up import imported, mails

__all__ = ["theme"]

ROOT = Path(__file__).parents[1]
PAGE = (ROOT / ".github" / "CONTRIBUTING.md").read_text(encoding="utf-8")
RECIPES = [
    "An event model",
    "A kind of model",
    "A kind of file",
    "A column of the documents table",
    "A command",
    "A page",
]


def test_every_file_that_it_names_is_there() -> None:
    pages = PAGE + (ROOT / ".github" / "ARCHITECTURE.md").read_text(encoding="utf-8")
    named = set(re.findall(r"`((?:app|nbengine|tests|resources|packaging)/[\w./-]+)`", pages))

    assert len(named) > 25
    assert sorted(name for name in named if not (ROOT / name).exists()) == []


def test_every_name_that_it_gives_stands_in_the_file_beside_it() -> None:
    pairs = re.findall(r"`(\w+)` (?:in|\() ?`((?:app|nbengine)/[\w./]+\.py)`", PAGE)

    assert len(pairs) >= 6
    assert [(name, file) for name, file in pairs if name not in (ROOT / file).read_text(encoding="utf-8")] == []


def test_it_has_six_recipes() -> None:
    assert re.findall(r"^### (.+)$", PAGE, re.MULTILINE) == RECIPES


def test_a_kind_of_file_needs_its_first_bytes_and_a_parser(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(kinds, "MAGIC", (*kinds.MAGIC, (b"ODD!", "odd")))
    monkeypatch.setattr(kinds, "ALL_MAGIC", (*kinds.ALL_MAGIC, b"ODD!"))
    monkeypatch.setitem(parsers.PARSERS, "odd", ("tests.odd_parts", "odd_text"))
    parsers.text_parser.cache_clear()

    [document] = reading.read_bytes(b"ODD!sdrow ddo", "a.odd", SourceOptions(), ReadLimits())

    assert isinstance(document, Document)
    assert document.text == "odd words"


def test_a_command_needs_a_module_and_a_line(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(command_group.COMMANDS, "odd", ("tests.odd_parts", "command", "Say something odd."))

    said = CliRunner().invoke(command_group.cli, ["odd", "--json"])

    assert json.loads(said.stdout) == {"odd": True}
    assert "Say something odd." in CliRunner().invoke(command_group.cli, ["--help"]).stdout


def test_a_column_is_one_record_that_reads_a_row(qtbot: QtBot, theme: Theme, tmp_path: Path) -> None:
    with Workspace(tmp_path / "mine.bayleaf", create=True) as workspace:
        imported(workspace, mails(3))
        headings = workspace.documents.headings([int(n) for n in workspace.documents.columns("mail").numbers])
    rows = [DocumentRow(one.number, one.title, one.sender, one.date_s, one.label) for one in headings]
    labels = (LabelCount("ham", 0, 2), LabelCount("spam", 1, 1))

    columns = columns_of(Overview("mail", 3, labels, positive="spam"))

    assert {field.name for field in dataclasses.fields(DocumentHeading)} >= {"title", "sender", "date_s", "label"}
    assert [column.title for column in columns] == [
        "Label",
        "Subject",
        "From",
        "Date",
        "Chance of spam",
        "Kind",
        "Size",
        "File",
        "Characters",
    ]
    assert [column.text(rows[0]) for column in columns][:2] == [rows[0].label, rows[0].title]
    assert len(columns_of(Overview("mail", 3, labels, is_table=True))) == 2


def test_documents_that_are_no_mail_show_senders_and_dates_only_when_asked(theme: Theme) -> None:
    labels = (LabelCount("bills", 0, 3),)
    mail, papers = (columns_of(Overview("all", 3, labels, is_mail=is_of_mail)) for is_of_mail in (True, False))
    shown = [[column.title for column in columns if not column.look.is_extra] for columns in (mail, papers)]

    assert shown == [["Label", "Subject", "From", "Date"], ["Label", "Title", "Kind", "Size"]]
    assert {"From", "Date"} < {column.title for column in papers}
    posts = columns_of(Overview("all", 3, labels, is_mail=True, has_dates=False))
    assert [column.title for column in posts if not column.look.is_extra] == ["Label", "Subject", "From"]


def test_a_page_is_a_folder_with_a_model_and_widgets() -> None:
    pages = page_models.PAGES

    assert [name for name in page_models.PRELOADED_MODULES if name.endswith(".page")] == [
        f"{name}.page" for name in pages.values()
    ]
    assert set(pages) <= {each.name for each in fields(page_models.ViewModels)}
    for folder in pages.values():
        assert (ROOT / "app" / "features" / folder / "view_model.py").exists(), folder
        assert (ROOT / "app" / "features" / folder / "page.py").exists(), folder
    assert {"documents", "training", "words", "classify", "inbox", "evaluation", "lessons"} <= set(pages)
