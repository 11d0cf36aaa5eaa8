"""A start at login that the system does not take leaves nothing behind, and a mailbox can always be removed."""

from __future__ import annotations

import json
import sys
from pathlib import Path

import pytest
from bayleaf_imap.accounts import Account, hold_lock, load_accounts, save_account
from bayleaf_imap.commands import main
from bayleaf_imap.starting_at_login import login_start
from bayleaf_imap.stream import Address

pytestmark = pytest.mark.skipif(sys.platform != "linux", reason="systemd is Linux's")
NO_BUS = "echo 'Failed to connect to bus: No medium found' >&2; exit 1"


@pytest.fixture
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("HOME", str(tmp_path))
    save_account(
        Account("mine", "me", Address("localhost", 993), str(tmp_path / "mail.bayleaf"), "echo secret", junk="Junk")
    )
    return tmp_path


@pytest.fixture
def systemctl(home: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A `systemctl` that does what a test writes, first on the path of programs."""
    program = home / "bin" / "systemctl"
    program.parent.mkdir()
    monkeypatch.setenv("PATH", f"{program.parent}:/usr/bin:/bin")
    return program


def behave(program: Path, lines: str) -> None:
    program.write_text(f"#!/bin/sh\n{lines}\n")
    program.chmod(0o755)


def units(home: Path) -> list[str]:
    return sorted(path.name for path in (home / ".config").rglob("*") if not path.is_dir())


def enabled(home: Path) -> Path:
    """Leave the files of a start at login, as an earlier session made them."""
    unit = login_start("linux", home, "mine", ["bayleaf-imap", "run"]).path
    link = unit.parent / "default.target.wants" / unit.name
    link.parent.mkdir(parents=True)
    unit.write_text("[Unit]\n")
    link.symlink_to(unit)
    return unit


def test_without_a_user_session_a_start_is_refused_with_its_own_sentence(
    home: Path, systemctl: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    behave(systemctl, NO_BUS)
    assert main(["start", "mine", "--at-login", "--trial"]) == 1
    output = capsys.readouterr().err
    assert "This user has no systemd session" in output
    assert "No medium found" in output
    assert "server refuses" not in output
    assert units(home) == []


def test_a_window_is_told_the_kind_of_trouble(home: Path, systemctl: Path, capsys: pytest.CaptureFixture[str]) -> None:
    behave(systemctl, NO_BUS)
    assert main(["--trouble-as-json", "start", "mine", "--at-login", "--trial"]) == 1
    assert json.loads(capsys.readouterr().err)["trouble"] == "no-session"


def test_a_start_that_fails_half_way_is_taken_back(home: Path, systemctl: Path) -> None:
    calls = home / "calls"
    behave(systemctl, f'echo "$2" >> {calls}\n[ "$2" = enable ] && exit 1\nexit 0')
    assert main(["start", "mine", "--at-login", "--trial"]) == 1
    assert units(home) == []
    assert calls.read_text().split()[-2:] == ["enable", "disable"]


def test_a_start_that_cannot_be_replaced_stays_as_it_was(home: Path, systemctl: Path) -> None:
    unit = enabled(home)
    behave(systemctl, NO_BUS)
    assert main(["start", "mine", "--at-login", "--trial"]) == 1
    assert units(home) == [unit.name, unit.name]
    assert unit.read_text() == "[Unit]\n"


@pytest.mark.parametrize("command", ["stop", "remove"])
def test_it_is_stopped_and_removed_without_a_user_session(
    home: Path, systemctl: Path, command: str, capsys: pytest.CaptureFixture[str]
) -> None:
    enabled(home)
    behave(systemctl, NO_BUS)
    assert main([command, "mine"]) == 0
    assert units(home) == []
    assert "mine" in capsys.readouterr().err
    assert [each.name for each in load_accounts()] == ([] if command == "remove" else ["mine"])


def test_it_is_removed_where_there_is_no_systemd(home: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    enabled(home)
    monkeypatch.setenv("PATH", str(home))
    assert main(["remove", "mine"]) == 0
    assert (units(home), load_accounts()) == ([], [])


def test_a_process_that_still_works_on_a_mailbox_is_mentioned(
    home: Path, systemctl: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    [mine] = load_accounts()
    behave(systemctl, NO_BUS)
    with hold_lock(mine):
        assert main(["stop", "mine"]) == 0
    assert "still works on it" in capsys.readouterr().err
