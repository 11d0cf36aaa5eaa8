"""Turn the user's request for a model into a complete recipe. All defaults are set in this module.

Defaults depend on the kind of corpus. The measurements behind them are in `tests/benchmarks/decisions/recipes.md`.

- Text: single words. For topics they suffice.
- Mail: also headers, addresses and tricks that disguise words. Word pairs gain little and cost several times the work
  and model size.
- Mail without headers: also word pairs, and the words of the subject once more as text, because there is little other
  evidence.
- Short messages: also signs, and all numbers as one word. Among ten words, an exclamation mark, a currency sign or an
  emoji matters as much as a word. In longer texts signs add nothing, and different numbers stay different words.

Plain tokens equal those of scikit-learn's CountVectorizer, so that results can be compared. If the vocabulary is
limited, all other words are counted as one unknown word by default. If the vocabulary keeps all words, there is no
unknown word: no training document would contain it, so its probability would come from smoothing alone.
"""

from __future__ import annotations

import os
import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any, Literal, TypeAlias, TypeVar, get_args

import numpy as np
import numpy.typing as npt

from app.domain.documents import TableSchema
from app.domain.errors import AppError, SourceError, TrainingError
from app.library.engine_errors import translate_engine_errors
from app.library.reading import read_bytes_of_path
from nbengine.errors import EngineError
from nbengine.events import EVENT_MODELS, event_model_of
from nbengine.events.event_model import DEFAULT_EVENT_MODEL, EventModel, Kind, MixedText, Prior
from nbengine.events.event_model import MIXED_TEXTS as MIXED_TEXTS
from nbengine.filter.settings import settings_for
from nbengine.measure.evaluation import find_positive_label, is_named_like_spam
from nbengine.models.recipe import Ranking, Recipe, VocabularyLimits
from nbengine.packing import from_plain, to_plain
from nbengine.text.token_rules import (
    CODES,
    SUBJECT_AS_TEXT,
    WORDS_AND_SIGNS,
    Field,
    TokenRules,
    check_rules,
    stop_words_of,
    with_derived_fields,
)


def short_recipe_name(recipe: Recipe) -> str:
    """Return a short name of the event model with its weighting."""
    weighting = {"count": "", "binary": ", binary", "tfidf": ", tf-idf"}[recipe.weighting]
    return f"{recipe.event_model}{weighting}"


CorpusKind = Literal["mail", "stripped", "text", "message", "table"]
"""The kind of a corpus, on which defaults depend.

"stripped" is mail without headers, for a spam filter. "message" is text with a median length of at most
SHORT_CHARACTERS. "mail", "text" and "table" are the stored kinds.
"""

NAMES_OF_FIELDS = (
    "subject", "from", "sender", "to", "reply-to", "received", "mailer", "content-type", "list", "url", "host",
    "unseen", "alt", "attachment", "mark",
)  # fmt: skip
VERBATIM = {"sender", "list", "url", "host", "attachment", "mark"}
MAIL_FIELDS = tuple(Field(name, is_verbatim=name in VERBATIM) for name in NAMES_OF_FIELDS)
PLAIN_RULES = TokenRules()
TEXT_RULES = TokenRules(han_pairs=True)
# Signs, without and with them, in 1-ROCA% of messages: English .62 and .43, Russian 1.27 and .84, Chinese .79 and .23.
# Numbers as one word would cost longer texts: 20 Newsgroups fell from 85.2 to 84.8 % correct (decisions/recipes.md).
MESSAGE_RULES = TokenRules(han_pairs=True, pattern=WORDS_AND_SIGNS, fold_numbers=True)
MAIL_RULES = TokenRules(han_pairs=True, fields=MAIL_FIELDS)
# Word pairs take 1-ROCA% of mail without headers from .25 to .17; other mail gains less, for four times the work.
STRIPPED_RULES = replace(MAIL_RULES, ngrams=(1, 2), fields=(*MAIL_FIELDS, SUBJECT_AS_TEXT))

AUTO = "auto"
LOW_SMOOTHING = 0.1
USE, IGNORE = "use", "ignore"
FULL_WEIGHT = 1.0
"""Weight of an unlabelled document whose predicted label is certain; a labelled document weighs 1."""
FILTER = "filter"
"""Name that requests a filter, in place of the name of an event model."""
FILTER_SMOOTHING = 0.1
MIN_LABELS_FOR_FILTER = 2
"""Fewest labels for which a filter is chosen automatically."""
LEARNT, COUNTED = "learnt", "multinomial"
"""Event models for multi-label corpora: learnt factors, and the counts from which they are fitted."""
SMOOTHING_OF_LABEL_SETS = 0.03
"""Default smoothing in corpora with several labels per document. It is low because rare labels have few words."""
Cuts: TypeAlias = "tuple[tuple[float, ...], ...]"
SHORT_CHARACTERS = 300
MIN_SHARE_WITH_HEADERS = 0.25
"""If a smaller share of the mails has headers, the corpus counts as "stripped"."""
TRUSTED_SERVER_PREFIX = "auth@"
"""Prefix of fields that hold a server's authentication results for the sender."""
SERVER_NAME = re.compile(r"[a-z0-9](?:[a-z0-9._-]{0,98}[a-z0-9])?")
PRIOR_SEPARATOR = re.compile(r"(?<=\d),")
"""Separator of two LABEL=P items: a comma after a digit, because labels may contain commas."""


@dataclass(frozen=True, slots=True)
class RecipeRequest:
    """The user's choices for a model. None and "auto" leave the choice to the program."""

    tokens: str = AUTO
    """The token rules to start from, one of TOKEN_CHOICES."""
    lower: bool | None = None
    pattern: str | None = None
    min_length: int | None = None
    ngrams: tuple[int, int] | None = None
    char_ngrams: tuple[int, int] | None = None
    stop_words: str | None = None
    """A language, or a file with one word per line."""
    stem: str | None = None
    word_list: Path | None = None
    min_df: int | float | None = None
    max_df: int | float | None = None
    event_model: str = AUTO
    smoothing: str = AUTO
    prior: str = "data"
    vocabulary: str = AUTO
    """A number of words, "all" or "auto". Auto chooses the size if the event model is auto as well, else means all."""
    rank_words_by: str = "frequency"
    binary: bool = False
    tfidf: bool = False
    ridge: float | None = None
    """Strength of the L2 regularisation of fitted factors."""
    ridge_by_ratio: bool = True
    norm: bool = False
    var_smoothing: float = 1e-9
    threshold: float = 0.0
    unknown_word: bool | None = None
    mixed_text: MixedText = MIXED_TEXTS[0]
    spam_label: str | None = None
    """The label that a filter separates from all others; None for the label that is named like spam."""
    protected: tuple[str, ...] = ()
    """Labels whose documents a filter must not lose; empty for all labels except the spam label."""
    unlabelled: str = AUTO
    """Whether to learn from documents without a label: "use", "ignore" or "auto".

    "auto" uses them unless the accuracy on held-out documents becomes worse.
    """
    trusted_servers: tuple[str, ...] = ()
    """Host names of servers whose authentication results count as evidence."""

    @property
    def is_auto_model(self) -> bool:
        """True if training chooses the event model, by accuracy on held-out documents."""
        return self.event_model == AUTO

    @property
    def is_auto_smoothing(self) -> bool:
        """True if training chooses the smoothing α, by accuracy on held-out documents."""
        return self.smoothing == AUTO

    def chooses_event_model(self, kind: CorpusKind) -> bool:
        """Return whether training compares event models. The event model of a table follows from its columns."""
        return self.is_auto_model and kind != "table"

    def chooses_vocabulary(self, kind: CorpusKind) -> bool:
        """Return whether training compares vocabulary sizes."""
        is_limited = self.word_list is not None or self.max_df is not None or not keeps_every_word(self.min_df)
        return self.chooses_event_model(kind) and self.vocabulary == AUTO and not is_limited


@dataclass(frozen=True, slots=True)
class CorpusFacts:
    """The facts about a corpus from which `resolve_request` fills AUTO fields. Defaults stand for unknown facts."""

    name: str
    kind: CorpusKind
    labels: Sequence[str] = ()
    """Labels that documents have. If empty, no filter is chosen automatically."""
    takes_several: bool = False
    """Whether a document may have several labels."""
    schema: TableSchema | None = None
    compute_cuts: Callable[[], Cuts] | None = None
    """Function that computes the cut points of a table's numeric columns. It reads all rows."""


def default_rules(kind: CorpusKind) -> TokenRules:
    """Return the default token rules of a corpus kind."""
    return {"mail": MAIL_RULES, "stripped": STRIPPED_RULES, "message": MESSAGE_RULES}.get(kind, TEXT_RULES)


def filter_rules(kind: CorpusKind, servers: Sequence[str] = ()) -> TokenRules:
    """Return the token rules of a filter, which uses the authentication results of the mail servers `servers`.

    Except for short messages, a filter also counts the first words of a text, and word pairs in subject and sender.
    """
    rules = add_trusted_servers(default_rules(kind), servers)
    return rules if kind == "message" else with_derived_fields(rules)


def imported_rules(kind: CorpusKind) -> TokenRules:
    """Return the token rules under which an import counts words.

    For mail these are the token rules of a filter. Other models drop the words of derived fields from these counts.
    """
    return filter_rules(kind) if kind == "mail" else default_rules(kind)


def choose_kind_by_length(kind: CorpusKind, lengths: Sequence[int] | npt.NDArray[np.int64]) -> CorpusKind:
    """Return "message" for texts with a median length of at most SHORT_CHARACTERS, else the kind unchanged."""
    return "message" if kind == "text" and len(lengths) and np.median(lengths) <= SHORT_CHARACTERS else kind


def choose_kind_by_headers(
    kind: CorpusKind, labels: Sequence[str], n_with_headers: int, n_documents: int
) -> CorpusKind:
    """Return "stripped" for a spam corpus whose mails mostly lack headers, else the kind unchanged.

    `n_with_headers` counts the documents with a date, from the sender or from a receiving server.
    """
    is_stripped = n_with_headers < MIN_SHARE_WITH_HEADERS * n_documents
    return "stripped" if kind in ("mail", "text") and is_spam_corpus(labels) and is_stripped else kind


def has_spam_label(labels: Sequence[str]) -> bool:
    """Return whether any label is named like spam."""
    return any(is_named_like_spam(label) for label in labels)


def is_spam_corpus(labels: Sequence[str]) -> bool:
    """Return whether the corpus has exactly two labels, one of them named like spam."""
    return len(labels) == 2 and is_named_like_spam(find_positive_label(labels))


def resolve_request(request: RecipeRequest, facts: CorpusFacts) -> Recipe:
    """Return the complete recipe for a request in a corpus; raise TrainingError for contradictory choices.

    AUTO fields get the defaults for the corpus. For some of them, training later compares alternatives on held-out
    documents (`choose_recipe`).
    """
    if facts.takes_several:
        return _resolve_multi_label(request, facts)
    recipe = textbook_recipe(request, facts)
    positive = filtered_label(request, facts.kind, facts.labels, facts.name)
    if positive is not None:
        return request_filter_recipe(recipe, request, facts)
    if request.protected:
        raise TrainingError(facts.name, "no-protection")
    if facts.kind == "table" and recipe.is_fitted and facts.compute_cuts is not None:
        return replace(recipe, cuts=facts.compute_cuts())
    if facts.kind == "table" and request.is_auto_model and facts.schema is not None:
        return fit_recipe_to_schema(recipe, facts.schema)
    return recipe


def fill_auto_fields(request: RecipeRequest, recipe: Recipe, kind: CorpusKind) -> RecipeRequest:
    """Return the request with every AUTO field replaced by the recipe's value.

    `recipe` is the recipe that was chosen for the request. Fields without an automatic choice keep their values.
    """
    if recipe.learner is not None:
        return replace(
            request, event_model=FILTER, spam_label=recipe.learner.positive, protected=recipe.learner.protected
        )
    rules, limits, asked = recipe.rules, recipe.limits, token_rules(request, kind)
    return replace(
        request,
        ngrams=request.ngrams if rules.ngrams == asked.ngrams else rules.ngrams,
        char_ngrams=request.char_ngrams if rules.char_ngrams == asked.char_ngrams else rules.char_ngrams,
        min_df=None if limits.min_documents == 1 else limits.min_documents,
        max_df=limits.max_documents,
        event_model=recipe.event_model,
        smoothing=repr(recipe.smoothing),
        vocabulary="all" if limits.size is None else str(limits.size),
        rank_words_by=limits.rank_by,
        binary=recipe.weighting == "binary",
        tfidf=recipe.weighting == "tfidf",
        ridge=recipe.ridge if recipe.is_fitted and recipe.ridge != Recipe().ridge else None,
        ridge_by_ratio=recipe.ridge_by_ratio,
        unknown_word=limits.unknown_word,
        unlabelled=USE if recipe.unlabelled else request.unlabelled,
    )


def textbook_recipe(request: RecipeRequest, facts: CorpusFacts) -> Recipe:
    """Return the recipe of a textbook event model, without the settings for filters, tables or several labels."""
    with translate_engine_errors(TrainingError, facts.name):
        if request.binary and request.tfidf:
            raise EngineError("A word is counted once per document, or weighted by tf-idf, not both.")
        if request.is_auto_model or request.event_model == FILTER:
            event = event_model_of("mixed" if request.is_auto_model and facts.kind == "table" else DEFAULT_EVENT_MODEL)
        else:
            event = event_model_of(request.event_model)
        usual = LOW_SMOOTHING if event.is_fitted else 1.0  # fitted factors correct for too little smoothing
        recipe = Recipe(
            rules=token_rules(request, facts.kind),
            limits=vocabulary_limits(request),
            event_model=event.name,
            smoothing=usual if request.is_auto_smoothing else parse_number("smoothing", request.smoothing, float),
            prior=parse_prior(request.prior),
            weighting="binary" if request.binary else "tfidf" if request.tfidf else "count",
            ridge=1.0 if request.ridge is None else request.ridge,
            ridge_by_ratio=request.ridge_by_ratio,
            unlabelled=FULL_WEIGHT if request.unlabelled == USE and event.is_fitted else 0.0,
            norm=request.norm,
            var_smoothing=request.var_smoothing,
            threshold=request.threshold,
            mixed_text=request.mixed_text,
        )
        check_rules(recipe.rules)
    return recipe


def _resolve_multi_label(request: RecipeRequest, facts: CorpusFacts) -> Recipe:
    """Return the complete recipe for a request in a corpus with several labels per document."""
    if request.event_model == FILTER:
        raise TrainingError(facts.name, "no-filter")
    is_learnt = facts.kind != "table" and (request.is_auto_model or request.event_model == LEARNT)
    recipe = textbook_recipe(replace(request, event_model=COUNTED) if request.event_model == LEARNT else request, facts)
    if request.is_auto_smoothing:
        recipe = replace(recipe, smoothing=SMOOTHING_OF_LABEL_SETS)
    return recipe_to_display(recipe, is_learnt=is_learnt)


def recipe_to_display(recipe: Recipe, *, is_learnt: bool) -> Recipe:
    """Return the recipe to save and display: with learnt factors (`is_learnt`), its event model is named so.

    In a corpus with several labels per document, learnt factors are fitted from multinomial counts.
    """
    return replace(recipe, event_model=LEARNT) if is_learnt else recipe


def recipe_of_counts(recipe: Recipe) -> Recipe:
    """Return the recipe under which the counts for fitting learnt factors are made. It inverts `recipe_to_display`."""
    return replace(recipe, event_model=COUNTED) if recipe.is_fitted else recipe


def request_filter_recipe(recipe: Recipe, request: RecipeRequest, facts: CorpusFacts) -> Recipe:
    """Return the recipe of the requested filter; raise TrainingError if no filter can protect the requested labels."""
    positive, labels = filtered_label(request, facts.kind, facts.labels, facts.name), facts.labels
    unknown = next((label for label in request.protected if label not in labels or label == positive), None)
    if positive is None or unknown is not None:
        raise TrainingError(facts.name, "unknown-protected", {"label": unknown or "", "positive": positive or ""})
    return filter_recipe(recipe, facts.kind, positive, request.protected)


def filtered_label(request: RecipeRequest, kind: CorpusKind, labels: Sequence[str], corpus: str) -> str | None:
    """Return the label that the filter for this request separates; None if the request does not ask for a filter."""
    is_asked = request.event_model == FILTER
    if not is_asked and not (sets_no_textbook_option(request) and kind != "table"):
        return None
    if request.spam_label is not None:
        if request.spam_label not in labels:
            raise TrainingError(corpus, "no-label", {"label": request.spam_label})
        return request.spam_label
    spam_like_labels = [label for label in labels if is_named_like_spam(label)]
    if len(labels) >= MIN_LABELS_FOR_FILTER and (
        len(spam_like_labels) == 1 or (spam_like_labels and len(labels) == MIN_LABELS_FOR_FILTER)
    ):
        return find_positive_label(labels)
    if is_asked:
        raise TrainingError(corpus, "no-spam-label")
    return None


def sets_no_textbook_option(request: RecipeRequest) -> bool:
    """Return whether all options that only textbook models have are left at their defaults."""
    is_open = request.is_auto_model and request.is_auto_smoothing and request.vocabulary == AUTO
    is_plain = not (request.binary or request.tfidf or request.norm or request.char_ngrams)
    is_whole = request.word_list is None and request.min_df is None and request.max_df is None
    return is_open and is_plain and is_whole and request.prior == "data" and not request.unknown_word


def filter_recipe(recipe: Recipe, kind: CorpusKind, positive: str, protected: tuple[str, ...] = ()) -> Recipe:
    """Return the recipe of a filter: all words, plain counts, and the words of derived fields.

    For short messages and character n-grams there are no derived fields.
    """
    is_short = kind == "message"
    rules = recipe.rules if is_short or recipe.rules.char_ngrams else with_derived_fields(recipe.rules)
    return Recipe(
        rules=rules,
        smoothing=FILTER_SMOOTHING,
        prior=replace(recipe.prior),
        learner=replace(settings_for(positive, is_short=is_short), protected=protected),
    )


def fit_recipe_to_schema(recipe: Recipe, schema: TableSchema | None) -> Recipe:
    """Return the recipe with the event model that reads all columns of the table."""
    kinds = kinds_of(schema)
    mixture: set[Kind] = {"text", "numbers", "choices"}
    return replace(
        recipe, event_model=event_models_of_columns(mixture if "text" in kinds or len(kinds) > 1 else kinds)[0]
    )


def kinds_of(schema: TableSchema | None) -> set[Kind]:
    """Return the kinds of columns of a table; {"text"} for other corpora (`schema` None)."""
    if schema is None:
        return {"text"}
    columns_by_kind: dict[Kind, object] = {
        "text": schema.text,
        "numbers": schema.numeric,
        "choices": schema.categorical,
    }
    return {kind for kind, columns in columns_by_kind.items() if columns}


def token_rules(request: RecipeRequest, kind: CorpusKind) -> TokenRules:
    """Return the token rules of a corpus kind with the request's choices applied."""
    base_rules = {"plain": PLAIN_RULES, "mail": MAIL_RULES}.get(request.tokens, default_rules(kind))
    stop_words: frozenset[str] | None = None
    if request.stop_words is not None:  # a file takes precedence over a language of the same name
        is_file = os.path.isfile(request.stop_words)  # unlike Path.is_file, accepts a name of any length
        words_in_list = read_words(Path(request.stop_words)) if is_file else stop_words_of(request.stop_words)
        stop_words = frozenset(words_in_list)
    requested: dict[str, Any] = {
        "lower": request.lower,
        "pattern": request.pattern,
        "min_length": request.min_length,
        "ngrams": request.ngrams,
        "char_ngrams": request.char_ngrams,
        "stop_words": stop_words,
        "stem": request.stem,
    }
    rules = replace(base_rules, **{name: value for name, value in requested.items() if value is not None})
    return add_trusted_servers(rules, request.trusted_servers)


def add_trusted_servers(rules: TokenRules, servers: Sequence[str]) -> TokenRules:
    """Return the rules with a field for the authentication results of each server.

    Rules that count no mail headers are returned unchanged.
    """
    names = sorted({server.strip().lower() for server in servers} - {""})
    invalid_name = next((name for name in names if SERVER_NAME.fullmatch(name) is None), None)
    if invalid_name is not None:
        raise EngineError(f"“{invalid_name}” is no name of a server, as mx.example.org is.")
    added = (Field(f"{TRUSTED_SERVER_PREFIX}{name}", is_verbatim=True) for name in names if rules.fields)
    return replace(rules, fields=(*rules.fields, *added))


def trusted_servers(rules: TokenRules) -> tuple[str, ...]:
    """Return the servers whose authentication results the rules count."""
    return tuple(
        field.name.removeprefix(TRUSTED_SERVER_PREFIX)
        for field in rules.fields
        if field.name.startswith(TRUSTED_SERVER_PREFIX)
    )


def read_words(path: Path) -> tuple[str, ...]:
    """Read a word list, one word per line; empty lines and lines starting with # are skipped."""
    try:
        lines = read_bytes_of_path(path).decode("utf-8-sig").splitlines()
    except UnicodeDecodeError as error:
        raise SourceError(path, "parser", str(error)) from error
    words = (line.strip() for line in lines)
    return tuple(dict.fromkeys(word for word in words if word and not word.startswith("#")))


def vocabulary_limits(request: RecipeRequest) -> VocabularyLimits:
    """Return the limits of the vocabulary; a limited vocabulary counts all other words as one unknown word."""
    size = None if request.vocabulary in ("all", AUTO) else parse_number("vocabulary", request.vocabulary, int)
    if request.rank_words_by not in get_args(Ranking):
        raise EngineError(f"Words can be ranked by {', '.join(get_args(Ranking))}, not by {request.rank_words_by!r}.")
    word_list = None if request.word_list is None else read_words(request.word_list)
    if request.word_list is not None and not word_list:
        raise SourceError(request.word_list, "no-text")
    limits = VocabularyLimits(
        size=size,
        rank_by=request.rank_words_by,  # type: ignore[arg-type] # checked above
        min_documents=1 if request.min_df is None else request.min_df,
        max_documents=request.max_df,
        word_list=word_list,
    )
    unknown_word = not limits.is_open if request.unknown_word is None else request.unknown_word
    return replace(limits, unknown_word=unknown_word)


def keeps_every_word(min_df: int | float | None) -> bool:
    """Return whether the smallest number of documents per word (`min_df`) excludes no word."""
    return min_df is None or (isinstance(min_df, int) and min_df <= 1)


def parse_prior(text: str) -> Prior:
    """Parse a prior: data, uniform, none, smoothed:L, or LABEL=P,… ."""
    fixed_priors: dict[str, Prior] = {"data": Prior(), "uniform": Prior("uniform"), "none": Prior("none")}
    if text in fixed_priors:
        return fixed_priors[text]
    kind, _, strength = text.partition(":")
    if kind == "smoothed" and "=" not in text:
        return Prior("smoothed", strength=parse_number("prior", strength or "1", float))
    pairs = [part.rpartition("=") for part in PRIOR_SEPARATOR.split(text) if part.strip()]
    if not pairs or any(not name.strip() or not share for name, _, share in pairs):
        raise EngineError(f"The prior {text!r} is not one of data, uniform, none, smoothed:L or LABEL=P,… .")
    return Prior.given({name.strip(): parse_number("prior", share, float) for name, _, share in pairs})


Number = TypeVar("Number", int, float)


def parse_number(what: str, text: str, kind: type[Number]) -> Number:
    """Return `text` as a number of type `kind`. Raise TrainingError that names the option `what` if it is none."""
    try:
        return kind(text)
    except ValueError:
        wanted = "a whole number or all" if kind is int else "a number"
        raise EngineError(f"The {what} must be {wanted}, not {text!r}.") from None


def event_model_names() -> tuple[str, ...]:
    """Return the names of all event models, text models first."""
    return tuple(EVENT_MODELS)


def text_event_models() -> tuple[str, ...]:
    """Return the event models that read only text."""
    return tuple(name for name, event in EVENT_MODELS.items() if event.column_kinds == ("text",))


def fitted_event_models() -> tuple[str, ...]:
    """Return the names of the text event models with learnt factors. The first is the best choice for any labels."""
    return tuple(name for name, event in EVENT_MODELS.items() if event.is_fitted)


def table_event_models() -> tuple[str, ...]:
    """Return the event models that read numbers or categories, alone or with text."""
    return tuple(name for name, event in EVENT_MODELS.items() if event.column_kinds != ("text",))


def textless_event_models() -> tuple[str, ...]:
    """Return the event models that read no text."""
    return tuple(name for name, event in EVENT_MODELS.items() if "text" not in event.column_kinds)


def event_models_of_columns(kinds: set[Kind]) -> tuple[str, ...]:
    """Return the names of the event models that read all columns of these kinds."""
    exact = tuple(name for name, event in EVENT_MODELS.items() if {*event.column_kinds} == kinds and len(kinds) == 1)
    return exact or tuple(name for name, event in EVENT_MODELS.items() if event.allows_missing_columns)


def event_models_reading(kinds: set[Kind]) -> tuple[EventModel, ...]:
    """Return the event models that can read documents with these kinds of columns, or some of them."""
    is_mixture = len(kinds) > 1
    return tuple(
        event
        for event in EVENT_MODELS.values()
        if kinds.issuperset(event.column_kinds) or (event.allows_missing_columns and is_mixture)
    )


def text_event_model_objects() -> tuple[EventModel, ...]:
    """Return the event models that read only text."""
    return event_models_reading({"text"})


REQUEST_KEY = "request"
"""Key of the request in the figures that are saved with a model."""
TOKEN_CHOICES = ("auto", "plain", "mail")


def request_to_json(request: RecipeRequest) -> dict[str, Any]:
    """Return the request as a JSON object, to store with a model; {} if it depends on a file, which may change."""
    is_on_disk = request.word_list is not None or request.stop_words not in {None, *CODES, *CODES.values()}
    return {} if is_on_disk else {REQUEST_KEY: to_plain(request)}


def restore_request(plain: Any, recipe: Recipe, kind: CorpusKind) -> RecipeRequest | None:
    """Return a request that resolves to a saved recipe in a corpus of this kind; None if no request does.

    `plain` is the stored request. It is ignored if it now resolves to another recipe, because the kind of the corpus
    has changed.
    """
    try:
        stored = None if plain is None else from_plain(RecipeRequest, plain)
    except EngineError:  # a later version of the program wrote it
        stored = None
    if stored is not None and resolves_to_recipe(stored, recipe, kind):
        return stored
    return infer_request(recipe, kind)


def resolves_to_recipe(request: RecipeRequest, recipe: Recipe, kind: CorpusKind) -> bool:
    """Return whether a request resolves to this recipe. The labels of a filter are not compared."""
    if recipe.learner is not None:
        return request.event_model == FILTER
    try:
        return resolve_request(request, CorpusFacts("", kind)) == replace(recipe, cuts=None)
    except AppError:
        return False


def infer_request(recipe: Recipe, kind: CorpusKind) -> RecipeRequest | None:
    """Return a request that resolves to a recipe that was saved without its request; None if no request does.

    A record lacks the request if `add_model` wrote it, or an older version of the program.
    """
    rules, servers = recipe.rules, trusted_servers(recipe.rules)
    if recipe.learner is not None:
        return fill_auto_fields(RecipeRequest(trusted_servers=servers), recipe, kind)
    for tokens in TOKEN_CHOICES:
        base = token_rules(RecipeRequest(tokens=tokens), kind)
        languages = (code for code in CODES.values() if stop_words_of(code) == rules.stop_words)
        asked = RecipeRequest(
            tokens=tokens,
            lower=None if rules.lower == base.lower else rules.lower,
            min_length=None if rules.min_length == base.min_length else rules.min_length,
            stop_words=None if rules.stop_words == base.stop_words else next(languages, None),
            stem=rules.stem,
            prior=recipe.prior.kind,
            norm=recipe.norm,
            var_smoothing=recipe.var_smoothing,
            threshold=recipe.threshold,
            mixed_text=recipe.mixed_text,
            trusted_servers=servers,
        )
        request = fill_auto_fields(asked, recipe, kind)
        if resolves_to_recipe(request, recipe, kind):
            return request
    return None
