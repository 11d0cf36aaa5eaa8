"""`bayleaf-cli convert`: what was learnt to other filters' databases, and from them."""

from __future__ import annotations

from pathlib import Path

import click

from app.cli.options import JSON, MODEL
from app.cli.output import counted, print_json, say
from app.services.exchange.conversions import OWN, PROGRAMS, Conversion, conversion
from app.session.session import Session


@click.command("convert")
@click.argument("source", metavar="IN", type=click.Path(path_type=Path))
@click.option("--to", "target", type=click.Path(path_type=Path), required=True, metavar="OUT")
@click.option("--as", "form", type=click.Choice([OWN, *PROGRAMS]), default=OWN, help="The program that OUT is for.")
@MODEL
@click.option("--begin-filter", is_flag=True, help="Begin a filter from the counts, not a textbook model.")
@click.option("--dry-run", is_flag=True, help="Say what would be lost, and write nothing.")
@JSON
def command(
    source: Path, target: Path, form: str, model: str | None, begin_filter: bool, dry_run: bool, as_json: bool
) -> None:
    """Convert what was learnt: IN is a workspace, a model file, or another filter's database.

    \b
    bogofilter    bogoutil -d wordlist.db > words;  bogoutil -l wordlist.db < words
    spamassassin  sa-learn --backup > backup;       sa-learn --restore backup
    spambayes     sb_dbexpimp -e and -i
    thunderbird   training.dat of a profile, while Thunderbird is closed
    popfile       a folder with a table in each bucket's folder

    Of others, OUT is a model file for add-model.
    """
    with Session(source) as session:
        found = conversion(source, session, form, model=model, begins_filter=begin_filter)
    tell_before(found)
    if not dry_run:
        found.write(target)
    if as_json:
        told = {name: getattr(found, name) for name in ("source", "words", "documents", "losses", "agreed", "judged")}
        print_json({"as": found.target, "file": None if dry_run else str(target)} | told)
    elif not dry_run:
        say(f"{counted(found.words, 'word')} written to {target}.")


def tell_before(found: Conversion) -> None:
    """Say what will be lost, and how often both would agree."""
    documents = ", ".join(f"{label} {number:,}" for label, number in found.documents.items())
    say(f"{found.source} to {found.target}: {counted(found.words, 'word')} of {documents}.")
    for loss in found.losses:
        say(loss)
    if found.agreed is not None and found.judged:
        say(f"By these words alone, {found.agreed:,} of {found.judged:,} learnt documents get the label they get here.")
