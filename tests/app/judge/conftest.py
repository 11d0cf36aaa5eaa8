"""A workspace with mail of two labels, and a judge that serves it."""

from __future__ import annotations

import shutil
import socket
import tempfile
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import cache
from pathlib import Path

import pytest

from app.domain.documents import SourceOptions
from app.domain.jobs import Unattended
from app.features.mail_daemon.client import JudgeClient, running_judge
from app.features.mail_daemon.serving import JudgeServer
from app.features.train.training import TrainingOrder, train
from app.library.importing import ImportOrder, import_sources
from app.library.recipes import RecipeRequest
from tests.app.judge.letters import letter

N_OF_EACH = 12


@pytest.fixture
def runtime(monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """A runtime folder whose path is short enough for sockets."""
    folder = Path(tempfile.mkdtemp(prefix="bl"))
    monkeypatch.setenv("XDG_RUNTIME_DIR", str(folder))
    yield folder
    shutil.rmtree(folder)


@pytest.fixture(scope="session")
def trained_once(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The workspace, made once; tests get copies."""
    return trained_on_letters(tmp_path_factory.getbasetemp() / "judged")


@cache
def trained_on_letters(folder: Path) -> Path:
    """Make the workspace, once for all modules that take the fixture from here."""
    for label in ("spam", "ham"):
        (folder / "mail" / label).mkdir(parents=True)
        for number in range(N_OF_EACH):
            (folder / "mail" / label / f"{number}.eml").write_bytes(letter(label, number))
    workspace = folder / "mail.bayleaf"
    order = ImportOrder((folder / "mail",), SourceOptions(kind="mail"), "Mail")
    import_sources(workspace, order, Unattended())
    train(workspace, TrainingOrder(RecipeRequest(event_model="multinomial", smoothing="1.0"), "Mail"), Unattended())
    return workspace


@pytest.fixture
def workspace(trained_once: Path, tmp_path: Path) -> Path:
    """A workspace of a test's own."""
    return Path(shutil.copy(trained_once, tmp_path / "mail.bayleaf"))


Serve = Callable[..., JudgeServer]


@contextmanager
def serving(workspace: Path, **options: object) -> Iterator[JudgeServer]:
    """A judge that serves in a thread of this process, and ends with the block."""
    server = JudgeServer(workspace, **options)  # type: ignore[arg-type] # each test passes what fits
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
def server(runtime: Path, workspace: Path) -> Iterator[JudgeServer]:
    with serving(workspace) as server:
        yield server


@pytest.fixture
def client(server: JudgeServer, workspace: Path) -> Iterator[JudgeClient]:
    client = running_judge(workspace)
    assert client is not None
    with client:
        yield client


Ask = Callable[[bytes], bytes]


@pytest.fixture
def ask(server: JudgeServer) -> Ask:
    """Send bytes to the socket for spamd's protocol, end, and return all that comes back."""

    def asked(request: bytes) -> bytes:
        with socket.socket(socket.AF_UNIX) as connection:
            connection.settimeout(30)
            connection.connect(str(server.place.spamd))
            connection.sendall(request)
            connection.shutdown(socket.SHUT_WR)
            return b"".join(iter(lambda: connection.recv(65536), b""))

    return asked
