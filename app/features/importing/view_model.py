"""The import dialog: what was chosen, what it seems to be, and how the person wants it read.

What the person asked for and what was guessed are kept apart: the guesses are made anew with every change, and only
the plan that is shown has them filled in. That plan's options are what the import goes by.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import field, replace
from pathlib import Path
from typing import Any, Literal

from PySide6.QtCore import Signal

from app.domain.documents import Document, SourceKind, SourceOptions
from app.kit.drops import Dropped
from app.kit.jobs import Runner
from app.kit.page_model import Asker, PageModel
from app.library.importing import Preview, preview
from app.library.importing import SourcePlan as SourcePlan
from app.library.reading_sources import read_anew
from app.store.workspace import Place
from nbengine.lazy_dataclasses import dataclass

Use = Literal["text", "label", "numeric", "categorical", "weight", "ignored"]
USES: tuple[Use, ...] = ("text", "label", "numeric", "categorical", "weight", "ignored")
SINGLE_USES = ("text", "label", "weight")
"""The uses that only one column can have."""

LabelsFrom = Literal["folder", "tree", "file", "column", "header", "pattern", "one", "none"]
LABELS_FROM: tuple[LabelsFrom, ...] = ("folder", "tree", "file", "column", "header", "pattern", "one", "none")


@dataclass(frozen=True, slots=True)
class ImportState:
    """All that the dialog shows."""

    sources: tuple[Path, ...] = ()
    asked: SourceOptions = field(default_factory=SourceOptions)
    plan: SourcePlan | None = None
    corpora: tuple[str, ...] = ()
    corpus: str = ""
    """Empty takes the name that the kind of the source gives."""
    is_new_corpus: bool = False
    usual_corpus: str = ""
    """That name, or the corpus at hand."""
    training_half: str = ""
    """The part to train with, of a source that is split into training and test."""
    is_training_only: bool = False
    stranger_to: str = ""
    """The corpus at hand, where what was chosen has another kind or none of its labels."""
    is_looking: bool = False
    problem: Exception | None = None

    @property
    def labels_from(self) -> LabelsFrom:
        """Return the source of labels, as the dialog offers it."""
        if self.asked.label is not None:
            return "one"
        source = self.asked.labels_from.partition(":")[0]
        if source == "folder" and self.plan is not None and self.plan.schema.label is not None:
            return "column"
        if source == "folder" and self.plan is not None and self.plan.options.labels_from == "file":
            return "file"
        return next((each for each in LABELS_FROM if each == source), "folder")

    @property
    def label_words(self) -> str:
        """Return what was typed to say where labels come from: a header's name, a pattern, the one label."""
        return self.asked.label if self.asked.label is not None else self.asked.labels_from.partition(":")[2]

    @property
    def takes_several(self) -> bool:
        """Return whether a document may have several labels, as was said or as the source looks."""
        return self.plan is not None and self.plan.options.labels == "several"

    @property
    def is_table(self) -> bool:
        """Return whether there are columns to choose from."""
        return self.plan is not None and bool(self.plan.columns)

    @property
    def uses(self) -> dict[str, Use]:
        """Return the use of each column of the table, by name."""
        if self.plan is None:
            return {}
        schema = self.plan.schema
        named: tuple[tuple[tuple[str | None, ...], Use], ...] = (
            (schema.numeric, "numeric"), (schema.categorical, "categorical"), ((schema.text,), "text"),
            ((schema.label,), "label"), ((schema.weight,), "weight"),
        )  # fmt: skip
        uses: dict[str, Use] = {column.name: "ignored" for column in self.plan.columns}
        return uses | {name: use for names, use in named for name in names if name is not None}

    @property
    def lacks_content(self) -> bool:
        """Return whether no column is left to learn from."""
        return self.is_table and not {"text", "numeric", "categorical"} & {*self.uses.values()}

    @property
    def can_start(self) -> bool:
        """Return whether what is shown leads to documents; a change may still be looked at."""
        has_files = self.plan is not None and self.plan.n_files > 0
        return has_files and self.problem is None and not self.lacks_content


class ImportViewModel(PageModel[ImportState, Place]):
    """Decides what the import dialog shows."""

    ordered = Signal(object, object, str)
    """Sources, options and the corpus: import them."""

    def __init__(self, runner: Runner, workspace: Place, corpora: Sequence[str] = (), corpus: str = "") -> None:
        state = ImportState(corpora=tuple(corpora), corpus=corpus, is_new_corpus=not corpus)
        super().__init__(runner, "import preview", state, workspace)
        self._given: tuple[Path, ...] = ()
        """The paths that were chosen, with both halves of a set divided for training and testing."""
        self._is_start_wanted = False
        """The person said so while a change was still being looked at."""
        self._is_corpus_asked_for = False
        """Otherwise it is only the one at hand, and something that does not fit there goes into a new one."""

    def choose_sources(self, sources: Sequence[Path]) -> None:
        """Look at other files and folders."""
        self._given = tuple(sources)
        options = replace(self.state.asked, **NO_COLUMNS)
        self._change(sources=self._given, asked=options, training_half="", is_training_only=False, stranger_to="")
        self._look()

    def add_sources(self, sources: Sequence[Path]) -> None:
        """Look at more files and folders as well."""
        self.choose_sources([*dict.fromkeys((*self._given, *sources))])

    def choose_kind(self, kind: SourceKind) -> None:
        """Read everything as of one kind, or as it looks."""
        self._look_as(kind=kind, has_header_row=None, **NO_COLUMNS)

    def choose_labels_from(self, source: LabelsFrom, words: str = "") -> None:
        """Say where labels come from; a header, a pattern and the one label need a word."""
        words = words.strip()
        if source == "one":
            self._look_as(label=words or None, labels_from="none")
        elif source in ("header", "pattern") and words:
            self._look_as(label=None, labels_from=f"{source}:{words}")
        else:
            self._look_as(label=None, labels_from="none" if source == "pattern" else source)

    def take_several(self, *, is_wanted: bool) -> None:
        """Say that a document may have several labels, or only one."""
        self._look_as(labels="several" if is_wanted else "one")

    def choose_use(self, columns: Sequence[str], use: Use) -> None:
        """Use columns of the table for something else."""
        if self.state.plan is None or not columns:
            return
        uses = self.state.uses
        if use in SINGLE_USES:
            uses |= {name: "ignored" for name, old in uses.items() if old == use}
            columns = columns[:1]
        uses |= dict.fromkeys(columns, use)
        self._look_as(**options_of(uses, self.state.asked))

    def choose_header_row(self, *, is_header: bool) -> None:
        """Take the first row for names, or for data."""
        self._look_as(has_header_row=is_header, **NO_COLUMNS)

    def keep_duplicates(self, *, are_kept: bool) -> None:
        """Keep every copy of a document, or one."""
        self._look_as(keep_duplicates=are_kept)

    def choose_corpus(self, name: str) -> None:
        """Import into another corpus, or a new one."""
        self._is_corpus_asked_for = True
        self._take_corpus(name, is_new=False)

    def name_new_corpus(self, name: str) -> None:
        """Import into a corpus that is not there yet; without a name it is called after its kind."""
        self._take_corpus(name, is_new=True)

    def _take_corpus(self, name: str, *, is_new: bool) -> None:
        self._change(corpus=name.strip(), is_new_corpus=is_new)
        if self.state.sources:
            self._look()

    def take_training_only(self, *, is_wanted: bool) -> None:
        """Leave the test half out, or take both."""
        plan = self.state.plan
        if plan is None or not self.state.training_half:
            return
        above = (file.path.parent.parent for file in plan.files)  # the folders of labels
        halves = tuple(dict.fromkeys(folder for folder in above if folder.name == self.state.training_half))
        sources = halves if is_wanted else self._given
        self._change(sources=sources, is_training_only=is_wanted)
        self._look()

    def start(self) -> None:
        """Import what is shown, once it is of the moment."""
        state = self.state
        self._is_start_wanted = state.can_start and state.is_looking
        if state.plan is not None and state.can_start and not state.is_looking:
            self.ordered.emit(state.sources, state.plan.options, state.corpus or state.usual_corpus)

    def close(self) -> None:
        """Stop looking, and wait for nothing any more."""
        self._is_start_wanted = False
        self._asker.stop("plan")

    def _look_as(self, **changes: Any) -> None:
        self._change(asked=replace(self.state.asked, **changes))
        self._look()

    def _look(self) -> None:
        self.close()
        if not self.state.sources:
            self._change(plan=None, problem=None)
            return
        state = self.state
        corpus = state.corpus or ("" if state.is_new_corpus else None)
        self._ask(
            lambda place, context: preview(place, state.sources, state.asked, corpus, context),
            then=self._on_preview_succeeded, topic="plan", flag="is_looking",
        )  # fmt: skip

    def _on_preview_succeeded(self, found: Preview) -> None:
        plan = found.plan
        is_strange = found.problem is not None or not found.does_belong
        if is_strange and not (self._is_corpus_asked_for or self.state.is_new_corpus):
            self._change(stranger_to="" if found.problem is not None else found.corpus)
            self.name_new_corpus("")
            return
        training = self.state.training_half
        if not self.state.is_training_only:
            training = next((half for half in plan.halves if "train" in half.lower()), "")
        self._change(plan=plan, usual_corpus=found.corpus, problem=found.problem, training_half=training)
        if self._is_start_wanted:
            self.start()

    def _on_failed(self, error: Exception) -> None:
        self._is_start_wanted = False
        super()._on_failed(error)


NO_COLUMNS: Mapping[str, Any] = {
    "text_column": None, "label_column": None, "numeric_columns": (), "categorical_columns": (), "weight_column": None,
    "ignored_columns": (),
}  # fmt: skip
"""Columns left to be guessed."""


def options_of(uses: Mapping[str, Use], asked: SourceOptions) -> dict[str, Any]:
    """The options that ask for these uses of columns; a table without a label column must not be given one."""
    used: dict[str, tuple[str, ...]] = {use: tuple(name for name in uses if uses[name] == use) for use in USES}
    text, label, weight = (next(iter(used[use]), None) for use in SINGLE_USES)
    labels_from = "none" if asked.labels_from in ("folder", "column") else asked.labels_from
    return {
        "text_column": text,
        "label_column": label,
        "label": asked.label if label is None else None,
        "labels_from": labels_from if label is None else "column",
        "numeric_columns": used["numeric"],
        "categorical_columns": used["categorical"],
        "weight_column": weight,
        "ignored_columns": used["ignored"],
    }


def look_first(
    asker: Asker, place: Place, paths: Sequence[Path], take: Callable[[Dropped], object],
    show: Callable[[Dropped], object], corpus: str | None = None,
) -> None:  # fmt: skip
    """Take what is clear; show what is a table, split in two, or strange to its corpus, before it is imported."""
    dropped = Dropped(tuple(paths))

    def on_looked(found: Preview) -> None:
        is_clear = not found.plan.columns and not found.plan.halves and found.problem is None and found.does_belong
        (take if is_clear else show)(dropped)

    asker.ask(
        lambda context: preview(place, dropped.paths, SourceOptions(), corpus, context),
        then=on_looked,
        failed=lambda _error: take(dropped),
    )


@dataclass(frozen=True, slots=True)
class ReadingState:
    """All that the dialog shows: nothing yet, a document, or why there is none."""

    path: str = ""
    document: Document | None = None
    problem: Exception | None = None


class ReadingViewModel(PageModel[ReadingState, str]):
    """Has one document read in worker processes; what is asked is the member of its file."""

    def __init__(self, runner: Runner, path: str, member: str = "") -> None:
        super().__init__(runner, "what is read", ReadingState(path), member)

    def start(self) -> None:
        """Begin to read."""
        path = self.state.path
        self._ask(
            lambda member, context: read_anew(path, member, context),
            then=lambda document: self._change(document=document),
            topic="document",
        )

    def stop(self) -> None:
        """Read no further: nobody looks any more."""
        self._asker.stop()
