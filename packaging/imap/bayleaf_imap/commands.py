"""`bayleaf-imap`: add a mailbox on a server, let it say what it would do, let it do it, look at it, undo a day."""

from __future__ import annotations

import argparse
import getpass
import importlib.util
import json
import shlex
import signal
import ssl
import sys
import tempfile
import time
from collections.abc import Callable, Sequence
from dataclasses import replace
from datetime import datetime
from pathlib import Path
from typing import TYPE_CHECKING

from bayleaf_imap import VERSION, accounts, status
from bayleaf_imap.accounts import STATE, WISH, Account, account, all_accounts, is_at_work, keep, working_on
from bayleaf_imap.finding_servers import looked_up, use_of, usual_server
from bayleaf_imap.journal import Journal
from bayleaf_imap.judge import cli_words
from bayleaf_imap.passwords import forget_password, has_keyring, keep_password
from bayleaf_imap.rounds import Event
from bayleaf_imap.running import Keeper, connected, undo
from bayleaf_imap.server import Listed, Server
from bayleaf_imap.starting_at_login import LoginStart, begin, end, login_start, own_command
from bayleaf_imap.stream import Address, trusting
from bayleaf_imap.troubles import Trouble, harmless

if TYPE_CHECKING:
    Subcommands = argparse._SubParsersAction[argparse.ArgumentParser]

UNDO_S = 120.0
Command = Callable[[argparse.Namespace], None]


def main(arguments: Sequence[str] | None = None) -> int:
    """Do what the command line says: 0 done, 1 the world is at fault, 2 wrong use."""
    chosen = parser().parse_args(arguments)
    command: Command = chosen.command
    try:
        command(chosen)
    except Trouble as trouble:
        as_json = json.dumps({"trouble": trouble.kind, "detail": trouble.detail or str(trouble)})
        say(as_json if chosen.trouble_as_json else str(trouble))
        return 1
    except KeyboardInterrupt:
        return 130
    return 0


def say(sentence: str) -> None:
    """Say something to the person; answers go to standard output, this does not."""
    print(sentence, file=sys.stderr, flush=True)


class SelfCheck(argparse.Action):
    """Tries what a packaged program may lack: TLS, a journal, a keyring's package."""

    def __call__(self, whole: argparse.ArgumentParser, *_: object) -> None:
        """Say it, and end."""
        with tempfile.TemporaryDirectory() as folder:
            Journal(Path(folder, STATE)).close()
        told = {"version": VERSION, "tls": ssl.OPENSSL_VERSION, "verifies": trusting().check_hostname}
        told |= {"has_keyring_package": importlib.util.find_spec("keyring") is not None, "has_keyring": has_keyring()}
        is_well = bool(told["verifies"] and (told["has_keyring_package"] or not getattr(sys, "frozen", False)))
        print(json.dumps({"is_well": is_well, **told}))
        whole.exit(0 if is_well else 1)


def parser() -> argparse.ArgumentParser:
    """Return the commands and their options."""
    whole = argparse.ArgumentParser(prog="bayleaf-imap", description=__doc__)
    whole.add_argument("--version", action="version", version=f"bayleaf-imap {VERSION}")
    told = "say in one line of JSON whether all is there that this program needs"
    whole.add_argument("--self-check", action=SelfCheck, nargs=0, help=told)
    whole.add_argument("--trouble-as-json", action="store_true", help=argparse.SUPPRESS)
    commands = whole.add_subparsers(required=True, metavar="COMMAND")
    _add_adding(commands)
    for name, command, told in (
        ("trial", trial, "Say what would be done, and do nothing."),
        ("run", run, "Move what is sure, learn from what you move."),
    ):
        each = _named(commands, name, command, told)
        each.add_argument("--once", action="store_true", help="look once and end")
        each.add_argument("--json", action="store_true", help="one JSON object a line")
        if name == "run":
            each.add_argument("--untried", action="store_true", help="without a trial before it")
    _named(commands, "resume", resume, "Move again, after another filter moved things back.")
    each = _named(commands, "status", show_status, "Say how mailboxes are doing.")
    each.add_argument("--json", action="store_true", help="print one JSON object")
    each = _named(commands, "undo", undo_day, "Bring back what was moved today, or since a day.")
    each.add_argument("--since", metavar="YYYY-MM-DD", help="the first day (default: today)")
    each = _named(commands, "start", start, "Start at login, and now.")
    each.add_argument("--at-login", action="store_true", required=True, help="by systemd, launchd or a Windows task")
    each.add_argument("--trial", action="store_true", help="start the trial")
    each = _named(commands, "stop", stop, "Start at login no more.")
    each.add_argument("--all", action="store_true", help="of all mailboxes")
    _named(commands, "remove", remove, "Forget a mailbox; nothing changes on the server.")
    return whole


def _named(commands: Subcommands, name: str, command: Command, told: str) -> argparse.ArgumentParser:
    made = commands.add_parser(name, help=told, description=told)
    made.add_argument("name", nargs="?", metavar="NAME", help="the mailbox, where there are several")
    made.set_defaults(command=command)
    return made


def _add_adding(commands: Subcommands) -> None:
    told = "Add a mailbox: find its server and folders. Nothing is done in it yet."
    each = commands.add_parser("add", help=told, description=told)
    each.set_defaults(command=add)
    each.add_argument("user", metavar="ADDRESS", help="your address, or the name that you log in with")
    each.add_argument("--workspace", required=True, metavar="FILE", help="the workspace whose model judges")
    each.add_argument("--name", help="what to call the mailbox (default: the address)")
    each.add_argument("--server", metavar="HOST", help="default: imap.DOMAIN, or what is known of the provider")
    each.add_argument("--port", type=int, default=993, help="993: TLS; 143: STARTTLS, refused where it is not offered")
    each.add_argument("--starttls", action="store_true", help="begin without TLS and change to it before the login")
    each.add_argument("--ca-file", default="", metavar="FILE", help="trust these certificates instead of the system's")
    each.add_argument("--look-up", action="store_true", help="ask the domain over the network which server it has")
    secret = each.add_mutually_exclusive_group()
    secret.add_argument("--password-command", default="", metavar="COMMAND", help="a command that prints the password")
    secret.add_argument("--token-command", default="", metavar="COMMAND", help="a command that prints an OAuth2 token")
    secret.add_argument("--password-stdin", action="store_true", help="read it from standard input into the keyring")
    each.add_argument("--inbox", default="INBOX", metavar="FOLDER")
    each.add_argument("--junk", default="", metavar="FOLDER", help="default: the one that the server marks so")
    each.add_argument("--sent", default="", metavar="FOLDER", help="people you wrote to; default: as for junk")
    each.add_argument("--file", action="append", default=[], metavar="LABEL=FOLDER", help="move mail of a label there")
    each.add_argument("--flag-only", action="store_true", help="flag what is sure, and move nothing")
    each.add_argument("--most-a-day", type=int, default=200, metavar="N", help="mails to move (default: 200)")
    each.add_argument("--learn", type=int, default=0, metavar="N", help="learn the newest N of inbox and junk first")
    each.add_argument("--bayleaf-cli", default="", metavar="COMMAND", help="where the program's command line is")


def add(chosen: argparse.Namespace) -> None:
    """Add a mailbox."""
    name = accounts.checked(chosen.name or chosen.user)
    if (accounts.accounts_folder() / name / accounts.DESCRIPTION).exists():
        raise Trouble("account-there", name=name)
    made = Account(
        name,
        chosen.user,
        _address(chosen),
        str(Path(chosen.workspace).resolve()),
        chosen.password_command,
        chosen.token_command,
        chosen.inbox,
        chosen.junk,
        chosen.sent,
        dict(_label_folder(told) for told in chosen.file),
        "flag" if chosen.flag_only else "move",
        chosen.most_a_day,
        chosen.learn,
        chosen.bayleaf_cli or _command_line(),
    )
    with_folders = _with_folders(made, _first_connection(made, chosen))
    keep(with_folders)
    say(f"{name}: inbox {with_folders.inbox}, junk {harmless(with_folders.junk)}, sent {harmless(with_folders.sent)}.")
    say(f"Next: bayleaf-imap trial {name}")


def _command_line() -> str:
    """Return where the program's command line is now: at login the path of programs is another."""
    try:
        return shlex.join(cli_words())
    except Trouble:
        return ""


def _first_connection(made: Account, chosen: argparse.Namespace) -> list[Listed]:
    """Log in once; a password that was given is put into the keyring when it has proved right."""
    if made.password_command or made.token_command:
        return _folders_of(connected(made))
    password = sys.stdin.readline().rstrip("\r\n") if chosen.password_stdin else getpass.getpass("Password: ")
    server = Server(made.address)
    try:
        server.log_in(made.user, password)
        keep_password(made, password)
        return server.folders()
    finally:
        server.close()


def _folders_of(server: Server) -> list[Listed]:
    try:
        return server.folders()
    finally:
        server.close()


def _address(chosen: argparse.Namespace) -> Address:
    uses_starttls = chosen.starttls or chosen.port == 143
    if chosen.server:
        return Address(chosen.server, chosen.port, uses_starttls, chosen.ca_file)
    found = looked_up(chosen.user) if chosen.look_up else None
    usual = found or usual_server(chosen.user, chosen.port)
    return Address(usual.host, usual.port, usual.uses_starttls, chosen.ca_file)


def _label_folder(told: str) -> tuple[str, str]:
    label, _, folder = told.partition("=")
    if not label or not folder:
        raise Trouble("bad-name", name=told)
    return label, folder


def _with_folders(made: Account, folders: Sequence[Listed]) -> Account:
    for folder in folders:
        print(harmless(folder.name), *sorted(folder.flags), sep="\t")
    names = {folder.name for folder in folders}
    junk, sent = made.junk or use_of(folders, "junk"), made.sent or use_of(folders, "sent")
    for wanted in (junk, *made.label_folders.values()):
        if wanted and wanted not in names:
            raise Trouble("no-folder", folder=wanted)
    if not junk and made.deed == "move":
        raise Trouble("no-junk")
    return replace(made, junk=junk, sent=sent)


def trial(chosen: argparse.Namespace) -> None:
    """Say what would be done."""
    _keep_to(_chosen(chosen), chosen, is_trial=True)


def run(chosen: argparse.Namespace) -> None:
    """Do it."""
    mine = _chosen(chosen)
    if not chosen.untried:
        _refuse_untried(mine)
    _keep_to(mine, chosen, is_trial=False)


def resume(chosen: argparse.Namespace) -> None:
    """Let what is at work, or is started next, move again."""
    journal = Journal(_chosen(chosen).folder / STATE)
    journal.set_fact("stopped", None)
    journal.set_fact("resumed_at", str(time.time()))
    journal.close()


def _refuse_untried(mine: Account) -> None:
    journal = Journal(mine.folder / STATE)
    try:
        if journal.fact("tried") is None:
            raise Trouble("untried", name=mine.name)
    finally:
        journal.close()


def _keep_to(mine: Account, chosen: argparse.Namespace, *, is_trial: bool) -> None:
    keeper = Keeper(mine, is_trial=is_trial, tell=lambda told: tell(told, as_json=chosen.json))
    for number in (signal.SIGTERM, signal.SIGINT):
        signal.signal(number, lambda *_: keeper.stop())
    keeper.run(once=chosen.once)


def tell(told: Event | Trouble, *, as_json: bool) -> None:
    """Say one thing that happened, in one line."""
    if isinstance(told, Trouble):
        say(str(told))
    elif as_json:
        fields = ("state", "folder", "uid", "label", "probability", "reason")
        print(json.dumps({name: getattr(told, name) for name in fields}), flush=True)
    else:
        cells = (told.state, told.folder, str(told.uid or ""), told.label, told.reason, told.sender, told.subject)
        print("\t".join(harmless(cell) for cell in cells), flush=True)


def show_status(chosen: argparse.Namespace) -> None:
    """Say how mailboxes are doing."""
    asked = [account(chosen.name)] if chosen.name else all_accounts()
    told = [(status.read(each) or {"name": each.name}) | {"is_running": is_at_work(each)} for each in asked]
    if chosen.json:
        print(json.dumps({"mailboxes": told}))
        return
    for each in told:
        if "doing" not in each:
            print(f"{each['name']}: has not been looked at yet")
            continue
        for line in status.sentences(each, is_running=each["is_running"]):
            print(line)


def undo_day(chosen: argparse.Namespace) -> None:
    """Bring back what was moved; where a process is at work on the mailbox, it is asked to."""
    mine = _chosen(chosen)
    try:
        day = datetime.fromisoformat(chosen.since) if chosen.since else datetime.now()
    except ValueError as error:
        raise Trouble("bad-name", name=chosen.since) from error
    since_s = day.replace(hour=0, minute=0, second=0, microsecond=0).timestamp()
    journal = Journal(mine.folder / STATE)
    try:
        n_back = _undone_here(mine, journal, since_s)
        say(f"{n_back:,} mails were brought back. They are not moved again.")
    finally:
        journal.close()


def _undone_here(mine: Account, journal: Journal, since_s: float) -> int:
    try:
        with working_on(mine):
            server = connected(mine)
            try:
                return undo(server, journal, since_s)
            finally:
                server.close()
    except Trouble as trouble:
        if trouble.kind != "busy":
            raise
    journal.set_fact("undone", None)
    wish = mine.folder / WISH
    accounts.write_whole(wish, f"undo {since_s}\n".encode())
    ends_s = time.monotonic() + UNDO_S
    while time.monotonic() < ends_s:
        if (told := journal.fact("undone")) is not None:
            return int(told)
        time.sleep(0.2)
    wish.unlink(missing_ok=True)
    raise Trouble("busy")


def start(chosen: argparse.Namespace) -> None:
    """Start at login, and now."""
    mine = _chosen(chosen)
    if not chosen.trial:
        _refuse_untried(mine)
    words = [*own_command(), "trial" if chosen.trial else "run", mine.name]
    begin(_login_start(mine, words))


def stop(chosen: argparse.Namespace) -> None:
    """Start at login no more."""
    for mine in all_accounts() if chosen.all else [_chosen(chosen)]:
        end(_login_start(mine, []))
        running = is_at_work(mine)
        say(str(Trouble("still-running", name=mine.name)) if running else f"{mine.name} does not start at login.")


def _login_start(mine: Account, words: Sequence[str]) -> LoginStart:
    return login_start(sys.platform, Path.home(), mine.name, words)


def remove(chosen: argparse.Namespace) -> None:
    """Forget a mailbox."""
    mine = account(chosen.name) if chosen.name else _chosen(chosen)
    end(_login_start(mine, []))
    with working_on(mine):
        forget_password(mine)
    accounts.remove(mine)
    say(f"{mine.name} is forgotten. Nothing was changed on the server.")


def _chosen(chosen: argparse.Namespace) -> Account:
    """The mailbox that was named, or the only one there is."""
    if chosen.name:
        return account(chosen.name)
    known = all_accounts()
    if len(known) != 1:
        names = ", ".join(each.name for each in known)
        raise Trouble("many-accounts", names=names) if known else Trouble("no-account", name="")
    return known[0]
