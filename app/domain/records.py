"""Records that the workspace hands out: frozen, without arrays and without SQL.

Arrivals in watched places, and the rules by which they are filed without being asked for.
"""

from __future__ import annotations

from dataclasses import field
from typing import Literal

from app.domain.documents import Document, TableSchema
from nbengine.lazy_dataclasses import dataclass

CorpusKind = Literal["text", "mail", "table"]


@dataclass(frozen=True, slots=True)
class Corpus:
    """A collection of documents that are labelled alike."""

    number: int
    name: str
    kind: CorpusKind
    schema: TableSchema | None
    """The columns of a table corpus."""
    change_number: int
    """Grows with every change; a model that holds a smaller one is behind."""
    takes_several: bool = False
    """True if a document may have several labels; else they exclude each other."""


@dataclass(frozen=True, slots=True)
class Label:
    """A label of one corpus."""

    number: int
    name: str
    colour: int
    """Of the palette, counted from 0; labels take the next one as they appear."""
    key: str
    """The key that gives this label, or nothing."""
    documents: int
    """The number of documents that carry it."""


@dataclass(frozen=True, slots=True)
class FoundPlace:
    """Another place where the content of a document was found."""

    path: str
    member: str
    label: str | None


@dataclass(frozen=True, slots=True)
class StoredDocument:
    """A document as the workspace keeps it."""

    number: int
    corpus: str
    document: Document
    """With the label and weight that it has now."""
    places: tuple[FoundPlace, ...]
    """Duplicates that were folded into it."""


@dataclass(frozen=True, slots=True)
class Heading:
    """The row of one document in a table of documents."""

    number: int
    title: str
    sender: str
    date_s: int | None
    path: str
    member: str
    label: str | None
    length: int


@dataclass(frozen=True, slots=True)
class ImportCounts:
    """The counts of an import that settled."""

    documents: int
    duplicates: int
    """Found again with the same content: counted here, kept once."""
    conflicts: int
    """Duplicates with another label than the first."""
    bytes: int
    failed: int


@dataclass(frozen=True, slots=True)
class ImportRecord:
    """One line of the history of imports."""

    number: int
    corpus: str
    source: str
    report: ImportCounts


@dataclass(frozen=True, slots=True)
class ModelRecord:
    """A kept model, without its bytes."""

    number: int
    name: str
    corpus: str | None
    """None once its corpus is gone."""
    change_number: int
    """Of its corpus when the model last caught up."""
    behind: int
    """The number of changes of its corpus that it does not hold yet."""
    recipe: str
    """JSON, as it was given."""
    evaluation: str | None
    """JSON, as it was given."""
    size_bytes: int
    created_at: float
    changed_at: float
    checksum: bytes = b""
    n_lessons: int = 0
    """Lessons that are kept beside its bytes."""
    written_at: float = 0.0
    """The time its bytes were written; lessons are kept beside them later."""

    @property
    def stamp(self) -> tuple[int, bytes, float]:
        """The same as long as the bytes are, whatever lessons are kept beside them."""
        return self.number, self.checksum, self.written_at


@dataclass(frozen=True, slots=True)
class DocumentChange:
    """The difference between two moments in the state of one document."""

    document: int
    was_there: bool
    is_there: bool
    old_label: str | None
    """By its present name, as is the new one."""
    new_label: str | None
    old_weight: float
    new_weight: float


@dataclass(frozen=True, slots=True)
class Changes:
    """The changes of a corpus since a change number."""

    first: int
    last: int
    documents: tuple[DocumentChange, ...]
    """One for each document that differs, all that happened to it taken together."""
    steps: tuple[DocumentChange, ...] = ()
    """Each single step, in its order, as far as its document is still there; none where documents were imported, or
    where there are many."""
    renamed: dict[str, str] = field(default_factory=dict)
    """Labels under another name than then: apply these first."""
    is_complete: bool = True
    """False where the log or a document was since removed for good: count the corpus anew instead."""


@dataclass(frozen=True, slots=True)
class EditRecord:
    """One step that can be undone, or done again."""

    number: int
    kind: str
    """add, import, relabel, remove, move,
    several-labels, one-label, label-add, label-rename, label-merge, label-remove, label-look,
    corpus-add, corpus-rename, corpus-remove"""
    facts: dict[str, str]
    """Names that a sentence about it needs."""
    documents: int
    made_at: float = 0.0
    """Unix time in seconds."""


@dataclass(frozen=True, slots=True)
class VerdictRecord:
    """One line of the history of what was classified."""

    model: str
    path: str
    member: str = ""
    title: str = ""
    label: str | None = None
    """None where the model could not decide, or could not read it: then there is a problem."""
    probability: float | None = None
    is_unsure: bool = False
    problem: str = ""
    """A code of `FAILURE_REASONS`, or nothing."""
    right_label: str | None = None
    """The label that a person gave afterwards; None where nobody did."""
    document: int | None = None
    """The document it was learnt as, if it was."""
    judged_at: float = 0.0
    number: int = 0


MoveState = Literal["planned", "started", "done", "undoing", "undone", "failed"]


@dataclass(frozen=True, slots=True)
class FileMove:
    """A file that is to go, or went, to the folder of its label."""

    source: str
    """Exactly as the system names it."""
    target: str
    label: str
    size_bytes: int
    action: Literal["move", "copy"] = "move"
    state: MoveState = "planned"
    reason: str = ""
    """The reason of a failure: a code of `FAILURE_REASONS` or of the store's; empty where there was none."""
    changed_at: float = 0.0
    number: int = 0
    batch: int = 0
    n_new_folders: int = 0
    """So many folders at the end of the target's path were made for it."""
    layer: str = ""
    """The digest of the file with a layer of text that goes to the target, while the original is kept; empty where the
    file goes there as it is."""


@dataclass(frozen=True, slots=True)
class RecipeRecord:
    """A recipe kept for comparison, without a model."""

    name: str
    recipe: str
    evaluation: str | None


@dataclass(frozen=True, slots=True)
class Problem:
    """Something that `check` found wrong."""

    code: str
    detail: str


@dataclass(frozen=True, slots=True)
class WorkspaceInfo:
    """A workspace in figures."""

    path: str
    size_bytes: int
    version: int
    documents: int
    corpora: tuple[tuple[str, int], ...]
    models: tuple[str, ...]
    is_read_only: bool
    is_older: bool
    """Made by an earlier version of this program, and not brought up to date yet."""
    place: str | None
    """`network` or `synchronised` where a safer, slower journal is used."""


Revision = tuple[str, int, int]
"""Of which corpus, after which change, and by which verdicts something is so."""
DocumentsRevision = tuple[int, int]
"""Of which corpus, by its number, and after which change something is so."""
ModelsRevision = tuple[DocumentsRevision, tuple[tuple[str, int, float], ...]]
"""Of which documents something is so, and by which models: each by name, the change it holds, and when it was kept."""


ArrivalState = Literal["due", "filed", "would", "stays", "asked", "later", "settled", "put back", "failed", "gone"]
"""due: will be filed next; would: a trial's; asked and later: in the tray; settled: a person said; gone: not there."""
WAITING: tuple[ArrivalState, ...] = ("asked", "later")
HANDS_OFF: tuple[ArrivalState, ...] = ("settled", "put back")


@dataclass(frozen=True, slots=True)
class Arrival:
    """A document that came to a watched place, with its verdict and what became of it."""

    place: str
    path: str
    member: str = ""
    title: str = ""
    sender: str = ""
    content_hash: bytes = b""
    label: str | None = None
    probability: float | None = None
    score: float | None = None
    reason: str = ""
    """The doubt of an unsure one, the rule that kept it, or why it could not be read or filed."""
    state: ArrivalState = "asked"
    right_label: str | None = None
    batch: int | None = None
    """Of the journal of files moved."""
    arrived_at: float = 0.0
    changed_at: float = 0.0
    number: int = 0


@dataclass(frozen=True, slots=True)
class SeenFile:
    """A file as it was when it was last taken."""

    path: str
    size_bytes: int
    modified_ns: int
    file_number: int


@dataclass(frozen=True, slots=True)
class WatchedPlace:
    """A folder, a Maildir or a mailbox that is watched."""

    path: str
    file_to: str = ""
    """The folder that has the folders of labels; empty where nothing is filed."""
    model: str = ""
    """By default the one that changed last."""
    is_trial: bool = True
    """It only says what it would do."""
    is_paused: bool = False
    names: str = ""
    """A pattern for the names that filed files get; empty where they keep theirs."""
    with_layers: bool = False
    """The text that was recognised is written into scanned PDFs as they are filed."""


@dataclass(frozen=True, slots=True)
class WatchRules:
    """Limits to what is filed without asking, beyond what the filter's own promise allows."""

    allowed_senders: tuple[str, ...] = ()
    """Addresses or @domains whose mail is never filed as spam."""
    denied_senders: tuple[str, ...] = ()
    """Addresses or @domains whose mail is filed as spam whatever it says."""
    most_a_day: int = 200
    """Files filed in a day without being asked; the rest waits in the tray."""
    is_paused: bool = False
    lost_one_in: int | None = None
    """At most one good mail in so many may be filed as spam; 0 files none, None leaves it to the filter's own marks."""


NAME_RULES: dict[str, str] = {
    "person": "said by you",
    "mail": "said by the mail",
    "date-word": "called the date",
    "date-line": "stands by itself",
    "first-date": "the first date: a guess",
    "slashes": "day and month may be the other way round: a guess",
    "file-time": "the file's own time: a guess",
    "from-word": "called the sender",
    "company": "a firm or an office at the head",
    "signature": "the signature",
    "domain": "an address: a guess",
    "first-line": "the first line: a guess",
}
"""Rules by which the date and the sender of a letter are found: code to what they go by."""
GUESSES = frozenset({"first-date", "slashes", "file-time", "domain", "first-line"})


@dataclass(frozen=True, slots=True)
class Fact:
    """Something that a letter says of itself, the rule that found it, and the words it went by."""

    value: str = ""
    rule: str = ""
    """A code of `NAME_RULES`."""
    words: str = ""

    @property
    def is_guess(self) -> bool:
        """Tell whether the rule takes the first that comes."""
        return self.rule in GUESSES


@dataclass(frozen=True, slots=True)
class LetterFacts:
    """The date of a letter, in ISO form, and its sender."""

    date: Fact = Fact()
    sender: Fact = Fact()
    letter: bytes = b""
    """The hash of its content, by which a person's corrections are kept; empty where it has none."""
    script: str = ""
    """The script of its pages that were read off their pictures; empty where there are none."""
