"""The configuration that each mail program needs to ask the judge and to teach it.

No recipe that files has spamc's -x, with which good mail would be lost or filed as spam while the judge is away; each
that teaches has it, so that a lesson that was not learnt is an error. Headers of our names that came with a mail are
taken off first: only what the judge says just now counts.

Lines of ours in a person's file stand between two marks, so that they can be renewed and taken away.
"""

from __future__ import annotations

import os
import re
import shlex
import stat
from collections.abc import Callable
from pathlib import Path

import resources
from app.domain.errors import SourceError
from app.services.files.whole_files import write_whole
from nbengine.lazy_dataclasses import dataclass

JUDGING = "-s 10000000 -t 10"
TEACHING = "-x -s 20000000 -t 5"
TEMPLATES = Path(resources.__file__).parent / "mail_programs"
"""A file for each program. In Dovecot's, a move from the junk folder into the bin is no lesson: those of mail programs
are listed."""


@dataclass(frozen=True, slots=True)
class Configuration:
    """The configuration of one program."""

    program: str
    block: str = ""
    """Lines for the file of the program that has all its settings."""
    file: str = ""
    """That file, below the home folder."""
    files: tuple[tuple[str, str], ...] = ()
    """Files of their own, by name: for a folder that a person names."""
    words: str = ""
    """The steps to be done by hand."""


def quoted(path: Path) -> str:
    """Return a path as a shell and mail programs take it."""
    return shlex.quote(str(path))


def filled(template: Path, socket: Path, **more: str) -> str:
    """Return a template with what its words in capitals stand for."""
    words = {"QUOTED": quoted(socket), "SOCKET": str(socket), "JUDGING": JUDGING, "TEACHING": TEACHING, **more}
    return re.sub("|".join(words), lambda found: words[found[0]], template.read_text(encoding="utf-8"))


def spamc(socket: Path, _junk: str) -> Configuration:
    """Return how to call spamc, which everything else does."""
    ask = f"spamc -U {quoted(socket)}"
    words = f"{ask} -c < message                      # exit status 1: spam, 0: not, or nobody answers\n"
    words += f"{ask} {TEACHING} -L spam < message     # or ham, or forget\n"
    return Configuration("spamc", words=words)


def procmail(socket: Path, junk: str) -> Configuration:
    """Return rules for procmail."""
    return Configuration("procmail", filled(TEMPLATES / "procmail", socket, JUNK=junk), ".procmailrc")


def maildrop(socket: Path, junk: str) -> Configuration:
    """Return rules for maildrop."""
    return Configuration("maildrop", filled(TEMPLATES / "maildrop", socket, JUNK=junk), ".mailfilter")


def mutt(socket: Path, junk: str) -> Configuration:
    """Return keys for mutt: S says spam and puts away, H says ham."""
    return Configuration("mutt", filled(TEMPLATES / "mutt", socket, JUNK=junk), ".muttrc")


def notmuch(socket: Path, _junk: str) -> Configuration:
    """Return a hook for notmuch that tags new mail."""
    words = "The hook belongs into the folder that `notmuch config get database.hook_dir` names.\n"
    words += f"Teach: notmuch show --format=raw id:… | spamc -U {quoted(socket)} {TEACHING} -L spam   # or ham\n"
    return Configuration("notmuch", files=(("post-new", filled(TEMPLATES / "notmuch", socket)),), words=words)


def dovecot(socket: Path, junk: str) -> Configuration:
    """Return what Dovecot with Pigeonhole needs to judge at delivery, and to be taught by moves to and from junk."""
    templates = sorted((TEMPLATES / "dovecot").iterdir())
    files = {path.name: filled(path, socket, JUNK=Path(junk).name) for path in templates}
    files["bayleaf-teach"] = f'#!/bin/sh\nexec spamc -U {quoted(socket)} {TEACHING} -L "$1"\n'
    words = "Include bayleaf.conf in dovecot.conf and compile the scripts once, with `sievec -c dovecot.conf`.\n"
    words += "The judge has to run as the user that mail is delivered as, or its socket be open to that user.\n"
    return Configuration("dovecot", files=tuple(files.items()), words=words)


def claws(socket: Path, _junk: str) -> Configuration:
    """Return what to set in Claws Mail, whose settings are written by itself alone."""
    words = "In Claws Mail: Configuration, Plugins, load spamassassin.so; then Preferences, Plugins, SpamAssassin:\n"
    words += f"Transport: Unix socket; Path: {socket}; save spam in your junk folder.\n"
    words += (
        "Over a socket its marks start SpamAssassin's own sa-learn, and teach Bayleaf nothing. So make two actions\n"
    )
    words += "(Configuration, Actions) and teach with these:\n"
    for label in ("spam", "ham"):
        words += f"  It is {label}: spamc -U {quoted(socket)} -x -L {label} < %f\n"
    return Configuration("claws", words=words)


def systemd(socket: Path, workspace: Path, program: str) -> Configuration:
    """Return a service that keeps the judge running while its user is logged in."""
    unit = filled(TEMPLATES / "systemd", socket, PROGRAM=program, WORKSPACE=str(workspace))
    words = "Then: systemctl --user enable --now bayleaf-judge\n"
    return Configuration("systemd", files=(("bayleaf-judge.service", unit),), words=words)


RECIPES: dict[str, Callable[[Path, str], Configuration]] = {
    "spamc": spamc,
    "procmail": procmail,
    "maildrop": maildrop,
    "dovecot": dovecot,
    "claws": claws,
    "mutt": mutt,
    "notmuch": notmuch,
}


BEGIN, END = "# >>> bayleaf: written by bayleaf-cli connect, taken away by its --remove", "# <<< bayleaf"
BLOCK = re.compile(rf"^{re.escape(BEGIN)}\n.*?^{re.escape(END)}(?:\n|\Z)", re.DOTALL | re.MULTILINE)


def with_block(text: str, lines: str) -> str:
    """Return a text with the block at its end, in place of an earlier one."""
    kept = without_block(text)
    parted = "\n" if kept and not kept.endswith("\n") else ""
    return f"{kept}{parted}{BEGIN}\n{lines.strip()}\n{END}\n"


def without_block(text: str) -> str:
    """Return a text as it was before the block was put in."""
    return BLOCK.sub("", text, count=1)


def write_block(path: Path, lines: str) -> None:
    """Put the block into a file, which is made where there is none."""
    _rewrite(path, with_block(_text(path), lines))


def remove_block(path: Path) -> bool:
    """Take the block out of a file; a file that has nothing else goes. Return whether there was one."""
    text = _text(path)
    left = without_block(text)
    if left == text:
        return False
    if left.strip():
        _rewrite(path, left)
    else:
        Path(os.path.realpath(path)).unlink()
    return True


def _text(path: Path) -> str:
    try:
        return path.read_text(encoding="utf-8", errors="surrogateescape")
    except FileNotFoundError:
        return ""
    except OSError as error:
        raise SourceError(path, "no-permission", error.strerror or "") from error


def _rewrite(path: Path, text: str) -> None:
    """Write to where a link leads, since dotfiles often are links, and keep the file's permissions."""
    target = Path(os.path.realpath(path))
    target.parent.mkdir(parents=True, exist_ok=True)
    mode = stat.S_IMODE(target.stat().st_mode) if target.exists() else 0o600
    write_whole(target, text.encode("utf-8", "surrogateescape"))
    target.chmod(mode)
