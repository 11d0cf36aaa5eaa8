"""Kills bayleaf-imap, the judge and the mail server again and again, cuts the line between them, and counts the mails.

    python -m tests.benchmarks.imap_kills [--kills 1000] [--seed N] [--without-move]

Each turn delivers three spams and a good mail, and at a random moment kills one of the three (or cuts the line, mostly
in the middle of something). At the end each mail has to be there exactly once, by its Message-ID and by its hash, the
spams in Junk and the good ones in the inbox. The exit code counts what went wrong.
"""

from __future__ import annotations

import argparse
import hashlib
import os
import random
import subprocess
import sys
import tempfile
import time
from collections import Counter
from contextlib import suppress
from dataclasses import replace
from pathlib import Path

from bayleaf_imap.accounts import STATE, Account, keep
from bayleaf_imap.journal import Journal
from bayleaf_imap.judge import Judge
from bayleaf_imap.running import Keeper
from bayleaf_imap.stream import Address
from bayleaf_imap.troubles import Trouble

from tests.app.judge.letters import letter
from tests.benchmarks.watching_safety import trained
from tests.imap.living import ROOT, started
from tests.imap.proxy import Line, line_to
from tests.imap.servers import HOST, PASSWORD, WITHOUT_MOVE, MailServer, dovecot
from tests.systems import KILL

KINDS = ("program", "program", "program", "server", "server", "line", "line", "judge")
DELIVERED = ("spam", "spam", "spam", "ham")
LONGEST_S, SETTLING_LOOKS = 1.2, 12
FIRST_NUMBER = 2_000_000


def main() -> int:
    """Kill, and count what went wrong."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--kills", type=int, default=1_000)
    parser.add_argument("--seed", type=int, default=int(time.time()))
    parser.add_argument("--without-move", action="store_true", help="by COPY and UID EXPUNGE")
    options = parser.parse_args()
    chosen = random.Random(options.seed)
    os.environ["PYTHONPATH"] = str(ROOT)
    with tempfile.TemporaryDirectory(prefix="ik") as name:
        os.environ |= {"XDG_RUNTIME_DIR": name, "BAYLEAF_IMAP_HOME": f"{name}/boxes"}
        workspace = trained(Path(name))
        capability = WITHOUT_MOVE if options.without_move else ""
        with dovecot(capability=capability) as server, line_to(server.tls_port) as line:
            account = described(server, line, workspace)
            keep(account)
            Keeper(account, is_trial=False, tell=lambda _: None).run(once=True)
            delivered, kinds = broken(server, line, workspace, options.kills, chosen)
            settle(account, line)
            wrong = verified(server, delivered)
        kill_judge(workspace)
    tell(f"seed {options.seed}: {sum(kinds.values())} breaks {dict(kinds)}, {len(delivered)} mails: {wrong} wrong")
    return min(wrong, 125)


def tell(line: str) -> None:
    """Write a line at once."""
    sys.stdout.write(f"{line}\n")
    sys.stdout.flush()


def described(server: MailServer, line: Line, workspace: Path) -> Account:
    """Describe the mailbox, behind the line."""
    password = f"{sys.executable} -c \"print('{PASSWORD}')\""
    address = Address(HOST, line.port, ca_file=str(server.ca_file))
    cli = f"{sys.executable} -P -m app.cli"
    return Account(
        "mine", server.user, address, str(workspace), password, junk="Junk", most_a_day=10**9, bayleaf_cli=cli
    )


def broken(
    server: MailServer, line: Line, workspace: Path, n_kills: int, chosen: random.Random
) -> tuple[dict[str, str], Counter[str]]:
    """Deliver and break; return the folder in which each mail belongs, by its Message-ID, and how often what broke."""
    belongs: dict[str, str] = {}
    kinds: Counter[str] = Counter()
    process: subprocess.Popen[bytes] | None = None
    for turn in range(n_kills):
        if process is None:
            process = started("run", "mine", "--untried")
        mails = [
            (label, FIRST_NUMBER + 4 * turn + place) for place, label in enumerate(("spam", "spam", "spam", "ham"))
        ]
        time.sleep(chosen.uniform(0, LONGEST_S / 2))
        server.deliver(*(letter(label, number) for label, number in mails))
        belongs |= {f"<{label}{number}@example>": "Junk" if label == "spam" else "INBOX" for label, number in mails}
        time.sleep(chosen.uniform(0, LONGEST_S))
        kind = chosen.choice(KINDS)
        kinds[kind] += 1
        break_once(kind, process, server, line, workspace, chosen)
        if kind != "program" and chosen.random() < 0.6:
            time.sleep(chosen.uniform(0, 3 * LONGEST_S))
            process.kill()
            process.wait()
        if kind == "program" or process.poll() is not None:
            process.communicate()
            process = None
        if turn % 50 == 49:
            tell(f"{turn + 1} breaks")
    if process is not None:
        process.kill()
        process.communicate()
    return belongs, kinds


def break_once(
    kind: str, process: subprocess.Popen[bytes], server: MailServer, line: Line, workspace: Path, chosen: random.Random
) -> None:
    """Break one of them."""
    line.cut_after_bytes = None
    if kind == "program":
        process.kill()
    elif kind == "server":
        server.kill()
        server.start()
    elif kind == "judge":
        kill_judge(workspace)
    elif chosen.random() < 0.5:
        line.cut()
    else:
        line.cut_after_bytes = chosen.randrange(1_000, 12_000)


def kill_judge(workspace: Path) -> None:
    """Kill the judge, wherever it is."""
    judge = Judge(str(workspace), "/nowhere")
    with suppress(Trouble, ProcessLookupError):
        os.kill(int(judge.ask("status")["process"]), KILL)
    judge.close()


def settle(account: Account, line: Line) -> None:
    """Let it finish what was begun, without being disturbed."""
    line.cut_after_bytes = None
    for _ in range(SETTLING_LOOKS):
        journal = Journal(account.folder / STATE)
        for deed in journal.deeds(["begun", "copied"]):
            journal.change_deed(deed.number, next_try_at=0)
        journal.close()
        with suppress(Trouble):
            Keeper(replace(account), is_trial=False, tell=lambda _: None).run(once=True)


def verified(server: MailServer, belongs: dict[str, str]) -> int:
    """Compare what is there with what was delivered; return what is wrong."""
    found = {folder: Counter(name for name, _ in server.mails(folder, "MESSAGE-ID")) for folder in ("INBOX", "Junk")}
    everywhere = found["INBOX"] + found["Junk"]
    lost = [name for name in belongs if not everywhere[name]]
    doubled = [name for name in everywhere if everywhere[name] > 1]
    elsewhere = [name for name, folder in belongs.items() if everywhere[name] == 1 and not found[folder][name]]
    hashes = Counter(mail_hashes(server))
    right = Counter(hashlib.sha256(mail_of(name)).hexdigest() for name in belongs)
    changed = sum(((hashes - right) + (right - hashes)).values())
    tell(f"{len(lost)} lost, {len(doubled)} doubled, {len(elsewhere)} in the other folder, {changed} hashes differ")
    for name in (lost + doubled + elsewhere)[:20]:
        tell(f"  {name}: {everywhere[name]}")
    return len(lost) + len(doubled) + len(elsewhere) + changed


def mail_of(name: str) -> bytes:
    """Return the mail of a Message-ID."""
    stem = name.strip("<>").removesuffix("@example")
    label = stem.rstrip("0123456789")
    return letter(label, int(stem.removeprefix(label)))


def mail_hashes(server: MailServer) -> list[str]:
    """Return the hash of each mail that is there."""
    hashes: list[str] = []
    with server.account() as account:
        for folder in ("INBOX", "Junk"):
            account.select(folder, readonly=True)
            _, found = account.fetch("1:*", "(BODY.PEEK[])")
            hashes += [hashlib.sha256(entry[1]).hexdigest() for entry in found if isinstance(entry, tuple)]
    return hashes


if __name__ == "__main__":
    sys.exit(main())
