"""`connect` writes what a program needs, once, and takes exactly that away again."""

from __future__ import annotations

import json
import os
import shutil
import stat
import subprocess
import sys
import zipfile
from pathlib import Path

import pytest
from click.testing import CliRunner
from hypothesis import given
from hypothesis import strategies as st

from app.cli.command_group import cli
from app.domain.errors import SourceError
from app.features.mail_daemon.connecting import add_block, strip_block
from app.library.thunderbird import (
    EXTENSION,
    MANIFESTS,
    UserFolders,
    connect,
    disconnect,
)
from tests.systems import IS_WINDOWS


@pytest.fixture
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    folder = tmp_path / "somebody's home"
    folder.mkdir()
    for name in ("HOME", "USERPROFILE"):
        monkeypatch.setenv(name, str(folder))
    monkeypatch.setenv("XDG_DATA_HOME", str(folder / "share"))
    monkeypatch.setenv("LOCALAPPDATA", str(folder / "share"))
    monkeypatch.setenv("XDG_CONFIG_HOME", str(folder / "config"))
    return folder


def run(*arguments: object):
    return CliRunner().invoke(cli, ["connect", *map(str, arguments)])


def everything_in(folder: Path) -> dict[str, bytes]:
    return {str(path.relative_to(folder)): path.read_bytes() for path in folder.rglob("*") if path.is_file()}


@given(st.text(), st.text(alphabet="abc \n#"))
def test_a_block_that_is_put_in_and_taken_out_leaves_the_file_as_it_was(text: str, lines: str) -> None:
    ended = text if not text or text.endswith("\n") else text + "\n"

    assert strip_block(add_block(text, lines)) == ended
    assert add_block(add_block(text, "other"), lines) == add_block(text, lines)


@pytest.mark.parametrize(
    ("program", "file"), [("procmail", ".procmailrc"), ("maildrop", ".mailfilter"), ("mutt", ".muttrc")]
)
def test_what_is_written_is_taken_away(home: Path, workspace: Path, program: str, file: str) -> None:
    (home / file).write_text("# mine\nLOGFILE=x\n")
    before = everything_in(home)
    assert run(program, workspace).stdout.count("spamc -U") >= 1
    assert everything_in(home) == before

    assert run(program, workspace, "--write").exit_code == 0
    assert run(program, workspace, "--write").exit_code == 0
    assert (home / file).read_text().count("spamc -U") == run(program, workspace).stdout.count("spamc -U")
    run(program, "--remove")
    assert everything_in(home) == before


@pytest.mark.parametrize("program", ["dovecot", "notmuch", "systemd"])
def test_files_of_their_own_go_where_they_are_wanted(home: Path, workspace: Path, program: str) -> None:
    to = () if program == "systemd" else ("--to", home / "there")
    assert run(program, workspace, "--write", *to).exit_code == 0
    assert everything_in(home)

    run(program, "--remove", *to)
    assert everything_in(home) == {}


def test_a_file_that_is_somebody_elses_is_not_touched(home: Path, workspace: Path) -> None:
    (home / "post-new").write_text("#!/bin/sh\necho mine\n")
    before = everything_in(home)
    result = run("notmuch", workspace, "--write", "--to", home)
    assert isinstance(result.exception, SourceError)

    run("notmuch", "--remove", "--to", home)
    assert everything_in(home) == before


def test_no_recipe_that_files_gives_up_mail_when_nobody_answers(home: Path, workspace: Path) -> None:
    for program in ("procmail", "maildrop", "dovecot", "notmuch"):
        shown = run(program, workspace).stdout
        calls = [line for line in shown.splitlines() if "spamc" in line and "-L" not in line]
        assert calls
        assert not any(" -x" in line or '"-x"' in line for line in calls)


@pytest.mark.parametrize("system", ["linux", "darwin", "win32"])
def test_thunderbird_is_told_of_a_program_and_the_extension_that_may_start_it(tmp_path: Path, system: str) -> None:
    places = UserFolders(tmp_path / "home", tmp_path / "data", system)
    command = ["/opt/it's/bayleaf-cli", "native", "/home/a b/mail.bayleaf"]
    written = connect(places, command)

    assert set(written) == {tmp_path / path for path in everything_in(tmp_path)}
    manifest = json.loads(places.manifests[0].read_text())
    assert manifest["allowed_extensions"] == [EXTENSION]
    assert Path(manifest["path"]).read_text().count("native") == 1
    with zipfile.ZipFile(places.extension) as packed:
        inner = json.loads(packed.read("manifest.json"))
        assert inner["browser_specific_settings"]["gecko"]["id"] == EXTENSION
        assert {"mailroom.js", "_locales/en/messages.json", "leaf.svg"} <= set(packed.namelist())
    if system in MANIFESTS:
        assert len(places.manifests) == len(MANIFESTS[system])
    assert set(disconnect(places)) == set(written)
    assert everything_in(tmp_path) == {}


@pytest.mark.skipif(IS_WINDOWS, reason="a script of a shell")
def test_the_script_starts_a_program_with_any_name(tmp_path: Path) -> None:
    program = tmp_path / 'it\'s a "program" $HOME'
    program.write_text('#!/bin/sh\nprintf "%s|" "$@"\n')
    program.chmod(0o755)
    places = UserFolders(tmp_path / "home", tmp_path / "data", "linux")
    connect(places, [str(program), "native", "a 'b' $c"])

    assert stat.S_IMODE(os.stat(places.launcher).st_mode) == 0o700
    told = subprocess.run([places.launcher, "manifest", "extension"], capture_output=True, check=True, text=True)
    assert told.stdout == "native|a 'b' $c|"


def test_connect_thunderbird_says_what_it_writes(home: Path, workspace: Path) -> None:
    shown = run("thunderbird", workspace)
    assert everything_in(home) == {}
    written = run("thunderbird", workspace, "--write")
    assert shown.stdout == written.stdout
    assert set(shown.stdout.split("\n")[:-1]) == {str(home / path) for path in everything_in(home)}

    run("thunderbird", "--remove")
    assert everything_in(home) == {}


def test_a_script_is_told_what_is_needed_what_was_written_and_what_was_taken_away(home: Path, workspace: Path) -> None:
    shown = json.loads(run("procmail", workspace, "--json").stdout)
    written = json.loads(run("procmail", workspace, "--write", "--json").stdout)
    removed = json.loads(run("procmail", "--remove", "--json").stdout)

    assert (shown["program"], shown["written"], shown["recipe"]["file"]) == ("procmail", [], ".procmailrc")
    assert "spamc -U" in shown["recipe"]["block"]
    assert written["written"] == removed["removed"] == [str(home / ".procmailrc")]


DOVECONF = """\
# 2.3.19.1 (9b53102964): /etc/dovecot/dovecot.conf
namespace archive {
  inbox = no
  prefix = Archive/
  mailbox Junk {
    special_use = \\Junk
  }
}
namespace inbox {
  inbox = yes
  mailbox "Bulk Mail" {
    special_use = \\Junk
  }
  prefix = INBOX.
  separator = .
}
plugin {
  imapsieve_mailbox1_before = file:/etc/dovecot/own.sieve
  imapsieve_mailbox1_name = Archive
  imapsieve_mailbox2_before = file:/there/bayleaf-spam.sieve
  imapsieve_mailbox2_name = Junk
  imapsieve_mailbox3_before = file:/etc/dovecot/other.sieve
  imapsieve_mailbox3_name = Old
  sieve_before = /etc/dovecot/first.sieve
  sieve_extensions = fileinto reject
  sieve_global_extensions = +vnd.dovecot.execute
  sieve_pipe_bin_dir = /etc/dovecot/pipe
  sieve_plugins = sieve_extprograms
}
"""


def settings_for_dovecot(workspace: Path, text: str, *more: str) -> tuple[list[str], str]:
    """The lines of bayleaf.conf, and what is to be done by hand."""
    given = ["connect", "dovecot", str(workspace), "--json", "--doveconf", "-", *more]
    recipe = json.loads(CliRunner().invoke(cli, given, input=text).stdout)["recipe"]
    return [line.strip() for line in dict(recipe["files"])["bayleaf.conf"].splitlines()], recipe["words"]


def test_dovecots_own_settings_are_kept(workspace: Path) -> None:
    lines, words = settings_for_dovecot(workspace, DOVECONF, "--good-folder", "INBOX.Work")
    assert "sieve_before2 = FOLDER/bayleaf-deliver.sieve" in lines
    assert "sieve_plugins = sieve_extprograms sieve_imapsieve" in lines
    assert "sieve_global_extensions = +vnd.dovecot.execute +vnd.dovecot.pipe +vnd.dovecot.filter" in lines
    assert "sieve_extensions = fileinto reject editheader mailbox copy imapsieve" in lines
    assert "sieve_pipe_bin_dir = /etc/dovecot/pipe" in lines
    assert "copy bayleaf-teach to /etc/dovecot/pipe" in words
    names = {line for line in lines if "_name" in line or "_from" in line}
    assert names == {
        'imapsieve_mailbox2_name = "INBOX.Bulk Mail"', 'imapsieve_mailbox4_name = "INBOX"',
        'imapsieve_mailbox4_from = "INBOX.Bulk Mail"', 'imapsieve_mailbox5_name = "INBOX.Work"',
        'imapsieve_mailbox5_from = "INBOX.Bulk Mail"',
    }  # fmt: skip


def test_settings_that_were_written_before_are_written_again_as_they_were(workspace: Path) -> None:
    lines, _ = settings_for_dovecot(workspace, "")
    again, _ = settings_for_dovecot(workspace, "\n".join(lines))
    assert again == lines
    assert "sieve_before = FOLDER/bayleaf-deliver.sieve" in lines
    assert 'imapsieve_mailbox1_name = "Junk"' in lines


def test_a_junk_folder_that_is_named_is_taken_instead_of_the_servers(workspace: Path) -> None:
    lines, _ = settings_for_dovecot(workspace, DOVECONF, "--junk", 'INBOX/50% "spam"')
    assert 'imapsieve_mailbox2_name = "INBOX/50%% \\"spam\\""' in lines


@pytest.mark.parametrize("name", ["*", "INBOX.*", "Wor?"])
def test_a_pattern_is_no_folder_that_good_mail_is_learnt_from(workspace: Path, name: str) -> None:
    result = run("dovecot", workspace, "--doveconf", os.devnull, "--good-folder", name)
    assert result.exit_code == 2
    assert "leave out * and ?" in result.stderr


def test_where_dovecot_is_elsewhere_one_is_told_how_its_settings_are_kept(
    workspace: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("app.features.mail_daemon.command.ask_doveconf", lambda: None)
    result = run("dovecot", workspace)
    assert result.exit_code == 0
    assert "--doveconf" in result.stderr


SYSTEMD_ANALYZE = shutil.which("systemd-analyze")


@pytest.mark.skipif(SYSTEMD_ANALYZE is None, reason="needs systemd-analyze, which is the judge of units")
@pytest.mark.parametrize("name", ["judge.bayleaf", 'a "b" $c %d.bayleaf', "users.toml"])
def test_systemd_takes_the_unit_for_the_whole_system(tmp_path: Path, workspace: Path, name: str) -> None:
    shutil.copy(workspace, tmp_path / name)
    result = run("systemd", tmp_path / name, "--system", "--user", "root", "--milter", "/run/bayleaf/milter")
    assert result.exit_code == 0
    unit = tmp_path / "bayleaf-judge.service"
    unit.write_text(result.stdout)

    done = subprocess.run(
        [str(SYSTEMD_ANALYZE), "verify", str(unit)], capture_output=True, text=True, check=False, timeout=60
    )
    assert [line for line in done.stderr.splitlines() if unit.name in line] == []
    command = "serve-users" if name.endswith(".toml") else "serve"
    assert f' "{command}" ' in result.stdout
    assert ("--milter" in result.stdout) == (command == "serve")
    assert "User=root\n" in result.stdout


def test_postfix_is_told_to_deliver_whatever_becomes_of_the_judge(workspace: Path) -> None:
    result = run("postfix", workspace)
    assert "smtpd_milters = unix:/bayleaf/milter\nmilter_default_action = accept\n" in result.stdout
    assert "--milter /var/spool/postfix/bayleaf/milter --socket-mode 660" in result.stderr
    elsewhere = run("postfix", workspace, "--milter", "/run/bayleaf/milter")
    assert "smtpd_milters = unix:/run/bayleaf/milter\n" in elsewhere.stdout


def test_the_unit_for_the_whole_system_is_only_shown(workspace: Path) -> None:
    assert run("systemd", workspace, "--system", "--write").exit_code == 2


def test_a_person_is_told_the_short_command_where_it_is_this_program(
    workspace: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert f"{sys.executable} -m app.cli serve" in run("procmail", workspace).stderr
    beside = tmp_path / "bayleaf-cli"
    beside.touch(0o755)
    monkeypatch.setenv("PATH", str(tmp_path))
    assert f"{sys.executable} -m app.cli serve" in run("procmail", workspace).stderr  # it may be another version
    monkeypatch.setattr("sys.executable", str(tmp_path / "python3"))
    assert "The mail daemon has to run: bayleaf-cli serve " in run("procmail", workspace).stderr
