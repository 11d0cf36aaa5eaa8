"""All that the Documents page shows, and the commands that it hands on."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import field

import numpy as np
from numpy.typing import NDArray

from app.domain.corpus_browsing import OpenDocument, Overview, Shelf, ShelfKind, SortOrder
from app.domain.documents import Failure
from app.domain.records import Revision
from app.services.library.reading_again import ReadAgain
from nbengine.lazy_dataclasses import dataclass

Ids = NDArray[np.int64]
NO_IDS: Ids = np.empty(0, dtype=np.int64)
NO_OVERVIEW, WHOLE = Overview(), Shelf()


@dataclass(frozen=True, slots=True)
class DocumentsState:
    """All that the page shows."""

    overview: Overview = NO_OVERVIEW
    shelf: Shelf = WHOLE
    order: SortOrder = SortOrder.NEWEST
    is_turned: bool = False
    search: str = ""
    ids: Ids = field(default_factory=lambda: NO_IDS)
    n_to_come: int = 0
    """Documents that belong at the end of the list, whose numbers are still being read."""
    revision: Revision = ("", -1, -1)
    """Of the corpus as the ids list it."""
    unread: tuple[Failure, ...] = ()
    """Shown instead of documents on the shelf of what could not be read."""
    n_just_unread: int = 0
    """Files of the last import that could not be read, until they or another corpus are looked at."""
    chosen: int | None = None
    """The number of the document to read; its text may still be on its way."""
    document: OpenDocument | None = None
    """Its text: of the chosen one, or none."""
    is_finding: bool = False
    read_again: ReadAgain | None = None
    """The outcome of reading documents anew, until something else is done."""
    n_doubted: int = 0
    """Documents just labelled that contradict what the filter has learnt."""
    problem: Exception | None = None
    is_empty: bool = True
    """Nothing was ever imported here."""

    @property
    def is_of_unread(self) -> bool:
        """Return whether the shelf of what could not be read is looked at."""
        return self.shelf.kind is ShelfKind.UNREADABLE

    @property
    def colours(self) -> Mapping[str, int]:
        """Return the colour of each label."""
        return {label.name: label.colour for label in self.overview.labels}
