"""Fuzz what strangers send, guided by coverage: inputs that reach a new line are changed further.

python -m tests.benchmarks.fuzzing [--target mail] [--seconds 600] [--seed N] [--write] [--atheris]

The targets are the readers of mail and files, the daemon's protocols and tables, lessons and models. An input has to
end with its result or with an error that the target declares, within a limit of processor time. Anything else is a
fault: the input is shrunk and kept in the folder named at the end. With --write, inputs that reach new lines are added
to the corpus (`tests/app/fuzz_corpus/TARGET`), each as small as it can be made.

The loop is our own, with the interpreter's line events: it needs no compiler and runs on every system and version. It
reaches some hundred inputs a second; `tests.benchmarks.mutants` reaches more, without guidance and in worker processes.
With --atheris, libFuzzer changes the inputs and is guided by bytecode: thousands a second, where `pip install atheris`
succeeds. It runs one target in a process, from the same corpus.
"""

from __future__ import annotations

import argparse
import gc
import random
import sys
import tempfile
import time
import traceback
from collections.abc import Callable, Iterable, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from hashlib import blake2b
from importlib import import_module
from io import BytesIO
from pathlib import Path
from types import CodeType, FrameType, FunctionType
from typing import Any

from app.domain.documents import ReadLimits, SourceOptions
from app.domain.errors import AppError
from app.features.mail_daemon import json_lines, milter, spamd_protocol
from app.features.mail_daemon.connecting import read_settings
from app.features.mail_daemon.users import read_users
from app.features.teaching.lessons import read_lesson
from app.readers.mail.reading import read_mail
from app.readers.reading import make_small_reader
from nbengine.errors import EngineError
from nbengine.models.persistence import model_from_bytes, model_to_bytes
from nbengine.packing import MAGIC, PackedContent, pack_content

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


def read_as_file(raw: bytes) -> None:
    make_small_reader(SourceOptions(), ReadLimits(scan_pages=0))(raw, "-", None)


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
    "mail": Target(lambda raw: read_mail(raw, path="-"), words=MAIL_WORDS),
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


def fuzz_with_atheris(name: str, seconds: float, seed: int, folder: Path) -> None:
    """Fuzz one target with libFuzzer, which ends the process. Faults are printed and kept in `folder`."""
    atheris: Any = import_module("atheris")
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
            fault = "".join(traceback.format_exception(error)[-2:])
        else:
            seconds = time.process_time() - began_s
            fault = "it took more than a second" if seconds > SLOW_WITHOUT_TRACE_S else ""
        if fault and fault not in faults:
            faults.add(fault)
            path = folder / f"{name}-{blake2b(raw, digest_size=6).hexdigest()}"
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


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--target", choices=TARGETS, action="append")
    parser.add_argument("--seconds", type=float, default=600.0, help="for each target")
    parser.add_argument("--seed", type=int, default=int(time.time()))
    parser.add_argument("--write", action="store_true")
    parser.add_argument("--atheris", action="store_true", help="guide by bytecode; needs one --target")
    options = parser.parse_args()
    kept = Path(tempfile.mkdtemp(prefix="fuzzing-"))
    if options.atheris:
        [name] = options.target or parser.error("--atheris needs one --target")
        fuzz_with_atheris(name, options.seconds, options.seed, kept)
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
            print(f"  {write_corpus(name, fuzzer.corpus[n_seeds:])} inputs written")
    if n_faults:
        print(f"faults: {kept}")
    return 1 if n_faults else 0


if __name__ == "__main__":
    sys.exit(main())
