"""Get the password or token of a mailbox from a command or from the system's keyring. It is stored nowhere else.

It is passed through a pipe or a function call, so it appears in no process list, environment or message.
"""

from __future__ import annotations

import importlib
import subprocess
from typing import Any

from bayleaf_imap.accounts import Account, split_command
from bayleaf_imap.errors import MailboxError

SERVICE = "bayleaf-imap"
COMMAND_S = 60.0
LONGEST_SECRET = 16 << 10
NO_PROGRAM = "there is no such program; no shell reads the command, so for a shell's words write sh -c '…'"


def get_secret(account: Account) -> str:
    """Return the password, or the token if there is a token command."""
    command = account.token_command or account.password_command
    if command:
        return run_secret_command(command)
    ring = keyring()
    try:
        found: str | None = ring.get_password(SERVICE, entry(account))
    except Exception as error:  # it is locked, or its service is not there yet; each keyring has errors of its own
        raise MailboxError("keyring", why=str(error) or type(error).__name__) from error
    if not found:
        raise MailboxError("no-password", who=entry(account))
    return found


def run_secret_command(command: str) -> str:
    """Return the first line of a command's output. No shell is used, and its other output is discarded."""
    try:
        words = split_command(command)
    except ValueError as error:
        raise MailboxError("command-failed", why=f"a quotation mark is missing ({error})") from None
    try:
        done = subprocess.run(words, stdin=subprocess.DEVNULL, capture_output=True, timeout=COMMAND_S, check=False)
    except FileNotFoundError:
        raise MailboxError("command-failed", why=NO_PROGRAM) from None
    except subprocess.TimeoutExpired:
        raise MailboxError("command-failed", why=f"it took longer than {COMMAND_S:.0f} s") from None
    except (OSError, subprocess.SubprocessError, IndexError) as error:
        raise MailboxError("command-failed", why=type(error).__name__) from None
    line = done.stdout[:LONGEST_SECRET].split(b"\n", 1)[0].rstrip(b"\r").decode("utf-8", "replace")
    if done.returncode or not line:
        raise MailboxError(
            "command-failed", why=f"exit status {done.returncode}" if line or done.returncode else "no line"
        )
    return line


def store_password(account: Account, password: str) -> None:
    """Store a password in the system's keyring."""
    try:
        keyring().set_password(SERVICE, entry(account), password)
    except MailboxError:
        raise
    except Exception as error:  # each keyring has errors of its own
        raise MailboxError("no-keyring") from error


def delete_password(account: Account) -> None:
    """Delete a password from the keyring, if there is one."""
    if account.password_command or account.token_command:
        return
    try:
        keyring().delete_password(SERVICE, entry(account))
    except Exception:  # it is not there, or there is no keyring
        return


def entry(account: Account) -> str:
    """Return the name of the keyring entry."""
    return f"{account.user}@{account.address.host}"


def keyring() -> Any:
    """Import the keyring package, which is optional."""
    try:
        found = importlib.import_module("keyring")
        if found.get_keyring().priority <= 0:
            raise MailboxError("no-keyring")
    except ImportError as error:
        raise MailboxError("no-keyring") from error
    return found


def has_keyring() -> bool:
    """Return whether this system has a keyring that can store passwords."""
    try:
        keyring()
    except MailboxError:
        return False
    return True
