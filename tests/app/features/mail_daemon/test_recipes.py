"""The configurations that `connect` gives, in the real programs: they file and teach as they say, and lose nothing."""

from __future__ import annotations

import os
import shutil
import subprocess
from collections.abc import Callable
from pathlib import Path

import pytest

from app.features.mail_daemon.connecting import CONFIGURATION_MAKERS, add_block
from app.features.mail_daemon.daemon import read_mail
from app.features.mail_daemon.serving import DaemonServer
from app.store.workspace import Workspace
from tests.app.letters import label_of, letter

pytestmark = pytest.mark.skipif(shutil.which("spamc") is None, reason="spamc is not installed (Debian package spamc)")
Deliver = Callable[[bytes, Path, Path], object]
FORGED = b"X-Text-Classification: spam\r\nX-Bayleaf-Score: 0.99 spam\r\n"


@pytest.fixture
def home(tmp_path: Path) -> Path:
    home = tmp_path / "home"
    for folder in ("inbox", "spam"):
        for part in ("new", "cur", "tmp"):
            (home / folder / part).mkdir(parents=True)
    return home


def delivered(command: list[str], mail: bytes, home: Path) -> None:
    subprocess.run(command, input=mail, check=True, timeout=60, env={**os.environ, "HOME": str(home)})


def by_procmail(mail: bytes, home: Path, socket: Path) -> None:
    rules = add_block(
        f"MAILDIR={home}\nDEFAULT={home}/inbox/\n", CONFIGURATION_MAKERS["procmail"](socket, "spam").block
    )
    (home / "rules").write_text(rules)
    delivered(["procmail", str(home / "rules")], mail, home)


def by_maildrop(mail: bytes, home: Path, socket: Path) -> None:
    rules = add_block(f'DEFAULT="{home}/inbox/"\n', CONFIGURATION_MAKERS["maildrop"](socket, f"{home}/spam").block)
    (home / "rules").write_text(rules)
    (home / "rules").chmod(0o600)
    delivered(["maildrop", str(home / "rules")], mail, home)


def needs(program: str) -> pytest.MarkDecorator:
    return pytest.mark.skipif(shutil.which(program) is None, reason=f"{program} is not installed")


PROGRAMS = [
    pytest.param(deliver, marks=needs(name), id=name)
    for name, deliver in (("procmail", by_procmail), ("maildrop", by_maildrop))
]


def filed(home: Path) -> dict[str, int]:
    return {folder: len(list((home / folder / "new").iterdir())) for folder in ("inbox", "spam")}


@pytest.mark.parametrize("deliver", PROGRAMS)
def test_spam_goes_to_its_folder_and_good_mail_to_the_inbox(server: DaemonServer, home: Path, deliver: Deliver) -> None:
    for number in range(3):
        deliver(letter("spam", 500 + number), home, server.paths.spamd_socket)
    deliver(FORGED + letter("ham", 500), home, server.paths.spamd_socket)

    assert filed(home) == {"inbox": 1, "spam": 3}


@pytest.mark.parametrize("deliver", PROGRAMS)
def test_without_a_judge_all_mail_is_in_the_inbox_even_what_calls_itself_spam(
    home: Path, tmp_path: Path, deliver: Deliver
) -> None:
    deliver(letter("spam", 510), home, tmp_path / "nobody")
    deliver(FORGED + letter("ham", 511), home, tmp_path / "nobody")

    assert filed(home) == {"inbox": 2, "spam": 0}


@needs("notmuch")
def test_notmuch_tags_what_is_surely_spam_and_nothing_while_nobody_answers(
    server: DaemonServer, home: Path, tmp_path: Path
) -> None:
    environment = {**os.environ, "HOME": str(home), "NOTMUCH_CONFIG": str(home / "config")}
    (home / "config").write_text(
        f"[database]\npath={home}\n[user]\nname=me\nprimary_email=me@x\n[new]\ntags=new;inbox\n[search]\nexclude_tags=\n"
    )
    hooks = home / ".notmuch" / "hooks"
    hooks.mkdir(parents=True)

    def notmuch(*arguments: str) -> str:
        done = subprocess.run(["notmuch", *arguments], env=environment, capture_output=True, check=True, timeout=60)
        return done.stdout.decode()

    def arrives(socket: Path, *letters: bytes) -> None:
        [(_, hook)] = CONFIGURATION_MAKERS["notmuch"](socket, "spam").files
        (hooks / "post-new").write_text(hook)
        (hooks / "post-new").chmod(0o755)
        for mail in letters:
            (home / "inbox" / "new" / str(len(list((home / "inbox" / "new").iterdir())))).write_bytes(mail)
        notmuch("new")

    arrives(tmp_path / "nobody", letter("spam", 520))
    assert notmuch("count", "tag:spam").strip() == "0"
    notmuch("tag", "-new", "*")
    arrives(server.paths.spamd_socket, letter("spam", 521), letter("ham", 521))
    assert notmuch("search", "--output=messages", "tag:spam").split() == ["id:spam521@example"]
    assert notmuch("count", "tag:inbox").strip() == "2"


@needs("mutt")
def test_a_key_in_mutt_teaches_and_puts_away(server: DaemonServer, workspace: Path, home: Path, tmp_path: Path) -> None:
    (home / "inbox" / "new" / "1").write_bytes(letter("ham", 530))
    settings = f'set folder="{home}"\nset mbox_type=Maildir\nset confirmappend=no\nset delete=yes\nset move=no\n'
    settings += CONFIGURATION_MAKERS["mutt"](server.paths.spamd_socket, "spam").block
    (home / "muttrc").write_text(add_block("", settings))
    keys = "push S<sync-mailbox><exit>"
    command = f"mutt -n -F {home}/muttrc -f {home}/inbox -e '{keys}'"
    subprocess.run(
        ["script", "-qec", command, "/dev/null"],
        env={**os.environ, "HOME": str(home), "TERM": "xterm"},
        stdin=subprocess.DEVNULL, capture_output=True, check=False, timeout=60,
    )  # fmt: skip

    assert label_of(workspace, letter("ham", 530)) == "spam"
    assert len([*home.glob("spam/new/*"), *home.glob("spam/cur/*")]) == 1


@pytest.mark.parametrize("label", ["spam", "ham"])
def test_the_actions_for_claws_mail_teach(server: DaemonServer, workspace: Path, tmp_path: Path, label: str) -> None:
    mail = letter("ham", 720)
    (tmp_path / "message file").write_bytes(mail)
    words = CONFIGURATION_MAKERS["claws"](server.paths.spamd_socket, "spam").words
    [action] = [line.partition(": ")[2] for line in words.splitlines() if line.startswith(f"  It is {label}: ")]
    message = f'"{tmp_path}/message file"'  # as Claws Mail writes it for its shell
    subprocess.run(["/bin/sh", "-c", action.replace("%f", message)], check=True, timeout=60)

    with Workspace(workspace, read_only=True) as opened:
        number = opened.documents.find_by_hash("Mail", read_mail(mail).content_hash)
        assert number is not None
        assert opened.documents.get(number).document.label == label
