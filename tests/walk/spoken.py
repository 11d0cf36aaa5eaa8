"""Walk through the program without looking: write down what a screen reader would say on every page.

    python -m tests.walk.spoken --to FOLDER

It needs Xvfb, dbus-run-session, at-spi2-core and python3-pyatspi. Each page becomes a text of roles, names,
values and states; the exit code is not 0 where a page does not say what it must.
"""

from __future__ import annotations

import argparse
import os
import subprocess
import sys
import tempfile
import time
from pathlib import Path

from tests.walk.display import virtual_display
from tests.walk.scenes import mail_workspace

ROOT = Path(__file__).resolve().parents[2]
READER = "/usr/bin/python3"
"""The system's, which knows AT-SPI."""
BUS = "/usr/libexec/at-spi-bus-launcher"
SETTLES_S, PATIENCE_S = 2.0, 40.0
PAGES = ("documents", "train", "words", "classify")
MUST_SAY = {
    "documents": ("table: Documents", "radio button: All documents", "push button: Import…"),
    "train": ("slider: Smoothing", "radio button: Multinomial", "label: Confusion matrix"),
    "words": ("text: Search words", "table: Words", "label: Strongest words"),
    "classify": ("radio button: Classify, checked",),
}
TELL = """
import sys
import gi
gi.require_version("Atspi", "2.0")
from gi.repository import Atspi

def tell(part, depth):
    states = part.get_state_set()
    if not states.contains(Atspi.StateType.SHOWING):
        return
    words = [part.get_name(), part.get_description()]
    known = (Atspi.StateType.FOCUSED, "focused"), (Atspi.StateType.CHECKED, "checked")
    words += [name for state, name in known if states.contains(state)]
    print("  " * depth + part.get_role_name() + ": " + ", ".join(word for word in words if word))
    for place in range(min(part.get_child_count(), 60)):
        child = part.get_child_at_index(place)
        if child is not None:
            tell(child, depth + 1)

def press(part, name):
    if part.get_role_name() == "radio button" and part.get_name() == name:
        part.get_action_iface().do_action(0)
        return True
    return any(press(part.get_child_at_index(place), name) for place in range(min(part.get_child_count(), 60)))

desktop = Atspi.get_desktop(0)
for number in range(desktop.get_child_count()):
    program = desktop.get_child_at_index(number)
    for place in range(program.get_child_count()):
        if sys.argv[1:]:
            press(program.get_child_at_index(place), sys.argv[1])
        else:
            tell(program.get_child_at_index(place), 0)
"""


def main() -> int:
    """Listen to every page."""
    parser = argparse.ArgumentParser(prog="python -m tests.walk.spoken")
    parser.add_argument("--to", type=Path, default=Path("spoken"), help="where the texts go")
    chosen = parser.parse_args()
    if "DBUS_SESSION_BUS_ADDRESS" not in os.environ:
        return subprocess.run(["dbus-run-session", "--", sys.executable, "-m", "tests.walk.spoken", *sys.argv[1:]],
                              cwd=ROOT, check=False).returncode  # fmt: skip
    chosen.to.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory(prefix="bayleaf-spoken-") as folder, virtual_display(Path(folder)) as display:
        return listen(display, Path(folder), chosen.to)


def listen(display: str, folder: Path, target: Path) -> int:
    """Open a workspace, go from page to page, and write down what is said; count what is not."""
    home = {"HOME": folder, "XDG_CONFIG_HOME": folder / "c", "XDG_DATA_HOME": folder / "d", "XDG_RUNTIME_DIR": folder}
    environment = {**os.environ, **{name: str(path) for name, path in home.items()}, "DISPLAY": display}
    environment |= {"QT_QPA_PLATFORM": "xcb", "QT_LINUX_ACCESSIBILITY_ALWAYS_ON": "1"}
    bus = subprocess.Popen([BUS, "--launch-immediately"], env=environment)
    workspace = mail_workspace(folder)
    program = subprocess.Popen([sys.executable, "-m", "app", str(workspace)], cwd=ROOT, env=environment)
    missing = 0
    try:
        for page in PAGES:
            said = heard(page, environment)
            (target / f"{page}.txt").write_text(said, encoding="utf-8")
            silent = [words for words in MUST_SAY[page] if words not in said]
            missing += len(silent)
            note = f"; not said: {', '.join(silent)}" if silent else ""
            sys.stdout.write(f"{page}: {len(said.splitlines())} parts{note}\n")
    finally:
        for process in (program, bus):
            process.terminate()
            process.wait()
    return missing


def heard(page: str, environment: dict[str, str]) -> str:
    """Press a place as a screen reader does, and return what is said once it says what it must, or in the end."""
    until_s, said = time.monotonic() + PATIENCE_S, ""
    while time.monotonic() < until_s and not all(words in said for words in MUST_SAY[page]):
        asked(environment, page.capitalize())
        time.sleep(SETTLES_S)
        said = asked(environment)
    return said


def asked(environment: dict[str, str], *arguments: str) -> str:
    command = [READER, "-c", TELL, *arguments]
    return subprocess.run(command, env=environment, capture_output=True, text=True, check=False).stdout


if __name__ == "__main__":
    sys.exit(main())
