"""Sources that are large as a whole, in their parts, or in number: what their import takes, and that nothing is lost.

    python -m tests.benchmarks.large_sources [--gigabytes 2] [--files 100000] [--only WORD] [--folder FOLDER]

A mailbox of ordinary mails, one of few huge mails (long texts, large attachments, and some beyond the limit of what a
document may be), and a folder of tiny files, each made up, imported by `bayleaf-cli import` in processes of its own,
checked, and deleted. Peaks of memory are those that the system notes for the program and for its largest worker; the
run fails where they pass what the program promises, or where a document is neither there nor named. Linux only.
"""

from __future__ import annotations

import argparse
import base64
import os
import random
import shutil
import sys
import tempfile
from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path

from tests.benchmarks._generated_mail import MAILBOX_BYTES, Writer
from tests.benchmarks._watching import Used, measured

PROGRAM_MB, WORKER_MB = 512, 400
MANY_WORDS_PROGRAM_MB = 1024
"""An import holds the words of its corpus: of two gigabytes made up here, nearly four million, twice those of mail."""
HUGE_WORKER_MB = 1024
"""A worker that reads mails of many megabytes may hold some copies of one; beyond this the mail is given up."""
LONG_TEXT_BYTES, ATTACHMENT_BYTES, TOO_LARGE_BYTES = 20_000_000, 40_000_000, 300_000_000
FILES_PER_FOLDER = 1_000


@dataclass(frozen=True, slots=True)
class Source:
    """Something to import, and what should come of it."""

    name: str
    write: Callable[[Path, argparse.Namespace], tuple[int, int]]
    """Makes it at a path; the number of documents, and of those that are too large."""
    program_mb: int = PROGRAM_MB
    worker_mb: int = WORKER_MB


def write_ordinary(place: Path, wanted: argparse.Namespace) -> tuple[int, int]:
    """A mailbox of mails of some kilobytes."""
    writer, n_mails, number = Writer(), 0, 0
    with place.open("w", encoding="utf-8") as file:
        while file.tell() < wanted.gigabytes * 1e9:
            mails = writer.mailbox(("ham", "spam")[number % 2], number, MAILBOX_BYTES)
            n_mails, number = n_mails + mails.count("\nMessage-ID: "), number + 1
            file.write(mails)
    return n_mails, 0


def write_huge(place: Path, wanted: argparse.Namespace) -> tuple[int, int]:
    """A mailbox of few mails: in turn a long text, a large attachment, and one that is too large."""
    dice, n_mails = random.Random(5), 0
    with place.open("wb") as file:
        while file.tell() < wanted.gigabytes * 1e9:
            size_bytes = (LONG_TEXT_BYTES, ATTACHMENT_BYTES, TOO_LARGE_BYTES)[n_mails % 3]
            file.write(huge_mail(n_mails, size_bytes, dice, is_text=n_mails % 3 == 0))
            n_mails += 1
    return n_mails - n_mails // 3, n_mails // 3


def huge_mail(number: int, size_bytes: int, dice: random.Random, *, is_text: bool) -> bytes:
    head = f"From a@example.org Mon Jan  6 10:00:00 2025\nSubject: huge {number}\nMessage-ID: <{number}@x>\n"
    if is_text:
        line = " ".join(f"word{dice.randrange(50_000)}" for _ in range(1_000)).encode()
        lines = b"\n".join(line[start : start + 70] for start in range(0, len(line), 70)) + b"\n"
        return head.encode() + b"\n" + lines * (size_bytes // len(lines)) + b"\n"
    content = base64.encodebytes(dice.randbytes(1 << 16)) * (size_bytes // 88_000)
    kind = "Content-Type: application/octet-stream\nContent-Transfer-Encoding: base64\n"
    name = 'Content-Disposition: attachment; filename="disk.img"\n'
    return (head + kind + name).encode() + b"\n" + content + b"\n"


def write_tiny(place: Path, wanted: argparse.Namespace) -> tuple[int, int]:
    """A folder of label folders of folders of files of a line."""
    dice = random.Random(5)
    for number in range(wanted.files):
        folder = place / ("ham", "spam")[number % 2] / f"{number // FILES_PER_FOLDER:04d}"
        folder.mkdir(parents=True, exist_ok=True)
        words = " ".join(f"word{dice.randrange(20_000)}" for _ in range(10))
        (folder / f"{number:06d}.txt").write_text(f"{number} {words}\n", encoding="utf-8")
    return wanted.files, 0


SOURCES = (
    Source("ordinary.mbox", write_ordinary, program_mb=MANY_WORDS_PROGRAM_MB),
    Source("huge.mbox", write_huge, worker_mb=HUGE_WORKER_MB),
    Source("tiny", write_tiny),
)
HEAD = f"{'':16}{'MB':>8}{'documents':>11}{'wall s':>8}{'cpu s':>8}{'program MB':>12}{'worker MB':>11}{'load':>6}"


def imported(source: Source, folder: Path, wanted: argparse.Namespace) -> bool:
    """Make a source, import it, print a line; whether all is as it should be."""
    place, workspace = folder / source.name, folder / "all.bayleaf"
    n_documents, n_too_large = source.write(place, wanted)
    used = measured("app.cli", "import", workspace, place, "--json")
    checked = measured("app.cli", "check", workspace, "--json")
    print_line(source.name, place, used)
    problems = [*wrong_with(source, used, n_documents, n_too_large), *filter(None, [checked.problem])]
    for problem in problems:
        print(f"{'':16}NOT WELL: {problem}")
    for left in folder.iterdir():
        shutil.rmtree(left) if left.is_dir() else left.unlink()
    return not problems


def print_line(name: str, place: Path, used: Used) -> None:
    paths = [place] if place.is_file() else [path for path in place.rglob("*") if path.is_file()]
    size_mb = sum(path.stat().st_size for path in paths) / 1e6
    program_mb, worker_mb = used.peak_mb.get(0, 0.0), used.peak_below_mb(1)
    failed = Counter(failure["reason"] for failure in used.told.get("failed", ()))
    print(
        f"{name:16}{size_mb:8,.0f}{used.told.get('documents', 0):11,}{used.seconds:8.0f}{used.processor_s:8.0f}"
        f"{program_mb:12.0f}{worker_mb:11.0f}{os.getloadavg()[0]:6.1f}   "
        + ", ".join(f"{reason} {count}" for reason, count in failed.items()),
        flush=True,
    )


def wrong_with(source: Source, used: Used, n_documents: int, n_too_large: int) -> list[str]:
    """Return what is not as it should be, in words."""
    if used.problem:
        return [used.problem]
    told, failed = used.told, Counter(failure["reason"] for failure in used.told["failed"])
    found = told["documents"] + told["duplicates"]
    limits = (
        ("the program", used.peak_mb[0], source.program_mb),
        ("a worker", used.peak_below_mb(1), source.worker_mb),
    )
    return [
        *(f"{who} took {peak:.0f} MB, {most} at most" for who, peak, most in limits if peak > most),
        *([] if found == n_documents else [f"{found:,} documents of {n_documents:,}"]),
        *([] if failed == Counter({"too-large": n_too_large} if n_too_large else {}) else [f"failures: {failed}"]),
    ]


def main(arguments: Sequence[str] | None = None) -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--gigabytes", type=float, default=2.0, help="of each mailbox")
    parser.add_argument("--files", type=int, default=100_000)
    parser.add_argument("--only", default="", help="sources with this in their names")
    parser.add_argument("--folder", type=Path, help="where there is room for them")
    wanted = parser.parse_args(arguments)
    print(HEAD, flush=True)
    is_well = True
    for source in SOURCES:
        if wanted.only in source.name:
            with tempfile.TemporaryDirectory(dir=wanted.folder) as place:
                is_well &= imported(source, Path(place), wanted)
    return 0 if is_well else 1


if __name__ == "__main__":
    sys.exit(main())
