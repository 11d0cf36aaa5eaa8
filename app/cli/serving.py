"""`bayleaf-cli serve` and `serve-model`: judges that stay.

The first holds a workspace, for mail programs on the same machine; the second a model in a file, for batches of mails
on a provider's machines.
"""

from __future__ import annotations

import os
import re
import signal
import sys
from collections.abc import Mapping, Sequence
from contextlib import ExitStack, closing
from pathlib import Path

import click

from app.cli.options import A_FILE, JSON, MODEL, WORKSPACE
from app.cli.output import end_on_signals, print_json, say
from app.domain.sentences import sentence_for
from app.judge.judge_of_a_model_file import BatchJudge, BatchServer, given_socket
from app.judge.mail_judge import MOST_TICKETS
from app.judge.mail_reading import KEPT_READERS, MailReaders
from app.judge.memory_given_back import hold_little_memory
from app.judge.serving import LOOK_ROUND_S, JudgeServer
from app.judge.sockets import HAS_SOCKETS, MeetingPlace, address, listening

GROUP_MAY_CONNECT = 0o660


def socket_mode(digits: str) -> int:
    """Read permission bits in octal; the owner keeps the right to connect."""
    if re.fullmatch("0?6[0246][0246]", digits) is None:
        raise click.BadParameter("write three digits as for chmod, such as 660 or 666.")
    return int(digits, 8)


@click.command("serve")
@WORKSPACE
@MODEL
@click.option(
    "--socket",
    "spamd",
    type=A_FILE,
    metavar="PATH",
    help="Listen for spamc on this socket instead of one in your runtime folder.",
)
@click.option(
    "--socket-mode",
    "mode",
    callback=lambda _context, _option, value: None if value is None else socket_mode(value),
    metavar="MODE",
    help="With --socket: who may connect, as chmod takes it; 660: you and the socket's group. Default: 600, you alone.",
)
@click.option("--socket-group", "group", metavar="GROUP", help="With --socket: the socket's group, such as vmail.")
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
    metavar="N",
    help="Keep so many judged mails for 30 days, so that they can be taught after they moved; 0: none.",
)
@JSON
def serve_command(
    workspace: Path,
    model: str | None,
    spamd: Path | None,
    mode: int | None,
    group: str | None,
    idle_exit_s: float,
    most_tickets: int,
    as_json: bool,
) -> None:
    """Keep the model of a WORKSPACE in memory and answer mail programs: spamc and all that speak spamd's protocol, and
    lines of JSON. Only you may open its sockets, unless you share the one of --socket, and nothing listens on a
    network. Who may open the socket may also teach.

    \b
      bayleaf-cli serve mail.bayleaf --socket ~/.bayleaf-spamd &
      spamc -U ~/.bayleaf-spamd -c < message
      bayleaf-cli serve mail.bayleaf --socket /run/bayleaf/spamd --socket-mode 660 --socket-group vmail
    """
    is_shared = mode is not None or group is not None
    if is_shared and spamd is None:
        raise click.UsageError("--socket-mode and --socket-group share the socket of --socket: name one.")
    hold_little_memory(sys.platform)
    sharing = (GROUP_MAY_CONNECT if mode is None else mode, group or "") if is_shared else None
    server = JudgeServer(
        workspace, model, spamd=spamd, idle_exit_s=idle_exit_s, most_tickets=most_tickets, sharing=sharing
    )
    end_on_signals(server.stop)

    def tell(place: MeetingPlace) -> None:
        own, lines = spamd or place.spamd, address(place.lines)
        spoken = ([f"spamc -U {own}"] if HAS_SOCKETS else []) + [f"lines of JSON at {lines}"]
        tell_listening({**({"spamd": own} if HAS_SOCKETS else {}), "lines": lines}, spoken, as_json=as_json)

    server.run(tell)


def tell_listening(told: Mapping[str, object], spoken: Sequence[str], *, as_json: bool) -> None:
    """Say where it listens, once it does."""
    if as_json:
        print_json({**told, "process": os.getpid()})
        sys.stdout.flush()
        return
    for where in spoken:
        say(f"Listening: {where}")


@click.command("serve-model")
@click.argument("model", type=click.Path(path_type=Path, exists=True, dir_okay=False))
@click.option(
    "--socket", "path", type=A_FILE, metavar="PATH", help="Listen here, instead of on a socket that systemd hands over."
)
@JSON
def serve_model_command(model: Path, path: Path | None, as_json: bool) -> None:
    """Judge batches of mails by a MODEL in a file, as export and train --cluster write it: lines of JSON over a
    socket. It learns nothing and keeps nothing, so run one for each core. SIGHUP takes the file anew, and what is
    being judged meanwhile is answered by the model that it began with.

    \b
      bayleaf-cli serve-model mail.model --socket /run/bayleaf/judge &
    """
    with ExitStack() as stack:
        if path is not None:
            listener = stack.enter_context(listening(path, LOOK_ROUND_S))
        elif (handed_over := given_socket()) is not None:
            listener = stack.enter_context(closing(handed_over))
        else:
            raise click.UsageError("Name a --socket, or have systemd hand one over.")
        readers = stack.enter_context(closing(MailReaders(KEPT_READERS)))
        server = BatchServer(BatchJudge(model, readers))
        end_on_signals(server.stop)
        if (hang_up := getattr(signal, "SIGHUP", None)) is not None:
            signal.signal(hang_up, lambda *_: server.reload_soon())
        tell_listening({"socket": path}, [str(path or "the socket of systemd")], as_json=as_json)
        server.run(listener, lambda error: say(str(sentence_for(error))))
