"""The switch of commands that can work on a cluster, whose own commands need Dask."""

from __future__ import annotations

from typing import Any

import click

from app.services.training.training_on_cluster import imported

OPTION = "--cluster"
CLUSTER = click.option(
    OPTION,
    metavar="ADDRESS",
    expose_value=False,
    help="Work on a Dask cluster: tcp://host:port, tls://host:port or local[:N]. It has a help of its own: "
    "--cluster local --help.",
)


class WithCluster(click.Command):
    """A command that hands over to its namesake where --cluster is given: that one alone needs Dask."""

    def make_context(
        self, info_name: str | None, args: list[str], parent: click.Context | None = None, **extra: Any
    ) -> click.Context:
        """Hand the arguments to the command that knows clusters, where they ask for one."""
        given = args[: args.index("--")] if "--" in args else args
        if any(argument == OPTION or argument.startswith(f"{OPTION}=") for argument in given):
            command: click.Command = getattr(imported("app.cli.cluster_commands"), f"{self.name}_command")
            return command.make_context(info_name, args, parent, **extra)
        return super().make_context(info_name, args, parent, **extra)
