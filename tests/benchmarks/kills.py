"""Kill commands at random moments, and compare what is left by content.

python -m tests.benchmarks.kills [--rounds 1000] [--seed N] [--commands import,label,…]

Import, label, learn, train, compact, file, undo and lessons to the mail daemon take turns on one workspace that lives
through all rounds. Before
each command it is known which documents (text and label) there are now, and which there will be. After the kill there
must be the one or the other, never a part of both; after the command has been given again there must be what was
wanted. Of filing, every file must be in exactly one place, byte for byte. The
oracle of the file is SQLite's own `integrity_check`, that of the content are the texts as they were written here.
"""

from __future__ import annotations

import argparse
import random
import sqlite3
import subprocess
import sys
import tempfile
import threading
import time
from collections import Counter
from contextlib import closing, suppress
from pathlib import Path

from app.domain.errors import MailDaemonError
from app.domain.jobs import NoOpJobContext
from app.features.mail_daemon.client import connect_running_daemon
from app.library.workspaces import check
from app.store.workspace import Workspace
from tests.app.cli.killing import ROOT, kill_in_the_middle

Contents = Counter[tuple[str, str | None]]
"""How often each text is there with each label."""
COMMANDS = ("import", "label", "learn", "train", "compact", "file", "undo", "judge")
WORDS = ("cheap", "watermelon", "offer", "lunch", "minutes", "monday", "invoice", "garden", "parser", "kernel")
N_NEW = 30
MOST_DOCUMENTS = 1_500
SLOWEST_S = 8.0


class Broken(Exception):
    """A promise was not kept."""


class Campaign:
    """One workspace, the files that it was given, and what must be in it."""

    def __init__(self, folder: Path, seed: int) -> None:
        self.folder, self.dice = folder, random.Random(seed)
        self.workspace, self.inbox, self.filed = folder / "w.bayleaf", folder / "inbox", folder / "filed"
        self.n_mails = 0
        self.n_killed: Counter[str] = Counter()
        self.n_undone: Counter[str] = Counter()
        self.n_done: Counter[str] = Counter()
        self.durations = dict.fromkeys(COMMANDS, 3.0)
        call("import", self.workspace, self.new_mails(60))
        call("train", self.workspace)
        self.inbox.mkdir()

    def new_mails(self, count: int) -> Path:
        folder = self.folder / f"mails-{self.n_mails}"
        for _ in range(count):
            self.n_mails += 1
            label = ("spam", "ham")[self.n_mails % 2]
            (folder / label).mkdir(parents=True, exist_ok=True)
            (folder / label / f"{self.n_mails}.txt").write_text(self.text(label))
        return folder

    def text(self, label: str) -> str:
        words = WORDS[:6] if label == "spam" else WORDS[4:]
        return f"number{self.n_mails} {' '.join(self.dice.choices(words, k=40))}\n"

    def contents(self) -> Contents:
        """Return the texts with their labels, as the program shows them."""
        with Workspace(self.workspace, read_only=True) as opened:
            corpus = opened.corpora.all()[0].name
            documents = [opened.documents.get(number).document for number in opened.documents.numbers(corpus).tolist()]
        return Counter((document.text.strip(), document.label) for document in documents)

    def round(self, command: str) -> None:
        """Give a command, kill it, look, and give it again."""
        if command == "file":
            self.file()
            return
        if command == "undo":
            self.undo()
            return
        if command == "judge":
            self.teach_judge()
            return
        before = self.contents()
        words, after = self.order(command, before)
        is_killed = self.killed(command, words)
        self.check_file()
        now = self.contents()
        if now not in (before, after) or (not is_killed and now != after):
            raise Broken(f"{command}: {difference(now, before)} from before, {difference(now, after)} from after")
        self.n_undone[command] += is_killed and now == before != after
        if now != after:
            call(*words)
            if self.contents() != after:
                raise Broken(f"{command} given again: {difference(self.contents(), after)}")

    def order(self, command: str, before: Contents) -> tuple[list[object], Contents]:
        """Return the words of a command, and the contents after it."""
        if command == "import":
            folder = self.new_mails(N_NEW)
            fresh = Counter((path.read_text().strip(), path.parent.name) for path in folder.glob("*/*.txt"))
            return ["import", self.workspace, folder], before + fresh
        if command == "learn":
            self.n_mails += 1
            mail = self.folder / "lesson.txt"
            mail.write_text(self.text("spam"))
            return ["learn", self.workspace, "--label", "spam", mail], before + Counter(
                [(mail.read_text().strip(), "spam")]
            )
        if command == "label":
            with Workspace(self.workspace, read_only=True) as opened:
                numbers = opened.documents.numbers(opened.corpora.all()[0].name).tolist()
                chosen = self.dice.sample(numbers, min(20, len(numbers)))
                label = self.dice.choice(("spam", "ham"))
                changed = [opened.documents.get(number).document for number in chosen]
            old = Counter((document.text.strip(), document.label) for document in changed)
            new = Counter((document.text.strip(), label) for document in changed)
            return ["label", self.workspace, *chosen, "--label", label], before - old + new
        return [command, self.workspace], before

    def file(self) -> None:
        """File new mails away; every one must be in one place."""
        for _ in range(12):
            self.n_mails += 1
            (self.inbox / f"{self.n_mails}.txt").write_text(self.text(("spam", "ham")[self.n_mails % 2]))
        before = self.files()
        self.killed("file", ["file", self.workspace, *sorted(self.inbox.iterdir()), "--to", self.filed])
        self.check_file()
        call("file", self.workspace, *sorted(self.inbox.iterdir()), "--to", self.filed, may_fail=True)
        self.check_files("file", before)

    def undo(self) -> None:
        """Bring files back; every one must be in one place."""
        before = self.files()
        self.killed("undo", ["file", self.workspace, "--undo", "--since", "1d"])
        self.check_file()
        call("file", self.workspace, "--undo", "--since", "1d", may_fail=True)
        self.check_files("undo", before)
        if self.filed.exists() and any(path.is_file() for path in self.filed.rglob("*")):
            raise Broken("undo given again left files where they were filed")
        for path in self.inbox.iterdir():
            path.unlink()

    def teach_judge(self) -> None:
        """Teach the mail daemon and kill it; every lesson that it has answered must be there, once."""
        before, acknowledged = self.contents(), Contents()
        command = [sys.executable, "-m", "app.cli", "serve", str(self.workspace), "--idle-exit", "60"]
        quiet = subprocess.DEVNULL
        process = subprocess.Popen(command, cwd=ROOT, stdout=quiet, stderr=quiet)
        ends_s = time.monotonic() + 120
        while (client := connect_running_daemon(self.workspace)) is None:
            if time.monotonic() > ends_s:
                raise Broken("the judge did not start")
            time.sleep(0.05)
        timer = threading.Timer(self.dice.uniform(0.0, 2.0), process.kill)
        timer.start()
        lesson = Contents()
        with client, suppress(MailDaemonError, OSError):
            while True:
                self.n_mails += 1
                text = self.text("spam")
                lesson = Counter([(text.strip(), "spam")])
                answer = client.ask("learn", f"Subject: s\n\n{text}".encode(), label="spam", by="hand")
                if answer["lesson"] != "learnt":
                    raise Broken(f"judge: {answer}")
                acknowledged += lesson
                lesson = Contents()
        timer.join()
        process.wait()
        self.n_done["judge"] += 1
        self.n_killed["judge"] += 1
        self.n_undone["judge"] += not acknowledged
        self.check_file()
        now = self.contents()
        if now not in (before + acknowledged, before + acknowledged + lesson):
            raise Broken(f"judge: {difference(now, before + acknowledged)} than were answered")
        call("classify", self.workspace, self.folder / "lesson.txt", may_fail=True)

    def files(self) -> Counter[bytes]:
        folders = [folder for folder in (self.inbox, self.filed) if folder.exists()]
        return Counter(path.read_bytes() for folder in folders for path in folder.rglob("*") if path.is_file())

    def check_files(self, command: str, before: Counter[bytes]) -> None:
        now = self.files()
        if now != before:
            raise Broken(f"{command}: {sum((before - now).values())} files lost, {sum((now - before).values())} added")

    def killed(self, command: str, words: list[object]) -> bool:
        """Give a command and kill it; the moment is drawn from its usual duration."""
        moment_s = self.dice.uniform(0.1, min(self.durations[command] * 1.1, SLOWEST_S))
        began_s = time.monotonic()
        was_running = kill_in_the_middle(words, moment_s).was_running
        if not was_running:
            self.durations[command] = max(0.3, min(self.durations[command], time.monotonic() - began_s))
        elif self.dice.random() < 0.2:
            self.durations[command] *= 1.15
        self.n_killed[command] += was_running
        self.n_done[command] += 1
        return was_running

    def check_file(self) -> None:
        """Let SQLite and the program's own check look at the workspace."""
        with Workspace(self.workspace):  # rolls back what was left, and takes what was committed out of the log
            pass
        with closing(sqlite3.connect(self.workspace)) as database:
            (found,) = database.execute("PRAGMA integrity_check").fetchone()
        if found != "ok":
            raise Broken(f"integrity_check: {found}")
        problems = check(self.workspace, NoOpJobContext())
        if problems:
            raise Broken(f"check: {problems[0].code} {problems[0].detail}")


def difference(one: Contents, other: Contents) -> str:
    return f"{sum((one - other).values())} more, {sum((other - one).values())} fewer documents"


def call(*words: object, may_fail: bool = False) -> None:
    """Give a command to its end."""
    command = [sys.executable, "-m", "app.cli", *map(str, words)]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False)
    if done.returncode and not may_fail:
        raise Broken(f"{words[0]} ended with {done.returncode}: {done.stderr[-500:]}")


def run(rounds: int, seed: int, commands: tuple[str, ...] = COMMANDS) -> Campaign:
    """Run so many rounds; raise Broken at the first promise that was not kept."""
    with tempfile.TemporaryDirectory(ignore_cleanup_errors=True) as name:
        campaign = Campaign(Path(name), seed)
        for number in range(rounds):
            command = campaign.dice.choice(commands)
            if campaign.n_mails > MOST_DOCUMENTS and command == "import":
                command = "label"
            try:
                campaign.round(command)
            except Broken as error:
                raise Broken(f"round {number}, seed {seed}: {error}") from error
            if number % 50 == 49:
                print(f"{number + 1} rounds, {sum(campaign.n_killed.values())} killed", flush=True)
        return campaign


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--rounds", type=int, default=1_000)
    parser.add_argument("--seed", type=int, default=int(time.time()))
    parser.add_argument("--commands", default=",".join(COMMANDS))
    options = parser.parse_args()
    print(f"seed {options.seed}", flush=True)
    try:
        campaign = run(options.rounds, options.seed, tuple(options.commands.split(",")))
    except Broken as error:
        print(f"BROKEN: {error}")
        return 1
    print(f"{'command':<10}{'given':>8}{'killed':>8}{'without effect':>16}")
    for command in COMMANDS:
        print(
            f"{command:<10}{campaign.n_done[command]:>8}{campaign.n_killed[command]:>8}{campaign.n_undone[command]:>16}"
        )
    print("every document and every file was there once, with its label")
    return 0


if __name__ == "__main__":
    sys.exit(main())
