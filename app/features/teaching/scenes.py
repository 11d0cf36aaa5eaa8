"""The numbers behind the lessons' pictures, computed from a bench with the normal engine.

A scene is a frozen record of plain numbers and names. The painter blends two scenes of equal shape number by number, so
a scene must have no number that is not drawn. Scenes know no Qt.
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
    Bench,
    BenchResult,
    PictureKind,
    guess_pile,
    judge_query,
    parse_choices,
    parse_number,
    query_features,
    recipe_of_bench,
    train_bench,
)
from nbengine.explanations.derivation import Derivation, LabelDerivation, explain_word_probabilities
from nbengine.explanations.exact_fractions import ComplementCalculation, GaussianCalculation, SmoothedShare, Step
from nbengine.learnt.statistics import Features
from nbengine.text.token_counter import TokenCounter

MAX_LABELS, MAX_ITEMS, MAX_WORDS, MAX_MODELS = 6, 12, 24, 6
"""Limits for the items of a picture."""
MAX_CANDIDATES = 200
"""Number of frequent words among which the most telling ones are chosen."""
GRID_SIDE = (48, 32)
"""The decision map has this many cells in each direction."""
MAX_REPEATS = 4_000
MAX_SKIPPED_LOG = 690.0
"""Factors are multiplied one by one only near underflow; before that, whole readings are skipped by adding logarithms.
exp(−690) is still a normal double, so skipping loses no digits.
"""
Shape = TypeVar("Shape")


@dataclass(frozen=True, slots=True)
class LabelShare:
    """The probability of a label; NaN if the verdict is undecided."""

    label: str
    colour: int
    share: float


@dataclass(frozen=True, slots=True)
class FactorEffect:
    """The change that one factor makes to the log-odds of the second label against the first."""

    name: str
    kind: str
    """Kind of the step: prior, word, absent word, number or choice."""
    times: float
    log_odds: float
    """May be infinite; NaN if the factor forbids both labels."""


@dataclass(frozen=True, slots=True)
class OddsScene:
    """Two labels, the effects of the factors on their odds, and the probabilities of all labels."""

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
    """The shares of one factor under each label."""

    name: str
    kind: str
    times: float
    bars: tuple[CountBar, ...]


@dataclass(frozen=True, slots=True)
class CountsScene:
    """The counts behind each factor of the verdict."""

    groups: tuple[CountGroup, ...]


@dataclass(frozen=True, slots=True)
class WordPresence:
    """A word of the vocabulary: whether the document has it, and each label's probability that a document has it."""

    word: str
    is_present: bool
    shares: tuple[float, ...]
    """Per label: P(word | label)."""

    def factor(self, label: int) -> float:
        """Return the factor with which the word enters the product of a label."""
        return self.shares[label] if self.is_present else 1.0 - self.shares[label]


@dataclass(frozen=True, slots=True)
class PresenceScene:
    """For each word of the vocabulary, the factor that its presence or absence contributes in a Bernoulli model."""

    labels: tuple[tuple[str, int], ...]
    """Names and colours."""
    words: tuple[WordPresence, ...]
    n_more: int
    """Number of words that are left out of the picture."""


@dataclass(frozen=True, slots=True)
class Bell:
    """A normal distribution of one label, and its height above the document's value."""

    label: str
    colour: int
    mean: float
    variance: float
    height: float
    """Height of the curve at the document's value; NaN if the value is missing."""


@dataclass(frozen=True, slots=True)
class BellsOfColumn:
    """The bell curves of one column."""

    name: str
    value: float
    """NaN if it is missing."""
    low: float
    high: float
    bells: tuple[Bell, ...]


@dataclass(frozen=True, slots=True)
class BellsScene:
    """Bell curves of every numeric column."""

    columns: tuple[BellsOfColumn, ...]


@dataclass(frozen=True, slots=True)
class RegionsScene:
    """The decision map of two numeric columns; all other columns count as missing."""

    names: tuple[str, str]
    low: tuple[float, float]
    high: tuple[float, float]
    labels: tuple[tuple[str, int], ...]
    winners: tuple[tuple[int, ...], ...]
    """Per row of the grid, bottom first: number of the best label of each cell."""
    points: tuple[tuple[float, float, int], ...]
    """The rows: both values and the number of the label."""
    value: tuple[float, float]


@dataclass(frozen=True, slots=True)
class FallingProduct:
    """A label's product when the document is repeated, until it underflows to 0."""

    label: str
    colour: int
    log10: float
    """Logarithm to base 10 of the product for the document as it is."""
    log10_per_repetition: float
    """Change of `log10` for each repetition of the document. The prior counts once."""
    n_factors_until_zero: int
    """Number of factors after which the product, as a double, is 0."""


@dataclass(frozen=True, slots=True)
class UnderflowScene:
    """The products of all labels as the document is repeated, in doubles and as logarithms."""

    n_factors: int
    """Number of factors of the document as it is."""
    products: tuple[FallingProduct, ...]


@dataclass(frozen=True, slots=True)
class NetworkScene:
    """The label and the factors of the document as a network.

    An arrow from one factor to another means that the second is conditioned on the first as well. Without arrows this
    is naive Bayes on these factors.
    """

    nodes: tuple[str, ...]
    arrows: tuple[tuple[int, int], ...]
    shares: tuple[LabelShare, ...]
    naive_shares: tuple[LabelShare, ...]


@dataclass(frozen=True, slots=True)
class ModelShares:
    """The verdict of one event model."""

    event_model: str
    shares: tuple[LabelShare, ...]


@dataclass(frozen=True, slots=True)
class ModelsScene:
    """A document judged by several event models, for comparison."""

    models: tuple[ModelShares, ...]


@dataclass(frozen=True, slots=True)
class PileRow:
    """A row of the pile with its guessed label, or a labelled row, whose label has the share 1."""

    text: str
    is_labelled: bool
    shares: tuple[LabelShare, ...]


@dataclass(frozen=True, slots=True)
class PileCount:
    """How often a word counts under each label in the next round."""

    word: str
    counted: tuple[float, ...]
    """Per label: occurrences in labelled rows."""
    guessed: tuple[float, ...]
    """Per label: occurrences in the rows of the pile, times the probability of the label there."""


@dataclass(frozen=True, slots=True)
class PileScene:
    """A round of expectation-maximisation: the guesses of the present model, and the counts that they make."""

    n_rounds: int
    rows: tuple[PileRow, ...]
    n_more: int
    """Number of rows that are left out of the picture."""
    words: tuple[PileCount, ...]
    labels: tuple[tuple[str, int], ...]


Scene: TypeAlias = (
    OddsScene | CountsScene | PresenceScene | BellsScene | RegionsScene | UnderflowScene | NetworkScene | ModelsScene
    | PileScene
)  # fmt: skip
Arrows: TypeAlias = frozenset[tuple[int, int]]
SMALLEST_DOUBLE_LOG10 = math.log10(5e-324)
"""Logarithm to base 10 of the smallest positive double."""


def pictures_of(bench: Bench, wanted: Sequence[PictureKind] = ()) -> tuple[PictureKind, ...]:
    """Return the kinds of pictures that suit a bench: those of `wanted` that do, or all that do."""
    kinds = [kind for _, kind in bench.columns]
    has_text, n_numbers = "text" in kinds, kinds.count("number")
    suits: dict[PictureKind, bool] = {
        "odds": True,
        "counts": bench.event_model != "gaussian",
        "presence": bench.event_model == "bernoulli",
        "bells": n_numbers > 0 and bench.event_model in ("gaussian", "mixed"),
        "regions": n_numbers > 1 and bench.event_model == "gaussian",
        "underflow": has_text and bench.event_model in ("multinomial", "bernoulli"),
        "network": (has_text and n_numbers == 0) or kinds.count("choice") > 1,
        "models": has_text and len(bench.event_models) > 1,
        "pile": bool(bench.pile),
    }
    fitting = tuple(kind for kind in wanted if suits[kind])
    return fitting or tuple(kind for kind, is_suitable in suits.items() if is_suitable)


def scene_of(kind: PictureKind, bench: Bench, result: BenchResult, arrows: Arrows = frozenset()) -> Scene:
    """Compute one picture of a bench, whose result is known."""
    match kind:
        case "odds":
            return odds_scene(bench, result)
        case "counts":
            return counts_scene(bench, result)
        case "presence":
            return presence_scene(bench)
        case "bells":
            return bells_scene(bench)
        case "regions":
            return regions_scene(bench)
        case "underflow":
            return underflow_scene(result)
        case "network":
            return network_scene(bench, arrows)
        case "models":
            return models_scene(bench)
        case "pile":
            return pile_scene(bench)


def odds_scene(bench: Bench, result: BenchResult) -> OddsScene:
    """Return the effects between the two likeliest labels."""
    derivation = result.explained.derivation
    labels, shares = derivation.labels, _shares(derivation)
    order = sorted(range(len(labels)), key=lambda place: -labels[place].score)[:2]
    first, second = sorted(order) if len(order) > 1 else (0, 0)
    own, other = labels[first], labels[second]
    effects = [] if own.prior is None or other.prior is None else [
        FactorEffect("", "prior", 1, _log_odds(other.prior.log, own.prior.log))
    ]  # fmt: skip
    for step, opposite in zip(own.steps, other.steps, strict=False):
        effects.append(
            FactorEffect(_name_of_step(bench, step), step.kind, step.count, _log_odds(opposite.term, step.term))
        )
    if own.n_absent or other.n_absent:
        effects.append(FactorEffect("", "absent word", own.n_absent, _log_odds(other.absent, own.absent)))
    total = _log_odds(other.score, own.score)
    return OddsScene(shares, (own.label, other.label), (first, second), tuple(effects), total)


def _name_of_step(bench: Bench, step: Step) -> str:
    """Return the word or column of a step. A column of choices has its value: its counts are those of the value."""
    if step.kind != "choice":
        return step.name
    values = {name: value for (name, _), value in zip(bench.columns, bench.query, strict=True)}
    return f"{step.name} = {values[step.name]}" if step.name in values else step.name


def counts_scene(bench: Bench, result: BenchResult) -> CountsScene:
    """Return the counts of the prior and of each step."""
    labels = result.explained.derivation.labels[:MAX_LABELS]
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
            groups.append(CountGroup(_name_of_step(bench, steps[0]), steps[0].kind, steps[0].count, bars))
    return CountsScene(tuple(groups[:MAX_ITEMS]))


def presence_scene(bench: Bench) -> PresenceScene:
    """Return each word's presence in the document, and per label the share of documents that contain it.

    Most telling words first.
    """
    model, _ = train_bench(bench)
    text, seen = model.prepare(query_features(model, bench)).text, model.tally.token_sums[1]
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


def bells_scene(bench: Bench) -> BellsScene:
    """Return the curves of every numeric column, with the heights above the document's values."""
    numbers = [name for name, kind in bench.columns if kind == "number"]
    cells = dict(
        zip(numbers, (parse_number(cell) for cell in _cells_of_kind(bench, bench.query, "number")), strict=True)
    )
    middle = {name: _mean_of_column(bench, place) for place, name in enumerate(numbers)}
    filled = tuple(
        f"{middle[name]:.17g}" if kind == "number" and math.isnan(parse_number(cell)) else cell
        for (name, kind), cell in zip(bench.columns, bench.query, strict=True)
    )
    derivation = judge_query(replace(bench, query=filled))
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
        low, high = _padded_range([value, *(_numbers(bench, row)[place] for row in bench.learnt_rows)])
        columns.append(BellsOfColumn(name, value, low, high, tuple(bells)))
    return BellsScene(tuple(columns))


def regions_scene(bench: Bench) -> RegionsScene:
    """Return the best label over a grid of the two numeric columns that tell the labels apart best."""
    model, documents = train_bench(bench)
    numbers = [name for name, kind in bench.columns if kind == "number"]
    rows = np.array([_numbers(bench, row) for row in bench.learnt_rows])
    truth = np.asarray(documents.label_numbers)
    separations = [_separation(rows[:, place], truth) for place in range(len(numbers))]
    pair = sorted(np.argsort(separations, kind="stable")[::-1][:2].tolist())
    value = _numbers(bench, bench.query)
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


def underflow_scene(result: BenchResult) -> UnderflowScene:
    """Return how each label's plain product falls while the document is read over and over."""
    products, n_factors = [], 0
    for place, label in enumerate(result.explained.derivation.labels[:MAX_LABELS]):
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


def network_scene(bench: Bench, arrows: Arrows) -> NetworkScene:
    """Return the verdict with the ticked arrows, and the naive one beside it."""
    nodes, table = _factors_of_rows(bench)
    kept = tuple(sorted((source, target) for source, target in arrows if max(source, target) < len(nodes)))
    return NetworkScene(nodes, kept, _network_shares(bench, table, kept), _network_shares(bench, table, ()))


def models_scene(bench: Bench) -> ModelsScene:
    """Judge the document with every event model that suits the columns."""
    models = []
    for event_model in bench.event_models[:MAX_MODELS]:
        try:
            models.append(ModelShares(event_model, _shares(judge_query(replace(bench, event_model=event_model)))))
        except TrainingError:  # for example complement with a single label
            continue
    return ModelsScene(tuple(models))


def pile_scene(bench: Bench) -> PileScene:
    """Guess the labels of the pile, and count each word by the guesses. The next round learns these counts."""
    model, _ = train_bench(bench)
    names, guesses = model.labels[:MAX_LABELS], guess_pile(model, bench)[:, :MAX_LABELS].tolist()
    labels = tuple((name, place) for place, name in enumerate(names))
    certain = [[float(name == row[0].strip()) for name in names] for row in bench.learnt_rows]

    def pile_row(row: tuple[str, ...], shares: list[float], *, is_labelled: bool) -> PileRow:
        text = " · ".join(cell for cell in row[1:] if cell)
        return PileRow(
            text, is_labelled, tuple(LabelShare(*label, share) for label, share in zip(labels, shares, strict=True))
        )

    rows = [pile_row(*pair, is_labelled=True) for pair in zip(bench.learnt_rows, certain, strict=True)]
    rows += [pile_row(*pair, is_labelled=False) for pair in zip(bench.pile, guesses, strict=True)]
    n_more = max(len(rows) - MAX_ITEMS, 0)
    return PileScene(bench.rounds, tuple(rows[:MAX_ITEMS]), n_more, _pile_counts(bench, rows), labels)


def _pile_counts(bench: Bench, rows: Sequence[PileRow]) -> tuple[PileCount, ...]:
    """Return the counts of the document's words and of the words that occur most often in the pile."""
    if [kind for _, kind in bench.columns] != ["text"]:
        return ()
    counter = TokenCounter(recipe_of_bench(bench).rules)
    counts = counter.count([bench.query[0], *(row.text for row in rows)]).csr.toarray().astype(np.float64)
    is_labelled = np.array([row.is_labelled for row in rows])
    shares = np.array([[each.share for each in row.shares] for row in rows])
    counted, guessed = (counts[1:][kind].T @ shares[kind] for kind in (is_labelled, ~is_labelled))
    in_pile = counts[1:][~is_labelled].sum(axis=0)
    order = sorted(range(counts.shape[1]), key=lambda token: (counts[0, token] == 0, -in_pile[token]))
    return tuple(
        PileCount(counter.vocabulary.words[token], tuple(counted[token].tolist()), tuple(guessed[token].tolist()))
        for token in order[:MAX_ITEMS]
        if counted[token].any() or guessed[token].any()
    )


def blend_scenes(old: Shape, new: Shape, progress: float) -> Shape:
    """Return a scene between two others. Numbers are blended where the shapes agree; the rest is from the new scene."""
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


def _shares(derivation: Derivation) -> tuple[LabelShare, ...]:
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


def _make_count_bar(label: str, place: int, share: SmoothedShare) -> CountBar:
    return CountBar(
        label=label,
        colour=place,
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


def _cells_of_kind(bench: Bench, row: Sequence[str], wanted: str) -> list[str]:
    return [cell for (_, kind), cell in zip(bench.columns, row, strict=True) if kind == wanted]


def _numbers(bench: Bench, row: Sequence[str]) -> list[float]:
    """Return the numbers of a row, with or without its label."""
    return [parse_number(cell) for cell in _cells_of_kind(bench, row[-len(bench.columns) :], "number")]


def _mean_of_column(bench: Bench, place: int) -> float:
    values = [number for row in bench.learnt_rows if not math.isnan(number := _numbers(bench, row)[place])]
    return math.fsum(values) / len(values) if values else 0.0


def _padded_range(values: Sequence[float]) -> tuple[float, float]:
    """Return the span of the values that are not missing, with room on both sides."""
    known = [float(value) for value in values if math.isfinite(value)]
    low, high = min(known, default=0.0), max(known, default=1.0)
    room = (high - low) * 0.12 or max(abs(high), 1.0) * 0.5
    return low - room, high + room


def _separation(column: np.ndarray[Any, np.dtype[np.float64]], truth: np.ndarray[Any, Any]) -> float:
    """Return the variance between the labels' means, relative to the variance within labels."""
    groups = [column[(truth == label) & np.isfinite(column)] for label in np.unique(truth)]
    groups = [group for group in groups if len(group)]
    if len(groups) < 2:
        return 0.0
    within = float(np.mean([group.var() for group in groups]))
    return float(np.var([group.mean() for group in groups])) / (within or 1e-12)


def _log_factors(label: LabelDerivation) -> list[float]:
    """Return the logarithms of the document's factors, without the prior, each as often as it occurs."""
    logs = [step.log for step in label.steps for _ in range(min(int(step.count), MAX_REPEATS))]
    return logs + [group.log for group in label.absent_groups for _ in range(group.n_words)]


def _factors_until_underflow(prior: float, logs: Sequence[float]) -> int:
    """Return the number of factors after which their repeated product underflows to 0; 0 if it never does.

    As long as the product is far from the smallest double, whole repetitions are skipped by adding logarithms.
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


def _factors_of_rows(bench: Bench) -> tuple[tuple[str, ...], list[list[tuple[bool, int]]]]:
    """Return the names of the document's factors, and for each learnt row a list per factor: whether the row has it,
    and its number of outcomes.
    """
    if any(kind == "text" for _, kind in bench.columns):
        model, documents = train_bench(replace(bench, event_model="bernoulli", vocabulary=None, rounds=0))
        text, features = query_features(model, bench).text, documents.features.text
        if text is None or features is None:
            return (), []
        words = model.words_of(text.tokens.astype(np.int64))[:MAX_NODES]
        tokens = [documents.vocabulary.number(word) for word in words]
        held = [set(features[row : row + 1].tokens.tolist()) for row in range(features.n_documents)]
        return tuple(words), [[(token in row, 2) for token in tokens] for row in held]
    names = [(place, name) for place, (name, kind) in enumerate(bench.columns) if kind == "choice"]
    query, rows = parse_choices(bench, bench.query), [parse_choices(bench, row[1:]) for row in bench.learnt_rows]
    known = [place for place in range(len(names)) if query[place] is not None][:MAX_NODES]
    outcomes = [len({row[place] for row in rows if row[place] is not None}) for place in range(len(names))]
    nodes = tuple(f"{names[place][1]} = {query[place]}" for place in known)
    return nodes, [[(row[place] == query[place], outcomes[place]) for place in known] for row in rows]


MAX_NODES = 6


def _network_shares(
    bench: Bench, table: list[list[tuple[bool, int]]], arrows: tuple[tuple[int, int], ...]
) -> tuple[LabelShare, ...]:
    labels = [row[0].strip() for row in bench.learnt_rows]
    names = sorted(set(labels))
    parents: dict[int, list[int]] = {}
    for source, target in arrows:
        parents.setdefault(target, []).append(source)
    alpha, joints = Fraction(repr(bench.smoothing)), []
    for name in names:
        rows = [row for label, row in zip(labels, table, strict=True) if label == name]
        joint = Fraction(len(rows), len(labels)) if bench.prior == "data" else Fraction(1)
        if bench.prior == "smoothed":
            strength = Fraction(repr(bench.strength))
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
