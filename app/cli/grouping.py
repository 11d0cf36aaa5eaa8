"""`bayleaf-cli groups`: the groups that documents without a label fall into."""

from __future__ import annotations

import click

from app.cli.options import CORPUS, JSON, SESSION
from app.cli.output import job_context, print_json, print_table
from app.services.piles.grouping import groups_without_label
from app.services.piles.pile_records import PileGroup
from app.session.session import Session


@click.command("groups")
@SESSION
@CORPUS
@JSON
def command(session: Session, corpus: str | None, as_json: bool) -> None:
    """Show the groups that documents without a label fall into, each named by its telling words.

    The core of a group are the documents that surely belong to it: label these, and ask about the others.

    \b
      bayleaf-cli groups pile.bayleaf
      bayleaf-cli groups pile.bayleaf --json
    """
    with job_context() as context:
        name, groups = groups_without_label(session, corpus, context)
    if as_json:
        print_json({"corpus": name, "groups": [as_told(group) for group in groups]})
        return
    rows = [
        (
            group.name + (" (new)" if group.is_new else ""),
            group.label or "–",
            ", ".join(map(str, group.typical)),
            f"{len(group.documents):,}",
            f"{len(group.core):,}",
        )
        for group in groups
    ]
    print_table(("group", "label so far", "typical", "documents", "core"), rows, left=3)


def as_told(group: PileGroup) -> dict[str, object]:
    """A group in plain values."""
    return {
        "name": group.name,
        "words": list(group.words),
        "documents": list(group.documents),
        "core": list(group.core),
        "typical": list(group.typical),
        "label": group.label,
        "is_new": group.is_new,
    }
