"""Client of the mail daemon: connects to the daemon of a workspace, and starts a daemon if none runs.

Only the standard library is imported here, because mail programs start a client for each mail.
"""

from __future__ import annotations

import base64
import json
import math
import subprocess
import sys
import time
from collections.abc import Mapping, Sequence
from dataclasses import asdict
from pathlib import Path
from types import TracebackType
from typing import Any

from app.domain.errors import MailDaemonError
from app.domain.results import DocumentVerdict, LabelVerdict, WordTerm
from app.domain.streams import command_line_arguments
from app.features.mail_daemon.sockets import (
    HAS_SOCKETS,
    Connection,
    are_own_folders,
    create_daemon_folder,
    daemon_paths,
    hold_lock,
    open_connection,
)

ANSWER_S = 60.0
START_S = 30.0
IDLE_EXIT_S = 900
MAX_ANSWER_BYTES = 1 << 20
NO_CONSOLE_FLAGS = 0x08000000 | 0x00000200
"""Windows process flags: no console, and a separate process group, so that Ctrl+C does not end the process."""
BREAKAWAY_FLAG = 0x01000000
"""Windows process flag: do not belong to the job of the parent process.

Thunderbird ends the native host together with its job. With this flag, the daemon keeps running.
"""


class DaemonClient:
    """A connection to the daemon, over which lines of JSON are sent and received."""

    def __init__(self, connection: Connection) -> None:
        self._connection = connection
        self._stream = connection.makefile("rb")

    def ask(self, do: str, raw: bytes | None = None, **more: object) -> dict[str, Any]:
        """Send a request and return the answer. `do` is the name of the request.

        Raises:
            MailDaemonError: The daemon answered with an error, or the connection was lost.
        """
        question = {"do": do, **more} | ({} if raw is None else {"raw": base64.b64encode(raw).decode("ascii")})
        answer: dict[str, Any] = json.loads(self.relay(json.dumps(question).encode("utf-8") + b"\n"))
        if "error" in answer:
            raise MailDaemonError("refused", str(answer["error"]))
        return answer

    def relay(self, line: bytes) -> bytes:
        """Send a line of JSON, and return the line of the answer."""
        try:
            self._connection.sendall(line)
            answer = self._stream.readline(MAX_ANSWER_BYTES)
        except OSError as error:
            raise MailDaemonError("lost", str(error)) from error
        if not answer.endswith(b"\n"):
            raise MailDaemonError("lost")
        return answer

    def set_timeout(self, seconds: float) -> None:
        """Set the maximum time to wait for an answer."""
        self._connection.settimeout(seconds)

    def close(self) -> None:
        """Close the connection."""
        self._stream.close()
        self._connection.close()

    def __enter__(self) -> DaemonClient:
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, _: TracebackType | None) -> None:
        self.close()


def connect_running_daemon(workspace: Path) -> DaemonClient | None:
    """Connect to the daemon of a workspace. Return None if none runs, or if the socket may be another user's."""
    paths = daemon_paths(workspace)
    if HAS_SOCKETS and not are_own_folders(paths):
        return None
    connection = open_connection(paths.json_lines_socket, ANSWER_S)
    return None if connection is None else DaemonClient(connection)


def connect_or_start_daemon(workspace: Path, command: Sequence[str] | None = None) -> DaemonClient:
    """Connect to the daemon of a workspace. If none runs, start one with `command` and connect to it.

    Raises:
        MailDaemonError: The daemon did not start within 30 seconds.
    """
    if (client := connect_running_daemon(workspace)) is not None:
        return client
    paths = create_daemon_folder(workspace)
    with hold_lock(paths.start_lock, waits=True):
        if (client := connect_running_daemon(workspace)) is not None:
            return client
        process = start_detached(command or serve_command(workspace))
        ends_s = time.monotonic() + START_S
        while time.monotonic() < ends_s and process.poll() is None:
            if (client := connect_running_daemon(workspace)) is not None:
                process.returncode = 0  # else Popen warns about a child that is still running
                return client
            time.sleep(0.02)
    raise MailDaemonError("did-not-start", str(paths.folder))


def serve_command(workspace: Path) -> list[str]:
    """Return the command line that starts a daemon, with the packaged program or with this Python interpreter."""
    return [*command_line_arguments(), "serve", str(workspace), "--idle-exit", str(IDLE_EXIT_S)]


def start_detached(command: Sequence[str], system: str = sys.platform) -> subprocess.Popen[bytes]:
    """Start a process without standard streams. It keeps running when this process ends."""
    quiet = subprocess.DEVNULL
    if system != "win32":
        return subprocess.Popen(command, stdin=quiet, stdout=quiet, stderr=quiet, start_new_session=True)
    try:
        flags = NO_CONSOLE_FLAGS | BREAKAWAY_FLAG
        return subprocess.Popen(command, stdin=quiet, stdout=quiet, stderr=quiet, creationflags=flags)
    except PermissionError:  # the Windows job does not allow a breakaway
        return subprocess.Popen(command, stdin=quiet, stdout=quiet, stderr=quiet, creationflags=NO_CONSOLE_FLAGS)


def record_from_verdict(verdict: DocumentVerdict) -> dict[str, Any]:
    """Return a verdict as a dict for JSON; infinities and NaN become `{"number": "inf"}` and so on."""
    return {name: _to_json(value) for name, value in asdict(verdict).items()}


def verdict_from_record(record: Mapping[str, Any]) -> DocumentVerdict:
    """Return the verdict from a dict that `record_from_verdict` made."""
    values = {name: _from_json(value) for name, value in record.items()}
    labels, branch = values["labels"], values["branch"]
    values["terms"] = tuple(WordTerm(**term) for term in values["terms"])
    values["labels"] = None if labels is None else tuple(LabelVerdict(**answer) for answer in labels)
    values["branch"] = None if branch is None else LabelVerdict(**branch)
    return DocumentVerdict(**values)


def _to_json(value: Any) -> Any:
    if isinstance(value, float) and not math.isfinite(value):
        return {"number": str(value)}
    if isinstance(value, Mapping):
        return {"of": {key: _to_json(inner) for key, inner in value.items()}}
    if isinstance(value, tuple):
        return [{name: _to_json(inner) for name, inner in term.items()} for term in value]
    return value


def _from_json(value: Any) -> Any:
    if isinstance(value, list):
        return [_from_json(each) for each in value]
    if isinstance(value, dict) and "number" in value:
        return float(value["number"])
    if isinstance(value, dict):
        return {key: _from_json(inner) for key, inner in value.get("of", value).items()}
    return value
