"""*Classify with Bayleaf* in file managers is written, works, and is taken away without a trace."""

from __future__ import annotations

import configparser
import os
import plistlib
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from app.features.mail_daemon.connecting import (
    TITLE,
    menu_files,
    remove_menu_files,
    write_menu_files,
)
from app.library.login_start import window_command


@pytest.mark.parametrize("system", ["linux", "win32", "darwin"])
def test_what_is_written_is_taken_away_and_another_ones_file_is_let_be(tmp_path: Path, system: str) -> None:
    wanted = menu_files(system, tmp_path, {}, ["/opt/a b/bayleaf"])
    wanted[0].path.parent.mkdir(parents=True)
    wanted[0].path.write_bytes(b"another's")
    assert write_menu_files(wanted) == [entry.path for entry in wanted[1:]]
    assert remove_menu_files(wanted) == [entry.path for entry in wanted[1:]]
    assert [path for path in tmp_path.rglob("*") if path.is_file()] == [wanted[0].path]
    wanted[0].path.unlink()
    assert write_menu_files(wanted) == remove_menu_files(wanted) == [entry.path for entry in wanted]
    assert not list(tmp_path.rglob("*.workflow"))


@pytest.mark.skipif(sys.platform == "win32", reason="runs shell scripts")
def test_the_script_of_a_file_manager_hands_the_selected_files_over(tmp_path: Path) -> None:
    program = tmp_path / "the $program"
    program.write_text(f'#!/bin/sh\nprintf "%s\\n" "$@" >"{tmp_path}/told"\n')
    program.chmod(0o755)
    write_menu_files(menu_files("linux", tmp_path, {}, [str(program)]))
    script = tmp_path / ".local/share/nautilus/scripts" / TITLE
    subprocess.run([script, "a b.pdf", "$c.tif"], check=True, env=os.environ)
    assert (tmp_path / "told").read_text().splitlines() == ["a b.pdf", "$c.tif"]


def test_desktop_files_are_as_they_must_be(tmp_path: Path) -> None:
    write_menu_files(menu_files("linux", tmp_path, {}, ["/opt/100% $su\\re/bayleaf"]))
    path = tmp_path / ".local/share/kio/servicemenus/bayleaf.desktop"
    parser = configparser.ConfigParser(interpolation=None)
    parser.read(path, encoding="utf-8")
    assert parser["Desktop Action classify"]["exec"] == r'"/opt/100%% \\$su\\\\re/bayleaf" %F'
    if shutil.which("desktop-file-validate"):
        subprocess.run(["desktop-file-validate", path], check=True)


def test_windows_and_macos_get_what_they_understand(tmp_path: Path) -> None:
    [send_to] = menu_files("win32", tmp_path, {"APPDATA": str(tmp_path / "r")}, [r"C:\P 100%\bayleaf.exe"])
    assert send_to.path == tmp_path / "r" / "Microsoft" / "Windows" / "SendTo" / f"{TITLE}.cmd"
    assert send_to.content.decode().splitlines()[3] == 'start "" "C:\\P 100%%\\bayleaf.exe" %*'
    info, workflow = menu_files("darwin", tmp_path, {}, ["/Applications/Bayleaf.app/Contents/MacOS/bayleaf"])
    assert plistlib.loads(info.content)["NSServices"][0]["NSMenuItem"]["default"] == TITLE
    [action] = plistlib.loads(workflow.content)["actions"]
    assert "/Applications/Bayleaf.app" in action["action"]["ActionParameters"]["COMMAND_STRING"]


def test_the_window_is_what_is_opened() -> None:
    assert window_command() == [sys.executable, "-m", "app"]
