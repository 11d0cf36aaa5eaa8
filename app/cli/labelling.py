"""`bayleaf-cli label`: give stored documents labels, or take them away."""

from __future__ import annotations

from pathlib import Path

import click

from app.cli.options import CORPUS, JSON, WORKSPACE
from app.cli.output import counted, print_json, tell
from app.services.library.labelling import give_labels, let_take


@click.command("label")
@WORKSPACE
@click.argument("numbers", nargs=-1, type=click.IntRange(min=1), metavar="ID...")
@click.option("--label", "labels", multiple=True, metavar="L", help="A label; several where the corpus takes several.")
@click.option("--none", "has_none", is_flag=True, help="Take all labels away.")
@click.option(
    "--takes", type=click.Choice(["several", "one"]), help="From now on, how many labels a document of the corpus has."
)
@CORPUS
@JSON
def command(
    workspace: Path,
    numbers: tuple[int, ...],
    labels: tuple[str, ...],
    has_none: bool,
    takes: str | None,
    corpus: str | None,
    as_json: bool,
) -> None:
    """Give documents, by their numbers, these labels in place of those that they have.

    \b
      bayleaf-cli label mail.bayleaf 17 23 --label tax --label travel
      bayleaf-cli label mail.bayleaf 17 --none
      bayleaf-cli label mail.bayleaf --takes several
    """
    if bool(labels) == has_none if numbers else labels or has_none or takes is None:
        raise click.UsageError("Name documents with --label or --none, or what the corpus --takes.")
    if takes is not None:
        let_take(workspace, corpus, takes == "several")
    changed = give_labels(workspace, numbers, labels) if numbers else 0
    if as_json:
        print_json({"changed": changed})
    else:
        tell(f"{counted(changed, 'document')} changed.")
