"""A workspace that could not be opened: nothing can be done in it, and another one is a click away."""

from __future__ import annotations

from pathlib import Path

import pytest
from PySide6.QtWidgets import QAbstractButton, QApplication, QFileDialog
from pytestqt.qtbot import QtBot

from tests.app.in_the_window import running


def test_only_another_workspace_is_offered_until_one_is_open(
    qtbot: QtBot, qapp: QApplication, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    broken, other = tmp_path / "broken.bayleaf", tmp_path / "other.bayleaf"
    broken.write_bytes(b"no database at all")
    monkeypatch.setattr(QFileDialog, "getOpenFileName", lambda *_about: (str(other), ""))
    with running(qtbot, qapp, tmp_path / "window.ini", broken) as somebody:
        somebody.wait(lambda: "This workspace could not be opened" in somebody.texts())
        buttons = somebody.program.window.findChildren(QAbstractButton)
        assert {"Import…"}.isdisjoint(each.text() for each in buttons if each.isVisible())
        menus = [action for action in somebody.program.window.actions() if action.text() == "&Import documents…"]
        assert menus == []

        somebody.click("Open another workspace…")
        somebody.rest()

        assert "Drop a folder with documents or mail here" in somebody.texts()
        assert somebody.program.frame.state.workspace == other
        assert broken.read_bytes() == b"no database at all"
