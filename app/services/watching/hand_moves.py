"""Learns where a person has put a file after it was filed: another label's folder is a lesson, its old place ends it.

Only files that were filed from watched places are looked for, below the folder they were filed to, by their names and
then by their content.
"""

from __future__ import annotations

import os
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path

from app.domain.arrivals import Arrival, WatchedPlace
from app.domain.documents import Document
from app.domain.jobs import JobContext
from app.services.files.reading_in_process import documents_of_file
from app.services.models.learning import learn
from app.services.watching.arrival_judging import ANYTHING, MAIL
from app.services.watching.scanning import MAILDIR
from app.store.access import Place, reading, writing

MOST_FOLLOWED = 1_000
"""Of what was filed last."""


def follow_hands(
    workspace: Place, places: Sequence[WatchedPlace], missing: set[int], context: JobContext
) -> list[Arrival]:
    """Note where a person has put files after they were filed, and learn it; return what changed.

    The numbers of those that are found nowhere join the missing, which are not looked for again.
    """
    with reading(workspace) as opened:
        filed = opened.arrivals.in_states(["filed"])[-MOST_FOLLOWED:]
        batches = {arrival.batch: opened.journal.of_batch(arrival.batch) for arrival in filed if arrival.batch}
    targets = {(batch, move.source): move.target for batch, moves in batches.items() for move in moves}
    changed: list[Arrival] = []
    for place in places:
        moved = {
            target: arrival
            for arrival in filed
            if arrival.place == place.path
            and arrival.number not in missing
            and (target := targets.get((arrival.batch or 0, arrival.path)))
            and not os.path.lexists(target)
        }
        found = list(_followed(workspace, place, moved, context))
        missing |= {arrival.number for arrival in moved.values()} - {arrival.number for arrival in found}
        changed += found
    return changed


def _followed(
    workspace: Place, place: WatchedPlace, moved: Mapping[str, Arrival], context: JobContext
) -> Iterator[Arrival]:
    if not moved or not place.file_to:
        return
    candidates = files_by_name([place.path, place.file_to], {_plain_name(target) for target in moved})
    for target, arrival in moved.items():
        for path in candidates.get(_plain_name(target), []):
            documents = _documents(path, place)
            if documents and documents[0].content_hash == arrival.content_hash:
                yield _noted(workspace, place, arrival, Path(path), documents, context)
                break


def _noted(
    workspace: Place, place: WatchedPlace, arrival: Arrival, path: Path, documents: list[Document], context: JobContext
) -> Arrival:
    label = label_of_folder(path.parent, Path(place.file_to))
    if label is None:
        with writing(workspace) as opened:
            opened.arrivals.change(arrival.number, "put back")
            return opened.arrivals.get(arrival.number) or arrival
    if label != arrival.label:
        learn(workspace, place.model or None, documents, label, context)
    with writing(workspace) as opened:
        opened.arrivals.change(arrival.number, "settled", reason="moved", right_label=label)
        return opened.arrivals.get(arrival.number) or arrival


def label_of_folder(folder: Path, root: Path) -> str | None:
    """The label that a folder below the one for labels stands for; None for any other folder."""
    try:
        parts = Path(os.path.realpath(folder)).relative_to(os.path.realpath(root)).parts
    except ValueError:
        return None
    named = parts[:-1] if parts and parts[-1] in MAILDIR else parts
    return "/".join(named) or None


def files_by_name(folders: Sequence[str], names: set[str]) -> dict[str, list[str]]:
    """Find files of these names in folders and all below them."""
    found: dict[str, list[str]] = {}
    for top in folders:
        for folder, _, files in os.walk(top):
            for name in files:
                if _plain_name(name) in names:
                    found.setdefault(_plain_name(name), []).append(os.path.join(folder, name))
    return found


def _plain_name(path: str) -> str:
    """A file's name without the flags that mail programs change."""
    return os.path.basename(path).partition(":2,")[0]


def _documents(path: str, place: WatchedPlace) -> list[Document]:
    options = MAIL if all(os.path.isdir(os.path.join(place.path, part)) for part in MAILDIR) else ANYTHING
    return [each for each in documents_of_file(Path(path), options) if isinstance(each, Document)]
