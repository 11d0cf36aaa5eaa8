"""One mail daemon for several users, each with their own workspace, model and socket.

A table in TOML lists the users. Each user is served as by the command `serve`. A workspace that cannot be opened
affects only its own user, and is tried again every minute. One milter may serve all users: it finds the users by the
recipients of a mail.
"""

from __future__ import annotations

import logging
import threading
import tomllib
from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from contextlib import ExitStack
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import Any

from app.domain.errors import AppError, MailDaemonError, SourceError
from app.features.mail_daemon.daemon import KEPT_READERS, JudgeLog, MailJudge, MailReaders
from app.features.mail_daemon.serving import (
    ACCEPT_TIMEOUT_S,
    LAST_ANSWERS_S,
    MAX_MILTER_CONNECTIONS,
    ConnectionPool,
    DaemonServer,
    MilterServer,
)
from app.features.mail_daemon.sockets import HAS_SOCKETS, Listener, listen_on, share_socket

logger = logging.getLogger(__name__)

RETRY_S = 60.0
MAX_TABLE_BYTES = 4 << 20
ANY_USER = "*"
MILTER_SECTION = "milter"
"""Name of the table's section for the milter that all users share. All other sections are users."""
USER_KEYS = {"workspace": str, "model": str, "addresses": list, "socket": str, "socket_mode": str, "socket_group": str}
MILTER_KEYS = {"socket": str, "socket_mode": str, "socket_group": str}
SHARED_MODE = 0o660


@dataclass(frozen=True, slots=True)
class SharedSocket:
    """Path of a socket, and in `sharing` the permission bits and the group that let other users connect; None for no
    others.
    """

    path: Path
    sharing: tuple[int, str] | None = None


@dataclass(frozen=True, slots=True)
class User:
    """A user of the mail daemon: one section of the table."""

    name: str
    workspace: Path
    model: str | None = None
    addresses: tuple[str, ...] = ()
    """Recipients in lower case: an address such as `anna@example.org`, a whole domain as `@example.org`, or `*` for
    all.
    """
    socket: SharedSocket | None = None


@dataclass(frozen=True)
class UserTable:
    """The users, and the socket of the milter that they share; None without a milter."""

    users: tuple[User, ...]
    milter: SharedSocket | None = None

    @cached_property
    def _user_of_address(self) -> dict[str, str]:
        return {address: user.name for user in self.users for address in user.addresses}

    def names_of_recipients(self, recipients: Sequence[str]) -> list[str]:
        """Return the names of the users to whom these recipients belong, without duplicates.

        Recipients that belong to no user are skipped.
        """
        names: dict[str, None] = {}
        for recipient in recipients:
            local, _, domain = recipient.casefold().rpartition("@")
            plain = f"{local.partition('+')[0]}@{domain}"
            candidates = (recipient.casefold(), plain, f"@{domain}", ANY_USER)
            name = next(
                (self._user_of_address[address] for address in candidates if address in self._user_of_address), None
            )
            if name is not None:
                names[name] = None
        return list(names)


def read_users(path: Path) -> UserTable:
    """Read a table of users.

    Raises:
        SourceError: The file cannot be read.
        MailDaemonError: The file is no valid table; the detail names the wrong key.
    """
    try:
        with path.open("rb") as file:
            text = file.read(MAX_TABLE_BYTES + 1)
    except FileNotFoundError as error:
        raise SourceError(path, "missing") from error
    except OSError as error:
        raise SourceError(path, "no-permission", error.strerror or "") from error
    try:
        if len(text) > MAX_TABLE_BYTES:
            raise ValueError("the file is too large")
        sections = tomllib.loads(text.decode("utf-8"))
        return _table_of(sections, path.absolute().parent)
    except (ValueError, RecursionError) as error:  # TOMLDecodeError and UnicodeDecodeError are ValueErrors
        raise MailDaemonError("bad-table", f"{path}: {error}") from error


def _table_of(sections: Mapping[str, Any], folder: Path) -> UserTable:
    users: list[User] = []
    milter = None
    for name, section in sections.items():
        if not isinstance(section, dict):
            raise ValueError(f"{name} stands outside of a section such as [anna]")
        if name == MILTER_SECTION:
            _check_keys(name, section, MILTER_KEYS)
            milter = _shared_socket_of(name, section, folder)
            if milter is None:
                raise ValueError("[milter] needs a socket")
            continue
        _check_keys(name, section, USER_KEYS)
        if "workspace" not in section:
            raise ValueError(f"[{name}] needs a workspace")
        addresses = section.get("addresses", [])
        if not all(isinstance(address, str) for address in addresses):
            raise ValueError(f"[{name}] addresses is not a list of texts")
        workspace = (folder / section["workspace"]).resolve()
        lowered = tuple(address.strip().casefold() for address in addresses)
        users.append(User(name, workspace, section.get("model"), lowered, _shared_socket_of(name, section, folder)))
    if not users:
        raise ValueError("it names no user")
    _check_unique("the workspace", [str(user.workspace) for user in users])
    _check_unique("the address", [address for user in users for address in user.addresses])
    sockets = [user.socket for user in users] + [milter]
    _check_unique("the socket", [str(shared_socket.path) for shared_socket in sockets if shared_socket is not None])
    return UserTable(tuple(users), milter)


def _check_keys(name: str, section: Mapping[str, Any], known: Mapping[str, type]) -> None:
    for key, value in section.items():
        if key not in known:
            raise ValueError(f"[{name}] has an unknown key {key}")
        if not isinstance(value, known[key]):
            raise ValueError(f"[{name}] {key} is not a {'list' if known[key] is list else 'text'}")


def _check_unique(kind: str, values: Sequence[str]) -> None:
    twice = next((value for value, count in Counter(values).items() if count > 1), None)
    if twice is not None:
        raise ValueError(f"{kind} {twice} is there twice")


def _shared_socket_of(name: str, section: Mapping[str, Any], folder: Path) -> SharedSocket | None:
    mode, group = section.get("socket_mode"), section.get("socket_group", "")
    if "socket" not in section:
        if mode is not None or group:
            raise ValueError(f"[{name}] shares a socket but names none")
        return None
    if mode is not None and (len(mode) != 3 or mode[0] != "6" or set(mode[1:]) - set("0246")):
        raise ValueError(f"[{name}] socket_mode is not three digits as for chmod, such as 660")
    sharing = None if mode is None and not group else (SHARED_MODE if mode is None else int(mode, 8), group)
    return SharedSocket(folder / section["socket"], sharing)


class UsersServer:
    """Serves all users of a table until it is stopped."""

    def __init__(self, table: UserTable, *, log_for: Callable[[str], JudgeLog | None] = lambda _name: None) -> None:
        if not HAS_SOCKETS:
            raise MailDaemonError("no-sockets", "serve-users")
        self._table, self._log_for = table, log_for
        self._stopping, self._lock = threading.Event(), threading.Lock()
        self._servers: dict[str, DaemonServer] = {}
        """User name to the running server."""
        self._readers = MailReaders(KEPT_READERS)

    def stop(self) -> None:
        """Make `run` return soon. Requests in progress are answered. Safe in a signal handler."""
        self._stopping.set()

    def run(
        self, on_ready: Callable[[str], object], on_failed: Callable[[str, AppError], object] = lambda *_: None
    ) -> None:
        """Serve the users until stopped.

        `on_ready` is called with a user's name when the daemon of this user listens, and with `milter` when the milter
        does. `on_failed` is called with a user's name and the error.

        Raises:
            MailDaemonError: The socket of the milter cannot be opened.
        """
        with ExitStack() as stack:
            stack.callback(self._readers.close)
            listener = None
            if self._table.milter is not None:
                listener = stack.enter_context(listen_on(self._table.milter.path, ACCEPT_TIMEOUT_S))
                if self._table.milter.sharing is not None:
                    share_socket(self._table.milter.path, *self._table.milter.sharing)
            for user in self._table.users:
                thread = threading.Thread(
                    target=self._serve_user, args=(user, on_ready, on_failed), name=f"user {user.name}"
                )
                thread.start()
                stack.callback(thread.join)
            stack.callback(self._stopping.set)  # runs before the joins, because callbacks run in reverse order
            if listener is None:
                self._stopping.wait()
                return
            on_ready(MILTER_SECTION)
            self._accept_milter(listener)

    def _accept_milter(self, listener: Listener) -> None:
        pool = ConnectionPool(MAX_MILTER_CONNECTIONS)
        milter_server = MilterServer(self._judges_of, pool, wants_recipients=True)
        while not self._stopping.is_set():
            try:
                connection, _ = listener.accept()
            except TimeoutError:
                continue
            except OSError:  # too many open files: wait until connections close
                self._stopping.wait(ACCEPT_TIMEOUT_S)
                continue
            pool.serve_in_thread(connection, milter_server.serve)
        pool.disconnect_idle()
        pool.wait_until_closed(LAST_ANSWERS_S)

    def _judges_of(self, recipients: Sequence[str]) -> list[MailJudge]:
        names = self._table.names_of_recipients(recipients)
        with self._lock:
            if any(name not in self._servers for name in names):
                return []  # without one of the verdicts there is none for all
            return [self._servers[name].judge for name in names]

    def _serve_user(
        self, user: User, on_ready: Callable[[str], object], on_failed: Callable[[str, AppError], object]
    ) -> None:
        while not self._stopping.is_set():
            try:
                self._serve_once(user, on_ready)
            except AppError as error:
                on_failed(user.name, error)
            except Exception as error:  # a fault of ours costs only this user
                logger.exception("the mail daemon of %s ended", user.name)
                on_failed(user.name, MailDaemonError("lost", str(error)))
            self._stopping.wait(RETRY_S)

    def _serve_once(self, user: User, on_ready: Callable[[str], object]) -> None:
        server = DaemonServer(
            user.workspace,
            user.model,
            spamd=user.socket.path if user.socket else None,
            sharing=user.socket.sharing if user.socket else None,
            log=self._log_for(user.name),
            readers=self._readers,
        )
        ended = threading.Event()

        def stop_together() -> None:
            while not ended.is_set() and not self._stopping.wait(ACCEPT_TIMEOUT_S):
                pass
            server.stop()

        def note_ready() -> None:
            with self._lock:
                self._servers[user.name] = server
            on_ready(user.name)

        watcher = threading.Thread(target=stop_together, name=f"end of {user.name}")
        watcher.start()
        try:
            server.run(lambda _paths: note_ready())
        finally:
            with self._lock:
                self._servers.pop(user.name, None)
            ended.set()
            watcher.join()
