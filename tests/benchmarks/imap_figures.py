"""Measures bayleaf-imap on a real server with real mail: what it learns, how soon it moves, and what it gets wrong.

    BAYLEAF_CORPORA=… python -m tests.benchmarks.imap_figures [--server dovecot|cyrus|courier] [--seed N] [--seconds 60]

2,000 mails lie on the server and are learnt to begin with; 300 others arrive over a minute; then 50 are moved by
imaplib, mutt and mbsync at the same time, as far as these are installed. The exit code counts lost and doubled mails.
"""

from __future__ import annotations

import argparse
import imaplib
import os
import random
import re
import sys
import tempfile
import threading
import time
from collections import Counter
from collections.abc import Sequence
from pathlib import Path

from bayleaf_imap.accounts import STATE, Account, save_account
from bayleaf_imap.journal import Journal
from bayleaf_imap.mail_contents import header_of, identity_of
from bayleaf_imap.running import MailboxRunner
from bayleaf_imap.stream import Address

from tests.benchmarks.imap_kills import kill_judge, tell
from tests.benchmarks.living_mail import corpus
from tests.imap.living import ROOT, memory_mb, processor_s, started, waited
from tests.imap.other_clients import HAS_MBSYNC, HAS_MUTT, Mbsync, mutt_moves
from tests.imap.other_servers import SERVERS
from tests.imap.servers import HOST, PASSWORD, MailServer

N_LEARNT, N_ARRIVING = 2_000, 300
N_TO_JUNK, N_TO_INBOX, QUICK_S = 18, 12, 25
N_BY_MUTT, N_BY_MBSYNC, REST_S = 10, 10, 10.0


def main() -> int:
    """Measure one server."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--server", choices=SERVERS, default="dovecot")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--seconds", type=float, default=60.0)
    options = parser.parse_args()
    os.environ["PYTHONPATH"] = str(ROOT)
    learnt, others = corpus(random.Random(options.seed), N_LEARNT, N_ARRIVING)
    with tempfile.TemporaryDirectory(prefix="if") as name, SERVERS[options.server]() as server:
        os.environ |= {"XDG_RUNTIME_DIR": name, "BAYLEAF_IMAP_HOME": f"{name}/boxes"}
        try:
            return measured(server, Path(name), learnt, others, options.seconds)
        finally:
            kill_judge(Path(name) / "mail.bayleaf")


Mails = Sequence[tuple[str, bytes]]


def measured(server: MailServer, home: Path, learnt: Mails, others: Mails, seconds: float) -> int:
    """Learn, let mail arrive, let a person move some; say the figures, and return how many mails are not there once."""
    for label, folder in (("ham", "INBOX"), ("spam", server.junk)):
        server.deliver(*(raw for kind, raw in numbered(learnt, 0) if kind == label), folder=folder)
    account = described(server, home)
    save_account(account)
    began_s = time.perf_counter()
    MailboxRunner(account, is_trial=True, on_event=lambda _: None).run(once=True)
    tell(f"{len(learnt)} mails learnt in {time.perf_counter() - began_s:.0f} s")
    arriving = numbered(others, len(learnt))
    process = started("run", "mine")
    try:
        # It is there as soon as it waits; what is delivered before would not be arrivals.
        waited(lambda: (account.folder / "status.json").exists() and b'"waiting"' in status(account), 60)
        before_s = processor_s(process.pid)
        delivered = arrivals(server, arriving, seconds)
        waited(lambda: n_judged(account) >= len(arriving), 120)
        used_s = processor_s(process.pid) - before_s
        tell_arrivals(account, arriving, delivered)
        tell(f"{used_s:.1f} s of processor time for {len(arriving)} mails, {memory_mb(process.pid):.0f} MB at most")
        moved_by_a_person(server, account, home)
        tell_rest(process.pid)
    finally:
        process.kill()
        process.communicate()
    return told_wrong(server, len(learnt) + len(others))


def tell_rest(number: int) -> None:
    """Say what a process costs while nothing comes."""
    time.sleep(REST_S)
    before_s = processor_s(number)
    time.sleep(REST_S)
    used_ms = (processor_s(number) - before_s) * 1_000
    tell(f"at rest: {used_ms:.1f} ms of processor time in {REST_S:.0f} s, {memory_mb(number):.0f} MB at most")


def numbered(mails: Mails, first: int) -> list[tuple[str, bytes]]:
    """Give each mail a number by which it is found again, and the ends of lines that servers have."""
    answer = []
    for number, (label, raw) in enumerate(mails, start=first):
        plain = re.sub(rb"\AFrom [^\n]*\n", b"", raw.replace(b"\r\n", b"\n")).replace(b"\x00", b"")
        answer.append((label, b"X-Figure: f%d.\r\n" % number + plain.replace(b"\r", b"").replace(b"\n", b"\r\n")))
    return answer


def described(server: MailServer, home: Path) -> Account:
    """Describe the mailbox."""
    (home / "say").write_text(f"print('{PASSWORD}')\n")
    address = Address(HOST, server.tls_port, ca_file=str(server.ca_file))
    words = f"{sys.executable} {home / 'say'}", f"{sys.executable} -P -m app.cli"
    return Account(
        "mine", server.user, address, str(home / "mail.bayleaf"), words[0], junk=server.junk, most_a_day=10**9,
        learns_first=N_LEARNT // 2, bayleaf_cli=words[1],
    )  # fmt: skip


def status(account: Account) -> bytes:
    """Return the state that was written last."""
    return (account.folder / "status.json").read_bytes()


def n_judged(account: Account) -> int:
    """Return how many mails have been judged and are where they belong."""
    journal = Journal(account.folder / STATE)
    counted = journal.count_by_state()
    n_waiting = len(journal.moves(["begun", "copied"]))
    journal.close()
    return sum(counted.get(state, 0) for state in ("stays", "asked", "moved", "failed", "flagged")) - n_waiting


def arrivals(server: MailServer, mails: Mails, seconds: float) -> list[float]:
    """Deliver evenly over some time; return when each was there."""
    delivered: list[float] = []
    began_s = time.time()
    with server.account() as account:
        for number, (_, raw) in enumerate(mails):
            time.sleep(max(began_s + number * seconds / len(mails) - time.time(), 0))
            status, answer = account.append("INBOX", "", "", raw)
            if status != "OK":
                raise OSError(answer)
            delivered.append(time.time())
    return delivered


def tell_arrivals(account: Account, mails: Mails, delivered: Sequence[float]) -> None:
    """Say how soon what was moved was moved, and what was wrong of what was sure."""
    journal = Journal(account.folder / STATE)
    waits: list[float] = []
    states: Counter[tuple[str, str]] = Counter()
    for (label, raw), at_s in zip(mails, delivered, strict=True):
        identity = identity_of(header_of(raw))
        record = journal.mail(identity)
        states[label, "unseen" if record is None else record.state] += 1
        waits += [deed.changed_at - at_s for deed in journal.moves_of(identity) if deed.state == "done"]
    journal.close()
    waits.sort()
    tell("; ".join(f"{label} {state}: {n}" for (label, state), n in sorted(states.items())))
    wrong = states["ham", "moved"] + states["spam", "stays"]
    n_sure = sum(n for (_, state), n in states.items() if state in ("moved", "stays"))
    tell(f"{n_sure} sure, {wrong} of them wrong ({states['ham', 'moved']} good mails moved)")
    if waits:
        middle, last = waits[len(waits) // 2], waits[min(len(waits) * 99 // 100, len(waits) - 1)]
        tell(f"arrival to moved: median {middle:.2f} s, 99 % {last:.2f} s, {len(waits)} mails")


def moved_by_a_person(server: MailServer, account: Account, home: Path) -> None:
    """Move mails with imaplib, mutt and mbsync at the same time; say how many were learnt, and how soon."""
    is_below_inbox = server.junk.startswith("INBOX")  # as Courier has it, which mbsync's copy has no folder for
    copy = Mbsync(server, home / "sync") if HAS_MBSYNC and not is_below_inbox else None
    if copy is not None:
        copy.sync()
    time.sleep(QUICK_S)
    before, is_known = n_lessons(account), arrived_lines(server)
    by_mutt, by_mbsync = is_known[:N_BY_MUTT], is_known[N_BY_MUTT : N_BY_MUTT + N_BY_MBSYNC]
    n_moved, threads = N_TO_JUNK + N_TO_INBOX, []
    if HAS_MUTT:
        words = (server, home / "mutt", by_mutt, "INBOX", server.junk)
        threads.append(threading.Thread(target=mutt_moves, args=words))
    if copy is not None:
        copy.move(by_mbsync, "INBOX", server.junk)
        threads.append(threading.Thread(target=copy.sync))
    for thread in threads:
        thread.start()
    with server.account() as client:
        hand_over(client, "INBOX", server.junk, N_TO_JUNK, is_newest=True)
        hand_over(client, server.junk, "INBOX", N_TO_INBOX, is_newest=False)
    for thread in threads:
        thread.join()
    there = {f"X-Figure: {number}" for number, _ in server.mails(server.junk, "X-FIGURE")}
    n_moved += sum(line in there for line in [*by_mutt, *by_mbsync])  # mbsync leaves what others change beside it
    began_s = time.perf_counter()
    waited(lambda: n_lessons(account) - before >= n_moved, 200)
    taken_s = time.perf_counter() - began_s
    tell(f"{n_moved} moved by a person: {n_lessons(account) - before} learnt within {taken_s:.0f} s of the last")


def arrived_lines(server: MailServer) -> list[str]:
    """Return lines by which mails are known that arrived and stayed in the inbox, those first that came first."""
    answer = [number for number, _ in server.mails("INBOX", "X-FIGURE")]
    return [f"X-Figure: {number}" for number in answer if int(number[1:-1]) >= N_LEARNT]


def hand_over(client: imaplib.IMAP4, source: str, target: str, most: int, *, is_newest: bool) -> int:
    """Move some mails of those that arrived."""
    client.select(source)
    _, found = client.uid("SEARCH", "ALL")
    uids = found[0].split()
    arrived = uids[N_LEARNT // 2 :] if not is_newest else uids[-3 * most :]
    chosen = arrived[:most]
    for uid in chosen:
        client.uid("COPY", uid.decode(), f'"{target}"')
        client.uid("STORE", uid.decode(), "+FLAGS", r"(\Deleted)")
    client.expunge()
    return len(chosen)


def n_lessons(account: Account) -> int:
    """Return how many mails were taught by being moved."""
    journal = Journal(account.folder / STATE)
    [count] = journal._db.execute("SELECT count(*) FROM mail WHERE lesson_by = 'move'").fetchone()
    journal.close()
    return int(count)


def told_wrong(server: MailServer, n_mails: int) -> int:
    """Say how many mails are not there exactly once."""
    found = Counter(number for folder in ("INBOX", server.junk) for number, _ in server.mails(folder, "X-FIGURE"))
    lost = [number for number in range(n_mails) if not found[f"f{number}."]]
    doubled = [number for number in found if found[number] > 1]
    tell(f"{n_mails} mails: {len(lost)} lost, {len(doubled)} doubled")
    return min(len(lost) + len(doubled), 125)


if __name__ == "__main__":
    sys.exit(main())
