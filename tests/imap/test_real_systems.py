"""A real systemd starts it at login, and a real keyring keeps the password: both started for the test, ended by it."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest
from bayleaf_imap import starting_at_login
from bayleaf_imap.commands import main

from tests.app.letters import letter
from tests.imap.conftest import Box, needs_dovecot
from tests.imap.living import COMMAND, environment, waited
from tests.imap.servers import PASSWORD, MailServer
from tests.imap.test_living import is_waiting
from tests.imap.test_setting_up import adding
from tests.systems import IS_ADMINISTRATOR

SYSTEMD = Path("/lib/systemd/systemd")
STARTING = """
mkdir -p /run/systemd && mount -t tmpfs none /run/systemd
mkdir /run/systemd/system
exec /lib/systemd/systemd --user
"""
"""In a namespace of its own, in which the system seems to have been booted by systemd."""
UNLOCKING = "printf x | gnome-keyring-daemon --unlock --components=secrets >/dev/null && exec "
UNIT = "bayleaf-imap-mine.service"

pytestmark = [pytest.mark.slow, needs_dovecot]


@pytest.fixture
def systemd(tmp_path: Path, runtime: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """The systemd of a user who has logged in."""
    if not (IS_ADMINISTRATOR and SYSTEMD.exists() and shutil.which("unshare")):
        pytest.skip("needs root and systemd")
    monkeypatch.setenv("HOME", str(tmp_path))
    monkeypatch.delenv("XDG_CONFIG_HOME", raising=False)
    command = ["unshare", "--mount", "--propagation", "private", "sh", "-c", STARTING]
    process = subprocess.Popen(command, env=environment(), stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    try:
        if not waited(lambda: (runtime / "systemd" / "private").exists() or process.poll() is not None, 15):
            pytest.skip("systemd does not start here")
        if process.poll() is not None:
            pytest.skip("this system lets no second systemd run")
        yield
    finally:
        systemctl("exit")
        process.terminate()
        process.wait(30)


def systemctl(*words: str) -> str:
    return subprocess.run(["systemctl", "--user", *words], capture_output=True, text=True, check=False).stdout.strip()


def state() -> str:
    return systemctl("show", "--property", "SubState", "--value", UNIT)


def test_systemd_starts_it_at_login_and_again_after_a_fault(
    box: Box, mail_server: MailServer, systemd: None, tmp_path: Path
) -> None:
    (box.account.folder / "status.json").unlink()
    assert main(["start", "mine", "--at-login", "--trial"]) == 0
    unit = tmp_path / ".config" / "systemd" / "user" / UNIT
    verified = subprocess.run(
        ["systemd-analyze", "--user", "verify", unit], capture_output=True, text=True, check=False
    )
    assert (verified.returncode, verified.stderr) == (0, "")
    assert waited(lambda: is_waiting(box)), state()
    mail_server.deliver(letter("spam", 700))
    assert waited(lambda: bool(box.mails()))
    assert mail_server.subjects("Junk") == []

    assert main(["start", "mine", "--at-login"]) == 0
    assert systemctl("is-enabled", UNIT) == "enabled"
    mail_server.deliver(letter("spam", 701))
    assert waited(lambda: len(mail_server.subjects("Junk")) == 1)

    os.kill(int(systemctl("show", "--property", "MainPID", "--value", UNIT)), 9)
    assert waited(lambda: state() == "auto-restart", 10)

    assert main(["stop", "--all"]) == 0
    assert not unit.exists()
    assert waited(lambda: systemctl("show", "--property", "LoadState", "--value", UNIT) == "not-found", 10)


def test_a_real_keyring_keeps_the_password_and_gives_it_to_nobody_when_it_is_locked(
    mail_server: MailServer, server: object, workspace: Path, tmp_path: Path, runtime: Path
) -> None:
    pytest.importorskip("secretstorage")
    if not (shutil.which("dbus-run-session") and shutil.which("gnome-keyring-daemon")):
        pytest.skip("needs dbus-daemon and gnome-keyring")
    answer = {name: str(tmp_path / name) for name in ("HOME", "XDG_DATA_HOME")}
    scripts = {
        "added": [*COMMAND, *adding(mail_server, workspace, "--password-stdin")],
        "tried": [*COMMAND, "trial", "home", "--once"],
        "locked": [*COMMAND, "trial", "home", "--once"],
        "removed": [*COMMAND, "remove", "home"],
    }
    done = {}
    for name, words in scripts.items():
        locking = [sys.executable, "-c", LOCKED] if name == "locked" else ["env"]
        done[name] = subprocess.run(
            ["dbus-run-session", "--", "sh", "-c", UNLOCKING + '"$@"', "sh", *locking, *words],
            env=environment(**answer), input=f"{PASSWORD}\n", capture_output=True, text=True, check=False, timeout=60,
        )  # fmt: skip
    assert {name: each.returncode for name, each in done.items()} == dict.fromkeys(scripts, 0) | {"locked": 1}, done
    assert "keyring does not give the password" in done["locked"].stderr
    kept = [path for path in tmp_path.rglob("*") if path.is_file() and PASSWORD.encode() in path.read_bytes()]
    assert kept == []


LOCKED = """
import subprocess, sys, secretstorage
secretstorage.get_default_collection(secretstorage.dbus_init()).lock()
sys.exit(subprocess.run(sys.argv[1:]).returncode)
"""


def test_stopping_all_ends_the_start_of_each(box: Box, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    called: list[tuple[str, ...]] = []
    monkeypatch.setenv("HOME", str(tmp_path))
    monkeypatch.setattr(starting_at_login, "_call", lambda command: called.append(tuple(command)))
    assert main(["start", "mine", "--at-login", "--trial"]) == 0
    assert main(["stop", "--all"]) == 0
    assert called[-1][-1] == UNIT
    assert list((tmp_path / ".config").rglob("*.service")) == []
