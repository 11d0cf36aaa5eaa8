"""Kill a program 200 times at random moments of import, correction, editing and migration; verify what is left.

python -m tests.benchmarks.crashes [--times 200] [--seed N]

How long each kind of work takes is measured first: on a busy machine, kills would all come before the first promise.
"""

from __future__ import annotations

import argparse
import collections
import random
import tempfile
import time
from pathlib import Path

from tests.app.store.killing import LONGEST_S, killed_after, measure_work, prepared, verified


def main() -> None:
    """Kill, verify, count."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--times", type=int, default=200)
    parser.add_argument("--seed", type=int, default=int(time.time()))
    options = parser.parse_args()
    print(f"seed {options.seed}")
    moments = random.Random(options.seed)
    done: collections.Counter[str] = collections.Counter()
    durations_s = {work: max(LONGEST_S[work], measured_duration(work)) for work in LONGEST_S}
    for _ in range(options.times):
        work = moments.choice(list(LONGEST_S))
        moment = moments.uniform(0, 1.2 * durations_s[work])
        with tempfile.TemporaryDirectory() as folder:
            path = Path(folder) / "w.bayleaf"
            prepared(path, work)
            promises = killed_after(path, work, moment)
            verified(path, work, promises)
        done[f"{work}, {'promises kept' if promises else 'before the first promise'}"] += 1
    for what, times in sorted(done.items()):
        print(f"  {what:<45} {times:4}")


def measured_duration(work: str) -> float:
    """Return how many seconds a kind of work takes on this machine now."""
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "w.bayleaf"
        prepared(path, work)
        return measure_work(path, work)


if __name__ == "__main__":
    main()
