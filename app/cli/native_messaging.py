"""`bayleaf-cli native`: what Thunderbird starts for its extension."""

from __future__ import annotations

import sys
from importlib import import_module
from pathlib import Path

import click

from app.judge.native_host import Relay, serve_frames
from app.judge.sockets import HAS_SOCKETS


@click.command("native")
@click.argument("workspace", type=click.Path(path_type=Path, dir_okay=False))
@click.argument("given", nargs=-1)
def command(workspace: Path, given: tuple[str, ...]) -> None:
    """Answer the questions of Thunderbird's extension with the judge of a WORKSPACE, which is started if need be.

    Thunderbird adds the path of its manifest and the name of the extension. `connect thunderbird` sets it up.
    """
    del given
    if not HAS_SOCKETS:
        import_module("app.cli.native_answers").serve(workspace)
        return
    relay = Relay(workspace)
    try:
        serve_frames(sys.stdin.buffer, sys.stdout.buffer, relay.answer)
    finally:
        relay.close()
