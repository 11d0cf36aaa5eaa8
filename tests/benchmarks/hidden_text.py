"""How often the reader and a browser agree on whether words can be seen.

    python -m tests.benchmarks.hidden_text [--record] [--browser chromium|firefox-esr] [--family span] [--list]

A form is a page with a place for words (`tests.hidden_text.forms`). A browser draws it twice, with different figures of
the same width in the place. The words can be seen if the two pictures differ. Nothing else on the page moves, so a
gap that an invisible word leaves is not taken for the word. A third picture, without the words, tells whether their
removal changes anything; it is reported beside the verdict.

The pages are drawn without scripts and without a network, many to a picture, each in a frame of 900 x 300 pixels.
`--record` writes the verdicts to `tests/hidden_text/verdicts.json`, which tests read where no browser is installed.
"""

from __future__ import annotations

import argparse
import contextlib
import json
import shutil
import subprocess
import tempfile
import time
from collections import Counter
from collections.abc import Sequence
from pathlib import Path

import numpy as np
from PySide6.QtGui import QImage

from app.readers.documents.html import read_page
from tests.hidden_text.forms import Form, developed, held_out

WORDS, OTHER_WORDS = "7164 9308", "2857 1640"
WIDTH_PX, HEIGHT_PX = 900, 300
FRAMES_PER_PICTURE = {"chromium": 9, "firefox-esr": 24}
"""Chromium leaves what is further down unpainted."""
TIMEOUT_S, MAX_ATTEMPTS = 60, 4
"""Chromium sometimes does not end by itself after it drew a picture; it is then started again."""
ROUNDING = 2
"""Levels of 255 by which a colour laid over itself may differ from itself."""
BROWSERS = ("chromium", "firefox-esr")
VERDICTS = Path(__file__).parents[1] / "hidden_text" / "verdicts.json"


def installed_browsers() -> list[str]:
    return [name for name in BROWSERS if shutil.which(name)]


def verdicts_of(forms: Sequence[Form], browser: str) -> list[str]:
    """Return the verdict on each form.

    `seen`, `hidden`, `gap` where the words cannot be seen but their removal moves something else, and `faint` where
    they change the picture by no more than rounding does: letters of exactly the colour of their ground do.
    """
    found: list[str] = []
    with tempfile.TemporaryDirectory() as folder:
        for start in range(0, len(forms), FRAMES_PER_PICTURE[browser]):
            batch = forms[start : start + FRAMES_PER_PICTURE[browser]]
            pictures = [_picture(batch, words, browser, Path(folder)) for words in (WORDS, OTHER_WORDS, "")]
            for _ in range(MAX_ATTEMPTS):
                blank = [[is_blank(picture, number) for number in range(len(batch))] for picture in pictures]
                if blank[0] == blank[1]:
                    break
                pictures[:2] = [_picture(batch, words, browser, Path(folder)) for words in (WORDS, OTHER_WORDS)]
            for number in range(len(batch)):
                one, other, none = (picture[number * HEIGHT_PX :][:HEIGHT_PX] for picture in pictures)
                change, loss = int(np.abs(one - other).max()), int(np.abs(one - none).max())
                found.append(
                    "seen" if change > ROUNDING else "faint" if change else "gap" if loss > ROUNDING else "hidden"
                )
    return found


def is_blank(picture: np.ndarray, number: int) -> bool:
    """Return whether nothing is painted in a frame. Chromium leaves out some on a busy machine."""
    frame = picture[number * HEIGHT_PX :][:HEIGHT_PX]
    return bool((frame.reshape(-1, 3) == frame[0, :3]).all())


def _picture(forms: Sequence[Form], words: str, browser: str, folder: Path) -> np.ndarray:
    """Draw the pages of the forms below each other."""
    frames = []
    for number, form in enumerate(forms):
        (folder / f"{number}.html").write_text(form.page(words), encoding="utf-8")
        frames.append(f'<iframe sandbox src="{number}.html" width={WIDTH_PX} height={HEIGHT_PX}></iframe>')
    style = "<style>body{margin:0}iframe{border:0;display:block}</style>"
    (folder / "all.html").write_text(f"<!doctype html><meta charset=utf-8>{style}{''.join(frames)}", encoding="utf-8")
    picture = folder / "picture.png"
    picture.unlink(missing_ok=True)
    size = f"{WIDTH_PX},{len(forms) * HEIGHT_PX}"
    common = ["--headless", f"--screenshot={picture}"]
    if browser == "chromium":
        options = ["--no-sandbox", "--disable-gpu", "--hide-scrollbars", "--host-resolver-rules=MAP * ~NOTFOUND"]
        options += [f"--window-size={size}", f"--user-data-dir={folder / 'chromium'}", "--virtual-time-budget=4000"]
        options += [
            "--run-all-compositor-stages-before-draw",
            "--force-color-profile=srgb",
            "--force-device-scale-factor=1",
            *("--no-first-run", "--disable-background-networking", "--disable-component-update", "--disable-sync"),
        ]
    else:
        (folder / "firefox").mkdir(exist_ok=True)
        preferences = 'user_pref("javascript.enabled", false);user_pref("network.proxy.type", 1);'
        preferences += 'user_pref("browser.display.use_system_colors", false);'
        (folder / "firefox" / "user.js").write_text(preferences, encoding="utf-8")
        common = ["--headless", "--screenshot", str(picture)]
        options = ["--no-remote", "--profile", str(folder / "firefox"), "--window-size", size]
    command = [browser, *common, *options, (folder / "all.html").as_uri()]
    image = QImage()
    for _ in range(MAX_ATTEMPTS):
        with contextlib.suppress(subprocess.TimeoutExpired):
            subprocess.run(command, check=False, capture_output=True, timeout=TIMEOUT_S)
        image = QImage(str(picture))
        if not image.isNull():
            break
    else:
        raise RuntimeError(f"{browser} drew no picture")
    image = image.convertToFormat(QImage.Format.Format_RGB888)
    rows = np.frombuffer(image.constBits(), np.uint8).reshape(image.height(), image.bytesPerLine())
    return rows[:, : 3 * WIDTH_PX].astype(np.int16)


def is_read(html: str) -> bool:
    """Return whether the reader counts the words of a page as seen."""
    page = read_page(html)
    return WORDS in " ".join(f"{page.text} | {page.alternatives}".split())


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--record", action="store_true", help="let the browsers judge, and write their verdicts")
    parser.add_argument("--held-out", action="store_true", help="the forms that the reader was not developed with")
    parser.add_argument("--again", action="store_true", help="judge only the forms on which the browsers differ")
    parser.add_argument("--browser", default="", help="record the verdicts of this one only")
    parser.add_argument("--family", default="", help="only forms whose name begins so")
    parser.add_argument("--list", action="store_true", help="list the forms on which the reader disagrees")
    wanted = parser.parse_args()
    key = "held_out" if wanted.held_out else "developed"
    every = held_out() if wanted.held_out else developed()
    known = json.loads(VERDICTS.read_text(encoding="utf-8")) if VERDICTS.exists() else {}
    if wanted.record:
        recorded: dict[str, dict[str, str]] = {form.name: known.get(key, {}).get(form.name, {}) for form in every}
        forms = [form for form in every if not agreed_verdict(recorded[form.name])] if wanted.again else every
        for browser in installed_browsers() if not wanted.browser else [wanted.browser]:
            start = time.monotonic()
            for form, verdict in zip(forms, verdicts_of(forms, browser), strict=True):
                recorded[form.name][browser] = verdict
            print(f"{browser}: {len(forms)} forms in {time.monotonic() - start:.0f} s")
            known[key] = recorded
            write_verdicts(known)
    report(every, known[key], family=wanted.family, is_listed=wanted.list)


def write_verdicts(known: dict[str, dict[str, dict[str, str]]]) -> None:
    """Write the verdicts, a line per form."""
    parts = []
    for key, verdicts in known.items():
        lines = [f"{json.dumps(name)}: {json.dumps(verdict)}" for name, verdict in verdicts.items()]
        parts.append(f"{json.dumps(key)}: {{\n" + ",\n".join(lines) + "\n}")
    VERDICTS.write_text("{\n" + ",\n".join(parts) + "\n}\n", encoding="utf-8")


def agreed_verdict(verdicts: dict[str, str]) -> str:
    """Return `seen` or `hidden` where all browsers say so; nothing where they differ, or see a rounding."""
    said = {
        "seen" if verdict == "seen" else "faint" if verdict == "faint" else "hidden" for verdict in verdicts.values()
    }
    return said.pop() if len(said) == 1 and "faint" not in said else ""


def report(forms: Sequence[Form], verdicts: dict[str, dict[str, str]], *, family: str, is_listed: bool) -> None:
    counts: Counter[tuple[str, str]] = Counter()
    for form in forms:
        if form.name not in verdicts or not form.name.startswith(family):
            continue
        verdict = agreed_verdict(verdicts[form.name])
        if not verdict:
            counts["browsers", "differ"] += 1
            continue
        seen, is_seen = is_read(form.page(WORDS)), verdict == "seen"
        counts["seen" if is_seen else "hidden", "agreed" if seen == is_seen else "not agreed"] += 1
        if seen != is_seen and is_listed:
            print(f"{'seen but not read' if is_seen else 'hidden but read'}: {form.name}")
    for (verdict, agreement), count in sorted(counts.items()):
        print(f"{verdict:9} {agreement:11} {count:5}")
    judged = {key: count for key, count in counts.items() if key[0] != "browsers"}
    agreed = sum(count for key, count in judged.items() if key[1] == "agreed")
    print(f"agreement {agreed / sum(judged.values()):.4f} of {sum(judged.values())}")


if __name__ == "__main__":
    main()
