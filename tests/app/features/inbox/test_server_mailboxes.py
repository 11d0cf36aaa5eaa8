"""The Inbox shows mailboxes on servers and adds one, only where the program for them is installed."""

from __future__ import annotations

import json
import shlex
import sys
import time
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest
from bayleaf_imap import accounts
from bayleaf_imap.journal import Journal
from bayleaf_imap.status import current_status, write
from bayleaf_imap.stream import Address
from PySide6.QtWidgets import QCheckBox, QComboBox, QLineEdit
from pytestqt.qtbot import QtBot

from app.domain.streams import command_line_arguments
from app.features.inbox import server_accounts as mail_on_servers
from app.features.inbox.page import InboxPage
from app.features.inbox.server_mailboxes import AddMailboxDialog, ServerMailboxRow
from app.features.inbox.view_model import InboxViewModel
from app.kit.look.theme import Theme
from app.kit.widgets import (
    Button,
    Link,
    Paragraph,
    TextLabel,
)
from tests.inline_runner import InlineRunner

STANDING_IN = """\
import json, pathlib, sys
home = pathlib.Path({home!r})
said = sys.stdin.read()
assert sys.argv.pop(1) == "--trouble-as-json"
with (home / "calls").open("a") as calls:
    calls.write(json.dumps([sys.argv[1:], said]) + "\\n")
if said == "wrong\\n":
    sys.exit('{{"trouble": "login", "detail": "no"}}')
if sys.argv[1] == "add":
    (home / sys.argv[2]).mkdir()
    (home / sys.argv[2] / "mailbox.json").write_text("{{}}")
"""


@pytest.fixture
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder of mailboxes, and a program that stands in for the one that would speak to a server."""
    folder = tmp_path / "boxes"
    folder.mkdir()
    monkeypatch.setenv("BAYLEAF_IMAP_HOME", str(folder))
    script = tmp_path / "standing_in.py"
    script.write_text(STANDING_IN.format(home=str(folder)))
    monkeypatch.setattr(mail_on_servers, "program_command", lambda: [sys.executable, str(script)])
    return folder


def calls(home: Path) -> list[tuple[list[str], str]]:
    return [tuple(json.loads(line)) for line in (home / "calls").read_text().splitlines()]


@pytest.fixture
def page(qtbot: QtBot, theme: Theme, inline_runner: InlineRunner, workspace: Path) -> Iterator[InboxPage]:
    model = InboxViewModel(inline_runner, find_places=lambda _context: ())
    model.open_workspace(workspace)
    inline_runner.run()
    made = InboxPage(model)
    qtbot.addWidget(made)
    made.show()
    yield made
    model.close_workspace()


def links(page: InboxPage) -> dict[str, Link]:
    return {link.text(): link for link in page.findChildren(Link) if not link.isHidden()}


ADD = "Add a mailbox on a server…"


def test_without_the_program_nothing_speaks_of_servers(
    monkeypatch: pytest.MonkeyPatch, qtbot: QtBot, theme: Theme, inline_runner: InlineRunner, workspace: Path
) -> None:
    monkeypatch.setattr(mail_on_servers, "program_command", list)
    model = InboxViewModel(inline_runner, find_places=lambda _context: ())
    model.open_workspace(workspace)
    inline_runner.run()
    made = InboxPage(model)
    qtbot.addWidget(made)
    made.show()

    assert ADD not in links(made)
    model.close_workspace()


def test_a_mailbox_is_added_with_its_password_through_a_pipe(
    home: Path, page: InboxPage, inline_runner: InlineRunner, workspace: Path
) -> None:
    links(page)[ADD].click()
    [dialog] = page.findChildren(AddMailboxDialog)
    user, secret, server, junk = dialog.findChildren(QLineEdit)
    [add] = [button for button in dialog.findChildren(Button) if button.text() == "Add mailbox"]
    user.setText("me@home.example")
    secret.setText("wrong")
    add.click()
    inline_runner.run()
    assert "refused the login" in "".join(each.accessibleName() for each in dialog.findChildren(Paragraph))
    assert dialog.isVisible()

    secret.setText("open sesame")
    server.setText("mail.home.example:1993")
    junk.setText("Спам")
    add.click()
    inline_runner.run()
    assert not dialog.isVisible()
    arguments, said = calls(home)[-1]
    assert said == "open sesame\n"
    assert "open sesame" not in " ".join(arguments)
    assert arguments == [
        "add", "me@home.example", "--workspace", str(workspace), "--server", "mail.home.example", "--port", "1993",
        "--learn", "500", "--junk", "Спам", "--bayleaf-cli", shlex.join(command_line_arguments()), "--password-stdin",
    ]  # fmt: skip

    links(page)["Start the trial"].click()
    inline_runner.run()
    assert calls(home)[-1][0] == ["start", "me@home.example", "--at-login", "--trial"]


def test_the_state_that_the_program_writes_is_shown(home: Path, page: InboxPage, inline_runner: InlineRunner) -> None:
    account = accounts.Account("me@home.example", "me", Address("mail.home.example"), "mail.bayleaf", junk="Junk")
    accounts.save_account(account)
    journal = Journal(account.folder / accounts.STATE)
    number = journal.begin_move(b"x", ("INBOX", 1, 1), "Junk", "")
    journal.update_move(number, state="done")
    journal.begin_move(b"y", ("INBOX", 1, 2), "Junk", "")
    write(account, current_status(account, journal, "waiting", is_trial=False, contact_s=time.time()))
    journal.close()
    page.model.refresh_mailboxes()
    inline_runner.run()

    [row] = page.findChildren(ServerMailboxRow)
    words = " ".join(each.text() for each in row.findChildren(TextLabel))
    assert "me@home.example" in words
    assert "last connected to the server" in words
    assert "1 moved · 1 waiting" in "".join(each.accessibleName() for each in row.findChildren(Paragraph))
    links(page)["Undo today's moves"].click()
    inline_runner.run()
    assert calls(home)[-1][0] == ["undo", "me@home.example"]
    links(page)["Stop"].click()
    inline_runner.run()
    assert calls(home)[-1][0] == ["stop", "me@home.example"]


def test_a_command_may_print_a_token_and_what_is_sure_may_only_be_flagged(
    home: Path, page: InboxPage, inline_runner: InlineRunner
) -> None:
    links(page)[ADD].click()
    [dialog] = page.findChildren(AddMailboxDialog)
    user, secret, *_ = dialog.findChildren(QLineEdit)
    [kind] = dialog.findChildren(QComboBox)
    [add] = [button for button in dialog.findChildren(Button) if button.text() == "Add mailbox"]
    user.setText("me@outlook.com")
    kind.setCurrentIndex(2)
    secret.setText("oauth2ctl token")
    assert secret.echoMode() == QLineEdit.EchoMode.Normal
    for box in dialog.findChildren(QCheckBox):
        box.toggle()
    add.click()
    inline_runner.run()

    arguments, said = calls(home)[-1]
    assert said == ""
    assert arguments[-3:] == ["--flag-only", "--token-command", "oauth2ctl token"]


def test_something_in_the_way_is_said_and_what_another_filter_stopped_moves_again(
    home: Path, page: InboxPage, inline_runner: InlineRunner
) -> None:
    account = accounts.Account("mine", "me", Address("mail.home.example"), "mail.bayleaf", junk="Junk")
    accounts.save_account(account)
    journal = Journal(account.folder / accounts.STATE)
    journal.set_fact("stopped", "loop")
    told = current_status(account, journal, "waiting", is_trial=False, contact_s=time.time())
    journal.close()
    shown = []
    for change in (
        {},
        {
            "trouble": "login",
            "why": "The server refused the login (no). Check the address and the password.",
            "detail": "no",
        },
    ):
        write(account, replace(told, **change))
        page.model.refresh_mailboxes()
        inline_runner.run()
        row = page.findChildren(ServerMailboxRow)[-1]  # the one before it goes when there is time
        shown.append("".join(each.accessibleName() for each in row.findChildren(Paragraph)))
    assert "Another filter moves mail back, so Bayleaf has stopped moving mail." in shown[0]
    assert "The server refused the login (no). Check the address and the password." in shown[1]

    links(page)["Resume moving"].click()
    inline_runner.run()
    assert calls(home)[-1][0] == ["resume", "mine"]


def test_a_state_that_is_damaged_or_old_is_no_running_program(home: Path) -> None:
    folder = home / "old"
    folder.mkdir()
    (folder / "mailbox.json").write_text("{}")
    for content in ("", "[]", '{"doing": "waiting"}', "\x00" * 50):
        (folder / "status.json").write_text(content)
        assert mail_on_servers.load_mailboxes() == (mail_on_servers.ServerMailbox("old"),)
    account = accounts.Account("old", "me", Address("h"), "w")
    journal = Journal(folder / accounts.STATE)
    write(account, current_status(account, journal, "waiting", is_trial=True, contact_s=5.0))
    journal.close()
    [fresh] = mail_on_servers.load_mailboxes()
    assert fresh.is_running
    told = json.loads((folder / "status.json").read_text())
    (folder / "status.json").write_text(json.dumps(told | {"written_at": 5.0}))
    [old] = mail_on_servers.load_mailboxes()
    assert not old.is_running
