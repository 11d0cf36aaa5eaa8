"""Made-up parts that follow the recipes of the contributors' page: a reader and a command."""

from __future__ import annotations

import click

from app.cli.options import JSON
from app.cli.output import print_json
from app.domain.documents import ReadLimits


def odd_text(raw: bytes, _limits: ReadLimits) -> str:
    """Read a file whose words stand backwards."""
    return raw.removeprefix(b"ODD!").decode()[::-1]


@click.command("odd")
@JSON
def command(as_json: bool) -> None:
    """Say something odd."""
    print_json({"odd": as_json})
