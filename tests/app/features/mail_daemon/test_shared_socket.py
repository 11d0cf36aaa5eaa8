"""The socket for spamc is its owner's alone, unless it is shared with a group by name and mode."""

from __future__ import annotations

import stat
from pathlib import Path

import pytest
from click.testing import CliRunner

from app.cli.command_group import cli
from app.domain.errors import MailDaemonError
from app.features.mail_daemon.serving import DaemonServer
from tests.systems import IS_ADMINISTRATOR, with_sockets

grp = pytest.importorskip("grp", reason="Windows has no groups of users")
pytestmark = with_sockets
GROUP = "nogroup"


def permissions(workspace: Path, socket: Path, *, sharing: tuple[int, str] | None) -> tuple[int, int, int]:
    """Serve for a moment; return the modes of the shared socket and of the other one, and the group of the first."""
    server = DaemonServer(workspace, spamd=socket, sharing=sharing)
    seen: list[tuple[int, int, int]] = []

    def look(place: object) -> None:
        seen.append((stat.S_IMODE(socket.stat().st_mode), stat.S_IMODE(server.paths.json_lines_socket.stat().st_mode),
                     socket.stat().st_gid))  # fmt: skip
        server.stop()

    server.run(look)
    return seen[0]


def test_the_socket_is_its_owners_alone_by_default(workspace: Path, runtime: Path) -> None:
    assert permissions(workspace, runtime / "spamd", sharing=None)[:2] == (0o600, 0o600)


@pytest.mark.skipif(not IS_ADMINISTRATOR, reason="only root may give a socket to any group")
def test_a_group_that_is_named_may_connect_to_the_socket_for_spamc_and_to_no_other(
    workspace: Path, runtime: Path
) -> None:
    mode, other, group = permissions(workspace, runtime / "spamd", sharing=(0o660, GROUP))
    assert (mode, other, group) == (0o660, 0o600, grp.getgrnam(GROUP).gr_gid)


def test_a_group_that_does_not_exist_ends_the_judge_with_a_sentence(workspace: Path, runtime: Path) -> None:
    with pytest.raises(MailDaemonError) as met:
        permissions(workspace, runtime / "spamd", sharing=(0o660, "no-such-group-here"))
    assert met.value.reason == "cannot-share"
    assert not (runtime / "spamd").exists()


@pytest.mark.parametrize("mode", ["0", "66", "760", "060", "rw-rw----", "1660", "664x"])
def test_a_mode_that_is_none_is_refused(workspace: Path, mode: str) -> None:
    result = CliRunner().invoke(cli, ["serve", str(workspace), "--socket", "/nowhere/s", "--socket-mode", mode])
    assert result.exit_code == 2
    assert "660" in result.stderr


def test_only_a_socket_with_a_path_is_shared(workspace: Path) -> None:
    result = CliRunner().invoke(cli, ["serve", str(workspace), "--socket-group", GROUP])
    assert result.exit_code == 2
    assert "--socket" in result.stderr
