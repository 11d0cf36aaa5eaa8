"""Kills programs that recognise, file and bring back scans: `python -m tests.benchmarks.scan_kills [--times 1000]`.

The commands are imports, filings with and without a layer of text, and undoing; the programs that read pages and write
layers are scripts of a few lines. At the moment of the kill every original has to be somewhere by its bytes. Once the
same command has been run again, every file has to be there once and whole; once that is undone, where it was at first.
"""

from __future__ import annotations

import argparse
import os
import random
import shutil
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Sequence
from multiprocessing import forkserver
from pathlib import Path
from typing import Any

import numpy as np

from app.features.filing.text_layers import ORIGINALS_SUFFIX
from app.library.workers import ensure_server
from app.store.workspace import Workspace
from tests.app.readers import making
from tests.benchmarks._forked_commands import ForkedCommand

N_SCANS = 4
LAYER = b"\n% layer\n"
FAKES = {
    "tesseract": """case "$*" in
*--version*) echo tesseract 9.9; exit;;
*--list-langs*) printf 'List:\\neng\\n'; exit;;
*'psm 0'*) cat > /dev/null; exit;;
esac
size=$(cksum | tr -d ' ')
printf '1\\t1\\t0\\t0\\t0\\t0\\t0\\t0\\t400\\t200\\t-1\\t\\n'
printf '5\\t1\\t1\\t1\\t1\\t1\\t20\\t90\\t40\\t12\\t90\\ttax%s\\n' $size
""",
    "ocrmypdf": """while [ $# -gt 2 ]; do [ "$1" = --sidecar ] && echo words > "$2"; shift; done
sleep 0.02
cat "$1" > "$2" && printf '\\n% layer\\n' >> "$2"
""".replace("% layer", "%% layer"),
}


def main(arguments: Sequence[str] | None = None) -> int:
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--times", type=int, default=1_000)
    parser.add_argument("--seed", type=int, default=5)
    given = parser.parse_args(arguments)
    dice, outcomes = random.Random(given.seed), Counter[str]()
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        use_fakes(folder)
        trained = trained_workspace(folder)
        for number in range(given.times):
            outcomes[killed_once(folder / str(number), trained, dice)] += 1
            if number % 50 == 49:
                print(number + 1, dict(outcomes), flush=True)
    for outcome, count in sorted(outcomes.items()):
        print(f"{outcome}: {count}")
    return 0 if all(outcome.startswith("whole") for outcome in outcomes) else 1


def use_fakes(folder: Path) -> None:
    (folder / "bin").mkdir()
    for name, lines in FAKES.items():
        program = folder / "bin" / name
        program.write_text(f"#!/bin/sh\n{lines}")
        program.chmod(0o755)
    os.environ["PATH"] = f"{folder / 'bin'}{os.pathsep}{os.environ['PATH']}"
    os.environ["BAYLEAF_WORKERS"] = "1"
    own = sys.modules["__main__"]
    own.__spec__ = own.__file__ = None  # else every worker would load this benchmark
    ensure_server()
    server: Any = forkserver
    server.ensure_running = server._forkserver.ensure_running = lambda: (
        None
    )  # one for all commands: its start is no news


def run(*words: object) -> float:
    """Run a command to its end, and return how long it took."""
    began_s = time.monotonic()
    command = ForkedCommand([str(word) for word in words], is_heard=False)
    os.waitpid(command.pid, 0)
    close(command)
    return time.monotonic() - began_s


def close(command: ForkedCommand) -> None:
    for stream in (command.into, command.out, command.error):
        stream.close()


def trained_workspace(folder: Path) -> Path:
    for label in ("tax", "bank"):
        (folder / label).mkdir()
        for number in range(6):
            (folder / label / f"{number}.txt").write_text(f"{label} {label}{number} letter of the {label}\n" * 5)
    workspace = folder / "trained.bayleaf"
    run("import", workspace, folder / "tax", folder / "bank")
    run("train", workspace)
    return workspace


class Desk:
    """A workspace with some scans, and the places where they may lie."""

    def __init__(self, folder: Path, trained: Path) -> None:
        folder.mkdir()
        self.folder, self.workspace = folder, folder / "w.bayleaf"
        self.scans, self.goal = folder / "scans", folder / "filed"
        self.kept = self.workspace.with_name(self.workspace.name + ORIGINALS_SUFFIX)
        shutil.copy(trained, self.workspace)
        self.scans.mkdir()
        self.before: dict[str, bytes] = {}
        for number in range(N_SCANS):
            grey = np.full((400, 600), 255, np.uint8)
            grey[100 : 120 + number * 10, 100:400] = 0
            self.before[f"{number}.pdf"] = making.scan(grey.tobytes(), 600, 400)
        for name, raw in self.before.items():
            (self.scans / name).write_bytes(raw)

    def command(self, kind: str) -> list[object]:
        """Return the words of a command."""
        if kind == "import":
            return ["import", self.workspace, self.scans, "--corpus", "Documents"]
        if kind == "undo":
            return ["file", self.workspace, "--undo"]
        layer = ["--text-layer"] if kind == "layer" else []
        return ["file", self.workspace, self.scans, "--to", self.goal, "--with-unsure", *layer]

    def is_lost(self) -> bool:
        """Tell whether the bytes of any original are nowhere."""
        there = {path.read_bytes() for folder in (self.scans, self.goal, self.kept) for path in folder.rglob("*.pdf")}
        return not set(self.before.values()) <= there

    def is_wrong(self) -> str:
        """Say what is not as it should be now that nothing runs: lost, doubled, or half written."""
        here = {path.name: path.read_bytes() for path in self.scans.rglob("*.pdf")}
        filed = {path.name: path.read_bytes() for path in self.goal.rglob("*") if path.is_file()}
        if here.keys() & filed.keys() or len(here) + len(filed) > N_SCANS:
            return "DOUBLED"
        if here | {name: raw.removesuffix(LAYER) for name, raw in filed.items()} != self.before:
            return "LOST OR HALF WRITTEN"
        if [*self.kept.glob("*made*"), *self.kept.glob("making*")]:
            return "LEFT OVER"
        with Workspace(self.workspace) as opened:
            return "BROKEN" if opened.check() or opened.journal.unfinished_moves() else ""


LONGEST_S: dict[str, float] = {}
"""The time that each kind of command took when nobody killed it."""


def killed_once(folder: Path, trained: Path, dice: random.Random) -> str:
    """Kill a command, let it be run again, bring everything back, and look each time."""
    desk = Desk(folder, trained)
    kind = dice.choice(["import", "file", "layer", "undo"])
    if kind not in LONGEST_S:
        if kind == "undo":
            run(*desk.command("layer"))
        LONGEST_S[kind] = run(*desk.command(kind))
        shutil.rmtree(folder)
        desk = Desk(folder, trained)
    if kind == "undo":
        run(*desk.command("layer"))
    command = ForkedCommand([str(word) for word in desk.command(kind)], is_heard=False)
    time.sleep(dice.uniform(0, LONGEST_S[kind]))
    has_ended, _ = os.waitpid(command.pid, os.WNOHANG)
    if not has_ended:
        command.kill()
        os.waitpid(command.pid, 0)
    close(command)
    if desk.is_lost():
        return f"LOST after {kind}"
    run(*desk.command(kind))
    wrong = desk.is_wrong()
    if not wrong and kind != "import":
        run(*desk.command("undo"))
        while any(path.is_file() for path in desk.goal.rglob("*")):
            n_left = sum(path.is_file() for path in desk.goal.rglob("*"))
            run(*desk.command("undo"))
            if sum(path.is_file() for path in desk.goal.rglob("*")) == n_left:
                break
        wrong = desk.is_wrong()
        if not wrong and {path.name for path in desk.scans.iterdir()} != desk.before.keys():
            wrong = "NOT BROUGHT BACK"
    if wrong:
        return f"{wrong} after {kind}"
    shutil.rmtree(folder)
    return f"whole after {kind}, {'had finished' if has_ended else 'killed'}"


if __name__ == "__main__":
    sys.exit(main())
