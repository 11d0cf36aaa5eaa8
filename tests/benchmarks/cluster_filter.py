"""A model that a cluster made, judged beside the laptop's: the first 5,000 of mail-2006 learnt, the next 10,000 judged.

    BAYLEAF_CORPORA=… python -m tests.benchmarks.cluster_filter [--learnt 5000] [--judged 10000] [--shard-bytes 500000]

The laptop's filter, the filter that `train --cluster` makes of the same mails in many shards, and the textbook model
that it makes where no filter is asked for: good mail lost in 1,000, unsure of all, spam missed, and the hash of each,
which must be the same for both filters.
"""

from __future__ import annotations

import argparse
import json
import subprocess
import sys
import tempfile
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from tests.benchmarks.judging import Mail, told
from tests.benchmarks.promise import HEAD, laid_out, line_of, mail_2006, ours_says


def on_a_cluster(source: Path, target: Path, shard_bytes: int, *recipe: str) -> dict[str, Any]:
    """Train on two workers of this machine."""
    how = ("--kind", "mail", "--keep-duplicates", "--shard-bytes", str(shard_bytes), "--to", str(target), *recipe)
    command = [sys.executable, "-m", "app.cli", "train", "--cluster", "local:2", str(source), *how, "--json"]
    found: dict[str, Any] = json.loads(subprocess.run(command, capture_output=True, check=True).stdout)
    return found


def compare(learnt: Sequence[Mail], judged: Sequence[Mail], shard_bytes: int, folder: Path) -> None:
    """Print what each model makes of the same mails."""
    workspace, source = folder / "mail.bayleaf", laid_out(learnt, folder / "learnt")
    told(workspace, "import", source, "--kind", "mail", "--keep-duplicates")
    made = {"laptop's filter": told(workspace, "train")}
    asked = {"cluster's filter": ("--event-model", "filter"), "cluster's textbook model": ()}
    print(HEAD)
    print(line_of("laptop's filter", ours_says(workspace, judged, folder / "judged")), flush=True)
    for title, recipe in asked.items():
        model = folder / f"{len(made)}.model"
        made[title] = on_a_cluster(source, model, shard_bytes, *recipe)
        told(workspace, "add-model", model)
        print(line_of(title, ours_says(workspace, judged, folder / "judged", model.stem)), flush=True)
    for title, report in made.items():
        shards = f", {report['shards']} shards" if "shards" in report else ""
        print(f"{title}: {report['documents']:,} learnt{shards}, {report['event_model']}, {report['hash']}")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--learnt", type=int, default=5_000)
    parser.add_argument("--judged", type=int, default=10_000)
    parser.add_argument("--shard-bytes", type=int, default=500_000)
    wanted = parser.parse_args()
    mails = mail_2006()
    later = mails[wanted.learnt : wanted.learnt + wanted.judged]
    with tempfile.TemporaryDirectory() as name:
        compare(mails[: wanted.learnt], later, wanted.shard_bytes, Path(name))


if __name__ == "__main__":
    main()
