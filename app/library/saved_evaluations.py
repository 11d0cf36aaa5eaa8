"""Evaluations kept with their models: after a restart Train and Evaluate show known figures without computing them.

An evaluation is kept as verdicts and labels of documents, by number; figures and curves are worked out from these
again, which takes a moment. It is found by a stamp: a hash of the collection's change number and labels, of the model
or recipe, of the way of evaluating and of the program's version. Whatever changes, the stamp does too, and the
evaluation is computed anew.

What a curious page tried is not kept: only what a kept model has.
"""

from __future__ import annotations

import json
from hashlib import blake2b
from typing import Any

import numpy.typing as npt

from app.domain.errors import StoreError
from app.domain.records import ModelRecord
from app.store.document_packing import DamagedBlob
from app.store.models import packed_arrays, unpacked_arrays
from app.store.workspace import Place, Workspace, reading, writing
from nbengine import __version__
from nbengine.lazy_dataclasses import dataclass

FORMAT = 1
"""Version of the packed form; a part of every stamp."""
LARGEST_KEPT_BYTES = 1 << 25
"""Of the arrays: larger evaluations, of a million documents, are not worth so much of the file."""


@dataclass(frozen=True, slots=True, eq=False)
class KeptArrays:
    """An evaluation as it is packed: plain values and arrays of numbers."""

    head: dict[str, Any]
    arrays: dict[str, npt.NDArray[Any]]

    @property
    def is_small(self) -> bool:
        """Return whether it is worth its room in the file."""
        return sum(array.nbytes for array in self.arrays.values()) <= LARGEST_KEPT_BYTES


def stamp_of(workspace: Workspace, corpus: str, change_number: int, *parts: object) -> bytes:
    """Hash all that an evaluation on a corpus depends on; `parts` are the model or recipe, and the way."""
    takes_several = workspace.corpora.get(corpus).takes_several
    labels = workspace.labels.names(corpus, with_sets=True)  # a label can be renamed without a change of documents
    told = [FORMAT, __version__, corpus, change_number, takes_several, labels, *parts]
    return blake2b(json.dumps(told, ensure_ascii=False).encode(), digest_size=16).digest()


def known_arrays(place: Place, corpus: str, stamp: bytes) -> KeptArrays | None:
    """Look up what was kept under a stamp; None where nothing was, or it is damaged: then it is computed anew."""
    with reading(place) as workspace:
        frame = workspace.evaluations.get(corpus, stamp)
    if frame is None:
        return None
    try:
        return KeptArrays(*unpacked_arrays(frame))
    except DamagedBlob:
        return None


def keep_arrays(place: Place, corpus: str, model: str, way: str, stamp: bytes, kept: KeptArrays) -> None:
    """Keep an evaluation with its model; where the workspace cannot be written now, it is computed again next time."""
    if not kept.is_small:
        return
    frame = packed_arrays(kept.head, kept.arrays)
    try:
        with writing(place) as workspace:
            if not workspace.is_read_only:
                workspace.evaluations.keep(corpus, model, way, stamp, frame)
    except StoreError as error:
        if error.reason == "damaged":
            raise


def model_stamp(workspace: Workspace, record: ModelRecord, change_number: int, way: str) -> bytes:
    """The stamp of a way of evaluating a kept model."""
    own = (record.checksum.hex(), record.n_lessons, record.change_number)
    return stamp_of(workspace, record.corpus or "", change_number, "model", record.name, *own, way)
