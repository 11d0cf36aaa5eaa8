"""Use the packaged window as a person would, on a virtual display: drop a mail, and read the verdict off the screen.

.venv/bin/python packaging/smoke.py dist/bayleaf [PICTURE.png]

The mail is dragged by the mouse from a small window of its own, so that the drop is the window system's. The verdict is
read from the picture of the screen: the list of verdicts shows the colour of the label that was judged.
"""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
PATIENCE_S = 60.0
DRAGS = 4
SCREEN = "1400x900x24"
HAM, NEWSLETTER, SPAM = (0x00, 0x72, 0xB2), (0x00, 0x9E, 0x73), (0xD5, 0x5E, 0x00)
"""The colours of the sample's labels: what is named like spam has that of a warning."""
LIST = (190, 100, 320, 400)
"""Area of the verdict list with label colours and names: left, top, right and bottom in pixels."""
MENU_PIXEL = (600, 14)
CLASSIFY = (96, 214)
"""Position of the Classify page in the side bar."""
HANDLE = (1300, 820)
"""Position in the window from which the mail is dragged; it is right of and below Bayleaf's."""
TARGET = (700, 400)
ENOUGH_PIXELS = 40

DRAG_SOURCE = """
import sys
from PySide6.QtCore import QMimeData, QUrl, Qt
from PySide6.QtGui import QDrag
from PySide6.QtWidgets import QApplication, QLabel
class Handle(QLabel):
    def mouseMoveEvent(self, event):
        dragged = QMimeData()
        dragged.setUrls([QUrl.fromLocalFile(sys.argv[1])])
        drag = QDrag(self)
        drag.setMimeData(dragged)
        drag.exec(Qt.DropAction.CopyAction)
application = QApplication(sys.argv)
handle = Handle("mail", None, Qt.WindowType.FramelessWindowHint)
handle.setGeometry(int(sys.argv[2]) - 40, int(sys.argv[3]) - 20, 80, 40)
handle.show()
application.exec()
"""

Image = tuple[int, int, bytes]


class Failed(Exception):
    """The window did not do what it should."""


def main(arguments: list[str]) -> int:
    """Start a virtual display, then test the program in the given folder."""
    if not os.environ.get("DISPLAY"):
        if shutil.which("xvfb-run") is None:
            print("smoke: this needs a display, or xvfb-run", file=sys.stderr)
            return 1
        command = ["xvfb-run", "-a", "-s", f"-screen 0 {SCREEN}", sys.executable, __file__, *arguments]
        return subprocess.run(command, check=False).returncode
    program = Path(arguments[0]).resolve()
    picture = Path(arguments[1]).resolve() if len(arguments) > 1 else None
    try:
        with tempfile.TemporaryDirectory(prefix="bayleaf-smoke-") as name:
            smoke(program, Path(name), picture)
    except (Failed, subprocess.SubprocessError) as failure:
        print(f"smoke: {failure}", file=sys.stderr)
        return 1
    print("smoke: a mail was dropped on the window, and the screen shows what it was judged")
    return 0


def smoke(program: Path, home: Path, picture: Path | None) -> None:
    """Train with the command line, drop a mail on the window, and check the verdict on the screen."""
    environment = {**os.environ, "HOME": str(home), "XDG_DATA_HOME": str(home), "XDG_CONFIG_HOME": str(home)}
    environment.pop("QT_QPA_PLATFORM", None)
    workspace, mail = home / "smoke.bayleaf", home / "offer.eml"
    terminal = program / "bayleaf-cli"
    run_checked([terminal, "import", workspace, ROOT / "resources" / "samples" / "en", "--kind", "mail"], environment)
    run_checked([terminal, "train", workspace, "--model", "Smoke"], environment)
    mail.write_text("Subject: You have won a free prize\n\nClick here now, guaranteed money, free offer.\n")
    running = [subprocess.Popen([program / "bayleaf", workspace], env=environment)]
    try:
        wait_until(window_is_drawn, "the window never showed")
        running.append(subprocess.Popen([sys.executable, "-c", DRAG_SOURCE, mail, *map(str, HANDLE)], env=environment))
        wait_until(lambda: pixel(screen(), *HANDLE) != (0, 0, 0), "there is nothing to drag from")
        by_mouse([f"mousemove {CLASSIFY[0]} {CLASSIFY[1]}", "click 1"])
        wait_until(shows_no_verdict, "the list of verdicts has colours before anything was dropped")
        drag_until_judged()
        if running[0].poll() is not None:
            raise Failed("the window is gone")
    finally:
        if picture is not None:
            run_checked(["import", "-window", "root", picture], environment)
        for process in running:
            process.terminate()
            process.wait(timeout=30)


def run_checked(command: list[str | Path], environment: dict[str, str]) -> None:
    subprocess.run([str(part) for part in command], env=environment, check=True, timeout=120)


def drag_until_judged() -> None:
    """Repeat the drag until a verdict shows. On a busy machine the window may answer too late, and the drop is lost."""
    for _ in range(DRAGS):
        by_mouse(drag())
        if comes_true(shows_spam_alone, PATIENCE_S / DRAGS):
            return
    raise Failed("the window never showed its verdict")


def wait_until(is_so: Callable[[], bool], complaint: str) -> None:
    if not comes_true(is_so, PATIENCE_S):
        raise Failed(complaint)


def comes_true(is_so: Callable[[], bool], within_s: float) -> bool:
    deadline = time.monotonic() + within_s
    while time.monotonic() < deadline:
        if is_so():
            return True
        time.sleep(0.5)
    return False


def by_mouse(steps: list[str]) -> None:
    command = ["xdotool", *" sleep 0.4 ".join(steps).split()]
    subprocess.run(command, check=True, timeout=30)


def drag() -> list[str]:
    """Return xdotool's commands for dragging the mail onto the window in a few steps."""
    parts = (0.02, 0.3, 0.6, 0.9, 1.0, 0.995, 1.0)
    places = [[round(a + (b - a) * part) for a, b in zip(HANDLE, TARGET, strict=True)] for part in parts]
    moves = [f"mousemove {x} {y}" for x, y in places]
    return [f"mousemove {HANDLE[0]} {HANDLE[1]}", "mousedown 1", *moves, "mouseup 1"]


def window_is_drawn() -> bool:
    return pixel(screen(), *MENU_PIXEL) != (0, 0, 0)


def shows_no_verdict() -> bool:
    return not any(colours_in_list(screen()).values())


def shows_spam_alone() -> bool:
    counts = colours_in_list(screen())
    return counts[SPAM] >= ENOUGH_PIXELS and not counts[HAM] and not counts[NEWSLETTER]


def colours_in_list(image: Image) -> dict[tuple[int, int, int], int]:
    """Count the pixels of each label's colour in the list of verdicts."""
    left, top, right, bottom = LIST
    seen = [pixel(image, x, y) for y in range(top, bottom) for x in range(left, right)]
    return {colour: seen.count(colour) for colour in (HAM, NEWSLETTER, SPAM)}


def pixel(image: Image, x: int, y: int) -> tuple[int, int, int]:
    width, _, pixels = image
    place = 3 * (y * width + x)
    return (pixels[place], pixels[place + 1], pixels[place + 2])


def screen() -> Image:
    """Return width, height and RGB bytes of the display."""
    command = ["import", "-window", "root", "-depth", "8", "ppm:-"]
    found = subprocess.run(command, capture_output=True, check=True, timeout=60).stdout
    _, size, _, pixels = found.split(b"\n", 3)
    width, height = map(int, size.split())
    return width, height, pixels


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
