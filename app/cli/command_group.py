"""The command group of `bayleaf-cli`, and its exit status.

A command's module is imported when the command is called, so that `--help` and completion answer at once.
Exit status: 0 success, 1 an expected error (one sentence on standard error), 2 wrong usage.
"""

from __future__ import annotations

import errno
import gc
import importlib
import os
import sys
import traceback
from functools import lru_cache

import click

from app.cli.output import ERROR
from app.domain import VERSION
from app.domain.documents import one_line
from app.domain.errors import AppError
from app.domain.jobs import LOCK_WAIT, MAX_LOCK_WAIT_MS, LockWait
from app.domain.log import LEVELS, log_to_stream, write_no_log
from app.domain.sentences import command_sentence
from app.domain.streams import use_utf8_streams
from app.domain.whole_files import refuse_other_kinds_within
from app.features import commands, get_optional

CORE_COMMANDS = {
    "info": ("app.cli.upkeep", "info_command", "Show the contents of a workspace."),
    "check": ("app.cli.upkeep", "check_command", "Verify a workspace."),
    "compact": ("app.cli.upkeep", "compact_command", "Erase deleted data for good."),
    "export": ("app.cli.model_files", "export_command", "Write a model to a file."),
    "add-model": ("app.cli.model_files", "add_command", "Add a model from a file to a workspace."),
    "merge": ("app.cli.model_files", "merge_command", "Add up models in files, for example of a class."),
}
COMMANDS = CORE_COMMANDS | commands()
"""Command name to (module, attribute, summary)."""


OUTPUT_ERRORS = frozenset({errno.EPIPE, errno.ENOSPC, errno.EIO, errno.EDQUOT, errno.EFBIG})
"""`errno` values that mean that standard output cannot be written, if the OSError has no file name."""

EXIT_CODE_OPTION = "--exit-code"


class LazyGroup(click.Group):
    """A click group that imports a command's module only when the command is called."""

    def invoke(self, context: click.Context) -> object:
        """Run a command. It raises SourceError rather than replace a file of another kind, such as a mail by CSV."""
        with refuse_other_kinds_within():
            return super().invoke(context)

    def list_commands(self, _context: click.Context) -> list[str]:
        return list(COMMANDS)

    def get_command(self, _context: click.Context, name: str) -> click.Command | None:
        if name not in COMMANDS:
            return None
        module, attribute, _ = COMMANDS[name]
        command: click.Command = getattr(importlib.import_module(module), attribute)
        gc.enable()
        return command

    def format_commands(self, _context: click.Context, formatter: click.HelpFormatter) -> None:
        with formatter.section("Commands"):
            formatter.write_dl([(name, summary) for name, (_, _, summary) in COMMANDS.items()])


SERVICES = frozenset({"serve", "serve-users", "serve-model", "watch"})
"""Commands that run until they are stopped. Their warnings belong in the log of the system service that runs them."""


@click.command(
    cls=LazyGroup,
    context_settings={"help_option_names": ["-h", "--help"], "show_default": True, "max_content_width": 110},
    epilog="Completion: put the output of _BAYLEAF_CLI_COMPLETE=bash_source bayleaf-cli (or zsh_source, fish_source) "
    "into your shell's start file.",
)
@click.version_option(VERSION, prog_name="bayleaf-cli")
@click.option(
    "--log-level",
    type=click.Choice(LEVELS),
    help="Write a log of this level and above to standard error: jobs, retries, refused files; never their contents. "
    "Commands that run until they are stopped write warnings in any case.",
)
def cli(log_level: str | None) -> None:
    """Bayleaf, a spam and document classifier that shows every step, on the command line.

    \b
      bayleaf-cli import  mail.bayleaf ~/Mail/spam ~/Mail/ham
      bayleaf-cli train   mail.bayleaf
      bayleaf-cli classify mail.bayleaf new.eml --explain 10
    """
    if log_level is None and click.get_current_context().invoked_subcommand in SERVICES:
        log_level = "warning"
    if log_level is None:
        write_no_log()
    else:
        log_to_stream(level=log_level)


def run() -> int:
    """Run the command line; return its exit status."""
    use_utf8_streams()
    if EXIT_CODE_OPTION not in sys.argv:
        return run_command(failure_status=1)
    try:
        return run_command(failure_status=ERROR)  # 1 would be a verdict
    except Exception:
        traceback.print_exc()
        return ERROR


def tell_lock_wait(name: str) -> None:
    """Print on standard error that the command waits because another program is writing to the workspace `name`."""
    text = f"bayleaf-cli: “{name}” is being written by another program. Waiting for at most two minutes; Ctrl+C stops."
    click.echo(one_line(text), err=True)


def run_command(failure_status: int) -> int:
    """Run the command in `sys.argv` and return its exit status. `failure_status` is the status for expected errors.

    If a mail daemon runs for the workspace and can answer the command, the daemon does the work.
    """
    LOCK_WAIT.set(LockWait(MAX_LOCK_WAIT_MS, lru_cache(tell_lock_wait)))
    try:
        answer_by_daemon = get_optional("mail_daemon.quick_answers.try_answer_by_daemon")
        status = None if answer_by_daemon is None else answer_by_daemon(sys.argv[1:])
        if status is None:
            status = cli.main(standalone_mode=False, prog_name="bayleaf-cli")
        sys.stdout.flush()
    except (click.exceptions.Abort, KeyboardInterrupt):
        return 130
    except click.ClickException as error:
        error.show()
        return max(failure_status, error.exit_code)
    except AppError as error:
        click.echo(f"bayleaf-cli: {one_line(command_sentence(error))}", err=True)
        return failure_status
    except OSError as error:
        if error.filename is not None or error.errno not in OUTPUT_ERRORS:
            raise
        os.dup2(
            os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno()
        )  # discards buffered output, which would fail again at exit
        if error.errno != errno.EPIPE:  # a reader such as `head` may close the pipe early: no message
            click.echo(f"bayleaf-cli: Standard output could not be written: {error.strerror}.", err=True)
        return failure_status
    return status if isinstance(status, int) else 0
