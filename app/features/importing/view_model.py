"""View models of the import dialog and of the dialog that shows the extracted text of a file.

`asked`, in the state of the import, has the options that the user chose. The plan, which the import uses, also has the
options that were detected. Detection runs again after every change.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from enum import Enum
from pathlib import Path
from typing import Any, Literal

from PySide6.QtCore import QCoreApplication, QStandardPaths, Signal

from app.domain.documents import Document, SourceKind, SourceOptions
from app.domain.jobs import JobContext
from app.kit.drops import DropContent
from app.kit.frame import PageCommands
from app.kit.jobs import Runner
from app.kit.page_model import PageModel, RequestSender
from app.library.importing import Preview, preview
from app.library.importing import SourcePlan as SourcePlan
from app.library.reading import find_profiles
from app.library.reading_sources import read_member
from app.readers.sources import PlannedFile as PlannedFile
from app.store.corpora import first_free_name
from app.store.workspace import WorkspaceSource

Use = Literal["text", "label", "numeric", "categorical", "weight", "ignored"]
USES: tuple[Use, ...] = ("text", "label", "numeric", "categorical", "weight", "ignored")
SINGLE_USES = ("text", "label", "weight")
"""Uses that only one column can have."""

LabelsFrom = Literal["folder", "subfolder", "tree", "file", "column", "header", "pattern", "one", "none"]
LABELS_FROM: tuple[LabelsFrom, ...] = (
    "folder", "subfolder", "tree", "file", "column", "header", "pattern", "one", "none",
)  # fmt: skip


class FolderShape(Enum):
    """How the files of a folder are distributed among subfolders. This decides whether folder names become labels."""

    SORTED = "sorted"
    """The files are in subfolders, whose names may be labels. Also used for sources that are not a single folder."""
    ONE_LABEL = "one label"
    """The files are in one folder without subfolders. They are added to a collection, so the folder name becomes a
    label.
    """
    NO_SUBFOLDERS = "no subfolders"
    """The files are in one folder without subfolders, whose name does not become a label.

    The reason is that a model needs two labels, or that the files are of different kinds.
    """
    MOSTLY_LOOSE = "mostly loose"
    """Most files are not in a subfolder, so the names of the subfolders do not become labels."""
    PARTLY_LOOSE = "partly loose"
    """Most files are in subfolders, but some are beside the subfolders."""


@dataclass(frozen=True, slots=True)
class ImportState:
    """The state of the import dialog."""

    sources: tuple[Path, ...] = ()
    asked: SourceOptions = field(default_factory=SourceOptions)
    """The options that the user chose."""
    plan: SourcePlan | None = None
    """The preview with the detected options; None until it has been computed."""
    corpora: tuple[str, ...] = ()
    corpus: str = ""
    """Name of the target corpus; empty means `default_corpus`."""
    is_new_corpus: bool = False
    default_corpus: str = ""
    """Default target: the current corpus, or a name derived from the kind of the source."""
    training_folder: str = ""
    """Name of the folder with the training set, if the source is split into training and test set; else ""."""
    imports_training_set_only: bool = False
    """True if only the training set is imported."""
    mismatched_corpus: str = ""
    """Name of the current corpus, if the source does not fit it because of its kind or its labels; else ""."""
    folder: str = ""
    """Name of the source folder, if the dialog explains why its name or its subfolders do or do not become labels; else
    "".
    """
    shape: FolderShape = FolderShape.SORTED
    is_looking: bool = False
    """True while the sources are being previewed."""
    problem: Exception | None = None

    @property
    def labels_from(self) -> LabelsFrom:
        """Where labels come from, as one of the choices in the dialog."""
        if self.asked.label is not None:
            return "one"
        source = self.asked.labels_from.partition(":")[0]
        if source == "folder" and self.plan is not None and self.plan.schema.label is not None:
            return "column"
        if source == "folder" and self.plan is not None and self.plan.options.labels_from == "file":
            return "file"
        return next((choice for choice in LABELS_FROM if choice == source), "folder")

    @property
    def label_source_text(self) -> str:
        """The text that the source of labels needs: a header name, a pattern, or the single label."""
        return self.asked.label if self.asked.label is not None else self.asked.labels_from.partition(":")[2]

    @property
    def takes_several(self) -> bool:
        """True if documents may have several labels, as chosen or as detected."""
        return self.plan is not None and self.plan.options.labels == "several"

    @property
    def is_table(self) -> bool:
        """True if the source is a table."""
        return self.plan is not None and bool(self.plan.columns)

    @property
    def uses(self) -> dict[str, Use]:
        """Column name to the use of the column."""
        if self.plan is None:
            return {}
        schema = self.plan.schema
        columns_by_use: tuple[tuple[tuple[str | None, ...], Use], ...] = (
            (schema.numeric, "numeric"), (schema.categorical, "categorical"), ((schema.text,), "text"),
            ((schema.label,), "label"), ((schema.weight,), "weight"),
        )  # fmt: skip
        uses: dict[str, Use] = {column.name: "ignored" for column in self.plan.columns}
        return uses | {name: use for names, use in columns_by_use for name in names if name is not None}

    @property
    def has_only_mailboxes(self) -> bool:
        """True if the sources are two or more mailbox files, whose names may be labels."""
        return self.plan is not None and has_only_mailboxes(self.plan)

    @property
    def offers_mailbox_names(self) -> bool:
        """True if mailboxes that were chosen as files have no labels, and the user did not choose this."""
        if not self.has_only_mailboxes or self.plan is None or self.folder:
            return False
        return not self.plan.n_by_label and self.plan.options.labels_from == "folder"

    @property
    def lacks_content(self) -> bool:
        """True if the use of every column of the table is something else than content, so that there is nothing to
        learn from.
        """
        return self.is_table and not {"text", "numeric", "categorical"} & {*self.uses.values()}

    @property
    def can_start(self) -> bool:
        """True if there is a plan that can be imported, also while a newer preview is being computed."""
        has_files = self.plan is not None and self.plan.n_files > 0
        return has_files and self.problem is None and not self.lacks_content


class ImportViewModel(PageModel[ImportState, WorkspaceSource]):
    """View model of the import dialog."""

    ordered = Signal(object, object, str)
    """Emitted with sources, options and corpus when the import is to start."""

    def __init__(
        self, runner: Runner, workspace: WorkspaceSource, corpora: Sequence[str] = (), corpus: str = ""
    ) -> None:
        state = ImportState(corpora=tuple(corpora), corpus=corpus, is_new_corpus=not corpus)
        super().__init__(runner, "import preview", state, workspace)
        self._given: tuple[Path, ...] = ()
        """The chosen paths, including both parts of a train/test split."""
        self._is_start_wanted = False
        """True if the user started the import while a preview was still running."""
        self._is_corpus_asked_for = False
        """True if the user chose the corpus. If not, a source that does not fit it goes into a new corpus."""
        self._are_labels_asked_for = False
        """True if the user chose where labels come from. If not, the files of an unsorted folder get no labels."""

    def choose_sources(self, sources: Sequence[Path]) -> None:
        """Replace the sources and preview them."""
        self._given = tuple(sources)
        options = replace(self.state.asked, **AUTO_COLUMN_OPTIONS)
        if not self._are_labels_asked_for:
            options = replace(options, labels_from="folder")
        self._change(
            sources=self._given, asked=options, training_folder="", imports_training_set_only=False,
            mismatched_corpus="", folder="", shape=FolderShape.SORTED,
        )  # fmt: skip
        self._preview()

    def add_sources(self, sources: Sequence[Path]) -> None:
        """Add sources and preview all sources."""
        self.choose_sources([*dict.fromkeys((*self._given, *sources))])

    def choose_kind(self, kind: SourceKind) -> None:
        """Set the kind of the files, or "auto"."""
        self._set_options(kind=kind, has_header_row=None, **AUTO_COLUMN_OPTIONS)

    def choose_labels_from(self, source: LabelsFrom, words: str = "") -> None:
        """Set the source of labels. "header", "pattern" and "one" need `words`."""
        words = words.strip()
        self._are_labels_asked_for = True
        self._change(folder="", shape=FolderShape.SORTED)
        if source == "one":
            self._set_options(label=words or None, labels_from="none")
        elif source in ("header", "pattern") and words:
            self._set_options(label=None, labels_from=f"{source}:{words}")
        else:
            self._set_options(label=None, labels_from="none" if source == "pattern" else source)

    def take_several(self, *, is_wanted: bool) -> None:
        """Set whether documents may have several labels."""
        self._set_options(labels="several" if is_wanted else "one")

    def choose_use(self, columns: Sequence[str], use: Use) -> None:
        """Set the use of columns. A use in `SINGLE_USES` is given only to the first of these columns."""
        if self.state.plan is None or not columns:
            return
        uses = self.state.uses
        if use in SINGLE_USES:
            uses |= {name: "ignored" for name, old in uses.items() if old == use}
            columns = columns[:1]
        uses |= dict.fromkeys(columns, use)
        self._set_options(**options_of_uses(uses, self.state.asked))

    def choose_header_row(self, *, is_header: bool) -> None:
        """Set whether the first row is a header."""
        self._set_options(has_header_row=is_header, **AUTO_COLUMN_OPTIONS)

    def keep_duplicates(self, *, are_kept: bool) -> None:
        """Set whether duplicates are kept."""
        self._set_options(keep_duplicates=are_kept)

    def choose_corpus(self, name: str) -> None:
        """Choose an existing corpus as the target."""
        self._is_corpus_asked_for = True
        self._set_corpus(name, is_new=False)

    def name_new_corpus(self, name: str) -> None:
        """Choose a new corpus with this name as the target. If `name` is empty, the name is derived from the kind of
        the source.
        """
        self._set_corpus(name, is_new=True)

    def _set_corpus(self, name: str, *, is_new: bool) -> None:
        self._change(corpus=name.strip(), is_new_corpus=is_new)
        if self.state.sources:
            self._preview()

    def import_training_only(self, *, is_wanted: bool) -> None:
        """Set whether only the training set of a split source is imported."""
        plan = self.state.plan
        if plan is None or not self.state.training_folder:
            return
        parents = (file.path.parent.parent for file in plan.files)  # the parent of a file is its label's folder
        halves = tuple(dict.fromkeys(folder for folder in parents if folder.name == self.state.training_folder))
        sources = halves if is_wanted else self._given
        self._change(sources=sources, imports_training_set_only=is_wanted)
        self._preview()

    def start(self) -> None:
        """Start the import. If a preview is running, start when it has ended."""
        state = self.state
        self._is_start_wanted = state.can_start and state.is_looking
        if state.plan is not None and state.can_start and not state.is_looking:
            self.ordered.emit(state.sources, state.plan.options, state.corpus or state.default_corpus)

    def close(self) -> None:
        """Cancel the preview."""
        self._is_start_wanted = False
        self._asker.stop("plan")

    def _set_options(self, **changes: Any) -> None:
        self._change(asked=replace(self.state.asked, **changes))
        self._preview()

    def _preview(self) -> None:
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

    def _on_preview_succeeded(self, result: Preview) -> None:
        plan = result.plan
        is_strange = result.problem is not None or not result.fits_corpus
        if is_strange and not (self._is_corpus_asked_for or self.state.is_new_corpus):
            self._change(mismatched_corpus="" if result.problem is not None else result.corpus)
            self.name_new_corpus("")
            return
        is_new = plan.n_files > 0 and result.corpus not in self.state.corpora
        shape = folder_shape(plan, is_new=is_new)
        has_loose = shape in (FolderShape.MOSTLY_LOOSE, FolderShape.PARTLY_LOOSE)
        is_open = not self._are_labels_asked_for and not self.state.folder
        # In an existing collection, the name of a folder with loose files may be a label, for example Inbox.
        if is_open and shape is not FolderShape.SORTED and (is_new or not has_loose):
            self._change(folder=plan.sources[0].name, shape=shape)
            if LABELS_OF_SHAPE[shape] != "folder":
                self._set_options(labels_from=LABELS_OF_SHAPE[shape])
                return
        training = self.state.training_folder
        if not self.state.imports_training_set_only:
            training = next((half for half in plan.train_and_test_folders if "train" in half.lower()), "")
        corpus = first_free_name(folder_of(plan) or result.corpus, self.state.corpora) if is_new else result.corpus
        self._change(plan=plan, default_corpus=corpus, problem=result.problem, training_folder=training)
        if self._is_start_wanted:
            self.start()

    def _on_failed(self, error: Exception) -> None:
        self._is_start_wanted = False
        super()._on_failed(error)


LABELS_OF_SHAPE: Mapping[FolderShape, LabelsFrom] = {
    FolderShape.ONE_LABEL: "folder", FolderShape.NO_SUBFOLDERS: "none", FolderShape.MOSTLY_LOOSE: "none",
    FolderShape.PARTLY_LOOSE: "subfolder",
}  # fmt: skip
"""Shape of a folder to the source of labels that is used unless the user chooses one. For SORTED, the plan decides."""
UNSORTED_PLACES = (
    QStandardPaths.StandardLocation.DownloadLocation,
    QStandardPaths.StandardLocation.DesktopLocation,
    QStandardPaths.StandardLocation.DocumentsLocation,
)
"""Folders of the desktop, such as Downloads, whose names never become labels."""
MANY_KINDS, MAIN_KIND_SHARE = 4, 0.8
"""A folder counts as mixed if its files have at least `MANY_KINDS` kinds, and the most frequent kind has a smaller
share than `MAIN_KIND_SHARE`.
"""


def folder_shape(plan: SourcePlan, *, is_new: bool) -> FolderShape:
    """Return how the files of a single source folder are distributed among subfolders.

    Tables, and sources that are split into training and test set, count as SORTED. `is_new` is true if the files become
    a new collection.
    """
    is_by_folder = plan.options.labels_from == "folder" and plan.options.label is None and not plan.columns
    if not is_by_folder or plan.train_and_test_folders or not folder_of(plan) or not plan.n_by_label:
        return FolderShape.SORTED
    source = plan.sources[0]
    loose_labels = [file.label for file in plan.files if file.path.parent == source]
    if len({*loose_labels}) > 1:  # mails that name their own labels
        return FolderShape.SORTED
    if len(loose_labels) == len(plan.files):
        if [*plan.n_by_label] != [source.name]:
            return FolderShape.SORTED
        usual_names = {Path(path).name for place in UNSORTED_PLACES for path in QStandardPaths.standardLocations(place)}
        is_mixed = len(plan.n_files_by_kind) >= MANY_KINDS and max(
            plan.n_files_by_kind.values()
        ) < MAIN_KIND_SHARE * len(plan.files)
        is_unsorted = is_new or source.name in usual_names or is_mixed
        return FolderShape.NO_SUBFOLDERS if is_unsorted else FolderShape.ONE_LABEL
    if not loose_labels:
        return FolderShape.SORTED
    return FolderShape.MOSTLY_LOOSE if 2 * len(loose_labels) > len(plan.files) else FolderShape.PARTLY_LOOSE


def has_only_mailboxes(plan: SourcePlan) -> bool:
    """Return whether the sources are two or more mailbox files."""
    return plan.n_files > 1 and {*plan.n_files_by_kind} == {"mbox"}


def folder_of(plan: SourcePlan) -> str:
    """Return the name of the folder to import; empty if the source is a file, or if there are several sources."""
    is_folder = len(plan.sources) == 1 and all(file.path != plan.sources[0] for file in plan.files)
    return plan.sources[0].name if is_folder else ""


AUTO_COLUMN_OPTIONS: Mapping[str, Any] = {
    "text_column": None, "label_column": None, "numeric_columns": (), "categorical_columns": (), "weight_column": None,
    "ignored_columns": (),
}  # fmt: skip
"""Source options that let the preview detect the use of every column."""


def options_of_uses(uses: Mapping[str, Use], asked: SourceOptions) -> dict[str, Any]:
    """Return the source options for these column uses.

    If no column is the label, the options turn off label detection, which would otherwise choose a column itself.
    """
    names_by_use: dict[str, tuple[str, ...]] = {use: tuple(name for name in uses if uses[name] == use) for use in USES}
    text, label, weight = (next(iter(names_by_use[use]), None) for use in SINGLE_USES)
    labels_from = "none" if asked.labels_from in ("folder", "column") else asked.labels_from
    return {
        "text_column": text,
        "label_column": label,
        "label": asked.label if label is None else None,
        "labels_from": labels_from if label is None else "column",
        "numeric_columns": names_by_use["numeric"],
        "categorical_columns": names_by_use["categorical"],
        "weight_column": weight,
        "ignored_columns": names_by_use["ignored"],
    }


def preview_then_take(
    asker: RequestSender, place: WorkspaceSource, paths: Sequence[Path], take: Callable[[DropContent], object],
    show: Callable[[DropContent], object], corpus: str | None = None,
) -> None:  # fmt: skip
    """Preview paths. Then call `show` to open the import dialog, or `take` to import without it.

    `show` is called for tables, for sources that are split into training and test set, for mailboxes without labels,
    and for sources that do not fit the corpus.
    """
    dropped = DropContent(tuple(paths))

    def on_preview(result: Preview) -> None:
        plan = result.plan
        has_open_labels = has_only_mailboxes(plan) and not plan.n_by_label  # their names may be labels
        is_clear = not plan.columns and not plan.train_and_test_folders and not has_open_labels
        is_clear = is_clear and result.problem is None and result.fits_corpus
        (take if is_clear else show)(dropped)

    asker.ask(
        lambda context: preview(place, dropped.paths, SourceOptions(), corpus, context),
        then=on_preview,
        failed=lambda _error: take(dropped),
    )


@dataclass(frozen=True, slots=True)
class ReadingState:
    """State of the dialog with the extracted text of a file. While `document` and `problem` are None, the file is being
    read.
    """

    path: str = ""
    document: Document | None = None
    problem: Exception | None = None


class ReadingViewModel(PageModel[ReadingState, str]):
    """View model of the dialog with the extracted text.

    Reads one file, or one member of an archive, in a worker process.
    """

    def __init__(self, runner: Runner, path: str, member: str = "") -> None:
        super().__init__(runner, "what is read", ReadingState(path), member)

    def start(self) -> None:
        """Start reading."""
        path = self.state.path
        self._ask(
            lambda member, context: read_member(path, member, context),
            then=lambda document: self._change(document=document),
            topic="document",
        )

    def stop(self) -> None:
        """Cancel reading."""
        self._asker.stop()


@dataclass(frozen=True, slots=True)
class FoundMail:
    """A mail account, or a mail store of a mail program, that was found on this computer."""

    name: str
    """Name of the mail program."""
    detail: str
    """Account and path, as shown to the user."""
    paths: tuple[Path, ...]
    """The files and folders to import."""
    problem: str = ""
    """Sentence that says why the mail cannot be read; empty if it can."""


FindMail = Callable[[JobContext], Sequence[FoundMail]]
"""Function that searches for mail on this computer."""


@dataclass(frozen=True, slots=True)
class FirstRunState:
    """The state of the first-run page."""

    is_looking: bool = False
    found: tuple[FoundMail, ...] = ()
    ticked: frozenset[int] = field(default_factory=frozenset)
    """Indices into `found` of the ticked accounts."""

    @property
    def paths(self) -> tuple[Path, ...]:
        """The paths of the ticked accounts."""
        return tuple(path for index in sorted(self.ticked) for path in self.found[index].paths)


class FirstRunViewModel(PageModel[FirstRunState, FindMail]):
    """View model of the first-run page. It searches for mail once, when the page is first shown."""

    def __init__(self, runner: Runner, find: FindMail | None, commands: PageCommands) -> None:
        super().__init__(runner, "first run", FirstRunState(), find)
        self.commands, self._has_looked = commands, False

    def look(self) -> None:
        """Search for mail on this computer. Only the first call searches."""
        if not self._has_looked:
            self._has_looked = True
            self._ask(
                lambda find, context: find(context), then=self._on_found, failed=lambda _error: None,
                topic="mail", flag="is_looking", lane="long",
            )  # fmt: skip

    def tick(self, index: int, *, is_wanted: bool) -> None:
        """Tick or untick an account. An account that cannot be read stays unticked."""
        if not self.state.found[index].problem:
            change = self.state.ticked.union if is_wanted else self.state.ticked.difference
            self._change(ticked=change({index}))

    def _on_found(self, found: Sequence[FoundMail]) -> None:
        readable = [index for index, mail in enumerate(found) if not mail.problem]
        self._change(found=tuple(found), ticked=frozenset(readable[-1:]))


def mail_on_this_computer(_context: JobContext) -> list[FoundMail]:
    """Find the mail stores of known mail programs in the home folder. The mail is not read."""
    home, locked = Path.home(), QCoreApplication.translate("FirstRun", "the system denies access")
    stores = []
    for profile in find_profiles():
        path = profile.path
        short = f"~/{path.relative_to(home).as_posix()}" if path.is_relative_to(home) else str(path)
        problem = "" if profile.is_readable else locked
        stores.append(FoundMail(profile.program, f"{profile.name} · {short}", (path,), problem))
    return stores
