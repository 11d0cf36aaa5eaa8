"""Client of the mail daemon: JSON lines over its socket. Starts the daemon if none runs.

The path of the socket is derived from the workspace's real path, as in the program; a test keeps both equal.
"""

from __future__ import annotations

import base64
import hashlib
import json
import os
import shutil
import socket
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from typing import Any, BinaryIO, Protocol

from bayleaf_imap.accounts import split_command
from bayleaf_imap.errors import MailboxError

ANSWER_S, START_S = 60.0, 60.0
IDLE_EXIT_S = 900
LARGEST_ANSWER = 1 << 20
PIPES = r"\\.\pipe\bayleaf-"


@dataclass(frozen=True, slots=True)
class Verdict:
    """The mail daemon's verdict on one mail."""

    label: str | None
    probability: float
    is_unsure: bool
    is_by_person: bool
    """Whether a person has labelled this mail; then that label is the verdict."""
    ticket: str = ""
    """Identifier by which the daemon knows the mail for some weeks."""


@dataclass(frozen=True, slots=True)
class Labels:
    """The labels of the daemon's model."""

    spam: str
    ham: str
    known: tuple[str, ...]


class Stream(Protocol):
    """A connection to the mail daemon."""

    def send_line(self, line: bytes) -> None:
        """Send a line."""

    def receive_line(self) -> bytes:
        """Return a line."""

    def close(self) -> None:
        """Close the connection."""


class Judge:
    """Client of the mail daemon of one workspace. A broken connection is opened again with the next request."""

    def __init__(self, workspace: str, command: str = "") -> None:
        self._workspace, self._command = workspace, command
        self._stream: Stream | None = None

    def labels(self) -> Labels:
        """Return the model's spam label, and the label of mail that stays in the inbox."""
        answer = self.ask("status")
        known = tuple(str(label) for label in answer.get("labels", ()))
        spam = answer.get("spam_label")
        others = [label for label in known if label != spam]
        if not isinstance(spam, str) or not others:
            raise MailboxError("judge-says", why="no label of the model is named like spam")
        ham = next((label for label in others if label.casefold() in ("ham", "good", "inbox")), others[0])
        return Labels(spam, ham, known)

    def judge(self, raw: bytes, *, stores_mail: bool = True) -> Verdict:
        """Judge a mail. The daemon stores it for a later lesson unless `stores_mail` is false."""
        answer = self.ask("classify", raw, words=0, **({} if stores_mail else {"keep": False}))
        label, probability = answer.get("label"), answer.get("probability")
        return Verdict(
            label if isinstance(label, str) else None,
            float(probability) if isinstance(probability, int | float) else 0.0,
            bool(answer.get("unsure", True)),
            bool(answer.get("by_hand")),
            str(answer.get("ticket") or ""),
        )

    def learn(self, raw: bytes, label: str) -> str:
        """Learn a mail under a label.

        The lesson is on disk when this returns; raise MailboxError if it cannot be stored.
        """
        answer = str(self.ask("learn", raw, label=label, by="hand").get("lesson"))
        if answer == "refused":
            raise MailboxError("judge-says", why="there is no text to learn from")
        return answer

    def forget(self, raw: bytes) -> str:
        """Undo the lesson of a mail."""
        return str(self.ask("forget", raw).get("lesson"))

    def forget_ticket(self, ticket: str) -> str:
        """Undo the lesson of the mail with a ticket, without sending the mail."""
        return str(self.ask("forget", ticket=ticket).get("lesson"))

    def ask(self, do: str, raw: bytes | None = None, **more: object) -> dict[str, Any]:
        """Send a request; repeat it once if the daemon has ended meanwhile."""
        line = json.dumps({"do": do, **more} | ({} if raw is None else {"raw": base64.b64encode(raw).decode("ascii")}))
        for is_last in (False, True):
            try:
                self._stream = self._stream or self._connect()
                self._stream.send_line(line.encode("ascii") + b"\n")
                reply = self._stream.receive_line()
                if not reply.endswith(b"\n"):
                    raise ConnectionResetError("it ended")
                return _parse_answer(reply)
            except (OSError, ValueError) as error:
                self.close()
                if is_last or isinstance(error, TimeoutError):
                    raise MailboxError("no-judge", workspace=self._workspace, why=str(error)) from error
        raise AssertionError

    def close(self) -> None:
        """Close the connection."""
        if self._stream is not None:
            self._stream.close()
            self._stream = None

    def _connect(self) -> Stream:
        socket_path = socket_path_of(Path(self._workspace))
        try:
            return connect_socket(socket_path)
        except OSError:
            _start(
                [*cli_command(self._command), "serve", self._workspace, "--idle-exit", str(IDLE_EXIT_S)], socket_path
            )
        return connect_socket(socket_path)


def _parse_answer(reply: bytes) -> dict[str, Any]:
    answer = json.loads(reply)
    if not isinstance(answer, dict):
        raise ValueError("the answer is no object")
    if "error" in answer:
        raise MailboxError("judge-busy" if answer.get("again") else "judge-says", why=str(answer["error"]))
    return answer


def _start(command: Sequence[str], socket_path: Path) -> None:
    quiet = subprocess.DEVNULL
    with tempfile.TemporaryFile() as output:  # a pipe would end the daemon when this program ends
        try:
            is_apart = sys.platform != "win32"
            process = subprocess.Popen(command, stdin=quiet, stdout=quiet, stderr=output, start_new_session=is_apart)
        except OSError as error:
            raise MailboxError("not-installed") from error
        ends_s = time.monotonic() + START_S
        while time.monotonic() < ends_s:
            has_ended = (
                process.poll() is not None
            )  # or another process started one sooner, which a last attempt finds out
            if _is_listening(socket_path):
                process.returncode = 0  # it outlives the process that started it
                return
            if has_ended:
                output.seek(0)
                lines = output.read(4_096).decode("utf-8", "replace").strip().splitlines()
                raise MailboxError("judge-says", why=lines[-1] if lines else "it ended at once")
            time.sleep(0.05)
    raise MailboxError("no-judge", workspace=str(socket_path), why="it did not start in time")


def _is_listening(socket_path: Path) -> bool:
    try:
        connect_socket(socket_path).close()
    except OSError:
        return False
    return True


def cli_command(command: str = "") -> list[str]:
    """Return the command line of `bayleaf-cli`: the given one, the one beside this program, or the one in PATH."""
    for words in possible_words(command):
        if words and shutil.which(words[0]):
            return words
    beside = Path(sys.executable).with_name("bayleaf-cli" + Path(sys.executable).suffix)
    found = str(beside) if beside.is_file() else shutil.which("bayleaf-cli")
    if found is None:
        raise MailboxError("not-installed")
    return [found]


def possible_words(command: str) -> Iterator[list[str]]:
    """Yield the words of a command: quoted for a shell, as this program writes it, by Windows' rules, or one name."""
    for keeps_backslashes in (False, True):
        with suppress(ValueError):  # a quotation mark is missing: it may be an apostrophe in a name
            yield split_command(command, keeps_backslashes=keeps_backslashes)
    yield [command]


def socket_path_of(workspace: Path) -> Path:
    """Return the socket of a workspace's mail daemon."""
    name = hashlib.blake2b(os.fsencode(os.path.realpath(workspace)), digest_size=6).hexdigest()
    named = os.environ.get("XDG_RUNTIME_DIR")
    if named and Path(named).is_dir():
        return Path(named) / "bayleaf" / name / "lines"
    return Path(tempfile.gettempdir()) / f"bayleaf-{_user()}" / name / "lines"


def pipe_name_of(socket_path: Path) -> str:
    """Return the Windows named pipe that corresponds to a socket path."""
    return PIPES + hashlib.blake2b(os.fsencode(os.path.normcase(socket_path)), digest_size=16).hexdigest()


if sys.platform == "win32":

    def _user() -> str:
        return os.environ.get("USERNAME", "user")

    class _Pipe:
        """A connection through a named pipe."""

        def __init__(self, name: str) -> None:
            self._file: BinaryIO = open(name, "r+b", buffering=0)  # noqa: SIM115 - closed with the conversation
            self._heard = b""

        def send_line(self, line: bytes) -> None:
            """Send a line, in pieces that a pipe takes."""
            while line:
                line = line[self._file.write(line[: 1 << 16]) :]

        def receive_line(self) -> bytes:
            """Return a line."""
            while b"\n" not in self._heard and len(self._heard) < LARGEST_ANSWER:
                piece = self._file.read(1 << 16)
                if not piece:
                    break
                self._heard += piece
            line, end, self._heard = self._heard.partition(b"\n")
            return line + end

        def close(self) -> None:
            """Close the connection."""
            self._file.close()

    def connect_socket(socket_path: Path) -> Stream:
        """Connect to a mail daemon."""
        return _Pipe(pipe_name_of(socket_path))

else:

    def _user() -> str:
        return str(os.getuid())

    class _Socket:
        """A connection through a local (Unix) socket."""

        def __init__(self, socket_path: Path) -> None:
            if socket_path.parent.lstat().st_uid != os.getuid():
                raise PermissionError("the socket's folder belongs to another user")
            self._socket = socket.socket(socket.AF_UNIX, socket.SOCK_STREAM)
            try:
                self._socket.settimeout(ANSWER_S)
                self._socket.connect(str(socket_path))
            except OSError:
                self._socket.close()
                raise
            self._file = self._socket.makefile("rb")

        def send_line(self, line: bytes) -> None:
            """Send a line."""
            self._socket.sendall(line)

        def receive_line(self) -> bytes:
            """Return a line."""
            return self._file.readline(LARGEST_ANSWER)

        def close(self) -> None:
            """Close the connection."""
            self._file.close()
            self._socket.close()

    def connect_socket(socket_path: Path) -> Stream:
        """Connect to a mail daemon."""
        return _Socket(socket_path)
