"""Claws Mail itself, in its window, takes in mail through its SpamAssassin plugin, which asks the judge."""

from __future__ import annotations

import os
import shutil
import subprocess
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

import psutil
import pytest

from app.features.mail_daemon.serving import DaemonServer
from tests.app.letters import letter
from tests.walk.display import virtual_display

PLUGINS = [*Path("/usr/lib").glob("*/claws-mail/plugins/spamassassin.so")]
PROGRAMS = ("claws-mail", "dbus-run-session", "Xvfb")
pytestmark = pytest.mark.skipif(
    not PLUGINS or not all(map(shutil.which, PROGRAMS)),
    reason="needs Debian's claws-mail, claws-mail-spamassassin, dbus and xvfb",
)
FOLDERS = ("inbox", "sent", "draft", "queue", "trash", "junk")
ACCOUNT = """\
[Account: 1]
account_name=Mine
is_default=1
name=Me
address=me@home.example
protocol=5
local_mbox={spool}
inbox=#mh/Mail/inbox
receive_at_get_all=1
filterhook_on_receive=1
"""
PLUGIN = """\
[SpamAssassin]
enable=1
transport=3
socket={socket}
process_emails=1
receive_spam=1
save_folder=#mh/Mail/junk
max_size=250
timeout=30
username=me

[Plugins_GTK3]
{plugin}
"""
PATIENCE_S, GLANCE_S = 60.0, 0.1
NUMBERS = range(740, 746)
POSTMARK = b"From - Mon Jun  1 10:00:00 2026\n"


@pytest.fixture
def home(tmp_path: Path) -> Path:
    """A person's folder, with twelve mails that have come and were not taken in yet."""
    home = tmp_path / "home"
    for name in FOLDERS:
        (home / "Mail" / name).mkdir(parents=True)
    mails = [letter(label, number).replace(b"\r\n", b"\n") for number in NUMBERS for label in ("spam", "ham")]
    (home / "spool").write_bytes(b"".join(POSTMARK + mail + b"\n" for mail in mails))
    return home


def set_up(home: Path, socket: Path) -> None:
    """Write what a person sets by hand in the program's windows."""
    settings = home / ".claws-mail"
    settings.mkdir()
    items = "".join(
        f'<folderitem name="{name}" path="{name}" type="{"normal" if name == "junk" else name}"/>' for name in FOLDERS
    ).replace('type="sent"', 'type="outbox"')
    folders = f'<folderlist><folder type="mh" name="Mail" path="Mail">{items}</folder></folderlist>'
    (settings / "folderlist.xml").write_text(f'<?xml version="1.0" encoding="UTF-8"?>\n{folders}\n')
    (settings / "accountrc").write_text(ACCOUNT.format(spool=home / "spool"))
    (settings / "clawsrc").write_text(PLUGIN.format(socket=socket, plugin=PLUGINS[0]))


@contextmanager
def receiving(home: Path) -> Iterator[None]:
    """The program, told to fetch all mail as it starts."""
    with virtual_display(home) as display:
        environment = {**os.environ, "HOME": str(home), "DISPLAY": display, "GDK_BACKEND": "x11", "NO_AT_BRIDGE": "1"}
        with (home / "log").open("wb") as log:
            process = subprocess.Popen(
                ["dbus-run-session", "claws-mail", "--receive-all"],
                env=environment, stdout=log, stderr=log, start_new_session=True,
            )  # fmt: skip
        try:
            yield
        finally:
            subprocess.run(["claws-mail", "--exit"], env=environment, capture_output=True, check=False, timeout=30)
            for each in (process, *psutil.Process(process.pid).children(recursive=True)):
                with suppress(psutil.NoSuchProcess):
                    each.terminate()
            process.wait(30)


def until(is_so: Callable[[], bool], home: Path) -> None:
    """Wait for the program, or fail with what it said."""
    for _ in range(round(PATIENCE_S / GLANCE_S)):
        if is_so():
            return
        threading.Event().wait(GLANCE_S)
    pytest.fail((home / "log").read_text(errors="replace")[-2000:])


def labels_in(home: Path) -> dict[str, list[str]]:
    """The labels of the mails in each folder that has any."""
    files = {name: [each for each in (home / "Mail" / name).iterdir() if each.name.isdigit()] for name in FOLDERS}
    return {name: sorted(label_of(each.read_bytes()) for each in found) for name, found in files.items() if found}


def label_of(mail: bytes) -> str:
    return "spam" if b"@spam.example" in mail else "ham"


def test_claws_mail_puts_what_the_judge_calls_spam_into_its_junk_folder(server: DaemonServer, home: Path) -> None:
    set_up(home, server.paths.spamd_socket)
    with receiving(home):
        until(lambda: not (home / "spool").read_bytes(), home)
        found = labels_in(home)

    assert found == {"inbox": ["ham"] * len(NUMBERS), "junk": ["spam"] * len(NUMBERS)}


def test_while_the_judge_is_away_claws_mail_says_so_and_leaves_all_mail_where_it_is(home: Path, tmp_path: Path) -> None:
    set_up(home, tmp_path / "nobody")
    spool = (home / "spool").read_bytes()
    with receiving(home):
        until(lambda: b"filtering failed" in (home / "log").read_bytes(), home)
        found = labels_in(home)

    assert (found, (home / "spool").read_bytes()) == ({}, spool)
