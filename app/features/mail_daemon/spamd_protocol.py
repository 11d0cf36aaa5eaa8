"""The protocol of SpamAssassin's spamd, for `spamc` and the mail programs that support it.

One request per connection: a line with the command, headers, an empty line, and the mail. A truncated mail is neither
classified nor learnt. On an error, the answer has an exit code of `sysexits.h` and no verdict.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass, field
from enum import IntEnum
from typing import BinaryIO

from app.domain.errors import AppError
from app.domain.sentences import sentence_for
from app.features.classify.mail_headers import find_end_of_head, split_with_verdict_headers
from app.features.mail_daemon.daemon import JudgedMail, LessonAnswer, MailJudge

MAX_MAIL_BYTES = 64 << 20
MAX_LINE_BYTES, MAX_HEADERS = 4_096, 64
MAX_HEAD_CHARACTERS = 16_384
"""Maximum total number of characters (and so of bytes) of all headers of a request. `spamc` sends a few hundred."""
MAX_REWRITTEN_BYTES = 1 << 20
"""Maximum size of a mail's header section that PROCESS and HEADERS rewrite.

Splitting it into lines holds the GIL: 20 ms for this size, and half a second for a mail of 30 MB without an empty line.
"""
REPORTED_TERMS = 15
THRESHOLD = 5.0
"""Score from which mail counts as spam. Scores are from 0 to 10, as in spamd. Mail that is surely spam has at least
this score, all other mail less.
"""
EXPLAINING_COMMANDS = ("SYMBOLS", "REPORT", "REPORT_IFSPAM")
JUDGING_COMMANDS = ("CHECK", "PROCESS", "HEADERS", *EXPLAINING_COMMANDS)


class ExitCode(IntEnum):
    """Exit codes of `sysexits.h`."""

    EX_OK = 0
    EX_USAGE = 64
    EX_NOINPUT = 66
    EX_TEMPFAIL = 75
    EX_PROTOCOL = 76
    EX_CONFIG = 78


@dataclass(frozen=True, slots=True)
class Request:
    """A parsed request."""

    command: str
    headers: dict[str, str] = field(default_factory=dict)
    body: bytes = b""


class Refusal(Exception):
    """Raised if a request cannot be answered. It has an exit code and a sentence for the client."""

    def __init__(self, code: ExitCode, sentence: str) -> None:
        super().__init__(code, sentence)
        self.code, self.sentence = code, sentence


Answer = Sequence[bytes | memoryview]
"""The parts of an answer, to be sent one after the other. Joining them would copy a large mail while the GIL is
held.
"""


def answer(judge: MailJudge, stream: BinaryIO) -> Answer:
    """Read one request and return the complete answer."""
    try:
        request = read_request(stream)
        if request.command == "PING":
            return (b"SPAMD/1.5 0 PONG\r\n",)
        if request.command == "TELL":
            return answer_lesson(judge, request)
        if request.command in JUDGING_COMMANDS:
            return answer_check(judge, request)
        raise Refusal(ExitCode.EX_PROTOCOL, "The command is not known.")
    except Refusal as refusal:
        return make_response(refusal.code, refusal.sentence)
    except AppError as error:
        return make_response(ExitCode.EX_TEMPFAIL, str(sentence_for(error)))


def read_request(stream: BinaryIO) -> Request:
    """Read a command, its headers and its mail, within the size limits."""
    words = read_line(stream).split()
    if len(words) < 2 or not words[1].upper().startswith("SPAMC/"):
        raise Refusal(ExitCode.EX_PROTOCOL, "This is not a request of spamc.")
    headers: dict[str, str] = {}
    n_headers = n_characters = 0  # of lines, because one name may be repeated
    while line := read_line(stream):
        name, _, value = line.partition(":")
        headers[name.strip().lower()] = value.strip()
        n_headers, n_characters = n_headers + 1, n_characters + len(line)
        if n_headers > MAX_HEADERS or n_characters > MAX_HEAD_CHARACTERS:
            raise Refusal(ExitCode.EX_PROTOCOL, "The request has too many headers.")
    return Request(words[0].upper(), headers, b"" if words[0].upper() == "PING" else read_body(stream, headers))


def read_line(stream: BinaryIO) -> str:
    """Read one line and return it without its line end."""
    line = stream.readline(MAX_LINE_BYTES)
    if len(line) == MAX_LINE_BYTES and not line.endswith(b"\n"):
        raise Refusal(ExitCode.EX_PROTOCOL, "A line of the request is too long.")
    return line.decode("latin-1").rstrip("\r\n")


def read_body(stream: BinaryIO, headers: dict[str, str]) -> bytes:
    """Return the mail: `content-length` bytes, or all bytes until the end of the stream."""
    announced = headers.get("content-length", "")
    if announced and not announced.isdecimal():
        raise Refusal(ExitCode.EX_USAGE, "The length of the mail is no number.")
    wanted = int(announced) if announced else MAX_MAIL_BYTES + 1
    if announced and wanted > MAX_MAIL_BYTES:
        raise Refusal(ExitCode.EX_NOINPUT, "The mail is too large.")
    # One call for all: it receives into the bytes that it returns, and a large mail is never copied.
    body = stream.read(wanted)
    if announced and len(body) < wanted:
        raise Refusal(ExitCode.EX_NOINPUT, "The mail was cut short.")
    if len(body) > MAX_MAIL_BYTES:
        raise Refusal(ExitCode.EX_NOINPUT, "The mail is too large.")
    return body


def answer_lesson(judge: MailJudge, request: Request) -> Answer:
    """Answer TELL: learn or forget a mail.

    The answer has a `DidSet` or `DidRemove` header only if something changed.
    """
    set_places = {place.strip().lower() for place in request.headers.get("set", "").split(",")}
    remove_places = {place.strip().lower() for place in request.headers.get("remove", "").split(",")}
    if "local" in set_places:
        lesson = judge.teach(request.body, label_of_class(judge, request.headers.get("message-class", "")))
        change_header = "DidSet: local\r\n" if lesson is LessonAnswer.LEARNT else ""
    elif "local" in remove_places:
        lesson = judge.forget(request.body)
        change_header = "DidRemove: local\r\n" if lesson is LessonAnswer.FORGOTTEN else ""
    else:
        raise Refusal(ExitCode.EX_USAGE, "Only the local database can be taught; nothing is reported to anybody.")
    return make_response(ExitCode.EX_OK, "", extra=change_header)


def label_of_class(judge: MailJudge, kind: str) -> str:
    """Return the label in the workspace for the message class `kind`, which is spam or ham."""
    spam = known_spam_label(judge.spam_label)
    if kind.lower() == "spam":
        return spam
    others = [label for label in judge.labels if label != spam]
    if kind.lower() != "ham" or not others:
        raise Refusal(ExitCode.EX_USAGE, "A lesson needs the message class spam or ham.")
    return "ham" if "ham" in others else others[0]


def known_spam_label(label: str | None) -> str:
    """Return the model's spam label `label`; raise Refusal if it is None."""
    if label is None:
        raise Refusal(ExitCode.EX_CONFIG, "No label of the model is named like spam.")
    return label


def answer_check(judge: MailJudge, request: Request) -> Answer:
    """Classify a mail, and return the answer in the form that the command asks for."""
    is_rewritten = request.command in ("PROCESS", "HEADERS") and len(request.body) > MAX_REWRITTEN_BYTES
    if is_rewritten and find_end_of_head(request.body[:MAX_REWRITTEN_BYTES]) == MAX_REWRITTEN_BYTES:
        raise Refusal(ExitCode.EX_NOINPUT, "The header of the mail is too large.")
    judgement = judge.judge(
        request.body, REPORTED_TERMS if request.command in EXPLAINING_COMMANDS else 0, gives_ticket=False
    )
    spam = known_spam_label(judgement.spam_label)
    is_spam = judgement.verdict.label == spam and not judgement.verdict.is_unsure
    line = f"Spam: {is_spam} ; {spamd_score(judgement, spam):.1f} / {THRESHOLD:.1f}\r\n"
    return make_response(ExitCode.EX_OK, "", body=answer_body(request, judgement, is_spam=is_spam), extra=line)


def spamd_score(judgement: JudgedMail, spam: str) -> float:
    """Return ten times the probability of spam. It is clamped so that it is on the same side of the threshold as the
    verdict.
    """
    verdict = judgement.verdict
    if verdict.label is None or verdict.probability is None:
        return 0.0
    points = 10 * (verdict.probability if verdict.label == spam else 1 - verdict.probability)
    if verdict.is_unsure or verdict.label != spam:
        return min(math.floor(points * 10) / 10, THRESHOLD - 0.1)
    return max(points, THRESHOLD)


def answer_body(request: Request, judgement: JudgedMail, *, is_spam: bool) -> Answer:
    """Return the body of an answer; empty for commands that have none."""
    if request.command == "SYMBOLS":
        return (",".join(to_symbol(term.word) for term in judgement.verdict.terms).encode() + b"\r\n",)
    if request.command == "REPORT" or (request.command == "REPORT_IFSPAM" and is_spam):
        return (report_text(judgement).encode(),)
    if request.command == "PROCESS":
        return split_with_verdict_headers(request.body, judgement.verdict)
    if request.command == "HEADERS":
        return (split_with_verdict_headers(request.body, judgement.verdict)[0] + b"\r\n",)
    return ()


def to_symbol(word: str) -> str:
    """Return a word for the comma-separated list of SYMBOLS: commas and white space become underscores."""
    return "".join("_" if character == "," or character.isspace() else character for character in word)


def report_text(judgement: JudgedMail) -> str:
    """Return the verdict as readable text: label, probability, and the weight of each word."""
    verdict = judgement.verdict
    by = " (told by a person)" if judgement.is_labelled_by_person else " (unsure)" if verdict.is_unsure else ""
    lines = [f"{verdict.label or 'undecided'} {100 * (verdict.probability or 0):.1f} %{by}"]
    lines += [f"{term.term:+9.3f}  {term.word}" for term in verdict.terms]
    if judgement.is_cut:
        lines.append("Only a part of the mail was read: all of it would have taken too long.")
    if verdict.terms:
        lines.append(f"{verdict.rest + verdict.prior_term + verdict.absent_term:+9.3f}  everything else")
    return "\r\n".join(" ".join(line.split("\n")) for line in lines) + "\r\n"


def make_response(code: ExitCode, sentence: str, *, body: Answer = (), extra: str = "") -> Answer:
    """Return an answer with status line, headers and body, as spamd sends it."""
    parts = (sentence.encode("utf-8") + b"\r\n",) if sentence else body
    n_bytes = sum(len(part) for part in parts)
    head = f"SPAMD/1.1 {code.value} {code.name}\r\n{extra}Content-length: {n_bytes}\r\n\r\n"
    first = b"".join(parts[:1])  # always small, so that short answers are sent at once
    return (head.encode("ascii") + first, *parts[1:])
