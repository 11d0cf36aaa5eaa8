"""`bayleaf-cli native`: the native messaging host that Thunderbird starts for its extension."""

from __future__ import annotations

import sys
from pathlib import Path

import click

from app.features.mail_daemon.native_host import Relay, serve_frames


@click.command("native")
@click.argument("workspace", type=click.Path(path_type=Path, dir_okay=False))
@click.argument("given", nargs=-1)
def command(workspace: Path, given: tuple[str, ...]) -> None:
    """Answer the questions of Thunderbird's extension with the judge of a WORKSPACE, which is started if need be.

    Thunderbird adds the path of its manifest and the name of the extension. `connect thunderbird` sets it up.
    """
    del given
    relay = Relay(workspace)
    try:
        serve_frames(sys.stdin.buffer, sys.stdout.buffer, relay.answer)
    finally:
        relay.close()
