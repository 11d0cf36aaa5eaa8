"""Learns where a person has put a file after it was filed: another label's folder is a lesson, its old place ends it.

Only files that were filed from watched places, or that a trial would have filed, are looked for, below the place and
the folder of labels, by their names and then by their content.
"""

from __future__ import annotations

import os
from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path

from app.domain.documents import Document
from app.domain.jobs import JobContext
from app.domain.records import Arrival, ArrivalState, WatchedPlace
from app.readers.mail.mailboxes import folder_name
from app.services.files.reading_in_process import documents_of_file
from app.services.judging.classifying import spam_label
from app.services.models.kept_models import shown_model
from app.services.models.learning import learn
from app.services.watching.judging_and_filing import ANYTHING, MAIL
from app.services.watching.scanning import MAILDIR, is_maildir
from app.store.workspace import Place, reading, writing
from nbengine.measure.evaluation import is_like_spam

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
        found = set()
        for arrival, path, documents in _found(place, moved if place.file_to else {}):
            found.add(arrival.number)
            label = label_of_folder(path.parent, Path(place.file_to))
            if label is not None:
                changed.append(_settled(workspace, place, arrival, label, documents, context))
                continue
            with writing(workspace) as opened:
                opened.arrivals.change(arrival.number, "put back")
                changed.append(opened.arrivals.get(arrival.number) or arrival)
        missing |= {arrival.number for arrival in moved.values()} - found
    return changed


def follow_trials(
    workspace: Place, places: Sequence[WatchedPlace], missing: set[int], context: JobContext
) -> list[Arrival]:
    """Note to which label's folder a person has moved what a trial would have filed, and learn it; return those.

    Each that is gone from where it was is looked for once, and joins the missing.
    """
    with reading(workspace) as opened:
        would = opened.arrivals.in_states(["would"])[-MOST_FOLLOWED:]
    changed: list[Arrival] = []
    for place in places:
        gone = {
            arrival.path: arrival
            for arrival in would
            if arrival.place == place.path
            and arrival.right_label is None
            and arrival.number not in missing
            and not os.path.lexists(arrival.path)
        }
        missing |= {arrival.number for arrival in gone.values()}
        for arrival, path, documents in _found(place, gone):
            label = label_of_trial(path.parent, place, shown_model(workspace, place.model or None).model.labels)
            if label is not None:
                changed.append(_settled(workspace, place, arrival, label, documents, context))
    return changed


def label_of_trial(folder: Path, place: WatchedPlace, labels: Sequence[str]) -> str | None:
    """The label of a folder of labels; where none was chosen, that of a mail folder beside the inbox with its name."""
    if place.file_to:
        return label_of_folder(folder, Path(place.file_to))
    name = folder_name(label_of_folder(folder, Path(place.path)) or "")
    same = next((label for label in labels if label.casefold() == name.casefold()), None)
    return same or (spam_label(labels) if is_like_spam(name) else None)


def _found(place: WatchedPlace, moved: Mapping[str, Arrival]) -> Iterator[tuple[Arrival, Path, list[Document]]]:
    """Find files that were moved; by the name they had last."""
    if not moved:
        return
    names, paths = {_plain_name(target) for target in moved}, defaultdict(list)
    for top in filter(None, (place.path, place.file_to)):
        for folder, _, files in os.walk(top):
            for name in files:
                if _plain_name(name) in names:
                    paths[_plain_name(name)].append(Path(folder, name))
    options = MAIL if is_maildir(place.path) else ANYTHING
    for target, arrival in moved.items():
        for path in paths[_plain_name(target)]:
            documents = [each for each in documents_of_file(path, options) if isinstance(each, Document)]
            if documents and documents[0].content_hash == arrival.content_hash:
                yield arrival, path, documents
                break


def _settled(
    workspace: Place, place: WatchedPlace, arrival: Arrival, label: str, documents: list[Document], context: JobContext
) -> Arrival:
    """Learn a move to another label, and note it; what a trial would have filed stays one of its own."""
    if label != arrival.label:
        learn(workspace, place.model or None, documents, label, context)
    state: ArrivalState = "would" if arrival.state == "would" else "settled"
    with writing(workspace) as opened:
        opened.arrivals.change(arrival.number, state, reason="moved", right_label=label)
        return opened.arrivals.get(arrival.number) or arrival


def label_of_folder(folder: Path, root: Path) -> str | None:
    """The label that a folder below the one for labels stands for; None for any other folder."""
    try:
        parts = Path(os.path.realpath(folder)).relative_to(os.path.realpath(root)).parts
    except ValueError:
        return None
    return "/".join(parts[:-1] if parts and parts[-1] in MAILDIR else parts) or None


def _plain_name(path: str) -> str:
    """A file's name without the flags that mail programs change."""
    return os.path.basename(path).partition(":2,")[0]
