"""Group unlabelled documents, choose which documents to label next, estimate the accuracy on the rest, and store
labels.

A *pile* is what this module works on: the documents of a collection, or a random sample of a large collection. A
`QuestionAsker` caches the expensive computations about a pile. It reads the labels again for each batch of questions,
because other windows and commands can change them. It does not see documents that are added or removed later; then a
new `QuestionAsker` must be created. A `SortingService` may be used from any thread; a lock serialises its calls.
"""

from __future__ import annotations

import threading
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from enum import Enum

import numpy as np
import numpy.typing as npt

from app.domain.confidence import expected_error_rate, is_unsure_verdict, meets_error_limit
from app.domain.documents import label_set_name, split_label_set
from app.domain.errors import ModelError, NotFound
from app.domain.jobs import JobContext
from app.domain.records import Corpus
from app.domain.results import DocumentVerdict
from app.library.engine_errors import translate_engine_errors
from app.library.recipes import default_rules
from app.library.saved_models import StoredModel, load_current_model
from app.library.training_data import choose_stored_rules, ensure_counted, find_corpus, load_counts, rules_key
from app.library.verdict_columns import display_text_of, judge_stored_documents, titles_of_documents
from app.store.documents import NO_LABEL
from app.store.workspace import Workspace, WorkspaceSource, open_for_reading, open_for_writing
from nbengine.active_learning.asking import MIN_RANDOM_ANSWERS as MIN_RANDOM_ANSWERS
from nbengine.active_learning.asking import (
    DocumentsToLabel,
    DocumentToAsk,
    LabelProbabilities,
    choose_next_questions,
    estimate_labelling,
    find_suspect_answers,
)
from nbengine.active_learning.groups import (
    NO_GROUP,
    DocumentGroup,
    find_groups,
    halve_group,
    make_group,
    make_unit_rows,
)
from nbengine.counts import CountMatrix, FloatArray, IntArray
from nbengine.text.token_rules import TokenRules
from nbengine.text.vocabulary import Vocabulary
from nbengine.trust.verdicts import ERROR_LIMITS as ERROR_LIMITS
from nbengine.trust.verdicts import LIMIT_CONFIDENCE, fewest_documents_to_prove


class QuestionReason(Enum):
    """Why a document was chosen to be labelled next."""

    CHANCE = "chance"
    TYPICAL = "typical"
    BETWEEN = "between"
    UNLIKE = "unlike"


@dataclass(frozen=True, slots=True)
class PileGroup:
    """A group of similar documents without a label."""

    name: str
    """The most characteristic words of the group. If none of them is readable, the most frequent label of similar
    documents.
    """
    words: tuple[str, ...]
    documents: tuple[int, ...]
    """Numbers of the unlabelled documents in the group."""
    core: tuple[int, ...]
    """Numbers of the documents that clearly belong to the group, a subset of `documents`."""
    typical: tuple[int, ...]
    """Numbers of typical documents."""
    label: str | None = None
    """The most frequent label among labelled documents that are similar to the group; None if there are none.

    `documents` does not include these labelled documents.
    """
    is_new: bool = False
    """True if the documents were imported later than the others and differ from all earlier documents."""


@dataclass(frozen=True, slots=True)
class PileQuestion:
    """A question to the user: which label should this document get?"""

    number: int
    title: str
    path: str
    labels: Mapping[str, float]
    """Label to its probability for the document, the most probable first. Only the most probable labels are
    included.
    """
    asked_for: QuestionReason
    """The reason why the document was chosen."""
    n_alike: int
    """Number of similar documents that this document represents."""

    @property
    def reason(self) -> str:
        """The reason why the document was chosen, in English, for the command line."""
        first = list(self.labels)[:2]
        match self.asked_for:
            case QuestionReason.CHANCE:
                return "drawn by chance, so that the figure stays honest"
            case QuestionReason.BETWEEN if len(first) > 1:
                return f"between {first[0]} and {first[1]}"
            case QuestionReason.UNLIKE:
                return "unlike everything that has a label"
        return f"typical of {self.n_alike:,} documents that are alike" if self.n_alike > 1 else "unlike most others"


@dataclass(frozen=True, slots=True)
class PileText:
    """Number, title and text of a document, to be shown on the page."""

    number: int
    title: str
    text: str


@dataclass(frozen=True, slots=True)
class LabelledDocuments:
    """Documents that got the same labels in one step, and these labels. Undo needs both."""

    numbers: tuple[int, ...]
    labels: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class SuspectLabel:
    """A label that a person gave although similar documents have another label."""

    number: int
    title: str
    label: str
    likelier: str
    n_alike: int
    """Number of similar documents that have the label `likelier`."""


@dataclass(frozen=True, slots=True)
class QuestionBatch:
    """Documents to label next, and the estimated accuracy of a model that is trained on the labels so far."""

    corpus: str
    documents: tuple[PileQuestion, ...]
    n_unlabelled: int
    n_labelled: int
    labels: tuple[str, ...]
    expected_accuracy: float | None
    """Estimated share of the unlabelled documents that the model would label correctly, from 0 to 1.

    None if too few randomly chosen documents have been labelled.
    """
    low: float
    """Lower end of the confidence interval of `expected_accuracy`."""
    high: float
    """Upper end of the confidence interval of `expected_accuracy`."""
    n_random_answers: int
    """Number of labelled documents in the random sample on which the accuracy is measured."""
    expected_gain: float | None
    """Expected increase of `expected_accuracy` after ten more answers; None if it cannot be estimated."""
    has_enough_answers: bool
    """True if more answers would hardly raise the accuracy, or if every document has a label."""
    suspects: tuple[SuspectLabel, ...] = ()
    takes_several: bool = False
    """Whether a document may have several labels."""
    used_labels: tuple[str, ...] = ()
    """The labels that documents of the pile have."""


MAX_UNLABELLED, MAX_LABELLED = 20_000, 5_000
"""Maximum numbers of unlabelled and of labelled documents in a pile. If there are more, a random sample is used."""
MAX_LABELLED_TOGETHER = 10
"""If a step labels more documents than this, they do not count as labelled one by one."""
MIN_EARLY_SHARE = 2 / 3
"""Groups are first formed from the earliest imports that contain at least this share of the documents.

Documents of later imports are then added to these groups or form new ones.
"""


@dataclass(frozen=True, slots=True, eq=False)
class PileLabels:
    """The labels of the documents in a pile at one time, one entry per row of `PileDocuments`."""

    labels_of_row: tuple[tuple[str, ...], ...]
    is_by_hand: npt.NDArray[np.bool_]
    """(n_documents,): whether a person gave the label, and not a model."""
    is_one_by_one: npt.NDArray[np.bool_]
    """(n_documents,): whether a person gave the label in a step for at most `MAX_LABELLED_TOGETHER` documents."""
    n_unlabelled: int
    """Number of unlabelled documents in the whole collection. The pile may be a sample of them."""
    n_labelled: int
    label_names: tuple[str, ...]
    """All labels of the collection, in its order."""

    @property
    def has_label(self) -> npt.NDArray[np.bool_]:
        """(n_documents,): whether the document has a label."""
        return np.array([bool(labels) for labels in self.labels_of_row], np.bool_)


@dataclass(frozen=True, slots=True, eq=False)
class PileDocuments:
    """The documents of a pile with their word counts, one document per row."""

    corpus: Corpus
    numbers: IntArray
    """(n_documents,): document numbers, ascending."""
    counts: CountMatrix
    vocabulary: Vocabulary
    import_numbers: IntArray
    """(n_documents,): the number of the import that added the document."""

    @property
    def random_numbers(self) -> FloatArray:
        """(n_documents,): a number for each document that never changes. Random questions are asked in ascending order
        of it.
        """
        return random_number_per_document(self.numbers)

    @property
    def n_early(self) -> int:
        """Number of rows from the earliest imports that together have at least the share `MIN_EARLY_SHARE` of the
        documents.
        """
        ends = np.flatnonzero(np.diff(self.import_numbers) != 0) + 1
        late = ends[ends >= MIN_EARLY_SHARE * len(self.import_numbers)]
        return int(late[0]) if len(late) else len(self.import_numbers)


def random_number_per_document(numbers: IntArray) -> FloatArray:
    """Return a number between 0 and 1 for each document, a hash of the number of the document.

    The random order of questions must not change between sessions, so it depends on the document numbers alone.
    """
    mixed = numbers.astype(np.uint64) * np.uint64(0x9E3779B97F4A7C15)
    for shift, factor in ((30, 0xBF58476D1CE4E5B9), (27, 0x94D049BB133111EB)):
        mixed = (mixed ^ (mixed >> np.uint64(shift))) * np.uint64(factor)
    return np.asarray((mixed ^ (mixed >> np.uint64(31))).astype(np.float64) / 2.0**64)


def read_pile(place: WorkspaceSource, name: str | None, context: JobContext) -> tuple[PileDocuments, PileLabels]:
    """Read the documents and labels of a corpus. Words of documents that were not counted before are counted first."""
    with open_for_reading(place) as workspace:
        corpus = find_corpus(workspace, name)
        rules = default_rules("mail" if corpus.kind == "mail" else "text")  # by which an import counts it
        key = rules_key(choose_stored_rules(workspace, corpus.name, rules))
        if not len(workspace.segments.uncounted_documents(corpus.name, key)):
            return read_pile_documents(workspace, corpus, rules, context)
    with open_for_writing(place) as workspace:
        return read_pile_documents(workspace, corpus, rules, context)


def has_no_labels(place: WorkspaceSource, corpus: str) -> bool:
    """Return whether no document of the corpus has a label. Always False for tables, which can be used without
    labels.
    """
    with open_for_reading(place) as workspace:
        return workspace.corpora.get(corpus).kind != "table" and not any(workspace.documents.label_counts(corpus))


def read_pile_documents(
    workspace: Workspace, corpus: Corpus, rules: TokenRules, context: JobContext
) -> tuple[PileDocuments, PileLabels]:
    """Return the documents and labels of a corpus.

    At most `MAX_LABELLED` labelled and `MAX_UNLABELLED` unlabelled documents are drawn at random.
    """
    counted = ensure_counted(workspace, corpus.name, rules, context)
    context.checkpoint(phase="reading counts")
    columns = workspace.documents.columns(corpus.name)
    rows = np.flatnonzero(np.isin(columns.document_numbers, counted.segments.document_numbers))
    random_order, has_label = (
        random_number_per_document(columns.document_numbers[rows]),
        columns.label_indices[rows] != NO_LABEL,
    )
    samples = [
        rows[is_in][np.argsort(random_order[is_in], kind="stable")[:most]]
        for is_in, most in ((has_label, MAX_LABELLED), (~has_label, MAX_UNLABELLED))
    ]
    rows = np.sort(np.concatenate(samples))
    numbers = columns.document_numbers[rows]
    counts = load_counts(workspace, counted, numbers)
    pile = PileDocuments(corpus, numbers, counts, counted.vocabulary, columns.import_numbers[rows])
    return pile, read_pile_labels(workspace, corpus.name, pile.numbers)


def read_pile_labels(workspace: Workspace, corpus: str, numbers: IntArray) -> PileLabels:
    """Return the present labels of the documents with these numbers. A deleted document counts as unlabelled."""
    with workspace.snapshot():
        columns = workspace.documents.columns(corpus)
        by_hand, one_by_one = (
            workspace.labels.labelled_by_hand(corpus, most) for most in (None, MAX_LABELLED_TOGETHER)
        )
        names = workspace.labels.names(corpus)
    label_sets = [split_label_set(name) for name in columns.label_names]
    set_of_row = np.full(len(numbers), NO_LABEL)
    _, stored_rows, pile_rows = np.intersect1d(
        columns.document_numbers, numbers, assume_unique=True, return_indices=True
    )
    set_of_row[pile_rows] = columns.label_indices[stored_rows]
    n_labelled = int((columns.label_indices != NO_LABEL).sum())
    return PileLabels(
        tuple(label_sets[number] if number != NO_LABEL else () for number in set_of_row.tolist()),
        np.isin(numbers, by_hand),
        np.isin(numbers, one_by_one),
        len(columns.document_numbers) - n_labelled,
        n_labelled,
        tuple(dict.fromkeys(label for name in names for label in split_label_set(name))),
    )


MAX_GROUP_WORDS, NAMING_WORDS = 5, 3
HEADING_PREFIXES = ("subject:",)
"""Prefixes of words from mail headers that describe the topic of the mail."""


def find_unlabelled_groups(
    place: WorkspaceSource, corpus: str | None, context: JobContext
) -> tuple[str, tuple[PileGroup, ...]]:
    """Return the name of the corpus, and the groups of its unlabelled documents, largest first."""
    documents, labels = read_pile(place, corpus, context)
    context.checkpoint(phase="grouping")
    return documents.corpus.name, group_unlabelled_documents(documents, labels)


def group_unlabelled_documents(documents: PileDocuments, labels: PileLabels) -> tuple[PileGroup, ...]:
    """Return the groups of the unlabelled documents, largest first."""
    has_other_label, rows = labels.has_label & ~labels.is_by_hand, None
    if has_other_label.any() and labels.has_label.mean() > 0.5:  # new documents in a collection that has labels
        label_numbers = {name: number for number, name in enumerate(labels.label_names)}
        label_of_row = np.array([label_numbers[own[0]] if own else NO_GROUP for own in labels.labels_of_row], np.int64)
        groups = find_groups(documents.counts, labels=label_of_row)
    else:
        rows = np.flatnonzero(~has_other_label)
        groups = find_groups(documents.counts[rows], int(np.searchsorted(rows, documents.n_early)))
    described = (describe_group(documents, labels, group, rows) for group in groups)
    return tuple(sorted((one for one in described if one.documents), key=lambda one: -len(one.documents)))


def describe_group(
    documents: PileDocuments, labels: PileLabels, group: DocumentGroup, rows: IntArray | None = None
) -> PileGroup:
    """Return a group with the numbers of its unlabelled documents, its characteristic words and its name.

    `rows` has the row in `documents` for each row of `group`; None if the rows are the same.
    """
    rows = np.arange(len(documents.numbers)) if rows is None else rows

    def unlabelled_numbers(group_rows: IntArray) -> tuple[int, ...]:
        pile_rows = rows[group_rows]
        return tuple(documents.numbers[pile_rows[~labels.has_label[pile_rows]]].tolist())

    label_counts = Counter(name for row in rows[group.members].tolist() for name in labels.labels_of_row[row])
    words = readable_words(documents.vocabulary.words_of(group.words))
    label = label_counts.most_common(1)[0][0] if label_counts else None
    members, typical = unlabelled_numbers(group.members), unlabelled_numbers(group.typical_members)
    return PileGroup(
        name=", ".join(words[:NAMING_WORDS]) or (label or ""),
        words=tuple(words),
        documents=members,
        core=unlabelled_numbers(group.core_members),
        typical=typical or members[:NAMING_WORDS],
        label=label,
        is_new=group.is_new,
    )


def readable_words(words: list[str]) -> list[str]:
    """Return up to `MAX_GROUP_WORDS` of the words that describe a topic. Words of one character come last.

    Words of sender and routing headers are left out. A word is also left out if it contains a word that was taken
    before, or is a part of it.
    """
    candidates = [
        word.removeprefix(HEADING_PREFIXES[0]) for word in words if ":" not in word or word.startswith(HEADING_PREFIXES)
    ]
    chosen: list[str] = []
    for word in sorted(dict.fromkeys(candidates), key=lambda word: len(word) < 2):
        if any(map(str.isalnum, word)) and not any(word in other or other in word for other in chosen):
            chosen.append(word)
    return chosen[:MAX_GROUP_WORDS]


MAX_OFFERED_LABELS = 9
MIN_OFFERED_SHARE = 0.005
"""Minimum probability of a label that is offered as an answer."""


def next_documents(place: WorkspaceSource, corpus: str | None, n_asked: int, context: JobContext) -> QuestionBatch:
    """Return which documents to label next."""
    documents, labels = read_pile(place, corpus, context)
    with open_for_reading(place) as workspace:
        return QuestionAsker(documents).ask(workspace, n_asked, labels=labels)


class QuestionAsker:
    """Chooses which documents of a pile to ask about. Not thread-safe."""

    def __init__(self, documents: PileDocuments) -> None:
        self.documents = documents
        self._rows = make_unit_rows(documents.counts)
        self._pile: DocumentsToLabel | None = None

    def ask(
        self,
        workspace: Workspace,
        n_asked: int,
        skipped: frozenset[int] = frozenset(),
        labels: PileLabels | None = None,
    ) -> QuestionBatch:
        """Return the next `n_asked` questions. Documents with the numbers in `skipped` are not asked about.

        If `labels` is None, the labels are read from the workspace.
        """
        corpus = self.documents.corpus.name
        labels = labels or read_pile_labels(workspace, corpus, self.documents.numbers)
        is_skipped = np.isin(self.documents.numbers, list(skipped))
        # Only unlabelled documents, and those that a person labelled singly, are in the random order. A skipped
        # document would stay a gap in the order, and the sample ends where a tenth of the order is unanswered.
        is_left_out = (labels.has_label & ~labels.is_one_by_one) | (is_skipped & ~labels.has_label)
        random_order = np.where(is_left_out, np.inf, self.documents.random_numbers)
        if self._pile is None:
            self._pile = DocumentsToLabel(self._rows, random_order)
        pile = self._pile
        pile.set_random_order(random_order)
        label_numbers = {name: number for number, name in enumerate(labels.label_names)}
        labels_of_row = labels.labels_of_row
        # Of many answers only the last ones are learnt, so those that were given singly come last.
        order = np.argsort(labels.is_one_by_one, kind="stable").tolist()
        answers = {
            row: tuple(label_numbers[name] for name in labels_of_row[row]) for row in order if labels_of_row[row]
        }
        excludes = not workspace.corpora.get(corpus).takes_several
        judgement = pile.judge.judge(answers, is_exclusive=excludes) if answers else None
        questions = choose_next_questions(
            pile, answers, judgement, n_asked, frozenset(np.flatnonzero(is_skipped).tolist())
        )
        figures, suspects = estimate_labelling(pile, answers, judgement), find_suspect_answers(pile, judgement)
        rows = np.array([*(one.row for one in questions), *(one.row for one in suspects)], np.int64)
        headings = workspace.documents.headings(self.documents.numbers[rows].tolist())
        paths = {heading.number: heading.member or heading.path for heading in headings}
        titles = {number: title or paths[number] for number, title in titles_of_documents(workspace, headings).items()}
        return QuestionBatch(
            corpus=corpus,
            documents=tuple(
                self._question(one, judgement, labels.label_names, titles[number], paths[number])
                for one in questions
                if (number := self._number(one.row)) in titles
            ),
            n_unlabelled=labels.n_unlabelled,
            n_labelled=labels.n_labelled,
            labels=labels.label_names,
            expected_accuracy=figures.share_right,
            low=figures.lower_bound,
            high=figures.upper_bound,
            n_random_answers=figures.n_random_answers,
            expected_gain=figures.expected_gain,
            has_enough_answers=figures.has_enough_answers or not questions,
            takes_several=not excludes,
            used_labels=tuple(sorted({name for names in labels_of_row for name in names})),
            suspects=tuple(
                SuspectLabel(
                    number,
                    titles[number],
                    labels_of_row[one.row][0],
                    labels.label_names[one.suggested_label],
                    one.n_agreeing_neighbours,
                )
                for one in suspects
                if (number := self._number(one.row)) in titles
            ),
        )

    def _number(self, row: int) -> int:
        return int(self.documents.numbers[row])

    def _question(
        self, question: DocumentToAsk, judgement: LabelProbabilities | None, names: Sequence[str], title: str, path: str
    ) -> PileQuestion:
        likely: dict[str, float] = {}
        if judgement is not None:
            shares = judgement.probabilities[question.row]
            order = np.argsort(-shares, kind="stable")[:MAX_OFFERED_LABELS]
            likely = {
                names[int(judgement.label_numbers[column])]: float(shares[column])
                for column in order.tolist()
                if shares[column] >= MIN_OFFERED_SHARE
            }
        number = self._number(question.row)
        return PileQuestion(number, title, path, likely, QuestionReason(question.reason), question.n_in_region)


MAX_SHOWN_CHARACTERS = 20_000


class SortingService:
    """What the Sort page needs from one workspace: groups, questions, and storing answers. Thread-safe."""

    def __init__(self, place: WorkspaceSource) -> None:
        self._place, self._lock = place, threading.Lock()
        self._asker: QuestionAsker | None = None
        self._corpus = ""

    def open(self, corpus: str, context: JobContext) -> tuple[PileGroup, ...]:
        """Read a corpus and return its groups. All later calls of other methods are about this corpus."""
        documents, labels = read_pile(self._place, corpus, context)
        context.checkpoint(phase="grouping")
        groups = group_unlabelled_documents(documents, labels)
        asker = QuestionAsker(documents)
        with self._lock:
            self._asker, self._corpus = asker, corpus
        return groups

    def ask(self, n_asked: int, skipped: frozenset[int], _context: JobContext) -> QuestionBatch:
        """Return the next questions, and the estimated accuracy."""
        with self._lock, open_for_reading(self._place) as workspace:
            return self._require_asker().ask(workspace, n_asked, skipped)

    def read_texts(self, numbers: Sequence[int], _context: JobContext) -> tuple[PileText, ...]:
        """Return the titles and texts of documents, each cut to `MAX_SHOWN_CHARACTERS`.

        Deleted documents are left out.
        """
        with open_for_reading(self._place) as workspace:
            headings = workspace.documents.headings(numbers)
            titles = titles_of_documents(workspace, headings)
            texts = []
            for heading in headings:
                stored = workspace.documents.get(heading.number)
                text = display_text_of(stored.document, workspace.corpora.get(stored.corpus).schema)
                title = titles[heading.number] or heading.member or heading.path
                texts.append(PileText(heading.number, title, text[:MAX_SHOWN_CHARACTERS]))
            return tuple(texts)

    def give_labels(
        self, numbers: Sequence[int], labels: Sequence[str], _context: JobContext, known: Sequence[str] = ()
    ) -> LabelledDocuments:
        """Give labels to those of the documents that have none. Return the documents that got the labels.

        `known` has the labels that the window showed.

        Raises:
            NotFound: A label in `known` was renamed or removed meanwhile. It must not be created again.
        """
        with open_for_writing(self._place) as workspace, workspace.transaction():
            names = workspace.labels.names(self._corpus)
            for label in labels:
                if label in known and label not in names:
                    raise NotFound("label", label, names)
            headings = workspace.documents.headings(numbers)
            unlabelled = tuple(heading.number for heading in headings if heading.label is None)
            workspace.editing.relabel(unlabelled, label_set_name(labels) or "")
        return LabelledDocuments(unlabelled, tuple(labels))

    def correct(self, number: int, label: str, _context: JobContext) -> LabelledDocuments:
        """Replace the label of a document.

        Raises:
            NotFound: The document was deleted.
        """
        with open_for_writing(self._place) as workspace:
            if not workspace.documents.headings([number]):
                raise NotFound("document", str(number))
            workspace.editing.relabel([number], label)
        return LabelledDocuments((number,), (label,))

    def remove_given_labels(self, given: LabelledDocuments, _context: JobContext) -> int:
        """Remove the labels of a step from its documents, except from documents whose labels have changed since.

        Returns the number of changed documents.
        """
        with open_for_writing(self._place) as workspace, workspace.transaction():
            headings = workspace.documents.headings(given.numbers)
            unchanged = [one.number for one in headings if set(split_label_set(one.label)) == set(given.labels)]
            return workspace.editing.relabel(unchanged, None)

    def still_has(self, given: LabelledDocuments, _context: JobContext) -> bool:
        """Return whether at least one document of a step still has exactly the labels that the step gave."""
        with open_for_reading(self._place) as workspace:
            headings = workspace.documents.headings(given.numbers)
        return any(set(split_label_set(heading.label)) == set(given.labels) for heading in headings)

    def delete_only_label(self, corpus: str, _context: JobContext) -> int:
        """Delete the label of a corpus in which all labelled documents have the same label. Return the number of
        changed documents.

        This is for a folder whose name was imported as a label. Undo restores the label.
        """
        with open_for_writing(self._place) as workspace:
            names = [label.name for label in workspace.labels.all(corpus) if label.documents]
            return workspace.labels.remove(corpus, names[0]) if len(names) == 1 else 0

    def split_group(self, group: PileGroup, _context: JobContext) -> tuple[PileGroup, ...]:
        """Return two halves of a group, or the group itself if its documents are too similar."""
        with self._lock, open_for_reading(self._place) as workspace:
            documents = self._require_asker().documents
            rows = np.flatnonzero(np.isin(documents.numbers, group.documents))
            if len(rows) < 2:
                return (group,)
            labels = read_pile_labels(workspace, documents.corpus.name, documents.numbers)
            halves = (describe_group(documents, labels, half) for half in halve_group(documents.counts, rows))
            return tuple(half for half in halves if half.documents)

    def join_groups(self, groups: Sequence[PileGroup], _context: JobContext) -> PileGroup:
        """Return one group with the documents of several groups."""
        with self._lock, open_for_reading(self._place) as workspace:
            documents = self._require_asker().documents
            rows = np.flatnonzero(np.isin(documents.numbers, [one for group in groups for one in group.documents]))
            if not len(rows):
                return groups[0]
            core = np.flatnonzero(np.isin(documents.numbers, [one for group in groups for one in group.core]))
            labels = read_pile_labels(workspace, documents.corpus.name, documents.numbers)
            return describe_group(documents, labels, make_group(documents.counts, rows, core))

    def _require_asker(self) -> QuestionAsker:
        if self._asker is None:
            raise NotFound("no-corpus", "")
        return self._asker


DEFAULT_ONE_IN = ERROR_LIMITS[0]
MIN_CERTAIN_ANSWERS = 10
"""Minimum number of confident verdicts on randomly chosen documents from which the share of wrong labels is
estimated.
"""


def n_verdicts_to_promise(one_in: int) -> int:
    """Return how many verdicts on a label, all of them correct, prove that at most 1 in `one_in` is wrong."""
    return fewest_documents_to_prove(0, 1 / one_in, LIMIT_CONFIDENCE)


@dataclass(frozen=True, slots=True)
class RestPlan:
    """The labels that a model would give to the documents without a label."""

    corpus: str
    model: str
    numbers: Mapping[str, tuple[int, ...]]
    """Label or label set to the numbers of the documents that get it."""
    n_unlabelled: int
    """Number of documents that would stay without a label, because the model is not confident enough."""
    expected_wrong: float
    """Expected number of wrong labels among the labels that the plan gives."""
    one_in: int = DEFAULT_ONE_IN
    """Error limit: at most 1 in this number of labels may be wrong."""
    n_too_few_examples: int = 0
    """Number of documents whose likeliest label has too few labelled documents to prove the error limit."""
    n_often_wrong: int = 0
    """Number of documents whose likeliest label was wrong too often on held-out documents.

    These labels have enough labelled documents.
    """
    is_by_groups: bool = False
    """True if most labels were given to many documents at once.

    Documents in groups are easier to classify than others and were not checked one by one. So more labels may be wrong
    than expected.
    """
    n_answers: int = 0
    """Number of randomly chosen, labelled documents from which the errors were estimated; 0 if all training documents
    were used.
    """

    @property
    def n_verdicts_to_promise(self) -> int:
        """How many verdicts on a label, all of them correct, prove the error limit of this plan."""
        return n_verdicts_to_promise(self.one_in)

    @property
    def n_labelled(self) -> int:
        """Number of documents that the plan gives a label."""
        return sum(map(len, self.numbers.values()))


@dataclass(frozen=True, slots=True)
class RestReport:
    """The result of *Label the rest*."""

    changed: int
    """Number of documents that got a label."""
    left: int
    """Number of documents in the collection that still have no label."""


def model_name_or_newest(workspace: Workspace, corpus: str, name: str | None) -> str:
    """Return `name`; if it is None, the name of the newest model of the corpus.

    Raises `NotFound` if the corpus has no model.
    """
    if name is not None:
        return name
    records = workspace.models.all(corpus)
    if not records:
        raise NotFound("no-model", "")
    return records[0].name


def plan_rest(
    place: WorkspaceSource, corpus: str | None, model: str | None, one_in: int | None, context: JobContext
) -> RestPlan:
    """Classify all unlabelled documents of a corpus, and plan labels so that the error limit is kept.

    If most labels were given to whole groups, the limit is checked on randomly chosen documents that a person labelled.
    If the model is wrong on too many of them, a stricter limit is used.
    """
    limit = DEFAULT_ONE_IN if one_in is None else one_in
    with open_for_writing(place) as workspace:
        name = find_corpus(workspace, corpus).name
        stored_model = load_current_model(place, workspace, model_name_or_newest(workspace, name, model), context)
        columns = workspace.documents.columns(name)
        unlabelled = np.asarray(columns.document_numbers[columns.label_indices == NO_LABEL])
        with translate_engine_errors(ModelError, stored_model.record.name):
            judged = judge_stored_documents(workspace, stored_model.model, name, unlabelled, context)
            verdicts = [_LabelsByLimit.from_verdict(heading.number, verdict) for heading, verdict in judged]
            n_of_label = workspace.documents.label_counts(name)
            is_by_groups, answers = _find_single_answers(workspace, name)
            answer_verdicts = _load_answer_verdicts(workspace, stored_model, name, answers) if is_by_groups else []
    is_enough = sum(one.label(limit) is not None for one, _ in answer_verdicts) >= MIN_CERTAIN_ANSWERS
    used = _loosest_kept_limit(answer_verdicts, verdicts, limit) if is_enough else limit
    numbers: dict[str, list[int]] = {}
    for one in verdicts:
        if (label := one.label(used)) is not None:
            numbers.setdefault(label, []).append(one.number)
    planned = {label: tuple(numbers[label]) for label in sorted(numbers)}
    n_planned = sum(map(len, planned.values()))
    likeliest_without_limit = [one.likeliest for one in verdicts if one.has_no_limit]
    n_too_few_examples = sum(
        n_of_label.get(label, 0) < n_verdicts_to_promise(limit) for label in likeliest_without_limit
    )
    expected_wrong = sum(one.wrong_share for one in verdicts if one.label(used) is not None)
    if is_enough:
        expected_wrong = max(expected_wrong, _estimate_wrong_share(answer_verdicts, used) * n_planned)
    return RestPlan(
        name,
        stored_model.record.name,
        planned,
        len(unlabelled) - n_planned,
        expected_wrong,
        limit,
        n_too_few_examples,
        len(likeliest_without_limit) - n_too_few_examples,
        is_by_groups,
        len(answer_verdicts) if is_enough else 0,
    )


@dataclass(frozen=True, slots=True)
class _LabelsByLimit:
    """The label that one document would get under each error limit, or none."""

    number: int
    labels: tuple[str | None, ...]
    """One label per entry of `ERROR_LIMITS`; None if the verdict exceeds that limit."""
    wrong_share: float
    has_no_limit: bool
    """True if the likeliest label cannot be given under any of the error limits."""
    likeliest: str | None = None

    @classmethod
    def from_verdict(cls, number: int, verdict: DocumentVerdict) -> _LabelsByLimit:
        labels = tuple(certain_label(verdict, one_in) for one_in in ERROR_LIMITS)
        return cls(number, labels, expected_error_rate(verdict), verdict.strictest_limit_met == -1, verdict.label)

    def label(self, one_in: int) -> str | None:
        return self.labels[ERROR_LIMITS.index(one_in)]


AnswerVerdicts = Sequence[tuple[_LabelsByLimit, str | None]]
"""Verdicts on documents that a person labelled one by one, each with the person's label."""


def _loosest_kept_limit(answer_verdicts: AnswerVerdicts, verdicts: Sequence[_LabelsByLimit], one_in: int) -> int:
    """Return the loosest limit, not looser than `one_in`, that the model keeps on the documents that a person labelled.

    If it keeps none, return the strictest limit under which any document gets a label. The labelled documents are then
    few, and the dialog shows the expected number of mistakes.
    """
    limits = [
        limit for limit in ERROR_LIMITS[ERROR_LIMITS.index(one_in) :] if any(one.label(limit) for one in verdicts)
    ]
    kept = (limit for limit in limits if _estimate_wrong_share(answer_verdicts, limit) <= 1 / one_in)
    return next(kept, limits[-1] if limits else one_in)


def _estimate_wrong_share(answer_verdicts: AnswerVerdicts, one_in: int) -> float:
    """Return the estimated share of wrong labels if at most 1 in `one_in` may be wrong.

    It is estimated from documents that a person labelled, and smoothed because these are few. It is 0 if none of these
    documents would get a label.
    """
    certain = [(label, own) for one, own in answer_verdicts if (label := one.label(one_in)) is not None]
    return (sum(label != own for label, own in certain) + 0.5) / (len(certain) + 1) if certain else 0.0


def _find_single_answers(workspace: Workspace, corpus: str) -> tuple[bool, IntArray]:
    """Return whether most training documents were labelled in groups, and the numbers of randomly chosen, labelled
    documents.

    Most questions are about doubtful documents, so their answers do not represent the other documents. The random
    questions follow `random_number_per_document`: the sample ends before the first document in this order that has no
    label.
    """
    columns = workspace.documents.columns(corpus)
    learnt = columns.document_numbers[(columns.label_indices != NO_LABEL) & (columns.weights > 0)]
    by_hand, one_by_one = (
        np.intersect1d(learnt, workspace.labels.labelled_by_hand(corpus, most))
        for most in (None, MAX_LABELLED_TOGETHER)
    )
    n_by_groups = len(by_hand) - len(np.intersect1d(by_hand, one_by_one))
    asked = np.union1d(one_by_one, columns.document_numbers[columns.label_indices == NO_LABEL])
    asked = asked[np.argsort(random_number_per_document(asked), kind="stable")]
    is_unanswered = ~np.isin(asked, one_by_one)
    n_random_answers = int(np.argmax(is_unanswered)) if is_unanswered.any() else len(asked)
    return n_by_groups > len(learnt) / 2, asked[:n_random_answers]


def _load_answer_verdicts(
    workspace: Workspace, stored_model: StoredModel, corpus: str, answers: IntArray
) -> AnswerVerdicts:
    """Return the stored leave-one-out verdicts on these documents; empty if the model has none.

    For a wrong verdict only the probability p of the correct label is stored, so 1 - p is taken for the probability of
    the wrong label. With more than two labels that is too high, so the number of confident mistakes is rather
    overestimated.
    """
    assurance = stored_model.model.assurance
    stored = workspace.verdicts.leave_one_out(corpus, stored_model.record.name)
    if assurance is None or assurance.unsure_band is not None or stored_model.model.gives_several_labels:
        return []
    if stored is None or stored.model_name != stored_model.record.name or stored.own_label_indices is None:
        return []
    rows = np.flatnonzero(np.isin(stored.document_numbers, answers) & (stored.label_indices >= 0))
    judged, actual, shares = (
        stored.label_indices[rows],
        stored.own_label_indices[rows],
        stored.probabilities[rows].astype(np.float64),
    )
    confidence = np.where(judged == actual, shares, 1.0 - shares)
    kept_one_in, wrong_shares = assurance.label_thresholds.find_strictest_limits(
        confidence, judged.astype(np.int64), stored.label_names
    )
    return [
        (
            _LabelsByLimit(
                number,
                tuple(stored.label_names[label] if one_in <= limit else None for one_in in ERROR_LIMITS),
                wrong_share,
                limit == -1,
            ),
            stored.label_names[own],
        )
        for number, label, own, limit, wrong_share in zip(
            stored.document_numbers[rows].tolist(), judged.tolist(), actual.tolist(), kept_one_in.tolist(),
            wrong_shares.tolist(), strict=True,
        )
    ]  # fmt: skip


def certain_label(verdict: DocumentVerdict, one_in: int) -> str | None:
    """Return the label that a verdict gives under the error limit, or for several labels the set of them; None if there
    is none.

    For a model without error limits per label, the probability decides.
    """
    if verdict.error is not None:
        return None
    most_wrong = 1 / one_in
    if verdict.labels is not None:
        certain = [one.label for one in verdict.labels if one.is_sure and 1 - one.probability <= most_wrong]
        return label_set_name(certain)
    if is_unsure_verdict(verdict) or not meets_error_limit(verdict, one_in):
        return None
    return (
        verdict.label if verdict.strictest_limit_met is not None or expected_error_rate(verdict) <= most_wrong else None
    )


def label_rest(place: WorkspaceSource, plan: RestPlan, context: JobContext) -> RestReport:
    """Give documents the labels of a plan, in one undo step.

    A document that got a label after the plan was made keeps it.
    """
    context.checkpoint(phase="labelling")
    with open_for_writing(place) as workspace:
        changed = workspace.editing.label_by_model(plan.corpus, plan.numbers, plan.model)
        left = workspace.documents.label_counts(plan.corpus).get(None, 0)
    return RestReport(changed, left)
