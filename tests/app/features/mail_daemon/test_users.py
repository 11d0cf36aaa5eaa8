"""One daemon serves several users, each by their own workspace; a fault of one costs no other."""

from __future__ import annotations

import shutil
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest
from click.testing import CliRunner

from app.cli.command_group import cli
from app.domain.errors import AppError, MailDaemonError
from app.domain.sentences import sentence_for
from app.features.mail_daemon import users
from app.features.mail_daemon.client import connect_running_daemon
from app.features.mail_daemon.users import MILTER_SECTION, SharedSocket, User, UsersServer, UserTable, read_users
from tests.app.features.mail_daemon.milter_client import MilterClient
from tests.app.letters import letter
from tests.systems import with_sockets

TABLE = """\
[milter]
socket = "run/milter"
socket_mode = "660"
[anna]
workspace = "anna.bayleaf"
addresses = ["Anna@Example.org", "@anna.example"]
socket = "/run/bayleaf/anna"
socket_mode = "660"
socket_group = "anna"
[everyone]
workspace = "all.bayleaf"
model = "Mail filter"
addresses = ["*"]
"""


def table_of(folder: Path, text: str) -> UserTable:
    path = folder / "users.toml"
    path.write_text(text)
    return read_users(path)


def test_a_table_names_users_with_their_workspaces_and_doors(tmp_path: Path) -> None:
    table = table_of(tmp_path, TABLE)
    anna = User(
        "anna", tmp_path / "anna.bayleaf", None, ("anna@example.org", "@anna.example"),
        SharedSocket(Path("/run/bayleaf/anna"), (0o660, "anna")),
    )  # fmt: skip
    assert table.users == (anna, User("everyone", tmp_path / "all.bayleaf", "Mail filter", ("*",)))
    assert table.milter == SharedSocket(tmp_path / "run/milter", (0o660, ""))


@pytest.mark.parametrize(
    ("recipients", "names"),
    [
        (["anna@example.org"], ["anna"]),
        (["ANNA+list@example.org", "x@anna.example"], ["anna"]),
        (["ben@example.org", "anna@example.org"], ["everyone", "anna"]),
        ([], []),
        (["nonsense"], ["everyone"]),
    ],
)
def test_recipients_belong_to_the_users_with_the_nearest_address(
    tmp_path: Path, recipients: list[str], names: list[str]
) -> None:
    assert table_of(tmp_path, TABLE).names_of_recipients(recipients) == names


@pytest.mark.parametrize(
    ("text", "detail"),
    [
        ("", "it names no user"),
        ("[anna", "Expected"),
        ("x = 1", "x stands outside of a section"),
        ("[a]", "[a] needs a workspace"),
        ("[a]\nworkspace = 1", "[a] workspace is not a text"),
        ("[a]\nworkspace = 'x'\nadresses = []", "unknown key adresses"),
        ("[a]\nworkspace = 'x'\naddresses = [1]", "not a list of texts"),
        ("[a]\nworkspace = 'x'\n[b]\nworkspace = './x'", "the workspace"),
        ("[a]\nworkspace = 'x'\naddresses = ['e@f']\n[b]\nworkspace = 'y'\naddresses = ['E@F']", "e@f is there twice"),
        ("[a]\nworkspace = 'x'\nsocket_mode = '660'", "shares a socket but names none"),
        ("[a]\nworkspace = 'x'\nsocket = 's'\nsocket_mode = '777'", "three digits"),
        ("[milter]\n[a]\nworkspace = 'x'", "[milter] needs a socket"),
        ("a = " + "[" * 5_000, ""),
    ],
)
def test_a_table_that_is_wrong_is_refused_with_the_place(tmp_path: Path, text: str, detail: str) -> None:
    with pytest.raises(MailDaemonError) as met:
        table_of(tmp_path, text)
    assert met.value.reason == "bad-table"
    assert detail in met.value.detail


def test_the_command_says_what_is_wrong_with_a_table(tmp_path: Path) -> None:
    (tmp_path / "users.toml").write_text("[a]")
    for path in (tmp_path / "users.toml", tmp_path / "missing.toml"):
        result = CliRunner().invoke(cli, ["serve-users", str(path)])
        assert isinstance(result.exception, AppError)
        assert path.name in sentence_for(result.exception)


@contextmanager
def serving_users(
    server: UsersServer, *awaited: str, failed: list[tuple[str, AppError]] | None = None
) -> Iterator[None]:
    """Serve in a thread until the block ends; wait until the users that are named listen."""
    ready = {name: threading.Event() for name in (*awaited, MILTER_SECTION)}
    failures = [] if failed is None else failed
    has_failed = threading.Event()

    def note(name: str, error: AppError) -> None:
        failures.append((name, error))
        has_failed.set()

    thread = threading.Thread(target=server.run, args=(lambda name: ready[name].set(), note))
    thread.start()
    try:
        for event in ready.values():
            assert event.wait(30)
        assert failed is None or has_failed.wait(30)
        yield
    finally:
        server.stop()
        thread.join(30)


@with_sockets
def test_each_user_is_judged_and_taught_by_a_workspace_of_their_own(runtime: Path, workspace: Path) -> None:
    other = workspace.with_name("other.bayleaf")
    shutil.copy(workspace, other)
    table = UserTable(
        (User("anna", workspace, addresses=("anna@y.example",)), User("ben", other, addresses=("ben@y.example",))),
        milter=SharedSocket(runtime / "milter"),
    )
    with serving_users(UsersServer(table), "anna", "ben"):
        client = MilterClient(runtime / "milter")
        mail = letter("spam", 760)
        assert client.judge(mail, "anna@y.example") == client.judge(mail, "ben@y.example") == "spam"

        lesson = connect_running_daemon(workspace)
        assert lesson is not None
        with lesson:
            lesson.ask("learn", mail, label="ham", by="hand")
        assert client.judge(mail, "anna@y.example") == "ham"
        assert client.judge(mail, "ben@y.example") == "spam"
        assert client.judge(mail, "anna@y.example", "ben@y.example") == "unsure"
        assert client.judge(mail, "nobody@y.example") is None
        client.close()


@with_sockets
def test_a_workspace_that_cannot_be_opened_costs_only_its_user_and_is_tried_again(
    runtime: Path, workspace: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(users, "RETRY_S", 0.05)
    missing = workspace.with_name("later.bayleaf")
    table = UserTable(
        (User("anna", workspace, addresses=("anna@y.example",)), User("ben", missing, addresses=("ben@y.example",))),
        milter=SharedSocket(runtime / "milter"),
    )
    failed: list[tuple[str, AppError]] = []
    with serving_users(UsersServer(table), "anna", failed=failed):
        client = MilterClient(runtime / "milter")
        mail = letter("spam", 761)
        assert failed[0][0] == "ben"
        assert client.judge(mail, "anna@y.example") == "spam"
        assert client.judge(mail, "ben@y.example") is None
        assert client.judge(mail, "anna@y.example", "ben@y.example") is None
        client.close()
