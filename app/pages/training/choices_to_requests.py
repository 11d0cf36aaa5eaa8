"""The choices of the Train page as the services know them, and back: a kept recipe as it can be chosen there."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

from app.pages.training.recipe_choices import MIXED_BY_PRESENCE, STEMS, STOP_WORDS, Choices
from app.services.models.kept_recipes import KeptRecipe as KeptRecipe
from app.services.training.recipe_planning import FILTER, RecipeRequest, can_be_filtered


def request_of(choices: Choices) -> RecipeRequest:
    """The choices of the page as the services know them; a filter leaves nothing else to choose."""
    if choices.event_model == FILTER:
        return RecipeRequest(event_model=FILTER, protected=choices.protected, trusted_servers=choices.trusted_servers)
    is_by_presence = choices.event_model == MIXED_BY_PRESENCE
    request = RecipeRequest(
        tokens=choices.tokens,
        lower=None if choices.is_lower else False,
        min_length=choices.min_length if choices.min_length != Choices().min_length else None,
        ngrams=(1, choices.longest_ngram) if choices.longest_ngram else None,
        stop_words=choices.stop_words or None,
        stem=choices.stem or None,
        word_list=Path(choices.word_list) if choices.word_list else None,
        min_df=choices.min_documents if choices.min_documents > 1 else None,
        event_model="mixed" if is_by_presence else choices.event_model,
        mixed_text="bernoulli" if is_by_presence else "multinomial",
        smoothing=repr(choices.smoothing),
        prior=choices.prior,
        vocabulary=str(choices.vocabulary) if choices.vocabulary else "all",
        rank_words_by=choices.ranking,
        binary=choices.weighting == "binary",
        tfidf=choices.weighting == "tfidf",
    )
    limited = choices.vocabulary or choices.word_list or choices.min_documents > 1
    return replace(request, unknown_word=choices.has_unknown_word if limited else False)


def open_request(choices: Choices) -> RecipeRequest:
    """Leave all open but what a filter on the page protects and trusts: no search for a better recipe gives that up."""
    asked = request_of(choices)
    return RecipeRequest(protected=asked.protected, trusted_servers=asked.trusted_servers)


def choices_of(request: RecipeRequest | None) -> Choices | None:
    """The choices that come to a request; None where the page has no control for a part of it."""
    if request is None:
        return None
    if request.event_model == FILTER:
        chosen = Choices(event_model=FILTER, protected=request.protected, trusted_servers=request.trusted_servers)
        return chosen if can_be_filtered([request.spam_label or "spam"]) else None
    usual = Choices()
    choices = Choices(
        event_model=event_model_shown(request.event_model, request.mixed_text),
        smoothing=float(request.smoothing),
        prior=request.prior,
        vocabulary=0 if request.vocabulary == "all" else int(request.vocabulary),
        ranking=request.rank_words_by,
        min_documents=request.min_df if isinstance(request.min_df, int) else usual.min_documents,
        tokens=request.tokens,
        is_lower=request.lower is not False,
        min_length=usual.min_length if request.min_length is None else request.min_length,
        longest_ngram=usual.longest_ngram if request.ngrams is None else request.ngrams[1],
        stop_words=request.stop_words or "",
        stem=request.stem or "",
        weighting="binary" if request.binary else "tfidf" if request.tfidf else "count",
    )
    if choices.vocabulary or choices.min_documents > 1:
        choices = replace(choices, has_unknown_word=bool(request.unknown_word))
    has_controls = choices.stem in STEMS and choices.stop_words in STOP_WORDS
    return choices if has_controls and request_of(choices) == request else None


def event_model_shown(event_model: str, mixed_text: str) -> str:
    """The event model as the page offers it."""
    return MIXED_BY_PRESENCE if (event_model, mixed_text) == ("mixed", "bernoulli") else event_model


def kept_event_model(kept: KeptRecipe) -> str:
    """The event model of a kept recipe as the page offers it; a filter stands in place of one."""
    return FILTER if kept.recipe.learner else event_model_shown(kept.recipe.event_model, kept.recipe.mixed_text)


def are_same(mine: Choices, other: Choices | None) -> bool:
    """Return whether two choices come to the same recipe."""
    return other is not None and request_of(mine) == request_of(other)
