"""A judge's socket takes the place of nothing but a socket that nobody answers on."""

from __future__ import annotations

import os
import shutil
import socket
import subprocess
import sys
from contextlib import closing
from pathlib import Path

import pytest

from app.domain.errors import MailDaemonError
from app.features.mail_daemon.client import connect_running_daemon
from app.features.mail_daemon.serving import DaemonServer
from app.features.mail_daemon.sockets import create_daemon_folder, daemon_paths, listen_on
from app.store.workspace import Workspace
from tests.app.features.mail_daemon.conftest import serving
from tests.systems import with_links, with_sockets

ROOT = Path(__file__).parents[4]
pytestmark = with_sockets


def refused(path: Path, reason: str) -> None:
    with pytest.raises(MailDaemonError, match=reason), listen_on(path, 0.1):
        pytest.fail("it listens")


def dead_socket(path: Path) -> None:
    with closing(socket.socket(socket.AF_UNIX)) as gone:
        gone.bind(str(path))


def test_a_file_at_the_path_is_refused_and_left(runtime: Path) -> None:
    thesis = runtime / "thesis.txt"
    thesis.write_text("five years of work")

    refused(thesis, "not-a-socket")

    assert thesis.read_text() == "five years of work"


def test_a_folder_at_the_path_is_refused_and_left(runtime: Path) -> None:
    refused(runtime, "not-a-socket")

    assert runtime.is_dir()


@with_links
def test_a_link_to_a_dead_socket_is_refused_and_left(runtime: Path) -> None:
    dead_socket(runtime / "dead")
    (runtime / "link").symlink_to(runtime / "dead")

    refused(runtime / "link", "not-a-socket")

    assert (runtime / "link").is_symlink()
    assert (runtime / "dead").is_socket()


def test_a_dead_socket_is_replaced_and_removed_at_the_end(runtime: Path) -> None:
    path = runtime / "socket"
    dead_socket(path)
    with listen_on(path, 5.0) as listener, closing(socket.socket(socket.AF_UNIX)) as client:
        client.connect(str(path))
        listener.accept()[0].close()

    assert not path.exists()


def test_a_socket_that_answers_is_refused_and_goes_on_answering(runtime: Path) -> None:
    path = runtime / "socket"
    with listen_on(path, 5.0) as listener:
        refused(path, "address-taken")
        with closing(socket.socket(socket.AF_UNIX)) as client:
            client.connect(str(path))
            listener.accept()[0].close()


def test_a_socket_whose_queue_is_full_is_not_taken_for_a_dead_one(runtime: Path) -> None:
    path = runtime / "socket"
    with closing(socket.socket(socket.AF_UNIX)) as busy, closing(socket.socket(socket.AF_UNIX)) as first:
        busy.bind(str(path))
        busy.listen(0)
        first.connect(str(path))

        refused(path, "address-taken")


def test_what_took_the_place_of_the_socket_meanwhile_is_left_at_the_end(runtime: Path) -> None:
    path = runtime / "socket"
    with listen_on(path, 0.1):
        path.unlink()
        path.write_text("somebody else's")

    assert path.read_text() == "somebody else's"


def is_asked(workspace: Path) -> bool:
    """Listen at the place of a workspace's daemon, and return whether a client comes."""
    folder = daemon_paths(workspace).folder
    with closing(socket.socket(socket.AF_UNIX)) as listener:
        listener.bind(str(folder / "lines"))
        listener.listen(1)
        client = connect_running_daemon(workspace)
        if client is not None:
            client.close()
        return client is not None


def test_a_client_asks_a_daemon_in_its_own_folder(runtime: Path, workspace: Path) -> None:
    create_daemon_folder(workspace)

    assert is_asked(workspace)


def test_a_client_sends_no_mail_into_the_folder_of_another_user(
    runtime: Path, workspace: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    create_daemon_folder(workspace)
    monkeypatch.setattr(os, "getuid", lambda: os.geteuid() + 1)

    assert not is_asked(workspace)


@with_links
def test_a_client_sends_no_mail_through_a_folder_that_is_a_link(runtime: Path, workspace: Path, tmp_path: Path) -> None:
    (runtime / "bayleaf").symlink_to(tmp_path)
    daemon_paths(workspace).folder.mkdir()

    assert not is_asked(workspace)


def test_serve_refuses_its_own_workspace_as_its_socket(runtime: Path, workspace: Path) -> None:
    command = [sys.executable, "-m", "app.cli", "serve", str(workspace), "--socket", str(workspace)]
    done = subprocess.run(command, check=False, capture_output=True, text=True, cwd=ROOT)

    assert done.returncode == 1
    assert "is not a socket" in done.stderr
    assert "Traceback" not in done.stderr
    with Workspace(workspace) as opened:
        assert opened.check() == []


def test_a_second_judge_does_not_take_the_socket_of_the_first(runtime: Path, workspace: Path, tmp_path: Path) -> None:
    shared = runtime / "shared"
    other = Path(shutil.copy(workspace, tmp_path / "other.bayleaf"))
    with serving(workspace, spamd=shared):
        with pytest.raises(MailDaemonError, match="address-taken"):
            DaemonServer(other, spamd=shared).run()
        with closing(socket.socket(socket.AF_UNIX)) as client:
            client.connect(str(shared))
            client.sendall(b"PING SPAMC/1.5\r\n\r\n")
            assert client.recv(64) == b"SPAMD/1.5 0 PONG\r\n"

    assert connect_running_daemon(other) is None
    assert not shared.exists()


def test_a_judge_starts_again_where_a_killed_one_left_its_sockets(runtime: Path, workspace: Path) -> None:
    with serving(workspace) as server:
        place = server.paths
    dead_socket(place.json_lines_socket)
    dead_socket(place.spamd_socket)

    with serving(workspace):
        client = connect_running_daemon(workspace)
        assert client is not None
        client.close()
