"""The commands of `bayleaf-cli`, and how it ends.

Commands are imported when they are called, so that `--help` and completion answer at once.
Exit status: 0 done, 1 the world is at fault (one sentence on standard error), 2 wrong use.
"""

from __future__ import annotations

import errno
import gc
import importlib
import os
import sys
import traceback

import click

from app.cli.output import ERROR
from app.domain.documents import one_line
from app.domain.errors import AppError
from app.domain.log import LEVELS, log_to_stream
from app.domain.overwriting import refusing_other_kinds
from app.domain.sentences import sentence_for
from app.domain.streams import speak_plainly
from app.domain.version import VERSION
from app.features.mail_daemon.quick_answers import answered_by_judge

COMMANDS = {
    "import": ("app.features.importing.command", "command", "Bring documents into a workspace."),
    "train": ("app.features.train.command", "command", "Train a model on a corpus."),
    "evaluate": (
        "app.features.evaluate.command",
        "command",
        "Tell how often a model is right about what it has not seen.",
    ),
    "classify": ("app.features.classify.command", "command", "Judge files, or standard input."),
    "explain": ("app.features.explain.command", "command", "Derive one verdict, step by step."),
    "words": ("app.features.words.command", "command", "Tell the words of a model with all their numbers."),
    "label": ("app.features.sort.command", "label_command", "Give stored documents labels, or take them away."),
    "learn": ("app.features.classify.command", "learn_command", "Add documents to a model and its corpus."),
    "forget": ("app.features.classify.command", "forget_command", "Take documents out of a model and its corpus."),
    "next": (
        "app.features.sort.command",
        "next_command",
        "Tell which documents to label next, and how right the rest is.",
    ),
    "groups": (
        "app.features.sort.command",
        "groups_command",
        "Show the groups that documents without a label fall into.",
    ),
    "file": ("app.features.filing.command", "command", "Move files into a folder per label, and back."),
    "watch": ("app.features.inbox.command", "command", "Judge what arrives in folders and mailboxes, and file it."),
    "serve": (
        "app.features.mail_daemon.command",
        "serve_command",
        "Judge mail for other programs, as a process that stays.",
    ),
    "serve-model": (
        "app.features.mail_daemon.command",
        "serve_model_command",
        "Judge batches of mail by a model in a file, one for each core.",
    ),
    "connect": (
        "app.features.mail_daemon.command",
        "command",
        "Set up a mail program to ask the judge, and undo that.",
    ),
    "native": (
        "app.features.mail_daemon.native_command",
        "command",
        "Answer Thunderbird's extension; Thunderbird starts it.",
    ),
    "replay": (
        "app.features.evaluate.replay_command",
        "command",
        "Classify, then learn, message by message, and say how well that went.",
    ),
    "export": ("app.features.exchange.model_files_command", "export_command", "Write a model to a file of its own."),
    "add-model": (
        "app.features.exchange.model_files_command",
        "add_command",
        "Take a model from a file into a workspace.",
    ),
    "lesson": (
        "app.features.teaching.command",
        "command",
        "Write a lesson as a notebook, or as one page that needs nothing.",
    ),
    "merge": ("app.features.exchange.model_files_command", "merge_command", "Add up models in files, as of a class."),
    "convert": (
        "app.features.exchange.command",
        "command",
        "Convert what was learnt to other filters' databases, and from them.",
    ),
    "read": ("app.features.documents.read_command", "command", "Show what is read of files."),
    "info": ("app.cli.upkeep", "info_command", "Say what is in a workspace."),
    "check": ("app.cli.upkeep", "check_command", "Verify a workspace."),
    "compact": ("app.cli.upkeep", "compact_command", "Remove for good what was deleted."),
}
"""Each command's module, its name there, and what it does."""


OUTPUT_ERRORS = frozenset({errno.EPIPE, errno.ENOSPC, errno.EIO, errno.EDQUOT, errno.EFBIG})
"""Errors of writing to standard output; those of files with a name get their sentences from the services."""

TELLS_STATUS = "--exit-code"


class LateCommands(click.Group):
    """Commands by name, imported when they are called; listing them imports none."""

    def invoke(self, context: click.Context) -> object:
        """Run a command, which writes over no file of another kind than it writes."""
        with refusing_other_kinds():
            return super().invoke(context)

    def list_commands(self, _context: click.Context) -> list[str]:
        return list(COMMANDS)

    def get_command(self, _context: click.Context, name: str) -> click.Command | None:
        if name not in COMMANDS:
            return None
        module, name_there, _ = COMMANDS[name]
        command: click.Command = getattr(importlib.import_module(module), name_there)
        gc.enable()
        return command

    def format_commands(self, _context: click.Context, formatter: click.HelpFormatter) -> None:
        with formatter.section("Commands"):
            formatter.write_dl([(name, summary) for name, (_, _, summary) in COMMANDS.items()])


@click.command(
    cls=LateCommands,
    context_settings={"help_option_names": ["-h", "--help"], "show_default": True, "max_content_width": 110},
    epilog="Completion: put the output of _BAYLEAF_CLI_COMPLETE=bash_source bayleaf-cli (or zsh_source, fish_source) "
    "into your shell's start file.",
)
@click.version_option(VERSION, prog_name="bayleaf-cli")
@click.option(
    "--log-level",
    type=click.Choice(LEVELS),
    help="Write a log of this level and above to standard error: jobs, retries, refused files; never their contents.",
)
def cli(log_level: str | None) -> None:
    """A spam and document classifier you can see inside, without its window.

    \b
      bayleaf-cli import  mail.bayleaf ~/Mail/spam ~/Mail/ham
      bayleaf-cli train   mail.bayleaf
      bayleaf-cli classify mail.bayleaf new.eml --explain 10
    """
    if log_level is not None:
        log_to_stream(level=log_level)


def run() -> int:
    """Run the command line; return its exit status."""
    speak_plainly()
    if TELLS_STATUS not in sys.argv:
        return run_command(failed=1)
    try:
        return run_command(failed=ERROR)  # 1 would be a verdict
    except Exception:
        traceback.print_exc()
        return ERROR


def run_command(failed: int) -> int:
    """Run one command, by the judge where that answers; `failed` is the exit status when the world is at fault."""
    try:
        status = answered_by_judge(sys.argv[1:])
        if status is None:
            status = cli.main(standalone_mode=False, prog_name="bayleaf-cli")
        sys.stdout.flush()
    except (click.exceptions.Abort, KeyboardInterrupt):
        return 130
    except click.ClickException as error:
        error.show()
        return max(failed, error.exit_code)
    except AppError as error:
        click.echo(f"bayleaf-cli: {one_line(str(sentence_for(error)))}", err=True)
        return failed
    except OSError as error:
        if error.filename is not None or error.errno not in OUTPUT_ERRORS:
            raise
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())  # what is still waiting has nowhere to go
        if error.errno != errno.EPIPE:  # whoever read us may go without a word
            click.echo(f"bayleaf-cli: Standard output could not be written: {error.strerror}.", err=True)
        return failed
    return status if isinstance(status, int) else 0
