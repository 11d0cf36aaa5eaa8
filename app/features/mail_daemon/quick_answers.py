"""The commands that mail programs start for each mail, answered by the judge of the workspace where one is running.

Only what is light is imported here. Anything but the plainest call, and anything that the judge cannot do just as the
command would, is left to the command itself, which then finds the mail that was read already on its standard input.
"""

from __future__ import annotations

import io
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Any, BinaryIO

from app.cli.output import status_of, tell_learnt, tell_verdicts
from app.domain.errors import JudgeError
from app.domain.results import LearningReport
from app.domain.streams import ReadOnlyStream
from app.features.classify.command import with_headers
from app.features.mail_daemon.client import JudgeClient, running_judge, verdict_of
from nbengine.lazy_dataclasses import dataclass

FLAGS = {"classify": ("--json", "--filter", "--exit-code"), "learn": ("--json",)}
VALUES = {"classify": ("--model", "--kind", "--explain"), "learn": ("--model", "--kind", "--label")}
LARGEST_BYTES = 16 << 20
"""A larger mail takes longer to send than to start for."""
PATIENCE_S = 10.0


@dataclass(frozen=True, slots=True)
class Call:
    """A command on one mail from standard input, as it was typed."""

    name: str
    workspace: Path
    flags: frozenset[str]
    values: dict[str, str]


def answered_by_judge(arguments: Sequence[str]) -> int | None:
    """Answer a call by the judge and return the exit status; None where the command is to do it."""
    call = understood(arguments)
    client = None if call is None else running_judge(call.workspace)
    if call is None or client is None:
        return None
    raw = sys.stdin.buffer.read(LARGEST_BYTES + 1)
    with client:
        try:
            status = answered(call, client, raw) if len(raw) <= LARGEST_BYTES else None
        except JudgeError:  # it has gone, or cannot do it: the command says why, if it cannot either
            status = None
    if status is None:
        sys.stdin = io.TextIOWrapper(io.BufferedReader(ReadAgain(raw, sys.stdin.buffer)))
    return status


def understood(arguments: Sequence[str]) -> Call | None:
    """Understand the plain calls of commands that the judge can answer."""
    if len(arguments) < 3 or arguments[0] not in FLAGS:
        return None
    name, waiting = arguments[0], list(arguments[1:])
    flags: set[str] = set()
    values: dict[str, str] = {}
    places: list[str] = []
    while waiting:
        word = waiting.pop(0)
        if word in FLAGS[name]:
            flags.add(word)
        elif word in VALUES[name] and waiting:
            values[word] = waiting.pop(0)
        elif word == "-" or not word.startswith("-"):
            places.append(word)
        else:
            return None
    is_plain = len(places) == 2 and places[1] == "-" and (name != "learn" or "--label" in values)
    return Call(name, Path(places[0]), frozenset(flags), values) if is_plain and is_known(values) else None


def is_known(values: dict[str, str]) -> bool:
    """Tell whether the judge knows what these options ask for."""
    words = values.get("--explain", "0")
    return values.get("--kind", "auto") in ("auto", "mail") and words.isascii() and words.isdigit() and len(words) < 5


def answered(call: Call, client: JudgeClient, raw: bytes) -> int | None:
    """Ask, and print what the command would."""
    more: dict[str, Any] = {"kind": call.values.get("--kind", "auto"), "model": call.values.get("--model")}
    client.wait_at_most(PATIENCE_S)
    if call.name == "learn":
        as_json = "--json" in call.flags
        told = client.ask("lesson", raw, label=call.values["--label"], hash=as_json, **more)
        if "report" in told:
            tell_learnt(LearningReport(**told["report"]), "learnt", as_json=as_json)
        return 0 if "report" in told else None
    if "--filter" in call.flags:
        more["kind"] = "mail"
    told = client.ask("verdict", raw, words=int(call.values.get("--explain", "0")), **more)
    if "verdict" not in told:
        return None
    verdict = verdict_of(told["verdict"])
    if "--filter" in call.flags:
        sys.stdout.buffer.write(with_headers(raw, verdict))
    else:
        tell_verdicts(told["model"], [verdict], as_json="--json" in call.flags)
    return status_of([verdict], told["spam_label"]) if "--exit-code" in call.flags else 0


class ReadAgain(ReadOnlyStream):
    """Bytes that were read already, and then the rest of where they came from."""

    def __init__(self, first: bytes, rest: BinaryIO) -> None:
        super().__init__()
        self._first, self._rest = io.BytesIO(first), rest

    def take(self, n_bytes: int) -> bytes:
        """Read what was read already, then on."""
        return self._first.read(n_bytes) or self._rest.read(n_bytes)
