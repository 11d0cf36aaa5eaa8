"""A judge reads only short mails in its own process, so that no mail can hold up its other clients."""

from __future__ import annotations

import base64
import binascii
import io
import json
import pickle
from collections.abc import Callable
from contextlib import closing
from multiprocessing.reduction import ForkingPickler
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from app.domain.documents import Document, Extracted, Failure, ReadLimits
from app.domain.errors import NoWorkers, SourceError
from app.features.mail_daemon import json_lines
from app.features.mail_daemon.client import DaemonClient
from app.features.mail_daemon.daemon import (
    IN_PROCESS_BYTES,
    LIMITS,
    MAIL_OPTIONS,
    MAX_JUDGED_CHARACTERS,
    MailReaders,
)
from app.features.mail_daemon.json_lines import InvalidQuestion, answer, decode_mail, parse_question
from app.features.mail_daemon.model_daemon import BatchJudge
from app.features.mail_daemon.serving import DaemonServer
from app.features.mail_daemon.spamd_protocol import read_request
from app.library import reading as reading_in_process
from app.library.reading import WorkerReader
from app.readers.mail import body
from app.readers.mail.reading import read_mail
from app.readers.reading import SMALL_BYTES, make_small_reader
from app.store.workspace import Workspace
from tests.app.features.mail_daemon.conftest import Ask
from tests.app.letters import letter
from tests.systems import with_sockets

LINE = b"We meet at noon, and the budget comes with the agenda.\n"
SIZES = (1_000, IN_PROCESS_BYTES, IN_PROCESS_BYTES + 1, SMALL_BYTES - 1)


def mail_of_size(n_bytes: int) -> bytes:
    return (b"Subject: agenda\n\n" + LINE * (n_bytes // len(LINE) + 1))[:n_bytes]


@pytest.fixture
def sizes_read_here(monkeypatch: pytest.MonkeyPatch) -> list[int]:
    """The sizes of all mails that are read in this process."""
    sizes: list[int] = []
    real = make_small_reader

    def noting(*arguments: object) -> Callable[..., object]:
        read = real(*arguments)  # type: ignore[arg-type] # as it is called

        def noted(raw: bytes, *more: object) -> object:
            sizes.append(len(raw))
            return read(raw, *more)  # type: ignore[arg-type]

        return noted

    monkeypatch.setattr(reading_in_process, "make_small_reader", noting)
    return sizes


@with_sockets
def test_every_way_to_ask_reads_longer_mails_in_another_process(
    client: DaemonClient, ask: Ask, sizes_read_here: list[int]
) -> None:
    for mail in map(mail_of_size, SIZES):
        assert client.ask("classify", mail)["label"]
        assert client.ask("verdict", mail)["verdict"]["label"]
        assert client.ask("learn", mail, label="ham", by="hand")["lesson"] == "learnt"
        assert ask(b"CHECK SPAMC/1.5\r\n\r\n" + mail).startswith(b"SPAMD/1.1 0 EX_OK")

    assert max(sizes_read_here) == IN_PROCESS_BYTES


def test_a_batch_reads_longer_mails_in_another_process(
    workspace: Path, tmp_path: Path, sizes_read_here: list[int]
) -> None:
    with Workspace(workspace) as opened:
        (tmp_path / "mail.model").write_bytes(opened.models.content(opened.models.all()[0].name))
    judge = BatchJudge(tmp_path / "mail.model")
    raws = [base64.b64encode(mail_of_size(size)).decode() for size in SIZES]
    told = json.loads(answer(judge.answer_question, json.dumps({"do": "classify", "raws": raws}).encode()))

    assert all("label" in one for one in told["verdicts"])
    assert max(sizes_read_here) == IN_PROCESS_BYTES


def test_both_processes_read_the_same() -> None:
    mail = mail_of_size(SMALL_BYTES - 1)
    readers = MailReaders()

    [here] = reading_in_process.documents_of_bytes(mail, MAIL_OPTIONS, ReadLimits(scan_pages=0))

    assert readers.read_mail(mail) == here


def test_the_worker_sends_back_no_more_than_is_judged() -> None:
    with closing(WorkerReader(MAIL_OPTIONS, LIMITS)) as worker:
        [document] = worker.documents_of_bytes(b"Subject: agenda\n\n" + LINE * 60_000, "-")

    assert isinstance(document, Document)
    assert len(document.text) == MAX_JUDGED_CHARACTERS
    assert "only-the-beginning" in document.flaws
    assert len(pickle.dumps(document)) < 1.1 * MAX_JUDGED_CHARACTERS


LARGE_MAIL = mail_of_size(5 << 20)
MOST_AT_ONCE = 1 << 20
"""Bytes that one call may handle while it holds the GIL: a millisecond or two."""


@pytest.fixture
def sizes_at_once(monkeypatch: pytest.MonkeyPatch) -> list[int]:
    """The sizes of what this process pickles, parses as JSON and decodes; these calls hold the GIL to their end."""
    sizes: list[int] = []

    def note_argument(module: object, name: str) -> None:
        real = getattr(module, name)

        def noted(content: Any, *arguments: object, **options: object) -> object:
            sizes.append(len(content))
            return real(content, *arguments, **options)

        monkeypatch.setattr(module, name, noted)

    real_dumps = ForkingPickler.dumps

    def noted_dumps(*arguments: Any) -> Any:
        pickled = real_dumps(*arguments)
        sizes.append(len(pickled))
        return pickled

    monkeypatch.setattr(ForkingPickler, "dumps", noted_dumps)
    note_argument(json, "loads")
    note_argument(binascii, "a2b_base64")
    return sizes


def test_a_large_mail_goes_to_the_worker_without_being_pickled(sizes_at_once: list[int]) -> None:
    document = MailReaders().read_mail(LARGE_MAIL)

    assert document.text.startswith("We meet at noon")
    assert sizes_at_once
    assert max(sizes_at_once) < MOST_AT_ONCE


def test_a_large_mail_in_json_is_parsed_and_decoded_in_pieces(sizes_at_once: list[int]) -> None:
    line = json.dumps({"id": 7, "do": "classify", "raw": base64.b64encode(LARGE_MAIL).decode()}).encode()
    received: list[bytes] = []

    told = json.loads(answer(lambda question: {"n_bytes": received.append(decode_mail(question))}, line))

    assert (told["id"], received == [LARGE_MAIL]) == (7, True)
    assert max(sizes_at_once) < MOST_AT_ONCE


def test_a_large_mail_is_received_without_a_copy() -> None:
    class Stream(io.BytesIO):
        last_read = b""

        def read(self, n_bytes: int | None = -1, /) -> bytes:
            self.last_read = super().read(n_bytes)
            return self.last_read

    stream = Stream(b"CHECK SPAMC/1.5\r\nContent-length: %d\r\n\r\n" % len(LARGE_MAIL) + LARGE_MAIL)

    assert read_request(stream).body is stream.last_read
    assert stream.last_read == LARGE_MAIL


@pytest.fixture
def tiny_windows(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(json_lines, "LARGE_LINE_BYTES", 300)
    monkeypatch.setattr(json_lines, "MIN_LONG_TEXT_BYTES", 64)  # five escaped characters are shorter
    monkeypatch.setattr(json_lines, "WINDOW_BYTES", 16)


ESCAPES = {"/": ["/", "\\/", "\\u002f"], "+": ["+", "\\u002B"], "=": ["=", "\\u003d"], "A": ["A", "\\u0041"]}
"""Ways in which encoders of JSON write the characters of base64."""
DAMAGES = (
    lambda text: text,
    lambda text: text[:-1],
    lambda text: text + "=",
    lambda text: text[:40] + "=" + text[40:],
    lambda text: text[:40] + "\\n" + text[40:],
    lambda text: text[:40] + '\\"' + text[40:],
    lambda text: text[:40] + "\\\\" + text[40:],
    lambda text: text[:40] + "\\u12" + text[40:],
    lambda text: text[:40] + "\t" + text[40:],
    lambda text: text + '"',
)


@given(
    mail=st.binary(min_size=300, max_size=400),
    choices=st.integers(min_value=0),
    damage=st.sampled_from(DAMAGES),
    other=st.text(max_size=5),
)
@pytest.mark.usefixtures("tiny_windows")
def test_a_large_line_means_what_json_and_base64_say(
    mail: bytes, choices: int, damage: Callable[[str], str], other: str
) -> None:
    forms = (ESCAPES.get(letter, [letter]) for letter in base64.b64encode(mail).decode())
    text = damage("".join(choose[(choices >> number % 64) % len(choose)] for number, choose in enumerate(forms)))
    line = f'{{"id": {json.dumps(other)}, "raw": "{text}", "label": {json.dumps(other)}}}'.encode()

    try:
        question = json.loads(line)
        expected = {**question, "raw": base64.b64decode(question["raw"], validate=True)}
    except ValueError:
        with pytest.raises(InvalidQuestion):
            decode_mail(parse_question(line))
    else:
        question = parse_question(line)
        assert {**question, "raw": decode_mail(question)} == expected


@pytest.mark.parametrize(
    "line",
    [
        b'{"do": "classify", "raw": "' + b"A" * (2 << 20) + b"\n",
        b'{"do": "classify", "raw": "' + b'\\"' * (1 << 20) + b'"}\n',
        b'{"do": "classify", "raw": [' + b"0," * (1 << 20) + b"0]}\n",
        b'{"do": "classify", "raw": "", "label": "' + b"A" * (2 << 20) + b'"}\n',
        b'{"do": "classify", "raw": ["' + b"A" * (2 << 20) + b'"]}\n',
        b"[" * (2 << 20) + b"\n",
    ],
    ids=["no end", "escapes", "numbers", "label", "list", "nested"],
)
def test_a_large_line_that_is_no_question_is_refused(line: bytes, sizes_at_once: list[int]) -> None:
    told = answer(decode_mail, line)  # type: ignore[arg-type] # its answer is not reached

    assert b'"error"' in told
    assert b"defect" not in told
    assert max(sizes_at_once, default=0) <= 2 * MOST_AT_ONCE


def test_a_large_batch_is_decoded_in_pieces(sizes_at_once: list[int]) -> None:
    mails = [mail_of_size(5_000 + number) for number in range(400)]
    line = json.dumps({"do": "classify", "raws": [base64.b64encode(mail).decode() for mail in mails]}).encode()

    question = parse_question(line)

    assert [json_lines.decode_base64(text) for text in question["raws"]] == mails
    assert "raw" not in question
    assert max(sizes_at_once) < MOST_AT_ONCE


@with_sockets
def test_the_daemon_leaves_a_mail_with_a_long_text_to_the_command(client: DaemonClient) -> None:
    short, long = (mail_of_size(MAX_JUDGED_CHARACTERS + extra) for extra in (-1_000, 1_000))
    mailbox = b"From a@example.org Mon Jan  6 10:00:00 2025\n" + short

    for do, more in (("verdict", {}), ("lesson", {"label": "ham"})):
        assert "elsewhere" not in client.ask(do, short, **more)
        assert "elsewhere" not in client.ask(do, mailbox, **more)
        assert client.ask(do, long, **more)["elsewhere"]


def test_one_process_reads_mail_after_mail(monkeypatch: pytest.MonkeyPatch) -> None:
    made: list[WorkerReader] = []
    real = WorkerReader.__init__

    def noting(self: WorkerReader, *arguments: object) -> None:
        made.append(self)
        real(self, *arguments)  # type: ignore[arg-type] # as it is called

    monkeypatch.setattr(WorkerReader, "__init__", noting)
    readers = MailReaders(max_kept=1)
    for number in range(3):
        assert readers.read_mail(mail_of_size(IN_PROCESS_BYTES + 1 + number)).text
    readers.close()

    assert len(made) == 1


def test_where_no_process_can_be_started_a_small_mail_is_still_judged(monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse(self: WorkerReader, raw: bytes, name: str) -> list[Extracted]:
        raise NoWorkers("none left")

    monkeypatch.setattr(WorkerReader, "documents_of_bytes", refuse)
    readers = MailReaders()

    assert readers.read_mail(mail_of_size(SMALL_BYTES)).text
    with pytest.raises(NoWorkers):
        readers.read_mail(mail_of_size(SMALL_BYTES + 1))


class GivesUp:
    """Readers whose worker ends over every mail, for a reason."""

    def __init__(self, reason: str) -> None:
        self._reason = reason

    def documents(self, _raw: bytes, *_more: object) -> list[Extracted]:
        return [Failure("-", "", self._reason)]


@pytest.mark.parametrize("reason", ["timeout", "memory", "crash"])
@with_sockets
def test_a_mail_that_costs_too_much_is_judged_by_its_beginning_and_that_is_said(
    server: DaemonServer, client: DaemonClient, ask: Ask, monkeypatch: pytest.MonkeyPatch, reason: str
) -> None:
    whole = client.ask("classify", letter("spam", 770))
    assert not whole["cut"]
    monkeypatch.setattr(MailReaders, "read_documents", GivesUp(reason).documents)
    long = letter("spam", 770) + b"x" * 300_000

    cut = client.ask("classify", long)

    assert (cut["label"], cut["cut"]) == ("spam", True)
    report = ask(b"REPORT SPAMC/1.5\r\nContent-length: %d\r\n\r\n" % len(long) + long)
    assert b"Only a part of the mail was read" in report


def test_a_mail_that_cannot_be_read_is_not_read_by_its_beginning(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(MailReaders, "read_documents", GivesUp("empty").documents)
    with pytest.raises(SourceError, match="empty"):
        MailReaders().read_mail(letter("spam", 771))


def test_the_time_for_the_parts_of_a_mail_is_that_of_the_processor(monkeypatch: pytest.MonkeyPatch) -> None:
    """A machine that is busy with something else must not change what is read."""
    parts = b"".join(b"--b\r\nContent-Type: text/plain\r\n\r\nword%d\r\n" % number for number in range(20))
    mail = (
        b"Subject: s\r\nMIME-Version: 1.0\r\nContent-Type: multipart/mixed; boundary=b\r\n\r\n" + parts + b"--b--\r\n"
    )
    clock = iter(range(0, 10**9, 1_000))
    with monkeypatch.context() as patching:
        patching.setattr(body.time, "monotonic", lambda: float(next(clock)))
        assert read_mail(mail, path="m").flaws == ()
    with monkeypatch.context() as patching:
        patching.setattr(body.time, "thread_time", lambda: float(next(clock)))
        document = read_mail(mail, path="m")
    assert "out-of-time" in document.flaws
    assert "word19" not in document.text
