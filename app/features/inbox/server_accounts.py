"""Mailboxes on servers, which a program of its own looks after where it is installed: it is started, stopped and shown.

There is no network code here. What the program did is read from the small files that it writes; a password goes to it
through a pipe.
"""

from __future__ import annotations

import json
import os
import shlex
import shutil
import subprocess
import sys
import time
from collections.abc import Sequence
from pathlib import Path
from typing import Any, Literal

from app.domain.errors import MailboxError
from app.domain.streams import this_program
from app.library.thunderbird import data_of_programs
from nbengine.lazy_dataclasses import dataclass

PROGRAM = "bayleaf-imap"
COMMAND_S = 180.0
FRESH_S = 300.0
"""A program that has written nothing for so long does not run any more."""
QUIET = 0x08000000 if sys.platform == "win32" else 0
LEARNT_FIRST = 500
SecretKind = Literal["password", "password-command", "token-command"]


@dataclass(frozen=True, slots=True)
class ServerMailbox:
    """A mailbox as its program has left word of it."""

    name: str
    is_running: bool = False
    is_trial: bool = True
    is_learning: bool = False
    contact_at: float = 0.0
    judged: int = 0
    moved: int = 0
    asked: int = 0
    waiting: int = 0
    would: int = 0
    decided: int = 0
    wrong: int = 0
    problem: MailboxError | None = None
    """Something that is in the way."""
    is_stopped: bool = False
    """It moves nothing any more, for another filter moves things back."""


@dataclass(frozen=True, slots=True)
class NewMailbox:
    """A mailbox as a person describes it; nothing said is found out."""

    user: str
    secret: str
    """A password, or the command that prints it or a token."""
    secret_kind: SecretKind = "password"
    server: str = ""
    junk: str = ""
    is_learnt: bool = True
    is_only_flagged: bool = False


def program() -> list[str]:
    """Return the words that start the program; none where it is not installed."""
    beside = Path(sys.executable).with_name(PROGRAM + Path(sys.executable).suffix)
    found = str(beside) if beside.is_file() else shutil.which(PROGRAM)
    return [] if found is None else [found]


def mailboxes() -> tuple[ServerMailbox, ...]:
    """Return the mailboxes that were added, each as it is."""
    return tuple(_mailbox(path.parent) for path in sorted(home().glob("*/mailbox.json")))


def home() -> Path:
    """Return the folder that the program keeps its mailboxes in."""
    if named := os.environ.get("BAYLEAF_IMAP_HOME"):
        return Path(named)
    return data_of_programs(Path.home(), sys.platform, os.environ) / PROGRAM


def _mailbox(folder: Path) -> ServerMailbox:
    try:
        told: dict[str, Any] = json.loads((folder / "status.json").read_text(encoding="utf-8"))
        now_s, doing = time.time(), told["doing"]
        is_fresh = now_s - told["written_at"] < FRESH_S or now_s < told["next_try_at"] + FRESH_S
        would, decided, wrong = map(int, told["trial"])
        return ServerMailbox(
            folder.name, doing != "ended" and is_fresh, bool(told["is_trial"]), doing == "learning",
            float(told["contact_at"]), int(told["judged"]), int(told["moved"]), int(told["asked"]),
            int(told["waiting"]), would, decided, wrong, _problem(told), bool(told["stopped"]),
        )  # fmt: skip
    except (OSError, ValueError, KeyError, TypeError):
        return ServerMailbox(folder.name)


def _problem(told: dict[str, Any]) -> MailboxError | None:
    if told["trouble"]:
        return MailboxError(str(told["trouble"]), str(told.get("detail") or told["why"]))
    if told["stopped"]:
        return MailboxError("loop")
    return MailboxError("waiting", str(told["why_waiting"])) if told["why_waiting"] else None


def add(new: NewMailbox, workspace: Path, words: Sequence[str]) -> None:
    """Add a mailbox; the program logs in once to find its folders."""
    command = ["add", new.user, "--workspace", str(workspace)]
    server, _, port = new.server.partition(":")
    command += ["--server", server] if server else []
    command += ["--port", port] if port else []
    command += ["--learn", str(LEARNT_FIRST)] if new.is_learnt else []
    command += ["--junk", new.junk] if new.junk else []
    command += ["--bayleaf-cli", shlex.join(this_program())]  # at login the path of programs is another
    command += ["--flag-only"] if new.is_only_flagged else []
    if new.secret_kind == "password":
        call(words, [*command, "--password-stdin"], new.secret + "\n")
    else:
        call(words, [*command, f"--{new.secret_kind}", new.secret])


def start(name: str, words: Sequence[str], *, is_trial: bool) -> None:
    """Let the system run it for a mailbox, now and whenever its user logs in."""
    call(words, ["start", name, "--at-login", *(["--trial"] if is_trial else [])])


def call(words: Sequence[str], arguments: Sequence[str], said: str = "") -> None:
    """Run a command of the program, such as `stop NAME`; what it says of a failure is an error here."""
    try:
        done = subprocess.run(
            [*words, "--trouble-as-json", *arguments], input=said, capture_output=True, text=True,
            encoding="utf-8", errors="replace", timeout=COMMAND_S, check=False, creationflags=QUIET,
        )  # fmt: skip
    except (OSError, subprocess.SubprocessError) as error:
        raise MailboxError("command", type(error).__name__) from error
    if done.returncode:
        *_, line = str(done.returncode), *done.stderr.strip().splitlines()  # the last one tells what it has met
        try:
            told = json.loads(line)
            met = MailboxError(str(told["trouble"]), str(told["detail"]))
        except (ValueError, KeyError, TypeError):
            met = MailboxError("other", line)
        raise met
