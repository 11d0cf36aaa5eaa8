"""`bayleaf-cli check`: whether a workspace is sound."""

from __future__ import annotations

from pathlib import Path

import click

from app.cli.options import JSON, WORKSPACE
from app.cli.output import counted, job_context, plain, print_json, say
from app.domain.sentences import problem_sentence
from app.services.library.upkeep import check


@click.command("check")
@WORKSPACE
@click.option("--deep", "is_deep", is_flag=True, help="Also count every model anew from its corpus, and compare.")
@JSON
@click.pass_context
def command(click_context: click.Context, workspace: Path, is_deep: bool, as_json: bool) -> None:
    """Verify a workspace: the file, counts against documents, checksums, models. Exit status 1 if anything is wrong."""
    with job_context() as context:
        problems = check(workspace, context, is_deep=is_deep)
    if as_json:
        print_json({"sound": not problems, "problems": [plain(problem) for problem in problems]})
    else:
        for problem in problems:
            say(str(problem_sentence(problem)))
        say(f"{workspace} is sound." if not problems else f"{counted(len(problems), 'problem')} in {workspace}.")
    click_context.exit(1 if problems else 0)
