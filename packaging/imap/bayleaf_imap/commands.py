"""Filter a mailbox on a server: add it, try it, run it, show its status, undo a day."""

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
import warnings
from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from datetime import datetime
from email.errors import HeaderParseError
from email.header import decode_header
from pathlib import Path
from typing import TYPE_CHECKING

from bayleaf_imap import VERSION, accounts, status
from bayleaf_imap.accounts import REQUEST, STATE, Account, account, hold_lock, is_running, load_accounts, save_account
from bayleaf_imap.daemon_client import cli_command
from bayleaf_imap.errors import MailboxError, to_safe_line
from bayleaf_imap.finding_servers import find_special_folder, guess_server, look_up_server
from bayleaf_imap.first_training import workspace_labels
from bayleaf_imap.folder_checks import Event
from bayleaf_imap.journal import Journal
from bayleaf_imap.passwords import delete_password, has_keyring, store_password
from bayleaf_imap.running import MailboxRunner, connect_account, undo
from bayleaf_imap.server import ListedFolder, Server
from bayleaf_imap.starting_at_login import LoginStart, begin, end, login_start, own_command
from bayleaf_imap.stream import Address, make_tls_context

if TYPE_CHECKING:
    Subcommands = argparse._SubParsersAction[argparse.ArgumentParser]

UNDO_S = 120.0
Command = Callable[[argparse.Namespace], None]


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the command line; return the exit status: 0 done, 1 failed for an outside reason, 2 wrong use."""
    chosen = parser().parse_args(arguments)
    command: Command = chosen.command
    try:
        command(chosen)
    except MailboxError as trouble:
        as_json = json.dumps({"trouble": trouble.kind, "detail": trouble.detail or str(trouble)})
        print_message(as_json if chosen.trouble_as_json else str(trouble))
        return 1
    except KeyboardInterrupt:
        return 130
    return 0


def print_message(sentence: str) -> None:
    """Print a message to standard error; results go to standard output."""
    print(sentence, file=sys.stderr, flush=True)


class SelfCheck(argparse.Action):
    """Checks the parts that a packaged program could lack: TLS, the journal, the keyring package."""

    def __call__(self, whole: argparse.ArgumentParser, *_: object) -> None:
        """Print the results and exit."""
        with tempfile.TemporaryDirectory() as folder:
            Journal(Path(folder, STATE)).close()
        results = {"version": VERSION, "tls": ssl.OPENSSL_VERSION, "verifies": make_tls_context().check_hostname}
        results |= {
            "has_keyring_package": importlib.util.find_spec("keyring") is not None,
            "has_keyring": has_keyring(),
        }
        is_well = bool(results["verifies"] and (results["has_keyring_package"] or not getattr(sys, "frozen", False)))
        print(json.dumps({"is_well": is_well, **results}))
        whole.exit(0 if is_well else 1)


def parser() -> argparse.ArgumentParser:
    """Return the argument parser."""
    whole = argparse.ArgumentParser(prog="bayleaf-imap", description=__doc__)
    whole.add_argument("--version", action="version", version=f"bayleaf-imap {VERSION}")
    text = "check the parts that this program needs, and print one line of JSON"
    whole.add_argument("--self-check", action=SelfCheck, nargs=0, help=text)
    whole.add_argument("--trouble-as-json", action="store_true", help=argparse.SUPPRESS)
    commands = whole.add_subparsers(required=True, metavar="COMMAND")
    _add_adding(commands)
    for name, command, text in (
        ("trial", trial, "Show what would be done, and change nothing."),
        ("run", run, "Move sure mail, and learn from mail that you move."),
    ):
        each = _named(commands, name, command, text)
        each.add_argument("--once", action="store_true", help="look once, then exit")
        each.add_argument("--subjects", action="store_true", help="print senders and subjects too")
        if name == "trial":
            existing = "classify the newest N mails that are in inbox and junk now, then exit (default: 300)"
            each.add_argument("--existing", type=int, nargs="?", const=300, default=0, metavar="N", help=existing)
        each.add_argument("--json", action="store_true", help="print one JSON object per line")
        if name == "run":
            each.add_argument("--untried", action="store_true", help="run without a trial before it")
    _named(commands, "resume", resume, "Resume moving, after another filter moved mail back.")
    each = _named(commands, "status", show_status, "Show the state of the mailboxes.")
    each.add_argument("--json", action="store_true", help="print one JSON object")
    each = _named(commands, "undo", undo_day, "Bring back the mail that was moved today, or since a day.")
    each.add_argument("--since", metavar="YYYY-MM-DD", help="the first day (default: today)")
    each = _named(commands, "start", start, "Start now, and at every login.")
    each.add_argument("--at-login", action="store_true", required=True, help="by systemd, launchd or a Windows task")
    each.add_argument("--trial", action="store_true", help="start the trial instead of run")
    each = _named(commands, "stop", stop, "Stop, and do not start at login any more.")
    each.add_argument("--all", action="store_true", help="for all mailboxes")
    _named(commands, "remove", remove, "Forget a mailbox; nothing changes on the server.")
    return whole


def _named(commands: Subcommands, name: str, command: Command, description: str) -> argparse.ArgumentParser:
    made = commands.add_parser(name, help=description, description=description)
    made.add_argument("name", nargs="?", metavar="NAME", help="the mailbox, if there are several")
    made.set_defaults(command=command)
    return made


def _add_adding(commands: Subcommands) -> None:
    text = "Add a mailbox: find its server and folders. Nothing in it is changed yet."
    each = commands.add_parser("add", help=text, description=text)
    each.set_defaults(command=add)
    each.add_argument("user", metavar="ADDRESS", help="your address, or your login name")
    each.add_argument("--workspace", required=True, metavar="FILE", help="the workspace with the model")
    each.add_argument("--name", help="a name for the mailbox (default: the address)")
    each.add_argument("--server", metavar="HOST", help="default: the known server of your provider, or imap.DOMAIN")
    each.add_argument(
        "--port", type=int, default=993, help="993: TLS; 143: STARTTLS; without it, the connection is refused"
    )
    each.add_argument("--starttls", action="store_true", help="connect without TLS, and switch to TLS before the login")
    each.add_argument("--ca-file", default="", metavar="FILE", help="trust these certificates instead of the system's")
    each.add_argument("--look-up", action="store_true", help="ask your domain for its server, over the network")
    secret = each.add_mutually_exclusive_group()
    secret.add_argument("--password-command", default="", metavar="COMMAND", help="a command that prints the password")
    secret.add_argument("--token-command", default="", metavar="COMMAND", help="a command that prints an OAuth2 token")
    secret.add_argument(
        "--password-stdin",
        action="store_true",
        help="read the password from standard input, and store it in the keyring",
    )
    each.add_argument("--inbox", default="INBOX", metavar="FOLDER", help="the inbox (default: INBOX)")
    each.add_argument(
        "--junk", default="", metavar="FOLDER", help="the junk folder (default: the one that the server marks as junk)"
    )
    text = "the folder of sent mail, to know whom you wrote to (default: the one that the server marks as sent)"
    each.add_argument("--sent", default="", metavar="FOLDER", help=text)
    each.add_argument(
        "--file", action="append", default=[], metavar="LABEL=FOLDER", help="move mail with this label to this folder"
    )
    each.add_argument("--flag-only", action="store_true", help="flag sure spam, and move nothing")
    each.add_argument(
        "--most-a-day", type=int, default=200, metavar="N", help="the most mails to move in a day (default: 200)"
    )
    each.add_argument(
        "--learn", type=int, default=0, metavar="N", help="first learn the newest N mails of inbox and junk"
    )
    each.add_argument("--bayleaf-cli", default="", metavar="COMMAND", help="the path of bayleaf-cli")


def add(chosen: argparse.Namespace) -> None:
    """Add a mailbox."""
    name = accounts.check_name(chosen.name or chosen.user)
    if (accounts.accounts_folder() / name / accounts.DESCRIPTION).exists():
        raise MailboxError("account-there", name=name)
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
        dict(_label_folder(option) for option in chosen.file),
        "flag" if chosen.flag_only else "move",
        chosen.most_a_day,
        chosen.learn,
        chosen.bayleaf_cli or _command_line(),
    )
    _refuse_workspace(made)
    folders = _first_connection(made, chosen)
    with_folders = _with_folders(made, folders)
    save_account(with_folders)
    junk = _folder_words(with_folders.junk, made.junk, "none; mail is only flagged")
    sent = _folder_words(with_folders.sent, made.sent, "none")
    print_message(f"{name}: inbox {with_folders.inbox}; junk: {junk}; sent: {sent}.")
    print_message(f"Next: bayleaf-imap trial {name}")


def _refuse_workspace(made: Account) -> None:
    """Raise if the workspace is missing and will not be created, or if its model lacks the given labels."""
    if not Path(made.workspace).exists():
        if not made.learns_first:
            raise MailboxError("no-workspace", name=made.workspace)
        return
    known = workspace_labels(made) if made.label_folders else []
    for label in made.label_folders:
        if known and label not in known:
            raise MailboxError("no-label", name=label, workspace=made.workspace, labels=", ".join(known))


def _folder_words(folder: str, named: str, without: str) -> str:
    if not folder:
        return without
    return to_safe_line(folder) if named else f"{to_safe_line(folder)} (found on the server)"


def _command_line() -> str:
    """Return the absolute path of the program's command line. At login, PATH may be different."""
    try:
        return shlex.join(cli_command())
    except MailboxError:
        return ""


def _first_connection(made: Account, chosen: argparse.Namespace) -> list[ListedFolder]:
    """Log in once; return the folders. A typed password is stored in the keyring after it has worked."""
    if made.password_command or made.token_command:
        return _folders_of(connect_account(made))
    password = sys.stdin.readline().rstrip("\r\n") if chosen.password_stdin else _typed_password()
    server = Server(made.address)
    try:
        server.log_in(made.user, password)
        store_password(made, password)
        return server.folders()
    finally:
        server.close()


def _typed_password() -> str:
    """Ask for the password on the terminal."""
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("error", getpass.GetPassWarning)  # no terminal that can hide it
            return getpass.getpass("Password: ")
    except (EOFError, getpass.GetPassWarning) as error:
        raise MailboxError("no-terminal") from error


def _folders_of(server: Server) -> list[ListedFolder]:
    try:
        return server.folders()
    finally:
        server.close()


def _address(chosen: argparse.Namespace) -> Address:
    uses_starttls = chosen.starttls or chosen.port == 143
    if chosen.server:
        return Address(chosen.server, chosen.port, uses_starttls, chosen.ca_file)
    found = look_up_server(chosen.user) if chosen.look_up else None
    usual = found or guess_server(chosen.user, chosen.port)
    return Address(usual.host, usual.port, usual.uses_starttls, chosen.ca_file)


def _label_folder(option: str) -> tuple[str, str]:
    label, _, folder = option.partition("=")
    if not label or not folder:
        raise MailboxError("bad-filing", name=option)
    return label, folder


def _with_folders(made: Account, folders: Sequence[ListedFolder]) -> Account:
    names = {folder.name for folder in folders}
    junk, sent = made.junk or find_special_folder(folders, "junk"), made.sent or find_special_folder(folders, "sent")
    for wanted in (junk, *made.label_folders.values()):
        if wanted and wanted not in names:
            print_message(f"Folders on the server: {to_safe_line(', '.join(sorted(names)))}")
            raise MailboxError("no-folder", folder=wanted)
    if not junk and made.deed == "move":
        print_message(f"Folders on the server: {to_safe_line(', '.join(sorted(names)))}")
        raise MailboxError("no-junk")
    return replace(made, junk=junk, sent=sent)


def trial(chosen: argparse.Namespace) -> None:
    """Show what would be done."""
    if chosen.existing:
        _try_existing(_chosen(chosen), chosen)
        return
    _keep_to(_chosen(chosen), chosen, is_trial=True)


def _try_existing(mine: Account, chosen: argparse.Namespace) -> None:
    counts: Counter[tuple[str, str]] = Counter()

    def count(event: Event | MailboxError) -> None:
        if isinstance(event, Event):
            counts[event.folder, event.state] += 1
        print_event(event, as_json=chosen.json, shows_subjects=chosen.subjects)

    for folder, n_judged in MailboxRunner(mine, is_trial=True, on_event=count).run_existing(chosen.existing).items():
        by_state = {state: n for (name, state), n in counts.items() if name == folder}
        print_message(f"{to_safe_line(folder)}: {n_judged:,} judged; {_decisions(by_state)}.")
    print_message("Nothing was changed. Mail that the model was trained on is easier to judge than new mail.")


def _decisions(by_state: Mapping[str, int]) -> str:
    words = {"would": "would be moved", "asked": "unsure", "stays": "would stay", "failed": "could not be read"}
    return ", ".join(f"{by_state.get(state, 0):,} {word}" for state, word in words.items())


def run(chosen: argparse.Namespace) -> None:
    """Watch the mailbox and move mail."""
    mine = _chosen(chosen)
    if not chosen.untried:
        _refuse_untried(mine)
    _keep_to(mine, chosen, is_trial=False)


def resume(chosen: argparse.Namespace) -> None:
    """Allow moves again, in a running process or in the next one."""
    mine = _chosen(chosen)
    journal = Journal(mine.folder / STATE)
    was_stopped = journal.fact("stopped") is not None
    journal.set_fact("stopped", None)
    journal.set_fact("resumed_at", str(time.time()))
    journal.close()
    print_message(f"{mine.name}: mail is moved again." if was_stopped else f"{mine.name} was not stopped.")


def _refuse_untried(mine: Account) -> None:
    journal = Journal(mine.folder / STATE)
    try:
        if journal.fact("tried") is None:
            raise MailboxError("untried", name=mine.name)
    finally:
        journal.close()


def _keep_to(mine: Account, chosen: argparse.Namespace, *, is_trial: bool) -> None:
    states: Counter[str] = Counter()

    def count(event: Event | MailboxError) -> None:
        if isinstance(event, Event):
            states[event.state] += 1
        print_event(event, as_json=chosen.json, shows_subjects=chosen.subjects)

    keeper = MailboxRunner(mine, is_trial=is_trial, on_event=count)
    for number in (signal.SIGTERM, signal.SIGINT):
        signal.signal(number, lambda *_: keeper.stop())
    keeper.run(once=chosen.once)
    if chosen.once:
        say_summary(mine, states, is_trial=is_trial)


def say_summary(mine: Account, states: Mapping[str, int], *, is_trial: bool) -> None:
    """Print one or two lines about a single check."""
    n_new = sum(states.get(state, 0) for state in ("would", "asked", "stays", "due", "flagged", "failed"))
    n_moved = f"{states.get('would', 0):,} would be moved" if is_trial else f"{states.get('done', 0):,} moved"
    line = f"{mine.name}: {n_new:,} new, {n_moved}, {states.get('asked', 0):,} unsure"
    learnt = (status.read(mine) or {}).get("learnt") or {}
    if learnt:
        line += (
            f"; learned at the beginning: {', '.join(f'{n:,} of {to_safe_line(name)}' for name, n in learnt.items())}"
        )
    print_message(f"{line}. Older mail is left alone.")
    if is_trial and not n_new:
        print_message(f"To see what it would do with mail that is there: bayleaf-imap trial {mine.name} --existing")


def print_event(event: Event | MailboxError, *, as_json: bool, shows_subjects: bool = False) -> None:
    """Print one event on a line that begins with the time."""
    now = status.format_moment(time.time())
    if isinstance(event, MailboxError):
        print_message(f"{now}\t{event}")
        return
    sender, subject = (to_safe_line(event.sender), to_safe_line(decoded(event.subject))) if shows_subjects else ("", "")
    if as_json:
        fields = ("state", "folder", "uid", "label", "probability", "reason", "message_id")
        facts = {"time": now} | {name: getattr(event, name) for name in fields}
        print(json.dumps(facts | ({"sender": sender, "subject": subject} if shows_subjects else {})), flush=True)
        return
    cells = [now, event.state, event.folder, str(event.uid or ""), event.label, event.reason, event.message_id]
    cells += [sender, subject] if shows_subjects else []
    print("\t".join(to_safe_line(cell) for cell in cells), flush=True)


def decoded(subject: str) -> str:
    """Return a subject with encoded words decoded where possible."""
    try:
        parts = decode_header(subject)
        texts = [
            text if isinstance(text, str) else text.decode(charset or "ascii", "replace") for text, charset in parts
        ]
    except (LookupError, ValueError, HeaderParseError):
        return subject
    return "".join(texts) or subject


def show_status(chosen: argparse.Namespace) -> None:
    """Print the status of the mailboxes."""
    asked = [account(chosen.name)] if chosen.name else load_accounts()
    if not asked and not chosen.json:
        print_message(str(MailboxError("no-mailbox")))
    statuses = [(status.read(each) or {"name": each.name}) | {"is_running": is_running(each)} for each in asked]
    if chosen.json:
        print(json.dumps({"mailboxes": statuses}))
        return
    for each in statuses:
        if "doing" not in each:
            print(f"{each['name']}: has not been looked at yet")
            continue
        for line in status.sentences(each, is_running=each["is_running"]):
            print(line)


def undo_day(chosen: argparse.Namespace) -> None:
    """Move a day's mails back. If a process is running for the mailbox, it is asked to do so."""
    mine = _chosen(chosen)
    try:
        day = datetime.fromisoformat(chosen.since) if chosen.since else datetime.now()
    except ValueError as error:
        raise MailboxError("bad-day", name=chosen.since) from error
    since_s = day.replace(hour=0, minute=0, second=0, microsecond=0).timestamp()
    journal = Journal(mine.folder / STATE)
    try:
        n_back = _undone_here(mine, journal, since_s)
        if n_back == 1:
            print_message("1 mail was brought back. It is not moved again.")
        else:
            print_message(f"{n_back:,} mails were brought back. They are not moved again.")
    finally:
        journal.close()


def _undone_here(mine: Account, journal: Journal, since_s: float) -> int:
    try:
        with hold_lock(mine):
            server = connect_account(mine)
            try:
                return undo(server, journal, since_s)
            finally:
                server.close()
    except MailboxError as trouble:
        if trouble.kind != "busy":
            raise
    journal.set_fact("undone", None)
    wish = mine.folder / REQUEST
    accounts.write_whole(wish, f"undo {since_s}\n".encode())
    ends_s = time.monotonic() + UNDO_S
    while time.monotonic() < ends_s:
        if (answer := journal.fact("undone")) is not None:
            return int(answer)
        time.sleep(0.2)
    wish.unlink(missing_ok=True)
    raise MailboxError("busy")


def start(chosen: argparse.Namespace) -> None:
    """Start the program now and at every login."""
    mine = _chosen(chosen)
    if not chosen.trial:
        _refuse_untried(mine)
    words = [*own_command(), "trial" if chosen.trial else "run", mine.name]
    begin(_login_start(mine, words))


def stop(chosen: argparse.Namespace) -> None:
    """Stop the program, and do not start it at login any more."""
    for mine in load_accounts() if chosen.all else [_chosen(chosen)]:
        end(_login_start(mine, []))
        running = is_running(mine)
        print_message(
            str(MailboxError("still-running", name=mine.name)) if running else f"{mine.name} does not start at login."
        )


def _login_start(mine: Account, words: Sequence[str]) -> LoginStart:
    return login_start(sys.platform, Path.home(), mine.name, words)


def remove(chosen: argparse.Namespace) -> None:
    """Remove a mailbox from the configuration."""
    mine = account(chosen.name) if chosen.name else _chosen(chosen)
    end(_login_start(mine, []))
    with hold_lock(mine):
        delete_password(mine)
    accounts.remove(mine)
    print_message(f"{mine.name} is forgotten. Nothing was changed on the server.")


def _chosen(chosen: argparse.Namespace) -> Account:
    """Return the named mailbox, or the only one."""
    if chosen.name:
        return account(chosen.name)
    known = load_accounts()
    if len(known) != 1:
        names = ", ".join(each.name for each in known)
        raise MailboxError("many-accounts", names=names) if known else MailboxError("no-mailbox")
    return known[0]
