"""Another tree of the source beside this one: one benchmark in both, in turn, with the median of each figure.

    git worktree add ../before COMMIT
    python -m tests.benchmarks.beside ../before [--rounds 3] NAME [ARGUMENT...]
    python -m tests.benchmarks.beside ../before responsiveness --documents 10000 --large 0

Each tree runs its own benchmark of that name with this Python; `imports`, in place of a name, is the processor time
that the window's modules take to load. Lines that say the same in both but for their figures stand beside each other; a
line that only one of them prints stands alone. The first round is thrown away. Benchmarks that have rounds of their own
(`counting`, `importing`) go through one in each round of these, unless they are told otherwise.
"""

from __future__ import annotations

import argparse
import os
import re
import statistics
import subprocess
import sys
from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path

ROOT = Path(__file__).parents[2]
NUMBER = re.compile(r"(?<![\w.])\d[\d,]*(?:\.\d+)?")
IMPORTS = """\
import gc, importlib, importlib.util, sys, time
gc.disable()
import PySide6.QtWidgets

def first_there(*names):
    for name in names:
        try:
            if importlib.util.find_spec(name):
                return name
        except ModuleNotFoundError:
            pass
    raise SystemExit("none of these modules is in this tree: " + ", ".join(names))

window = first_there("app.shell.application", "app.pages.shell.application_controller", "app.views.program")
wiring = first_there("app.shell.wiring", "app.pages.shell.wiring", "app.views.connecting")
page = first_there("app.features.documents.page", "app.pages.documents.page", "app.views.documents_page")
for title, names in (("window", [window]), ("window and first page", [wiring, page])):
    for name in names:
        importlib.import_module(name)
    print(f"{title}: {time.process_time() * 1000:.0f} ms of processor time, {len(sys.modules)} modules")
"""
"""Loads the window's modules under the names that they have in a tree, and says what that took."""
WITH_ROUNDS = ("counting", "importing")
Figures = dict[str, list[list[float]]]
"""For each line, with its numbers taken out, the numbers of each round."""


def main() -> None:
    """Run both in turn, and print the medians."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("tree", type=Path, help="the other source")
    parser.add_argument("--rounds", type=int, default=3)
    parser.add_argument("name", help="a benchmark of this folder, or `imports`")
    parser.add_argument("arguments", nargs=argparse.REMAINDER)
    options = parser.parse_args()
    command = command_of(options.name, options.arguments)
    trees = {"there": options.tree.resolve(), "here": ROOT}
    figures: dict[str, Figures] = {name: {} for name in trees}
    for number in range(options.rounds + 1):
        for name, tree in trees.items():
            note_figures(printed(command, tree), figures[name] if number else {})
    for line in table(figures["there"], figures["here"]):
        print(line)


def command_of(name: str, arguments: Sequence[str] = ()) -> list[str]:
    """Return what Python is told to do for a benchmark: rounds within rounds would take a quarter of an hour."""
    if name == "imports":
        return ["-c", IMPORTS]
    once = ["--rounds", "1"] if name in WITH_ROUNDS and "--rounds" not in arguments else []
    return ["-m", f"tests.benchmarks.{name}", *once, *arguments]


def printed(command: list[str], tree: Path) -> str:
    """Return what a command of a tree prints; its own modules come before any that are installed."""
    environment = {**os.environ, "PYTHONPATH": str(tree)}
    done = subprocess.run([sys.executable, *command], cwd=tree, env=environment, stdout=subprocess.PIPE, check=True)
    return done.stdout.decode()


def note_figures(text: str, figures: Figures) -> None:
    """Add the numbers of each line of a run to what other runs said on such lines."""
    for line in text.splitlines():
        numbers = [float(number.replace(",", "")) for number in NUMBER.findall(line)]
        if numbers:
            figures.setdefault(words_of(line), []).append(numbers)


def words_of(line: str) -> str:
    """Return a line with a mark in the place of each number, and no more than one space together."""
    return re.sub(r"\s+", " ", NUMBER.sub("#", line)).strip()


def table(there: Figures, here: Figures) -> Iterator[str]:
    """Describe each line: medians there, medians here, and how many times as much it is here."""
    for words in dict.fromkeys([*there, *here]):
        sides = [medians(figures.get(words, [])) for figures in (there, here)]
        yield words
        for name, side in zip(("there", "here"), sides, strict=True):
            if side:
                yield f"    {name:8}" + "".join(f"{number:12,.1f}" for number in side)
        if all(sides):
            yield f"    {'times':8}" + "".join(f"{share(*pair):>12}" for pair in zip(*sides, strict=False))


def medians(rounds: list[list[float]]) -> list[float]:
    """Return the median of each number of a line over the rounds."""
    columns: Iterable[tuple[float, ...]] = zip(*rounds, strict=False)
    return [statistics.median(numbers) for numbers in columns]


def share(there: float, here: float) -> str:
    """Return how many times as much one number is as another."""
    return f"{here / there:.2f}" if there else "-"


if __name__ == "__main__":
    main()
