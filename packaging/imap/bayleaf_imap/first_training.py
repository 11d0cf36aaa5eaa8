"""First training: learn the newest mails of the inbox as good and of the junk folder as spam.

It can be interrupted: each small batch is recorded once its lessons are on disk. If the workspace has no model yet, the
mails are passed to `bayleaf-cli import` and `train`.
"""

from __future__ import annotations

import json
import subprocess
import tempfile
from collections.abc import Callable, Sequence
from dataclasses import replace
from pathlib import Path

from bayleaf_imap.accounts import TRAINING_FOLDER_PREFIX, Account
from bayleaf_imap.daemon_client import Judge, cli_command
from bayleaf_imap.errors import MailboxError
from bayleaf_imap.journal import FolderRecord, Journal, MailRecord
from bayleaf_imap.mail_contents import Content, fetch_contents
from bayleaf_imap.server import OpenFolder, Server

BATCH, FIRST_MODEL = 25, 500
MIN_PER_FOLDER = 10
IMPORT_S = 1_800.0
UNDECIDED = ("asked", "would", "flagged")
Progress = Callable[[str, int, int], bool]
"""Callback with the folder, the number of learnt mails and the number wanted. Returning False interrupts."""


def learn_first(
    server: Server, journal: Journal, judge: Judge, account: Account, should_continue: Progress = lambda *_: True
) -> bool:
    """Continue the first training; return whether it is complete."""
    labels = judge.labels()
    for name, label in ((account.inbox, labels.ham), (account.junk, labels.spam)):
        record = journal.folder(name) if name else None
        if record is not None and not _learn_folder(
            server, journal, judge, (record, label, account.learns_first), should_continue
        ):
            return False
    return True


def _learn_folder(
    server: Server, journal: Journal, judge: Judge, asked: tuple[FolderRecord, str, int], should_continue: Progress
) -> bool:
    record, label, wanted = asked
    if record.learnt_down_to == 0 or record.n_learnt >= wanted:
        return True
    opened = server.open(record.name, writes=False)
    last = opened.n_mails if record.uidvalidity == opened.uidvalidity else 0
    while last > 0 and record.n_learnt < wanted:
        first = max(last - BATCH + 1, 1)
        heads = [
            head for head in server.heads_by_position(first, last) if head.uid < (record.learnt_down_to or 1 << 40)
        ]
        found = list(fetch_contents(server, heads))[-(wanted - record.n_learnt) :]
        for content in found:
            _learn(journal, judge, opened, content, label)
        lowest = min((head.uid for head in heads), default=record.learnt_down_to)
        record = replace(record, learnt_down_to=lowest, n_learnt=record.n_learnt + len(found))
        _keep(journal, record)
        last = first - 1
        if not should_continue(record.name, record.n_learnt, wanted):
            return False
    _keep(journal, replace(record, learnt_down_to=0))
    return True


def _keep(journal: Journal, record: FolderRecord) -> None:
    """Record the progress without overwriting what a check of the folder has recorded meanwhile."""
    with journal.writing():
        now = journal.folder(record.name) or record
        journal.store_folder(replace(now, learnt_down_to=record.learnt_down_to, n_learnt=record.n_learnt))


def _learn(journal: Journal, judge: Judge, opened: OpenFolder, content: Content, label: str) -> None:
    known = journal.mail(content.identity)
    if known is not None and (known.lesson is not None or known.state in UNDECIDED):
        return
    try:
        judge.learn(content.raw, label)
    except MailboxError as trouble:
        if trouble.kind != "judge-says":
            raise
        return
    record = known or MailRecord(content.identity, "there")
    with journal.writing():
        received_s = content.head.received_s
        journal.store_mail(replace(record, lesson=label, lesson_by="first", received_at=received_s))
        journal.store_place(opened.name, opened.uidvalidity, content.head.uid, content.identity)


# A workspace without a model


def has_model(account: Account) -> bool:
    """Return whether the workspace has a model."""
    if not Path(account.workspace).exists():
        return False
    return bool(json.loads(_run_cli(account, ["info", account.workspace, "--json"])).get("models"))


def workspace_labels(account: Account) -> list[str]:
    """Return the labels of the workspace's collections; empty if it has none yet."""
    answer = json.loads(_run_cli(account, ["info", account.workspace, "--json"]))
    return sorted({str(label) for corpus in answer.get("corpora", ()) for label in corpus.get("labels", ())})


def make_model(server: Server, account: Account, should_continue: Progress = lambda *_: True) -> None:
    """Import the newest mails of inbox and junk folder, and train on them."""
    most = min(account.learns_first, FIRST_MODEL)
    with tempfile.TemporaryDirectory(prefix=TRAINING_FOLDER_PREFIX, dir=account.folder) as name:
        for folder, label in ((account.inbox, "ham"), (account.junk, "spam")):
            if not folder or _write_mails(server, folder, Path(name) / label, most, should_continue) < MIN_PER_FOLDER:
                needed = f"the inbox and the junk folder need at least {MIN_PER_FOLDER} mails each"
                raise MailboxError("not-learnt", why=needed)
        _run_cli(account, ["import", account.workspace, name, "--kind", "mail", "--labels-from", "folder", "--json"])
        _run_cli(account, ["train", account.workspace, "--json"])


def _write_mails(server: Server, folder: str, to: Path, most: int, should_continue: Progress) -> int:
    """Write the newest mails of a folder to files for the import; return their number."""
    to.mkdir(mode=0o700)
    opened = server.open(folder, writes=False)
    n_written, last = 0, opened.n_mails
    while last > 0 and n_written < most:
        first = max(last - BATCH + 1, 1)
        for content in fetch_contents(server, server.heads_by_position(first, last)):
            (to / f"{content.head.uid}.eml").write_bytes(content.raw)
            n_written += 1
        last = first - 1
        if not should_continue(folder, n_written, most):
            raise MailboxError("not-learnt", why="it was stopped")
    return n_written


def _run_cli(account: Account, arguments: Sequence[str]) -> bytes:
    words = [*cli_command(account.bayleaf_cli), *arguments]
    try:
        done = subprocess.run(words, stdin=subprocess.DEVNULL, capture_output=True, timeout=IMPORT_S, check=False)
    except (OSError, subprocess.SubprocessError) as error:
        raise MailboxError("not-installed") from error
    if done.returncode:
        output = done.stderr.decode("utf-8", "replace").strip().splitlines()
        raise MailboxError("not-learnt", why=output[-1] if output else f"exit status {done.returncode}")
    return done.stdout
