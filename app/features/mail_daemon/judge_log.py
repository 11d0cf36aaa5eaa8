"""The mail daemon's log: one line per verdict and per lesson, with its time, for `serve --log`.

A line never has text of a mail. It has the subject only if the administrator asks for it, because logs are kept longer
and read by more people than mail.
"""

from __future__ import annotations

import re
import time
from collections.abc import Callable
from contextlib import suppress

from app.domain.results import DocumentVerdict

MAX_HEADER_BYTES = 64 << 10
MAX_VALUE_LENGTH = 200


class JudgeLog:
    """Writes lines with `write`, which has to make them safe for a terminal. Thread-safe if `write` is."""

    def __init__(self, write: Callable[[str], object], *, shows_subjects: bool = False) -> None:
        self._write, self._shows_subjects = write, shows_subjects

    def note_verdict(
        self,
        raw: bytes,
        verdict: DocumentVerdict,
        began_s: float,
        *,
        queue_id: str = "",
        subject: str = "",
        is_cut: bool = False,
    ) -> None:
        """Write a verdict. `began_s` is the start of the request by `time.monotonic`."""
        facts = {
            "label": verdict.label or "undecided",
            "probability": f"{verdict.probability or 0.0:.4f}",
            "unsure": "yes" if verdict.is_unsure else "no",
        }
        if is_cut:
            facts["read"] = "partly"
        self._write_line("verdict", facts, raw, began_s, queue_id, subject)

    def note_failure(self, raw: bytes, error: Exception, began_s: float, *, queue_id: str = "") -> None:
        """Write that a mail got no verdict."""
        reason = getattr(error, "reason", "") or type(error).__name__
        self._write_line("no-verdict", {"reason": str(reason)}, raw, began_s, queue_id)

    def note_lesson(self, mail: bytes | str, label: str, answer: str) -> None:
        """Write a lesson; `mail` is the mail or its ticket, and `label` is empty for one that was forgotten."""
        facts = {"label": label or "none", "answer": answer}
        self._write_line("lesson", facts, mail if isinstance(mail, bytes) else b"")

    def _write_line(
        self,
        kind: str,
        facts: dict[str, str],
        raw: bytes,
        began_s: float | None = None,
        queue_id: str = "",
        subject: str = "",
    ) -> None:
        values = dict(facts)
        if raw:
            values["bytes"] = str(len(raw))
        if began_s is not None:
            values["ms"] = f"{1000 * (time.monotonic() - began_s):.0f}"
        if queue_id:
            values["queue"] = queue_id
        head = raw[:MAX_HEADER_BYTES]
        if message_id := header_text(head, b"message-id"):
            values["id"] = message_id
        if self._shows_subjects and subject:
            values["subject"] = subject
        words = " ".join(f"{name}={value_word(value)}" for name, value in values.items())
        with suppress(OSError, ValueError):  # a log that cannot be written must not stop mail
            self._write(f"{time.strftime('%Y-%m-%d %H:%M:%S')} {kind} {words}")


def value_word(value: str) -> str:
    """Return a value as one word; one with spaces or quotation marks is quoted."""
    short = value[:MAX_VALUE_LENGTH]
    if short and not re.search(r"[\s\"=]", short):
        return short
    escaped = short.replace("\\", "\\\\").replace('"', '\\"')
    return f'"{escaped}"'


def header_text(head: bytes, name: bytes) -> str:
    """Return the first value of a header in one line, as it stands; empty if there is none."""
    end = re.search(rb"\r?\n\r?\n", head)
    header = head[: end.start()] if end else head
    found = re.search(rb"(?im)^" + re.escape(name) + rb":[ \t]*(.*(?:\n[ \t].*)*)", header)
    return "" if found is None else " ".join(found[1].decode("utf-8", "replace").split())
