"""Every kind of edit that the store writes down can be told at the foot of the window."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from pytestqt.qtbot import QtBot

import app.store
from app.domain.records import EditRecord
from app.shell.workspace_view_model import EditSentences

FACTS = {"corpus": "mail", "new": "post", "label": "spam", "weight": "2"}


def kinds_of_edits() -> list[str]:
    """The kinds that the store's own source names."""
    source = "".join(path.read_text("utf-8") for path in sorted(Path(app.store.__file__).parent.rglob("*.py")))
    named = re.findall(r'new_edit\(self\._file, "([\w-]+)"', source)
    return sorted({*named, *re.findall(r'_replace_everywhere\(.*"(label-\w+)"', source)})


@pytest.mark.parametrize("kind", kinds_of_edits())
def test_every_kind_of_edit_is_told_in_words(qtbot: QtBot, kind: str) -> None:
    told = EditSentences().sentence(EditRecord(1, kind, FACTS, 3))

    assert told != kind
    assert "%" not in told.replace("%Ln", "").replace("%n", "")


def test_an_edit_that_takes_a_label_off_names_no_label(qtbot: QtBot) -> None:
    told = EditSentences().sentence(EditRecord(1, "relabel", {"label": ""}, 3))

    assert told.startswith("Label removed from ")


def test_the_store_names_its_kinds_of_edits() -> None:
    assert {"import", "relabel", "remove", "label-merge", "corpus-add"} <= set(kinds_of_edits())
