"""Take the README's picture: the real window with the sample and a few made-up mails, on a virtual display.

.venv/bin/python packaging/picture.py [PICTURE.png]
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
PICTURE = ROOT / "resources" / "help" / "pictures" / "classify.png"
SIZE = "1180x760"
MAILS = """\
You have been chosen | Winner Desk <desk@prizes.example>
Dear friend,

Your address has won our weekly cash prize. Click here now to claim your money. The offer is free and guaranteed, and it
ends today.

No purchase is needed. Reply with your account number and we pay at once.
====
Minutes of Tuesday | Ann Field <ann@choir.example>
Hello all,

here are the minutes of our meeting. Could you look over the part about the concert before Friday?

Ann
====
What is new in March | The Gardener <letter@garden.example>
In this issue: sowing indoors, pruning roses, and a recipe for nettle soup.

Read online. Unsubscribe at any time.
====
Keys for the rehearsal room | Tom Reed <tom@choir.example>
Hi,

I have left the keys with the neighbour. Can you bring the music on Thursday?

Thanks, Tom
====
Cheap pills, no questions | Pharma <sales@pills.example>
Buy now and save 80 %. Free shipping, money back guaranteed. Click here to order your pills today.
====
This week at the library | City library <news@library.example>
New books, a reading for children on Saturday, and opening hours over the holidays. Read more online. Unsubscribe.
"""
DRAWN_S = 60.0


def main(arguments: list[str]) -> int:
    """Start a virtual display of the window's size, then take the picture."""
    if not os.environ.get("BAYLEAF_PICTURE"):
        command = ["xvfb-run", "-a", "-s", f"-screen 0 {SIZE}x24", sys.executable, __file__, *arguments]
        return subprocess.run(command, env={**os.environ, "BAYLEAF_PICTURE": "1"}, check=False).returncode
    with tempfile.TemporaryDirectory(prefix="bayleaf-picture-") as name:
        take_picture(Path(arguments[0]).resolve() if arguments else PICTURE, Path(name))
    return 0


def take_picture(picture: Path, home: Path) -> None:
    told = {
        **os.environ,
        "HOME": str(home),
        "XDG_DATA_HOME": str(home),
        "XDG_CONFIG_HOME": str(home),
        "LANG": "C.UTF-8",
    }
    told.pop("QT_QPA_PLATFORM", None)
    workspace = home / "mail.bayleaf"
    for command in (
        ["import", workspace, ROOT / "resources/samples/en", "--kind", "mail", "--corpus", "Mail"],
        ["train", workspace, "--model", "Mail filter"],
    ):
        subprocess.run([sys.executable, "-m", "app.cli", *map(str, command)], cwd=ROOT, env=told, check=True)
    window = subprocess.Popen([sys.executable, "-m", "app", workspace, *write_mails(home)], cwd=ROOT, env=told)
    try:
        shot = wait_for_still_picture(home / "shot.png")
    finally:
        window.terminate()
        window.wait(timeout=30)
    picture.parent.mkdir(parents=True, exist_ok=True)
    smaller = ["convert", str(shot), "-strip", "-dither", "None", "-colors", "192", f"PNG8:{picture}"]
    subprocess.run(smaller, check=True)
    print(f"{picture}: {picture.stat().st_size // 1000} kB")


def write_mails(home: Path) -> list[Path]:
    paths = []
    for mail in MAILS.split("====\n"):
        head, text = mail.split("\n", 1)
        subject, sender = head.split(" | ")
        path = home / f"{subject}.eml"
        path.write_text(f"From: {sender}\nSubject: {subject}\nDate: Mon, 02 Mar 2026 10:00:00 +0000\n\n{text}")
        paths.append(path)
    return paths


def wait_for_still_picture(path: Path) -> Path:
    """Wait until the window is drawn and nothing has changed for two seconds, then save the picture."""
    last, still, until_s = b"", 0, time.monotonic() + DRAWN_S
    while still < 4 and time.monotonic() < until_s:
        time.sleep(0.5)
        subprocess.run(["import", "-window", "root", str(path)], check=True)
        now = subprocess.run(["convert", str(path), "rgb:-"], capture_output=True, check=True).stdout
        still = still + 1 if now == last and max(now[:3000]) > 0 else 0
        last = now
    return path


if __name__ == "__main__":
    if shutil.which("xvfb-run") is None:
        sys.exit("this needs xvfb-run and ImageMagick")
    sys.exit(main(sys.argv[1:]))
