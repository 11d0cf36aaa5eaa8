"""`bayleaf-cli convert`: exchange word counts, labels and mail rules with other programs."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any

import click

from app.cli.options import CORPUS, JSON, MODEL, PATH_TYPE
from app.cli.output import count_text, fields_of, print_json, print_message
from app.features.exchange.conversions import OWN_FORMAT, PROGRAMS, is_workspace, plan_conversion
from app.features.exchange.labelling_tools import (
    TOOLS,
    import_answers,
    make_tasks,
    read_answer_file,
    write_table,
    write_tasks,
)
from app.features.exchange.mail_rules import (
    WRITERS,
    derive_rules,
    iter_tagged_documents,
    mark_maildir,
    write_notmuch,
    write_paperless,
    write_rules,
)
from app.store.workspace import Session

TABLE, STORES = "labels-csv", ("notmuch", "maildir", "paperless")


@click.command("convert")
@click.argument("source", metavar="IN", type=PATH_TYPE)
@click.option("--to", "target", type=PATH_TYPE, required=True, metavar="OUT")
@click.option(
    "--as",
    "form",
    type=click.Choice([OWN_FORMAT, *PROGRAMS, *TOOLS, TABLE, *STORES, *WRITERS]),
    default=OWN_FORMAT,
    help="The program that OUT is for.",
)
@MODEL
@CORPUS
@click.option("--begin-filter", is_flag=True, help="Make a filter from the counts instead of a textbook model.")
@click.option(
    "--with", "export", type=PATH_TYPE, help="The file to copy and extend: manifest.json for paperless, or popfile.db."
)
@click.option("--dry-run", is_flag=True, help="Show what would be lost, and write nothing.")
@JSON
def command(
    source: Path,
    target: Path,
    form: str,
    model: str | None,
    corpus: str | None,
    begin_filter: bool,
    export: Path | None,
    dry_run: bool,
    as_json: bool,
) -> None:
    """Convert models, labels and rules. IN is a workspace, a model file, or a file of another program.

    \b
    Word counts, in both directions; from another program, OUT is a model file for add-model:
      bogofilter    bogoutil -d wordlist.db > words;  bogoutil -l wordlist.db < words
      spamassassin  sa-learn --backup > backup;       sa-learn --restore backup
      spambayes     sb_dbexpimp -e and -i
      rspamd        rspamadm statistics_dump dump;    rspamadm statistics_dump restore FILE
      thunderbird   training.dat of a profile, while Thunderbird is closed
      popfile       popfile.db, written --with one; or a folder with a table in each bucket's folder

    \b
    Labels of documents, written with predictions; read back if IN is the tool's file and OUT the workspace:
      label-studio, argilla, doccano, prodigy, labels-csv

    \b
    Labels where the documents are stored:
      notmuch       OUT is for notmuch tag --batch --input=OUT
      maildir       OUT is the Maildir, whose files get keywords in their names
      paperless     OUT is the manifest.json --with tags, for document_importer

    \b
    Rules by mailing lists, senders' hosts and recipients, measured on mail that was not used to make them:
      sieve, procmail, thunderbird-rules (msgFilterRules.dat), gmail
    """
    result: Mapping[str, Any]
    if is_workspace(target) and not is_workspace(source):  # answers from a labelling tool
        with Session(target) as session:
            report = import_answers(session, read_answer_file(source))
        print_message(f"{count_text(report.answers, 'answer')}: {count_text(report.changed, 'document')} changed.")
        if report.strangers:
            print_message(
                f"{count_text(report.strangers, 'answer')} about documents that are not here, "
                "or have another text here."
            )
        result = fields_of(report, ("answers", "changed", "strangers"))
    elif form in PROGRAMS or form == OWN_FORMAT:
        result = convert_counts(source, target, form, model, export, begin_filter=begin_filter, dry_run=dry_run)
    elif form in WRITERS:
        result = write_mail_rules(source, target, form, corpus, dry_run=dry_run)
    else:
        with Session(source) as session:
            if form in STORES:
                result = write_tags(session, target, form, corpus, export, dry_run=dry_run)
            else:
                result = write_labels(session, target, form, model, corpus, dry_run=dry_run)
    if as_json:
        print_json({"as": form, "file": None if dry_run else str(target)} | dict(result))


def convert_counts(
    source: Path, target: Path, form: str, model: str | None, base: Path | None, *, begin_filter: bool, dry_run: bool
) -> Mapping[str, Any]:
    with Session(source) as session:
        plan = plan_conversion(source, session, form, model=model, begins_filter=begin_filter, base=base)
    table = plan.table
    documents = dict(zip(table.labels, table.document_counts.tolist(), strict=True))
    words, per_label = (
        count_text(len(table.words), "word"),
        ", ".join(f"{label} {n:,}" for label, n in documents.items()),
    )
    print_message(f"{plan.source} to {plan.target}: {words} of {per_label}.")
    for loss in table.losses:
        print_message(loss)
    if plan.n_agreeing is not None and plan.n_judged:
        print_message(
            f"By these words alone, {plan.n_agreeing:,} of {plan.n_judged:,} learnt documents get the label "
            "they get here."
        )
    if not dry_run:
        plan.write(target)
        print_message(f"{words} written to {target}.")
    result = {"source": plan.source, "words": len(table.words), "documents": documents, "losses": table.losses}
    return {**result, "agreed": plan.n_agreeing, "judged": plan.n_judged}


def write_labels(
    session: Session, target: Path, form: str, model: str | None, corpus: str | None, *, dry_run: bool
) -> Mapping[str, Any]:
    documents = make_tasks(session, corpus, model)
    if dry_run:
        n_documents = sum(1 for _ in documents)
    else:
        n_documents = write_table(documents, target) if form == TABLE else write_tasks(TOOLS[form], documents, target)
    print_message(f"{count_text(n_documents, 'document')} {'to be written' if dry_run else 'written'} to {target}.")
    return {"documents": n_documents}


def write_tags(
    session: Session, target: Path, form: str, corpus: str | None, export: Path | None, *, dry_run: bool
) -> Mapping[str, Any]:
    documents = iter_tagged_documents(session, corpus)
    if form == "maildir":
        changed, left = mark_maildir(documents, target, writes=not dry_run)
    elif form == "notmuch":
        changed, left = write_notmuch(documents, None if dry_run else target)
    else:
        changed, left = write_paperless(documents, export, None if dry_run else target), 0
    print_message(
        f"{count_text(changed, 'document')} {'would get' if dry_run else 'got'} tags; {left:,} have no place for them."
    )
    return {"changed": changed, "left": left}


def write_mail_rules(source: Path, target: Path, form: str, corpus: str | None, *, dry_run: bool) -> Mapping[str, Any]:
    with Session(source) as session:
        result = derive_rules(session, corpus)
    if not dry_run:
        write_rules(result, form, target)
    for rule in result.rules:
        right = f"{rule.right:,} of {rule.taken:,} right" if rule.taken else "not met by any mail left out"
        print_message(f"{rule.label}: {rule.kind} {rule.value}, {right}")
    unseen = f"of {count_text(result.left_out, 'mail')} that they were not made from"
    print_message(
        f"{count_text(len(result.rules), 'rule')}: {unseen}, they take {result.taken:,}, "
        f"{result.right:,} of them rightly."
    )
    return fields_of(result, ("rules", "left_out", "taken", "right"))
