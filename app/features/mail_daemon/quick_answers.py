"""A fast way for `classify` and `learn` with one mail on standard input: a running daemon answers instead of the
command.

Mail programs start these commands for each mail, so this module imports only modules that load fast. The command itself
handles calls with other options, and mails for which the daemon's answer would differ from the command's. Then the
mail, which was read already, is put back onto standard input.
"""

from __future__ import annotations

import io
import sys
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, BinaryIO

from app.cli.output import exit_status_of, print_learning_report, print_verdicts
from app.domain.errors import MailDaemonError
from app.domain.results import LearningReport
from app.domain.streams import ReadOnlyStream
from app.features.classify.mail_headers import insert_verdict_headers
from app.features.mail_daemon.client import DaemonClient, connect_running_daemon, verdict_from_record

SUPPORTED_FLAGS = {"classify": ("--json", "--filter", "--exit-code"), "learn": ("--json",)}
SUPPORTED_OPTIONS = {"classify": ("--model", "--kind", "--explain"), "learn": ("--model", "--kind", "--label")}
MAX_MAIL_BYTES = 16 << 20
"""Maximum size of a mail that is sent to the daemon. Sending a larger mail would take longer than starting the
command.
"""
ANSWER_TIMEOUT_S = 10.0


@dataclass(frozen=True, slots=True)
class MailCommandCall:
    """A parsed command line that classifies or learns one mail from standard input."""

    name: str
    workspace: Path
    flags: frozenset[str]
    values: dict[str, str]


def try_answer_by_daemon(arguments: Sequence[str]) -> int | None:
    """Let a running daemon answer a command line. Return the exit status; None if the command must do the work."""
    call = parse_call(arguments)
    client = None if call is None else connect_running_daemon(call.workspace)
    if call is None or client is None:
        return None
    raw = sys.stdin.buffer.read(MAX_MAIL_BYTES + 1)
    with client:
        try:
            status = ask_daemon(call, client, raw) if len(raw) <= MAX_MAIL_BYTES else None
        except MailDaemonError:  # the daemon ended or refused: the command itself reports the problem, if there is one
            status = None
    if status is None:
        sys.stdin = io.TextIOWrapper(io.BufferedReader(ReplayedStream(raw, sys.stdin.buffer)))
    return status


def parse_call(arguments: Sequence[str]) -> MailCommandCall | None:
    """Parse a command line that the daemon can answer. Return None for all other command lines."""
    if len(arguments) < 3 or arguments[0] not in SUPPORTED_FLAGS:
        return None
    name, remaining = arguments[0], list(arguments[1:])
    flags: set[str] = set()
    values: dict[str, str] = {}
    positional: list[str] = []
    while remaining:
        word = remaining.pop(0)
        if word in SUPPORTED_FLAGS[name]:
            flags.add(word)
        elif word in SUPPORTED_OPTIONS[name] and remaining:
            values[word] = remaining.pop(0)
        elif word == "-" or not word.startswith("-"):
            positional.append(word)
        else:
            return None
    is_plain = len(positional) == 2 and positional[1] == "-" and (name != "learn" or "--label" in values)
    return (
        MailCommandCall(name, Path(positional[0]), frozenset(flags), values)
        if is_plain and are_options_supported(values)
        else None
    )


def are_options_supported(values: dict[str, str]) -> bool:
    """Return whether the daemon can answer a call with these option values."""
    words = values.get("--explain", "0")
    return values.get("--kind", "auto") in ("auto", "mail") and words.isascii() and words.isdigit() and len(words) < 5


def ask_daemon(call: MailCommandCall, client: DaemonClient, raw: bytes) -> int | None:
    """Ask the daemon, and print what the command would print. Return the exit status.

    Returns None if the daemon cannot answer.
    """
    options: dict[str, Any] = {"kind": call.values.get("--kind", "auto"), "model": call.values.get("--model")}
    client.set_timeout(ANSWER_TIMEOUT_S)
    if call.name == "learn":
        as_json = "--json" in call.flags
        reply = client.ask("lesson", raw, label=call.values["--label"], hash=as_json, **options)
        if "report" in reply:
            print_learning_report(LearningReport(**reply["report"]), "learnt", as_json=as_json)
        return 0 if "report" in reply else None
    if "--filter" in call.flags:
        options["kind"] = "mail"
    reply = client.ask("verdict", raw, words=int(call.values.get("--explain", "0")), **options)
    if "verdict" not in reply:
        return None
    verdict = verdict_from_record(reply["verdict"])
    if "--filter" in call.flags:
        sys.stdout.buffer.write(insert_verdict_headers(raw, verdict))
    else:
        print_verdicts(reply["model"], [verdict], as_json="--json" in call.flags)
    return exit_status_of([verdict], reply["spam_label"]) if "--exit-code" in call.flags else 0


class ReplayedStream(ReadOnlyStream):
    """A stream of bytes that were already read, followed by the rest of the stream from which they were read."""

    def __init__(self, first: bytes, rest: BinaryIO) -> None:
        super().__init__()
        self._first, self._rest = io.BytesIO(first), rest

    def take(self, n_bytes: int) -> bytes:
        """Return bytes of the first part; after its end, bytes of the rest."""
        return self._first.read(n_bytes) or self._rest.read(n_bytes)
