"""`bayleaf-cli serve-model`: a model in a file, judging batches of mails for a provider's machines."""

from __future__ import annotations

import os
import signal
import sys
from pathlib import Path

import click

from app.cli.options import JSON
from app.cli.output import print_json, say
from app.domain.sentences import sentence_for
from app.judge.batch_serving import BatchServer, given_socket
from app.judge.judge_of_a_model_file import BatchJudge
from app.judge.serving import LOOK_ROUND_S
from app.judge.sockets import listening


@click.command("serve-model")
@click.argument("model", type=click.Path(path_type=Path, exists=True, dir_okay=False))
@click.option(
    "--socket",
    "path",
    type=click.Path(path_type=Path, dir_okay=False),
    metavar="PATH",
    help="Listen here, instead of on a socket that systemd hands over.",
)
@JSON
def command(model: Path, path: Path | None, as_json: bool) -> None:
    """Judge batches of mails by a MODEL in a file, as export and train --cluster write it: lines of JSON over a
    socket. It learns nothing and keeps nothing, so run one for each core. SIGHUP takes the file anew, and what is
    being judged meanwhile is answered by the model that it began with.

    \b
      bayleaf-cli serve-model mail.model --socket /run/bayleaf/judge &
    """
    listener = given_socket() if path is None else listening(path, LOOK_ROUND_S)
    if listener is None:
        raise click.UsageError("Name a --socket, or have systemd hand one over.")
    server = BatchServer(BatchJudge(model))
    for number in (signal.SIGTERM, signal.SIGINT):
        signal.signal(number, lambda *_: server.stop())
    if (hang_up := getattr(signal, "SIGHUP", None)) is not None:
        signal.signal(hang_up, lambda *_: server.reload_soon())
    tell(path, as_json=as_json)
    server.run(listener, lambda error: say(str(sentence_for(error))))
    if path is not None:
        path.unlink(missing_ok=True)


def tell(path: Path | None, *, as_json: bool) -> None:
    """Say where it listens."""
    if as_json:
        print_json({"socket": path, "process": os.getpid()})
        sys.stdout.flush()
    else:
        say(f"Listening: {path or 'the socket of systemd'}")
