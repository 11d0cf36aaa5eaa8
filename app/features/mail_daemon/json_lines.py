"""The daemon's protocol of JSON lines: one request and one answer per line, over a connection that stays open.

A request has `do` (classify, explain, learn, forget, status; verdict and lesson for the command line), an `id` that is
returned, and the mail as `raw` in base64 or, to learn a mail, the `ticket` of an earlier answer. `classify` with `keep`
false stores no mail and returns no ticket. An answer has at most half a megabyte. An error is an answer too; its
`again` is true if a retry may succeed.

For the command line, the daemon answers exactly as the command itself would, which saves the start-up time of the
command. It answers `elsewhere` if the command must do the work itself: the input is not exactly one readable mail, or
the model is not in memory.
"""

from __future__ import annotations

import base64
import binascii
import json
import math
import os
import secrets
import time
import traceback
from collections.abc import Callable, Iterator, Mapping
from dataclasses import asdict, dataclass
from typing import Any

from app.domain.documents import Document, ReadLimits, SourceOptions
from app.domain.errors import AppError, StoreError
from app.domain.sentences import sentence_for
from app.domain.streams import to_json_text
from app.features.mail_daemon.client import record_from_verdict
from app.features.mail_daemon.daemon import MAX_JUDGED_CHARACTERS, JudgedMail, MailJudge
from app.features.mail_daemon.spamd_protocol import MAX_MAIL_BYTES
from app.library.reading import is_one_mail

MAX_QUESTION_BYTES = MAX_MAIL_BYTES * 4 // 3 + 4_096
MAX_TERMS, DEFAULT_TERMS, MAX_WORD_LENGTH = 50, 8, 200
LARGE_LINE_BYTES = 1 << 20
"""Maximum size of lines that `json.loads` parses. It holds the GIL: for 160 ms with a mail of 30 MB."""
MIN_LONG_TEXT_BYTES = 512
"""In larger lines, texts of at least this size become a `LongText`."""
WINDOW_BYTES = 1 << 18
"""Maximum number of bytes that are processed while the GIL is held once."""
DECODED_WINDOW_BYTES, PAUSE_S = 1 << 16, 0.0001
"""Maximum number of bytes that are decoded at once, and the pause after them.

A verdict on a small mail takes the GIL about twenty times. Without the pause, it waited each time for a whole turn of
the thread that decodes a mail of 30 MB: up to 170 ms.
"""
MAX_ESCAPE_BYTES = 6
WHOLE_MAIL_LIMITS = ReadLimits(text_characters=MAX_JUDGED_CHARACTERS)
"""Read limits of the command line. A text that is longer than this is left to the command."""


class InvalidQuestion(Exception):
    """Raised if a request is invalid."""


@dataclass(frozen=True, slots=True)
class LongText:
    """A long text in a line of JSON, as it is there, without its quotation marks."""

    content: memoryview

    def decode_base64(self) -> bytes:
        """Return the decoded bytes. The GIL is held for at most one window at a time.

        Raises:
            ValueError: The text is not base64.
        """
        decoded: list[bytes] = []
        start, rest = 0, b""
        while start < len(self.content):
            end = self._end_of_window(start)
            window = bytes(self.content[start:end])
            if b"\\" in window:
                window = json.loads(f'"{window.decode("ascii")}"').encode("ascii")
            characters, start = rest + window, end
            is_last = end == len(self.content)
            # Padding may follow four whole characters, so the last four are decoded together with what follows.
            n_whole = len(characters) if is_last else max(len(characters) - 4, 0) // 4 * 4
            whole, rest = characters[:n_whole], characters[n_whole:]
            if not is_last and b"=" in whole:
                raise ValueError("base64 with padding before its end")
            decoded.append(binascii.a2b_base64(whole, strict_mode=True) if whole else b"")
            if not is_last:
                time.sleep(PAUSE_S)
        return b"".join(decoded)

    def _end_of_window(self, start: int) -> int:
        """Return the end of a window. It is moved to before an escape such as `\\u002b` that would be divided."""
        end = start + DECODED_WINDOW_BYTES
        if end >= len(self.content):
            return len(self.content)
        escape = bytes(self.content[end - MAX_ESCAPE_BYTES : end]).find(b"\\")
        return end if escape < 0 else end - MAX_ESCAPE_BYTES + escape


def answer_lines(
    answer_question: Callable[[dict[str, Any]], dict[str, Any]], read_line: Callable[[int], bytes]
) -> Iterator[bytes]:
    """Yield the answer to each line of a connection, until the connection ends or a line is too long.

    `read_line` gets the maximum number of bytes of a line.
    """
    while True:
        try:
            line = read_line(MAX_QUESTION_BYTES)
        except AppError as error:
            yield to_json_line({"error": str(sentence_for(error)), "again": True})
            return
        if not line:
            return
        if not line.endswith(b"\n"):
            yield to_json_line({"error": "The question is too long, or was cut short."})
            return
        if not line.isspace():
            yield answer(answer_question, line)


def answer(answer_question: Callable[[dict[str, Any]], dict[str, Any]], line: bytes) -> bytes:
    """Return the answer to one line. Errors become answers."""
    number: Any = None
    try:
        question = parse_question(line)
        number = question_id(question)
        result = answer_question(question)
    except InvalidQuestion as error:
        result = {"error": str(error)}
    except AppError as error:
        result = {"error": str(sentence_for(error)), "again": isinstance(error, StoreError)}
    except Exception:  # a bug fails one question, not the connection
        traceback.print_exc()
        result = {"error": "The judge has a defect that this question met. Its standard error has a report."}
    return to_json_line({"id": number, **result})


def parse_question(line: bytes) -> dict[str, Any]:
    """Return the object in a line of JSON. In a large line, the mails become `LongText` objects."""
    is_large = len(line) > LARGE_LINE_BYTES
    structure, texts = cut_long_texts(line) if is_large else (line, {})
    try:
        question = json.loads(structure)
    except (ValueError, RecursionError) as error:
        raise InvalidQuestion("The question is not JSON.") from error
    if not isinstance(question, dict):
        raise InvalidQuestion("The question is not an object.")
    return put_back_mails(question, texts) if texts else question


def cut_long_texts(line: bytes) -> tuple[bytes, dict[str, LongText]]:
    """Return a line of JSON in which a name replaces each long text, and these texts by name.

    The time is linear in the size of the line.

    Raises:
        InvalidQuestion: A text has no end, or what remains is too large.
    """
    view, secret = memoryview(line), secrets.token_hex()  # a text in the line cannot pass for a name
    pieces: list[bytes] = []
    texts: dict[str, LongText] = {}
    n_kept = copied_to = 0
    position = find_in_windows(line, b'"', 0)
    while position >= 0:
        begin, end = position + 1, end_of_text(line, position + 1)
        if end - begin >= MIN_LONG_TEXT_BYTES:
            name = f"{secret}{len(texts)}"
            pieces += [line[copied_to:begin], name.encode("ascii")]
            texts[name] = LongText(view[begin:end])
            n_kept, copied_to = n_kept + begin - copied_to, end
        if n_kept + end - copied_to > LARGE_LINE_BYTES:
            raise InvalidQuestion("The question is too long.")
        position = find_in_windows(line, b'"', end + 1)
    if n_kept + len(line) - copied_to > LARGE_LINE_BYTES:
        raise InvalidQuestion("The question is too long.")
    return b"".join([*pieces, line[copied_to:]]), texts


def end_of_text(line: bytes, begin: int) -> int:
    """Return the position of the quotation mark that ends a JSON string. The string begins at `begin`."""
    end = find_in_windows(line, b'"', begin)
    while end >= 0:
        before = end
        while before > begin and line[before - 1] == ord("\\"):
            before -= 1
        if (end - before) % 2 == 0:
            return end
        end = find_in_windows(line, b'"', end + 1)
    raise InvalidQuestion("The question is not JSON.")


def find_in_windows(line: bytes, character: bytes, start: int) -> int:
    """Return the position of a character, searched from `start` on; -1 if it does not occur."""
    while start < len(line):
        found = line.find(character, start, start + WINDOW_BYTES)
        if found >= 0:
            return found
        start += WINDOW_BYTES
    return -1


def put_back_mails(question: dict[str, Any], texts: Mapping[str, LongText]) -> dict[str, Any]:
    """Return the request with the long texts inserted as its mails, `raw` and `raws`.

    Raises:
        InvalidQuestion: A text other than a mail is that long.
    """
    raw, raws = question.get("raw"), question.get("raws")
    names = [raw, *(raws if isinstance(raws, list) else ())]
    mails = [texts.get(name, name) if isinstance(name, str) else name for name in names]
    if sum(isinstance(mail, LongText) for mail in mails) < len(texts):
        raise InvalidQuestion("The question is too long.")
    return {**question, **({"raw": mails[0]} if raw else {}), **({"raws": mails[1:]} if raws else {})}


def question_id(question: dict[str, Any]) -> Any:
    """Return the `id` of a request.

    Raises:
        InvalidQuestion: The `id` is not valid JSON. Python's parser also accepts NaN and infinities.
    """
    number = question.get("id")
    try:
        to_json_text(number)
    except (ValueError, RecursionError) as error:
        raise InvalidQuestion("The `id` of the question is not JSON.") from error
    return number


def answer_question(judge: MailJudge, question: dict[str, Any]) -> dict[str, Any]:
    """Do what a request asks for, and return its answer."""
    match question.get("do"):
        case "classify":
            keeps = question.get("keep") is not False
            judgement = judge.judge(decode_mail(question), parse_n_terms(question, DEFAULT_TERMS), gives_ticket=keeps)
            return judgement_record(judgement)
        case "explain":
            return judgement_record(judge.judge(decode_mail(question), parse_n_terms(question, MAX_TERMS)))
        case "learn":
            label, is_by_person = question.get("label"), question.get("by") in ("hand", "confirm")
            if not isinstance(label, str):
                raise InvalidQuestion("A lesson needs a `label`.")
            return {"lesson": judge.teach(decode_mail_or_ticket(question), label, is_by_person=is_by_person).value}
        case "forget":
            return {"lesson": judge.forget(decode_mail_or_ticket(question)).value}
        case "verdict":
            return full_verdict(judge, decode_mail(question), question)
        case "lesson":
            return learn_for_command(judge, decode_mail(question), question)
        case "status":
            return status(judge)
        case _:
            raise InvalidQuestion("The question has no `do` that is known: classify, explain, learn, forget or status.")


def decode_mail_or_ticket(question: dict[str, Any]) -> bytes | str:
    """Return the mail that a request to learn or forget contains; without a mail, its ticket."""
    ticket = question.get("ticket")
    return ticket if isinstance(ticket, str) and "raw" not in question else decode_mail(question)


def status(judge: MailJudge) -> dict[str, Any]:
    """Return the answer to `status`: process, model, labels, numbers of classified and learnt mails, and trials."""
    return {
        "process": os.getpid(),
        "model": judge.model_name,
        "labels": list(judge.labels),
        "spam_label": judge.spam_label,
        "judged": judge.n_judged,
        "lessons": judge.n_lessons,
        "trials": [
            {
                "place": place,
                "would_file": report.n_would_be_filed,
                "decided": report.n_decided,
                "elsewhere": report.n_relabelled,
            }
            for place, report in judge.trials.items()
        ],
    }


def decode_mail(question: dict[str, Any]) -> bytes:
    """Return the mail in a request, decoded from base64."""
    raw = question.get("raw")
    if not isinstance(raw, str | LongText):
        raise InvalidQuestion("The question needs the mail as `raw`, in base64.")
    try:
        return decode_base64(raw)
    except ValueError as error:
        raise InvalidQuestion("`raw` is not base64.") from error


def decode_base64(text: str | LongText) -> bytes:
    """Return the decoded bytes.

    Raises:
        ValueError: The text is not base64.
    """
    return text.decode_base64() if isinstance(text, LongText) else base64.b64decode(text, validate=True)


def parse_n_terms(question: dict[str, Any], default: int) -> int:
    """Return the number of words to explain: `words` in the request, at most MAX_TERMS; without it, `default`."""
    wanted = question.get("words", default)
    return min(max(wanted, 0), MAX_TERMS) if isinstance(wanted, int) and not isinstance(wanted, bool) else default


def judgement_record(judgement: JudgedMail) -> dict[str, Any]:
    """Return a verdict on a mail as a dict for JSON."""
    verdict = judgement.verdict
    return {
        "label": verdict.label,
        "probability": verdict.probability,
        "unsure": verdict.is_unsure,
        "unlike": verdict.is_unlike,
        "by_hand": judgement.is_labelled_by_person,
        "cut": judgement.is_cut,
        "ticket": judgement.ticket,
        "words": [[term.word[:MAX_WORD_LENGTH], finite_or_none(term.term)] for term in verdict.terms],
        "rest": finite_or_none(verdict.rest),
        "prior": finite_or_none(verdict.prior_term),
        "score": None if verdict.odds is None else finite_or_none(verdict.odds),
    }


def finite_or_none(value: float) -> float | None:
    """Return a number; None in place of infinities and NaN, which JSON does not have."""
    return value if math.isfinite(value) else None


def to_json_line(result: dict[str, Any]) -> bytes:
    """Return an answer as one line of JSON."""
    return to_json_text(result).encode("utf-8") + b"\n"


ANSWER_ELSEWHERE: Mapping[str, Any] = {"elsewhere": True}


def full_verdict(judge: MailJudge, raw: bytes, question: Mapping[str, Any]) -> dict[str, Any]:
    """Return the model's verdict on a mail with all details. Labels that a person gave are ignored."""
    document = mail_for_command(judge, raw, question)
    n_terms = question.get("words", 0)
    if document is None or type(n_terms) is not int or n_terms < 0:
        return dict(ANSWER_ELSEWHERE)
    judged = judge.judge_for_command(document, n_terms, requested_model(question))
    if judged is None:
        return dict(ANSWER_ELSEWHERE)
    model, verdict, spam_label = judged
    return {"model": model, "verdict": record_from_verdict(verdict), "spam_label": spam_label}


def learn_for_command(judge: MailJudge, raw: bytes, question: Mapping[str, Any]) -> dict[str, Any]:
    """Learn the mail `raw` with the label in the request, as the command line would, and return the report."""
    document, label = mail_for_command(judge, raw, question), question.get("label")
    if document is None or not isinstance(label, str):
        return dict(ANSWER_ELSEWHERE)
    asks_hash = question.get("hash") is True
    report = judge.learn_for_command(document, label, requested_model(question), asks_hash=asks_hash)
    return dict(ANSWER_ELSEWHERE) if report is None else {"report": asdict(report)}


def mail_for_command(judge: MailJudge, raw: bytes, question: Mapping[str, Any]) -> Document | None:
    """Return the mail, if the input is exactly one readable mail and its text is not long; else None.

    Classifying a whole long text would delay other clients by a second.
    """
    kind = question.get("kind", "auto")
    is_long_mailbox = raw.startswith(b"From ") and len(raw) > LARGE_LINE_BYTES  # is searched for a second mail
    if kind not in ("auto", "mail") or is_long_mailbox or not is_one_mail(raw, kind):
        return None
    documents = judge.readers.read_documents(raw, SourceOptions(kind=kind, labels_from="none"), WHOLE_MAIL_LIMITS)
    whole = [each for each in documents if isinstance(each, Document) and "only-the-beginning" not in each.flaws]
    return whole[0] if len(documents) == len(whole) == 1 else None


def requested_model(question: Mapping[str, Any]) -> str | None:
    """Return the name of the model in a request; None if it names none."""
    model = question.get("model")
    if not isinstance(model, str):
        return None
    try:
        model.encode("utf-8")
    except UnicodeEncodeError as error:
        raise InvalidQuestion("The name of the model is not text.") from error
    return model
