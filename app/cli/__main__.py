"""Where `bayleaf-cli` starts.

Commands are imported when they are called, so that `--help` and completion answer at once.
Exit status: 0 done, 1 the world is at fault (one sentence on standard error), 2 wrong use.
"""

from __future__ import annotations

import importlib
import multiprocessing
import os
import sys

import click

from app.domain.errors import AppError
from app.domain.sentences import sentence_for
from app.services.version import VERSION

COMMANDS = {
    "import": "app.cli.importing",
    "train": "app.cli.training",
    "evaluate": "app.cli.evaluating",
    "classify": "app.cli.classifying",
    "explain": "app.cli.explaining",
    "words": "app.cli.words",
    "learn": "app.cli.learning",
    "forget": "app.cli.forgetting",
    "replay": "app.cli.replaying",
    "export": "app.cli.exporting",
    "add-model": "app.cli.adding",
    "info": "app.cli.informing",
    "check": "app.cli.checking",
    "compact": "app.cli.compacting",
}


class LateCommands(click.Group):
    """Commands by name; each module holds one, called `command`."""

    def list_commands(self, _context: click.Context) -> list[str]:
        return list(COMMANDS)

    def get_command(self, _context: click.Context, name: str) -> click.Command | None:
        if name not in COMMANDS:
            return None
        command: click.Command = importlib.import_module(COMMANDS[name]).command
        return command


@click.command(
    cls=LateCommands,
    context_settings={"help_option_names": ["-h", "--help"], "show_default": True, "max_content_width": 110},
    epilog="Completion for your shell: see `resources/help/command-line.md`, or put the output of "
    "_BAYLEAF_CLI_COMPLETE=bash_source bayleaf-cli into your shell's start file.",
)
@click.version_option(VERSION, prog_name="bayleaf-cli")
def cli() -> None:
    """A spam and document classifier you can see inside, without its window.

    \b
      bayleaf-cli import  mail.bayleaf ~/Mail/spam ~/Mail/ham
      bayleaf-cli train   mail.bayleaf
      bayleaf-cli classify mail.bayleaf new.eml --explain 10
    """


def main() -> int:
    """Run the command line; return its exit status."""
    multiprocessing.freeze_support()
    os.environ["PYTHONSAFEPATH"] = "1"  # workers never import from the folder a person happens to be in
    try:
        status = cli.main(standalone_mode=False, prog_name="bayleaf-cli")
    except click.exceptions.Abort:
        return 130
    except click.ClickException as error:
        error.show()
        return error.exit_code
    except AppError as error:
        click.echo(f"bayleaf-cli: {sentence_for(error)}", err=True)
        return 1
    except BrokenPipeError:
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())  # whoever read us has gone
        return 1
    return status if isinstance(status, int) else 0


if __name__ == "__main__":
    sys.exit(main())
