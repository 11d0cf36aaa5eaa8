"""Looking through a corpus: which documents are shown, in which order, without reading a text.

Everything a table is filtered and sorted by lies in arrays, one entry per document; titles are fetched for the rows in
view. Words are looked for in the counts that training uses, titles and senders in the workspace.
"""

from __future__ import annotations

from dataclasses import dataclass, field

import numpy as np
import numpy.typing as npt

from app.domain.jobs import JobContext
from app.services.training.corpus_counting import rules_key
from app.services.training.recipe_planning import default_rules
from app.store.access import Place, reading
from app.store.documents import NO_DATE, NO_LABEL, DocumentColumns
from app.store.workspace import Workspace
from nbengine.arrays.counts import FloatArray, IntArray
from nbengine.measure.evaluation import positive_label
from nbengine.text.tokens import tokenize

WORD_MARK = "word:"
UNJUDGED = -2
"""The verdict of a document that no model has judged."""


@dataclass(frozen=True, slots=True)
class Wanted:
    """Which documents, in which order."""

    shelf: str = "all"
    """all | label | unlabelled | judged otherwise | duplicates | two labels | source"""
    name: str = ""
    """Of the label or the source."""
    order: str = "newest"
    """newest | oldest | suspicious | subject | sender | label | longest | imported"""
    search: str = ""


@dataclass(frozen=True, slots=True, eq=False)
class JudgedColumns:
    """The columns of a corpus with the honest verdict on each document."""

    columns: DocumentColumns
    judged: npt.NDArray[np.int32]
    """(n_documents,): places in the columns' label names, -1 undecided, UNJUDGED without a verdict."""
    own_shares: FloatArray
    """(n_documents,): probability of the label that the document has; NaN without a verdict."""

    @property
    def is_surprising(self) -> npt.NDArray[np.bool_]:
        """Judged to be another label than it has."""
        labels = self.columns.labels
        return np.asarray((labels != NO_LABEL) & (self.judged >= 0) & (self.judged != labels))


@dataclass(frozen=True, slots=True)
class Glance:
    """What is in a corpus, in figures."""

    n_documents: int
    labels: tuple[tuple[str, int, int], ...]
    """Name, colour and number of documents."""
    n_unlabelled: int
    n_judged_otherwise: int | None
    n_duplicates: int
    n_two_labels: int
    n_unreadable: int
    sources: tuple[tuple[str, int], ...]
    positive: str
    """With two labels, the one whose probability is shown; empty where nothing was judged."""
    is_of_rows: bool = False
    """Whether the documents are rows of a table."""


@dataclass(frozen=True, slots=True)
class RowVerdict:
    """What was judged of a row in view."""

    share: float | None = None
    """Probability of the positive label, or of the document's own where there are more than two."""
    judged: str | None = None
    is_surprising: bool = False
    own_share: float | None = None
    """Probability of the label that the document has."""


@dataclass(slots=True)
class _Kept:
    """What was read of one corpus at one change number."""

    key: tuple[str, int, int] = ("", -1, -1)
    columns: JudgedColumns | None = None
    sorted_texts: dict[str, IntArray] = field(default_factory=dict)


class Browser:
    """Answers for one workspace; belongs to one thread. Columns are kept until the corpus or its verdicts change."""

    def __init__(self, workspace: Place) -> None:
        self._path, self._kept = workspace, _Kept()

    def glance(self, corpus: str, _context: JobContext) -> Glance:
        """Count what is in a corpus."""
        with reading(self._path) as workspace:
            found = self._columns(workspace, corpus)
            columns = found.columns
            names = tuple(label.name for label in workspace.labels.all(corpus))
            has_verdicts = bool((found.judged != UNJUDGED).any())
            return Glance(
                n_documents=len(columns.numbers),
                labels=tuple((one.name, one.colour, one.documents) for one in workspace.labels.all(corpus)),
                n_unlabelled=int((columns.labels == NO_LABEL).sum()),
                n_judged_otherwise=int(found.is_surprising.sum()) if has_verdicts else None,
                n_duplicates=int((columns.duplicates > 0).sum()),
                n_two_labels=int(columns.has_conflict.sum()),
                n_unreadable=len(workspace.imports.failures(corpus=corpus)),
                sources=tuple((one.source, one.report.documents) for one in workspace.imports.history(corpus)),
                positive=positive_of(names) if has_verdicts and len(names) == 2 else "",
                is_of_rows=workspace.corpora.get(corpus).kind == "table",
            )

    def find(self, corpus: str, wanted: Wanted, context: JobContext) -> IntArray:
        """Numbers of the documents to show, in order."""
        with reading(self._path) as workspace:
            found = self._columns(workspace, corpus)
            is_shown = on_shelf(found, wanted) & self._from_source(workspace, corpus, found, wanted)
            if wanted.search.strip():
                context.checkpoint(phase="searching")
                is_shown &= np.isin(found.columns.numbers, searched(workspace, corpus, wanted.search))
            order = self._order(workspace, corpus, found, wanted.order)
            return found.columns.numbers[order[is_shown[order]]]

    def verdicts(self, corpus: str, numbers: IntArray) -> list[RowVerdict]:
        """What was judged of some documents."""
        with reading(self._path) as workspace:
            found = self._columns(workspace, corpus)
        names = found.columns.label_names
        positive = names.index(positive_of(names)) if len(names) == 2 else None
        at = np.searchsorted(found.columns.numbers, numbers)
        return [row_verdict(found, place, positive) for place in at.tolist()]

    def _columns(self, workspace: Workspace, corpus: str) -> JudgedColumns:
        kept = workspace.verdicts.leave_one_out(corpus)
        key = (corpus, workspace.changes.number(corpus), -1 if kept is None else kept.change_number)
        if self._kept.columns is None or self._kept.key != key:
            columns = workspace.documents.columns(corpus)
            judged = np.full(len(columns.numbers), UNJUDGED, np.int32)
            shares = np.full(len(columns.numbers), np.nan)
            if kept is not None:
                at = np.searchsorted(columns.numbers, kept.document_numbers)
                at = np.minimum(at, max(len(columns.numbers) - 1, 0))
                is_there = columns.numbers[at] == kept.document_numbers if len(columns.numbers) else np.zeros(0, bool)
                places = places_of(kept.label_names, columns.label_names)
                judged[at[is_there]] = places[kept.labels[is_there]]
                shares[at[is_there]] = kept.probabilities[is_there]
            self._kept = _Kept(key, JudgedColumns(columns, judged, shares))
        found = self._kept.columns
        assert found is not None
        return found

    def _from_source(
        self, workspace: Workspace, corpus: str, found: JudgedColumns, wanted: Wanted
    ) -> npt.NDArray[np.bool_]:
        if wanted.shelf != "source":
            return np.ones(len(found.columns.numbers), np.bool_)
        return np.isin(found.columns.numbers, workspace.documents.of_source(corpus, wanted.name))

    def _order(self, workspace: Workspace, corpus: str, found: JudgedColumns, order: str) -> IntArray:
        columns = found.columns
        if order in ("subject", "sender"):
            if order not in self._kept.sorted_texts:
                column = "title" if order == "subject" else "sender"
                numbers = workspace.documents.sorted_by(corpus, column)  # type: ignore[arg-type] # one of the two
                self._kept.sorted_texts[order] = np.searchsorted(columns.numbers, numbers)
            return self._kept.sorted_texts[order]
        if order == "suspicious":
            suspicion = np.where(np.isnan(found.own_shares), 2.0, found.own_shares)
            return np.argsort(suspicion, kind="stable")
        if order == "label":
            return np.argsort(np.where(columns.labels == NO_LABEL, 1 << 30, columns.labels), kind="stable")
        if order == "longest":
            return np.argsort(-columns.lengths, kind="stable")
        if order == "imported":
            return np.arange(len(columns.numbers))
        return by_date(columns.dates_s, is_newest_first=order == "newest")


def by_date(dates_s: IntArray, *, is_newest_first: bool) -> IntArray:
    """Places in order of date; documents without one come last."""
    known, unknown = np.flatnonzero(dates_s != NO_DATE), np.flatnonzero(dates_s == NO_DATE)
    dates = -dates_s[known] if is_newest_first else dates_s[known]
    return np.concatenate([known[np.argsort(dates, kind="stable")], unknown])


def on_shelf(found: JudgedColumns, wanted: Wanted) -> npt.NDArray[np.bool_]:
    """Which documents lie on the shelf that is looked at."""
    columns = found.columns
    if wanted.shelf == "label":
        names = columns.label_names
        return np.asarray(columns.labels == (names.index(wanted.name) if wanted.name in names else -3))
    masks: dict[str, npt.NDArray[np.bool_]] = {
        "unlabelled": columns.labels == NO_LABEL,
        "judged otherwise": found.is_surprising,
        "duplicates": columns.duplicates > 0,
        "two labels": columns.has_conflict,
    }
    return np.asarray(masks.get(wanted.shelf, np.ones(len(columns.numbers), np.bool_)))


def searched(workspace: Workspace, corpus: str, search: str) -> IntArray:
    """Documents whose title or sender has the text, or whose words include all its words.

    After `word:` stands one word as it is counted, with its field: `word:subject:free`.
    """
    if search.startswith(WORD_MARK):
        rules = default_rules(workspace.corpora.get(corpus).kind)
        numbers, _ = workspace.segments.documents_with(corpus, rules_key(rules), search.removeprefix(WORD_MARK).strip())
        return numbers
    in_heading = workspace.documents.with_heading(corpus, search.strip())
    rules = default_rules(workspace.corpora.get(corpus).kind)
    found: IntArray | None = None
    for word in dict.fromkeys(tokenize(search, rules)):
        numbers, _ = workspace.segments.documents_with(corpus, rules_key(rules), word)
        found = numbers if found is None else np.intersect1d(found, numbers, assume_unique=True)
    return in_heading if found is None else np.union1d(in_heading, found)


def places_of(names: tuple[str, ...], known: tuple[str, ...]) -> npt.NDArray[np.int32]:
    """Where each name stands among those known now; one more entry, for -1, stays -1."""
    places = [known.index(name) if name in known else UNJUDGED for name in names]
    return np.array([*places, -1], np.int32)


def positive_of(names: tuple[str, ...]) -> str:
    return positive_label(sorted(names)) if names else ""


def row_verdict(found: JudgedColumns, place: int, positive: int | None) -> RowVerdict:
    """A row's verdict, as a share that a bar can show."""
    judged, share = int(found.judged[place]), float(found.own_shares[place])
    if judged == UNJUDGED or np.isnan(share):
        return RowVerdict()
    own_share = share
    label = int(found.columns.labels[place])
    if positive is not None and label != positive:
        share = 1.0 - share
    name = found.columns.label_names[judged] if judged >= 0 else None
    return RowVerdict(share, name, bool(found.is_surprising[place]), own_share)
