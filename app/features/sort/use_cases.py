"""Sorting a pile: choose the next questions, estimate the accuracy on the rest, and store answers.

An `Asker` caches the expensive parts, and reads the labels again for each question, because other windows and commands
may answer too. Answers are ordinary edits. Documents that were added or removed are seen when the `Asker` is created
again. A `PileDesk` may be used from any thread, one call at a time.
"""

from __future__ import annotations

import threading
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from enum import Enum

import numpy as np
import numpy.typing as npt

from app.domain.confidence import is_unsure_verdict, meets_error_limit, wrong_share_of
from app.domain.documents import label_set, labels_in
from app.domain.errors import ModelError, NotFound
from app.domain.jobs import JobContext
from app.domain.records import Corpus
from app.domain.results import DocumentVerdict
from app.library.engine_errors import engine_errors
from app.library.recipes import default_rules
from app.library.saved_models import StoredModel, load_current_model
from app.library.training_data import choose_stored_rules, ensure_counted, find_corpus, load_counts, rules_key
from app.library.verdict_columns import display_text_of, judge_stored, titles_of_documents
from app.store.documents import NO_LABEL
from app.store.workspace import Place, Workspace, open_for_reading, open_for_writing
from nbengine.counts import CountMatrix, FloatArray, IntArray
from nbengine.piles.asking import MIN_RANDOM_ANSWERS as MIN_RANDOM_ANSWERS
from nbengine.piles.asking import DocumentToAsk, Judgement, Pile, figures_of, find_suspect_answers, next_questions
from nbengine.piles.groups import NO_GROUP, Group, find_groups, halve_group, join_group, unit_rows
from nbengine.text.token_rules import TokenRules
from nbengine.text.vocabulary import Vocabulary
from nbengine.trust.verdicts import CERTAINTY, fewest_documents_to_prove
from nbengine.trust.verdicts import ERROR_LIMITS as ERROR_LIMITS


class QuestionReason(Enum):
    """Reasons to ask about a document."""

    CHANCE = "chance"
    TYPICAL = "typical"
    BETWEEN = "between"
    UNLIKE = "unlike"


@dataclass(frozen=True, slots=True)
class PileGroup:
    """Documents without a label that are like each other."""

    name: str
    """Its most telling words, or the label that most of its labelled members have."""
    words: tuple[str, ...]
    documents: tuple[int, ...]
    core: tuple[int, ...]
    """Those that surely belong to it; the others are its edge."""
    typical: tuple[int, ...]
    label: str | None = None
    """The label that its members have, those that have one."""
    is_new: bool = False
    """True if its documents are like each other and like nothing that was there before."""


@dataclass(frozen=True, slots=True)
class PileQuestion:
    """A document to be labelled next."""

    number: int
    title: str
    path: str
    labels: Mapping[str, float]
    """The likeliest labels with their probabilities, the likeliest first."""
    asked_for: QuestionReason
    n_alike: int
    """The number of documents that are like it."""

    @property
    def reason(self) -> str:
        """The reason to ask about it, in half a sentence."""
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
    """A document to be read."""

    number: int
    title: str
    text: str


@dataclass(frozen=True, slots=True)
class LabelledDocuments:
    """Labels that were given to documents, and can be taken back."""

    numbers: tuple[int, ...]
    labels: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class SuspectAnswer:
    """An answer that all others speak against."""

    number: int
    title: str
    label: str
    likelier: str
    n_alike: int
    """The number of documents like it that have the likelier label."""


@dataclass(frozen=True, slots=True)
class PileQuestions:
    """The documents to label next, and what the answers so far are worth."""

    corpus: str
    documents: tuple[PileQuestion, ...]
    n_unlabelled: int
    n_labelled: int
    labels: tuple[str, ...]
    right: float | None
    """The share of the documents without a label that would get the right one now; None while it cannot be told."""
    low: float
    high: float
    n_drawn: int
    """The number of answers, drawn by chance, that the share is measured on."""
    expected_gain: float | None
    """The growth of the share with ten more answers."""
    is_enough: bool
    """True when more answers would change next to nothing."""
    suspects: tuple[SuspectAnswer, ...] = ()
    takes_several: bool = False
    """True if a document may have several labels."""


MAX_UNLABELLED, MAX_LABELLED = 20_000, 5_000
MAX_LABELLED_TOGETHER = 10
"""Labels given to more documents at once were not given by looking at each."""
SETTLED_SHARE = 2 / 3
"""The share of a pile that came first, and by which the groups are made."""


@dataclass(frozen=True, slots=True, eq=False)
class PileLabels:
    """The labels of a pile's documents at one moment, in the order of its rows."""

    given: tuple[tuple[str, ...], ...]
    is_by_hand: npt.NDArray[np.bool_]
    """(n_documents,): whether a person gave the label, be it to many at once."""
    is_one_by_one: npt.NDArray[np.bool_]
    """(n_documents,): whether a person gave the label and looked at the document."""
    n_unlabelled: int
    """In the whole corpus."""
    n_labelled: int
    names: tuple[str, ...]
    """Each label of the corpus, in its order."""

    @property
    def has_label(self) -> npt.NDArray[np.bool_]:
        """(n_documents,): whether a document has any label."""
        return np.array([bool(own) for own in self.given], np.bool_)


@dataclass(frozen=True, slots=True, eq=False)
class PileDocuments:
    """The documents of a pile that are looked at."""

    corpus: Corpus
    numbers: IntArray
    """Ascending, one a row."""
    counts: CountMatrix
    vocabulary: Vocabulary
    runs: IntArray
    """The import that brought each."""

    @property
    def lots(self) -> FloatArray:
        """The number by which chance draws each document."""
        return random_number_of_each(self.numbers)

    @property
    def n_settled(self) -> int:
        """The number of documents that came before the last ones: whole imports, which make up most of the pile."""
        ends = np.flatnonzero(np.diff(self.runs) != 0) + 1
        late = ends[ends >= SETTLED_SHARE * len(self.runs)]
        return int(late[0]) if len(late) else len(self.runs)


def random_number_of_each(numbers: IntArray) -> FloatArray:
    """Return for each document a number between 0 and 1 that is always the same, and looks drawn by chance."""
    mixed = numbers.astype(np.uint64) * np.uint64(0x9E3779B97F4A7C15)
    for shift, factor in ((30, 0xBF58476D1CE4E5B9), (27, 0x94D049BB133111EB)):
        mixed = (mixed ^ (mixed >> np.uint64(shift))) * np.uint64(factor)
    return np.asarray((mixed ^ (mixed >> np.uint64(31))).astype(np.float64) / 2.0**64)


def read_pile(place: Place, name: str | None, context: JobContext) -> tuple[PileDocuments, PileLabels]:
    """Read a corpus as a pile; what was never counted is counted now."""
    with open_for_reading(place) as workspace:
        corpus = find_corpus(workspace, name)
        rules = default_rules("mail" if corpus.kind == "mail" else "text")  # by which an import counts it
        key = rules_key(choose_stored_rules(workspace, corpus.name, rules))
        if not len(workspace.segments.uncounted(corpus.name, key)):
            return read_documents_of_pile(workspace, corpus, rules, context)
    with open_for_writing(place) as workspace:
        return read_documents_of_pile(workspace, corpus, rules, context)


def is_without_labels(place: Place, corpus: str) -> bool:
    """Tell whether no document of a corpus has a label, and it is no table, which may need none."""
    with open_for_reading(place) as workspace:
        return workspace.corpora.get(corpus).kind != "table" and not any(workspace.documents.label_counts(corpus))


def read_documents_of_pile(
    workspace: Workspace, corpus: Corpus, rules: TokenRules, context: JobContext
) -> tuple[PileDocuments, PileLabels]:
    """Return the counted documents of a corpus, of a large one some."""
    counted = ensure_counted(workspace, corpus.name, rules, context)
    context.checkpoint(phase="reading counts")
    columns = workspace.documents.columns(corpus.name)
    at = np.flatnonzero(np.isin(columns.numbers, counted.places.document_numbers))
    lots, has_label = random_number_of_each(columns.numbers[at]), columns.labels[at] != NO_LABEL
    of_each = [(has_label, MAX_LABELLED), (~has_label, MAX_UNLABELLED)]
    looked_at = [at[own][np.argsort(lots[own], kind="stable")[:most]] for own, most in of_each]
    at = np.sort(np.concatenate(looked_at))
    numbers = columns.numbers[at]
    counts = load_counts(workspace, counted, numbers)
    pile = PileDocuments(corpus, numbers, counts, counted.vocabulary, columns.runs[at])
    return pile, labels_of_pile(workspace, corpus.name, pile.numbers)


def labels_of_pile(workspace: Workspace, corpus: str, numbers: IntArray) -> PileLabels:
    """Return the labels that documents have now; those that are gone have none."""
    with workspace.snapshot():
        columns = workspace.documents.columns(corpus)
        by_hand, one_by_one = (
            workspace.labels.labelled_by_hand(corpus, most) for most in (None, MAX_LABELLED_TOGETHER)
        )
        names = workspace.labels.names(corpus)
    sets = [labels_in(name) for name in columns.label_names]
    own = np.full(len(numbers), NO_LABEL)
    _, places, of_pile = np.intersect1d(columns.numbers, numbers, assume_unique=True, return_indices=True)
    own[of_pile] = columns.labels[places]
    n_labelled = int((columns.labels != NO_LABEL).sum())
    return PileLabels(
        tuple(sets[label] if label != NO_LABEL else () for label in own.tolist()),
        np.isin(numbers, by_hand),
        np.isin(numbers, one_by_one),
        len(columns.numbers) - n_labelled,
        n_labelled,
        tuple(dict.fromkeys(label for name in names for label in labels_in(name))),
    )


MAX_GROUP_WORDS, NAMING_WORDS = 5, 3
HEADING_PREFIXES = ("subject:",)
"""The fields of mail whose words tell what a group is about."""


def groups_without_label(place: Place, corpus: str | None, context: JobContext) -> tuple[str, tuple[PileGroup, ...]]:
    """Return the corpus, and the groups of its documents that have no label, largest first."""
    documents, labels = read_pile(place, corpus, context)
    context.checkpoint(phase="grouping")
    return documents.corpus.name, group_unlabelled(documents, labels)


def group_unlabelled(documents: PileDocuments, labels: PileLabels) -> tuple[PileGroup, ...]:
    """Return the groups that documents without a label fall into."""
    is_known, rows = labels.has_label & ~labels.is_by_hand, None
    if is_known.any() and labels.has_label.mean() > 0.5:  # the pile is what came to a sorted corpus
        numbered = {name: place for place, name in enumerate(labels.names)}
        known = np.array([numbered[own[0]] if own else NO_GROUP for own in labels.given], np.int64)
        found = find_groups(documents.counts, labels=known)
    else:
        rows = np.flatnonzero(~is_known)
        found = find_groups(documents.counts[rows], int(np.searchsorted(rows, documents.n_settled)))
    told = (describe_group(documents, labels, group, rows) for group in found)
    return tuple(sorted((one for one in told if one.documents), key=lambda one: -len(one.documents)))


def describe_group(
    documents: PileDocuments, labels: PileLabels, group: Group, rows: IntArray | None = None
) -> PileGroup:
    """Return a group, of all rows or of these, by the numbers of its documents that have no label."""
    rows = np.arange(len(documents.numbers)) if rows is None else rows
    is_open = ~labels.has_label

    def numbers(own: IntArray) -> tuple[int, ...]:
        return tuple(documents.numbers[rows[own][is_open[rows[own]]]].tolist())

    given = Counter(name for row in rows[group.members].tolist() for name in labels.given[row])
    words = readable_words(documents.vocabulary.words_of(group.words))
    label = given.most_common(1)[0][0] if given else None
    members, typical = numbers(group.members), numbers(group.typical)
    return PileGroup(
        name=", ".join(words[:NAMING_WORDS]) or (label or ""),
        words=tuple(words),
        documents=members,
        core=numbers(group.core),
        typical=typical or members[:NAMING_WORDS],
        label=label,
        is_new=group.is_new,
    )


def readable_words(words: list[str]) -> list[str]:
    """Return the first words that a person can read: none of a sender's or a route's, and none that is part of another;
    longer ones before single signs."""
    plain = [
        word.removeprefix(HEADING_PREFIXES[0]) for word in words if ":" not in word or word.startswith(HEADING_PREFIXES)
    ]
    kept: list[str] = []
    for word in sorted(dict.fromkeys(plain), key=lambda word: len(word) < 2):
        if any(map(str.isalnum, word)) and not any(word in other or other in word for other in kept):
            kept.append(word)
    return kept[:MAX_GROUP_WORDS]


MAX_OFFERED_LABELS = 9
MIN_OFFERED_SHARE = 0.005
"""Labels that are less likely are not offered."""


def next_documents(place: Place, corpus: str | None, n_asked: int, context: JobContext) -> PileQuestions:
    """Return which documents to label next."""
    documents, labels = read_pile(place, corpus, context)
    with open_for_reading(place) as workspace:
        return Asker(documents).ask(workspace, n_asked, labels=labels)


class Asker:
    """Asks about the documents of one pile; belongs to one thread."""

    def __init__(self, documents: PileDocuments) -> None:
        self.documents = documents
        self._rows = unit_rows(documents.counts)
        self._pile: Pile | None = None

    def ask(
        self,
        workspace: Workspace,
        n_asked: int,
        passed_over: frozenset[int] = frozenset(),
        labels: PileLabels | None = None,
    ) -> PileQuestions:
        """Return the next questions, without the documents that a person passed over."""
        corpus = self.documents.corpus.name
        found = labels or labels_of_pile(workspace, corpus, self.documents.numbers)
        is_passed = np.isin(self.documents.numbers, list(passed_over))
        # Chance draws what has no label, or got it from a person who looked at it. A skipped document is not drawn: it
        # would be a gap in the random order for ever, and the sample ends where a tenth of the order is unanswered.
        is_left_out = (found.has_label & ~found.is_one_by_one) | (is_passed & ~found.has_label)
        lots = np.where(is_left_out, np.inf, self.documents.lots)
        if self._pile is None:
            self._pile = Pile(self._rows, lots)
        pile = self._pile
        pile.draw_by(lots)
        numbered = {name: place for place, name in enumerate(found.names)}
        order = np.argsort(found.is_one_by_one, kind="stable").tolist()  # of many, the last ones are learnt
        answers = {row: tuple(numbered[name] for name in found.given[row]) for row in order if found.given[row]}
        excludes = not workspace.corpora.get(corpus).takes_several
        judgement = pile.judge.judge(answers, excludes=excludes) if answers else None
        rows = frozenset(np.flatnonzero(is_passed).tolist())
        questions = next_questions(pile, answers, judgement, n_asked, rows)
        figures, wrong = figures_of(pile, answers, judgement), find_suspect_answers(pile, judgement)
        told = [one.row for one in questions] + [one.row for one in wrong]
        headings = workspace.documents.headings(self.documents.numbers[np.array(told, np.int64)].tolist())
        titles, paths = (
            titles_of_documents(workspace, headings),
            {one.number: one.member or one.path for one in headings},
        )
        titles = {number: title or paths[number] for number, title in titles.items()}
        doubted = [(self._number(one.row), one) for one in wrong]
        return PileQuestions(
            corpus=corpus,
            documents=tuple(
                self._question(one, judgement, found.names, titles[number], paths[number])
                for one in questions
                if (number := self._number(one.row)) in titles
            ),
            n_unlabelled=found.n_unlabelled,
            n_labelled=found.n_labelled,
            labels=found.names,
            right=figures.right,
            low=figures.low,
            high=figures.high,
            n_drawn=figures.n_drawn,
            expected_gain=figures.expected_gain,
            is_enough=figures.is_enough or not questions,
            takes_several=not excludes,
            suspects=tuple(
                SuspectAnswer(number, titles[number], found.given[one.row][0], found.names[one.likelier], one.n_alike)
                for number, one in doubted
                if number in titles
            ),
        )

    def _number(self, row: int) -> int:
        return int(self.documents.numbers[row])

    def _question(
        self, question: DocumentToAsk, judgement: Judgement | None, names: Sequence[str], title: str, path: str
    ) -> PileQuestion:
        likely: dict[str, float] = {}
        if judgement is not None:
            shares = judgement.probabilities[question.row]
            order = np.argsort(-shares, kind="stable")[:MAX_OFFERED_LABELS]
            told = [place for place in order.tolist() if shares[place] >= MIN_OFFERED_SHARE]
            likely = {names[int(judgement.labels[place])]: float(shares[place]) for place in told}
        number = self._number(question.row)
        return PileQuestion(number, title, path, likely, QuestionReason(question.reason), question.n_alike)


MAX_SHOWN_CHARACTERS = 20_000


class PileDesk:
    """Answers the Sort page for one workspace."""

    def __init__(self, place: Place) -> None:
        self._place, self._lock = place, threading.Lock()
        self._asker: Asker | None = None
        self._corpus = ""

    def open(self, corpus: str, context: JobContext) -> tuple[PileGroup, ...]:
        """Read a corpus as a pile; return its groups."""
        documents, labels = read_pile(self._place, corpus, context)
        context.checkpoint(phase="grouping")
        groups = group_unlabelled(documents, labels)
        asker = Asker(documents)
        with self._lock:
            self._asker, self._corpus = asker, corpus
        return groups

    def ask(self, n_asked: int, passed_over: frozenset[int], _context: JobContext) -> PileQuestions:
        """Return the next questions, and what the answers are worth."""
        with self._lock, open_for_reading(self._place) as workspace:
            return self._require_asker().ask(workspace, n_asked, passed_over)

    def texts(self, numbers: Sequence[int], _context: JobContext) -> tuple[PileText, ...]:
        """Return documents to be read; those that are gone are left out."""
        with open_for_reading(self._place) as workspace:
            headings = workspace.documents.headings(numbers)
            titles = titles_of_documents(workspace, headings)
            found = []
            for one in headings:
                stored = workspace.documents.get(one.number)
                text = display_text_of(stored.document, workspace.corpora.get(stored.corpus).schema)
                title = titles[one.number] or one.member or one.path
                found.append(PileText(one.number, title, text[:MAX_SHOWN_CHARACTERS]))
            return tuple(found)

    def give(
        self, numbers: Sequence[int], labels: Sequence[str], _context: JobContext, known: Sequence[str] = ()
    ) -> LabelledDocuments:
        """Give documents that have no label these; what got one meanwhile, or is gone, is left as it is.

        Those of the labels that were known must be there still: one that was renamed is not made anew by a key.
        """
        with open_for_writing(self._place) as workspace, workspace.transaction():
            names = workspace.labels.names(self._corpus)
            for label in labels:
                if label in known and label not in names:
                    raise NotFound("label", label, names)
            now = {one.number: one.label for one in workspace.documents.headings(numbers)}
            open_ones = [number for number, label in now.items() if label is None]
            workspace.editing.relabel(open_ones, label_set(labels) or "")
        return LabelledDocuments(tuple(open_ones), tuple(labels))

    def correct(self, number: int, label: str, _context: JobContext) -> LabelledDocuments:
        """Give a document another label in place of the one it has."""
        with open_for_writing(self._place) as workspace:
            if not workspace.documents.headings([number]):
                raise NotFound("document", str(number))
            workspace.editing.relabel([number], label)
        return LabelledDocuments((number,), (label,))

    def take_back(self, given: LabelledDocuments, _context: JobContext) -> int:
        """Take labels away again where they still are what was given; return from how many documents."""
        with open_for_writing(self._place) as workspace, workspace.transaction():
            now = workspace.documents.headings(given.numbers)
            own = [one.number for one in now if set(labels_in(one.label)) == set(given.labels)]
            return workspace.editing.relabel(own, None)

    def still_has(self, given: LabelledDocuments, _context: JobContext) -> bool:
        """Return whether any of the documents has the labels that it was given."""
        with open_for_reading(self._place) as workspace:
            headings = workspace.documents.headings(given.numbers)
        return any(set(labels_in(heading.label)) == set(given.labels) for heading in headings)

    def take_all_off(self, corpus: str, _context: JobContext) -> int:
        """Treat the documents of a corpus as unlabelled, by deleting the one label they have; return their number.

        For a folder whose name was taken for a label. Undo brings the label back.
        """
        with open_for_writing(self._place) as workspace:
            names = [label.name for label in workspace.labels.all(corpus) if label.documents]
            return workspace.labels.remove(corpus, names[0]) if len(names) == 1 else 0

    def halves(self, group: PileGroup, _context: JobContext) -> tuple[PileGroup, ...]:
        """Split a group in two; one that cannot be told apart stays whole."""
        with self._lock, open_for_reading(self._place) as workspace:
            documents = self._require_asker().documents
            rows = np.flatnonzero(np.isin(documents.numbers, group.documents))
            if len(rows) < 2:
                return (group,)
            labels = labels_of_pile(workspace, documents.corpus.name, documents.numbers)
            halves = (describe_group(documents, labels, half) for half in halve_group(documents.counts, rows))
            return tuple(half for half in halves if half.documents)

    def join_groups(self, groups: Sequence[PileGroup], _context: JobContext) -> PileGroup:
        """Return several groups as one."""
        with self._lock, open_for_reading(self._place) as workspace:
            documents = self._require_asker().documents
            rows = np.flatnonzero(np.isin(documents.numbers, [one for group in groups for one in group.documents]))
            if not len(rows):
                return groups[0]
            core = np.flatnonzero(np.isin(documents.numbers, [one for group in groups for one in group.core]))
            labels = labels_of_pile(workspace, documents.corpus.name, documents.numbers)
            return describe_group(documents, labels, join_group(documents.counts, rows, core))

    def _require_asker(self) -> Asker:
        if self._asker is None:
            raise NotFound("no-corpus", "")
        return self._asker


DEFAULT_ONE_IN = ERROR_LIMITS[0]
MIN_CERTAIN_ANSWERS = 10
"""Certain verdicts on answers from which on their share of mistakes is taken for that of the rest."""


def fewest_to_promise(one_in: int) -> int:
    """Return how many right verdicts on a label, without one mistake, are needed to promise 1 mistake in `one_in`."""
    return fewest_documents_to_prove(0, 1 / one_in, CERTAINTY)


@dataclass(frozen=True, slots=True)
class RestPlan:
    """The labels that unlabelled documents would get."""

    corpus: str
    model: str
    numbers: Mapping[str, tuple[int, ...]]
    """Numbers of the documents that get each label or set of labels."""
    n_left: int
    """Number of documents that stay without a label, because the model is not certain enough."""
    expected_wrong: float
    """Expected number of wrong labels among those that are given."""
    one_in: int = DEFAULT_ONE_IN
    n_without_promise: int = 0
    """Number of documents whose likeliest label has too few documents to promise anything."""
    n_often_wrong: int = 0
    """Number of documents whose likeliest label has enough documents, but was wrong too often on held-out ones."""
    is_by_groups: bool = False
    """Whether most labels were given to many documents at once. Such documents are easier than the others and were not
    checked one by one, so more labels are wrong than expected."""
    n_answers: int = 0
    """Answers to questions drawn by chance that the expectation rests on; 0 if it rests on all learnt documents."""

    @property
    def fewest_judged(self) -> int:
        """Number of right verdicts on a label, without one mistake, from which on the limit can be promised for it."""
        return fewest_to_promise(self.one_in)

    @property
    def n_labelled(self) -> int:
        """Number of documents that get a label."""
        return sum(map(len, self.numbers.values()))


@dataclass(frozen=True, slots=True)
class RestReport:
    """The outcome of labelling the rest."""

    changed: int
    left: int
    """Documents of the collection that have no label now."""


def model_name_or_newest(workspace: Workspace, corpus: str, name: str | None) -> str:
    """Return the name of a model: this one, or the newest of those that were trained on a corpus."""
    if name is not None:
        return name
    records = workspace.models.all(corpus)
    if not records:
        raise NotFound("no-model", "")
    return records[0].name


def plan_rest(place: Place, corpus: str | None, model: str | None, one_in: int | None, context: JobContext) -> RestPlan:
    """Judge every document of a corpus that has no label, and return the labels that are certain enough."""
    limit = DEFAULT_ONE_IN if one_in is None else one_in
    with open_for_writing(place) as workspace:
        name = find_corpus(workspace, corpus).name
        kept = load_current_model(place, workspace, model_name_or_newest(workspace, name, model), context)
        columns = workspace.documents.columns(name)
        unlabelled = np.asarray(columns.numbers[columns.labels == NO_LABEL])
        with engine_errors(ModelError, kept.record.name):
            judged = judge_stored(workspace, kept.model, name, unlabelled, context)
            verdicts = [_LabelsByLimit.of(heading.number, verdict) for heading, verdict in judged]
            n_of_label = workspace.documents.label_counts(name)
            is_by_groups, answers = _find_single_answers(workspace, name)
            tried = _verdicts_on_answers(workspace, kept, name, answers) if is_by_groups else []
    is_enough = sum(one.label(limit) is not None for one, _ in tried) >= MIN_CERTAIN_ANSWERS
    used = _loosest_kept_limit(tried, verdicts, limit) if is_enough else limit
    numbers: dict[str, list[int]] = {}
    for one in verdicts:
        if (label := one.label(used)) is not None:
            numbers.setdefault(label, []).append(one.number)
    given = {label: tuple(numbers[label]) for label in sorted(numbers)}
    n_given = sum(map(len, given.values()))
    without_promise = [one.likeliest for one in verdicts if one.is_without_promise]
    n_too_small = sum(n_of_label.get(label, 0) < fewest_to_promise(limit) for label in without_promise)
    expected_wrong = sum(one.wrong_share for one in verdicts if one.label(used) is not None)
    if is_enough:
        expected_wrong = max(expected_wrong, _estimate_wrong_share(tried, used) * n_given)
    return RestPlan(
        name,
        kept.record.name,
        given,
        len(unlabelled) - n_given,
        expected_wrong,
        limit,
        n_too_small,
        len(without_promise) - n_too_small,
        is_by_groups,
        len(tried) if is_enough else 0,
    )


@dataclass(frozen=True, slots=True)
class _LabelsByLimit:
    """The label that a verdict gives under each limit."""

    number: int
    labels: tuple[str | None, ...]
    """One for each of `ERROR_LIMITS`; None where the verdict does not keep the limit."""
    wrong_share: float
    is_without_promise: bool
    likeliest: str | None = None

    @classmethod
    def of(cls, number: int, verdict: DocumentVerdict) -> _LabelsByLimit:
        """Keep of a verdict what a plan needs."""
        labels = tuple(certain_label(verdict, one_in) for one_in in ERROR_LIMITS)
        return cls(number, labels, wrong_share_of(verdict), verdict.kept_one_in == -1, verdict.label)

    def label(self, one_in: int) -> str | None:
        """Return the label under a limit."""
        return self.labels[ERROR_LIMITS.index(one_in)]


VerdictsOnAnswers = Sequence[tuple[_LabelsByLimit, str | None]]
"""Verdicts on documents whose label a person gave one by one, with that label."""


def _loosest_kept_limit(tried: VerdictsOnAnswers, verdicts: Sequence[_LabelsByLimit], one_in: int) -> int:
    """Return the loosest limit under which the share of wrong answers is what `one_in` allows.

    Where there is none, return the strictest that labels anything: answers are few, and a person decides with the
    expected number of mistakes in sight.
    """
    limits = [
        limit for limit in ERROR_LIMITS[ERROR_LIMITS.index(one_in) :] if any(one.label(limit) for one in verdicts)
    ]
    kept = (limit for limit in limits if _estimate_wrong_share(tried, limit) <= 1 / one_in)
    return next(kept, limits[-1] if limits else one_in)


def _estimate_wrong_share(tried: VerdictsOnAnswers, one_in: int) -> float:
    """Return the share of wrong labels among those that answers would get, estimated from few of them."""
    certain = [(label, given) for one, given in tried if (label := one.label(one_in)) is not None]
    return (sum(label != given for label, given in certain) + 0.5) / (len(certain) + 1) if certain else 0.0


def _find_single_answers(workspace: Workspace, corpus: str) -> tuple[bool, IntArray]:
    """Return whether most learnt documents got their label together with many others, and the answers that stand for
    the documents without a label.

    Most questions are about documents in doubt. Those that were drawn by chance have the lowest lots, as
    `pile_documents.lots_of` tells: all documents up to the first one without an answer.
    """
    columns = workspace.documents.columns(corpus)
    learnt = columns.numbers[(columns.labels != NO_LABEL) & (columns.weights > 0)]
    by_hand, one_by_one = (
        np.intersect1d(learnt, workspace.labels.labelled_by_hand(corpus, most))
        for most in (None, MAX_LABELLED_TOGETHER)
    )
    n_by_groups = len(by_hand) - len(np.intersect1d(by_hand, one_by_one))
    asked = np.union1d(one_by_one, columns.numbers[columns.labels == NO_LABEL])
    asked = asked[np.argsort(random_number_of_each(asked), kind="stable")]
    is_open = ~np.isin(asked, one_by_one)
    n_drawn = int(np.argmax(is_open)) if is_open.any() else len(asked)
    return n_by_groups > len(learnt) / 2, asked[:n_drawn]


def _verdicts_on_answers(workspace: Workspace, kept: StoredModel, corpus: str, answers: IntArray) -> VerdictsOnAnswers:
    """Return the verdicts on answers that were kept when the model was trained, each without having seen it.

    Of a wrong verdict only the probability of the right label is kept. What is left of 1 is taken for its confidence:
    that is too high where there are more than two labels, so that rather too many mistakes count as certain.
    """
    assurance = kept.model.assurance
    found = workspace.verdicts.leave_one_out(corpus, kept.record.name)
    if assurance is None or assurance.band is not None or kept.model.gives_several_labels:
        return []
    if found is None or found.model != kept.record.name or found.own_labels is None:
        return []
    rows = np.flatnonzero(np.isin(found.document_numbers, answers) & (found.labels >= 0))
    judged, own, shares = found.labels[rows], found.own_labels[rows], found.probabilities[rows].astype(np.float64)
    confidence = np.where(judged == own, shares, 1.0 - shares)
    kept_one_in, wrong_shares = assurance.marks.places(confidence, judged.astype(np.int64), found.label_names)
    return [
        (
            _LabelsByLimit(
                number,
                tuple(found.label_names[label] if one_in <= limit else None for one_in in ERROR_LIMITS),
                wrong_share,
                limit == -1,
            ),
            found.label_names[given],
        )
        for number, label, given, limit, wrong_share in zip(
            found.document_numbers[rows].tolist(), judged.tolist(), own.tolist(), kept_one_in.tolist(),
            wrong_shares.tolist(), strict=True,
        )
    ]  # fmt: skip


def certain_label(verdict: DocumentVerdict, one_in: int) -> str | None:
    """Return the label of a verdict that keeps a limit, or the set of those that do; None where a person is asked.

    A model that keeps no limits label by label goes by its probabilities.
    """
    if verdict.error is not None:
        return None
    most_wrong = 1 / one_in
    if verdict.labels is not None:
        given = [one.label for one in verdict.labels if one.is_sure and 1 - one.probability <= most_wrong]
        return label_set(given)
    if is_unsure_verdict(verdict) or not meets_error_limit(verdict, one_in):
        return None
    return verdict.label if verdict.kept_one_in is not None or wrong_share_of(verdict) <= most_wrong else None


def label_rest(place: Place, plan: RestPlan, context: JobContext) -> RestReport:
    """Give documents the labels of a plan, as one edit; those that have got a label meanwhile keep it."""
    context.checkpoint(phase="labelling")
    with open_for_writing(place) as workspace:
        changed = workspace.editing.label_by_model(plan.corpus, plan.numbers, plan.model)
        left = workspace.documents.label_counts(plan.corpus).get(None, 0)
    return RestReport(changed, left)
