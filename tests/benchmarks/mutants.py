"""Read tens of thousands of damaged files through real worker processes: none may crash, hang or vanish unnamed.

python -m tests.benchmarks.mutants [--times 20000] [--seed N]     (BAYLEAF_CORPORA names the folder of corpora)

Each mutant is a file of the torture sets with bytes flipped, cut out, doubled, or taken from another file. What kills a
worker is listed and kept in the folder named at the end; killing one is what workers are for, so that is no failure,
but a reason to look. The run fails if a mutant is neither a document nor a failure with a known reason.
"""

from __future__ import annotations

import argparse
import collections
import os
import random
import shutil
import tempfile
import time
from collections.abc import Iterator
from pathlib import Path

from app.domain.documents import Document, Failure, ReadLimits
from app.domain.errors import FAILURE_REASONS
from app.library.workers import (
    LostPosition,
    WorkerPool,
    YieldedValue,
    worker_count,
)
from app.readers.reading import ReadingSettings, read_batches
from app.readers.sources import work_items

SETS = ("document-torture", "mail-torture", "encodings")
LARGEST_BYTES = 2 << 20
AT_ONCE = 500
LIMITS = ReadLimits(seconds_per_document=20.0)


def main() -> None:
    """Mutate, read, count."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--times", type=int, default=20_000)
    parser.add_argument("--seed", type=int, default=int(time.time()))
    options = parser.parse_args()
    originals = list(_originals(Path(os.environ["BAYLEAF_CORPORA"])))
    print(f"seed {options.seed}, {len(originals)} files")
    chance = random.Random(options.seed)
    outcome: collections.Counter[str] = collections.Counter()
    kept = Path(tempfile.mkdtemp(prefix="mutants-"))
    begun_s = time.monotonic()
    with WorkerPool(read_batches, ReadingSettings(limits=LIMITS), n_workers=worker_count(has_window=False)) as pool:
        for first in range(0, options.times, AT_ONCE):
            with tempfile.TemporaryDirectory() as folder:
                _write_mutants(Path(folder), originals, chance, first, min(AT_ONCE, options.times - first))
                outcome += _read(Path(folder), pool, kept)
    _report(outcome, options.times, time.monotonic() - begun_s, kept)


def _originals(corpora: Path) -> Iterator[Path]:
    for name in SETS:
        for path in sorted((corpora / name).rglob("*")):
            if path.is_file() and 0 < path.stat().st_size <= LARGEST_BYTES:
                yield path


def _write_mutants(folder: Path, originals: list[Path], chance: random.Random, first: int, n_mutants: int) -> None:
    for number in range(first, first + n_mutants):
        original = chance.choice(originals)
        mutant = bytearray(original.read_bytes())
        for _ in range(chance.choice((1, 1, 2, 4, 16))):
            _mutate(mutant, chance, originals)
        (folder / f"{number:06}{original.suffix}").write_bytes(mutant)


def _mutate(mutant: bytearray, chance: random.Random, originals: list[Path]) -> None:
    at = chance.randrange(len(mutant) + 1)
    length = min(chance.choice((1, 2, 4, 16, 256, 4096)), len(mutant) - at)
    deed = chance.randrange(6)
    if deed == 0 and at < len(mutant):
        mutant[at] ^= 1 << chance.randrange(8)
    elif deed == 1:
        mutant[at : at + length] = chance.randbytes(length)
    elif deed == 2:
        del mutant[at : at + length]
    elif deed == 3:
        mutant[at:at] = mutant[at : at + length] * chance.choice((1, 2, 50))
    elif deed == 4:
        mutant[at : at + length] = bytes([chance.choice((0, 255, 127, 13, 10))]) * length
    else:
        other = chance.choice(originals).read_bytes()
        start = chance.randrange(len(other))
        mutant[at : at + length] = other[start : start + length]


def _read(folder: Path, pool: WorkerPool, kept: Path) -> collections.Counter[str]:
    outcome: collections.Counter[str] = collections.Counter()
    unseen = {str(path) for path in folder.iterdir()}
    for event in pool.run(work_items([folder])):
        if isinstance(event, YieldedValue):
            found = event.value
        else:
            found = [event.failure] if isinstance(event, LostPosition) else []
        for one in found:
            unseen.discard(one.path)
            outcome["documents" if isinstance(one, Document) else one.reason] += 1
            if isinstance(one, Failure) and one.reason in ("crash", "timeout", "memory", "parser"):
                shutil.copy(one.path, kept)
                print(f"  {one.reason:<8} {Path(one.path).name} {one.member} {one.detail}")
    outcome["neither read nor named"] += len(unseen)
    return outcome


def _report(outcome: collections.Counter[str], n_mutants: int, seconds: float, kept: Path) -> None:
    print(f"{n_mutants} mutants in {seconds:.0f} s")
    for what, times in outcome.most_common():
        print(f"  {what:<25} {times:7}")
    unknown = set(outcome) - set(FAILURE_REASONS) - {"documents", "neither read nor named"}
    if outcome["neither read nor named"] or unknown:
        raise SystemExit(f"not all mutants were accounted for: {unknown}; see {kept}")
    print(f"those that killed a worker or confused a parser are in {kept}")


if __name__ == "__main__":
    main()
