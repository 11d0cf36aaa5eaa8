"""The request beside a saved recipe: how it is stored, and what replaces it for records of older versions.

A request is stored among the figures of the evaluation, where older versions of the program ignore it.
"""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from app.domain.errors import AppError
from app.library.recipes import (
    FILTER,
    CorpusFacts,
    CorpusKind,
    RecipeRequest,
    fill_auto_fields,
    resolve_request,
    token_rules,
    trusted_servers,
)
from nbengine.errors import EngineError
from nbengine.models.recipe import Recipe
from nbengine.packing import from_plain, to_plain
from nbengine.text.stop_words import CODES, stop_words_of

REQUEST_KEY = "request"
"""Name of the request among the figures."""
TOKEN_CHOICES = ("auto", "plain", "mail")


def request_to_figure(request: RecipeRequest) -> dict[str, Any]:
    """Return the request as an entry of the figures; nothing if it depends on a file, which may change."""
    is_on_disk = request.word_list is not None or request.stop_words not in {None, *CODES, *CODES.values()}
    return {} if is_on_disk else {REQUEST_KEY: to_plain(request)}


def saved_request(plain: Any, recipe: Recipe, kind: CorpusKind) -> RecipeRequest | None:
    """Return the request that gives a saved recipe in a corpus of this kind; None if there is none.

    A stored request is not used if the corpus has become another kind since, so that it gives another recipe.
    """
    try:
        stored = None if plain is None else from_plain(RecipeRequest, plain)
    except EngineError:  # a later version of the program wrote it
        stored = None
    if stored is not None and leads_to_recipe(stored, recipe, kind):
        return stored
    return request_of_older_record(recipe, kind)


def leads_to_recipe(request: RecipeRequest, recipe: Recipe, kind: CorpusKind) -> bool:
    """Return whether a request gives this recipe. A filter also depends on labels, which are not compared."""
    if recipe.learner is not None:
        return request.event_model == FILTER
    try:
        return resolve_request(request, CorpusFacts("", kind)) == replace(recipe, cuts=None)
    except AppError:
        return False


def request_of_older_record(recipe: Recipe, kind: CorpusKind) -> RecipeRequest | None:
    """Return a request for a recipe that was saved without one; None if no request gives it.

    Records have no request if they were written before the request was stored, or by `add_model`.
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
        if leads_to_recipe(request, recipe, kind):
            return request
    return None
