"""The Python API for notebooks and scripts, available as `import bayleaf` after installation.

>>> import bayleaf
>>> mail = bayleaf.open_workspace("mail.bayleaf", create=True)
>>> bayleaf.add(mail, "Mail/spam", "Mail/ham")
>>> model = bayleaf.train(mail)
>>> bayleaf.judge(model, "cheap offer")
>>> bayleaf.explain(model, "cheap offer")

Results have an HTML representation in notebooks: tinted text, a waterfall chart, a table, a derivation. The HTML has no
scripts, and text of documents is escaped. Tables convert to pandas and Arrow, and `plot` uses Matplotlib, if installed.
"""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import pairwise
from pathlib import Path
from typing import TYPE_CHECKING, Any

import resources
from app.domain.documents import SourceOptions, display_labels
from app.domain.errors import ForeignFileError
from app.domain.jobs import NoOpJobContext
from app.domain.whole_files import write_atomically
from app.features import get_optional
from app.features.evaluate.use_cases import EvaluationOrder, evaluate_model
from app.features.train.training import TrainingOrder
from app.features.train.training import train as train_corpus
from app.library.engine_errors import import_extra
from app.library.explanations import colour_words
from app.library.importing import ImportRequest, import_sources
from app.library.recipes import RecipeRequest
from app.library.saved_models import load_readonly_model, read_model
from app.library.training_data import find_corpus
from app.store.workspace import Session, open_for_reading
from nbengine.explanations.derivation import Derivation, derivation_of
from nbengine.explanations.explanation import Explanation, word_figures
from nbengine.explanations.explanation import explain as explain_counts
from nbengine.measure.evaluation import Evaluation
from nbengine.models.model import Model
from nbengine.models.persistence import model_to_bytes
from nbengine.notebooks.html_of_results import coloured_text_html, isolated_text_html, table, waterfall_html, wrap_page
from nbengine.trust.verdicts import Verdict, Verdicts

if TYPE_CHECKING:
    from app.features.exchange.exports import ExportedModel

__all__ = [
    "Table", "Why", "add", "derive", "documents", "evaluate", "explain", "export", "from_sklearn", "judge", "lesson",
    "load", "model", "open_workspace", "plot", "save", "slider", "train", "words",
]  # fmt: skip
SHOWN_ROWS = 20
LEAST, MOST = -3.0, 2.0
"""Range of the slider's α, as powers of ten."""
SLIDER = Path(resources.__file__).parent / "notebooks" / "slider.js"
EXTRA = "notebook"
PASSED_AS_TEXT = frozenset({"smoothing", "vocabulary"})
"""Choices that may be a number or a word such as "auto"; they are passed as text."""
Text = str | tuple[str, Mapping[str, str]]
"""A document to classify: its text, or a pair of its text and further fields, such as `{"subject": "…"}`."""


@dataclass(frozen=True, slots=True, eq=False)
class Table:
    """A table: columns of equal length, by name."""

    columns: dict[str, list[Any]]

    def __len__(self) -> int:
        return len(next(iter(self.columns.values()), []))

    def to_pandas(self) -> Any:
        """Return a pandas data frame."""
        return import_extra("pandas", EXTRA).DataFrame(self.columns)

    def to_arrow(self) -> Any:
        """Return an Arrow table."""
        return import_extra("pyarrow", EXTRA).table(self.columns)

    def _repr_html_(self) -> str:
        rows = [
            [isolated_text_html(_shorten(value)) for value in row] for row in zip(*self.columns.values(), strict=True)
        ]
        more = f"<p class=note>{len(self) - SHOWN_ROWS:,} more rows</p>" * (len(self) > SHOWN_ROWS)
        return wrap_page(table(list(map(isolated_text_html, self.columns)), rows[:SHOWN_ROWS]), more)


@dataclass(frozen=True, slots=True, eq=False)
class Why:
    """The explanation of a verdict. Notebooks show it as tinted text and a waterfall chart."""

    text: str
    explanation: Explanation
    pieces: tuple[tuple[str, float | None], ...]
    """The whole text in pieces with their log-odds; None between words and for unknown words."""

    def _repr_html_(self) -> str:
        strongest = max((abs(odds) for _, odds in self.pieces if odds is not None), default=0.0)
        return wrap_page(coloured_text_html(self.pieces, strongest), waterfall_html(self.explanation))


def open_workspace(path: str | Path, *, create: bool = False) -> Session:
    """Open a workspace. Close it, or use it as a context manager."""
    return Session(Path(path), create=create)


def add(workspace: Session, *sources: str | Path, corpus: str | None = None, **options: Any) -> int:
    """Import files and folders; return the number of new documents. `options` are fields of `SourceOptions`."""
    order = ImportRequest(tuple(Path(source) for source in sources), SourceOptions(**options), corpus)
    return import_sources(workspace, order, NoOpJobContext()).documents


def documents(workspace: Session, corpus: str | None = None) -> Table:
    """Return the documents of a corpus, without their texts."""
    with open_for_reading(workspace) as opened:
        numbers = opened.documents.numbers(find_corpus(opened, corpus).name).tolist()
        rows = opened.documents.headings(numbers)
    names = ("number", "title", "sender", "date_s", "path", "member", "length")
    columns: dict[str, list[Any]] = {name: [getattr(row, name) for row in rows] for name in names}
    return Table(columns | {"label": [display_labels(row.label) if row.label else None for row in rows]})


def train(workspace: Session, corpus: str | None = None, *, name: str | None = None, **choices: Any) -> Model:
    """Train and store a model. `choices` are fields of `RecipeRequest`, such as `event_model` and `smoothing`."""
    texts: dict[str, Any] = {key: str(value) if key in PASSED_AS_TEXT else value for key, value in choices.items()}
    order = TrainingOrder(RecipeRequest(**texts), corpus, name)
    return load_readonly_model(workspace, train_corpus(workspace, order, NoOpJobContext()).model).model


def model(workspace: Session, name: str | None = None) -> Model:
    """Return a model of a workspace, by default the one changed last. Copy it before teaching it: `model(…).copy()`."""
    return load_readonly_model(workspace, name).model


def judge(model: Model, text: Text | Sequence[Text]) -> Verdict | Verdicts:
    """Classify one text or several."""
    if isinstance(text, str) or (isinstance(text, tuple) and len(text) == 2 and isinstance(text[1], Mapping)):
        return model.judge_texts(*_split_texts_and_fields([text]))[0]
    return model.judge_texts(*_split_texts_and_fields(text))


def explain(model: Model, text: Text, label: str | None = None) -> Why:
    """Explain a verdict word by word, for `label` (default: the predicted one) against the next best label."""
    texts, fields = _split_texts_and_fields([text])
    explanation = explain_counts(model, model.count(texts, fields).counts, label)
    return Why(texts[0], explanation, tuple(_split_into_pieces(model, texts[0], explanation)))


def derive(model: Model, text: Text) -> Derivation:
    """Derive a verdict from the counts, step by step."""
    return derivation_of(model, model.count(*_split_texts_and_fields([text])).counts)


def words(model: Model) -> Table:
    """Return all words of a model with counts and weights, in order of decreasing mutual information with labels."""
    figures = word_figures(model)
    order = (-figures.mutual_information).argsort(kind="stable")
    columns: dict[str, list[Any]] = {"word": [figures.words[index] for index in order]}
    for name, values in (("count", figures.occurrences), ("weight", figures.weights), ("log-odds", figures.log_odds)):
        for index, label in enumerate(model.labels):
            columns[f"{name}: {label}"] = values[order, index].tolist()
    return Table(columns)


def evaluate(workspace: Session, model: str | None = None, *, folds: int | None = None) -> Evaluation:
    """Evaluate a model on its corpus, by leave-one-out or with `folds` by cross-validation."""
    order = EvaluationOrder(model) if folds is None else EvaluationOrder(model, "folds", folds)
    return evaluate_model(workspace, order, NoOpJobContext()).evaluation


def load(path: str | Path) -> Model:
    """Read a model file, or a scikit-learn pipeline saved with skops."""
    return read_model(Path(path))


def save(model: Model, path: str | Path) -> None:
    """Write a model file, which `bayleaf-cli add-model` can add to a workspace."""
    write_atomically(Path(path), model_to_bytes(model))


def export(workspace: Session, path: str | Path, form: str, *, model: str | None = None) -> ExportedModel:
    """Export a model as json, csv, sklearn or onnx, with a model card beside it."""
    exported: ExportedModel = require_feature("exchange.exports.export_as")(workspace, model, form, Path(path))
    return exported


def from_sklearn(estimator: Any) -> Model:
    """Convert a fitted scikit-learn naive Bayes estimator, or a pipeline with its vectorizer, to a model."""
    model: Model = require_feature("exchange.scikit_learn.model_of_estimator")(estimator)
    return model


def lesson(name: str, language: str = "en") -> Any:
    """Open a built-in lesson in English, Russian (`ru`) or Chinese (`zh`), or a lesson file."""
    return require_feature("teaching.notebook.open_lesson")(name, language)


def require_feature(path: str) -> Any:
    """Return an object of an optional feature. Raise ImportError if the feature was deleted."""
    feature_object = get_optional(path)
    if feature_object is None:
        raise ImportError(f"This Bayleaf is without its feature “{path.partition('.')[0]}”.")
    return feature_object


def plot(result: Why | Explanation | Evaluation) -> Any:
    """Return a Matplotlib figure: the waterfall chart of an explanation, or the calibration curve of an evaluation."""
    figure = import_extra("matplotlib.figure", EXTRA).Figure(figsize=(6, 4), layout="constrained")
    axes = figure.subplots()
    if isinstance(result, Evaluation):
        bins = [one_bin for one_bin in result.reliability if one_bin.documents]
        axes.plot([0, 1], [0, 1], linestyle=":", color="0.6")
        axes.plot([one_bin.confidence for one_bin in bins], [one_bin.accuracy for one_bin in bins], marker="o")
        axes.set(xlabel="sure", ylabel="right", xlim=(0, 1), ylim=(0, 1))
        return figure
    explanation = result.explanation if isinstance(result, Why) else result
    short = explanation.strongest(SHOWN_ROWS)
    terms = [("prior", explanation.prior), *((term.name, term.value) for term in short.terms), ("others", short.rest)]
    names, values = [_shorten(name) for name, _ in terms], [value for _, value in terms]
    starts = [sum(values[:index]) for index in range(len(values))]
    axes.barh(range(len(values)), values, left=starts, color=["C0" if value > 0 else "C1" for value in values])
    axes.set_yticks(range(len(values)), names, parse_math=False)
    axes.invert_yaxis()
    axes.set_xlabel(f"log-odds of {_shorten(explanation.label)}", parse_math=False)
    return figure


def slider(model: Model, text: str) -> Any:
    """Return a notebook widget with a slider for α and an editable text; it needs anywidget.

    Python renders the HTML. The widget's JavaScript only handles the slider and inserts the HTML.
    Raise ForeignFileError if the model has no smoothing.
    """
    if model.recipe.learner is not None or model.recipe.event.is_fitted or not model.recipe.event.is_smoothed:
        raise ForeignFileError("no-slider", model.recipe.event.title)
    kind, traits = import_extra("anywidget", EXTRA).AnyWidget, import_extra("traitlets", EXTRA)
    fields = {
        "_esm": SLIDER.read_text(encoding="utf-8"),
        "alpha": traits.Float(_clamp(model.recipe.smoothing)).tag(sync=True),
        "text": traits.Unicode(text).tag(sync=True),
        "html": traits.Unicode("").tag(sync=True),
    }
    widget = type("SmoothingSlider", (kind,), fields)()

    def show(_change: object = None) -> None:
        recipe = replace(model.recipe, smoothing=_clamp(widget.alpha))
        widget.html = explain(model.with_recipe(recipe), widget.text)._repr_html_()

    widget.observe(show, ["alpha", "text"])
    show()
    return widget


def _clamp(smoothing: float) -> float:
    """Clamp a smoothing to the slider's range."""
    return min(max(smoothing, 10**LEAST), 10**MOST) if math.isfinite(smoothing) else 1.0


def _split_texts_and_fields(items: Sequence[Text]) -> tuple[list[str], list[Mapping[str, str]] | None]:
    """Return the texts of the items, and the mail fields of each item; None for the fields if no item has any."""
    texts = [item if isinstance(item, str) else item[0] for item in items]
    if all(isinstance(item, str) for item in items):
        return texts, None
    return texts, [{} if isinstance(item, str) else item[1] for item in items]


def _split_into_pieces(model: Model, text: str, explanation: Explanation) -> list[tuple[str, float | None]]:
    """Return (text, log-odds) pieces of a text: its words, and the text between two words with None as log-odds."""
    pieces: list[tuple[str, float | None]] = []
    words = colour_words(model, text, explanation.label, explanation.against)
    borders = [0, *(border for word in words for border in (word.start, word.start + word.length)), len(text)]
    for number, (start, end) in enumerate(pairwise(borders)):
        odds = words[number // 2].log_odds if number % 2 else None
        pieces += [(text[start:end], odds)] if end > start else []
    return pieces


def _shorten(value: object) -> str:
    """Return a value as the text of a table cell: numbers with 6 digits, at most 80 characters."""
    text = "" if value is None else f"{value:.6g}" if isinstance(value, float) else str(value)
    return text if len(text) <= 80 else f"{text[:80]}…"
