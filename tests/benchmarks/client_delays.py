"""How long a client of the mail daemon waits while other clients are slow, large or teaching.

    python -m tests.benchmarks.client_delays [--seconds 20] [--mails 400] [--only lock]

A real `bayleaf-cli serve` answers a client that asks, as spamc does, about one short mail after another on connections
of their own. Beside it, another client:

- sends its mail byte by byte, on thirty connections (slow writer);
- has a mail of 5 MB returned and never reads the answer, on eight connections (slow reader);
- asks about mails of 32 KB that are dense with HTML, or about mails of 30 MB: by spamd's CHECK and PROCESS, in lines of
  JSON, with different words only, and as `bayleaf-cli classify` asks;
- teaches one mail after another;
- teaches while another program holds the workspace's lock.

The promise is that no client delays another by more than 100 ms. A wait also contains what a busy machine adds, so the
first row is a client that is alone. The last column is a stall: in the daemon, a thread sleeps for a millisecond at a
time; this is how much later than that it went on, at worst. It is the longest hold of the GIL and what a busy machine
adds.
"""

from __future__ import annotations

import argparse
import mmap
import multiprocessing
import os
import signal
import socket
import sqlite3
import statistics
import struct
import subprocess
import sys
import tempfile
import threading
import time
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path

from app.cli.__main__ import main as run_command_line
from app.domain.documents import SourceOptions
from app.domain.jobs import NoOpJobContext
from app.features.mail_daemon.client import connect_running_daemon
from app.features.train.training import TrainingOrder, train
from app.library.importing import ImportRequest, import_sources
from app.library.recipes import RecipeRequest
from tests.benchmarks._generated_mail import Writer

PROMISE_MS = 100.0
PAUSE_S = 0.02
"""Pause of the client between two questions."""
LOCK_HELD_S = 8.0
NAP_S = 0.001
STALL = struct.Struct("=d")
WATCHED_DAEMON = "import sys; from tests.benchmarks.client_delays import serve_watched; serve_watched(*sys.argv[1:])"


def serve_watched(stalls: str, *arguments: str) -> None:
    """Run the daemon, and write the longest stall of one of its threads, in milliseconds, into the file `stalls`."""

    def watch() -> None:
        with open(stalls, "r+b") as file, mmap.mmap(file.fileno(), STALL.size) as shared:
            while True:
                began_s = time.perf_counter()
                time.sleep(NAP_S)
                stall_ms = 1000 * (time.perf_counter() - began_s - NAP_S)
                if stall_ms > STALL.unpack_from(shared)[0]:
                    STALL.pack_into(shared, 0, stall_ms)

    threading.Thread(target=watch, daemon=True).start()
    sys.argv[1:] = arguments
    sys.exit(run_command_line())


class Daemon:
    """A daemon of a workspace, and the time for which clients try to get in each other's way."""

    def __init__(self, workspace: Path, door: Path, ends_s: float) -> None:
        self.workspace, self.door, self._ends_s = workspace, door, ends_s

    @property
    def is_over(self) -> bool:
        return time.monotonic() > self._ends_s

    def connect(self) -> socket.socket:
        connection = socket.socket(socket.AF_UNIX)
        connection.settimeout(60)
        connection.connect(str(self.door))
        return connection

    def ask(self, mail: bytes, command: str = "CHECK", headers: str = "") -> bytes:
        with self.connect() as connection:
            connection.sendall(request(mail, command, headers))
            connection.shutdown(socket.SHUT_WR)
            return b"".join(iter(lambda: connection.recv(1 << 16), b""))


def request(mail: bytes, command: str = "CHECK", headers: str = "") -> bytes:
    return f"{command} SPAMC/1.5\r\n{headers}Content-length: {len(mail)}\r\n\r\n".encode() + mail


def short_mail(number: int) -> bytes:
    return (
        f"From: a{number}@example.org\r\nTo: b@example.net\r\nDate: Mon, 6 Jan 2025 10:00:00 +0000\r\n"
        f"Subject: minutes {number}\r\n\r\nThe report of {number} is ready.\r\n"
    ).encode()


def html_mail(number: int, size_bytes: int) -> bytes:
    piece = (
        "<p style='color:#fff;margin:0 %dpx'><b class=c%d>report</b> <a href='https://e.example/%d'>ready</a></p>\r\n"
    )
    head = f"From: c{number}@example.org\r\nSubject: page {number}\r\nContent-Type: text/html\r\n\r\n"
    rules = "<style>.c1{display:none} p b:nth-child(2){color:red}</style>\r\n"
    pieces = (piece % (count % 40, count % 90, number * 1_000 + count) for count in range(size_bytes // len(piece)))
    return (head + rules + "".join(pieces)).encode()


def slow_writers(daemon: Daemon) -> None:
    writers = [daemon.connect() for _ in range(30)]
    mail, sent = request(short_mail(1)), 0
    while not daemon.is_over:
        for writer in writers:
            with suppress(OSError):
                writer.sendall(mail[sent % len(mail) :][:1])
        sent = min(sent + 1, len(mail) - 2)
        time.sleep(0.1)
    for writer in writers:
        writer.close()


def slow_readers(daemon: Daemon) -> None:
    readers = [daemon.connect() for _ in range(8)]
    for number, reader in enumerate(readers):
        reader.sendall(request(short_mail(number) + b"x" * 70 + b"\r\n" * (5 << 19), "PROCESS"))
    while not daemon.is_over:
        time.sleep(0.1)
    for reader in readers:
        reader.close()


def dense_pages(daemon: Daemon) -> None:
    number = 0
    while not daemon.is_over:
        daemon.ask(html_mail(number, 32 << 10))
        number += 1


LARGE_BODY = b"report of many words and more\r\n" * (1 << 20)


def large_mails(daemon: Daemon, command: str = "CHECK", body: bytes = LARGE_BODY) -> None:
    number = 0
    while not daemon.is_over:
        daemon.ask(short_mail(number) + body, command)
        number += 1


def large_mails_returned(daemon: Daemon) -> None:
    large_mails(daemon, "PROCESS")


def large_mails_of_words(daemon: Daemon) -> None:
    large_mails(daemon, body=b" ".join(b"w%dx" % number for number in range(3_200_000)))


def large_questions(daemon: Daemon, do: str = "classify", body: bytes = LARGE_BODY) -> None:
    client = connect_running_daemon(daemon.workspace)
    assert client is not None
    number = 0
    with client:
        while not daemon.is_over:
            client.ask(do, short_mail(number) + body)
            number += 1


def large_commands(daemon: Daemon) -> None:
    large_questions(daemon, "verdict", LARGE_BODY[: 15 << 20])


def lessons(daemon: Daemon) -> None:
    client = connect_running_daemon(daemon.workspace)
    assert client is not None
    number = 0
    with client:
        while not daemon.is_over:
            client.ask("learn", short_mail(100_000 + number), label=("ham", "spam")[number % 2], by="hand")
            number += 1


def lessons_while_locked(daemon: Daemon) -> None:
    other = sqlite3.connect(daemon.workspace, isolation_level=None)
    other.execute("BEGIN IMMEDIATE")
    teaching = threading.Thread(target=lessons, args=(daemon,))
    teaching.start()
    time.sleep(LOCK_HELD_S)
    other.execute("ROLLBACK")
    other.close()
    teaching.join()


def alone(daemon: Daemon) -> None:
    while not daemon.is_over:
        time.sleep(0.1)


OTHERS: dict[str, Callable[[Daemon], None]] = {
    "alone": alone,
    "slow writers": slow_writers,
    "slow readers": slow_readers,
    "pages of 32 KB": dense_pages,
    "mails of 30 MB": large_mails,
    "30 MB, returned": large_mails_returned,
    "30 MB, other words": large_mails_of_words,
    "30 MB in JSON": large_questions,
    "commands with 15 MB": large_commands,
    "lessons": lessons,
    "lessons, lock held": lessons_while_locked,
}


def waits_beside(workspace: Path, door: Path, other: Callable[[Daemon], None], seconds: float) -> list[float]:
    """Return the waits of the well-behaved client in milliseconds."""
    daemon = Daemon(workspace, door, time.monotonic() + seconds)
    process = multiprocessing.get_context("fork").Process(target=other, args=(daemon,))  # shares no interpreter lock
    process.start()
    waits: list[float] = []
    while not daemon.is_over:
        mail, began_s = short_mail(len(waits) % 500), time.perf_counter()
        answer = daemon.ask(mail)
        waits.append(1000 * (time.perf_counter() - began_s))
        if b" 0 EX_OK" not in answer[:20]:
            print("  wrong answer:", answer[:60])
        time.sleep(PAUSE_S)
    process.join()
    return waits


def made_workspace(folder: Path, n_mails: int) -> Path:
    writer = Writer()
    for label, number in (("ham", 0), ("spam", 1)):
        place = folder / "mail" / label / "all.mbox"
        place.parent.mkdir(parents=True)
        place.write_text(writer.mailbox(label, number, n_mails * 2_500), encoding="utf-8")
    workspace = folder / "mail.bayleaf"
    import_sources(workspace, ImportRequest((folder / "mail",), SourceOptions(kind="mail"), "Mail"), NoOpJobContext())
    train(workspace, TrainingOrder(RecipeRequest(), "Mail"), NoOpJobContext())
    return workspace


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--seconds", type=float, default=20.0, help="for each kind of other client")
    parser.add_argument("--mails", type=int, default=400, help="of each label in the workspace")
    parser.add_argument("--only", default="", help="part of the name of the other client")
    wanted = parser.parse_args()
    with tempfile.TemporaryDirectory(prefix="cd") as name:
        os.environ["XDG_RUNTIME_DIR"] = os.environ["HOME"] = name
        workspace, door = made_workspace(Path(name), wanted.mails), Path(name) / "door"
        stalls = Path(name) / "stalls"
        stalls.write_bytes(STALL.pack(0.0))
        command = [sys.executable, "-c", WATCHED_DAEMON, str(stalls), "serve", str(workspace), "--socket", str(door)]
        served = subprocess.Popen(command, stderr=subprocess.PIPE, text=True)
        try:
            assert served.stderr is not None
            served.stderr.readline()  # it listens
            print(f"{'beside':20} {'waits':>6} {'median':>8} {'99 %':>8} {'worst':>8} {'stall':>8}  ms")
            for title, other in OTHERS.items():
                if wanted.only not in title:
                    continue
                with stalls.open("r+b") as file:  # not truncated: the daemon has it in its memory
                    file.write(STALL.pack(0.0))
                waits = sorted(waits_beside(workspace, door, other, wanted.seconds))
                [stall] = STALL.unpack(stalls.read_bytes())
                high = waits[int(len(waits) * 0.99)]
                mark = "  over the promise" if waits[-1] > PROMISE_MS else ""
                figures = f"{statistics.median(waits):8.1f} {high:8.1f} {waits[-1]:8.1f} {stall:8.1f}"
                print(f"{title:20} {len(waits):6} {figures}{mark}", flush=True)
        finally:
            served.send_signal(signal.SIGTERM)
            served.wait(30)


if __name__ == "__main__":
    main()
