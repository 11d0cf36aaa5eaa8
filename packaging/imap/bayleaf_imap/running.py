"""The main loop of a mailbox: connect, check the folders, wait; after failures wait longer each time."""

from __future__ import annotations

import random
import threading
import time
from collections.abc import Callable
from dataclasses import replace

from bayleaf_imap import status
from bayleaf_imap.accounts import REQUEST, STATE, Account, hold_lock
from bayleaf_imap.daemon_client import Judge
from bayleaf_imap.errors import TEMPORARY_KINDS, MailboxError
from bayleaf_imap.first_training import has_model, learn_first, make_model
from bayleaf_imap.folder_checks import Event, FolderChecks
from bayleaf_imap.journal import Journal
from bayleaf_imap.moves import begin_undo, carry_out_moves
from bayleaf_imap.passwords import get_secret
from bayleaf_imap.server import STEP_S, Server

CHECK_INTERVAL_S = 60.0
"""Seconds between two checks without IDLE, and interval at which IDLE is renewed."""
MIN_WAIT_S = 1.0
FIRST_WAIT_S, MAX_WAIT_S = 2.0, 900.0
PERSON_WAIT_S, MAX_PERSON_WAIT_S = 60.0, 3_600.0
"""Waits after errors that a person must solve, such as a refused login: servers lock out frequent attempts."""
GOOD_AFTER_S = 120.0
TIDY_S = 86_400.0
EventHandler = Callable[[Event | MailboxError], None]


def connect_account(account: Account) -> Server:
    """Connect to the server of a mailbox and log in."""
    server = Server(account.address)
    try:
        server.log_in(account.user, get_secret(account), is_token=bool(account.token_command))
    except BaseException:
        server.close()
        raise
    return server


class MailboxRunner:
    """Watches one mailbox until `stop`, which any thread or signal handler may call."""

    def __init__(
        self, account: Account, *, is_trial: bool, on_event: EventHandler, check_interval_s: float = CHECK_INTERVAL_S
    ) -> None:
        self._account, self._is_trial, self._on_event, self._check_interval_s = (
            account,
            is_trial,
            on_event,
            check_interval_s,
        )
        self._stopping = threading.Event()
        self._contact_s, self._n_failures, self._tidied_s = 0.0, 0, 0.0

    def stop(self) -> None:
        """End the loop after the current step."""
        self._stopping.set()

    def run(self, *, once: bool = False) -> None:
        """Watch the mailbox until stopped, or check it once. Holds the mailbox's lock."""
        with hold_lock(self._account):
            journal = Journal(self._account.folder / STATE)
            judge = Judge(self._account.workspace, self._account.bayleaf_cli)
            try:
                while not self._stopping.is_set():
                    try:
                        self._watch_until_error(journal, judge, once=once)
                    except MailboxError as trouble:
                        self._on_event(trouble)
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
        """Judge up to `most` mails that inbox and junk folder already have; change nothing. Return counts by folder."""
        with hold_lock(self._account):
            journal = Journal(self._account.folder / STATE)
            judge = Judge(self._account.workspace, self._account.bayleaf_cli)
            try:
                server = connect_account(self._account)
                try:
                    self._prepare(server, journal)
                    folder_checks = FolderChecks(
                        server, journal, judge, self._account, is_trial=True, on_event=self._on_event
                    )
                    folder_checks.learn_people()
                    names = [name for name in (self._account.inbox, self._account.junk) if name]
                    counts = {name: folder_checks.judge_existing(name, most) for name in names}
                finally:
                    server.close()
                journal.set_fact("tried", str(time.time()))
                return counts
            finally:
                judge.close()
                journal.close()

    def _watch_until_error(self, journal: Journal, judge: Judge, *, once: bool) -> None:
        """Watch the mailbox over one connection until an error occurs."""
        began_s = time.monotonic()
        server = connect_account(self._account)
        try:
            self._prepare(server, journal)
            folder_checks = FolderChecks(
                server, journal, judge, self._account, is_trial=self._is_trial, on_event=self._on_event
            )
            is_due, last_s = True, time.monotonic()
            while True:
                self._look(folder_checks, server, journal, judge, everywhere=is_due)
                if self._stopping.is_set() or once:
                    return
                if time.monotonic() - began_s > GOOD_AFTER_S:
                    self._n_failures = 0
                if not folder_checks.has_rest:
                    is_due = self._wait(folder_checks, server, self._wait_s(journal, last_s))
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

    def _look(
        self, folder_checks: FolderChecks, server: Server, journal: Journal, judge: Judge, *, everywhere: bool
    ) -> None:
        self._carry_out_request(server, journal)
        folder_checks.check(everywhere=everywhere)
        if self._is_trial:  # a trial that could not check the folders has shown nothing
            journal.set_fact("tried", str(time.time()))
        self._account = folder_checks.account
        self._contact_s = server.contact_s
        if self._account.learns_first:
            learn_first(server, journal, judge, self._account, lambda *_: self._learns_on(journal))
        if time.time() - self._tidied_s > TIDY_S:
            journal.delete_old_entries()
            self._tidied_s = time.time()
        self._write(journal, "waiting")

    def _learns_on(self, journal: Journal) -> bool:
        self._write(journal, "learning")
        return not self._stopping.is_set()

    def _wait_s(self, journal: Journal, last_s: float) -> float:
        """Return the time until the next check, or until the next attempt of a waiting move."""
        seconds = last_s + self._check_interval_s - time.monotonic()
        next_try_at = journal.next_try_at()
        return seconds if next_try_at is None else min(seconds, max(next_try_at - time.time(), MIN_WAIT_S))

    def _wait(self, folder_checks: FolderChecks, server: Server, seconds: float) -> bool:
        """Wait until the next check is due or mail comes. Return whether to check all folders, not only the inbox.

        All folders are checked also if mail left the inbox, because a person may have moved it to junk.
        """
        if seconds <= 0:
            return True
        if server.has("IDLE"):
            return not folder_checks.has_new_mail() and server.wait(seconds, self._has_request) != "new"
        ends_s = time.monotonic() + seconds
        while time.monotonic() < ends_s and not self._has_request():
            self._stopping.wait(min(STEP_S, seconds))
        return True

    def _has_request(self) -> bool:
        return self._stopping.is_set() or (self._account.folder / REQUEST).exists()

    def _carry_out_request(self, server: Server, journal: Journal) -> None:
        """Carry out the request that another command has left in a file."""
        path = self._account.folder / REQUEST
        try:
            verb, _, since = path.read_text(encoding="utf-8").strip().partition(" ")
        except OSError:
            return
        if verb == "undo":
            journal.set_fact("undone", str(undo(server, journal, float(since))))
        path.unlink(missing_ok=True)

    def _wait_after(self, trouble: MailboxError, journal: Journal) -> None:
        self._n_failures += 1
        least, most = (FIRST_WAIT_S, MAX_WAIT_S)
        if trouble.kind not in TEMPORARY_KINDS:
            least, most = PERSON_WAIT_S, MAX_PERSON_WAIT_S
        wait_s = min(least * 2 ** min(self._n_failures - 1, 20), most) * random.uniform(0.8, 1.2)
        self._write(journal, "trouble", trouble, time.time() + wait_s)
        self._stopping.wait(wait_s)

    def _write(
        self, journal: Journal, doing: status.Doing, trouble: MailboxError | None = None, next_s: float = 0.0
    ) -> None:
        answer = status.current_status(
            self._account, journal, doing, is_trial=self._is_trial, contact_s=self._contact_s
        )
        if trouble is not None:
            answer = replace(answer, trouble=trouble.kind, why=str(trouble), detail=trouble.detail, next_try_at=next_s)
        status.write(self._account, answer)


def undo(server: Server, journal: Journal, since_s: float) -> int:
    """Move back the mails that were moved since a time; return their number. Nothing is learnt from this."""
    begin_undo(journal, since_s)
    return sum(move.state == "done" and move.undoes is not None for move in carry_out_moves(server, journal))
