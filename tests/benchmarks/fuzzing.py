"""Fuzz what strangers send, guided by coverage: inputs that reach a new line are changed further.

python -m tests.benchmarks.fuzzing [--target mail] [--seconds 600] [--seed N] [--write] [--atheris]

The targets are the readers of mail and files, models and workspaces, the daemon's protocols and tables, and lessons.
An input has to end with its result or with an error that the target declares, within a limit of processor time.
Anything else is a fault: the input is shrunk and kept in the folder named at the end. With --write, inputs that reach
new lines are added to the corpus (`tests/app/fuzz_corpus/TARGET`), each as small as it can be made.

The loop is our own, with the interpreter's line events: it needs no compiler and runs on every system and version. It
reaches some hundred inputs a second; `tests.benchmarks.mutants` reaches more, without guidance and in worker processes.
With --atheris, libFuzzer changes the inputs and is guided by bytecode: thousands a second, where `pip install atheris`
succeeds. It runs each target in a process of its own, from the same corpus; --write then takes from its inputs those
that reach lines which the corpus does not.
"""

from __future__ import annotations

import argparse
import gc
import random
import re
import subprocess
import sys
import tempfile
import time
import traceback
from collections.abc import Callable, Iterable, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from functools import cache, partial
from hashlib import blake2b
from importlib import import_module
from io import BytesIO
from pathlib import Path
from pkgutil import walk_packages
from types import CodeType, FrameType, FunctionType
from typing import Any

from app.domain.documents import Document, Extracted, Failure, ReadLimits, SourceOptions
from app.domain.errors import FAILURE_REASONS, AppError
from app.domain.jobs import NoOpJobContext
from app.features.mail_daemon import json_lines, milter, spamd_protocol
from app.features.mail_daemon.connecting import read_settings
from app.features.mail_daemon.users import read_users
from app.features.teaching.lessons import read_lesson
from app.features.train.training import TrainingOrder, train
from app.library.recipes import RecipeRequest
from app.library.workspaces import check
from app.readers.documents import office
from app.readers.kinds import HEAD_BYTES, kind_of
from app.readers.mail.reading import read_mail
from app.readers.parsers import TextParser
from app.readers.reading import make_small_reader, read_bytes
from app.readers.reading_failures import Unreadable
from app.store.workspace import Workspace
from nbengine.errors import EngineError
from nbengine.models.persistence import model_from_bytes, model_to_bytes
from nbengine.packing import MAGIC, PackedContent, pack_content
from tests.app.readers import making
from tests.benchmarks.workspace_mutants import PAGE_BYTES, live_in, shown

ROOT = Path(__file__).parents[2]
CORPUS = ROOT / "tests" / "app" / "fuzz_corpus"
TRACED = (str(ROOT / "app"), str(ROOT / "nbengine"), str(ROOT / "packaging"))
MOST_BYTES = 4_000
MOST_S, SLOW_WITHOUT_TRACE_S = 10.0, 1.0
"""Processor time for one input; tracing takes twenty times as long as running."""
Line = tuple[int, int]


@dataclass(frozen=True)
class Target:
    """What is fuzzed: a function, the errors it may raise, and words that its inputs are made of."""

    run: Callable[[bytes], object]
    errors: tuple[type[Exception], ...] = (AppError,)
    words: tuple[bytes, ...] = ()
    cost: int = 1
    """How many times as long as others one input takes; the test gives so many fewer."""


LIMITS = ReadLimits(scan_seconds=0.0, scan_pages=0, document_bytes=4 << 20, archive_expanded_bytes=4 << 20)


def read_as_mail(raw: bytes) -> None:
    reject_hidden_faults([read_mail(raw, path="-")])


def read_as_file(raw: bytes) -> None:
    reject_hidden_faults(make_small_reader(SourceOptions(), LIMITS)(raw, "-", None).documents)


def read_with_parsers(raw: bytes) -> None:
    """Read bytes as an import does, but in this process; without PDF and old Office files, whose parsers are in C."""
    if kind_of(raw[:HEAD_BYTES], "-") not in READ_IN_C:
        reject_hidden_faults(read_bytes(raw, "-", SourceOptions(ocr="never"), LIMITS))


READ_IN_C = ("pdf", "ole", "sheet", "picture")


def reject_hidden_faults(documents: Iterable[Extracted]) -> None:
    """Raise if a reader ended with an error that it does not know, which it turns into a failure or a flaw."""
    for document in documents:
        if isinstance(document, Failure):
            if document.reason == "parser":
                raise HiddenFault(document.detail)
            continue
        for flaw in document.flaws:
            reason = flaw.removeprefix("unreadable-")
            if reason != flaw and (reason == "parser" or reason not in FAILURE_REASONS):
                raise HiddenFault(flaw)


class HiddenFault(Exception):
    """An unexpected error that a reader caught."""


def read_as_office(raw: bytes) -> None:
    """Put XML into an office file, and read that. The first byte chooses the kind; NUL separates styles from text."""
    wrap, read = OFFICE_KINDS[raw[0] % len(OFFICE_KINDS)] if raw else OFFICE_KINDS[0]
    text, _, styles = raw[1:].partition(b"\0")
    read(making.zipped(wrap(text, styles)), LIMITS)


OFFICE_KINDS: tuple[tuple[Callable[[bytes, bytes], dict[str, bytes | str]], TextParser], ...] = (
    (lambda text, styles: {"word/document.xml": text, "word/styles.xml": styles}, office.docx_text),
    (lambda text, styles: {"content.xml": text, "styles.xml": styles}, office.open_document_text),
    (lambda text, styles: {"ppt/slides/slide1.xml": text, "ppt/notesSlides/notesSlide1.xml": styles}, office.pptx_text),
    (
        lambda text, styles: {"META-INF/container.xml": styles, "a.opf": styles, "a.xhtml": text},
        office.epub_text,
    ),
)


def read_as_spamc(raw: bytes) -> None:
    spamd_protocol.read_request(BytesIO(raw))


def converse(raw: bytes) -> None:
    stream = BytesIO(raw)
    conversation = milter.Conversation(lambda _recipients: [], milter.ByteBudget(), wants_recipients=True)
    while first := stream.read(1):
        packet = milter.read_packet(stream, first)
        if packet is None or conversation.is_ended:
            return
        conversation.answer(*packet)


def ask(raw: bytes) -> None:
    question = json_lines.parse_question(raw)
    json_lines.question_id(question)
    json_lines.decode_mail_or_ticket(question)
    json_lines.parse_n_terms(question, 8)
    json_lines.requested_model(question)


def from_a_file(read: Callable[[Path], object]) -> Callable[[bytes], object]:
    """Return a function that gives its bytes in a file."""

    def run(raw: bytes) -> object:
        with tempfile.TemporaryDirectory(prefix="fuzz") as folder:
            path = Path(folder, "input")
            path.write_bytes(raw)
            return read(path)

    return run


def use_edited_workspace(raw: bytes) -> None:
    """Edit a sound workspace file as the bytes say, then check it and read all that is shown of it.

    An edit is the number of a page, an offset in it (two bytes), a length (modulo 32), and that many new bytes.
    """
    content, stream = bytearray(sound_workspace()), BytesIO(raw)
    while len(head := stream.read(4)) == 4:
        at = head[0] * PAGE_BYTES % len(content) + int.from_bytes(head[1:3], "big") % PAGE_BYTES
        new = stream.read(head[3] % 32)
        content[at : at + len(new)] = new
    with tempfile.TemporaryDirectory(prefix="fuzz") as folder:
        path = Path(folder, "edited.bayleaf")
        path.write_bytes(content)
        check(path, NoOpJobContext())
        shown(path)


@cache
def sound_workspace() -> bytes:
    """Return the file of a small workspace with documents, labels, a model, verdicts and steps of undo."""
    texts = (("spam", "cheap watermelon offer"), ("spam", "cheap offer monday"), ("ham", "lunch on monday"))
    documents = [
        Document(text, f"/mail/{text}.eml", title=text, label=label, content_hash=text.encode().ljust(16)[:16])
        for label, text in (*texts, ("ham", "minutes of lunch"))
    ]
    with tempfile.TemporaryDirectory(prefix="fuzz") as folder:
        path = Path(folder, "sound.bayleaf")
        with Workspace(path, create=True) as workspace, workspace.imports.begin("Mail", source="/mail") as run:
            run.add(documents)
            run.settle()
        train(path, TrainingOrder(RecipeRequest(event_model="multinomial", smoothing="1")), NoOpJobContext())
        with Workspace(path) as workspace:
            live_in(workspace)
        return path.read_bytes()


EMPTY_MODEL = pack_content(PackedContent({}, {}, {}))
HASHED_FROM = len(MAGIC) + 2
BODY_FROM = EMPTY_MODEL.rindex(b"[{}") - 4
"""Where the checksum of a model begins and where it ends; the length of the head follows."""


def body_of_model(data: bytes) -> bytes:
    """Return the head of a model in JSON, a line break, and its blocks: what the fuzzer changes."""
    start = BODY_FROM + 4
    end = start + int.from_bytes(data[BODY_FROM:start], "little")
    return data[start:end] + b"\n" + data[end:]


def load_model_with_right_checksum(raw: bytes) -> None:
    """Load a changed model whose checksum was made right, and save it again."""
    head, _, blocks = raw.partition(b"\n")
    body, version = len(head).to_bytes(4, "little") + head + blocks, EMPTY_MODEL[len(MAGIC) : HASHED_FROM]
    checksum = blake2b(version + body, digest_size=BODY_FROM - HASHED_FROM).digest()
    model_to_bytes(model_from_bytes(MAGIC + version + checksum + body))


MAIL_WORDS = (
    b"Subject:",
    b"From:",
    b"Content-Type: multipart/mixed; boundary=",
    b"Content-Type: text/html; charset=",
    b"Content-Transfer-Encoding: base64\n",
    b"Content-Transfer-Encoding: quoted-printable\n",
    b"=?utf-8?q?=41?=",
    b"--b\n",
    b"--b--\n",
    b"message/rfc822",
    b"multipart/alternative",
    b"multipart/signed",
    b"<style>",
    b"</style>",
    b'<p style="',
    b"display:none",
    b"font-size:0",
    b"@media screen{",
    b":not(.a)",
    b"var(--a)",
    b"calc(1px*0)",
    b"<table><tr><td>",
    b"<!--",
    b"-->",
    b"&#x26;",
    b"<svg>",
    b"-----BEGIN PGP SIGNED MESSAGE-----\n",
    b"begin 644 a\n",
    b"=ybegin line=1\n",
    b"\n\n",
    b"\r\n",
    b"\0",
    b"\xff",
    b"filename*0*=utf-8''a",
    b"format=flowed; delsp=yes",
    b"Received: from a by b;",
)
TARGETS: dict[str, Target] = {
    "mail": Target(read_as_mail, words=MAIL_WORDS),
    "file": Target(
        read_as_file,
        words=(
            *MAIL_WORDS,
            b"PK\x03\x04",
            b"\x1f\x8b\x08",
            b"From a Mon Mar  2 10:00:00 2026\n",
            b'{"text": "',
            b"{\\rtf1 ",
            b"a,b,c\n",
            b'""',
            b"<html>",
            b"BEGIN:VCALENDAR\n",
            b"%PDF-1.4\n",
        ),
    ),
    "parsers": Target(
        read_with_parsers,
        words=(
            *MAIL_WORDS,
            b"PK\x03\x04",
            b"\x1f\x8b\x08",
            b"BZh9",
            b"{\\rtf1\\ansi ",
            b"\\v ",
            b"\\fs1 ",
            b"\\u8364?",
            b"{\\colortbl;\\red255\\green255\\blue255;}",
            b'{"text": "", "label": ""}\n',
            b"BEGIN:VCARD\n",
        ),
    ),
    "office": Target(
        read_as_office,
        (Unreadable,),
        (
            b"<w:p>",
            b"</w:p>",
            b"<w:r><w:rPr><w:vanish/></w:rPr><w:t>",
            b"</w:t></w:r>",
            b'<w:rStyle w:val="a"/>',
            b'<w:color w:val="FFFFFF"/>',
            b'<w:sz w:val="1"/>',
            b"<w:tab/>",
            b"<w:tbl><w:tr><w:tc>",
            b'<style:style style:name="a" style:parent-style-name="a">',
            b'<text:p text:style-name="a">',
            b'<text:s text:c="99"/>',
            b"<text:tracked-changes>",
            b"<a:t>",
            b"<!DOCTYPE a [<!ENTITY b 'c'>]>",
            b"&b;",
            b"<![CDATA[",
            b"\0",
        ),
    ),
    "workspace": Target(
        use_edited_workspace,
        words=(
            b"\0\0\x12\x01",
            b"\0\0\x3c\x04",
            b"\0\0\x44\x04",
            b"\x01\0\0\x08",
            b"\xff\xff\xff\xff",
            b"\0\0\0\0",
            b"CREATE VIEW",
            b"{",
            b"\x28\xb5\x2f\xfd",
        ),
        cost=10,
    ),
    "spamd": Target(
        read_as_spamc,
        (spamd_protocol.Refusal,),
        (b"CHECK SPAMC/1.5\r\n", b"TELL ", b"Content-length: ", b"\r\n", b"99999999999"),
    ),
    "milter": Target(
        converse,
        (milter.ProtocolViolation,),
        (
            milter.make_packet(b"O", bytes(12)),
            b"\0\0\0\x01E",
            b"\0\0\0\x05Ma\0b\0",
            b"\0\0\0\x07LA\0b\0\0",
            b"\0\0\0\x01Q",
            b"\xff\xff\xff\xff",
        ),
    ),
    "lines": Target(
        ask,
        (json_lines.InvalidQuestion,),
        (b'{"do": "classify"', b'"raw": "', b'"ticket": ', b"1e999", b"[" * 50, b"\\ud800"),
    ),
    "lesson": Target(
        from_a_file(read_lesson), words=(b'"rows": [', b'"event_model": ', b"null", b"-1", b"1e999", b'"\\ud800"')
    ),
    "model": Target(
        load_model_with_right_checksum,
        (EngineError,),
        (b"null", b"-1", b"1e999", b"[[]]", b'"words"', b"2147483648", b'"\\ud800"', b"\xff\xff\xff\xff"),
    ),
    "users": Target(
        from_a_file(read_users), words=(b"[a]\n", b"workspace = ", b'"x"', b"addresses = [", b"socket_mode = ", b"[[")
    ),
    "doveconf": Target(
        lambda raw: read_settings(raw.decode("utf-8", "replace")), words=(b"plugin {\n", b"}\n", b"namespace inbox {\n")
    ),
}


class Coverage:
    """Collects the lines that a call runs, of the program's own files."""

    def __init__(self) -> None:
        self._is_ours: dict[CodeType, bool] = {}
        self.lines: set[Line] = set()

    def of(self, run: Callable[[], object]) -> set[Line]:
        """Run a function, and return the lines; an error passes."""
        self.lines = set()
        before = sys.gettrace()
        sys.settrace(self._enter)
        try:
            run()
        finally:
            sys.settrace(before)
        return self.lines

    def _enter(self, frame: FrameType, _event: str, _argument: object) -> Any:
        code = frame.f_code
        is_ours = self._is_ours.get(code)
        if is_ours is None:
            is_ours = self._is_ours[code] = code.co_filename.startswith(TRACED)
        return self._line if is_ours else None

    def _line(self, frame: FrameType, event: str, _argument: object) -> Any:
        if event == "line":
            self.lines.add((id(frame.f_code), frame.f_lineno))
        return self._line


@dataclass
class Fuzzer:
    """Changes inputs of one target, keeps those that reach new lines, and collects faults."""

    target: Target
    seeds: Sequence[bytes]
    seed: int = 0
    corpus: list[bytes] = field(default_factory=list)
    seen: set[Line] = field(default_factory=set)
    faults: list[tuple[bytes, str]] = field(default_factory=list)
    n_inputs: int = 0

    def __post_init__(self) -> None:
        self._chance = random.Random(self.seed)
        self._coverage = Coverage()
        for raw in self.seeds:
            self.give(raw)
        if not self.corpus:
            self.corpus.append(b"")

    def run(self, n_inputs: int, seconds: float = float("inf")) -> None:
        """Give so many changed inputs, for so long at most."""
        ends_s = time.monotonic() + seconds
        for _ in range(n_inputs):
            if time.monotonic() > ends_s:
                return
            # Half of the time one of the newest, which reached furthest.
            choices = self.corpus[-8:] if self._chance.random() < 0.5 else self.corpus
            self.give(self.changed(self._chance.choice(choices)))

    def give(self, raw: bytes) -> bool:
        """Give an input; return whether it reached a new line."""
        self.n_inputs += 1
        fault = self.fault_of(raw)
        if fault:
            self.faults.append((raw, fault))
        fresh = self._coverage.lines - self.seen
        if fresh:
            self.seen |= fresh
            self.corpus.append(raw)
        return bool(fresh)

    def lines_of(self, raw: bytes) -> set[Line]:
        """Return the lines that an input reaches."""
        self.fault_of(raw)
        return self._coverage.lines

    def reaches(self, lines: set[Line], raw: bytes) -> bool:
        return lines <= self.lines_of(raw)

    def fault_of(self, raw: bytes) -> str:
        """Return what went wrong with an input; empty if nothing did."""
        began_s = time.process_time()
        try:
            with suppress(*self.target.errors):
                self._coverage.of(lambda: self.target.run(raw))
        except Exception as error:
            return "".join(traceback.format_exception(error)[-3:])
        seconds = time.process_time() - began_s
        return f"it took {seconds:.1f} s" if seconds > MOST_S else ""

    def changed(self, raw: bytes) -> bytes:
        """Change an input in one to four ways."""
        for _ in range(self._chance.choice((1, 1, 2, 4))):
            raw = self._chance.choice(CHANGES)(self, raw)
        return raw[:MOST_BYTES]

    def shrunk(self, raw: bytes, is_wanted: Callable[[bytes], bool], most: int = 400) -> bytes:
        """Return a shorter input that is still wanted."""
        size = max(len(raw) // 2, 1)
        while size and most:
            start = 0
            while start < len(raw) and most:
                most -= 1
                shorter = raw[:start] + raw[start + size :]
                if is_wanted(shorter):
                    raw = shorter
                else:
                    start += size
            size //= 2
        return raw

    def _place(self, raw: bytes) -> int:
        return self._chance.randrange(len(raw) + 1)

    def _flip(self, raw: bytes) -> bytes:
        if not raw:
            return raw
        at = self._chance.randrange(len(raw))
        return raw[:at] + bytes([raw[at] ^ 1 << self._chance.randrange(8)]) + raw[at + 1 :]

    def _cut(self, raw: bytes) -> bytes:
        at = self._place(raw)
        return raw[:at] + raw[at + self._chance.choice((1, 2, 8, 40)) :]

    def _double(self, raw: bytes) -> bytes:
        at = self._place(raw)
        return raw[:at] + raw[at : at + self._chance.choice((1, 8, 40))] * self._chance.choice((2, 3, 20)) + raw[at:]

    def _insert(self, raw: bytes) -> bytes:
        at = self._place(raw)
        return raw[:at] + self._chance.choice(self.target.words or (b"\0",)) + raw[at:]

    def _byte(self, raw: bytes) -> bytes:
        at = self._place(raw)
        return raw[:at] + bytes([self._chance.randrange(256)]) + raw[at + self._chance.randrange(2) :]

    def _splice(self, raw: bytes) -> bytes:
        other = self._chance.choice(self.corpus)
        return raw[: self._place(raw)] + other[self._place(other) :]


CHANGES: tuple[Callable[[Fuzzer, bytes], bytes], ...] = (
    Fuzzer._flip,
    Fuzzer._cut,
    Fuzzer._double,
    Fuzzer._insert,
    Fuzzer._byte,
    Fuzzer._splice,
)


def seeds_of(name: str) -> list[bytes]:
    """Return the inputs that are kept for a target."""
    return [path.read_bytes() for path in sorted((CORPUS / name).glob("*"))]


def write_corpus(name: str, inputs: Iterable[bytes]) -> int:
    """Add inputs to the corpus of a target; return how many were new."""
    folder, n_new = CORPUS / name, 0
    folder.mkdir(parents=True, exist_ok=True)
    for raw in inputs:
        path = folder / blake2b(raw, digest_size=6).hexdigest()
        n_new += not path.exists()
        path.write_bytes(raw)
    return n_new


MOST_NEW = 12


def new_inputs(name: str, inputs: Iterable[bytes]) -> list[bytes]:
    """Return the few inputs that reach most of the lines which the corpus of a target does not, each made small."""
    fuzzer = Fuzzer(TARGETS[name], seeds_of(name))
    reached = {raw: fuzzer.lines_of(raw) - fuzzer.seen for raw in inputs}
    kept: list[bytes] = []
    while reached and len(kept) < MOST_NEW:
        raw = max(reached, key=lambda each: (len(reached[each]), -len(each)))
        if not reached[raw]:
            break
        fresh = reached.pop(raw) & fuzzer.lines_of(raw)  # again: some lines are run only once in a process
        if not fresh:
            continue
        small = fuzzer.shrunk(raw, partial(fuzzer.reaches, fresh))
        kept.append(small if fuzzer.reaches(fresh, small) else raw)
        fuzzer.seen |= fresh
        reached = {raw: lines - fresh for raw, lines in reached.items()}
    return kept


def run_atheris(name: str, seconds: float, seed: int, folder: Path) -> list[bytes]:
    """Fuzz one target in a process of its own, which libFuzzer ends; return the inputs that reached new bytecode."""
    command = [sys.executable, "-m", "tests.benchmarks.fuzzing", "--target", name, "--atheris-in", str(folder)]
    command += ["--seconds", str(seconds), "--seed", str(seed)]
    done = subprocess.run(command, stderr=subprocess.PIPE, text=True, check=False)
    statistics = dict(re.findall(r"^stat::(\w+):\s+(\d+)", done.stderr, re.MULTILINE))
    n_inputs, reached = int(statistics.get("number_of_executed_units", 0)), re.findall(r"cov: (\d+)", done.stderr)
    coverage = f"{reached[0]} to {reached[-1]}" if reached else "none"
    n_kept = len(list((folder / f"corpus-{name}").glob("*")))
    print(f"{name:<10}{n_inputs:>11,} inputs, coverage {coverage}, {n_kept} inputs kept, seed {seed}", flush=True)
    if done.returncode or not n_inputs:
        (folder / f"died-{name}").write_text(done.stderr)
        print(f"  it ended with {done.returncode}: {folder / f'died-{name}'}", flush=True)
    return [path.read_bytes() for path in (folder / f"corpus-{name}").glob("*")]


def fuzz_with_atheris(name: str, seconds: float, seed: int, folder: Path) -> None:
    """Fuzz one target with libFuzzer, which ends the process. Faults are printed and kept in `folder`."""
    atheris: Any = import_module("atheris")
    for package in INSTRUMENTED:
        import_all(package)
    target, faults, corpus = TARGETS[name], set[str](), folder / f"corpus-{name}"
    corpus.mkdir()
    words = folder / f"words-{name}"
    escaped = ("".join(map("\\x{:02x}".format, word)) for word in target.words)
    words.write_text("".join(f'"{word}"\n' for word in escaped))

    def give(raw: bytes) -> None:
        began_s = time.process_time()
        try:
            with suppress(*target.errors):
                target.run(raw)
        except Exception as error:
            fault = place_of(error)
        else:
            seconds = time.process_time() - began_s
            fault = "it took more than a second" if seconds > SLOW_WITHOUT_TRACE_S else ""
        if fault and fault not in faults:
            faults.add(fault)
            path = folder / f"{FAULT}{name}-{blake2b(raw, digest_size=6).hexdigest()}"
            path.write_bytes(raw)
            print(f"  {path}: {fault}", flush=True)

    for function in gc.get_objects():
        if isinstance(function, FunctionType) and function.__code__.co_filename.startswith(TRACED):
            atheris.instrument_func(function)
    options = [f"-max_total_time={seconds:.0f}", f"-seed={seed % (1 << 31)}", f"-max_len={MOST_BYTES}", "-timeout=60"]
    inputs = [str(corpus), str(CORPUS / name)]
    atheris.Setup(
        [name, *options, f"-dict={words}", f"-artifact_prefix={folder}/", "-print_final_stats=1", *inputs], give
    )
    atheris.Fuzz()


FAULT = "fault-"
INSTRUMENTED = ("app.readers", "app.store", "app.features.mail_daemon", "nbengine")
"""Packages of which all modules are loaded before they are instrumented. Some are imported at their first use."""


def import_all(package: str) -> None:
    for found in walk_packages(import_module(package).__path__, f"{package}."):
        with suppress(ImportError):  # an optional library is not there
            import_module(found.name)


def place_of(error: Exception) -> str:
    """Return the kind of an error and the line that raised it, which tell one fault from another."""
    last = traceback.extract_tb(error.__traceback__)[-1]
    said = f": {error}" if isinstance(error, HiddenFault) else ""
    return f"{type(error).__name__}{said} at {Path(last.filename).name}:{last.lineno}"


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--target", choices=TARGETS, action="append")
    parser.add_argument("--seconds", type=float, default=600.0, help="for each target")
    parser.add_argument("--seed", type=int, default=int(time.time()))
    parser.add_argument("--write", action="store_true")
    parser.add_argument("--atheris", action="store_true", help="let libFuzzer change the inputs, guided by bytecode")
    parser.add_argument("--atheris-in", type=Path, help=argparse.SUPPRESS)
    options = parser.parse_args()
    kept = Path(tempfile.mkdtemp(prefix="fuzzing-"))
    if options.atheris_in:
        fuzz_with_atheris(options.target[0], options.seconds, options.seed, options.atheris_in)
    if options.atheris:
        for name in options.target or TARGETS:
            inputs = run_atheris(name, options.seconds, options.seed, kept)
            if options.write:
                print(f"  {write_corpus(name, new_inputs(name, inputs))} inputs written", flush=True)
        print(f"faults and inputs: {kept}")
        return 1 if any(kept.glob(f"{FAULT}*")) or any(kept.glob("died-*")) else 0
    n_faults = 0
    for name in options.target or TARGETS:
        fuzzer = Fuzzer(TARGETS[name], seeds_of(name), options.seed)
        n_seeds, n_lines = len(fuzzer.corpus), len(fuzzer.seen)
        fuzzer.run(sys.maxsize, options.seconds)
        print(
            f"{name:<10}{fuzzer.n_inputs:>9,} inputs, {len(fuzzer.seen):>6,} lines (the corpus: {n_lines:,}), "
            f"{len(fuzzer.faults)} faults, seed {options.seed}",
            flush=True,
        )
        for raw, fault in fuzzer.faults[:10]:
            small = fuzzer.shrunk(raw, lambda shorter, fuzzer=fuzzer: bool(fuzzer.fault_of(shorter)))  # type: ignore[misc]
            (kept / f"{name}-{blake2b(small, digest_size=6).hexdigest()}").write_bytes(small)
            print(f"  {small[:200]!r}: {fault}", flush=True)
        n_faults += len(fuzzer.faults)
        if options.write:
            print(f"  {write_corpus(name, new_inputs(name, fuzzer.corpus[n_seeds:]))} inputs written", flush=True)
    if n_faults:
        print(f"faults: {kept}")
    return 1 if n_faults else 0


if __name__ == "__main__":
    sys.exit(main())
