"""Processor time for the HTML of mail: this version beside another checkout.

    python -m tests.benchmarks.page_times MAILS [--beside CHECKOUT] [--rounds 5]

`MAILS` is a folder of mails (`.eml`) and pages (`.html`). Both versions take turns in processes of their own, so that a
busy machine slows both. Each process reads all pages twice: the first time with empty caches, as a program that has
just started; the second time as one that has run for a while. `--compare` says which pages are read differently.
"""

from __future__ import annotations

import argparse
import email
import json
import os
import statistics
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path

CHILD = """
import gc, json, sys, time
from app.readers.documents.html import read_page
gc.set_threshold(50_000, *gc.get_threshold()[1:])
pages = json.load(open(sys.argv[1], encoding="utf-8"))
read_page('<p style="display:none">x</p>')  # imports the rest of the reader
times = []
for _ in range(2):
    start = time.process_time()
    read = [read_page(page) for page in pages]
    times.append(time.process_time() - start)
texts = [[page.text, page.unseen, page.reasons, page.alternatives] for page in read]
json.dump([times, texts], sys.stdout)
"""


def pages_in(folder: Path) -> Iterator[str]:
    """Yield the sources of all pages of HTML in a folder of mails."""
    for path in sorted(folder.rglob("*")):
        if path.suffix == ".html":
            yield path.read_text(encoding="utf-8", errors="replace")
        elif path.suffix == ".eml":
            for part in email.message_from_bytes(path.read_bytes()).walk():
                if part.get_content_type() == "text/html":
                    raw = part.get_payload(decode=True)
                    yield (raw if isinstance(raw, bytes) else b"").decode("utf-8", "replace")


def measure(checkout: Path, pages: Path) -> tuple[list[float], list[object]]:
    """Return the processor seconds for the first and the second time, and all that is read."""
    environment = {**os.environ, "PYTHONPATH": str(checkout)}
    command = [sys.executable, "-c", CHILD, str(pages)]
    child = subprocess.run(command, check=True, capture_output=True, cwd=checkout, env=environment)
    times, texts = json.loads(child.stdout)
    return times, texts


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("mails", type=Path)
    parser.add_argument("--beside", type=Path, help="another checkout")
    parser.add_argument("--rounds", type=int, default=5)
    parser.add_argument("--compare", action="store_true", help="list the pages that are read differently")
    wanted = parser.parse_args()
    checkouts = [Path(__file__).parents[2], *([wanted.beside] if wanted.beside else [])]
    times: dict[Path, list[list[float]]] = {checkout: [] for checkout in checkouts}
    texts: dict[Path, list[object]] = {}
    with tempfile.TemporaryDirectory() as folder:
        pages = Path(folder) / "pages.json"
        sources = list(pages_in(wanted.mails))
        pages.write_text(json.dumps(sources), encoding="utf-8")
        for _ in range(wanted.rounds):
            for checkout in checkouts:
                seconds, texts[checkout] = measure(checkout, pages)
                times[checkout].append(seconds)
    print(f"{len(sources)} pages, {sum(map(len, sources)) / 1e6:.1f} million characters, {wanted.rounds} rounds")
    for name, checkout in zip(("this version", "the other one"), checkouts, strict=False):
        for number, round_name in enumerate(("first", "second")):
            own = [seconds[number] for seconds in times[checkout]]
            print(f"{name:14} {round_name:7} median {statistics.median(own):.2f} s   least {min(own):.2f} s")
    if wanted.compare and wanted.beside:
        one, other = (texts[checkout] for checkout in checkouts)
        print(
            "read differently:",
            [number for number, pair in enumerate(zip(one, other, strict=True)) if pair[0] != pair[1]],
        )


if __name__ == "__main__":
    main()
