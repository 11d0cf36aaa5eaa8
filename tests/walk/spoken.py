"""Walk through the program without looking: act as a screen reader does, and write down what it would say.

    python -m tests.walk.spoken --to FOLDER

It needs Xvfb, openbox, dbus-run-session, at-spi2-core and gir1.2-atspi-2.0. From the first start it imports, trains,
looks at words, opens mails, corrects a verdict and files away, by actions of the accessibility interface alone. Each
step becomes a text of roles, names, values and states; the exit code counts what was not said that must be, and what
could not be done.
"""

from __future__ import annotations

import argparse
import os
import subprocess
import sys
import tempfile
import time
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

from tests.walk.display import virtual_display
from tests.walk.made_up_mail import write_mails

ROOT = Path(__file__).resolve().parents[2]
READER = ("/usr/bin/python3", str(Path(__file__).with_name("reader.py")))
"""The system's, which knows AT-SPI."""
BUS = "/usr/libexec/at-spi-bus-launcher"
SETTLES_S, PATIENCE_S = 1.0, 15.0


@dataclass(frozen=True)
class Step:
    """Something to do, and what must be said then."""

    name: str
    act: tuple[str, ...]
    says: tuple[str, ...]


def steps(mails: Path, target: Path) -> list[Step]:
    """The way from nothing to files in folders; `MAIL` is opened in the box that the desktop's own stands for."""
    return [
        Step("first start", (), ("push button: Try it with", "Drop a folder with documents or mail here")),
        Step("import", ("press", "push button", "Try it with"), ("table: Documents", "radio button: All documents",
             "table cell: ", "documents imported into")),
        Step("read", ("choose", "Documents", "2"), ("text: Text of the document",)),
        Step("train page", ("press", "radio button", "Train"), ("radio button: Filter", "push button: Train",
             "What the model can guarantee")),
        Step("another model", ("press", "radio button", "Multinomial"), ("slider: Smoothing, α =",
             "label: Confusion matrix", "correct on held-out documents", "table: Mistakes")),
        Step("train", ("press", "push button", "Train"), ("push button: Trained", "saved", "push button: Undo")),
        Step("words", ("press", "radio button", "Words"), ("text: Search words", "table: Words",
             "label: Strongest words")),
        Step("classify", ("press", "radio button", "Classify"), ("push button: Open",)),
        Step("open", ("press", "push button", "Open"), ("text: File name:",)),
        Step("name a file", ("write", "File name:", f'"{mails}/spam/0000.eml" "{mails}/ham/0000.eml"'), ()),
        Step("verdict", ("press", "push button", "Open"), ("table: Verdicts", "push button: Right",
             "push button: Wrong, label as", "text: Text of the document")),
        Step("right", ("press", "push button", "Correct"), ("table cell: by you", "Learnt “", "push button: Undo")),
        Step("the other", ("choose", "Verdicts", "1"), ("label: Patch for the resolver",)),
        Step("wrong", ("key", "2"), ("newsletter, by you", "as newsletter")),
        Step("lessons", ("press", "radio button", "Lessons"), ("label: Explanation, Three patients", "Smoothing α",
             "page tab: Balance", "Counts, prior, healthy: 3 / 6", "What is the prior P(infected)?", "text: Your")),
        Step("answer", ("write", "Your answer", "1/2"), ("1/2",)),
        Step("check", ("press", "push button", "Check"), ("Right: 1/2",)),
        Step("next part", ("press", "push button", "Go on"), ("What is P(fever = yes | infected)?",)),
        Step("back to classify", ("press", "radio button", "Classify"), ("table: Verdicts",)),
        Step("file away", ("press", "push button", "File away"), ("dialog: File away", "push button: Cancel")),
    ]  # fmt: skip


def main() -> int:
    """Listen at every step."""
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
    """Take every step and write down what is said; count what is not."""
    home = {"HOME": folder, "XDG_CONFIG_HOME": folder / "c", "XDG_DATA_HOME": folder / "d", "XDG_RUNTIME_DIR": folder}
    environment = {**os.environ, **{name: str(path) for name, path in home.items()}, "DISPLAY": display}
    environment |= {"QT_QPA_PLATFORM": "xcb", "QT_LINUX_ACCESSIBILITY_ALWAYS_ON": "1"}
    mails = write_mails(folder / "mails", {"ham": 2, "spam": 2}, seed=9)
    bus = subprocess.Popen([BUS, "--launch-immediately"], env=environment)
    program = subprocess.Popen([sys.executable, "-m", "app"], cwd=ROOT, env=environment)
    missing = 0
    try:
        for number, step in enumerate(steps(mails, folder / "filed")):
            said, is_done = taken(step, environment)
            (target / f"{number:02} {step.name}.txt").write_text(said, encoding="utf-8")
            silent = [words for words in step.says if words not in said]
            missing += len(silent) + (not is_done)
            note = "" if is_done else "; could not be done"
            note += f"; not said: {', '.join(silent)}" if silent else ""
            sys.stdout.write(f"{step.name}: {len(said.splitlines())} parts{note}\n")
            sys.stdout.flush()
    finally:
        for process in (program, bus):
            process.terminate()
            process.wait()
    return missing


def taken(step: Step, environment: Mapping[str, str]) -> tuple[str, bool]:
    """Act, again where there is nothing yet to act on, and return what is said once it says what it must."""
    until_s, said, is_done = time.monotonic() + PATIENCE_S, "", not step.act
    while time.monotonic() < until_s:
        is_done = is_done or asked(environment, *step.act).returncode == 0
        time.sleep(SETTLES_S)
        said = asked(environment, "tell").stdout
        if is_done and all(words in said for words in step.says):
            break
    return said, is_done


def asked(environment: Mapping[str, str], *words: str) -> subprocess.CompletedProcess[str]:
    """Let the reader tell or act."""
    return subprocess.run([*READER, *words], env=environment, capture_output=True, text=True, check=False)


if __name__ == "__main__":
    sys.exit(main())
