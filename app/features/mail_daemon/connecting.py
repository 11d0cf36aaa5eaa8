"""Configurations for mail programs and file managers, which get verdicts from the mail daemon and teach it.

Configurations that file mail call spamc without `-x`. With `-x`, good mail would be lost or filed as spam while the
daemon is not running. Configurations that teach use `-x`, so that a lost correction is an error. Bayleaf headers that
came with a mail are removed first, because a sender can forge them.

In a person's own file, our lines are a block between two marks, so that they can be updated and removed.
"""

from __future__ import annotations

import os
import re
import shlex
import shutil
import stat
import subprocess
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path, PurePosixPath
from shlex import quote
from xml.sax.saxutils import escape

import resources
from app.domain.errors import SourceError
from app.domain.whole_files import write_atomically
from app.library.login_start import quote_for_desktop_file

DOVECONF_S = 30.0
OWN_SCRIPT = re.compile(r"bayleaf-\w+\.sieve")
SECTION = re.compile(r'(?P<kind>\S+)\s*(?:"(?P<quoted>(?:[^"\\]|\\.)*)"|(?P<name>[^"{]*?))\s*\{')
UNUSABLE_CHARACTERS = frozenset("*?\r\n\0")
"""Characters that the name of a folder in a rule must not have: line ends, and wildcards, which would match other
folders.
"""


@dataclass(frozen=True, slots=True)
class DovecotSettings:
    """Settings of a Dovecot server that concern Sieve scripts and folders."""

    plugin: Mapping[str, str]
    """The settings in `plugin { }`."""
    junk: str = ""
    """Name of the folder with the special use \\Junk, with the prefix of its namespace; empty if there is none."""

    def free_rule_numbers(self) -> Iterator[int]:
        """Yield the numbers N of `imapsieve_mailboxN_*` that the administrator does not use, lowest first.

        Dovecot stops at the first number that is missing, so no number may be skipped.
        """
        number = 0
        while True:
            number += 1
            own = self.plugin.get(f"imapsieve_mailbox{number}_before", "")
            if f"imapsieve_mailbox{number}_name" not in self.plugin or OWN_SCRIPT.search(own):
                yield number

    def free_script_setting(self) -> str:
        """Return the first of the names `sieve_before`, `sieve_before2`, … that the administrator does not use."""
        name, number = "sieve_before", 1
        while name in self.plugin and not OWN_SCRIPT.search(self.plugin[name]):
            number += 1
            name = f"sieve_before{number}"
        return name

    def extended_list(self, name: str, *words: str) -> str:
        """Return the value of a list setting, with `words` appended.

        A list of extensions replaces Dovecot's default list, unless its words begin with + or -.
        """
        own = self.plugin.get(name, "").split()
        is_whole_list = own and not any(word.startswith(("+", "-")) for word in own)
        added = [word.removeprefix("+") if is_whole_list else word for word in words]
        return " ".join([*own, *(word for word in added if word not in own)])


NO_SETTINGS = DovecotSettings({})


def ask_doveconf() -> DovecotSettings | None:
    """Read the settings of Dovecot on this computer; None if Dovecot is not installed or its settings cannot be
    read.
    """
    program = shutil.which("doveconf") or shutil.which("doveconf", path="/usr/sbin:/usr/local/sbin")
    if program is None:
        return None
    try:
        done = subprocess.run(
            [program, "-n"], stdin=subprocess.DEVNULL, capture_output=True, timeout=DOVECONF_S, check=False
        )
    except (OSError, subprocess.SubprocessError):
        return None
    return None if done.returncode else read_settings(done.stdout.decode("utf-8", "replace"))


def read_settings(text: str) -> DovecotSettings:
    """Read the output of `doveconf -n`."""
    plugin: dict[str, str] = {}
    junk, is_main = "", False
    sections: list[tuple[str, str]] = []
    namespace: dict[str, str] = {}
    uses: list[tuple[str, str]] = []
    for line in map(str.strip, text.splitlines()):
        if line.startswith("#"):
            continue
        if (opened := SECTION.fullmatch(line)) is not None:
            sections.append((opened["kind"], _unescape(opened["quoted"] or opened["name"] or "")))
        elif line == "}" and sections:
            kind, _ = sections.pop()
            if kind == "namespace":
                junk_name = next((name for name, use in uses if "\\junk" in use.lower().split()), "")
                is_inbox, is_private = namespace.get("inbox") == "yes", namespace.get("type", "private") == "private"
                if junk_name and is_private and (not junk or (is_inbox and not is_main)):
                    junk, is_main = namespace.get("prefix", "") + junk_name, is_inbox
                namespace, uses = {}, []
        elif "=" in line:
            name, value = (part.strip() for part in line.split("=", 1))
            kinds = [kind for kind, _ in sections]
            if kinds == ["plugin"]:
                plugin[name] = value
            elif kinds == ["namespace"]:
                namespace[name] = _unescape(value.strip('"'))
            elif kinds == ["namespace", "mailbox"] and name == "special_use":
                uses.append((sections[-1][1], value))
    return DovecotSettings(plugin, junk)


def _unescape(name: str) -> str:
    return re.sub(r"\\(.)", r"\1", name)


def quote_setting(value: str) -> str:
    """Return a value in quotation marks for a configuration file of Dovecot, with its variables escaped."""
    escaped = value.replace("\\", "\\\\").replace('"', '\\"').replace("%", "%%")
    return f'"{escaped}"'


def sieve_string(text: str) -> str:
    """Return a text as a string literal of a Sieve script."""
    escaped = text.replace("\\", "\\\\").replace('"', '\\"')
    return f'"{escaped}"'


def is_folder_name(name: str) -> bool:
    """Return whether a folder with this name can be used in a rule."""
    return bool(name) and not UNUSABLE_CHARACTERS & set(name)


def is_same_folder(one: str, other: str) -> bool:
    """Return whether two folders of scripts have the same path on the server."""
    return PurePosixPath(one) == PurePosixPath(other)


JUDGING = "-s 10000000 -t 10"
TEACHING = "-x -s 20000000 -t 5"
TEMPLATES = Path(resources.__file__).parent / "mail_programs"
"""Folder with a template for each program."""
SIEVE_EXTENSIONS = ("+editheader", "+fileinto", "+mailbox", "+copy", "+imapsieve")
"""Sieve extensions that our scripts for Dovecot need. Users' own scripts may use them too."""


@dataclass(frozen=True, slots=True)
class Configuration:
    """The configuration of one program."""

    program: str
    block: str = ""
    """Lines for the program's settings file."""
    file: str = ""
    """Path of the settings file, relative to the home folder."""
    files: tuple[tuple[str, str], ...] = ()
    """Additional files as (name, text), which are written to a folder that a person chooses."""
    words: str = ""
    """Steps that a person must do, as text."""


def shell_quote(path: Path) -> str:
    """Return a path quoted for a shell. Mail programs accept this form too."""
    return shlex.quote(str(path))


def fill_template(template: Path, socket: Path, **more: str) -> str:
    """Return a template with values in place of its placeholders, which are words in capitals."""
    words = {"QUOTED": shell_quote(socket), "SOCKET": str(socket), "JUDGING": JUDGING, "TEACHING": TEACHING, **more}
    return re.sub("|".join(words), lambda match: words[match[0]], template.read_text(encoding="utf-8"))


def spamc_configuration(socket: Path, _junk: str) -> Configuration:
    """Return spamc commands, to be used in a person's own scripts."""
    ask = f"spamc -U {shell_quote(socket)}"
    words = f"{ask} -c < message                      # exit status 1: spam, 0: not spam, or no answer\n"
    words += f"{ask} {TEACHING} -L spam < message     # or ham, or forget\n"
    return Configuration("spamc", words=words)


def procmail_configuration(socket: Path, junk: str) -> Configuration:
    """Return the rules for procmail."""
    return Configuration("procmail", fill_template(TEMPLATES / "procmail", socket, JUNK=junk), ".procmailrc")


def maildrop_configuration(socket: Path, junk: str) -> Configuration:
    """Return the rules for maildrop."""
    return Configuration("maildrop", fill_template(TEMPLATES / "maildrop", socket, JUNK=junk), ".mailfilter")


def mutt_configuration(socket: Path, junk: str) -> Configuration:
    """Return the key bindings for mutt. S teaches spam and moves the mail; H teaches ham."""
    return Configuration("mutt", fill_template(TEMPLATES / "mutt", socket, JUNK=junk), ".muttrc")


def notmuch_configuration(socket: Path, _junk: str) -> Configuration:
    """Return a hook with which notmuch tags new mail."""
    words = "The hook belongs into the folder that `notmuch config get database.hook_dir` names.\n"
    words += f"Teach: notmuch show --format=raw id:… | spamc -U {shell_quote(socket)} {TEACHING} -L spam   # or ham\n"
    return Configuration("notmuch", files=(("post-new", fill_template(TEMPLATES / "notmuch", socket)),), words=words)


def dovecot_configuration(
    socket: Path,
    junk: str,
    settings: DovecotSettings = NO_SETTINGS,
    good_folders: Sequence[str] = (),
    folder: Path | None = None,
) -> Configuration:
    """Return the configuration for Dovecot with Pigeonhole: classify at delivery, learn from moves to and from junk.

    Good mail is learnt only from moves out of `junk` into the inbox and `good_folders`, because the names of bins and
    archives differ between servers. If `junk` is empty, the folder with the special use \\Junk is used. The scripts are
    written to `folder`. Settings of the administrator are kept.
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
    words += SOCKET_SHARING_NOTE
    numbers = settings.free_rule_numbers()
    rules = [_imapsieve_rule(next(numbers), junk, "", f"{script_folder}/bayleaf-spam.sieve")]
    rules += [
        _imapsieve_rule(next(numbers), name, junk, f"{script_folder}/bayleaf-ham.sieve")
        for name in ("INBOX", *good_folders)
    ]
    facts = {
        "PLUGINS": settings.extended_list("sieve_plugins", "sieve_imapsieve", "sieve_extprograms"),
        "GLOBALS": settings.extended_list("sieve_global_extensions", "+vnd.dovecot.pipe", "+vnd.dovecot.filter"),
        "EXTENSIONS": settings.extended_list("sieve_extensions", *SIEVE_EXTENSIONS),
        "PIPES": pipe,
        "FILTERS": filters,
        "BEFORE": settings.free_script_setting(),
        "OWN": script_folder,
        "RULES": "".join(rules).rstrip("\n"),
        "JUNK": sieve_string(junk),
    }
    files = {path.name: fill_template(path, socket, **facts) for path in sorted((TEMPLATES / "dovecot").iterdir())}
    files["bayleaf-teach"] = f'#!/bin/sh\nexec spamc -U {shell_quote(socket)} {TEACHING} -L "$1"\n'
    return Configuration("dovecot", files=tuple(files.items()), words=words)


SOCKET_SHARING_NOTE = """\
The mail daemon has to run as the user that mail is delivered as. Or let the group of that user open its socket:
`bayleaf-cli serve WORKSPACE --socket PATH --socket-mode 660 --socket-group vmail`.
"""


def _imapsieve_rule(number: int, name: str, source: str, script: str) -> str:
    """Return lines for Dovecot that run a script when mails are copied or moved to a folder."""
    lines = (
        [f"name = {quote_setting(name)}", f"from = {quote_setting(source)}"]
        if source
        else [f"name = {quote_setting(name)}"]
    )
    lines += ["causes = COPY", f"before = file:{script}"]
    return "".join(f"  imapsieve_mailbox{number}_{line}\n" for line in lines)


def claws_configuration(socket: Path, _junk: str) -> Configuration:
    """Return manual steps for Claws Mail. Changes to its settings file would be overwritten by the program."""
    words = "In Claws Mail: Configuration, Plugins, load spamassassin.so; then Preferences, Plugins, SpamAssassin:\n"
    words += f"Transport: Unix socket; Path: {socket}; save spam in your junk folder.\n"
    words += (
        "Over a socket its marks start SpamAssassin's own sa-learn, and teach Bayleaf nothing. So make two actions\n"
    )
    words += "(Configuration, Actions) and teach with these:\n"
    for label in ("spam", "ham"):
        words += f"  It is {label}: spamc -U {shell_quote(socket)} -x -L {label} < %f\n"
    return Configuration("claws", words=words)


def systemd_configuration(socket: Path, workspace: Path, program: str) -> Configuration:
    """Return a systemd user service that starts the daemon and restarts it if it ends."""
    unit = fill_template(TEMPLATES / "systemd", socket, PROGRAM=program, WORKSPACE=str(workspace))
    words = "Then: systemctl --user enable --now bayleaf-judge\n"
    return Configuration("systemd", files=(("bayleaf-judge.service", unit),), words=words)


RUNTIME_FOLDER = Path("/run/bayleaf")
POSTFIX_FOLDER = Path("/var/spool/postfix")
"""Folder of Postfix. Debian's Postfix runs in a chroot in this folder, so it reaches only sockets in it."""
POSTFIX_MILTER = POSTFIX_FOLDER / "bayleaf" / "milter"


def is_user_table(workspace: Path) -> bool:
    """Return whether a path names a table of users for `serve-users`, and not a workspace."""
    return workspace.suffix == ".toml"


def serve_command_name(workspace: Path) -> str:
    """Return the name of the command for this path: `serve` for a workspace, `serve-users` for a table of users."""
    return "serve-users" if is_user_table(workspace) else "serve"


def quote_for_unit(word: str) -> str:
    """Return a word quoted for `ExecStart` in a systemd unit."""
    escaped = word.replace("\\", "\\\\").replace('"', '\\"').replace("%", "%%").replace("$", "$$")
    return f'"{escaped}"'


def system_unit(workspace: Path, user: str, socket: Path | None, milter: Path | None, program: Sequence[str]) -> str:
    """Return a systemd unit that runs the mail daemon as a user of its own, without network and with few
    permissions.
    """
    words = [quote_for_unit(word) for word in (*program, serve_command_name(workspace), str(workspace), "--log")]
    if not is_user_table(workspace):
        words += ["--socket", quote_for_unit(str(socket or RUNTIME_FOLDER / "spamd")), "--socket-mode", "660"]
        words += ["--milter", quote_for_unit(str(milter))] if milter is not None else []
    writes = {workspace.parent, *(path.parent for path in (socket, milter) if path is not None)} - {RUNTIME_FOLDER}
    paths = " ".join(quote_for_unit(str(path)) for path in sorted(writes))
    text = (TEMPLATES / "systemd-system").read_text(encoding="utf-8")
    facts = {"COMMAND": " ".join(words), "ACCOUNT": user, "WRITES": paths}
    return re.sub("|".join(facts), lambda match: facts[match[0]], text)


def postfix_configuration(milter: Path) -> Configuration:
    """Return the settings for Postfix.

    While the mail daemon does not answer, Postfix delivers mail without a verdict.
    """
    is_locked_in = POSTFIX_FOLDER in milter.parents
    address = f"/{milter.relative_to(POSTFIX_FOLDER)}" if is_locked_in else str(milter)
    block = f"smtpd_milters = unix:{address}\nmilter_default_action = accept\nmilter_protocol = 6\n"
    words = "These lines belong into main.cf; keep other milters in the same list. Then: postfix reload\n"
    folder = shell_quote(milter.parent)
    words += f"Create the folder of the socket once: install -d -o bayleaf -g postfix -m 2750 {folder}\n"
    words += "Each mail gets the header X-Text-Classification, by which a Sieve script can file it:\n"
    words += 'require ["fileinto"]; if header "X-Text-Classification" "spam" { fileinto "Junk"; }\n'
    return Configuration("postfix", words=f"{block}\n{words}")


CONFIGURATION_MAKERS: dict[str, Callable[[Path, str], Configuration]] = {
    "spamc": spamc_configuration,
    "procmail": procmail_configuration,
    "maildrop": maildrop_configuration,
    "dovecot": dovecot_configuration,
    "claws": claws_configuration,
    "mutt": mutt_configuration,
    "notmuch": notmuch_configuration,
}


BEGIN, END = "# >>> bayleaf: written by bayleaf-cli connect, taken away by its --remove", "# <<< bayleaf"
OUR_BLOCK = re.compile(rf"^{re.escape(BEGIN)}\n.*?^{re.escape(END)}(?:\n|\Z)", re.DOTALL | re.MULTILINE)


def add_block(text: str, lines: str) -> str:
    """Return a text with Bayleaf's block at its end. A block that was in the text before is removed."""
    rest = strip_block(text)
    separator = "\n" if rest and not rest.endswith("\n") else ""
    return f"{rest}{separator}{BEGIN}\n{lines.strip()}\n{END}\n"


def strip_block(text: str) -> str:
    """Return a text without Bayleaf's block."""
    return OUR_BLOCK.sub("", text, count=1)


def write_block(path: Path, lines: str) -> None:
    """Write Bayleaf's block at the end of a file. If the file does not exist, it is created."""
    _rewrite(path, add_block(_read_text(path), lines))


def remove_block(path: Path) -> bool:
    """Remove Bayleaf's block from a file. If nothing else is in the file, remove the file. Return whether there was a
    block.
    """
    text = _read_text(path)
    rest = strip_block(text)
    if rest == text:
        return False
    if rest.strip():
        _rewrite(path, rest)
    else:
        Path(os.path.realpath(path)).unlink()
    return True


def _read_text(path: Path) -> str:
    try:
        return path.read_text(encoding="utf-8", errors="surrogateescape")
    except FileNotFoundError:
        return ""
    except OSError as error:
        raise SourceError(path, "no-permission", error.strerror or "") from error


def _rewrite(path: Path, text: str) -> None:
    """Overwrite a file and keep its permissions. Symbolic links are followed, because configuration files often are
    links.
    """
    target = Path(os.path.realpath(path))
    target.parent.mkdir(parents=True, exist_ok=True)
    mode = stat.S_IMODE(target.stat().st_mode) if target.exists() else 0o600
    write_atomically(target, text.encode("utf-8", "surrogateescape"))
    target.chmod(mode)


TITLE = "Classify with Bayleaf"
MENU_TEMPLATES = Path(resources.__file__).parent / "file_managers"
OWN_FILE_MARK = "bayleaf-cli connect file-manager"
"""Text in each file that we write. A file without this text is never overwritten or removed."""


@dataclass(frozen=True, slots=True)
class MenuFile:
    """A file that adds this program to the menu of a file manager."""

    path: Path
    content: bytes
    is_program: bool = False


def menu_files(system: str, home: Path, environment: Mapping[str, str], command: Sequence[str]) -> tuple[MenuFile, ...]:
    """Return the files that add this program to the menus of file managers on a system (a value of `sys.platform`)."""
    if system == "win32":
        return tuple(_windows_entries(home, environment, command))
    if system == "darwin":
        return tuple(_macos_entries(home, command))
    return tuple(_linux_entries(Path(environment.get("XDG_DATA_HOME") or home / ".local" / "share"), command))


def write_menu_files(wanted: Sequence[MenuFile]) -> list[Path]:
    """Write the files and return their paths. An existing file without our mark is not overwritten."""
    written = []
    for entry in wanted:
        if entry.path.exists() and not was_written_by_us(entry.path):
            continue
        entry.path.parent.mkdir(parents=True, exist_ok=True)
        write_atomically(entry.path, entry.content)
        entry.path.chmod(0o755 if entry.is_program else 0o644)
        written.append(entry.path)
    return written


def remove_menu_files(wanted: Sequence[MenuFile]) -> list[Path]:
    """Remove those of the files that have our mark, and empty folders of a macOS service. Return the removed paths."""
    removed = [entry.path for entry in wanted if was_written_by_us(entry.path)]
    for path in removed:
        path.unlink()
    for folder in sorted({path.parents[depth] for path in removed for depth in (0, 1)}, reverse=True):
        if ".workflow" in str(folder) and folder.is_dir() and not os.listdir(folder):
            folder.rmdir()
    return removed


def was_written_by_us(path: Path) -> bool:
    """Return whether a file has our mark."""
    return path.is_file() and OWN_FILE_MARK.encode() in path.read_bytes()[:4_000]


def _linux_entries(data: Path, command: Sequence[str]) -> Iterator[MenuFile]:
    """Yield files for Dolphin, Nautilus, Caja and Nemo."""
    words = quote_for_desktop_file(command)
    yield MenuFile(
        data / "kio" / "servicemenus" / "bayleaf.desktop", fill_menu_template("kio.desktop", words), is_program=True
    )
    script = fill_menu_template("script", " ".join(map(quote, command)))
    for manager in ("nautilus", "caja"):
        yield MenuFile(data / manager / "scripts" / TITLE, script, is_program=True)
    yield MenuFile(data / "nemo" / "actions" / "bayleaf.nemo_action", fill_menu_template("nemo_action", words))


def _windows_entries(home: Path, environment: Mapping[str, str], command: Sequence[str]) -> Iterator[MenuFile]:
    """Yield the file for the *Send to* menu."""
    roaming = Path(environment.get("APPDATA") or home / "AppData" / "Roaming")
    quoted = " ".join(f'"{part.replace("%", "%%")}"' for part in command)
    path = roaming / "Microsoft" / "Windows" / "SendTo" / f"{TITLE}.cmd"
    yield MenuFile(path, fill_menu_template("send_to.cmd", quoted).replace(b"\n", b"\r\n"))


def _macos_entries(home: Path, command: Sequence[str]) -> Iterator[MenuFile]:
    """Yield the files of a Finder service, as Automator would write them: a shell script that gets the selected
    files.
    """
    contents = home / "Library" / "Services" / f"{TITLE}.workflow" / "Contents"
    yield MenuFile(contents / "Info.plist", fill_menu_template("Info.plist", ""))
    yield MenuFile(
        contents / "document.wflow", fill_menu_template("document.wflow", escape(" ".join(map(quote, command))))
    )


def fill_menu_template(template: str, program: str) -> bytes:
    """Return a template with the command line of the program filled in."""
    return (MENU_TEMPLATES / template).read_text(encoding="utf-8").replace("PROGRAM", program).encode("utf-8")
