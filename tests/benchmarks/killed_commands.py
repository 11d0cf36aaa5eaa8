"""Kill the whole program, workers too, at random moments: `python -m tests.benchmarks.killed_commands [--times 200]`.

After each kill the workspace must open, `check` must find nothing, and doing it again must end in exactly the same
model. Imports, trainings and corrections take turns; a migration is killed by `tests.benchmarks.crashes`.
"""

from __future__ import annotations

import argparse
import random
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Sequence
from pathlib import Path

from tests.app.cli.killing import finished_hash, kill_in_the_middle, write_mails, wrong_with

N_MAILS = 600


def main(arguments: Sequence[str] | None = None) -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--times", type=int, default=200)
    parser.add_argument("--seed", type=int, default=7)
    given = parser.parse_args(arguments)
    dice, outcomes = random.Random(given.seed), Counter[str]()
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        mails = write_mails(folder / "mails", N_MAILS)
        whole = finished_hash(folder / "whole.bayleaf", mails)
        for time_number in range(given.times):
            outcomes[kill_once(folder / f"{time_number}.bayleaf", mails, whole, dice)] += 1
    for outcome, count in sorted(outcomes.items()):
        print(f"{outcome}: {count}")
    return 0 if all(outcome.startswith("whole") for outcome in outcomes) else 1


def kill_once(workspace: Path, mails: Path, whole: str, dice: random.Random) -> str:
    """One kill and what came of it."""
    kind = dice.choice(("import", "train", "learn"))
    if kind != "import":
        finished_hash(workspace, mails)
    extra = workspace.with_suffix(".eml")
    extra.write_text(f"Subject: new\n\nsomething never seen {time.time()}\n")
    commands: dict[str, tuple[object, ...]] = {
        "import": ("import", workspace, mails, "--corpus", "Mail"),
        "train": ("train", workspace, "--model", "Filter"),
        "learn": ("learn", workspace, "--model", "Filter", "--label", "spam", extra),
    }
    killed = kill_in_the_middle(commands[kind], dice.uniform(0.2, 2.5))
    problems = wrong_with(workspace)
    if problems:
        return f"BROKEN after {kind}: {problems[0]}"
    if kind != "learn" and finished_hash(workspace, mails) != whole:
        return f"DIFFERENT after {kind}"
    workspace.unlink(missing_ok=True)
    return f"whole after {kind}, {'killed' if killed.was_running else 'had finished'}"


if __name__ == "__main__":
    sys.exit(main())
