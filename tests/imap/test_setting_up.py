"""A mailbox is added with its folders found, and its password comes through a pipe or the keyring and lies nowhere."""

from __future__ import annotations

import io
import json
import os
import plistlib
import shlex
import signal
import subprocess
import sys
import time
from datetime import datetime
from pathlib import Path
from types import SimpleNamespace

import pytest
from bayleaf_imap.accounts import Account, account, accounts_folder, remove, save_account, split_command
from bayleaf_imap.commands import decoded, main, print_event
from bayleaf_imap.daemon_client import Judge, Labels, Verdict, cli_command, socket_path_of
from bayleaf_imap.deciding import Facts, Rules, decide
from bayleaf_imap.errors import MailboxError
from bayleaf_imap.finding_servers import find_special_folder, guess_server, parse_autoconfig
from bayleaf_imap.folder_checks import Event
from bayleaf_imap.mail_contents import addresses, header_value, identity_of
from bayleaf_imap.passwords import run_secret_command
from bayleaf_imap.server import ListedFolder
from bayleaf_imap.starting_at_login import login_start
from bayleaf_imap.status import format_moment, sentences
from bayleaf_imap.stream import Address

from tests.app.letters import letter
from tests.imap.conftest import needs_dovecot
from tests.imap.servers import HOST, PASSWORD, MailServer, token_for


@pytest.fixture
def mail_workspace(tmp_path: Path) -> Path:
    path = tmp_path / "mail.bayleaf"
    path.touch()
    return path


def saying(words: str) -> str:
    return shlex.join([sys.executable, "-c", f"print({words!r})"])


def adding(made: MailServer, workspace: Path, *more: str) -> list[str]:
    where = ["--server", HOST, "--port", str(made.tls_port), "--ca-file", str(made.ca_file)]
    return ["add", made.user, "--workspace", str(workspace), "--name", "home", *where, *more]


@needs_dovecot
def test_adding_finds_the_folders_and_keeps_no_secret(
    mail_server: MailServer, mail_workspace: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    secret = tmp_path / "kept"
    secret.write_text(f"{PASSWORD}\nuser: nobody\n")
    reading = shlex.join([sys.executable, "-c", f"print(open({str(secret)!r}).read())"])
    assert main(adding(mail_server, mail_workspace, "--password-command", reading)) == 0

    added = account("home")
    assert (added.junk, added.sent, added.inbox) == ("Junk", "Sent", "INBOX")
    answer = capsys.readouterr()
    assert "junk: Junk (found on the server)" in answer.err
    assert "\\hasnochildren" not in answer.out + answer.err
    for path in accounts_folder().rglob("*"):
        assert path.stat().st_mode & 0o077 == 0, path
        assert path.is_dir() or PASSWORD.encode() not in path.read_bytes()
    assert main(adding(mail_server, mail_workspace, "--password-command", reading)) == 1
    assert "already" in capsys.readouterr().err

    assert main(["status"]) == 0
    assert "home: has not been looked at yet" in capsys.readouterr().out
    assert main(["remove", "home"]) == 0
    assert main(["status", "home"]) == 1


@needs_dovecot
def test_a_password_goes_into_the_keyring_once_it_has_proved_right(
    mail_server: MailServer, mail_workspace: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    kept: dict[tuple[str, str], str] = {}
    ring = SimpleNamespace(
        get_keyring=lambda: SimpleNamespace(priority=5),
        get_password=lambda service, name: kept.get((service, name)),
        set_password=lambda service, name, secret: kept.update({(service, name): secret}),
        delete_password=lambda service, name: kept.pop((service, name)),
    )
    monkeypatch.setitem(sys.modules, "keyring", ring)
    monkeypatch.setattr("sys.stdin", io.StringIO("wrong\n"))
    assert main(adding(mail_server, mail_workspace, "--password-stdin")) == 1
    assert kept == {}
    monkeypatch.setattr("sys.stdin", io.StringIO(f"{PASSWORD}\n"))
    assert main(adding(mail_server, mail_workspace, "--password-stdin")) == 0
    assert kept == {("bayleaf-imap", f"{mail_server.user}@{HOST}"): PASSWORD}
    assert main(["remove", "home"]) == 0
    assert kept == {}


@needs_dovecot
def test_a_command_that_says_a_token_logs_in_by_oauth2(mail_server: MailServer, mail_workspace: Path) -> None:
    workspace = mail_workspace
    assert main(adding(mail_server, workspace, "--token-command", "echo x.y.z")) == 1
    token = token_for(mail_server.user)
    assert main(adding(mail_server, workspace, "--token-command", f"echo {token}")) == 0, mail_server.log()
    assert account("home").junk == "Junk"


@needs_dovecot
@pytest.mark.slow
def test_learning_to_begin_with_goes_on_where_it_stopped(
    mail_server: MailServer, server: object, workspace: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("PYTHONPATH", str(Path(__file__).parents[2]))
    mail_server.deliver(*(letter("ham", 900 + number) for number in range(60)))
    mail_server.deliver(*(letter("spam", 900 + number) for number in range(30)), folder="Junk")
    arguments = ["--password-command", f"echo {PASSWORD}", "--learn", "50", "--bayleaf-cli", SOURCE_CLI]
    assert main(adding(mail_server, workspace, *arguments)) == 0
    assert main(["trial", "home", "--once"]) == 0

    status = json.loads((account("home").folder / "status.json").read_text())
    assert status["learnt"] == {"INBOX": 50, "Junk": 30}
    assert all("\\Seen" not in flags for flags in mail_server.flags("INBOX").values())
    assert main(["trial", "home", "--once"]) == 0
    assert json.loads((account("home").folder / "status.json").read_text())["learnt"] == {"INBOX": 50, "Junk": 30}


SOURCE_CLI = shlex.join([sys.executable, "-P", "-m", "app.cli"])


@needs_dovecot
@pytest.mark.slow
def test_a_workspace_without_a_model_gets_one(
    mail_server: MailServer, runtime: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("PYTHONPATH", str(Path(__file__).parents[2]))
    mail_server.deliver(*(letter("ham", 900 + number) for number in range(30)))
    mail_server.deliver(*(letter("spam", 900 + number) for number in range(30)), folder="Junk")
    arguments = ["--password-command", f"echo {PASSWORD}", "--learn", "30", "--bayleaf-cli", SOURCE_CLI]
    assert main(adding(mail_server, tmp_path / "new.bayleaf", *arguments)) == 0
    try:
        assert main(["trial", "home", "--once"]) == 0
        status = json.loads((account("home").folder / "status.json").read_text())
        assert status["learnt"] == {"INBOX": 30, "Junk": 30}
        assert list(account("home").folder.glob("first-*")) == []
    finally:
        end_judge(tmp_path / "new.bayleaf")


def end_judge(workspace: Path) -> None:
    judge = Judge(str(workspace))
    number = judge.ask("status")["process"]
    judge.close()
    os.kill(number, signal.SIGTERM)
    ends_s = time.monotonic() + 20
    while socket_path_of(workspace).exists() and time.monotonic() < ends_s:
        time.sleep(0.05)


def test_a_command_says_the_password_through_a_pipe_and_its_failure_says_nothing() -> None:
    assert run_secret_command(saying("open sesame\nsecond line")) == "open sesame"
    for command in ("/nowhere/pass", saying(""), shlex.join([sys.executable, "-c", "import sys; sys.exit('hunter2')"])):
        with pytest.raises(MailboxError) as caught:
            run_secret_command(command)
        assert "hunter2" not in str(caught.value)


def test_in_commands_of_windows_backslashes_stay_and_quotation_marks_go() -> None:
    command = r'"C:\Program Files\pass.exe" show --for "my mail" C:\keys'
    assert split_command(command, keeps_backslashes=True) == [
        r"C:\Program Files\pass.exe", "show", "--for", "my mail", r"C:\keys",
    ]  # fmt: skip
    assert split_command(r"pass my\ mail", keeps_backslashes=False) == ["pass", "my mail"]


@pytest.mark.parametrize("name", ["with space", "O'Brien", r"back\slash"])
def test_the_program_bayleaf_cli_may_be_named_by_its_bare_path(name: str, tmp_path: Path) -> None:
    program = tmp_path / name / ("bayleaf-cli.exe" if sys.platform == "win32" else "bayleaf-cli")
    program.parent.mkdir(parents=True)
    program.write_text("")
    program.chmod(0o755)

    assert cli_command(str(program)) == [str(program)]
    assert cli_command(shlex.join([str(program), "-q"])) == [str(program), "-q"]


def test_servers_and_folders_are_found_by_usual_names() -> None:
    assert guess_server("me@gmail.com").host == "imap.gmail.com"
    assert (guess_server("me@Home.Example").where, guess_server("me@home.example", 143).uses_starttls) == (
        "imap.home.example:993",
        True,
    )
    for bad in ("nobody", "me@", "me@-x", "me@a b"):
        with pytest.raises(MailboxError):
            guess_server(bad)
    page = (
        '<incomingServer type="pop3"><hostname>p.example</hostname></incomingServer><incomingServer type="imap">'
        "<hostname>{}</hostname><port>{}</port><socketType>{}</socketType></incomingServer>"
    )
    found = parse_autoconfig(page.format("mail.home.example", 143, "STARTTLS"))
    assert found is not None
    assert (found.where, found.uses_starttls) == ("mail.home.example:143", True)
    assert parse_autoconfig(page.format("mail.home.example", 143, "plain")) is None
    assert parse_autoconfig(page.format("a b;c", 993, "SSL")) is None
    listed = [ListedFolder("Спам", frozenset()), ListedFolder("Werbung", frozenset({"\\junk"}))]
    assert find_special_folder(listed, "junk") == "Werbung"
    assert find_special_folder(listed[:1], "junk") == "Спам"
    assert find_special_folder(listed, "sent") == ""


@pytest.mark.parametrize("name", ["../up", "a/b", ".hidden", "", "x" * 101, "a b"])
def test_a_name_leads_nowhere_else(name: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["add", "me@home.example", "--workspace", "x.bayleaf", "--name", name or " "]) == 1
    assert "cannot be the name" in capsys.readouterr().err


def test_each_system_starts_it_at_login(tmp_path: Path) -> None:
    command = ["/opt/with space/bayleaf-imap", "run", 'a"b%c']
    unit = login_start("linux", tmp_path, "me@home.example", command)
    assert unit.path.name == "bayleaf-imap-me-at-home.example.service"
    assert r'ExecStart="/opt/with space/bayleaf-imap" "run" "a\"b%%c"' in unit.content.decode()
    agent = login_start("darwin", tmp_path, "me@home.example", command)
    assert plistlib.loads(agent.content)["ProgramArguments"] == command
    task = login_start("win32", tmp_path, "me@home.example", ["C:\\a & b\\bayleaf-imap.exe", "run", "me"])
    assert "<Command>C:\\a &amp; b\\bayleaf-imap.exe</Command>" in task.content.decode("utf-16")


@pytest.mark.parametrize("system", ["linux", "darwin", "win32"])
def test_a_start_at_login_is_ended_without_its_command(system: str, tmp_path: Path) -> None:
    whole = login_start(system, tmp_path, "me", ["bayleaf-imap", "run", "me"])
    ended = login_start(system, tmp_path, "me", [])
    assert (ended.path, ended.end, ended.leftovers) == (whole.path, whole.end, whole.leftovers)


LABELS = Labels("spam", "ham", ("ham", "spam"))
RULES = Rules(LABELS, {"spam": "Junk"}, is_trial=False, n_moves_left_today=10)
SPAM = Verdict("spam", 0.99, False, False)


@pytest.mark.parametrize(
    ("verdict", "facts", "rules", "state"),
    [
        (SPAM, Facts(), RULES, "due"),
        (SPAM, Facts(), Rules(LABELS, {"spam": "Junk"}), "would"),
        (SPAM, Facts(), Rules(LABELS, {"spam": "Junk"}, is_trial=False, n_moves_left_today=0), "asked"),
        (SPAM, Facts(), Rules(LABELS, {}, is_trial=False, n_moves_left_today=9), "flagged"),
        (SPAM, Facts(), Rules(LABELS, {"spam": "J"}, is_trial=False, n_moves_left_today=9, is_stopped=True), "asked"),
        (SPAM, Facts(is_known_sender=True), RULES, "asked"),
        (SPAM, Facts(is_hands_off=True), RULES, "stays"),
        (SPAM, Facts(frozenset({"$notjunk"})), RULES, "stays"),
        (SPAM, Facts(frozenset({"\\flagged"})), RULES, "stays"),
        (Verdict("spam", 0.7, True, False), Facts(), RULES, "asked"),
        (Verdict("spam", 1.0, False, True), Facts(), RULES, "stays"),
        (Verdict(None, 0.0, False, False), Facts(), RULES, "asked"),
        (Verdict("ham", 0.99, False, False), Facts(), RULES, "stays"),
    ],
)
def test_the_sure_is_moved_and_the_rest_is_left_to_a_person(
    verdict: Verdict, facts: Facts, rules: Rules, state: str
) -> None:
    assert decide(verdict, facts, rules).state == state


def test_a_mail_is_known_by_its_headers_however_lines_end() -> None:
    assert identity_of(b"A: b\r\nC: d\r\n\r\n") == identity_of(b"A: b\nC: d")
    assert identity_of(b"A: b") != identity_of(b"A: c")
    assert header_value(b"To: a,\r\n b\r\nSubject: x\r\n\r\nTo: no\r\n", b"to") == "a, b"
    assert header_value(b"Subject: x\r\n\r\nTo: no\r\n", b"to") == ""
    assert addresses('"A, B" <A@x.example>, c@y.example, nobody') == ["a@x.example", "c@y.example"]


def test_lines_and_states_show_nothing_raw(capsys: pytest.CaptureFixture[str]) -> None:
    event = Event("due", "INBOX", 7, "spam", 0.9, "", "a@\x1b[31mb", "pills\r\n\x07now", "<1@\x1b[0mx>")
    print_event(event, as_json=False, shows_subjects=True)
    print_event(event, as_json=True, shows_subjects=True)
    lines = capsys.readouterr().out.splitlines()
    assert all("pills now" in line and "\x1b" not in line for line in lines)
    answer = {
        "name": "home", "doing": "trouble", "is_trial": True, "contact_at": 0, "judged": 9, "moved": 3,
        "moved_today": 1, "asked": 2, "waiting": 1, "why_waiting": "over\x1bquota",
        "trial": [4, 2, 1], "stopped": "loop", "trouble": "login", "why": "The server refused the login (no).",
    }  # fmt: skip
    lines = "\n".join(sentences(answer, is_running=True))
    assert "\x1b" not in lines
    assert "4 would have been moved; 1 of 2 that you decided, wrongly" in lines


def test_removing_a_mailbox_leaves_files_that_are_not_its_own(tmp_path: Path) -> None:
    """Somebody may keep the workspace there: the whole folder was deleted."""
    mine = Account("home", "me", Address("mail.example"), str(tmp_path / "mail.bayleaf"))
    save_account(mine)
    for name in ("state.sqlite", "state.sqlite-wal", "status.json", "lock", "mail.bayleaf"):
        (mine.folder / name).write_bytes(b"x")
    remove(mine)

    assert [path.name for path in mine.folder.iterdir()] == ["mail.bayleaf"]
    (mine.folder / "mail.bayleaf").unlink()
    save_account(mine)
    remove(mine)
    assert not mine.folder.exists()


def test_each_line_has_a_time_and_subjects_only_where_one_asks(capsys: pytest.CaptureFixture[str]) -> None:
    event = Event("would", "INBOX", 7, "spam", 0.9, "", "a@b.example", "=?utf-8?q?Caf=C3=A9?=", "<1@b.example>")
    for shows_subjects in (False, True):
        print_event(event, as_json=False, shows_subjects=shows_subjects)
        print_event(event, as_json=True, shows_subjects=shows_subjects)
    silent, silent_json, plain, as_json = capsys.readouterr().out.splitlines()
    for line in (silent, plain):
        datetime.strptime(line.split("\t")[0], "%Y-%m-%d %H:%M:%S")
    assert "a@b.example" not in silent + silent_json
    assert "Caf" not in silent + silent_json
    assert plain.endswith("<1@b.example>\ta@b.example\tCafé")
    answer = json.loads(as_json)
    assert (answer["subject"], answer["sender"], answer["message_id"]) == ("Café", "a@b.example", "<1@b.example>")
    datetime.strptime(json.loads(silent_json)["time"], "%Y-%m-%d %H:%M:%S")


@pytest.mark.parametrize("subject", ["=?utf-8?b?!!!?=", "=?nonsense?q?x?=", "=?utf-8?q?=FF?= plain"])
def test_a_subject_that_cannot_be_decoded_is_shown_as_it_stands(subject: str) -> None:
    assert decoded(subject)


ADD = ["add", "me@home.example", "--server", HOST, "--port", "9"]


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        ([*ADD, "--workspace", "WORKSPACE", "--file", "spam"], "Write --file LABEL=FOLDER, not spam."),
        ([*ADD, "--workspace", "nowhere.bayleaf"], "There is no workspace "),
        ([*ADD, "--workspace", "WORKSPACE", "--ca-file", "nope.pem"], "certificate file nope.pem cannot be read"),
        (["undo", "home", "--since", "yesterday"], "Write the day as YYYY-MM-DD, such as 2026-11-28, not yesterday."),
        (["undo", "other"], "There is no mailbox called other."),
    ],
)  # fmt: skip
def test_wrong_use_is_answered_with_the_right_way(
    arguments: list[str], sentence: str, mail_workspace: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    save_account(Account("home", "me", Address("mail.example"), str(mail_workspace)))
    words = [str(mail_workspace) if word == "WORKSPACE" else word for word in arguments]
    if words[0] == "add":
        words += ["--password-command", "echo x"]

    assert main(words) == 1
    assert sentence in capsys.readouterr().err


@pytest.mark.parametrize("command", ["trial", "run", "resume", "remove", "undo", "stop", "status"])
def test_without_a_mailbox_every_command_says_how_to_add_one(command: str, capsys: pytest.CaptureFixture[str]) -> None:
    if command != "stop":  # stop --all has nothing to do
        assert main([command]) == (0 if command == "status" else 1)
        assert "There is no mailbox yet. Add one: bayleaf-imap add" in capsys.readouterr().err


@pytest.mark.parametrize(
    ("command", "why"), [("exit 3", "no shell reads the command"), ("echo 'x", "a quotation mark is missing")]
)
def test_a_command_for_the_password_that_no_program_is_says_why(command: str, why: str) -> None:
    with pytest.raises(MailboxError, match=why):
        run_secret_command(command)


@pytest.mark.skipif(sys.platform == "win32", reason="there, passwords are asked for by the console")
def test_without_a_terminal_the_password_is_not_asked_for(
    mail_workspace: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    command = [sys.executable, "-m", "bayleaf_imap", *ADD, "--workspace", str(mail_workspace)]
    done = subprocess.run(
        command,
        stdin=subprocess.DEVNULL,
        capture_output=True,
        text=True,
        start_new_session=True,
        check=False,
        env={**os.environ, "PYTHONPATH": os.pathsep.join(sys.path)},
    )
    assert done.returncode == 1
    assert done.stderr.strip() == str(MailboxError("no-terminal"))


@needs_dovecot
def test_a_port_without_tls_is_named(
    mail_server: MailServer, mail_workspace: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    arguments = adding(mail_server, mail_workspace, "--password-command", "echo x")
    arguments[arguments.index(str(mail_server.tls_port))] = str(mail_server.plain_port)
    assert main(arguments) == 1
    assert "does not use TLS on this port. Try --starttls" in capsys.readouterr().err


def test_a_state_says_when_the_next_try_is() -> None:
    next_s = time.time() + 3_000
    answer = {
        "name": "home", "doing": "trouble", "is_trial": False, "contact_at": 0, "judged": 0, "moved": 0,
        "moved_today": 0, "asked": 0, "waiting": 1, "why_waiting": "quota", "trial": [0, 0, 0], "stopped": "",
        "trouble": "login", "why": "no", "next_try_at": next_s, "waits_until": next_s + 60,
    }  # fmt: skip
    lines = sentences(answer, is_running=True)
    assert f"  next try: {format_moment(next_s)}" in lines
    assert f"  next try of what waits: {format_moment(next_s + 60)}" in lines
    assert not [line for line in sentences(answer, is_running=False) if "next try" in line]
