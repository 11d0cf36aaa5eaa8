"""`bayleaf-cli compact`: remove what was deleted for good."""

from __future__ import annotations

from pathlib import Path

import click

from app.cli.options import JSON, WORKSPACE
from app.cli.output import job_context, print_json, say
from app.services.library.upkeep import compact


@click.command("compact")
@WORKSPACE
@JSON
def command(workspace: Path, as_json: bool) -> None:
    """Remove for good what was deleted, with the steps of undo and copies made before updates; make the file small."""
    with job_context() as context:
        before, after = compact(workspace, context)
    if as_json:
        print_json({"bytes_before": before, "bytes_after": after})
    else:
        say(f"{before / 1e6:,.1f} MB before, {after / 1e6:,.1f} MB now.")
