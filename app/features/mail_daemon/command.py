"""`bayleaf-cli serve`, `serve-model` and `connect`: run the mail daemon, and configure mail programs to use it.

`serve` keeps the model of a workspace in memory for mail programs on this computer. `serve-users` does the same for
several users. `serve-model` classifies batches of mails with a model file, on the servers of a mail provider.
"""

from __future__ import annotations

import os
import re
import shutil
import signal
import sys
from collections.abc import Mapping, Sequence
from contextlib import ExitStack, closing
from dataclasses import dataclass
from pathlib import Path

import click

from app.cli.options import FILE_TYPE, FOLDER_TYPE, JSON, MODEL, WORKSPACE
from app.cli.output import end_on_signals, print_json, print_line, print_message, to_plain
from app.domain.errors import SourceError
from app.domain.jobs import LOCK_WAIT
from app.domain.sentences import sentence_for
from app.domain.streams import command_line_arguments
from app.domain.whole_files import write_atomically
from app.features.mail_daemon import connecting as file_managers
from app.features.mail_daemon.connecting import (
    CONFIGURATION_MAKERS,
    NO_SETTINGS,
    POSTFIX_MILTER,
    Configuration,
    ask_doveconf,
    dovecot_configuration,
    is_folder_name,
    is_user_table,
    postfix_configuration,
    read_settings,
    remove_block,
    serve_command_name,
    shell_quote,
    system_unit,
    systemd_configuration,
    write_block,
)
from app.features.mail_daemon.daemon import (
    KEPT_READERS,
    MAX_TICKETS,
    JudgeLog,
    MailReaders,
    configure_process,
    exempt_from_collection,
)
from app.features.mail_daemon.model_daemon import BatchJudge, BatchServer, systemd_socket
from app.features.mail_daemon.serving import ACCEPT_TIMEOUT_S, DaemonServer
from app.features.mail_daemon.sockets import HAS_SOCKETS, DaemonPaths, address, daemon_paths, listen_on
from app.features.mail_daemon.users import MILTER_SECTION, UsersServer, read_users
from app.library import login_start, thunderbird

GROUP_MAY_CONNECT = 0o660


LOG = click.option(
    "--log",
    "is_logging",
    is_flag=True,
    help="Write a line with its time to standard error for each verdict and lesson.",
)
LOG_SUBJECTS = click.option("--log-subjects", "logs_subjects", is_flag=True, help="As --log, with subjects.")


def socket_mode(digits: str) -> int:
    """Return the permission bits that octal digits stand for.

    Raises:
        BadParameter: The bits do not let the owner connect.
    """
    if re.fullmatch("0?6[0246][0246]", digits) is None:
        raise click.BadParameter("write three digits as for chmod, such as 660 or 666.")
    return int(digits, 8)


@click.command("serve")
@WORKSPACE
@MODEL
@click.option(
    "--socket",
    "spamd",
    type=FILE_TYPE,
    metavar="PATH",
    help="Listen for spamc on this socket instead of one in your runtime folder.",
)
@click.option("--milter", type=FILE_TYPE, metavar="PATH", help="Listen for Postfix or Sendmail on this socket.")
@click.option(
    "--socket-mode",
    "mode",
    callback=lambda _context, _option, value: None if value is None else socket_mode(value),
    metavar="MODE",
    help="With --socket or --milter: who may connect, as chmod takes it; 660: you and the socket's group. Default: 600,"
    " you alone.",
)
@click.option(
    "--socket-group", "group", metavar="GROUP", help="With --socket or --milter: the socket's group, such as vmail."
)
@LOG
@LOG_SUBJECTS
@click.option(
    "--idle-exit",
    "idle_exit_s",
    type=click.FloatRange(0),
    default=0.0,
    metavar="S",
    help="Exit after this many seconds without a request. 0: never.",
)
@click.option(
    "--tickets",
    "max_tickets",
    type=click.IntRange(0),
    default=MAX_TICKETS,
    metavar="N",
    help="Store this many classified mails for 30 days, so that they can be taught after they moved. 0: none.",
)
@JSON
def serve_command(
    workspace: Path,
    model: str | None,
    spamd: Path | None,
    milter: Path | None,
    mode: int | None,
    group: str | None,
    idle_exit_s: float,
    max_tickets: int,
    *,
    is_logging: bool,
    logs_subjects: bool,
    as_json: bool,
) -> None:
    """Run the mail daemon. It keeps the model of WORKSPACE in memory and answers mail programs: spamc, other programs
    with spamd's protocol, and lines of JSON. By default, only you can open its sockets. --socket-mode and
    --socket-group give other users access to the sockets of --socket and --milter. Users with access can also teach the
    model. The mail daemon does not listen on a network.

    \b
      bayleaf-cli serve mail.bayleaf --socket ~/.bayleaf-spamd &
      spamc -U ~/.bayleaf-spamd -c < message
      bayleaf-cli serve mail.bayleaf --socket /run/bayleaf/spamd --socket-mode 660 --socket-group vmail
      bayleaf-cli serve mail.bayleaf --milter /run/bayleaf/milter --socket-mode 660 --log
    """
    is_shared = mode is not None or group is not None
    if is_shared and spamd is None and milter is None:
        raise click.UsageError("--socket-mode and --socket-group share the socket of --socket or --milter: name one.")
    configure_process(sys.platform)
    sharing = (GROUP_MAY_CONNECT if mode is None else mode, group or "") if is_shared else None
    server = DaemonServer(
        workspace, model, spamd=spamd, idle_exit_s=idle_exit_s, max_tickets=max_tickets, sharing=sharing,
        milter=milter, log=create_judge_log(is_logging=is_logging, logs_subjects=logs_subjects),
    )  # fmt: skip
    end_on_signals(server.stop)
    # No long wait for the lock: the daemon must stop within seconds of a signal. A lesson that the model has not yet
    # learnt is stored in the corpus.
    LOCK_WAIT.set(None)

    def print_addresses(paths: DaemonPaths) -> None:
        spamd_path, lines = spamd or paths.spamd_socket, address(paths.json_lines_socket)
        descriptions = ([f"spamc -U {spamd_path}"] if HAS_SOCKETS else []) + [f"lines of JSON at {lines}"]
        addresses = {**({"spamd": spamd_path} if HAS_SOCKETS else {}), "lines": lines}
        if milter is not None:
            descriptions.append(f"milter at unix:{milter}")
            addresses["milter"] = milter
        exempt_from_collection()
        print_listening(addresses, descriptions, as_json=as_json)

    server.run(print_addresses)


def print_listening(addresses: Mapping[str, object], descriptions: Sequence[str], *, as_json: bool) -> None:
    """Print the addresses once the daemon listens."""
    if as_json:
        print_json({**addresses, "process": os.getpid()})
        sys.stdout.flush()
        return
    for description in descriptions:
        print_message(f"Listening: {description}")


def create_judge_log(*, is_logging: bool, logs_subjects: bool, user: str = "") -> JudgeLog | None:
    """Return a log that writes to standard error; None if both options are off.

    If `user` is not empty, each line begins with this name.
    """
    if not (is_logging or logs_subjects):
        return None
    begin = f"{user}: " if user else ""
    return JudgeLog(lambda line: print_message(f"{begin}{line}"), shows_subjects=logs_subjects)


@click.command("serve-users")
@click.argument("table", type=click.Path(path_type=Path, dir_okay=False))
@LOG
@LOG_SUBJECTS
@JSON
def serve_users_command(table: Path, *, is_logging: bool, logs_subjects: bool, as_json: bool) -> None:
    """Run the mail daemon for the users in TABLE, each with a workspace, until it is stopped. The table is TOML:

    \b
      [milter]
      socket = "/run/bayleaf/milter"
      socket_mode = "660"
      socket_group = "postfix"
      [anna]
      workspace = "anna.bayleaf"
      addresses = ["anna@example.org", "@anna.example"]
      socket = "/run/bayleaf/anna"
      socket_mode = "660"
      socket_group = "anna"

    The milter finds the users by the recipients. If a mail goes to several users, it gets a verdict only where all
    their models agree. A user needs no socket and the table no milter. A workspace that cannot be opened is tried again
    every minute, and the other users are served meanwhile.
    """
    configure_process(sys.platform)
    users = read_users(table)
    server = UsersServer(
        users, log_for=lambda name: create_judge_log(is_logging=is_logging, logs_subjects=logs_subjects, user=name)
    )
    end_on_signals(server.stop)
    LOCK_WAIT.set(None)
    sockets = {user.name: user.socket.path for user in users.users if user.socket is not None}
    if users.milter is not None:
        sockets[MILTER_SECTION] = users.milter.path

    def print_address(name: str) -> None:
        path = sockets.get(name)
        exempt_from_collection()
        print_listening({"user": name, "socket": path}, [f"{name}{f' at {path}' if path else ''}"], as_json=as_json)

    server.run(print_address, lambda name, error: print_message(f"{name}: {sentence_for(error)}"))


@click.command("serve-model")
@click.argument("model", type=click.Path(path_type=Path, exists=True, dir_okay=False))
@click.option(
    "--socket",
    "path",
    type=FILE_TYPE,
    metavar="PATH",
    help="The socket to listen on.  [default: the socket that systemd passes]",
)
@JSON
def serve_model_command(model: Path, path: Path | None, as_json: bool) -> None:
    """Classify batches of mails with a MODEL file, written by export or train --cluster. It answers lines of JSON on a
    socket. It learns nothing and stores nothing, so run one for each core. SIGHUP reloads the file; a batch that was
    begun is finished with the old model.

    \b
      bayleaf-cli serve-model mail.model --socket /run/bayleaf/judge &
    """
    with ExitStack() as stack:
        if path is not None:
            listener = stack.enter_context(listen_on(path, ACCEPT_TIMEOUT_S))
        elif (handed_over := systemd_socket()) is not None:
            listener = stack.enter_context(closing(handed_over))
        else:
            raise click.UsageError("Name a --socket, or have systemd hand one over.")
        readers = stack.enter_context(closing(MailReaders(KEPT_READERS)))
        server = BatchServer(BatchJudge(model, readers))
        end_on_signals(server.stop)
        if (hang_up := getattr(signal, "SIGHUP", None)) is not None:
            signal.signal(hang_up, lambda *_: server.request_reload())
        exempt_from_collection()
        print_listening({"socket": path}, [str(path or "the socket of systemd")], as_json=as_json)
        server.run(listener, lambda error: print_message(str(sentence_for(error))))


CONFIGURATION_MARK = "# Written by bayleaf-cli connect; its --remove takes this file away."
CONNECTABLE_PROGRAMS = ("thunderbird", *CONFIGURATION_MAKERS, "postfix", "systemd", "file-manager")


@click.command("connect")
@click.argument("program", type=click.Choice(CONNECTABLE_PROGRAMS))
@click.argument("workspace", required=False, type=FILE_TYPE)
@click.option("--write", "is_writing", is_flag=True, help="Write the configuration. Without this, it is only shown.")
@click.option("--remove", "is_removing", is_flag=True, help="Remove what --write wrote.")
@click.option(
    "--socket",
    type=FILE_TYPE,
    metavar="PATH",
    help="The socket that `serve --socket` listens on; by default the mail daemon's own.",
)
@click.option(
    "--junk",
    metavar="FOLDER",
    help="The folder for spam.  [default: spam; for Dovecot the server's junk folder]",
)
@click.option(
    "--good-folder",
    "good_folders",
    multiple=True,
    metavar="FOLDER",
    help="Dovecot: a move from junk to FOLDER teaches good mail, like a move to the inbox. Repeatable.",
)
@click.option(
    "--doveconf",
    type=FILE_TYPE,
    metavar="FILE",
    help="Dovecot: a file with the output of `doveconf -n`, or -.  [default: ask Dovecot on this computer]",
)
@click.option("--system", "is_for_system", is_flag=True, help="systemd: a unit for the whole system.")
@click.option("--user", "account", metavar="NAME", default="bayleaf", help="With --system: the user that it runs as.")
@click.option(
    "--milter", type=FILE_TYPE, metavar="PATH", help="postfix, or systemd with --system: the milter's socket."
)
@click.option(
    "--to",
    "folder",
    type=FOLDER_TYPE,
    metavar="FOLDER",
    help="The folder for Dovecot's scripts or notmuch's hooks.",
)
@JSON
def command(
    program: str,
    workspace: Path | None,
    socket: Path | None,
    junk: str | None,
    good_folders: tuple[str, ...],
    doveconf: Path | None,
    account: str,
    milter: Path | None,
    folder: Path | None,
    *,
    is_for_system: bool,
    is_writing: bool,
    is_removing: bool,
    as_json: bool,
) -> None:
    """Configure PROGRAM to use the mail daemon of WORKSPACE, and to teach it. Shows the configuration; --write writes
    it, and --remove removes it.

    For postfix and for systemd with --system, WORKSPACE may be the table of `serve-users`, which ends in .toml.

    \b
      bayleaf-cli connect thunderbird mail.bayleaf --write
      bayleaf-cli connect postfix mail.bayleaf
      bayleaf-cli connect systemd mail.bayleaf --system > /etc/systemd/system/bayleaf-judge.service
      bayleaf-cli connect procmail mail.bayleaf
      bayleaf-cli connect thunderbird --remove
      bayleaf-cli connect file-manager --write     (Classify with Bayleaf, for selected files)
    """
    if program == "file-manager":
        connection = connect_file_manager(is_writing=is_writing, is_removing=is_removing)
    elif is_removing:
        connection = ConnectResult(program, removed=remove_configuration(program, folder))
    elif workspace is None:
        raise click.UsageError("Say which workspace.")
    elif program == "thunderbird":
        connection = connect_thunderbird(Path(os.path.realpath(workspace)), is_writing=is_writing)
    else:
        workspace = Path(os.path.realpath(workspace))
        where = socket or daemon_paths(workspace).spamd_socket
        if program == "systemd" and is_for_system:
            unit = system_unit(workspace, account, socket, milter, command_line_arguments())
            configuration = Configuration("systemd", files=(("bayleaf-judge.service", unit),), words="")
            if is_writing:
                raise click.UsageError("The unit for the whole system is only shown: redirect it to its file.")
        elif program == "postfix":
            configuration = postfix_configuration(milter or POSTFIX_MILTER)
        elif program == "dovecot":
            configuration = adapt_dovecot_configuration(where, junk or "", good_folders, doveconf, folder)
        else:
            configuration = configuration_of_program(program, where, workspace, junk or "spam")
        written = write_configuration(configuration, folder) if is_writing else ()
        connection = ConnectResult(program, configuration, written=written)
    if as_json:
        print_json({name: value for name, value in to_plain(connection).items() if value is not None})
    elif connection.recipe is None:
        for path in (*connection.needed, *connection.written):
            print_line(str(path))
    elif program == "systemd" and is_for_system:
        click.echo(connection.recipe.files[0][1], nl=False)
    elif not connection.written:
        print_configuration(connection.recipe)
    if connection.recipe and workspace and program != "systemd":
        print_daemon_command(program, workspace, socket, milter or POSTFIX_MILTER)


def print_daemon_command(program: str, workspace: Path, socket: Path | None, milter: Path) -> None:
    """Print the command that must be running so that a program's configuration works."""
    words = [*short_command_line(), serve_command_name(workspace), str(workspace)]
    if program == "postfix" and not is_user_table(workspace):
        words += ["--milter", str(milter), "--socket-mode", "660"]
    elif socket is not None:
        words += ["--socket", str(socket)]
    print_message(f"The mail daemon has to run: {' '.join(shell_quote(Path(word)) for word in words)}")
    if program == "postfix":
        print_message("`connect systemd --system` prints a unit that keeps it running.")
    else:
        print_message("`connect systemd` keeps it running while you are logged in.")


def short_command_line() -> list[str]:
    """Return the command line as a person would type it: `bayleaf-cli` if PATH leads to this program."""
    own = command_line_arguments()
    found = shutil.which("bayleaf-cli")
    is_same = found is not None and Path(found).resolve().parent in (Path(own[0]).parent, Path(own[0]).resolve().parent)
    return ["bayleaf-cli"] if is_same else own


@dataclass(frozen=True, slots=True)
class ConnectResult:
    """The result of `connect`: the configuration of a program, and the files that were written or removed."""

    program: str
    recipe: Configuration | None = None
    needed: tuple[Path, ...] = ()
    """Files that `--write` would write."""
    written: tuple[Path, ...] = ()
    removed: tuple[Path, ...] = ()


def configuration_of_program(program: str, socket: Path, workspace: Path, junk: str) -> Configuration:
    if program == "systemd":
        program_text = " ".join(shell_quote(Path(part)) for part in command_line_arguments())
        return systemd_configuration(socket, workspace, program_text)
    return CONFIGURATION_MAKERS[program](socket, junk)


def adapt_dovecot_configuration(
    socket: Path, junk: str, good_folders: Sequence[str], doveconf: Path | None, folder: Path | None
) -> Configuration:
    """Return the configuration for Dovecot, adapted to the settings of the server.

    The settings come from the program `doveconf`, or from a file with its output.

    Raises:
        click.UsageError: The name of a folder has wildcards.
    """
    for name in (junk, *good_folders):
        if name and not is_folder_name(name):
            raise click.UsageError(f"{name!r} names no single folder: leave out * and ?.")
    if doveconf is None:
        settings = ask_doveconf()
        if settings is None:
            print_message(
                "Dovecot's settings cannot be read here. If your server has its own sieve_before, imapsieve_mailbox1"
            )
            print_message("or sieve_plugins, give the output of `doveconf -n` with --doveconf, so that they are kept.")
    elif str(doveconf) == "-":
        settings = read_settings(sys.stdin.read())
    else:
        try:
            settings = read_settings(doveconf.read_text(encoding="utf-8", errors="replace"))
        except FileNotFoundError as error:
            raise SourceError(doveconf, "missing") from error
        except OSError as error:
            raise SourceError(doveconf, "no-permission", error.strerror or "") from error
    script_folder = None if folder is None else Path(os.path.realpath(folder))
    return dovecot_configuration(socket, junk, settings or NO_SETTINGS, good_folders, script_folder)


def connect_thunderbird(workspace: Path, *, is_writing: bool) -> ConnectResult:
    """Register the native messaging host for Thunderbird's extension. The result says how to install the extension."""
    paths = thunderbird.folders_of_this_user()
    if not is_writing:
        print_message("These files would be written. With --write they are.")
        return ConnectResult("thunderbird", needed=(paths.launcher, *paths.manifests, paths.extension))
    written = thunderbird.connect(paths, thunderbird.command_for(workspace))
    print_message(f"In Thunderbird: Add-ons, the gear, Install Add-on From File, {paths.extension}.")
    print_message("Then, in the settings of each account under Junk, switch Thunderbird's own adaptive filter off.")
    return ConnectResult("thunderbird", written=tuple(written))


def connect_file_manager(*, is_writing: bool, is_removing: bool) -> ConnectResult:
    """Add the menu entry *Classify with Bayleaf* to file managers, or remove it."""
    entries = file_managers.menu_files(sys.platform, Path.home(), os.environ, login_start.window_command())
    if is_removing:
        removed = file_managers.remove_menu_files(entries)
        for path in removed:
            print_message(f"Taken away: {path}")
        return ConnectResult("file-manager", removed=tuple(removed))
    if not is_writing:
        print_message("These files would be written. With --write they are.")
        return ConnectResult("file-manager", needed=tuple(entry.path for entry in entries))
    return ConnectResult("file-manager", written=tuple(file_managers.write_menu_files(entries)))


def print_configuration(configuration: Configuration) -> None:
    if configuration.block:
        print_message(f"For ~/{configuration.file}:")
        click.echo(configuration.block)
    for name, text in configuration.files:
        print_message(f"{name}:")
        click.echo(text)
    click.echo(configuration.words, nl=False)


def write_configuration(configuration: Configuration, folder: Path | None) -> tuple[Path, ...]:
    """Write the configuration of a program. Return the paths of the written files; empty if all steps are manual."""
    if not configuration.block and not configuration.files:
        return ()
    written = []
    if configuration.block:
        written.append(Path.home() / configuration.file)
        write_block(written[0], configuration.block)
        print_message(f"Written to ~/{configuration.file}.")
    target_folder = folder_of_configuration(configuration, folder)
    for name, text in configuration.files:
        write_own_file(target_folder / name, text.replace("FOLDER", str(target_folder)))
        written.append(target_folder / name)
    for line in configuration.words.splitlines():
        print_message(line)
    return tuple(written)


def write_own_file(path: Path, text: str) -> None:
    """Write a file that contains our mark.

    Raises:
        SourceError: There already is a file with this name and without our mark.
    """
    if path.exists() and not was_written_by_us(path):
        raise SourceError(path, "not-ours")
    path.parent.mkdir(parents=True, exist_ok=True)
    shebang, _, rest = text.partition("\n") if text.startswith("#!") else ("", "", text)
    write_atomically(path, f"{shebang}{chr(10) if shebang else ''}{CONFIGURATION_MARK}\n{rest}".encode())
    path.chmod(0o755 if shebang else 0o644)
    print_message(f"Written: {path}")


def was_written_by_us(path: Path) -> bool:
    return path.is_file() and CONFIGURATION_MARK.encode() in path.read_bytes()[:200]


def remove_configuration(program: str, folder: Path | None) -> tuple[Path, ...]:
    """Remove the files and blocks that were written for a program. Return the paths of the removed or changed files."""
    if program == "thunderbird":
        removed = thunderbird.disconnect(thunderbird.folders_of_this_user())
    else:
        configuration = configuration_of_program(program, Path("socket"), Path("workspace"), "spam")
        paths = [folder_of_configuration(configuration, folder) / name for name, _ in configuration.files]
        removed = [path for path in paths if was_written_by_us(path)]
        for path in removed:
            path.unlink()
        if configuration.file and remove_block(Path.home() / configuration.file):
            removed.append(Path.home() / configuration.file)
    for path in removed:
        print_message(f"Taken away: {path}")
    if not removed:
        print_message("There was nothing to take away.")
    return tuple(removed)


def folder_of_configuration(configuration: Configuration, folder: Path | None) -> Path:
    if configuration.program == "systemd":
        return Path(os.environ.get("XDG_CONFIG_HOME") or Path.home() / ".config") / "systemd" / "user"
    if configuration.files and folder is None:
        raise click.UsageError(f"Say with --to which folder the files for {configuration.program} belong to.")
    return Path(os.path.realpath(folder or Path.cwd()))
