"""A sender may write our headers too. Each recipe removes them before it asks the judge."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
from collections.abc import Iterator
from pathlib import Path

import pytest

import resources
from app.features.mail_daemon.connecting import CONFIGURATION_MAKERS, Configuration
from tests.app.letters import letter

HEADERS = ("X-Text-Classification", "X-Bayleaf-Score")
ASKS = re.compile(r"spamc|--filter")
REMOVES = re.compile(r"formail|deleteheader")
HELP = Path(resources.__file__).parent / "help"
TEMPLATES = Path(resources.__file__).parent / "mail_programs"
FORGED = b"x-text-classification: spam\r\nX-Text-Classification:\r\n spam\r\nX-Bayleaf-Score: 0.99 spam\r\n"


def recipes_in(page: str) -> list[str]:
    """The indented blocks of a help page that file mail by our header."""
    blocks = re.findall(r"(?:^(?: {4}.*)?\n)+", page, re.MULTILINE)
    return [re.sub("^ {4}", "", block, flags=re.MULTILINE).strip() for block in blocks if files_by_header(block)]


def files_by_header(text: str) -> bool:
    return any(HEADERS[0] in line and REMOVES.search(line) is None for line in text.splitlines())


def all_recipes() -> Iterator[tuple[str, str]]:
    for page in sorted(HELP.glob("*.md")):
        for number, recipe in enumerate(recipes_in(page.read_text(encoding="utf-8"))):
            yield f"{page.name}-{number}", recipe
    for path in sorted(path for path in TEMPLATES.rglob("*") if path.is_file()):
        if files_by_header(text := path.read_text(encoding="utf-8")):
            yield str(path.relative_to(TEMPLATES)), text
    for name, made in CONFIGURATION_MAKERS.items():
        given: Configuration = made(Path("/socket"), "Junk")
        for number, text in enumerate((given.block, given.words, *(text for _, text in given.files))):
            if files_by_header(text):
                yield f"connect-{name}-{number}", text


FILING = dict(all_recipes())


def test_there_are_recipes_in_each_language_and_for_each_program_that_files_by_header() -> None:
    for name in ("mail-programs.md", "mail-programs.ru.md", "mail-programs.zh.md"):
        assert f"{name}-0" in FILING
    assert {"procmail", "maildrop", "dovecot/bayleaf-deliver.sieve"} <= set(FILING)
    assert {name.split("-")[1] for name in FILING if name.startswith("connect-")} == {"procmail", "maildrop", "dovecot"}


@pytest.mark.parametrize("recipe", FILING.values(), ids=FILING)
def test_headers_of_the_sender_are_removed_before_the_judge_is_asked(recipe: str) -> None:
    asked = ASKS.search(recipe)
    assert asked is not None
    before = recipe[: asked.start()]
    assert REMOVES.search(before) is not None
    assert all(header in before for header in HEADERS)


@pytest.mark.skipif(shutil.which("procmail") is None, reason="needs Debian's package procmail")
@pytest.mark.parametrize("page", ["mail-programs.md", "mail-programs.ru.md", "mail-programs.zh.md"])
def test_the_first_recipe_files_nothing_as_spam_by_a_forged_header_without_a_workspace(
    tmp_path: Path, page: str
) -> None:
    for folder in ("inbox", "spam"):
        for part in ("new", "cur", "tmp"):
            (tmp_path / folder / part).mkdir(parents=True)
    first = recipes_in((HELP / page).read_text(encoding="utf-8"))[0]
    rules, mail = tmp_path / "rules", FORGED + letter("ham", 560)
    rules.write_text(f"MAILDIR={tmp_path}\nDEFAULT={tmp_path}/inbox/\nLOGFILE={tmp_path}/log\n\n{first}\n")
    environment = {**os.environ, "HOME": str(tmp_path)}
    subprocess.run(["procmail", str(rules)], input=mail, check=True, timeout=60, env=environment)

    assert [len(list((tmp_path / folder / "new").iterdir())) for folder in ("inbox", "spam")] == [1, 0]
    [delivered] = (tmp_path / "inbox" / "new").iterdir()
    assert b"classification" not in delivered.read_bytes().lower()
