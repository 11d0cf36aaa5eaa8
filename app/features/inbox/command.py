"""`bayleaf-cli watch`: classify new files in folders and mailboxes; on request, file those with a sure verdict."""

from __future__ import annotations

import os
import shlex
import sys
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

import click

from app.cli.options import FOLDER_TYPE, JSON, LEAST_SHARES_OPTION, MODEL, ONE_IN_OPTION, PATH_TYPE, WORKSPACE
from app.cli.output import count_text, end_on_signals, fields_of, print_json, print_message, to_terminal_line
from app.domain.jobs import NoOpJobContext
from app.domain.records import WatchedPlace, WatchRules
from app.features.filing.command import NAME_OPTION, TEXT_LAYER_OPTION, print_foreign_moves
from app.features.filing.file_moves import BATCH_BEFORE_WATCH
from app.features.inbox.scanning import QUIET_S
from app.features.inbox.watching import CheckResult, Watcher, WatchingLoop, create_change_waiter, watching_lock
from app.library.trials import TrialReport, trial_reports
from app.store.workspace import Session

JSON_FIELDS = ("path", "member", "title", "label", "probability", "state", "reason", "batch")
"""Fields of an arrival (a new document in a watched place) in the JSON output."""


@click.command("watch")
@WORKSPACE
@click.argument("sources", nargs=-1, required=True, type=PATH_TYPE)
@click.option(
    "--file-to",
    type=FOLDER_TYPE,
    metavar="FOLDER",
    help="File what is sure into a folder for each label, below this one. Without it, nothing is moved.",
)
@click.option("--dry-run", is_flag=True, help="Only show what would be filed.")
@click.option("--existing", "includes_existing", is_flag=True, help="Also take files that are there already.")
@click.option("--once", is_flag=True, help="Take what arrived since the last run, then exit.")
@click.option("--most-a-day", type=click.IntRange(0), default=200, metavar="N", help="The most files to file in a day.")
@click.option("--allow", "allowed", multiple=True, metavar="ADDRESS", help="Never file mail of this sender as spam.")
@click.option("--deny", "denied", multiple=True, metavar="ADDRESS", help="Always file mail of this sender as spam.")
@click.option(
    "--quiet",
    "quiet_s",
    type=click.FloatRange(0.1),
    default=QUIET_S,
    metavar="S",
    help="Take a file when it has not changed for this many seconds.",
)
@LEAST_SHARES_OPTION
@ONE_IN_OPTION
@NAME_OPTION
@TEXT_LAYER_OPTION
@MODEL
@JSON
def command(workspace: Path, sources: tuple[Path, ...], model: str | None, *, as_json: bool, **how: Any) -> None:
    """Classify what arrives in SOURCES: folders, Maildirs, mailboxes. Prints one line for each arrival.

    A file is classified when it is complete and no longer changes. Unsure files stay where they are; the window lists
    them under Inbox. A mailbox is only read, because its mail program may be writing to it.

    \b
      bayleaf-cli watch papers.bayleaf ~/Downloads --file-to ~/Papers --dry-run
      bayleaf-cli watch mail.bayleaf ~/Maildir --file-to ~/Mail
    """
    file_to = "" if how["file_to"] is None else os.path.abspath(how["file_to"])
    place = WatchedPlace(
        "", file_to, model or "", is_trial=how["dry_run"], names=how["names"] or "", with_layers=how["with_layers"]
    )
    places = [replace(place, path=os.path.abspath(source)) for source in sources]
    rules = WatchRules(how["allowed"], how["denied"], how["most_a_day"], lost_one_in=how["one_in"])
    with Session(workspace) as session:
        watcher = Watcher(session, places, rules, how["quiet_s"], how["includes_existing"], how["thresholds"])
        if file_to and not how["dry_run"]:
            with session.borrow_for_writing() as opened, opened.transaction():
                opened.arrivals.store_preference(BATCH_BEFORE_WATCH, opened.journal.last_batch_number())
            print_message(
                f"To bring back what this run files: bayleaf-cli file {shlex.quote(str(workspace))} --undo --run"
            )
        if how["once"]:
            watch_once(workspace, watcher, as_json=as_json)
            print_trials(session, places)
            return
        loop = WatchingLoop(watcher, create_change_waiter())
        end_on_signals(loop.stop)
        print_message(f"Watching {', '.join(place.path for place in places)}; Ctrl+C ends it.")
        loop.run(lambda result: print_check_result(result, as_json=as_json), NoOpJobContext())
        print_trials(session, places)


def print_trials(workspace: Session, places: Sequence[WatchedPlace]) -> None:
    """Print for each place in a trial how many files it would have filed, and how often a person has decided
    otherwise.
    """
    with workspace.borrow_for_reading() as opened:
        reports = trial_reports(opened, {place.path: place.model for place in places})
    for place in places:
        if place.is_trial:
            report = reports.get(place.path, TrialReport())
            elsewhere = f"; {report.n_relabelled:,} of {report.n_decided:,} that you decided yourself went elsewhere"
            would = f"{count_text(report.n_would_be_filed, 'document')} would have been filed"
            print_message(f"{place.path}: {would}{elsewhere if report.n_decided else ''}.")


def watch_once(workspace: Path, watcher: Watcher, *, as_json: bool) -> None:
    """Check the watched places until no file is pending, so that files that are still being written are included."""
    waiter = create_change_waiter()
    with watching_lock(workspace):
        while True:
            result = watcher.check_places(NoOpJobContext())
            print_check_result(result, as_json=as_json)
            if result.pending_in_s is None:
                break
            waiter.wait(result.pending_in_s)
    waiter.close()


def print_check_result(result: CheckResult, *, as_json: bool) -> None:
    print_foreign_moves(result.n_foreign)
    for path in result.unreachable:
        print_message(f"{path} cannot be reached at the moment.")
    for arrival in result.arrivals:
        if as_json:
            print_json(fields_of(arrival, JSON_FIELDS))
        else:
            name = f"{arrival.path}, {arrival.member}" if arrival.member else arrival.path
            cells = (arrival.state, arrival.label or "undecided", arrival.reason, name)
            click.echo("\t".join(map(to_terminal_line, cells)))
    sys.stdout.flush()
