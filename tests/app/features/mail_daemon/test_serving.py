"""A judge that listens: one per workspace, for its user alone, and no client harms another."""

from __future__ import annotations

import io
import json
import os
import shutil
import signal
import socket
import sqlite3
import stat
import subprocess
import sys
import threading
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack, closing
from functools import partial
from pathlib import Path

import pytest

from app.domain.errors import MailDaemonError
from app.domain.streams import ReadOnlyStream
from app.features.mail_daemon import serving as serving_module
from app.features.mail_daemon.client import (
    DaemonClient,
    connect_or_start_daemon,
    connect_running_daemon,
    serve_command,
)
from app.features.mail_daemon.daemon import MailJudge, read_mail
from app.features.mail_daemon.milter import ByteBudget
from app.features.mail_daemon.serving import (
    MAX_CONNECTIONS,
    MIN_BYTES_PER_S,
    REQUEST_TIMEOUT_S,
    ClientStream,
    ConnectionPool,
    DaemonServer,
    MilterServer,
    Wait,
    answer_json_lines,
    answer_spamd_request,
)
from app.features.mail_daemon.sockets import Connection, create_daemon_folder, daemon_paths
from app.library.saved_models import load_stored_model
from app.store.models import checksum_of
from app.store.workspace import Session, Workspace
from tests.app import without_network
from tests.app.features.mail_daemon.conftest import Ask, is_answered_at_last, serving
from tests.app.letters import letter
from tests.systems import with_links, with_sockets

ROOT = Path(__file__).parents[4]
SAMPLES = ROOT / "tests" / "app" / "store" / "data"


def test_only_its_user_may_come_in(server: DaemonServer) -> None:
    for path, mode in (
        (server.paths.folder, 0o700),
        (server.paths.json_lines_socket, 0o600),
        (server.paths.spamd_socket, 0o600),
    ):
        assert stat.S_IMODE(path.stat().st_mode) == mode


@with_links
def test_a_folder_that_is_a_link_is_refused(runtime: Path, workspace: Path, tmp_path: Path) -> None:
    (runtime / "bayleaf").symlink_to(tmp_path)
    with pytest.raises(MailDaemonError, match="unsafe-folder"):
        create_daemon_folder(workspace)


def test_a_folder_that_others_may_enter_is_closed(runtime: Path, workspace: Path) -> None:
    (runtime / "bayleaf").mkdir(mode=0o777)
    (runtime / "bayleaf").chmod(0o777)

    assert stat.S_IMODE(create_daemon_folder(workspace).folder.parent.stat().st_mode) == 0o700


def test_a_path_that_no_socket_can_have_is_said(
    workspace: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    long = tmp_path / ("x" * 120)
    long.mkdir()
    monkeypatch.setenv("XDG_RUNTIME_DIR", str(long))
    with pytest.raises(MailDaemonError, match="path-too-long"):
        create_daemon_folder(workspace)


@with_links
def test_a_workspace_has_one_judge(server: DaemonServer, workspace: Path) -> None:
    with pytest.raises(MailDaemonError, match="running"):
        DaemonServer(workspace).run()
    link = workspace.with_name("link.bayleaf")
    link.symlink_to(workspace)
    assert daemon_paths(link) == server.paths


def test_when_it_ends_its_sockets_are_gone_and_its_model_is_kept(runtime: Path, workspace: Path) -> None:
    with serving(workspace) as server:
        client = connect_running_daemon(workspace)
        assert client is not None
        with client:
            assert client.ask("learn", letter("ham", 60), label="ham")["lesson"] == "learnt"
        place = server.paths

    assert not place.json_lines_socket.exists()
    assert not place.spamd_socket.exists()
    assert connect_running_daemon(workspace) is None
    with Workspace(workspace, read_only=True) as opened:
        assert opened.models.all()[0].n_missing_changes == 0


def test_it_ends_when_nobody_asks(runtime: Path, workspace: Path) -> None:
    server = DaemonServer(workspace, idle_exit_s=0.2)
    thread = threading.Thread(target=server.run)
    thread.start()
    thread.join(30)

    assert not thread.is_alive()


FIRST_MAIL = """
import sys, threading
from pathlib import Path
from app.features.mail_daemon.client import connect_running_daemon
from app.features.mail_daemon.serving import DaemonServer

workspace, ready = Path(sys.argv[1]), threading.Event()
server = DaemonServer(workspace)
thread = threading.Thread(target=server.run, args=(lambda _: ready.set(),))
thread.start()
assert ready.wait(60)
before = set(sys.modules)
page = b"From: b@example.net\\nContent-Type: text/html\\n\\n<style>.a {color: red}</style><b class=a hidden>A</b> b\\n"
with connect_running_daemon(workspace) as client:
    client.ask("classify", page, keep=False)
    client.ask("classify", b"Subject: plain\\n\\nThe report\\n", keep=False)
print(sorted(set(sys.modules) - before))
server.stop()
thread.join()
"""


@with_sockets
def test_the_first_mail_waits_for_no_imports(runtime: Path, workspace: Path) -> None:
    done = subprocess.run(
        [sys.executable, "-c", FIRST_MAIL, str(workspace)], check=True, capture_output=True, text=True, cwd=ROOT
    )

    assert done.stdout.strip() == "[]"


def test_a_conversation_in_lines(client: DaemonClient) -> None:
    mail = letter("spam", 61)
    found = client.ask("classify", mail, words=3)

    assert (found["label"], found["unsure"], len(found["words"])) == ("spam", False, 3)
    assert sum(term for _, term in found["words"]) + found["rest"] + found["prior"] == pytest.approx(found["score"])
    assert client.ask("learn", label="ham", ticket=found["ticket"], by="hand")["lesson"] == "learnt"
    assert client.ask("classify", mail)["by_hand"]
    assert client.ask("forget", mail)["lesson"] == "forgotten"
    status = {
        "model": "Mail filter",
        "labels": ["ham", "spam"],
        "spam_label": "spam",
        "judged": 2,
        "lessons": 2,
        "trials": [],
    }
    assert client.ask("status") == {"id": None, "process": os.getpid(), **status}


@with_sockets
@pytest.mark.parametrize(
    "line",
    [
        b"\xff\xfe\n",
        b"[1, 2]\n",
        b"[" * 100_000 + b"\n",
        b'{"do": "dance", "id": 7}\n',
        b'{"do": "classify", "id": 7}\n',
        b'{"do": "classify", "id": 7, "raw": "*"}\n',
        b'{"do": "learn", "id": 7, "raw": ""}\n',
        b'{"do": "classify", "id": 7, "raw": "", "words": 1e99}\n',
    ],
)
def test_what_is_no_question_is_answered_with_an_error_and_the_talk_goes_on(server: DaemonServer, line: bytes) -> None:
    with socket.socket(socket.AF_UNIX) as connection:
        connection.settimeout(30)
        connection.connect(str(server.paths.json_lines_socket))
        with connection.makefile("rwb") as stream:
            stream.write(line + b'{"do": "status", "id": "next"}\n')
            stream.flush()
            first, second = json.loads(stream.readline()), json.loads(stream.readline())

    assert first["error"]
    assert first["id"] in (None, 7)
    assert (second["id"], second["model"]) == ("next", "Mail filter")


def test_eight_clients_at_once_get_the_verdicts_that_one_gets(server: DaemonServer, workspace: Path) -> None:
    mails = [letter(label, number) for number in range(100, 120) for label in ("spam", "ham")]

    def judged(mail: bytes) -> tuple[str, float]:
        client = connect_running_daemon(workspace)
        assert client is not None
        with client:
            answer = client.ask("classify", mail)
        return answer["label"], answer["probability"]

    one_by_one = [judged(mail) for mail in mails]
    with ThreadPoolExecutor(8) as threads:
        assert list(threads.map(judged, mails)) == one_by_one


@with_sockets
def test_silent_and_rude_clients_hinder_nobody(server: DaemonServer, ask: Ask) -> None:
    silent = [socket.socket(socket.AF_UNIX) for _ in range(MAX_CONNECTIONS - 4)]
    for number, connection in enumerate(silent):
        connection.connect(str(server.paths.spamd_socket if number % 2 else server.paths.json_lines_socket))
        connection.sendall(b"CHECK SPAMC/1.5\r\nContent-length: 10000\r\n\r\nhalf a mail")
    assert ask(b"PING SPAMC/1.5\r\n\r\n") == b"SPAMD/1.5 0 PONG\r\n"
    for connection in silent:
        connection.close()


@with_sockets
def test_silent_clients_that_ask_lines_of_json_shut_out_nobody(server: DaemonServer, workspace: Path, ask: Ask) -> None:
    silent = [connect_running_daemon(workspace) for _ in range(MAX_CONNECTIONS)]
    for connection in silent:
        assert connection is not None
        connection.ask("status")

    assert ask(b"PING SPAMC/1.5\r\n\r\n") == b"SPAMD/1.5 0 PONG\r\n"
    latest = connect_running_daemon(workspace)
    assert latest is not None
    with latest:
        assert latest.ask("status")["process"] == os.getpid()
    assert silent[-1] is not None
    assert silent[-1].ask("status")["process"] == os.getpid()
    for connection in silent:
        assert connection is not None
        connection.close()


@with_sockets
def test_a_client_that_is_silent_for_too_long_is_disconnected(
    server: DaemonServer, client: DaemonClient, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(serving_module, "IDLE_S", 0.05)
    client.ask("status")

    with pytest.raises(MailDaemonError, match=r"'lost', ''\)"):  # an end, and not a wait that took too long
        client.relay(b"")


@with_sockets
def test_half_requests_lock_out_nobody(server: DaemonServer, ask: Ask) -> None:
    with ExitStack() as stack:
        for _ in range(MAX_CONNECTIONS):
            half = stack.enter_context(socket.socket(socket.AF_UNIX))
            half.connect(str(server.paths.spamd_socket))
            half.sendall(b"CHECK SPAMC/1.5\r\nContent-length: 100\r\n\r\nhalf a mail")

        assert is_answered_at_last(lambda: ask(b"PING SPAMC/1.5\r\n\r\n") == b"SPAMD/1.5 0 PONG\r\n")


class Clock:
    """Takes the place of the module `time`."""

    def __init__(self) -> None:
        self.now_s = 1000.0

    def monotonic(self) -> float:
        return self.now_s


@pytest.fixture
def clock(monkeypatch: pytest.MonkeyPatch) -> Clock:
    clock = Clock()
    monkeypatch.setattr(serving_module, "time", clock)
    return clock


class SlowClient(ReadOnlyStream):
    """A connection whose client sends a piece every `pause_s` seconds of the clock."""

    def __init__(self, clock: Clock, sent: bytes, *, piece_bytes: int, pause_s: float) -> None:
        super().__init__()
        self._clock, self._sent, self._piece_bytes, self._pause_s = clock, memoryview(sent), piece_bytes, pause_s
        self._timeout_s = 0.0

    def settimeout(self, seconds: float) -> None:
        self._timeout_s = seconds

    def makefile(self, _mode: str) -> io.BufferedReader:
        return io.BufferedReader(self)

    def take(self, n_bytes: int) -> bytes:
        self._clock.now_s += min(self._pause_s, self._timeout_s)
        if self._timeout_s < self._pause_s:
            raise TimeoutError
        n_taken = min(n_bytes, self._piece_bytes)
        piece, self._sent = self._sent[:n_taken], self._sent[n_taken:]
        return bytes(piece)

    def sendall(self, part: bytes) -> None:
        raise AssertionError(f"answered: {part!r}")


TRICKLES: dict[str, tuple[bytes, Callable[[MailJudge, Connection], None]]] = {
    "lines": (b'{"do": "status"}\n', partial(answer_json_lines, pool=ConnectionPool())),
    "spamd": (b"PING SPAMC/1.5\r\n\r\n", partial(answer_spamd_request, pool=ConnectionPool())),
    "milter": (
        b"\0\0\0\x0dO\0\0\0\x06\0\0\1\xff\0\x1f\xff\xff",
        lambda _judge, connection: MilterServer(lambda _names: [], ConnectionPool()).serve(connection),
    ),
}


@pytest.mark.parametrize("name", TRICKLES)
def test_a_request_that_comes_byte_by_byte_ends_at_its_deadline(workspace: Path, clock: Clock, name: str) -> None:
    sent, serve = TRICKLES[name]
    client = SlowClient(clock, sent, piece_bytes=1, pause_s=9)

    with Session(workspace) as session, pytest.raises(TimeoutError):
        serve(MailJudge(session), client)  # type: ignore[arg-type] # has what of a socket is used
    assert clock.now_s - 1000 <= 9 + REQUEST_TIMEOUT_S + 0.01  # in lines, the first byte has a timeout of its own


def test_a_mail_of_thirty_megabytes_from_a_slow_client_arrives_whole(clock: Clock) -> None:
    mail = os.urandom(1 << 20) * 30
    client = SlowClient(clock, mail, piece_bytes=100_000, pause_s=1)

    with io.BufferedReader(ClientStream(client, ConnectionPool())) as stream:  # type: ignore[arg-type]
        assert stream.read(len(mail)) == mail
    assert clock.now_s - 1000 > 300


def test_a_request_at_half_of_the_slowest_rate_ends_after_twice_the_timeout(clock: Clock) -> None:
    client = SlowClient(clock, bytes(30 << 20), piece_bytes=MIN_BYTES_PER_S // 2, pause_s=1)

    stream = io.BufferedReader(ClientStream(client, ConnectionPool()))  # type: ignore[arg-type]
    with stream, pytest.raises(TimeoutError):
        stream.read(30 << 20)
    assert clock.now_s - 1000 == pytest.approx(2 * REQUEST_TIMEOUT_S, abs=1)


def test_after_a_fast_start_a_client_may_not_be_silent_for_longer(clock: Clock) -> None:
    client = SlowClient(clock, bytes(40 << 20), piece_bytes=1 << 20, pause_s=0.001)

    with io.BufferedReader(ClientStream(client, ConnectionPool())) as stream:  # type: ignore[arg-type]
        stream.read(30 << 20)
        client._pause_s, began_s = 1000, clock.now_s
        with pytest.raises(TimeoutError):
            stream.read(2 << 20)
    assert clock.now_s - began_s == pytest.approx(REQUEST_TIMEOUT_S, abs=1)


@with_sockets
def test_the_longest_idle_client_goes_first_and_then_the_oldest_request(clock: Clock) -> None:
    waits = {
        "request": Wait(is_in_request=True, since_s=5),
        "idle": Wait(is_in_request=False, since_s=9),
        "long idle": Wait(is_in_request=False, since_s=8),
        "old request": Wait(is_in_request=True, since_s=1),
    }
    pool, is_busy = ConnectionPool(len(waits)), threading.Event()
    with ExitStack() as stack:
        peers = {}
        stack.callback(is_busy.set)
        for name, wait in waits.items():
            is_waiting = threading.Event()

            def wait_for_client(connection: Connection, wait: Wait = wait, event: threading.Event = is_waiting) -> None:
                with pool.mark_waiting(connection, wait), connection.makefile("rb") as stream:
                    event.set()
                    stream.read(1)

            ours, peers[name] = map(stack.enter_context, socket.socketpair())
            pool.serve_in_thread(ours, wait_for_client)
            assert is_waiting.wait(30)

        disconnected: list[str] = []
        for _ in waits:
            ours, _peer = map(stack.enter_context, socket.socketpair())
            pool.serve_in_thread(ours, lambda _connection: is_busy.wait() and None)
            disconnected += [name for name in sorted(peers) if name not in disconnected and is_at_end(peers[name])]
        ours, refused = map(stack.enter_context, socket.socketpair())
        pool.serve_in_thread(ours, lambda _connection: None)

        assert disconnected == ["long idle", "idle", "old request", "request"]
        assert is_at_end(refused)  # all requests are being answered


def is_at_end(peer: socket.socket) -> bool:
    """Return whether the other side has closed the connection or shut it down."""
    peer.setblocking(False)
    try:
        return peer.recv(1) == b""
    except BlockingIOError:
        return False


@with_sockets
def test_a_client_that_does_not_receive_its_answer_makes_place_after_a_second(clock: Clock) -> None:
    pool, places = ConnectionPool(1), [socket.socketpair() for _ in range(3)]
    with ExitStack() as stack:
        for pair in places:
            for each in pair:
                stack.enter_context(each)
        [(deaf, deaf_peer), (early, early_peer), (late, late_peer)] = places
        pool.serve_in_thread(deaf, lambda connection: ClientStream(connection, pool).send(bytes(64 << 20)))
        assert deaf_peer.recv(1) == b"\0"

        pool.serve_in_thread(early, lambda connection: connection.sendall(b"served"))
        clock.now_s += 2
        pool.serve_in_thread(late, lambda connection: connection.sendall(b"served"))

        assert early_peer.recv(10) == b""
        assert late_peer.recv(10) == b"served"


UNANSWERABLE = {
    "lone surrogate as the id": b'{"do": "status", "id": "\\ud800"}\n',
    "NaN as the id": b'{"do": "status", "id": NaN}\n',
    "infinity as the id": b'{"do": "status", "id": 1e999}\n',
    "ticket of 2,000 bytes": b'{"do": "learn", "label": "spam", "ticket": "' + b"9" * 4000 + b'"}\n',
    "lone surrogate as the model": b'{"do": "verdict", "model": "\\ud800", "raw": "U3ViamVjdDogeAoKaGk="}\n',
}


@pytest.mark.parametrize("line", UNANSWERABLE.values(), ids=UNANSWERABLE)
def test_a_question_that_cannot_be_answered_does_not_end_the_conversation(client: DaemonClient, line: bytes) -> None:
    answer = json.loads(client.relay(line))

    assert "error" in answer or "process" in answer or answer["lesson"] == "unknown"
    assert client.ask("status")["process"] == os.getpid()


def started(command: list[str]) -> subprocess.Popen[str]:
    process = subprocess.Popen(command, stderr=subprocess.PIPE, text=True, cwd=ROOT)
    assert process.stderr is not None
    while "lines of JSON" not in (line := process.stderr.readline()):
        assert line, "the judge ended before it was ready"
    return process


@pytest.mark.slow
def test_whoever_asks_first_starts_the_judge_once(runtime: Path, workspace: Path) -> None:
    command = [*serve_command(workspace)[:-1], "20"]
    with ThreadPoolExecutor(8) as threads:
        clients = list(threads.map(lambda _number: connect_or_start_daemon(workspace, command), range(8)))
    processes = {client.ask("status")["process"] for client in clients}
    for client in clients:
        client.close()
    for process in processes:
        os.kill(process, signal.SIGTERM)
        os.waitpid(process, 0)

    assert len(processes) == 1
    assert connect_running_daemon(workspace) is None


@pytest.mark.slow
def test_a_script_is_told_where_the_judge_listens(runtime: Path, workspace: Path) -> None:
    command = [sys.executable, "-m", "app.cli", "serve", str(workspace), "--json"]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True, cwd=ROOT) as process:
        assert process.stdout is not None
        told = json.loads(process.stdout.readline())
        client = connect_running_daemon(workspace)
        assert client is not None
        with client:
            assert client.ask("status")["process"] == told["process"]
        assert Path(told["spamd"]).is_socket()
        process.terminate()

    assert not Path(told["spamd"]).exists()


@pytest.mark.slow
def test_no_lesson_that_was_answered_is_lost_to_a_kill(runtime: Path, workspace: Path) -> None:
    answered: list[bytes] = []
    for number in range(6):
        process = started([sys.executable, "-m", "app.cli", "serve", str(workspace)])
        killer = threading.Timer(0.02 * number, process.kill)
        client = connect_running_daemon(workspace)
        try:
            for lesson in range(50):
                mail = letter("ham", 1000 * (number + 1) + lesson)
                if client is None or client.ask("learn", mail, label="ham")["lesson"] != "learnt":
                    break
                answered.append(mail)
                if not lesson:
                    killer.start()
        except MailDaemonError:
            pass
        finally:
            if client is not None:
                client.close()
            process.kill()
            process.wait(60)
            assert process.stderr is not None
            process.stderr.close()

    assert len(answered) >= 6
    with Workspace(workspace) as opened:
        assert all(
            opened.documents.find_by_hash("Mail", read_mail(mail).content_hash or b"") is not None for mail in answered
        )
        assert opened.check() == []
        assert load_stored_model(opened).record.n_missing_changes >= 0


@pytest.mark.slow
@pytest.mark.skipif(not without_network.is_possible(), reason="the kernel's filter for sockets is for Linux")
def test_it_serves_where_the_kernel_ends_whoever_asks_for_a_socket_to_the_world(runtime: Path, workspace: Path) -> None:
    process = started([sys.executable, "-m", "tests.app.without_network", "app.cli", "serve", str(workspace)])
    client = connect_running_daemon(workspace)
    assert client is not None
    with client:
        assert client.ask("learn", letter("spam", 300), label="spam")["lesson"] == "learnt"
        assert client.ask("classify", letter("ham", 301))["label"] == "ham"
    process.send_signal(signal.SIGTERM)

    assert process.wait(20) == 0
    assert process.stderr is not None
    process.stderr.close()


def test_a_workspace_of_an_older_version_is_brought_up_to_date(
    runtime: Path, tmp_path: Path, letters_workspace: Path
) -> None:
    with Workspace(letters_workspace, read_only=True) as trained:
        content = trained.models.content(trained.models.all()[0].name)
    old = Path(shutil.copy(SAMPLES / "version-5.bayleaf", tmp_path / "old.bayleaf"))
    with closing(sqlite3.connect(old)) as file, file:  # its own model was never one
        sql = "UPDATE model SET content = ?, size_bytes = ?, checksum = ?, corpus_id = NULL"
        file.execute(sql, (content, len(content), checksum_of(content)))
    with serving(old):
        client = connect_running_daemon(old)
        assert client is not None
        with client:
            assert client.ask("classify", letter("spam", 99))["label"] == "spam"
    assert len(list(tmp_path.glob("old*"))) >= 2  # it and the copy of what it was


@with_sockets
def test_large_mails_of_all_clients_share_a_limit_for_memory(
    runtime: Path, workspace: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(serving_module, "ByteBudget", lambda: ByteBudget(4 << 20))

    def check(size_bytes: int) -> bytes:
        mail = letter("spam", 61).ljust(size_bytes)
        with socket.socket(socket.AF_UNIX) as connection:
            connection.settimeout(60)
            connection.connect(str(server.paths.spamd_socket))
            connection.sendall(b"CHECK SPAMC/1.5\r\nContent-length: %d\r\n\r\n" % len(mail) + mail)
            connection.shutdown(socket.SHUT_WR)
            return b"".join(iter(lambda: connection.recv(1 << 16), b"")).splitlines()[0]

    with serving(workspace) as server:
        answers = [check(size_mb << 20) for size_mb in (1, 8, 3, 8, 3)]

        client = connect_running_daemon(workspace)
        assert client is not None
        with client, pytest.raises(MailDaemonError, match="too many large mails"):
            client.ask("classify", letter("spam", 61).ljust(8 << 20), keep=False)

    refused = b"SPAMD/1.1 75 EX_TEMPFAIL"
    assert answers == [b"SPAMD/1.1 0 EX_OK", refused, b"SPAMD/1.1 0 EX_OK", refused, b"SPAMD/1.1 0 EX_OK"]
