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

from bayleaf_imap.accounts import FIRST_LOOK, Account
from bayleaf_imap.journal import FolderRecord, Journal, MailRecord
from bayleaf_imap.judge import Judge, cli_words
from bayleaf_imap.mail_contents import Content, contents
from bayleaf_imap.server import OpenFolder, Server
from bayleaf_imap.troubles import Trouble

BATCH, FIRST_MODEL = 25, 500
LEAST_OF_EACH = 10
IMPORT_S = 1_800.0
UNDECIDED = ("asked", "would", "flagged")
Progress = Callable[[str, int, int], bool]
"""Callback with the folder, the number of learnt mails and the number wanted. Returning False interrupts."""


def learn_first(
    server: Server, journal: Journal, judge: Judge, account: Account, go_on: Progress = lambda *_: True
) -> bool:
    """Continue the first training; return whether it is complete."""
    labels = judge.labels()
    for name, label in ((account.inbox, labels.ham), (account.junk, labels.spam)):
        record = journal.folder(name) if name else None
        if record is not None and not _learn_folder(
            server, journal, judge, (record, label, account.learns_first), go_on
        ):
            return False
    return True


def _learn_folder(
    server: Server, journal: Journal, judge: Judge, asked: tuple[FolderRecord, str, int], go_on: Progress
) -> bool:
    record, label, wanted = asked
    if record.learnt_down_to == 0 or record.n_learnt >= wanted:
        return True
    opened = server.open(record.name, writes=False)
    last = opened.n_mails if record.uidvalidity == opened.uidvalidity else 0
    while last > 0 and record.n_learnt < wanted:
        first = max(last - BATCH + 1, 1)
        heads = [head for head in server.heads_by_place(first, last) if head.uid < (record.learnt_down_to or 1 << 40)]
        found = list(contents(server, heads))[-(wanted - record.n_learnt) :]
        for content in found:
            _learn(journal, judge, opened, content, label)
        lowest = min((head.uid for head in heads), default=record.learnt_down_to)
        record = replace(record, learnt_down_to=lowest, n_learnt=record.n_learnt + len(found))
        _keep(journal, record)
        last = first - 1
        if not go_on(record.name, record.n_learnt, wanted):
            return False
    _keep(journal, replace(record, learnt_down_to=0))
    return True


def _keep(journal: Journal, record: FolderRecord) -> None:
    """Record the progress without overwriting what a look at the folder has recorded meanwhile."""
    with journal.writing():
        now = journal.folder(record.name) or record
        journal.keep_folder(replace(now, learnt_down_to=record.learnt_down_to, n_learnt=record.n_learnt))


def _learn(journal: Journal, judge: Judge, opened: OpenFolder, content: Content, label: str) -> None:
    known = journal.mail(content.identity)
    if known is not None and (known.lesson is not None or known.state in UNDECIDED):
        return
    try:
        judge.learn(content.raw, label)
    except Trouble as trouble:
        if trouble.kind != "judge-says":
            raise
        return
    record = known or MailRecord(content.identity, "there")
    with journal.writing():
        received_s = content.head.received_s
        journal.keep_mail(replace(record, lesson=label, lesson_by="first", received_at=received_s))
        journal.keep_place(opened.name, opened.uidvalidity, content.head.uid, content.identity)


# A workspace without a model


def has_model(account: Account) -> bool:
    """Return whether the workspace has a model."""
    if not Path(account.workspace).exists():
        return False
    return bool(json.loads(_called(account, ["info", account.workspace, "--json"])).get("models"))


def workspace_labels(account: Account) -> list[str]:
    """Return the labels of the workspace's collections; empty if it has none yet."""
    told = json.loads(_called(account, ["info", account.workspace, "--json"]))
    return sorted({str(label) for corpus in told.get("corpora", ()) for label in corpus.get("labels", ())})


def make_model(server: Server, account: Account, go_on: Progress = lambda *_: True) -> None:
    """Import the newest mails of inbox and junk folder, and train on them."""
    most = min(account.learns_first, FIRST_MODEL)
    with tempfile.TemporaryDirectory(prefix=FIRST_LOOK, dir=account.folder) as name:
        for folder, label in ((account.inbox, "ham"), (account.junk, "spam")):
            if not folder or _written(server, folder, Path(name) / label, most, go_on) < LEAST_OF_EACH:
                needed = f"the inbox and the junk folder need at least {LEAST_OF_EACH} mails each"
                raise Trouble("not-learnt", why=needed)
        _called(account, ["import", account.workspace, name, "--kind", "mail", "--labels-from", "folder", "--json"])
        _called(account, ["train", account.workspace, "--json"])


def _written(server: Server, folder: str, to: Path, most: int, go_on: Progress) -> int:
    """Write the newest mails of a folder to files for the import; return their number."""
    to.mkdir(mode=0o700)
    opened = server.open(folder, writes=False)
    n_written, last = 0, opened.n_mails
    while last > 0 and n_written < most:
        first = max(last - BATCH + 1, 1)
        for content in contents(server, server.heads_by_place(first, last)):
            (to / f"{content.head.uid}.eml").write_bytes(content.raw)
            n_written += 1
        last = first - 1
        if not go_on(folder, n_written, most):
            raise Trouble("not-learnt", why="it was stopped")
    return n_written


def _called(account: Account, arguments: Sequence[str]) -> bytes:
    words = [*cli_words(account.bayleaf_cli), *arguments]
    try:
        done = subprocess.run(words, stdin=subprocess.DEVNULL, capture_output=True, timeout=IMPORT_S, check=False)
    except (OSError, subprocess.SubprocessError) as error:
        raise Trouble("not-installed") from error
    if done.returncode:
        said = done.stderr.decode("utf-8", "replace").strip().splitlines()
        raise Trouble("not-learnt", why=said[-1] if said else f"exit status {done.returncode}")
    return done.stdout
