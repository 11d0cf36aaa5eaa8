"""`bayleaf-cli compact`: remove what was deleted for good."""

from __future__ import annotations

from pathlib import Path

import click

from app.cli.options import JSON, WORKSPACE
from app.cli.output import counted, job_context, plain, print_json, say
from app.services.library.upkeep import compact


@click.command("compact")
@WORKSPACE
@JSON
def command(workspace: Path, as_json: bool) -> None:
    """Remove for good what was deleted, also from the models, with the steps of undo and copies made before updates."""
    with job_context() as context:
        found = compact(workspace, context)
    if as_json:
        print_json(plain(found))
        return
    say(f"{found.bytes_before / 1e6:,.1f} MB before, {found.bytes_after / 1e6:,.1f} MB now.")
    if found.caught_up:
        say(f"Models that have forgotten what was deleted: {', '.join(found.caught_up)}.")
    if found.still_knowing:
        say(f"Models without a corpus keep what they learnt, until they are deleted: {', '.join(found.still_knowing)}.")
    if found.n_verdicts:
        say(f"The history still has {counted(found.n_verdicts, 'verdict')} with paths and titles until it is cleared.")
    say("What was exported, copied or backed up before is not in this file and stays as it is.")
