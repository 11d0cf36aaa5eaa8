"""Client of the mail daemon: JSON lines over its socket. Starts the daemon if none runs.

The path of the socket is derived from the workspace's real path, as in the program; a test keeps both equal.
"""

from __future__ import annotations

import base64
import hashlib
import json
import os
import shlex
import shutil
import socket
import subprocess
import sys
import tempfile
import time
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, BinaryIO, Protocol

from bayleaf_imap.troubles import Trouble

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
    is_by_hand: bool
    """Whether a person has labelled this mail."""
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

    def say(self, line: bytes) -> None:
        """Send a line."""

    def hear(self) -> bytes:
        """Return a line."""

    def close(self) -> None:
        """End it."""


class Judge:
    """The mail daemon of one workspace. A broken connection is opened again with the next request."""

    def __init__(self, workspace: str, command: str = "") -> None:
        self._workspace, self._command = workspace, command
        self._stream: Stream | None = None

    def labels(self) -> Labels:
        """Return the model's spam label, and the label of mail that stays in the inbox."""
        told = self.ask("status")
        known = tuple(str(label) for label in told.get("labels", ()))
        spam = told.get("spam_label")
        others = [label for label in known if label != spam]
        if not isinstance(spam, str) or not others:
            raise Trouble("judge-says", why="no label of the model is named like spam")
        ham = next((label for label in others if label.casefold() in ("ham", "good", "inbox")), others[0])
        return Labels(spam, ham, known)

    def judge(self, raw: bytes, *, is_kept: bool = True) -> Verdict:
        """Judge a mail. The daemon keeps it for a later lesson unless `is_kept` is false."""
        told = self.ask("classify", raw, words=0, **({} if is_kept else {"keep": False}))
        label, probability = told.get("label"), told.get("probability")
        return Verdict(
            label if isinstance(label, str) else None,
            float(probability) if isinstance(probability, int | float) else 0.0,
            bool(told.get("unsure", True)),
            bool(told.get("by_hand")),
            str(told.get("ticket") or ""),
        )

    def learn(self, raw: bytes, label: str) -> str:
        """Learn a mail. The lesson is on disk when this returns; raise if it cannot be stored."""
        told = str(self.ask("learn", raw, label=label, by="hand").get("lesson"))
        if told == "refused":
            raise Trouble("judge-says", why="there is no text to learn from")
        return told

    def forget(self, raw: bytes) -> str:
        """Take back a lesson."""
        return str(self.ask("forget", raw).get("lesson"))

    def forget_ticket(self, ticket: str) -> str:
        """Take back a lesson by its ticket, without the mail."""
        return str(self.ask("forget", ticket=ticket).get("lesson"))

    def ask(self, do: str, raw: bytes | None = None, **more: object) -> dict[str, Any]:
        """Send a request; repeat it once if the daemon has ended meanwhile."""
        line = json.dumps({"do": do, **more} | ({} if raw is None else {"raw": base64.b64encode(raw).decode("ascii")}))
        for is_last in (False, True):
            try:
                self._stream = self._stream or self._connected()
                self._stream.say(line.encode("ascii") + b"\n")
                heard = self._stream.hear()
                if not heard.endswith(b"\n"):
                    raise ConnectionResetError("it ended")
                return _understood(heard)
            except (OSError, ValueError) as error:
                self.close()
                if is_last or isinstance(error, TimeoutError):
                    raise Trouble("no-judge", workspace=self._workspace, why=str(error)) from error
        raise AssertionError

    def close(self) -> None:
        """Close the connection."""
        if self._stream is not None:
            self._stream.close()
            self._stream = None

    def _connected(self) -> Stream:
        door = lines_of(Path(self._workspace))
        try:
            return knocked(door)
        except OSError:
            _start([*cli_words(self._command), "serve", self._workspace, "--idle-exit", str(IDLE_EXIT_S)], door)
        return knocked(door)


def _understood(heard: bytes) -> dict[str, Any]:
    told = json.loads(heard)
    if not isinstance(told, dict):
        raise ValueError("the answer is no object")
    if "error" in told:
        raise Trouble("judge-busy" if told.get("again") else "judge-says", why=str(told["error"]))
    return told


def _start(command: Sequence[str], door: Path) -> None:
    quiet = subprocess.DEVNULL
    with tempfile.TemporaryFile() as said:  # a pipe would end the judge when this program ends
        try:
            is_apart = sys.platform != "win32"
            process = subprocess.Popen(command, stdin=quiet, stdout=quiet, stderr=said, start_new_session=is_apart)
        except OSError as error:
            raise Trouble("not-installed") from error
        ends_s = time.monotonic() + START_S
        while time.monotonic() < ends_s:
            has_ended = process.poll() is not None  # or another one was quicker, which a last knock finds out
            if _is_there(door):
                process.returncode = 0  # it outlives the process that started it
                return
            if has_ended:
                said.seek(0)
                lines = said.read(4_096).decode("utf-8", "replace").strip().splitlines()
                raise Trouble("judge-says", why=lines[-1] if lines else "it ended at once")
            time.sleep(0.05)
    raise Trouble("no-judge", workspace=str(door), why="it did not start in time")


def _is_there(door: Path) -> bool:
    try:
        knocked(door).close()
    except OSError:
        return False
    return True


def cli_words(command: str = "") -> list[str]:
    """Return the command that starts the program's command line."""
    words = shlex.split(command)
    if words and shutil.which(words[0]):
        return words
    beside = Path(sys.executable).with_name("bayleaf-cli" + Path(sys.executable).suffix)
    found = str(beside) if beside.is_file() else shutil.which("bayleaf-cli")
    if found is None:
        raise Trouble("not-installed")
    return [found]


def lines_of(workspace: Path) -> Path:
    """Return the socket of a workspace's mail daemon."""
    name = hashlib.blake2b(os.fsencode(os.path.realpath(workspace)), digest_size=6).hexdigest()
    named = os.environ.get("XDG_RUNTIME_DIR")
    if named and Path(named).is_dir():
        return Path(named) / "bayleaf" / name / "lines"
    return Path(tempfile.gettempdir()) / f"bayleaf-{_user()}" / name / "lines"


def pipe_of(door: Path) -> str:
    """Return the Windows named pipe that corresponds to a socket path."""
    return PIPES + hashlib.blake2b(os.fsencode(os.path.normcase(door)), digest_size=16).hexdigest()


if sys.platform == "win32":

    def _user() -> str:
        return os.environ.get("USERNAME", "user")

    class _Pipe:
        """A connection through a named pipe."""

        def __init__(self, name: str) -> None:
            self._file: BinaryIO = open(name, "r+b", buffering=0)  # noqa: SIM115 - closed with the conversation
            self._heard = b""

        def say(self, line: bytes) -> None:
            """Send a line, in pieces that a pipe takes."""
            while line:
                line = line[self._file.write(line[: 1 << 16]) :]

        def hear(self) -> bytes:
            """Return a line."""
            while b"\n" not in self._heard and len(self._heard) < LARGEST_ANSWER:
                piece = self._file.read(1 << 16)
                if not piece:
                    break
                self._heard += piece
            line, end, self._heard = self._heard.partition(b"\n")
            return line + end

        def close(self) -> None:
            """End it."""
            self._file.close()

    def knocked(door: Path) -> Stream:
        """Connect to a mail daemon."""
        return _Pipe(pipe_of(door))

else:

    def _user() -> str:
        return str(os.getuid())

    class _Socket:
        """A connection through a local (Unix) socket."""

        def __init__(self, door: Path) -> None:
            if door.parent.lstat().st_uid != os.getuid():
                raise PermissionError("the socket's folder belongs to another user")
            self._socket = socket.socket(socket.AF_UNIX, socket.SOCK_STREAM)
            try:
                self._socket.settimeout(ANSWER_S)
                self._socket.connect(str(door))
            except OSError:
                self._socket.close()
                raise
            self._file = self._socket.makefile("rb")

        def say(self, line: bytes) -> None:
            """Send a line."""
            self._socket.sendall(line)

        def hear(self) -> bytes:
            """Return a line."""
            return self._file.readline(LARGEST_ANSWER)

        def close(self) -> None:
            """End it."""
            self._file.close()
            self._socket.close()

    def knocked(door: Path) -> Stream:
        """Connect to a judge."""
        return _Socket(door)
