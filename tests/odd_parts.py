"""Made-up parts that follow the recipes of the contributors' page: a reader and a command."""

from __future__ import annotations

import click

from app.cli.options import JSON
from app.cli.output import print_json
from app.domain.documents import ReadLimits
from app.readers.documents.parsed_text import ParsedText


def odd_text(raw: bytes, _limits: ReadLimits) -> ParsedText:
    """Read a file whose words stand backwards."""
    return ParsedText(raw.removeprefix(b"ODD!").decode()[::-1])


@click.command("odd")
@JSON
def command(as_json: bool) -> None:
    """Say something odd."""
    print_json({"odd": as_json})
