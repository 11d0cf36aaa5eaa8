"""Control the separate program `bayleaf-imap`, which filters mailboxes on servers, and read its status files.

There is no network code here. `bayleaf-imap` writes a status file for each mailbox, and receives passwords through a
pipe.
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
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Literal

from app.domain.errors import MailboxError
from app.domain.streams import command_line_arguments
from app.library.thunderbird import application_data_folder

SERVER_PROGRAM = "bayleaf-imap"
COMMAND_S = 180.0
MAX_STATUS_AGE_S = 300.0
"""Age of a status file, in seconds, from which `bayleaf-imap` counts as not running for the mailbox."""
NO_CONSOLE_FLAG = 0x08000000 if sys.platform == "win32" else 0
LEARN_COUNT = 500  # newest mails of inbox and junk
SecretKind = Literal["password", "password-command", "token-command"]


@dataclass(frozen=True, slots=True)
class ServerMailbox:
    """State of a mailbox on a mail server, read from its status file."""

    name: str
    is_running: bool = False
    is_trial: bool = True
    is_learning: bool = False
    contact_at: float = 0.0
    """Unix time of the last contact with the server."""
    judged: int = 0
    """Number of classified mails."""
    moved: int = 0
    """Number of mails that were moved to the junk folder."""
    asked: int = 0
    """Number of mails with an unsure verdict, which stay in the inbox."""
    waiting: int = 0
    """Number of mails whose move to the junk folder is not finished."""
    would: int = 0
    """Number of mails that the trial would have moved."""
    decided: int = 0
    """Number of mails among those in `would` about which a person has decided."""
    wrong: int = 0
    """Number of mails about which the person decided otherwise than the trial."""
    problem: MailboxError | None = None
    """Reason why the mailbox cannot be filtered at the moment; None if it can."""
    is_stopped: bool = False
    """True if the program has stopped moving mails, because another filter moves them back."""


@dataclass(frozen=True, slots=True)
class NewMailbox:
    """The fields of the dialog that adds a mailbox.

    `bayleaf-imap` detects the server and the junk folder if they are empty.
    """

    user: str
    secret: str
    """A password, or a command that prints a password or a token; `secret_kind` says which."""
    secret_kind: SecretKind = "password"
    server: str = ""
    junk: str = ""
    is_learnt: bool = True
    is_only_flagged: bool = False


def program_command() -> list[str]:
    """Return the command that starts `bayleaf-imap`, as program and arguments; empty if it is not installed."""
    beside = Path(sys.executable).with_name(SERVER_PROGRAM + Path(sys.executable).suffix)
    path = str(beside) if beside.is_file() else shutil.which(SERVER_PROGRAM)
    return [] if path is None else [path]


def load_mailboxes() -> tuple[ServerMailbox, ...]:
    """Read the states of all mailboxes that the user has added."""
    return tuple(_read_mailbox(path.parent) for path in sorted(imap_data_folder().glob("*/mailbox.json")))


def imap_data_folder() -> Path:
    """Return the data folder of `bayleaf-imap`, which has a folder for each mailbox."""
    if named := os.environ.get("BAYLEAF_IMAP_HOME"):
        return Path(named)
    return application_data_folder(Path.home(), sys.platform, os.environ) / SERVER_PROGRAM


def _read_mailbox(folder: Path) -> ServerMailbox:
    try:
        status: dict[str, Any] = json.loads((folder / "status.json").read_text(encoding="utf-8"))
        now_s, doing = time.time(), status["doing"]
        is_fresh = now_s - status["written_at"] < MAX_STATUS_AGE_S or now_s < status["next_try_at"] + MAX_STATUS_AGE_S
        would, decided, wrong = map(int, status["trial"])
        return ServerMailbox(
            folder.name, doing != "ended" and is_fresh, bool(status["is_trial"]), doing == "learning",
            float(status["contact_at"]), int(status["judged"]), int(status["moved"]), int(status["asked"]),
            int(status["waiting"]), would, decided, wrong, _problem_of_status(status), bool(status["stopped"]),
        )  # fmt: skip
    except (OSError, ValueError, KeyError, TypeError):
        return ServerMailbox(folder.name)


def _problem_of_status(status: dict[str, Any]) -> MailboxError | None:
    if status["trouble"]:
        return MailboxError(str(status["trouble"]), str(status.get("detail") or status["why"]))
    if status["stopped"]:
        return MailboxError("loop")
    return MailboxError("waiting", str(status["why_waiting"])) if status["why_waiting"] else None


def add_mailbox(new: NewMailbox, workspace: Path, program: Sequence[str]) -> None:
    """Add a mailbox. `bayleaf-imap` logs in once to find its folders.

    Raises:
        MailboxError: `bayleaf-imap` failed; the error has the reason.
    """
    command = ["add", new.user, "--workspace", str(workspace)]
    server, _, port = new.server.partition(":")
    command += ["--server", server] if server else []
    command += ["--port", port] if port else []
    command += ["--learn", str(LEARN_COUNT)] if new.is_learnt else []
    command += ["--junk", new.junk] if new.junk else []
    command += ["--bayleaf-cli", shlex.join(command_line_arguments())]  # PATH differs at login
    command += ["--flag-only"] if new.is_only_flagged else []
    if new.secret_kind == "password":
        run_program(program, [*command, "--password-stdin"], new.secret + "\n")
    else:
        run_program(program, [*command, f"--{new.secret_kind}", new.secret])


def start_filtering(name: str, command: Sequence[str], *, is_trial: bool) -> None:
    """Start `bayleaf-imap` for a mailbox, now and at each login of the user."""
    run_program(command, ["start", name, "--at-login", *(["--trial"] if is_trial else [])])


def run_program(command: Sequence[str], arguments: Sequence[str], stdin_text: str = "") -> None:
    """Run a subcommand of `bayleaf-imap`, such as `stop NAME`, and wait for its end.

    `command` starts the program, and `arguments` are the subcommand. `stdin_text` is sent to its standard input, for
    example a password.

    Raises:
        MailboxError: The subcommand failed. The reason is in its last line of output.
    """
    try:
        done = subprocess.run(
            [*command, "--trouble-as-json", *arguments], input=stdin_text, capture_output=True, text=True,
            encoding="utf-8", errors="replace", timeout=COMMAND_S, check=False, creationflags=NO_CONSOLE_FLAG,
        )  # fmt: skip
    except subprocess.TimeoutExpired as error:
        raise MailboxError("no-answer") from error
    except OSError as error:
        raise MailboxError("command", error.strerror or type(error).__name__) from error
    if done.returncode:
        *_, line = str(done.returncode), *done.stderr.strip().splitlines()
        try:
            answer = json.loads(line)
            trouble = MailboxError(str(answer["trouble"]), str(answer["detail"]))
        except (ValueError, KeyError, TypeError):
            trouble = MailboxError("other", line)
        raise trouble
