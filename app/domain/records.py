"""Frozen records that `app.store` returns: corpora, labels, documents, models, edits, file moves and arrivals."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Literal

from app.domain.documents import Document, TableSchema

CorpusKind = Literal["text", "mail", "table"]

DEFAULT_NAME = "home.bayleaf"
"""File name of the workspace that the window makes for itself."""


@dataclass(frozen=True, slots=True)
class Corpus:
    """A collection of documents that share one set of labels."""

    number: int
    name: str
    kind: CorpusKind
    schema: TableSchema | None
    """Columns of a table corpus; None for other kinds."""
    change_number: int
    """Number of the last change; each change increases it. A model that was trained at a smaller number is out of date.
    """
    takes_several: bool = False
    """True if a document may have several labels, False if labels exclude each other."""


@dataclass(frozen=True, slots=True)
class Label:
    """A label of one corpus."""

    number: int
    name: str
    colour: int
    """Index in the colour palette, from 0. A new label gets the next index."""
    key: str
    """Keyboard shortcut that assigns the label; empty if it has none."""
    documents: int
    """Number of documents with this label."""


@dataclass(frozen=True, slots=True)
class DuplicateLocation:
    """Location of a duplicate of a stored document."""

    path: str
    member: str
    label: str | None


@dataclass(frozen=True, slots=True)
class StoredDocument:
    """A document with its number in the workspace."""

    number: int
    corpus: str
    document: Document
    """The document, with its current label and weight."""
    duplicate_locations: tuple[DuplicateLocation, ...]
    """Where duplicates of the document were found. Duplicates are not stored again."""


@dataclass(frozen=True, slots=True)
class DocumentHeading:
    """Fields of one document that the table of documents shows. `length` counts characters of text."""

    number: int
    title: str
    sender: str
    date_s: int | None
    path: str
    member: str
    label: str | None
    length: int
    size_bytes: int = 0
    kind: str = "text"


@dataclass(frozen=True, slots=True)
class ImportCounts:
    """Counts of a finished import."""

    documents: int
    duplicates: int
    """Number of documents whose content was already stored."""
    conflicts: int
    """Duplicates whose label differs from the stored document's."""
    bytes: int
    failed: int


@dataclass(frozen=True, slots=True)
class ImportRecord:
    """One entry of the import history."""

    number: int
    corpus: str
    source: str
    report: ImportCounts


@dataclass(frozen=True, slots=True)
class ModelRecord:
    """A stored model without its bytes."""

    number: int
    name: str
    corpus: str | None
    """Name of its corpus; None after the corpus was deleted."""
    change_number: int
    """Change number of the corpus up to which the model is trained."""
    n_missing_changes: int
    """Number of later changes of the corpus, which the model has not learnt."""
    recipe: str
    """The recipe as JSON text."""
    evaluation: str | None
    """The evaluation as JSON text; None if the model was not evaluated."""
    size_bytes: int
    created_at: float
    changed_at: float
    checksum: bytes = b""
    n_lessons: int = 0
    """Number of lessons stored separately since the bytes were written."""
    written_at: float = 0.0
    """Unix time at which the bytes were written. Later lessons do not change it."""

    @property
    def stamp(self) -> tuple[int, bytes, float]:
        """Cache key of the stored model bytes. Lessons that are stored beside these bytes do not change the key."""
        return self.number, self.checksum, self.written_at


@dataclass(frozen=True, slots=True)
class DocumentChange:
    """How one document differs between two change numbers of its corpus."""

    document: int
    existed_before: bool
    exists_after: bool
    old_label: str | None
    """Label at the first change number.

    If the label was renamed since, this is its new name; likewise for `new_label`.
    """
    new_label: str | None
    old_weight: float
    new_weight: float


@dataclass(frozen=True, slots=True)
class CorpusChanges:
    """What changed in a corpus between two of its change numbers: after the first, up to and including the last."""

    first_change_number: int
    last_change_number: int
    document_changes: tuple[DocumentChange, ...]
    """One net change for each document that differs between the two change numbers."""
    single_changes: tuple[DocumentChange, ...] = ()
    """Every single change in order, of documents that still exist. Empty after an import, or if there are too many
    changes.
    """
    renamed_labels: dict[str, str] = field(default_factory=dict)
    """Renamed labels: old name → new name. Apply the new names before the changes of documents."""
    is_complete: bool = True
    """Whether a model becomes up to date by learning these changes.

    If not, recount the corpus: the change log was cut, or a document was deleted for good.
    """


@dataclass(frozen=True, slots=True)
class EditRecord:
    """One edit of the workspace, which can be undone or redone."""

    number: int
    kind: str
    """Kind of edit.

    `add`, `import`, `relabel`, `remove` and `move` are edits of documents. `several-labels` and `one-label` switch
    multi-label mode. `label-add`, `label-rename`, `label-merge`, `label-remove` and `label-look` are edits of labels.
    `corpus-add`, `corpus-rename` and `corpus-remove` are edits of corpora.
    """
    facts: dict[str, str]
    """Values for the sentence that describes the edit, such as the name of a label."""
    documents: int
    """Number of documents that the edit changed."""
    made_at: float = 0.0
    """Unix time in seconds."""


@dataclass(frozen=True, slots=True)
class VerdictRecord:
    """One entry of the classification history."""

    model: str
    path: str
    member: str = ""
    title: str = ""
    label: str | None = None
    """The judged label; None if the model was undecided, or if the file could not be read (see `problem`)."""
    probability: float | None = None
    is_unsure: bool = False
    problem: str = ""
    """Key of `FAILURE_REASONS`; empty if the file was read."""
    right_label: str | None = None
    """Label that a person gave as a correction; None without one."""
    document: int | None = None
    """Number of the stored document that the model learnt from the judged file; None if nothing was learnt."""
    judged_at: float = 0.0
    """Unix time in seconds."""
    number: int = 0
    """Number in the history; 0 before it is stored."""


MoveState = Literal["planned", "started", "done", "undoing", "undone", "failed"]


@dataclass(frozen=True, slots=True)
class FileMove:
    """A planned or performed move of a file to the folder of its label."""

    source: str
    """Path of the file, spelled exactly as the system returns it."""
    target: str
    label: str
    size_bytes: int
    action: Literal["move", "copy"] = "move"
    state: MoveState = "planned"
    reason: str = ""
    """Reason of a failure: a key of `FILING_SENTENCES` or `FAILURE_REASONS`; empty if the move did not fail."""
    changed_at: float = 0.0
    """Unix time of the last change of `state`."""
    number: int = 0
    """Number in the journal; 0 before it is stored."""
    batch: int = 0
    """Number shared by all moves that were planned together; 0 before they are stored."""
    n_new_folders: int = 0
    """Number of folders that the move created at the end of the target's path. Undo removes these folders."""
    text_layer_hash: str = ""
    """Hash of a copy with a text layer that is written to the target; empty if the file itself is moved.

    The text layer comes from OCR. The original file stays in its folder.
    """
    modified_ns: int = 0
    """Modification time of the filed file, in ns; 0 if it is unknown. Undo moves back only a file with this time."""


@dataclass(frozen=True, slots=True)
class FiledBatch:
    """Files that a person filed in one action, and that can be moved back together."""

    number: int
    n_files: int
    ended_at: float
    """Unix time of the last move."""


@dataclass(frozen=True, slots=True)
class RecipeRecord:
    """A recipe stored for comparison, without a model."""

    name: str
    recipe: str
    evaluation: str | None


@dataclass(frozen=True, slots=True)
class Problem:
    """A problem that `check` found. `code` is a key of `PROBLEM_SENTENCES`."""

    code: str
    detail: str


@dataclass(frozen=True, slots=True)
class WorkspaceInfo:
    """Key figures of a workspace: its size, schema version, corpora (name, number of documents) and models."""

    path: str
    size_bytes: int
    version: int
    documents: int
    corpora: tuple[tuple[str, int], ...]
    models: tuple[str, ...]
    is_read_only: bool
    is_older: bool
    """Whether the file has the schema of an older version of the program and was not migrated yet."""
    place: str | None
    """`network` or `synchronised` if the file is on such a drive, else None. These drives get a safer, slower journal
    mode.
    """


Revision = tuple[str, int, int]
"""Cache key of results about documents: corpus name, change number, and time at which the verdicts were stored."""
DocumentsRevision = tuple[int, int]
"""Cache key of results without verdicts: corpus number, change number."""
ModelsRevision = tuple[DocumentsRevision, tuple[tuple[str, int, float], ...]]
"""Cache key of results about models: the documents revision, then name, change number and storage time of each model.
"""


ArrivalState = Literal["due", "filed", "would", "stays", "asked", "later", "settled", "put back", "failed", "gone"]
"""State of an arrival.

- `due`: it is about to be filed.
- `filed`, `failed`: it was filed, or filing failed.
- `would`: the folder is watched as a trial (`WatchedPlace.is_trial`), which files nothing; otherwise it would be filed.
- `stays`: it is left in the watched folder.
- `asked`, `later`: it waits in the Inbox for a person's answer; `later` was postponed.
- `settled`: a person gave the answer.
- `put back`: it was filed, then moved back by a person.
- `gone`: the file no longer exists.
"""
WAITING_STATES: tuple[ArrivalState, ...] = ("asked", "later")
ANSWERED_STATES: tuple[ArrivalState, ...] = ("settled", "put back")


@dataclass(frozen=True, slots=True)
class Arrival:
    """A document that arrived in a watched folder or mailbox, with its verdict and state."""

    place: str
    """Path of the watched folder (`WatchedPlace.path`)."""
    path: str
    member: str = ""
    title: str = ""
    sender: str = ""
    content_hash: bytes = b""
    label: str | None = None
    probability: float | None = None
    score: float | None = None
    reason: str = ""
    """Code of the reason: why the verdict is unsure, which rule kept the file from being filed, or why an operation
    failed.
    """
    state: ArrivalState = "asked"
    right_label: str | None = None
    batch: int | None = None
    """Number of the batch of moves (`FiledBatch`) in which it was filed; None if it was not filed."""
    arrived_at: float = 0.0
    changed_at: float = 0.0
    number: int = 0


@dataclass(frozen=True, slots=True)
class SeenFile:
    """Size, modification time and inode number that a watched file had when it was last read."""

    path: str
    size_bytes: int
    modified_ns: int
    file_number: int


@dataclass(frozen=True, slots=True)
class WatchedPlace:
    """A folder, a Maildir or a mailbox that is watched, with its settings."""

    path: str
    file_to: str = ""
    """Path of the folder that contains the label folders; empty if nothing is filed."""
    model: str = ""
    """Name of the model; empty for the most recently changed one."""
    is_trial: bool = True
    """Whether the Inbox only reports what it would file, and files nothing."""
    is_paused: bool = False
    names: str = ""
    """Pattern for the new names of filed files; empty to keep their names."""
    with_layers: bool = False
    """Whether text from OCR is added to scanned PDF files when they are filed."""


@dataclass(frozen=True, slots=True)
class WatchRules:
    """Limits on what is filed without asking a person, in addition to the error limit of the spam filter."""

    allowed_senders: tuple[str, ...] = ()
    """Addresses or @domains whose mail is never filed as spam."""
    denied_senders: tuple[str, ...] = ()
    """Addresses or @domains whose mail is always filed as spam."""
    most_a_day: int = 200
    """Largest number of files that are filed per day without asking. Further files wait in the Inbox."""
    is_paused: bool = False
    lost_one_in: int | None = None
    """At most one good mail in this number may be filed as spam.

    0: no mail is filed as spam without asking. None: the thresholds of the filter decide.
    """


LETTER_RULES: dict[str, str] = {
    "person": "set by you",
    "mail": "from the mail’s headers",
    "date-word": "found after the word “date”",
    "date-line": "date on a line of its own",
    "first-date": "first date in the text (a guess)",
    "slashes": "the order of day and month is a guess",
    "file-time": "date of the file (a guess)",
    "from-word": "found after a word such as “from”",
    "company": "name of a company or office at the top",
    "signature": "name from the signature",
    "domain": "name from an address (a guess)",
    "first-line": "name from the first line (a guess)",
}
"""Rules by which date and sender of a letter are found, each with the words that tell a person where it was found."""
GUESSING_RULES = frozenset({"first-date", "slashes", "file-time", "domain", "first-line"})
"""Rules that are often wrong. The window shows a fact that they found as uncertain."""


@dataclass(frozen=True, slots=True)
class LetterFact:
    """The date or the sender of a letter, with the rule by which it was found. All fields are empty if no rule found
    one.
    """

    value: str = ""
    rule: str = ""
    """The rule that found the value, as a key of `LETTER_RULES`."""
    words: str = ""
    """The part of the letter that matched the rule."""

    @property
    def is_guess(self) -> bool:
        """Whether the rule is one of GUESSING_RULES."""
        return self.rule in GUESSING_RULES


@dataclass(frozen=True, slots=True)
class LetterFacts:
    """Date (ISO 8601) and sender of a letter."""

    date: LetterFact = LetterFact()
    sender: LetterFact = LetterFact()
    letter: bytes = b""
    """Content hash of the letter, the key for a person's corrections; empty if the document has none."""
    script: str = ""
    """Writing system of the pages read by OCR; empty without such pages."""
