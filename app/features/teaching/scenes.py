"""Compute the scenes of a lesson with the normal engine. A scene is the data of one picture.

A scene is a frozen record of plain numbers and names. In an animation, two scenes of equal shape are blended number by
number, so every number in a scene must be drawn. This module does not use Qt.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass, fields, is_dataclass, replace
from fractions import Fraction
from typing import Any, TypeAlias, TypeVar

import numpy as np

from app.domain.errors import TrainingError
from app.features.teaching.lessons import (
    LessonSetup,
    PictureKind,
    SetupResult,
    guess_labels,
    judge_query,
    parse_choices,
    parse_number,
    query_features,
    recipe_of_setup,
    train_on_setup,
)
from nbengine.explanations.derivation import Derivation, LabelDerivation, explain_word_probabilities
from nbengine.explanations.exact_fractions import ComplementCalculation, GaussianCalculation, SmoothedShare, Step
from nbengine.learnt.statistics import Features
from nbengine.text.token_counter import TokenCounter

MAX_LABELS, MAX_ITEMS, MAX_WORDS, MAX_MODELS = 6, 12, 24, 6
"""Maximum numbers of labels, items, words and event models in a picture."""
MAX_CANDIDATES = 200
"""Number of most frequent words from which the most characteristic words are chosen."""
GRID_SIDE = (48, 32)
"""Numbers of columns and rows of cells in the decision map."""
MAX_REPEATS = 4_000
MAX_SKIPPED_LOG = 690.0
"""While the negative logarithm of a product is below this limit, whole repetitions of the factors are skipped.

Only after that, near underflow, factors are multiplied one by one. exp(−690) is still a normal double, so this loses
no digits.
"""
Shape = TypeVar("Shape")


@dataclass(frozen=True, slots=True)
class LabelShare:
    """The probability of a label in a verdict; NaN if the verdict is undecided."""

    label: str
    colour: int
    share: float


@dataclass(frozen=True, slots=True)
class FactorEffect:
    """How much a factor changes the log-odds of the second label against the first."""

    name: str
    kind: str
    """Kind of the factor: prior, word, absent word, number or choice."""
    times: float
    """Number of times that the factor occurs."""
    log_odds: float
    """Change of the log-odds. May be infinite; NaN if the factor is 0 for both labels."""


@dataclass(frozen=True, slots=True)
class OddsScene:
    """Picture data: the effects of the factors on the odds of two labels, and the probabilities of all labels."""

    shares: tuple[LabelShare, ...]
    label_pair: tuple[str, str]
    """The names of the two labels. Positive log-odds are in favour of the second."""
    colours: tuple[int, int]
    effects: tuple[FactorEffect, ...]
    total: float


@dataclass(frozen=True, slots=True)
class CountBar:
    """One smoothed share: (count + smoothing) / (total + total_smoothing)."""

    label: str
    colour: int
    count: float
    smoothing: float
    total: float
    total_smoothing: float
    probability: float
    """The smoothed share; NaN if it is 0/0."""


@dataclass(frozen=True, slots=True)
class CountGroup:
    """A factor of the verdict, and its smoothed share under each label."""

    name: str
    kind: str
    """Kind of the factor: prior, word, absent word, number or choice."""
    times: float
    """Number of times that the factor occurs."""
    bars: tuple[CountBar, ...]


@dataclass(frozen=True, slots=True)
class CountsScene:
    """Picture data: the counts from which each factor of the verdict is computed."""

    groups: tuple[CountGroup, ...]


@dataclass(frozen=True, slots=True)
class WordPresence:
    """A word of the vocabulary: whether the document contains it, and its probability under each label."""

    word: str
    is_present: bool
    shares: tuple[float, ...]
    """P(word | label) for each label."""

    def factor(self, label: int) -> float:
        """Return the factor of the word for a label, by the index of the label: P(word | label), or 1 − P if the word
        is absent.
        """
        return self.shares[label] if self.is_present else 1.0 - self.shares[label]


@dataclass(frozen=True, slots=True)
class PresenceScene:
    """Picture data of a Bernoulli model: for each word of the vocabulary, the factor for its presence or absence."""

    labels: tuple[tuple[str, int], ...]
    """(name, colour index) of each label."""
    words: tuple[WordPresence, ...]
    n_more: int
    """Number of words that are left out of the picture."""


@dataclass(frozen=True, slots=True)
class Bell:
    """The normal distribution of a numeric column under a label, and its height at the document's value."""

    label: str
    colour: int
    mean: float
    variance: float
    height: float
    """Height of the curve at the document's value; NaN if the value is missing."""


@dataclass(frozen=True, slots=True)
class BellsOfColumn:
    """The bell curves of a numeric column, one per label."""

    name: str
    value: float
    """Value of the document; NaN if it is missing."""
    low: float
    """Lower end of the axis."""
    high: float
    """Upper end of the axis."""
    bells: tuple[Bell, ...]


@dataclass(frozen=True, slots=True)
class BellsScene:
    """Picture data: bell curves of every numeric column."""

    columns: tuple[BellsOfColumn, ...]


@dataclass(frozen=True, slots=True)
class RegionsScene:
    """Picture data: the decision map of two numeric columns. All other columns have missing values."""

    names: tuple[str, str]
    """Names of the two columns."""
    low: tuple[float, float]
    """Lower ends of the two axes."""
    high: tuple[float, float]
    """Upper ends of the two axes."""
    labels: tuple[tuple[str, int], ...]
    """(name, colour index) of each label."""
    winners: tuple[tuple[int, ...], ...]
    """For each row of the grid, bottom first: the index of the most probable label in each cell."""
    points: tuple[tuple[float, float, int], ...]
    """The training rows: both values, and the index of the label."""
    value: tuple[float, float]
    """Both values of the document."""


@dataclass(frozen=True, slots=True)
class FallingProduct:
    """The product of a label's factors, which falls each time the document is repeated, until it underflows to 0."""

    label: str
    colour: int
    log10: float
    """Logarithm to base 10 of the product for the document without repetition."""
    log10_per_repetition: float
    """Change of `log10` by each repetition of the document. The prior is not repeated."""
    n_factors_until_zero: int
    """Number of factors after which the product, computed in doubles, is 0."""


@dataclass(frozen=True, slots=True)
class UnderflowScene:
    """Picture data: the products of all labels as the document is repeated, and where each product underflows."""

    n_factors: int
    """Number of factors of the document without repetition."""
    products: tuple[FallingProduct, ...]


@dataclass(frozen=True, slots=True)
class NetworkScene:
    """Picture data: the label and the factors of the document as a Bayesian network.

    An arrow from one factor to another means that the second also depends on the first. Without arrows, the network is
    naive Bayes on these factors.
    """

    nodes: tuple[str, ...]
    """Names of the factors."""
    arrows: tuple[tuple[int, int], ...]
    """(start, end) of each arrow, as indices into `nodes`."""
    shares: tuple[LabelShare, ...]
    """Probabilities of the labels with the arrows."""
    naive_shares: tuple[LabelShare, ...]
    """Probabilities of the labels without arrows."""


@dataclass(frozen=True, slots=True)
class ModelShares:
    """The probabilities of the labels under an event model."""

    event_model: str
    shares: tuple[LabelShare, ...]


@dataclass(frozen=True, slots=True)
class ModelsScene:
    """Picture data: the verdicts of several event models on the document, for comparison."""

    models: tuple[ModelShares, ...]


@dataclass(frozen=True, slots=True)
class GuessedRow:
    """A row of the lesson with its label, or with the probabilities of the labels that the model guesses."""

    text: str
    is_labelled: bool
    shares: tuple[LabelShare, ...]
    """Guessed probabilities of the labels; 1 for the label of a labelled row."""


@dataclass(frozen=True, slots=True)
class GuessedCount:
    """How often a word occurs under each label, as the model learns it in the next round."""

    word: str
    counted: tuple[float, ...]
    """For each label, the count in labelled rows."""
    guessed: tuple[float, ...]
    """For each label, the count in unlabelled rows, weighted by the guessed probability of the label."""


@dataclass(frozen=True, slots=True)
class GuessesScene:
    """Picture data of a round of expectation-maximisation: the guessed labels, and the counts of words under these
    labels.
    """

    n_rounds: int
    """Number of rounds that the model has learnt."""
    rows: tuple[GuessedRow, ...]
    n_more: int
    """Number of rows that are left out of the picture."""
    words: tuple[GuessedCount, ...]
    labels: tuple[tuple[str, int], ...]


Scene: TypeAlias = (
    OddsScene | CountsScene | PresenceScene | BellsScene | RegionsScene | UnderflowScene | NetworkScene | ModelsScene
    | GuessesScene
)  # fmt: skip
Arrows: TypeAlias = frozenset[tuple[int, int]]
SMALLEST_DOUBLE_LOG10 = math.log10(5e-324)
"""Logarithm to base 10 of the smallest positive double."""


def choose_pictures(setup: LessonSetup, wanted: Sequence[PictureKind] = ()) -> tuple[PictureKind, ...]:
    """Return the kinds of pictures that suit a setup: those of `wanted` that suit it, or all that suit it if none of
    `wanted` does.
    """
    kinds = [kind for _, kind in setup.columns]
    has_text, n_numbers = "text" in kinds, kinds.count("number")
    suits: dict[PictureKind, bool] = {
        "odds": True,
        "counts": setup.event_model != "gaussian",
        "presence": setup.event_model == "bernoulli",
        "bells": n_numbers > 0 and setup.event_model in ("gaussian", "mixed"),
        "regions": n_numbers > 1 and setup.event_model == "gaussian",
        "underflow": has_text and setup.event_model in ("multinomial", "bernoulli"),
        "network": (has_text and n_numbers == 0) or kinds.count("choice") > 1,
        "models": has_text and len(setup.event_models) > 1,
        "pile": bool(setup.unlabelled_rows),
    }
    fitting = tuple(kind for kind in wanted if suits[kind])
    return fitting or tuple(kind for kind, is_suitable in suits.items() if is_suitable)


def make_scene(kind: PictureKind, setup: LessonSetup, result: SetupResult, arrows: Arrows = frozenset()) -> Scene:
    """Return the scene for a kind of picture, from a setup and its result."""
    match kind:
        case "odds":
            return make_odds_scene(setup, result)
        case "counts":
            return make_counts_scene(setup, result)
        case "presence":
            return make_presence_scene(setup)
        case "bells":
            return make_bells_scene(setup)
        case "regions":
            return make_regions_scene(setup)
        case "underflow":
            return make_underflow_scene(result)
        case "network":
            return make_network_scene(setup, arrows)
        case "models":
            return make_models_scene(setup)
        case "pile":
            return make_guesses_scene(setup)


def make_odds_scene(setup: LessonSetup, result: SetupResult) -> OddsScene:
    """Return the effects of all factors on the odds of the two most probable labels."""
    derivation = result.derived_verdict.derivation
    labels, shares = derivation.labels, _label_shares(derivation)
    order = sorted(range(len(labels)), key=lambda place: -labels[place].score)[:2]
    first, second = sorted(order) if len(order) > 1 else (0, 0)
    own, other = labels[first], labels[second]
    effects = [] if own.prior is None or other.prior is None else [
        FactorEffect("", "prior", 1, _log_odds(other.prior.log, own.prior.log))
    ]  # fmt: skip
    for step, opposite in zip(own.steps, other.steps, strict=False):
        effects.append(
            FactorEffect(_name_of_step(setup, step), step.kind, step.count, _log_odds(opposite.term, step.term))
        )
    if own.n_absent or other.n_absent:
        effects.append(FactorEffect("", "absent word", own.n_absent, _log_odds(other.absent, own.absent)))
    total = _log_odds(other.score, own.score)
    return OddsScene(shares, (own.label, other.label), (first, second), tuple(effects), total)


def _name_of_step(setup: LessonSetup, step: Step) -> str:
    """Return the word or column of a step. For a column of choices, it includes the value, as in "wind = weak"."""
    if step.kind != "choice":
        return step.name
    values = {name: value for (name, _), value in zip(setup.columns, setup.query, strict=True)}
    return f"{step.name} = {values[step.name]}" if step.name in values else step.name


def make_counts_scene(setup: LessonSetup, result: SetupResult) -> CountsScene:
    """Return the counts from which the prior and each factor are computed."""
    labels = result.derived_verdict.derivation.labels[:MAX_LABELS]
    groups = []
    priors = [each.prior for each in labels]
    if all(prior is not None for prior in priors):
        bars = tuple(
            _make_count_bar(each.label, place, prior)
            for place, (each, prior) in enumerate(zip(labels, priors, strict=True))
            if prior
        )
        groups.append(CountGroup("", "prior", 1, bars))
    for steps in zip(*(each.steps for each in labels), strict=False):
        shares = [_smoothed_share_of(step.working) for step in steps]
        bars = tuple(
            _make_count_bar(label.label, place, share)
            for place, (label, share) in enumerate(zip(labels, shares, strict=True))
            if share is not None
        )
        if bars:
            groups.append(CountGroup(_name_of_step(setup, steps[0]), steps[0].kind, steps[0].count, bars))
    return CountsScene(tuple(groups[:MAX_ITEMS]))


def make_presence_scene(setup: LessonSetup) -> PresenceScene:
    """Return which words the document contains, and the probabilities of all words under each label.

    The most characteristic words come first.
    """
    model, _ = train_on_setup(setup)
    text, seen = model.prepare(query_features(model, setup)).text, model.tally.token_sums[1]
    present = set() if text is None else set(text.tokens.tolist())
    candidates = sorted(present | set(np.argsort(-seen, kind="stable")[:MAX_CANDIDATES].tolist()))
    words = []
    for token, word in zip(candidates, model.words_of(np.array(candidates, np.int64)), strict=True):
        shares = tuple(
            _probability(_smoothed_share_of(working))
            for _, working in explain_word_probabilities(model, word)[:MAX_LABELS]
        )
        words.append(WordPresence(word, token in present, shares))
    order = sorted(
        range(len(words)), key=lambda place: (not words[place].is_present, -_range_of_shares(words[place].shares))
    )
    labels = tuple((label, place) for place, label in enumerate(model.labels[:MAX_LABELS]))
    return PresenceScene(labels, tuple(words[place] for place in order[:MAX_WORDS]), max(len(seen) - MAX_WORDS, 0))


def make_bells_scene(setup: LessonSetup) -> BellsScene:
    """Return the bell curves of each numeric column, with their heights at the document's value."""
    numbers = [name for name, kind in setup.columns if kind == "number"]
    cells = dict(
        zip(numbers, (parse_number(cell) for cell in _cells_of_kind(setup, setup.query, "number")), strict=True)
    )
    middle = {name: _mean_of_column(setup, place) for place, name in enumerate(numbers)}
    filled = tuple(
        f"{middle[name]:.17g}" if kind == "number" and math.isnan(parse_number(cell)) else cell
        for (name, kind), cell in zip(setup.columns, setup.query, strict=True)
    )
    derivation = judge_query(replace(setup, query=filled))
    columns = []
    for place, name in enumerate(numbers):
        value, bells = cells[name], []
        for number, label in enumerate(derivation.labels[:MAX_LABELS]):
            working = next(
                (s.working for s in label.steps if s.name == name and isinstance(s.working, GaussianCalculation)), None
            )
            if working is None or not working.variance > 0:
                continue
            mean = working.mean + working.mean_rest
            height = math.nan if math.isnan(value) else math.exp(working.log)
            bells.append(Bell(label.label, number, mean, working.variance, height))
        low, high = _padded_range([value, *(_parse_numbers(setup, row)[place] for row in setup.learnt_rows)])
        columns.append(BellsOfColumn(name, value, low, high, tuple(bells)))
    return BellsScene(tuple(columns))


def make_regions_scene(setup: LessonSetup) -> RegionsScene:
    """Return the decision map of the two numeric columns that separate the labels best."""
    model, documents = train_on_setup(setup)
    numbers = [name for name, kind in setup.columns if kind == "number"]
    rows = np.array([_parse_numbers(setup, row) for row in setup.learnt_rows])
    truth = np.asarray(documents.label_numbers)
    separations = [_measure_separation(rows[:, place], truth) for place in range(len(numbers))]
    pair = sorted(np.argsort(separations, kind="stable")[::-1][:2].tolist())
    value = _parse_numbers(setup, setup.query)
    lows, highs = zip(*(_padded_range([*rows[:, place], value[place]]) for place in pair), strict=True)
    axes = [low + (np.arange(n) + 0.5) * (high - low) / n for low, high, n in zip(lows, highs, GRID_SIDE, strict=True)]
    cells = np.full((GRID_SIDE[0] * GRID_SIDE[1], len(numbers)), np.nan)
    cells[:, pair[0]], cells[:, pair[1]] = (axis.ravel() for axis in np.meshgrid(*axes))
    winners = model.judge(Features(None, cells, None)).label_numbers.reshape(GRID_SIDE[1], GRID_SIDE[0])
    points = tuple((*row, label) for row, label in zip(rows[:, pair].tolist(), truth.tolist(), strict=True))
    return RegionsScene(
        names=(numbers[pair[0]], numbers[pair[1]]),
        low=(lows[0], lows[1]),
        high=(highs[0], highs[1]),
        labels=tuple((label, place) for place, label in enumerate(model.labels)),
        winners=tuple(tuple(int(each) for each in row) for row in winners),
        points=points,
        value=(value[pair[0]], value[pair[1]]),
    )


def make_underflow_scene(result: SetupResult) -> UnderflowScene:
    """Return the product of each label, as it falls when the document is repeated."""
    products, n_factors = [], 0
    for place, label in enumerate(result.derived_verdict.derivation.labels[:MAX_LABELS]):
        logs = _log_factors(label)
        n_factors = len(logs)
        if not logs or -math.inf in logs:
            continue
        prior = 0.0 if label.prior is None else label.prior.log
        reading = math.fsum(logs)
        products.append(
            FallingProduct(
                label.label,
                place,
                (prior + reading) / math.log(10),
                reading / math.log(10),
                _factors_until_underflow(prior, logs),
            )
        )
    return UnderflowScene(n_factors, tuple(products))


def make_network_scene(setup: LessonSetup, arrows: Arrows) -> NetworkScene:
    """Return the network with the ticked arrows, and its verdicts with and without these arrows."""
    nodes, table = _find_factors_in_rows(setup)
    kept = tuple(sorted((source, target) for source, target in arrows if max(source, target) < len(nodes)))
    return NetworkScene(nodes, kept, _network_shares(setup, table, kept), _network_shares(setup, table, ()))


def make_models_scene(setup: LessonSetup) -> ModelsScene:
    """Return the verdicts of all event models that suit the columns."""
    models = []
    for event_model in setup.event_models[:MAX_MODELS]:
        try:
            models.append(ModelShares(event_model, _label_shares(judge_query(replace(setup, event_model=event_model)))))
        except TrainingError:  # for example complement with a single label
            continue
    return ModelsScene(tuple(models))


def make_guesses_scene(setup: LessonSetup) -> GuessesScene:
    """Return the guessed labels of the unlabelled rows, and the counts of words under these labels."""
    model, _ = train_on_setup(setup)
    names, guesses = model.labels[:MAX_LABELS], guess_labels(model, setup)[:, :MAX_LABELS].tolist()
    labels = tuple((name, place) for place, name in enumerate(names))
    certain = [[float(name == row[0].strip()) for name in names] for row in setup.learnt_rows]

    def guessed_row(row: tuple[str, ...], shares: list[float], *, is_labelled: bool) -> GuessedRow:
        text = " · ".join(cell for cell in row[1:] if cell)
        return GuessedRow(
            text, is_labelled, tuple(LabelShare(*label, share) for label, share in zip(labels, shares, strict=True))
        )

    rows = [guessed_row(*pair, is_labelled=True) for pair in zip(setup.learnt_rows, certain, strict=True)]
    rows += [guessed_row(*pair, is_labelled=False) for pair in zip(setup.unlabelled_rows, guesses, strict=True)]
    n_more = max(len(rows) - MAX_ITEMS, 0)
    return GuessesScene(setup.rounds, tuple(rows[:MAX_ITEMS]), n_more, _make_guessed_counts(setup, rows), labels)


def _make_guessed_counts(setup: LessonSetup, rows: Sequence[GuessedRow]) -> tuple[GuessedCount, ...]:
    """Return counts for the words of the document, and for the words that are most frequent in the unlabelled rows."""
    if [kind for _, kind in setup.columns] != ["text"]:
        return ()
    counter = TokenCounter(recipe_of_setup(setup).rules)
    counts = counter.count([setup.query[0], *(row.text for row in rows)]).csr.toarray().astype(np.float64)
    is_labelled = np.array([row.is_labelled for row in rows])
    shares = np.array([[each.share for each in row.shares] for row in rows])
    counted, guessed = (counts[1:][kind].T @ shares[kind] for kind in (is_labelled, ~is_labelled))
    in_pile = counts[1:][~is_labelled].sum(axis=0)
    order = sorted(range(counts.shape[1]), key=lambda token: (counts[0, token] == 0, -in_pile[token]))
    return tuple(
        GuessedCount(counter.vocabulary.words[token], tuple(counted[token].tolist()), tuple(guessed[token].tolist()))
        for token in order[:MAX_ITEMS]
        if counted[token].any() or guessed[token].any()
    )


def blend_scenes(old: Shape, new: Shape, progress: float) -> Shape:
    """Return a scene between `old` and `new`. Numbers are interpolated where the shapes agree; the rest is from `new`.

    `progress` goes from 0 (`old`) to 1 (`new`).
    """
    blended: Shape = _blend(old, new, progress)
    return blended


def _blend(old: Any, new: Any, progress: float) -> Any:
    if isinstance(new, float) and isinstance(old, (int, float)) and not isinstance(old, bool):
        is_finite = math.isfinite(new) and math.isfinite(old)
        return old + (new - old) * progress if is_finite else new
    if isinstance(new, tuple) and isinstance(old, tuple) and len(new) == len(old):
        return tuple(_blend(before, after, progress) for before, after in zip(old, new, strict=True))
    if is_dataclass(new) and not isinstance(new, type) and type(new) is type(old):
        changes: dict[str, Any] = {
            each.name: _blend(getattr(old, each.name), getattr(new, each.name), progress) for each in fields(new)
        }
        return replace(new, **changes)
    return new


def _label_shares(derivation: Derivation) -> tuple[LabelShare, ...]:
    shares = derivation.probabilities or (math.nan,) * len(derivation.labels)
    found = [
        LabelShare(each.label, place, share)
        for place, (each, share) in enumerate(zip(derivation.labels, shares, strict=True))
    ]
    if len(found) > MAX_LABELS:
        likeliest = sorted(found, key=lambda each: -each.share)[:MAX_LABELS]
        found = [each for each in found if each in likeliest]
    return tuple(found)


def _log_odds(own: float, other: float) -> float:
    return math.nan if own == other == -math.inf else own - other


def _smoothed_share_of(working: object) -> SmoothedShare | None:
    share = working.share if isinstance(working, ComplementCalculation) else working
    return share if isinstance(share, SmoothedShare) else None


def _make_count_bar(label: str, index: int, share: SmoothedShare) -> CountBar:
    return CountBar(
        label=label,
        colour=index,
        count=float(share.count),
        smoothing=float(share.smoothing),
        total=float(share.total),
        total_smoothing=float(share.total_smoothing),
        probability=_probability(share),
    )


def _probability(share: SmoothedShare | None) -> float:
    return math.nan if share is None or share.probability is None else float(share.probability)


def _range_of_shares(shares: tuple[float, ...]) -> float:
    return max(shares, default=0.0) - min(shares, default=0.0)


def _cells_of_kind(setup: LessonSetup, row: Sequence[str], wanted: str) -> list[str]:
    return [cell for (_, kind), cell in zip(setup.columns, row, strict=True) if kind == wanted]


def _parse_numbers(setup: LessonSetup, row: Sequence[str]) -> list[float]:
    """Return the numbers in the numeric columns of a row. The row may begin with its label."""
    return [parse_number(cell) for cell in _cells_of_kind(setup, row[-len(setup.columns) :], "number")]


def _mean_of_column(setup: LessonSetup, index: int) -> float:
    values = [number for row in setup.learnt_rows if not math.isnan(number := _parse_numbers(setup, row)[index])]
    return math.fsum(values) / len(values) if values else 0.0


def _padded_range(values: Sequence[float]) -> tuple[float, float]:
    """Return the ends of an axis for values: their range with a margin on both sides. NaN values are ignored."""
    known = [float(value) for value in values if math.isfinite(value)]
    low, high = min(known, default=0.0), max(known, default=1.0)
    room = (high - low) * 0.12 or max(abs(high), 1.0) * 0.5
    return low - room, high + room


def _measure_separation(column: np.ndarray[Any, np.dtype[np.float64]], truth: np.ndarray[Any, Any]) -> float:
    """Return how well a column separates the labels: the variance between the labels' means, divided by that within
    labels.
    """
    groups = [column[(truth == label) & np.isfinite(column)] for label in np.unique(truth)]
    groups = [group for group in groups if len(group)]
    if len(groups) < 2:
        return 0.0
    within = float(np.mean([group.var() for group in groups]))
    return float(np.var([group.mean() for group in groups])) / (within or 1e-12)


def _log_factors(label: LabelDerivation) -> list[float]:
    """Return the logarithms of the document's factors without the prior, each repeated as often as it occurs."""
    logs = [step.log for step in label.steps for _ in range(min(int(step.count), MAX_REPEATS))]
    return logs + [group.log for group in label.absent_groups for _ in range(group.n_words)]


def _factors_until_underflow(prior: float, logs: Sequence[float]) -> int:
    """Return the number of factors after which the repeated product of all factors underflows to 0; 0 if it never does.

    While the product is far from the smallest double, the logarithms of whole repetitions are added instead.
    """
    reading = math.fsum(logs)
    if reading > -0.05:
        return 0
    n_skipped = max(int((MAX_SKIPPED_LOG + prior) / -reading), 0)
    product, n_factors = math.exp(prior + n_skipped * reading), n_skipped * len(logs)
    while product:
        product *= math.exp(logs[n_factors % len(logs)])
        n_factors += 1
    return n_factors


def _find_factors_in_rows(setup: LessonSetup) -> tuple[tuple[str, ...], list[list[tuple[bool, int]]]]:
    """Return the names of the document's factors, and a list of pairs for each learnt row.

    There is a pair for each factor: whether the row has the factor, and the number of outcomes of the factor.
    """
    if any(kind == "text" for _, kind in setup.columns):
        model, documents = train_on_setup(replace(setup, event_model="bernoulli", vocabulary=None, rounds=0))
        text, features = query_features(model, setup).text, documents.features.text
        if text is None or features is None:
            return (), []
        words = model.words_of(text.tokens.astype(np.int64))[:MAX_NODES]
        tokens = [documents.vocabulary.number(word) for word in words]
        held = [set(features[row : row + 1].tokens.tolist()) for row in range(features.n_documents)]
        return tuple(words), [[(token in row, 2) for token in tokens] for row in held]
    names = [(place, name) for place, (name, kind) in enumerate(setup.columns) if kind == "choice"]
    query, rows = parse_choices(setup, setup.query), [parse_choices(setup, row[1:]) for row in setup.learnt_rows]
    known = [place for place in range(len(names)) if query[place] is not None][:MAX_NODES]
    outcomes = [len({row[place] for row in rows if row[place] is not None}) for place in range(len(names))]
    nodes = tuple(f"{names[place][1]} = {query[place]}" for place in known)
    return nodes, [[(row[place] == query[place], outcomes[place]) for place in known] for row in rows]


MAX_NODES = 6


def _network_shares(
    setup: LessonSetup, table: list[list[tuple[bool, int]]], arrows: tuple[tuple[int, int], ...]
) -> tuple[LabelShare, ...]:
    labels = [row[0].strip() for row in setup.learnt_rows]
    names = sorted(set(labels))
    parents: dict[int, list[int]] = {}
    for source, target in arrows:
        parents.setdefault(target, []).append(source)
    alpha, joints = Fraction(repr(setup.smoothing)), []
    for name in names:
        rows = [row for label, row in zip(labels, table, strict=True) if label == name]
        joint = Fraction(len(rows), len(labels)) if setup.prior == "data" else Fraction(1)
        if setup.prior == "smoothed":
            strength = Fraction(repr(setup.strength))
            joint = (len(rows) + strength) / (len(labels) + strength * len(names))
        for node in range(len(table[0]) if table else 0):
            given = [row for row in rows if all(row[parent][0] for parent in parents.get(node, ()))]
            below = len(given) + alpha * table[0][node][1]
            joint *= (sum(row[node][0] for row in given) + alpha) / below if below else 0
        joints.append(joint)
    total = sum(joints, Fraction(0))
    return tuple(
        LabelShare(name, place, float(joint / total) if total else math.nan)
        for place, (name, joint) in enumerate(zip(names, joints, strict=True))
    )
