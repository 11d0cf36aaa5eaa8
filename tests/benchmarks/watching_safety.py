"""Kills `watch` again and again while files come in bursts to four places, and says what became of each file.

    python -m tests.benchmarks.watching_safety [--files 10000] [--kills 100] [--seed N]

- Two folders, a Maildir and a mailbox get files in bursts, some written in two goes, some renamed into place.
- One of the folders vanishes for a while and comes back.
- In the end each file is at one place, whole, and noted once; each mail of the mailbox is noted once.
- full: filing onto a disk of 256 kB that fills (a tmpfs, for an administrator): what does not fit stays where it was,
  whole.
"""

from __future__ import annotations

import argparse
import contextlib
import hashlib
import os
import random
import shutil
import subprocess
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Iterator
from pathlib import Path

from app.store.workspace import Workspace
from tests.app.letters import WORDS, letter
from tests.benchmarks._forked_commands import ForkedCommand

ROOT = Path(__file__).parents[2]
MOST_IN_A_BURST = 50
LONGEST_LIFE_S = 1.5
QUIET = "0.3"
N_LEARNT = 200
SMALL_DISK = "256k"
MAILS_FOR_A_SMALL_DISK, MAILS_AT_ONCE = 32, 4


def main() -> int:
    """Try everything once; the exit code counts what went wrong."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--files", type=int, default=10_000)
    parser.add_argument("--kills", type=int, default=100)
    parser.add_argument("--seed", type=int, default=int(time.time()))
    options = parser.parse_args()
    print(f"seed {options.seed}")
    chosen = random.Random(options.seed)
    with tempfile.TemporaryDirectory(prefix="bw") as name:
        home = Path(name)
        workspace = trained(home)
        wrong = bursts(home, workspace, options.files, options.kills, chosen)
        return wrong + full_disk(home, workspace, chosen)


def trained(home: Path) -> Path:
    """A workspace that knows two kinds of mail."""
    for label in WORDS:
        (home / "learnt" / label).mkdir(parents=True)
        for number in range(N_LEARNT):
            new = " ".join(f"word{place}of{label}{number}" for place in range(number % 9))
            (home / "learnt" / label / f"{number}.eml").write_bytes(letter(label, number, words=new))
    workspace = home / "mail.bayleaf"
    for words in (["import", workspace, home / "learnt", "--kind", "mail"], ["train", workspace]):
        command = [sys.executable, "-m", "app.cli", *map(str, words)]
        subprocess.run(command, cwd=ROOT, check=True, capture_output=True)
    return workspace


def mail(number: int, chosen: random.Random) -> bytes:
    """One mail; no two are alike."""
    return letter(chosen.choice([*WORDS]), 10_000 + number, words=f"only{number}")


def bursts(home: Path, workspace: Path, n_files: int, n_kills: int, chosen: random.Random) -> int:
    """Let files come while the watcher is killed; count what is lost, doubled, cut short or noted twice."""
    places = [home / "one", home / "two", home / "maildir", home / "box"]
    for folder in (*places[:2], *(places[2] / part for part in ("cur", "new", "tmp"))):
        folder.mkdir(parents=True)
    places[3].touch()
    filed, expected, n_boxed = home / "filed", Counter[str](), 0
    command = ["watch", workspace, *places, "--file-to", filed, "--quiet", QUIET, "--most-a-day", n_files]
    words = [str(word) for word in command]
    whole = [sys.executable, "-m", "app.cli", *words, "--once"]
    subprocess.run(whole, cwd=ROOT, check=True, capture_output=True)
    process, n_killed, hidden = ForkedCommand(words, is_heard=False), 0, home / "hidden"
    burst = max(min(n_files // max(n_kills, 1), MOST_IN_A_BURST), 1)
    for start in range(0, n_files, burst):
        for number in range(start, min(start + burst, n_files)):
            raw = mail(number, chosen)
            if number % 4 == 3:
                with places[3].open("ab") as box:
                    box.write(b"From a@b Mon Jun  1 10:00:00 2026\n" + raw.replace(b"\r\n", b"\n") + b"\n")
                n_boxed += 1
                continue
            target = hidden if number % 4 == 1 and hidden.exists() else places[number % 4]
            arrive(target, number, raw, chosen)
            expected[hashlib.sha256(raw).hexdigest()] += 1
        if chosen.random() < 0.1:
            (hidden.rename(places[1]) if hidden.exists() else places[1].rename(hidden))
        time.sleep(chosen.uniform(0, 0.4))
        if n_killed * n_files < (start + burst) * n_kills:
            process.error.readline()  # it says that it watches
            time.sleep(chosen.uniform(0, LONGEST_LIFE_S))
            process.end()
            n_killed, process = n_killed + 1, ForkedCommand(words, is_heard=False)
            if n_killed % 100 == 0:
                print(f"watcher: {n_killed} kills", flush=True)
    if hidden.exists():
        hidden.rename(places[1])
    process.end()
    subprocess.run(whole, cwd=ROOT, check=True, capture_output=True)
    found = Counter(hashlib.sha256(path.read_bytes()).hexdigest() for path in files_in(filed, *places[:3]))
    noted = Counter(noted_in(workspace))
    lost, doubled = sum((expected - found).values()), sum((found - expected).values())
    in_box = noted.pop(str(places[3]), 0)
    twice = sum(count - 1 for path, count in noted.items() if count > 1)
    missed = sum(expected.values()) - len(noted)
    print(f"{n_files} files to four places, {n_killed} kills: {lost} lost, {doubled} doubled or cut short, "
          f"{missed} not noted, {twice} noted twice; of {n_boxed} mails of a mailbox {in_box} noted")  # fmt: skip
    return lost + doubled + missed + twice + abs(n_boxed - in_box)


def arrive(folder: Path, number: int, raw: bytes, chosen: random.Random) -> None:
    """Bring a file as a program would: in two goes, or by another name first."""
    if (folder / "tmp").is_dir():
        (folder / "tmp" / f"{number}").write_bytes(raw)
        (folder / "tmp" / f"{number}").rename(folder / "new" / f"{number}")
    elif chosen.random() < 0.5:
        (folder / f"{number}.eml.part").write_bytes(raw)
        (folder / f"{number}.eml.part").rename(folder / f"{number}.eml")
    else:
        with (folder / f"{number}.eml").open("wb") as file:
            file.write(raw[:100])
            file.flush()
            file.write(raw[100:])


def files_in(*folders: Path) -> Iterator[Path]:
    """All files below some folders."""
    for folder in folders:
        for top, _, names in os.walk(folder):
            yield from (Path(top) / name for name in names)


def noted_in(workspace: Path) -> list[str]:
    """The path of everything that was noted, as often as it was."""
    with Workspace(workspace, read_only=True) as opened:
        problems = opened.check()
        print(f"check: {problems or 'sound'}")
        return [arrival.path for arrival in opened.arrivals.arrivals_since(0.0, limit=1_000_000)]


def full_disk(home: Path, workspace: Path, chosen: random.Random) -> int:
    """File onto a disk that fills."""
    disk, source = home / "disk", home / "many"
    disk.mkdir()
    source.mkdir()
    mount = ["mount", "-t", "tmpfs", "-o", f"size={SMALL_DISK}", "tmpfs", str(disk)]
    if subprocess.run(mount, check=False, capture_output=True).returncode:
        print("full: not tried, because only an administrator may make a small disk")
        return 0
    try:
        command = ["watch", workspace, source, "--file-to", disk / "filed", "--quiet", QUIET, "--once"]
        words = [sys.executable, "-m", "app.cli", *map(str, command)]
        subprocess.run(words, cwd=ROOT, check=False, capture_output=True)
        expected: Counter[str] = Counter()
        for number in range(MAILS_FOR_A_SMALL_DISK):
            raw = letter("spam", 50_000 + number, words=f"only{number} " + "cheap watches " * 1_000)
            arrive(source, number, raw, chosen)
            expected[hashlib.sha256(raw).hexdigest()] += 1
            if number % MAILS_AT_ONCE == MAILS_AT_ONCE - 1:
                subprocess.run(words, cwd=ROOT, check=False, capture_output=True)
        found = Counter(hashlib.sha256(path.read_bytes()).hexdigest() for path in files_in(disk, source))
        n_filed, n_left = len(list(files_in(disk))), len(list(files_in(source)))
    finally:
        with contextlib.suppress(subprocess.CalledProcessError):
            subprocess.run(["umount", str(disk)], check=True)
        shutil.rmtree(source)
    wrong = sum((expected - found).values()) + sum((found - expected).values())
    print(f"full: {n_filed} filed, {n_left} left where they were, {wrong} lost, doubled or cut short")
    return wrong + (not n_filed) + (not n_left)


if __name__ == "__main__":
    sys.exit(main())
