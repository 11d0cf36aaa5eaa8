"""Drive the packaged window as a person would, on a virtual display: give it a mail, and read the verdict off the screen.

    .venv/bin/python packaging/smoke.py dist/bayleaf [PICTURE.png]

The verdict is read from the picture of the screen: the list of verdicts shows the colour of the label that was judged.
"""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
import tempfile
import time
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
PATIENCE_S = 60.0
HAM, NEWSLETTER, SPAM = (0x00, 0x72, 0xB2), (0xD5, 0x5E, 0x00), (0x00, 0x9E, 0x73)
"""The colours of the sample's labels, in the order in which they are made."""
LIST_LEFT, LIST_RIGHT = 0.155, 0.36
"""Where the square, the name and the bar of a verdict are on a screen of 1280 pixels, as shares of its width."""
ENOUGH_PIXELS = 100


def main(arguments: list[str]) -> int:
    program = Path(arguments[0]).resolve()
    picture = Path(arguments[1]).resolve() if len(arguments) > 1 else None
    if not os.environ.get("DISPLAY"):
        if shutil.which("xvfb-run") is None:
            print("smoke: this needs a display, or xvfb-run", file=sys.stderr)
            return 1
        command = ["xvfb-run", "-a", "-s", "-screen 0 1280x900x24", sys.executable, __file__, *arguments]
        return subprocess.run(command, check=False).returncode
    with tempfile.TemporaryDirectory(prefix="bayleaf-smoke-") as name:
        return smoke(program, Path(name), picture)


def smoke(program: Path, home: Path, picture: Path | None) -> int:
    """Train by the command line, have a mail judged by the window, and look."""
    environment = {**os.environ, "HOME": str(home), "XDG_DATA_HOME": str(home), "XDG_CONFIG_HOME": str(home)}
    environment.pop("QT_QPA_PLATFORM", None)
    workspace = home / "smoke.bayleaf"
    terminal = program / "bayleaf-cli"
    called([terminal, "import", workspace, ROOT / "resources" / "samples" / "en", "--kind", "mail"], environment)
    called([terminal, "train", workspace, "--model", "Smoke"], environment)
    mail = home / "offer.eml"
    mail.write_text("Subject: You have won a free prize\n\nClick here now, guaranteed money, free offer.\n")
    window = subprocess.Popen([program / "bayleaf", workspace, mail], env=environment)
    try:
        seen = verdict_seen(window)
        if picture is not None:
            subprocess.run(["import", "-window", "root", str(picture)], check=True)
    finally:
        window.terminate()
        window.wait(timeout=30)
    print("smoke: the window shows the verdict" if seen else "smoke: the window never showed its verdict")
    return 0 if seen else 1


def called(command: list[str | Path], environment: dict[str, str]) -> None:
    subprocess.run([str(part) for part in command], env=environment, check=True, timeout=120)


def verdict_seen(window: subprocess.Popen[bytes]) -> bool:
    """Look at the screen until the list of verdicts shows spam's colour, and no other label's."""
    deadline = time.monotonic() + PATIENCE_S
    while time.monotonic() < deadline and window.poll() is None:
        time.sleep(1)
        counts = colours_in_list(screen())
        if counts[SPAM] > ENOUGH_PIXELS and not counts[HAM] and not counts[NEWSLETTER]:
            return True
    return False


def colours_in_list(image: tuple[int, int, bytes]) -> dict[tuple[int, int, int], int]:
    """How many pixels of each label's colour are in the left half, above the middle, right of the side bar."""
    width, height, pixels = image
    counts = dict.fromkeys((HAM, NEWSLETTER, SPAM), 0)
    left, right = int(width * LIST_LEFT), int(width * LIST_RIGHT)
    for line in range(height // 2):
        row = pixels[3 * (line * width + left) : 3 * (line * width + right)]
        for colour in counts:
            counts[colour] += row.count(bytes(colour))
    return counts


def screen() -> tuple[int, int, bytes]:
    """Width, height and RGB bytes of what is on the display."""
    found = subprocess.run(
        ["import", "-window", "root", "-depth", "8", "ppm:-"], capture_output=True, check=True
    ).stdout
    _, size, _, pixels = found.split(b"\n", 3)
    width, height = map(int, size.split())
    return width, height, pixels


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
