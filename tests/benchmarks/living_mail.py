"""Measures mail judged where it arrives, with bogofilter beside it in the same run.

    BAYLEAF_CORPORA=… python -m tests.benchmarks.living_mail [--mails 100] [--learnt 2000] [--kills 100] [--seed N]

- one: `spamc -c` and bogofilter in turns, a program start for each mail; `bayleaf-cli classify -` beside a judge.
- eight: as many mails by eight clients at once.
- lesson: from the question to the answer, which comes when the lesson is on the disk.
- first: from no judge to the first answer.
- processor: what each program and the judge use for a mail; on a busy machine this says more than times do.
- drag: a move to the junk folder of a Dovecot that teaches, and out of it; beside one that teaches nothing, to the bin.
- memory: the judge at rest after its start, and after all that: what is its own, and with the code that it shares with
  other programs. With `--learnt 20000` it holds as many mails, if the corpora have them.
- idle: its processor time in ten seconds in which nobody asks.
- kills: the judge is killed while lessons are taught; of the lessons that were answered, none may be missing.

Times of a busy machine say little: compare the two programs of one run.
"""

from __future__ import annotations

import argparse
import os
import random
import shutil
import signal
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from pathlib import Path

from app.domain.errors import MailDaemonError
from app.features.mail_daemon.client import (
    DaemonClient,
    connect_or_start_daemon,
    connect_running_daemon,
    serve_command,
)
from app.features.mail_daemon.daemon import read_mail
from app.features.mail_daemon.sockets import daemon_paths
from app.store.workspace import Workspace
from tests.app.features.mail_daemon import test_dovecot
from tests.app.letters import letter

if sys.platform != "win32":
    import resource

ROOT = Path(__file__).parents[2]
REST_S = 8.0
"""Until a judge has given back what it took for a moment."""
N_DRAGS = 10
Ask = Callable[[bytes], object]


def main() -> None:
    """Measure everything once."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--mails", type=int, default=100)
    parser.add_argument("--learnt", type=int, default=2_000)
    parser.add_argument("--kills", type=int, default=100)
    parser.add_argument("--seed", type=int, default=int(time.time()))
    options = parser.parse_args()
    print(f"seed {options.seed}")
    chosen = random.Random(options.seed)
    with tempfile.TemporaryDirectory(prefix="lm") as folder:
        os.environ["XDG_RUNTIME_DIR"] = folder
        home = Path(folder)
        learnt, others = corpus(chosen, options.learnt, options.mails)
        workspace, database = trained(home, learnt)
        measured(workspace, database, others)
        killed(workspace, [raw for _, raw in others], options.kills, chosen)


def corpus(
    chosen: random.Random, n_learnt: int, n_others: int
) -> tuple[list[tuple[str, bytes]], list[tuple[str, bytes]]]:
    """Draw mails to learn and others to judge, half of them spam."""
    place = Path(os.environ["BAYLEAF_CORPORA"])
    found: dict[str, list[Path]] = {"spam": [], "ham": []}
    for path in sorted(place.glob("**/*")):
        kind = "spam" if "spam" in path.parent.name else "ham" if "ham" in path.parent.name else ""
        if kind and path.is_file() and path.name != "cmds":
            found[kind].append(path)
    for index in place.glob("*/index"):
        for kind, name in map(str.split, index.read_text().splitlines()):
            found[kind].append(index.parent / name)
    drawn: dict[str, list[tuple[str, bytes]]] = {}
    n_each = (n_learnt + n_others) // 2
    for kind, paths in found.items():
        drawn[kind] = [(kind, path.read_bytes()) for path in chosen.sample(paths, min(n_each, len(paths)))]
    n_rest = n_others // 2
    learnt = [mail for mails in drawn.values() for mail in mails[n_rest:]]
    others = [mail for pair in zip(drawn["spam"][:n_rest], drawn["ham"][:n_rest], strict=True) for mail in pair]
    return learnt, others


def trained(home: Path, learnt: Sequence[tuple[str, bytes]]) -> tuple[Path, Path]:
    """Let both programs learn the same mails."""
    workspace, database = home / "mail.bayleaf", home / "bogofilter"
    for number, (label, raw) in enumerate(learnt):
        path = home / "mail" / label / f"{number}.eml"
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(raw)
    command_line("import", workspace, home / "mail", "--kind", "mail")
    command_line("train", workspace)
    database.mkdir()
    for label, option in (("spam", "-s"), ("ham", "-n")):
        subprocess.run(["bogofilter", "-d", database, option, "-B", home / "mail" / label], check=True)
    return workspace, database


def command_line(*arguments: object) -> None:
    """Run a command of the program."""
    command = [sys.executable, "-m", "app.cli", *map(str, arguments)]
    subprocess.run(command, cwd=ROOT, check=True, stderr=subprocess.DEVNULL)


def measured(workspace: Path, database: Path, others: Sequence[tuple[str, bytes]]) -> None:
    """Measure a judge that lives through it all."""
    began_s = time.perf_counter()
    with connect_or_start_daemon(workspace, [*serve_command(workspace)[:-1], "120"]) as client:
        status = client.ask("status")
        print(f"first answer {time.perf_counter() - began_s:.2f} s")
        process = int(status["process"])
        mails = [raw for _, raw in others]
        print(f"memory after its start {memory(process)}")
        judge = ["spamc", "-U", str(daemon_paths(workspace).spamd_socket), "-s", "20000000"]
        programs = {"spamc -c": [*judge, "-c"], "bogofilter": ["bogofilter", "-d", str(database)], "true": ["true"]}
        in_turns(programs, mails, process)
        for name in ("spamc -c", "bogofilter"):
            eight_at_once(name, programs[name], mails)
        lessons = [timed(partial(client.ask, "learn", raw, label=label, by="hand"))
                   for label, raw in others]  # fmt: skip
        print(f"lesson told {spread(lessons)}")
        by_command = [timed(partial(command_line_on, workspace, raw)) for raw in mails[:10]]
        print(f"bayleaf-cli classify - {spread(by_command)}")
        drags(workspace)
        print(f"memory after {client.ask('status')['judged']} mails and {client.ask('status')['lessons']} lessons"
              f" {memory(process)}")  # fmt: skip
        before = processor_s(process)
        time.sleep(10)
        print(f"idle {processor_s(process) - before:.2f} s of processor in 10 s")
    os.kill(process, signal.SIGTERM)
    os.waitpid(process, 0)


def drags(workspace: Path) -> None:
    """Move mails in a Dovecot that teaches the judge: there and back, and to the bin, which teaches nothing."""
    if test_dovecot.WITHOUT_DOVECOT:
        print(f"drag: not measured, it {test_dovecot.WITHOUT_DOVECOT}")
        return
    took: dict[str, list[float]] = {"to junk": [], "out of it": [], "to the bin": []}
    place = daemon_paths(workspace)
    reach(place.folder)
    with test_dovecot.connected_dovecot(place) as dovecot:
        for number in range(N_DRAGS):
            dovecot.deliver(letter("ham", 5_000 + number))
            if dovecot.count("Junk"):
                dovecot.move("Junk", "INBOX")
            took["to junk"].append(dovecot.move("INBOX", "Junk"))
            took["out of it"].append(dovecot.move("Junk", "INBOX"))
            took["to the bin"].append(dovecot.move("INBOX", "Trash"))
    for name, times in took.items():
        print(f"drag {name} {spread(times)}")


def reach(folder: Path) -> None:
    """Let the mail server's user come as far as the sockets."""
    for path in (folder, *folder.parents):
        if path.stat().st_uid == os.getuid() and path != path.parent:
            path.chmod(path.stat().st_mode | 0o011)


def in_turns(programs: dict[str, list[str]], mails: Sequence[bytes], judge: int) -> None:
    """Run the programs on each mail, one after another."""
    took: dict[str, list[float]] = {name: [] for name in programs}
    used_s = dict.fromkeys([*programs, "the judge"], 0.0)
    before_s = processor_s(judge)
    for raw in mails:
        for name, command in programs.items():
            began_s = children_s()
            took[name].append(timed(partial(run, command, raw)))
            used_s[name] += children_s() - began_s
    used_s["the judge"] = processor_s(judge) - before_s
    for name, times in took.items():
        print(f"{name} {spread(times)}")
    print("processor for a mail:", ", ".join(f"{name} {1000 * s / len(mails):.1f} ms" for name, s in used_s.items()))
    print(f"spamc / bogofilter {statistics.median(took['spamc -c']) / statistics.median(took['bogofilter']):.2f}")


def eight_at_once(name: str, command: list[str], mails: Sequence[bytes]) -> None:
    """Run a program on all mails, eight of it at a time."""
    began_s = time.perf_counter()
    with ThreadPoolExecutor(8) as threads:
        list(threads.map(lambda raw: run(command, raw), [*mails] * 4))
    print(f"8 at once, {name}: {4 * len(mails) / (time.perf_counter() - began_s):.0f} mails a second")


def run(command: list[str], raw: bytes) -> int:
    """Run a program on a mail; return its exit status."""
    return subprocess.run(command, input=raw, capture_output=True, check=False).returncode


def command_line_on(workspace: Path, raw: bytes) -> None:
    """Ask by the command line, which finds the judge."""
    command = [sys.executable, "-m", "app.cli", "classify", str(workspace), "-"]
    subprocess.run(command, input=raw, cwd=ROOT, check=True, capture_output=True)


def timed(act: Callable[[], object]) -> float:
    """Return how many milliseconds something took."""
    began_s = time.perf_counter()
    act()
    return 1000 * (time.perf_counter() - began_s)


def spread(times_ms: Sequence[float]) -> str:
    """Say how long something took, as a rule and at worst."""
    ordered = sorted(times_ms)
    return f"median {statistics.median(ordered):.1f} ms, p95 {ordered[int(0.95 * (len(ordered) - 1))]:.1f} ms"


def memory(process: int) -> str:
    """Say how much memory a process at rest holds."""
    time.sleep(REST_S)
    lines = Path(f"/proc/{process}/status").read_text().splitlines()
    held = {line.split(":")[0]: int(line.split()[1]) / 1024 for line in lines if line.endswith("kB")}
    return f"{held['RssAnon']:.0f} MB of its own, {held['VmRSS']:.0f} MB with shared code"


def children_s() -> float:
    """Return how much processor time the programs have used that were run and have ended."""
    used = resource.getrusage(resource.RUSAGE_CHILDREN)
    return used.ru_utime + used.ru_stime


def processor_s(process: int) -> float:
    """Return how much processor time a process has used."""
    fields = Path(f"/proc/{process}/stat").read_text().rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


def killed(workspace: Path, mails: Sequence[bytes], n_kills: int, chosen: random.Random) -> None:
    """Kill the judge while it is taught, again and again; verify what it had answered."""
    answered: set[bytes] = set()
    n_answers = 0
    for number in range(n_kills):
        process = subprocess.Popen(serve_command(workspace), cwd=ROOT, stderr=subprocess.DEVNULL)
        ends_s = None
        for raw in lessons_of(mails, number):
            client = waited_for(workspace)
            try:
                with client:
                    client.ask("learn", raw, label=chosen.choice(["spam", "ham"]), by="hand")
            except MailDaemonError:
                break
            answered.add(read_mail(raw).content_hash)
            n_answers += 1
            ends_s = ends_s or time.monotonic() + chosen.uniform(0, 0.08)
            if time.monotonic() > ends_s:
                process.kill()
        process.kill()
        process.wait()
        shutil.rmtree(daemon_paths(workspace).folder, ignore_errors=True)
    with Workspace(workspace) as opened:
        corpus = opened.corpora.all()[0].name
        lost = sum(opened.documents.find_by_hash(corpus, content_hash) is None for content_hash in answered)
        print(f"{n_kills} kills, {n_answers} lessons answered, {lost} lost; check: {opened.check() or 'sound'}")


def lessons_of(mails: Sequence[bytes], number: int) -> Iterator[bytes]:
    """Make mails that nobody has seen."""
    for place in range(1000):
        yield mails[place % len(mails)] + b"\nlesson%d of turn%d\n" % (place, number)


def waited_for(workspace: Path) -> DaemonClient:
    """Connect to the judge as soon as it is there."""
    ends_s = time.monotonic() + 60
    while time.monotonic() < ends_s:
        if (client := connect_running_daemon(workspace)) is not None:
            return client
        time.sleep(0.01)
    raise MailDaemonError("did-not-start", str(workspace))


if __name__ == "__main__":
    main()
