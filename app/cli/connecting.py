"""`bayleaf-cli connect`: sets up mail programs to ask the judge, by showing what they need or by writing it."""

from __future__ import annotations

import os
from pathlib import Path

import click

from app.cli.output import say, terminal_line
from app.domain.errors import SourceError
from app.judge.client import this_program
from app.judge.meeting_place import meeting_place
from app.services.connecting import thunderbird
from app.services.connecting.marked_blocks import remove_block, write_block
from app.services.connecting.recipes import RECIPES, Recipe, quoted, systemd
from app.services.files.whole_files import write_whole

MARK = "# Written by bayleaf-cli connect; its --remove takes this file away."
PROGRAMS = ("thunderbird", *RECIPES, "systemd")


@click.command("connect")
@click.argument("program", type=click.Choice(PROGRAMS))
@click.argument("workspace", required=False, type=click.Path(path_type=Path, dir_okay=False))
@click.option("--write", "is_writing", is_flag=True, help="Write it; without this it is only shown.")
@click.option("--remove", "is_removing", is_flag=True, help="Take away what --write wrote.")
@click.option(
    "--socket",
    type=click.Path(path_type=Path, dir_okay=False),
    metavar="PATH",
    help="The socket that `serve --socket` listens on; by default the judge's own.",
)
@click.option("--junk", default="spam", show_default=True, metavar="FOLDER", help="The folder that spam goes to.")
@click.option(
    "--to",
    "folder",
    type=click.Path(path_type=Path, file_okay=False),
    metavar="FOLDER",
    help="The folder for files of their own: Dovecot's scripts, notmuch's hooks.",
)
def command(
    program: str,
    workspace: Path | None,
    socket: Path | None,
    junk: str,
    folder: Path | None,
    *,
    is_writing: bool,
    is_removing: bool,
) -> None:
    """Set PROGRAM up to ask the judge of a WORKSPACE and to teach it. Shows what it needs; --write writes it, and
    --remove takes that away again.

    \b
      bayleaf-cli connect thunderbird mail.bayleaf --write
      bayleaf-cli connect procmail mail.bayleaf
      bayleaf-cli connect thunderbird --remove
    """
    if is_removing:
        remove(program, folder)
        return
    if workspace is None:
        raise click.UsageError("Say which workspace.")
    workspace = Path(os.path.realpath(workspace))
    if program == "thunderbird":
        connect_thunderbird(workspace, is_writing=is_writing)
        return
    recipe = recipe_of(program, socket or meeting_place(workspace).spamd, workspace, junk)
    if is_writing:
        write(recipe, folder_for(recipe, folder))
    else:
        show(recipe)
    if program != "systemd":
        serve = " ".join(quoted(Path(part)) for part in (*this_program(), "serve", str(workspace)))
        say(f"The judge has to run: {serve}{f' --socket {quoted(socket)}' if socket else ''}")
        say("`connect systemd` keeps it running while you are logged in.")


def recipe_of(program: str, socket: Path, workspace: Path, junk: str) -> Recipe:
    """Return what a program needs."""
    if program == "systemd":
        return systemd(socket, workspace, " ".join(quoted(Path(part)) for part in this_program()))
    return RECIPES[program](socket, junk)


def connect_thunderbird(workspace: Path, *, is_writing: bool) -> None:
    """Register the program that Thunderbird's extension talks to, and offer the extension."""
    places = thunderbird.this_home()
    if not is_writing:
        click.echo("\n".join(str(path) for path in (places.launcher, *places.manifests, places.extension)))
        say("These files would be written. With --write they are.")
        return
    for path in thunderbird.connect(places, [*this_program(), "native", str(workspace)]):
        click.echo(terminal_line(str(path)))
    say(f"In Thunderbird: Add-ons, the gear, Install Add-on From File, {places.extension}.")
    say("Then, in the settings of each account under Junk, switch Thunderbird's own adaptive filter off.")


def show(recipe: Recipe) -> None:
    """Print what a program needs."""
    if recipe.block:
        say(f"For ~/{recipe.file}:")
        click.echo(recipe.block)
    for name, text in recipe.files:
        say(f"{name}:")
        click.echo(text)
    click.echo(recipe.words, nl=False)


def write(recipe: Recipe, folder: Path) -> None:
    """Write what a program needs."""
    if not recipe.block and not recipe.files:
        show(recipe)
        return
    if recipe.block:
        write_block(Path.home() / recipe.file, recipe.block)
        say(f"Written to ~/{recipe.file}.")
    for name, text in recipe.files:
        write_own_file(folder / name, text.replace("FOLDER", str(folder)))
    for line in recipe.words.splitlines():
        say(line)


def write_own_file(path: Path, text: str) -> None:
    """Write a file of ours; one of that name that is not ours stays."""
    if path.exists() and not is_ours(path):
        raise SourceError(path, "not-ours")
    path.parent.mkdir(parents=True, exist_ok=True)
    first, _, rest = text.partition("\n") if text.startswith("#!") else ("", "", text)
    write_whole(path, f"{first}{chr(10) if first else ''}{MARK}\n{rest}".encode())
    path.chmod(0o755 if first else 0o644)
    say(f"Written: {path}")


def is_ours(path: Path) -> bool:
    """Tell whether a file was written here."""
    return path.is_file() and MARK.encode() in path.read_bytes()[:200]


def remove(program: str, folder: Path | None) -> None:
    """Take away what was written for a program."""
    if program == "thunderbird":
        gone = thunderbird.disconnect(thunderbird.this_home())
    else:
        recipe = recipe_of(program, Path("socket"), Path("workspace"), "spam")
        gone = [folder_for(recipe, folder) / name for name, _ in recipe.files] if recipe.files else []
        gone = [path for path in gone if is_ours(path)]
        for path in gone:
            path.unlink()
        if recipe.file and remove_block(Path.home() / recipe.file):
            gone.append(Path.home() / recipe.file)
    for path in gone:
        say(f"Taken away: {path}")
    if not gone:
        say("There was nothing to take away.")


def folder_for(recipe: Recipe, folder: Path | None) -> Path:
    """Return the folder for files of their own."""
    if recipe.program == "systemd":
        return Path(os.environ.get("XDG_CONFIG_HOME") or Path.home() / ".config") / "systemd" / "user"
    if recipe.files and folder is None:
        raise click.UsageError(f"Say with --to which folder the files for {recipe.program} belong to.")
    return Path(os.path.realpath(folder or Path.cwd()))
