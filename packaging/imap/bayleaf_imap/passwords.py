"""Gets the password or the token of a mailbox: from a command, or from the system's keyring. It is kept nowhere else.

It comes through a pipe or a call, so that no process list and no environment has it, and it is in no sentence.
"""

from __future__ import annotations

import importlib
import shlex
import subprocess
import sys
from typing import Any

from bayleaf_imap.accounts import Account
from bayleaf_imap.troubles import Trouble

SERVICE = "bayleaf-imap"
COMMAND_S = 60.0
LONGEST_SECRET = 16 << 10
NO_SHELL = "no shell reads the command, so for a shell's words write sh -c '…'"


def secret_of(account: Account) -> str:
    """Return the password, or the token where there is a command for tokens."""
    command = account.token_command or account.password_command
    if command:
        return said_by(command)
    ring = keyring()
    try:
        found: str | None = ring.get_password(SERVICE, entry(account))
    except Exception as error:  # it is locked, or its service is not there yet; each keyring has errors of its own
        raise Trouble("keyring", why=str(error) or type(error).__name__) from error
    if not found:
        raise Trouble("no-password", who=entry(account))
    return found


def said_by(command: str) -> str:
    """Return the first line that a command says; no shell reads it, and what it says elsewhere is not told."""
    try:
        words = shlex.split(command, posix=sys.platform != "win32")
    except ValueError as error:
        raise Trouble("command-failed", why=f"its quotation marks do not pair ({error})") from None
    try:
        done = subprocess.run(words, stdin=subprocess.DEVNULL, capture_output=True, timeout=COMMAND_S, check=False)
    except FileNotFoundError:
        raise Trouble("command-failed", why=f"there is no such program; {NO_SHELL}") from None
    except subprocess.TimeoutExpired:
        raise Trouble("command-failed", why=f"it took longer than {COMMAND_S:.0f} s") from None
    except (OSError, subprocess.SubprocessError, IndexError) as error:
        raise Trouble("command-failed", why=type(error).__name__) from None
    line = done.stdout[:LONGEST_SECRET].split(b"\n", 1)[0].rstrip(b"\r").decode("utf-8", "replace")
    if done.returncode or not line:
        raise Trouble("command-failed", why=f"exit status {done.returncode}" if line or done.returncode else "no line")
    return line


def keep_password(account: Account, password: str) -> None:
    """Put a password into the system's keyring."""
    try:
        keyring().set_password(SERVICE, entry(account), password)
    except Trouble:
        raise
    except Exception as error:  # each keyring has errors of its own
        raise Trouble("no-keyring") from error


def forget_password(account: Account) -> None:
    """Take a password out of the keyring, if one is there."""
    if account.password_command or account.token_command:
        return
    try:
        keyring().delete_password(SERVICE, entry(account))
    except Exception:  # it is not there, or there is no keyring
        return


def entry(account: Account) -> str:
    """Return the name under which the keyring has it."""
    return f"{account.user}@{account.address.host}"


def keyring() -> Any:
    """Load the package for keyrings, which is optional."""
    try:
        found = importlib.import_module("keyring")
        if found.get_keyring().priority <= 0:
            raise Trouble("no-keyring")
    except ImportError as error:
        raise Trouble("no-keyring") from error
    return found


def has_keyring() -> bool:
    """Tell whether this system has a keyring that a password can be put into."""
    try:
        keyring()
    except Trouble:
        return False
    return True
