"""Replay a stream of messages in order: classify each message, then learn it with its label.

This is the test protocol by which mail filters are usually compared (TREC, CEAS). The filter starts empty and stays in
memory, and no workspace changes. It is the filter of `nbengine.filter`, which training uses too. All messages are read
in this process.
"""

from __future__ import annotations

import math
import time
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, replace
from itertools import pairwise
from os.path import join
from pathlib import Path
from typing import Literal

import numpy as np
import numpy.typing as npt
from numpy import int32

from app.domain.documents import Document, Failure, SourceOptions
from app.domain.errors import SourceError
from app.domain.jobs import JobContext
from app.library.memory import rare_garbage_collection
from app.library.reading import DocumentReader, read_bytes_of_path
from app.library.recipes import CorpusKind, choose_kind_by_headers, choose_kind_by_length, filter_rules
from nbengine.counts import FloatArray
from nbengine.filter.filter import Filter
from nbengine.filter.settings import N_NOVELTY_TOKENS, FilterSettings, evidence_groups_of_vocabulary, settings_for
from nbengine.measure.evaluation import Evaluation, evaluate, find_positive_label
from nbengine.text.token_counter import TokenCounter
from nbengine.text.token_rules import TokenRules

MESSAGES_PER_BATCH = 500


@dataclass(frozen=True, slots=True)
class ReplayOrder:
    """What to replay: the index file, and how to read, classify and learn its messages."""

    index: Path
    options: SourceOptions = field(default_factory=lambda: SourceOptions(labels_from="none"))
    positive: str | None = None
    learn: LearnMode = "auto"
    decay: float = 0.0
    """Forgetting rate: each message multiplies the weight of all earlier messages by 1 − `decay`."""
    trusted_servers: tuple[str, ...] = ()
    """Mail servers whose authentication results the filter trusts."""


@dataclass(frozen=True, slots=True)
class CorpusIndexLine:
    """A line of the index: a label, and the path of a message."""

    label: str
    place: str
    """Path of the message. A string, because creating Path objects takes longer than opening the files."""

    @property
    def path(self) -> Path:
        return Path(self.place)


@dataclass(frozen=True, slots=True)
class ReplayedMessage:
    """A message of the index, and the verdict that the filter gave before it learnt the message."""

    entry: CorpusIndexLine
    verdict: OnlineVerdict


@dataclass(frozen=True, slots=True, eq=False)
class ReplayReport:
    """Result of a replay: the verdicts and the figures."""

    evaluation: Evaluation
    positive: str
    replayed: tuple[ReplayedMessage, ...]
    unsure: int
    """Number of unsure verdicts."""
    failed: tuple[Failure, ...]
    seconds: float

    @property
    def per_second(self) -> float:
        """Messages per second."""
        return len(self.replayed) / self.seconds if self.seconds else 0.0


def replay(order: ReplayOrder, context: JobContext) -> ReplayReport:
    """Classify and learn every message of an index, in its order."""
    lines = read_bytes_of_path(order.index).decode("utf-8", "surrogateescape").splitlines()
    entries = list(parse_index_lines(order.index, lines))
    labels = tuple(sorted({entry.label for entry in entries}))
    if not labels:
        raise SourceError(order.index, "empty")
    positive = order.positive or find_positive_label(labels)
    if len(labels) < 2 or positive not in labels:
        raise SourceError(order.index, "index-labels", ", ".join(labels))
    began_s = time.monotonic()
    kind: CorpusKind = "text" if order.options.kind == "text" else "mail"
    options = FilterOptions(order.learn, order.decay, trusted_servers=order.trusted_servers)
    filter_ = OnlineFilter(labels, positive, kind, options)
    replayed: list[ReplayedMessage] = []
    failed: list[Failure] = []
    with rare_garbage_collection():
        for batch in read_in_batches(entries, order.options, failed, context):
            counted = filter_.count([document for _, document in batch])
            for words, (entry, _) in zip(counted, batch, strict=True):
                replayed.append(ReplayedMessage(entry, filter_.judge_and_learn(words, entry.label)))
    return build_replay_report(replayed, labels, positive, failed, time.monotonic() - began_s)


def read_in_batches(
    entries: list[CorpusIndexLine], options: SourceOptions, failed: list[Failure], context: JobContext
) -> Iterator[list[tuple[CorpusIndexLine, Document]]]:
    """Yield batches of messages.

    The next batch is read while this one is learnt, because reading does not depend on what the filter has learnt.
    """
    with DocumentReader(replace(options, tells_apart=False)) as reader:
        for start in range(0, len(entries), MESSAGES_PER_BATCH):
            batch = []
            for done, entry in enumerate(entries[start : start + MESSAGES_PER_BATCH], start):
                context.checkpoint(done, len(entries), "replaying")
                for extracted in reader.documents_in_small_file(entry.place):
                    if isinstance(extracted, Document):
                        batch.append((entry, extracted))
                    else:
                        failed.append(extracted)
            yield batch


def parse_index_lines(index: Path, lines: list[str]) -> Iterator[CorpusIndexLine]:
    """Parse `label path` lines; relative paths are relative to the index."""
    folder = str(index.parent)
    for number, line in enumerate(lines, start=1):
        if not line.strip():
            continue
        label, _, path = line.strip().partition(" ")
        if not path:
            raise SourceError(index, "index-line", str(number))
        yield CorpusIndexLine(label, join(folder, path.strip()))


def build_replay_report(
    replayed: list[ReplayedMessage], labels: tuple[str, ...], positive: str, failed: list[Failure], seconds: float
) -> ReplayReport:
    """Build the report of a replay. With two labels, the ROC curve ranks messages by `OnlineVerdict.score`."""
    if not replayed:
        raise SourceError("index", "empty")
    log_proba = np.array([one.verdict.log_proba for one in replayed])
    truth = np.array([labels.index(one.entry.label) for one in replayed])
    ranking = np.array([one.verdict.score for one in replayed])
    judged = np.array([one.verdict.label_number for one in replayed])
    evaluation = evaluate(
        log_proba, truth, labels, judged=judged, positive=positive, ranking=ranking if len(labels) == 2 else None
    )
    unsure = sum(one.verdict.is_unsure for one in replayed)
    return ReplayReport(evaluation, positive, tuple(replayed), unsure, tuple(failed), seconds)


def format_score_lines(report: ReplayReport) -> Iterator[str]:
    """Yield a line per message: truth, verdict, score, unsure or not, path."""
    labels = report.evaluation.labels
    for one in report.replayed:
        number = one.verdict.label_number
        judged = labels[number] if number >= 0 else "undecided"
        unsure = "unsure" if one.verdict.is_unsure else "sure"
        yield f"{one.entry.label} {judged} {one.verdict.score:.9g} {unsure} {one.entry.path}"


LearnMode = Literal["auto", "weighted", "all", "mistakes"]
"""What the filter does with a message whose verdict is correct and confident.

"weighted" learns it with a small weight, "all" with weight 1, and "mistakes" not at all. "auto" means "weighted" for
short messages and "mistakes" for longer ones.
"""
WEIGHT_OF_SETTLED_LESSON = 0.05
"""Weight with which the mode "weighted" learns a message whose verdict was correct and confident."""

WordNumbers = npt.NDArray[int32]


@dataclass(frozen=True, slots=True)
class FilterOptions:
    """How the filter learns; the defaults suit most mail."""

    learn: LearnMode = "auto"
    decay: float = 0.0
    """Forgetting rate: each message multiplies the weight of all earlier messages by 1 − `decay`."""
    settings: FilterSettings | None = None
    """Overrides `learn` and `decay`."""
    rules: TokenRules | None = None
    """Token rules; None to choose rules for the kind of messages."""
    trusted_servers: tuple[str, ...] = ()
    """Mail servers whose authentication results the filter trusts; ignored if `rules` is set."""


@dataclass(frozen=True, slots=True, eq=False)
class OnlineVerdict:
    """The verdict that the filter gives on a message before it learns the message."""

    label_number: int
    log_proba: FloatArray
    """(n_labels,): log-probabilities."""
    score: float
    """Log-odds of the positive label against the strongest other label."""
    is_unsure: bool


class OnlineFilter:
    """A filter that classifies each message before it learns the message."""

    def __init__(
        self, labels: Sequence[str], positive: str, kind: CorpusKind, options: FilterOptions | None = None
    ) -> None:
        self._labels, self._positive, self._kind = tuple(labels), positive, kind
        self._options = options or FilterOptions()
        self._counter: TokenCounter | None = None
        self._filter = Filter(self._labels, FilterSettings(positive))

    def count(self, documents: Sequence[Document]) -> list[WordNumbers]:
        """Tokenize messages and return the word numbers of each message.

        Labels are not needed, so a batch can be counted before earlier messages are learnt.
        """
        if self._counter is None:
            self._counter = self._create_filter(documents)
        counts = self._counter.count([one.text for one in documents], [one.fields for one in documents])
        self._filter.append_words(
            evidence_groups_of_vocabulary(self._counter.vocabulary, len(self._filter.groups) - N_NOVELTY_TOKENS)
        )
        numbers = counts.tokens + int32(N_NOVELTY_TOKENS)
        starts = counts.starts.tolist()
        return [numbers[start:end] for start, end in pairwise(starts)]

    def _create_filter(self, documents: Sequence[Document]) -> TokenCounter:
        """Create the filter with settings that suit the first messages, and return the counter for their words.

        The settings depend on whether the messages are short, and whether they have headers.
        """
        by_length = choose_kind_by_length(self._kind, [len(document.text) for document in documents])
        n_with_headers = sum("received" in document.fields for document in documents)
        kind = choose_kind_by_headers(by_length, self._labels, n_with_headers, len(documents))
        options = self._options
        settings = options.settings or settings_for_mode(options.learn, kind, self._positive, options.decay)
        self._filter = Filter(self._labels, settings)
        return TokenCounter(options.rules or filter_rules(kind, options.trusted_servers))

    def judge_and_learn(self, words: WordNumbers, label: str) -> OnlineVerdict:
        """Classify a message by its word numbers, then learn it with its label."""
        learner = self._filter
        if learner.needs_new_thresholds():
            learner.fit_thresholds()
        seen = learner.prepare(words)
        opinion = learner.score_document(seen)
        found = learner.make_verdict(opinion, seen.new_share, seen.new_text_share)
        learner.learn(seen, self._labels.index(label), opinion)
        return OnlineVerdict(found.label, learner.log_proba(found), found.score, found.is_unsure)


def settings_for_mode(mode: LearnMode, kind: CorpusKind, positive: str, decay: float = 0.0) -> FilterSettings:
    """Return the filter settings for a learning mode."""
    own = replace(settings_for(positive, is_short=kind == "message"), decay=decay)
    if mode == "all":
        return replace(own, doubted_to=math.inf, settled_from=math.inf)
    if mode == "weighted":
        return replace(own, settled_weight=WEIGHT_OF_SETTLED_LESSON)
    if mode == "mistakes":
        return replace(own, settled_weight=0.0)
    return own
