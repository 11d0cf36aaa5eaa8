"""The mailboxes that were added: a folder each, which only its user may open, with a description and what is known.

No secret is in it: a description names the command or the keyring's entry that gives one.
"""

from __future__ import annotations

import json
import os
import re
import shutil
import sys
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from dataclasses import asdict, dataclass, field
from pathlib import Path
from typing import Any, Literal

from bayleaf_imap.stream import Address
from bayleaf_imap.troubles import Trouble

NAME = re.compile(r"[\w.@+-]{1,100}")
DESCRIPTION, STATE, STATUS, LOCK, WISH = "mailbox.json", "state.sqlite", "status.json", "lock", "wish"
OWN_FILES = frozenset(f"{name}{ending}" for name in (DESCRIPTION, STATE, STATUS, LOCK, WISH) for ending in ("", ".new"))
"""The files that this program writes into a mailbox's folder."""
FIRST_LOOK = "first-"
"""What the name of a temporary folder begins with, in which a first look collects mails."""
Deed = Literal["move", "flag"]


@dataclass(frozen=True, slots=True)
class Account:
    """A mailbox on a server, and what is to be done in it."""

    name: str
    user: str
    address: Address
    workspace: str
    password_command: str = ""
    token_command: str = ""
    """One of the two, or neither: then the keyring has the password."""
    inbox: str = "INBOX"
    junk: str = ""
    sent: str = ""
    label_folders: dict[str, str] = field(default_factory=dict)
    """The folder of each label that is filed; that of spam is the one for junk."""
    deed: Deed = "move"
    most_a_day: int = 200
    learns_first: int = 0
    """Mails of the inbox and of the junk folder each that are learnt to begin with."""
    bayleaf_cli: str = ""

    @property
    def folder(self) -> Path:
        """Return where this mailbox is described."""
        return accounts_folder() / self.name

    @property
    def watched(self) -> list[str]:
        """Return the folders that are looked at, the inbox first."""
        names = [self.inbox, self.junk, *self.label_folders.values()]
        return list(dict.fromkeys(name for name in names if name))


def accounts_folder() -> Path:
    """Return the folder with a folder for each mailbox."""
    if named := os.environ.get("BAYLEAF_IMAP_HOME"):
        return Path(named)
    if sys.platform == "win32":
        data = Path(os.environ.get("LOCALAPPDATA") or Path.home() / "AppData" / "Local")
    elif sys.platform == "darwin":
        data = Path.home() / "Library" / "Application Support"
    else:
        data = Path(os.environ.get("XDG_DATA_HOME") or Path.home() / ".local" / "share")
    return data / "bayleaf-imap"


def all_accounts() -> list[Account]:
    """Return the mailboxes that were added."""
    return [account(path.parent.name) for path in sorted(accounts_folder().glob(f"*/{DESCRIPTION}"))]


def account(name: str) -> Account:
    """Return a mailbox by its name."""
    path = accounts_folder() / checked(name) / DESCRIPTION
    try:
        told: dict[str, Any] = json.loads(path.read_text(encoding="utf-8"))
        return Account(**{**told, "address": Address(**told["address"])})
    except FileNotFoundError as error:
        raise Trouble("no-account", name=name) from error
    except (ValueError, TypeError, KeyError, OSError) as error:
        raise Trouble("bad-account", name=name) from error


def checked(name: str) -> str:
    """Refuse a name that could lead out of the folder."""
    if not NAME.fullmatch(name) or name.startswith("."):
        raise Trouble("bad-name", name=name)
    return name


def keep(kept: Account) -> None:
    """Write the description of a mailbox, whole or not at all."""
    folder = accounts_folder() / checked(kept.name)
    try:
        folder.mkdir(mode=0o700, parents=True, exist_ok=True)
        if sys.platform != "win32":
            folder.chmod(0o700)
        write_whole(folder / DESCRIPTION, json.dumps(asdict(kept), indent=1).encode("utf-8"), is_lasting=True)
    except OSError as error:
        raise Trouble("state", why=error.strerror or str(error)) from error


def remove(removed: Account) -> None:
    """Delete the files that describe a mailbox; nothing changes on the server.

    Any other file in the folder, such as a workspace that a person keeps there, stays where it is.
    """
    for path in list(removed.folder.iterdir()):
        if path.name in OWN_FILES or path.name.startswith(f"{STATE}-"):
            path.unlink()
        elif path.is_dir() and path.name.startswith(FIRST_LOOK):
            shutil.rmtree(path)
    with suppress(OSError):  # not empty: somebody else's files are there
        removed.folder.rmdir()


def write_whole(path: Path, content: bytes, *, is_lasting: bool = False) -> None:
    """Write a file that is never seen half written; a lasting one is on the disk when this returns."""
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
def working_on(mine: Account) -> Iterator[None]:
    """Be the only process at work on a mailbox; the system takes the lock back from one that is killed."""
    handle = os.open(mine.folder / LOCK, os.O_RDWR | os.O_CREAT, 0o600)
    try:
        _lock(handle)
    except OSError as error:
        os.close(handle)
        raise Trouble("busy") from error
    try:
        yield
    finally:
        os.close(handle)


def is_at_work(asked: Account) -> bool:
    """Tell whether a process is at work on a mailbox."""
    try:
        with working_on(asked):
            return False
    except Trouble:
        return True
