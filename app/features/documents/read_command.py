"""`bayleaf-cli read`: print what the readers extract from files, for users and for external tests."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from datetime import UTC, datetime, timedelta
from itertools import chain, groupby
from pathlib import Path
from typing import Any

import click

from app.cli.options import FILES, JSON, source_options, source_options_from
from app.cli.output import fields_of, job_context, print_message, to_plain, to_terminal_line
from app.domain.documents import Document, Extracted, SourceOptions
from app.domain.jobs import JobContext
from app.domain.sentences import failure_sentence
from app.domain.streams import to_json_text
from app.library.reading import STANDARD_INPUT, documents_of_path_or_stdin
from app.library.reading_sources import read_sources

EPOCH = datetime(1970, 1, 1, tzinfo=UTC)
FIELD_NAME_WIDTH = 12
FIELDS_IN_HEADING = frozenset({"subject", "from"})


@click.command("read")
@FILES
@source_options
@JSON
def command(files: tuple[Path, ...], as_json: bool, **given: Any) -> None:
    """Show what Bayleaf reads from FILES, or from standard input (-), in the order given. Nothing is stored.

    For each document: kind, charset, subject, sender, date, the label that an import would give it, text, attachments,
    evidence from outside the text, hidden text and problems. The exit status is 1 if no document could be read.

    \b
      bayleaf-cli read letter.eml
      bayleaf-cli read ~/Mail scan.pdf --json
    """
    options = source_options_from(given)
    with job_context() as context:
        documents = chain.from_iterable(read_in_order(files, options, context))
        show = print_documents if as_json else print_pages
        n_read = show(documents)
    click.get_current_context().exit(0 if n_read else 1)


def read_in_order(
    files: tuple[Path, ...], options: SourceOptions, context: JobContext
) -> Iterator[Iterable[Extracted]]:
    """Yield the documents of each file, in the given order. The path "-" stands for standard input."""
    for is_input, paths in groupby(files, Path(STANDARD_INPUT).__eq__):
        if is_input:
            yield from (documents_of_path_or_stdin(path, options) for path in paths)
        else:
            yield read_sources([*paths], options, context)


def print_documents(documents: Iterable[Extracted]) -> int:
    """Print a JSON object that lists the documents. Return the number of documents that were read."""
    n_read = 0
    click.echo('{"documents": [', nl=False)
    for number, extracted in enumerate(documents):
        n_read += isinstance(extracted, Document)
        click.echo((", " if number else "") + to_json_text(to_plain(document_to_json(extracted))), nl=False)
    click.echo("]}")
    return n_read


def document_to_json(extracted: Extracted) -> dict[str, Any]:
    """Convert a document or a failure to the JSON fields of `bayleaf-cli read`; a failure has a `problem`."""
    document = extracted if isinstance(extracted, Document) else Document("", extracted.path, extracted.member)
    fields = {
        **fields_of(document, ("path", "member", "kind", "charset")),
        "subject": document.title,
        "from": document.sender,
        "date": format_date(document.date_s),
        **fields_of(document, ("label", "text", "attachments", "flaws")),
        "hidden": document.hidden_text,
        "evidence": document.fields,
        **fields_of(document, ("numbers", "choices")),
        "problem": None,
    }
    if isinstance(extracted, Document):
        return fields
    problem = str(failure_sentence(Path(extracted.member or extracted.path).name, extracted.reason, extracted.detail))
    return {**fields, "kind": "unreadable", "flaws": [extracted.reason], "problem": problem}


def format_date(seconds: int | None) -> str | None:
    """Format a timestamp as ISO 8601 in UTC, or as plain seconds if it is out of datetime's range."""
    if seconds is None:
        return None
    try:
        return (EPOCH + timedelta(seconds=seconds)).isoformat()
    except OverflowError:
        return str(seconds)


def print_pages(documents: Iterable[Extracted]) -> int:
    """Print each document as readable text. Return the number of documents that were read."""
    n_read = 0
    for extracted in documents:
        fields = document_to_json(extracted)
        if fields["problem"]:
            print_message(f"{fields['path']}: {fields['problem']}")
            continue
        if n_read:
            click.echo("")
        n_read += 1
        print_page(fields)
    return n_read


def print_page(fields: dict[str, Any]) -> None:
    for name in ("path", "member", "kind", "charset", "subject", "from", "date", "label"):
        print_line(name, fields[name])
    for attachment in fields["attachments"]:
        print_line("attachment", f"{attachment.name} ({attachment.media_type}, {attachment.size_bytes:,} bytes)")
    print_line("flaws", ", ".join(fields["flaws"]))
    for field, words in fields["evidence"].items():
        if field not in FIELDS_IN_HEADING:
            print_line(field, words)
    print_line("numbers", ", ".join(map(str, fields["numbers"])))
    print_line("choices", ", ".join(map(str, fields["choices"])))
    for name in ("text", "hidden"):
        if fields[name].strip():
            click.echo(name)
            click.echo("\n".join(f"    {to_terminal_line(line)}" for line in fields[name].splitlines()))


def print_line(name: str, value: str | None) -> None:
    """Print a name with its value, unless the value is empty."""
    if value:
        click.echo(f"{name:{FIELD_NAME_WIDTH}} {to_terminal_line(value)}")
