"""Save a model as bytes and load it: recipe, words, statistics and assurance, but no code.

Filled cells are stored word by word, as gaps between cell numbers, and as counts that mostly fit one byte. For
occurrences, only the difference from presences is stored, which is mostly zero. Weights that are whole documents are
stored as integers.

Loading does not trust the bytes. Sizes are checked before memory is allocated, and the constructors check their
arguments. Any damage raises `DamagedModelError`.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import numpy as np
import numpy.typing as npt

from nbengine.counts import MAX_SUM_IN_UNITS, FloatArray, IntArray
from nbengine.errors import DamagedModelError, EngineError
from nbengine.events.complement import check_norm
from nbengine.learnt.factors import MAX_WEIGHT, Factors, UnlabelledContribution, Weights
from nbengine.learnt.number_tally import MAX_NUMBER, Moments, NumberTally
from nbengine.learnt.statistics import ChoiceTally, Statistics
from nbengine.learnt.tally import (
    MAX_MODEL_LABELS,
    FilledCells,
    Tally,
    TfIdf,
    check_size,
    serialise_cells,
)
from nbengine.models.filter_model import FilterModel
from nbengine.models.model import Model, TableColumns
from nbengine.models.recipe import recipe_from_plain
from nbengine.packing import (
    PackedContent,
    check_finite_array,
    check_float_array,
    check_int_array,
    check_names,
    from_plain,
    pack_content,
    to_plain,
    unpack_content,
)
from nbengine.questions.label_questions import MultiLabelModel
from nbengine.text.token_rules import check_rules
from nbengine.text.vocabulary import Vocabulary
from nbengine.trust.calibration import Calibration, LabelSets
from nbengine.trust.verdicts import ERROR_LIMITS, Assurance, LabelThresholds, SafeThreshold, UnsureBand

_DAMAGE = (EngineError, ValueError, KeyError, TypeError, IndexError, OverflowError, AttributeError, RecursionError)

MAX_SUM_OF_SQUARES = 1e300

_SETS = ("log_prior", "usual_likelihood", "known_excess", "known_acquaintance")
_BAND = ("low", "high", "negatives_lost", "positives_missed", "unsure_share")
_SAFE = ("threshold", "tolerated_share", "share_upper_bound", "confidence", "n_passed", "n_documents")

Numbers = dict[str, npt.NDArray[Any]]

MODEL_KINDS: tuple[type[Model], ...] = (FilterModel, MultiLabelModel)
"""The kinds of model that save more than counts. The saved bytes name the kind by its `part_name`."""


def model_to_bytes(model: Model, *, is_compressed: bool = True) -> bytes:
    """Return the model as bytes. Words that no longer occur in any document are dropped.

    Pass `is_compressed=False` if the caller compresses the bytes itself.
    """
    model = model.compacted()
    statistics = model.statistics
    text: Numbers = {}
    if statistics.text is not None:  # cells are numbered word by word, so the labels of a word are neighbours
        filled = statistics.text.filled_cells()
        check_size(statistics.text.n_labels, len(filled.cells))
        text = serialise_cells(filled, is_real=statistics.text.is_real)
    blob, lengths = model.vocabulary.to_blob()
    numbers: Numbers = {"lengths": lengths.astype(np.int64), "documents": statistics.documents}
    facts: dict[str, Any] = {
        "recipe": model.recipe.to_plain(),
        "labels": list(model.labels),
        "table": to_plain(model.table),
    }
    if statistics.text is not None:
        numbers |= text
        facts["text"] = {
            "is_real": statistics.text.is_real,
            "n_tokens": statistics.text.n_tokens,
            "threshold": statistics.text.threshold,
        }
    if statistics.numbers is not None:
        moments = statistics.numbers.moments
        parts = {"weights": moments.weights, "means": moments.means, "squares": moments.squares}
        if moments.significant_mean_errors is not None:
            parts["mean_rests"] = moments.significant_mean_errors
        numbers |= {f"moments.{name}": part.reshape(-1) for name, part in parts.items()}
        facts["numbers"] = statistics.numbers.n_columns
    if statistics.choices is not None:
        facts["choices"] = [counts.shape[1] for counts in statistics.choices.counts]
        numbers |= {f"choices.{n}": counts.reshape(-1) for n, counts in enumerate(statistics.choices.counts)}
    if model.tfidf is not None:
        numbers["idf"] = model.tfidf.idf
        facts["new_idf"] = model.tfidf.new_idf
    if statistics.factors is not None:
        numbers |= {"factors.weights": statistics.factors.weights.reshape(-1).astype(np.float64)}
        numbers["factors.bias"] = statistics.factors.bias
        facts["factors"] = statistics.factors.n_changes_since_fit
        share = statistics.factors.unlabelled
        if share is not None:
            facts["unlabelled"] = share.n_documents
            numbers["unlabelled.weights"] = share.weights.reshape(-1).astype(np.float64)
            numbers["unlabelled.bias"] = share.bias
    if model.assurance is not None:
        facts["assurance"] = {
            "calibration": to_plain(model.assurance.calibration),
            "marked_labels": list(model.assurance.label_thresholds.labels),
            "positive": model.assurance.positive,
            "is_band_on_evidence": model.assurance.is_band_on_evidence,
        }
        numbers |= _assurance_to_arrays(model.assurance)
    own = model.extra_content()
    facts, numbers, blobs = {**facts, **own.facts}, {**numbers, **own.numbers}, {"words": blob, **own.blobs}
    for name, part in numbers.items():  # refuse NaN now, which is a bug here: loading would reject the file
        if part.dtype.kind == "f" and np.isnan(part).any():
            raise ValueError(f"{name} holds what is not a number")
    return pack_content(PackedContent(facts, numbers, blobs), is_compressed=is_compressed)


def model_from_bytes(data: bytes) -> Model:
    """Load a model. Raises `DamagedModelError` if the bytes are incomplete, not a model, too new or too large."""
    parts = unpack_content(bytes(data))
    try:
        return _model_from_parts(parts)
    except DamagedModelError:
        raise
    except _DAMAGE as error:
        raise DamagedModelError(f"The model's bytes make no sense: {error}") from error


def _model_from_parts(parts: PackedContent) -> Model:
    facts, numbers = parts.facts, parts.numbers
    labels = tuple(check_names(facts["labels"]))
    documents = _check_sum_fits(check_int_array(numbers["documents"], len(labels)))
    if len(labels) > MAX_MODEL_LABELS:
        raise DamagedModelError(f"The model declares {len(labels)} labels.")
    statistics = Statistics(
        _read_text_tally(labels, documents, facts["text"], numbers) if "text" in facts else None,
        _read_number_tally(labels, documents, facts["numbers"], numbers) if "numbers" in facts else None,
        _read_choice_tally(labels, documents, facts["choices"], numbers) if "choices" in facts else None,
    )
    recipe = recipe_from_plain(facts["recipe"])
    check_rules(recipe.rules)
    if recipe.event_model == "complement":
        check_norm(np.asarray(recipe.smoothing), norm=recipe.norm)
    if "factors" in facts:
        statistics.factors = _read_factors(facts["factors"], facts.get("unlabelled"), numbers, len(labels))
    idf = check_finite_array(numbers["idf"]) if "idf" in numbers else None
    model = Model(
        recipe,
        _read_vocabulary(parts.blobs["words"], check_int_array(numbers["lengths"])),
        statistics,
        tfidf=None if idf is None else TfIdf(idf, _read_number(facts["new_idf"]), recipe.sublinear),
        table=from_plain(TableColumns, facts["table"]),
        assurance=_read_assurance(facts["assurance"], numbers, labels) if "assurance" in facts else None,
    )
    kind = next((kind for kind in MODEL_KINDS if kind.part_name in facts), None)
    return model if kind is None else kind.from_parts(model, parts)


def _read_vocabulary(blob: bytes, lengths: IntArray) -> Vocabulary:
    if len(lengths) and not 0 <= int(lengths.min()) <= int(lengths.max()) <= len(blob):
        raise DamagedModelError("The model declares words of no possible length.")
    return Vocabulary.from_blob(blob, lengths)


def _read_text_tally(labels: tuple[str, ...], documents: IntArray, facts: Any, numbers: Mapping[str, Any]) -> Tally:
    is_real, n_tokens = facts["is_real"], facts["n_tokens"]
    if type(n_tokens) is not int or type(is_real) is not bool or not 0 <= n_tokens <= len(numbers["lengths"]):
        raise DamagedModelError(f"The model declares {n_tokens} words under {len(labels)} labels.")
    cells = np.cumsum(check_int_array(numbers["gaps"]) + 1) - 1
    is_ascending = bool((cells[1:] > cells[:-1]).all())  # comparing cannot overflow, unlike a difference
    if len(cells) and not (is_ascending and cells[0] >= 0 and cells[-1] < n_tokens * len(labels)):
        raise DamagedModelError("The model's counts lie outside its words and labels.")
    (shift,) = check_int_array(numbers["shift"]).tolist()
    if not 0 <= shift < 63:
        raise DamagedModelError(f"The model's counts are shifted by {shift} bits.")
    present = _shift_left(check_int_array(numbers["presences"]), shift)
    if (present > documents[cells % len(labels)]).any():
        raise DamagedModelError("The model has seen a word in more documents than it has learnt.")
    if is_real:
        occurrences: npt.NDArray[Any] = check_finite_array(numbers["occurrences"])
    else:
        occurrences = _shift_left(check_int_array(numbers["beyond"]) + check_int_array(numbers["presences"]), shift)
    if not len(cells) == len(present) == len(occurrences):
        raise DamagedModelError("The model does not have a count for each word and label.")
    filled = FilledCells(cells, occurrences, present)
    return Tally.from_filled_cells(labels, n_tokens, documents, filled, threshold=_read_number(facts["threshold"]))


def _shift_left(values: IntArray, shift: int) -> IntArray:
    if len(values) and int(values.max()) > int(MAX_SUM_IN_UNITS) >> shift:
        raise DamagedModelError("The model's counts are larger than any count.")
    return _check_sum_fits(values << shift)


def _check_sum_fits(units: IntArray) -> IntArray:
    """Return the counts; raise DamagedModelError if their sum would overflow."""
    if float(units.sum(dtype=np.float64)) >= MAX_SUM_IN_UNITS:
        raise DamagedModelError("The model's counts add up to more than can be counted.")
    return units


def _read_factors(n_changes_since_fit: Any, n_unlabelled: Any, numbers: Mapping[str, Any], n_labels: int) -> Factors:
    weights, bias = _weights_and_bias("factors", numbers, n_labels)
    if type(n_changes_since_fit) is not int:
        raise DamagedModelError("The model's learnt factors do not fit its labels.")
    if n_unlabelled is None:
        return Factors(weights, bias, n_changes_since_fit)
    taught = _weights_and_bias("unlabelled", numbers, n_labels)
    if type(n_unlabelled) is not int or n_unlabelled < 0 or taught[0].shape != weights.shape:
        raise DamagedModelError("What unlabelled documents taught does not fit the model's learnt factors.")
    return Factors(weights, bias, n_changes_since_fit, unlabelled=UnlabelledContribution(n_unlabelled, *taught))


def _weights_and_bias(part: str, numbers: Mapping[str, Any], n_labels: int) -> tuple[Weights, FloatArray]:
    weights, bias = check_finite_array(numbers[f"{part}.weights"]), check_finite_array(numbers[f"{part}.bias"])
    n_words = len(weights) // max(n_labels, 1)
    if len(bias) != n_labels or n_words * n_labels != len(weights):
        raise DamagedModelError("The model's learnt factors do not fit its labels.")
    if n_words > len(numbers["lengths"]) or np.abs(weights).max(initial=0.0) > MAX_WEIGHT:
        raise DamagedModelError("The model's learnt factors do not fit its words.")
    return weights.reshape(-1, n_labels).astype(np.float32), _check_magnitudes_below(bias, MAX_NUMBER)


def _read_number_tally(
    labels: tuple[str, ...], documents: IntArray, n_columns: Any, numbers: Mapping[str, Any]
) -> NumberTally:
    shape = (len(labels), int(n_columns))
    weights = _check_sum_fits(check_int_array(numbers["moments.weights"])).reshape(shape)
    means, squares = (check_finite_array(numbers[f"moments.{name}"]).reshape(shape) for name in ("means", "squares"))
    _check_magnitudes_below(means, MAX_NUMBER)
    _check_magnitudes_below(squares, MAX_SUM_OF_SQUARES)
    if (weights < 0).any() or (squares < 0).any():
        raise DamagedModelError("The model's numeric columns have negative weights or squares.")
    rests = (
        check_finite_array(numbers["moments.mean_rests"]).reshape(shape) if "moments.mean_rests" in numbers else None
    )
    return NumberTally.from_moments(labels, documents, Moments(weights, means, squares, rests))


def _read_choice_tally(
    labels: tuple[str, ...], documents: IntArray, sizes: Any, numbers: Mapping[str, Any]
) -> ChoiceTally:
    counts = [
        _check_sum_fits(check_int_array(numbers[f"choices.{n}"])).reshape(len(labels), int(size))
        for n, size in enumerate(sizes)
    ]
    return ChoiceTally.from_counts(labels, documents, counts)


def _assurance_to_arrays(assurance: Assurance) -> Numbers:
    """Return the arrays of an assurance, by name.

    The band of unsure scores is saved as an array, because its ends may be infinite, which JSON cannot express.
    """
    by_label = assurance.label_thresholds
    parts: Numbers = {
        "marks.marks": by_label.thresholds.ravel(),
        "marks.judged": by_label.n_judged.ravel(),
        "marks.wrong": by_label.n_wrong.ravel(),
    }
    sets, band = assurance.label_sets, assurance.unsure_band
    if sets is not None:
        parts |= {f"sets.odds.{number}": known for number, known in enumerate(sets.known_odds)}
        parts |= {f"sets.{name}": getattr(sets, name) for name in _SETS}
    if band is not None:
        band_values = [getattr(band, name) for name in _BAND]
        parts["band"] = np.array(
            [*band_values, *(getattr(band.upper_threshold, name) for name in _SAFE)], dtype=np.float64
        )
    return parts


def _read_assurance(facts: Any, numbers: Mapping[str, Any], labels: tuple[str, ...]) -> Assurance:
    positive = facts["positive"]
    return Assurance(
        from_plain(Calibration, facts["calibration"]),
        _read_label_thresholds(facts, numbers, labels),
        _read_label_sets(numbers, len(labels)),
        _read_unsure_band(numbers),
        None if positive is None else check_names([positive])[0],
        is_band_on_evidence=facts.get("is_band_on_evidence") is True,
    )


def _read_label_thresholds(facts: Any, numbers: Mapping[str, Any], labels: tuple[str, ...]) -> LabelThresholds:
    """Return the thresholds of the labels. Older versions saved one confidence for all labels, which is converted."""
    if "sure_from" in facts:
        thresholds = np.full((len(ERROR_LIMITS), len(labels)), np.inf)
        thresholds[0] = _read_number(facts["sure_from"])
        no_counts = np.zeros((len(ERROR_LIMITS) + 1, len(labels)), np.int64)
        return LabelThresholds(labels, thresholds, no_counts, no_counts)
    labels_with_thresholds = tuple(check_names(facts["marked_labels"]))
    shape, n_marked = (len(ERROR_LIMITS) + 1, len(labels_with_thresholds)), len(labels_with_thresholds)
    judged, wrong = (
        _check_sum_fits(check_int_array(numbers[f"marks.{name}"], shape[0] * n_marked)) for name in ("judged", "wrong")
    )
    if (wrong < 0).any() or (wrong > judged).any():
        raise DamagedModelError("The model has more wrong verdicts than verdicts.")
    return LabelThresholds(
        labels_with_thresholds,
        check_float_array(numbers["marks.marks"], len(ERROR_LIMITS) * n_marked).reshape(len(ERROR_LIMITS), n_marked),
        judged.reshape(shape),
        wrong.reshape(shape),
    )


def _read_label_sets(numbers: Mapping[str, Any], n_labels: int) -> LabelSets | None:
    if "sets.log_prior" not in numbers:
        return None
    parts = {name: check_float_array(numbers[f"sets.{name}"]) for name in _SETS}
    if any(len(parts[name]) != n_labels for name in ("log_prior", "usual_likelihood")):
        raise DamagedModelError("What is usual for the labels does not fit them.")
    usual = parts["usual_likelihood"]
    _check_magnitudes_below(usual[np.isfinite(usual)], MAX_NUMBER)  # it is multiplied by the length of a document
    odds = tuple(check_float_array(numbers[f"sets.odds.{number}"]) for number in range(n_labels))
    return LabelSets(known_odds=odds, **parts)


def _read_unsure_band(numbers: Mapping[str, Any]) -> UnsureBand | None:
    if "band" not in numbers:
        return None
    values = check_float_array(numbers["band"], len(_BAND) + len(_SAFE)).tolist()
    band: dict[str, Any] = dict(zip(_BAND, values, strict=False))
    safe: dict[str, Any] = dict(zip(_SAFE, values[len(_BAND) :], strict=True))
    for name in ("n_passed", "n_documents"):
        safe[name] = int(safe[name])
    for name in ("negatives_lost", "positives_missed"):
        band[name] = int(band[name])
    return UnsureBand(**band, upper_threshold=SafeThreshold(**safe))


def _check_magnitudes_below(numbers: FloatArray, largest: float) -> FloatArray:
    """Return the numbers; raise DamagedModelError if judging documents with them could overflow."""
    if np.abs(numbers).max(initial=0.0) > largest:
        raise DamagedModelError(f"The model holds numbers beyond {largest:g}.")
    return numbers


def _read_number(value: Any) -> float:
    if type(value) not in (int, float):
        raise DamagedModelError(f"The model holds {value!r} where a number should be.")
    return float(value)
