"""Processor seconds of each stage of counting shards and adding them up, in one process, as a worker goes through them.

    python -m tests.benchmarks.cluster_stages FOLDER [--kind mail jsonl] [--shards 12] [--per-gb SECONDS]
    python -m tests.benchmarks.cluster_stages --waiting 20

The stages are those of the tasks of a training, called one after the other over whole shards of 16 MB, and nothing is
made up for them; the first two shards are gone through beforehand and not counted. Cutting texts, parsing JSON and
opening counts are parts of other stages, done once more by themselves. `--per-gb` is what a further gigabyte of the
whole job takes (`python -m tests.benchmarks.cluster_peers`): what the stages do not explain of it is the rest.
The second tells what a cluster of this machine takes while nobody asks anything of it, by Dask's own settings and by
ours; Linux only.
"""

from __future__ import annotations

import argparse
import json
import os
import time
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from multiprocessing.reduction import ForkingPickler
from pathlib import Path
from typing import Any

import psutil  # type: ignore[import-untyped]
from distributed import Client, LocalCluster

from app.domain.documents import Document, SourceOptions
from app.features.cluster.model_from_counts import (
    MergedCounts,
    check_merged,
    choose_words,
    make_model,
)
from app.features.cluster.running import FAN_IN, ClusterAddress, connect_cluster
from app.features.cluster.shard_counting import (
    CountingJob,
    ShardCounts,
    concatenate_identities,
    find_duplicates,
    identities_of,
    merge_batches,
    summary_of_shard,
)
from app.features.cluster.shards import (
    Shard,
    divide_for_listing,
    divide_into_shards,
    guess_plan,
    list_portion,
    summarize_listing,
)
from app.features.cluster.tally_merging import (
    ShardPart,
    merge_tallies,
    select_learnable_rows,
    tally_shard,
)
from app.library.extraction import ExtractedBatch, ExtractionSettings, pack_batch
from app.library.recipes import MAIL_RULES, PLAIN_RULES
from app.readers.reading import Bookmark, ReadingSettings, read_batches
from nbengine.models.recipe import Recipe
from nbengine.text.words import cutter_for
from tests.benchmarks._generated_mail import MAILBOX_BYTES
from tests.benchmarks._watching import below

OPTIONS = {
    "mail": SourceOptions(kind="mail"),
    "jsonl": SourceOptions(kind="table", labels_from="column", label_column="label", text_column="text"),
}
RULES = {"mail": MAIL_RULES, "jsonl": PLAIN_RULES}
N_BEFORE = 2
"""Shards that fill the memory of a reader, which nobody times."""
SETTLING_S = 2.0
ONCE = "make the model and judge it"
"""By 100,000 documents at most, so that a further gigabyte beyond these takes nothing for it."""
PARTS_OF = {"cut into words": "count words", "parse JSON": "read", "open counts": "add up a shard"}


@dataclass
class Clock:
    """Processor seconds by what they were spent on."""

    spent: dict[str, float] = field(default_factory=dict)

    def __call__(self, what: str, work: Callable[..., Any], *arguments: Any, **options: Any) -> Any:
        """Do some work and note how long it took."""
        began_s = time.process_time()
        found = work(*arguments, **options)
        self.spent[what] = self.spent.get(what, 0.0) + time.process_time() - began_s
        return found


def shards_of(source: Path, options: SourceOptions) -> tuple[SourceOptions, list[Shard]]:
    """Divide a source as a training does."""
    shards: list[Shard] = []
    for portion in divide_for_listing([str(source)]):
        listing = list_portion(portion)
        if not shards:
            options = guess_plan(portion.source_type, listing[:50], options).options
        for span in summarize_listing(listing).slices:
            shards += divide_into_shards(listing, span, portion.source_type, options, 2 * MAILBOX_BYTES)
    return options, shards


def batches_of(shard: Shard, extraction: ExtractionSettings, clock: Clock) -> Iterator[ExtractedBatch]:
    """Read a shard and count its words, and hand it on, as a reader process does."""
    for item in shard.items:
        for batch in clock("read", list, read_batches(item, extraction.reading, Bookmark())):
            texts = [found.text for found in batch if isinstance(found, Document)]
            clock("cut into words", cutter_for(extraction.rules or PLAIN_RULES).cut, texts)
            yield from sent(batch, extraction, clock)


def sent(batch: Sequence[Any], extraction: ExtractionSettings, clock: Clock) -> Iterator[ExtractedBatch]:
    """Count a batch and send it to the worker."""
    made: ExtractedBatch = clock("count words", pack_batch, batch, extraction.counter, keeps_bodies=False)
    yield clock("send to the worker", lambda: ForkingPickler.loads(ForkingPickler.dumps(made)))


def counted(shard: Shard, extraction: ExtractionSettings, job: CountingJob, clock: Clock) -> ShardCounts:
    """Count a shard."""
    batches = list(batches_of(shard, extraction, clock))
    made: ShardCounts = clock("put batches together, packed", merge_batches, shard, job, batches, [])
    return made


def added_up(shards: Sequence[ShardCounts], clock: Clock) -> None:
    """Look for copies, add up each shard, and merge."""
    for one in shards:
        clock("tell the driver", summary_of_shard, one)
    known = [clock("look for copies", identities_of, one) for one in shards]
    clock("look for copies", lambda: find_duplicates(concatenate_identities(known)))
    for one in shards:
        clock("open counts", select_learnable_rows, one, ShardPart())
    parts = [clock("add up a shard", tally_shard, one, ShardPart()) for one in shards]
    while len(parts) > 1:
        parts = [clock("merge", merge_tallies, parts[first : first + FAN_IN]) for first in range(0, len(parts), FAN_IN)]
    made: MergedCounts = clock(ONCE, check_merged, parts[0], len(shards))
    chosen = clock(ONCE, choose_words, made, Recipe())
    every = {one.shard_number: ShardPart() for one in shards}
    clock(ONCE, make_model, made, chosen, None, "made", every, True, *shards)
    once_s = clock.spent.pop(ONCE)
    print(f"once, to make a model and judge it by {sum(made.n_by_label.values()):,} documents: {once_s:.1f} s\n")


def json_parsed(shards: Sequence[Shard], clock: Clock) -> None:
    """Parse the same JSON lines by themselves."""
    for path in sorted({path for shard in shards for item in shard.items for path in item.paths}):
        lines = Path(path).read_bytes().splitlines()
        clock("parse JSON", lambda lines: [json.loads(line) for line in lines], lines)


def profiled(source: Path, kind: str, n_shards: int) -> tuple[Clock, int]:
    """Go through the stages; return what they took, and of how many bytes."""
    options, shards = shards_of(source, OPTIONS[kind])
    extraction = ExtractionSettings(ReadingSettings(options), RULES[kind], keeps_bodies=False)
    job, first = CountingJob(options, RULES[kind]), shards[:N_BEFORE]
    some = shards[N_BEFORE :: max(1, (len(shards) - N_BEFORE) // n_shards)][:n_shards]
    for shard in first:
        counted(shard, extraction, job, Clock())
    clock = Clock()
    numbered = [replace(shard, number=number) for number, shard in enumerate(some)]
    added_up([counted(shard, extraction, job, clock) for shard in numbered], clock)
    if kind == "jsonl":
        json_parsed(some, clock)
    return clock, sum(shard.size_bytes for shard in some)


def tell(clock: Clock, n_bytes: int, per_gb_s: float) -> None:
    """Print a table."""
    stages = {what: seconds * 1e9 / n_bytes for what, seconds in clock.spent.items()}
    whole_s = per_gb_s or sum(seconds for what, seconds in stages.items() if what not in PARTS_OF)
    print("| stage | s per GB | share |\n|---|---|---|")
    for what, seconds in stages.items():
        if what in PARTS_OF:
            continue
        print(f"| {what} | {seconds:.1f} | {seconds / whole_s:.0%} |")
        for part in (part for part, of in PARTS_OF.items() if of == what and part in stages):
            print(f"| – of which {part} | {stages[part]:.1f} | {stages[part] / whole_s:.0%} |")
    rest_s = whole_s - sum(seconds for what, seconds in stages.items() if what not in PARTS_OF)
    print(f"| rest: Dask, waiting, two processes at once | {rest_s:.1f} | {rest_s / whole_s:.0%} |" if per_gb_s else "")


def waited(seconds: float) -> float:
    """Return the processor seconds of this process and all below it in so many seconds of waiting."""
    time.sleep(SETTLING_S)
    before_s = sum(below_s(pid) for _, pid in below(os.getpid()))
    time.sleep(seconds)
    return sum(below_s(pid) for _, pid in below(os.getpid())) - before_s


def below_s(pid: int) -> float:
    """Return the processor seconds of a process."""
    times = psutil.Process(pid).cpu_times()
    return float(times.user + times.system)


def tell_waiting(seconds: float) -> None:
    """Print what waiting takes."""
    with LocalCluster(n_workers=1, threads_per_worker=1, dashboard_address=None) as cluster, Client(cluster):
        print(f"Dask's own settings: {waited(seconds) / seconds:.3f} of a processor")
    with connect_cluster(ClusterAddress("local:1")):
        print(f"ours: {waited(seconds) / seconds:.3f} of a processor")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("folder", type=Path, nargs="?")
    parser.add_argument("--kind", choices=OPTIONS, default="jsonl")
    parser.add_argument("--shards", type=int, default=12)
    parser.add_argument("--per-gb", type=float, default=0.0)
    parser.add_argument("--waiting", type=float, default=0.0, help="seconds")
    wanted = parser.parse_args()
    if wanted.waiting or wanted.folder is None:
        tell_waiting(wanted.waiting or 20.0)
        return
    tell(*profiled(wanted.folder, wanted.kind, wanted.shards), wanted.per_gb)


if __name__ == "__main__":
    main()
