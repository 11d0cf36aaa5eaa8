"""The main loop of a mailbox: connect, look at the folders, wait; after failures wait longer each time."""

from __future__ import annotations

import random
import threading
import time
from collections.abc import Callable
from dataclasses import replace

from bayleaf_imap import status
from bayleaf_imap.accounts import STATE, WISH, Account, working_on
from bayleaf_imap.beginning import has_model, learn_first, make_model
from bayleaf_imap.deeds import begin_undo, settle
from bayleaf_imap.journal import Journal
from bayleaf_imap.judge import Judge
from bayleaf_imap.passwords import secret_of
from bayleaf_imap.rounds import Event, Rounds
from bayleaf_imap.server import STEP_S, Server
from bayleaf_imap.troubles import PASSING, Trouble

ROUND_S = 60.0
"""Time between two looks without IDLE, and interval at which IDLE is renewed."""
LEAST_WAIT_S = 1.0
FIRST_WAIT_S, LONGEST_WAIT_S = 2.0, 900.0
STERN_WAIT_S, LONGEST_STERN_WAIT_S = 60.0, 3_600.0
"""After what a person has to mend, as a refused login: servers shut out who tries too often."""
GOOD_AFTER_S = 120.0
TIDY_S = 86_400.0
Tell = Callable[[Event | Trouble], None]


def connected(account: Account) -> Server:
    """Return a logged-in connection."""
    server = Server(account.address)
    try:
        server.log_in(account.user, secret_of(account), is_token=bool(account.token_command))
    except BaseException:
        server.close()
        raise
    return server


class Keeper:
    """Watches one mailbox until it is stopped, which any thread or signal may do."""

    def __init__(self, account: Account, *, is_trial: bool, tell: Tell, round_s: float = ROUND_S) -> None:
        self._account, self._is_trial, self._tell, self._round_s = account, is_trial, tell, round_s
        self._stopping = threading.Event()
        self._contact_s, self._n_failures, self._tidied_s = 0.0, 0, 0.0

    def stop(self) -> None:
        """Stop soon."""
        self._stopping.set()

    def run(self, *, once: bool = False) -> None:
        """Watch the mailbox until stopped, or look once. Holds the mailbox's lock."""
        with working_on(self._account):
            journal = Journal(self._account.folder / STATE)
            judge = Judge(self._account.workspace, self._account.bayleaf_cli)
            try:
                while not self._stopping.is_set():
                    try:
                        self._visit(journal, judge, once=once)
                    except Trouble as trouble:
                        self._tell(trouble)
                        if once:
                            raise
                        self._wait_after(trouble, journal)
                    if once:
                        return
            finally:
                self._write(journal, "ended")
                judge.close()
                journal.close()

    def run_existing(self, most: int) -> dict[str, int]:
        """Judge up to `most` mails of inbox and junk that are there; change nothing. Return counts by folder."""
        with working_on(self._account):
            journal = Journal(self._account.folder / STATE)
            judge = Judge(self._account.workspace, self._account.bayleaf_cli)
            try:
                server = connected(self._account)
                try:
                    self._prepare(server, journal)
                    rounds = Rounds(server, journal, judge, self._account, is_trial=True, on_event=self._tell)
                    rounds.learn_people()
                    names = [name for name in (self._account.inbox, self._account.junk) if name]
                    counts = {name: rounds.existing(name, most) for name in names}
                finally:
                    server.close()
                journal.set_fact("tried", str(time.time()))
                return counts
            finally:
                judge.close()
                journal.close()

    def _visit(self, journal: Journal, judge: Judge, *, once: bool) -> None:
        """Watch the mailbox until an error occurs."""
        began_s = time.monotonic()
        server = connected(self._account)
        try:
            self._prepare(server, journal)
            rounds = Rounds(server, journal, judge, self._account, is_trial=self._is_trial, on_event=self._tell)
            is_due, last_s = True, time.monotonic()
            while True:
                self._look(rounds, server, journal, judge, everywhere=is_due)
                if self._stopping.is_set() or once:
                    return
                if time.monotonic() - began_s > GOOD_AFTER_S:
                    self._n_failures = 0
                if not rounds.has_rest:
                    is_due = self._wait(rounds, server, self._patience_s(journal, last_s))
                    last_s = time.monotonic() if is_due else last_s
        finally:
            self._contact_s = server.contact_s
            server.close()

    def _prepare(self, server: Server, journal: Journal) -> None:
        if self._account.learns_first and journal.fact("has_model") is None:
            if not has_model(self._account):
                self._write(journal, "learning")
                make_model(server, self._account, lambda *_: not self._stopping.is_set())
            journal.set_fact("has_model", "yes")

    def _look(self, rounds: Rounds, server: Server, journal: Journal, judge: Judge, *, everywhere: bool) -> None:
        self._grant(server, journal)
        rounds.look(everywhere=everywhere)
        if self._is_trial:  # a trial that could not look has shown nothing
            journal.set_fact("tried", str(time.time()))
        self._account = rounds.account
        self._contact_s = server.contact_s
        if self._account.learns_first:
            learn_first(server, journal, judge, self._account, lambda *_: self._learns_on(journal))
        if time.time() - self._tidied_s > TIDY_S:
            journal.tidy()
            self._tidied_s = time.time()
        self._write(journal, "waiting")

    def _learns_on(self, journal: Journal) -> bool:
        self._write(journal, "learning")
        return not self._stopping.is_set()

    def _patience_s(self, journal: Journal, last_s: float) -> float:
        """Return the time until the next look, or until the next attempt of a waiting move."""
        seconds = last_s + self._round_s - time.monotonic()
        next_try_at = journal.next_try_at()
        return seconds if next_try_at is None else min(seconds, max(next_try_at - time.time(), LEAST_WAIT_S))

    def _wait(self, rounds: Rounds, server: Server, seconds: float) -> bool:
        """Wait until it is time or mail comes; return whether all folders are to be looked at.

        That is also the case if mail left the inbox, because a person may have moved it to junk.
        """
        if seconds <= 0:
            return True
        if server.has("IDLE"):
            return not rounds.has_new_mail() and server.wait(seconds, self._is_wanted) != "new"
        ends_s = time.monotonic() + seconds
        while time.monotonic() < ends_s and not self._is_wanted():
            self._stopping.wait(min(STEP_S, seconds))
        return True

    def _is_wanted(self) -> bool:
        return self._stopping.is_set() or (self._account.folder / WISH).exists()

    def _grant(self, server: Server, journal: Journal) -> None:
        """Carry out the request of another command."""
        path = self._account.folder / WISH
        try:
            verb, _, since = path.read_text(encoding="utf-8").strip().partition(" ")
        except OSError:
            return
        if verb == "undo":
            journal.set_fact("undone", str(undo(server, journal, float(since))))
        path.unlink(missing_ok=True)

    def _wait_after(self, trouble: Trouble, journal: Journal) -> None:
        self._n_failures += 1
        least, most = (FIRST_WAIT_S, LONGEST_WAIT_S)
        if trouble.kind not in PASSING:
            least, most = STERN_WAIT_S, LONGEST_STERN_WAIT_S
        wait_s = min(least * 2 ** min(self._n_failures - 1, 20), most) * random.uniform(0.8, 1.2)
        self._write(journal, "trouble", trouble, time.time() + wait_s)
        self._stopping.wait(wait_s)

    def _write(
        self, journal: Journal, doing: status.Doing, trouble: Trouble | None = None, next_s: float = 0.0
    ) -> None:
        told = status.current_status(self._account, journal, doing, is_trial=self._is_trial, contact_s=self._contact_s)
        if trouble is not None:
            told = replace(told, trouble=trouble.kind, why=str(trouble), detail=trouble.detail, next_try_at=next_s)
        status.write(self._account, told)


def undo(server: Server, journal: Journal, since_s: float) -> int:
    """Move back the mails that were moved since a time; return their number. Nothing is learnt from this."""
    begin_undo(journal, since_s)
    return sum(deed.state == "done" and deed.undoes is not None for deed in settle(server, journal))
