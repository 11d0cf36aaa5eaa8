"""Options of the commands that can work on a cluster: the switch to it, and how it is found."""

from __future__ import annotations

from collections.abc import MutableMapping
from pathlib import Path
from typing import Any

import click

from app.cli.options import A_FOLDER, taken_source_options
from app.services.training.training_on_cluster import Waits, imported

OPTION = "--cluster"
CLUSTER = click.option(
    OPTION,
    metavar="ADDRESS",
    expose_value=False,
    help="Work on a Dask cluster: tcp://host:port, tls://host:port or local[:N]. It has a help of its own: "
    "--cluster local --help.",
)


class WithCluster(click.Command):
    """A command that hands over to the one `elsewhere` where --cluster is given: that one alone needs Dask."""

    def __init__(self, *arguments: Any, elsewhere: tuple[str, str], **more: Any) -> None:
        super().__init__(*arguments, **more)
        self._elsewhere = elsewhere

    def make_context(
        self, info_name: str | None, args: list[str], parent: click.Context | None = None, **extra: Any
    ) -> click.Context:
        """Hand the arguments to the command that knows clusters, where they ask for one."""
        given = args[: args.index("--")] if "--" in args else args
        if any(argument == OPTION or argument.startswith(f"{OPTION}=") for argument in given):
            module, name = self._elsewhere
            command: click.Command = getattr(imported(module), name)
            return command.make_context(info_name, args, parent, **extra)
        return super().make_context(info_name, args, parent, **extra)


DEFAULT = Waits()
ADDRESS_OPTIONS = (
    click.option(
        OPTION, "where", required=True, metavar="ADDRESS", help="tcp://host:port, tls://host:port, local[:N]."
    ),
    click.option("--tls-ca", type=click.Path(), metavar="FILE", help="The certificate authority of a TLS cluster."),
    click.option("--tls-cert", type=click.Path(), metavar="FILE", help="Our certificate, for a TLS cluster."),
    click.option("--tls-key", type=click.Path(), metavar="FILE", help="The key of our certificate."),
    click.option(
        "--wait-for-workers",
        "workers_s",
        type=click.FloatRange(0),
        default=DEFAULT.workers_s,
        metavar="SECONDS",
        help="Give up when there have been no workers for so long; machines that are hired first take minutes.",
    ),
    click.option(
        "--wait-for-scheduler",
        "silent_s",
        type=click.FloatRange(0),
        default=DEFAULT.silent_s,
        metavar="SECONDS",
        help="Give up when the scheduler has not answered for so long.",
    ),
)


def taken_address(given: MutableMapping[str, Any]) -> dict[str, Any]:
    """Take what says where the cluster is out of what the command line gave."""
    named = {"tls_ca": "tls_ca", "tls_cert": "tls_certificate", "tls_key": "tls_key"}
    taken = {name: given.pop(option) for option, name in named.items()}
    files = {name: str(Path(value).absolute()) if value else value for name, value in taken.items()}
    waits = Waits(given.pop("workers_s"), given.pop("silent_s"))
    return {"where": given.pop("where"), **files, "waits": waits}


MODEL_FILE = click.option(
    "--model",
    required=True,
    type=click.Path(path_type=Path, exists=True, dir_okay=False),
    metavar="FILE",
    help="A model in a file of its own, as train --cluster and export write it.",
)
CHECKPOINT = click.option(
    "--checkpoint",
    type=A_FOLDER,
    metavar="FOLDER",
    help="Keep counted shards here, in a folder that all workers share, and go on with them after a loss.",
)
SHARD_BYTES = click.option(
    "--shard-bytes",
    type=click.IntRange(1 << 16),
    default=64 << 20,
    metavar="N",
    help="How much of the sources one task reads.",
)


def taken_sources(given: MutableMapping[str, Any]) -> dict[str, Any]:
    """Take what says what a cluster is to read; the source options stay as they were given."""
    taken = {name: given.pop(name, None) for name in ("sources", "checkpoint", "shard_bytes")}
    return {**taken, "options": taken_source_options(dict(given))}
