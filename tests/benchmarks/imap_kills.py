"""Kills bayleaf-imap, the judge and the mail server in turn, breaks the line between them, and counts the mails.

    python -m tests.benchmarks.imap_kills [--kills 1000] [--seed N] [--server dovecot|cyrus|courier] [--without-move]

Each turn delivers three spams and a good mail, and at a random moment kills one of the three by SIGKILL. In every
second turn the line is cut before that, at once, after some bytes or in the middle of a literal, delayed, or falls
silent; and a Dovecot that was killed comes back with a full quota one time in four, for a turn. At the end each mail
has to be there exactly once, by its Message-ID and by its hash, the spams in Junk and the good ones in the inbox. The
exit code counts what went wrong.
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
from contextlib import AbstractContextManager, suppress
from dataclasses import replace
from pathlib import Path

from bayleaf_imap.accounts import STATE, Account, save_account
from bayleaf_imap.daemon_client import Judge
from bayleaf_imap.errors import MailboxError
from bayleaf_imap.journal import Journal
from bayleaf_imap.running import MailboxRunner
from bayleaf_imap.stream import Address

from tests.app.letters import letter
from tests.benchmarks.watching_safety import trained
from tests.imap.living import ROOT, started
from tests.imap.other_servers import SERVERS
from tests.imap.proxy import Line, line_to
from tests.imap.servers import FULL, HOST, PASSWORD, WITHOUT_MOVE, MailServer
from tests.systems import KILL

KILLED = ("program", "server", "judge")
BREAKS = ("cut", "cut later", "cut in a literal", "delay", "silence")
LONGEST_S, SETTLING_LOOKS = 1.2, 12
QUOTAS = "*:storage=100M", "*:bytes=1"
"""Room, and none."""
FIRST_NUMBER = 2_000_000


def main() -> int:
    """Kill, and count what went wrong."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--kills", type=int, default=1_000)
    parser.add_argument("--seed", type=int, default=int(time.time()))
    parser.add_argument("--server", choices=SERVERS, default="dovecot")
    parser.add_argument("--without-move", action="store_true", help="by COPY and UID EXPUNGE, on Dovecot")
    options = parser.parse_args()
    chosen = random.Random(options.seed)
    os.environ["PYTHONPATH"] = str(ROOT)
    is_dovecot = options.server == "dovecot"
    more = {"capability": WITHOUT_MOVE if options.without_move else "", "quota": FULL} if is_dovecot else {}
    with tempfile.TemporaryDirectory(prefix="ik") as name:
        os.environ |= {"XDG_RUNTIME_DIR": name, "BAYLEAF_IMAP_HOME": f"{name}/boxes"}
        workspace = trained(Path(name))
        with SERVERS[options.server](**more) as server, line_before(server, is_dovecot=is_dovecot) as line:
            account = described(server, line, workspace)
            save_account(account)
            MailboxRunner(account, is_trial=False, on_event=lambda _: None).run(once=True)
            delivered, kinds = Breaking(server, line, workspace, chosen).broken(options.kills)
            carry_out_moves(account, line)
            wrong = verified(server, delivered)
        kill_judge(workspace)
    n_kills = sum(kinds[kind] for kind in KILLED)
    tell(f"{options.server}, seed {options.seed}: {n_kills} kills {dict(kinds)}, {len(delivered)} mails: {wrong} wrong")
    return min(wrong, 125)


def line_before(server: MailServer, *, is_dovecot: bool) -> AbstractContextManager[Line]:
    """Put a line before the server; before Dovecot it has the TLS, and can cut in the middle of a literal."""
    return line_to(server.plain_port, server.ca_file) if is_dovecot else line_to(server.tls_port)


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
        "mine", server.user, address, str(workspace), password, junk=server.junk, most_a_day=10**9, bayleaf_cli=cli
    )


class Breaking:
    """Delivers mail and breaks what moves it, turn by turn."""

    def __init__(self, server: MailServer, line: Line, workspace: Path, chosen: random.Random) -> None:
        self._server, self._line, self._workspace, self._chosen = server, line, workspace, chosen
        self._process: subprocess.Popen[bytes] | None = None
        self._is_full = False
        self.kinds: Counter[str] = Counter()

    def broken(self, n_kills: int) -> tuple[dict[str, str], Counter[str]]:
        """Return the folder in which each mail belongs, by its Message-ID, and how often what was broken."""
        belongs: dict[str, str] = {}
        for turn in range(n_kills):
            self._begin()
            mails = [
                (label, FIRST_NUMBER + 4 * turn + place) for place, label in enumerate(("spam", "spam", "spam", "ham"))
            ]
            self._pause(LONGEST_S / 2)
            self._server.deliver(*(letter(label, number) for label, number in mails))
            folders = {"spam": self._server.junk, "ham": "INBOX"}
            belongs |= {f"<{label}{number}@example>": folders[label] for label, number in mails}
            if self._chosen.random() < 0.5:
                self._break_line()
            self._pause(LONGEST_S)
            self._kill(KILLED[turn % len(KILLED)])
            if turn % 50 == 49:
                tell(f"{turn + 1} kills")
        self._end()
        return belongs, self.kinds

    def _begin(self) -> None:
        """Have it run on a line that is whole, with room on the server."""
        self._line.heal()
        if self._is_full:
            self._set_quota(is_full=False)
        if self._process is None:
            self._process = started("run", "mine", "--untried")

    def _end(self) -> None:
        if self._process is not None:
            self._process.kill()
            self._process.communicate()
            self._process = None
        if self._is_full:
            self._set_quota(is_full=False)

    def _pause(self, most_s: float) -> None:
        time.sleep(self._chosen.uniform(0, most_s))

    def _break_line(self) -> None:
        kind = self._chosen.choice(BREAKS)
        self.kinds[kind] += 1
        if kind == "cut":
            self._line.cut()
        elif kind == "cut later":
            self._line.cut_after_bytes = self._chosen.randrange(1_000, 12_000)
        elif kind == "cut in a literal":
            self._line.cuts_literals = True
        elif kind == "delay":
            self._line.delay_s = self._chosen.uniform(0.01, 0.2)
        else:
            self._line.is_silent = True

    def _kill(self, kind: str) -> None:
        assert self._process is not None
        self.kinds[kind] += 1
        if kind == "judge":
            kill_judge(self._workspace)
        elif kind == "server":
            is_full = (self._server.home / "dovecot.conf").exists() and self._chosen.random() < 0.25
            self._set_quota(is_full=is_full)
        if kind != "program":
            self._pause(3 * LONGEST_S)
        if kind == "program" or self._chosen.random() < 0.5:
            self._process.kill()  # else it goes on from where the other one broke off
        if self._process.poll() is not None or kind == "program":
            self._process.communicate()
            self._process = None

    def _set_quota(self, *, is_full: bool) -> None:
        """Kill the server, and let it come back with room or without."""
        self._server.kill()
        settings = self._server.home / "dovecot.conf"
        if settings.exists():
            before, after = QUOTAS if is_full else QUOTAS[::-1]
            settings.write_text(settings.read_text().replace(before, after))
        self._server.start()
        self.kinds["full quota"] += is_full
        self._is_full = is_full


def kill_judge(workspace: Path) -> None:
    """Kill the judge, wherever it is."""
    judge = Judge(str(workspace), "/nowhere")
    with suppress(MailboxError, ProcessLookupError):
        os.kill(int(judge.ask("status")["process"]), KILL)
    judge.close()


def carry_out_moves(account: Account, line: Line) -> None:
    """Let it finish what was begun, without being disturbed."""
    line.heal()
    for _ in range(SETTLING_LOOKS):
        journal = Journal(account.folder / STATE)
        for deed in journal.moves(["begun", "copied"]):
            journal.update_move(deed.number, next_try_at=0)
        journal.close()
        with suppress(MailboxError):
            MailboxRunner(replace(account), is_trial=False, on_event=lambda _: None).run(once=True)


def verified(server: MailServer, belongs: dict[str, str]) -> int:
    """Compare what is there with what was delivered; return what is wrong."""
    found = {
        folder: Counter(name for name, _ in server.mails(folder, "MESSAGE-ID")) for folder in ("INBOX", server.junk)
    }
    everywhere = found["INBOX"] + found[server.junk]
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
        for folder in ("INBOX", server.junk):
            account.select(folder, readonly=True)
            _, found = account.fetch("1:*", "(BODY.PEEK[])")
            hashes += [hashlib.sha256(entry[1]).hexdigest() for entry in found if isinstance(entry, tuple)]
    return hashes


if __name__ == "__main__":
    sys.exit(main())
