"""The program starts at login where its user wants it, in each system's own way."""

from __future__ import annotations

import plistlib
import re
from pathlib import Path

import pytest

from app.library.login_start import is_login_start_enabled, login_start, set_login_start

COMMAND = ["/home/an n/Bay leaf/bayleaf", "--in-tray"]


def test_linux_has_a_file_among_those_that_start(tmp_path: Path) -> None:
    start = login_start("linux", tmp_path, tmp_path / "config", COMMAND)
    set_login_start(start, is_wanted=True)

    text = (tmp_path / "config" / "autostart" / "org.bayleaf.Bayleaf.desktop").read_text()
    assert text.splitlines()[:2] == ["[Desktop Entry]", "Type=Application"]
    assert 'Exec="/home/an n/Bay leaf/bayleaf" "--in-tray"' in text
    assert is_login_start_enabled(start)
    set_login_start(start, is_wanted=False)
    assert not is_login_start_enabled(start)
    set_login_start(start, is_wanted=False)


@pytest.mark.parametrize("part", ["plain", "50 % of it", 'with "quotes"', "back\\slash", "$HOME and `run`"])
def test_a_name_of_any_letters_is_read_back_as_it_was(tmp_path: Path, part: str) -> None:
    text = login_start("linux", tmp_path, tmp_path, [part]).content.decode()
    [written] = re.findall(r'^Exec="(.*)"$', text, re.MULTILINE)

    as_string = written.replace("\\\\", "\\")  # first the rule for all strings of such files
    assert re.sub(r'\\(["`$\\])', r"\1", as_string).replace("%%", "%") == part  # then the rule for commands


def test_macos_has_an_agent(tmp_path: Path) -> None:
    start = login_start("darwin", tmp_path, tmp_path, COMMAND)

    assert start.path == tmp_path / "Library" / "LaunchAgents" / "org.bayleaf.Bayleaf.plist"
    told = plistlib.loads(start.content)
    assert told["ProgramArguments"] == COMMAND
    assert told["RunAtLoad"] is True


def test_windows_has_a_command_in_quotes(tmp_path: Path) -> None:
    start = login_start("win32", tmp_path, tmp_path, [r"C:\Program Files\Bayleaf\bayleaf.exe", "--in-tray"])

    assert start.path is None
    assert start.content == rb'"C:\Program Files\Bayleaf\bayleaf.exe" "--in-tray"'
