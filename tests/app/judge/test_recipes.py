"""The recipes of the help page file mail as they say, and lose nothing where the judge is away."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
from collections.abc import Callable
from pathlib import Path

import pytest

import resources
from app.judge.serving import JudgeServer
from tests.app.judge.letters import letter

HELP = Path(resources.__file__).parent / "help" / "command-line.md"
HELP_SOCKET = "/home/me/.bayleaf-spamd"
pytestmark = pytest.mark.skipif(shutil.which("spamc") is None, reason="spamc is not installed (Debian package spamc)")
Deliver = Callable[[bytes, Path], Path]


def recipe(start: str) -> str:
    """The indented block of the help page that begins with some words."""
    text = HELP.read_text(encoding="utf-8")
    part = text[text.index("## Beside your mail program") :]
    blocks = re.findall(r"(?:^    .*\n|^\n(?=    ))+", part, re.MULTILINE)
    [found] = [block for block in blocks if block.strip().startswith(start)]
    return "\n".join(line[4:] for line in found.splitlines()).strip() + "\n"


@pytest.fixture
def home(tmp_path: Path) -> Path:
    home = tmp_path / "home"
    for folder in ("inbox", "spam"):
        for part in ("new", "cur", "tmp"):
            (home / folder / part).mkdir(parents=True)
    return home


def by_procmail(mail: bytes, home: Path, socket: Path) -> None:
    rules = home / "rules"
    rules.write_text(f"MAILDIR={home}\nDEFAULT={home}/inbox/\n" + recipe(":0fw").replace(HELP_SOCKET, str(socket)))
    subprocess.run(["procmail", str(rules)], input=mail, check=True, timeout=60, env={**os.environ, "HOME": str(home)})


def by_maildrop(mail: bytes, home: Path, socket: Path) -> None:
    rules = home / "rules"
    text = recipe("xfilter").replace(HELP_SOCKET, str(socket)).replace('"spam/"', f'"{home}/spam/"')
    rules.write_text(f'DEFAULT="{home}/inbox/"\n{text}to "{home}/inbox/"\n')
    rules.chmod(0o600)
    subprocess.run(["maildrop", str(rules)], input=mail, check=True, timeout=60, env={**os.environ, "HOME": str(home)})


PROGRAMS = [
    pytest.param(
        deliver, marks=pytest.mark.skipif(shutil.which(name) is None, reason=f"{name} is not installed"), id=name
    )
    for name, deliver in (("procmail", by_procmail), ("maildrop", by_maildrop))
]


def filed(home: Path) -> dict[str, int]:
    return {folder: len(list((home / folder / "new").iterdir())) for folder in ("inbox", "spam")}


@pytest.mark.parametrize("deliver", PROGRAMS)
def test_spam_goes_to_its_folder_and_good_mail_to_the_inbox(
    server: JudgeServer, home: Path, deliver: Callable[[bytes, Path, Path], None]
) -> None:
    for number in range(3):
        deliver(letter("spam", 500 + number), home, server.place.spamd)
    deliver(letter("ham", 500), home, server.place.spamd)

    assert filed(home) == {"inbox": 1, "spam": 3}


@pytest.mark.parametrize("deliver", PROGRAMS)
def test_without_a_judge_all_mail_is_in_the_inbox(
    home: Path, tmp_path: Path, deliver: Callable[[bytes, Path, Path], None]
) -> None:
    deliver(letter("spam", 510), home, tmp_path / "nobody")

    assert filed(home) == {"inbox": 1, "spam": 0}
