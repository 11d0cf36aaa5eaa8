"""Configurations with which mail programs ask the mail daemon for verdicts and teach it.

Recipes that file mail call spamc without `-x`: with it, good mail would be lost or filed as spam while the daemon is
not running. Recipes that teach use `-x`, so that a lost lesson is an error. Bayleaf's headers that came with a mail are
removed first, because a sender can forge them.

Our lines in a person's file are a block between two marks, so that they can be updated and removed.
"""

from __future__ import annotations

import os
import re
import shlex
import stat
from collections.abc import Callable, Sequence
from pathlib import Path

import resources
from app.domain.errors import SourceError
from app.domain.whole_files import write_whole
from app.features.mail_daemon.dovecot_settings import (
    NO_SETTINGS,
    DovecotSettings,
    is_same_folder,
    quote_setting,
    sieve_string,
)
from nbengine.lazy_dataclasses import dataclass

JUDGING = "-s 10000000 -t 10"
TEACHING = "-x -s 20000000 -t 5"
TEMPLATES = Path(resources.__file__).parent / "mail_programs"
"""Folder with one template per program."""
SIEVE_EXTENSIONS = ("+editheader", "+fileinto", "+mailbox", "+copy", "+imapsieve")
"""Sieve extensions that the Dovecot scripts need; users' own scripts may use them too."""


@dataclass(frozen=True, slots=True)
class Configuration:
    """The configuration of one program."""

    program: str
    block: str = ""
    """Lines for the program's settings file."""
    file: str = ""
    """Path of the settings file, relative to the home folder."""
    files: tuple[tuple[str, str], ...] = ()
    """Separate files as (name, text), for a folder that a person names."""
    words: str = ""
    """Manual steps."""


def shell_quote(path: Path) -> str:
    """Return a path quoted for a shell and for mail programs."""
    return shlex.quote(str(path))


def fill_template(template: Path, socket: Path, **more: str) -> str:
    """Return a template with its placeholders, words in capitals, filled in."""
    words = {"QUOTED": shell_quote(socket), "SOCKET": str(socket), "JUDGING": JUDGING, "TEACHING": TEACHING, **more}
    return re.sub("|".join(words), lambda match: words[match[0]], template.read_text(encoding="utf-8"))


def spamc(socket: Path, _junk: str) -> Configuration:
    """Return the spamc commands, which the other configurations use too."""
    ask = f"spamc -U {shell_quote(socket)}"
    words = f"{ask} -c < message                      # exit status 1: spam, 0: not, or nobody answers\n"
    words += f"{ask} {TEACHING} -L spam < message     # or ham, or forget\n"
    return Configuration("spamc", words=words)


def procmail(socket: Path, junk: str) -> Configuration:
    """Return rules for procmail."""
    return Configuration("procmail", fill_template(TEMPLATES / "procmail", socket, JUNK=junk), ".procmailrc")


def maildrop(socket: Path, junk: str) -> Configuration:
    """Return rules for maildrop."""
    return Configuration("maildrop", fill_template(TEMPLATES / "maildrop", socket, JUNK=junk), ".mailfilter")


def mutt(socket: Path, junk: str) -> Configuration:
    """Return key bindings for mutt: S teaches spam and moves the mail, H teaches ham."""
    return Configuration("mutt", fill_template(TEMPLATES / "mutt", socket, JUNK=junk), ".muttrc")


def notmuch(socket: Path, _junk: str) -> Configuration:
    """Return a hook for notmuch that tags new mail."""
    words = "The hook belongs into the folder that `notmuch config get database.hook_dir` names.\n"
    words += f"Teach: notmuch show --format=raw id:… | spamc -U {shell_quote(socket)} {TEACHING} -L spam   # or ham\n"
    return Configuration("notmuch", files=(("post-new", fill_template(TEMPLATES / "notmuch", socket)),), words=words)


def dovecot(
    socket: Path,
    junk: str,
    settings: DovecotSettings = NO_SETTINGS,
    good_folders: Sequence[str] = (),
    folder: Path | None = None,
) -> Configuration:
    """Return the configuration for Dovecot with Pigeonhole: judge at delivery, learn from moves to and from junk.

    Good mail is learnt from moves out of `junk` into the inbox and `good_folders`, and from no others: the names of
    bins and archives differ between servers. Without `junk`, the folder with the special use \\Junk is taken.
    The files go to `folder`; settings of the administrator are kept.
    """
    script_folder, plugin = "FOLDER" if folder is None else str(folder), settings.plugin
    junk = junk or settings.junk or "Junk"
    words = "Include bayleaf.conf at the end of dovecot.conf, and compile the scripts once with `sievec`.\n"
    words += (
        f"Junk folder: {junk}. Good mail is learnt from moves out of it to: {', '.join(('INBOX', *good_folders))}.\n"
    )
    pipe = plugin.get("sieve_pipe_bin_dir", script_folder)
    if not is_same_folder(pipe, script_folder):
        words += f"Your sieve_pipe_bin_dir is kept: copy bayleaf-teach to {pipe}.\n"
    filters = plugin.get("sieve_filter_bin_dir", "/usr/bin")
    if not is_same_folder(filters, "/usr/bin"):
        words += f"Your sieve_filter_bin_dir is kept: copy or link spamc to {filters}.\n"
    words += SHARING
    numbers = settings.free_rules()
    rules = [_rule(next(numbers), junk, "", f"{script_folder}/bayleaf-spam.sieve")]
    rules += [
        _rule(next(numbers), name, junk, f"{script_folder}/bayleaf-ham.sieve") for name in ("INBOX", *good_folders)
    ]
    facts = {
        "PLUGINS": settings.with_words("sieve_plugins", "sieve_imapsieve", "sieve_extprograms"),
        "GLOBALS": settings.with_words("sieve_global_extensions", "+vnd.dovecot.pipe", "+vnd.dovecot.filter"),
        "EXTENSIONS": settings.with_words("sieve_extensions", *SIEVE_EXTENSIONS),
        "PIPES": pipe,
        "FILTERS": filters,
        "BEFORE": settings.free_script(),
        "OWN": script_folder,
        "RULES": "".join(rules).rstrip("\n"),
        "JUNK": sieve_string(junk),
    }
    files = {path.name: fill_template(path, socket, **facts) for path in sorted((TEMPLATES / "dovecot").iterdir())}
    files["bayleaf-teach"] = f'#!/bin/sh\nexec spamc -U {shell_quote(socket)} {TEACHING} -L "$1"\n'
    return Configuration("dovecot", files=tuple(files.items()), words=words)


SHARING = """\
The judge has to run as the user that mail is delivered as. Or let the group of that user open its socket:
`bayleaf-cli serve WORKSPACE --socket PATH --socket-mode 660 --socket-group vmail`.
"""


def _rule(number: int, name: str, source: str, script: str) -> str:
    """Return the lines that run a script for mails copied or moved to a folder."""
    lines = (
        [f"name = {quote_setting(name)}", f"from = {quote_setting(source)}"]
        if source
        else [f"name = {quote_setting(name)}"]
    )
    lines += ["causes = COPY", f"before = file:{script}"]
    return "".join(f"  imapsieve_mailbox{number}_{line}\n" for line in lines)


def claws(socket: Path, _junk: str) -> Configuration:
    """Return manual steps for Claws Mail, which overwrites changes to its settings file."""
    words = "In Claws Mail: Configuration, Plugins, load spamassassin.so; then Preferences, Plugins, SpamAssassin:\n"
    words += f"Transport: Unix socket; Path: {socket}; save spam in your junk folder.\n"
    words += (
        "Over a socket its marks start SpamAssassin's own sa-learn, and teach Bayleaf nothing. So make two actions\n"
    )
    words += "(Configuration, Actions) and teach with these:\n"
    for label in ("spam", "ham"):
        words += f"  It is {label}: spamc -U {shell_quote(socket)} -x -L {label} < %f\n"
    return Configuration("claws", words=words)


def systemd(socket: Path, workspace: Path, program: str) -> Configuration:
    """Return a systemd user service that keeps the daemon running."""
    unit = fill_template(TEMPLATES / "systemd", socket, PROGRAM=program, WORKSPACE=str(workspace))
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
    """Return a text with the block at its end; it replaces an earlier block."""
    rest = without_block(text)
    separator = "\n" if rest and not rest.endswith("\n") else ""
    return f"{rest}{separator}{BEGIN}\n{lines.strip()}\n{END}\n"


def without_block(text: str) -> str:
    """Return a text without the block."""
    return BLOCK.sub("", text, count=1)


def write_block(path: Path, lines: str) -> None:
    """Write the block to the end of a file, which is created if needed."""
    _rewrite(path, with_block(_text(path), lines))


def remove_block(path: Path) -> bool:
    """Remove the block from a file, and the file if nothing else is left. Return whether there was a block."""
    text = _text(path)
    rest = without_block(text)
    if rest == text:
        return False
    if rest.strip():
        _rewrite(path, rest)
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
    """Overwrite a file and keep its permissions. Follow symbolic links: dotfiles often are links."""
    target = Path(os.path.realpath(path))
    target.parent.mkdir(parents=True, exist_ok=True)
    mode = stat.S_IMODE(target.stat().st_mode) if target.exists() else 0o600
    write_whole(target, text.encode("utf-8", "surrogateescape"))
    target.chmod(mode)
