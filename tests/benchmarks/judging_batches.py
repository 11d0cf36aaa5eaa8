"""Mails that one core judges in a second, and the memory of a worker that judges batches.

    python -m tests.benchmarks.judging_batches MODEL FOLDER [--mails 2000] [--batch 50]

FOLDER holds mails as files, which are judged in batches by the model of a file, as `serve-model` does it; the figures
are processor seconds of this process, so that others on the machine do not count.
"""

from __future__ import annotations

import argparse
import base64
import io
import json
import sys
import time
from pathlib import Path

from app.features.mail_daemon.json_lines import answer_lines
from app.features.mail_daemon.model_daemon import BatchJudge

if sys.platform != "win32":
    import resource


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("model", type=Path)
    parser.add_argument("folder", type=Path)
    parser.add_argument("--mails", type=int, default=2_000)
    parser.add_argument("--batch", type=int, default=50)
    wanted = parser.parse_args()
    paths = sorted(path for path in wanted.folder.rglob("*") if path.is_file())[: wanted.mails]
    raws = [base64.b64encode(path.read_bytes()).decode() for path in paths]
    judge = BatchJudge(wanted.model)
    began_s, n_judged = time.process_time(), 0
    for first in range(0, len(raws), wanted.batch):
        question = json.dumps({"do": "classify", "raws": raws[first : first + wanted.batch]}).encode() + b"\n"
        for told in answer_lines(judge.answer_question, io.BytesIO(question).readline):
            n_judged += len(json.loads(told)["verdicts"])
    seconds = time.process_time() - began_s
    size_bytes = sum(path.stat().st_size for path in paths)
    peak_mb = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024
    print(f"{n_judged:,} mails of {size_bytes / len(paths) / 1000:.1f} KB: {seconds:.1f} processor seconds,")
    print(f"{n_judged / seconds:,.0f} mails a second and core, {1e9 * seconds / size_bytes:,.0f} s per GB")
    print(f"peak {peak_mb:,.0f} MB; 5,000 mails a second want {5000 * seconds / n_judged:,.1f} cores")


if __name__ == "__main__":
    main()
