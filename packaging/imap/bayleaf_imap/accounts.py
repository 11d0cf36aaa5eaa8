"""The configured mailboxes. Each has a folder that only its user may open, with its description and its journal.

No secret is stored here: a description names the command, or the keyring entry, that returns the password.
"""

from __future__ import annotations

import json
import os
import re
import shlex
import shutil
import sys
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from dataclasses import asdict, dataclass, field
from pathlib import Path
from typing import Any, Literal

from bayleaf_imap.errors import MailboxError
from bayleaf_imap.stream import Address

NAME = re.compile(r"[\w.@+-]{1,100}")
DESCRIPTION, STATE, STATUS, LOCK, REQUEST = "mailbox.json", "state.sqlite", "status.json", "lock", "wish"
OWN_FILES = frozenset(
    f"{name}{ending}" for name in (DESCRIPTION, STATE, STATUS, LOCK, REQUEST) for ending in ("", ".new")
)
"""Files that this program writes into a mailbox's folder."""
TRAINING_FOLDER_PREFIX = "first-"
"""Prefix of temporary folders with mails for the first training."""
FilingAction = Literal["move", "flag"]


@dataclass(frozen=True, slots=True)
class Account:
    """A mailbox on a server, with its settings."""

    name: str
    user: str
    address: Address
    workspace: str
    password_command: str = ""
    token_command: str = ""
    """Command that prints an OAuth2 token.

    If there is neither this nor a password command, the keyring has the password.
    """
    inbox: str = "INBOX"
    junk: str = ""
    sent: str = ""
    label_folders: dict[str, str] = field(default_factory=dict)
    """Folder of each label whose mail is moved. The folder of the spam label is the junk folder."""
    deed: FilingAction = "move"
    most_a_day: int = 200
    learns_first: int = 0
    """Number of mails of the inbox, and of the junk folder, to learn at the start."""
    bayleaf_cli: str = ""

    @property
    def folder(self) -> Path:
        """Return the folder of this mailbox's files."""
        return accounts_folder() / self.name

    @property
    def watched_folders(self) -> list[str]:
        """Return the folders that are watched, the inbox first."""
        names = [self.inbox, self.junk, *self.label_folders.values()]
        return list(dict.fromkeys(name for name in names if name))


def split_command(command: str, *, keeps_backslashes: bool = sys.platform == "win32") -> list[str]:
    """Return the words of a command, without their quotation marks. Raise ValueError if one of these is missing.

    In names of Windows, a backslash is no escape.
    """
    if not keeps_backslashes:
        return shlex.split(command)
    words = shlex.split(command, posix=False)  # this leaves the quotation marks
    return [word[1:-1] if len(word) > 1 and word[0] in "\"'" and word[-1] == word[0] else word for word in words]


def accounts_folder() -> Path:
    """Return the folder that contains a folder for each mailbox."""
    if named := os.environ.get("BAYLEAF_IMAP_HOME"):
        return Path(named)
    if sys.platform == "win32":
        data = Path(os.environ.get("LOCALAPPDATA") or Path.home() / "AppData" / "Local")
    elif sys.platform == "darwin":
        data = Path.home() / "Library" / "Application Support"
    else:
        data = Path(os.environ.get("XDG_DATA_HOME") or Path.home() / ".local" / "share")
    return data / "bayleaf-imap"


def load_accounts() -> list[Account]:
    """Load the descriptions of all configured mailboxes."""
    return [account(path.parent.name) for path in sorted(accounts_folder().glob(f"*/{DESCRIPTION}"))]


def account(name: str) -> Account:
    """Load a mailbox by its name; raise MailboxError if it does not exist or its description is damaged."""
    path = accounts_folder() / check_name(name) / DESCRIPTION
    try:
        answer: dict[str, Any] = json.loads(path.read_text(encoding="utf-8"))
        return Account(**{**answer, "address": Address(**answer["address"])})
    except FileNotFoundError as error:
        raise MailboxError("no-account", name=name) from error
    except (ValueError, TypeError, KeyError, OSError) as error:
        raise MailboxError("bad-account", name=name) from error


def check_name(name: str) -> str:
    """Return the name of a mailbox; raise MailboxError if it could lead out of the folder."""
    if not NAME.fullmatch(name) or name.startswith("."):
        raise MailboxError("bad-name", name=name)
    return name


def save_account(kept: Account) -> None:
    """Write the description of a mailbox atomically."""
    folder = accounts_folder() / check_name(kept.name)
    try:
        folder.mkdir(mode=0o700, parents=True, exist_ok=True)
        if sys.platform != "win32":
            folder.chmod(0o700)
        write_whole(folder / DESCRIPTION, json.dumps(asdict(kept), indent=1).encode("utf-8"), is_lasting=True)
    except OSError as error:
        raise MailboxError("state", why=error.strerror or str(error)) from error


def remove(removed: Account) -> None:
    """Delete the files of a mailbox. Nothing changes on the server.

    Other files in the folder, such as a workspace, stay.
    """
    for path in list(removed.folder.iterdir()):
        if path.name in OWN_FILES or path.name.startswith(f"{STATE}-"):
            path.unlink()
        elif path.is_dir() and path.name.startswith(TRAINING_FOLDER_PREFIX):
            shutil.rmtree(path)
    with suppress(OSError):  # not empty: it has files of others
        removed.folder.rmdir()


def write_whole(path: Path, content: bytes, *, is_lasting: bool = False) -> None:
    """Write a file atomically. If `is_lasting`, it is flushed to disk before the function returns."""
    fresh = path.with_name(f"{path.name}.new")
    handle = os.open(fresh, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600)
    with os.fdopen(handle, "wb") as file:
        file.write(content)
        if is_lasting:
            file.flush()
            os.fsync(file.fileno())
    os.replace(fresh, path)


if sys.platform == "win32":
    import msvcrt

    def _lock(handle: int) -> None:
        msvcrt.locking(handle, msvcrt.LK_NBLCK, 1)

else:
    import fcntl

    def _lock(handle: int) -> None:
        fcntl.flock(handle, fcntl.LOCK_EX | fcntl.LOCK_NB)


@contextmanager
def hold_lock(mine: Account) -> Iterator[None]:
    """Hold the lock of a mailbox during the `with` block; raise MailboxError if another process has it.

    The system releases the lock if the process is killed.
    """
    handle = os.open(mine.folder / LOCK, os.O_RDWR | os.O_CREAT, 0o600)
    try:
        _lock(handle)
    except OSError as error:
        os.close(handle)
        raise MailboxError("busy") from error
    try:
        yield
    finally:
        os.close(handle)


def is_running(asked: Account) -> bool:
    """Return whether a process holds the lock of a mailbox."""
    try:
        with hold_lock(asked):
            return False
    except MailboxError:
        return True
