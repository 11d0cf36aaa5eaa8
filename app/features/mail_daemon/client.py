"""Ask the judge of a workspace about mail; where none runs, whoever asks first starts one.

Only the standard library is imported here, because programs that ask are started for each mail.
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

from app.domain.errors import JudgeError
from app.domain.results import LabelAnswer, Verdict, WordTerm
from app.domain.streams import this_program
from app.features.mail_daemon.sockets import Connection, connected, locked, make_place, meeting_place

ANSWER_S = 60.0
START_S = 30.0
IDLE_EXIT_S = 900
LARGEST_ANSWER = 1 << 20
QUIET_START = 0x08000000 | 0x00000200
"""On Windows: without a console, and out of the reach of its Ctrl+C."""
OUT_OF_THE_JOB = 0x01000000
"""On Windows: not ended together with a program that Thunderbird started."""


class JudgeClient:
    """A connection for lines of JSON."""

    def __init__(self, connection: Connection) -> None:
        self._connection = connection
        self._stream = connection.makefile("rb")

    def ask(self, do: str, raw: bytes | None = None, **more: object) -> dict[str, Any]:
        """Ask one question and return the answer; an error of the judge is raised with its sentence."""
        question = {"do": do, **more} | ({} if raw is None else {"raw": base64.b64encode(raw).decode("ascii")})
        answer: dict[str, Any] = json.loads(self.relay(json.dumps(question).encode("utf-8") + b"\n"))
        if "error" in answer:
            raise JudgeError("refused", str(answer["error"]))
        return answer

    def relay(self, line: bytes) -> bytes:
        """Send a question as it is, and return the answer as it is."""
        try:
            self._connection.sendall(line)
            told = self._stream.readline(LARGEST_ANSWER)
        except OSError as error:
            raise JudgeError("lost", str(error)) from error
        if not told.endswith(b"\n"):
            raise JudgeError("lost")
        return told

    def wait_at_most(self, seconds: float) -> None:
        """Give an answer so long to come."""
        self._connection.settimeout(seconds)

    def close(self) -> None:
        """End the conversation."""
        self._stream.close()
        self._connection.close()

    def __enter__(self) -> JudgeClient:
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, _: TracebackType | None) -> None:
        self.close()


def running_judge(workspace: Path) -> JudgeClient | None:
    """Connect to the judge of a workspace, if one is there."""
    connection = connected(meeting_place(workspace).lines, ANSWER_S)
    return None if connection is None else JudgeClient(connection)


def judge_of(workspace: Path, command: Sequence[str] | None = None) -> JudgeClient:
    """Connect to the judge of a workspace, and start one where there is none."""
    if (client := running_judge(workspace)) is not None:
        return client
    place = make_place(workspace)
    with locked(place.start_lock, waits=True):
        if (client := running_judge(workspace)) is not None:
            return client
        process = spawned(command or serve_command(workspace))
        ends_s = time.monotonic() + START_S
        while time.monotonic() < ends_s and process.poll() is None:
            if (client := running_judge(workspace)) is not None:
                process.returncode = 0  # it outlives whoever started it, and nobody is to wait for it
                return client
            time.sleep(0.02)
    raise JudgeError("did-not-start", str(place.folder))


def serve_command(workspace: Path) -> list[str]:
    """The command that starts a judge, of the packaged program or of this Python."""
    return [*this_program(), "serve", str(workspace), "--idle-exit", str(IDLE_EXIT_S)]


def spawned(command: Sequence[str], system: str = sys.platform) -> subprocess.Popen[bytes]:
    """Start a process that outlives this one."""
    quiet = subprocess.DEVNULL
    if system != "win32":
        return subprocess.Popen(command, stdin=quiet, stdout=quiet, stderr=quiet, start_new_session=True)
    try:
        flags = QUIET_START | OUT_OF_THE_JOB
        return subprocess.Popen(command, stdin=quiet, stdout=quiet, stderr=quiet, creationflags=flags)
    except PermissionError:  # a job that lets nobody go
        return subprocess.Popen(command, stdin=quiet, stdout=quiet, stderr=quiet, creationflags=QUIET_START)


def verdict_record(verdict: Verdict) -> dict[str, Any]:
    """A verdict in what JSON knows; numbers without end are words."""
    return {name: _worded(value) for name, value in asdict(verdict).items()}


def verdict_of(record: Mapping[str, Any]) -> Verdict:
    """The verdict of a record."""
    values = {name: _numbered(value) for name, value in record.items()}
    labels, branch = values["labels"], values["branch"]
    values["terms"] = tuple(WordTerm(**term) for term in values["terms"])
    values["labels"] = None if labels is None else tuple(LabelAnswer(**answer) for answer in labels)
    values["branch"] = None if branch is None else LabelAnswer(**branch)
    return Verdict(**values)


def _worded(value: Any) -> Any:
    if isinstance(value, float) and not math.isfinite(value):
        return {"number": str(value)}
    if isinstance(value, Mapping):
        return {"of": {key: _worded(inner) for key, inner in value.items()}}
    if isinstance(value, tuple):
        return [{name: _worded(inner) for name, inner in term.items()} for term in value]
    return value


def _numbered(value: Any) -> Any:
    if isinstance(value, list):
        return [_numbered(each) for each in value]
    if isinstance(value, dict) and "number" in value:
        return float(value["number"])
    if isinstance(value, dict):
        return {key: _numbered(inner) for key, inner in value.get("of", value).items()}
    return value
