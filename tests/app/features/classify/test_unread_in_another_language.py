"""A file that could not be read says why in the language of the window, in the list and in the pane."""

from __future__ import annotations

from pathlib import Path

import pytest

from app.features.classify.page import VerdictTable, error_text
from app.kit.frame import CLASSIFY_PAGE
from app.library.recipes import RecipeRequest
from tests.app.in_the_window import InTheWindow, cells
from tests.app.mail_workspaces import mail_workspace


@pytest.fixture
def workspace(tmp_path: Path) -> Path:
    models = {"Filter": RecipeRequest(event_model="multinomial")}
    return mail_workspace(tmp_path / "mail.bayleaf", {"ham": 9, "spam": 8}, models)


def test_the_reason_is_told_in_the_language_of_the_window(somebody: InTheWindow, tmp_path: Path) -> None:
    broken = tmp_path / "broken.pdf"
    broken.write_bytes(b"%PDF-1.4\nnot one at all")

    old = somebody.program.window
    somebody.program.choose_language("ru")
    somebody.wait(lambda: somebody.program.window is not old)
    somebody.open(CLASSIFY_PAGE)
    somebody.drop([broken])
    somebody.wait(lambda: bool(somebody.models.classify.state.items))

    [item] = somebody.models.classify.state.items
    assert item.error
    told = error_text(item)
    assert any("а" <= letter <= "я" for letter in told)
    assert "broken.pdf" in told
    assert told in cells(somebody.part(VerdictTable), 3)
