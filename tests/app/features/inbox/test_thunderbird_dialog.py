"""The window connects Thunderbird with its workspace, says what is left to do, and takes it all back."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path

import pytest
from PySide6.QtGui import QGuiApplication
from pytestqt.qtbot import QtBot

from app.features.inbox.page import InboxPage
from app.features.inbox.server_mailboxes import ThunderbirdDialog
from app.features.inbox.view_model import InboxViewModel
from app.kit.look.theme import Theme
from app.kit.widgets import Button, Paragraph, TextLabel
from app.library.thunderbird import command_for, connect, folders_of_this_user
from tests.inline_runner import InlineRunner


@pytest.fixture
def dialog(qtbot: QtBot, theme: Theme, inline_runner: InlineRunner, workspace: Path) -> Iterator[ThunderbirdDialog]:
    model = InboxViewModel(inline_runner, find_places=lambda _context: ())
    model.open_workspace(workspace)
    inline_runner.run()
    page = InboxPage(model)
    qtbot.addWidget(page)
    page.show()
    [open_it] = [button for button in page.findChildren(Button) if button.text() == "Connect Thunderbird…"]
    open_it.click()
    inline_runner.run()
    [opened] = page.findChildren(ThunderbirdDialog)
    yield opened
    model.close_workspace()


def press(dialog: ThunderbirdDialog, name: str, runner: InlineRunner) -> None:
    [button] = [each for each in dialog.findChildren(Button) if each.text() == name and each.isVisible()]
    button.click()
    runner.run()


def said(dialog: ThunderbirdDialog) -> str:
    paragraphs = [each.accessibleName() for each in dialog.findChildren(Paragraph) if not each.isHidden()]
    return "\n".join([*(each.text() for each in dialog.findChildren(TextLabel)), *paragraphs])


def shown_buttons(dialog: ThunderbirdDialog) -> list[str]:
    return sorted(button.text() for button in dialog.findChildren(Button) if button.isVisible())


def test_one_click_connects_and_says_what_to_do_in_thunderbird(
    dialog: ThunderbirdDialog, inline_runner: InlineRunner, workspace: Path
) -> None:
    assert "Not connected." in said(dialog)
    assert shown_buttons(dialog) == ["Connect"]
    press(dialog, "Connect", inline_runner)

    places = folders_of_this_user()
    for path in places.manifests:
        assert json.loads(path.read_text())["path"] == str(places.launcher)
    assert str(workspace) in places.launcher.read_text(encoding="utf-8")
    assert f"2. Choose the file {places.extension}" in said(dialog)
    assert places.extension.read_bytes().startswith(b"PK")
    press(dialog, "Copy the path", inline_runner)
    assert QGuiApplication.clipboard().text() == str(places.extension)


def test_disconnect_takes_away_every_file(dialog: ThunderbirdDialog, inline_runner: InlineRunner) -> None:
    press(dialog, "Connect", inline_runner)
    press(dialog, "Disconnect", inline_runner)

    places = folders_of_this_user()
    assert not [path for path in (places.launcher, *places.manifests, places.extension) if path.exists()]
    assert "Not connected." in said(dialog)
    assert shown_buttons(dialog) == ["Connect"]


def test_another_workspace_is_told_from_this_one(
    dialog: ThunderbirdDialog, inline_runner: InlineRunner, tmp_path: Path
) -> None:
    connect(folders_of_this_user(), command_for(tmp_path / "other.bayleaf"))
    dialog._model.load_thunderbird_connection()
    inline_runner.run()

    assert "Thunderbird is connected to another workspace." in said(dialog)
    assert shown_buttons(dialog) == ["Connect", "Disconnect"]
    press(dialog, "Connect", inline_runner)
    assert "Connected: Thunderbird uses this workspace." in said(dialog)


def test_what_cannot_be_written_is_named(dialog: ThunderbirdDialog, inline_runner: InlineRunner) -> None:
    folder = folders_of_this_user().launcher.parent
    folder.parent.mkdir(parents=True, exist_ok=True)
    folder.write_text("a file is in the way")
    press(dialog, "Connect", inline_runner)

    assert f"“{folder.name}” could not be written" in said(dialog)
    assert shown_buttons(dialog) == ["Connect"]
