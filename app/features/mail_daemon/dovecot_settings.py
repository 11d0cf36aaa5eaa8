"""Read the settings of a Dovecot 2.3 server from the output of `doveconf -n`.

`connect dovecot` adds to them. Dovecot keeps only the last value of each name in `plugin { }`, so a second
`sieve_before` or `imapsieve_mailbox1_name` would switch the administrator's own off.
"""

from __future__ import annotations

import re
import shutil
import subprocess
from collections.abc import Iterator, Mapping
from pathlib import PurePosixPath

from nbengine.lazy_dataclasses import dataclass

DOVECONF_S = 30.0
OWN_SCRIPT = re.compile(r"bayleaf-\w+\.sieve")
SECTION = re.compile(r'(?P<kind>\S+)\s*(?:"(?P<quoted>(?:[^"\\]|\\.)*)"|(?P<name>[^"{]*?))\s*\{')
UNUSABLE_IN_NAMES = frozenset("*?\r\n\0")
"""Wildcards and line ends, with which `imapsieve_mailbox1_name` would match other folders."""


@dataclass(frozen=True, slots=True)
class DovecotSettings:
    """A server's settings for Sieve scripts and folders."""

    plugin: Mapping[str, str]
    """The settings in `plugin { }`."""
    junk: str = ""
    """The folder with the special use \\Junk, with the prefix of its namespace; empty if there is none."""

    def free_rules(self) -> Iterator[int]:
        """Yield the numbers of `imapsieve_mailboxN_*` that the administrator does not use, lowest first.

        Dovecot stops at the first number that is missing, so no number may be left out.
        """
        number = 0
        while True:
            number += 1
            own = self.plugin.get(f"imapsieve_mailbox{number}_before", "")
            if f"imapsieve_mailbox{number}_name" not in self.plugin or OWN_SCRIPT.search(own):
                yield number

    def free_script(self) -> str:
        """Return the first name of `sieve_before`, `sieve_before2`, … that the administrator does not use."""
        name, number = "sieve_before", 1
        while name in self.plugin and not OWN_SCRIPT.search(self.plugin[name]):
            number += 1
            name = f"sieve_before{number}"
        return name

    def with_words(self, name: str, *words: str) -> str:
        """Return the value of a setting that is a list of words, with more words at its end.

        A list of extensions replaces Dovecot's default list, unless its words begin with + or -.
        """
        own = self.plugin.get(name, "").split()
        is_whole_list = own and not any(word.startswith(("+", "-")) for word in own)
        added = [word.removeprefix("+") if is_whole_list else word for word in words]
        return " ".join([*own, *(word for word in added if word not in own)])


NO_SETTINGS = DovecotSettings({})


def ask_doveconf() -> DovecotSettings | None:
    """Read the settings of Dovecot on this computer; None if it is not installed or cannot be read."""
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
            sections.append((opened["kind"], _plain(opened["quoted"] or opened["name"] or "")))
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
                namespace[name] = _plain(value.strip('"'))
            elif kinds == ["namespace", "mailbox"] and name == "special_use":
                uses.append((sections[-1][1], value))
    return DovecotSettings(plugin, junk)


def _plain(name: str) -> str:
    return re.sub(r"\\(.)", r"\1", name)


def quote_setting(value: str) -> str:
    """Return a value quoted for a configuration file, with variables escaped."""
    escaped = value.replace("\\", "\\\\").replace('"', '\\"').replace("%", "%%")
    return f'"{escaped}"'


def sieve_string(text: str) -> str:
    """Return a text as a string of a Sieve script."""
    escaped = text.replace("\\", "\\\\").replace('"', '\\"')
    return f'"{escaped}"'


def is_folder_name(name: str) -> bool:
    """Return whether a folder can be named in a rule."""
    return bool(name) and not UNUSABLE_IN_NAMES & set(name)


def is_same_folder(one: str, other: str) -> bool:
    """Compare two folders of scripts by their paths on the server."""
    return PurePosixPath(one) == PurePosixPath(other)
