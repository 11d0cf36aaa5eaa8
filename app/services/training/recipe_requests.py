"""From a recipe back to what somebody would have to say to get it.

What is found is put through the same door by which wishes become recipes, so it is exact or it is nothing: a recipe
with a part that no request names (a list of words, shares given by hand) has none.
"""

from __future__ import annotations

from dataclasses import replace

from app.domain.errors import TrainingError
from app.domain.jobs import JobContext
from app.services.training.corpus_documents import kind_of_corpus
from app.services.training.recipe_planning import (
    FILTER,
    CorpusKind,
    RecipeRequest,
    planned_recipe,
    token_rules,
    trusted_servers,
)
from app.services.training.training import best_recipe
from app.store.workspace import Place, reading
from nbengine.models.recipe import Recipe
from nbengine.text.stop_words import CODES, stop_words_of

TOKENS = ("auto", "plain", "mail")


def request_for(recipe: Recipe, kind: CorpusKind) -> RecipeRequest | None:
    """The request that comes to a recipe in a corpus of this kind; a table is cut anew."""
    if (learner := recipe.learner) is not None:
        return RecipeRequest(
            event_model=FILTER,
            spam_label=learner.positive,
            protected=learner.protected,
            trusted_servers=trusted_servers(recipe.rules),
        )
    recipe = replace(recipe, cuts=None)
    for tokens in TOKENS:
        request = likely_request(recipe, kind, tokens)
        try:
            if planned_recipe(request, kind, "").recipe == recipe:
                return request
        except TrainingError:
            continue
    return None


def likely_request(recipe: Recipe, kind: CorpusKind, tokens: str) -> RecipeRequest:
    """Return the request that a recipe most likely came from, if everything in the recipe can be said in one."""
    rules, limits = recipe.rules, recipe.limits
    base = token_rules(RecipeRequest(tokens=tokens), kind)
    languages = (code for code in CODES.values() if stop_words_of(code) == rules.stop_words)
    language = None if rules.stop_words == base.stop_words else next(languages, None)  # none for a list of one's own
    return RecipeRequest(
        tokens=tokens,
        lower=None if rules.lower == base.lower else rules.lower,
        min_length=None if rules.min_length == base.min_length else rules.min_length,
        ngrams=None if rules.ngrams == base.ngrams else rules.ngrams,
        char_ngrams=rules.char_ngrams,
        stop_words=language,
        stem=rules.stem,
        min_df=None if limits.min_documents == 1 else limits.min_documents,
        max_df=limits.max_documents,
        event_model=recipe.event_model,
        smoothing=repr(recipe.smoothing),
        prior=recipe.prior.kind,
        vocabulary="all" if limits.size is None else str(limits.size),
        rank_words_by=limits.rank_by,
        binary=recipe.weighting == "binary",
        tfidf=recipe.weighting == "tfidf",
        ridge=recipe.ridge if recipe.is_fitted and recipe.ridge != Recipe().ridge else None,
        ridge_by_ratio=recipe.ridge_by_ratio,
        norm=recipe.norm,
        var_smoothing=recipe.var_smoothing,
        threshold=recipe.threshold,
        unknown_word=limits.unknown_word,
        mixed_text=recipe.mixed_text,
        trusted_servers=trusted_servers(rules),
    )


def best_request(workspace: Place, corpus: str, request: RecipeRequest, context: JobContext) -> RecipeRequest | None:
    """Fill in what a request leaves open with what leave-one-out likes best."""
    recipe = best_recipe(workspace, corpus, request, context)
    with reading(workspace) as opened:
        return request_for(recipe, kind_of_corpus(opened, opened.corpora.get(corpus)))
