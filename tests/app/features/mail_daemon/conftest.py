"""A judge that serves the workspace of letters."""

from __future__ import annotations

import shutil
import socket
import tempfile
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from app.features.mail_daemon.client import DaemonClient, connect_running_daemon
from app.features.mail_daemon.serving import DaemonServer
from tests.app.letters import workspace

__all__ = ["workspace"]


@pytest.fixture
def runtime(monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """A runtime folder whose path is short enough for sockets."""
    folder = Path(tempfile.mkdtemp(prefix="bl"))
    monkeypatch.setenv("XDG_RUNTIME_DIR", str(folder))
    yield folder
    shutil.rmtree(folder)


Serve = Callable[..., DaemonServer]


@contextmanager
def serving(workspace: Path, **options: object) -> Iterator[DaemonServer]:
    """A judge that serves in a thread of this process, and ends with the block."""
    server = DaemonServer(workspace, **options)  # type: ignore[arg-type] # each test passes what fits
    is_ready = threading.Event()
    thread = threading.Thread(target=server.run, args=(lambda _place: is_ready.set(),))
    thread.start()
    try:
        assert is_ready.wait(30)
        yield server
    finally:
        server.stop()
        thread.join(30)


@pytest.fixture
def server(runtime: Path, workspace: Path) -> Iterator[DaemonServer]:
    with serving(workspace) as server:
        yield server


@pytest.fixture
def client(server: DaemonServer, workspace: Path) -> Iterator[DaemonClient]:
    client = connect_running_daemon(workspace)
    assert client is not None
    with client:
        yield client


Ask = Callable[[bytes], bytes]


@pytest.fixture
def ask(server: DaemonServer) -> Ask:
    """Send bytes to the socket for spamd's protocol, end, and return all that comes back."""

    def asked(request: bytes) -> bytes:
        with socket.socket(socket.AF_UNIX) as connection:
            connection.settimeout(30)
            connection.connect(str(server.paths.spamd_socket))
            connection.sendall(request)
            connection.shutdown(socket.SHUT_WR)
            return b"".join(iter(lambda: connection.recv(65536), b""))

    return asked


def is_answered_at_last(asks: Callable[[], bool]) -> bool:
    """Ask again while the daemon still has to read what the other clients sent."""
    for _ in range(1000):
        try:
            if asks():
                return True
        except (BrokenPipeError, ConnectionResetError):
            continue
    return False
