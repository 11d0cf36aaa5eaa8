"""Kills the judge, Thunderbird's host and the watcher again and again while they work, and says what was lost.

    python -m tests.benchmarks.living_kills [--kills 1000] [--files 10000] [--seed N] [--only judge|host|watcher]

- judge: it is killed while it is taught, at its start, and while it keeps its model.
- host: what Thunderbird starts is killed while lessons go through it, or the judge behind it, or both.
- watcher: `watch` is killed while files come in bursts to four places; see `tests.benchmarks.watching_safety`.

Of the lessons that were answered none may be missing, and each has the label that was taught; of the files each is at
one place, whole, and noted once. The exit code counts what went wrong.
"""

from __future__ import annotations

import argparse
import base64
import json
import os
import random
import struct
import sys
import tempfile
import threading
import time
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path
from typing import IO, Any

from app.domain.errors import MailDaemonError
from app.features.mail_daemon.client import DaemonClient, connect_running_daemon
from app.features.mail_daemon.daemon import read_mail
from app.store.workspace import Workspace
from tests.app.letters import letter
from tests.benchmarks._forked_commands import ForkedCommand
from tests.benchmarks.watching_safety import bursts, trained
from tests.systems import KILL

LABELS = ("spam", "ham")
MOST_TOLD, BOTH = 20, 0.1
SHORT_S, LONG_S, STARTING_S = 0.3, 6.5, 0.3
"""Until a kill: among the first lessons, after the model was kept, and before or just after the first answer."""
Answered = dict[bytes, str]


def main() -> int:
    """Kill, and count what went wrong."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--kills", type=int, default=1_000)
    parser.add_argument("--files", type=int, default=10_000)
    parser.add_argument("--seed", type=int, default=int(time.time()))
    parser.add_argument("--only", choices=("judge", "host", "watcher"))
    options = parser.parse_args()
    tell(f"seed {options.seed}")
    chosen, wrong = random.Random(options.seed), 0
    with tempfile.TemporaryDirectory(prefix="lk") as name:
        os.environ["XDG_RUNTIME_DIR"] = name
        home = Path(name)
        workspace = trained(home)
        if options.only in (None, "judge"):
            wrong += judge_killed(workspace, options.kills, chosen)
        if options.only in (None, "host"):
            wrong += host_killed(workspace, options.kills, chosen)
        if options.only in (None, "watcher"):
            wrong += bursts(home, workspace, options.files, options.kills, chosen)
    return wrong


def tell(line: str) -> None:
    """Write a line at once."""
    sys.stdout.write(f"{line}\n")
    sys.stdout.flush()


def lessons(turn: int, chosen: random.Random) -> Iterator[tuple[bytes, str]]:
    """Make mails that nobody has seen, with labels drawn by lot."""
    for number in range(1_000):
        yield letter(chosen.choice(LABELS), 1_000_000 + 1_000 * turn + number), chosen.choice(LABELS)


def judge_killed(workspace: Path, n_kills: int, chosen: random.Random) -> int:
    """Kill the judge; count the lessons that were lost."""
    answered: Answered = {}
    n_early = 0
    for turn in range(n_kills):
        process = ForkedCommand(["serve", str(workspace), "--idle-exit", "60"])
        if chosen.random() < 0.1:
            time.sleep(chosen.uniform(0, STARTING_S))
            n_early += 1
        elif (client := waited_for(workspace)) is not None:
            with client:
                taught_until_killed(client, process, turn, answered, chosen)
        process.end()
        if turn % 100 == 99:
            tell(f"judge: {turn + 1} kills, {len(answered)} lessons answered")
    return verified(workspace, answered, f"judge: {n_kills} kills, {n_early} of them at the start")


def taught_until_killed(
    client: DaemonClient, process: ForkedCommand, turn: int, answered: Answered, chosen: random.Random
) -> None:
    """Teach for a time; the last lesson is under way when the judge is killed."""
    ends_s = time.monotonic() + (chosen.uniform(0, SHORT_S) if chosen.random() < 0.98 else LONG_S)
    for raw, label in lessons(turn, chosen):
        if time.monotonic() > ends_s:
            process.kill()
        try:
            client.ask("learn", raw, label=label, by="hand")
        except MailDaemonError:
            return
        answered[read_mail(raw).content_hash] = label


def waited_for(workspace: Path, most_s: float = 60.0) -> DaemonClient | None:
    """Connect to the judge as soon as it is there."""
    ends_s = time.monotonic() + most_s
    while time.monotonic() < ends_s:
        if (client := connect_running_daemon(workspace)) is not None:
            return client
        time.sleep(0.01)
    return None


def host_killed(workspace: Path, n_kills: int, chosen: random.Random) -> int:
    """Kill what Thunderbird starts, or the judge behind it; count the lessons that were lost."""
    answered: Answered = {}
    n_judges = 0
    for turn in range(n_kills):
        process = ForkedCommand(["native", str(workspace), "manifest", "extension"])
        n_judges += told_until_killed(process, workspace, turn, answered, chosen)
        process.end()
        if turn % 100 == 99:
            tell(f"host: {turn + 1} kills, {n_judges} judges killed too, {len(answered)} lessons answered")
    kill_judge(workspace)
    return verified(workspace, answered, f"host: {n_kills} kills, and {n_judges} of the judge behind it")


def told_until_killed(
    process: ForkedCommand, workspace: Path, turn: int, answered: Answered, chosen: random.Random
) -> int:
    """Teach as the extension does; a killed judge is started again by the host. Return how many judges were killed."""
    n_judges, n_wanted = 0, chosen.randrange(1, MOST_TOLD)
    killer = threading.Timer(chosen.uniform(0, SHORT_S / 4), process.kill)
    for n_lessons, (raw, label) in enumerate(lessons(10_000 + turn, chosen)):
        if n_lessons == n_wanted and chosen.random() < BOTH:
            n_judges = kill_judge(workspace)
        elif n_lessons == n_wanted:
            killer.start()
        answer = asked(process.into, process.out, raw, label)
        if answer is None or n_lessons >= 2 * MOST_TOLD:
            break
        if "error" not in answer:
            answered[read_mail(raw).content_hash] = label
    if killer.ident is not None:
        killer.join()
    return n_judges


def asked(into: IO[bytes], out: IO[bytes], raw: bytes, label: str) -> dict[str, Any] | None:
    """Teach as the extension does; None where nobody answered."""
    question = {"id": 1, "do": "learn", "label": label, "by": "hand", "raw": base64.b64encode(raw).decode()}
    text = json.dumps(question).encode()
    try:
        into.write(struct.pack("=I", len(text)) + text)
        into.flush()
        head = out.read(4)
        told = out.read(struct.unpack("=I", head)[0]) if len(head) == 4 else b""
        answer: dict[str, Any] = json.loads(told)
    except (OSError, ValueError):
        return None
    return answer


def kill_judge(workspace: Path) -> int:
    """Kill the judge of the workspace; return how many there were."""
    client = connect_running_daemon(workspace)
    if client is None:
        return 0
    with client, suppress(MailDaemonError, ProcessLookupError):
        os.kill(int(client.ask("status")["process"]), KILL)
        return 1
    return 0


def verified(workspace: Path, answered: Answered, what: str) -> int:
    """Compare the corpus with what was answered; return what is wrong."""
    with Workspace(workspace) as opened:
        corpus = opened.corpora.all()[0].name
        lost = wrong = 0
        for content_hash, label in answered.items():
            number = opened.documents.find_by_hash(corpus, content_hash)
            lost += number is None
            wrong += number is not None and opened.documents.get(number).document.label != label
        problems = opened.check()
    tell(f"{what}, {len(answered)} lessons answered: {lost} lost, {wrong} with another label; {problems or 'sound'}")
    return lost + wrong + len(problems)


if __name__ == "__main__":
    sys.exit(main())
