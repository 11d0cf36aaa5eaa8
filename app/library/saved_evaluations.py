"""Store evaluations with their models, so that Train and Evaluate show known figures after a restart.

An evaluation is stored as verdicts and labels by document number; figures and curves are derived from these in a
moment. Its key is a stamp: a hash of the collection's change number and labels, the model or recipe, the evaluation
method and the program version. Any change gives another stamp, and the evaluation is computed again.

Only evaluations of saved models are stored, not those of trial settings.
"""

from __future__ import annotations

import json
from hashlib import blake2b
from typing import Any

import numpy.typing as npt

from app.domain.errors import StoreError
from app.domain.records import ModelRecord
from app.store.document_packing import DamagedBlob
from app.store.models import pack_arrays, unpack_arrays
from app.store.workspace import Place, Workspace, open_for_reading, open_for_writing
from nbengine import __version__
from nbengine.lazy_dataclasses import dataclass

FORMAT = 1
"""Version of the stored form; part of every stamp."""
LARGEST_KEPT_BYTES = 1 << 25
"""Larger evaluations (of about a million documents) are not worth their space in the file."""


@dataclass(frozen=True, slots=True, eq=False)
class StoredArrays:
    """An evaluation as plain values and numeric arrays."""

    head: dict[str, Any]
    arrays: dict[str, npt.NDArray[Any]]

    @property
    def is_small(self) -> bool:
        """Whether it is small enough to be stored."""
        return sum(array.nbytes for array in self.arrays.values()) <= LARGEST_KEPT_BYTES


def stamp_of(workspace: Workspace, corpus: str, change_number: int, *parts: object) -> bytes:
    """Hash everything that an evaluation depends on; `parts` are the model or recipe, and the method."""
    takes_several = workspace.corpora.get(corpus).takes_several
    labels = workspace.labels.names(corpus, with_sets=True)  # renaming a label does not change the change number
    facts = [FORMAT, __version__, corpus, change_number, takes_several, labels, *parts]
    return blake2b(json.dumps(facts, ensure_ascii=False).encode(), digest_size=16).digest()


def load_arrays(place: Place, corpus: str, stamp: bytes) -> StoredArrays | None:
    """Return the evaluation stored under a stamp; None if there is none or it is damaged."""
    with open_for_reading(place) as workspace:
        frame = workspace.evaluations.get(corpus, stamp)
    if frame is None:
        return None
    try:
        return StoredArrays(*unpack_arrays(frame))
    except DamagedBlob:
        return None


def store_arrays(place: Place, corpus: str, model: str, way: str, stamp: bytes, kept: StoredArrays) -> None:
    """Store an evaluation with its model; skipped if the workspace cannot be written now."""
    if not kept.is_small:
        return
    frame = pack_arrays(kept.head, kept.arrays)
    try:
        with open_for_writing(place) as workspace:
            if not workspace.is_read_only:
                workspace.evaluations.keep(corpus, model, way, stamp, frame)
    except StoreError as error:
        if error.reason == "damaged":
            raise


def model_stamp(workspace: Workspace, record: ModelRecord, change_number: int, way: str) -> bytes:
    """Return the stamp of an evaluation of a saved model."""
    model_facts = (record.checksum.hex(), record.n_lessons, record.change_number)
    return stamp_of(workspace, record.corpus or "", change_number, "model", record.name, *model_facts, way)
