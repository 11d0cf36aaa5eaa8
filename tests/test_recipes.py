"""The recipes of the contributors' page are true: what they name is there, and following them is enough."""

from __future__ import annotations

import ast
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
ARCHITECTURE = (ROOT / ".github" / "ARCHITECTURE.md").read_text(encoding="utf-8")
NOT_OURS = {"INSERT", "isinstance", "resources", "bayleaf"}
"""Words in the form of a name that Python, SQLite or a folder defines."""
RECIPES = [
    "An event model",
    "A kind of model",
    "A kind of file",
    "A stored value of a document",
    "A column of the documents table",
    "A command",
    "A page",
]


def test_every_file_that_it_names_is_there() -> None:
    named = set(re.findall(r"`((?:app|nbengine|tests|resources|packaging)/[\w./-]+)`", PAGE + ARCHITECTURE))

    assert len(named) > 25
    assert sorted(name for name in named if not (ROOT / name).exists()) == []


def test_every_name_that_it_gives_is_defined_in_the_file_beside_it() -> None:
    pairs = re.findall(r"`@?(\w+)` (?:in|\() ?`((?:app|nbengine|tests)/[\w./]+\.py)`", PAGE + ARCHITECTURE)

    assert len(pairs) >= 20
    assert [(name, file) for name, file in pairs if name not in names_defined_in(ROOT / file)] == []


def test_every_name_that_it_gives_is_defined_somewhere() -> None:
    text = re.sub(r"```.*?```", "", PAGE + ARCHITECTURE, flags=re.DOTALL)
    files = [file for top in ("app", "nbengine", "packaging") for file in sorted((ROOT / top).rglob("*.py"))]
    modules = {part for file in files for part in file.relative_to(ROOT).with_suffix("").parts}
    tests = set().union(*map(names_defined_in, sorted((ROOT / "tests").rglob("test_*.py"))))
    known = modules.union(NOT_OURS, {name for name in tests if name.startswith("test_")}, *map(names_defined_in, files))
    named = set(re.findall(r"`@?([A-Za-z_]\w*)`", text))

    assert len(named) > 80
    assert sorted(named - known) == []


def names_defined_in(file: Path) -> set[str]:
    """Return the names of functions, classes, parameters, variables and attributes that a file defines."""
    names: set[str] = set()
    for node in ast.walk(ast.parse(file.read_text(encoding="utf-8"))):
        match node:
            case ast.FunctionDef(name=name) | ast.AsyncFunctionDef(name=name) | ast.ClassDef(name=name):
                names.add(name)
            case ast.arg(arg=name) | ast.Name(id=name, ctx=ast.Store()) | ast.Attribute(attr=name, ctx=ast.Store()):
                names.add(name)
    return names


def test_only_definitions_count_as_names(tmp_path: Path) -> None:
    file = tmp_path / "module.py"
    file.write_text("import loaded\nclass Kind:\n    field: int\ndef made(given):  # resolve\n    given.set = used()\n")

    assert names_defined_in(file) == {"Kind", "field", "made", "given", "set"}


def test_it_has_seven_recipes() -> None:
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
        headings = workspace.documents.headings([int(n) for n in workspace.documents.columns("mail").document_numbers])
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
