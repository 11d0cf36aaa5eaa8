"""Start the program for a mailbox at login, with each system's own means, and undo this."""

from __future__ import annotations

import plistlib
import subprocess
import sys
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from xml.sax.saxutils import escape

from bayleaf_imap.accounts import write_whole
from bayleaf_imap.errors import MailboxError

COMMAND_S = 30.0


@dataclass(frozen=True, slots=True)
class LoginStart:
    """A file that the system reads at login, and the commands that register it."""

    path: Path
    content: bytes
    begin: tuple[tuple[str, ...], ...]
    end: tuple[tuple[str, ...], ...]
    probe: tuple[str, ...] = ()
    """A command without effect that fails if the system cannot start anything at login."""
    leftovers: tuple[Path, ...] = ()
    """Files created by the commands in `begin`, which `end` removes."""


def login_start(system: str, home: Path, name: str, command: Sequence[str]) -> LoginStart:
    """Return how a system starts a command at login and restarts it after a failure.

    `command` may be empty if the start is only ended.
    """
    if system == "win32":
        return _windows_task(home, name, command)
    if system == "darwin":
        label = f"org.bayleaf.imap.{name}"
        path = home / "Library" / "LaunchAgents" / f"{label}.plist"
        answer = {"Label": label, "ProgramArguments": list(command), "RunAtLoad": True, "ProcessType": "Background"}
        answer |= {"KeepAlive": {"SuccessfulExit": False}, "ThrottleInterval": 60}
        at = (("launchctl", "load", "-w", str(path)),), (("launchctl", "unload", "-w", str(path)),)
        return LoginStart(path, plistlib.dumps(answer), *at)
    unit = f"bayleaf-imap-{name.replace('@', '-at-')}.service"
    path = home / ".config" / "systemd" / "user" / unit
    systemctl = ("systemctl", "--user")
    begin = ((*systemctl, "daemon-reload"), (*systemctl, "enable", "--now", unit))
    return LoginStart(
        path,
        _unit(name, command).encode("utf-8"),
        begin,
        ((*systemctl, "disable", "--now", unit),),
        (*systemctl, "daemon-reload"),
        (path.parent / "default.target.wants" / unit,),
    )


def _unit(name: str, command: Sequence[str]) -> str:
    words = " ".join(_quoted(word) for word in command)
    return f"""\
[Unit]
Description=Bayleaf on the mailbox {name.replace("%", "%%")}
StartLimitIntervalSec=0

[Service]
ExecStart={words}
Restart=on-failure
RestartSec=60
Nice=10
MemoryMax=256M
NoNewPrivileges=yes
UMask=0077

[Install]
WantedBy=default.target
"""


def _quoted(word: str) -> str:
    """Quote a word for systemd."""
    escaped = word.replace("\\", "\\\\").replace('"', '\\"').replace("%", "%%").replace("$", "$$")
    return f'"{escaped}"'


def _windows_task(home: Path, name: str, command: Sequence[str]) -> LoginStart:
    task = f"Bayleaf mailbox {name}"
    path = home / "AppData" / "Local" / "bayleaf-imap" / f"{name}.task.xml"
    program, arguments = escape("".join(command[:1])), escape(subprocess.list2cmdline(command[1:]))
    answer = f"""\
<?xml version="1.0" encoding="UTF-16"?>
<Task version="1.2" xmlns="http://schemas.microsoft.com/windows/2004/02/mit/task">
  <Triggers><LogonTrigger><Enabled>true</Enabled></LogonTrigger></Triggers>
  <Settings><MultipleInstancesPolicy>IgnoreNew</MultipleInstancesPolicy><DisallowStartIfOnBatteries>false</DisallowStartIfOnBatteries>
    <StopIfGoingOnBatteries>false</StopIfGoingOnBatteries><ExecutionTimeLimit>PT0S</ExecutionTimeLimit><Hidden>true</Hidden>
    <RestartOnFailure><Interval>PT1M</Interval><Count>999</Count></RestartOnFailure></Settings>
  <Actions><Exec><Command>{program}</Command><Arguments>{arguments}</Arguments></Exec></Actions>
</Task>
"""
    begin = (("schtasks", "/Create", "/F", "/TN", task, "/XML", str(path)), ("schtasks", "/Run", "/TN", task))
    end = (("schtasks", "/End", "/TN", task), ("schtasks", "/Delete", "/F", "/TN", task))
    return LoginStart(path, answer.encode("utf-16"), begin, end)


def own_command() -> list[str]:
    """Return the command that starts this program."""
    if getattr(sys, "frozen", False):
        return [sys.executable]
    return [sys.executable, "-P", "-m", "bayleaf_imap"]  # -P: no module of the folder it starts in


def begin(start: LoginStart) -> None:
    """Start the program now and at every login. A running earlier start, such as a trial, is ended.

    Raises `MailboxError` and leaves no file if the system refuses.
    """
    if start.probe:
        try:
            _call(start.probe)
        except MailboxError as trouble:
            raise MailboxError("no-session", why=trouble.facts["why"]) from trouble
    end(start)
    start.path.parent.mkdir(parents=True, exist_ok=True)
    write_whole(start.path, start.content)
    try:
        for command in start.begin:
            _call(command)
    except MailboxError:
        end(start)
        raise


def end(start: LoginStart) -> MailboxError | None:
    """Stop the program, and do not start it at login any more.

    Return the first failure of a command. The files are removed anyway, so nothing starts at the next login.
    """
    met = None
    if start.path.is_file():
        for command in start.end:
            try:
                _call(command)
            except MailboxError as trouble:
                met = met or trouble
    for path in (*start.leftovers, start.path):
        path.unlink(missing_ok=True)
    return met


def _call(command: Sequence[str]) -> None:
    quiet = subprocess.DEVNULL
    try:
        done = subprocess.run(command, stdin=quiet, capture_output=True, timeout=COMMAND_S, check=False)
    except FileNotFoundError as error:
        raise MailboxError("not-started", what=command[0], why=f"there is no program {command[0]}") from error
    except (OSError, subprocess.SubprocessError) as error:
        raise MailboxError("not-started", what=command[0], why=type(error).__name__) from error
    if done.returncode:
        lines = done.stderr.decode("utf-8", "replace").strip().splitlines()
        raise MailboxError("not-started", what=command[0], why=lines[0] if lines else f"exit status {done.returncode}")
