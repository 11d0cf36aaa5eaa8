"""`bayleaf-cli serve`: the judge of a workspace, for mail programs on the same machine."""

from __future__ import annotations

import os
import signal
import sys
from pathlib import Path

import click

from app.cli.options import JSON, MODEL, WORKSPACE
from app.cli.output import print_json, say
from app.judge.mail_judge import MOST_TICKETS
from app.judge.memory_given_back import hold_little_memory
from app.judge.serving import JudgeServer
from app.judge.socket_folder import MeetingPlace
from app.judge.sockets import HAS_SOCKETS, address


@click.command("serve")
@WORKSPACE
@MODEL
@click.option(
    "--socket",
    "spamd",
    type=click.Path(path_type=Path, dir_okay=False),
    metavar="PATH",
    help="Listen for spamc on this socket instead of one in your runtime folder.",
)
@click.option(
    "--idle-exit",
    "idle_exit_s",
    type=click.FloatRange(0),
    default=0.0,
    metavar="S",
    help="End when nobody has asked for so many seconds; 0: never.",
)
@click.option(
    "--tickets",
    "most_tickets",
    type=click.IntRange(0),
    default=MOST_TICKETS,
    show_default=True,
    metavar="N",
    help="Keep so many judged mails for 30 days, so that they can be taught after they moved; 0: none.",
)
@JSON
def command(
    workspace: Path, model: str | None, spamd: Path | None, idle_exit_s: float, most_tickets: int, as_json: bool
) -> None:
    """Keep the model of a WORKSPACE in memory and answer mail programs: spamc and all that speak spamd's protocol, and
    lines of JSON. Only you may open its sockets, and nothing listens on a network.

    \b
      bayleaf-cli serve mail.bayleaf --socket ~/.bayleaf-spamd &
      spamc -U ~/.bayleaf-spamd -c < message
    """
    hold_little_memory(sys.platform)
    server = JudgeServer(workspace, model, spamd=spamd, idle_exit_s=idle_exit_s, most_tickets=most_tickets)
    for number in (signal.SIGTERM, signal.SIGINT):
        signal.signal(number, lambda *_: server.stop())
    server.run(lambda place: tell(place, spamd or place.spamd, as_json=as_json))


def tell(place: MeetingPlace, spamd: Path, *, as_json: bool) -> None:
    """Say where it listens, once it does."""
    lines = address(place.lines)
    if as_json:
        print_json({**({"spamd": spamd} if HAS_SOCKETS else {}), "lines": lines, "process": os.getpid()})
        sys.stdout.flush()
        return
    if HAS_SOCKETS:
        say(f"Listening: spamc -U {spamd}")
    say(f"Listening: lines of JSON at {lines}")
