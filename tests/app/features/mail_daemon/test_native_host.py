"""The program that Thunderbird starts: frames in, frames out, whatever happens to the judge."""

from __future__ import annotations

import base64
import io
import json
import os
import signal
import struct
import subprocess
import sys
from pathlib import Path

import pytest

from app.features.mail_daemon.native_command import MAX_ANSWER_BYTES, serve_frames
from tests.app import without_network
from tests.app.letters import letter
from tests.systems import KILL, with_sockets

ROOT = Path(__file__).parents[4]


def frame(question: object) -> bytes:
    text = json.dumps(question).encode()
    return struct.pack("=I", len(text)) + text


def frames(told: bytes) -> list[dict[str, object]]:
    found = []
    while told:
        (length,) = struct.unpack("=I", told[:4])
        found.append(json.loads(told[4 : 4 + length]))
        told = told[4 + length :]
    return found


def test_an_answer_that_thunderbird_would_not_take_is_an_error() -> None:
    target = io.BytesIO()
    serve_frames(io.BytesIO(frame({"id": 7})), target, lambda _: b"x" * (MAX_ANSWER_BYTES + 1))

    assert frames(target.getvalue()) == [{"id": 7, "error": "The answer is too long."}]


@pytest.mark.parametrize("cut", [1, 4, 9])
def test_a_frame_that_is_cut_short_ends_the_talk(cut: int) -> None:
    target = io.BytesIO()
    serve_frames(io.BytesIO(frame({"id": 1}) + frame({"id": 2})[:cut]), target, lambda question: question)

    assert frames(target.getvalue()) == [{"id": 1}]


def test_a_frame_that_claims_to_be_endless_ends_the_talk() -> None:
    target = io.BytesIO()
    serve_frames(io.BytesIO(struct.pack("=I", 0xFFFFFFFF) + b"x"), target, lambda question: question)

    assert target.getvalue() == b""


class Host:
    """The program, asked as Thunderbird does."""

    def __init__(self, workspace: Path, *before: str) -> None:
        command = [sys.executable, *(before or ("-m", "app.cli")), "native", str(workspace), "/a/manifest.json", "x@y"]
        self.process = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, cwd=ROOT)

    def ask(self, **question: object) -> dict[str, object]:
        assert self.process.stdin is not None
        assert self.process.stdout is not None
        self.process.stdin.write(frame({"id": 3, **question}))
        self.process.stdin.flush()
        (length,) = struct.unpack("=I", self.process.stdout.read(4))
        told: dict[str, object] = json.loads(self.process.stdout.read(length))
        return told

    def end(self) -> int:
        assert self.process.stdin is not None
        assert self.process.stdout is not None
        self.process.stdin.close()
        self.process.stdout.close()
        return self.process.wait(60)


@pytest.mark.slow
def test_it_starts_the_judge_and_starts_it_again_after_a_kill(runtime: Path, workspace: Path) -> None:
    host = Host(workspace)
    raw = base64.b64encode(letter("spam", 700)).decode()
    try:
        first = host.ask(do="status")
        told = host.ask(do="classify", raw=raw)
        assert (told["id"], told["label"]) == (3, "spam")
        os.kill(int(str(first["process"])), KILL)
        lesson = host.ask(do="learn", ticket=told["ticket"], label="ham", by="hand")
        assert lesson == {"id": 3, "lesson": "learnt"}
        again = host.ask(do="status")
        assert again["process"] != first["process"]
        os.kill(int(str(again["process"])), signal.SIGTERM)
    finally:
        assert host.end() == 0


@pytest.mark.slow
def test_without_a_workspace_it_says_so_and_goes_on(runtime: Path, tmp_path: Path) -> None:
    host = Host(tmp_path / "nowhere.bayleaf")
    try:
        told = host.ask(do="status")
        assert (told["id"], told["away"]) == (3, True)
        assert "mail daemon" in str(told["error"])
        assert host.ask(do="status")["away"] is True
    finally:
        assert host.end() == 0


@pytest.mark.slow
@with_sockets
@pytest.mark.skipif(not without_network.is_possible(), reason="the kernel's filter for sockets is for Linux")
def test_it_works_where_the_kernel_ends_whoever_asks_for_a_socket_to_the_world(runtime: Path, workspace: Path) -> None:
    host = Host(workspace, "-m", "tests.app.without_network", "app.cli")
    try:
        status = host.ask(do="status")
        assert status["labels"] == ["ham", "spam"]
        os.kill(int(str(status["process"])), signal.SIGTERM)
    finally:
        assert host.end() == 0
