"""The entry of the program: its settings' folder, and its words without a display."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest
from platformdirs import user_config_path

from app import __main__ as entry
from app import self_check


@pytest.mark.parametrize("value", ["", "  ", "elsewhere"])
def test_the_settings_lie_where_platformdirs_says(monkeypatch: pytest.MonkeyPatch, tmp_path: Path, value: str) -> None:
    monkeypatch.setenv("HOME", str(tmp_path))
    monkeypatch.setenv("XDG_CONFIG_HOME", str(tmp_path / value) if value.strip() else value)

    folder = entry._settings_folder()

    assert folder == user_config_path("bayleaf", appauthor=False)
    assert folder.is_dir()


@pytest.fixture
def no_display(monkeypatch: pytest.MonkeyPatch) -> None:
    if sys.platform != "linux":
        pytest.skip("other systems always have a display")
    for name in ("DISPLAY", "WAYLAND_DISPLAY", "QT_QPA_PLATFORM"):
        monkeypatch.delenv(name, raising=False)


def test_without_a_display_it_says_what_works_instead(no_display: None, capsys: pytest.CaptureFixture[str]) -> None:
    assert entry.main([]) == 1
    assert "bayleaf-cli" in capsys.readouterr().err


def test_without_a_display_it_proves_itself_all_the_same(no_display: None, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("QT_QPA_PLATFORM", "")  # given back after the test
    platforms: list[str | None] = []

    def passed() -> int:
        platforms.append(os.environ.get("QT_QPA_PLATFORM"))
        return 0

    monkeypatch.setattr(self_check, "self_check", passed)
    assert entry.main(["--self-check"]) == 0
    assert platforms == ["offscreen"]


def test_the_window_is_made_without_numpy(tmp_path: Path) -> None:
    """NumPy was imported before the first paint, which took as long as all else that the window needs."""
    script = "import sys; import app.shell.application; print('numpy' in sys.modules)"
    run = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, check=True)
    assert run.stdout == "False\n"


WITHOUT_WINDOW = """\
import sys
sys.modules["PySide6"] = None
from app.__main__ import main
sys.exit(main(sys.argv[1:]))
"""
"""The program as it is installed without its window."""


@pytest.mark.parametrize("arguments", [[], ["--self-check"]])
def test_without_its_window_it_says_how_that_is_installed(no_display: None, arguments: list[str]) -> None:
    done = subprocess.run(
        [sys.executable, "-c", WITHOUT_WINDOW, *arguments], capture_output=True, text=True, timeout=60, check=False
    )

    assert done.returncode == 1
    assert 'pip install "bayleaf[window]"' in done.stderr
    assert done.stderr.count("\n") == 1
    assert not done.stdout


LATE_AND_AHEAD = """\
import sys
from pathlib import Path
from PySide6.QtWidgets import QApplication
from app.shell.pages import PRELOADED_MODULES as AHEAD
from app.shell.application import Program

def late():
    return {name for name in AHEAD if f"app.features.{name}" not in sys.modules}

def connect(program):
    from app.shell.wiring import connect_program as connected
    return connected(program)

application = QApplication([])
assert late() == set(AHEAD)
program = Program(application, Path(sys.argv[1]), (), connect)
load, seen = program._load_ahead, []

def load_and_note(modules):
    seen.append(late())
    load(modules)
    if not modules:
        application.quit()

program._load_ahead = load_and_note
program.show()
application.exec()
assert seen[0] == set(AHEAD) - {"documents.page"}, seen[0]
assert seen[-1] == set(), seen[-1]
"""


def test_a_page_that_nobody_looks_at_is_loaded_after_the_first_one_shows(tmp_path: Path) -> None:
    command = [sys.executable, "-c", LATE_AND_AHEAD, str(tmp_path / "window.ini")]
    ended = subprocess.run(command, capture_output=True, text=True, timeout=60, check=False)

    assert ended.returncode == 0, ended.stderr
